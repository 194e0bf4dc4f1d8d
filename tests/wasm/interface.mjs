// What the functions of the package take and give. Usage: node interface.mjs PROGRAM PACKAGE

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import vm from 'node:vm';

const folder = resolve(process.argv[3]);
const { rewrite, links, explain, Base, RewriteStream, version } = await import(join(folder, 'node.js'));
const { load, loadSync } = await import(join(folder, 'load.js'));
const url = 'http://a/b/c';

assert.match(version, /^\d+\.\d+\.\d+$/);
assert.equal(version, JSON.parse(readFileSync(join(folder, 'package.json'))).version);

// --- text and bytes

assert.equal(rewrite('<a href="../g">', { url }), '<a href="http://a/g">');
const bytes = new TextEncoder().encode('<a href="../g">');
for (const data of [bytes, bytes.buffer, new DataView(bytes.buffer), Buffer.from(bytes)]) {
  const result = rewrite(data, { url });
  assert.ok(result instanceof Uint8Array);
  assert.equal(new TextDecoder().decode(result), '<a href="http://a/g">');
}
for (const nothing of [bytes.slice(0, 2).buffer, new DataView(bytes.buffer, 0, 2)]) {
  assert.deepEqual(rewrite(nothing, { url }), new TextEncoder().encode('<a'));
}
for (const same of ['<p>nothing', bytes.subarray(0, 2)]) assert.equal(rewrite(same, { url }), same);
for (const wrong of [undefined, null, 1, {}, []]) assert.throws(() => rewrite(wrong), { name: 'TypeError', message: /^data: / });

// A text is decoded already, and its lone surrogates stay as they are, wherever they are.
const declared = '<meta charset=shift_jis><title>é表</title><a href=x>';
assert.equal(rewrite(declared, { url }), declared.replace('=x', '=http://a/b/x'));
for (const lone of ['\ud800', '\udfff', '\udc00\ud800', 'a\ud83d', '\ud83d\ude00\ud83d', '\u{1F600}']) {
  assert.equal(rewrite(`${lone}<a href="${lone}x">${lone}`, { url, onLink: () => false }), `${lone}<a href="${lone}x">${lone}`);
  const result = rewrite(`${lone}<a href=x>${lone}`, { url });
  assert.equal(result, `${lone}<a href=http://a/b/x>${lone}`);
}
assert.equal(rewrite('\ufeff<a href=x>', { url }), '\ufeff<a href=http://a/b/x>');
// As engines say that a string would be too long.
const { decode } = TextDecoder.prototype;
TextDecoder.prototype.decode = () => {
  throw new Error('Cannot create a string longer than 0x1fffffe8 characters');
};
assert.throws(() => rewrite('<a href=x>', { url }), RangeError);
TextDecoder.prototype.decode = decode;

// --- links

const text = `é\u{1F600}\ud800<a href="x">\n表<img src=y>`;
const found = links(text, { url, resolver: 'whatwg' });
assert.deepEqual(
  found.map(({ element, attribute, reference, action, baseFrom, resolver }) => [element, attribute, reference, action, baseFrom, resolver]),
  [
    ['a', 'href', 'x', 'rewrite', 'retrieval', 'whatwg'],
    ['img', 'src', 'y', 'rewrite', 'retrieval', 'whatwg'],
  ],
);
for (const { offset, length, reference, line, column } of found) {
  assert.equal(text.slice(offset, offset + length), reference);
  assert.equal(text.split('\n')[line - 1].slice(column - 1, column), reference[0]);
}
const inBytes = links(new TextEncoder().encode('é<a href=x>'), { url })[0];
assert.deepEqual([inBytes.offset, inBytes.column], [10, 11]);
assert.deepEqual(links('<iframe srcdoc="<p style=\'background: url(x)\'>">', { url })[0].within, ['iframe srcdoc', 'p style']);
assert.equal(links('<a href=#y>', { url, keepFragments: true })[0].reason, 'fragment');
assert.equal(links('<a href=x>')[0].url, null);

// --- explain and Base

const [{ layers, base, baseFrom, links: count }] = explain('<base href=/d/><a href=x>', { url: 'http://a/b' });
assert.deepEqual([base, baseFrom, count, layers.map((one) => one.status)], ['http://a/d/', 'base-element', 2, ['used', 'overridden']]);
assert.equal(new Base(url).absolute('../g'), 'http://a/g');
const [one, other] = [new Base(url), new Base('http://h/', { resolver: 'whatwg' })];
for (let i = 0; i < 3; ++i) assert.deepEqual([one.absolute('x'), other.absolute('x')], ['http://a/b/x', 'http://h/x']);
assert.equal(new Base(new URL(url)).url, url);
assert.equal(new Base('https:\\\\h\\b', { resolver: 'whatwg' }).url, 'https://h/b');
assert.throws(() => new Base('mailto:x'), { name: 'TypeError', message: /^url: / });
assert.throws(() => new Base(url, { resolver: 'rfc1' }), { name: 'TypeError', message: /^resolver: / });
assert.throws(() => new Base(url, { type: 'html' }), { name: 'TypeError', message: /^type: / });

// --- options

for (const [options, message] of [
  [{ urls: url }, /^urls: /],
  [{ 'keep-fragments': true }, /^keep-fragments: .*keepFragments/],
  [{ keepfragments: true }, /^keepfragments: .*keepFragments/],
  [{ resolver: 'rfc1809' }, /^resolver: /],
  [{ baseElement: 'drop' }, /^baseElement: /],
  [{ keepFragments: 'no' }, /^keepFragments: /],
  [{ url: 5 }, /^url: /],
  [{ url: 'mailto:x' }, /^url: /],
  [{ url: 'http://a/\0' }, /^url: /],
  [{ url: ['http://a/', 'http://b/'] }, /^url: /],
  [{ resolver: true }, /^resolver: /],
  [{ headers: 'yes' }, /^headers: /],
  [{ also: ['lazy', 'nothing'] }, /^also: /],
  [{ charset: 'utf-8' }, /^charset: /],
  [{ onLink: 'x' }, /^onLink: /],
  [{ skip: 'x' }, /ABSOLVE_RE2/],
  [{ warcEmit: 'response' }, /^warcEmit: /],
  [{ htmlReader: 'tree' }, /^htmlReader: /],
  [{ type: 'wacz' }, /^type: .* no part of this package/],
  [{ headers: 1 }, /^headers: must be true or false/],
  [{ headers: '' }, /^headers: must be true or false/],
  [{ keepFragments: '' }, /^keepFragments: /],
  ['x', /^options: /],
  [null, /^options: /],
  [[], /^options: .*Array/],
  [new URL(url), /^options: .*URL/],
  [new Map([['url', url]]), /^options: .*Map/],
]) {
  assert.throws(() => rewrite('<a href=x>', options), { name: 'TypeError', message }, JSON.stringify(options));
}
for (const nothing of [undefined, null, false]) assert.equal(rewrite('x', { url: nothing, headers: nothing, onLink: nothing }), 'x');
assert.equal(rewrite('<img data-src=x>', { url, also: ['lazy', 'amp'] }), '<img data-src=http://a/b/x>');
assert.equal(rewrite('<a href=#x>', { url, keepFragments: true }), '<a href=#x>');
assert.equal(rewrite('<a href=x>', { url: new URL(url) }), '<a href=http://a/b/x>');
assert.equal(rewrite('b{c:url(x)}', { url, name: 'style.css' }), 'b{c:url(http://a/b/x)}');
for (const date of ['now', '2020-13-45T99:99:99Z', '2021-02-29T00:00:00Z']) {
  assert.throws(() => new RewriteStream({ date }), { name: 'TypeError', message: /^date: .* is not a date such as / }, date);
}
new RewriteStream({ date: '2020-02-29T00:00:00Z' });
assert.throws(() => new RewriteStream({ warcEmit: 'all' }), { name: 'TypeError', message: /^warcEmit: .* is not one of conversion response$/ });
for (const wrong of [null, 'whatwg', 5, [], new URL(url)]) assert.throws(() => new Base(url, wrong), { name: 'TypeError', message: /^options: / });

// --- functions

const page = '<a href="../g"><img src=x><a href=mailto:y>';
assert.equal(
  rewrite(page, { url, onLink: (link) => link.url && `http://proxy/${link.url}` }),
  '<a href="http://proxy/http://a/g"><img src=http://proxy/http://a/b/x><a href=http://proxy/mailto:y>',
);
assert.equal(rewrite(page, { url, onLink: (link) => (link.element === 'img' ? false : undefined) }), '<a href="http://a/g"><img src=x><a href=mailto:y>');
assert.equal(rewrite('é<a href=x>', { url, onLink: ({ offset }) => String(offset) }), 'é<a href=9>');
assert.equal(rewrite('<a href=x>', { url, onLink: () => rewrite('http://b/', { url }) }), '<a href=http://b/>');
const mine = new Error('mine');
assert.throws(() => rewrite(page, { url, onLink: () => { throw mine; } }), mine);
for (const error of [new Error('too much recursion in my config'), new RangeError('mine'), 'a string', undefined]) {
  let met = 'nothing';
  try { rewrite(page, { url, onLink: () => { throw error; } }); } catch (thrown) { met = thrown; }
  assert.equal(met, error);
}
assert.throws(() => rewrite(page, { url, onLink: () => 5 }), { name: 'TypeError', message: /^onLink: / });
assert.throws(() => rewrite(page, { url, onLink: async () => 'x' }), { name: 'TypeError', message: /^onLink: / });
for (const wrong of [{ url: 'wiki/recursion' }, { resolver: 'call stack' }]) assert.throws(() => rewrite(page, wrong), { name: 'TypeError' });
assert.deepEqual(links(vm.runInNewContext('new ArrayBuffer(3)'), { url }), []); // of another realm
assert.equal(rewrite('<a href=x>', { url }), '<a href=http://a/b/x>'); // it still works

const notes = [];
rewrite('é\n<base href=mailto:x><a href=x>', { url, onNote: (note) => notes.push(note) });
assert.ok(notes.some(({ code, line }) => code === 'unsuitable-base' && line === 2), JSON.stringify(notes));

// --- streams

async function streamed(data, options, step = 7) {
  const pieces = [];
  for (let at = 0; at < data.length; at += step) pieces.push(data.subarray(at, at + step));
  const stream = new ReadableStream({
    pull(controller) {
      const piece = pieces.shift();
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
  });
  const chunks = [];
  for await (const chunk of stream.pipeThrough(new RewriteStream(options))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const message = 'From a Sat Jan  3 01:05:34 1996\nContent-Type: text/html\nContent-Base: http://a/\n\n<a href=x>\n\n';
for (const step of [1, 50, 1000]) {
  const result = await streamed(Buffer.from(message.repeat(3)), { type: 'mbox' }, step);
  assert.equal(result.toString(), message.replace('=x', '=http://a/x').repeat(3));
}
const answered = await streamed(Buffer.from('{"reference":"x"}\n{"body":"<a href=y>","url":"http://b/"}\n'), { type: 'jsonl', url });
assert.match(answered.toString(), /"url":"http:\/\/a\/b\/x".*\n.*<a href=http:\/\/b\/y>/);
const block = '<a href=x>';
const record = `WARC/1.0\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2026-01-02T03:04:05Z\r\nWARC-Target-URI: http://a/b\r\nContent-Type: text/html\r\nContent-Length: ${block.length}\r\n\r\n${block}\r\n\r\n`;
const copied = (await streamed(Buffer.from(record), { name: 'a.warc', warcEmit: 'response' })).toString();
assert.match(copied, /Content-Length: 19\r\n/);
assert.match(copied, /<a href=http:\/\/a\/x>/);
assert.throws(() => rewrite(Buffer.from(record)), { name: 'TypeError', message: /RewriteStream/ });
await assert.rejects(streamed(Buffer.from(message), { type: 'mbox', onLink: () => { throw mine; } }), mine);
assert.throws(() => new RewriteStream({ type: 'epub' }), { name: 'TypeError', message: /^type: / });
for (const nothing of [undefined, null, false]) {
  const made = await streamed(Buffer.from(record), { type: 'warc', date: nothing, outputName: nothing, warcEmit: nothing });
  assert.match(made.toString(), /^WARC-Date: \d{4}-/m);
}
const ofText = new ReadableStream({ start: (controller) => controller.enqueue('text') });
const reader = ofText.pipeThrough(new RewriteStream({ type: 'html' })).getReader();
await assert.rejects(reader.read(), { name: 'TypeError', message: /^a chunk: / });

// --- the module, as a caller gives it; what becomes of one that fails

const wasm = readFileSync(join(folder, 'absolve.wasm'));
for (const source of [wasm, wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length), new WebAssembly.Module(wasm), Promise.resolve(wasm), new Response(wasm)]) {
  assert.equal((await load(source)).rewrite('<a href=x>', { url }), '<a href=http://a/b/x>');
}
await assert.rejects(load(new Response('', { status: 404 })), /404/);
const { Instance } = WebAssembly;
let full = null; // the memory is at its end, as far as the next instances know
WebAssembly.Instance = class {
  constructor(module, imports) {
    const { exports } = new Instance(module, imports);
    const allocate = (size) => {
      if (full) full();
      return exports.allocate(size);
    };
    this.exports = { ...exports, allocate };
  }
};
const own = loadSync(wasm);
const base1 = new own.Base(url);
assert.equal(own.rewrite('<a href=x>', { url }), '<a href=http://a/b/x>');
full = () => {
  full = null;
  throw new WebAssembly.RuntimeError('unreachable');
};
assert.throws(() => own.rewrite('<a href=x>', { url }), RangeError);
assert.equal(own.rewrite('<a href=x>', { url }), '<a href=http://a/b/x>');
assert.equal(base1.absolute('x'), 'http://a/b/x');
// A stream that is open in an instance that fails doesn't go on in it.
const { readable, writable } = new own.RewriteStream({ type: 'mbox' });
const ended = assert.rejects(async () => { for await (const chunk of readable) assert.ok(chunk.length > 0); }, RangeError);
const writer = writable.getWriter();
await writer.write(Buffer.from(message));
full = () => {
  full = null;
  throw new WebAssembly.RuntimeError('unreachable');
};
assert.throws(() => own.rewrite('<a href=x>', { url }), RangeError);
await assert.rejects(writer.write(Buffer.from(message)), RangeError);
await ended;
WebAssembly.Instance = Instance;
console.log('the interface holds');
