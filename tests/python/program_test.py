"""The Python module does as the program does: over testdata, over changed bytes, and over the corpus, where it is here."""

import json
import pathlib
import re
import subprocess
import tempfile
import unittest

import absolve
from support import CORPUS, PROGRAM, TESTDATA, URL, files_below, is_archive, main, mutants

# The program would look for copies of what references mean beside the file; the module knows no files.
ALWAYS = ["--quiet", "--lenient", "--local-links=resolve", "--fsync=none", "--url", URL]
# Options in Python, and for the program.
OPTIONS = [
    ({}, []),
    (
        {"resolver": "whatwg", "also": ["all"], "base_element": "remove", "headers": True, "signed": "rewrite"},
        ["--resolver=whatwg", "--also=all", "--base-element=remove", "--headers", "--signed=rewrite"],
    ),
    (
        {"resolver": "rfc3986", "keep_fragments": True, "except_": ["img"], "feed_base": "entry", "no_marks": True},
        ["--resolver=rfc3986", "--keep-fragments", "--except=img", "--feed-base=entry", "--no-marks"],
    ),
]
MAY_BE_MISSING = {"message", "within", "reason"}  # in JSON, where there is nothing to say


def run(*arguments):
    result = subprocess.run([PROGRAM, *ALWAYS, *arguments], capture_output=True, check=False)
    if result.returncode != 0:
        raise AssertionError(
            f"{arguments[:8]}: exit {result.returncode}: {result.stderr.decode(errors='replace')[:2000]}"
        )
    return result.stdout


def told(*arguments):
    """The objects that the program prints, as members in their order, by file."""
    by_file = {}
    for line in run("--json", *arguments).splitlines():
        name, *members = json.loads(line, object_pairs_hook=lambda pairs: tuple((key, value) for key, value in pairs))
        by_file.setdefault(name[1], []).append(members)
    return by_file


def members_of(one):
    members = []
    for name, value in one._asdict().items():
        name = name.removesuffix("_")
        if name in MAY_BE_MISSING and not value:
            continue
        if name == "layers":
            value = [tuple(members_of(layer)) for layer in value]
        members.append((name, list(value) if isinstance(value, tuple) else value))
    return members


class Program(unittest.TestCase):
    maxDiff = 2000

    def compare(self, paths, options, arguments):
        """All of them at once, as the program does."""
        read = {str(path): path.read_bytes() for path in paths}
        archives = {name for name, data in read.items() if is_archive(data, name)}
        for name in archives:
            self.assertTrue(read[name].startswith((b"WARC/", b"PK", b"filedesc:", b"\x1f\x8b", b"\x28\xb5\x2f\xfd")), name)
        # One that is named so and is none has no new file.
        names = sorted(name for name in read.keys() - archives if not re.search(r"(?i)\.w?arc(\.\w+)?$", name))
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place)
            relative = []
            for number, name in enumerate(names):  # the program wants to name its output itself
                new = folder / "in" / str(number) / pathlib.Path(name).name
                new.parent.mkdir(parents=True)
                new.write_bytes(read[name])
                relative.append(str(new))
            run(*arguments, "--output-dir", str(folder / "out"), "--", *relative)
            links = told(*arguments, "--list", "--", *relative)
            explanations = told(*arguments, "--explain", "--", *relative)
            written = {path.parent.name: path.read_bytes() for path in files_below(folder / "out")}
            for number, name in enumerate(names):
                data, how = read[name], {"name": relative[number], "notes": [], **options}
                with self.subTest(name=name, options=arguments):
                    self.assertEqual(absolve.rewrite(data, URL, **how), written[str(number)])
                    found = [members_of(link) for link in absolve.links(data, URL, **how)]
                    self.assertEqual(found, links.get(relative[number], []))
                    layers = [members_of(one) for one in absolve.explain(data, URL, **how)]
                    self.assertEqual(layers, explanations.get(relative[number], []))
        return len(names)

    def test_testdata(self):
        paths = files_below(TESTDATA)
        for options, arguments in OPTIONS:
            self.assertGreater(self.compare(paths, options, arguments), 400)

    def test_changed_bytes(self):
        with tempfile.TemporaryDirectory() as place:
            paths = []
            for number, data in enumerate(mutants(seed=1808, count=400)):
                paths.append(
                    pathlib.Path(place) / f"{number}{('', '.html', '.xml', '.eml', '.css', '.json')[number % 6]}"
                )
                paths[-1].write_bytes(data)
            kept = [path for path in paths if not is_archive(path.read_bytes(), str(path))]
            self.assertGreater(self.compare(kept, *OPTIONS[1]), 350)

    def test_corpus(self):
        if not CORPUS.is_dir():
            self.skipTest(f"{CORPUS} is not here")
        paths = files_below(CORPUS)
        self.assertGreater(self.compare(paths, *OPTIONS[0]), 700)
        self.compare(paths, *OPTIONS[1])


if __name__ == "__main__":
    main()
