"""absolve gives every link its absolute form: in HTML, style sheets, feeds and other XML, JSON Feed, mail and mailboxes,
saved responses and lists of references, as they are or compressed. Every other byte stays as it was.

>>> import absolve
>>> absolve.rewrite('<a href="../g">', "http://a/b/c")
'<a href="http://a/g">'
>>> [link.url for link in absolve.links('<img srcset="x.png, y.png 2x">', "http://a/b/")]
['http://a/b/x.png', 'http://a/b/y.png']

rewrite, links and explain take the same arguments:

data      str, or bytes and what is like them. A str is decoded already, whatever it says of its charset.
url       where the data was retrieved from. A base in the data counts before it.
name      the name of the file that the data comes from, by which its type is told, as by the URL.
notes     a list, to which the notes are appended. Without it, those that matter are warnings: AbsolveWarning, and
          LeftUnreadWarning where something that may hold links was not read.

All others are the options of the program, by their names there, with `_` for `-`. Those of them without a value are
True; those that repeat take a list, too; None and False are as not given. A `_` at the end is dropped: `except_`.

type             auto, html, css, xml, json, mime, mbox, http, uris, pairs, jsonl
charset          of the data, as a header would say it
resolver         rfc1808 (the default), rfc3986, whatwg
null             lists: a NUL ends an entry, and not a line end
keep_fragments   leave references that are a fragment alone
only, except_    which references: "img[src]", "img", "[href]"
skip             leave references that match an expression of RE2
also             lazy, social, conditional, attachments, ld-json, all: what is left alone otherwise
attribute        a further attribute: "amp-img[src]=url"
base_element     keep (the default), remove
headers          rewrite references in the header fields of messages, too
signed           skip, rewrite: messages with a DKIM signature
feed_base        document (the default), entry
html_reader      auto (the default), scan, tree
no_marks         don't look in the data for the URL that it was saved from
url_from_header  a header field of messages that has that URL
reference_field  jsonl: the member of a line that holds a reference ("reference", unless this says otherwise)
base_field       jsonl: the member that names its base ("base")
url_field        jsonl: the member that says where it was retrieved from ("url")
body_field       jsonl: the member that holds a document ("body"), by which streams of documents are told
answer_field     jsonl: the member that is added to a line ("absolve")

An option that doesn't exist is a TypeError, a value that is wrong a ValueError. So is a web archive,
and a stream of documents (jsonl): the program does those.
Other threads run while the library works.
"""

import collections as _collections
import collections.abc as _abstract
import os as _os  # __init__.pyi has the types: typing takes half of the time of this import
import warnings as _warnings

from . import _absolve
from ._absolve import Base

__all__ = [
    "KEEP",
    "AbsolveWarning",
    "Base",
    "Explanation",
    "Layer",
    "LeftUnreadWarning",
    "Link",
    "Note",
    "explain",
    "links",
    "make_links_absolute",
    "rewrite",
]
__version__ = _absolve.version

Base.__module__ = __name__  # where people find it


class _Keep:
    """What a function for links answers to have one stay as it is."""

    def __repr__(self):
        return "absolve.KEEP"

    def __reduce__(self):
        return "KEEP"


KEEP = _Keep()


class AbsolveWarning(UserWarning):
    """Something was left as it is, or is odd."""


class LeftUnreadWarning(AbsolveWarning):
    """Something that may hold links could not be read, and was left as it is."""


class Link(
    _collections.namedtuple(
        "Link",
        "part message within line column offset length element attribute reference url base base_from "
        "resolver action reason",
    )
):
    """A reference that was found.

    >>> absolve.links("<a href=x>", "http://a/")[0].url
    'http://a/x'

    `offset`, `length` and `column` count bytes, in a str characters; None where the reference stands behind a transfer
    encoding.
    `within` names what it is nested in, from outside in: ('iframe srcdoc', 'style').
    """

    __slots__ = ()


class Layer(_collections.namedtuple("Layer", "from_ part value url status reason")):
    """Something that offers a base, and what became of it: used, overridden or ignored."""

    __slots__ = ()


class Explanation(
    _collections.namedtuple(
        "Explanation",
        "part message within type base base_from resolver inherited_from layers links relative",
    )
):
    """How the base of a document was established: its layers, the innermost first."""

    __slots__ = ()


class Note(_collections.namedtuple("Note", "text severity code offset line part message")):
    """Something to tell people. `severity` is detail, notice or failure; `code` tells notes apart for programs."""

    __slots__ = ()


def rewrite(data, url=None, *, name="", notes=None, replace=None, **options):
    """The data with every link in its absolute form: bytes, or a str where a str was given.

    >>> absolve.rewrite(b'<a href="../g">', "http://a/b/c")
    b'<a href="http://a/g">'
    >>> absolve.rewrite("body { background: url(x.png) }", "http://a/style.css")
    'body { background: url(http://a/x.png) }'
    >>> absolve.rewrite("../g\\n;x\\n", "http://a/b/c/d;p?q", type="uris", resolver="rfc3986")
    'http://a/b/g\\nhttp://a/b/c/;x\\n'

    replace is a function that is asked about each Link: None leaves it as planned, KEEP has it stay, and a str, which
    need not be absolute, takes its place, with the escapes that it needs there.

    >>> absolve.rewrite('<a href="../g"><a href="/x">', "http://a/b/c", replace=lambda link: link.url + "?a&b")
    '<a href="http://a/g?a&amp;b"><a href="http://a/x?a&amp;b">'

    It is asked once for each link that links() shows, in the same order, but for base elements and xml:base. What it
    raises passes through.

    Where nothing changes, the same object comes back. help(absolve) says what the arguments are.
    """
    named = _named(url, options)
    wants_all = notes is not None
    output, told = _absolve.rewrite(data, named, _os.fspath(name), Note, wants_all, replace, KEEP, Link)
    _tell(told, notes, name)
    return output


def links(data, url=None, *, name="", notes=None, **options):
    """All references, in the order of the data, as a list of Link: what the program's --list tells.

    >>> [(link.element, link.reference, link.action) for link in absolve.links("<a href=x><a href=#y>", "http://a/")]
    [('a', 'x', 'rewrite'), ('a', '#y', 'rewrite')]
    >>> absolve.links("<a href=#y>", "http://a/", keep_fragments=True)[0].reason
    'fragment'

    help(absolve) says what the arguments are.
    """
    found, told = _absolve.links(data, _named(url, options), _os.fspath(name), Note, notes is not None, Link)
    _tell(told, notes, name)
    return found


def explain(data, url=None, *, name="", notes=None, **options):
    """How the base of each document in the data was established, as a list of Explanation: what the program's --explain
    tells.

    >>> page = "<base href=/c/><a href=x>"
    >>> [(layer.from_, layer.url, layer.status) for layer in absolve.explain(page, "http://a/b")[0].layers]
    [('base-element', 'http://a/c/', 'used'), ('retrieval', 'http://a/b', 'overridden')]

    help(absolve) says what the arguments are.
    """
    named = _named(url, options)
    found, told = _absolve.explain(data, named, _os.fspath(name), Note, notes is not None, Explanation, Layer)
    _tell(told, notes, name)
    return found


def make_links_absolute(html, base_url=None, resolve_base_href=True, handle_failures=None, *, notes=None, **options):
    """A page with every link in its absolute form, by the arguments of lxml.html.make_links_absolute.

    >>> absolve.make_links_absolute("<base href=/b/><a href=x>y", "http://a/")
    '<a href=http://a/b/x>y'

    With resolve_base_href, base elements go away when they have been used; else they stay, with an absolute href. What
    can't be resolved stays as it is, whether handle_failures is None or "ignore".

    Unlike lxml's, it
    - takes str and bytes alone, no elements, and changes nothing in a page but its references;
    - reads all that holds references: srcset, lists, srcdoc, style sheets, refreshing meta elements;
    - needs no base_url: without one, a base element that is absolute counts, and nothing else. What stays is warned of;
    - lets a base element count with resolve_base_href=False, too, as browsers do;
    - never raises for a reference, and can't discard links.

    References are resolved as RFC 3986 says, as urllib.parse.urljoin means to, unless `resolver` says otherwise. Other
    options are those of rewrite.
    """
    if handle_failures not in (None, "ignore"):
        raise ValueError(
            f"handle_failures is None or 'ignore', not {handle_failures!r}: links are never discarded; what can't be"
            " resolved stays, and absolve.links names it"
        )
    if not isinstance(html, (str, bytes, bytearray, memoryview)):
        raise TypeError(
            f"the page is a str or bytes, not {type(html).__name__}: serialize an element first (lxml.html.tostring)"
        )
    more = {"type": "html", "resolver": "rfc3986", "base_element": "remove" if resolve_base_href else "keep", **options}
    output, told = _absolve.rewrite(html, _named(base_url or None, more), "", Note, notes is not None, None, KEEP, Link)
    _tell(told, notes, "")
    return output


_known = {name: how for name, how in _absolve.known_options().items() if name != "url"}


def _named(url, options):
    """Options by the names that they have on the command line: [(name, value), ...]."""
    named = [] if url is None else [("url", url)]
    for key, given in options.items():
        name = key.removesuffix("_").replace("_", "-")
        if name not in _known:
            raise TypeError(f"there is no option {key!r}")
        takes_value, repeats = _known[name]
        if given is None or given is False:
            continue
        if given is True:
            if takes_value:
                raise TypeError(f"{key} takes a value, and not True alone")
            named.append((name, ""))
        elif isinstance(given, str):
            named.append((name, given))
        elif not repeats or not isinstance(given, _abstract.Iterable):
            wanted = "a str or a list" if repeats else "a str" if takes_value else "True or False"
            raise TypeError(f"{key} is {wanted}, not {given!r}")
        else:
            named.extend((name, one) for one in given)
    return named


_MOST_ALIKE = 10  # warnings of one kind, of one input


def _tell(told, notes, name):
    """Appends notes to a list, or else warns at the place that called what called this."""
    if notes is not None:
        notes.extend(told)
        return
    counts = _collections.Counter()
    for note in told:
        counts[note.code] += 1
        kind = LeftUnreadWarning if note.severity == "failure" else AbsolveWarning
        if counts[note.code] <= _MOST_ALIKE:
            _warnings.warn(_place(note, name) + note.text, kind, stacklevel=3)
        elif counts[note.code] == _MOST_ALIKE + 1:
            more = sum(one.code == note.code for one in told) - _MOST_ALIKE
            where = _place(note._replace(line=None, message=None, part=""), name)
            _warnings.warn(f"{where}{more} more like this ({note.code})", kind, stacklevel=3)


def _place(note, name):
    places = [
        _os.fspath(name),
        f"line {note.line}" if note.line else "",
        f"message {note.message}" if note.message else "",
        f"part {note.part}" if note.part else "",
    ]
    told = ", ".join(place for place in places if place)
    return told and told + ": "
