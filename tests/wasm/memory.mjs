// After the first 100 of 10,000 pages the memory of the module doesn't grow, whatever the calls are and whether they throw.
// Usage: node memory.mjs PROGRAM PACKAGE

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(process.argv[3]);
const memories = [];
const { Instance } = WebAssembly;
WebAssembly.Instance = function (module, imports) {
  const instance = new Instance(module, imports);
  memories.push(instance.exports.memory);
  return instance;
};
const { loadSync } = await import(join(folder, 'load.js'));
const { rewrite, links, explain, Base, RewriteStream } = loadSync(readFileSync(join(folder, 'absolve.wasm')));

const url = 'http://a/b/c';
async function page(i) {
  const text = `<base href=/${i % 7}/><p title="${'é'.repeat(i % 100)}">${`<a href="${i % 13}">x</a><img srcset="y 1x, z 2x">`.repeat(20)}`;
  rewrite(text, { url });
  rewrite(Buffer.from(text), { url, onLink: (link) => (i % 3 ? undefined : `${link.url}?q`) });
  links(text, { url });
  explain(text, { url });
  try {
    rewrite(text, { url, onLink: () => { throw new Error('no more'); } });
  } catch {
    // what was meant
  }
  new Base(url).absolute(`../${i}`);
  if (i % 10 === 0) {
    const stream = new Blob([text]).stream().pipeThrough(new RewriteStream({ url, type: 'html' }));
    await new Response(stream).arrayBuffer();
  }
}

let after = 0;
for (let i = 0; i < 10_000; ++i) {
  await page(i);
  if (i === 99) after = memories[0].buffer.byteLength;
}
const end = memories[0].buffer.byteLength;
console.log(`after 100 pages: ${after} bytes; after 10,000: ${end}; instances: ${memories.length}`);
process.exitCode = end === after && memories.length === 1 ? 0 : 1;
