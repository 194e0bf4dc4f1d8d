"""Serves the pages of tests/http_test.cc on a free port of this machine, which it writes into the file named."""

import gzip
import http.server
import os
import sys

PAGE = b'<p>a page\n<a href="x">\n'
LINKED = b"<html><head><title>t</title></head><body><a href='other.html'>other</a></body></html>"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, body, **fields):
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        path = self.path.split("?")[0]
        if path == "/redirect":
            self.send_response(302)
            self.send_header("Location", "/page")
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif path == "/page":
            self.answer(PAGE, Content_Length=str(len(PAGE)), Content_Base="http://b.example/")
        elif path == "/chunked":
            chunks = b"".join(b"%x\r\n%s\r\n" % (len(line), line) for line in PAGE.splitlines(True)) + b"0\r\n\r\n"
            self.answer(chunks, Transfer_Encoding="chunked", Content_Base="http://b.example/")
        elif path == "/gzip":
            body = gzip.compress(PAGE)
            self.answer(body, Content_Encoding="gzip", Content_Length=str(len(body)), Content_Base="http://b.example/")
        elif path == "/both":
            packed = gzip.compress(PAGE)
            chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (packed[:9], packed[9:])) + b"0\r\n\r\n"
            self.answer(chunks, Transfer_Encoding="chunked", Content_Encoding="gzip", Content_Base="http://b.example/")
        elif path.startswith("/sub/"):
            self.answer(LINKED, Content_Length=str(len(LINKED)))
        else:
            self.send_response(404)
            self.send_header("Content-Length", "0")
            self.end_headers()

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
with open(sys.argv[1] + ".new", "w") as file:
    file.write(str(server.server_port))
os.rename(sys.argv[1] + ".new", sys.argv[1])
server.serve_forever()
