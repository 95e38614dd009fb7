"""The containers of the headers, beside those of the standard library."""

import shutil

import pytest

import penstock as tf
from tests.cpp import build

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="no C++ compiler")


@pytest.mark.parametrize("standard", ["c++11", "c++20"])
def test_vectors_hold_what_std_vector_holds_and_callbacks_are_called_once(tmp_path, standard):
    flags = ["-I", tf.sysconfig.get_include(), "-Wextra", "-fsanitize=address,undefined", "-fno-sanitize-recover"]
    same, called = build.printed(build.compiled("containers", tmp_path, flags, standard))
    assert same.split() == ["-1"] * 20  # the step at which they differ: none
    assert called == "1 0 first third 1 0"
