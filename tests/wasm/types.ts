// What the declarations must allow, and, where an error is expected, forbid.
import { Base, explain, links, rewrite, RewriteStream, type Link, type Note } from 'absolve';
import { load, loadSync } from 'absolve/load';

const text: string = rewrite('<a href=x>', { url: 'http://a/', resolver: 'whatwg', also: ['lazy'] });
const bytes: Uint8Array = rewrite(new Uint8Array(3), { url: new URL('http://a/'), keepFragments: 'page' });
const of_buffer = rewrite(new ArrayBuffer(3));
declare const either: string | Uint8Array;
const same_as_given: string | Uint8Array = rewrite(either);
const found: Link[] = links(text, { onLink: ({ url }) => url && `http://proxy/${url}`, onNote: (note: Note) => note.text });
const place: number | null = found[0].offset;
const from: string = explain(bytes)[0].layers[0].from;
const absolute: string | null = new Base('http://a/', { resolver: 'rfc3986' }).absolute('x');
const stream: ReadableStream<Uint8Array> = new Blob([of_buffer]).stream().pipeThrough(new RewriteStream({ type: 'warc', warcEmit: 'response' }));
const loaded: string = (await load(fetch('absolve.wasm'))).rewrite(text);
loadSync(new Uint8Array(3)).links(loaded);

// @ts-expect-error: it has no such value
rewrite(text, { resolver: 'rfc1809' });
// @ts-expect-error: there is no such option
rewrite(text, { keepfragments: true });
// @ts-expect-error: it takes a text or bytes
rewrite(5);
// @ts-expect-error: a function must not be asynchronous
rewrite(text, { onLink: async () => 'x' });
// @ts-expect-error: for streams alone
rewrite(text, { warcEmit: 'response' });
export { absolute, from, place, same_as_given, stream };
