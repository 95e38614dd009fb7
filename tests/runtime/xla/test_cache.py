"""Compiled programs are kept for later processes, and used only if they are as they were written, in a folder of one's own."""

from __future__ import annotations

import os
import subprocess
import sys

from penstock.runtime.xla import cache as compile_cache
from tests.subprocesses import ROOT

PROGRAM = """
import sys
import numpy as np
import penstock as tf
from penstock.ops.backend import start_jax
from penstock.runtime.xla import cache as compile_cache
start_jax.load()
from penstock.runtime.xla import compile as compiler
compiler.MIN_SECONDS = 0.0
found = []
get = compile_cache.Programs.get
compile_cache.Programs.get = lambda self, key: (lambda value: (found.append(value is not None), value)[1])(get(self, key))
x = tf.placeholder(tf.float32, [400, 400])
y = x
for _ in range(3):
    y = tf.matmul(tf.sin(y), y)
value = float(tf.Session().run(tf.reduce_sum(y), {x: np.eye(400)}))
print(value, any(found), "penstock.runtime.xla.trace" in sys.modules)
"""


def run(cache, **more):
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PENSTOCK_CACHE": str(cache), "PENSTOCK_TIER": "compile", **more}
    env["PENSTOCK_NATIVE"] = "0"  # they would be built anew, in this cache
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=env, capture_output=True, text=True, check=True)
    value, found, traced = done.stdout.split()
    assert found != traced  # what was found is not traced again
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


def test_no_cache_if_the_user_wants_none(tmp_path):
    run(tmp_path / "cache", PENSTOCK_CACHE="0")
    assert not list(tmp_path.rglob("*.program"))


def test_another_setting_or_version_makes_another_key(monkeypatch):
    first = compile_cache.key_of(b"a")
    assert first == compile_cache.key_of(b"a") != compile_cache.key_of(b"b")
    monkeypatch.setenv("PENSTOCK_PASSES", "-fusion")
    assert compile_cache.key_of(b"a") != first
    monkeypatch.delenv("PENSTOCK_PASSES")
    compile_cache._versions.cache_clear()
    monkeypatch.setattr(compile_cache.importlib.metadata, "version", lambda name: "0.0.1")
    other = compile_cache.key_of(b"a")
    compile_cache._versions.cache_clear()
    assert other != first


def test_a_refusal_is_kept_too(tmp_path):
    code = """if True:
        import sys
        import numpy as np
        import penstock as tf
        x = tf.placeholder(tf.float32, [3])
        n = tf.cast(tf.reduce_sum(x), tf.int32)
        y = tf.reduce_sum(tf.ones([n + 1, 2]) * 3.0)
        print(tf.Session().run(y, {x: [1.0, 2.0, 3.0]}), "penstock.runtime.xla.trace" in sys.modules)
    """
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PENSTOCK_CACHE": str(tmp_path), "PENSTOCK_TIER": "compile"}
    env["PENSTOCK_NATIVE"] = "0"
    first, second = (
        subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True).stdout.split()
        for _ in range(2)
    )
    assert first == ["42.0", "True"] and second[0] == "42.0"
    assert any(b"penstock refusal" in path.read_bytes() for path in (tmp_path / "xla").iterdir())
