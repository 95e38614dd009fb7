"""Programs in C++: compiled with Penstock's headers, or with those of TensorFlow 2.15 as their judge."""

import os
import pathlib
import shutil
import subprocess

SOURCES = pathlib.Path(__file__).parent / "sources"


def compiled(name, folder, flags, standard="c++11", warnings=True):
    """Compiles one of the sources; returns the program's path."""
    compiler = shutil.which(os.environ.get("CXX", "g++"))
    target = pathlib.Path(folder) / name
    command = [
        compiler,
        f"-std={standard}",
        "-Wall" if warnings else "-w",
        str(SOURCES / f"{name}.cc"),
        "-o",
        str(target),
    ]
    done = subprocess.run([*command, *flags], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert not warnings or "warning" not in done.stderr, done.stderr
    return str(target)


def printed(program, *arguments):
    """What a program prints."""
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "2"}
    done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=120, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()
