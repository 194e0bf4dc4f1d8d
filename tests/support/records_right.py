#!/usr/bin/env python3
"""Reads an archive that is not packed to its last byte, with nothing tolerated: each record as long as it says, two
line ends behind it, and each digest that it has that of its block or its payload. Prints how many there were."""

import base64
import hashlib
import re
import sys


def fields(header):
    unfolded = re.sub(rb"\r?\n[ \t]+", b" ", header)
    pairs = (line.partition(b":") for line in unfolded.splitlines()[1:] if b":" in line)
    return [(name.strip().lower(), value.strip()) for name, _, value in pairs]


def split(text):
    end = re.search(rb"\n\r?\n", text).end()
    return text[:end], text[end:]


def payload(kind, block):
    """The body of a response, in chunks no longer; of others, all."""
    if kind != b"response" or not block.startswith(b"HTTP/"):
        return block
    header, body = split(block)
    of_http = dict(fields(header))
    assert b"transfer-encoding" not in of_http, header
    for name, value in fields(header):
        assert name != b"content-length" or b"location" in of_http or int(value) == len(body), header
    return body


def is_right(said, data):
    algorithm, _, value = said.partition(b":")
    digest = hashlib.new(algorithm.decode().strip().lower().replace("-", ""), data).digest()
    padded = value.strip().decode()
    ways = [base64.b16encode(digest), base64.b32encode(digest)]
    return any(way.decode().rstrip("=").lower() == padded.rstrip("=").lower() for way in ways) or (
        base64.b64encode(digest).decode().rstrip("=") == padded.rstrip("=")
    )


def main():
    with open(sys.argv[1], "rb") as archive:
        text = archive.read()
    records = digests = 0
    while text:
        assert re.match(rb"WARC/\d\.\d+\r?\n", text), text[:200]
        header, text = split(text)
        of_warc = fields(header)
        lengths = {int(value) for name, value in of_warc if name == b"content-length"}
        assert len(lengths) == 1, header
        length = lengths.pop()
        block, end, text = text[:length], text[length : length + 4], text[length + 4 :]
        assert end == b"\r\n\r\n", (header, block, end)
        kind = dict(of_warc).get(b"warc-type")
        for name, value in of_warc:
            if name in (b"warc-block-digest", b"warc-payload-digest"):
                data = block if name == b"warc-block-digest" else payload(kind, block)
                assert is_right(value, data), (header, block, value)
                digests += 1
        records += 1
    print(f"{records} records, {digests} digests")


main()
