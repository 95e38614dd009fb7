"""Programs in C++ print what they print with TensorFlow: those of the seeds, and one that goes through the API."""

import json
import pathlib
import shutil
import subprocess
import sys

import pytest

import penstock as tf
from penstock.cli import config
from penstock.tools import cpp_ops
from tests.cpp import build, files, record

RECORDED = json.loads(pathlib.Path(__file__).with_name("recorded.json").read_text())
pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="no C++ compiler")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("programs")
    files.make(str(made), tf)
    return made


def run(name, folder, *arguments, flags=("-DPENSTOCK_NO_EIGEN",)):
    program = build.compiled(name, folder, [*flags, *config.cflags(), *config.libs()])
    return build.printed(program, *arguments)


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_a_program_prints_what_it_prints_with_tensorflow(name, folder):
    assert run(name, folder, *(a.format(folder=folder) for a in record.RUNS[name])) == RECORDED[name]


def test_the_program_that_the_seed_prints_runs_as_it_is(folder):
    lines = run("label_image_2016", folder, f"--root_dir={folder}", "--graph=classes.pb")
    new = [line.split(" ", 1)[1] for line in RECORDED["label_image"]]
    assert [f"({line.replace(':', '):')}" for line in lines] == new


def test_the_headers_are_those_that_the_definitions_give():
    assert cpp_ops.main(["--check"]) == 0


def test_a_path_survives_the_shell_and_the_preprocessor():
    word = config.encoded("/opt/my python-3/linux/bin/python")
    assert word == "P_2fopt_2fmy_20python_2d3_2flinux_2fbin_2fpython"
    assert word.isidentifier()


def test_a_python_that_is_not_there_is_an_error_of_the_session(folder, monkeypatch):
    monkeypatch.setenv("PENSTOCK_PYTHON", "/nowhere/python")
    done = subprocess.run([str(folder / "api"), str(folder)], capture_output=True, text=True, timeout=60)
    assert done.returncode != 0
    assert "set PENSTOCK_PYTHON to the Python that has Penstock" in done.stderr


def test_cmake_finds_the_package(tmp_path):
    if shutil.which("cmake") is None:
        pytest.skip("no CMake")
    command = tmp_path / "penstock-config"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m penstock.cli.config "$@"\n')
    command.chmod(0o755)
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.19)\nproject(P CXX)\nfind_package(Penstock REQUIRED)\nadd_executable(p p.cc)\n"
        "target_link_libraries(p Penstock::Penstock)\n"
    )
    (tmp_path / "p.cc").write_text(
        '#include "penstock/python.h"\n#include <iostream>\nint main() { std::cout << penstock::PythonPath() << std::endl; }\n'
    )
    flags = [
        f"-DPenstock_DIR={config.cmake_dir()}",
        f"-DPENSTOCK_CONFIG={command}",
        "-DCMAKE_CXX_FLAGS=-DPENSTOCK_NO_EIGEN",
    ]
    for step in (["cmake", "-S", ".", "-B", "b", *flags], ["cmake", "--build", "b"]):
        done = subprocess.run(step, cwd=tmp_path, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stdout + done.stderr
    assert build.printed(str(tmp_path / "b" / "p")) == [sys.executable]


def test_a_program_may_end_while_xla_compiles(folder, monkeypatch, tmp_path):
    program = build.compiled("ends", folder, ["-DPENSTOCK_NO_EIGEN", *config.cflags(), *config.libs()])
    monkeypatch.setenv("PENSTOCK_CACHE", "0")
    monkeypatch.setenv("PENSTOCK_TIER", "")
    for what in ("deleted", "kept"):
        done = subprocess.run([program, what, str(folder)], capture_output=True, text=True, timeout=120)
        assert done.returncode == 3, done.stderr
        lines = done.stdout.splitlines()
        assert lines[0] == "6"
        assert what == "kept" or lines[1:] == ["the end"]
