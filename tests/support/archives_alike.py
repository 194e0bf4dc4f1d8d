#!/usr/bin/env python3
"""Compares an archive with what absolve made of it: archives_alike.py ORIGINAL COPY CONVERSIONS CHANGED. Each record
must be in the copy, in order; what didn't change byte for byte the same; what did, what absolve makes of the payload as a
file by itself, and so in the conversions. Bodies are unpacked and fields read here by other code than absolve's. The
records of the copy that have changed are written to CHANGED. Prints how many records there were, how many changed, and
how many of them in their bodies; ends with 77 where a program that unpacks bodies is missing."""

import base64
import gzip
import hashlib
import re
import shutil
import subprocess
import sys
import urllib.parse
import zlib

TYPES = {
    "text/html": "html",
    "text/css": "css",
    "application/xml": "xml",
    "text/xml": "xml",
    "text/x-opml": "xml",
    "application/feed+json": "json",
    "application/manifest+json": "json",
}

# What a copy says anew.
IDS = {"warc-record-id", "warc-previous-record-id", "warc-concurrent-to", "warc-refers-to", "warc-warcinfo-id"}
IDS |= {"warc-segment-origin-id"}
OF_BLOCK = {"content-length", "warc-block-digest", "warc-payload-digest"}
OUTDATED = {"transfer-encoding", "trailer", "content-encoding", "etag", "content-md5", "digest", "content-digest"}
OUTDATED |= {"repr-digest"}
REFERENCES = {"location", "link", "refresh", "content-location"}


def split(text):
    end = re.search(rb"\n\r?\n", text)
    return (text[: end.end()], text[end.end() :]) if end else (text, b"")


def fields(header):
    unfolded = re.sub(rb"\r?\n[ \t]+", b" ", header).decode("latin-1")
    pairs = (line.partition(":") for line in re.split(r"\r?\n", unfolded)[1:] if ":" in line)
    return [(name.strip().lower(), value.strip()) for name, _, value in pairs]


def sha1(text):
    return "sha1:" + base64.b32encode(hashlib.sha1(text).digest()).decode("ascii")


class Record:
    def __init__(self, text):
        self.header, self.block = split(text)
        self.fields = fields(self.header)
        self.is_right = self.get("content-length") == str(len(self.block)) and not self.is_damaged()

    def is_damaged(self):
        """Only SHA-1 in Base32 is looked at, which all archives have that are compared here. A digest that is right for
        the body alone, the payload's or that of the block, shows that the content is whole."""
        said = self.get("warc-block-digest")
        if not re.fullmatch("sha1:[A-Z2-7]{32}", said) or said == sha1(self.block):
            return False
        if self.get("warc-type") == "revisit":
            return True
        body = split(self.block)[1] if self.block.startswith(b"HTTP/") else self.block
        right = {sha1(text) for text in (body, out_of_chunks(body)) if text is not None}
        return not right & {said, self.get("warc-payload-digest")}

    def get(self, name):
        return next((value for field, value in self.fields if field == name), "")

    def id(self):
        return self.get("warc-record-id").strip("<>")


def records(text):
    """What lies about its length ends where the next one begins."""
    blank = re.compile(rb"[\r\n]*")
    at = 0
    while (at := blank.match(text, at).end()) < len(text):
        header_end = re.compile(rb"\n\r?\n|\Z").search(text, at).end()
        said = dict(fields(text[at:header_end])).get("content-length", "")
        end = header_end + int(said) if said.isdigit() else len(text) + 1
        behind = blank.match(text, end).end()
        if end > len(text) or not re.compile(rb"WARC/\d|\Z").match(text, behind):
            found = re.compile(rb"\r?\n\r?\n(?=WARC/\d)|(\r?\n){0,2}\Z").search(text, header_end)
            end = found.start()
        yield Record(text[at:end])
        at = end


def read(path):
    with open(path, "rb") as file:
        text = file.read()
    if text.startswith(b"\x28\xb5\x2f\xfd"):
        text = run(["zstd", "-dc"], text)
    packed = subprocess.run(["gzip", "-dc"], input=text, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return list(records(packed.stdout if text.startswith(b"\x1f\x8b") else text))


def run(command, text):
    if shutil.which(command[0]) is None:
        print(command[0] + " is missing", file=sys.stderr)
        sys.exit(77)
    done = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return done.stdout if done.returncode == 0 else None


def out_of_chunks(body):
    text = b""
    while line := re.match(rb"([0-9A-Fa-f]+)[ \t]*(;[^\r\n]*)?\r?\n", body):
        size = int(line[1], 16)
        body = body[line.end() :]
        if size == 0:
            return text
        if size > len(body):
            return None
        text += body[:size]
        body = re.sub(rb"\A\r?\n", b"", body[size:])
    return text if not body else None


def inflated(body):
    for window in (zlib.MAX_WBITS, -zlib.MAX_WBITS):
        try:
            return zlib.decompress(body, window)
        except zlib.error:
            pass
    return None


def unpacked(name, body):
    """None: it can't be unpacked; the body itself: it isn't packed so, whatever its header says."""
    if name == "chunked":
        is_one = re.match(rb"[0-9A-Fa-f]+[ \t]*(;[^\r\n]*)?\r?\n", body)
        return out_of_chunks(body) if is_one else body
    if name in ("gzip", "x-gzip"):
        return gzip.decompress(body) if body.startswith(b"\x1f\x8b") else body
    if name == "zstd":
        return run(["zstd", "-dc"], body) if body.startswith(b"\x28\xb5\x2f\xfd") else body
    tried = inflated(body) if name == "deflate" else run(["brotli", "-dc"], body) if name == "br" else body
    return body if tried is None else tried


def out_of_codings(of_http, body):
    names = []
    for field in ("content-encoding", "transfer-encoding"):
        for name, value in of_http:
            names += [word.split(";")[0].strip().lower() for word in value.split(",")] if name == field else []
    for name in reversed(names):
        try:
            body = unpacked(name, body)
        except (OSError, EOFError, zlib.error):
            body = None
        if body is None:
            return None
    return None if body.startswith((b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd")) else body


class Payload:
    """What a record brought, and what becomes of it; `text` is None where nothing in it is read."""

    made = {}  # what is asked twice

    def __init__(self, record):
        self.text = None
        self.http = b""
        self.body = record.block
        self.target = record.get("warc-target-uri").strip("<>").strip()
        kind = record.get("warc-type").lower()
        said = record.get("content-type")
        of_http = []
        if not record.is_right or record.get("warc-truncated") or record.get("warc-segment-number"):
            return
        if kind in ("response", "revisit") and record.block.startswith(b"HTTP/"):
            self.http, self.body = split(record.block)
            of_http = fields(self.http)
            if kind == "revisit" or re.match(rb"HTTP/\S+ +206", self.http):
                return
            said = next((value for name, value in of_http if name == "content-type"), "")
        elif kind not in ("resource", "conversion"):
            return
        self.media_type = said.split(";")[0].strip().lower()
        self.type = TYPES.get(self.media_type, "xml" if self.media_type.endswith("+xml") else None)
        self.is_told = "/" in said
        self.url = self.target
        for heading in ("base", "content-base"):
            for name, value in of_http:
                if name == heading:
                    self.url = urllib.parse.urljoin(self.url, value.strip('"<>'))
        charset = re.search(r";\s*charset\s*=\s*\"?([^\s\";]+)", said, re.I)
        self.charset = charset[1] if charset else ""
        if self.type is not None or not self.is_told:
            self.text = out_of_codings(of_http, self.body) if of_http else self.body

    def rewritten(self):
        command = ["absolve", "-q", "--type", self.type or "auto"]
        command += ["--url", self.url] if self.url else []
        command += ["--charset", self.charset] if self.charset else []
        key = (tuple(command), self.text)
        if key not in self.made:
            self.made[key] = subprocess.run(
                command, input=self.text, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False
            ).stdout
        return self.made[key]

    def has_changed(self):
        return self.text is not None and self.text != b"" and self.rewritten() != self.text


def expect_field(old, new, url, body, has_changed):
    """A field of HTTP, and what became of it."""
    name, value = old
    if has_changed and name in OUTDATED:
        assert new == ("x-orig-" + name, value), (old, new)
    elif has_changed and name == "content-length":
        assert new == (name, str(len(body))), (old, new, len(body))
    elif name in ("location", "content-location") and re.fullmatch(r"[/\w.-]+", value):
        assert new == (name, urllib.parse.urljoin(url, value)), (old, new)
    else:
        assert new == old or name in REFERENCES and new[0] == name, (old, new)


def expect_http(old, new, url, body, has_changed):
    assert old.split(b"\n")[0] == new.split(b"\n")[0], (old, new)
    before, after = fields(old), fields(new)
    if has_changed and len(after) == len(before) + 1:  # a length in the stead of chunks
        added = next(at for at, field in enumerate(after) if field[0] == "content-length")
        assert after.pop(added)[1] == str(len(body)), new
    assert len(before) == len(after), (old, new)
    for one, other in zip(before, after):
        expect_field(one, other, url, body, has_changed)


def expect_copied(old, new):
    """Returns whether it changed."""
    if not old.is_right:
        kept = lambda record: [field for field in record.fields if field[0] not in IDS]
        assert (kept(new), new.block) == (kept(old), old.block), (old.header, new.header)
        return False
    if old.id():
        assert new.get("warc-previous-record-id").strip("<>") == old.id(), new.header
        assert new.id() != old.id(), new.header
    if new.block == old.block:
        kept = lambda record: [field for field in record.fields if field[0] not in IDS]
        assert kept(new) == kept(old), (old.header, new.header)
        assert not Payload(old).has_changed(), (old.header, old.block[:500])
        return False
    kept = lambda record: [field for field in record.fields if field[0] not in IDS | OF_BLOCK]
    assert kept(new) == kept(old), (old.header, new.header)
    before, after = Payload(old), Payload(new)
    has_changed = before.has_changed()
    body = before.rewritten() if has_changed else before.body
    assert after.body == body, (old.header, old.block[:300], new.block[:300])
    if before.http:
        expect_http(before.http, after.http, before.target, body, has_changed)
    return True


def expect_info(record):
    assert record.get("warc-type") == "warcinfo" and b"absolve" in record.block, record.header


def copied(old, new, changed):
    """Writes those that have changed; returns how many."""
    expect_info(new[0])
    assert len(old) == len(new) - 1, f"{len(old)} records, {len(new) - 1} in the copy"
    several = [copy for record, copy in zip(old, new[1:]) if expect_copied(record, copy)]
    with open(changed, "wb") as file:
        for record in new[:1] + several:
            file.write(record.header + record.block + b"\r\n\r\n")
    return len(several)


def is_success(payload):
    """A redirect or an error has no conversion; what has no status that can be read has one."""
    status = re.match(rb"\S* *(\d{1,3})", payload.http.split(b"\n")[0])
    return not payload.http or not status or int(status[1]) // 100 in (0, 2)


def converted(old, new):
    expect_info(new[0])
    payloads = [(record, Payload(record)) for record in old]
    changed = [(record, payload) for record, payload in payloads if is_success(payload) and payload.has_changed()]
    assert len(changed) == len(new) - 1, f"{len(changed)} change, {len(new) - 1} conversions"
    for (record, payload), conversion in zip(changed, new[1:]):
        assert conversion.get("warc-type") == "conversion", conversion.header
        assert conversion.get("warc-refers-to").strip("<>") == record.id(), conversion.header
        url = record.get("warc-target-uri").strip("<>").strip()
        assert conversion.get("warc-target-uri").strip("<>") == url, conversion.header
        assert conversion.get("warc-warcinfo-id") == new[0].get("warc-record-id"), conversion.header
        if payload.is_told:
            said = conversion.get("content-type")
            assert said.split(";")[0].strip().lower() == payload.media_type and payload.charset in said, said
        digests = {conversion.get("warc-block-digest"), conversion.get("warc-payload-digest")}
        assert len(digests) == 1 and "" not in digests, conversion.header
        assert conversion.block == payload.rewritten(), (record.header, conversion.block[:300])
    return len(changed)


def main():
    old, copy, conversions = (read(name) for name in sys.argv[1:4])
    print(f"{len(old)} records, {copied(old, copy, sys.argv[4])} changed, {converted(old, conversions)} in their bodies")


if __name__ == "__main__":
    main()
