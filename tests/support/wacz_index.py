"""What the index of a WACZ must say of its captures, by other code than absolve's: for wacz.py."""

import base64
import gzip
import io
import json
import urllib.parse
import zlib

INDEX = "indexes/index.cdxj"


def lines_of(archive):
    """The lines of all indexes, by the file and the offset that they lead to."""
    found = {}
    for name in archive.namelist():
        if not name.startswith("indexes/") or name.endswith(".idx"):
            continue
        text = archive.read(name)
        try:
            text = gzip.decompress(text) if name.endswith(".gz") else text
        except EOFError:
            text = gzip.GzipFile(fileobj=io.BytesIO(text)).read1(1 << 20)
        for line in text.decode().splitlines():
            try:
                key, time, fields = line.split(" ", 2)
                fields = json.loads(fields)
                found[fields["filename"].removeprefix("archive/"), int(fields["offset"])] = key, time, fields
            except (ValueError, KeyError):
                assert name != INDEX or line.startswith(("of old", "!", "x")), line
    return found


def records_of(archive, name):
    """Offset, size, header fields and block of each record."""
    text = archive.read(name)
    at = 0
    while at < len(text):
        member, end = text[at:], len(text)
        if name.endswith(".gz"):
            unpacking = zlib.decompressobj(31)
            member = unpacking.decompress(text[at:])
            end = len(text) - len(unpacking.unused_data)
        inside = 0
        while inside < len(member):
            head_end = member.index(b"\r\n\r\n", inside) + 4
            fields = [line.split(": ", 1) for line in member[inside:head_end].decode().split("\r\n")[1:] if line]
            said = dict(fields)
            block_end = head_end + int(said["Content-Length"])
            begin = at if name.endswith(".gz") else at + inside
            size = end - at if name.endswith(".gz") else block_end + 4 - inside
            yield begin, size, said, member[head_end:block_end], inside > 0 and name.endswith(".gz")
            inside = block_end + 4
        at = end


def captures_in(archive, name):
    for begin, size, fields, block, is_hidden in records_of(archive, name):
        is_note = fields["Content-Type"].startswith(("application/warc-fields", "text/anvl"))
        if fields["WARC-Type"] in ("response", "revisit") or (fields["WARC-Type"] in ("resource", "metadata") and not is_note):
            yield begin, size, fields, block, is_hidden


def requests_in(archive, name):
    """What was sent to get a capture, by its ID; by its URL where the request does not name it."""
    for _, _, fields, block, _ in records_of(archive, name):
        method = block.split(b" ")[0].decode()
        if fields["WARC-Type"] != "request" or method == "GET":
            continue
        body = block.split(b"\r\n\r\n", 1)[1]
        is_form = b"x-www-form-urlencoded" in block
        sent = urllib.parse.unquote_plus(body.decode()) if is_form else "__wb_post_data=" + base64.b64encode(body).decode()
        yield fields.get("WARC-Concurrent-To", fields["WARC-Target-URI"]), (method, sent)


def key_of(url):
    """As surt has it, for URLs without anything special."""
    parts = urllib.parse.urlsplit(url)
    if not parts.netloc:
        return url.lower().rstrip("/")
    key = ",".join(reversed(parts.netloc.lower().split("."))) + ")" + (parts.path.lower().rstrip("/") or "/")
    query = "&".join(sorted(parts.query.lower().replace(" ", "%20").split("&")))
    return key + ("?" + query if query else "")


def time_of(date):
    time = "".join(c for c in date if c.isdigit())
    return time[:17].ljust(17, "0") if "." in date else time


def judge_index(old, new):
    """Each capture has a line that leads to it, with its key, its time, its status, and what the old index said of its request;
    and no other record has one."""
    old_lines, lines = lines_of(old), lines_of(new)
    text = new.read(INDEX).decode().splitlines()
    assert text == sorted(text) and len(text) == len(lines), "not sorted, or twice"
    for name in new.namelist():
        if not name.startswith("archive/") or name.endswith("/") or not new.read(name).startswith((b"WARC/", b"\x1f\x8b")):
            continue
        file = name.removeprefix("archive/")
        requests = dict(requests_in(new, name))
        before = list(captures_in(old, name))
        after = list(captures_in(new, name))
        assert len(before) == len(after)
        for (old_begin, _, _, _, was_hidden), (begin, size, fields, block, _) in zip(before, after):
            url = fields["WARC-Target-URI"]
            key, time, said = lines.pop((file, begin))
            assert said["url"] == url and int(said["length"]) == size, said
            status = block.split(b" ")[1].decode() if block.startswith(b"HTTP/") else None
            assert said.get("status") == status, said
            assert (said["mime"] == "warc/revisit") == (fields["WARC-Type"] == "revisit"), said
            digest = fields.get("WARC-Payload-Digest")
            assert said.get("digest") == (digest and digest.split(":")[1]), said
            old_key, old_time, old_said = old_lines.get((file, old_begin), (None, None, {}))
            if was_hidden or old_said.get("url") != url:
                old_key, old_time, old_said = None, None, {}
            assert time == (old_time or time_of(fields["WARC-Date"])), (time, old_time)
            for member in ("referrer", "req.http:cookie"):
                assert said.get(member) == old_said.get(member), said
            method, sent = requests.get(fields["WARC-Record-ID"], requests.get(url, ("GET", "")))
            if "method" in old_said or method == "GET":
                assert key == (old_key if old_key and ")" in key_of(url) else key_of(url)), (key, old_key)
                for member in ("method", "requestBody"):
                    assert said.get(member) == old_said.get(member), said
            else:
                assert key == key_of(f"{url}?__wb_method={method}&{sent}"), key
                assert (said["method"], said["requestBody"]) == (method, sent), said
    assert not lines, lines


def captures_of(archive):
    """The URLs of the captures in an index, each looked up where it says."""
    for (name, begin), (_, _, fields) in lines_of(archive).items():
        one = archive.read("archive/" + name)[begin : begin + int(fields["length"])]
        one = gzip.decompress(one) if name.endswith(".gz") else one
        assert one.startswith(b"WARC/") and f"WARC-Target-URI: {fields['url']}\r\n".encode() in one, fields
        yield fields["url"]
