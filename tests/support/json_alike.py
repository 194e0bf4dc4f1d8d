#!/usr/bin/env python3
"""Compares JSON with what absolve makes of it: json_alike.py [NOTEBOOKS], with absolve in the PATH.

Made texts have strings of HTML and references under the names `html` and `link`, and a base beside them; of notebooks, those
in the folder are read, if it is there, and made ones. What json.loads makes of both must differ in the named strings alone, and
each of these must be what absolve makes of it by itself."""
import glob, json, os, random, subprocess, sys


def run(text, *options):
    one = subprocess.run(["absolve", "-q", *options], input=text.encode("utf-8", "surrogatepass"), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert one.returncode in (0, 3), (options, one)
    return one.stdout.decode("utf-8", "surrogatepass")


def made(dice, depth=0):
    kind = dice.randrange(4 if depth < 4 else 2)
    if kind == 0:
        return dice.choice([None, 1.5, True, "<a href=stays>", "\u2028é\\\"", ""])
    if kind == 1:
        return [made(dice, depth + 1) for _ in range(dice.randrange(3))]
    one = {"x%d" % i: made(dice, depth + 1) for i in range(dice.randrange(3))}
    one["html"] = dice.choice(['<a href="../%d">é</a>', "<img src=i\\%d.png>", "<p>\u0001%d", "%d"]) % dice.randrange(99)
    one["link"] = dice.choice(["a/%d", "/é%d", "http://b.example/%d", "?%d"]) % dice.randrange(99)
    if dice.randrange(2):
        one["url"] = "http://u%d.example/v/w" % dice.randrange(99)
    return one


def compare(before, after, base, path="$"):
    """Whether both are alike but for what is named; the base is that of the objects around."""
    assert type(before) is type(after), path
    if isinstance(before, dict):
        assert list(before) == list(after), path
        base = before.get("url", base)
        for name in before:
            if name == "html" and isinstance(before[name], str):
                assert after[name] == run(before[name], "-t", "html", "-u", base), (path, before[name], after[name])
            elif name == "link" and isinstance(before[name], str):
                assert after[name] == run(before[name], "-t", "uris", "-u", base), (path, before[name], after[name])
            else:
                compare(before[name], after[name], base, path + "." + name)
    elif isinstance(before, list):
        assert len(before) == len(after), path
        for i, pair in enumerate(zip(before, after)):
            compare(*pair, base, "%s[%d]" % (path, i))
    else:
        assert before == after, path


def texts_of(notebook):
    """Each text that is read, with what its parts are: a string, or an array of strings."""
    for cell in notebook["cells"]:
        if cell["cell_type"] == "raw" and cell["metadata"].get("raw_mimetype", cell["metadata"].get("format")) == "text/html":
            yield cell, "source", "html"
        for output in cell.get("outputs", []):
            for name, kind in (("text/html", "html"), ("image/svg+xml", "xml")):
                if name in output.get("data", {}):
                    yield output["data"], name, kind


def compare_notebooks(text):
    before, after = json.loads(text), json.loads(run(text, "-t", "json", "-u", "http://n.example/o/p.ipynb"))
    count = 0
    if before.get("nbformat") == 4 and "cells" in before:
        for (one, name, kind), (other, _, _) in zip(list(texts_of(before)), list(texts_of(after))):
            parts, new = one[name], other[name]
            whole = "".join(parts)
            assert type(parts) is type(new) and (isinstance(parts, str) or len(parts) == len(new)), name
            assert "".join(new) == (run(whole, "-t", kind, "-u", "http://n.example/o/p.ipynb") if "<" in whole else whole), new
            one[name] = other[name]
            count += 1
    assert before == after
    return count


def made_notebook(dice):
    html = '<a href="x%d">é</a>\n<img src=\'../y\'>\n<b>\n' % dice.randrange(9)
    svg = '<svg xmlns="http://www.w3.org/2000/svg">\n<a href="z"/></svg>\n'

    def text(one):
        return one.splitlines(True) if dice.randrange(2) else one

    cells = [{"cell_type": dice.choice(["code", "raw", "markdown"]), "source": text(html), "attachments": {"a.png": {"image/png": "AA=="}},
              "metadata": dice.choice([{}, {"raw_mimetype": "text/html"}, {"format": "text/html"}]),
              "outputs": [{"output_type": dice.choice(["display_data", "execute_result"]), "metadata": {},
                           "data": {"text/html": text(html), "image/svg+xml": text(svg), "text/plain": text(html),
                                    "application/javascript": text(html)}},
                          {"output_type": "stream", "name": "stdout", "text": text(html)}]} for _ in range(dice.randrange(4))]
    for cell in cells:
        if cell["cell_type"] == "markdown":
            cell["source"] = "no link"
        if cell["cell_type"] != "code":
            del cell["outputs"]
    return json.dumps({"nbformat": dice.choice([4, 4, 4, 3]), "nbformat_minor": 5, "metadata": {}, "cells": cells},
                      ensure_ascii=bool(dice.randrange(2)), indent=dice.choice([None, 1]))


def main(folder=""):
    texts = notebooks = 0
    for seed in range(20):
        dice = random.Random(seed)
        value = [made(dice)]
        text = json.dumps(value, ensure_ascii=seed % 2 == 0, indent=seed % 3 or None)
        output = run(text, "-t", "json", "-u", "http://h.example/i/j", "--json-member", "html=html", "--json-member", "link=url", "--json-url", "url")
        compare(value, json.loads(output), "http://h.example/i/j")
        texts += 1
        notebooks += compare_notebooks(made_notebook(dice))
    for path in glob.glob(os.path.join(folder, "*.ipynb")):
        try:
            notebooks += compare_notebooks(open(path, encoding="utf-8").read())
        except json.JSONDecodeError:
            pass
    print(f"compared {texts} texts, {notebooks} outputs of notebooks")


main(*sys.argv[1:])
