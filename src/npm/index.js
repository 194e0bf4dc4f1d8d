// For browsers, and whatever else has fetch(): the module is beside this file.

import { load } from './load.js';

export const { rewrite, links, explain, Base, RewriteStream, version } = await load(new URL('./absolve.wasm', import.meta.url));
