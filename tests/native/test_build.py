"""Without the kernels in C everything works; with them, they come from a folder that is the user's own."""

import os
import subprocess
import sys

import pytest

PROGRAM = """
import numpy as np
import penstock as tf
from penstock import native
x = tf.constant(np.arange(72, dtype=np.float32).reshape(1, 6, 6, 2))
y = tf.nn.conv2d(x, tf.ones([3, 3, 2, 8]), [1, 1, 1, 1], "SAME")
print(native.wait() is not None, tf.Session().run(y)[0, 2, 3, 1])
"""


def run(**environment):
    kept = {k: v for k, v in os.environ.items() if k not in ("PENSTOCK_NATIVE", "PENSTOCK_CACHE", "CC")}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env={**kept, **environment}, capture_output=True, text=True, check=True
    )
    return done.stdout.split()


def test_switched_off(tmp_path):
    assert run(PENSTOCK_NATIVE="0", PENSTOCK_CACHE=str(tmp_path)) == ["False", "549.0"]
    assert not (tmp_path / "native").exists()


def test_a_compiler_that_fails_or_is_not_there(tmp_path):
    for compiler in ("false", str(tmp_path / "nothing")):
        path = os.environ["PATH"] if compiler == "false" else str(tmp_path)
        assert run(CC=compiler, PATH=path, PENSTOCK_CACHE=str(tmp_path / "cache")) == ["False", "549.0"]
    assert list((tmp_path / "cache").rglob("*.so")) == []


@pytest.mark.skipif(subprocess.run(["sh", "-c", "command -v cc"], capture_output=True).returncode != 0, reason="no cc")
def test_it_is_compiled_once_and_only_into_a_folder_of_ones_own(tmp_path):
    assert run(PENSTOCK_CACHE=str(tmp_path)) == ["True", "549.0"]
    (made,) = (tmp_path / "native").iterdir()
    before = made.stat().st_mtime_ns
    assert run(PENSTOCK_CACHE=str(tmp_path)) == ["True", "549.0"]
    assert made.stat().st_mtime_ns == before
    (tmp_path / "native").chmod(0o777)
    assert run(PENSTOCK_CACHE=str(tmp_path)) == ["False", "549.0"]
