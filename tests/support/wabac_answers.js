// What wabac.js answers out of collections (WACZ): for each request in a file of JSON lines, a line with status, headers and
// body. Ends with 77 where @webrecorder/wabac or fake-indexeddb is missing, or can't be imported.
//
//     node wabac_answers.js requests.jsonl x.wacz
//
// A line of the file: {"url": ..., "time": ..., "method": ..., "type": ..., "body": ...}; all but the URL may be missing.
const fs = require('fs');
const http = require('http');
const path = require('path');
const { pathToFileURL } = require('url');
const folderOf = require('./from_npm').folder;

const quiet = ['log', 'warn', 'debug'];

async function imported(name, file) {
  const folder = folderOf(name);
  if (folder === null) return null;
  return import(pathToFileURL(path.join(folder, file)).href);
}

function serve(file) {
  const size = fs.statSync(file).size;
  const server = http.createServer((request, response) => {
    const [, begin, end] = /bytes=(\d*)-(\d*)/.exec(request.headers.range ?? '') ?? [];
    const first = begin === undefined ? 0 : begin === '' ? Math.max(size - Number(end), 0) : Number(begin);
    const last = begin === undefined || begin === '' || end === '' ? size - 1 : Math.min(Number(end), size - 1);
    const headers = { 'Content-Length': last - first + 1, 'Accept-Ranges': 'bytes' };
    if (begin !== undefined) headers['Content-Range'] = `bytes ${first}-${last}/${size}`;
    response.writeHead(begin === undefined ? 200 : 206, headers);
    if (request.method === 'HEAD') response.end();
    else fs.createReadStream(file, { start: first, end: last }).pipe(response);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

async function answer(wabac, store, { url, time = '', method = 'GET', type, body }) {
  const init = { method, body, headers: type ? { 'Content-Type': type } : {} };
  const request = new wabac.ArchiveRequest(url, new Request('http://replay.example/', init), { ts: time });
  await request.convertPostToGet();
  const found = await store.getResource(request, 'http://replay.example/', {}, { pageId: Object.keys(store.waczNameForHash)[0] });
  if (!found) return { status: 'none' };
  const bytes = found.getBuffer ? await found.getBuffer() : new Uint8Array(await found.arrayBuffer());
  return {
    status: found.status,
    url: found.url,
    location: found.headers.get('location'),
    body: found.status >= 300 && found.status < 400 ? null : Buffer.from(bytes ?? []).toString(),  // no browser shows it
  };
}

async function main(requests, file) {
  const database = await imported('fake-indexeddb', 'auto/index.mjs');
  if (database) Object.assign(globalThis, { self: globalThis });
  const wabac = await imported('@webrecorder/wabac', 'dist/swlib.js').catch(() => null);
  if (database === null || wabac === null) {
    console.error("npm's @webrecorder/wabac or fake-indexeddb is missing");
    process.exit(77);
  }
  const print = console.log;
  if (!process.env.LOUD)   for (const one of quiet) console[one] = () => {};
  const server = await serve(file);
  const sourceUrl = `http://127.0.0.1:${server.address().port}/x.wacz`;
  const loader = new wabac.WorkerLoader(new EventTarget());
  const { store } = await loader.addCollection({ name: 'x', file: { sourceUrl } }, () => {});
  for (const line of fs.readFileSync(requests, 'utf8').split('\n').filter(Boolean)) {
    print(JSON.stringify(await answer(wabac, store, JSON.parse(line))));
  }
  process.exit(0);
}

main(...process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exit(1);
});
