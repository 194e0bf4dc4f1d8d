"""Makes feeds that are rich in relative references, each by its number: Atom 1.0 and 0.3, RSS 2.0, 0.91 and 1.0, with HTML
escaped, in CDATA, in both, as markup in place and in base64, under xml:base at any depth.

    feeds_made.py NUMBER       prints one"""

import base64
import random
import sys
from xml.sax.saxutils import escape, quoteattr

REFERENCES = [
    "x", "../x", "../../up/x", "./y/../z", "/root", "/", "//net.example/n", "?q=1&r=2", "x?q&r", "#f", "x#f", ".", "..",
    "../../../../../../../../far", ";p", "x;p=1", "a:b", "./a:b", "http:same", "http://abs.example/x", "mailto:a@b.example",
    "javascript:void(0)", "\u00fcml\u00e4ut", "with space", "x'y", "(x)", "x]]", "100%25", "HTTP://UP.example/X", "",
]  # fmt: skip
BASES = ["../up/", "sub/dir/", "sub/file.html", "http://other.example/p/q", "//net.example/n/", "/root/", "?q", "", "javascript:x"]
SPREAD = ["\n", "", " ", "\n    "]

ATOM = ' xmlns="http://www.w3.org/2005/Atom"'
ATOM03 = ' version="0.3" xmlns="http://purl.org/atom/ns#"'
MODULES = (
    ' xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wfw="http://wellformedweb.org/CommentAPI/"'
    ' xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"'
    ' xmlns:admin="http://webns.net/mvcb/" xmlns:atom="http://www.w3.org/2005/Atom"'
    ' xmlns:dc="http://purl.org/dc/elements/1.1/"'
    ' xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
)


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.relative_names = 0

    def one_in(self, count):
        return self.random.randrange(count) == 0

    def reference(self):
        return self.random.choice(REFERENCES)

    def full(self):
        """A reference that is not empty."""
        return self.random.choice(REFERENCES[:-1])

    def quoted(self, text):
        if self.one_in(2) or "'" in text:
            return quoteattr(text)
        return "'" + escape(text) + "'"

    def attribute(self, name, value):
        return self.random.choice([" ", " ", "\n  "]) + name + self.random.choice(["=", "=", " = "]) + self.quoted(value)

    def base(self):
        return self.attribute("xml:base", self.random.choice(BASES)) if self.one_in(4) else ""

    def space(self):
        return self.random.choice(SPREAD)

    def text(self, text):
        """Text as the content of an element, in one of the ways in which it may stand there."""
        way = self.random.randrange(6)
        if way == 0:
            return "<![CDATA[" + text.replace("]]>", "]]]]><![CDATA[>") + "]]>"
        if way == 1 and text:
            at = self.random.randrange(len(text))
            return escape(text[:at]) + "<![CDATA[" + text[at:].replace("]]>", "]]]]><![CDATA[>") + "]]>"
        if way == 2 and text:
            at = self.random.randrange(len(text))
            return escape(text[:at]) + self.random.choice(["<!-- x -->", "<?x y?>"]) + escape(text[at:])
        if way == 3:
            return "".join(f"&#{ord(c)};" if self.one_in(5) or c in "<&>" else c for c in text)
        return escape(text)

    def url(self, name, more=""):
        """An element whose text is a reference."""
        space = self.space()
        return f"<{name}{more}{self.base()}>{space}{self.text(self.full())}{space}</{name}>\n"

    def empty(self, name, attribute, more=""):
        """An element with a reference in an attribute."""
        attributes = [self.attribute(attribute, self.full()), more, self.base()]
        self.random.shuffle(attributes)
        return f"<{name}{''.join(attributes)}{self.space()}/>\n"

    def tag(self, is_xml):
        """One element of HTML."""
        reference = self.attribute if is_xml else self.html_attribute
        base = self.base() if is_xml else ""
        kind = self.random.randrange(9)
        if kind == 0:
            return f"<img{reference('src', self.reference())}{base} alt='a'/>"
        if kind == 1:
            return f"<blockquote{reference('cite', self.full())}{base}>q</blockquote>"
        if kind == 2:
            pictures = f"{self.random.choice(['a', '../b', '/c'])} 1x, {self.random.choice(['d', '//e/f'])} 2x"
            return f"<img{reference('srcset', pictures)}{base}/>"
        if kind == 3:
            return f"<p{reference('style', 'background: url(' + self.random.choice(['a', '../b', '/c']) + ')')}{base}>s</p>"
        if kind == 4:
            return f"<video{reference('poster', self.full())}{reference('src', self.full())}{base}></video>"
        if kind == 5:
            return f"<img{reference('usemap', '#map')}{base}/>"
        if kind == 6:
            return f"<iframe{reference('src', self.full())}{base}></iframe>"
        return f"<a{reference('href', self.reference())}{base}>link &amp; text</a>"

    def html_attribute(self, name, value):
        if value and not set(value) & set(" \"'<>`=&()") and self.one_in(4):
            return f" {name}={value}"
        return f" {name}={self.quoted(value)}"

    def html(self, is_xml=False):
        pieces = []
        for _ in range(self.random.randrange(1, 4)):
            pieces.append(self.random.choice(["", "words &amp; words ", "<br/>", "<b>bold</b>", "\n"]))
            pieces.append(self.tag(is_xml))
        if not is_xml and self.one_in(8):
            pieces.append("]]>")
        return "".join(pieces)

    def fragment(self, name, more=""):
        """An element that holds HTML as text."""
        return f"<{name}{more}{self.base()}>{self.space()}{self.text(self.html())}{self.space()}</{name}>\n"

    def in_place(self, name, more, prefix=""):
        """An element that holds XHTML."""
        outer = "div" if name != "xhtml:body" else "p"
        if prefix:
            return (
                f"<{name}{more}{self.base()}><{prefix}:{outer} xmlns:{prefix}='http://www.w3.org/1999/xhtml'>"
                f"<{prefix}:a{self.attribute('href', self.full())}{self.base()}>x</{prefix}:a></{prefix}:{outer}></{name}>\n"
            )
        return (
            f"<{name}{more}{self.base()}><{outer} xmlns='http://www.w3.org/1999/xhtml'{self.base()}>"
            f"{self.html(True)}</{outer}></{name}>\n"
        )

    # Atom

    def atom_text(self, name):
        kind = self.random.randrange(6)
        if kind == 0:
            return f"<{name}{self.base()}>no &lt;a href='x'> markup</{name}>\n"
        if kind == 1:
            return self.in_place(name, ' type="xhtml"', self.random.choice(["", "", "h"]))
        return self.fragment(name, ' type="html"' if kind > 2 or name != "content" else " type='text/html'")

    def atom_link(self, rel):
        return self.empty("link", "href", f' rel="{rel}"' if rel else "")

    def person(self, kind, url):
        return f"<{kind}{self.base()}><name>n</name>{self.url(url)}</{kind}>\n"

    def atom_entry(self, number):
        parts = [
            f"<id>{self.text(self.random.choice(['urn:x:', 'tag', '../id/']) + str(number))}</id>\n",
            self.atom_text("title"),
            self.atom_link(""),
            self.atom_link("enclosure"),
            self.atom_text("summary"),
            self.person("author", "uri"),
            self.person("contributor", "uri"),
            self.atom_text("rights"),
            f"<category term='t'{self.attribute('scheme', self.full())}/>\n",
            self.empty("content", "src", " type='image/png'") if self.one_in(4) else self.atom_text("content"),
        ]
        if self.one_in(4):
            parts.append(
                f"<source{self.base()}><id>../source</id>{self.atom_link('self')}{self.url('icon')}"
                f"{self.atom_text('title')}{self.url('logo')}</source>\n"
            )
        return f"<entry{self.base()}>\n{self.some(parts)}</entry>\n"

    def some(self, parts):
        chosen = [part for part in parts if not self.one_in(4)]
        self.random.shuffle(chosen)
        return "".join(chosen)

    def atom(self):
        parts = [
            "<id>../feed-id</id>\n",
            self.atom_text("title"),
            self.atom_text("subtitle"),
            self.atom_text("rights"),
            self.atom_link("self"),
            self.atom_link("alternate"),
            self.url("icon"),
            self.url("logo"),
            self.empty("generator", "uri"),
            self.person("author", "uri"),
        ]
        entries = "".join(self.atom_entry(number) for number in range(self.random.randrange(4)))
        return f"<feed{ATOM}{self.base()}>\n{self.some(parts)}{entries}</feed>\n"

    def atom03_text(self, name):
        kind = self.random.randrange(5)
        if kind == 0:
            return self.in_place(name, " type='application/xhtml+xml' mode='xml'")
        if kind == 1:
            encoded = base64.encodebytes(self.html().encode()).decode()
            return f"<{name} type='text/html' mode='base64'{self.base()}>{encoded}</{name}>\n"
        if kind == 2:
            return f"<{name}{self.base()}>plain</{name}>\n"
        return self.fragment(name, " type='text/html' mode='escaped'")

    def atom03_entry(self, number):
        parts = [
            f"<id>{number}</id>\n",
            self.atom03_text("title"),
            self.empty("link", "href", " rel='alternate' type='text/html'"),
            self.atom03_text("summary"),
            self.person("author", "url"),
            self.atom03_text("content"),
        ]
        return f"<entry{self.base()}>\n{self.some(parts)}</entry>\n"

    def atom03(self):
        parts = [
            "<id>../feed-id</id>\n",
            self.atom03_text("title"),
            self.atom03_text("tagline"),
            self.atom03_text("info"),
            self.atom03_text("copyright"),
            self.empty("link", "href", " rel='alternate' type='text/html'"),
            self.empty("generator", "url"),
            self.person("author", "url"),
        ]
        entries = "".join(self.atom03_entry(number) for number in range(self.random.randrange(4)))
        return f"<feed{ATOM03}{self.base()}>\n{self.some(parts)}{entries}</feed>\n"

    # RSS

    def modules(self):
        return [
            self.empty("media:content", "url"),
            f"<media:group>{self.empty('media:content', 'url')}</media:group>\n",
            self.empty("media:thumbnail", "url"),
            f"<media:player{self.attribute('url', self.full())}/>\n",
            self.empty("media:peerLink", "href"),
            self.empty("media:license", "href"),
            self.empty("media:subTitle", "href"),
            self.empty("itunes:image", "href"),
            self.empty("atom:link", "href", " rel='related'"),
        ]

    def rss_item(self, number, old, about=""):
        title = self.random.choice(["title", "&lt;b>bold&lt;/b>", "AT&amp;amp;T"])
        parts = [
            f"<title>{title}</title>\n",
            self.url("link"),
            self.fragment("description"),
        ]
        if not old:
            parts += self.modules()
            parts += [
                f"<guid{self.random.choice(['', ' isPermaLink=%sfalse%s' % (chr(34), chr(34))])}>../guid{number}</guid>\n",
                self.url("comments"),
                self.url("wfw:comment"),
                self.url("wfw:commentRss"),
                self.empty("enclosure", "url", " length='1' type='audio/mpeg'"),
                f"<source{self.attribute('url', self.full())}>s</source>\n",
                f"<category{self.attribute('domain', self.full())}>c</category>\n",
                self.fragment("content:encoded") if self.one_in(2) else self.in_place("xhtml:body", "", ""),
            ]
        return f"<item{about}{self.base()}>\n{self.some(parts)}</item>\n"

    def rss(self, version):
        old = version == "0.91"
        parts = [
            "<title>title</title>\n",
            self.url("link"),
            self.fragment("description"),
            self.url("docs"),
            f"<image{self.base()}><title>t</title>{self.url('url')}{self.url('link')}</image>\n",
            f"<textInput><title>t</title><name>n</name>{self.url('link')}</textInput>\n",
        ]
        if not old:
            parts += [
                "<cloud domain='rpc.example' port='80' path='/RPC2'/>\n",
                self.url("itunes:new-feed-url"),
                self.empty("atom:link", "href", " rel='self'"),
                self.empty("itunes:image", "href"),
                f"<admin:generatorAgent{self.attribute('rdf:resource', self.full())}/>\n",
                f"<admin:errorReportsTo{self.attribute('rdf:resource', self.full())}/>\n",
            ]
        items = "".join(self.rss_item(number, old) for number in range(self.random.randrange(4)))
        names = "" if old else MODULES + ' xmlns:xhtml="http://www.w3.org/1999/xhtml"'
        return f"<rss version='{version}'{names}{self.base()}>\n<channel{self.base()}>\n{self.some(parts)}{items}</channel>\n</rss>\n"

    def rdf(self):
        channel = [
            "<title>title</title>\n",
            self.url("link"),
            self.fragment("description"),
            f"<admin:generatorAgent{self.attribute('rdf:resource', self.full())}/>\n",
        ]
        items = "".join(self.rss_item(n, False, f" rdf:about='../about{n}'") for n in range(self.random.randrange(4)))
        return (
            f"<rdf:RDF xmlns='http://purl.org/rss/1.0/'{MODULES} xmlns:xhtml='http://www.w3.org/1999/xhtml'{self.base()}>\n"
            f"<channel rdf:about='../about'{self.base()}>\n{self.some(channel)}<image rdf:resource='../image'/>\n"
            "<items><rdf:Seq><rdf:li rdf:resource='../about0'/></rdf:Seq></items></channel>\n"
            f"<image rdf:about='../image'><title>t</title>{self.url('url')}{self.url('link')}</image>\n"
            f"{items}<textinput rdf:about='../t'><title>t</title><name>n</name>{self.url('link')}</textinput>\n</rdf:RDF>\n"
        )


def make(seed):
    """The bytes of a feed."""
    maker = Maker(seed)
    kinds = [maker.atom, maker.atom, lambda: maker.rss("2.0"), lambda: maker.rss("2.0"), maker.rdf, maker.atom03, lambda: maker.rss("0.91")]
    feed = kinds[seed % len(kinds)]()
    return ('<?xml version="1.0" encoding="utf-8"?>\n' + feed).encode()


if __name__ == "__main__":
    sys.stdout.buffer.write(make(int(sys.argv[1])))
