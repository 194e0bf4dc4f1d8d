#!/usr/bin/env python3
"""Makes files of other kinds that hold mail and pages, and tells what a run changed in a folder.

    containers.py make FOLDER           tar, cpio and ar archives, ZIP, SQLite, pickles, Dovecot's boxes, scripts, ...
    containers.py compare BEFORE AFTER  names each file that changed and is no page, sheet, feed, SVG or message; exit 1
"""
import gzip, io, os, pickle, re, sqlite3, struct, subprocess, sys, tarfile, zipfile

PAGE = b"<!doctype html>\n<title>a</title><a href=x>b</a><img src=y>\n"
MAIL = b"From: a@b.example\nTo: c@d.example\nSubject: e\nContent-Type: text/html\n\n<a href=x>b</a>\n"
PLIST = b'<?xml version="1.0"?>\n<plist version="1.0"><dict/></plist>\n'
MEMBERS = {"From Bob.eml": MAIL, "mail/1": MAIL, "page.html": PAGE, "mail/2.eml": MAIL}


def tar(mode):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:
        for name, data in MEMBERS.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def ar():
    parts = [b"!<arch>\n"]
    for name, data in MEMBERS.items():
        parts.append(b"%-16s%-12d%-6d%-6d%-8o%-10d`\n" % (os.path.basename(name).encode(), 0, 0, 0, 0o644, len(data)))
        parts.append(data + b"\n" * (len(data) % 2))
    return b"".join(parts)


def cpio(magic):
    parts = []
    for name, data in [*MEMBERS.items(), ("TRAILER!!!", b"")]:
        raw = name.encode() + b"\0"
        if magic == b"070701":
            head = magic + b"%08x" * 13 % (1, 0o100644, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(raw), 0) + raw
            parts.append(head + b"\0" * (-len(head) % 4) + data + b"\0" * (-len(data) % 4))
        else:
            parts.append(magic + b"%06o" * 7 % (0, 1, 0o100644, 0, 0, 1, 0) + b"%011o%06o%011o" % (0, len(raw), len(data)) + raw + data)
    return b"".join(parts)


def zipped():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:  # stored, so that the text stands there
        for name, data in MEMBERS.items():
            archive.writestr(name, data)
    return out.getvalue()


def dbox():
    return b"2 M1e C4f5a6b7c\n\x01\x02N        %08x\n" % len(MAIL) + MAIL + b"\n\x01\x03\nR4f5a\nV5f\n\n"


def make(folder):
    os.makedirs(folder, exist_ok=True)
    database = os.path.join(folder, "mail.sqlite")
    with sqlite3.connect(database) as connection:
        connection.execute("create table m(a)")
        connection.executemany("insert into m values(?)", [(data.decode(),) for data in MEMBERS.values()])
    script = b"#!/usr/bin/perl\nprint <<END;\n" + PAGE + b"END\n"
    files = {
        "a.tar": tar("w"), "mails": tar("w"), "a.tar.gz": tar("w:gz"), "a.tgz": tar("w:gz"), "a": tar("w"), "b": tar("w:gz"), "a.tar.xz": tar("w:xz"),
        "a.ar": ar(), "lib": ar(), "new.cpio": cpio(b"070701"), "old": cpio(b"070707"), "new.zip": zipped(), "archive": zipped(),
        "u.1": dbox(), "m.1": dbox() + dbox(), "page": script, "mail": b"#!/bin/sh\nsendmail <<END\n" + MAIL + b"END\n", "x.cgi": script,
        "pickle.0": pickle.dumps(MEMBERS, 0), "pickle.2": pickle.dumps(MEMBERS, 2), "pickle.5": pickle.dumps(MEMBERS, 5),
        "program": b"\x7fELF\2\1\1" + bytes(57) + MAIL + PAGE, "dump": struct.pack("<Q", 7) + b"\n" + MAIL, "lines": b"a\0\nb\0\n" + MAIL,
        "wrong.emlx": b"7\n" + MAIL + PLIST, "data.json": b'{"page": "' + PAGE.replace(b"\n", b"\\n") + b'"}\n', "lib.js": b"const a = '" + PAGE[:-1] + b"';\n",
        "a.har": b'{"log": {"text": "<a href=x>"}}', "table.csv": b"a,<a href=x>\n", "note.txt": b"just text with <a href=x>\n",
    }
    if (packed := zstd(tar("w"))) is not None:
        files["a.tar.zst"] = packed
    for name, data in files.items():
        with open(os.path.join(folder, name), "wb") as out:
            out.write(data)


def zstd(data):
    try:
        return subprocess.run(["zstd", "-qc"], input=data, capture_output=True, check=True).stdout
    except FileNotFoundError:
        return None


NAMES = re.compile(r"\.(x?html?|xht|shtml|php|phtml|css|svg|rss|atom|rdf|xml|opml|mathml|eml|mht|mhtml|webmanifest|md|markdown|m3u8?)(\.gz|\.br|\.zst)?$|\.svgz$|(^|/)manifest\.json$", re.I)
MESSAGE = re.compile(rb"(From .*\n)?((Subject|From|To|Date|Path|Received|Message-ID|MIME-Version|Content-Type|Return-Path): .*\n(\s.*\n)*){2}", re.I)


def text_of(path):
    with open(path, "rb") as file:
        data = file.read()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    return data


def compare(before, after):
    """A file may change that is called a page, or that starts with a tag or a header; others must not."""
    count = wrong = 0
    for folder, _, names in os.walk(before):
        for name in names:
            old = os.path.join(folder, name)
            new = os.path.join(after, os.path.relpath(old, before))
            if os.path.islink(old) or not os.path.isfile(old):
                continue
            count += 1
            with open(old, "rb") as a, open(new, "rb") as b:
                if a.read() == b.read():
                    continue
            text = text_of(old).lstrip(b"\xef\xbb\xbf \t\r\n")
            is_read = NAMES.search(name) or text[:1] == b"<" or MESSAGE.match(text)
            if not is_read or text[:2] == b"#!":
                print("changed:", os.path.relpath(old, before), repr(text[:60]))
                wrong += 1
    print(count, "files")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(make(sys.argv[2]) if sys.argv[1] == "make" else compare(sys.argv[2], sys.argv[3]))
