"""Whether pages with odd bases and references lead Chromium, out of archives that absolve makes by the URL standard, to where
they led out of the archives that they were in.

usage: replay_sites.py ABSOLVE SITES

The pages are made by number, as chromium_pages.py makes them. Each is in an archive of its own, in one of WAYS. A server on
the loopback interface replays the archive at the URL of the page; and what absolve makes of it at an address where a relative
reference leads astray. What absolve lists as kept is excused. Prints what differs otherwise, and how much was compared; the
status is 1 where anything differs.
"""

import base64
import collections
import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile

import chromium
import chromium_pages
import replay

DATE = "2026-01-02T03:04:05Z"


def response(page, charset, fields=""):
    return ("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=%s\r\n%s\r\n" % (charset, fields)).encode() + page


def in_chunks(body):
    pieces = [body[at:at + 500] for at in range(0, len(body), 500)] + [b""]
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces)


def record(number, url, block, kind="response", fields=""):
    header = ("WARC/1.1\r\nWARC-Type: %s\r\nWARC-Target-URI: %s\r\nWARC-Date: %s\r\n"
              "WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-%012d>\r\n%sContent-Type: application/http; msgtype=response\r\n"
              "Content-Length: %d\r\n\r\n" % (kind, url, DATE, number, fields, len(block)))
    return header.encode() + block + b"\r\n\r\n"


def plain(url, page, charset):
    return "a.warc", record(1, url, response(page, charset))


def compressed(url, page, charset):
    body = in_chunks(gzip.compress(page, mtime=0))
    fields = "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n"
    return "a.warc.gz", gzip.compress(record(1, url, response(body, charset, fields)), mtime=0)


def with_bases_of_mail(url, page, charset):
    """Browsers know none of these fields as a base."""
    fields = ("Content-Base: http://base.example/c/\r\nBase: http://base.example/b/\r\n"
              "Content-Location: http://base.example/l/\r\n")
    return "a.warc", record(1, url, response(page, charset, fields))


def revisited(url, page, charset):
    digest = "sha1:" + base64.b32encode(hashlib.sha1(page).digest()).decode()
    profile = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
    digests = "WARC-Payload-Digest: %s\r\n" % digest
    refers = digests + "WARC-Profile: %s\r\nWARC-Refers-To-Target-URI: %s\r\nWARC-Refers-To-Date: %s\r\n" % (profile, url, DATE)
    return "a.warc.gz", (gzip.compress(record(1, url, response(page, charset), fields=digests), mtime=0) +
                         gzip.compress(record(2, url, response(b"", charset), "revisit", refers), mtime=0))


def in_arc(url, page, charset):
    block = response(page, charset)
    line = "%s 192.0.2.1 20260102030405 text/html %d\n" % (url, len(block))
    version = b"1 0 test\nURL IP-address Archive-date Content-type Archive-length\n"
    first = b"filedesc://a.arc 0.0.0.0 20260102030405 text/plain %d\n%s\n" % (len(version), version)
    return "a.arc", first + line.encode() + block + b"\n"


def in_zstd(url, page, charset):
    whole = subprocess.run(["zstd", "-q"], input=record(1, url, response(page, charset)), stdout=subprocess.PIPE, check=True)
    return "a.warc.zst", whole.stdout


# How a page is archived, and what is made of it: of what is only read, conversions.
WAYS = [(plain, "response"), (compressed, "response"), (with_bases_of_mail, "response"), (revisited, "response"),
        (in_arc, "conversion"), (in_zstd, "conversion")]


def made_of(absolve, place, name, archive, emit):
    """{URL: block} of what is made of an archive, and what of it is kept."""
    path, copy = os.path.join(place, name), os.path.join(place, "copy.warc.gz")
    with open(path, "wb") as file:
        file.write(archive)
    command = [absolve, "-q", "--lenient", "--also", "all", "--resolver", "whatwg"]
    subprocess.run(command + ["--warc-emit", emit, "--date", "@0", "-o", copy, path], check=True)
    listed = subprocess.run(command + ["--list", "--json", path], stdout=subprocess.PIPE, check=True).stdout
    return replay.responses_of(copy), chromium.kept_of(listed)


def main(absolve, sites):
    comparison = chromium.Comparison({})
    server = replay.Replay()
    place = tempfile.mkdtemp()
    browser = chromium.Chromium(place + "/home",
                                hosts="MAP *.example:80 127.0.0.1:%d, MAP * ~NOTFOUND" % server.server_address[1])
    counts = collections.Counter()
    try:
        for number in range(int(sites)):
            way, emit = WAYS[number % len(WAYS)]
            page = chromium_pages.page(number, odd=True)
            charset = chromium.charset_of(page)
            url = "http://site%d.example/d/page%d.html?a=b" % (number, number)
            name, archive = way(url, page, charset)
            made, kept = made_of(absolve, place, name, archive, emit)
            counts[way.__name__] += url in made
            urls = (url, replay.ELSEWHERE + "?" + url)
            visits = []
            for address, block in zip(urls, (response(page, charset), made.get(url, response(page, charset)))):
                server.responses = {url: block}
                visits.append(browser.visit(address))
            comparison.compare("site %d, %s" % (number, way.__name__), urls, visits, kept)
    finally:
        browser.close()
        shutil.rmtree(place, ignore_errors=True)
    print(", ".join("%d %s" % (count, way) for way, count in counts.items()))
    return comparison.end(set())


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
