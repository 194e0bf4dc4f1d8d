// Whether the module gives what the program gives: for each cell of the tables in testdata, taken for a document, and for
// the corpora. Prints what was compared, and what not and why; each difference makes the exit status 1.
// Usage: node alike.mjs PROGRAM PACKAGE TESTDATA CORPUS

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';

const [program, folder, testdata, corpus] = process.argv.slice(2).map((path) => resolve(path));
const { rewrite, links, RewriteStream } = await import(join(folder, 'node.js'));
const place = mkdtempSync(join(tmpdir(), 'absolve-'));
process.on('exit', () => rmSync(place, { recursive: true }));

let failures = 0;
function differs(where, what, ours, theirs) {
  if (++failures > 20) return;
  console.log(`DIFFERS ${where}: ${what}\n  module:  ${shown(ours)}\n  program: ${shown(theirs)}`);
}

function shown(value) {
  const text = typeof value === 'string' || value === undefined ? String(value) : JSON.stringify(value);
  return text.length > 600 ? `${text.slice(0, 600)}...` : text;
}

function run(options, input, file) {
  const { stdout, status, stderr } = spawnSync(program, ['-q', ...options, file ?? '-'], { input, maxBuffer: 2 ** 30 });
  if (![0, 1, 3].includes(status)) throw new Error(`${program} ${options.join(' ')}: ${stderr}`);
  return stdout;
}

// --- tables

const escapes = { n: '\n', r: '\r', t: '\t', 0: '\0', '\\': '\\' };

// The bytes of a cell: the tables are in UTF-8, with escapes for single bytes.
function bytesOf(cell) {
  const pieces = cell.split(/(\\x..|\\.)/s).map((piece) => {
    if (piece.startsWith('\\x')) return Buffer.from(piece.slice(2), 'hex');
    return Buffer.from(piece.startsWith('\\') ? escapes[piece[1]] : piece);
  });
  return Buffer.concat(pieces);
}

function* rowsOf(name) {
  const lines = readFileSync(join(testdata, name), 'utf8').split('\n');
  for (const [i, line] of lines.entries()) {
    if (line && !line.startsWith('#')) yield { where: `${name}:${i + 1}`, cells: line.split('\t').map(bytesOf) };
  }
}

const isText = (bytes) => Buffer.from(bytes.toString()).equals(bytes);

const types = {
  html: ['text/html'],
  css: ['text/css', 'text/html'],
  xml: ['application/xml', 'application/xhtml+xml'],
  mime: ['message/rfc822'],
  url: ['text/uri-list'],
  nested: ['text/html', 'message/rfc822'],
  selection: ['text/html'],
};

const variants = [
  { resolver: 'rfc1808' },
  { resolver: 'rfc3986', also: 'all', headers: true, signed: 'rewrite' },
  { resolver: 'whatwg', baseElement: 'remove', keepFragments: true, feedBase: 'entry' },
];

const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function lineOptions(options) {
  return Object.entries(options).flatMap(([name, value]) => {
    if (value === true) return [`--${kebab(name)}`];
    return [value].flat().map((one) => `--${kebab(name)}=${one}`);
  });
}

// The members of a link that don't tell where it is.
function plain(link) {
  const named = Object.entries(link).filter(([name]) => !['line', 'column', 'offset', 'length', 'message'].includes(name));
  return Object.fromEntries(named.map(([name, value]) => [name.replace(/_./g, (two) => two[1].toUpperCase()), value]));
}

// Each cell as the body of a line, once as a text, if it is one, and once as bytes. One run of the program answers all.
function compareTable(cells, type, options) {
  const url = 'http://h/a/d.html';
  const documents = cells.flatMap(({ where, bytes }) => {
    const raw = { where, data: bytes, line: { body_b64: bytes.toString('base64') } };
    const text = { where, data: bytes.toString(), line: { body: bytes.toString() } };
    return isText(bytes) ? [text, raw] : [raw];
  });
  const lines = documents.map(({ line }) => `${JSON.stringify({ url, content_type: type, ...line })}\n`).join('');
  const said = lineOptions(options);
  const answered = run(['-t', 'jsonl', ...said], lines).toString().trimEnd().split('\n').map(JSON.parse);
  const listed = new Map();
  for (const json of run(['-t', 'jsonl', '--list', '--json', ...said], lines).toString().split('\n')) {
    if (!json) continue;
    const link = JSON.parse(json);
    const ofLine = listed.get(link.line) ?? [];
    listed.set(link.line, ofLine);
    delete link.file;
    ofLine.push(plain(link));
  }
  for (const [i, { where, data }] of documents.entries()) {
    const name = `${where} ${type} ${said.join(' ')}`;
    const meant = { url, type, ...options };
    const theirs = answered[i].body ?? Buffer.from(answered[i].body_b64, 'base64');
    let ours;
    try {
      ours = rewrite(data, meant);
    } catch (error) {
      differs(name, 'throws', String(error), '');
      continue;
    }
    const isAlike = typeof ours === 'string' ? ours === theirs : Buffer.from(ours).equals(theirs);
    if (!isAlike) differs(name, 'output', ours.toString(), theirs.toString());
    const found = links(data, meant).map(plain);
    const others = listed.get(i + 1) ?? [];
    if (!isDeepStrictEqual(found, others)) differs(name, 'links', found, others);
  }
  return documents.length;
}

const offByRow = [];
let compared = 0;
for (const [name, contentTypes] of Object.entries(types)) {
  const cells = new Map();
  let count = 0;
  for (const file of readdirSync(join(testdata, name)).filter((one) => one.endsWith('.tsv'))) {
    for (const { where, cells: row } of rowsOf(`${name}/${file}`)) {
      ++count;
      const off = row.find((cell) => /(^|\s)skip[:=]|--skip|html-reader|(^|\s)tree(\s|$)/.test(cell.toString()));
      if (off) offByRow.push(`${where}: ${off.toString().slice(0, 40)}`);
      for (const bytes of row) {
        if (bytes.length > 0 && !cells.has(bytes.toString('latin1'))) cells.set(bytes.toString('latin1'), { where, bytes });
      }
    }
  }
  let documents = 0;
  for (const type of contentTypes) {
    for (const options of variants) documents += compareTable([...cells.values()], type, options);
  }
  console.log(`${name}: ${count} rows, ${cells.size} texts, ${documents} documents compared`);
  compared += documents;
}
// References against bases, a pair a line.
for (const resolver of ['rfc1808', 'rfc3986', 'whatwg']) {
  const pairs = [];
  for (const file of readdirSync(join(testdata, 'url')).filter((one) => one.endsWith('.tsv'))) {
    for (const { cells } of rowsOf(`url/${file}`)) {
      const usable = cells.filter((cell) => cell.length > 0 && !/[\t\n\r\0]/.test(cell.toString('latin1')));
      for (const base of usable) for (const reference of usable) pairs.push(`${base.toString('latin1')}\t${reference.toString('latin1')}\n`);
    }
  }
  const input = Buffer.from(pairs.join(''), 'latin1');
  const theirs = run(['-t', 'pairs', '--resolver', resolver], input).toString('latin1').split('\n');
  const ours = Buffer.from(rewrite(input, { type: 'pairs', resolver })).toString('latin1').split('\n');
  for (const [i, pair] of pairs.entries()) if (ours[i] !== theirs[i]) differs(`url ${resolver}`, pair, ours[i], theirs[i]);
  console.log(`url: ${pairs.length} pairs compared by ${resolver}`);
}
console.log(`what the rows of ${offByRow.length} ask of options that are left out was not asked:`);
for (const one of offByRow) console.log(`  ${one}`);

// --- corpora

async function streamed(bytes, options, step) {
  const notes = [];
  const stream = new RewriteStream({ ...options, onNote: (note) => notes.push(note) });
  const writer = stream.writable.getWriter();
  const written = (async () => {
    for (let at = 0; at < bytes.length; at += step) await writer.write(bytes.subarray(at, at + step));
    await writer.close();
  })();
  const chunks = [];
  const read = (async () => {
    for await (const chunk of stream.readable) chunks.push(chunk);
  })();
  const error = (await Promise.allSettled([read, written])).find((one) => one.status === 'rejected')?.reason;
  return { bytes: Buffer.concat(chunks), error, notes };
}

// The text of members of gzip one behind another.
function unpacked(bytes) {
  return bytes.length > 2 && bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
}

async function compareFile(path, name, options) {
  const bytes = readFileSync(path);
  const { url, ...others } = options;
  const said = [...(url ? ['-u', url] : []), ...lineOptions(others)];
  const output = join(place, 'output');
  const { status, stderr } = spawnSync(program, ['-q', ...said, '-o', output, path]);
  const theirs = status === 0 || status === 3 ? readFileSync(output) : null;
  const step = Math.max(1, Math.min(bytes.length, 1 + (bytes.length * 7919) % 70_000));
  const ours = await streamed(bytes, { name: path, ...options, outputName: output + (name.endsWith('.gz') ? '.gz' : '') }, step);
  if ((theirs === null) !== (ours.error !== undefined)) {
    return differs(name, 'one of them fails', String(ours.error ?? 'reads it'), stderr.toString() || 'reads it');
  }
  if (theirs === null) return 'refused';
  if (ours.bytes.equals(theirs)) return 'same';
  if (unpacked(ours.bytes).equals(unpacked(theirs))) return 'same text';
  const leftOut = ours.notes.filter(({ text }) => text.includes('ABSOLVE_'));
  if (leftOut.length > 0) return 'left out';
  const [a, b] = [unpacked(ours.bytes), unpacked(theirs)];
  let at = 0;
  while (at < a.length && a[at] === b[at]) ++at;
  return differs(name, `bytes from ${at} of ${a.length}, ${b.length}`, a.toString('latin1', at - 80, at + 200), b.toString('latin1', at - 80, at + 200));
}

for (const [name, sets] of Object.entries({
  html: variants,
  feeds: variants,
  mime: variants,
  warc: [{}, { warcEmit: 'response' }],
})) {
  const there = join(corpus, name);
  if (!existsSync(there)) {
    console.log(`skipped: there is no corpus ${there}`);
    continue;
  }
  const results = {};
  const files = readdirSync(there, { recursive: true }).map((one) => join(there, one)).filter((one) => statSync(one).isFile());
  for (const path of files) {
    for (const options of sets) {
      const isArchive = name === 'warc';
      const all = isArchive ? { ...options, date: '2026-01-02T03:04:05Z' } : { url: 'http://example.com/a/b', ...options };
      const result = (await compareFile(path, path.slice(corpus.length + 1), all)) ?? 'different';
      results[result] = (results[result] ?? 0) + 1;
    }
  }
  console.log(`corpus ${name}: ${files.length} files, ${JSON.stringify(results)}`);
}

console.log(`${compared} documents, ${failures} differences`);
process.exitCode = failures > 0 ? 1 : 0;
