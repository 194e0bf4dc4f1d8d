// Reads pages, one a line in hexadecimal, from standard input. Writes for each a line: the offset of the base element
// that counts (- for none), and the offset and namespace of each start tag that is in the tree, such as 12:svg.
// Exit status 77: parse5 isn't installed where node or npm look for packages.
const parse5 = require('./from_npm.js')('parse5');
if (parse5 === null) process.exit(77);

const spaces = {
  'http://www.w3.org/1999/xhtml': 'html',
  'http://www.w3.org/2000/svg': 'svg',
  'http://www.w3.org/1998/Math/MathML': 'mathml',
};

function answer(page) {
  const seen = [];
  let base = '-';
  const path = [{ node: parse5.parse(page, { scriptingEnabled: false, sourceCodeLocationInfo: true }), inTemplate: false }];
  while (path.length > 0) {
    const { node, inTemplate } = path.pop();
    const space = spaces[node.namespaceURI];
    if (node.tagName && node.sourceCodeLocation) {
      const begin = node.sourceCodeLocation.startOffset;
      seen.push(begin + ':' + space);
      const counts = node.tagName === 'base' && space === 'html' && !inTemplate && base === '-';
      if (counts && node.attrs.some((attribute) => attribute.name === 'href')) base = begin;
    }
    if (node.content) path.push({ node: node.content, inTemplate: true });
    const children = node.childNodes || [];
    for (let i = children.length - 1; i >= 0; --i) path.push({ node: children[i], inTemplate });
  }
  return [base].concat(seen).join(' ');
}

const lines = require('fs').readFileSync(0, 'latin1').split('\n');
lines.pop();
for (const line of lines) process.stdout.write(answer(Buffer.from(line, 'hex').toString('latin1')) + '\n');
