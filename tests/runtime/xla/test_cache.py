"""Compiled programs are kept for later processes, and used only if they are as they were written, in a folder of one's own."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from penstock.runtime.xla import cache as compile_cache
from tests.subprocesses import ROOT

PROGRAM = """
import jax
import numpy as np
import penstock as tf
from penstock.runtime.xla import cache as compile_cache
compile_cache.MIN_SECONDS = 0.0
found = []
get = compile_cache.Programs.get
compile_cache.Programs.get = lambda self, key: (lambda value: (found.append(value is not None), value)[1])(get(self, key))
x = tf.placeholder(tf.float32, [400, 400])
y = x
for _ in range(3):
    y = tf.matmul(tf.sin(y), y)
print(float(tf.Session().run(tf.reduce_sum(y), {x: np.eye(400)})), any(found))
"""


def run(cache, **more):
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PENSTOCK_CACHE": str(cache), "PENSTOCK_TIER": "compile", **more}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=env, capture_output=True, text=True, check=True)
    value, found = done.stdout.split()
    return float(value), found == "True", done.stderr


def test_a_program_is_found_again_unless_it_is_damaged_or_others_may_write_there(tmp_path):
    value, found, _ = run(tmp_path)
    files = list((tmp_path / "xla").iterdir())
    assert not found and files and all(path.suffix == ".program" for path in files)
    assert run(tmp_path)[:2] == (value, True)
    for path in files:
        data = bytearray(path.read_bytes())
        data[-10] ^= 1
        path.write_bytes(data)
    assert run(tmp_path)[:2] == (value, False)
    (tmp_path / "xla").chmod(0o777)
    again, found, told = run(tmp_path)
    assert (again, found) == (value, False)
    assert told.count("others may write to it") == 1


def test_what_was_cut_off_is_removed(tmp_path):
    programs = compile_cache.Programs(tmp_path)
    assert programs.get("a") is None
    programs.put("a", b"machine code")
    assert programs.get("a") == b"machine code"
    (path,) = tmp_path.iterdir()
    for length in (0, 5, len(path.read_bytes()) - 1):
        path.write_bytes(path.read_bytes()[:length])
        assert programs.get("a") is None and not path.exists()
        programs.put("a", b"machine code")


def test_old_programs_go_when_there_are_too_many(tmp_path, monkeypatch):
    monkeypatch.setattr(compile_cache, "MAX_BYTES", 1000)
    monkeypatch.setattr(compile_cache, "_CLEAN_AFTER", 0)
    programs = compile_cache.Programs(tmp_path)
    for number in range(8):
        programs.put(str(number), b"x" * 300)
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 1000
    assert programs.get("7") is not None


@pytest.mark.parametrize("given", ["0", None])
def test_no_cache_if_the_user_wants_none(tmp_path, given):
    more = {"PENSTOCK_CACHE": "0"} if given == "0" else {"JAX_COMPILATION_CACHE_DIR": str(tmp_path / "own")}
    run(tmp_path / "cache", **more)
    assert not list(tmp_path.rglob("*.program"))
