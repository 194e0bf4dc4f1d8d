from collections.abc import Callable, Iterable, Iterator
from os import PathLike
from typing import BinaryIO, Literal, NamedTuple, Protocol, TypedDict, TypeVar, final, overload

from _typeshed import ReadableBuffer
from typing_extensions import Unpack

__version__: str

_Resolver = Literal["rfc1808", "rfc3986", "whatwg"]
_Url = str | float | None  # a float: the missing value NaN
_Strings = str | Iterable[str] | None
_Name = str | PathLike[str]
_Line = TypeVar("_Line", str, bytes)

class _Errors(TypedDict, total=False):
    errors: Literal["raise", "note"] | None

class _Options(_Errors, total=False):
    type: str | None  # a name of the program's, or a media type
    image_url: str | None
    root_url: str | None
    charset: str | None
    resolver: _Resolver | None
    null: bool | None
    keep_fragments: bool | Literal["page"] | None
    headers: bool | None
    no_marks: bool | None
    base_element: Literal["keep", "remove"] | None
    feed_base: Literal["document", "entry"] | None
    html_reader: Literal["auto", "scan", "tree"] | None
    signed: Literal["skip", "rewrite"] | None
    reference_field: str | None
    base_field: str | None
    url_field: str | None
    body_field: str | None
    answer_field: str | None
    delimiter: str | None
    also: _Strings
    json_member: _Strings
    json_url: _Strings
    attribute: _Strings
    only: _Strings
    except_: _Strings
    skip: _Strings
    url_from_header: _Strings

class _UrlOptions(_Options, total=False):  # other names for url
    base_url: _Url
    base_href: _Url

class _Readable(Protocol):
    def read(self, size: int, /) -> ReadableBuffer: ...

class _Writable(Protocol):
    def write(self, data: bytes, /) -> object: ...

@final
class _Keep: ...

KEEP: _Keep

class AbsolveWarning(UserWarning): ...
class LeftUnreadWarning(AbsolveWarning): ...

class Link(NamedTuple):
    part: str
    message: int | None
    within: tuple[str, ...]
    line: int | None
    column: int | None
    offset: int | None
    length: int | None
    element: str | None
    attribute: str | None
    reference: str
    url: str | None
    base: str | None
    base_from: str
    resolver: str
    action: str
    reason: str | None

class Layer(NamedTuple):
    from_: str
    part: str
    value: str
    url: str | None
    status: str
    reason: str | None

class Explanation(NamedTuple):
    part: str
    message: int | None
    within: tuple[str, ...]
    type: str
    base: str | None
    base_from: str
    resolver: str
    inherited_from: str | None
    layers: tuple[Layer, ...]
    links: int
    relative: int

class Note(NamedTuple):
    text: str
    severity: str
    code: str
    offset: int | None
    line: int | None
    part: str
    message: int | None
    record: int | None

class Place(NamedTuple):
    member: str | None
    message: int | None
    record: int | None
    line: int | None
    offset: int

class Unit(NamedTuple):
    place: Place
    id: str | None
    url: str | None
    text: bytes | None
    links: list[Link]
    left: str | None

class Record(NamedTuple):
    id: str | None
    url: str | None
    number: int
    offset: int
    text: bytes | None
    links: list[Link]

@final
class Base:
    def __init__(self, url: str, resolver: _Resolver = "rfc1808") -> None: ...
    @property
    def url(self) -> str: ...
    @property
    def resolver(self) -> str: ...
    def absolute(self, reference: str) -> str: ...
    def __hash__(self) -> int: ...

# None, or the float NaN, is a missing value.

@overload
def rewrite(
    data: str,
    url: _Url = None,
    *,
    name: _Name = "",
    notes: list[Note] | None = None,
    replace: Callable[[Link], str | _Keep | None] | None = None,
    **options: Unpack[_UrlOptions],
) -> str: ...
@overload
def rewrite(
    data: ReadableBuffer,
    url: _Url = None,
    *,
    name: _Name = "",
    notes: list[Note] | None = None,
    replace: Callable[[Link], str | _Keep | None] | None = None,
    **options: Unpack[_UrlOptions],
) -> bytes: ...
@overload
def rewrite(
    data: float | None,
    url: _Url = None,
    *,
    name: _Name = "",
    notes: list[Note] | None = None,
    replace: Callable[[Link], str | _Keep | None] | None = None,
    **options: Unpack[_UrlOptions],
) -> None: ...
def links(
    data: str | ReadableBuffer | float | None,
    url: _Url = None,
    *,
    name: _Name = "",
    notes: list[Note] | None = None,
    **options: Unpack[_UrlOptions],
) -> list[Link]: ...
def check(
    data: str | ReadableBuffer | float | None,
    url: _Url = None,
    *,
    name: _Name = "",
    notes: list[Note] | None = None,
    **options: Unpack[_UrlOptions],
) -> list[Link]: ...
def explain(
    data: str | ReadableBuffer | float | None,
    url: _Url = None,
    *,
    name: _Name = "",
    notes: list[Note] | None = None,
    **options: Unpack[_UrlOptions],
) -> list[Explanation]: ...
def iterlinks(
    data: str | ReadableBuffer | float | None,
    url: _Url = None,
    *,
    name: _Name = "",
    notes: list[Note] | None = None,
    **options: Unpack[_UrlOptions],
) -> Iterator[tuple[str | None, str | None, str, int | None]]: ...
def rewrite_lines(
    lines: Iterable[_Line],
    url: _Url = None,
    *,
    name: _Name = "",
    notes: list[Note] | None = None,
    **options: Unpack[_UrlOptions],
) -> Iterator[_Line]: ...
def read(
    file: _Name | BinaryIO | _Readable,
    url: _Url = None,
    *,
    name: _Name = "",
    notes: list[Note] | None = None,
    **options: Unpack[_UrlOptions],
) -> Iterator[Unit]: ...
def rewrite_stream(
    source: BinaryIO | _Readable,
    target: BinaryIO | _Writable,
    url: _Url = None,
    *,
    name: _Name = "",
    notes: list[Note] | None = None,
    replace: Callable[[Link], str | _Keep | None] | None = None,
    warc_emit: Literal["conversion", "response"] = "conversion",
    date: str = "",
    threads: int = 1,
    **options: Unpack[_UrlOptions],
) -> bool: ...
def rewrite_file(
    source: _Name,
    target: _Name,
    url: _Url = None,
    *,
    name: _Name = "",
    notes: list[Note] | None = None,
    replace: Callable[[Link], str | _Keep | None] | None = None,
    warc_emit: Literal["conversion", "response"] = "conversion",
    date: str = "",
    threads: int = 1,
    **options: Unpack[_UrlOptions],
) -> bool: ...
def records(
    file: _Name | BinaryIO | _Readable,
    url: _Url = None,
    *,
    name: _Name = "",
    notes: list[Note] | None = None,
    **options: Unpack[_UrlOptions],
) -> Iterator[Record]: ...
@overload
def make_links_absolute(
    html: str,
    base_url: _Url = None,
    resolve_base_href: bool = True,
    handle_failures: Literal["ignore"] | None = None,
    *,
    notes: list[Note] | None = None,
    **options: Unpack[_Options],
) -> str: ...
@overload
def make_links_absolute(
    html: bytes | bytearray | memoryview,
    base_url: _Url = None,
    resolve_base_href: bool = True,
    handle_failures: Literal["ignore"] | None = None,
    *,
    notes: list[Note] | None = None,
    **options: Unpack[_Options],
) -> bytes: ...
@overload
def make_links_absolute(
    html: float | None,
    base_url: _Url = None,
    resolve_base_href: bool = True,
    handle_failures: Literal["ignore"] | None = None,
    *,
    notes: list[Note] | None = None,
    **options: Unpack[_Options],
) -> None: ...
@overload
def rewrite_links(
    data: str,
    f: Callable[[str], str | None],
    base_href: _Url = None,
    resolve_base_href: bool = True,
    *,
    notes: list[Note] | None = None,
    **options: Unpack[_Options],
) -> str: ...
@overload
def rewrite_links(
    data: bytes | bytearray | memoryview,
    f: Callable[[str], str | None],
    base_href: _Url = None,
    resolve_base_href: bool = True,
    *,
    notes: list[Note] | None = None,
    **options: Unpack[_Options],
) -> bytes: ...
@overload
def rewrite_links(
    data: float | None,
    f: Callable[[str], str | None],
    base_href: _Url = None,
    resolve_base_href: bool = True,
    *,
    notes: list[Note] | None = None,
    **options: Unpack[_Options],
) -> None: ...
