"""The functions that the compiled tier computes in a form of its own for large arrays: as exact as NumPy's, at all angles
and for all special values.
"""

from __future__ import annotations

import numpy as np
import pytest

import penstock as tf
from penstock.ops.backend import native_calls

N = 1 << 12  # large enough for the fast forms
# Nothing here or in the quotients is smaller than the normal numbers, which XLA (and TensorFlow) take for zeros.
SPECIAL = np.array([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 1e-30, 3e30], np.float32)


@pytest.fixture
def compiled():
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.global_jit_level = 1
    with tf.Graph().as_default(), tf.Session(config=config) as session:
        yield session


def run(session, function, *arrays):
    inputs = [tf.placeholder(tf.float32, a.shape) for a in arrays]
    return session.run(function(*inputs), dict(zip(inputs, arrays, strict=True)))


def steps_apart(found, exact):
    """The largest difference, in units of the last place of the exact result."""
    return np.max(np.abs(found - exact) / np.spacing(np.abs(exact).astype(np.float32)))


ANGLES = {
    "small": np.linspace(-8, 8, N).astype(np.float32),
    "of many turns": np.linspace(-8000, 8000, N).astype(np.float32),
    "near multiples of pi": (np.arange(N, dtype=np.float64) * np.pi / 2).astype(np.float32),
    "large": np.linspace(-1e30, 1e30, N).astype(np.float32),
}


@pytest.mark.parametrize("angles", ANGLES)
@pytest.mark.parametrize("function, exact", [(tf.sin, np.sin), (tf.cos, np.cos)])
def test_sine_and_cosine_of_all_angles(compiled, function, exact, angles):
    x = ANGLES[angles]
    expected = exact(x.astype(np.float64))
    np.testing.assert_allclose(run(compiled, function, x), expected, rtol=3e-7, atol=1e-8)


@pytest.mark.parametrize("function, exact", [(tf.sin, np.sin), (tf.cos, np.cos)])
def test_one_infinite_angle_does_not_harm_the_others(compiled, function, exact):
    x = np.linspace(-8, 8, N).astype(np.float32)
    x[:3] = np.inf, -np.inf, np.nan
    found = run(compiled, function, x)
    assert np.isnan(found[:3]).all()
    np.testing.assert_allclose(found[3:], exact(x[3:].astype(np.float64)), rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("angles", ANGLES)
def test_tangents_of_all_angles(compiled, angles):
    x = ANGLES[angles]
    assert steps_apart(run(compiled, tf.tan, x), np.tan(x.astype(np.float64))) < 4


def test_tangents_near_their_ends_lose_nothing(compiled):
    # The floats around odd multiples of pi / 2, where the tangent is as large as it gets.
    ends = ((2 * np.arange(N // 4) - N // 4 + 1) * np.pi / 2).astype(np.float32)
    ends = ends[np.abs(ends) < 8191]
    x = np.concatenate([ends, np.nextafter(ends, np.float32(np.inf)), np.nextafter(ends, np.float32(-np.inf))])
    assert x.size >= 1 << 10 and steps_apart(run(compiled, tf.tan, x), np.tan(x.astype(np.float64))) < 4


def test_one_infinite_angle_leaves_the_other_tangents(compiled):
    x = np.linspace(-8, 8, N).astype(np.float32)
    x[:3] = np.inf, -np.inf, np.nan
    found = run(compiled, tf.tan, x)
    assert np.isnan(found[:3]).all()
    assert steps_apart(found[3:], np.tan(x[3:].astype(np.float64))) < 4


def some_numbers(scale):
    random = np.random.RandomState(0)
    x, y = random.randn(2, N).astype(np.float32)
    x[:40] = np.repeat(np.float32([-0.0, 0.0, 7.5, -7.5]), 10)  # what is divided without a rest, as well
    y[:40] = np.tile(np.float32([2.5, -2.5, np.inf, -np.inf, 0.1]), 8)
    return x * np.float32(scale), y


@pytest.mark.parametrize("scale", [1, 1000, 1e6, 1e25])
def test_remainders_are_exact(compiled, scale):
    x, y = some_numbers(scale)
    found = run(compiled, tf.truncatemod, x, y)
    np.testing.assert_array_equal(found, np.fmod(x, y))
    np.testing.assert_array_equal(np.signbit(found), np.signbit(x))
    np.testing.assert_array_equal(run(compiled, tf.floormod, x, y), x % y)


def test_remainders_of_special_values_and_by_one_number(compiled):
    x, y = (np.resize(a, N) for a in (g.ravel() for g in np.meshgrid(SPECIAL, SPECIAL)))
    with np.errstate(invalid="ignore"):
        truncated, floored = np.fmod(x, y), x % y
    np.testing.assert_array_equal(run(compiled, tf.truncatemod, x, y), truncated)
    np.testing.assert_array_equal(run(compiled, tf.floormod, x, y), floored)
    x = np.linspace(-100, 100, N).astype(np.float32)
    np.testing.assert_array_equal(run(compiled, tf.floormod, x, np.float32([0.3])), x % np.float32(0.3))


def test_arctangents_are_within_three_steps_of_the_exact_ones(compiled):
    random = np.random.RandomState(0)
    y, x = (random.randn(2, N) * 10.0 ** random.randint(-6, 6, (2, N))).astype(np.float32)
    assert steps_apart(run(compiled, tf.atan2, y, x), np.arctan2(y.astype(np.float64), x)) < 3
    assert steps_apart(run(compiled, tf.atan, y), np.arctan(y.astype(np.float64))) < 3


def test_arctangents_of_special_values_are_numpys_with_their_signs(compiled):
    y, x = (np.resize(a, N) for a in (g.ravel() for g in np.meshgrid(SPECIAL, SPECIAL)))
    normal = ~((np.abs(x) > 1e29) & (np.abs(y) < 1e-29) & (y != 0))
    for found, exact in (
        (run(compiled, tf.atan2, y, x), np.arctan2(y, x)),
        (run(compiled, tf.atan, y), np.arctan(y)),
    ):
        np.testing.assert_allclose(found[normal], exact[normal], rtol=3e-7)
        known = normal & ~np.isnan(exact)
        np.testing.assert_array_equal(np.signbit(found[known]), np.signbit(exact[known]))


def test_reciprocal_roots(compiled):
    x = np.resize(np.append(SPECIAL, [2.0, 7e20]), N).astype(np.float32)
    with np.errstate(all="ignore"):
        exact = 1 / np.sqrt(x.astype(np.float64))
    np.testing.assert_allclose(run(compiled, tf.rsqrt, x), exact, rtol=2e-7)


@pytest.mark.parametrize("axis", [0, 1, -1])
@pytest.mark.parametrize("function, exact", [(tf.argmax, np.argmax), (tf.argmin, np.argmin)])
def test_the_first_of_equal_extremes_is_found_and_nan_is_passed_over(compiled, function, exact, axis):
    x = np.random.RandomState(0).randint(0, 9, (64, 80)).astype(np.float32)
    np.testing.assert_array_equal(run(compiled, lambda t: function(t, axis), x), exact(x, axis))
    holes = x.copy()
    holes[3, 5] = holes[7, 7] = np.nan
    holes[:, 9] = np.inf
    filled = np.where(np.isnan(holes), -np.inf if exact is np.argmax else np.inf, holes)
    np.testing.assert_array_equal(run(compiled, lambda t: function(t, axis), holes), exact(filled, axis))


def test_the_product_of_all_elements(compiled):
    x = (1 + np.random.RandomState(0).randn(50, 82) / 100).astype(np.float32)
    exact = np.prod(x.astype(np.float64))
    np.testing.assert_allclose(run(compiled, tf.reduce_prod, x), exact, rtol=1e-5)
    assert run(compiled, lambda t: tf.reduce_prod(t, [0]), x[:, :1].copy()).shape == (1,)
    assert run(compiled, lambda t: tf.reduce_prod(t, keepdims=True), x).shape == (1, 1)


@pytest.mark.parametrize("function", [tf.sin, tf.tan])
@pytest.mark.parametrize("kernel", [True, False])
def test_the_sign_of_a_zero_angle_is_kept(compiled, monkeypatch, function, kernel):
    if not kernel:
        monkeypatch.setattr(native_calls, "ready", lambda xp: False)
    x = np.resize(np.float32([-0.0, 0.0, 1.0]), N)
    found = run(compiled, function, x)
    np.testing.assert_array_equal(np.signbit(found), np.signbit(x))


@pytest.mark.parametrize("function, exact", [(tf.sin, np.sin), (tf.cos, np.cos), (tf.tan, np.tan)])
def test_angles_without_a_kernel_in_c(compiled, monkeypatch, function, exact):
    monkeypatch.setattr(native_calls, "ready", lambda xp: False)
    x = ANGLES["small"]
    np.testing.assert_allclose(run(compiled, function, x), exact(x.astype(np.float64)), rtol=1e-6, atol=1e-7)
