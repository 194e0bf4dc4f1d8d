// Reads what absolve made of references, one a line, from standard input: in hexadecimal a base, a reference, and the
// absolute form, and between the last two a word that says what became of it:
//
//   resolved    the absolute form is another text
//   absolute    the reference is absolute as it stands
//   failed      it can't be parsed
//   unsuitable  the base is none for the standard: it can't be parsed, or has no hierarchy
//
// Parsers written after the URL standard must arrive at the same URL from both: Node's own, and the reference
// implementation of the standard (whatwg-url), where npm has put it. Writes each line where one of them doesn't, and then
// how many there were of each kind. What only IDNA refuses is counted alone: absolve takes such a host for one, and its
// absolute form must be refused as well; so is what differs by a fault of Node's that is known.
const lines = require('fs').readFileSync(0, 'latin1').split('\n').slice(0, -1);

const text = (hexadecimal) => Buffer.from(hexadecimal, 'hex').toString();

// Where Node 20 departs from the standard, as the reference implementation shows: dot segments stay behind a segment such
// as `.x`; a path that is all taken away loses its slash, if the scheme is not special; what starts with the letter of a
// drive passes for one (`file:///C:a` and `g`); an empty query of the base is not inherited (`http://a/b?` and `#f`).
function isNodesOwn(base, there, here) {
  const hasDots = (url) => url && /\/(\.|%2e){1,2}(\/|$)/i.test(url.pathname);
  const hasDrive = (url) => /^file:.*\/[a-z]:[^/]/i.test(url.href);
  const losesQuery = base.href.includes('?') && base.search === '' && here && here.href.replace('?', '') === there.href;
  const isPathLost = (url) => url && (url.pathname === '' || hasDrive(url));
  return losesQuery || [base, there, here].some(hasDots) || [base, there].some(isPathLost);
}

// The reference implementation takes its time: it looks at some of the lines, when they are many.
const judges = [{ name: 'Node', URL, lines, excuses: isNodesOwn }];
const reference = require('./from_npm.js')('whatwg-url');
if (reference) {
  const some = lines.filter((_, i) => lines.length < 20_000 || i % 10 === 0);
  judges.push({ name: 'whatwg-url', URL: reference.URL, lines: some, excuses: () => false });
} else {
  console.log('whatwg-url: skipped, as it is missing (npm install -g whatwg-url)');
}

// Whether the host of an absolute URL needs IDNA to be judged: it has a character beyond ASCII, perhaps escaped, or a
// label that says so.
function needsIdna(url) {
  const host = url.replace(/[\t\n\r]/g, '').match(/^[\0- ]*[a-z][a-z0-9+.-]*:[\\/]*([^\\/?#]*)/i);
  return host !== null && /[^\0-\x7f]|%[89a-f]|xn--/i.test(host[1]);
}

const executed = /^[\0-\x20]*(data|javascript|livescript|vbscript):/i;
const isHierarchical = (url) => url.host !== '' || url.pathname.startsWith('/');

function verdict(judge, base, reference, word, absolute) {
  const parsed = (...url) => {
    try {
      return new judge.URL(...url);
    } catch {
      return null;
    }
  };
  const baseUrl = parsed(base);
  if (word === 'unsuitable') {
    const isBase = baseUrl !== null && isHierarchical(baseUrl) && !executed.test(base.replace(/[\t\n\r]/g, ''));
    return isBase ? 'wrong' : 'unsuitable';
  }
  if (baseUrl === null) return needsIdna(base) ? 'idna' : 'wrong';
  const there = parsed(reference, base);
  const here = parsed(absolute);
  if (word === 'failed') return there === null ? 'failed' : 'wrong';
  if (there === null) return here === null && needsIdna(absolute) ? 'idna' : 'wrong';
  const isAlike = here !== null && here.href === there.href && (word !== 'absolute' || absolute === reference);
  if (isAlike) return word;
  return judge.excuses(baseUrl, there, here) ? 'excused' : 'wrong';
}

let wrong = 0;
for (const judge of judges) {
  const counts = {};
  for (const line of judge.lines) {
    const [base, reference, word, absolute] = line.split(' ').map((part, i) => (i === 2 ? part : text(part)));
    const found = verdict(judge, base, reference, word, absolute);
    counts[found] = (counts[found] ?? 0) + 1;
    if (found === 'wrong' && ++wrong <= 20) console.log(judge.name, JSON.stringify({ base, reference, word, absolute }));
  }
  const counted = Object.entries(counts).sort().map(([word, count]) => word + ' ' + count);
  console.log(judge.name + ': ' + counted.join(', '));
}
process.exit(wrong ? 1 : 0);
