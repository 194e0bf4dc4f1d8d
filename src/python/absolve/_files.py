"""New files, which take the place of old ones when they are complete."""

import contextlib
import os
import stat
import tempfile


@contextlib.contextmanager
def beside(path):
    """A new file in the folder of `path`, which it replaces at the end, unless there is an exception. A device, a pipe
    or the like is written to directly."""
    if _is_no_file(path):
        with open(path, "wb") as file:
            yield file
        return
    given, path = path, os.path.realpath(os.fspath(path))
    try:
        descriptor, name = tempfile.mkstemp(prefix=".absolve-new-", dir=os.path.dirname(path))
    except OSError as error:
        error.filename = os.fspath(given)  # not that of the new file
        raise
    try:
        with open(descriptor, "wb") as file:
            yield file
            os.chmod(file.fileno(), _mode_of(path))
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)
        raise


def _is_no_file(path):
    try:
        return not stat.S_ISREG(os.stat(path).st_mode)
    except FileNotFoundError:
        return False


def _mode_of(path):
    """That of the file that is there; if there is none, that of a new file."""
    try:
        return stat.S_IMODE(os.stat(path).st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
