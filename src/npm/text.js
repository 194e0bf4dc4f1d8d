// Strings of JavaScript as the module has them: in UTF-8, and a lone surrogate in the three bytes that it would have there.

const surrogate = /\p{Surrogate}/u; // by itself: those of a pair are one character
const isWellFormed = (text) => text.isWellFormed?.() ?? !surrogate.test(text); // node 18 has no such function
const encoder = new TextEncoder();
const strict = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });
const lax = new TextDecoder('utf-8', { ignoreBOM: true });

export function encoded(text) {
  if (isWellFormed(text)) return encoder.encode(text);
  const bytes = new Uint8Array(3 * text.length);
  let size = 0;
  let begin = 0;
  const add = (piece) => {
    size += encoder.encodeInto(piece, bytes.subarray(size)).written;
  };
  for (const { index } of text.matchAll(new RegExp(surrogate, 'gu'))) {
    add(text.slice(begin, index));
    const unit = text.charCodeAt(index);
    bytes.set([0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)], size);
    size += 3;
    begin = index + 1;
  }
  add(text.slice(begin));
  return bytes.subarray(0, size);
}

// Throws a TypeError if the bytes are no text, and a RangeError if that is longer than strings can be.
function decodedBy(decoder, bytes) {
  try {
    if (bytes.length < 2 ** 31) return decoder.decode(bytes); // V8 ends the process for more
  } catch (error) {
    if (error instanceof TypeError) throw error;
  }
  throw new RangeError('absolve: the text is longer than a string can be');
}

// Bytes that are neither characters nor surrogates become U+FFFD, or, if that must not be, the answer is null.
export function decoded(bytes, mayReplace = true) {
  try {
    return decodedBy(strict, bytes);
  } catch (error) {
    if (error instanceof RangeError) throw error; // else it has lone surrogates, or other bytes
  }
  const decoder = mayReplace ? lax : strict;
  const pieces = [];
  let begin = 0;
  try {
    for (let at = bytes.indexOf(0xed); at >= 0; at = bytes.indexOf(0xed, at + 1)) {
      const [second, third] = bytes.subarray(at + 1, at + 3);
      if (!(second >= 0xa0 && second < 0xc0 && third >= 0x80 && third < 0xc0)) continue;
      pieces.push(decodedBy(decoder, bytes.subarray(begin, at)));
      pieces.push(String.fromCharCode(0xd000 | ((second & 0x3f) << 6) | (third & 0x3f)));
      begin = at + 3;
    }
    pieces.push(decodedBy(decoder, bytes.subarray(begin)));
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return null;
  }
  return pieces.join('');
}

// Leads from an offset in bytes to one in the string that they encode.
//
//     h  é        <  a     units 0 1 2 3
//     68 C3 A9    3C 61    bytes 0 1 3 4
export class Places {
  static #step = 256;
  #bytes;
  #marks = [0]; // how many units come before each multiple of the step, as far as it was counted

  constructor(bytes) {
    this.#bytes = bytes;
  }

  of(offset) {
    const step = Places.#step;
    while (this.#marks.length * step <= offset) {
      const end = this.#marks.length * step;
      this.#marks.push(this.#marks.at(-1) + this.#units(end - step, end));
    }
    const mark = Math.floor(offset / step);
    return this.#marks[mark] + this.#units(mark * step, offset);
  }

  // The units of the characters that begin there: two of one that has four bytes.
  #units(begin, end) {
    let units = 0;
    for (let at = begin; at < end; ++at) {
      const byte = this.#bytes[at];
      if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1;
    }
    return units;
  }
}
