"""The wheel of the Python package: what CMake builds (cmake/Wheel.cmake), the program with it.

pip install --no-build-isolation .    needs CMake, ninja or make, and the packages that `sh cmake/debian packages` installs
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).parent.resolve()
VERSION = re.search(r"project\(absolve VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]


def soname(library):
    """The name by which the loader asks for a library."""
    told = subprocess.run(["objdump", "-p", library], check=True, capture_output=True, text=True).stdout
    return re.search(r"SONAME\s+(\S+)", told)[1]


def glibc_needed(files):
    """The version of glibc that files need, as in the tags of wheels: 2_36. "": they need another C library."""
    told = subprocess.run(["objdump", "-T", *files], check=True, capture_output=True, text=True).stdout
    versions = re.findall(r"GLIBC_(\d+)\.(\d+)", told)
    return "_".join(max(versions, key=lambda one: tuple(map(int, one)), default=()))


def what_is_missing(told, said):
    """Why CMake has failed, in a line, with the command that installs what is needed. `told`: its output, `said`: its errors."""
    package = re.search(r"ackage '([^']+)'.* found", told)
    failed = re.search(r"CMake Error at [^\n]*\n\s*(.*?)\n(?:Call Stack|\n\n)", said, re.S)
    why = f"{package[1]} was not found" if package else " ".join(failed[1].split()) if failed else said.strip()
    to_build = re.search(r'^to_build="([^"]*)"', (ROOT / "cmake/debian").read_text(), re.M)[1]
    return (
        f"absolve can't be built: {why}; on Debian: "
        f"apt-get install {' '.join(to_build.split())} pybind11-dev python3-dev"
    )


class Build(build_ext):
    def run(self):
        build = pathlib.Path(self.build_temp).resolve()
        package = pathlib.Path(self.get_ext_fullpath("absolve._absolve")).parent.resolve()
        package.mkdir(parents=True, exist_ok=True)
        configure = ["cmake", "-S", ROOT, "-B", build, f"-DPython_EXECUTABLE={sys.executable}"]
        configure += [f"-DCMAKE_PROJECT_absolve_INCLUDE={ROOT}/cmake/Wheel.cmake"]
        configure += ["-G", "Ninja"] if shutil.which("ninja") else []
        configured = subprocess.run(configure, capture_output=True, text=True)
        if configured.returncode != 0:
            sys.exit(what_is_missing(configured.stdout, configured.stderr))
        targets = ["--target", "absolve_python", "absolve_cli", "--parallel", str(os.cpu_count())]
        subprocess.run(["cmake", "--build", build, *targets], check=True)
        [module] = (build / "python/absolve").glob("_absolve.*.so")
        beside = re.findall(r"(?m)^(?:pkgcfg_lib_RE2_re2|Mimetic_LIBRARY):\w+=(.*)", (build / "CMakeCache.txt").read_text())
        files = {module.name: module, "absolve": build / "absolve"}
        files |= {soname(library): pathlib.Path(library).resolve() for library in beside}
        for name, path in files.items():
            shutil.copy(path, package / name)
            subprocess.run(["strip", "--strip-unneeded", package / name], check=True)
        wheel = self.distribution.get_command_obj("bdist_wheel", create=False)
        glibc = glibc_needed(files.values())
        if wheel and glibc and not wheel.plat_name_supplied:
            wheel.plat_name, wheel.plat_name_supplied = f"manylinux_{glibc}_{os.uname().machine}", True


setup(
    version=VERSION,
    packages=["absolve"],
    package_dir={"": "src/python"},
    package_data={"absolve": ["*.pyi", "py.typed"]},
    ext_modules=[Extension("absolve._absolve", [])],
    cmdclass={"build_ext": Build},
)
