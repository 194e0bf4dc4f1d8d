#!/usr/bin/env python3
"""Replays the revisits of archives and of full copies of them: revisits_right.py OLD... -- NEW..., in the order in which they
were done. As replay does, it finds what a revisit stands for by URL and payload digest among all records (or by the digest
alone, where there is none), and serves the header of the revisit, if it has one, with that body. What a client makes of it
must be what absolve makes of what was served before; header, date and URL must be those of the capture that was found. Prints
how many revisits there are, how many of them have a new digest, and how many lead to nothing in the copies."""

import re
import subprocess
import sys

from archives_alike import fields, out_of_chunks, read, split, unpacked


def is_revisit(record):
    return record.get("warc-type") == "revisit"


def url_of(record):
    return record.get("warc-target-uri").strip("<>")


def original_of(revisit, records):
    digest = revisit.get("warc-payload-digest")
    alike = [one for one in records if not is_revisit(one) and digest and one.get("warc-payload-digest") == digest]
    return next((one for one in alike if url_of(one) == url_of(revisit)), alike[0] if alike else None)


def served(header, body):
    """What a client reads that believes the header. Nothing may contradict it."""
    of_http = dict(fields(header))
    length = of_http.get("content-length")
    assert length is None or "transfer-encoding" in of_http or int(length) == len(body), (header, len(body))
    if of_http.get("transfer-encoding") == "chunked":
        assert re.match(rb"[0-9a-f]+\r?\n", body), (header, body[:80])
        body = out_of_chunks(body)
    for name in reversed(of_http.get("content-encoding", "").split(",")):
        if name.strip():
            packed, body = body, unpacked(name.strip(), body)
            assert packed != body, (header, packed[:80])
    return body


def capture_of(revisit, records):
    """The header that is served, the record that was found, what its own header is, and what a client reads."""
    original = original_of(revisit, records)
    if original is None:
        return None
    header, body = split(original.block)
    return revisit.block or header, original, header, served(revisit.block or header, body)


def rewritten(url, text):
    if b"<a" not in text:
        return text
    command = ["absolve", "-q", "--type", "html", "--url", url]
    return subprocess.run(command, input=text, stdout=subprocess.PIPE, check=True).stdout


def main():
    cut = sys.argv.index("--")
    old = [record for name in sys.argv[1:cut] for record in read(name)]
    new = [record for name in sys.argv[cut + 1 :] for record in read(name) if b"absolve" not in record.block[:17]]
    assert len(old) == len(new), (len(old), len(new))
    followed = lost = 0
    pairs = [(one, other) for one, other in zip(old, new) if is_revisit(one)]
    for one, other in pairs:
        assert (url_of(one), one.get("warc-date")) == (url_of(other), other.get("warc-date")), other.header
        has_new_digest = one.get("warc-payload-digest") != other.get("warc-payload-digest")
        assert has_new_digest or one.block == other.block, (one.block, other.block)
        followed += has_new_digest
        before, after = capture_of(one, old), capture_of(other, new)
        if after is None:
            lost += 1
            continue
        assert before is not None and old.index(before[1]) == new.index(after[1]), other.header
        assert before[0] != before[2] or after[0] == after[2], (after[0], after[2])
        assert after[3] == rewritten(url_of(before[1]), before[3]), (before, after)
    print(f"{len(pairs)} revisits, {followed} followed, {lost} lost")


main()
