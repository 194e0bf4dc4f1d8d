#!/usr/bin/env python3
"""Compares playlists with what absolve made of them:

    playlist_urls.py BEFORE AFTER

Two folders. A player that fetches a playlist from BEFORE at one address must ask for the same URLs as one that fetches
the playlist of that name from AFTER at another address. The reader here is written from RFC 8216 alone. Two things stay
as they are, and are compared as text: EXT-X-RENDITION-REPORT, and what begins with a variable or a backslash."""
import os, re, sys
from urllib.parse import urljoin

HOLDS_URI = {
    "KEY": ["URI"], "SESSION-KEY": ["URI"], "MAP": ["URI"], "MEDIA": ["URI"], "I-FRAME-STREAM-INF": ["URI"],
    "SESSION-DATA": ["URI"], "PART": ["URI"], "PRELOAD-HINT": ["URI"], "RENDITION-REPORT": ["URI"],
    "CONTENT-STEERING": ["SERVER-URI"], "DATERANGE": ["X-ASSET-URI", "X-ASSET-LIST"], "IMAGE-STREAM-INF": ["URI"]}
ATTRIBUTE = re.compile(r'\s*([A-Z0-9-]+)\s*=\s*(?:"([^"]*)"|([^",][^,]*|))[^,]*(?:,|$)')


def attributes(text):
    at = 0
    while at < len(text):
        match = ATTRIBUTE.match(text, at)
        if match:
            yield match[1], (match[2] if match[2] is not None else match[3]).strip()
        at = match.end() if match else (text + ",").index(",", at) + 1


def named(data, address):
    """Each line without its URLs, and the URLs in it."""
    for line in re.split("[\r\n]", data.decode("utf-8", "surrogateescape").removeprefix("\ufeff")):
        line = line.strip(" \t\f")
        uris, stays = [], line.startswith("#EXT-X-RENDITION-REPORT")
        if line.startswith("#EXT-X-") and ":" in line:
            tag, rest = line[7:].split(":", 1)
            uris = [value for name, value in attributes(rest) if name in HOLDS_URI.get(tag, [])]
        elif line and not line.startswith("#"):
            uris = [line]
        for uri in filter(None, uris):
            line = line.replace(uri, "", 1)
            escaped = re.sub(r"\s", lambda one: "%%%02X" % ord(one[0]), uri)
            yield uri if stays or uri.startswith(("{$", "\\")) else urljoin(address, escaped)
        yield "line: " + line


def main(before, after):
    names, urls = sorted(os.listdir(before)), 0
    for name in names:
        one, other = (open(os.path.join(folder, name), "rb").read() for folder in (before, after))
        first = list(named(one, "http://a.example/d/e/" + name))
        second = list(named(other, "https://b.example/x/" + name))
        if first != second:
            print(name, *[pair for pair in zip(first, second) if pair[0] != pair[1]][:3], sep="\n  ")
        urls += sum(not one.startswith("line: ") for one in first)
    print(f"compared {len(names)} playlists, {urls} URLs")


main(*sys.argv[1:])
