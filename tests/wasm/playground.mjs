// What the page to try the package (doc/playground) says of changes, and whether its scripts are ones.
// Usage: node playground.mjs PROGRAM PACKAGE

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(process.argv[3]);
const { rewrite, links } = await import(join(folder, 'node.js'));
const page = resolve(folder, '../playground');
for (const name of readdirSync(page).filter((one) => one.endsWith('.js'))) {
  cpSync(join(page, name), `${name}.mjs`); // as a module, whatever is around it
  execFileSync(process.execPath, ['--check', `${name}.mjs`]);
}
const { differences } = await import(resolve('changes.js.mjs'));

const url = 'http://a/b/c';
const encoded = Buffer.from('<a href="x">'.repeat(10)).toString('base64').replace(/.{76}/g, '$&\n');
const message = (coding, body) => `Content-Type: text/html\nContent-Transfer-Encoding: ${coding}\nContent-Base: http://a/\n\n${body}\n`;
for (const [source, options, changes] of [
  ['<p>nothing', { url }, []],
  ['<a href=x>', { url }, [['x', 'http://a/b/x']]],
  ['<a href="">', { url }, [['', 'http://a/b/c']]],
  ['<img srcset="a 1x, b 2x">', { url }, [['a', 'http://a/b/a'], ['b', 'http://a/b/b']]],
  ['<a href="?a&amp;b">&amp;<a href=//h>', { url }, [['?a&amp;b', 'http://a/b/c?a&amp;b'], ['//h', 'http://h']]],
  ['<base href="/q/"><a href=x>', { url, baseElement: 'remove' }, [['<base href="/q/">', ''], ['x', 'http://a/q/x']]],
  [message('quoted-printable', '<p>=\n<a href=3D"x">\n</p>'), {}, [['x">\n', 'http://a/x">\n']]],
  [message('base64', encoded), {}, 1],
]) {
  const result = rewrite(source, options);
  const pieces = differences(source, result, links(source, options));
  assert.equal(pieces.map((one) => one.old ?? one).join(''), source);
  assert.equal(pieces.map((one) => one.new ?? one).join(''), result);
  const found = pieces.filter((one) => typeof one !== 'string').map((one) => [one.old, one.new]);
  if (typeof changes === 'number') assert.equal(found.length, changes, JSON.stringify(found));
  else assert.deepEqual(found, changes);
}
console.log('the playground holds');
