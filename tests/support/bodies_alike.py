"""Reads responses as Python's http.client, gzip and zlib do, and compares their bodies with what they should be.

A line of the file named: a response, a tab, its body without any coding, both in hexadecimal digits.
"""

import gzip
import http.client
import io
import sys
import zlib


class Socket:
    def __init__(self, response):
        self.response = response

    def makefile(self, _):
        return io.BytesIO(self.response)


def inflated(body):
    try:
        return zlib.decompress(body)
    except zlib.error:
        return zlib.decompress(body, -15)


def body_of(text):
    response = http.client.HTTPResponse(Socket(text))
    response.begin()
    try:
        body = response.read()
    except http.client.IncompleteRead as cut:  # no last chunk
        body = cut.partial
    codings = {"gzip": gzip.decompress, "deflate": inflated}
    for name in reversed((response.headers["Content-Encoding"] or "").split(",")):
        body = codings.get(name.strip(), lambda text: text)(body)
    return body


count = 0
with open(sys.argv[1]) as lines:
    for line in lines:
        text, expected = (bytes.fromhex(field) for field in line.rstrip("\n").split("\t"))
        body = body_of(text)
        if body != expected:
            sys.exit(f"{text!r}\nreads as {body!r}\nand not as {expected!r}")
        count += 1
print(count)
