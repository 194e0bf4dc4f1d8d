"""Streams and archives in the Python module: a line, a record at a time. They are read as the program reads them."""

import base64
import gzip
import io
import json
import os
import pathlib
import subprocess
import tempfile
import types
import unittest
import warnings

import absolve
from support import PROGRAM, TESTDATA, files_below, main, mutants

URL = "http://a/b/c"
LINES = [
    '{"reference":"x"}\n',
    "\n",
    '{"url":"http://b/","body":"<a href=é>\\ud800"}\r\n',
    '{"body_b64":"PGEgaHJlZj15Pg==","content_type":"text/html; charset=iso-8859-1"}\n',
    '{"body":7}\n',
    '{"id":1}\n',
    "no JSON\n",
    '{"reference":"z","base":"d/"}',
]


def record(number, content, encoding="utf-8"):
    head = f"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:{number}>\r\nWARC-Target-URI: http://a/{number}/\r\n"
    head += f"Content-Type: text/html\r\nContent-Length: {len(content)}\r\n\r\n"
    return head.encode() + content + b"\r\n\r\n"


ARCHIVE = [record(1, b"<a href=x>"), record(2, b"<a href=y><img src=z>"), record(3, b"")]


def run(data, *arguments):
    return subprocess.run([PROGRAM, "--quiet", *arguments], input=data, capture_output=True, check=False).stdout


class Lines(unittest.TestCase):
    def test_they_are_answered_as_the_program_does(self):
        options = {"resolver": "whatwg", "also": "lazy"}
        arguments = ["--type=jsonl", "--resolver=whatwg", "--also=lazy", "--url", URL]
        encoded = "".join(LINES).encode()
        expected = run(encoded, *arguments)
        lines = list(absolve.rewrite_lines(LINES, URL, notes=[], **options))
        self.assertEqual("".join(lines).encode(), expected)
        self.assertEqual(b"".join(absolve.rewrite_lines(io.BytesIO(encoded), URL, notes=[], **options)), expected)
        self.assertIs(lines[1], LINES[1])
        self.assertIn("http://a/b/d/z", lines[-1])
        self.assertIn('"status":"done"', lines[2])

    def test_documents_of_changed_bytes(self):
        lines = []
        for number, data in enumerate(mutants(seed=7464, count=400)):
            body = {"body_b64": base64.b64encode(data).decode()} if number % 2 else {"body": data.decode("latin-1")}
            lines.append(json.dumps({"url": URL, **body}, ensure_ascii=number % 3 > 0).encode() + b"\n")
        expected = run(b"".join(lines), "--type=jsonl")
        answers = list(absolve.rewrite_lines(lines, notes=[]))
        self.assertEqual(b"".join(answers), expected)
        self.assertGreater(sum(b'"done"' in answer for answer in answers), 200)
        texts = absolve.rewrite_lines((line.decode() for line in lines), notes=[])
        self.assertEqual("".join(texts).encode(), expected)

    def test_they_are_taken_one_by_one(self):
        taken = []
        stream = absolve.rewrite_lines((taken.append(line) or line for line in LINES), URL)
        self.assertEqual(taken, [])
        next(stream)
        self.assertEqual(taken, LINES[:1])

    def test_warnings_name_lines(self):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            list(absolve.rewrite_lines(['{"id":1}\n'] * 15, URL, name="s"))
        self.assertEqual(len(caught), 11)
        self.assertEqual({one.category for one in caught}, {absolve.LeftUnreadWarning})
        self.assertEqual({one.filename for one in caught}, {__file__})
        self.assertTrue(str(caught[1].message).startswith("s, line 2: line not answered: "), caught[1].message)
        self.assertEqual(str(caught[-1].message), "s: 5 more like this (nothing-to-answer)")


class Records(unittest.TestCase):
    def check(self, archive, offsets):
        notes = []
        found = list(absolve.records(io.BytesIO(archive), notes=notes))
        self.assertEqual(notes, [])
        self.assertEqual([one.id for one in found], ["<urn:1>", "<urn:2>", "<urn:3>"])
        self.assertEqual([one.url for one in found], ["http://a/1/", "http://a/2/", "http://a/3/"])
        self.assertEqual([one.number for one in found], [1, 2, 3])
        self.assertEqual([one.offset for one in found], offsets)
        self.assertEqual([one.text + b"\r\n\r\n" for one in found], ARCHIVE)
        links = [(link.url, one.text[link.offset :][: link.length]) for one in found for link in one.links]
        self.assertEqual(links, [("http://a/1/x", b"x"), ("http://a/2/y", b"y"), ("http://a/2/z", b"z")])

    def test_records(self):
        begins = [0, len(ARCHIVE[0]), len(ARCHIVE[0] + ARCHIVE[1])]
        self.check(b"".join(ARCHIVE), begins)
        packed = [gzip.compress(one, mtime=0) for one in ARCHIVE]
        self.check(b"".join(packed), [0, len(packed[0]), len(packed[0] + packed[1])])

    def test_links_are_those_of_the_program(self):
        paths = [path for path in files_below(TESTDATA) if path.name.endswith((".warc", ".warc.gz", ".arc"))]
        members = ("part", "reference", "url", "base", "base_from", "action")
        compared = 0
        for path in paths:
            told = run(b"", "--list", "--json", str(path)).splitlines()
            expected = [[link[name] for name in members] for link in map(json.loads, told)]
            with self.subTest(path=path):
                links = [link for one in absolve.records(path, notes=[]) for link in one.links]
                self.assertEqual([[getattr(link, name) for name in members] for link in links], expected)
                compared += len(links)
        self.assertGreater(compared, 5)

    def test_a_path_is_opened_and_closed(self):
        with tempfile.TemporaryDirectory() as place:
            path = pathlib.Path(place) / "x.warc"
            path.write_bytes(b"".join(ARCHIVE))
            with warnings.catch_warnings():
                warnings.simplefilter("error")  # of a file that is left open
                for given in (path, str(path)):
                    self.assertEqual(len(list(absolve.records(given))), 3)
                next(absolve.records(path))
                absolve.read(path)  # nothing of it is asked for
                with self.assertRaises(ValueError):
                    absolve.read(path, charset="nonsense")
            with self.assertRaises(FileNotFoundError):
                absolve.records(place + "/y.warc")

    def test_what_is_large_and_not_read_has_no_text(self):
        large = record(4, b"x" * 3_000_000).replace(b"text/html", b"image/png")
        found = list(absolve.records(io.BytesIO(ARCHIVE[0] + large + ARCHIVE[1])))
        self.assertEqual([one.id for one in found], ["<urn:1>", "<urn:4>", "<urn:2>"])
        self.assertEqual([one.text is None for one in found], [False, True, False])
        self.assertEqual((found[1].url, found[1].links), ("http://a/4/", []))

    def test_what_is_broken_is_a_warning_at_the_end(self):
        packed = b"".join(gzip.compress(one) for one in ARCHIVE)[:-30]
        with self.assertWarnsRegex(absolve.LeftUnreadWarning, "^x: at byte .*truncated"):
            found = list(absolve.records(io.BytesIO(packed), name="x"))
        self.assertEqual(found[1].id, "<urn:2>")

    def test_notes_name_records(self):
        base = record(2, b"<base href=mailto:x><a href=y>")
        with self.assertWarnsRegex(absolve.AbsolveWarning, "^record 2: ") as caught:
            list(absolve.records(io.BytesIO(ARCHIVE[0] + base)))
        self.assertEqual(caught.filename, __file__)

    def test_what_a_file_raises_passes_through(self):
        class File:
            def read(self, size):
                raise ZeroDivisionError

        with self.assertRaises(ZeroDivisionError):
            next(absolve.records(File()))


class Rewriting(unittest.TestCase):
    """What rewrite_stream writes is what the program writes, however the file is read."""

    MAILBOX = b"".join(
        b"From a Sat Jan  3 01:05:34 1996\nContent-Type: text/html\nSubject: %d\n\n%s\n\n" % (i, b"<a href=x>\n" * (i % 40))
        for i in range(900)
    )
    TABLE = b"url,body\n" + b'http://a/b,"<a href=x>"\n' * 500
    SAMPLES = [
        ("page", b"<p>text</p><a href=../x>" * 100, {}, []),
        ("mbox", MAILBOX, {}, []),
        ("jsonl", "".join(line for line in LINES if line.endswith("\n")).encode() * 50, {}, []),
        ("uris", b"../x\n/y\n" * 3000, {}, []),
        ("csv", TABLE, {}, []),
        ("csv", gzip.compress(TABLE), {}, []),
        ("warc", b"".join(ARCHIVE) * 100, {}, ["--date", "2026-01-02T03:04:05Z"]),
        ("warc", b"".join(map(gzip.compress, ARCHIVE)), {"warc_emit": "response"}, ["--date", "2026-01-02T03:04:05Z"]),
    ]

    @staticmethod
    def in_parts(data, at_once):
        """A file that returns only so many bytes at a time."""
        file = io.BytesIO(data)
        read = file.read
        return types.SimpleNamespace(read=lambda size: read(min(size, at_once)))

    def test_it_writes_what_the_program_writes(self):
        for kind, data, more, arguments in self.SAMPLES:
            options = {"type": "html" if kind == "page" else kind}
            emit = ["--warc-emit=response"] if more else []
            if kind == "warc":
                more = {**more, "date": "2026-01-02T03:04:05Z"}
            expected = run(data, "--type", options["type"], "--url", URL, *arguments, *emit)
            for threads in (1, 2):
                for at_once in (7, 4096, len(data) + 1):
                    with self.subTest(kind=kind, threads=threads, at_once=at_once):
                        target = io.BytesIO()
                        changes = absolve.rewrite_stream(
                            self.in_parts(data, at_once), target, URL, name="-", notes=[], threads=threads, **more, **options
                        )
                        self.assertTrue(changes)
                        self.assertEqual(target.getvalue(), expected)

    def test_the_options_are_said_as_the_program_says_them(self):
        options = {"keep_fragments": "page", "headers": True, "also": ["lazy", "rdfa"], "except_": "a[href]", "only": ["a", "img"]}
        options |= {"resolver": "whatwg", "null": True, "skip": "y", "no_marks": True, "type": "warc"}
        words = ["--keep-fragments=page", "--headers", "--also=lazy", "--also=rdfa", "--except=a[href]", "--only=a", "--only=img"]
        words += ["--resolver=whatwg", "--skip=y", "--no-marks", "--type=warc", "--url", URL]
        date = "2026-01-02T03:04:05Z"
        expected = run(b"".join(ARCHIVE), *words, "--date", date)
        self.assertIn(b"--only=a --only=img", expected)
        for errors in ("raise", "note"):
            target = io.BytesIO()
            source = io.BytesIO(b"".join(ARCHIVE))
            absolve.rewrite_stream(source, target, URL, name="-", notes=[], date=date, errors=errors, **options)
            self.assertEqual(target.getvalue(), expected)

    def test_a_file_takes_the_place_of_another(self):
        with tempfile.TemporaryDirectory() as place:
            source, target = pathlib.Path(place, "a.mbox"), pathlib.Path(place, "b.mbox")
            source.write_bytes(self.MAILBOX)
            self.assertTrue(absolve.rewrite_file(source, target, URL))
            self.assertEqual(target.read_bytes(), run(self.MAILBOX, "--type=mbox", "--url", URL))
            self.assertEqual(target.stat().st_mode & 0o777, source.stat().st_mode & 0o777)
            self.assertFalse(absolve.rewrite_file(target, str(source), URL, threads=2))
            self.assertEqual(source.read_bytes(), target.read_bytes())
            with self.assertRaisesRegex(ValueError, "is the source itself"):
                absolve.rewrite_file(source, source)
            target.unlink()
            target.symlink_to(source)
            with self.assertRaisesRegex(ValueError, "is the source itself"):
                absolve.rewrite_file(source, target)
            arc = pathlib.Path(place, "x.arc")
            arc.write_bytes(b"filedesc://x.arc 0.0.0.0 20260102030405 text/plain 5\n1 0 a\n\n")
            with self.assertRaisesRegex(ValueError, "^the input: is an ARC archive"):
                absolve.rewrite_file(arc, pathlib.Path(place, "new.warc"), warc_emit="response")
            missing = str(pathlib.Path(place, "missing", "x"))
            with self.assertRaises(FileNotFoundError) as caught:
                absolve.rewrite_file(arc, missing)
            self.assertEqual(caught.exception.filename, missing)
            self.assertEqual(sorted(path.name for path in pathlib.Path(place).iterdir()), ["a.mbox", "b.mbox", "x.arc"])

    def test_what_is_no_file_is_written_to(self):
        with tempfile.TemporaryDirectory() as place:
            source, pipe = pathlib.Path(place, "a.html"), pathlib.Path(place, "pipe")
            source.write_bytes(b"<a href=x>")
            os.mkfifo(pipe)
            reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
            try:
                self.assertTrue(absolve.rewrite_file(source, pipe, "http://a/"))
                self.assertEqual(os.read(reader, 100), b"<a href=http://a/x>")
            finally:
                os.close(reader)
            self.assertTrue(pipe.is_fifo())
            self.assertTrue(absolve.rewrite_file(source, "/dev/null", "http://a/"))
            self.assertTrue(pathlib.Path("/dev/null").is_char_device())

    def test_a_target_that_would_block_is_an_error(self):
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        with open(reader, "rb"), open(writer, "wb", buffering=0) as target:
            with self.assertRaises(BlockingIOError):
                absolve.rewrite_stream(io.BytesIO(b"<a href=x>\n" * 30_000), target, "http://a/")

    def test_a_package_is_read_at_its_offsets(self):
        source = TESTDATA / "cli/wacz/x.wacz"
        with tempfile.TemporaryDirectory() as place:
            target, expected = pathlib.Path(place, "b.wacz"), pathlib.Path(place, "a.wacz")
            expected.write_bytes(source.read_bytes())
            environment = {**os.environ, "SOURCE_DATE_EPOCH": "0"}
            subprocess.run([PROGRAM, "-q", "-i", expected], check=True, env=environment)
            for threads in (1, 2):
                changes = absolve.rewrite_file(source, target, threads=threads, date="1970-01-01T00:00:00Z", notes=[])
                self.assertTrue(changes)
                self.assertEqual(target.read_bytes(), expected.read_bytes())
            self.assertFalse(absolve.rewrite_file(expected, target))
            self.assertEqual(target.read_bytes(), expected.read_bytes())
            listed = subprocess.run([PROGRAM, "--list", "--json", source], check=True, capture_output=True).stdout
            links = [json.loads(line) for line in listed.splitlines()]
            units = list(absolve.read(source))
            self.assertEqual(
                [(unit.place.member, unit.id, link.url) for unit in units for link in unit.links],
                [(line["file"].split("x.wacz/")[1], line["record"], line["url"]) for line in links],
            )
            with open(source, "rb") as file:
                self.assertEqual(len(list(absolve.read(file, name="x.wacz"))), len(units))
            whole = source.read_bytes()
            stream = types.SimpleNamespace(read=io.BytesIO(whole).read)
            with self.assertRaisesRegex(ValueError, "can't be read as a stream"):
                absolve.rewrite_stream(stream, io.BytesIO(), name="x.wacz")
            with self.assertRaisesRegex(ValueError, "central directory"):
                absolve.rewrite_stream(io.BytesIO(whole[:-30]), io.BytesIO(), name="x.wacz")
            kept = io.BytesIO(b"before" + whole)
            kept.seek(6)
            absolve.rewrite_stream(kept, copied := io.BytesIO(), name="x.wacz", date="1970-01-01T00:00:00Z", notes=[])
            self.assertEqual(copied.getvalue(), expected.read_bytes())

    def test_a_book_is_read_at_its_offsets(self):
        source = TESTDATA / "cli/books/x.epub"
        with tempfile.TemporaryDirectory() as place:
            target, expected = pathlib.Path(place, "b.epub"), pathlib.Path(place, "a.epub")
            expected.write_bytes(source.read_bytes())
            subprocess.run([PROGRAM, "-q", "-i", "--url=http://h/s", expected], check=True)
            self.assertTrue(absolve.rewrite_file(source, target, "http://h/s", notes=[]))
            self.assertEqual(target.read_bytes(), expected.read_bytes())
            units = list(absolve.read(source, "http://h/s", notes=[]))
            self.assertEqual(units[0].place.member, "OEBPS/text/one.xhtml")
            self.assertEqual(
                [link.url for link in units[0].links if link.action == "rewrite"], ["http://h/s/shop.html", "http://h/top"]
            )

    def test_exceptions_end_it(self):
        class Gone(Exception):
            pass

        def fail(*_):
            raise Gone

        after = 3

        def fail_later(*_):
            nonlocal after
            after -= 1
            if after == 0:
                raise Gone

        for threads in (1, 2):
            good = self.in_parts(self.MAILBOX, 10_000)
            for source, target, replace in (
                (types.SimpleNamespace(read=fail), io.BytesIO(), None),
                (good, types.SimpleNamespace(write=fail), None),
                (good, io.BytesIO(), fail),
                (good, io.BytesIO(), fail_later),
            ):
                after = 3
                with self.subTest(threads=threads), self.assertRaises(Gone):
                    absolve.rewrite_stream(source, target, URL, type="mbox", threads=threads, replace=replace)

    def test_links_are_replaced(self):
        for threads in (1, 3):
            lines = []
            target = io.BytesIO()
            absolve.rewrite_stream(
                io.BytesIO(self.MAILBOX), target, URL, type="mbox", threads=threads,
                replace=lambda link: lines.append(link.line) or "/y"
            )  # fmt: skip
            self.assertEqual(target.getvalue(), self.MAILBOX.replace(b"href=x", b"href=/y"))
            self.assertEqual(len(lines), self.MAILBOX.count(b"<a"))
            self.assertEqual(min(lines), 5)
            self.assertLess(max(lines), 50)

    def test_units_are_read_one_by_one(self):
        units = absolve.read(io.BytesIO(self.MAILBOX), URL, type="mbox")
        for number in range(1, 42):
            unit = next(units)
            self.assertEqual(unit.place.message, number)
            self.assertEqual(len(unit.links), (number - 1) % 40)
            self.assertTrue(self.MAILBOX[unit.place.offset :].startswith(unit.text))
            for link in unit.links:
                self.assertEqual(self.MAILBOX[link.offset : link.offset + link.length], b"x")
        units.close()
        with tempfile.TemporaryDirectory() as place:
            path = pathlib.Path(place, "x.jsonl")
            path.write_text('{"url":"http://a/","body":"<a href=x>"}\n{"body":7}\n')
            found = list(absolve.read(path, notes=[]))
        self.assertEqual([unit.place.line for unit in found], [1, 2])
        self.assertEqual([[link.url for link in unit.links] for unit in found], [["http://a/x"], []])
        self.assertIsNone(found[0].left)
        self.assertIn("not a string", found[1].left)


if __name__ == "__main__":
    main()
