"""Whether pages lead Chromium to the same URLs as their rewritten forms do at another address.

usage: chromium.py [--resolver NAME] ABSOLVE DEVIATIONS PAGE...
       chromium.py [--resolver NAME] ABSOLVE DEVIATIONS --random FROM TO

Each page is served at one address of the loopback interface, and what ABSOLVE makes of it at another, with the same charset
in the header. Chromium loads both, without scripts and without anything else that they ask for, and chromium.js collects
where their references lead. What ABSOLVE lists as kept is excused. DEVIATIONS lists what is known to differ: page, by which
resolver (`*`: by any), place, reference, and why. Prints what differs otherwise, and how much was compared; the status is 1
where anything differs. Random pages have numbers: `chromium_pages.py NUMBER` prints one; under whatwg they hold odd
references, too, as `chromium_pages.py NUMBER odd` has them.
"""

import collections
import difflib
import fcntl
import functools
import http.server
import json
import os
import re
import select
import shutil
import subprocess
import sys
import tempfile
import threading
import time

import chromium_pages

HERE = os.path.dirname(os.path.abspath(__file__))
FIRST = ("127.0.0.1", "/a/b/page%d.html")  # the number tells a page from what the one before it may still ask for
SECOND = ("127.0.0.2", "/x/y/z/other%d.html")
PATIENCE = 20  # seconds, for an answer or a page


class Server:
    """The same port of both addresses."""

    def __init__(self):
        self.pages = {}  # by URL: bytes, charset
        handler = functools.partial(Handler, self)
        first = http.server.ThreadingHTTPServer((FIRST[0], 0), handler)
        self.port = first.server_port
        second = http.server.ThreadingHTTPServer((SECOND[0], self.port), handler)
        for server in (first, second):
            threading.Thread(target=server.serve_forever, daemon=True).start()

    def url(self, where, number):
        return "http://%s:%d%s" % (where[0], self.port, where[1] % number)


class Handler(http.server.BaseHTTPRequestHandler):
    def __init__(self, served, *rest):
        self.served = served
        super().__init__(*rest)

    def do_GET(self):
        page, charset = self.served.pages.get("http://%s:%d%s" % (*self.server.server_address, self.path), (None, None))
        if page is None:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=" + charset)
        self.send_header("Content-Length", str(len(page)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *_):
        pass


class Chromium:
    """One browser with one page, driven through two pipes: messages are JSON, each ended by NUL."""

    def __init__(self, home, hosts="MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE 127.0.0.2"):
        self.collector = open(os.path.join(HERE, "chromium.js"), encoding="utf-8").read()
        commands, self.send_to = os.pipe()
        self.read_from, answers = os.pipe()
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (commands, answers)]  # out of the way of 3 and 4
        self.process = subprocess.Popen(
            ["sh", "-c", 'exec chromium "$@" 3< /dev/fd/%d 4> /dev/fd/%d' % tuple(ends), "chromium", "--headless=new",
             "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run", "--disable-background-networking",
             "--disable-component-update", "--disable-sync", "--disable-extensions", "--user-data-dir=" + home,
             "--host-resolver-rules=" + hosts, "about:blank"],
            pass_fds=ends, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True)
        for end in (commands, answers, *ends):
            os.close(end)
        self.buffer = b""
        self.session = None
        self.number = 0
        self.allowed = None    # the one request that may leave
        self.refreshes = []
        self.framed = set()    # URLs of documents that were asked for: of frames, objects and the like
        self.page = self.call("Target.createTarget", url="about:blank")["targetId"]  # its frame is named the same
        self.session = self.call("Target.attachToTarget", targetId=self.page, flatten=True)["sessionId"]
        self.call("Page.enable")
        self.call("Emulation.setScriptExecutionDisabled", value=True)
        self.call("Fetch.enable", patterns=[{"urlPattern": "*"}])

    def close(self):
        self.session = None
        try:
            self.send("Browser.close")
            self.process.wait(10)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()

    def send(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        left = json.dumps(message).encode() + b"\0"
        while left:
            left = left[os.write(self.send_to, left):]
        return self.number

    def receive(self, until):
        """The next message, or None where the time is over."""
        while b"\0" not in self.buffer[-65536:] and b"\0" not in self.buffer:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.read_from], [], [], left)[0]:
                return None
            read = os.read(self.read_from, 1 << 20)
            if not read:
                raise RuntimeError("Chromium is gone")
            self.buffer += read
        message, _, self.buffer = self.buffer.partition(b"\0")
        message = json.loads(message)
        self.take(message)
        return message

    def take(self, message):
        method, parameters = message.get("method"), message.get("params", {})
        if method == "Fetch.requestPaused":
            request = parameters["requestId"]
            if parameters["request"]["url"] == self.allowed:
                self.allowed = None
                self.send("Fetch.continueRequest", requestId=request)
            else:
                # What the page itself asks for is a refresh: told below, and asked for only where its time comes.
                if parameters["resourceType"] == "Document" and parameters["frameId"] != self.page:
                    self.framed.add(parameters["request"]["url"])
                # "Aborted" leaves the page where it is, should a refresh have asked
                self.send("Fetch.failRequest", requestId=request, errorReason="Aborted")
        elif method == "Page.frameScheduledNavigation" and parameters["reason"] == "metaTagRefresh":
            self.refreshes.append(parameters["url"])

    def call(self, method, **parameters):
        number = self.send(method, **parameters)
        until = time.monotonic() + PATIENCE
        while message := self.receive(until):
            if message.get("id") == number:
                if "error" in message:
                    raise RuntimeError("%s: %s" % (method, message["error"]))
                return message["result"]
        raise RuntimeError("%s: no answer" % method)

    def visit(self, url):
        """What the page at this URL leads to: [place, reference, URL]; and the documents that it asks for."""
        self.allowed, self.refreshes, self.framed = url, [], set()
        loader = self.call("Page.navigate", url=url).get("loaderId")
        if loader is None or self.allowed:
            raise RuntimeError("does not load")
        until = time.monotonic() + PATIENCE
        self.send("Page.setLifecycleEventsEnabled", enabled=True)  # told at once, should it be there already
        while message := self.receive(until):
            parameters = message.get("params", {})
            if (message.get("method") == "Page.lifecycleEvent" and parameters["name"] == "load" and
                    parameters["loaderId"] == loader):
                break
        self.call("Page.setLifecycleEventsEnabled", enabled=False)
        self.call("Page.stopLoading")
        answer = self.call("Runtime.evaluate", expression=self.collector, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError("chromium.js: %s" % answer["exceptionDetails"])
        refreshes = [["refresh", "", refresh] for refresh in self.refreshes]
        return answer["result"]["value"] + refreshes, self.framed


def charset_of(page):
    """One to name in both headers: what the page is in."""
    try:
        page.decode("utf-8")
        return "utf-8"
    except UnicodeDecodeError:
        declared = re.search(rb"""charset\s*=\s*["']?([\w-]+)""", page)
        return declared[1].decode() if declared else "windows-1252"


def kept_of(listed):
    """How many are kept by the lines of --list --json: {(place, reference): count}."""
    kept = collections.Counter()
    for line in listed.splitlines():
        link = json.loads(line)
        if link["action"] == "keep":
            place = link["element"] or link.get("within", [""])[-1]
            if link["element"] and link["attribute"]:
                place += " " + link["attribute"]
            kept[place.lower(), link["reference"]] += 1
    return kept


class Rewritten:
    """What absolve makes of a page, and what of it it keeps."""

    def __init__(self, absolve, resolver, page, charset, url):
        command = [absolve, "-q", "--lenient", "--also", "all", "--charset", charset, "--type", "html", "--url", url,
                   "--resolver", resolver]
        self.page = subprocess.run(command, input=page, stdout=subprocess.PIPE, check=True).stdout
        listed = subprocess.run(command + ["--list", "--json"], input=page, stdout=subprocess.PIPE, check=True).stdout
        self.kept = kept_of(listed)


def deviations(path, resolver):
    """{(page, place, reference): why}"""
    rows = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                page, by, place, reference, why = line.rstrip("\n").split("\t")
                if by in ("*", resolver):
                    rows[page, place, reference] = why
    return rows


class Comparison:
    def __init__(self, known_deviations):
        self.known = known_deviations
        self.met = set()
        self.places = collections.Counter()
        self.rewritten = self.excused = self.deviating = self.failures = 0

    def fail(self, text):
        self.failures += 1
        print(text)

    def compare(self, name, urls, visits, kept):
        (first, framed), (second, framed_now) = visits
        if [place for place, _, _ in first] != [place for place, _, _ in second]:
            both = [["%s -> %s" % (place, url) for place, _, url in found] for found in (first, second)]
            differing = [line for line in difflib.unified_diff(*both, n=0, lineterm="") if re.match(r"[+-](?![+-])", line)]
            self.fail("%s: not the same references: %s" % (name, differing[:6]))
            return
        known = {urls[0]}  # to lead elsewhere
        for (place, reference, url), (_, now, now_url) in zip(first, second):
            self.places[place] += 1
            self.rewritten += reference != now
            if url == now_url:
                continue
            known.add(url)
            key = (name, place, reference)
            leads_to_itself = place == "refresh" and (url, now_url) == urls
            if leads_to_itself or (reference == now and self.is_kept(kept, place, reference)):
                self.excused += 1
            elif key in self.known:
                self.met.add(key)
                self.deviating += 1
            else:
                self.fail("%s: %s %r -> %s; rewritten %r -> %s" % (name, place, reference, url, now, now_url))

        # What chromium.js takes a reference for may be wrong; what Chromium asks for is not.
        for url in sorted(framed - framed_now - known):
            self.fail("%s: it asked for %s, and rewritten it doesn't" % (name, url))

    @staticmethod
    def is_kept(kept, place, reference):
        return any(kept[place.lower(), text] > 0 for text in (reference, reference.strip(" \t\n\f\r")))

    def end(self, names):
        for key in self.known:
            if key[0] in names and key not in self.met:
                self.fail("%s: no longer deviates: %s %r" % key)
        for place, count in sorted(self.places.items(), key=lambda item: -item[1]):
            print("%7d %s" % (count, place))
        print("%d compared, %d of them rewritten, %d excused, %d known to deviate, %d failures" %
              (sum(self.places.values()), self.rewritten, self.excused, self.deviating, self.failures))
        return 1 if self.failures else 0


def pages_of(resolver, arguments):
    """(name, bytes) of each page that is asked for."""
    if arguments[0] == "--random":
        for number in range(int(arguments[1]), int(arguments[2])):
            yield "random %d" % number, chromium_pages.page(number, odd=resolver == "whatwg")
        return
    for path in arguments:
        with open(path, "rb") as file:
            yield os.path.basename(path), file.read()


def main(*arguments):
    resolver = "rfc1808"
    if arguments[0] == "--resolver":
        resolver, *arguments = arguments[1:]
    absolve, known_deviations, *arguments = arguments
    comparison = Comparison(deviations(known_deviations, resolver))
    server = Server()
    names = set()
    home = tempfile.mkdtemp()
    chromium = Chromium(home)
    try:
        for number, (name, page) in enumerate(pages_of(resolver, arguments)):
            names.add(name)
            urls = (server.url(FIRST, number), server.url(SECOND, number))
            charset = charset_of(page)
            rewritten = Rewritten(absolve, resolver, page, charset, urls[0])
            server.pages = {urls[0]: (page, charset), urls[1]: (rewritten.page, charset)}
            comparison.compare(name, urls, [chromium.visit(url) for url in urls], rewritten.kept)
    finally:
        chromium.close()
        shutil.rmtree(home, ignore_errors=True)
    return comparison.end(names)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
