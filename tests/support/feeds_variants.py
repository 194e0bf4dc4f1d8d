"""Makes of a feed others that say the same in other bytes, or that have other bases."""

import codecs
import re

DECLARATION = re.compile(r"^<\?xml\s[^>]*?\?>")
ENCODING = re.compile(r"""(\sencoding\s*=\s*)("[^"]*"|'[^']*')""")
XML_BASE = re.compile(r"""\sxml:base\s*=\s*("[^"]*"|'[^']*')""")
PROLOG = re.compile(r"\s*(?:<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>|[^<]|<(?![A-Za-z_]))*", re.S)
TAG = re.compile(r"<([A-Za-z_][\w.:-]*)")

BASES = ["../up/", "sub/dir/x", "http://other.example/p/q/r", "//net.example/n/", "/root/of/all/", "?query", "#only"]
NESTED = {
    "entry", "item", "content", "summary", "title", "link", "author", "icon", "logo", "description", "content:encoded",
    "image", "source", "channel", "generator", "enclosure", "div", "xhtml:div", "xhtml:body", "body", "p", "img", "a",
}  # fmt: skip
BEGINNINGS = ["/", "", "../", "./", "//net.example/", "../../x/", "?", "#"]
ABSOLUTE = re.compile(r"""(?<=["'>\s;])https?://[A-Za-z0-9.-]+/""")
NAMES = re.compile(r"""(xmlns(:[\w.-]+)?|rdf:about|PUBLIC\s.*|SYSTEM)\s*=?\s*["']$""", re.S)


def text_of(data):
    """The text of a feed, and whether it has it: by its byte order mark, its declaration, as UTF-8."""
    for mark, name in ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")):
        if data.startswith(mark):
            return data[len(mark) :].decode(name)
    declared = re.match(rb"""<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)""", data)
    return data.decode(declared[1].decode() if declared else "utf-8")


def declared(text, encoding):
    """The text with a declaration that says its encoding."""
    declaration = DECLARATION.match(text)
    if not declaration:
        return f'<?xml version="1.0" encoding="{encoding}"?>' + text
    old = declaration[0]
    new = ENCODING.sub(lambda one: f'{one[1]}"{encoding}"', old)
    if new == old and "encoding" not in old:
        new = re.sub(r"(\sversion\s*=\s*(?:\"[^\"]*\"|'[^']*'))", rf'\1 encoding="{encoding}"', old)
    return new + text[len(old) :]


def at_root(text):
    """xml:base at the root, in place of what it has."""
    begin = PROLOG.match(text).end()
    tag = TAG.match(text, begin)
    if not tag:
        return text
    end = text.find(">", begin)
    rest = XML_BASE.sub("", text[tag.end() : end]) + text[end:]
    return text[: tag.end()] + ' xml:base="http://root.example/r/s/t"' + rest


def outside_of_cdata(text, change):
    pieces = re.split(r"(<!\[CDATA\[.*?\]\]>|<!--.*?-->|<[?!][^>]*>)", text, flags=re.S)
    return "".join(piece if i % 2 else change(piece) for i, piece in enumerate(pieces))


def nested(text):
    """An xml:base on many elements, one in another."""
    count = 0

    def with_base(tag):
        nonlocal count
        if tag[1] not in NESTED:
            return tag[0]
        end = text_now.find(">", tag.end())
        if "xml:base" in text_now[tag.end() : end]:
            return tag[0]
        count += 1
        return f'{tag[0]} xml:base="{BASES[count % len(BASES)]}"'

    def change(piece):
        nonlocal text_now
        text_now = piece
        return TAG.sub(with_base, piece)

    text_now = ""
    return outside_of_cdata(text, change)


def relative(text):
    """Absolute URLs become relative references: what they lead to doesn't matter here."""
    count = 0

    def shortened(match):
        nonlocal count
        if NAMES.search(text, max(0, match.start() - 200), match.start()):
            return match[0]
        count += 1
        return BEGINNINGS[count % len(BEGINNINGS)]

    return ABSOLUTE.sub(shortened, text)


def variants(data):
    """Names and bytes: first the feed as it is. None for what can't be made of it."""
    yield "as is", data
    try:
        text = text_of(data)
    except (UnicodeDecodeError, LookupError):
        yield "undecodable", None
        return
    lines = re.sub("\r\n?", "\n", text)
    utf8 = declared(text, "utf-8")
    yield "LF", declared(lines, "utf-8").encode()
    yield "CRLF", declared(lines.replace("\n", "\r\n"), "utf-8").encode()
    yield "UTF-8 with a mark", codecs.BOM_UTF8 + utf8.encode()
    yield "UTF-16LE", codecs.BOM_UTF16_LE + declared(text, "utf-16").encode("utf-16-le")
    yield "UTF-16BE", codecs.BOM_UTF16_BE + declared(text, "utf-16").encode("utf-16-be")
    yield "no xml:base", XML_BASE.sub("", utf8).encode()
    yield "xml:base at the root", at_root(utf8).encode()
    yield "xml:base nested", nested(utf8).encode()
    short = relative(utf8)
    yield "relative", short.encode()
    yield "relative, no xml:base", XML_BASE.sub("", short).encode()
    yield "relative, xml:base at the root", at_root(short).encode()
    yield "relative, xml:base nested", nested(short).encode()
