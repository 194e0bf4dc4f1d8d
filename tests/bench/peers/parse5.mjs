// parse5's rewriting stream: href and src made absolute.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
const require = createRequire(process.env.PEERS + "/");
const { RewritingStream } = await import(require.resolve("parse5-html-rewriting-stream"));
const [url, repeats, ...files] = process.argv.slice(2);
let bytes = 0;
for (let i = 0; i < repeats; ++i) {
  for (const file of files) {
    const stream = new RewritingStream();
    stream.on("startTag", (tag) => {
      for (const attribute of tag.attrs) {
        if (attribute.name !== "href" && attribute.name !== "src") continue;
        try {
          attribute.value = new URL(attribute.value, url).href;
        } catch {}
      }
      stream.emitStartTag(tag);
    });
    stream.on("data", (text) => (bytes += text.length));
    stream.write(readFileSync(file, "utf8"));
    stream.end();
    await new Promise((done) => stream.on("end", done));
  }
}
console.log(bytes);
