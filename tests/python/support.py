"""What the tests of the Python module share. CMake says in the environment where things are."""

import os
import pathlib
import random
import sys
import unittest

import absolve

PROGRAM = os.environ["ABSOLVE_PROGRAM"]
TESTDATA = pathlib.Path(os.environ["ABSOLVE_TESTDATA"])
CORPUS = pathlib.Path(os.environ["ABSOLVE_CORPUS"])  # larger; not everybody has it
URL = "http://example.com/a/b/c.html"


def files_below(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def is_archive(data, name):
    """Whether it is a web archive, or a package, of which a document is only a part."""
    try:
        absolve.links(data, URL, name=name, notes=[])
    except ValueError as error:
        if "web archive" not in str(error) and "a book" not in str(error):
            raise
        return True
    return False


def mutants(seed, count):
    """Bytes made of files of testdata by changes at random, the same ones for a seed."""
    chance = random.Random(seed)
    whole = [data for path in files_below(TESTDATA) if 0 < len(data := path.read_bytes()) < 50_000]
    words = [
        b"<base href=/x/>",
        b"<a href='y z'>",
        b"\xff\xfe",
        b"\0",
        b"\xed\xa0\x80",
        b"\xe2\x82",
        b"<!--",
        b"<style>",
        b'"',
        b"\r\n\r\n",
    ]
    for _ in range(count):
        data = bytearray(chance.choice(whole))
        begin = chance.randrange(len(data))
        data = data[begin : begin + chance.choice([50, 500, 5000])]
        for _ in range(chance.randrange(8)):
            at = chance.randrange(len(data) + 1)
            how = chance.randrange(4)
            if how == 0:
                data[at:at] = chance.choice(words)
            elif how == 1:
                del data[at : at + chance.randrange(20)]
            elif how == 2:
                data[at:at] = data[: chance.randrange(200)]
            else:
                data[at:at] = bytes([chance.randrange(256)])
        yield bytes(data)


def main():
    """Runs the tests of a file. Exit status 77: some were skipped, and the reasons were said."""
    result = unittest.main(exit=False, verbosity=1).result
    for test, reason in result.skipped:
        print(f"skipped: {test}: {reason}")
    sys.exit(1 if not result.wasSuccessful() else 77 if result.skipped else 0)
