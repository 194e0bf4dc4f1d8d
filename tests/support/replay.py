"""Whether a copy of an archive that absolve makes shows Chromium what the archive does, when both are replayed.

usage: replay.py ABSOLVE

The archive holds a small site, made here. A server on the loopback interface replays the archive under the hosts that it
was retrieved from: status, header and body as the records have them. Chromium loads each page three times: from the
archive; from what ABSOLVE --warc-emit=response makes of it; and from that at an address where a relative reference leads
astray. What it asks for must be what PAGES says, and what it shows must be the same. Prints what is not; the status is 1
where anything is not.
"""

import gzip
import http
import os
import shutil
import socketserver
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import zlib

import chromium

SITE = "http://site.example/dir/"
ELSEWHERE = "http://elsewhere.example/"  # where `?URL` shows the page of that URL
CALM = 0.4  # seconds in which nothing else is asked for, once all is there


# --- The site

def png(width):
    """An image that is told from others by its width."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    rows = b"".join(b"\0" + b"\x80" * width for _ in range(4))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, 4, 8, 0, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


# The pages: what they are sent with, what they hold, and what Chromium asks for to show them.
PAGES = {
    "index.html": ({}, """<!doctype html><title>Plain</title><link rel=stylesheet href="style/main.css"><h1>Plain</h1>
<img src="img/1.png"><img src="./img/../img/2.png" srcset="img/3.png 1x, img/4.png 2x"><img src="//cdn.example/5.png">
<picture><source srcset="img/6.png"><img src="img/7.png"></picture><input type=image src="/top/8.png" alt=go>
<script src="script.js"></script><p style="background: url(img/9.png)">Text <a href="../up.html?a=1&amp;b#c">up</a>""",
                   """style/main.css style/more/more.css style/bg.png style/more/h1.png img/1.png img/3.png
                   //cdn.example/5.png img/6.png /top/8.png script.js img/9.png"""),
    "chunked.html": ({"Transfer-Encoding": "chunked"},
                     '<!doctype html><title>In chunks</title><img src="img/1.png"><a href=index.html>index</a>', "img/1.png"),
    "gzip.html": ({"Content-Encoding": "gzip", "ETag": '"1"'},
                  '<!doctype html><title>In gzip</title><img src="img/2.png"><a href=index.html>index</a>', "img/2.png"),
    "both.html": ({"Content-Encoding": "gzip", "Transfer-Encoding": "chunked"},
                  '<!doctype html><title>In both</title><style>@import "style/main.css";</style><h1>Both</h1>',
                  "style/main.css style/more/more.css style/bg.png style/more/h1.png"),
    "wget.html": ({}, '<!doctype html><title>From wget</title><img src="img/3.png">', "img/3.png"),
    "base.html": ({}, """<!doctype html><title>Base</title><base href="/top/deep/x.html"><link rel=stylesheet href="b.css">
<img src="../8.png"><a href="y">y</a>""", "/top/deep/b.css /top/deep/b.png /top/8.png"),
    "frames.html": ({}, """<!doctype html><title>Frames</title><iframe src="frame.html"></iframe>
<iframe srcdoc="&lt;img src=&quot;img/6.png&quot;>&lt;a href='deep/er'>x&lt;/a>"></iframe><object data="pic.svg"></object>""",
                    "frame.html img/7.png img/6.png pic.svg img/4.png"),
    "preload.html": ({"Link": "<img/9.png>; rel=preload; as=image"}, "<!doctype html><title>Link</title>Nothing here",
                     "img/9.png"),
    "refresh.html": ({"Refresh": "0; url=moved/new.html"}, "<!doctype html><title>Refresh</title>It goes on",
                     "moved/new.html moved/10.png"),
    "meta.html": ({"Transfer-Encoding": "chunked"},
                  '<!doctype html><title>Meta</title><meta http-equiv=refresh content="0; URL=moved/new.html">',
                  "moved/new.html moved/10.png"),
    "old": ({"Location": "moved/new.html", "status": 302}, "<!doctype html><a href=moved/new.html>moved</a>",
            "moved/new.html moved/10.png"),
    "older": ({"Location": "./old", "status": 301}, "moved", "old moved/new.html moved/10.png"),
    "page.xhtml": ({"Content-Encoding": "gzip"}, """<html xmlns="http://www.w3.org/1999/xhtml"><head><title>XHTML</title>
<link rel="stylesheet" href="style/main.css"/></head><body><h1>X</h1><img src="img/1.png" alt=""/></body></html>""",
                   "style/main.css style/more/more.css style/bg.png style/more/h1.png img/1.png"),
}
# What the URL standard and browsers read as no other does.
PAGES_OF_BROWSERS = {
    "oldest": ({"Location": "..\\dir\\older", "status": 308}, "moved", "older old moved/new.html moved/10.png"),
    "bases.html": ({"Content-Base": "http://cdn.example/", "Base": "http://cdn.example/", "Content-Location": "/top/"},
                   "<!doctype html><title>Bases of mail</title><img src=img/1.png><img src=..\\top\\8.png>",
                   "img/1.png /top/8.png"),
    "tabs.html": ({}, "<!doctype html><title>Tabs</title><base href='/to\tp/de\nep/x'><img src='../\t8.png'>", "/top/8.png"),
}
PARTS = {
    "style/main.css": ({"Content-Encoding": "gzip"}, '@import "more/more.css"; body { background: url(bg.png) }'),
    "style/more/more.css": ({"Transfer-Encoding": "chunked"}, "h1 { color: rgb(1, 2, 3); background: url('h1.png') }"),
    "/top/deep/b.css": ({}, "body { background: url( b.png ) }"),
    "frame.html": ({"Transfer-Encoding": "chunked"}, "<!doctype html><title>Frame</title><img src=img/7.png>"),
    "pic.svg": ({}, '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
                    '<image xlink:href="img/4.png" width="4" height="4"/></svg>'),
    "moved/new.html": ({}, "<!doctype html><title>New</title><img src=10.png>"),
    "script.js": ({}, "document.body.dataset.script = 'has run'"),
}
IMAGES = [*("img/%d.png" % i for i in (1, 2, 3, 4, 6, 7, 9)), "//cdn.example/5.png", "/top/8.png", "moved/10.png",
          "style/bg.png", "style/more/h1.png", "/top/deep/b.png"]
TYPES = {"html": "text/html; charset=utf-8", "xhtml": "application/xhtml+xml", "css": "text/css", "svg": "image/svg+xml",
         "js": "text/javascript", "png": "image/png"}


def of_site(reference):
    return urllib.parse.urljoin(SITE, reference)


def response(name, fields, body):
    fields = dict(fields)
    status = http.HTTPStatus(fields.pop("status", 200))
    if "Content-Encoding" in fields:
        body = gzip.compress(body, mtime=0)
    if "Transfer-Encoding" in fields:
        pieces = [body[at:at + 40] for at in range(0, len(body), 40)] + [b""]
        body = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces)
    else:
        fields["Content-Length"] = len(body)
    fields["Content-Type"] = TYPES[name.rpartition(".")[2] if "." in name else "html"]
    head = "HTTP/1.1 %d %s\r\n" % (status, status.phrase)
    return (head + "".join("%s: %s\r\n" % field for field in fields.items()) + "\r\n").encode() + body


def archive(pages):
    """The site as an archive."""
    everything = {name: (fields, text.encode()) for name, (fields, text, *_) in {**pages, **PARTS}.items()}
    everything |= {name: ({}, png(width)) for width, name in enumerate(IMAGES, 20)}
    packed = b""
    for number, (name, (fields, body)) in enumerate(everything.items()):
        block = response(name, fields, body)
        url = of_site(name)
        header = ("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n"
                  "WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-%012d>\r\n"
                  "Content-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n")
        url = "<%s>" % url if name == "wget.html" else url
        packed += gzip.compress((header % (url, number, len(block))).encode() + block + b"\r\n\r\n", mtime=0)
    return packed


# --- Its replay

def responses_of(path):
    """{URL: block} of the records of an archive: of a revisit its own header with the body of the record that it refers to,
    of a conversion a response that brings it."""
    with gzip.open(path) as file:
        text = file.read()
    found, payloads = {}, {}
    while text:
        header, _, rest = text.partition(b"\r\n\r\n")
        fields = dict(line.split(": ", 1) for line in header.decode().split("\r\n")[1:])
        size = int(fields["Content-Length"])
        url, block = fields.get("WARC-Target-URI", "").strip("<>"), rest[:size]
        if fields["WARC-Type"] == "response":
            found[url] = block
            payloads[fields.get("WARC-Payload-Digest")] = block.partition(b"\r\n\r\n")[2]
        elif fields["WARC-Type"] == "revisit":
            found[url] = block.partition(b"\r\n\r\n")[0] + b"\r\n\r\n" + payloads[fields["WARC-Payload-Digest"]]
        elif fields["WARC-Type"] == "conversion":
            found[url] = b"HTTP/1.1 200 OK\r\nContent-Type: %s\r\n\r\n" % fields["Content-Type"].encode() + block
        if rest[size:size + 4] != b"\r\n\r\n":
            raise ValueError("a record does not end where it says: " + header.decode())
        text = rest[size + 4:]
    return found


class Replay(socketserver.ThreadingTCPServer):
    """Replays the responses, whatever host is asked for."""

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Asked)
        self.responses = {}
        self.asked = []  # URLs
        self.last = 0.0
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Asked(socketserver.StreamRequestHandler):
    def handle(self):
        path = self.rfile.readline().decode().split()[1:2]
        fields = dict(line.decode().lower().rstrip().split(": ", 1) for line in iter(self.rfile.readline, b"\r\n") if line)
        if not path or "host" not in fields:
            return
        url = "http://%s%s" % (fields["host"], path[0])
        url = url.removeprefix(ELSEWHERE + "?")
        if not url.endswith("/favicon.ico"):
            self.server.asked.append(url)
        self.server.last = time.monotonic()
        nothing = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
        answer = self.server.responses.get(url, nothing)
        status, _, rest = answer.partition(b"\r\n")
        self.wfile.write(status + b"\r\nConnection: close\r\nCache-Control: no-store\r\n" + rest)


# --- What Chromium makes of it

SHOWN = """(() => {
  const found = [];
  const walk = (page) => {
    found.push(page.title, page.body.innerText);
    for (const element of page.querySelectorAll("*")) {
      const style = getComputedStyle(element);
      found.push([element.localName, style.backgroundImage, style.color]);
      if (element.localName === "img") found.push([element.currentSrc, element.naturalWidth, element.complete]);
      if (element.localName === "a") found.push(element.href);
      if (element.localName === "iframe" && element.srcdoc) walk(element.contentDocument);
    }
  };
  walk(document);
  return [found, document.body.dataset.script];
})()"""


class Browser(chromium.Chromium):
    def __init__(self, home, port):
        super().__init__(home, hosts="MAP *.example:80 127.0.0.1:%d, MAP * ~NOTFOUND" % port)
        self.call("Fetch.disable")
        self.call("Emulation.setScriptExecutionDisabled", value=False)

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        return answer["result"].get("value")

    def load(self, url, replay, expected, patience=chromium.PATIENCE):
        """What is asked for to show a page, and what it shows."""
        replay.asked = []
        self.call("Page.navigate", url=url)
        until = time.monotonic() + patience
        while time.monotonic() < until:
            has_all = expected <= set(replay.asked) and time.monotonic() - replay.last > CALM
            if has_all and self.evaluate("document.readyState") == "complete":
                break
            time.sleep(0.05)
        return set(replay.asked), self.evaluate(SHOWN)


class Comparison:
    def __init__(self, absolve, place, resolver):
        self.place = place
        self.pages = {**PAGES, **PAGES_OF_BROWSERS} if resolver == "whatwg" else PAGES
        self.replay = Replay()
        self.failures = self.asked = 0
        self.archives = [os.path.join(place, name) for name in ("site.warc.gz", "copy.warc.gz")]
        with open(self.archives[0], "wb") as file:
            file.write(archive(self.pages))
        subprocess.run([absolve, "-q", "--resolver", resolver, "--warc-emit=response", "--date", "@0", "-o",
                        self.archives[1], self.archives[0]], check=True)

    def fail(self, *words):
        self.failures += 1
        print(*words, sep=": ")

    def visit(self, way, path, address, compare, names=None, patience=chromium.PATIENCE):
        """Loads pages from an archive, each in a browser that has not seen others."""
        self.replay.responses = responses_of(path)
        home = os.path.join(self.place, way)
        browser = Browser(home, self.replay.server_address[1])
        try:
            for name in names or self.pages:
                expected = {of_site(part) for part in [name, *self.pages[name][2].split()]}
                compare(way, name, expected, *browser.load(address + of_site(name), self.replay, expected, patience))
        finally:
            browser.close()

    def run(self):
        original, copy = self.archives
        shown_at_first = {}

        def must_be_alike(way, name, expected, asked, shown):
            self.asked += len(asked)
            for what, urls in (("does not ask for", expected - asked), ("asks for", asked - expected)):
                if urls:
                    self.fail(name, way, what, sorted(urls))
            first = shown_at_first.setdefault(name, shown)
            if shown != first or not shown:
                self.fail(name, way, "shows", shown, "and not", first)

        def must_differ(way, name, expected, asked, _):
            if expected <= asked:
                self.fail(name, way, "shows as much: so nothing is compared")

        self.visit("as it was", original, "", must_be_alike)
        self.visit("its copy", copy, "", must_be_alike)
        self.visit("its copy elsewhere", copy, ELSEWHERE + "?", must_be_alike)
        self.visit("as it was, elsewhere", original, ELSEWHERE + "?", must_differ, ["gzip.html"], patience=3)
        print("%d pages, %d requests, %d failures" % (len(self.pages), self.asked, self.failures))
        return 1 if self.failures else 0


def main(absolve):
    status = 0
    for resolver in ("rfc1808", "whatwg"):
        place = tempfile.mkdtemp()
        try:
            status |= Comparison(absolve, place, resolver).run()
        finally:
            shutil.rmtree(place, ignore_errors=True)
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
