"""What pip makes of the repository, offline, in an environment of its own: the module, its stub, the program."""

import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from support import TESTDATA, main

MISSING = [name for name in ("ensurepip", "setuptools", "wheel") if importlib.util.find_spec(name) is None]
SCRIPT = """
import absolve, importlib.metadata, os, platform, subprocess, sys
assert absolve.__file__.startswith(sys.prefix), absolve.__file__
assert absolve.rewrite("<a href=x>", "http://a/") == "<a href=http://a/x>"
assert absolve.rewrite("<a href=x>", "http://a/", skip="x") == "<a href=x>"
assert absolve.rewrite("Content-Base: http://a/\\nContent-Type: text/html\\n\\n<a href=x>").endswith("http://a/x>")
folder = os.path.dirname(absolve.__file__)
assert {"__init__.pyi", "py.typed", "absolve"} <= set(os.listdir(folder)), os.listdir(folder)
for program in ([sys.executable, "-m", "absolve"], [os.path.join(sys.prefix, "bin/absolve")]):
    told = subprocess.run([*program, "-u", "http://a/"], input=b"<a href=x>", capture_output=True, check=True).stdout
    assert told == b"<a href=http://a/x>", told
    assert subprocess.run([*program, "--no-such-option"], capture_output=True).returncode == 2
for name in ("absolve", absolve._absolve.__file__):
    told = subprocess.run(["ldd", os.path.join(folder, name)], capture_output=True, check=True, text=True).stdout
    for library in (line.split()[0] for line in told.splitlines() if "=>" in line and folder not in line):
        assert library.startswith(("libc.", "libm.", "libstdc++.", "libgcc_s.")), library
tag = "manylinux_2_" if platform.libc_ver()[0] == "glibc" else "linux_"
assert tag in importlib.metadata.distribution("absolve").read_text("WHEEL")
print("done")
"""


class Wheel(unittest.TestCase):
    def test_what_is_missing_is_one_line_with_a_command(self):
        """setup.py builds when it is read, so its function is cut out."""
        text = (TESTDATA.parent / "setup.py").read_text()
        names = {"re": re, "ROOT": TESTDATA.parent}
        exec(text[text.index("def what_is_missing") : text.index("class Build")], names)
        said = "CMake Error at cmake/Dependencies.cmake:3 (message):\n  mimetic is missing\nCall Stack (most recent call first):\n"
        for output, why in (("", "mimetic is missing"), ("--   Package 're2', required by 'virtual:world', not found\n", "re2 was not found")):
            told = names["what_is_missing"](output, said)
            self.assertRegex(told, f"^absolve can't be built: {why}; on Debian: apt-get install [^\n]* libmimetic-dev [^\n]*$")

    @unittest.skipIf(MISSING, f"not here: {', '.join(MISSING)}")
    def test_pip_installs_it(self):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place)
            source = TESTDATA.parent
            for name in ("CMakeLists.txt", "LICENSE", "pyproject.toml", "setup.py", "cmake", "data", "doc", "include", "src"):
                copy = shutil.copytree if (source / name).is_dir() else shutil.copy
                copy(source / name, folder / name)
            subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", folder / "env"], check=True)
            python = folder / "env/bin/python"
            pip = [python, "-m", "pip", "install", "--no-build-isolation", "--no-index", "--quiet", folder]
            subprocess.run(pip, check=True, env=environment)
            told = subprocess.run([python, "-c", SCRIPT], check=True, env=environment, cwd="/", stdout=subprocess.PIPE)
            self.assertEqual(told.stdout, b"done\n")


if __name__ == "__main__":
    main()
