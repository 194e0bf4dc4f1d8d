"""Whether pages of --report-html do in Chromium what they are made for, and nothing else.

usage: report_page.py USUAL HOSTILE LARGE ARCHIVE

USUAL is a page of the eight files of usual_outcomes() (reports.cc), HOSTILE one of hostile_outcomes(), and LARGE one of 50,000
files that made_outcome() gives. ARCHIVE is one of a file and archive_outcome(450). All are opened as files. None may report an error, break its policy, open a dialog or ask for
anything but itself. What does not hold is printed, and the status is 1.
"""

import os
import shutil
import sys
import tempfile
import time

import chromium

PHONE = 360
MAX_NODES = 4000  # elements in the document at a time, however many files there are
FILES = 50_000


class Page(chromium.Chromium):
    """One page in Chromium, with scripts, and all that it complains of."""

    def __init__(self, home):
        super().__init__(home)
        self.url = None
        self.complaints = []
        self.call("Fetch.disable")
        for domain in ("Network", "Log", "Runtime"):
            self.call(domain + ".enable")
        self.call("Page.addScriptToEvaluateOnNewDocument", source="""
            window.violations = [];
            document.addEventListener("securitypolicyviolation",
                                      (event) => window.violations.push(event.violatedDirective + " " + event.blockedURI));
        """)

    def take(self, message):
        super().take(message)
        method, parameters = message.get("method"), message.get("params", {})
        if method in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Page.javascriptDialogOpening"):
            self.complaints.append("%s: %s" % (method, str(parameters)[:500]))
        elif method == "Log.entryAdded":
            self.complaints.append("log: " + parameters["entry"]["text"][:500])
        elif method == "Network.requestWillBeSent" and parameters["request"]["url"] != self.url:
            self.complaints.append("asks for " + parameters["request"]["url"][:200])
        elif method == "Page.frameNavigated" and parameters["frame"]["url"] not in (self.url, "about:blank"):
            self.complaints.append("goes to " + parameters["frame"]["url"][:200])

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError("%s: %s" % (expression, str(answer["exceptionDetails"])[:500]))
        return answer["result"].get("value")

    def open(self, path, scripts=True, width=1280):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1,
                  mobile=width < 500)
        self.url, self.complaints = "about:blank", []
        self.call("Page.navigate", url=self.url)
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.url = path if path.startswith("http:") else "file://" + os.path.abspath(path)
        self.call("Page.navigate", url=self.url)
        until = time.monotonic() + chromium.PATIENCE
        while self.evaluate("location.protocol + document.readyState") not in ("file:complete", "http:complete"):
            if time.monotonic() > until:
                raise RuntimeError("does not load: " + path)
            time.sleep(0.02)

    def key(self, key, text=""):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, text=text if kind == "keyDown" else "",
                      windowsVirtualKeyCode={"Enter": 13, "Tab": 9}[key])

    def troubles(self):
        """What it has complained of until now."""
        self.evaluate("new Promise((resolve) => setTimeout(resolve, 50))")
        return self.complaints + (self.evaluate("window.violations") or [])


class Checks:
    def __init__(self):
        self.count = 0
        self.failed = 0

    def equal(self, what, actual, expected):
        self.that(what, actual == expected, "%r is not %r" % (actual, expected))

    def that(self, what, holds, why=""):
        self.count += 1
        if not holds:
            self.failed += 1
            print("%s: %s" % (what, str(why)[:2000]))


NAMES = "[...document.querySelectorAll('.name button')].map((button) => button.textContent)"
NODES = "document.querySelectorAll('*').length"
SORTS = "[...document.querySelectorAll('th[aria-sort]')].map((th) => th.getAttribute('aria-sort'))"
SHOWN = "document.getElementById('shown').textContent"


def find(page, text):
    page.evaluate("""{
      const search = document.getElementById("search");
      search.value = %r;
      search.dispatchEvent(new Event("input"));
    }""" % text)


def choose(page, status):
    page.evaluate("document.querySelector('input[name=status][value=\"%s\"]').click()" % status)


def sort(page, column):
    page.evaluate("document.querySelector('th[data-column=%s] button').click()" % column)


def check_usual(page, path, checks):
    page.open(path)
    names = page.evaluate(NAMES)
    checks.equal("first what asks for somebody", names[:4],
                 ["site/draft.html", "site/locked.html", "mail/newsletter.eml", "site/blog/index.html"])
    checks.equal("says why", page.evaluate("document.querySelector('#rows td:nth-child(2)').innerText.split('\\n')"),
                 ["1 relative", "unchanged"])
    checks.equal("says that there is no base", page.evaluate("document.querySelector('#rows .base').innerText"), "none")
    bottom = "document.querySelector('#rows > tr').getBoundingClientRect().bottom"
    checks.that("the first row is above the fold", page.evaluate(bottom) <= 800, page.evaluate(bottom))
    checks.equal("not sorted", page.evaluate(SORTS), ["none"] * 7)
    sort(page, "file")
    checks.equal("sorted by name", page.evaluate(NAMES), sorted(names))
    checks.equal("says so", page.evaluate(SORTS), ["ascending"] + ["none"] * 6)
    sort(page, "file")
    checks.equal("sorted backwards", page.evaluate(NAMES), sorted(names)[::-1])
    checks.equal("says so, too", page.evaluate(SORTS), ["descending"] + ["none"] * 6)
    sort(page, "file")
    checks.equal("no longer sorted", page.evaluate(NAMES), names)
    sort(page, "links")
    checks.equal("most links first", page.evaluate("[...document.querySelectorAll('#rows td:nth-child(4)')]"
                                                   ".map((cell) => +cell.textContent)"), [6, 4, 2, 2, 1, 1, 0, 0])
    for status, expected in (("failed", ["site/locked.html"]), ("skipped", ["site/photo.jpg"]),
                             ("unread", ["mail/newsletter.eml"]), ("relative", ["site/draft.html"]), ("", None)):
        choose(page, status)
        checks.equal("status " + status, sorted(page.evaluate(NAMES)), sorted(expected or names))
    # Those in which links are kept, by the number of these, and by reason; those that stay relative.
    page.evaluate("document.querySelector('button.key.relative').click()")
    checks.equal("relative", page.evaluate(NAMES), ["site/draft.html"])
    page.evaluate("[...document.querySelectorAll('.key-of-reason')].find((one) => one.textContent === 'fragment').click()")
    checks.equal("a reason leads to its files", page.evaluate(NAMES), ["site/blog/index.html"])
    page.evaluate("document.querySelector('button.key.kept').click()")
    checks.equal("kept", sorted(page.evaluate(NAMES)), ["site/blog/index.html", "site/draft.html"])
    checks.equal("reasons", page.evaluate("[...document.getElementById('reason').options].map((one) => one.value)"),
                 ["", "*", "fragment", "no-base"])
    page.evaluate("((one) => { one.value = 'no-base'; one.dispatchEvent(new Event('change')); })"
                  "(document.getElementById('reason'))")
    checks.equal("of one reason", page.evaluate(NAMES), ["site/draft.html"])
    page.evaluate("document.querySelector('form').reset()")
    for text, expected in (("PHOTO", ["site/photo.jpg"]), ("permission", ["site/locked.html"]),
                           ("og:url", ["site/draft.html"]), ("lists.example", ["mail/newsletter.eml"]), ("^", [])):
        find(page, text)
        checks.equal("find " + text, page.evaluate(NAMES), expected)
        checks.equal("found " + text, page.evaluate(SHOWN), "%d of 8 files" % len(expected))
    checks.that("says that there is none", page.evaluate("!document.getElementById('nothing').hidden"))
    page.evaluate("document.getElementById('all').click()")
    checks.equal("all again", len(page.evaluate(NAMES)), 8)

    # At any width names have room, and nothing sticks out.
    for width in (320, PHONE, 641, 820, 1119, 1121, 1280, 2560):
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=width < 500)
        room = page.evaluate("Math.min(...[...document.querySelectorAll('.name button')].map((one) => one.offsetWidth))")
        checks.that("room for names at %d" % width, room >= 180, room)
        checks.that("fits at %d" % width, page.evaluate("document.documentElement.scrollWidth") <= width)

    # With the keyboard: the first row opens and closes, and stays open when the rows are drawn anew.
    page.evaluate("document.querySelectorAll('thead th button')[6].focus()")
    page.key("Tab")
    expanded = "document.activeElement.getAttribute('aria-expanded')"
    controlled = "document.getElementById(document.activeElement.getAttribute('aria-controls'))"
    checks.equal("closed", page.evaluate(expanded), "false")
    page.key("Enter", "\r")
    checks.equal("opened", page.evaluate(expanded), "true")
    checks.that("opened what it controls", page.evaluate(controlled + " !== null"))
    page.key("Enter", "\r")
    checks.equal("closed again", page.evaluate(expanded), "false")
    checks.that("closed what it controls", page.evaluate(controlled + " === null"))
    find(page, "blog/index")
    page.evaluate("document.querySelector('.name button').click()")
    find(page, "")
    links = "[...document.querySelectorAll('tr.details table.links td:nth-child(%d)')].map((cell) => cell.textContent)"
    checks.equal("before", page.evaluate(links % 3), ["../about.html", "logo.png", "https://example.com/", "#top"])
    checks.equal("after", page.evaluate(links % 4),
                 ["http://example.org/about.html", "http://example.org/blog/logo.png", "absolute already",
                  "kept: only a fragment, which points into the document itself"])
    checks.equal("anchors", page.evaluate("[...document.querySelectorAll('a')].map((a) => [a.href, a.rel])"),
                 [["http://example.org/blog/", "noreferrer"], ["http://example.org/about.html", "noreferrer"],
                  ["http://example.org/blog/logo.png", "noreferrer"], ["https://example.com/", "noreferrer"]])

    # What a screen reader is told.
    tree = page.call("Accessibility.getFullAXTree")["nodes"]
    roles = [(node.get("role", {}).get("value"), node.get("name", {}).get("value")) for node in tree
             if not node.get("ignored")]
    for role, name in (("heading", "Files"), ("table", "Files"), ("searchbox", "Find"), ("radio", "failed"),
                       ("columnheader", "Kept"), ("button", "site/about.html"), ("table", "Links")):
        checks.that("a %s called %s" % (role, name),
                    any(role == have[0] and (have[1] or "").startswith(name) for have in roles), roles)
    unnamed = [role for role, name in roles if role in ("button", "link", "searchbox", "radio", "table") and not name]
    checks.equal("what is used has a name", unnamed, [])
    checks.equal("usual: no trouble", page.troubles(), [])

    page.open(path, scripts=False)
    text = page.evaluate("document.body.innerText")
    for expected in ("16 links in 8 files", "fragment", "50.0 %", "The list of files needs scripts"):
        checks.that("without scripts: " + expected, expected in text, text)
    checks.that("without scripts no empty list", "Next" not in text and "Status" not in text, text)


def check_hostile(page, path, checks):
    page.open(path)
    page.evaluate("document.querySelectorAll('.name button').forEach((button) => button.click())")
    markup = "</script><script>alert(1)</script><img src=x onerror=alert(1)>"
    names = page.evaluate(NAMES)
    for expected in (markup, "<!--<script>", "-->]]>&amp;&lt;\"'`${alert(1)}\\", "evil\\u{202E}lmth.exe",
                     "a\\nb\\tc\\u{1}\\u{1B}[31m\\u{7F}\\u{9B}d", "line\\u{2028}separator\\u{2029}s",
                     "caf\ufffd \ufffd\ufffd", "{{script}}{{files}}{{style}}", "__proto__", "日本語/שלום.html",
                     "nul\\u{0}nul", "(no name)", "x" * 4096 + "… (61,440 bytes more)"):
        checks.that("reads right: %r" % expected[:80], expected in names, names)
    checks.equal("shows bytes", page.evaluate("[...document.querySelectorAll('dd code')].map((code) => code.textContent)"
                                              ".filter((text) => text.includes('%'))"),
                 ["caf%E9%20%FF%C3", "%ED%A0%80%20%F4%90%80%80"])
    checks.equal("links lead to the web alone",
                 page.evaluate("[...new Set([...document.querySelectorAll('a')].map((a) => a.protocol))]"), ["https:"])
    checks.equal("elements of its own alone",
                 page.evaluate("document.querySelectorAll('img, main script, iframe, [onclick], [onerror]').length"), 0)
    checks.equal("hostile: no trouble", page.troubles(), [])
    page.open(path, width=PHONE)
    page.evaluate("document.querySelectorAll('.name button').forEach((button) => button.click())")
    checks.that("fits a phone", page.evaluate("document.documentElement.scrollWidth") <= PHONE,
                page.evaluate("document.documentElement.scrollWidth"))


def check_large(page, path, checks):
    page.open(path)
    checks.equal("how many", page.evaluate(SHOWN), "50,000 files, here 1 to 100")
    checks.that("holds few nodes", page.evaluate(NODES) < MAX_NODES, page.evaluate(NODES))
    checks.equal("a hundred rows", len(page.evaluate(NAMES)), 100)
    made = lambda number: "archive/%d/page-%d.html" % (number % 97, number)
    checks.equal("failures first", page.evaluate(NAMES)[-1], made(FILES - 1))
    last = made(FILES - 2)
    page.evaluate("document.getElementById('last').click()")
    checks.equal("the last page", page.evaluate(NAMES)[-1], last)
    checks.equal("nothing after it", page.evaluate("document.getElementById('next').disabled"), True)
    page.evaluate("document.getElementById('previous').click()")
    checks.equal("the page before", page.evaluate(SHOWN), "50,000 files, here 49,801 to 49,900")
    names = ["archive/%d/page-%d.html" % (number % 97, number) for number in range(FILES)]
    sort(page, "file")
    checks.equal("sorted by name", page.evaluate(NAMES), sorted(names)[:100])
    sort(page, "links")
    page.evaluate("document.getElementById('last').click()")
    checks.that("holds few nodes when sorted", page.evaluate(NODES) < MAX_NODES, page.evaluate(NODES))
    sort(page, "links")
    sort(page, "links")
    choose(page, "failed")
    checks.equal("failed", page.evaluate(SHOWN), "100 of 50,000 files")
    find(page, "page-4")
    checks.equal("failed and found", page.evaluate(NAMES),
                 [names[number] for number in range(499, FILES, 500) if str(number).startswith("4")])
    choose(page, "")
    find(page, "")
    page.evaluate("document.querySelectorAll('.name button').forEach((button) => button.click())")
    checks.that("holds few nodes when all rows are open", page.evaluate(NODES) < 10 * MAX_NODES, page.evaluate(NODES))
    checks.equal("large: no trouble", page.troubles(), [])


def check_archive(page, path, checks):
    page.open(path)
    checks.equal("records are no files", page.evaluate(SHOWN), "2 files")
    find(page, "h.example/449")
    checks.equal("found by a record", page.evaluate(NAMES), ["crawl.warc.gz"])
    page.evaluate("document.querySelector('.name button').click()")
    rows = "document.querySelectorAll('table.records tbody tr')"
    cells = "[...document.querySelectorAll('table.records tbody tr:nth-child(%d) td')].map((cell) => cell.innerText.trim())"
    checks.equal("some records", page.evaluate(rows + ".length"), 200)
    checks.equal("a record", page.evaluate(cells % 3), ["3", "http://h.example/3\nkept: 1 placeholder", "404", "unchanged", "1", "1"])
    more = "document.querySelector('table.records + button')"
    checks.equal("says how many are left", page.evaluate(more + ".textContent"), "Show 200 more records of 250")
    page.evaluate(more + ".click()")
    page.evaluate(more + ".click()")
    checks.equal("all records", page.evaluate(rows + ".length"), 450)
    checks.that("no more", page.evaluate(more + ".hidden"))
    checks.equal("elements of its own alone",
                 page.evaluate("document.querySelectorAll('img, main script, iframe, [onclick], [onerror]').length"), 0)
    for width in (320, PHONE, 820, 1280):
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=width < 500)
        checks.that("records fit at %d" % width, page.evaluate("document.documentElement.scrollWidth") <= width)
    checks.equal("archive: no trouble", page.troubles(), [])


def check_accessibility(page, path, checks, first="document.querySelector('.name button').click()"):
    """What axe-core of npm finds, where NODE_PATH leads to it: at a desk and on a phone, light and dark, with a row open."""
    axe = [one for folder in os.environ.get("NODE_PATH", "").split(":") if folder
           for one in [os.path.join(folder, "axe-core", "axe.min.js")] if os.path.exists(one)]
    if not axe:
        print("skipped: axe-core is missing")
        return
    with open(axe[0], encoding="utf-8") as file:
        script = file.read()
    for width in (1280, 390):
        for scheme in ("light", "dark"):
            page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            page.open(path, width=width)
            page.evaluate(first)
            page.evaluate(script + "; true")
            found = page.evaluate("axe.run().then((result) => result.violations.map("
                                  "(one) => one.id + ': ' + one.nodes.map((node) => node.target + ' ' + node.failureSummary).join('; ')))")
            checks.equal("axe-core at %d, %s" % (width, scheme), found, [])
    page.call("Emulation.setEmulatedMedia", features=[])


def check_policy(page, path, home, checks):
    """That trouble would be seen."""
    bent = os.path.join(home, "bent.html")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for added, expected in (("<script>window.ran = true</script>", "script-src-elem inline"),
                            ("<img src='http://127.0.0.1:9/x'>", "img-src http://127.0.0.1:9/x"),
                            ("<p onclick='1' style='color: red'>", "style-src-attr inline"),
                            ("<style>p { color: red }</style>", "style-src-elem inline"),
                            ("<link rel='stylesheet' href='http://127.0.0.1:9/x'>",
                             "style-src-elem http://127.0.0.1:9/x")):
        with open(bent, "w", encoding="utf-8") as file:
            file.write(text.replace("</main>", "</main>" + added))
        page.open(bent)
        checks.that("forbids " + added, expected in page.troubles(), page.troubles())
        checks.equal("does not run " + added, page.evaluate("window.ran"), None)


def main(usual, hostile, large, archive):
    checks = Checks()
    home = tempfile.mkdtemp()
    page = Page(home)
    try:
        check_usual(page, usual, checks)
        check_hostile(page, hostile, checks)
        check_large(page, large, checks)
        check_archive(page, archive, checks)
        for path in (usual, archive):
            check_accessibility(page, path, checks)
        check_policy(page, usual, home, checks)
    finally:
        page.close()
        shutil.rmtree(home, ignore_errors=True)
    print("%d checks, %d failed" % (checks.count, checks.failed))
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
