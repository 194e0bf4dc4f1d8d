"""Where references begin in the values that contain them, as lxml.html.iterlinks counts.

    <p style="background: url(x)">     element p, attribute style, pos 16
       ^      ^---------------^

The library gives the offset of a reference in the data; the value around it is searched for backwards from there.
"""

import html
import re

_MOST = 1 << 16  # how far back to search


def tuples(data, links):
    if not links:
        return iter(())
    text = data if isinstance(data, str) else bytes(data).decode("latin-1")  # each byte becomes a character
    return (_tuple(text, link) for link in links)


def _tuple(text, link):
    element, attribute, around = link.element, link.attribute, link.within
    if element is None and attribute is None and around:  # in a style sheet or a script
        element, _, attribute = around[-1].partition(" ")
        attribute, around = attribute or None, around[:-1]
    position = _position(text, link, element, attribute, around)
    return element, attribute, link.reference, position


def _position(text, link, element, attribute, around):
    offset = link.offset
    if offset is None or any(" " in one for one in around):
        return None
    if element is None and attribute is None:
        return offset
    before = text[max(0, offset - _MOST) : offset]
    begin = _begin_of_text(before, element) if attribute is None else _begin_of_value(before, attribute, not around)
    if begin is None:
        return None
    value = before[begin:]
    end = "<" if attribute is None else before[begin - 1]
    if value.isspace() and _is_rest_of_value(link.reference, text, offset, end):
        return 0  # it is the whole value
    return len(value) if attribute is None else len(html.unescape(value))


def _is_rest_of_value(reference, text, offset, end):
    rest = html.unescape(text[offset : text.find(end, offset, offset + _MOST)]).strip()
    return rest in (reference, reference.encode("utf-8", "surrogateescape").decode("latin-1"))


def _begin_of_text(before, element):
    tag = before.lower().rfind(f"<{element}")
    end = before.find(">", tag)
    return None if tag < 0 or end < 0 else end + 1


def _begin_of_value(before, attribute, may_be_unquoted):
    name = rf"(?i)(?<![^\s\"'/]){re.escape(attribute)}\s*=\s*"
    # The value begins at the last quote of its kind, as it contains no such quote. If a quote of the other kind inside
    # of the value seems to begin one as well, that comes later.
    begins = []
    for mark in "\"'":
        at = before.rfind(mark)
        if at >= 0 and re.search(name + r"\Z", before[max(0, at - len(attribute) - 32) : at]):
            begins.append(at + 1)
    if begins:
        return min(begins)
    unquoted = may_be_unquoted and re.search(name + r"([^\s\"'>]*)\Z", before)
    return unquoted.start(1) if unquoted else None
