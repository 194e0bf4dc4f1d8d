"""The interface of the Python module: what goes in, what comes out."""

import array
import ast
import base64
import doctest
import gzip
import mmap
import os
import pathlib
import pickle
import re
import subprocess
import sys
import tempfile
import unittest
import warnings

import absolve
from support import TESTDATA, main

PAGE = '<a href="../g">é</a> <img src=x>'
WHOLE = '<a href="http://a/g">é</a> <img src=http://a/b/x>'

# Options in Python; a page, or what else the type says; what becomes of it.
OPTIONS = [
    ({}, "<a href=#x>", "<a href=http://a/b/c#x>"),
    ({"keep_fragments": True}, "<a href=#x>", "<a href=#x>"),
    ({"keep_fragments": "page", "base_element": "remove"}, "<base href=/d/><a href=#x><a href=x>", "<a href=#x><a href=http://a/d/x>"),
    ({"keep_fragments": False}, "<a href=#x>", "<a href=http://a/b/c#x>"),
    ({"keep_fragments": None}, "<a href=#x>", "<a href=http://a/b/c#x>"),
    ({"resolver": "rfc1808"}, "<a href=../../g>", "<a href=http://a/../g>"),
    ({"resolver": "rfc3986"}, "<a href=../../g>", "<a href=http://a/g>"),
    ({"resolver": "whatwg"}, "<a href=\\g>", "<a href=http://a/g>"),
    ({"type": "css"}, "a { b: url(c) }", "a { b: url(http://a/b/c) }"),
    ({"type_": "css"}, "a { b: url(c) }", "a { b: url(http://a/b/c) }"),
    ({"type": None}, "a { b: url(c) }", "a { b: url(c) }"),
    ({"type": "markdown"}, "[a](b) ![c](d)\n", "[a](http://a/b/b) ![c](http://a/b/d)\n"),
    ({"type": "markdown", "image_url": "http://i/b/c"}, "[a](b) ![c](d)\n", "[a](http://a/b/b) ![c](http://i/b/d)\n"),
    ({"root_url": "http://a/b/"}, "<a href=/x><a href=x>", "<a href=http://a/b/x><a href=http://a/b/x>"),
    ({"type": "uris"}, "x\ny\n", "http://a/b/x\nhttp://a/b/y\n"),
    ({"type": "uris", "null": True}, "x\0y\0", "http://a/b/x\0http://a/b/y\0"),
    ({"type": "pairs"}, "http://c/\tx\n", "http://c/x\n"),
    ({"type": "jsonl"}, '{"reference":"x"}\n', '{"reference":"x","absolve":{"url":"http://a/b/x"}}\n'),
    (
        {"type": "jsonl", "reference_field": "r", "base_field": "b", "url_field": "u", "answer_field": "a.b"},
        '{"r":"x","b":"c/","u":"http://u/"}\n{"r":"x"}\n',
        '{"r":"x","b":"c/","u":"http://u/","a.b":{"url":"http://u/c/x"}}\n{"r":"x","a.b":{"url":"http://a/b/x"}}\n',
    ),
    ({"type": "jsonl", "body_field": "html"}, '{"body":"<a href=x>"}\n[]\n', '{"body":"<a href=x>"}\n[]\n'),
    ({"type": "mime", "headers": True}, "Link: <x>\n\n", "Link: <http://a/b/x>\n\n"),
    ({"type": "mime"}, "Link: <x>\n\n", "Link: <x>\n\n"),
    ({"base_element": "remove"}, "<base href=/c/><a href=x>", "<a href=http://a/c/x>"),
    ({"base_element": "keep"}, "<base href=/c/><a href=x>", "<base href=http://a/c/><a href=http://a/c/x>"),
    ({"only": "a[href]"}, "<a href=x><img src=x>", "<a href=http://a/b/x><img src=x>"),
    (
        {"only": ["a", "img"]},
        "<a href=x><img src=x><q cite=x>",
        "<a href=http://a/b/x><img src=http://a/b/x><q cite=x>",
    ),
    ({"only": ("a",)}, "<a href=x><img src=x>", "<a href=http://a/b/x><img src=x>"),
    ({"only": []}, "<a href=x>", "<a href=http://a/b/x>"),
    ({"except_": "a"}, "<a href=x><img src=x>", "<a href=x><img src=http://a/b/x>"),
    ({"except_": {"a": 1, "img": 2}}, "<a href=x><img src=x>", "<a href=x><img src=x>"),
    ({"skip": "^x"}, "<a href=x><a href=y>", "<a href=x><a href=http://a/b/y>"),
    ({"skip": ["x", "y"]}, "<a href=x><a href=y>", "<a href=x><a href=y>"),
    ({"also": "all"}, "<img data-src=x>", "<img data-src=http://a/b/x>"),
    ({"also": ["social", "lazy"]}, "<img data-src=x>", "<img data-src=http://a/b/x>"),
    ({"also": "social,lazy"}, "<img data-src=x>", "<img data-src=http://a/b/x>"),
    ({"attribute": "a[b]=url"}, "<a b=x>", "<a b=http://a/b/x>"),
    (
        {"type": "json", "json_member": ["$.a[*]=url", "h=html"], "json_url": "u"},
        '{"a": ["x"], "n": {"h": "<a href=y>", "u": "http://u/v/"}}',
        '{"a": ["http://a/b/x"], "n": {"h": "<a href=http://u/v/y>", "u": "http://u/v/"}}',
    ),
    ({"html_reader": "tree"}, "<a href=x>", "<a href=http://a/b/x>"),
    (
        {"type": "csv", "delimiter": "|"},
        "reference|n\nx|1\n",
        "reference|n|absolve_url|absolve_reason|absolve_error\nx|1|http://a/b/x||\n",
    ),
    ({"no_marks": True}, "<a href=x>", "<a href=http://a/b/x>"),
]

class Rewriting(unittest.TestCase):
    def test_options_mean_what_they_do_on_the_command_line(self):
        for options, data, expected in OPTIONS:
            with self.subTest(options=options):
                how = {"notes": [], **options}
                self.assertEqual(absolve.rewrite(data, "http://a/b/c", **how), expected)
                self.assertEqual(absolve.rewrite(data.encode(), "http://a/b/c", **how), expected.encode())

    def test_each_option_is_tried_or_needs_more_than_a_line(self):
        tried = {name.removesuffix("_") for options, _, _ in OPTIONS for name in options}
        known = {name.replace("-", "_") for name in absolve._absolve.known_options()}
        self.assertEqual(known - tried, {"url", "charset", "signed", "feed_base", "url_from_header"})

    def test_what_comes_out_is_of_the_kind_that_went_in(self):
        encoded = PAGE.encode()
        every_other = bytes(byte for one in encoded for byte in (one, 0))
        with tempfile.TemporaryFile() as file:
            file.write(encoded)
            file.flush()
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
                self.assertEqual(absolve.rewrite(mapped, "http://a/b/c", charset="utf-8"), WHOLE.encode())
        for data in (
            encoded,
            bytearray(encoded),
            memoryview(encoded),
            memoryview(bytearray(encoded)),
            memoryview(b"..." + encoded + b"...")[3:-3],
            memoryview(every_other)[::2],
            memoryview(encoded[::-1])[::-1],
            memoryview(bytearray(every_other))[::2],
            array.array("B", encoded),
            type("Bytes", (bytes,), {})(encoded),
        ):
            with self.subTest(data=data):
                output = absolve.rewrite(data, "http://a/b/c", charset="utf-8")
                self.assertIs(type(output), bytes)
                self.assertEqual(output, WHOLE.encode())
                self.assertEqual(absolve.links(data, "http://a/b/c"), absolve.links(encoded, "http://a/b/c"))
                unchanged = absolve.rewrite(data, "http://a/b/c", skip=".")
                self.assertIs(type(unchanged), bytes)
                self.assertEqual(unchanged, encoded)
        self.assertEqual(absolve.rewrite(PAGE, "http://a/b/c"), WHOLE)
        kind = type("Str", (str,), {})
        self.assertIs(type(absolve.rewrite(kind(PAGE), "http://a/b/c")), str)
        self.assertIs(type(absolve.rewrite(kind(PAGE), skip=".")), str)

    def test_what_does_not_change_is_the_same_object(self):
        for data in (b"<a href=http://a/>", b"", b"\0\xff", "<a href=http://a/>é", "", "\ud800"):
            self.assertIs(absolve.rewrite(data, "http://a/", notes=[]), data)

    def test_a_view_may_be_released_and_a_bytearray_changed_meanwhile(self):
        data = bytearray(PAGE.encode())
        absolve.rewrite(data, "http://a/b/c")
        data.extend(b"x")  # nothing holds its buffer
        with memoryview(PAGE.encode()) as view:
            absolve.rewrite(view, "http://a/b/c")
        with self.assertRaisesRegex(ValueError, "released"):
            absolve.rewrite(view, "http://a/b/c")

    def test_huge(self):
        page = b"<a href=x>y</a>\n" * 2_000_000
        output = absolve.rewrite(page, "http://a/", notes=[])
        self.assertEqual(output, page.replace(b"x", b"http://a/x"))

    def test_text_is_decoded_whatever_it_says(self):
        for declared in (
            "<meta charset=utf-16>",
            "<meta charset=iso-8859-1>",
            "<?xml version='1.0' encoding='utf-16'?>",
        ):
            data, how = declared + "<a href='é'>\u20ac</a>", {}
            if declared.startswith("<?"):
                data, how = declared + "<svg xmlns='http://www.w3.org/2000/svg'><a href='é'>\u20ac</a></svg>", {
                    "type": "xml"
                }
            with self.subTest(declared=declared):
                self.assertEqual(absolve.rewrite(data, "http://ä/", **how), data.replace("'é'", "'http://ä/é'"))

    def test_parts_of_a_text_are_decoded_unless_they_are_encoded(self):
        for charset in ("gbk", "shift_jis", "iso-2022-jp", "windows-1251", "utf-16"):
            for encoding, link in (("8bit", "中"), ("base64", base64.b64encode("<a href=中>".encode("gbk")).decode())):
                link = f"<a href={link}>" if encoding == "8bit" else link
                if encoding == "base64" and charset != "gbk":
                    continue
                head = f"Content-Type: text/html; charset={charset}\nContent-Transfer-Encoding: {encoding}\n\n"
                with self.subTest(charset=charset, encoding=encoding):
                    links = absolve.links(head + link, "http://a/", type="mime")
                    self.assertEqual([link.reference for link in links], ["中"])

    def test_text_keeps_lone_surrogates(self):
        for odd in ("\ud800", "\udfff", "\udc80", "x\ud83dy", "\U0001f600\ude00"):
            self.assertEqual(
                absolve.rewrite(f"{odd}<a href='x{odd}'>{odd}", "http://a/"), f"{odd}<a href='http://a/x{odd}'>{odd}"
            )
            self.assertEqual(absolve.links(f"<a href='{odd}'>", "http://a/")[0].reference, odd)
            self.assertEqual(absolve.Base("http://a/").absolute(odd), "http://a/" + odd)
        self.assertEqual(absolve.rewrite("<a href=x>", "http://a/\udc80/"), "<a href=http://a/\udc80/x>")

    def test_text_that_comes_to_be_in_two_charsets_is_refused(self):
        data = "Content-Type: text/html; charset=iso-8859-1\nContent-Transfer-Encoding: 8bit\n\n<a href=x>"
        output = absolve.rewrite(data, "http://a/b", notes=[])
        self.assertTrue(output.endswith("<a href=http://a/x>"))
        try:
            self.assertIsInstance(absolve.rewrite(data, "http://a/\xe9/", notes=[]), str)
        except ValueError as error:
            self.assertIn("another charset", str(error))

    def test_types_are_told_by_name_and_url(self):
        sheet = "a { b: url(c) }"
        for name, url, is_sheet in [
            ("x.css", "http://a/", True),
            (pathlib.Path("y/x.css"), "http://a/", True),
            ("", "http://a/x.css", True),
            ("x", "http://a/x.css", True),
            ("a.b/x", "http://a/x.css", True),
            ("x.html", "http://a/x.css", False),
            ("", "http://a/", False),
        ]:
            with self.subTest(name=name, url=url):
                self.assertEqual("http" in absolve.rewrite(sheet, url, name=name, notes=[]), is_sheet)

    def test_what_is_packed_is_packed_anew(self):
        packed = gzip.compress(b"<a href=x>")
        self.assertEqual(gzip.decompress(absolve.rewrite(packed, "http://a/")), b"<a href=http://a/x>")
        link = absolve.links(packed, "http://a/")[0]
        self.assertEqual((link.offset, link.line, link.column, link.length), (None, None, None, None))


class Views(unittest.TestCase):
    def test_a_function_decides_on_links(self):
        page = "<base href=/d/><a href=x>é<img srcset='y 1x, z 2x'>"
        asked = []

        def replace(link):
            asked.append(link)
            return {"x": None, "y": absolve.KEEP, "z": "ü?a&b"}[link.reference]

        output = absolve.rewrite(page, "http://a/", replace=replace)
        self.assertEqual(output, "<base href=http://a/d/><a href=http://a/d/x>é<img srcset='y 1x, ü?a&amp;b 2x'>")
        self.assertEqual(asked, [link for link in absolve.links(page, "http://a/") if link.element != "base"])
        self.assertEqual(repr(absolve.KEEP), "absolve.KEEP")
        self.assertIs(pickle.loads(pickle.dumps(absolve.KEEP)), absolve.KEEP)

    def test_what_a_function_for_links_raises_passes_through(self):
        with self.assertRaises(ZeroDivisionError):
            absolve.rewrite(PAGE, "http://a/b/c", replace=lambda link: 1 / 0)
        with self.assertRaisesRegex(TypeError, "must return None, KEEP or a str, not 7"):
            absolve.rewrite(PAGE, "http://a/b/c", replace=lambda link: 7)
        notes = []
        self.assertEqual(absolve.rewrite(PAGE, "http://a/b/c", notes=notes, replace=lambda link: "\udc80"), PAGE)
        self.assertIn("can't be written there", notes[0].text)

    def test_a_function_for_links_gives_back_the_bytes_of_other_charsets(self):
        for charset in ("iso-8859-1", "shift_jis", "koi8-r"):
            page = b"<meta charset=%s><a href='\xe9\xa1?\xe0\x80'><a href=x>" % charset.encode()
            plain = absolve.rewrite(page, "http://a/")
            self.assertEqual(absolve.rewrite(page, "http://a/", replace=lambda link: link.url), plain)
            self.assertEqual(absolve.rewrite_links(page, lambda url: url, "http://a/"), plain)
            secure = absolve.rewrite_links(page, lambda url: url.replace("http:", "https:"), "http://a/")
            self.assertEqual(secure, plain.replace(b"http:", b"https:"))
        latin = b"<meta charset=windows-1252><a href='\xe9'>"
        asking = absolve.rewrite(latin, "http://a/", replace=lambda link: link.url + "?q=\xfc&€")
        self.assertEqual(asking, b"<meta charset=windows-1252><a href='http://a/\xe9?q=%C3%BC&amp;%E2%82%AC'>")
        mail = "Content-Type: text/html; charset=latin1\nContent-Transfer-Encoding: quoted-printable\n\n<a href=3D'=E9'>\n"
        plain = absolve.rewrite(mail, "http://a/", type="mime")
        self.assertEqual(absolve.rewrite(mail, "http://a/", type="mime", replace=lambda link: link.url), plain)

    def test_what_is_no_function_is_refused_at_once(self):
        for call in (lambda: absolve.rewrite("<p>", replace=5), lambda: absolve.rewrite_links("<p>", "http://a/")):
            self.assertRaisesRegex(TypeError, "must be a function that takes a ", call)
        self.assertRaisesRegex(TypeError, "^unknown option 'replace' here$", lambda: absolve.links("", replace=len))

    def test_other_interpreters_are_refused(self):
        try:
            import _xxsubinterpreters as interpreters
        except ImportError:
            self.skipTest("skipped: there are no other interpreters")
        one = interpreters.create()
        script = f"import sys; sys.path[:] = {sys.path!r}\ntry: import absolve\nexcept ImportError as error: assert 'main' in str(error)\nelse: assert 0"
        interpreters.run_string(one, script)
        interpreters.destroy(one)

    def test_threads_may_stand_in_functions_when_the_process_ends(self):
        script = (
            "import absolve, threading, time\n"
            "def busy(link):\n  for i in range(1000): pass\n"
            "def read(size):\n  for i in range(1000): pass\n  return b'x' * 10\n"
            "class File:\n  read = staticmethod(read)\n"
            "def links():\n  while True: absolve.rewrite('<a href=x>' * 100, 'http://a/', replace=busy)\n"
            "def archive():\n  while True: list(absolve.records(File))\n"
            "for target in (links, links, archive): threading.Thread(target=target, daemon=True).start()\n"
            "time.sleep(0.3)\n"
        )
        for _ in range(4):
            ended = subprocess.run([sys.executable, "-c", script], env=dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path)), capture_output=True, timeout=60)
            self.assertEqual((ended.returncode, ended.stderr), (0, b""))

    def test_a_function_for_links_may_use_the_library(self):
        inner = lambda link: absolve.rewrite(link.reference, "http://i/", type="uris")
        self.assertEqual(absolve.rewrite("<a href=x>", "http://a/", replace=inner), "<a href=http://i/x>")

    def test_links(self):
        link, style = absolve.links('é<a href="x">\n<iframe srcdoc="<p style=\'a: url(y)\'>">', "http://a/")
        self.assertEqual(
            link,
            (
                "",
                None,
                (),
                1,
                11,
                10,
                1,
                "a",
                "href",
                "x",
                "http://a/x",
                "http://a/",
                "retrieval",
                "rfc1808",
                "rewrite",
                None,
            ),
        )
        self.assertTrue(
            repr(link).startswith("Link(part='', message=None, within=(), line=1, column=11, offset=10,"), repr(link)
        )
        self.assertEqual(style.within, ("iframe srcdoc", "p style"))
        self.assertEqual((style.line, style.element, style.reference), (2, None, "y"))

    def test_places_in_text_count_characters(self):
        text = "\U0001f600é\n" * 5000 + "\U0001f600<a href='yü'>" + "é" * 9000 + "<a href=z>"
        first, second = absolve.links(text, "http://a/")
        self.assertEqual((first.line, first.column, text[first.offset :][: first.length]), (5001, 11, "yü"))
        self.assertEqual((second.column, text[second.offset :][: second.length]), (12 + 2 + 9000 + 1 + 8, "z"))
        encoded = text.encode()
        for link in absolve.links(encoded, "http://a/", charset="utf-8"):
            self.assertIn(encoded[link.offset :][: link.length].decode(), ("yü", "z"))
        notes = []
        absolve.links(text, notes=notes)
        self.assertEqual((notes[0].offset, notes[0].line), (first.offset, 5001))

    def test_links_are_decoded(self):
        for charset, reference, url in (
            ("utf-8", "%FF\xe9?%FF", "http://a/%FF\xe9?%FF"),
            ("iso-8859-1", "\xff\xc3\xa9?\xff", "http://a/\xff\xc3\xa9?%FF"),
        ):
            page = b"<meta charset=%s><a href='\xff\xc3\xa9?\xff'>" % charset.encode()
            link = absolve.links(page, "http://a/")[0]
            self.assertEqual((link.reference, link.url), (reference, url))

    def test_they_do_not_change(self):
        one, other = (absolve.links("<a href=x>", "http://a/")[0] for _ in range(2))
        self.assertEqual(one, other)
        self.assertEqual(len({one, other}), 1)
        self.assertNotEqual(one, absolve.links("<a href=y>", "http://a/")[0])
        self.assertEqual(pickle.loads(pickle.dumps(one)), one)
        with self.assertRaises(AttributeError):
            one.url = "x"
        with self.assertRaises(AttributeError):
            one.other = "x"
        base = absolve.Base("http://a/")
        for name in ("url", "other"):
            with self.assertRaises(AttributeError):
                setattr(base, name, "x")

    def test_explain(self):
        inner = "<iframe srcdoc='<base href=mailto:x><a href=x>'>"
        outer, nested = absolve.explain("<base href=/b/>" + inner, "http://a/", notes=[])
        self.assertEqual(
            (outer.base, outer.base_from, outer.type, outer.links), ("http://a/b/", "base-element", "text/html", 1)
        )
        self.assertEqual(nested.within, ("iframe srcdoc",))
        self.assertEqual([layer.status for layer in nested.layers], ["ignored", "used", "overridden"])
        self.assertEqual(nested.layers[0].from_, "base-element")
        self.assertIsNone(nested.layers[0].url)
        self.assertIn("support relative references", nested.layers[0].reason)

    def test_base_that_was_never_made(self):
        base = absolve.Base.__new__(absolve.Base)
        for use in (lambda: base.url, lambda: base.absolute("x"), lambda: repr(base), lambda: hash(base)):
            with self.assertRaises((RuntimeError, TypeError)):
                use()

    def test_base(self):
        base = absolve.Base("http://a/b/c/d;p?q#f")
        self.assertEqual((base.url, base.resolver), ("http://a/b/c/d;p?q#f", "rfc1808"))
        self.assertEqual(repr(base), "absolve.Base('http://a/b/c/d;p?q#f', resolver='rfc1808')")
        for reference, expected in [("g", "http://a/b/c/g"), ("", base.url), ("x:y", "x:y"), ("é", "http://a/b/c/é")]:
            self.assertEqual(base.absolute(reference), expected)
        self.assertEqual(absolve.Base("http://a/", "whatwg").absolute("//["), "//[")
        self.assertEqual(absolve.Base("f:/a").absolute(".//g"), ".//g")
        self.assertEqual(base, absolve.Base(base.url))
        self.assertNotEqual(base, absolve.Base(base.url, "rfc3986"))
        self.assertNotEqual(base, base.url)
        self.assertEqual(len({base, absolve.Base(base.url)}), 1)
        self.assertEqual(pickle.loads(pickle.dumps(base)), base)


class Notes(unittest.TestCase):
    def test_they_are_warnings_at_the_place_of_the_call(self):
        calls = [absolve.rewrite, absolve.links, absolve.explain, absolve.check, absolve.iterlinks]
        calls += [absolve.make_links_absolute, lambda page: absolve.rewrite_links(page, str)]
        for call in calls:
            with self.subTest(call=call), warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                call("\n<a href=x>")
            self.assertEqual([(one.category, one.filename) for one in caught], [(absolve.AbsolveWarning, __file__)])
            self.assertEqual(str(caught[0].message), "line 2: 1 reference left unchanged: the base is undefined (--url URL says where it came from)")

    def test_only_those_of_mailboxes_have_messages(self):
        for message in ["<a href=x>", "Content-Type: text/html\n\n<a href=x>"]:
            notes = []
            absolve.rewrite(message, notes=notes)
            self.assertEqual([note.message for note in notes], [None])

    def test_what_was_not_read_is_a_warning_of_its_own(self):
        with self.assertWarnsRegex(absolve.LeftUnreadWarning, "^x.json: ") as caught:
            absolve.rewrite("{", "http://a/", type="json", name="x.json")
        self.assertTrue(issubclass(caught.warning.__class__, absolve.AbsolveWarning))

    def test_lines_that_stay_are_counted(self):
        lines = '{"reference":"x"}\n' + '{"id":1}\n' * 3
        with self.assertWarnsRegex(absolve.LeftUnreadWarning, "^s.jsonl, line 2: .* and so are 2 further lines$"):
            output = absolve.rewrite(lines, "http://a/", type="jsonl", name="s.jsonl")
        self.assertEqual(output, lines.replace("}", ',"absolve":{"url":"http://a/x"}}', 1))
        packed = gzip.compress(b'{"body":"<a href=x>"}')
        with self.assertWarnsRegex(absolve.LeftUnreadWarning, "^its lines contain documents"):
            self.assertIs(absolve.rewrite(packed, "http://a/", type="jsonl"), packed)

    def test_a_list_takes_them(self):
        notes = ["first"]
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            absolve.rewrite("<a href=x>", notes=notes)
            absolve.links("<base href=x:y><a href=x>", "http://a/", notes=notes)
        self.assertEqual(notes[0], "first")
        self.assertEqual([note.code for note in notes[1:]], ["references-kept", "unsuitable-base", "colon-in-segment"])
        self.assertEqual([note.severity for note in notes[1:]], ["notice", "notice", "detail"])
        self.assertIsInstance(notes[1], absolve.Note)

    def test_details_are_for_lists_alone(self):
        notes = []
        absolve.rewrite("<a href=x:y>", "http://a/", notes=notes)
        self.assertEqual([note.severity for note in notes], ["detail"])
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            absolve.rewrite("<a href=x:y>", "http://a/")

    def test_they_can_be_errors(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with self.assertRaises(absolve.AbsolveWarning):
                absolve.rewrite("<a href=x>")

    def test_the_same_is_not_said_over_and_over(self):
        message = "From a@b Sat Jan  3 01:05:34 1996\nContent-Type: text/html\n\n<a href=x>\n\n"
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            absolve.rewrite(message * 50, name="box")
        self.assertEqual(len(caught), 11)
        self.assertEqual(
            str(caught[0].message), "box, line 4, message 1, part 1: 1 reference left unchanged: the base is undefined (--url URL says where it came from)"
        )
        self.assertEqual(str(caught[-1].message), "box: 40 more like this (references-kept)")


class Words(unittest.TestCase):
    def test_the_examples_are_true(self):
        tests = [doctest.DocTestFinder().find(absolve, extraglobs={"absolve": absolve})]
        tests.append(doctest.DocTestFinder().find(absolve.Base, "Base", extraglobs={"Base": absolve.Base}))
        page = TESTDATA.parent / "doc/python.md"
        examples = page.read_text().replace("\n```", "\n")
        tests.append([doctest.DocTestParser().get_doctest(examples, {}, page.name, str(page), 0)])
        runner = doctest.DocTestRunner()
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as place:  # the examples write files
            os.chdir(place)
            try:
                for test in sum(tests, []):
                    runner.run(test)
            finally:
                os.chdir(before)
        self.assertEqual(runner.failures, 0)
        self.assertGreater(runner.tries, 40)

    def test_the_stub_says_what_there_is(self):
        stub = ast.parse((pathlib.Path(absolve.__file__).parent / "__init__.pyi").read_text())
        classes = {node.name: node for node in stub.body if isinstance(node, ast.ClassDef)}
        functions = {node.name for node in stub.body if isinstance(node, ast.FunctionDef)}
        constants = {node.target.id for node in stub.body if isinstance(node, ast.AnnAssign)} - {"__version__"}
        self.assertEqual(set(absolve.__all__), functions | constants | {name for name in classes if not name.startswith("_")})
        for name in ("Link", "Layer", "Explanation", "Note", "Record"):
            self.assertEqual([one.target.id for one in classes[name].body], list(getattr(absolve, name)._fields))
        options = {one.target.id.removesuffix("_").replace("_", "-") for one in classes["_Options"].body}
        self.assertEqual(options | {"url"}, set(absolve._absolve.known_options()))

    def test_the_help_names_every_function(self):
        for name in absolve.__all__:
            if not name[0].isupper() or name == "Base":
                self.assertRegex(absolve.__doc__, rf"(?m)^([a-z_]+, )*{name}\b")

    def test_the_help_names_every_option(self):
        for name in absolve._absolve.known_options():
            self.assertRegex(absolve.__doc__, rf"(?m)^(only, )?{re.escape(name.replace('-', '_'))}_?,? ")

    def test_version(self):
        self.assertRegex(absolve.__version__, r"^\d+\.\d+\.\d+$")


if __name__ == "__main__":
    main()
