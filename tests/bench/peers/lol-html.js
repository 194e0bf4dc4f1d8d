// lol-html, the rewriter of a large CDN, as bun's HTMLRewriter has it: href and src made absolute.
const [url, repeats, ...files] = process.argv.slice(2);
const absolute = (name) => ({
  element(element) {
    try {
      element.setAttribute(name, new URL(element.getAttribute(name), url).href);
    } catch {}
  },
});
const rewriter = new HTMLRewriter().on("[href]", absolute("href")).on("[src]", absolute("src"));
let bytes = 0;
for (let i = 0; i < repeats; ++i) {
  for (const file of files) bytes += rewriter.transform(await Bun.file(file).arrayBuffer()).byteLength;
}
console.log(bytes);
