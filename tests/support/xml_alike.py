"""Reads pairs of lines, what a codec wrote and what it must mean, with expat: before an edit, and after it."""

import sys
from xml.parsers import expat


def read(document):
    """What the attribute or the text of the root means, without that of its children; None: this is no XML."""
    pieces, open_elements = [], []

    def start(name, attributes):
        if not open_elements:
            pieces.extend(attributes.values())
        open_elements.append(name)

    def text(characters):
        if len(open_elements) == 1:
            pieces.append(characters)

    parser = expat.ParserCreate("UTF-8")
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda name: open_elements.pop()
    parser.CharacterDataHandler = text
    try:
        parser.Parse(document, True)
    except expat.ExpatError:
        return None
    return "".join(pieces)


def is_text_of_xml(text):
    """XML 1.0, section 2.2."""
    return all(c in "\t\n\r" or "\x20" <= c <= "\ud7ff" or "\ue000" <= c <= "\ufffd" or c > "\uffff" for c in text)


compared = 0
for line in open(sys.argv[1]):
    before, meant_before, after, meant_after = (bytes.fromhex(field) for field in line.rstrip("\n").split("\t"))
    was = read(before)
    try:
        text = meant_after.decode()
    except UnicodeDecodeError:
        continue
    if was is None or not is_text_of_xml(text):
        continue
    if was != meant_before.decode():
        sys.exit(f"{before} means {was!r}")
    if read(after) != text:
        sys.exit(f"{before} became {after}, which means {read(after)!r} and not {text!r}")
    compared += 1
print(compared)
