"""The command `penstock-config`: flags with which programs in C++ are compiled and linked.

g++ program.cc $(penstock-config --cflags --libs) -o program
"""

from __future__ import annotations

import argparse
import os
import sys
import sysconfig
from collections.abc import Sequence

import penstock
from penstock.platform import sysconfig as headers


def encoded(path: str) -> str:
    """A path as one word that neither shells nor preprocessors change; `include/penstock/python.h` reads it."""
    data = os.fsencode(path)
    return "P" + "".join(chr(c) if chr(c).isascii() and chr(c).isalnum() else f"_{c:02x}" for c in data)


def cflags() -> list[str]:
    """What the compiler needs: the headers, Eigen if it is where Debian puts it, and which Python has Penstock."""
    flags = [f"-I{headers.get_include()}"]
    if os.path.isdir("/usr/include/eigen3"):
        flags.append("-isystem/usr/include/eigen3")
    return [*flags, f"-DPENSTOCK_PYTHON={encoded(sys.executable)}", "-pthread"]


def libs() -> list[str]:
    """What the linker needs. Python's library is not among it: the program opens it when it runs."""
    return ["-ldl", "-pthread"]


def cmake_dir() -> str:
    """The folder of PenstockConfig.cmake."""
    return os.path.join(headers.get_include(), "cmake")


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints what was asked for on one line."""
    parser = argparse.ArgumentParser(prog="penstock-config", description="Flags for programs in C++ that use Penstock.")
    parser.add_argument("--cflags", action="store_true", help="flags for the compiler")
    parser.add_argument("--libs", action="store_true", help="flags for the linker")
    parser.add_argument("--cmake-dir", action="store_true", help="the folder of PenstockConfig.cmake")
    parser.add_argument("--python", action="store_true", help="the Python that programs will load")
    parser.add_argument("--version", action="store_true", help="the version of Penstock")
    options = parser.parse_args(arguments)
    words: list[str] = []
    words += [penstock.__version__] if options.version else []
    words += [sys.executable] if options.python else []
    words += [cmake_dir()] if options.cmake_dir else []
    words += cflags() if options.cflags else []
    words += libs() if options.libs else []
    if not words:
        parser.print_help()
        return 2
    if (options.cflags or options.libs) and not sysconfig.get_config_var("Py_ENABLE_SHARED"):
        print(
            f"{sys.executable} has no shared library (libpython), which a program in C++ needs to run", file=sys.stderr
        )
    print(" ".join(words))
    return 0


if __name__ == "__main__":
    sys.exit(main())
