"""`built(name)`: the library of one of the sources here, compiled once with the command that the how-to prints."""

import os
import pathlib
import shutil
import subprocess

import pytest

import penstock as tf

SOURCES = pathlib.Path(__file__).parent / "sources"


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    compiler = shutil.which(os.environ.get("CXX", "g++"))
    if compiler is None:
        pytest.skip("no C++ compiler")
    folder = tmp_path_factory.mktemp("libraries")

    def build(name, *flags):
        target = folder / f"{name}.so"
        if not target.exists():
            source = SOURCES / f"{name}.cc"
            command = [compiler, "-std=c++11", "-shared", str(source), "-o", str(target), "-fPIC"]
            command += ["-I", tf.sysconfig.get_include(), *flags]
            done = subprocess.run(command, capture_output=True, text=True, timeout=300)
            assert done.returncode == 0, done.stderr
            assert "warning" not in done.stderr, done.stderr
        return str(target)

    return build


@pytest.fixture(params=["interpret", "compile"])
def tier(request, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", request.param)
    return request.param
