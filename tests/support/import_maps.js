// Reads import maps, one a line: in hexadecimal what stands in a page at http://h/a/d.html, and what came of it. Writes
// for each a line: "broken" where JSON.parse refuses it, or else "same" where the new one means the same in a page at
// another address, or "other". What a map means: HTML standard, 8.1.5.2.
const lines = require('fs').readFileSync(0, 'latin1').split('\n').slice(0, -1);

function parsed(url, base) {
  try {
    return new URL(url, base).href;
  } catch {
    return null;
  }
}

const urlLike = (text, base) => (/^(\/|\.\/|\.\.\/)/.test(text) ? parsed(text, base) : parsed(text));

function object(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError();
  return Object.entries(value);
}

function specifiers(map, base) {
  const result = {};
  for (const [key, value] of object(map)) {
    if (key === '') continue;
    const address = typeof value === 'string' ? urlLike(value, base) : null;
    const fits = address !== null && (!key.endsWith('/') || address.endsWith('/'));
    result['k' + (urlLike(key, base) ?? key)] = fits ? address : null;
  }
  return Object.entries(result).sort();
}

function meaning(map, base) {
  try {
    object(map);
    const scopes = {};
    const integrity = {};
    const imports = specifiers(map.imports ?? {}, base);
    for (const [key, value] of object('scopes' in map ? map.scopes : {})) {
      object(value);
      const prefix = parsed(key, base);
      if (prefix !== null) scopes['k' + prefix] = specifiers(value, base);
    }
    for (const [key, value] of object('integrity' in map ? map.integrity : {})) {
      const url = urlLike(key, base);
      if (url !== null && typeof value === 'string') integrity['k' + url] = value;
    }
    return JSON.stringify([imports, Object.entries(scopes).sort(), Object.entries(integrity).sort()]);
  } catch {
    return 'none';
  }
}

const text = (hexadecimal) => Buffer.from(hexadecimal, 'hex').toString();

for (const line of lines) {
  const [before, after] = line.split(' ').map(text);
  let map;
  try {
    map = JSON.parse(before);
  } catch {
    console.log('broken');
    continue;
  }
  const then = meaning(map, 'http://h/a/d.html');
  console.log(then === meaning(JSON.parse(after), 'https://other.example/x/y/z') ? 'same' : 'other');
}
