"""The promises of the README, as the Python module keeps them: over bytes changed at random, and over text."""

import random
import unittest

import absolve
from support import URL, is_archive, main, mutants

ALL = {"resolver": "whatwg", "also": "all"}


def rewrite(data, **options):
    return absolve.rewrite(data, URL, notes=[], **options)


def shown(text):
    return text and text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")


class Promises(unittest.TestCase):
    def test_bytes(self):
        rewritten = 0
        for number, data in enumerate(mutants(seed=2396, count=3000)):
            if is_archive(data, ""):
                continue
            options = [{}, ALL][number % 2]
            with self.subTest(number=number):
                output = rewrite(data, **options)
                self.assertEqual(rewrite(output, **options), output)
                links = absolve.links(data, URL, notes=[], **options)
                changed = [link for link in links if link.action == "rewrite"]
                rewritten += len(changed)
                if not changed:
                    self.assertIs(output, data)
                for link in changed:
                    self.assertIsNotNone(link.url)
                for link in links:
                    self.assertEqual(link.action == "keep", link.reason is not None)
        self.assertGreater(rewritten, 3000)

    def test_text_is_as_its_bytes(self):
        """A str is what its bytes in UTF-8 are, lone surrogates and all, but that places count characters."""
        chance = random.Random(3986)
        odd = [
            "\ud800",
            "\udfff",
            "é",
            "\u20ac",
            "\U0001f600",
            "\0",
            "\r",
            "&#xd800;",
            "<a href=é>",
            "<img src='\udc80'>",
        ]
        for number, data in enumerate(mutants(seed=1738, count=1500)):
            text = data.decode("utf-8", "replace") + "\n"  # which no name of a file has
            for _ in range(chance.randrange(6)):
                at = chance.randrange(len(text) + 1)
                text = text[:at] + chance.choice(odd) + text[at:]
            encoded = text.encode("utf-8", "surrogatepass")
            if is_archive(text, "") or encoded[:2] == b"\x1f\x8b":
                continue
            with self.subTest(number=number):
                try:
                    output = rewrite(text)
                except ValueError as error:  # text that says in itself that it is in another charset
                    self.assertIn("another charset", str(error))
                    continue
                self.assertEqual(output.encode("utf-8", "surrogatepass"), rewrite(encoded, charset="utf-8"))
                links = absolve.links(text, URL, notes=[])
                others = absolve.links(encoded, URL, notes=[], charset="utf-8")
                self.assertEqual(len(links), len(others))
                for link, other in zip(links, others):
                    self.assertEqual((link.action, link.line), (other.action, other.line))
                    # In bytes, what is no UTF-8 is shown as U+FFFD; text has lone surrogates.
                    self.assertEqual(shown(link.element), other.element)
                    if other.offset is None:
                        self.assertIsNone(link.offset)
                        continue
                    before = encoded[: other.offset].decode("utf-8", "surrogatepass")
                    found = encoded[other.offset : other.offset + other.length].decode("utf-8", "surrogatepass")
                    self.assertEqual((link.offset, link.length), (len(before), len(found)))
                    begin = encoded[other.offset - other.column + 1 : other.offset].decode("utf-8", "surrogatepass")
                    self.assertEqual(link.column, len(begin) + 1)


if __name__ == "__main__":
    main()
