// The module of WebAssembly: its memory, what it imports, and what becomes of it when it fails. src/wasm/module.cc is the
// other side.

import { decoded } from './text.js';

export const status = { done: 0, unchanged: 1, wrong: 2, stopped: 3, isStream: 4 };

const answers = { asPlanned: 0, keep: 1, replace: 2, stop: -1 };

// The memory of an instance never shrinks, so one that has grown beyond this is not asked again.
const largeInstance = 256 * 1024 * 1024;

// What onLink or another function of the user has thrown, on its way through the functions of the module.
class Thrown {
  constructor(error) {
    this.error = error;
  }
}

// One instance of the module.
class Instance {
  exports;
  failure = null; // the RangeError that it has ended with
  #context = null; // of the call that is running

  constructor(module) {
    const { exports } = new WebAssembly.Instance(module, {
      absolve: {
        ask: (at, size) => this.#ask(this.text(at, size)),
        tell: (at, size) => this.#tell(this.text(at, size)),
        write: (at, size) => this.#context.write?.(this.bytes(at, size).slice()),
      },
      // What remains of a system: the time, for the dates of new records.
      wasi_snapshot_preview1: {
        clock_time_get: (clock, precision, at) => {
          new DataView(exports.memory.buffer).setBigUint64(at, BigInt(Date.now()) * 1_000_000n, true);
          return 0;
        },
      },
    });
    this.exports = exports;
    exports._initialize();
  }

  bytes(at, size) {
    return new Uint8Array(this.exports.memory.buffer, at >>> 0, size >>> 0);
  }

  text(at, size) {
    return decoded(this.bytes(at, size));
  }

  get answer() {
    return this.bytes(this.exports.answer_at(), this.exports.answer_size());
  }

  // The place of a copy in the memory of the module, to be released.
  put(bytes) {
    const at = this.exports.allocate(bytes.length);
    this.bytes(at, bytes.length).set(bytes);
    return at;
  }

  // Lends the module some bytes.
  lend(bytes, use) {
    const at = this.put(bytes);
    try {
      return use(at, bytes.length);
    } finally {
      this.exports.release(at);
    }
  }

  // Runs a function, and then one that releases what it needed, unless the instance has failed.
  releasing(release, use) {
    let result;
    try {
      result = use();
    } catch (error) {
      if (!this.failure && !isFailure(error)) release();
      throw error;
    }
    release();
    return result;
  }

  // Runs a function of the module. `context`: onLink, onNote, write, and the places of a string. What onLink and others
  // throw ends it, and is thrown again.
  run(context, use) {
    const around = this.#context;
    this.#context = { ...context, thrown: null };
    try {
      const result = use(this.exports);
      if (this.#context.thrown) throw this.#context.thrown;
      return result;
    } finally {
      this.#context = around;
    }
  }

  #guarded(use, otherwise) {
    const context = this.#context;
    if (context.thrown) return otherwise;
    try {
      const result = use(context);
      if (this.failure) throw this.failure;
      return result;
    } catch (error) {
      if (this.failure) throw this.failure; // a call within this one: the module can't go on
      context.thrown = new Thrown(error);
      return otherwise;
    }
  }

  #ask(json) {
    return this.#guarded((context) => {
      const link = placed(JSON.parse(json), context.places);
      const answer = context.onLink(link);
      if (answer === undefined || answer === null || answer === true || answer === link.url) return answers.asPlanned;
      if (answer === false) return answers.keep;
      if (typeof answer !== 'string') {
        throw new TypeError(`onLink: must answer a string, false to keep the link, or nothing, not ${typeof answer}`);
      }
      const bytes = context.encoded(answer);
      this.bytes(this.exports.space_for_answer(bytes.length), bytes.length).set(bytes);
      return answers.replace;
    }, answers.stop);
  }

  #tell(json) {
    this.#guarded((context) => context.onNote?.(placed(JSON.parse(json), context.places)));
  }
}

// A link or a note, with its places in a string, if it is from one.
export function placed(found, places) {
  if (!places || found.offset === null) return found;
  const { offset, length, column } = found;
  found.offset = places.of(offset);
  if (length !== undefined) found.length = places.of(offset + length) - found.offset;
  if (column !== undefined) found.column = found.offset - places.of(offset + 1 - column) + 1;
  return found;
}

// The module, with an instance that is replaced when it has failed: then its memory is in no known state.
export class Host {
  #module;
  #instance = null;

  constructor(module) {
    this.#module = module;
  }

  get instance() {
    if (this.#instance?.exports.memory.buffer.byteLength > largeInstance) this.#instance = null;
    this.#instance ??= new Instance(this.#module);
    return this.#instance;
  }

  // Runs a function of an instance, and does without that in the future if it fails.
  guarded(instance, use) {
    if (instance.failure) throw instance.failure;
    try {
      return use(instance);
    } catch (error) {
      if (error instanceof Thrown) throw error.error;
      if (!isFailure(error)) throw error;
      if (this.#instance === instance) this.#instance = null;
      instance.failure ??= new RangeError('absolve: the module has failed, as it does where memory ends', { cause: error });
      throw instance.failure;
    }
  }
}

// Whether the module has trapped, has thrown what it should have caught, or has used up the stack of the engine.
function isFailure(error) {
  const isThrown = typeof WebAssembly.Exception === 'function' && error instanceof WebAssembly.Exception;
  const isOfEngine = error instanceof RangeError || error?.name === 'InternalError'; // a TypeError quotes the user
  const isOfStack = isOfEngine && /call stack|recursion/.test(error.message);
  return isThrown || error instanceof WebAssembly.RuntimeError || isOfStack;
}
