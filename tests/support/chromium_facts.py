"""Whether Chromium does what tables say of it, with scripts off.

usage: chromium_facts.py DECLARATIONS SHEETS

DECLARATIONS (testdata/html/declarations.tsv): a page without a charset in its header; an image whose path isn't ASCII tells
by its escapes which one Chromium takes. SHEETS (testdata/css/sheets.tsv): its rows on custom properties that are registered
or not; a linked style sheet in another folder uses the property, and the folder in which the image is asked for tells which
of the two sheets gives the base. Prints what differs, and how many rows were tried; the status is 1 where anything differs.
"""

import http.server
import subprocess
import sys
import tempfile
import threading

PADDING = "<!--" + "x" * 1100 + "-->"
PATIENCE = 60  # seconds for a page


class Handler(http.server.BaseHTTPRequestHandler):
    served = {}  # by path: type, bytes
    asked = []

    def do_GET(self):
        Handler.asked.append(self.path)
        kind, body = Handler.served.get(self.path, ("image/png", b""))
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Security-Policy", "sandbox allow-same-origin")  # no scripts
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def images_asked_for(port, served):
    """The paths of images that a page asks for; it is /p/page.html."""
    Handler.served, Handler.asked = served, []
    with tempfile.TemporaryDirectory() as profile:
        subprocess.run(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + profile,
             "--virtual-time-budget=2000", "--screenshot=" + profile + "/page.png", f"http://127.0.0.1:{port}/p/page.html"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE, check=False)
    return [path for path in Handler.asked if path.endswith(".png")]


def rows(table):
    with open(table, encoding="utf-8", newline="") as lines:
        return [line.rstrip("\n").split("\t") for line in lines if not line.startswith("#") and line.strip()]


def honours_declaration(port, before):
    page = f'<!doctype html>{PADDING}{before}<meta charset=utf-8></noscript></title><p><img src="/п.png">'
    asked = images_asked_for(port, {"/p/page.html": ("text/html", page.encode())})
    return "yes" if "/%D0%BF.png" in asked else "no"


def resolves_where_declared(port, sheet):
    page = f"<!doctype html><link rel=stylesheet href=/s/used.css><style>{sheet}</style><b>a</b>"
    asked = images_asked_for(port, {"/p/page.html": ("text/html", page.encode()),
                                    "/s/used.css": ("text/css", b"b{background:var(--c)}")})
    assert asked in (["/p/x.png"], ["/s/x.png"]), asked
    return asked == ["/p/x.png"]


def main():
    declarations, sheets = sys.argv[1:]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    port = server.server_port
    tried = wrong = 0
    for name, before, _, expected in rows(declarations):
        tried += 1
        found = honours_declaration(port, before)
        if found != expected:
            wrong += 1
            print(f"{name}: {found}, and not {expected}")
    for name, _, sheet, becomes in rows(sheets):
        if "registered" not in name:
            continue
        tried += 1
        declared_here = resolves_where_declared(port, sheet.replace("url(x)", "url(x.png)"))
        if declared_here != (becomes != "same"):
            wrong += 1
            print(f"{name}: resolved {'where it is declared' if declared_here else 'where it is used'}")
    print(f"{tried} rows tried, {wrong} differ")
    return 1 if wrong else 0


sys.exit(main())
