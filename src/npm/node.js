// For node, whose fetch() reads no files.

import { readFile } from 'node:fs/promises';

import { load } from './load.js';

export const { rewrite, links, explain, Base, RewriteStream, version } = await load(
  readFile(new URL('./absolve.wasm', import.meta.url)),
);
