/** The standards by which references are resolved. */
export type Resolver = 'rfc1808' | 'rfc3986' | 'whatwg';

export type Type =
  | 'auto' | 'html' | 'css' | 'xml' | 'json' | 'markdown' | 'playlist' | 'mime' | 'mbox' | 'http' | 'warc' | 'har'
  | 'uris' | 'pairs' | 'jsonl' | 'csv' | 'tsv';

/** Bytes of any kind. */
export type Bytes = ArrayBuffer | ArrayBufferView;

/** What Response, Blob and files take. */
export type NewBytes = Uint8Array & { readonly buffer: ArrayBuffer };

/** A reference that was found, as in the program's --list. Its places are those in the data: of a string, in UTF-16. */
export interface Link {
  /** The number of the MIME part that it is in; empty outside of a message. */
  part: string;
  /** The number of the message in its mailbox. */
  message?: number;
  /** The record of a web archive, and its number. */
  record?: string;
  recordNumber?: number;
  /** What it is nested in, from outside in: `['iframe srcdoc', 'style']`. */
  within?: string[];
  /** null: it is inside a transfer encoding, or in compressed data. */
  line: number | null;
  column: number | null;
  offset: number | null;
  length: number | null;
  element: string | null;
  attribute: string | null;
  /** As it reads: decoded. */
  reference: string;
  /** Its absolute form; null: it is kept. */
  url: string | null;
  base: string | null;
  baseFrom: string;
  resolver: Resolver;
  action: 'rewrite' | 'absolute' | 'keep';
  /** Why it is kept. */
  reason?: string;
}

/** A candidate for a base. */
export interface Layer {
  from: string;
  part: string;
  value: string;
  url: string | null;
  status: 'used' | 'overridden' | 'ignored';
  reason?: string;
}

/** How the base of a document was established, as in the program's --explain: its layers, the innermost first. */
export interface Explanation {
  part: string;
  message?: number;
  record?: string;
  recordNumber?: number;
  within?: string[];
  type: string;
  base: string | null;
  baseFrom: string;
  resolver: Resolver;
  inheritedFrom: string | null;
  layers: Layer[];
  links: number;
  relative: number;
}

/** Something that was left, or is odd. */
export interface Note {
  code: string;
  severity: 'detail' | 'notice' | 'failure';
  text: string;
  part: string;
  message: number | null;
  record: number | null;
  offset: number | null;
  line: number | null;
}

/** The options of the program, without their dashes, in camelCase. A wrong one throws a TypeError that names it. */
export interface Options {
  /** The URL that the data was retrieved from. */
  url?: string | URL;
  imageUrl?: string | URL;
  rootUrl?: string | URL;
  type?: Type | string;
  /** Of bytes, as a header would say it. A string is decoded already. */
  charset?: string;
  resolver?: Resolver;
  keepFragments?: boolean | 'page';
  baseElement?: 'keep' | 'remove';
  feedBase?: 'document' | 'entry';
  headers?: boolean;
  htmlReader?: 'auto' | 'scan';
  signed?: 'skip' | 'rewrite';
  noMarks?: boolean;
  null?: boolean;
  also?: string | string[];
  only?: string | string[];
  except?: string | string[];
  attribute?: string | string[];
  urlFromHeader?: string | string[];
  jsonMember?: string | string[];
  jsonUrl?: string | string[];
  delimiter?: string;
  referenceField?: string;
  baseField?: string;
  urlField?: string;
  bodyField?: string;
  answerField?: string;
  /** The name of the file that the data is from, which helps to detect its type. */
  name?: string;
  /**
   * Decides on each link, in the order of the data, except for base elements and xml:base: a string replaces it, false
   * leaves it as it is written, and undefined, null or true means what is planned. Another answer is a TypeError. What it
   * throws ends the call and is thrown again.
   */
  onLink?: (link: Link) => string | boolean | null | undefined;
  /** Is told what was left, and what is odd. */
  onNote?: (note: Note) => void;
}

export interface StreamOptions extends Options {
  /** Of a web archive: new records for what changes (conversion, the default), or a full copy (response). */
  warcEmit?: 'conversion' | 'response';
  /** The date of new records: `2026-01-02T03:04:05Z`; now, if there is none. */
  date?: string;
  /** The name of the file that is written: a new archive is compressed as it says. */
  outputName?: string;
}

/** All links of a text or of bytes in their absolute form. If nothing changes, the same string, or the same bytes. */
export function rewrite(data: string, options?: Options): string;
export function rewrite(data: Bytes, options?: Options): NewBytes;
export function rewrite(data: string | Bytes, options?: Options): string | NewBytes;

/** All references, in the order of the data. */
export function links(data: string | Bytes, options?: Options): Link[];

/** How the base of each document in the data was established. */
export function explain(data: string | Bytes, options?: Options): Explanation[];

/** A URL that is read once, to resolve any number of references against it. */
export class Base {
  /** Throws a TypeError if the URL can't be a base. */
  constructor(url: string | URL, options?: { resolver?: Resolver });
  readonly url: string;
  /** The absolute form of a reference; null: it has none. */
  absolute(reference: string): string | null;
}

/** Rewrites an input of any type and size as its bytes come: a web archive, a mailbox, a stream of JSON Lines, a page. */
export class RewriteStream extends TransformStream<Bytes, NewBytes> {
  constructor(options?: StreamOptions);
}

/** The version of the library. */
export const version: string;

/** What load() gives. */
export interface Absolve {
  rewrite: typeof rewrite;
  links: typeof links;
  explain: typeof explain;
  Base: typeof Base;
  RewriteStream: typeof RewriteStream;
  version: string;
}
