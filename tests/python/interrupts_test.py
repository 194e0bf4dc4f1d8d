"""Ctrl-C ends a long call soon, not when all its work is done."""

import gzip
import io
import signal
import time
import unittest

import absolve
from support import main

MESSAGE = b"From a@b Sat Jan  3 01:05:34 1996\nContent-Type: text/html\n\n<a href=x>\n\n"
RECORD = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nWARC-Target-URI: http://a/\r\nContent-Length: 10\r\n\r\n<a href=x>\r\n\r\n"
LINK = b"<a href=x>y</a>\n"


CALLS = {
    "a batch": lambda: absolve.rewrite(b"x/y?z\n" * 1_000_000, "http://a/", type="uris"),
    "a batch of pairs": lambda: absolve.rewrite(b"http://c/\tx\n" * 700_000, type="pairs"),
    "a batch of str": lambda: absolve.rewrite('{"reference":"x"}\n' * 400_000, "http://a/", type="jsonl"),
    "a table": lambda: absolve.rewrite(b"reference\n" + b"x\n" * 600_000, "http://a/", type="csv"),
    "a packed batch": lambda: absolve.rewrite(gzip.compress(b"x/y?z\n" * 1_000_000, 1), "http://a/", type="uris"),
    "a page": lambda: absolve.rewrite(LINK * 1_000_000, "http://a/"),
    "a mailbox": lambda: absolve.rewrite(MESSAGE * 200_000, "http://a/", notes=[]),
    "links": lambda: absolve.links(LINK * 250_000, "http://a/"),
    "a function": lambda: absolve.rewrite(LINK * 400_000, "http://a/", replace=lambda link: None),
    "a list of documents": lambda: [absolve.rewrite(LINK, "http://a/") for _ in range(40_000)],
    "lines with documents": lambda: list(absolve.rewrite_lines(['{"body":"<a href=x>"}'] * 40_000, "http://a/")),
    "a line with a document": lambda: next(absolve.rewrite_lines([b'{"body":"' + b"<a href=x>" * 700_000 + b'"}'], "http://a/")),
    "records": lambda: list(absolve.records(io.BytesIO(RECORD * 60_000))),
    "a record": lambda: next(absolve.records(io.BytesIO(RECORD.replace(b"10", b"5000000").replace(b"<a href=x>", b"<a href=x>" * 500_000)))),
    **{
        f"a message in {threads} threads": lambda threads=threads: absolve.rewrite_stream(
            io.BytesIO(MESSAGE * 5_000 + MESSAGE + LINK * 1_500_000), io.BytesIO(), "http://a/", type="mbox", threads=threads, notes=[]
        )
        for threads in (1, 2, 3)
    },
}


class Interrupts(unittest.TestCase):
    def test_they_end_long_calls(self):
        """By time of the processor, which nothing else on the machine takes from this one: SIGPROF comes like SIGINT."""
        before = signal.signal(signal.SIGPROF, signal.default_int_handler)
        try:
            for name, call in CALLS.items():
                with self.subTest(name):
                    begun = time.process_time()
                    call()
                    all_of_it = time.process_time() - begun
                    begun = time.process_time()
                    with self.assertRaises(KeyboardInterrupt):
                        signal.setitimer(signal.ITIMER_PROF, all_of_it / 10)
                        call()
                    self.assertLess(time.process_time() - begun, all_of_it / 2)
        finally:
            signal.signal(signal.SIGPROF, before)


if __name__ == "__main__":
    main()
