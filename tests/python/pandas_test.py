"""What the documents say of pandas, over columns in which something is missing, and URLs that are none."""

import re
import unittest
import warnings

import absolve
from support import TESTDATA, main

try:
    import pandas
except ImportError:
    pandas = None

URLS = {"http://a/": "http://a/x", None: "x", float("nan"): "x", "NA": "x", "a.example": "x", "mailto:b": "x", "": "x"}
BODIES = ["<a href=x>", b"<a href=x>", None, float("nan"), "NA"]


def recipes():
    """The blocks of Python that go through two columns, with the name of their table and that of the column."""
    for name in ("python.md", "recipes.md"):
        for block in re.findall("(?s)```python\n(.*?)```", (TESTDATA.parent / "doc" / name).read_text()):
            if found := re.search(r'^(\w+)\["(\w+)"\] = .* zip\(', block, re.M):
                yield block, *found.groups()


@unittest.skipIf(pandas is None, "pandas is not here")
class Pandas(unittest.TestCase):
    def test_the_recipes_go_through_columns_with_missing_values(self):
        rows = [(body, url, expected) for body in BODIES for url, expected in URLS.items()]
        rows = [tuple(pandas.NA if one == "NA" else one for one in row) for row in rows]
        kept = [[row for row in rows if not isinstance(row[0], bytes)], rows]
        found = list(recipes())
        self.assertEqual([table for _, table, _ in found], ["pages", "df"])
        for block, table, column in found:
            for some, kind in zip(kept, ("string", "object")):
                with self.subTest(block=block, kind=kind):
                    bodies, urls, expected = zip(*some)
                    frame = pandas.DataFrame({column: pandas.Series(bodies, dtype=kind), "url": pandas.Series(urls, dtype=kind)})
                    with warnings.catch_warnings(record=True) as caught:
                        warnings.simplefilter("always")
                        exec(block, {table: frame, "absolve": absolve})
                    for body, reference, after in zip(bodies, expected, frame[column]):
                        if isinstance(body, (str, bytes)):
                            text = after.decode() if isinstance(body, bytes) else after
                            self.assertEqual(text, f"<a href={reference}>")
                        else:
                            self.assertTrue(pandas.isna(after))
                    said = " ".join(str(one.message) for one in caught if one.category is absolve.AbsolveWarning)
                    self.assertIn("'a.example' can't be a base", said)
                    self.assertIn("'mailto:b' can't be a base", said)


if __name__ == "__main__":
    main()
