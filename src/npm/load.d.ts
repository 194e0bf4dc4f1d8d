import type { Absolve } from './index.js';

/** Where the module is (a URL), a Response, its bytes, or a compiled one. */
export type Source = string | URL | Response | BufferSource | WebAssembly.Module;

/** The same functions over a module that the caller has, or says where it is: for bundlers, workers, and tests. */
export function load(source: Source | PromiseLike<Source>): Promise<Absolve>;

/** The same at once: in a worker or in node, as pages may not compile so much while nobody else can do anything. */
export function loadSync(source: BufferSource | WebAssembly.Module): Absolve;
