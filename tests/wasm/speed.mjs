// How long the module takes for the pages of a folder, beside lol-html's module (npm: html-rewriter-wasm) and parse5's
// rewriting stream (npm: parse5-html-rewriting-stream), in turns in one run; the peers make `href` and `src` absolute, and
// nothing else. Usage: node speed.mjs PACKAGE FOLDER, where npm has installed the peers in the current folder

import { createRequire } from 'node:module';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, pages] = process.argv.slice(2).map((path) => resolve(path));
const { rewrite } = await import(join(folder, 'node.js'));
const require = createRequire(join(process.cwd(), 'x.js'));
const { HTMLRewriter } = require('html-rewriter-wasm');
const { RewritingStream } = await import(pathToFileURL(require.resolve('parse5-html-rewriting-stream')));

const url = 'http://example.com/a/b';
const texts = readdirSync(pages).map((name) => readFileSync(join(pages, name))).filter((bytes) => bytes.length > 500);
const absolute = (reference) => {
  try {
    return new URL(reference, url).href;
  } catch {
    return reference;
  }
};

const ways = {
  absolve: (bytes) => rewrite(bytes, { url, type: 'html' }),
  'absolve, as text': (bytes) => rewrite(bytes.toString(), { url, type: 'html' }),
  'lol-html': async (bytes) => {
    const chunks = [];
    const rewriter = new HTMLRewriter((chunk) => chunks.push(chunk.slice()));
    const on = (name) => ({
      element(element) {
        element.setAttribute(name, absolute(element.getAttribute(name)));
      },
    });
    rewriter.on('[href]', on('href')).on('[src]', on('src'));
    try {
      await rewriter.write(bytes);
      await rewriter.end();
    } finally {
      rewriter.free();
    }
    return chunks;
  },
  parse5: (bytes) =>
    new Promise((done, fail) => {
      const stream = new RewritingStream();
      const chunks = [];
      stream.on('startTag', (tag) => {
        for (const attribute of tag.attrs) {
          if (attribute.name === 'href' || attribute.name === 'src') attribute.value = absolute(attribute.value);
        }
        stream.emitStartTag(tag);
      });
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () => done(chunks));
      stream.on('error', fail);
      stream.end(bytes.toString());
    }),
};

const size = texts.reduce((sum, bytes) => sum + bytes.length, 0);
const times = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
for (let round = 0; round < 12; ++round) {
  for (const [name, way] of Object.entries(ways)) {
    const begin = process.cpuUsage();
    for (const bytes of texts) await way(bytes);
    const { user, system } = process.cpuUsage(begin);
    if (round > 1) times[name].push((user + system) / 1000);
  }
}
console.log(`${texts.length} pages, ${size} bytes`);
for (const [name, all] of Object.entries(times)) {
  all.sort((a, b) => a - b);
  const median = all[all.length >> 1];
  console.log(`${name}: ${median.toFixed(0)} ms of processor time (${(size / 1000 / median).toFixed(0)} MB/s)`);
}
