"""Where the kernels in C come from: the installed library, the cache, the user's compiler; without them everything works."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time

import pytest

from penstock import native
from penstock.native import build
from tests.subprocesses import ROOT

has_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="no cc")
PROGRAM = """
import numpy as np
import penstock as tf
from penstock import native
{before}
x = tf.constant(np.arange(72, dtype=np.float32).reshape(1, 6, 6, 2))
y = tf.nn.conv2d(x, tf.ones([3, 3, 2, 8]), [1, 1, 1, 1], "SAME")
print(native.wait() is not None, tf.Session().run(y)[0, 2, 3, 1])
"""
# As in a working tree whose sources are newer than what is installed.
NOT_INSTALLED = "import pathlib; native._INSTALLED = pathlib.Path('/nowhere')"
# In place of a C compiler: it copies what the real one made of the same file before, or says no.
RECORDED = """#!/bin/sh
for last; do :; done
echo "$@" >> {folder}/calls
exec {compiler} -O0 "$@" -O0
"""


@has_compiler
def test_where_there_is_a_compiler_the_kernels_are_built_and_loaded():
    """The other tests of kernels are skipped without them, so this one must fail."""

    assert native.wait() is not None


def run(before="", **environment):
    kept = {k: v for k, v in os.environ.items() if k not in ("PENSTOCK_NATIVE", "PENSTOCK_CACHE", "CC", "PENSTOCK_ISA")}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(before=before)],
        env={**kept, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


@pytest.fixture
def compiler(tmp_path):
    """A compiler that is quick, and notes how it is called."""
    script = tmp_path / "quick-cc"
    script.write_text(RECORDED.format(folder=tmp_path, compiler=shutil.which("cc")))
    script.chmod(0o755)
    return script


def test_switched_off(tmp_path):
    assert run(PENSTOCK_NATIVE="0", PENSTOCK_CACHE=str(tmp_path)) == ["False", "549.0"]
    assert not (tmp_path / "native").exists()


def test_a_compiler_that_fails_or_is_not_there(tmp_path):
    for compiler in ("false", str(tmp_path / "nothing")):
        path = os.environ["PATH"] if compiler == "false" else str(tmp_path)
        found = run(NOT_INSTALLED, CC=compiler, PATH=path, PENSTOCK_CACHE=str(tmp_path / "cache"))
        assert found == ["False", "549.0"]
    assert list((tmp_path / "cache").rglob("*.so")) == []


@has_compiler
def test_a_library_is_compiled_once_and_a_damaged_one_again(tmp_path, compiler):
    cache = tmp_path / "cache"
    assert run(NOT_INSTALLED, CC=str(compiler), PENSTOCK_CACHE=str(cache)) == ["True", "549.0"]
    (made,) = (cache / "native").glob("kernels-*.so")
    assert not list((cache / "native").glob("objects-*")) and not list((cache / "native").glob(".*.new"))
    calls = len((tmp_path / "calls").read_text().splitlines())
    assert calls == len(build.sources()) + 1
    # Again, without a compiler.
    assert run(NOT_INSTALLED, CC="false", PENSTOCK_CACHE=str(cache)) == ["True", "549.0"]
    # Cut off, as by a full disk or a machine that went down: loading it would end the process with SIGBUS.
    whole = made.read_bytes()
    for damaged in (whole[: len(whole) // 2], whole[:5000] + b"\0" + whole[5001:], b""):
        made.write_bytes(damaged)
        assert run(NOT_INSTALLED, CC="false", PENSTOCK_CACHE=str(cache)) == ["False", "549.0"]
    assert run(NOT_INSTALLED, CC=str(compiler), PENSTOCK_CACHE=str(cache)) == ["True", "549.0"]
    (cache / "native").chmod(0o777)
    assert run(NOT_INSTALLED, CC="false", PENSTOCK_CACHE=str(cache)) == ["False", "549.0"]


@has_compiler
def test_a_build_that_was_killed_goes_on(tmp_path):
    level = native.level() or "baseline"
    work = tmp_path / "objects"
    count = 0

    class Killed(build.Compilers):
        def run(self, *command):
            nonlocal count
            count += 1
            if count > 20:
                raise build.Unbuildable("killed")
            super().run(*[part for part in command if part != "-O3"])

    with pytest.raises(build.Unbuildable, match="killed"):
        build.make(tmp_path / "k.so", level, work, Killed(), 2)
    done = {path.name: path.stat().st_mtime_ns for path in work.glob("*.o")}
    assert len(done) == 20 and not (tmp_path / "k.so").exists()
    count = -100
    build.make(tmp_path / "k.so", level, work, Killed(), 2)
    assert count == -100 + len(build.sources()) - 20 + 1
    assert done.items() <= {path.name: path.stat().st_mtime_ns for path in work.glob("*.o")}.items()
    assert build.is_intact(tmp_path / "k.so", build.identity(level))
    assert not build.is_intact(tmp_path / "k.so", "another")


@has_compiler
def test_compilers_can_be_stopped():
    compilers = build.Compilers()
    import threading

    ended = []

    def wait():
        try:
            compilers.run("sleep", "60")
        except build.Unbuildable as error:
            ended.append(str(error))

    thread = threading.Thread(target=wait)
    thread.start()
    while not compilers._running:
        time.sleep(0.01)
    compilers.stop()
    thread.join(10)
    assert ended and not compilers._running
    with pytest.raises(build.Unbuildable, match="stopped"):
        compilers.run("true")


def test_the_kind_of_processor_can_be_limited(monkeypatch):
    if not build.supported_levels():
        pytest.skip("a machine that the sources do not know")
    for level in build.supported_levels():
        monkeypatch.setenv("PENSTOCK_ISA", level)
        native.level.cache_clear()
        assert native.level() == level
    monkeypatch.setenv("PENSTOCK_ISA", "nonsense")
    native.level.cache_clear()
    assert native.level() == build.supported_levels()[-1]
    native.level.cache_clear()


def test_other_sources_or_flags_are_another_library(monkeypatch):
    if build.machine() != "x86_64":
        pytest.skip("there is one kind only")
    assert len({build.identity(level) for level in build.LEVELS["x86_64"]}) == 3
    before = build.identity("avx2")
    monkeypatch.setattr(build, "FLAGS", (*build.FLAGS, "-g"))
    assert build.identity("avx2") != before


def test_a_label_tells_what_a_library_is(tmp_path):
    build.install_library(tmp_path / "x.so", "this", lambda new: new.write_bytes(b"code"))
    label = json.loads((tmp_path / "x.so.json").read_text())
    assert (label["made_of"], label["size"]) == ("this", 4)
    assert build.is_intact(tmp_path / "x.so", "this")
    (tmp_path / "x.so.json").write_text("{")
    assert not build.is_intact(tmp_path / "x.so", "this")


def test_a_wheel_tells_the_glibc_that_its_kernels_ask_for(tmp_path):
    text = (ROOT / "setup.py").read_text()
    scope: dict = {}
    exec(
        "from __future__ import annotations\nimport pathlib, re\n"
        + text[text.index("def glibc_of") : text.index("class Wheel")],
        scope,
    )
    assert scope["glibc_of"](tmp_path) is None
    (tmp_path / "a.so").write_bytes(b"\0libc.so.6\0libm.so.6\0GLIBC_2.2.5\0GLIBC_2.17\0GLIBC_2.29\0")
    assert scope["glibc_of"](tmp_path) == 29
    (tmp_path / "b.so").write_bytes(b"\0libc.so.6\0libgomp.so.1\0GLIBC_2.17\0")
    assert scope["glibc_of"](tmp_path) is None
