"""What the functions of the Python module take besides what everybody gives: other names, missing values, slips."""

import io
import unittest
import warnings

import absolve
from support import main

NOTHING = [None, float("nan"), type("NAType", (), {})()]


class Arguments(unittest.TestCase):
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
