"""Reads feeds with feedparser, as an oracle: all that is in a feed, each reference resolved by it against its own idea of the
base. feedparser leaves some references as they are written, and knows no xml:base inside of markup: what it lacks is added
here, with its own base and its own resolver."""

import io
import re
import urllib.parse

import feedparser
from feedparser import mixin, urls

from nested_alike import candidates, declarations

# What stands for a reference without a character: feedparser makes the base of each, absolve only where it means something.
EMPTY = "urn:empty"

# Attributes that feedparser hands over as they are, by the method that meets the element.
ATTRIBUTES = {
    "enclosure": ["url", "href"],
    "source": ["url"],
    "content": ["src"],
    "admin_generatoragent": ["rdf:resource"],
    "admin_errorreportsto": ["rdf:resource"],
    "itunes_image": ["href"],
    "media_content": ["url"],
    "media_thumbnail": ["url"],
    "media_player": ["url"],
    "media_peerlink": ["href"],
    "media_license": ["href"],
    "media_subtitle": ["href"],
    "media_embed": ["url"],
}

# Text that is a reference, by what feedparser calls the element. It loses the text of those with an attribute, so of those
# with an xml:base.
TEXTS = {"itunes_new-feed-url", "media_backlink", "media_response"}
LOST = TEXTS | {"comments", "docs", "icon", "logo", "wfw_comment", "wfw_commentrss"}

# Attributes of HTML besides those that feedparser resolves. usemap names a map in the page itself, and is no reference.
HTML = {
    ("embed", "src"),
    ("embed", "pluginspage"),
    ("bgsound", "src"),
    ("track", "src"),
    ("table", "background"),
    ("td", "background"),
    ("th", "background"),
    ("tr", "background"),
    ("button", "formaction"),
    ("input", "formaction"),
    ("img", "lowsrc"),
    ("img", "dynsrc"),
}
SRCSETS = {("img", "srcset"), ("source", "srcset"), ("link", "imagesrcset")}

# What was met in a reading, by kind: lists of what is excepted when readings are compared.
met = {}


def note(kind, what):
    met.setdefault(kind, []).append(what)


def is_relative(reference):
    return not re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", reference.strip())


def urljoin(base, reference):
    """In the place of feedparser's own, whose mends of odd URLs it keeps; but `http:x` is absolute (RFC 3986, 5.2.2)."""
    reference = urls._urifixer.sub(r"\1\3", reference)
    try:
        return urllib.parse.urljoin(base, reference) if is_relative(reference) else reference
    except ValueError:
        return ""


def resolving(method, names):
    def start(self, attributes):
        for name in names:
            if attributes.get(name):
                attributes[name] = self.resolve_uri(attributes[name].strip())
        return method(self, attributes)

    return start


def listing(element):
    """For an element that feedparser has no method for: all of them count, not only the last."""

    def start(self, attributes):
        self._get_context().setdefault(element, []).append(attributes)

    return start


def html_by_default(method):
    """An element of RSS holds HTML, although there be another; feedparser takes what comes second for plain text."""

    def start(self, attributes):
        attributes.setdefault("type", "text/html")
        return method(self, attributes)

    return start


def holding_text(element):
    return lambda self, attributes: self.push(element, 1)


def resolve_in_feed(self, reference):
    return urljoin(self.baseuri or "", reference.strip()) if reference.strip() else EMPTY


def resolve_in_html(self, reference):
    return urls.make_safe_absolute_uri(self.baseuri, reference.strip()) if reference.strip() else EMPTY


def start_tag_of_html(self, tag, attributes):
    def meaning(name, value):
        def resolved(reference):
            return self.resolve_uri(reference) or reference

        if (tag, name) in self.relative_uris:
            return resolved(value)
        if (tag, name) in SRCSETS:
            return ", ".join(" ".join([url, *descriptors]) for url, descriptors in candidates(value, resolved))
        if name == "style" and "(" in value:
            return repr(declarations(value, resolved))
        if name == "usemap" and is_relative(value):
            note("usemap", value)
        return value

    attributes = [(name, meaning(name, value)) for name, value in self.normalize_attrs(attributes)]
    super(urls.RelativeURIResolver, self).unknown_starttag(tag, attributes)


def data_with_own_base(method):
    """Tags of markup in place come with escape=0; xml:base holds for the attributes of its own element, too."""

    def handle_data(self, text, escape=1):
        if not escape and re.match(r"<[A-Za-z]", text):
            text = urls.resolve_relative_uris(text, self.baseuri, self.encoding, "application/xhtml+xml")
        return method(self, text, escape)

    return handle_data


def end_of_id(method):
    def end(self):
        if self.elementstack and self.elementstack[-1][0] == "id":
            identity = "".join(
                piece.decode() if isinstance(piece, bytes) else piece for piece in self.elementstack[-1][2]
            ).strip()
            if is_relative(identity):
                note("id or guid", identity)
        return method(self)

    return end


def mend():
    """Adds to feedparser what it lacks."""
    urls._urljoin = mixin._urljoin = urljoin
    parser = mixin._FeedParserMixin
    parser.can_be_relative_uri = (parser.can_be_relative_uri | TEXTS) - {"id"}
    parser.resolve_uri = resolve_in_feed
    parser.handle_data = data_with_own_base(parser.handle_data)
    parser._end_guid = parser._end_id = end_of_id(parser._end_guid)
    for element, names in ATTRIBUTES.items():
        name = "_start_" + element
        setattr(parser, name, resolving(getattr(parser, name, None) or listing(element), names))
    for element in LOST:
        setattr(parser, "_start_" + element, holding_text(element))
    parser._start_description = html_by_default(parser._start_description)
    parser._start_atom_link = parser._start_link  # a prefix that nobody declared
    parser._end_atom_link = parser._end_link
    resolver = urls.RelativeURIResolver
    resolver.relative_uris = {row for row in resolver.relative_uris if row[1] != "usemap"} | HTML
    resolver.resolve_uri = resolve_in_html
    resolver.unknown_starttag = start_tag_of_html


mend()

# What may differ: the bases themselves, once they are absolute.
BASES = {"base", "xml:base"}
BASE_IN_MARKUP = re.compile(r"""\sxml:base="[^"]*\"""")


def flat(thing, path, found):
    if isinstance(thing, dict):
        for key, value in dict.items(thing):
            if key not in BASES and not key.endswith("_parsed"):
                flat(value, path + (key,), found)
    elif isinstance(thing, (list, tuple)):
        for number, value in enumerate(thing):
            flat(value, path + (number,), found)
    else:
        found[path] = BASE_IN_MARKUP.sub("", thing) if isinstance(thing, str) else thing
    return found


def read(data, url):
    """What feedparser reads in a feed that lies at `url`: value by path, and what was met on the way that is excepted.
    It resolves as RFC 3986 says."""
    met.clear()
    headers = {"content-location": url, "content-type": "application/xml"}
    result = feedparser.parse(
        io.BytesIO(data), response_headers=headers, sanitize_html=False, resolve_relative_uris=True
    )
    found = flat(result.feed, ("feed",), {})
    flat(result.entries, ("entries",), found)
    return found, {kind: list(what) for kind, what in met.items()}
