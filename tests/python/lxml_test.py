"""What users of lxml.html find: iterlinks, rewrite_links, make_links_absolute. Where lxml is here, it is asked, too."""

import gzip
import re
import unittest

import absolve
from support import is_archive, main, mutants

class LikeLxml(unittest.TestCase):
    def test_pages(self):
        for data, arguments, expected in [
            ("<a href=x>", ("http://a/b",), "<a href=http://a/x>"),
            ("<base href=/c/><a href=x>", ("http://a/b",), "<a href=http://a/c/x>"),
            ("<base href=/c/><a href=x>", ("http://a/b", False), "<base href=http://a/c/><a href=http://a/c/x>"),
            ("<a href=../../x>", ("http://a/b",), "<a href=http://a/x>"),
            ("<base href=http://c/><a href=x>", (), "<a href=http://c/x>"),
            ("<a href='http://['>", ("http://a/b", True, "ignore"), "<a href='http://['>"),
        ]:
            with self.subTest(data=data):
                self.assertEqual(absolve.make_links_absolute(data, *arguments, notes=[]), expected)
                self.assertEqual(absolve.make_links_absolute(data.encode(), *arguments, notes=[]), expected.encode())
        self.assertEqual(
            absolve.make_links_absolute("<a href=../../x>", "http://a/b", resolver="rfc1808", notes=[]),
            "<a href=http://a/../../x>",
        )
        self.assertEqual(absolve.make_links_absolute("a{b:url(c)}", "http://a/x.css", notes=[]), "a{b:url(c)}")


try:
    import lxml.html
except ImportError:
    lxml = None
URL = "http://a/b/c"

# A page, what iterlinks finds in it, and how lxml differs: "" where it finds the same.
ITERLINKS = [
    ("<a href=x>y</a>", [("a", "href", "x", 0)], ""),
    ("<body background='x'><img src=\"y\" longdesc=z></body>", [
        ("body", "background", "x", 0), ("img", "src", "y", 0), ("img", "longdesc", "z", 0),
    ], ""),
    ("<img usemap=#m>", [], "names a usemap, which leads into the page alone"),
    ("<p style='a: url(\"x\")'>z</p>", [("p", "style", "x", 8)], ""),
    ("<p style='a: url( x )'>z</p>", [("p", "style", "x", 8)], "keeps white space around"),
    ("<p style='a: url(x); b: url(y)'>z</p>", [("p", "style", "x", 7), ("p", "style", "y", 18)], ""),
    ("<p style=background:url(x)>z</p>", [("p", "style", "x", 15)], ""),
    ("<p style='a: \"&amp;&lt;\"; b: url(x)'>z</p>", [("p", "style", "x", 16)], ""),
    ("<p title=\"style='\" style='b: url(\"x\")'>z</p>", [("p", "style", "x", 8)], ""),
    ("<style>p { b: url(x) }</style>", [("style", None, "x", 11)], ""),
    ("<style type='text/css'>@import \"x\";</style>", [("style", None, "x", 9)], ""),
    ("<style>@import 'x';</style>", [("style", None, "x", 9)], "reads no import in apostrophes"),
    ("<meta http-equiv=refresh content='5; url=x'>", [("meta", "content", "x", 7)], ""),
    ("<base href=/d/><a href=x>y</a>", [("base", "href", "/d/", 0), ("a", "href", "x", 0)], ""),
    ("<object data=x archive='y z'></object>", [
        ("object", "data", "x", 0), ("object", "archive", "y", 0), ("object", "archive", "z", 2),
    ], ""),
    ("<object archive=' y  z y'></object>", [
        ("object", "archive", "y", 1), ("object", "archive", "z", 4), ("object", "archive", "y", 6),
    ], ""),
    ("<p style=' url(x) url(x)'>z</p>", [("p", "style", "x", 5), ("p", "style", "x", 12)], ""),
    ("<a href=' &#120;&amp;y '>z</a>", [("a", "href", "x&y", 0)], "keeps white space around"),
    ("<form action=x><input src=y></form>", [("form", "action", "x", 0), ("input", "src", "y", 0)], ""),
    ("<a href=' x '>y</a>", [("a", "href", "x", 0)], "keeps white space around"),
    ("<img srcset='x 1x, y 2x'>", [("img", "srcset", "x", 0), ("img", "srcset", "y", 6)], "reads no srcset"),
    ("<video poster=x></video>", [("video", "poster", "x", 0)], "reads no poster"),
    ("<a ping='\nx y x'>z</a>", [("a", "ping", "x", 1), ("a", "ping", "y", 3), ("a", "ping", "x", 5)], "reads no ping"),
    ("<a ping='x y'>z</a>", [("a", "ping", "x", 0), ("a", "ping", "y", 2)], "reads no ping"),
    ("<iframe srcdoc='<img src=x>'></iframe>", [("img", "src", "x", None)], "reads no srcdoc"),
    ("<p style='é: url(x)'>z</p>", [("p", "style", "x", 7)], ""),
]

# A page, what becomes of it with a function that puts "?q" behind each link; how lxml differs.
REWRITTEN = [
    ("<a href=x>y</a>", '<a href="http://a/b/x?q">y</a>', ""),
    ("<base href=/d/><a href=x>y</a>", '<a href="http://a/d/x?q">y</a>', ""),
    ("<b style='a: url(x)'>y</b>", '<b style="a: url(http://a/b/x?q)">y</b>', ""),
    ("<a href=../../../x>y</a>", '<a href="http://a/x?q">y</a>', ""),
    ("<a href=#x>y</a>", '<a href="http://a/b/c#x?q">y</a>', ""),
    ("<a href=mailto:x>y</a>", '<a href="mailto:x?q">y</a>', ""),
    ("<a href=''>y</a>", '<a href="http://a/b/c?q">y</a>', ""),
    ("<img srcset='x 2x'>", '<img srcset="http://a/b/x?q 2x">', "reads no srcset"),
]

# The same for make_links_absolute.
ABSOLUTE = [
    ("<a href=x>y</a>", '<a href="http://a/b/x">y</a>', ""),
    ("<a href=?x>y</a>", '<a href="http://a/b/c?x">y</a>', ""),
    ("<a href=//h/x>y</a>", '<a href="http://h/x">y</a>', ""),
    ("<base href=//h/><a href=x>y</a>", '<a href="http://h/x">y</a>', ""),
    ("<a href=http:x>y</a>", '<a href="http:x">y</a>', "takes http:x for relative, as RFC 1808 only tolerates"),
    ("<q cite=x>y</q>", '<q cite="http://a/b/x">y</q>', ""),
    ("<style>a { b: url(x) }</style>", "<style>a { b: url(http://a/b/x) }</style>", ""),
]


def more(link):
    return link + "?q"


class Rows(unittest.TestCase):
    def test_iterlinks(self):
        for page, expected, _ in ITERLINKS:
            with self.subTest(page=page):
                self.assertEqual(list(absolve.iterlinks(page, URL)), expected)

    def test_positions_in_bytes_count_them(self):
        page = "<p style='é: url(x)'>z</p>".encode()
        self.assertEqual(list(absolve.iterlinks(page, URL)), [("p", "style", "x", 8)])

    def test_positions_outside_of_pages(self):
        for data, options, expected in [
            ("a { b: url(x) }", {"type": "css"}, (None, None, "x", 11)),
            ("<rss><channel><link> x</link></channel></rss>", {}, ("link", None, "x", 0)),
            ("Link: <x>\n\n", {"type": "mime", "headers": True}, (None, "Link", "x", None)),
        ]:
            with self.subTest(data=data):
                self.assertEqual(list(absolve.iterlinks(data, URL, **options)), [expected])
        self.assertEqual(list(absolve.iterlinks(gzip.compress(b"<a href=x>"), URL)), [("a", "href", "x", None)])

    def test_a_position_is_where_the_reference_is(self):
        found = 0
        for data in mutants(seed=4711, count=1000):
            if is_archive(data, ""):
                continue
            for _, attribute, link, pos in absolve.iterlinks(data, URL, notes=[]):
                self.assertTrue(pos is None or 0 <= pos <= len(data))
                found += attribute is not None and pos is not None
        self.assertGreater(found, 500)

    def test_rewrite_links(self):
        for page, expected, _ in REWRITTEN:
            with self.subTest(page=page):
                self.assertEqual(quoted(absolve.rewrite_links(page, more, URL)), quoted(expected))

    def test_make_links_absolute(self):
        for page, expected, _ in ABSOLUTE:
            with self.subTest(page=page):
                self.assertEqual(quoted(absolve.make_links_absolute(page, URL, notes=[])), quoted(expected))

    def test_answers_of_a_function(self):
        page, asked = "<base href=/d/><a href=x><a href=y><a href=mailto:z>", []
        answers = {"http://a/d/x": None, "http://a/d/y": "http://a/d/y", "mailto:z": "é"}
        output = absolve.rewrite_links(page, lambda link: asked.append(link) or answers[link], URL, False)
        self.assertEqual(output, "<base href=http://a/d/><a href=x><a href=http://a/d/y><a href=é>")
        self.assertEqual(asked, list(answers))
        self.assertEqual(absolve.rewrite_links("<a href=x>", lambda link: link, notes=[]), "<a href=x>")


@unittest.skipIf(lxml is None, "python3-lxml is not here")
class Lxml(unittest.TestCase):
    """Each row is what lxml does, or says why not."""

    def compare(self, rows, of):
        for page, expected, difference in rows:
            with self.subTest(page=page):
                self.assertEqual(of(page) != expected, bool(difference), of(page))

    def test_iterlinks(self):
        self.compare(
            [(page, sorted(expected, key=repr), why) for page, expected, why in ITERLINKS],
            # In an order of its own, within an element.
            lambda page: sorted(
                (
                    (element.tag, attribute, link, pos)
                    for element, attribute, link, pos in lxml.html.document_fromstring(page).iterlinks()
                ),
                key=repr,
            ),
        )

    def test_rewrite_links(self):
        def rewritten(page):
            tree = lxml.html.document_fromstring(page)
            tree.rewrite_links(more, base_href=URL)
            return quoted(inside(tree))

        self.compare([(page, quoted(expected), why) for page, expected, why in REWRITTEN], rewritten)

    def test_make_links_absolute(self):
        def absolute(page):
            tree = lxml.html.document_fromstring(page)
            tree.make_links_absolute(URL)
            return quoted(inside(tree))

        self.compare([(page, quoted(expected), why) for page, expected, why in ABSOLUTE], absolute)


def inside(tree):
    """The page without the elements that a parser puts around."""
    return re.sub("</?(html|head|body|p)>", "", lxml.html.tostring(tree, encoding="unicode"))


def quoted(page):
    """The same, however values are quoted."""
    return re.sub("[\"']", "", page)


if __name__ == "__main__":
    main()
