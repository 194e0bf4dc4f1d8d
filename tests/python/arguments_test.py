"""What the functions of the Python module take besides what everybody gives: other names, missing values, slips."""

import array
import io
import pathlib
import unittest
import warnings

import absolve
from support import main

NOTHING = [None, float("nan"), type("NAType", (), {})(), type("NaTType", (), {})()]



class Returns:
    def __init__(self, what):
        self.read = lambda size: what


def rewrite_stream(**options):
    return absolve.rewrite_stream(io.BytesIO(b"<a href=x>"), io.BytesIO(), "http://a/", **options)


# What is called, with what, and the beginning of what is said.
REFUSED = [
    (lambda: absolve.rewrite("", typ="html"), TypeError, "unknown option 'typ'; did you mean type?"),
    (lambda: absolve.links("", resolvr="whatwg"), TypeError, "unknown option 'resolvr'; did you mean resolver?"),
    (lambda: absolve.check("", excep="a"), TypeError, "unknown option 'excep'; did you mean except_?"),
    (lambda: absolve.check("", xyz="a"), TypeError, "unknown option 'xyz'"),
    (lambda: absolve.rewrite("", type=True), TypeError, "type needs a value"),
    (lambda: absolve.rewrite("", type=["html"]), TypeError, "type must be a str, not"),
    (lambda: absolve.rewrite("", type=b"html"), TypeError, "type must be a str, not"),
    (lambda: absolve.rewrite("", skip=3), TypeError, "skip must be a str or a list, not 3"),
    (lambda: absolve.rewrite("", skip=["x", b"x"]), TypeError, "skip must be a str or a list of str, not hold b'x'"),
    (lambda: absolve.rewrite("", keep_fragments=1), TypeError, "keep_fragments must be True, False or a str, not 1"),
    (lambda: absolve.rewrite("", name=3), TypeError, "name must be a str or an os.PathLike, not 3"),
    (lambda: absolve.rewrite("", name=b"x"), TypeError, "name must be a str or an os.PathLike, not b'x'"),
    (lambda: absolve.rewrite("", notes=5), TypeError, "notes must be a list, not 5"),
    (lambda: absolve.explain(None, notes=()), TypeError, "notes must be a list, not ()"),
    (lambda: absolve.rewrite_lines([], notes=5), TypeError, "notes must be a list, not 5"),
    (lambda: absolve.records(io.BytesIO(), notes=5), TypeError, "notes must be a list, not 5"),
    (lambda: absolve.rewrite("", errors=5), TypeError, "errors must be a str, not 5"),
    (lambda: absolve.links("", errors="ignore"), ValueError, "errors: 'ignore' is not one of raise, note"),
    (lambda: absolve.rewrite("", error="note"), TypeError, "unknown option 'error'; did you mean errors?"),
    (lambda: absolve.rewrite(3.5), TypeError, "data must be a str or a bytes-like object, not float"),
    (lambda: absolve.rewrite("", "http://a/", base_url="http://b/"), TypeError, "url and base_url mean the same"),
    (lambda: absolve.links("", base_href="http://a/", base_url="http://b/"), TypeError, "base_url and base_href mean the same"),
    (lambda: absolve.rewrite_lines("x"), TypeError, "lines must be an iterable of lines, such as an open file, not str"),
    (lambda: absolve.rewrite_lines(5), TypeError, "lines must be an iterable of lines, such as an open file, not int"),
    (lambda: absolve.rewrite_lines([], type=5), TypeError, "type must be a str, not 5"),
    (lambda: absolve.rewrite_lines([], type="html"), ValueError, "type: rewrite_lines reads jsonl, not 'html'"),
    (lambda: absolve.rewrite_lines([], typ=1), TypeError, "unknown option 'typ'"),
    (lambda: next(absolve.rewrite_lines([3])), TypeError, "each of lines must be a str or a bytes-like object, not int"),
    (lambda: next(absolve.rewrite_lines(["{}"], charset="utf-8")), ValueError, "charset: a str is already decoded"),
    (lambda: absolve.rewrite("", headers="yes"), TypeError, "headers must be True or False, not 'yes'"),
    (lambda: rewrite_stream(warc_emit=5), TypeError, "warc_emit must be a str, not 5"),
    (lambda: rewrite_stream(warc_emit="all"), ValueError, "warc_emit: 'all' is not one of conversion, response"),
    (lambda: absolve.rewrite_stream(5, io.BytesIO()), TypeError, "source must be a file opened in binary mode"),
    (lambda: absolve.rewrite_stream(io.BytesIO(), io.StringIO()), TypeError, "target must be a file opened in binary mode"),
    (lambda: absolve.rewrite_stream(Returns(None), io.BytesIO()), TypeError, "file.read() must return bytes, not None"),
    (lambda: absolve.rewrite_file(b"x", "y"), TypeError, "source must be a path, not b'x'"),
    (lambda: absolve.rewrite_file("x", None), TypeError, "target must be a path, not None"),
    (lambda: absolve.read(__file__, bad=1), TypeError, "unknown option 'bad'"),
    (lambda: absolve.records(b"WARC/1.0"), TypeError, "file must be a path or a file"),
    (lambda: absolve.records(io.BytesIO(), typ=1), TypeError, "unknown option 'typ'"),
    (lambda: next(absolve.records(io.StringIO("WARC/1.0"))), TypeError, "the file returns str: open it in binary mode"),
    (lambda: absolve.rewrite_links("<a href=x>", 3), TypeError, "f must be a function that takes a str, not 3"),
    (lambda: absolve.rewrite_links("<a href=x>", lambda link: 3), TypeError, "replace: the function must return"),
    (lambda: absolve.rewrite("", 3), TypeError, "url must be a str, not 3"),
    (lambda: absolve.links("", base_url=b"http://a/", errors="note"), TypeError, "base_url must be a str, not b'http://a/'"),
    (lambda: absolve.make_links_absolute("", 3), TypeError, "base_url must be a str, not 3"),
    (lambda: absolve.rewrite_links("", str, 3), TypeError, "base_href must be a str, not 3"),
    (lambda: absolve.rewrite("", url_="http://a/"), TypeError, "unknown option 'url_'"),
    (lambda: absolve.rewrite(), TypeError, "rewrite() missing 1 required positional argument"),
    (lambda: absolve.rewrite(3), TypeError, "data must be a str or a bytes-like object, not int"),
    (lambda: absolve.links([1, 2]), TypeError, "data must be a str or a bytes-like object, not list"),
    (lambda: absolve.explain(pathlib.Path("x")), TypeError, "data must be a str or a bytes-like object, not PosixPath"),
    (lambda: absolve.rewrite("", ""), ValueError, "url: '' can't be a base: "),
    (lambda: absolve.rewrite("", "b/c"), ValueError, "url: 'b/c' can't be a base: it has no scheme"),
    (lambda: absolve.rewrite("", "b\ud800"), ValueError, "url: 'b\ud800' can't be a base: it has no scheme"),
    (lambda: absolve.rewrite("", type="hmtl"), ValueError, "type: 'hmtl' is not one of auto, html"),
    (lambda: absolve.rewrite("", type="ht\0ml"), ValueError, "type: 'ht\0ml' is not one of auto, html"),
    (lambda: absolve.rewrite("", skip="("), ValueError, "skip: '(': "),
    (lambda: absolve.rewrite("", keep_fragments="yes"), ValueError, "keep-fragments: 'yes' is not one of page"),
    (lambda: absolve.rewrite("", only="a[b"), ValueError, "only: 'a[b' is not of the form ELEMENT[NAME]"),
    (lambda: absolve.rewrite("", charset="utf-8"), ValueError, "charset: a str is already decoded"),
    (lambda: absolve.rewrite(b"", type="warc"), ValueError, "this is a web archive: records() reads these"),
    (lambda: absolve.rewrite('{"body":"<a href=x>"}', name="s.jsonl"), ValueError, "this is a stream of documents: pass"),
    (lambda: absolve.rewrite("body\n<a href=x>\n", type="csv"), ValueError, "this is a table of documents: rewrite_stream"),
    (
        lambda: absolve.rewrite('{"html":"<a href=x>"}', name="s.jsonl", body_field="html"),
        ValueError,
        "this is a stream of documents: pass",
    ),
    (lambda: absolve.rewrite("", answer_field="url"), ValueError, "answer-field: 'url' is the name of a member"),
    (lambda: absolve.rewrite("", url_field=""), ValueError, "url-field: the name of a member is empty"),
    (lambda: absolve.links("WARC/1.0\r\nWARC-Type: warcinfo\r\n"), ValueError, "this is a web archive"),
    (lambda: absolve.rewrite(b"", charset="nonsense"), ValueError, "charset: 'nonsense' is not a known charset"),
    (lambda: absolve.rewrite(array.array("l", [1])), TypeError, "data must be a str or a bytes-like object, and this"),
    (lambda: rewrite_stream(date="2026-02-30T00:00:00Z"), ValueError, "date: '2026-02-30T00:00:00Z' is not a time"),
    (lambda: absolve.Base("mailto:x"), ValueError, "url: 'mailto:x' can't be a base: "),
    (lambda: absolve.Base("https:"), ValueError, "url: 'https:' can't be a base: "),
    (lambda: absolve.Base("http:", "whatwg"), ValueError, "url: 'http:' can't be a base: "),
    (lambda: absolve.Base("http://a/", "rfc"), ValueError, "resolver: 'rfc' is not one of rfc1808"),
    (lambda: absolve.Base(b"http://a/"), TypeError, "url must be a str, not bytes"),
    (lambda: absolve.Base("http://a/", 3), TypeError, "resolver must be a str, not int"),
    (lambda: absolve.Base("http://a/").absolute(b"x"), TypeError, "reference must be a str, not bytes"),
    (lambda: absolve.make_links_absolute(["x"]), TypeError, "html must be a str or bytes, not list: serialize"),
    (lambda: absolve.make_links_absolute("", handle_failures="discard"), ValueError, "handle_failures must be None or"),
]


class Arguments(unittest.TestCase):
    def test_what_is_refused(self):
        for call, kind, words in REFUSED:
            with self.subTest(words=words):
                with self.assertRaises(kind) as caught:
                    call()
                self.assertTrue(str(caught.exception).startswith(words), str(caught.exception))

    def test_url_has_other_names(self):
        for name in ("url", "base_url", "base_href"):
            with self.subTest(name=name):
                where = {name: "http://a/"}
                self.assertEqual(absolve.rewrite("<a href=x>", **where), "<a href=http://a/x>")
                for call in (absolve.links, absolve.check):
                    self.assertEqual([link.url for link in call("<a href=x>", **where)], ["http://a/x"])
                self.assertEqual([one.base for one in absolve.explain("<a href=x>", **where)], ["http://a/"])
                self.assertEqual(len(list(absolve.iterlinks("<a href=x>", **where))), 1)
                lines = list(absolve.rewrite_lines(['{"reference":"x"}'], **where))
                self.assertEqual(lines, ['{"reference":"x","absolve":{"url":"http://a/x"}}'])

    def test_there_is_nothing_to_do_for_a_missing_value(self):
        for data in NOTHING:
            with self.subTest(data=data):
                self.assertIsNone(absolve.rewrite(data, "http://a/"))
                self.assertIsNone(absolve.make_links_absolute(data, "http://a/"))
                self.assertIsNone(absolve.rewrite_links(data, str, "http://a/"))
                self.assertEqual(list(absolve.iterlinks(data, "http://a/")), [])
                for call in (absolve.links, absolve.check, absolve.explain):
                    self.assertEqual(call(data, "http://a/"), [])
                with self.assertRaises(TypeError):
                    absolve.rewrite(data, "http://a/", typ="html")

    def test_a_missing_url_is_none(self):
        for url in NOTHING:
            with self.subTest(url=url):
                for name in ("url", "base_url", "base_href"):
                    self.assertEqual(absolve.rewrite("<a href=x>", notes=[], **{name: url}), "<a href=x>")
                    self.assertEqual(absolve.rewrite("<a href=x>", notes=[], **{name: url, "errors": "note"}), "<a href=x>")
                self.assertEqual(absolve.rewrite("<a href=x>", url, base_url="http://a/"), "<a href=http://a/x>")
                self.assertEqual(absolve.make_links_absolute("<a href=x>", url, notes=[]), "<a href=x>")
                self.assertEqual(absolve.rewrite_links("<a href=x>", str, url, notes=[]), "<a href=x>")
                for call in (absolve.links, absolve.check):
                    self.assertEqual([link.reason for link in call("<a href=x>", url, notes=[])], ["no-base"])
                self.assertEqual([one.layers for one in absolve.explain("<a href=x>", url, notes=[])], [()])
                lines = list(absolve.rewrite_lines(['{"reference":"x"}'], url))
                self.assertEqual(lines, ['{"reference":"x","absolve":{"reason":"no-base"}}'])

    def test_a_url_that_is_no_base_may_be_a_note(self):
        page = "<a href=x><a href=http://b/y>"
        for url in ("a.example", "mailto:x", "a\ud800"):
            for call in (absolve.rewrite, absolve.links, absolve.check, absolve.explain, absolve.make_links_absolute):
                with self.subTest(url=url, call=call):
                    with self.assertRaises(ValueError):
                        call(page, url, errors="raise")
                    notes, others = [], []
                    found, expected = call(page, url, errors="note", notes=notes), call(page, errors=None, notes=others)
                    if call is absolve.explain:
                        self.assertEqual([layer.status for layer in found[0].layers], ["ignored"])
                        found = [found[0]._replace(layers=())]
                    self.assertEqual(found, expected)
                    self.assertEqual([note.code for note in notes], ["unsuitable-base", "references-kept"])
                    self.assertEqual([note.code for note in others], ["references-kept"])
                    self.assertIn(f"'{url}' can't be a base: ", notes[0].text)
            notes = []
            lines = ['{"reference":"x"}', '{"reference":"y","base":"http://b/"}', '{"body":"<a href=x>"}']
            answers = list(absolve.rewrite_lines(lines, url, errors="note", notes=notes))
            self.assertIn('"reason":"no-base"', answers[0])
            self.assertIn('"url":"http://b/y"', answers[1])
            self.assertIn('"base":null', answers[2])
            self.assertEqual([note.line for note in notes if note.code == "unsuitable-base"], [1])
            record = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 0\r\n\r\n\r\n\r\n"
            notes = []
            self.assertEqual(len(list(absolve.records(io.BytesIO(record * 3), url, errors="note", notes=notes))), 3)
            self.assertEqual([note.record for note in notes if note.code == "unsuitable-base"], [1])
        self.assertEqual(absolve.rewrite("<a href=x>", "http://a/", errors="note"), "<a href=http://a/x>")
        self.assertEqual(absolve.rewrite("<a href=//b/x>", "https:", errors="note"), "<a href=https://b/x>")
        with self.assertWarnsRegex(absolve.AbsolveWarning, "'mailto:x' can't be a base"):
            absolve.rewrite("<a href=http://b/>", "mailto:x", errors="note")

    def test_a_name_is_no_page(self):
        calls = [absolve.rewrite, absolve.links, absolve.check, absolve.explain, absolve.iterlinks]
        calls += [absolve.make_links_absolute, lambda page, url: absolve.rewrite_links(page, str, url)]
        for data, what in [
            ("page.html", "a file name: open the file"),
            ("../Mail/box.MBOX", "a file name: open the file"),
            ("http://a/b", "a URL: retrieve it"),
        ]:
            for call in calls:
                with self.subTest(data=data, call=call), warnings.catch_warnings(record=True) as caught:
                    warnings.simplefilter("always")
                    call(data, "http://a/")
                self.assertEqual([(one.category, one.filename) for one in caught], [(absolve.AbsolveWarning, __file__)])
                self.assertEqual(str(caught[0].message), f"{data!r} looks like {what} and pass its content")

    def test_what_may_be_a_page_is_no_name(self):
        for data in ("", "x", "a page.html", "page.html\n", "<a>.html", "a{b}.css", "x" * 300 + ".html", b"page.html"):
            with self.subTest(data=data), warnings.catch_warnings():
                warnings.simplefilter("error")
                absolve.rewrite(data, "http://a/")
        self.assertEqual(absolve.rewrite("b.html", "http://a/", type="uris"), "http://a/b.html")

    def test_check_names_what_is_still_relative(self):
        page = "<a href=x><a href=http://b/><a href=#y><img src=b>"
        found = absolve.check(page, "http://a/", keep_fragments=True, skip="b")
        self.assertEqual([(link.reference, link.action) for link in found], [("x", "rewrite")])
        found = absolve.check("<a href=x><a href=#y>", notes=[])
        self.assertEqual([link.reason for link in found], ["no-base", "no-base"])
        self.assertEqual(absolve.check(absolve.rewrite(page, "http://a/"), "http://a/", only="a"), [])


if __name__ == "__main__":
    main()
