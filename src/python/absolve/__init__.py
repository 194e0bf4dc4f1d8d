"""absolve makes every link absolute: in HTML, style sheets, feeds and other XML, JSON Feed, mail and mailboxes, saved
responses and lists of references, compressed or not. Every other byte is left unchanged.

>>> import absolve
>>> absolve.rewrite('<a href="../g">', "http://a/b/c")
'<a href="http://a/g">'
>>> [link.url for link in absolve.links('<img srcset="x.png, y.png 2x">', "http://a/b/")]
['http://a/b/x.png', 'http://a/b/y.png']

rewrite              the data with every link absolute, or replaced as a function says
links, check         all references; only those that are still relative
explain              how the base of each document was established
rewrite_file, rewrite_stream
                     rewrite files of any size: a mailbox, a stream or a web archive in the memory of its largest part
read                 the parts of such a file, with their links
rewrite_lines        like rewrite, for streams of JSON Lines, line by line
records              the records of a web archive, with their links
Base                 a base URL, to resolve single references against
make_links_absolute, rewrite_links, iterlinks
                     with the arguments of the functions in lxml.html

They take the same arguments:

data      str, bytes or a bytes-like object. A str is already decoded, whatever charset it declares. For a missing value
          (None, a NaN, pandas.NA), the result is None, or no links.
url       the URL that the data was retrieved from; a missing value: it is unknown. A base in the data takes precedence.
          base_url and base_href mean the same.
errors    "raise" (the default): a URL that can't be a base raises a ValueError; "note": there is a note, and the data is
          read as without a URL.
name      the name of the file that the data comes from. The type is detected from it, and from the URL.
notes     a list to which the notes are appended. Without it, important notes are warnings: AbsolveWarning, or
          LeftUnreadWarning if something that may hold links was not read.

All other arguments are options of the program, with the same names, but `_` for `-`. Options without a value are set to
True; those that may repeat also take a list; None and False mean that an option is not given. A `_` at the end is
ignored: `except_`.

type             auto, html, css, xml, json, markdown, playlist, mime, mbox, http, har, uris, pairs, jsonl, csv, tsv
image_url        the same as url for what is shown in place: images, video, sound
root_url         what a reference with one slash at its beginning is appended to; url must begin with it
charset          of the data, as a header would declare it
resolver         rfc1808 (the default), rfc3986, whatwg
null             lists: entries end with NUL, not with a line end
keep_fragments   leave references that are only a fragment unchanged; "page": they mean the page itself, whatever its base
                 element says
only, except_    which references to rewrite, or not: "img[src]", "img", "[href]"
skip             leave references unchanged that match a regular expression of RE2
also             lazy, social, conditional, attachments, ld-json, rdfa, amp, custom, all: what is read in addition
                 (social is by default; except_ takes these words, too)
attribute        a further attribute: "amp-img[src]=url"
base_element     keep (the default), remove
headers          rewrite references in the header fields of messages, too
signed           skip, rewrite: messages with a DKIM signature
feed_base        document (the default), entry
html_reader      auto (the default), scan, tree
no_marks         don't look in the data for the URL that it was saved from
url_from_header  a header field of messages that holds that URL
reference_field  jsonl, csv, tsv: the member, or column, that holds a reference (default: "reference")
base_field       jsonl, csv, tsv: the one that holds its base ("base")
url_field        jsonl, csv, tsv: the one with the URL that it was retrieved from ("url")
body_field       jsonl: the member that holds a document ("body"); streams of documents are recognized by it
json_member      json, jsonl: a member that holds html, markdown, url, srcset, css or xml: "html=html", "$.data[*].link=url"
json_url         the member beside these, or around them, that holds their base: "url", "$.data[*].meta.url"
delimiter        csv: one byte that separates fields (default: told by a line sep=C, or by the header)
answer_field     jsonl: the member that is added to a line; csv, tsv: the beginning of the names of added columns
                 ("absolve")

An unknown option or an argument of a wrong type raises a TypeError, a wrong value a ValueError. So do a web archive and
a table of documents, which need `rewrite_file` or `rewrite_stream`, and a stream of documents (jsonl), which needs one
of these or `rewrite_lines`. A str that looks like a file name
or a URL, not like the content of the file, causes an AbsolveWarning. Other threads can run while the library works.
"""

import collections as _collections
import os as _os  # __init__.pyi has the types: typing takes half of the time of this import


def _refuse_other_interpreters():
    """The compiled module only supports the main interpreter; in others it would wait forever."""
    for name in ("_interpreters", "_xxsubinterpreters"):
        try:
            module = __import__(name)
        except ImportError:
            continue
        if module.get_current() != module.get_main():
            raise ImportError("absolve can only be imported in the main interpreter of a process; this is another one")
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
    "Place",
    "Record",
    "Unit",
    "check",
    "explain",
    "iterlinks",
    "links",
    "make_links_absolute",
    "read",
    "records",
    "rewrite",
    "rewrite_file",
    "rewrite_lines",
    "rewrite_links",
    "rewrite_stream",
]
__version__ = _absolve.version

Base.__module__ = __name__  # where users find it


class _Keep:
    """The answer of a function for links that leaves a link unchanged."""

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

    `offset`, `length` and `column` count bytes, in a str characters; they are None if the reference is inside a
    transfer encoding. `within` names what it is nested in, from outside in: ('iframe srcdoc', 'style').
    """

    __slots__ = ()


class Layer(_collections.namedtuple("Layer", "from_ part value url status reason")):
    """A candidate for the base, and whether it is used, overridden or ignored."""

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
    """A message for users. `severity` is detail, notice or failure; `code` identifies the kind of note for programs."""

    __slots__ = ()


class Record(_collections.namedtuple("Record", "id url number offset text links")):
    """A record of a web archive.

    `id` is its WARC-Record-ID, `url` the URL that it was retrieved from (None: unknown), `number` counts from 1, and
    `offset` is where it, or the compressed member that it is in, begins in the archive, in bytes from 0. `text` is the
    decompressed record with its header, or None if it is large and nothing in it is read. `links` is a list of Link;
    their offsets are offsets in `text`.
    """

    __slots__ = ()


class Place(_collections.namedtuple("Place", "member message record line offset")):
    """Where a unit is in its input: the name of the member of a package; the number of the message, the record, or the
    line of a stream, each from 1 (None: it is in none, or is none); and where it begins, in bytes from 0; in an archive,
    the record, or the compressed member that it is in.
    """

    __slots__ = ()


class Unit(_collections.namedtuple("Unit", "place id url text links left")):
    """A part of an input that is read by itself: a message of a mailbox, lines of a list, a document in a line of a
    stream, a record of an archive; for all other inputs, the whole.

    `id` and `url` are those of a record. `text` is its bytes; None if it is large and nothing in it is read. `links` is
    a list of Link; their offsets and lines are those in the input, in a record those in its text. `left` is why
    it is left as a whole, though it may hold links, or None; notes tell of what is left in it.
    """

    __slots__ = ()


def rewrite(data, url=None, *, name="", notes=None, replace=None, **options):
    """Returns the data with every link in its absolute form: a str for a str, otherwise bytes.

    >>> absolve.rewrite(b'<a href="../g">', "http://a/b/c")
    b'<a href="http://a/g">'
    >>> absolve.rewrite("body { background: url(x.png) }", "http://a/style.css")
    'body { background: url(http://a/x.png) }'
    >>> absolve.rewrite("../g\\n;x\\n", "http://a/b/c/d;p?q", type="uris", resolver="rfc3986")
    'http://a/b/g\\nhttp://a/b/c/;x\\n'

    replace is a function that is called for each Link: if it returns None, the link is rewritten as planned; with KEEP
    it is left unchanged; a str, which need not be absolute, replaces it, with the escapes that are necessary there.

    >>> absolve.rewrite('<a href="../g"><a href="/x">', "http://a/b/c", replace=lambda link: link.url + "?a&b")
    '<a href="http://a/g?a&amp;b"><a href="http://a/x?a&amp;b">'

    It is called once for each link that links() returns, in the same order, except for base elements and xml:base.
    Exceptions pass through. Bytes of a link that are not UTF-8, as in a page in another charset, are lone surrogates in
    its argument, as in file names (PEP 383), and become the same bytes again in its answer.

    If nothing changes, the same str or bytes is returned. help(absolve) describes the arguments.
    """
    return _rewrite(data, url, name, notes, replace, options)


def links(data, url=None, *, name="", notes=None, **options):
    """Returns all references, in the order of the data, as a list of Link, like the program's --list.

    >>> [(link.element, link.reference, link.action) for link in absolve.links("<a href=x><a href=#y>", "http://a/")]
    [('a', 'x', 'rewrite'), ('a', '#y', 'rewrite')]
    >>> absolve.links("<a href=#y>", "http://a/", keep_fragments=True)[0].reason
    'fragment'

    help(absolve) describes the arguments.
    """
    return _found(_absolve.links, data, url, name, notes, options, Link, False)


def check(data, url=None, *, name="", notes=None, **options):
    """Returns the references that are still relative, as a list of Link, like the program's --check: those that
    rewrite makes absolute, that have no base, or that it can't read (reason `syntax`); not those that a rule keeps.

    >>> [link.reference for link in absolve.check("<a href=x><a href=http://b/><a href=#y>", keep_fragments=True, notes=[])]
    ['x']
    >>> absolve.check(absolve.rewrite("<a href=x>", "http://a/"))
    []

    help(absolve) describes the arguments.
    """
    return _found(_absolve.links, data, url, name, notes, options, Link, True)


def explain(data, url=None, *, name="", notes=None, **options):
    """Returns how the base of each document in the data was established, as a list of Explanation, like the
    program's --explain.

    >>> page = "<base href=/c/><a href=x>"
    >>> [(layer.from_, layer.url, layer.status) for layer in absolve.explain(page, "http://a/b")[0].layers]
    [('base-element', 'http://a/c/', 'used'), ('retrieval', 'http://a/b', 'overridden')]

    help(absolve) describes the arguments.
    """
    return _found(_absolve.explain, data, url, name, notes, options, Explanation, Layer)


def make_links_absolute(html, base_url=None, resolve_base_href=True, handle_failures=None, *, notes=None, **options):
    """Returns a page with every link in its absolute form, with the arguments of lxml.html.make_links_absolute.

    >>> absolve.make_links_absolute("<base href=/b/><a href=x>y", "http://a/")
    '<a href=http://a/b/x>y'

    With resolve_base_href, base elements are removed after they have been used; otherwise they are kept, with an
    absolute href. References that can't be resolved are left unchanged, whether handle_failures is None or "ignore".

    Unlike lxml's function, it
    - takes only str and bytes, not elements, and changes nothing in a page but its references;
    - reads everything that holds references: srcset, lists, srcdoc, style sheets, refreshing meta elements;
    - needs no base_url: without one, only an absolute base element is used, and a warning tells what is left unchanged;
    - uses a base element even with resolve_base_href=False, as browsers do;
    - never raises an exception for a reference, and can't discard links.

    References are resolved by RFC 3986, as urllib.parse.urljoin intends to, unless `resolver` is given. Other options
    are those of rewrite.
    """
    if handle_failures not in (None, "ignore"):
        raise ValueError(
            f"handle_failures must be None or 'ignore', not {handle_failures!r}: links are never discarded; those that can't"
            " be resolved are left unchanged, and absolve.links lists them"
        )
    options = _like_lxml("html", html, {"base_url": base_url}, resolve_base_href, options)
    return _rewrite(html, None, "", notes, None, options)


def rewrite_links(data, f, base_href=None, resolve_base_href=True, *, notes=None, **options):
    """Returns a page whose links a function has replaced, with the arguments of lxml.html.rewrite_links: f(link) gets
    each link in its absolute form, or as it is if it has none, and returns a str that replaces it, relative or not.

    >>> absolve.rewrite_links("<a href=x>y", lambda link: link.replace("http:", "https:"), "http://a/")
    '<a href=https://a/x>y'

    If f returns the same str, the link becomes what make_links_absolute would make of it. None leaves it as it is
    written (lxml would remove the attribute; nothing is removed here). f isn't called for base elements: for these,
    resolve_base_href has the same meaning as in make_links_absolute. The other differences from lxml that are listed
    there apply, too. In lxml, base_href is the last argument.
    """

    if not callable(f):
        raise TypeError(f"f must be a function that takes a str, not {f!r}")

    def replace(link):
        given = link.reference if link.url is None else link.url
        answer = f(given)
        return KEEP if answer is None else None if answer == given else answer

    options = _like_lxml("data", data, {"base_href": base_href}, resolve_base_href, options)
    return _rewrite(data, None, "", notes, replace, options)


def iterlinks(data, url=None, *, name="", notes=None, **options):
    """Returns all references as lxml.html.iterlinks does: an iterator over (element, attribute, link, pos).

    >>> list(absolve.iterlinks("<a href=x><p style='background: url(y)'>", "http://a/"))
    [('a', 'href', 'x', 0), ('p', 'style', 'y', 16)]

    `element` is the name of the element, not an object; it and `attribute` are None if there is none. `link` is the
    decoded reference. `pos` is where it begins in the value of the attribute, or in the text of the style element or of
    the data: 0 if it is the whole value. It is None if that is unknown: inside a transfer encoding, in compressed data,
    in an attribute of a page that is itself in an attribute.

    links returns more about each. help(absolve) describes the arguments.
    """
    from . import _positions  # seldom needed

    found = _found(_absolve.links, data, url, name, notes, options, Link, False)
    return _positions.tuples(data, found)


def rewrite_lines(lines, url=None, *, name="", notes=None, **options):
    r"""Yields the lines of a stream of JSON Lines with their answers, like the program with --type jsonl. `lines` is an
    iterable of str or bytes, such as an open file. Each line holds a reference, or a document.

    >>> lines = ['{"reference":"x"}\n', '{"url":"http://b/","body":"<a href=y>"}\n']
    >>> for line in absolve.rewrite_lines(lines, "http://a/"):
    ...     print(line, end="")
    {"reference":"x","absolve":{"url":"http://a/x"}}
    {"url":"http://b/","body":"<a href=http://b/y>","absolve":{"status":"done","base":"http://b/","base_from":"retrieval","links":1}}

    A line with nothing to answer is yielded unchanged, with a warning. help(absolve) describes the arguments.
    """
    if isinstance(lines, (str, bytes, bytearray, memoryview)) or not hasattr(lines, "__iter__"):
        raise TypeError(f"lines must be an iterable of lines, such as an open file, not {type(lines).__name__}")
    stream = _absolve.Lines(_calls.named(url, options))
    if options.get("type") not in (None, "auto", "jsonl"):
        raise ValueError(f"type: rewrite_lines reads jsonl, not {options['type']!r}")
    return _answers(lines, stream, _calls.Telling(notes, name))


def read(file, url=None, *, name="", notes=None, **options):
    r"""Yields the units of an input: the messages of a mailbox, the lines of a stream, the records of a web archive, or
    whatever else it is. `file` is a path, or a file that is open in binary mode.

    >>> import io
    >>> mailbox = b"From a Sat Jan  3 01:05:34 1996\nContent-Type: text/html\nContent-Base: http://a/\n\n<a href=x>\n\n"
    >>> for unit in absolve.read(io.BytesIO(mailbox * 2), type="mbox"):
    ...     print(unit.place.message, [link.url for link in unit.links])
    1 ['http://a/x']
    2 ['http://a/x']

    Each unit is read on demand, so only memory for the largest is needed. Of a collection of web archives (WACZ), which
    must be seekable, the units are the records; unit.place.member is the name of their archive. Of a book (EPUB), they
    are its pages and style sheets, which are all read before the first is yielded. The default of `name` is the path.
    help(absolve) describes the other arguments.
    """
    return _begun(_units(file, name, notes, _calls.named(url, options), _calls.places_in))


def rewrite_stream(
    source, target, url=None, *, name="", notes=None, replace=None, warc_emit="conversion", date="", threads=1, **options
):
    r"""Reads a file of any type and size, and writes what the program would make of it to another one. Both are open in
    binary mode: source.read(size) and target.write(bytes) are called. Returns whether anything changes.

    >>> import io
    >>> target = io.BytesIO()
    >>> absolve.rewrite_stream(io.BytesIO(b'{"url":"http://a/","body":"<a href=x>"}\n'), target, type="jsonl")
    True
    >>> target.getvalue()[:43]
    b'{"url":"http://a/","body":"<a href=http://a'

    Of a mailbox, a list, a stream, a table or a web archive, compressed or not, only the largest part is held in memory.
    A collection of web archives (WACZ) is written as a full copy; its source must be seekable.

    warc_emit  of a web archive: "conversion": new records for what changes; "response": a full copy
    date       of new records: "2026-01-02T03:04:05Z"; "": now
    threads    that read parts of the input at the same time
    name       the name of the source; a new archive is compressed as it was

    replace is the function that `rewrite` describes; it may be called in several threads, one at a time, and the places
    of its links are those in their part of the file: message 1, lines from 1. An exception in it, or in the functions of
    the files, ends the run and passes through. What was written until then stays, and what is compressed gets its end.
    help(absolve) describes the other arguments.
    """
    _calls.require_binary("source", source, "read")
    _calls.require_binary("target", target, "write")
    more = _calls.archive_options(warc_emit, date, threads)
    return _stream(source, target, url, name, "", notes, replace, more, options)


def rewrite_file(
    source, target, url=None, *, name="", notes=None, replace=None, warc_emit="conversion", date="", threads=1, **options
):
    """Rewrites a file of any type and size: what the program would make of it becomes the file `target`, a path, which
    may exist, but must not be the source itself. Returns whether anything changes.

        absolve.rewrite_file("crawl.warc.gz", "new.warc.gz", warc_emit="response")

    The new file is written beside the target and then takes its place, so that there is never a part of it under that
    name. A new archive is compressed if the name of the target ends in .gz. The arguments are those of rewrite_stream.
    """
    for argument, path in (("source", source), ("target", target)):
        if not isinstance(path, (str, _os.PathLike)):
            raise TypeError(f"{argument} must be a path, not {path!r}")
    more = _calls.archive_options(warc_emit, date, threads)
    with open(source, "rb") as opened:
        if _os.path.exists(target) and _os.path.samestat(_os.fstat(opened.fileno()), _os.stat(target)):
            raise ValueError(f"{_os.fspath(target)!r} is the source itself: give another name, and replace it afterwards")
        from . import _files  # seldom needed

        with _files.beside(target) as file:
            return _stream(opened, file, url, name or source, target, notes, replace, more, options)


def records(file, url=None, *, name="", notes=None, **options):
    r"""Returns the records of a web archive (WARC, ARC, compressed or not), as an iterator over Record. `file` is a
    path, or a file that is open in binary mode.

    >>> import io
    >>> archive = b"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a/b\r\nContent-Type: text/html\r\n"
    >>> archive += b"Content-Length: 10\r\n\r\n<a href=x>\r\n\r\n"
    >>> for record in absolve.records(io.BytesIO(archive)):
    ...     print(record.number, record.url, [link.url for link in record.links])
    1 http://a/b ['http://a/x']

    Each record is read on demand, so only memory for the largest is needed. If something in the archive could not be
    read, there is a warning at its end. The default of `name` is the path. help(absolve) describes the other arguments.
    """
    named = [pair for pair in _calls.named(url, options) if pair[0] != "type"] + [("type", "warc")]
    return _begun(_units(file, name, notes, named, lambda _: None, _record))


# These are called by the public functions. Their warnings point to the callers of those: two calls away.


def _rewrite(data, url, name, notes, replace, options):
    named, telling = _calls.named(url, options), _calls.Telling(notes, name)
    if replace is not None and not callable(replace):
        raise TypeError(f"replace must be a function that takes a Link, not {replace!r}")
    if _calls.is_missing(data):
        return None
    _calls.warn_of_name(data, options, 3)
    output, told = _absolve.rewrite(data, named, telling.name, Note, telling.wants_all, replace, KEEP, Link)
    telling.add(told, 3)
    telling.end(3)
    return output


def _found(find, data, url, name, notes, options, *more):
    named, telling = _calls.named(url, options), _calls.Telling(notes, name)
    if _calls.is_missing(data):
        return []
    _calls.warn_of_name(data, options, 3)
    found, told = find(data, named, telling.name, Note, telling.wants_all, *more)
    telling.add(told, 3)
    telling.end(3)
    return found


def _like_lxml(name, page, base, resolve_base_href, options):
    """The options for a function that has the arguments of one in lxml.html. An empty URL is none, as there."""
    if not isinstance(page, (str, bytes, bytearray, memoryview)) and not _calls.is_missing(page):
        raise TypeError(
            f"{name} must be a str or bytes, not {type(page).__name__}: serialize an element first (lxml.html.tostring)"
        )
    _calls.warn_of_name(page, {}, 3)
    how = "remove" if resolve_base_href else "keep"
    base = {key: None if isinstance(url, str) and not url else url for key, url in base.items()}
    return {"type": "html", "resolver": "rfc3986", "base_element": how, **base, **options}


def _answers(lines, stream, telling):
    for number, line in enumerate(lines, 1):
        answer, told = stream.answer(line, number, Note, telling.wants_all)
        telling.add(told, 2)
        yield answer
    telling.end(2)


def _record(unit):
    return Record(unit.id, unit.url, unit.place.record, unit.place.offset, unit.text, unit.links)


def _units(file, name, notes, named, places_in, make=lambda unit: unit):
    """Yields None when all is open, then the units."""
    is_path = isinstance(file, (str, _os.PathLike))
    if not is_path and not hasattr(file, "read"):
        raise TypeError(f"file must be a path or a file opened in binary mode, not {type(file).__name__}")
    telling = _calls.Telling(notes, name or (file if is_path else ""))
    opened = open(file, "rb") if is_path else file
    try:
        reader = _absolve.Units(named, telling.name, opened.read, places_in(opened))
        yield
        units = ()
        while units is not None:
            units, told = reader.next(Unit, Place, Link, Note, telling.wants_all)
            telling.add(told, 2)
            yield from map(make, units or ())
        telling.end(2)
    finally:
        if is_path:
            opened.close()


def _begun(generator):
    """A generator that has come to its first yield: what it has opened is closed even if nobody asks it for more."""
    next(generator)
    return generator


def _stream(source, target, url, name, output_name, notes, replace, more, options):
    named, telling = _calls.named(url, options), _calls.Telling(notes, name)
    if replace is not None and not callable(replace):
        raise TypeError(f"replace must be a function that takes a Link, not {replace!r}")
    places = _calls.places_in(source)
    more = {**more, "output_name": _os.fspath(output_name), "said": _calls.said(named), "places": places}
    write = _calls.writer(target)
    with _calls.Scratch(places is not None) as more["scratch"]:
        changes, told = _absolve.rewrite_stream(
            source.read, write, named, telling.name, more, Note, telling.wants_all, replace, KEEP, Link
        )
    telling.add(told, 3)
    telling.end(3)
    return changes
