#!/usr/bin/env python3
"""Makes WACZ files, and looks at what absolve made of them by other code than absolve's.

    wacz.py make VARIANT FILE       makes one; VARIANTS says which there are
    wacz.py requests                what to ask for in the variant that is to be replayed, for wabac_answers.js
    wacz.py judge OLD NEW           NEW is what -i or --wacz makes of OLD
    wacz.py damage FILE ROUNDS      absolve reads and rewrites FILE with flipped bits, and cut
    wacz.py make-large FILE         makes one with an archive of more than 4 GiB
    wacz.py judge-large FILE        FILE is what -i makes of that"""

import base64
import gzip
import hashlib
import io
import json
import random
import subprocess
import sys
import warnings
import zipfile
from unittest import mock

sys.dont_write_bytecode = True
from wacz_index import INDEX, captures_in, captures_of, judge_index, key_of, requests_in, time_of  # noqa: E402

STORED, DEFLATED, BZIP2 = zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2


def record(kind, url, content_type, block, number, fields=""):
    return (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2026-01-02T03:04:06Z\r\n"
        f"WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012}>\r\nContent-Type: {content_type}\r\n"
        f"{fields}Content-Length: {len(block)}\r\n\r\n"
    ).encode() + block + b"\r\n\r\n"


def response(url, page, number, fields=""):
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page
    return record("response", url, "application/http; msgtype=response", block, number, fields)


def packed(*records):
    return b"".join(gzip.compress(one, mtime=0) for one in records)


def sha1(text):
    return "sha1:" + base64.b32encode(hashlib.sha1(text).digest()).decode()


RELATIVE = b'<a href="c">c</a>'
ABSOLUTE = b'<a href="http://e/">e</a>'
DIGEST = f"WARC-Payload-Digest: {sha1(RELATIVE)}\r\n"


def usual():
    """What a crawler writes, before its package lists it."""
    return {
        "archive/": b"",
        "archive/data.warc.gz": packed(
            record("warcinfo", "http://a.example/", "application/warc-fields", b"software: x\r\n", 0),
            response("http://a.example/b/", RELATIVE, 1, DIGEST),
            response("http://a.example/d", ABSOLUTE, 2),
        ),
        "archive/still.warc.gz": packed(response("http://b.example/", ABSOLUTE, 3)),
        "indexes/index.cdx.gz": gzip.compress(b"of old\n", mtime=0),
        "indexes/index.idx": b"of old\n",
        "pages/pages.jsonl": b'{"format": "json-pages-1.0", "id": "pages", "title": "All"}\n{"url": "http://a.example/b/"}\n',
        "fuzzy.json": b"{}",
    }


def digest_of(package):
    return json.dumps({"path": "datapackage.json", "hash": "sha256:" + hashlib.sha256(package).hexdigest()}).encode()


def build(files, signed=False, methods=None, package=True, before=None):
    """All of a WACZ, as bytes. `methods`: how members are compressed that are not as they should be."""
    resources = [
        {"name": name.split("/")[-1], "path": name, "hash": "sha256:" + hashlib.sha256(text).hexdigest(), "bytes": len(text)}
        for name, text in files.items()
        if not name.endswith("/")
    ]
    text = json.dumps({"profile": "data-package", "title": "Gärten", "resources": resources, "x": [1, {"resources": []}]}, indent=2)
    digest = {"path": "datapackage.json", "hash": "sha256:" + hashlib.sha256(text.encode()).hexdigest()}
    if signed:
        digest["signedData"] = {"hash": digest["hash"], "signature": "x"}
    if package:
        files = files | {"datapackage.json": text.encode(), "datapackage-digest.json": json.dumps(digest).encode()}
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w") as archive:
        if before:
            before(archive)
        for name, content in files.items():
            member = zipfile.ZipInfo(name, (2026, 1, 2, 3, 4, 6))
            member.comment = b"kept" if name == "fuzzy.json" else b""
            is_stored = name.startswith(("archive/", "indexes/"))
            member.compress_type = (methods or {}).get(name, STORED if is_stored else DEFLATED)
            archive.writestr(member, content)
    return result.getvalue()


def with_one(name, content, **more):
    return lambda: build(usual() | {name: content}, **more)


def without(*names):
    return lambda: build({name: text for name, text in usual().items() if name not in names})


def patched(make, *pairs):
    def made():
        text = make()
        for old, new in pairs:
            assert old in text and len(old) == len(new)
            text = text.replace(old, new)
        return text

    return made


def encrypted():
    """Says in both headers of the first archive that it is encrypted."""
    text = bytearray(build(usual()))
    for header, flags in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        name = 30 if header == b"PK\3\4" else 46
        at = text.find(header)
        while text[at + name :][:20] != b"archive/data.warc.gz":
            at = text.find(header, at + 1)
        text[at + flags] |= 1
    return bytes(text)


def overlapping():
    """The central directory says of two members that they are larger than they are."""
    text = bytearray(build(usual() | {"archive/other.warc.gz": usual()["archive/data.warc.gz"] + bytes(100)}))
    directory = text.find(b"PK\1\2")
    for name in (b"pages/pages.jsonl", b"fuzzy.json"):
        at = text.find(name, directory) - 46
        text[at + 20 : at + 24] = (6000).to_bytes(4, "little")
    return bytes(text)


def twice():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return build(usual(), before=lambda archive: archive.writestr("fuzzy.json", "{}"))


def zip64():
    """As if it were too large for a directory without Zip64."""
    with mock.patch.multiple(zipfile, ZIP_FILECOUNT_LIMIT=1, ZIP64_LIMIT=10):
        return build(usual())


def revisit(more=""):
    return record(
        "revisit", "http://a.example/b/", "application/http; msgtype=response",
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", 9,
        DIGEST + "WARC-Profile: http://netpreserve.org/warc/1.0/revisit/identical-payload-digest\r\n" + more,
    )  # fmt: skip


def revisits():
    return build(usual() | {"archive/later.warc.gz": packed(revisit())})


def one_member():
    """Two captures in one member of gzip, as `gzip x.warc` makes it."""
    both = response("http://c.example/1", ABSOLUTE, 11) + response("http://c.example/2", ABSOLUTE, 12)
    return build(usual() | {"archive/both.warc.gz": gzip.compress(both, mtime=0)})


def one_member_alone():
    both = response("http://c.example/1", ABSOLUTE, 11) + response("http://c.example/2", ABSOLUTE, 12)
    return build({"archive/both.warc.gz": gzip.compress(both, mtime=0)})


def with_package(change):
    """With another datapackage.json than it should have."""
    text = build(usual())
    with zipfile.ZipFile(io.BytesIO(text)) as archive:
        package = json.loads(archive.read("datapackage.json"))
    change(package)
    text = json.dumps(package).encode()
    return build(usual() | {"datapackage.json": text, "datapackage-digest.json": digest_of(text)}, package=False)


def in_stats(package):
    """As Data Package had it at first."""
    for one in package["resources"]:
        one["stats"] = {"hash": one.pop("hash").split(":")[1], "bytes": one.pop("bytes")}
        one["hashing"] = "sha256"


def with_point(package):
    package["resources"][0]["path"] = "./" + package["resources"][0]["path"]


def unlisted(package):
    package["resources"] = []


def with_damaged(name):
    """The central directory has another CRC of a member."""
    text = bytearray(build(usual()))
    at = text.find(name, text.find(b"PK\1\2")) - 46
    text[at + 16] ^= 1
    return bytes(text)


def unicode_name():
    """A member with the name in an extra field, as Info-ZIP writes it."""
    def add(archive):
        member = zipfile.ZipInfo("pages/more.jsonl", (2026, 1, 2, 3, 4, 6))
        member.extra = b"\x75\x70\x06\0\1\0\0\0\0x"
        archive.writestr(member, b"x")

    return build(usual(), before=add)


def post():
    request = record("request", "http://a.example/post", "application/http; msgtype=request",
                     b"POST /post HTTP/1.1\r\nHost: a.example\r\n\r\nfoo=bar", 13)  # fmt: skip
    get = request.replace(b"POST", b"GET").replace(b"-000000000013", b"-000000000014").replace(b"Length: 51", b"Length: 50")
    return build(usual() | {"archive/posts.warc.gz": packed(request, get, response("http://a.example/post", ABSOLUTE, 15))})


API = "http://a.example/api"


def exchange(number, answer, method, sent, date="2026-01-02T03:04:06Z"):
    """A response and its request, as browsers are recorded."""
    head = f"{method} /api HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(sent)}\r\n\r\n"
    concurrent = f"WARC-Concurrent-To: <urn:uuid:00000000-0000-4000-8000-{number:012}>\r\n"
    request = record("request", API, "application/http; msgtype=request", (head + sent).encode(), number + 1, concurrent)
    response = record("response", API, "application/http; msgtype=response",
                      b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n" + answer.encode(), number)  # fmt: skip
    return tuple(one.replace(b"2026-01-02T03:04:06Z", date.encode()) for one in (response, request))


def exchanges():
    """GET and POST of one URL, two of them in a second; notes, views and a revisit of a redirect with the URL of a page."""
    page = "http://a.example/b/"
    return (
        response(page, RELATIVE, 20, DIGEST),
        record("metadata", page, "application/warc-fields", b"via: x\r\n", 21),
        record("metadata", page, "text/anvl", b"via: x\r\n", 22),
        *exchange(23, '{"got": "nothing"}', "GET", ""),
        *exchange(25, '{"got": "one"}', "POST", "q=one", "2026-01-02T03:04:07.100Z"),
        *exchange(27, '{"got": "two"}', "POST", "q=t+w%6F", "2026-01-02T03:04:07.2Z"),
        *exchange(29, '{"got": "three"}', "PUT", "q=three", "2026-01-02T03:04:07.987654Z"),
        record("resource", "urn:view:" + page, "image/png", b"x", 31),
        record("resource", "urn:pageinfo:" + page, "application/json", b"{}", 32),
        *redirects(33),
        later("2026-01-05", revisit(REFERS_TO_PAGE)),
    )


def index_of_exchanges(change=lambda line: line):
    """Its index by another program, which has its own keys and times, and leaves out what it doesn't show."""
    name, at, lines = "posts.warc.gz", 0, []
    members = [gzip.compress(one, mtime=0) for one in exchanges()]
    said = {
        3: ("example,a)/api/", "20260102030406123", {}),
        5: ("example,a)/api?__wb_method=post&q=one", "20260102030407100",
            {"requestBody": "q=one", "method": "POST", "referrer": "http://a.example/b/", "req.http:cookie": 'c="\u00e9'}),
        7: ("example,a)/api?__wb_method=post&q=other", "20260102030407", {"method": "POST", "requestBody": ""}),
        9: ("example,a)/api", "20260102030407987", {"referrer": "http://a.example/b/"}),
        11: ("example,a)/b", "20260102030406", {}),
    }  # fmt: skip
    for number, member in enumerate(members):
        if number in said:
            key, time, more = said[number]
            url = API if number < 11 else "urn:view:http://a.example/b/"
            fields = {"url": url, "offset": at if number == 3 else str(at), "filename": name, "extra": {"url": "x", "method": "y"}, **more}
            lines.append(f"{key} {time} {json.dumps(change(fields))}\n")
        at += len(member)
    return "".join(["", "!meta 0 {}\n", "x\n", "x y {\n", "x 20260102030405 {\n", "x 2026 {}\n", *sorted(lines)]).encode()


def with_posts(index=None):
    files = {"archive/posts.warc.gz": packed(*exchanges())}
    return build(usual() | files | (index or {}))


def other_url(fields):
    return fields | {"url": "http://other.example/"}


def by_path(fields):
    return fields | {"filename": "archive/" + fields["filename"]}


def long_line():
    """A line that no index has; the others count."""
    index = index_of_exchanges().splitlines(True)
    return b"".join([b"x 20260102030405 {" + bytes(3 << 20) + b"}\n", *index, b"x" * (3 << 20)])


def dated(date, one):
    return one.replace(b"2026-01-02T03:04:06Z", date.encode())


def later(day, one):
    return one.replace(b"WARC-Date: 2026-01-02", f"WARC-Date: {day}".encode())


MOVED = b"HTTP/1.1 301 Moved\r\nLocation: /b/\r\nContent-Type: text/html\r\n\r\n"
ORIGINAL = f"WARC-Payload-Digest: {sha1(b'moved')}\r\n"
REFERS = (
    ORIGINAL + "WARC-Profile: http://netpreserve.org/warc/1.0/revisit/identical-payload-digest\r\n"
    "WARC-Refers-To-Target-URI: http://a.example/old\r\nWARC-Refers-To-Date: 2026-01-02T03:04:06Z\r\n"
)


REFERS_TO_PAGE = "WARC-Refers-To-Target-URI: http://a.example/b/\r\nWARC-Refers-To-Date: 2026-01-02T03:04:06Z\r\n"


def redirects(number):
    """A redirect, and revisits of it: one with its header, one without."""
    old = "http://a.example/old"
    return (
        record("response", old, "application/http; msgtype=response", MOVED + b"moved", number, ORIGINAL),
        later("2026-01-03", record("revisit", old, "application/http; msgtype=response", MOVED, number + 1, REFERS)),
        later("2026-01-04", record("revisit", old, "application/http; msgtype=response", b"", number + 2, REFERS)),
    )


def replayed():
    """What browsers record of a site, indexed as it is."""
    polls = (
        dated(f"2026-01-02T03:04:06.{part}Z", response("http://a.example/poll", f'{{"at": {part}}}'.encode(), part))
        for part in (500, 900)
    )
    gone = response("http://a.example/gone", b"gone", 70).replace(b"200 OK", b"404 No")
    files = {"archive/data.warc.gz": packed(*exchanges(), *polls, gone)}
    with zipfile.ZipFile(io.BytesIO(build(files))) as archive:
        requests = dict(requests_in(archive, "archive/data.warc.gz"))
        lines = []
        for begin, size, fields, block, _ in captures_in(archive, "archive/data.warc.gz"):
            method, sent = requests.get(fields["WARC-Record-ID"], ("GET", ""))
            url = fields["WARC-Target-URI"]
            said = {"url": url, "mime": "warc/revisit" if fields["WARC-Type"] == "revisit" else "text/html", "length": str(size),
                    "offset": str(begin), "filename": "data.warc.gz"}  # fmt: skip
            if block.startswith(b"HTTP/"):
                said["status"] = block.split(b" ")[1].decode()
            if "WARC-Payload-Digest" in fields:
                said["digest"] = fields["WARC-Payload-Digest"]
            if method != "GET":
                said |= {"method": method, "requestBody": sent}
                url = f"{url}?__wb_method={method}&{sent}"
            lines.append(f"{key_of(url)} {time_of(fields['WARC-Date'])} {json.dumps(said)}\n")
    return build(files | {INDEX: "".join(sorted(lines)).encode()})


def requests_to_replay():
    form = "application/x-www-form-urlencoded"
    for url, time in (
        ("http://a.example/b/", ""), ("http://a.example/b/", "20260105030406"), ("http://a.example/api", ""), ("http://a.example/old", "20260102030406"),
        ("http://a.example/old", "20260103030406"), ("http://a.example/gone", ""), ("http://a.example/none", ""),
        ("http://a.example/poll", "20260102030406500"), ("http://a.example/poll", "20260102030406900"),
    ):  # fmt: skip
        print(json.dumps({"url": url, "time": time}))
    for method, sent in (("POST", "q=one"), ("POST", "q=three"), ("PUT", "q=three")):
        print(json.dumps({"url": API, "method": method, "type": form, "body": sent}))


def gap():
    """Eight bytes between the central directory and its end record."""
    text = build(usual())
    at = text.rfind(b"PK\5\6")
    return text[:at] + bytes(8) + text[at:]


def first_missing():
    """A member that the central directory does not list."""
    text = build(usual(), before=lambda archive: archive.writestr("x", "precious"))
    end = text.rfind(b"PK\5\6")
    count = int.from_bytes(text[end + 8 : end + 10], "little") - 1
    size, begin = (int.from_bytes(text[end + at : end + at + 4], "little") for at in (12, 16))
    gone = 46 + len("x")
    record = bytearray(text[end:])
    record[8:12] = count.to_bytes(2, "little") * 2
    record[12:20] = (size - gone).to_bytes(4, "little") + begin.to_bytes(4, "little")
    return text[:begin] + text[begin + gone : end] + bytes(record)


def with_descriptors():
    """As who can't go back in a file writes it: the sizes of a member stand behind it."""
    class Pipe(io.RawIOBase):
        def __init__(self):
            self.text = bytearray()

        def writable(self):
            return True

        def write(self, more):
            self.text += more
            return len(more)

    pipe = Pipe()
    with zipfile.ZipFile(io.BytesIO(build(usual()))) as old, zipfile.ZipFile(pipe, "w") as new:
        for member in old.infolist():
            new.writestr(member, old.read(member))
    return bytes(pipe.text)


ZEROS = bytes(80 << 20)
BOMB = {"archive/bomb.warc": DEFLATED}
VARIANTS = {
    "usual": lambda: build(usual()),
    "signed": lambda: build(usual(), signed=True),
    "deflated": lambda: build(usual(), methods={"archive/data.warc.gz": DEFLATED, "archive/still.warc.gz": DEFLATED}),
    "indexed": with_one(INDEX, b"of old\n"),
    "not-indexed": without("indexes/index.cdx.gz", "indexes/index.idx"),
    "plain": with_one("archive/plain.warc", response("http://c.example/", RELATIVE, 8)),
    "still": without("archive/data.warc.gz"),
    "zip64": zip64,
    "revisits": revisits,
    "misnamed": with_one("archive/page.warc.gz", b"<p><a href=x>"),
    "up": with_one("archive/../../x.warc.gz", b"x"),
    "absolute": with_one("/tmp/x", b"x"),
    "backslash": with_one("pages\\x", b"x"),
    "nul": patched(lambda: build(usual(), before=lambda one: one.writestr("pages/QxQy", "x")), (b"pages/QxQy", b"pages/Qx\0y")),
    "twice": twice,
    "encrypted": encrypted,
    "overlapping": overlapping,
    "bzip2": lambda: build(usual(), methods={"archive/data.warc.gz": BZIP2}),
    "bomb": with_one("archive/bomb.warc", ZEROS, methods=BOMB),
    "no-archive": without("archive/data.warc.gz", "archive/still.warc.gz"),
    "no-package": lambda: build(usual(), package=False),
    "broken-package": lambda: build(usual() | {"datapackage.json": b'{"resources": 1}'}, package=False),
    "zstd": with_one("archive/other.warc.zst", b"\x28\xb5\x2f\xfd"),
    "many-bombs": lambda: build(
        usual() | {f"archive/bomb{i}.warc": ZEROS[: 40 << 20] for i in range(3)},
        methods={f"archive/bomb{i}.warc": DEFLATED for i in range(3)},
    ),
    "plain-twin": with_one("archive/data.warc", response("http://c.example/", RELATIVE, 8)),
    "later": lambda: build({"archive/a.warc.gz": b"<p><a href=x>", "archive/later.warc.gz": packed(revisit())}),
    "one-member": one_member,
    "one-member-alone": one_member_alone,
    "folders": with_one("archive/a/data.warc.gz", packed(response("http://d.example/", RELATIVE, 16))),
    "empty-archive": with_one("archive/none.warc.gz", b""),
    "post": post,
    "replayed": replayed,
    "posts": lambda: with_posts(),
    "posts-indexed": lambda: with_posts({INDEX: index_of_exchanges()}),
    "posts-indexed-at-length": lambda: with_posts({INDEX: long_line()}),
    "posts-indexed-otherwise": lambda: with_posts({INDEX: index_of_exchanges(other_url)}),
    "posts-indexed-by-path": lambda: with_posts({INDEX: index_of_exchanges(by_path)}),
    "posts-packed": lambda: with_posts({"indexes/index.cdx.gz": gzip.compress(index_of_exchanges(), mtime=0)}),
    "posts-packed-badly": lambda: with_posts({"indexes/index.cdx.gz": gzip.compress(index_of_exchanges(), mtime=0)[:-9]}),
    "stats": lambda: with_package(in_stats),
    "point-in-package": lambda: with_package(with_point),
    "unlisted": lambda: with_package(unlisted),
    "damaged-digest": lambda: with_damaged(b"datapackage-digest.json"),
    "damaged-archive": lambda: with_damaged(b"archive/still.warc.gz"),
    "unicode-name": unicode_name,
    "point": with_one("pages/./x", b"x"),
    "empty-part": with_one("pages//x", b"x"),
    "descriptors": with_descriptors,
    "gap": gap,
    "unlisted-member": first_missing,
    "prefix": lambda: b"#!/bin/sh\n" + build(usual()),
    "trailing": lambda: build(usual()) + b"x",
    "cut": lambda: build(usual())[:-30],
    "page": lambda: b"<p><a href=x>",
}


def judge(old_name, new_name):
    with zipfile.ZipFile(old_name) as old, zipfile.ZipFile(new_name) as new:
        assert new.testzip() is None
        names = new.namelist()
        assert len(names) == len(set(names)), "a name occurs twice"
        package = json.loads(new.read("datapackage.json"))
        old_package = json.loads(old.read("datapackage.json"))
        listed = {one["path"]: one for one in package["resources"]}
        assert len(listed) == len(package["resources"]), "a resource is listed twice"
        described = {"datapackage.json", "datapackage-digest.json"}
        unlisted = set(old.namelist()) - {one["path"] for one in old_package["resources"]}
        assert {name for name in names if not name.endswith("/")} - described == set(listed) | {
            name for name in unlisted - described if not name.endswith("/")
        }
        for path, one in listed.items():
            text = new.read(path)
            said = one.get("stats", one)
            assert said["bytes"] == len(text) and said["hash"].split(":")[-1] == hashlib.sha256(text).hexdigest(), path
        del package["resources"], old_package["resources"]
        assert package == old_package, "more of the package has changed than its resources"
        digest = {"path": "datapackage.json", "hash": "sha256:" + hashlib.sha256(new.read("datapackage.json")).hexdigest()}
        assert json.loads(new.read("datapackage-digest.json")) == digest
        assert [name for name in names if name.startswith("indexes/")] == [INDEX]
        for name in names:
            if name.startswith(("archive/", "indexes/")):
                assert new.getinfo(name).compress_type == STORED, name
        for one in new.infolist():
            new.fp.seek(one.header_offset + 6)
            flags = int.from_bytes(new.fp.read(2), "little")
            assert flags == one.flag_bits, f"{one.filename}: its header and the central directory differ"
        changed = 0
        for name in old.namelist():
            if name.startswith(("indexes/", "datapackage")):
                continue
            before, after = old.getinfo(name), new.getinfo(name)
            if old.read(name) == new.read(name):
                kept = ("date_time", "comment", "external_attr")
                kept += () if name.startswith("archive/") else ("compress_type", "compress_size")
                assert all(getattr(before, field) == getattr(after, field) for field in kept), name
            else:
                assert name.startswith("archive/"), name
                changed += 1
        responses = sum(gzip_or_plain(new, name).count(b"\r\nWARC-Type: response\r\n") for name in names if name.startswith("archive/"))
        urls = list(captures_of(new))
        judge_index(old, new)
        print(f"{changed} changed, {responses} responses, {len(urls)} captures")


def gzip_or_plain(archive, name):
    text = archive.read(name)
    return gzip.decompress(text) if text.startswith(b"\x1f\x8b") else text


def run(*arguments):
    return subprocess.run(["absolve", "-q", *arguments], capture_output=True, timeout=60).returncode


def damage(name, rounds):
    """Reading and rewriting end well, and what can't be rewritten stays as it is."""
    with open(name, "rb") as file:
        whole = file.read()
    chance = random.Random(1)
    rewritten = 0
    for _ in range(rounds):
        text = bytearray(whole)
        if chance.random() < 0.3:
            del text[chance.randrange(len(text)) :]
        else:
            for _ in range(chance.choice((1, 1, 4))):
                text[chance.randrange(len(text))] ^= 1 << chance.randrange(8)
        for path in ("damaged.wacz", "before.wacz"):
            with open(path, "wb") as file:
                file.write(text)
        assert run("--list", "damaged.wacz") in (0, 2, 3)
        status = run("-i", "damaged.wacz")
        assert status in (0, 2, 3), status
        with open("damaged.wacz", "rb") as file:
            after = file.read()
        if after == text:
            continue
        rewritten += 1
        assert status != 2
        with zipfile.ZipFile("damaged.wacz") as archive:
            list(captures_of(archive))
        assert run("-i", "damaged.wacz") == status
        with open("damaged.wacz", "rb") as file:
            assert file.read() == after, "twice is not once"
    assert 0 < rewritten < rounds, rewritten


LARGE = "archive/large.warc"
LARGE_SIZE = (4 << 30) + 12345


def blocks_of_large():
    """A page, a record of zeros that is larger than Zip without Zip64 can say, and a page."""
    zeros = record("resource", "http://c.example/zeros", "application/octet-stream", b"", 2)
    yield response("http://c.example/b/", RELATIVE, 1)
    yield zeros[: -len("\r\n\r\n")].replace(b"Length: 0", f"Length: {LARGE_SIZE}".encode())
    block = bytes(1 << 20)
    for at in range(0, LARGE_SIZE, len(block)):
        yield block[: LARGE_SIZE - at]
    yield b"\r\n\r\n" + response("http://c.example/b/", RELATIVE, 3)


def make_large(name):
    small = build({"archive/small.warc.gz": packed(response("http://a.example/b/", RELATIVE, 4))})
    with zipfile.ZipFile(io.BytesIO(small)) as old, zipfile.ZipFile(name, "w") as new:
        package = json.loads(old.read("datapackage.json"))
        new.writestr(old.getinfo("archive/small.warc.gz"), old.read("archive/small.warc.gz"))
        hashed, size = hashlib.sha256(), 0
        with new.open(zipfile.ZipInfo(LARGE, (2026, 1, 2, 3, 4, 6)), "w", force_zip64=True) as member:
            for block in blocks_of_large():
                member.write(block)
                hashed.update(block)
                size += len(block)
        package["resources"].append({"name": "large.warc", "path": LARGE, "hash": "sha256:" + hashed.hexdigest(), "bytes": size})
        text = json.dumps(package).encode()
        new.writestr("datapackage.json", text)
        new.writestr("datapackage-digest.json", digest_of(text))


def judge_large(name):
    with zipfile.ZipFile(name) as archive:
        said = {one["path"]: one for one in json.loads(archive.read("datapackage.json"))["resources"]}[LARGE]
        index = [json.loads(line.split(" ", 2)[2]) for line in archive.read(INDEX).decode().splitlines()]
        captures = [one for one in index if one["filename"] == "large.warc" and one["url"].endswith("/b/")]
        first, last = sorted(captures, key=lambda one: int(one["offset"]))
        hashed, size, begin, end = hashlib.sha256(), 0, b"", b""
        with archive.open(LARGE) as member:  # what is read to its end has the CRC that is said
            while block := member.read(1 << 20):
                hashed.update(block)
                size += len(block)
                begin, end = begin or block[:4096], (end + block)[-4096:]
        assert said["bytes"] == size and said["hash"] == "sha256:" + hashed.hexdigest()
        assert size > LARGE_SIZE and archive.getinfo(LARGE).compress_type == STORED
        for part, capture, before in ((begin, first, 0), (end, last, size - len(end))):
            at = int(capture["offset"]) - before
            page = part[at : at + int(capture["length"])]
            assert page.startswith(b"WARC/1.0") and b'<a href="http://c.example/b/c">' in page, page
        print("right")


def main(command, *arguments):
    pairs = list(zip(arguments[::2], arguments[1::2]))
    if command == "make":
        for variant, name in pairs:
            with open(name, "wb") as file:
                file.write(VARIANTS[variant]())
    elif command == "requests":
        requests_to_replay()
    elif command == "judge":
        for old, new in pairs:
            judge(old, new)
    elif command == "make-large":
        make_large(*arguments)
    elif command == "judge-large":
        judge_large(*arguments)
    else:
        damage(arguments[0], int(arguments[1]))


main(*sys.argv[1:])
