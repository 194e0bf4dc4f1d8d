// Reads an archive with npm's warcio, and makes each digest of what that says is the block and the payload. Prints how
// many there were. Ends with 77 where there is no warcio.
const crypto = require('crypto');
const fs = require('fs');
const warcio = require('./from_npm')('warcio');

if (warcio === null) {
  console.error("npm's warcio is missing");
  process.exit(77);
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function base32(bytes) {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replace(/.{1,5}/g, (five) => alphabet[parseInt(five.padEnd(5, '0'), 2)]);
}

function isRight(said, data) {
  const [algorithm, value] = said.split(':');
  const bytes = crypto.createHash(algorithm.toLowerCase().replace('-', '')).update(data).digest();
  const bare = value.replace(/=+$/, '');
  return [bytes.toString('hex'), base32(bytes)].some((way) => way.toLowerCase() === bare.toLowerCase()) ||
    bytes.toString('base64').replace(/=+$/, '') === bare;
}

async function* records(file, parseHttp) {
  const parser = new warcio.WARCParser(fs.createReadStream(file), { parseHttp, keepHeadersCase: true });
  for await (const record of parser) yield { record, bytes: await record.readFully(false) };
}

async function main(file) {
  let count = 0;
  let digests = 0;
  const check = (said, data, header) => {
    if (!said) return;
    ++digests;
    if (!isRight(said, data)) throw new Error(`${said} is wrong:\n${header}`);
  };
  for await (const { record, bytes } of records(file, false)) {
    check(record.warcBlockDigest, bytes, record.warcHeaders.toString());
    ++count;
  }
  for await (const { record, bytes } of records(file, true)) {
    check(record.warcPayloadDigest, bytes, record.warcHeaders.toString());
  }
  console.log(`${count} records, ${digests} digests`);
}

main(process.argv[2]).catch((error) => {
  console.error(error);
  process.exit(1);
});
