// Compares playlists with what absolve made of them:
//
//     node playlists_alike.js BEFORE AFTER
//
// Two folders. The parsers of npm (m3u8-parser, hls-parser) must find the same URIs in the same places: those of BEFORE,
// resolved against http://a.example/d/e/NAME, are those of AFTER. What a parser refuses before, it must refuse afterwards.
const fs = require('fs');
const load = require('./from_npm.js');
const [before, after] = process.argv.slice(2);

const parsers = [];
const m3u8 = load('m3u8-parser');
if (m3u8) {
  parsers.push(['m3u8-parser', (text) => {
    const parser = new m3u8.Parser();
    parser.push(text);
    parser.end();
    return parser.manifest;
  }]);
}
const hls = load('hls-parser');
if (hls) parsers.push(['hls-parser', (text) => hls.parse(text)]);
if (parsers.length === 0) console.log('skipped: m3u8-parser and hls-parser are missing (npm install -g m3u8-parser)');

console.error = () => {};  // what they say of playlists that break rules

const isOfUri = /^(resolvedUri|uri|serverUri|x-asset-(uri|list)|X-ASSET-(URI|LIST))$/i;

// All strings in what was parsed that are URIs, by their place.
function urisIn(value, resolve, place = '', found = {}, seen = new Set()) {
  if (value === null || typeof value !== 'object' || seen.has(value)) return found;
  seen.add(value);
  for (const [name, one] of Object.entries(value)) {
    const isReport = /rendition-?reports?/i.test(place);
    if (typeof one === 'string' && isOfUri.test(name)) found[`${place}.${name}`] = resolve && !isReport ? resolve(one) : one;
    else urisIn(one, resolve, `${place}.${name}`, found, seen);
  }
  return found;
}

const stays = (uri) => uri === '' || uri.startsWith('{$') || uri.startsWith('\\');
const resolver = (name) => (uri) => (stays(uri) ? uri : new URL(uri, `http://a.example/d/e/${name}`).href);

function parsed(parse, folder, name, resolve) {
  try {
    return JSON.stringify(urisIn(parse(fs.readFileSync(`${folder}/${name}`, 'utf8')), resolve), null, 1);
  } catch (error) {
    return 'refused';
  }
}

for (const [title, parse] of parsers) {
  let compared = 0;
  for (const name of fs.readdirSync(before)) {
    const one = parsed(parse, before, name, resolver(name));
    const other = parsed(parse, after, name, resolver(name));
    const raw = parsed(parse, after, name, null);
    if (one !== other) console.log(`${title}: ${name}\n${one}\n${other}`);
    compared += one === 'refused' ? 0 : (raw.match(/"https?:/g) || []).length;
  }
  console.log(`${title}: compared ${compared} URLs`);
}
