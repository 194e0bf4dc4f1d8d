#!/usr/bin/python3
"""Runs absolve on a Dask cluster: Dask distributes the work, absolve does it.

    words -> check -> shards 0/N 1/N 2/N ... -> statistics, messages -> parts and reports joined -> summary

Each task runs the same command line with another --shard as a child process. All large data is in files that all
machines see: tasks only return numbers, a few messages, and the first and last row of their report. A task that is done
twice, because a worker was lost, writes the same bytes to the same files.
"""
import collections
import contextlib
import importlib.util
import json
import logging
import multiprocessing.resource_tracker
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import types
import urllib.parse

HELP = """usage: absolve-dask [OPTION...] [ABSOLVE'S OPTION...] --output-dir DIR FILE...

Runs absolve on a Dask cluster, and writes to DIR what one run of absolve would
write there.

  --scheduler ADDRESS  the scheduler of a cluster whose workers see the same
                       files (default: a cluster of this machine's processors,
                       only for this run)
  --workers N          without --scheduler: the number of workers (default: as
                       many as there are processors)
  --shards N           the number of parts that the inputs are divided into
                       (default: 4 for each thread of the cluster, at most 1000)
  --absolve PATH       the program, also on the workers (default: absolve)
  --report FILE        write the result for each file to FILE, as JSON Lines
  --progress WHEN      show a progress line: auto (default: on a terminal),
                       always or never
  -h, --help           print this help

All other options are absolve's: see absolve --help. Standard input, --shard,
--range and --report-html can't be used.
"""
OWN = {"scheduler": None, "workers": None, "shards": None, "absolve": "absolve", "report": None, "progress": "auto"}
REFUSED = {"shard": "absolve-dask assigns the shards itself (--shards says how many)",
           "range": "absolve-dask divides archives itself, into as many parts as --shards says",
           "cdxj": "an index covers a single run: absolve --shard I/N --cdxj FILE writes one for each shard",
           "report-html": "the page covers a single run; --report writes the same as JSON Lines"}
KINDS = ["unchanged", "changed", "skipped", "failed"]  # the statuses of rows in reports, worst last
STATUSES = [0, 3, 1, 2]  # exit statuses, worst last
COUNTS = ["documents", "links", "rewritten", "absolute", "kept", "relative"]
COUNTED = re.compile("([0-9]+) responses? with relative links (?:has|have) no conversion: (.*)")  # a note of an archive
MOST_NOTES = 20  # of a row, the same limit as in absolve


class RunError(Exception):
    """An error that the user has to do something about."""


class Stopped(BaseException):
    """A signal has asked the program to end."""


# On workers. Dask sends these functions there with what they refer to; imported modules must be installed there.


def version_here(job):
    """Why the program can't be run on this machine (None: it can), and the version that it prints."""
    try:
        told = subprocess.run([job.absolve, "--version"], stdin=subprocess.DEVNULL, capture_output=True).stdout
        return None, told.decode(errors="replace").strip()
    except OSError as error:
        return f"can't run {job.absolve}: {error.strerror} (give its path with --absolve PATH)", ""


def error_here(job):
    """Why the job can't be done on this machine; None: it can."""
    if not os.path.isdir(job.folder):
        return f"has no folder {job.folder}, where this run was started"
    if not os.path.isdir(job.place):
        return f"does not see {job.place}: workers must share the file system"
    error, version = version_here(job)
    return error if error or version == job.version else f"has {version or 'no absolve'}, not {job.version}"


def is_over(place):
    """Whether the driver has removed the folder of its run. Opening it makes sure that a file server is asked again."""
    try:
        os.close(os.open(place, os.O_RDONLY))
    except OSError:
        return True
    return False


def run_shard(shard, job):
    """Processes one shard. Returns None if the run is over."""
    if is_over(job.place):
        return None
    error = error_here(job)
    if error:
        raise RuntimeError(f"a worker {error}")
    report = os.path.join(job.place, str(shard))
    with open(os.path.join(job.place, "words"), "rb") as words:
        command = [job.absolve, f"--shard={shard}/{job.shards}", f"--report={report}", "--progress=never",
                   *words.read().split(b"\0")]
    # If the worker is killed, its child must not continue next to that of the next worker.
    leash = ["setpriv", "--pdeathsig", "TERM"] if shutil.which("setpriv") else []
    with tempfile.TemporaryFile() as told:
        # In a session of its own: Ctrl-C on a terminal is only for the driver, which ends everything.
        child = subprocess.Popen(leash + command, cwd=job.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                 stderr=told, start_new_session=True)
        try:
            while child.poll() is None:
                if is_over(job.place):
                    return None
                with contextlib.suppress(subprocess.TimeoutExpired):
                    child.wait(0.2)
        finally:
            child.terminate()
            child.wait()
        told.seek(0)
        lines, more = messages(told)
    if child.returncode < 0:
        raise RuntimeError(f"absolve was terminated by signal {-child.returncode}")
    if child.returncode == 2 and not os.path.exists(report):  # another machine may see more
        raise RuntimeError(lines[0].decode(errors="replace").removeprefix("absolve: ").rstrip("\n")
                           if lines else "absolve failed without a message")
    counts, edges = statistics(report)
    return types.SimpleNamespace(status=child.returncode, lines=lines, more=more, counts=counts, edges=edges)


def messages(told, most=8192):
    """The messages of a child, without its summary: as many as fit into `most` bytes, and the number of the others."""
    summary = re.compile(rb"\d+ files?, \d+ changed, \d+ unchanged, \d+ skipped, \d+ failed, \d+ links?, [\d.]+ s\n")
    lines, more, size = [], 0, 0
    for line in told:
        if summary.fullmatch(line):
            continue
        size += len(line)
        if size <= most:
            lines.append(line)
        else:
            more += 1
    return lines, more


def statistics(report):
    """Statistics of the rows of a shard's report (without those of records, which are summed in the rows of their
    archives): how many there are of each kind, and the first and the last row with their numbers. Only these two may be
    about an archive of which other shards process other parts."""
    counts = dict.fromkeys([*KINDS, "links"], 0)
    edges = []
    if not os.path.exists(report):  # a usage error
        return counts, edges
    with open(report, "rb") as rows:
        for number, line in enumerate(rows):
            row = json.loads(line)
            if "record" in row:
                continue
            counts[row["status"]] += 1
            counts["links"] += row["links"]
            edges = [*edges[:1], (number, row)]
    return counts, edges


# On the machine where the program was started.


def parse(words):
    """The options of this program, and the words for absolve."""
    given = types.SimpleNamespace(**{name.replace("-", "_"): value for name, value in OWN.items()}, output_dir=None,
                                  date=None, quiet=False, dry_run=False)
    rest, words = [], iter(words)
    for word in words:
        if word == "--":
            rest += [word, *words]
            break
        name, equals, value = word[2:].partition("=") if word.startswith("--") else ("", "", "")
        if name in REFUSED:
            raise RunError(f"--{name}: {REFUSED[name]}")
        given.quiet |= name == "quiet" or re.match("-[0nrv]*q", word) is not None
        given.dry_run |= name == "dry-run" or re.match("-[0qrv]*n", word) is not None
        if name not in [*OWN, "output-dir", "date", "files-from", "url-map", "attributes"]:
            rest.append(word)
            continue
        value = value if equals else next(words, None)
        if not value:
            raise RunError(f"--{name} needs a value")
        if value == "-" and name == "report":
            raise RunError("--report: '-' is not a file name")
        if value == "-" and name != "output-dir":
            raise RunError(f"--{name}: standard input can't be used, as workers have none")
        setattr(given, name.replace("-", "_"), value)
        if name not in OWN:
            rest.append(f"--{name}={value}")
    if given.output_dir is None:
        raise RunError("--output-dir DIR is missing: it says where to write")
    for name in ["shards", "workers"]:
        value = getattr(given, name)
        if value is not None and not re.fullmatch("[1-9][0-9]{0,5}", value):
            raise RunError(f"--{name}: '{value}' is not a number from 1 to 999999")
        setattr(given, name, value and int(value))
    if given.scheduler and given.workers:
        raise RunError("--workers is for a cluster on this machine: it can't be used with --scheduler")
    if given.progress not in ["auto", "always", "never"]:
        raise RunError(f"--progress: '{given.progress}' is not one of auto, always, never")
    if "/" in given.absolve:
        given.absolve = os.path.abspath(given.absolve)
    if given.date is None:  # so that all shards, also those that are done again, have the same
        epoch = os.environ.get("SOURCE_DATE_EPOCH") or str(int(time.time()))
        rest.insert(0, f"--date=@{epoch}")
    return given, ["--jobs=1", *rest]  # each thread has a task of its own; a later --jobs overrides this


def check(given, words):
    """Reports usage errors once, not for each shard. The last of very many shards does nearly nothing else."""
    if given.report and not os.path.isdir(os.path.dirname(os.path.abspath(given.report))):
        raise RunError(f"--report: the folder of '{given.report}' does not exist")
    if given.report and os.path.isdir(given.report):
        raise RunError(f"--report: '{given.report}' is a folder")
    command = [given.absolve, "--shard=999999/1000000", "--dry-run"]
    is_file = given.report and (os.path.isfile(given.report) or not os.path.exists(given.report))
    if is_file:  # that two reports have the same file is checked last, before anything is written
        command += [f"--report={given.report}", f"--report-html={given.report}"]
    told = subprocess.run([*command, *words], stdin=subprocess.DEVNULL, capture_output=True).stderr
    expected = is_file and told.startswith(b"absolve: --report and --report-html name the same file")
    if told.endswith(b"absolve: try 'absolve --help'\n") and not expected:
        sys.stderr.buffer.write(told)
        raise SystemExit(2)


def connect(given, stack):
    """A client of a cluster with workers, which is closed at the end."""
    import distributed
    for library in ["distributed", "asyncio"]:  # their messages about lost workers are not for users
        logging.getLogger(library).setLevel(logging.CRITICAL)
    if given.scheduler:
        try:
            client = stack.enter_context(distributed.Client(given.scheduler, timeout=10))
            client.wait_for_workers(1, timeout=30)
        except (OSError, ValueError, distributed.TimeoutError) as error:
            raise RunError(f"--scheduler: {given.scheduler} can't be reached, or has no workers: {error}") from error
        return client
    import dask
    # If a worker is killed, that is not the fault of its shards.
    dask.config.set({"distributed.scheduler.allowed-failures": 100})
    # Without TLS, other users of this machine could make it run anything.
    has_tls = importlib.util.find_spec("cryptography") is not None
    scratch = stack.enter_context(tempfile.TemporaryDirectory(prefix="absolve-dask-", ignore_cleanup_errors=True))
    # What local workers write when they are killed, or end early, is not for users.
    sys.stderr = open(os.dup(2), "w", buffering=1, errors="backslashreplace")
    with open(os.devnull, "wb") as nothing:
        os.dup2(nothing.fileno(), 2)
    # Ctrl-C on a terminal is only for this process: its workers, also those started later, inherit the blocked signals.
    multiprocessing.resource_tracker.ensure_running()  # now, as starting it later would unblock the signal
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        cluster = stack.enter_context(distributed.LocalCluster(
            n_workers=given.workers or len(os.sched_getaffinity(0)), threads_per_worker=1, security=has_tls or None,
            processes=True, dashboard_address="127.0.0.1:0", memory_limit=0, silence_logs=logging.CRITICAL,
            local_directory=scratch))
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    return stack.enter_context(distributed.Client(cluster))


class Display:
    """The output during the run: messages in the order of shards, and the progress."""

    def __init__(self, given, shards):
        wanted = sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb"
        self.draws = given.progress == "always" or (given.progress == "auto" and wanted)
        self.shards, self.begun, self.seen = shards, time.monotonic(), set()
        self.waiting, self.next, self.files, self.failed = {}, 0, 0, 0

    def add(self, shard, result):
        self.waiting[shard] = result
        if result:
            self.files += sum(result.counts[kind] for kind in KINDS)
            self.failed += result.counts["failed"]
        lines = []
        while self.next in self.waiting:
            result = self.waiting.pop(self.next)
            if result:  # what fails in one part of an archive may fail in all parts
                lines += [line for line in result.lines if result.status != 2 or line not in self.seen]
            self.seen.update(lines)
            if result and result.more:
                lines.append(b"absolve-dask: ... and %d more messages of shard %d\n" % (result.more, self.next))
            self.next += 1
        self.draw("")
        sys.stderr.buffer.write(b"".join(lines))
        self.draw(self.line(self.next + len(self.waiting)))

    def line(self, done):
        full, seconds = 14 * done // self.shards, round(time.monotonic() - self.begun)
        line = f"[{'#' * full}{'-' * (14 - full)}] {done:,} of {self.shards:,} shards, {self.files:,} files"
        line += f", {self.failed:,} failed" if self.failed else ""
        left = seconds * (self.shards - done) // done
        return line + (f", {left // 60}:{left % 60:02} left" if left else "")

    def draw(self, line):
        if self.draws:
            columns = os.get_terminal_size(sys.stderr.fileno()).columns if sys.stderr.isatty() else 80
            sys.stderr.write(f"\r{line[:(columns or 80) - 1]}\x1b[K")
        sys.stderr.flush()


def compute(client, job, display):
    """The results of all shards, and the reasons why those without a result have finally failed."""
    import distributed
    futures = client.map(run_shard, range(job.shards), job=job, retries=3, pure=False)
    shard_of = {future.key: shard for shard, future in enumerate(futures)}
    results, lost = [None] * job.shards, {}
    try:
        for future in distributed.as_completed(futures):
            shard = shard_of[future.key]
            try:
                results[shard] = future.result()
                if results[shard] is None:
                    lost[shard] = f"{job.place} no longer exists"
            except (Exception, distributed.CancelledError) as error:
                lost[shard] = str(error) if isinstance(error, Exception) else "the cluster was lost"
            display.add(shard, results[shard])
    except Stopped:  # without this folder, no shard begins, and running ones end
        shutil.rmtree(job.place, ignore_errors=True)
        with contextlib.suppress(Exception):
            distributed.wait(futures, timeout=5)
        raise
    return results, lost


def path_in(row, member):
    """A path in a report, in bytes; None: there is none."""
    path = row.get(f"{member}_bytes")
    return urllib.parse.unquote_to_bytes(path) if path else row[member] and os.fsencode(row[member])


def whole_name(part, shard, shards):
    """The name of the file that a part belongs to: `a.warc.gz` for `a.02-of-12.warc.gz`."""
    return re.sub(rb"\.0*%d-of-%d(?=\.w?arc\.gz$)" % (shard, shards), b"", part, flags=re.IGNORECASE)


def with_one_count(notes):
    """The notes of all parts, with the counts of each part added up in one note."""
    counted = [COUNTED.fullmatch(note) for note in notes]
    count = sum(int(match[1]) for match in counted if match)
    rest = [note for note, match in zip(notes, counted) if not match]
    if count:
        why = next(match[2] for match in counted if match)
        words = ["response", "has"] if count == 1 else ["responses", "have"]
        rest.append(f"{count} {words[0]} with relative links {words[1]} no conversion: {why}")
    return rest


def is_of_conversions(part):
    return re.search(rb"\.conversion\.\d+-of-\d+\.warc\.gz$", part) is not None


def archives_cut(results):
    """The rows of archives of which several shards have processed parts, by name: (shard, number, row)."""
    found = collections.defaultdict(list)
    for shard, result in enumerate(results):
        for number, row in result.edges if result else []:
            found[path_in(row, "file")].append((shard, number, row))
    return {name: rows for name, rows in found.items() if len(rows) > 1 and name.lower().endswith(b".gz")}


def merged(rows, shards):
    """The row of an archive as a single run would write it, made from those of its parts; and the paths of these."""
    parts = [path_in(row, "output") for _, _, row in rows]
    row = dict(next((row for _, _, row in rows if row["type"]), rows[0][2]))
    row["status"] = max((row["status"] for _, _, row in rows), key=KINDS.index)
    row["exit"] = max((row["exit"] for _, _, row in rows), key=STATUSES.index)
    row.update({name: sum(row[name] for _, _, row in rows) for name in COUNTS})
    row["reasons"] = dict(sum((collections.Counter(row["reasons"]) for _, _, row in rows), collections.Counter()))
    notes = with_one_count([note for _, _, row in rows for note in row["notes"] if note != "..."])
    row["notes"] = notes[:MOST_NOTES] + ["..."] * (len(notes) > MOST_NOTES)
    row["error"] = next((row["error"] for _, _, row in rows if row["error"]), None)
    row["output"] = None
    row.pop("output_bytes", None)
    # For an archive in which nothing changes, a single run writes no file of conversions; parts are always written.
    is_of_no_conversion = row["status"] == "unchanged" and any(is_of_conversions(part) for part in filter(None, parts))
    if all(parts) and not is_of_no_conversion:
        output = whole_name(parts[0], rows[0][0], shards)
        row["output"] = output.decode(errors="replace")
        if "\N{REPLACEMENT CHARACTER}" in row["output"]:
            row["output_bytes"] = urllib.parse.quote_from_bytes(output)
    return row, parts


@contextlib.contextmanager
def replaced(path, token):
    """A new file that replaces the old one as a whole, once it is completely written."""
    beside = os.path.join(os.path.dirname(path), os.fsencode(f"{token}.new"))
    try:
        with open(beside, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(beside)


def join(row, parts, token):
    """Joins parts to one file and removes them; for an archive that failed there is no file."""
    if row["output"] is not None:
        with replaced(path_in(row, "output"), token) as whole:
            for part in parts:
                with open(part, "rb") as file:
                    shutil.copyfileobj(file, whole, 1 << 20)
            whole.flush()  # otherwise its time would change again later
            shutil.copystat(parts[0], whole.name)
            made = os.stat(parts[0])
            with contextlib.suppress(PermissionError):
                os.chown(whole.name, made.st_uid, made.st_gid)
    for part in filter(None, parts):
        os.unlink(part)


def write_report(path, job, rows_merged, rows_left):
    """Writes one report for all. The row of an archive that was cut is where its last part was, after all records."""
    path = os.fsencode(os.path.realpath(path))
    is_file = os.path.isfile(path) or not os.path.exists(path)
    token = os.path.basename(job.place)
    with replaced(path, token) if is_file else open(path, "wb") as report:
        for shard in range(job.shards):
            place = os.path.join(job.place, str(shard))
            with open(place, "rb") if os.path.exists(place) else contextlib.nullcontext([]) as rows:
                for number, line in enumerate(rows):
                    if (shard, number) in rows_merged:
                        row = json.dumps(rows_merged[shard, number], ensure_ascii=False, separators=(",", ":"))
                        report.write(row.encode() + b"\n")
                    elif (shard, number) not in rows_left:
                        report.write(line)


def run(given, words):
    """Does everything; returns the exit status."""
    begun = time.monotonic()
    job = types.SimpleNamespace(folder=os.getcwd(), absolve=given.absolve)
    error, job.version = version_here(job)
    if error:
        raise RunError(error)
    check(given, words)
    with contextlib.ExitStack() as stack:
        client = connect(given, stack)
        job.shards = given.shards or min(max(4 * sum(client.nthreads().values()), 1), 1000)
        # Created before any shard looks for inputs and skips it: otherwise its new files would become inputs.
        if given.dry_run and not os.path.exists(given.output_dir):
            stack.callback(os.rmdir, given.output_dir)
        os.makedirs(given.output_dir, exist_ok=True)
        job.place = os.path.abspath(tempfile.mkdtemp(prefix=".absolve-dask-", dir=given.output_dir))
        stack.callback(shutil.rmtree, job.place, ignore_errors=True)
        with open(os.path.join(job.place, "words"), "wb") as file:
            file.write(b"\0".join(map(os.fsencode, words)))
        for worker, error in client.run(error_here, job, on_error="ignore").items():
            if error:
                raise RunError(f"the worker {worker} {error}")
        display = Display(given, job.shards)
        results, lost = compute(client, job, display)
        display.draw("")
        return finish(given, job, results, lost, time.monotonic() - begun, shlex.join(words))


def finish(given, job, results, lost, seconds, words):
    """Joins the results of the shards, and reports the result of the run."""
    totals = sum((collections.Counter(result.counts) for result in results if result), collections.Counter())
    status = max([2 if lost else 0, *(result.status for result in results if result)], key=STATUSES.index)
    rows_merged, rows_left = {}, set()
    for rows in archives_cut(results).values():
        row, parts = merged(rows, job.shards)
        rows_merged[rows[-1][:2]] = row
        rows_left.update(row[:2] for row in rows[:-1])
        totals.subtract(one["status"] for _, _, one in rows)
        totals[row["status"]] += 1
        if not lost and not given.dry_run:
            join(row, parts, os.path.basename(job.place))
    for why in sorted(set(lost.values())):
        shards = ", ".join(str(shard) for shard in sorted(lost) if lost[shard] == why)
        tell(f"shard {shards} of {job.shards} failed permanently: {why}")
    if lost:
        program = shlex.quote(given.absolve)
        tell(f"run again, with each of these numbers for I: {program} --shard I/{job.shards} {words}")
        tell("parts of archives were not joined (cat joins them)" + (", nor were reports" if given.report else ""))
    elif given.report:
        write_report(given.report, job, rows_merged, rows_left)
    if not given.quiet:
        files = sum(totals[kind] for kind in KINDS)
        counts = [counted(files, "file"),
                  *(f"{totals[kind]} {kind}" for kind in ["changed", "unchanged", "skipped", "failed"]),
                  counted(totals["links"], "link")]
        tell(", ".join([*counts, f"{seconds:.1f} s"]), "")
    return status


def counted(number, what):
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def tell(what, where="absolve-dask: "):
    print(where + what, file=sys.stderr, flush=True)


def main(words):
    signals = [signal.SIGHUP, signal.SIGINT, signal.SIGTERM]

    def stop(number, _):
        for one in signals:
            signal.signal(one, signal.SIG_IGN)  # a second signal does not speed it up
        raise Stopped(number)

    for number in signals:
        if signal.getsignal(number) is not signal.SIG_IGN:  # nohup and the like
            signal.signal(number, stop)
    sys.stderr.reconfigure(errors="backslashreplace")
    try:
        if {"-h", "--help"} & set(words):
            print(HELP, end="")
            return 0
        given, words = parse(words)
        return run(given, words)
    except Stopped as stopped:
        return 128 + stopped.args[0]
    except ModuleNotFoundError as error:
        tell(f"Python's module {error.name} is missing (Debian: python3-distributed)")
    except RunError as error:
        tell(str(error))
    except OSError as error:
        tell(f"{os.fsdecode(error.filename)}: {error.strerror}" if error.filename else str(error))
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
