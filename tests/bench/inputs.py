"""What the runs of a table go over: made of a folder of pages, or of nothing."""

import base64
import csv
import gzip
import hashlib
import json
import os
import pathlib
import quopri

FOLDERS = 250
URL = "http://example.com/a/b/c.html"
LINES = ("", "http://a.example/b/c#/d;p?q\t../../g/h.html?x=1\n", "")  # pairs, for grown()


def pages_of(folder):
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.is_file():
            with open(entry.path, "rb") as file:
                yield file.read()


def page(number):
    lines = [f"<!doctype html>\n<title>{number}</title>\n"]
    for i in range(3 + number % 40):
        lines.append(f'<p><a href="../d{(number + i) % FOLDERS}/p{i}.html?a=1&amp;b=2">to another</a> and <img src={i}.png>\n')
    return "".join(lines)


def make_tree(place, files):
    """Small pages in folders; their names."""
    for i in range(FOLDERS):
        os.makedirs(f"{place}/d{i}", exist_ok=True)
    names = [f"d{i % FOLDERS}/p{i}.html" for i in range(files)]
    for i, name in enumerate(names):
        with open(f"{place}/{name}", "w") as out:
            out.write(page(i))
    return names


def chunked(body):
    pieces = [body[at:at + 8192] for at in range(0, len(body), 8192)]
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


CODINGS = [
    (b"", lambda body: body),
    (b"Content-Encoding: gzip\r\n", lambda body: gzip.compress(body, 6, mtime=0)),
    (b"Transfer-Encoding: chunked\r\n", chunked),
]


def blocks_of(folder):
    """Of the pages of a folder, each in every coding: the block of a record, and how large the page is."""
    for one in pages_of(folder):
        for field, code in CODINGS:
            body = code(one)
            length = b"" if b"chunked" in field else b"Content-Length: %d\r\n" % len(body)
            yield b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n%s%s\r\n%s" % (field, length, body), len(one)


def record(number, block):
    header = (b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n"
              b"WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-%012x>\r\n"
              b"WARC-Target-URI: http://host%d.example/folder/page%d.html\r\n"
              b"WARC-Block-Digest: sha1:%s\r\n"
              b"Content-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n")
    digest = base64.b32encode(hashlib.sha1(block).digest())
    return header % (number, number % 97, number, digest, len(block)) + block + b"\r\n\r\n"


def make_archive(path, pages, size):
    """An archive in which pages sum up to a size; how many records it has."""
    blocks = list(blocks_of(pages))
    number = unpacked = 0
    with open(path, "wb") as out:
        while unpacked < size:
            block, length = blocks[number % len(blocks)]
            out.write(gzip.compress(record(number, block), 6, mtime=0))
            number += 1
            unpacked += length
    return number


ENCODINGS = {
    "8bit": lambda body: body,
    "quoted-printable": quopri.encodestring,
    "base64": base64.encodebytes,
}


def make_mailbox(path, pages, size, encoding):
    """A mailbox in which each message is a page."""
    messages = [
        b"From a@b Sat Jan  3 01:05:34 1996\nContent-Type: text/html\nContent-Transfer-Encoding: %s\n\n%s\n\n" %
        (encoding.encode(), ENCODINGS[encoding](one).replace(b"\nFrom ", b"\n>From ")) for one in pages_of(pages)
    ]
    with open(path, "wb") as out:
        while out.tell() < size:
            out.writelines(messages)


def make_documents(lines, table, size):
    """Documents of a dozen links and fewer, and their URLs: in JSON Lines, and the same in a table."""
    with open(lines, "w") as as_lines, open(table, "w", newline="") as as_table:
        rows = csv.writer(as_table)
        rows.writerow(["url", "body", "content_type"])
        number = 0
        while as_lines.tell() < size:
            links = (f'<p>Some words, and <a href="../more{i}.html?x={number}">more</a></p>' for i in range(1 + number % 12))
            row = {"url": f"http://a.example/{number}/x", "body": "".join(links), "content_type": "text/html"}
            as_lines.write(json.dumps(row) + "\n")
            rows.writerow(row.values())
            number += 1


def make_in_charset(path, charset, size):
    """A page of text and links in Japanese, in a charset."""
    line = "<p>日本語の文章です。次は<a href=\"../ja/page.html\">リンク</a>、それから English words と<img src=\"a.png\">。</p>\n"
    with open(path, "wb") as out:
        while out.tell() < size:
            out.write((line * 1000).encode(charset))


def grown(path, begin, repeated, end, size):
    """A text that repeats itself, with a number for each `#`."""
    with open(path, "w") as out:
        out.write(begin)
        for number in range(size // len(repeated)):
            out.write(repeated.replace("#", str(number)))
        out.write(end)


def make_texts(path, size):
    """Markdown: the documents of this project, again and again."""
    project = pathlib.Path(__file__).parents[2]
    texts = b"\n".join(file.read_bytes() for file in [project / "README.md", *sorted(project.glob("doc/*.md"))])
    with open(path, "wb") as out:
        for _ in range(max(1, size // len(texts))):
            out.write(texts)
