"""absolve gives every link its absolute form: in HTML, style sheets, feeds and other XML, JSON Feed, mail and mailboxes,
saved responses and lists of references, as they are or compressed. Every other byte stays as it was.

>>> import absolve
>>> absolve.rewrite('<a href="../g">', "http://a/b/c")
'<a href="http://a/g">'
>>> [link.url for link in absolve.links('<img srcset="x.png, y.png 2x">', "http://a/b/")]
['http://a/b/x.png', 'http://a/b/y.png']

rewrite              the data with every link in its absolute form, or in another that a function chooses
links, check         all references; those that are still relative
explain              how the base of each document was established
rewrite_lines        the same as rewrite for streams of JSON Lines, line by line
records              the records of a web archive, with their links
Base                 a base URL, to which references alone are resolved
make_links_absolute, rewrite_links, iterlinks
                     by the arguments of lxml.html

They take the same arguments:

data      str, or bytes and what is like them. A str is decoded already, whatever it says of its charset. For a missing
          value (None, a NaN, pandas.NA) there is nothing to do: None comes back, or no links.
url       where the data was retrieved from. A base in the data counts before it. base_url and base_href mean the same.
name      the name of the file that the data comes from, by which its type is told, as by the URL.
notes     a list, to which the notes are appended. Without it, those that matter are warnings: AbsolveWarning, and
          LeftUnreadWarning where something that may hold links was not read.

All others are the options of the program, by their names there, with `_` for `-`. Those of them without a value are
True; those that repeat take a list, too; None and False are as not given. A `_` at the end is dropped: `except_`.

type             auto, html, css, xml, json, mime, mbox, http, har, uris, pairs, jsonl, csv, tsv
charset          of the data, as a header would say it
resolver         rfc1808 (the default), rfc3986, whatwg
null             lists: a NUL ends an entry, and not a line end
keep_fragments   leave references that are a fragment alone
only, except_    which references: "img[src]", "img", "[href]"
skip             leave references that match an expression of RE2
also             lazy, social, conditional, attachments, ld-json, rdfa, amp, custom, all: what is left alone
                 otherwise
attribute        a further attribute: "amp-img[src]=url"
base_element     keep (the default), remove
headers          rewrite references in the header fields of messages, too
signed           skip, rewrite: messages with a DKIM signature
feed_base        document (the default), entry
html_reader      auto (the default), scan, tree
no_marks         don't look in the data for the URL that it was saved from
url_from_header  a header field of messages that has that URL
reference_field  jsonl, csv, tsv: the member, or column, that holds a reference ("reference", unless this says otherwise)
base_field       jsonl, csv, tsv: what names its base ("base")
url_field        jsonl, csv, tsv: what says where it was retrieved from ("url")
body_field       jsonl: the member that holds a document ("body"), by which streams of documents are told
answer_field     jsonl: the member that is added to a line; csv, tsv: how the names of added columns begin ("absolve")

An option that doesn't exist is a TypeError, a value that is wrong a ValueError. So is a web archive where `records`
is for it, and a stream of documents (jsonl) where `rewrite_lines` is. A str that looks like the name of a file or a
URL, and not like what that holds, is an AbsolveWarning.
Other threads run while the library works.
"""

import collections as _collections
import os as _os  # __init__.pyi has the types: typing takes half of the time of this import


def _refuse_other_interpreters():
    """The compiled module knows the main one alone, and would wait in others for ever."""
    for name in ("_interpreters", "_xxsubinterpreters"):
        try:
            module = __import__(name)
        except ImportError:
            continue
        if module.get_current() != module.get_main():
            raise ImportError("absolve runs in the main interpreter of a process alone, and this is another")
        return


_refuse_other_interpreters()

from . import _absolve, _calls
from ._absolve import Base
from ._calls import AbsolveWarning, LeftUnreadWarning

__all__ = [
    "KEEP",
    "AbsolveWarning",
    "Base",
    "Explanation",
    "Layer",
    "LeftUnreadWarning",
    "Link",
    "Note",
    "Record",
    "check",
    "explain",
    "iterlinks",
    "links",
    "make_links_absolute",
    "records",
    "rewrite",
    "rewrite_lines",
    "rewrite_links",
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


class Note(_collections.namedtuple("Note", "text severity code offset line part message record")):
    """Something to tell people. `severity` is detail, notice or failure; `code` tells notes apart for programs."""

    __slots__ = ()


class Record(_collections.namedtuple("Record", "id url number offset text links")):
    """A record of a web archive.

    `id` is its WARC-Record-ID, `url` where it was retrieved from (None: it doesn't say), `number` counts from 1,
    `offset` is where it, or the compressed member that it is in, begins in the archive. `text` is
    the record with its header, decompressed, and None where it is large and nothing in it is read. `links` is a list of Link; their places are places in `text`.
    """

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
    raises passes through. Bytes of a link that are no UTF-8, as in a page in another charset, are lone surrogates in what
    it is asked about, as in names of files (PEP 383), and become these bytes again in what it answers.

    Where nothing changes, the same object comes back. help(absolve) says what the arguments are.
    """
    return _rewrite(data, url, name, notes, replace, options)


def links(data, url=None, *, name="", notes=None, **options):
    """All references, in the order of the data, as a list of Link: what the program's --list tells.

    >>> [(link.element, link.reference, link.action) for link in absolve.links("<a href=x><a href=#y>", "http://a/")]
    [('a', 'x', 'rewrite'), ('a', '#y', 'rewrite')]
    >>> absolve.links("<a href=#y>", "http://a/", keep_fragments=True)[0].reason
    'fragment'

    help(absolve) says what the arguments are.
    """
    return _links(data, url, name, notes, options)


def check(data, url=None, *, name="", notes=None, **options):
    """The references that are still relative, as a list of Link: what the program's --check tells. Those are the ones
    that rewrite makes absolute, could not for want of a base, or can't read (reason `syntax`). What a rule keeps is none.

    >>> [link.reference for link in absolve.check("<a href=x><a href=http://b/><a href=#y>", keep_fragments=True, notes=[])]
    ['x']
    >>> absolve.check(absolve.rewrite("<a href=x>", "http://a/"))
    []

    help(absolve) says what the arguments are.
    """
    return _links(data, url, name, notes, options, still_relative=True)


def explain(data, url=None, *, name="", notes=None, **options):
    """How the base of each document in the data was established, as a list of Explanation: what the program's --explain
    tells.

    >>> page = "<base href=/c/><a href=x>"
    >>> [(layer.from_, layer.url, layer.status) for layer in absolve.explain(page, "http://a/b")[0].layers]
    [('base-element', 'http://a/c/', 'used'), ('retrieval', 'http://a/b', 'overridden')]

    help(absolve) says what the arguments are.
    """
    named = _calls.named(url, options)
    if _calls.is_missing(data):
        return []
    _calls.warn_of_name(data, options, 2)
    telling = _calls.Telling(notes, name)
    found, told = _absolve.explain(data, named, _os.fspath(name), Note, telling.wants_all, Explanation, Layer)
    telling.take(told, 2)
    telling.end(2)
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
    options = _like_lxml(html, resolve_base_href, options)
    return _rewrite(html, base_url or None, "", notes, None, options)


def rewrite_links(data, f, base_href=None, resolve_base_href=True, *, notes=None, **options):
    """A page whose links a function chooses, by the arguments of lxml.html.rewrite_links: f(link) gets each in its
    absolute form, or as it is where it has none, and answers with a str that takes its place, relative or not.

    >>> absolve.rewrite_links("<a href=x>y", lambda link: link.replace("http:", "https:"), "http://a/")
    '<a href=https://a/x>y'

    The same str leaves what make_links_absolute makes of it. None has the link stay as it is written (lxml removes the
    attribute then; nothing is removed here). f isn't asked about base elements, which resolve_base_href is for, as in
    make_links_absolute; this differs from lxml in all that is said there, too. In lxml base_href comes last.
    """

    if not callable(f):
        raise TypeError(f"f is a function of a str, not {f!r}")

    def replace(link):
        given = link.reference if link.url is None else link.url
        answer = f(given)
        return KEEP if answer is None else None if answer == given else answer

    options = _like_lxml(data, resolve_base_href, options)
    return _rewrite(data, base_href or None, "", notes, replace, options)


def iterlinks(data, url=None, *, name="", notes=None, **options):
    """All references as lxml.html.iterlinks gives them: an iterator over (element, attribute, link, pos).

    >>> list(absolve.iterlinks("<a href=x><p style='background: url(y)'>", "http://a/"))
    [('a', 'href', 'x', 0), ('p', 'style', 'y', 16)]

    `element` is the name of an element, and no object; it and `attribute` are None where there is none. `link` is
    the reference as it reads. `pos` is where it begins in the value of the attribute, or in the text of the style
    element or of the data: 0 where it is all of that. It is None where that can't be known: behind a transfer encoding,
    in what is compressed, in an attribute of a page in an attribute.

    links tells more of each. help(absolve) says what the arguments are.
    """
    from . import _positions  # seldom wanted

    found = _links(data, url, name, notes, options)
    return _positions.tuples(data, found)


def rewrite_lines(lines, url=None, *, name="", notes=None, **options):
    r"""The lines of a stream of JSON Lines with their answers, as a generator: what the program does with --type jsonl.
    `lines` is an iterable of str or bytes, such as an open file. A line holds a reference, or a document.

    >>> lines = ['{"reference":"x"}\n', '{"url":"http://b/","body":"<a href=y>"}\n']
    >>> for line in absolve.rewrite_lines(lines, "http://a/"):
    ...     print(line, end="")
    {"reference":"x","absolve":{"url":"http://a/x"}}
    {"url":"http://b/","body":"<a href=http://b/y>","absolve":{"status":"done","base":"http://b/","base_from":"retrieval","links":1}}

    A line with nothing to answer comes back as it is, and a warning says so. help(absolve) says what the arguments are.
    """
    if isinstance(lines, (str, bytes, bytearray, memoryview)):
        raise TypeError("rewrite_lines takes an iterable of lines, such as an open file, and no text")
    if options.get("type") not in (None, "auto", "jsonl"):
        raise ValueError(f"type: rewrite_lines reads jsonl, not {options['type']!r}")
    return _answers(lines, _absolve.Lines(_calls.named(url, options)), _calls.Telling(notes, name))


def records(file, url=None, *, name="", notes=None, **options):
    r"""The records of a web archive (WARC, ARC, compressed or not), as an iterator over Record. `file` is a path, or a
    file that is open in binary mode.

    >>> import io
    >>> archive = b"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a/b\r\nContent-Type: text/html\r\n"
    >>> archive += b"Content-Length: 10\r\n\r\n<a href=x>\r\n\r\n"
    >>> for record in absolve.records(io.BytesIO(archive)):
    ...     print(record.number, record.url, [link.url for link in record.links])
    1 http://a/b ['http://a/x']

    Each is read when it is asked for, so that memory is that of the largest. What could not be read of the archive is
    a warning, at its end. `name` is by default the path. help(absolve) says what the other arguments are.
    """
    is_path = isinstance(file, (str, _os.PathLike))
    if not is_path and not hasattr(file, "read"):
        raise TypeError(f"the archive is a path, or a file that is open in binary mode, not {type(file).__name__}")
    named = _calls.named(url, options)
    telling = _calls.Telling(notes, name or (file if is_path else ""))
    opened = open(file, "rb") if is_path else file
    return _records(opened, is_path, _absolve.Records(named, opened.read), telling)


# Each of these is called by what people call, and warns where that was called: two calls away.


def _rewrite(data, url, name, notes, replace, options):
    named = _calls.named(url, options)
    if replace is not None and not callable(replace):
        raise TypeError(f"replace is a function of a Link, not {replace!r}")
    if _calls.is_missing(data):
        return None
    _calls.warn_of_name(data, options, 3)
    telling = _calls.Telling(notes, name)
    output, told = _absolve.rewrite(data, named, _os.fspath(name), Note, telling.wants_all, replace, KEEP, Link)
    telling.take(told, 3)
    telling.end(3)
    return output


def _links(data, url, name, notes, options, still_relative=False):
    named = _calls.named(url, options)
    if _calls.is_missing(data):
        return []
    _calls.warn_of_name(data, options, 3)
    telling = _calls.Telling(notes, name)
    found, told = _absolve.links(data, named, _os.fspath(name), Note, telling.wants_all, Link, still_relative)
    telling.take(told, 3)
    telling.end(3)
    return found


def _like_lxml(html, resolve_base_href, options):
    """The options of a function with the arguments of one of lxml.html."""
    if not isinstance(html, (str, bytes, bytearray, memoryview)) and not _calls.is_missing(html):
        raise TypeError(
            f"the page is a str or bytes, not {type(html).__name__}: serialize an element first (lxml.html.tostring)"
        )
    _calls.warn_of_name(html, {}, 3)
    how = "remove" if resolve_base_href else "keep"
    return {"type": "html", "resolver": "rfc3986", "base_element": how, **options}


def _answers(lines, stream, telling):
    for number, line in enumerate(lines, 1):
        answer, told = stream.answer(line, number, Note, telling.wants_all)
        telling.take(told, 2)
        yield answer
    telling.end(2)


def _records(file, closes, reader, telling):
    try:
        record = True
        while record is not None:
            record, told = reader.next(Record, Link, Note, telling.wants_all)
            telling.take(told, 2)
            if record is not None:
                yield record
        telling.end(2)
    finally:
        if closes:
            file.close()
