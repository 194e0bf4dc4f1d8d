"""Whether data/schema describes the JSON that absolve writes: test.py ABSOLVE PROJECT.

Each line that a command of RUNS prints is valid; each member of each schema was met in such a line; and a line that is
made wrong in any of the ways of `mistakes()` is not valid.
"""

import copy
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print("skipped: python3-jsonschema is missing")
    sys.exit(77)

ABSOLVE, PROJECT = sys.argv[1], pathlib.Path(sys.argv[2])
SCHEMAS = {
    file.name.removesuffix(".schema.json"): json.loads(file.read_text()) for file in (PROJECT / "data/schema").iterdir()
}
PAGE = json.dumps("<a href=x>")

# Schema, command, standard input. Commands run in a copy of testdata, and $ stands for a report.
RUNS = [
    *(
        (schema, f"-q -r {view} --json {options} .", b"")
        for schema, view in (("link", "--list"), ("link", "--check"), ("document", "--explain"))
        for options in ("", "--url http://h/d/", "--url http://h/d/ --resolver whatwg --also all --headers", "--only img")
    ),
    ("link", "--list --json --url-from-header List-Archive -r cli", b""),
    ("report", "-q -n -i -r --report $ .", b""),
    ("report", "-q -n -i -r --url http://h/d/ --report $ .", b""),
    ("report", "-q -r --output-dir ../new --report $ odd", b""),
    ("report", "-q --report $ missing.html", b""),
    ("answer", "--type uris --json --url http://a/b", b"x\n../y\n#z\nhttp://c/\n\\d\n"),
    ("answer", "--type uris --json", b"x\nhttp://c/\n"),
    ("answer", "--type pairs --json", b"http://a/b\tx\nmailto:a\tx\n\tx\nhttp://a/b\t\\x\n"),
    ("stream-answer", "--type jsonl", b'{"base":"http://a/b","reference":"x"}\n{"base":"mailto:a","reference":"x"}\n'),
    ("stream-answer", "--type jsonl", b'{"reference":"x"}\n{"base":"http://a/b","reference":"\\\\x"}\n'),
    ("stream-answer", "--type jsonl", b'{"url":"http://a/b","body":%s}\n{"body":%s}\n' % ((PAGE.encode(),) * 2)),
    ("stream-answer", "--type jsonl", b'{"url":"mailto:a","body":%s}\n{"body_b64":"*"}\n' % PAGE.encode()),
    ("stream-answer", "--type jsonl", b'{"body":"{\\"a\\": 1}"}\n{"body":"x","content_type":"image/png"}\n'),
    ("stream-answer", "--type jsonl", b'{"body":"\\ud800<a href=x>"}\n'),
    ("stream-answer", "--type jsonl", b'{"reference":[]}\n{"base":"http://a/","reference":["x","/y"]}\n'),
    ("stream-answer", "--type jsonl", b'{"reference":["x",null]}\n{"base":"mailto:a","reference":["x"]}\n'),
    ("stream-answer", "--type jsonl", b'{"base":"http://a/","reference":{"in":[{"href":"x","text":"y"}],"n":1}}\n'),
    ("stream-answer", "--type jsonl", b'{"reference":[{"href":"x","text":"y"},["z"]]}\n'),
]

STRUCTURED = ("urls", "reasons")
OPTIONAL = ("message", "within", "relative", "error", "file_bytes", "output_bytes", "record", "record_number")
WRONG_ARRAYS = [
    {"urls": [None]},
    {"urls": ["http://a/x"], "reasons": [None]},
    {"urls": [1]},
    {"urls": [None], "reasons": ["nothing-so"]},
    {"urls": [], "url": "http://a/"},
    {"reasons": ["no-base"]},
    {"urls": {"href": 1}},
    {"urls": {"href": None}, "reasons": {"href": "nothing-so"}},
]


def written(command: str, stdin: bytes, place: pathlib.Path) -> list[dict]:
    """The objects that a command writes."""
    report = place / "report.jsonl"
    report.unlink(missing_ok=True)
    words = [str(report) if word == "$" else word for word in command.split()]
    out = subprocess.run([ABSOLVE, *words], input=stdin, capture_output=True, cwd=place / "testdata").stdout
    lines = [json.loads(line) for line in (report.read_bytes() if "$" in command else out).splitlines()]
    return [line["absolve"] for line in lines if "absolve" in line] if "jsonl" in command else lines


def shape(value: object, name: str = "") -> object:
    """What a schema can see of a value: two of the same shape are both valid, or neither is."""
    if isinstance(value, dict):
        return tuple((key, shape(each, key)) for key, each in value.items())
    if isinstance(value, list):
        return frozenset(shape(each) for each in value)
    words = ("status", "action", "reason", "base_from", "from", "resolver", "exit")
    return value if name in words else (type(value), value == 0)


def mistakes(line: dict):
    """Lines that are wrong: a member too many or, of those that all lines of this kind have, too few; other types."""
    yield {**line, "unknown": 1}
    for name, value in line.items():
        yield {**line, name: 1 if name in STRUCTURED else {"nested": [value]}}
        if isinstance(value, int):
            yield {**line, name: -1}
        if name in ("status", "action", "base_from", "resolver") or (name == "reason" and "from" not in line):
            yield {**line, name: "nothing-so"}
        is_within = isinstance(line.get("urls"), dict) or any(isinstance(each, (dict, list)) for each in line.get("urls", ()))
        optional = (*OPTIONAL, *(["reasons"] if is_within else []))
        if name not in optional:
            yield {each: line[each] for each in line if each != name}
        holds_objects = isinstance(value, list) and value and isinstance(value[0], dict) and name not in STRUCTURED
        for inner in mistakes(value[0]) if holds_objects else ():
            yield {**line, name: [inner, *value[1:]]}
    if line.get("action") == "rewrite":
        yield {**line, "reason": "no-base"}
        yield {**line, "url": None}
    if line.get("status") in ("failed", "skipped") and "documents" in line:
        yield {**line, "error": None}
    if "record_type" in line:
        yield {**line, "output": None}


def members(schema: object):
    """The names of all members that a schema describes."""
    if isinstance(schema, dict):
        yield from (name for name, each in schema.get("properties", {}).items() if each is not False)
        for name, each in schema.items():
            yield from members(each) if name != "if" else ()
    if isinstance(schema, list):
        for each in schema:
            yield from members(each)


def names(value: object):
    """The names of all members of a value."""
    if isinstance(value, dict):
        yield from value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from names(each)


validators = {name: jsonschema.Draft202012Validator(schema) for name, schema in SCHEMAS.items()}
met = {name: {} for name in SCHEMAS}
failures = 0


def fail(*words: object) -> None:
    global failures
    failures += 1
    if failures <= 20:
        print(*words)


for schema in SCHEMAS.values():
    jsonschema.Draft202012Validator.check_schema(schema)
with tempfile.TemporaryDirectory() as folder:
    place = pathlib.Path(folder)
    shutil.copytree(PROJECT / "testdata", place / "testdata", symlinks=True)
    (place / "testdata/odd").mkdir()
    for name in (b"\xff.html", b"plain.html"):
        (place / "testdata/odd").joinpath(name.decode(errors="surrogateescape")).write_text("<a href=x>")
    for name, command, stdin in RUNS:
        lines = written(command, stdin, place)
        if not lines:
            fail("nothing was written:", command)
        for line in lines:
            met[name].setdefault(shape(line), line)

for name, validator in validators.items():
    wrong = 0
    for line in met[name].values():
        for error in validator.iter_errors(line):
            fail(name, "is wrong of", json.dumps(line), "\n ", error.message)
        for mistake in mistakes(copy.deepcopy(line)):
            wrong += 1
            if validator.is_valid(mistake):
                fail(name, "accepts", json.dumps(mistake))
    unmet = set(members(SCHEMAS[name])) - {each for line in met[name].values() for each in names(line)}
    if unmet:
        fail(name, "describes what was never written:", *sorted(unmet))
    print(f"{name}: {len(met[name])} lines of different shapes, {wrong} made wrong")
for line in WRONG_ARRAYS:
    if validators["stream-answer"].is_valid(line):
        fail("stream-answer accepts", json.dumps(line))
sys.exit(failures > 0)
