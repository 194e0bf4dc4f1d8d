"""The stub says what mypy --strict wants to know, and no more than is true."""

import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import unittest

from support import main

GOOD = """
import io
import absolve

page: str = absolve.rewrite("<a href=x>", "http://a/", resolver="whatwg", also=["lazy"], except_="a", notes=[])
data: bytes = absolve.rewrite(b"<a href=x>", base_url="http://a/", replace=lambda link: link.url or absolve.KEEP)
nothing: None = absolve.rewrite(None, float("nan"), errors="note")
links: list[absolve.Link] = absolve.links(page) + absolve.check(data, "http://a/")
first: str | None = absolve.explain(page)[0].layers[0].url
places: list[int | None] = [pos for _, _, _, pos in absolve.iterlinks(page)]
changed: str = absolve.rewrite_links(page, lambda link: link or None, "http://a/", resolve_base_href=False)
absolute: bytes = absolve.make_links_absolute(data, base_url="http://a/", handle_failures="ignore")
lines: list[str] = list(absolve.rewrite_lines(["{}"], body_field="html"))
for line in absolve.rewrite_lines(io.BytesIO()):
    data += line
for record in absolve.records("x.warc", name="x"):
    number: int = record.number
    text: bytes | None = record.text
for unit in absolve.read(io.BytesIO(), type="mbox"):
    message: int | None = unit.place.message
    found: list[absolve.Link] = unit.links
done: bool = absolve.rewrite_file("x.warc", "y.warc", warc_emit="response", threads=2)
done = absolve.rewrite_stream(io.BytesIO(), io.BytesIO(), "http://a/", replace=lambda link: None)
url: str = absolve.Base("http://a/", resolver="rfc3986").absolute("x")
"""
BAD = [
    "absolve.rewrite([])",
    "absolve.rewrite('', replace=lambda link: 3)",
    "absolve.rewrite('').decode()",
    "absolve.links('', url=b'x')",
    "absolve.rewrite_links('', lambda link: link.url)",
    "absolve.rewrite_lines([3])",
    "absolve.records(b'x')",
    "absolve.rewrite_file('x', 'y', warc_emit='all')",
    "absolve.rewrite_stream(io.StringIO(), io.BytesIO())",
    "absolve.no_such_function('')",
]


class Types(unittest.TestCase):
    @unittest.skipIf(importlib.util.find_spec("mypy") is None, "mypy is not here")
    def test_mypy(self):
        with tempfile.TemporaryDirectory() as place:
            path = pathlib.Path(place) / "sample.py"
            path.write_text("import absolve\n\n" + "\n".join(BAD) + "\n")
            mypy = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", place, path]
            told = subprocess.run(mypy, capture_output=True, text=True).stdout
            wrong = {int(line.split(":")[1]) - 2 for line in told.splitlines() if ": error: " in line}
            self.assertEqual(wrong, set(range(1, len(BAD) + 1)), told)
            path.write_text(GOOD)
            good = subprocess.run(mypy, capture_output=True, text=True)
            self.assertEqual((good.returncode, good.stderr), (0, ""), good.stdout)


if __name__ == "__main__":
    main()
