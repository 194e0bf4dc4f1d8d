"""Whether the pages of a folder come out of a stream of documents as they do as files.

    stream_alike.py FOLDER

Each page is a line: in a body where it is UTF-8, else in base64. Says how many, or exits with 1 at the first that
differs."""

import base64
import json
import os
import subprocess
import sys
import tempfile

URL = "http://host.example/folder/page"
OPTIONS = ["--url", URL, "--no-marks", "--quiet"]


def files_of(folder, names, options):
    """What the files become."""
    with tempfile.TemporaryDirectory() as out:
        subprocess.run(["absolve", *OPTIONS, *options, "--type", "html", "--lenient", "--fsync", "none", "--output-dir", out, *names],
                       cwd=folder, check=True, stderr=subprocess.DEVNULL)
        return {name: open(os.path.join(out, name), "rb").read() for name in names}


def main():
    folder = sys.argv[1]
    names = sorted(entry.name for entry in os.scandir(folder) if entry.is_file())
    lines, texts, others = [], [], []
    for name in names:
        with open(os.path.join(folder, name), "rb") as file:
            page = file.read()
        line = {"id": name, "url": URL, "content_type": "text/html"}
        try:
            line["body"] = page.decode("utf-8", "strict")
            texts.append(name)
        except UnicodeDecodeError:
            line["body_b64"] = base64.b64encode(page).decode()
            others.append(name)
        lines.append(json.dumps(line, ensure_ascii=len(lines) % 2 == 0))
    stream = ("\n".join(lines) + "\n").encode()
    answers = subprocess.run(["absolve", "--type", "jsonl", "--no-marks"], input=stream, capture_output=True, check=True)
    wanted = files_of(folder, texts, ["--charset", "utf-8"]) if texts else {}
    wanted |= files_of(folder, others, []) if others else {}
    answered = answers.stdout.split(b"\n")[:-1]
    if len(answered) != len(names):
        sys.exit(f"{len(answered)} answers to {len(names)} lines")
    links = 0
    for name, answer in zip(names, map(json.loads, answered)):
        body = answer["body"].encode() if "body" in answer else base64.b64decode(answer["body_b64"])
        told = answer["absolve"]
        if answer["id"] != name or told["status"] == "failed" or body != wanted[name]:
            sys.exit(f"{name}: {told['status']}, {told.get('error')}; {len(body)} bytes, of the file {len(wanted[name])}")
        links += told["links"]
    print(f"{len(texts)} pages as text and {len(others)} in base64, {links} links: as their files")


main()
