"""Whether the package gives in Chromium what the program gives: for the pages of testdata and, where it is, the corpus.

usage: browser.py PROGRAM PACKAGE TESTDATA CORPUS

A page loads the package from a server that doesn't know the type of the module, under a policy that allows no more than the
package needs, rewrites each file as bytes and as a stream, and posts what becomes of it. Exits with 77 without Chromium.
"""

import http.server
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading

PATIENCE = 300  # seconds
URL = "http://example.com/a/b"
POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
PAGE = b"<!DOCTYPE html><title>-</title><script type=module src=/page.js></script>"
SCRIPT = b"""
import { rewrite, links, RewriteStream } from '/npm/index.js';
const count = await (await fetch('/count')).json();
try {
  for (let i = 0; i < count; ++i) {
    const { name, url } = await (await fetch(`/meant/${i}`)).json();
    const bytes = new Uint8Array(await (await fetch(`/file/${i}`)).arrayBuffer());
    const whole = rewrite(bytes, { url, name });
    const stream = new Blob([bytes]).stream().pipeThrough(new RewriteStream({ url, name }));
    const streamed = new Uint8Array(await new Response(stream).arrayBuffer());
    if (whole.length !== streamed.length || whole.some((byte, at) => byte !== streamed[at])) throw new Error(`${name}: stream`);
    await fetch(`/result/${i}`, { method: 'POST', body: whole });
  }
  await fetch('/done', { method: 'POST', body: `${links('<a href=x>', { url: 'http://a/' })[0].url}` });
} catch (error) {
  await fetch('/done', { method: 'POST', body: String(error) });
}
"""


class Handler(http.server.BaseHTTPRequestHandler):
    def answer(self, body, kind="application/octet-stream"):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        served = self.server
        what, _, rest = self.path[1:].partition("/")
        if self.path == "/":
            self.answer(PAGE, "text/html")
        elif what == "page.js":
            self.answer(SCRIPT, "text/javascript")
        elif what == "npm":
            file = served.package / rest
            self.answer(file.read_bytes(), "text/javascript" if file.suffix == ".js" else "application/octet-stream")
        elif what == "count":
            self.answer(json.dumps(len(served.files)).encode())
        elif what == "meant":
            self.answer(json.dumps({"name": served.files[int(rest)].name, "url": URL}).encode())
        elif what == "file":
            self.answer(served.files[int(rest)].read_bytes())
        else:
            self.send_error(404)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        what, _, rest = self.path[1:].partition("/")
        if what == "result":
            self.server.results[int(rest)] = body
        else:
            self.server.end = body.decode()
            self.server.is_over.set()
        self.answer(b"")

    def log_message(self, *_):
        pass


def main():
    program, package, testdata, corpus = (pathlib.Path(one).resolve() for one in sys.argv[1:])
    chromium = shutil.which("chromium")
    if not chromium:
        print("chromium")
        return 77
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.package, server.results, server.end, server.is_over = package, {}, "nothing came", threading.Event()
    folders = [testdata / "chromium", corpus / "html", corpus / "feeds"]
    found = (file for folder in folders if folder.exists() for file in sorted(folder.rglob("*")))
    server.files = [file for file in found if file.suffix in (".html", ".htm", ".xml", ".css")]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        command = [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + home]
        address = f"http://127.0.0.1:{server.server_port}/"
        with subprocess.Popen([*command, "--remote-debugging-port=0", address], stderr=subprocess.DEVNULL) as browser:
            server.is_over.wait(PATIENCE)
            browser.terminate()
    differ = 0
    for i, file in enumerate(server.files):
        theirs = subprocess.run([program, "-q", "-u", URL, "-o", "-", file], capture_output=True, check=False).stdout
        if server.results.get(i) != theirs:
            differ += 1
            print(f"DIFFERS {file}")
    print(f"Chromium: {len(server.files)} files compared, {differ} differ; at its end: {server.end}")
    return 0 if differ == 0 and server.end == "http://a/x" else 1


sys.exit(main())
