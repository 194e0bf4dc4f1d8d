"""What Doxygen reads in place of a file of the project: filter.py PROJECT HTML FILE.

In a header, comments behind members describe them. In a document, headings get anchors of their own, as GitHub gives them, links
lead to these, or from the folder HTML to what is no part of the documentation.
"""

import os
import pathlib
import re
import sys

PROJECT, HTML, FILE = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
PAGES = {PROJECT / "README.md", *(PROJECT / "doc").glob("*.md")}


def header(lines):
    """`int n;  // how many` becomes `int n;  ///< how many`, and so do the lines that go on below it."""
    column = None
    plain = lambda text: re.sub(r"(?<!`)<", r"\\<", text)  # no tags
    for line in lines:
        behind = re.match(r"(?!\s*(?://|#))(.*\S\s+)// (.*)", line)
        below = re.match(r"(\s*)// (.*)", line)
        if behind:
            column = len(behind[1])
            yield f"{behind[1]}///< {plain(behind[2])}"
        elif below and len(below[1]) == column:
            yield f"{below[1]}///< {plain(below[2])}"
        else:
            column = None
            yield line


def anchor(page, heading):
    """A label that no other page has, from the one that GitHub gives to a heading."""
    return page.stem.lower() + "-" + re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def link(match):
    text, target = match[1], match[2]
    if re.match(r"[a-z]+:", target):
        return match[0]
    path, _, fragment = target.partition("#")
    file = (FILE.parent / path).resolve() if path else FILE
    if file in PAGES:
        return f"[{text}](#{anchor(file, fragment)})" if fragment else match[0]
    return f'<a href="{os.path.relpath(file, HTML)}">{text}</a>'


def document(lines):
    """A text and code in turn: a link may go over the end of a line."""
    in_code = in_picture = False
    text = []
    for line in lines:
        if line.startswith("```") and not in_code:
            yield links_in(text)
            text = []
        if line.startswith("```"):
            in_code = not in_code
            yield re.sub(r"^```(console|sh)$", "```", line)
        elif in_code:
            yield line
        elif line == "<picture>" or in_picture:
            in_picture = line != "</picture>"
            if line.lstrip().startswith("<img"):
                text.append(line.replace('src="doc/', 'src="'))
        elif heading := re.fullmatch(r"(##+) (.*)", line):
            text.append(f"{line} {{#{anchor(FILE, heading[2])}}}")
        else:
            text.append("" if re.match(r"</?details>", line) else line)
    yield links_in(text)


def links_in(lines):
    return re.sub(r"\[((?:[^][`]|`[^`]*`)+)\]\(([^)\s]+)\)", link, "\n".join(lines))


lines = FILE.read_text(encoding="utf-8").splitlines()
print("\n".join(header(lines) if FILE.suffix == ".h" else document(lines)))
