"""Compares pages with their rewritten forms, as html.parser reads them: all that is in them must be alike, once each
reference of the old form is resolved by urllib. Messages are decoded first, with email. Prints how many were compared."""

import email
import email.policy
import html.parser
import re
import sys
import urllib.parse

BASE = "http://h/a/b"
URLS = {("a", "href"), ("img", "src")}
SPACES = " \t\n\f\r"
STYLE = re.compile(r"""/\*.*?\*/|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|((?:[\w-]|\\[0-9a-fA-F]{1,6}[ ]?|\\.)+)\(|(.)""", re.S)
UNQUOTED = re.compile(r"""[ \t\n]*((?:[^"'()\\ \t\n]|\\[0-9a-fA-F]{1,6}[ ]?|\\.)*)[ \t\n]*(?:\)|$)""", re.S)


def unescape(text):
    def character(match):
        return chr(int(match[1], 16)) if match[1] else match[2]

    return re.sub(r"\\(?:([0-9a-fA-F]{1,6})[ ]?|(.))", character, text, flags=re.S)


def candidates(text, resolve):
    """HTML standard, parsing a srcset attribute."""
    found = []
    at = 0
    while True:
        while at < len(text) and text[at] in SPACES + ",":
            at += 1
        if at == len(text):
            return found
        begin = at
        while at < len(text) and text[at] not in SPACES:
            at += 1
        url = text[begin:at]
        descriptors = ""
        if url.endswith(","):
            url = url.rstrip(",")
        else:
            begin = at
            while at < len(text) and text[at] != ",":
                at += 1
            descriptors = text[begin:at].split()
        found.append((resolve(url), descriptors))


def declarations(text, resolve):
    """The tokens of a style attribute, URLs resolved."""
    found = []
    functions = []
    at = 0
    while at < len(text):
        token = STYLE.match(text, at)
        at = token.end()
        string = token[1] if token[1] is not None else token[2]
        if string is not None:
            is_url = functions and functions[-1] in ("url", "image-set", "-webkit-image-set")
            found.append(("string", resolve(unescape(string)) if is_url else unescape(string)))
        elif token[3] is not None:
            name = unescape(token[3]).lower()
            unquoted = UNQUOTED.match(text, at) if name == "url" and text[at:].lstrip()[:1] not in ("'", '"') else None
            if unquoted:
                found.append(("url", resolve(unescape(unquoted[1]))))
                at = unquoted.end()
            else:
                functions.append(name)
                found.append(("function", name))
        elif token[4] is not None:
            if token[4] == ")" and functions:
                functions.pop()
            found.append(token[4])
    return found


class Reader(html.parser.HTMLParser):
    """All that is in a page, references resolved."""

    def __init__(self, resolve):
        super().__init__(convert_charrefs=True)
        self.resolve = resolve
        self.seen = []

    def handle_starttag(self, tag, attributes):
        self.seen.append((tag, [(name, self.meaning(tag, name, value)) for name, value in attributes]))

    def meaning(self, tag, name, value):
        if (tag, name) in URLS:
            return self.resolve(value)
        if name in ("srcset", "imagesrcset"):
            return candidates(value, self.resolve)
        if name == "style":
            return declarations(value, self.resolve)
        if name == "srcdoc":
            return read(value, self.resolve)
        return value

    def handle_endtag(self, tag):
        self.seen.append(("end", tag))

    def handle_data(self, data):
        self.seen.append(("text", data))


def read(page, resolve):
    reader = Reader(resolve)
    reader.feed(page)
    reader.close()
    return reader.seen


def text_of(name):
    with open(name, "rb") as file:
        data = file.read()
    if not name.startswith("m"):
        return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8")
    part = email.message_from_bytes(data, policy=email.policy.compat32)
    return part.get_payload(decode=True).decode(part.get_content_charset())


def main(names):
    compared = 0
    for name in names:
        before = read(text_of(name), lambda url: urllib.parse.urljoin(BASE, url))
        after = read(text_of(name[:-3] + "new"), lambda url: url)
        if before != after:
            for one, other in zip(before, after):
                if one != other:
                    print(one, other, sep="\n")
            sys.exit(name + " differs")
        compared += 1
    print(compared)


if __name__ == "__main__":
    main(sys.argv[1:])
