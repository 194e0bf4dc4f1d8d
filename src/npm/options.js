// Options by their names in camelCase: what the command line calls --keep-fragments is keepFragments here.

import { encoded } from './text.js';

const functions = ['onLink', 'onNote'];

const absent = { htmlReader: ['tree'], type: ['wacz', 'epub'] }; // values of the program that this package lacks

export const camelCase = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

// Whatever else is passed for options, such as a list, a Map or a URL, would be read as none.
export function requireObject(options, example) {
  const what = Object.prototype.toString.call(options).slice('[object '.length, -1);
  if (what !== 'Object' && what !== 'Module') throw new TypeError(`options: must be an object, such as ${example}, not ${what}`);
}

export class KnownOptions {
  #rows;

  // `rows`: what the module says of each.
  constructor(rows) {
    this.#rows = new Map(rows.map((row) => [camelCase(row.name), row]));
  }

  // The names and values, as texts for the module. `more`: what else may be there, with the values that are right.
  named(options, more = {}) {
    requireObject(options, "{ url: 'http://a.example/' }");
    const named = [];
    for (const [key, value] of Object.entries(options)) {
      if (value === undefined || value === null || value === false) {
        this.#require(key, more);
      } else if (functions.includes(key)) {
        if (typeof value !== 'function') throw new TypeError(`${key}: must be a function, not ${typeof value}`);
      } else if (key === 'name' || Object.hasOwn(more, key)) {
        textOf(key, value);
        const right = more[key];
        if (right && !right.test(value)) throw new TypeError(`${key}: '${value}' is not ${right.what}`);
        if (key === 'name') named.unshift(['name', value]);
      } else {
        named.push(...this.#values(key, value));
      }
    }
    return named;
  }

  // The options as the program says them, in the order of its table: the IDs of new records depend on them.
  said(named) {
    const order = [...this.#rows.values()];
    const at = (name) => order.findIndex((row) => row.name === name);
    const there = named.filter(([name]) => at(name) >= 0 && name !== 'null'); // which is of lists alone
    there.sort(([one], [other]) => at(one) - at(other));
    return there.map(([name, value]) => (value === '' ? `--${name}` : `--${name}=${value}`)).join(' ');
  }

  #require(key, more) {
    const row = this.#rows.get(key);
    if (row || key === 'name' || functions.includes(key) || Object.hasOwn(more, key)) return row;
    throw new TypeError(`${key}: there is no such option${this.#nearest(key, more)}`);
  }

  #values(key, value) {
    const row = this.#require(key, {});
    if (value === true) {
      if (row.value && !row.bare) throw new TypeError(`${key}: needs a value`);
      return [[row.name, '']];
    }
    if (!row.value) throw new TypeError(`${key}: must be true or false`);
    if (row.bare && value === '') throw new TypeError(`${key}: must be true, or a value that is not empty`);
    if (!row.list && Array.isArray(value)) throw new TypeError(`${key}: must be a string, not a list`);
    if (absent[key]?.includes(value)) throw new TypeError(`${key}: '${value}' is no part of this package`);
    return [value].flat().map((one) => [row.name, textOf(key, one)]);
  }

  #nearest(key, more) {
    const plain = (name) => name.toLowerCase().replace(/[-_]/g, '');
    const names = [...this.#rows.keys(), 'name', ...functions, ...Object.keys(more)];
    const found = names.find((name) => plain(name) === plain(key));
    return found ? `; it is called ${found}` : '';
  }
}

function textOf(key, value) {
  const text = value instanceof URL ? value.href : value;
  if (typeof text !== 'string') throw new TypeError(`${key}: must be a string, not ${typeof value}`);
  if (text.includes('\0')) throw new TypeError(`${key}: must not contain NUL`);
  return text;
}

export const packed = (texts) => encoded(texts.map((text) => `${text}\0`).join(''));
