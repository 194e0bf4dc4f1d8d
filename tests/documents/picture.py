"""Draws what a terminal shows of README's first command, as SVG: picture.py ABSOLVE PROJECT [check].

It writes doc/diff-light.svg and doc/diff-dark.svg in the project; with `check`, it says whether these are what it would write.
"""

import pathlib
import re
import subprocess
import sys
from xml.sax.saxutils import escape

COMMAND = "absolve --url http://a.example/garden/index.html --diff page.html"
COLUMNS = 100  # longer lines go on in the next row, as in a terminal
CHARACTER, ROW, MARGIN = 7.8, 19, 16
# Colours of the ground, the text, and what the program writes as bold, red, green and cyan.
COLOURS = {
    "light": {"": "#1f2328", "ground": "#f6f8fa", "1": "#1f2328", "31": "#b3202c", "32": "#116329", "36": "#0550ae"},
    "dark": {"": "#e6edf3", "ground": "#161b22", "1": "#e6edf3", "31": "#ff8b82", "32": "#6fdd8b", "36": "#79c0ff"},
}


def rows(line: str):
    """A line as pairs of a colour and what fits into a row."""
    match = re.fullmatch(r"(?:\x1b\[(\d+)m)?(.*?)(?:\x1b\[0m)?", line)
    colour, text = match[1] or "", match[2]
    for begin in range(0, max(len(text), 1), COLUMNS):
        yield colour, text[begin : begin + COLUMNS]


def picture(lines: list[str], colours: dict[str, str]) -> str:
    drawn = [row for line in lines for row in rows(line)]
    width, height = COLUMNS * CHARACTER + 2 * MARGIN, len(drawn) * ROW + 2 * MARGIN
    svg = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}">',
        "<title>absolve --diff shows each link of a page before and after</title>",
        f'<rect width="{width:g}" height="{height:g}" rx="6" fill="{colours["ground"]}"/>',
        '<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, \'DejaVu Sans Mono\', monospace" font-size="13">',
    ]
    for number, (colour, text) in enumerate(drawn):
        weight = ' font-weight="bold"' if colour == "1" else ""
        if text:
            svg.append(
                f'<text x="{MARGIN}" y="{MARGIN + number * ROW + 14}" fill="{colours[colour]}"{weight} xml:space="preserve"'
                f' textLength="{len(text) * CHARACTER:g}">{escape(text)}</text>'
            )
    return "\n".join([*svg, "</g>", "</svg>"]) + "\n"


def main() -> int:
    program, project = sys.argv[1], pathlib.Path(sys.argv[2])
    words = [program, *COMMAND.split()[1:], "--color=always"]
    done = subprocess.run(words, cwd=project / "testdata/readme", capture_output=True, check=True, text=True)
    wrong = 0
    for name, colours in COLOURS.items():
        file = project / f"doc/diff-{name}.svg"
        drawn = picture([f"$ {COMMAND}", *done.stdout.splitlines()], colours)
        if "check" not in sys.argv[3:]:
            file.write_text(drawn)
        elif file.read_text() != drawn:
            print(f"{file} is not what the program prints: draw it anew with", sys.argv[0])
            wrong = 1
    return wrong


sys.exit(main())
