"""What the Python module holds, and what it lets go: memory, references, the interpreter's lock."""

import gc
import io
import os
import signal
import subprocess
import sys
import threading
import tracemalloc
import unittest
import warnings

import absolve
from support import TESTDATA, main

PAGE = (TESTDATA / "readme/roses.html").read_bytes()
TEXT = PAGE.decode() + "é\U0001f600"
MAIL = (TESTDATA / "readme/mail.eml").read_bytes()
LINES = ['{"body":"<a href=é>"}', b'{"reference":"x"}', "[]"]
ARCHIVE = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nWARC-Target-URI: http://a/\r\n"
ARCHIVE += b"Content-Length: 10\r\n\r\n<a href=x>\r\n\r\n"
URL = "http://a.example/garden/"
MOST_GROWTH = 3 << 20  # of memory, between many calls and very many


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def fails(call, kind):
    try:
        call()
    except kind:
        return
    raise AssertionError("nothing was raised")


def warns_as_error():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fails(lambda: absolve.rewrite("<a href=x>"), absolve.AbsolveWarning)


CALLS = {
    "bytes": lambda: absolve.rewrite(PAGE, URL),
    "str": lambda: absolve.rewrite(TEXT, URL),
    "unchanged": lambda: absolve.rewrite(PAGE, URL, skip="."),
    "bytearray": lambda: absolve.rewrite(bytearray(PAGE), URL),
    "view": lambda: absolve.rewrite(memoryview(PAGE), URL),
    "view backwards": lambda: absolve.rewrite(memoryview(PAGE)[::-1], URL, notes=[]),
    "message": lambda: absolve.rewrite(MAIL, notes=[]),
    "links": lambda: absolve.links(PAGE, URL),
    "links of str": lambda: absolve.links(TEXT, URL),
    "links of a message": lambda: absolve.links(MAIL, notes=[]),
    "explain": lambda: absolve.explain(MAIL, notes=[]),
    "notes": lambda: absolve.rewrite("<a href=x>é", notes=[]),
    "options": lambda: absolve.rewrite(PAGE, URL, skip=["a", "b"], only=["img"], resolver="whatwg"),
    "base": lambda: absolve.Base(URL).absolute("é"),
    "like lxml": lambda: absolve.make_links_absolute(PAGE, URL),
    "rewrite_links": lambda: absolve.rewrite_links(PAGE, lambda link: link + "?q", URL),
    "iterlinks": lambda: list(absolve.iterlinks(PAGE, URL)),
    "check": lambda: absolve.check(PAGE, URL),
    "lines": lambda: list(absolve.rewrite_lines(LINES, URL, notes=[])),
    "lines that are left": lambda: next(absolve.rewrite_lines(LINES, URL)),
    "records": lambda: list(absolve.records(io.BytesIO(ARCHIVE * 3))),
    "records that are left": lambda: next(absolve.records(io.BytesIO(ARCHIVE * 3))),
    "no records": lambda: fails(lambda: list(absolve.records(io.StringIO("x"))), TypeError),
    "no type": lambda: fails(lambda: absolve.rewrite(3), TypeError),
    "no option": lambda: fails(lambda: absolve.rewrite(PAGE, typ="html"), TypeError),
    "no str": lambda: fails(lambda: absolve.rewrite(TEXT, URL, skip=["a", 3]), TypeError),
    "no value": lambda: fails(lambda: absolve.links(TEXT, URL, type="hmtl"), ValueError),
    "no charset": lambda: fails(lambda: absolve.links(TEXT, URL, charset="utf-8"), ValueError),
    "no base": lambda: fails(lambda: absolve.Base("x"), ValueError),
    "no archive": lambda: fails(lambda: absolve.explain(bytearray(b"WARC/1.0\r\n")), ValueError),
    "no class": lambda: fails(
        lambda: absolve._absolve.links(PAGE, [], "", absolve.Note, True, absolve.Layer, False), RuntimeError
    ),
    "no warning": warns_as_error,
}


class Memory(unittest.TestCase):
    def test_it_is_flat(self):
        for name, call in CALLS.items():
            for _ in range(500):
                call()
            gc.collect()
            before, blocks = resident(), sys.getallocatedblocks()
            for _ in range(3000):
                call()
            gc.collect()
            with self.subTest(name):
                self.assertLess(resident() - before, MOST_GROWTH)
                self.assertLess(sys.getallocatedblocks() - blocks, 1500)  # a leak is one for each call

    def test_it_is_flat_for_large_pages(self):
        page = PAGE * 2000
        for _ in range(20):
            absolve.rewrite(page, URL)
        before = resident()
        for _ in range(100):
            absolve.rewrite(page, URL)
        self.assertLess(resident() - before, MOST_GROWTH + 2 * len(page))

    def test_a_hundred_thousand_small_inputs(self):
        def many(count):
            for _ in range(count):
                absolve.rewrite(b"<a href=x>", "http://a/")

        many(1000)
        tracemalloc.start()
        many(1000)
        before = tracemalloc.get_traced_memory()[0]
        many(5000)
        self.assertLess(tracemalloc.get_traced_memory()[0] - before, 20_000)
        tracemalloc.stop()
        at_first = resident()
        many(100_000)
        self.assertLess(resident() - at_first, MOST_GROWTH)

    def test_references_are_counted(self):
        data, text, name, url = bytes(PAGE) + b"x", TEXT + "x", "x.html" + URL, URL + "x"
        held = [data, text, name, url, absolve.Link, absolve.Layer, absolve.Explanation, absolve.Note, None, ()]
        calls = list(CALLS.values())
        calls.append(lambda: absolve.links(data, url, name=name, notes=[]))
        calls.append(lambda: absolve.explain(text, url, name=name, notes=[]))
        calls.append(lambda: absolve.rewrite(memoryview(data), url, name=name, notes=[]))

        def changes():
            before = [sys.getrefcount(one) for one in held]
            for call in calls:
                for _ in range(500):
                    call()
            gc.collect()
            return [abs(sys.getrefcount(one) - count) for one, count in zip(held, before)]

        rounds = [changes() for _ in range(3)]  # the interpreter's own caches move None's count, too, in the first
        for one, least in zip(held, map(min, *rounds)):  # one for each call of a kind would be 500 in each round
            self.assertLess(least, 250, repr(one)[:50])


class Threads(unittest.TestCase):
    def test_many_at_once_over_the_same_bytes(self):
        page = PAGE * 50
        expected = (absolve.rewrite(page, URL), absolve.links(page, URL), absolve.explain(page, URL))
        wrong = []

        def work():
            for _ in range(20):
                found = (absolve.rewrite(page, URL), absolve.links(page, URL), absolve.explain(page, URL))
                if found != expected:
                    wrong.append(found)

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_others_run_meanwhile(self):
        """Without being told to, as they would be after the interval: the lock is released."""
        seen, begun = threading.Event(), threading.Event()
        page = PAGE * 2000

        def work():
            begun.set()
            for _ in range(200):
                if seen.is_set():
                    return
                absolve.rewrite(page, URL)

        interval = sys.getswitchinterval()
        sys.setswitchinterval(1000)
        try:
            thread = threading.Thread(target=work)
            thread.start()
            begun.wait()
            was_alive = thread.is_alive()
            seen.set()
            thread.join()
        finally:
            sys.setswitchinterval(interval)
        self.assertTrue(was_alive)

    def test_what_changes_meanwhile_is_copied(self):
        data = bytearray(PAGE * 200)
        stop = threading.Event()

        def change():
            while not stop.is_set():
                data[:10] = b"<!--<a <p>"
                data[:10] = PAGE[:10]

        thread = threading.Thread(target=change)
        thread.start()
        try:
            for _ in range(50):
                output = absolve.rewrite(data, URL, notes=[])
                self.assertEqual(absolve.rewrite(output, URL, notes=[]), output)
        finally:
            stop.set()
            thread.join()


class Host(unittest.TestCase):
    def test_it_stays_as_it_was(self):
        """Signals, descriptors, the locale, the environment, threads: before it is there, and after it has worked."""
        script = """
import locale, os, signal, sys, threading
def state():
    handlers = [(number, signal.getsignal(number)) for number in range(1, 32)]
    with open("/proc/self/status") as file:
        masks = [line for line in file if line.startswith(("SigP", "SigB", "SigI", "SigC", "Shd", "Threads"))]  # not the
    # signals that wait for all processes of the user (SigQ)
    return (handlers, masks, sorted(os.listdir("/proc/self/fd")), locale.setlocale(locale.LC_ALL), dict(os.environ),
            threading.active_count(), os.getcwd(), os.umask(0o22), sys.getswitchinterval(), sys.getrecursionlimit())
before = state()
import absolve
absolve.rewrite("<meta charset=gbk><a href=x>" * 1000, "http://a/")
absolve.rewrite(b"<meta charset=iso-2022-jp><a href='\\x1b$B0&\\x1b(B'>" * 1000, "http://a/", notes=[])
absolve.links(b"From: x\\n\\n<a href=x>", "http://a/", type="mime", notes=[])
assert state() == before, (before, state())
"""
        result = subprocess.run(
            [sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, check=False
        )
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))

    def test_it_says_nothing(self):
        script = "import absolve; absolve.rewrite(b'\\x00\\xff<a href=x>' * 100, notes=[])"
        result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))

    def test_it_may_end_while_threads_work(self):
        script = """
import absolve, threading, time
page = b"<a href=x>" * 20_000
def work():
    while True:
        absolve.rewrite(page, "http://a/")
for _ in range(4):
    threading.Thread(target=work, daemon=True).start()
time.sleep(0.05)
"""
        for _ in range(5):
            result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))

    def test_out_of_memory_is_an_exception(self):
        script = """
import absolve, resource
page = b"<a href=x>" * 2_000_000
resource.setrlimit(resource.RLIMIT_AS, (200 << 20, 200 << 20))
for call in (absolve.rewrite, absolve.links, absolve.explain):
    try:
        call(page, "http://a/")
    except MemoryError:
        continue
    raise SystemExit("no MemoryError")
assert absolve.rewrite(b"<a href=x>", "http://a/") == b"<a href=http://a/x>"
"""
        result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))

    def test_it_exports_one_name(self):
        result = subprocess.run(
            ["nm", "-D", "--defined-only", absolve._absolve.__file__], capture_output=True, text=True, check=True
        )
        self.assertEqual([line.split()[-1] for line in result.stdout.splitlines()], ["PyInit__absolve"])

    def test_a_signal_waits_for_its_turn(self):
        seen = []
        before = signal.signal(signal.SIGALRM, lambda *_: seen.append(1))
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.001)
            while not seen:
                absolve.rewrite(PAGE * 100, URL)
        finally:
            signal.signal(signal.SIGALRM, before)
        self.assertEqual(seen, [1])


if __name__ == "__main__":
    main()
