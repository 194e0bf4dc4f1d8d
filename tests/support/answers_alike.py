#!/usr/bin/env python3
"""Makes lists by number, has absolve answer them, and reads the answers with Python's json module.

usage: answers_alike.py [--at-least ENTRIES] PROGRAM LISTS

For --type jsonl this says for each line what the answer is to be: whether it has one, which members stay, in which order
and with which values, and what the one that is there besides holds. The URLs themselves must be those that --type pairs
gives, with and without --json.
"""

import json
import random
import subprocess
import sys

from made_inputs import Difference, main

GIVEN = "http://u.example/v/w?x"
OF_ANSWER = ("url", "reason", "error")
STRUCTURED = ("urls", "reasons")
ANSWERED = OF_ANSWER + STRUCTURED + ("status", "base", "base_from", "links", "relative")
WHITE_SPACE = " \t\n\f\r"
BASES = ["http://a.example/b/c", "http://a.example/b/", "d/e/", "../f", "mailto:x@y.example", "", "urn:z", "f:/a", "//h"]
PIECES = ["../", "g", "/", "?q", "#f", ";p", ":", "\\", '"', "\u00e9", "\U0001F339", " ", "%41", "http://x.example/",
          "{{", "\ud83c", "\udf39", "\u2028", "\x7f", "&", "<", "'"]
BROKEN = [b"", b"   ", b"[]", b"{", b"}", b"nul", b"null", b"NaN", b'{"reference":NaN}', b'{"reference":"x"', b"x\xff\xfe", b'"x"',
          b'{"reference":"x"}{}', b"{'reference':'x'}", b'{"reference":"a\tb"}', b'{"reference":"\xff"}', b'{"\xff":1}',
          b'{"reference":"\\x"}', b'{"reference":01}', b"[" * 1001 + b"]" * 1001, b'{"a":' * 900 + b"1" + b"}" * 900]


def made_text(rng):
    return "".join(rng.choice(PIECES) for _ in range(rng.randrange(5)))


def made_string(rng, text):
    """A string of JSON, with escapes that need not be. Halves of surrogate pairs have no other form."""
    out = ""
    for c in text:
        must = c in '"\\' or c < " " or "\ud800" <= c <= "\udfff"
        if must or rng.random() < 0.15:
            units = c.encode("utf-16-be", "surrogatepass")
            out += "".join("\\u%04x" % int.from_bytes(units[i:i + 2], "big") for i in range(0, len(units), 2))
        else:
            out += c
    return '"' + out + '"'


def made_value(rng, depth=0):
    kind = rng.randrange(7 if depth < 3 else 5)
    blank = rng.choice(["", "", " ", "\t"])
    if kind < 5:
        return [made_string(rng, made_text(rng)), "null", "true", "-1.5e3", "0"][kind]
    items = [made_value(rng, depth + 1) for _ in range(rng.randrange(3))]
    if kind == 5:
        return "[" + blank + ("," + blank).join(items) + "]"
    return "{" + blank + ",".join(made_string(rng, rng.choice(["url", "a", "reference"])) + blank + ":" + one
                                  for one in items) + blank + "}"


def made_answer(rng):
    names = rng.choices(ANSWERED + ("mine",) * (rng.random() < 0.1), k=rng.randrange(4))
    blank = rng.choice(["", "", " "])
    return "{" + blank + ",".join(made_string(rng, name) + ":" + blank + made_value(rng, 3) for name in names) + "}"


def made_line(rng):
    if rng.random() < 0.15:
        return rng.choice(BROKEN)
    names = ["reference"] * (rng.random() < 0.95) + ["base"] * (rng.random() < 0.7)
    names += rng.choices(["id", "url", "reason", "error", "line", "reference", "base", "absolve", "absolve"], k=rng.randrange(4))
    rng.shuffle(names)
    members = []
    for name in names:
        if name == "absolve" and rng.random() < 0.85:
            value = made_answer(rng)
        elif rng.random() < 0.15:
            value = made_value(rng)
        else:
            value = made_string(rng, rng.choice(BASES) if name in ("base", "url") else made_text(rng))
        blank = rng.choice(["", "", " "])
        members.append(blank + made_string(rng, name) + blank + ":" + blank + value + blank)
    line = rng.choice(["", " "]) + "{" + ",".join(members) + rng.choice(["", " "]) + "}"
    return line.encode("utf-8", "surrogatepass") + rng.choice([b"", b"", b" ", b"\r"])


def no_constant(name):
    raise ValueError(name)


def pairs_of(line):
    """The members of the object that a line is, in order; None: it is no object. Raises ValueError: it is no JSON."""
    def well(value):
        if isinstance(value, str):
            return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return value
    found = json.loads(line.decode("utf-8", "replace"), object_pairs_hook=lambda pairs: ("object", pairs),
                       parse_constant=no_constant)
    if not isinstance(found, tuple):
        return None
    return [(well(name), well(value)) for name, value in found[1]]


def run(program, *arguments, given):
    return subprocess.run([program, "--lenient", "-q", *arguments], input=given, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout


def lines_of(text):
    return text.split(b"\n")


def expect(condition, *what):
    if not condition:
        raise Difference(*what)


def is_answer(value):
    """Whether it is an object of members that absolve writes, which hold what those hold."""
    def is_of_urls(one):
        if isinstance(one, (tuple, list)):
            return all(is_of_urls(inner) for inner in (one if isinstance(one, list) else [each for _, each in one[1]]))
        return one is None or isinstance(one, str)
    return isinstance(value, tuple) and all(
        name in ANSWERED and isinstance(one, (tuple, list)) == (name in STRUCTURED) and (name not in STRUCTURED or is_of_urls(one))
        for name, one in value[1])


def shape_of(value, is_named=True):
    """A value with "x" for each string that is a reference, and None for all that is none."""
    if isinstance(value, list):
        return [shape_of(one) for one in value]
    if isinstance(value, tuple):
        return ("object", [(name, shape_of(one, name in ("href", "src", "url"))) for name, one in value[1]])
    return "x" if isinstance(value, str) and is_named else None


def strings_in(value):
    if isinstance(value, (list, tuple)):
        for one in value if isinstance(value, list) else [each for _, each in value[1]]:
            yield from strings_in(one)
    elif value is not None:
        yield value


def has_references(value):
    """Whether an array or an object is answered."""
    holds_only_null = not any(True for _ in strings_in(value))
    return isinstance(value, (tuple, list)) and (any(strings_in(shape_of(value))) or holds_only_null)


def check_structure(reference, answered):
    """An answer has the shape of what it answers: each reference has a URL, or a reason."""
    expect(tuple(answered) in (("urls",), ("urls", "reasons"), ("urls", "reasons", "error")), answered)
    shape = shape_of(reference)

    def check(one, url, reason):
        if isinstance(one, list):
            expect(isinstance(url, list) and len(one) == len(url), one, url)
            for each in zip(one, url, reason if reason is not None else [None] * len(one)):
                check(*each)
        elif isinstance(one, tuple):
            expect([name for name, _ in one[1]] == [name for name, _ in url[1]], one, url)
            for each, (_, made), (_, why) in zip(one[1], url[1], reason[1] if reason is not None else one[1]):
                check(each[1], made, why if reason is not None else None)
        else:
            expect(one == "x" if url is not None or reason is not None else True, one, url, reason)
            expect(one is None or (url is None) != (reason is None), one, url, reason)

    check(shape, answered["urls"], answered.get("reasons"))


def check_line(line, answer):
    """Checks an answer. Returns base and reference, and what was made of them; None: it had none, or names its base by
    two members."""
    try:
        members = pairs_of(line) or []
    except (ValueError, RecursionError):
        members = []
    known = dict(members)
    is_free = all(is_answer(value) for name, value in members if name == "absolve")
    is_structured = has_references(known.get("reference"))
    if not (isinstance(known.get("reference"), str) or is_structured) or not is_free:
        expect(answer == line, "a line without an answer does not stay")
        return None
    told = pairs_of(answer)
    expect(told[:-1] == [one for one in members if one[0] != "absolve"], "members changed")
    expect(told[-1][0] == "absolve", told)
    answered = dict(told[-1][1][1])
    if is_structured:
        check_structure(known["reference"], answered)
        return None
    expect(tuple(answered) in (("url",), ("reason",), ("reason", "error")), answered)
    expect(all(isinstance(one, str) for one in answered.values()), answered)
    base, url = ("" if known.get(name) is None else known[name] for name in ("base", "url"))
    for named in (base, url):
        if named != "" and not isinstance(named, str):
            expect("url" in answered or (answered["reason"] == "no-base") == ("error" in answered), answered)
            return None
    base, url = (one.strip(WHITE_SPACE) if isinstance(one, str) else one for one in (base, url))
    if (base and url) or "\ufffd" in base + url + known["reference"]:  # of bytes that are no UTF-8, which come out as escapes
        return None
    return base or url, known["reference"].strip(WHITE_SPACE), answered


def check_list(program, number):
    rng = random.Random(number)
    lines = [made_line(rng) for _ in range(100)]
    jsonl = b"\n".join(lines)
    given = ["--url", GIVEN] if number % 3 else []
    output = run(program, "--type", "jsonl", *given, given=jsonl)
    expect(run(program, "--type", "jsonl", *given, given=output) == output, "twice is not once")
    answers = lines_of(output)
    expect(len(answers) == len(lines), "lines")
    asked = []
    for line, answer in zip(lines, answers):
        try:
            found = check_line(line, answer)
        except (Difference, ValueError, KeyError, IndexError) as error:
            raise Difference(error, line, answer) from error
        if found:
            asked.append(found)
    # Tabs and line ends would part pairs; NUL ends them.
    asked = [one for one in asked if "\t" not in one[0] and "\0" not in one[0] + one[1]]
    pairs = b"".join((base + "\t" + reference).encode() + b"\0" for base, reference, _ in asked)
    urls = run(program, "--type", "pairs", "-0", *given, given=pairs).split(b"\0")
    objects = run(program, "--type", "pairs", "--json", "-0", *given, given=pairs).split(b"\0")
    expect(urls.pop() == b"" and objects.pop() == b"" and len(urls) == len(objects) == len(asked), "pairs")
    for (base, reference, answered), url, text in zip(asked, urls, objects):
        one = json.loads(text)
        expect([one.get(name) for name in ("url", "reason")] == [answered.get(name) for name in ("url", "reason")],
               one, answered)
        expect(("error" in one) == ("error" in answered), one, answered)
        expect(one["reference"] == reference, one, reference)
        expect(url.decode() == answered.get("url", reference), url, answered)
    return len(lines)


if __name__ == "__main__":
    sys.setrecursionlimit(20_000)  # comparing what is nested takes some calls a level
    main(check_list, "lists", "entries")
