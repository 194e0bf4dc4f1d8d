// Decodes lines from standard input, each a label and bytes in hexadecimal, and writes for each the text that browsers
// read, in hexadecimal as UTF-8. Node's own decoder of all charsets but gb18030 drops other bytes than the standard says:
// without @exodus/bytes, an empty line stands for these.
const path = require('path');
const readline = require('readline');
const folder = require('./from_npm.js').folder('@exodus/bytes');

async function main() {
  const Decoder = folder ? (await import(path.join(folder, 'encoding.js'))).TextDecoder : TextDecoder;
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const [label, bytes] = line.split(' ');
    const isJudged = folder || label === 'gb18030';
    const text = isJudged ? new Decoder(label, { ignoreBOM: true }).decode(Buffer.from(bytes, 'hex')) : '';
    console.log(Buffer.from(text, 'utf8').toString('hex'));
  }
  console.error(folder ? 'all' : 'some');
}

main();
