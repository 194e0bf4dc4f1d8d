"""Runs absolve-dask in the working folder, on real clusters of this machine, and compares with one run of absolve.

    dask_runs.py CASE SCRIPT [FOLDER]    a function below; absolve-dask; pages and messages for the slow one

Exit 77 where Dask is missing."""
import contextlib
import filecmp
import gzip
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

try:
    import distributed  # noqa: F401, that it is there is all that is asked
    import psutil
except ModuleNotFoundError as error:
    print(f"Python's module {error.name}")
    sys.exit(77)

SCRIPT = os.path.abspath(sys.argv[2])
ABSOLVE = shutil.which("absolve")
os.environ["SOURCE_DATE_EPOCH"] = "1700000000"
URL = ["--url", "http://a.example/b/", "--keep-fragments"]


def archive(records):
    members = []
    for number in range(records):
        page = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=x%d><a href=#top>" % number + b"." * number
        head = (b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:8d2c3a4e-0000-4000-8000-%012d>\r\n"
                b"WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Target-URI: http://a.example/%d/\r\n"
                b"Content-Type: application/http;msgtype=response\r\nContent-Length: %d\r\n\r\n")
        members.append(gzip.compress(head % (number, number, len(page)) + page + b"\r\n\r\n", mtime=0))
    return b"".join(members)


def write(path, content):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)


def make_inputs():
    """20 files in 3 folders: most of the bytes are an archive's."""
    for number in range(12):
        write(f"in/{'pages/' * (number % 2)}{number}.html", b"<a href=x%d>%s" % (number, b" " * 500))
    for number in range(5):
        write(f"in/mail/{number}.eml", b"Content-Type: text/html\n\n<a href='../%d'>\n" % number)
    write("in/mail/caf\xe9.html".encode("latin-1"), b"<a href=x>{{")
    write("in/photo.jpg", b"\xff\xd8\xff\0")
    write("in/crawl.warc.gz", archive(300))


# Each shard takes some time, and a line in the log.
SLOW = """#!/bin/sh
case "$1" in --shard=999999/*) ;; --shard=*) echo "$1" >> started; sleep 0.4 ;; esac
exec absolve "$@"
"""


def make_slow(text=SLOW):
    write("slow", text.encode())
    os.chmod("slow", 0o755)
    return ["--absolve", os.path.abspath("slow")]


def begin(*words):
    # A shell that runs the tests in its background has them ignore SIGINT.
    command = ["env", "--default-signal=INT", "/usr/bin/python3", SCRIPT, *words]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            start_new_session=True)


def end(process):
    out, told = process.communicate(timeout=300)
    assert out == b"", out
    return process.returncode, told.decode(errors="replace")


def run(*words):
    return end(begin(*words))


def one_run(*words):
    """One run of absolve, into the folder `one`."""
    done = subprocess.run([ABSOLVE, *words, "--output-dir", "one", "--report", "one.jsonl"], capture_output=True)
    return done.returncode, done.stderr.decode(errors="replace")


def wait_for(what):
    for _ in range(600):
        found = what()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError("waited in vain")


def shards_running():
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if process.cwd() == os.getcwd() and any(word.startswith("--shard=") for word in process.cmdline()):
                found.append(process)
    return found


def kill_a_worker():
    """One that has begun a shard, after others are done."""
    wait_for(lambda: os.path.exists("started") and len(open("started").readlines()) >= 3)
    worker = wait_for(lambda: [process.parent() for process in shards_running() if process.parent()])[0]
    os.kill(worker.pid, signal.SIGKILL)


def files_in(folder):
    return sorted(os.path.relpath(os.path.join(path, name), folder)
                  for path, folders, names in os.walk(os.fsencode(folder)) for name in names + folders)


def require_same(told, told_of_one):
    """The same files, reports and messages, but for the time."""
    apart = set(files_in(b"one")) ^ set(files_in(b"two"))
    assert not apart, (apart, told)
    for name in files_in(b"one"):
        path = os.path.join(b"one", name)
        same = os.path.isdir(path) or filecmp.cmp(path, os.path.join(b"two", name), shallow=False)
        assert same, name
    one, two = ([json.loads(line) for line in open(name, encoding="utf-8")] for name in ["one.jsonl", "two.jsonl"])
    for row in one + two:
        row.pop("record_number", None)  # counts in the part of an archive that a shard does
    for row in two:
        for member in {"output", "output_bytes"} & row.keys():
            row[member] = row[member] and re.sub("^two/", "one/", row[member])
    assert len(one) == len(two), (one, two)
    for expected, row in zip(one, two):
        assert expected == row, (expected, row)
    assert told_of_one.rsplit(", ", 1)[0] == told.rsplit(", ", 1)[0], (told_of_one, told)


def require_no_rest():
    """Of this program, but for what it was asked for."""
    assert not [name for name in os.listdir(".") + files_in(b"two") if b"absolve-dask" in os.fsencode(name)]
    assert shards_running() == []


def same_bytes_though_a_worker_is_killed():
    make_inputs()
    os.utime("in/crawl.warc.gz", (1e9, 1e9))
    os.chmod("in/crawl.warc.gz", 0o640)
    words = ["-r", *URL, "in", "--preserve-mtime"]
    status, told_of_one = one_run(*words)
    process = begin(*words, *make_slow(), "--workers", "2", "--output-dir", "two", "--report=two.jsonl")
    kill_a_worker()
    status_of_all, told = end(process)
    assert (status, status_of_all) == (0, 0), told
    require_same(told, told_of_one)
    one, two = (os.stat(f"{folder}/crawl.conversion.warc.gz") for folder in ["one", "two"])
    assert (one.st_mode, one.st_mtime) == (two.st_mode, two.st_mtime), (one, two)
    require_no_rest()
    begun = open("started").read().split()
    assert len(set(begun)) == 8 and len(begun) > 8, begun
    assert told.endswith(" s\n") and told.count("20 files, ") == 1, told


def quiet_runs_say_nothing():
    """However -q stands among letters; archives whose names are in capitals are cut and joined like others."""
    write("in/0.html", b"<a href=x>")
    write("in/CRAWL.WARC.GZ", archive(300))
    one_run("-r", *URL, "in")
    for words in [["-rqu", URL[1]], ["-rqu" + URL[1]], ["-r", "-u", URL[1], "-q"]]:
        told = run(*words, URL[2], "in", "--workers", "2", "--shards", "4", "--output-dir", "two",
                   "--report=two.jsonl")
        assert told == (0, ""), (words, told)
        require_same("", "")
        shutil.rmtree("two")


def failures_are_those_of_one_run():
    make_inputs()
    write("in/pages/crawl.warc.gz", archive(200)[:-5])
    arc = [b"filedesc://x 0.0.0.0 20260101000000 text/plain 76\n"
           b"1 0 x\nURL IP-address Archive-date Content-type Archive-length\n" + b" " * 10]
    for number in range(60):
        page = os.urandom(45).hex().encode()
        arc.append(b"http://a.example/%d 1.2.3.4 20260101000000 text/html %d\n%s\n" % (number, len(page), page))
    write("in/mail/crawl.arc.gz", b"".join(map(gzip.compress, arc)))
    for state in ["cur", "new"]:  # a Maildir without tmp fails
        write(f"in/box/{state}/1", b"")
    with cluster(os.environ["PATH"], os.environ["PATH"]) as address:
        require_same_failures(["--scheduler", address, "--shards", "7"])
        require_blind_shards_told(["--scheduler", address, "--shards", "7"])
        require_lost_shards_told(["--scheduler", address, "--shards", "7"])


def require_same_failures(own_words):
    for more in [["--warc-emit=response"], ["--warc-emit=response", "-qn"], ["--only-changed"]]:
        words = ["-r", *URL, "in", *more]
        status, told_of_one = one_run(*words)
        status_of_all, told = run(*words, *own_words, "--output-dir", "two", "--report=two.jsonl")
        assert (status, status_of_all) == (2, 2), (status, status_of_all, told)
        assert os.path.exists("one") == os.path.exists("two"), more
        for folder in ["one", "two"]:
            os.makedirs(folder, exist_ok=True)  # a dry run makes none
        require_same("", "")
        quiet = "-qn" in more
        assert quiet or told_of_one.splitlines()[-1].rsplit(",", 1)[0] == told.splitlines()[-1].rsplit(",", 1)[0], told
        assert set(told_of_one.splitlines()[:-1]) <= set(told.splitlines()), (told_of_one, told)
        require_no_rest()
        shutil.rmtree("one")
        shutil.rmtree("two")
        os.unlink("two.jsonl")


def require_blind_shards_told(own_words):
    """Of one whose machine can't see all."""
    blind = make_slow(SLOW.replace("sleep 0.4", 'case "$1" in *=2/7) echo "absolve: --shard: in: x" >&2; exit 2 ;; esac'))
    status, told = run("-r", *URL, "in", "--output-dir", "two", *own_words, *blind)
    assert status == 2 and "absolve-dask: shard 2 of 7 failed permanently: --shard: in: x" in told.splitlines(), told
    assert open("started").read().split().count("--shard=2/7") == 4, "begun once, and three times again"
    os.unlink("started")
    shutil.rmtree("two")


def require_lost_shards_told(own_words):
    """Of one that always fails, and can be run by hand then."""
    words = ["-r", *URL, "in", "--output-dir", "two"]
    deadly = make_slow(SLOW.replace("sleep 0.4", 'case "$1" in *=2/7) kill -9 $$ ;; esac'))
    status, told = run(*words, *own_words, *deadly, "--report=two.jsonl")
    first, again, parts, _ = [line for line in told.splitlines() if not line.startswith("absolve: ")]
    assert status == 2 and not os.path.exists("two.jsonl"), told
    assert first == "absolve-dask: shard 2 of 7 failed permanently: absolve was terminated by signal 9", told
    assert parts == "absolve-dask: parts of archives were not joined (cat joins them), nor were reports", told
    command = re.fullmatch("absolve-dask: run again, with each of these numbers for I: (.*)", again)[1]
    command = "absolve" + command[command.index(" --shard"):]  # the one that doesn't fail
    assert open("started").read().split().count("--shard=2/7") == 4, "begun once, and three times again"
    subprocess.run(command.replace(" I/7", " 2/7"), shell=True, capture_output=True, check=True)
    one_run("-r", *URL, "in")
    for name in files_in(b"one"):
        two = os.path.join(b"two", name)
        if not os.path.exists(two):
            stem, ending = os.path.splitext(two[:-len(b".gz")])
            with open(two, "wb") as whole:
                parts = [stem + b".%d-of-7" % shard + ending + b".gz" for shard in range(7)]
                whole.writelines(open(part, "rb").read() for part in parts if os.path.exists(part))
        assert os.path.isdir(two) or filecmp.cmp(os.path.join(b"one", name), two, shallow=False), name
    require_no_rest()


def errors_of_usage_are_told_once():
    make_inputs()
    write("report.html", b"<a href=x>")
    rows = [
        (["in", "-r"], "absolve-dask: --output-dir DIR is missing: it says where to write"),
        (["in", "-r", "--output-dir"], "absolve-dask: --output-dir needs a value"),
        (["--output-dir", "two"], "absolve: --output-dir needs file names"),
        (["--output-dir", "two", "-"], "absolve: --output-dir needs file names"),
        (["--output-dir=two", "--files-from", "-"], "absolve-dask: --files-from: standard input can't be used"),
        (["--output-dir=two", "--shard=0/2", "in"], "absolve-dask: --shard: absolve-dask assigns the shards itself"),
        (["--output-dir=two", "--range=0:2", "in"], "absolve-dask: --range: absolve-dask divides archives itself"),
        (["--output-dir=two", "--report-html=x", "in"], "absolve-dask: --report-html: the page covers a single run"),
        (["--output-dir=two", "--progress=x", "in"], "absolve-dask: --progress: 'x' is not one of auto, always, never"),
        (["--output-dir=two", "--shards=0", "in"], "absolve-dask: --shards: '0' is not a number from 1 to 999999"),
        (["--output-dir=two", "--workers=2", "--scheduler=x", "in"], "absolve-dask: --workers is for a cluster on"),
        (["--output-dir=two", "--absolve=./none", "in"], "absolve-dask: can't run " + os.path.abspath("none")),
        (["--output-dir=two", "-i", "-r", "in"], "absolve: --in-place and --output-dir can't be used"),
        (["--output-dir=two", "-o", "x", "in"], "absolve: --output and --output-dir can't be used"),
        (["--output-dir=two", "--list", "-r", "in"], "absolve: --output-dir and --list can't be used"),
        (["--output-dir=two", "--report=report.html", "report.html"], "absolve: --report: 'report.html' is an input"),
        (["--output-dir=two", "--date=x", "-r", "in"], "absolve: --date: 'x' is not a time"),
        (["--output-dir=two", "-r", "in", "no-file.html"], "absolve: --shard: no-file.html: does not exist; if"),
    ]
    for words, expected in rows:
        status, told = run(*words)
        first, *rest = told.splitlines()
        assert status == 2 and first.startswith(expected), (words, status, told)
        assert rest == (["absolve: try 'absolve --help'"] if first.startswith("absolve:") else []), (words, told)
        assert not os.path.exists("two"), words
    assert open("report.html").read() == "<a href=x>"
    assert subprocess.run(["/usr/bin/python3", SCRIPT, "--help"], capture_output=True).stdout.startswith(b"usage: ")


def signals_end_it_quietly():
    make_inputs()
    one_run("-r", *URL, "in")
    # A terminal sends Ctrl-C to all processes of a group, that is, to workers, too.
    for send, number, expected in [(os.killpg, signal.SIGINT, 130), (os.kill, signal.SIGTERM, 143)]:
        process = begin("-r", *URL, "in", *make_slow(), "--workers", "2", "--output-dir", "two", "--report=two.jsonl")
        wait_for(lambda: os.path.exists("started") and len(open("started").readlines()) >= 5)
        send(process.pid, number)
        status, told = end(process)
        assert (status, told) == (expected, ""), (status, told)
        require_no_rest()
        begun = len(open("started").readlines())
        assert begun < 8 and not os.path.exists("two.jsonl"), begun
        whole = [name for name in files_in(b"two") if os.path.isfile(os.path.join(b"two", name))]
        for name in whole:
            one = os.path.join(b"one", name)
            assert b"-of-8." in name or filecmp.cmp(one, os.path.join(b"two", name), shallow=False), name
        time.sleep(0.6)
        assert len(open("started").readlines()) == begun, "a shard was begun afterwards"
        shutil.rmtree("two")
        os.unlink("started")


@contextlib.contextmanager
def cluster(*paths):
    """The address of a scheduler with a worker for each PATH."""
    def start(program, *words, **more):
        command = ["/usr/bin/python3", "-m", f"distributed.cli.{program}", *words, "--no-dashboard"]
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=open(f"{program}.log", "ab"), **more)

    processes = [start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", "scheduler.json")]
    try:
        wait_for(lambda: os.path.exists("scheduler.json") and open("scheduler.json").read().endswith("}"))
        address = json.load(open("scheduler.json"))["address"]
        for path in paths:
            processes.append(start("dask_worker", address, "--nthreads", "1", "--no-nanny", "--memory-limit", "0",
                                   "--local-directory", os.path.abspath("scratch"), env={**os.environ, "PATH": path}))
        with distributed.Client(address) as client:
            client.wait_for_workers(len(paths), timeout=60)
        yield address
    finally:
        for process in processes:
            process.kill()
            process.wait()


def workers_that_cannot_are_named():
    make_inputs()
    write("other/absolve", b"#!/bin/sh\necho absolve 9.9\n")
    os.chmod("other/absolve", 0o755)
    os.mkdir("empty")
    status, told = run("-r", *URL, "in", "--scheduler", "tcp://127.0.0.1:1", "--output-dir", "two")
    assert status == 2 and told.startswith("absolve-dask: --scheduler: tcp://127.0.0.1:1 can't be reached"), told
    version = subprocess.run([ABSOLVE, "--version"], capture_output=True, text=True).stdout.strip()
    for path, expected in [("other", f"has absolve 9.9, not {version}"), ("empty", "can't run absolve: No such")]:
        with cluster(os.environ["PATH"], os.path.abspath(path)) as address:
            status, told = run("-r", *URL, "in", "--scheduler", address, "--output-dir", "two")
        os.unlink("scheduler.json")
        assert status == 2 and re.match(f"absolve-dask: the worker tcp://[0-9.:]+ {expected}", told), told
        assert files_in(b"two") == []
        require_no_rest()


def many_files_though_a_worker_is_killed():
    make_inputs()
    pages = [os.path.join(path, name) for path, _, names in os.walk(sys.argv[3]) for name in sorted(names)]
    for number in range(5000):
        page = pages[number % len(pages)]
        place = f"in/{number % 50}/{number}-{os.path.basename(page)}"
        os.makedirs(os.path.dirname(place), exist_ok=True)
        shutil.copyfile(page, place)
    for number in range(3):
        write(f"in/{number}/large.warc.gz", archive(3000))
    words = ["-rv", *URL, "in"]  # without -v each shard leaves out messages of its own
    status, told_of_one = one_run(*words)
    with cluster(os.environ["PATH"], os.environ["PATH"]) as address:
        process = begin(*words, *make_slow(), "--scheduler", address, "--shards", "20", "--output-dir", "two",
                        "--report", "two.jsonl")
        kill_a_worker()
        status_of_all, told = end(process)
    assert status == status_of_all, told
    require_same(told.splitlines()[-1], told_of_one.splitlines()[-1])
    told_of_shards = {line for line in told.splitlines() if line.startswith("absolve: ")}
    # Each shard counts the records of its part.
    of_parts = {line for line in told_of_shards if " no conversion: " in line or "/large.warc.gz: record " in line}
    assert set(told_of_one.splitlines()[:-1]) >= told_of_shards - of_parts
    require_no_rest()
    print(told.splitlines()[-1])


globals()[sys.argv[1]]()
