import type { Absolve, Bytes } from './index.js';

// Where the types of browsers and of node have none of these, there are none to be passed.
type Fetched = typeof globalThis extends { Response: { prototype: infer One } } ? One : never;
type Compiled = typeof globalThis extends { WebAssembly: { Module: { prototype: infer One } } } ? One : never;

/** Where the module is (a URL), a Response, its bytes, or a compiled one. */
export type Source = string | URL | Fetched | Bytes | Compiled;

/** The same functions over a module that the caller has, or says where it is: for bundlers, workers, and tests. */
export function load(source: Source | PromiseLike<Source>): Promise<Absolve>;

/** The same at once: in a worker or in node, as pages may not compile so much while nobody else can do anything. */
export function loadSync(source: Bytes | Compiled): Absolve;
