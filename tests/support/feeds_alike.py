"""Compares feeds with their rewritten forms, as feedparser reads them: the feed where it lies, and what absolve made of it
anywhere else, must be alike in all that is in them, entry by entry.

    feeds_alike.py [-v] [--at-least COUNT] [--option OPTION] [--made FIRST COUNT] BINARY [FILE-OR-FOLDER]...

Each of the files is tried in all variants; those made by number take turns. OPTION goes to the program, which resolves by
RFC 3986, as feedparser does.

What may differ is told apart by rule, and counted (-v: listed):
  id or guid    is no link: absolve never touches it, and feedparser is kept from resolving it
  usemap        names a map in the page itself: the same
  empty         a reference without a character: stays where it would fetch nothing, or is resolved
All else is a failure, and so is comparing fewer than COUNT. The last line says how many feeds were compared."""

import argparse
import collections
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # no folder of it beside the sources

import feeds_made
from feeds_reader import EMPTY, read
from feeds_variants import variants

HERE = "http://feeds.example/a/b/c/d/feed.xml"
ELSEWHERE = "https://elsewhere.test/x/y"

NO_FEEDS = (".json", ".svg", "sitemap.xml")  # to feedparser


def files_of(paths):
    for path in paths:
        if os.path.isdir(path):
            yield from files_of(os.path.join(path, name) for name in sorted(os.listdir(path)))
        elif not path.endswith(NO_FEEDS):
            yield path


def rewrite(binary, more, texts):
    """What the program makes of many feeds that all lie at HERE."""
    with tempfile.TemporaryDirectory() as place:
        names = [os.path.join(place, f"{number}.xml") for number in range(len(texts))]
        for name, text in zip(names, texts):
            with open(name, "wb") as file:
                file.write(text)
        for first in range(0, len(names), 500):
            options = ["--type", "xml", "--resolver", "rfc3986", "--url", HERE, "-q", "-i", "--lenient", *more, "--"]
            run = subprocess.run([binary, *options, *names[first : first + 500]], capture_output=True, check=False)
            if run.returncode != 0:
                sys.exit(f"{binary}: exit {run.returncode}: {run.stderr.decode(errors='replace')[:2000]}")
        outputs = []
        for name in names:
            with open(name, "rb") as file:
                outputs.append(file.read())
        return outputs


def differences(before, after):
    return [path for path in {**before, **after} if before.get(path) != after.get(path)]


def but_for_empty(before, after):
    """Whether two values are alike if references without a character may have become any URL."""
    if not isinstance(before, str) or not isinstance(after, str) or EMPTY not in before:
        return False
    pattern = "[^\"'<>]*".join(re.escape(piece) for piece in before.split(EMPTY))
    return re.fullmatch(pattern, after, re.S) is not None


def show(name, path, before, after):
    print(f"{name}: {'.'.join(map(str, path))} reads differently")
    one, other = repr(before), repr(after)
    common = len(os.path.commonprefix([one, other]))
    begin = max(0, common - 60)
    print(f"  at its URL: {'...' if begin else ''}{one[begin:common + 200]}")
    print(f"  elsewhere:  {'...' if begin else ''}{other[begin:common + 200]}")


def options_of(arguments):
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("-v", action="store_true", dest="verbose")
    parser.add_argument("--at-least", type=int, default=1)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--made", type=int, nargs=2, default=[0, 0])
    parser.add_argument("binary")
    parser.add_argument("paths", nargs="*")
    return parser.parse_args(arguments)


def main(arguments):
    options = options_of(arguments)
    verbose = options.verbose
    first, count = options.made
    feeds = [(f"made {seed}", feeds_made.make(seed), seed) for seed in range(first, first + count)]
    for path in files_of(options.paths):
        with open(path, "rb") as file:
            feeds.append((path, file.read(), None))
    cases = []
    counts = collections.Counter()
    for name, data, turn in feeds:
        for number, (kind, variant) in enumerate(variants(data)):
            if turn is not None and number != 0 and (number + turn) % 4 != 0:
                continue
            if variant is None:
                counts[kind] += 1
            else:
                cases.append((f"{name} ({kind})", variant))
    outputs = rewrite(options.binary, options.option, [data for _, data in cases])
    failed = 0
    for (name, data), output in zip(cases, outputs):
        before, met = read(data, HERE)
        if not before:
            counts["nothing in it for feedparser"] += 1
            if verbose:
                print(f"{name}: nothing in it for feedparser")
            continue
        counts["changed"] += data != output
        counts["values"] += len(before)
        for kind, what in met.items():
            counts[kind] += len(what)
            if verbose:
                print(*(f"{name}: {kind}: {one}" for one in what), sep="\n")
        after, _ = read(output, ELSEWHERE)
        counts["compared"] += 1
        paths = differences(before, after)
        wrong = False
        for path in paths:
            one, other = before.get(path), after.get(path)
            if not but_for_empty(one, other):
                show(name, path, one, other)
                wrong = True
                continue
            counts["empty"] += 1
            if verbose:
                print(f"{name}: empty: {'.'.join(map(str, path))}: {other!r}")
        failed += wrong
    for kind in sorted(counts.keys() - {"compared"}):
        print(f"{kind}: {counts[kind]}")
    print(f"compared: {counts['compared']}, failed: {failed}")
    if counts["compared"] < options.at_least:
        print(f"too few: at least {options.at_least} were to be compared")
    return failed != 0 or counts["compared"] < options.at_least


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
