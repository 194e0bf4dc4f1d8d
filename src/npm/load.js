// Functions over a module that the caller has, or says where it is.

import { Host, placed, status } from './module.js';
import { camelCase, KnownOptions, packed, requireObject } from './options.js';
import { decoded, encoded, Places } from './text.js';

// `source`: where the module is (a URL), a Response, its bytes, or a compiled one; or a promise of these.
export async function load(source) {
  source = await source;
  if (source instanceof WebAssembly.Module) return bound(source);
  if (typeof source === 'string' || source instanceof URL) source = await fetch(source);
  if (typeof Response === 'function' && source instanceof Response) {
    if (!source.ok) throw new Error(`absolve: ${source.url} can't be loaded: ${source.status} ${source.statusText}`);
    source = await source.arrayBuffer(); // as bytes, whatever type the server gives it
  }
  return bound(await WebAssembly.compile(source));
}

// The same at once, for bytes or a compiled module: in a worker, or in node.
export function loadSync(source) {
  return bound(source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source));
}

function bytesOf(data, what, expected = 'a string or bytes') {
  if (data instanceof Uint8Array) return data;
  if (Object.prototype.toString.call(data) === '[object ArrayBuffer]') return new Uint8Array(data); // also one of a frame
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  throw new TypeError(`${what}: must be ${expected}, not ${data === null ? 'null' : typeof data}`);
}

const enoughForAChunk = 64 * 1024;

function joined(pieces, size) {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

// The form of dates in archives, and only those that there are.
function isDate(text) {
  const inForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text);
  const time = inForm ? new Date(text) : NaN;
  return !Number.isNaN(Number(time)) && time.toISOString() === text.replace('Z', '.000Z');
}

const oneOf = (...words) => ({ test: (text) => words.includes(text), what: `one of ${words.join(' ')}` });

const moreOfStreams = {
  warcEmit: oneOf('conversion', 'response'),
  date: { test: isDate, what: 'a date such as 2026-01-02T03:04:05Z' },
  outputName: null,
};

function bound(module) {
  const host = new Host(module);
  const jsonOf = (instance) => JSON.parse(decoded(instance.answer));
  const known = host.guarded(host.instance, (instance) => {
    instance.exports.known_options();
    return new KnownOptions(jsonOf(instance));
  });

  // A message of the module, about an option by its name here.
  const wrong = (text) => new TypeError(text.replace(/^[a-z][a-z0-9-]*/, camelCase));

  function settingsOf(instance, named, onLink) {
    return instance.lend(packed(named.flat()), (at, size) => {
      const settings = instance.exports.settings_new(at, size, onLink ? 1 : 0);
      if (settings === 0) throw wrong(decoded(instance.answer));
      return settings;
    });
  }

  // Plans data, and gives the plan to a function; `named` are its options.
  function planned(data, options, use) {
    const isText = typeof data === 'string';
    const bytes = isText ? encoded(data) : bytesOf(data, 'data');
    const named = known.named(options);
    if (isText && named.some(([name]) => name === 'charset')) {
      throw new TypeError('charset: a string is decoded already; pass bytes');
    }
    const { onLink, onNote } = options;
    const places = isText && bytes.length !== data.length ? new Places(bytes) : null;
    return host.guarded(host.instance, (instance) => {
      const settings = settingsOf(instance, named, onLink);
      const plan = instance.exports.planned_new(instance.put(bytes));
      const free = () => {
        instance.exports.planned_free(plan);
        instance.exports.settings_free(settings);
      };
      return instance.releasing(free, () => {
        const result = instance.run({ onLink, onNote, places, encoded }, (exports) =>
          exports.planned_run(plan, bytes.length, settings, isText ? 1 : 0),
        );
        if (result === status.wrong) throw new Error(decoded(instance.answer));
        if (result === status.isStream) {
          throw new TypeError('data: a web archive, or documents in a stream or table, which RewriteStream rewrites (packages are not read here)');
        }
        return use({ instance, plan, result, isText, places });
      });
    });
  }

  function rewrite(data, options = {}) {
    return planned(data, options, ({ instance, plan, result, isText }) => {
      if (result === status.unchanged) return isText ? data : bytesOf(data);
      instance.exports.planned_output(plan);
      if (!isText) return instance.answer.slice();
      const text = decoded(instance.answer, false);
      if (text === null) throw new TypeError('data: this string declares another charset than UTF-8; pass bytes');
      return text;
    });
  }

  function links(data, options = {}) {
    return planned(data, options, ({ instance, plan, places }) => {
      instance.exports.planned_links(plan);
      return jsonOf(instance).map((link) => placed(link, places));
    });
  }

  function explain(data, options = {}) {
    return planned(data, options, ({ instance, plan }) => {
      instance.exports.planned_explain(plan);
      return jsonOf(instance);
    });
  }

  // An instance holds one base, that which was asked last: those that nobody needs any more are not in its memory.
  let current = { base: null, instance: null, at: 0 };

  function settle(base, instance, url, resolver) {
    if (current.base === base && current.instance === instance) return current.at;
    const at = instance.lend(encoded(url), (text, size) =>
      instance.lend(encoded(resolver), (name, nameSize) => instance.exports.base_new(text, size, name, nameSize)),
    );
    if (at === 0) throw wrong(decoded(instance.answer));
    if (current.instance === instance) instance.exports.base_free(current.at);
    current = { base, instance, at };
    return at;
  }

  class Base {
    #url; // as it counts
    #resolver;

    constructor(url, options = {}) {
      const text = url instanceof URL ? url.href : url;
      if (typeof text !== 'string') throw new TypeError(`url: must be a string, not ${typeof url}`);
      requireObject(options, "{ resolver: 'whatwg' }");
      for (const key of Object.keys(options)) {
        if (key !== 'resolver') throw new TypeError(`${key}: there is no such option`);
      }
      this.#resolver = options.resolver ?? 'rfc1808';
      if (typeof this.#resolver !== 'string') throw new TypeError('resolver: must be a string');
      host.guarded(host.instance, (instance) => {
        settle(this, instance, text, this.#resolver);
        this.#url = decoded(instance.answer);
      });
    }

    get url() {
      return this.#url;
    }

    // The absolute form of a reference; null: it has none.
    absolute(reference) {
      if (typeof reference !== 'string') throw new TypeError(`reference: must be a string, not ${typeof reference}`);
      return host.guarded(host.instance, (instance) => {
        const base = settle(this, instance, this.#url, this.#resolver);
        const result = instance.lend(encoded(reference), (at, size) => instance.exports.base_absolute(base, at, size));
        return result === status.done ? decoded(instance.answer) : null;
      });
    }
  }

  // Of streams that nobody reads to their end.
  const left = new FinalizationRegistry((free) => free());

  class RewriteStream extends TransformStream {
    constructor(options = {}) {
      const named = known.named(options, moreOfStreams);
      const { onLink, onNote, warcEmit, date, outputName } = options;
      const { instance } = host;
      const stream = host.guarded(instance, () => {
        const settings = settingsOf(instance, named, onLink);
        const more = packed([warcEmit || '', date || '', known.said(named), outputName || '']);
        const made = instance.lend(more, (at, size) => instance.exports.stream_new(settings, at, size));
        instance.exports.settings_free(settings);
        return made;
      });
      let isThere = true;
      const free = () => {
        if (isThere && !instance.failure) instance.exports.stream_free(stream);
        isThere = false;
      };
      const run = (controller, use) => {
        let pieces = [];
        let size = 0;
        const enqueue = () => {
          if (size > 0) controller.enqueue(joined(pieces, size));
          [pieces, size] = [[], 0];
        };
        const write = (bytes) => {
          pieces.push(bytes);
          size += bytes.length;
          if (size >= enoughForAChunk) enqueue();
        };
        try {
          host.guarded(instance, () => {
            const result = instance.run({ onLink, onNote, encoded, write }, use);
            enqueue();
            if (result === status.wrong) throw new Error(decoded(instance.answer));
          });
        } catch (error) {
          free();
          throw error;
        }
      };
      super({
        transform(chunk, controller) {
          const bytes = bytesOf(chunk, 'a chunk', 'bytes');
          run(controller, (exports) => instance.lend(bytes, (at, size) => exports.stream_add(stream, at, size)));
        },
        flush(controller) {
          run(controller, (exports) => exports.stream_end(stream));
          free();
        },
        cancel: free,
      });
      left.register(this, free);
    }
  }

  const version = host.guarded(host.instance, (instance) => {
    instance.exports.version();
    return decoded(instance.answer);
  });
  return { rewrite, links, explain, Base, RewriteStream, version };
}
