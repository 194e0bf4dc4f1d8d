#!/usr/bin/env python3
"""Makes tables by number with Python's csv module, has absolve answer them, and reads the answers with the same module.

usage: tables_alike.py [--at-least ROWS] PROGRAM TABLES

Each row must read as before, with the answers behind it: those that --type jsonl gives for its reference and base.
"""

import csv
import io
import json
import random
import subprocess
import sys

from made_inputs import Difference, main

GIVEN = "http://u.example/v/w?x"
BASES = ["http://a.example/b/c", "http://a.example/b/", "d/e/", "mailto:x@y.example", "", "urn:z", "//h"]
PIECES = ["../", "g", "/", "?q", "#f", ",", ";", "\t", '"', "\u00e9", "\U0001F339", " ", "http://x.example/", "'"]
OTHERS = ["", "1", "a,b", 'say "so"', "two\nlines", "two\r\nlines", "tab\there", " blanks ", '"', "\u00e9"]
ANSWERS = ["absolve_url", "absolve_reason", "absolve_error"]


def made_rows(rng):
    columns = ["reference", "base"] + ["n%d" % i for i in range(rng.randrange(4))]
    rng.shuffle(columns)
    rows = [columns]
    for _ in range(rng.randrange(1, 60)):
        row = []
        for column in columns:
            if column == "reference":
                row.append("".join(rng.choice(PIECES) for _ in range(rng.randrange(5))))
            else:
                row.append(rng.choice(BASES if column == "base" else OTHERS))
        rows.append(row)
    return rows


def run(program, *words, given):
    done = subprocess.run([program, *words], input=given, capture_output=True, check=False)
    if done.returncode:
        sys.exit("%s: status %d: %s" % (words, done.returncode, done.stderr.decode()))
    return done.stdout


def check_table(program, number):
    rng = random.Random(number)
    rows = made_rows(rng)
    kind = rng.choice(["csv", "tsv"])
    how = {"dialect": "excel" if kind == "csv" else "excel-tab", "quoting": rng.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
           "lineterminator": rng.choice(["\n", "\r\n"])}
    text = io.StringIO(newline="")
    csv.writer(text, **how).writerows(rows)
    given = text.getvalue().encode()
    out = run(program, "--type", kind, "--url", GIVEN, given=given)
    if run(program, "--type", kind, "--url", GIVEN, given=out) != out:
        raise Difference("twice is not once")

    answered = list(csv.reader(io.StringIO(out.decode(), newline=""), dialect=how["dialect"]))
    lines = [dict(zip(rows[0], row)) for row in rows[1:]]
    asked = "".join(json.dumps({"reference": one["reference"], "base": one["base"]}) + "\n" for one in lines)
    answers = [json.loads(line)["absolve"] for line in
               run(program, "--type", "jsonl", "--url", GIVEN, given=asked.encode()).decode().split("\n")[:-1]]
    expected = [rows[0] + ANSWERS]
    expected += [row + [one.get(name[len("absolve_"):], "") for name in ANSWERS] for row, one in zip(rows[1:], answers)]
    for is_row, should_be in zip(answered, expected, strict=True):
        if is_row != should_be:
            raise Difference(is_row, should_be)
    return len(lines)


if __name__ == "__main__":
    main(check_table, "tables", "rows")
