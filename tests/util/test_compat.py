"""tf.compat's conversions and dates."""

import pathlib

import numpy as np
import pytest

from penstock.util import compat


def test_text_and_bytes_are_converted_into_each_other():
    assert (
        compat.as_bytes("é") == b"\xc3\xa9"
        and compat.as_bytes(b"a") == b"a"
        and compat.as_bytes(bytearray(b"a")) == b"a"
    )
    assert compat.as_text(b"\xc3\xa9") == compat.as_str("é") == "é"
    assert compat.as_bytes("é", "latin-1") == b"\xe9"
    assert (compat.as_str_any(b"x"), compat.as_str_any(3)) == ("x", "3")
    for f in (compat.as_bytes, compat.as_text):
        with pytest.raises(TypeError, match="Expected binary or unicode string, got 3"):
            f(3)


def test_paths_become_text():
    assert compat.path_to_str(pathlib.PurePosixPath("a/./b")) == "a/b" and compat.path_to_str("a/./b") == "a/./b"


def test_type_groups_hold_numpys_scalars():
    assert isinstance(np.int8(1), compat.integral_types) and not isinstance(1.0, compat.integral_types)
    assert isinstance(np.float16(1), compat.real_types) and isinstance(np.complex64(1), compat.complex_types)
    assert isinstance("a", compat.bytes_or_text_types) and isinstance(b"a", compat.bytes_or_text_types)


def test_the_forward_compatibility_horizon_can_be_moved(monkeypatch):
    assert compat.forward_compatible(2019, 1, 1) and not compat.forward_compatible(2020, 1, 1)
    with compat.forward_compatibility_horizon(2021, 1, 2):
        assert compat.forward_compatible(2021, 1, 1) and not compat.forward_compatible(2021, 1, 2)
    assert not compat.forward_compatible(2020, 1, 1)
    monkeypatch.setenv("TF_FORWARD_COMPATIBILITY_DELTA_DAYS", "365")
    assert compat.forward_compatible(2020, 1, 1)
