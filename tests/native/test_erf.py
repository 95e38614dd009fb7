"""The error function in C: as exact as float32 allows, everywhere."""

import math

import numpy as np
import pytest

from penstock import native
from penstock.ops.backend import native_calls


def _erf(x):
    if native.wait() is None:
        pytest.skip("no kernels in C")
    made = np.empty_like(x)
    native_calls.call("erf", x, x.size, made)
    return made


def test_it_is_exact_to_less_than_two_units_in_the_last_place():
    x = np.concatenate([np.linspace(-5, 5, 40001), np.logspace(-37, 0.7, 5000)]).astype(np.float32)
    exact = np.array([math.erf(v) for v in x.tolist()])
    units = np.abs(_erf(x) - exact) / np.spacing(np.abs(exact).astype(np.float32))
    assert units.max() < 2


def test_what_is_no_number_infinite_or_zero_is_as_in_python():
    x = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -1.0, 3.4e38, 4.0, 1e-40] * 3, np.float32)
    made = _erf(x)
    np.testing.assert_allclose(made, [math.erf(v) for v in x.tolist()], rtol=3e-7, atol=1e-43)
    assert np.signbit(made[4]) and not np.signbit(made[3])


def test_parts_of_a_large_array_are_all_there():
    x = np.random.RandomState(0).randn(20011).astype(np.float32)
    np.testing.assert_array_equal(_erf(x)[-11:], _erf(x[-11:].copy()))
