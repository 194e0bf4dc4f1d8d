#!/usr/bin/env python3
"""Counts the values of attributes that look like relative references and are none that absolve lists, by their names.

usage: unread_values.py PROGRAM FOLDER [OPTION...]

The options go to absolve, such as --also=all. What is counted here is left in silence: a name that leads the list is
a row that the tables may lack.
"""

import collections
import html.parser
import json
import pathlib
import re
import subprocess
import sys

URL = "http://page.example/a/b.html"
PATH = re.compile(r"(?:/|\./|\.\./)[^\s\"'<>{}]*[a-z0-9][^\s\"'<>{}]*|[\w./%~-]+/[\w./%~-]*\.[a-z][a-z0-9]{1,4}(?:\?\S*)?"
                  r"|[\w%~-]+\.(?:html?|php|css|js|json|xml|png|jpe?g|gif|svg|webp|avif|ico|mp[34]|webm|pdf|woff2?)(?:\?\S*)?", re.I)
DIGITS = re.compile(r"\d+")


class Values(html.parser.HTMLParser):
    """The attributes of all tags, with their values."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        self.found += [(tag, name, value.strip()) for name, value in attrs if value]


def listed(program, page, options):
    done = subprocess.run([program, "--list", "--json", "--type", "html", "--url", URL, *options, page], capture_output=True, check=False)
    return {json.loads(line)["reference"].strip() for line in done.stdout.decode().splitlines()}


def main():
    program, folder, *options = sys.argv[1:]
    counts, pages = collections.Counter(), 0
    for page in sorted(pathlib.Path(folder).rglob("*.htm*")):
        reader = Values()
        reader.feed(page.read_bytes().decode("utf-8", "replace"))
        known = listed(program, page, options)
        pages += 1
        for tag, name, value in reader.found:
            if PATH.fullmatch(value) and value not in known:
                counts[DIGITS.sub("N", name)] += 1
    for name, count in counts.most_common():
        print(f"{count:7} {name}")
    print(f"{sum(counts.values()):7} in {pages} pages")


if __name__ == "__main__":
    main()
