"""Code that the functions of the package share: it converts their arguments, and issues their warnings."""

import collections
import collections.abc
import errno
import io
import os
import re
import warnings

from . import _absolve

_MOST_ALIKE = 10  # warnings of one kind for one input
_LOOKS_LIKE = re.compile(
    r"(?i)(?:(?P<url>[a-z][a-z0-9+.-]*://)[^\s<>{}]+"
    r"|[^\s<>{}]+\.(?:html?|xhtml|php|css|xml|svg|rss|atom|eml|mbox|mht|mhtml|json|jsonl|warc|gz|txt))"
)

known = {name: how for name, how in _absolve.known_options().items() if name != "url"}


class AbsolveWarning(UserWarning):
    """Something was left unchanged, or is odd."""

    __module__ = "absolve"


class LeftUnreadWarning(AbsolveWarning):
    """Something that may hold links could not be read, and was left unchanged."""

    __module__ = "absolve"


def is_missing(data):
    """Whether data is a missing value: None, the float NaN, pandas.NA or NaT."""
    return data is None or (isinstance(data, float) and data != data) or type(data).__name__ in ("NAType", "NaTType")


def named(url, options):
    """Options with their names on the command line: [(name, value), ...], or `noted-url`."""
    url, name = _url(url, options), _name_of_url(options)
    pairs = [] if url is None else [(name, url)]
    for key, given in options.items():
        if key in ("base_url", "base_href", "errors"):
            continue
        name = key.removesuffix("_").replace("_", "-")
        if name not in known:
            raise TypeError(f"unknown option {key!r}{_nearest(key)}")
        takes_value, repeats, may_lack_value = known[name]
        if given is None or given is False:
            continue
        if given is True:
            if not may_lack_value:
                raise TypeError(f"{key} needs a value, not True")
            pairs.append((name, ""))
        elif isinstance(given, str) and takes_value:
            pairs.append((name, given))
        elif not repeats or not isinstance(given, collections.abc.Iterable):
            wanted = "a str or a list" if repeats else "a str" if takes_value else "True or False"
            if takes_value and may_lack_value:
                wanted = "True, False or a str"
            raise TypeError(f"{key} must be {wanted}, not {given!r}")
        else:
            pairs.extend((name, one) for one in given)
    for name, value in pairs:
        if not isinstance(value, str):
            raise TypeError(f"{name.replace('-', '_')} must be a str or a list of str, not hold {value!r}")
    return pairs


def _url(url, options):
    given = {"url": url, "base_url": options.get("base_url"), "base_href": options.get("base_href")}
    names = [name for name, value in given.items() if not is_missing(value)]
    if len(names) > 1:
        raise TypeError(f"{' and '.join(names)} mean the same: give only one of them")
    for name in names:
        if not isinstance(given[name], str):
            raise TypeError(f"{name} must be a str, not {given[name]!r}")
        return given[name]
    return None


def _name_of_url(options):
    errors = options.get("errors")
    if errors is not None and not isinstance(errors, str):
        raise TypeError(f"errors must be a str, not {errors!r}")
    if errors not in (None, "raise", "note"):
        raise ValueError(f"errors: {errors!r} is not one of raise, note")
    return "noted-url" if errors == "note" else "url"


def _nearest(key):
    import difflib  # takes a while to load, and is seldom needed

    names = ["url", "base_url", "base_href", "errors", "name", "notes", "replace", "except_"]
    names += [name.replace("-", "_") for name in known if name != "except"]
    if key in names:
        return " here"
    return "".join(f"; did you mean {one}?" for one in difflib.get_close_matches(key, names, 1))


def archive_options(warc_emit, date, threads):
    """What rewrite_stream and rewrite_file take besides the options of documents."""
    if not isinstance(warc_emit, str):
        raise TypeError(f"warc_emit must be a str, not {warc_emit!r}")
    if warc_emit not in ("conversion", "response"):
        raise ValueError(f"warc_emit: {warc_emit!r} is not one of conversion, response")
    if not isinstance(date, str):
        raise TypeError(f"date must be a str, not {date!r}")
    if isinstance(threads, bool) or not isinstance(threads, int):
        raise TypeError(f"threads must be an int, not {threads!r}")
    if not 1 <= threads <= 1000:
        raise ValueError(f"threads: {threads} is not a number from 1 to 1000")
    return {"warc_emit": warc_emit, "date": date, "threads": threads}


def require_binary(argument, file, method):
    if not hasattr(file, method) or isinstance(file, io.TextIOBase):
        raise TypeError(f"{argument} must be a file opened in binary mode, with a method {method}, not {type(file).__name__}")


def places_in(file):
    """Of a package: the function that seeks in its file, where that begins, and its size; None: it is none."""
    try:
        if not file.seekable():
            return None
        start = file.tell()
        is_package = file.read(4) == b"PK\x03\x04"
        size = file.seek(0, 2) - start if is_package else 0
        file.seek(start)
    except AttributeError:  # it has no such method
        return None
    return (file.seek, start, size) if is_package else None


class Scratch:
    """A file for what is kept until a package is written; None where there is none."""

    def __init__(self, is_package):
        self.file = None
        if is_package:
            import tempfile  # seldom needed

            self.file = tempfile.SpooledTemporaryFile(max_size=64 << 20)

    def __enter__(self):
        return self.file

    def __exit__(self, *_):
        if self.file is not None:
            self.file.close()


def said(named):
    """The options as the program says them, in the order of its table: IDs of new records depend on them."""
    order = list(_absolve.known_options())
    pairs = [(name.removeprefix("noted-"), value) for name, value in named if name != "null"]  # which is of lists alone
    pairs.sort(key=lambda pair: order.index(pair[0]))
    return " ".join(f"--{name}={value}" if value else f"--{name}" for name, value in pairs)


def writer(file):
    """A function that writes all bytes, even where file.write() writes only some of them."""
    may_block = isinstance(file, io.RawIOBase)  # then it returns None

    def write(data):
        written = file.write(data)
        while isinstance(written, int) and written < len(data):
            data = data[written:]
            written = file.write(data)
        if written is None and may_block:
            raise BlockingIOError(errno.EAGAIN, "write would block; give a target that waits")

    return write


def warn_of_name(data, options, level):
    """Warns of a str that is the name of the data, not the data itself: this is probably a mistake."""
    if not isinstance(data, str) or len(data) > 255 or options.get("type") not in (None, "auto"):
        return
    if match := _LOOKS_LIKE.fullmatch(data):
        what, then = ("URL", "retrieve it") if match["url"] else ("file name", "open the file")
        warnings.warn(f"{data!r} looks like a {what}: {then} and pass its content", AbsolveWarning, stacklevel=level + 1)


class Telling:
    """Appends the notes about an input to a list, or else issues warnings for the caller, `level` calls away."""

    def __init__(self, notes, name):
        if notes is not None and not hasattr(notes, "extend"):
            raise TypeError(f"notes must be a list, not {notes!r}")
        self.name = os.fspath(name) if isinstance(name, os.PathLike) else name
        if not isinstance(self.name, str):
            raise TypeError(f"name must be a str or an os.PathLike, not {name!r}")
        self._notes = notes
        self._counts = collections.Counter()

    @property
    def wants_all(self):
        return self._notes is not None

    def add(self, told, level):
        if self._notes is not None:
            self._notes.extend(told)
            return
        for note in told:
            kind = LeftUnreadWarning if note.severity == "failure" else AbsolveWarning
            self._counts[note.code, kind] += 1
            if self._counts[note.code, kind] <= _MOST_ALIKE:
                warnings.warn(self._place(note) + note.text, kind, stacklevel=level + 1)

    def end(self, level):
        for (code, kind), count in self._counts.items():
            if count > _MOST_ALIKE:
                where = f"{self.name}: " if self.name else ""
                words = f"{where}{count - _MOST_ALIKE} more like this ({code})"
                warnings.warn(words, kind, stacklevel=level + 1)

    def _place(self, note):
        places = [
            self.name,
            f"record {note.record}" if note.record else "",
            f"line {note.line}" if note.line else "",
            f"message {note.message}" if note.message else "",
            f"part {note.part}" if note.part else "",
        ]
        told = ", ".join(place for place in places if place)
        return told and told + ": "
