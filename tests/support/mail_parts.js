// Prints the parts of messages as npm's mailparser sees them: for each file its name, then a line a part, with its type, its
// charset (- for none) and its decoded body in base64. Text comes in UTF-8. Exit status 77: mailparser isn't installed
// where node or npm look for packages.
const { readFileSync } = require('fs');
const mailparser = require('./from_npm.js')('mailparser');
if (mailparser === null) process.exit(77);

const options = {
  skipHtmlToText: true, skipImageLinks: true, skipTextLinks: true, skipTextToHtml: true, keepDeliveryStatus: true,
};
const line = (type, charset, body) => console.log(' ', type, charset, Buffer.from(body).toString('base64'));

async function show(name) {
  console.log(name);
  const source = readFileSync(name);
  const message = await mailparser.simpleParser(source, options);
  // It makes one text of several parts.
  const isAlone = (source.toString('latin1').match(/text\/html/gi) || []).length < 2;
  if (isAlone && message.text) line('text/plain', 'utf-8', message.text);
  if (isAlone && message.html) line('text/html', 'utf-8', message.html);
  for (const one of message.attachments) line(one.contentType, '-', one.content);
}

(async () => {
  for (const name of process.argv.slice(2)) await show(name);
})();
