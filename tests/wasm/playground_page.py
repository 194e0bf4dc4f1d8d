"""What the page to try the package (doc/playground) does in Chromium, from a server that doesn't know the type of the module.

usage: playground_page.py PROGRAM PACKAGE

Nothing may run or become an element of what is given, the page may ask for nothing but itself, and axe-core, where NODE_PATH
leads to it, must find nothing. Exits with 77 without Chromium.
"""

import functools
import http.server
import json
import os
import pathlib
import shutil
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

import chromium
from report_page import Checks, Page, check_accessibility

HOSTILE = """<img src=x onerror="ran = 1"><script>ran = 2</script></pre></textarea><svg onload="ran = 3"><style>* { display: none }</style>
<iframe srcdoc="<script>parent.ran = 4</script>"></iframe><base href="http://b/"><a href="%s"><a href="javascript:ran = 5">""" % ("y" * 2000)
ELEMENTS = "document.querySelectorAll('img, iframe, svg, base, style, pre a, td a, main script').length"


class Handler(http.server.SimpleHTTPRequestHandler):
    def guess_type(self, path):
        kinds = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}
        return kinds.get(os.path.splitext(path)[1], "application/octet-stream")

    def log_message(self, *_):
        pass


def when(page, condition):
    """Waits until it holds."""
    until = time.monotonic() + chromium.PATIENCE
    while not page.evaluate(condition):
        if time.monotonic() > until:
            raise RuntimeError("does not become true: " + condition)
        time.sleep(0.05)


def give(page, text):
    page.evaluate("{ const source = document.getElementById('source'); source.value = %s;"
                  " source.dispatchEvent(new Event('input', { bubbles: true })); }" % json.dumps(text))


def main():
    if not shutil.which("chromium"):
        print("chromium")
        return 77
    folder = pathlib.Path(sys.argv[2]).resolve().parent / "playground"
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/"
    home = tempfile.mkdtemp()
    checks, page = Checks(), Page(home)
    told = "document.getElementById('status').textContent"
    try:
        page.open(address, width=390)
        when(page, told + ".startsWith('8 links, 8')")
        give(page, HOSTILE)
        when(page, "document.getElementById('changes').textContent.includes('parent.ran = 4')")
        checks.equal("runs nothing", page.evaluate("window.ran"), None)
        checks.equal("shows text alone", page.evaluate(ELEMENTS), 0)
        checks.that("fits a phone", page.evaluate("document.documentElement.scrollWidth") <= 390)
        # A file that takes long to read must not be shown over what was given after it.
        page.evaluate("""{
          const file = new File(["<a href=x>"], "slow.html");
          file.arrayBuffer = () => new Promise((done) => setTimeout(() => done(new TextEncoder().encode("<a href=x>").buffer), 600));
          const dropped = new Event("drop", { bubbles: true, cancelable: true });
          dropped.dataTransfer = { types: ["Files"], files: [file] };
          document.body.dispatchEvent(dropped);
        }""")
        time.sleep(0.1)
        give(page, "<a href=y><a href=z>")
        when(page, told + ".startsWith('2 links, 2')")
        time.sleep(0.8)
        checks.equal("the last is shown", page.evaluate("document.querySelectorAll('#changes ins').length"), 2)
        checks.equal("no trouble", [one for one in page.troubles() if not one.startswith("asks for " + address)], [])
        check_accessibility(page, address, checks, "new Promise((done) => setTimeout(done, 500))")
    finally:
        page.close()
        server.shutdown()
        shutil.rmtree(home, ignore_errors=True)
    print("the playground in Chromium: %d checks, %d failed" % (checks.count, checks.failed))
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
