"""Extremes, where they stand, and products in C: what XLA and NumPy find, for zeros of both signs, infinities and NaN, too."""

import jax
import numpy as np
import pytest

import penstock as tf
from penstock import native
from penstock.graph import dtypes
from penstock.ops.math import argmax, cumulative, reduction
from penstock.ops.math import reduction_native as reductions_native
from penstock.ops.nn import activations

pytestmark = pytest.mark.skipif(native.wait() is None, reason="no C compiler")

SPECIAL = np.float32([0.0, -0.0, np.inf, -np.inf, np.nan, -np.nan, 1.0, -1.0, 3e38, -3e38])
# One row, longer than a part; short and long rows; one and many columns of parts.
SHAPES = [((1 << 15) + 77,), (3, 40_000), (40, 33), (700, 100), (2, 30, 50), (5, 9, 2100), (640, 8)]
AXES = [(shape, axis) for shape in SHAPES for axis in range(len(shape))]


def mixed(*shape, share=0.2):
    """Few different numbers, so that there are equal ones, with special ones among them."""
    random = np.random.RandomState(0)
    x = random.randint(-50, 50, shape).astype(np.float32) / 8
    return np.where(random.rand(*shape) < share, random.choice(SPECIAL, shape), x)


def compiled(function, x):
    """What a program finds, and whether it calls a kernel for it."""
    with jax.enable_x64(True):
        lowered = jax.jit(function).lower(x)
        return jax.tree.map(np.asarray, lowered.compile()(x)), "custom_call" in lowered.as_text()


@pytest.mark.parametrize("which", ["argmax", "argmin"])
@pytest.mark.parametrize("shape, axis", AXES)
def test_the_first_of_the_extremes_is_found_and_nan_is_passed_over(which, shape, axis):
    x = mixed(*shape)
    worst = -np.inf if which == "argmax" else np.inf
    expected = getattr(np.where(np.isnan(x), worst, x), which)(axis)
    kernel = argmax._arg_kernel(which)
    types = (dtypes.int64, dtypes.int32)
    found, called = compiled(lambda x: [kernel(jax.numpy, x, np.int32(axis), output_type=t) for t in types], x)
    assert called == (axis < len(shape) - 1 or shape[axis] >= 32)
    for places, type_ in zip(found, types, strict=True):
        assert places.dtype == type_.as_numpy_dtype
        np.testing.assert_array_equal(places, expected)


@pytest.mark.parametrize("which", ["argmax", "argmin"])
@pytest.mark.parametrize("row", [[np.nan, np.nan], [np.nan, -np.inf, np.inf], [-0.0, 0.0], [np.inf, -np.inf]])
def test_places_in_rows_of_nothing_but_special_numbers(which, row):
    x = np.resize(np.float32(row), (32, 64))
    worst = -np.inf if which == "argmax" else np.inf
    expected = getattr(np.where(np.isnan(x), worst, x), which)
    kernel = argmax._arg_kernel(which)
    found, called = compiled(lambda x: [kernel(jax.numpy, x, a, output_type=dtypes.int64) for a in (0, 1)], x)
    assert called
    np.testing.assert_array_equal(found[0], expected(0))
    np.testing.assert_array_equal(found[1], expected(1))


@pytest.mark.parametrize("which, numpy", [(reduction._max, np.fmax), (reduction._min, np.fmin)])
@pytest.mark.parametrize("shape, axes", [((5000,), 0), ((40, 100), 1), ((40, 100), (0, 1)), ((7, 4, 50), (2, 1))])
@pytest.mark.parametrize("share", [0.0, 0.01, 1.0])
@pytest.mark.parametrize("keep", [False, True])
def test_extremes_of_rows_are_numpys(which, numpy, shape, axes, share, keep):
    x = mixed(*shape, share=share)
    found, called = compiled(lambda x: which(jax.numpy, x, axes, keep), x)
    assert called
    np.testing.assert_array_equal(found, numpy.reduce(x, axes, keepdims=keep))


@pytest.mark.parametrize("which, numpy", [(reduction._max, np.fmax), (reduction._min, np.fmin)])
@pytest.mark.parametrize(
    "shape, axes",
    [
        ((40, 100), 0),
        ((3, 700, 33), 1),
        ((5000, 64), 0),
        ((2, 3, 4, 50), (1, 2)),
        ((9, 3000), 0),
        ((300, 2, 40), (0, 1)),
    ],
)
@pytest.mark.parametrize("share", [0.01, 1.0])
@pytest.mark.parametrize("keep", [False, True])
def test_extremes_of_columns_are_numpys(which, numpy, shape, axes, share, keep):
    x = mixed(*shape, share=share)
    found, called = compiled(lambda x: which(jax.numpy, x, axes, keep), x)
    assert called
    np.testing.assert_array_equal(found, numpy.reduce(x, axes, keepdims=keep))


def test_extremes_over_axes_apart_are_left_to_xla():
    x = mixed(40, 30, 50)
    found, called = compiled(lambda x: reduction._max(jax.numpy, x, (0, 2), False), x)
    assert not called
    np.testing.assert_array_equal(found, np.fmax.reduce(x, (0, 2)))


@pytest.mark.parametrize("shape, axes", [(shape, len(shape) - 1) for shape in SHAPES] + [((30, 50), (0, 1))])
def test_products_of_rows(shape, axes):
    # Numbers whose product stays near 1: each multiplication is off by half a step of the last place at most.
    x = np.exp(np.random.RandomState(0).uniform(-0.01, 0.01, shape)).astype(np.float32)
    width = np.prod([shape[a] for a in np.atleast_1d(axes)])
    found, called = compiled(lambda x: reduction._prod(jax.numpy, x, axes, False), x)
    assert called == (width >= 32) and found.dtype == np.float32
    np.testing.assert_allclose(found, np.prod(x.astype(np.float64), axes), rtol=float(width) * 2.0**-24)


def test_products_of_special_numbers():
    x = np.ones((7, 2000), np.float32)
    x[0, 1999] = np.nan
    x[1, 70] = np.inf
    x[2, 1000] = -np.inf
    x[3, [5, 900]] = np.inf, 0
    x[4, 64] = -0.0
    x[5, [3, 1500]] = -2, 3
    x[6, [63, 127]] = 1e-38, 1e-5  # less than the normal numbers, which XLA takes for zeros
    found, called = compiled(lambda x: reduction._prod(jax.numpy, x, 1, True), x)
    assert called
    np.testing.assert_array_equal(found[:, 0], np.float32([np.nan, np.inf, -np.inf, np.nan, -0.0, -6, 0]))
    assert np.signbit(found[4, 0])


@pytest.mark.parametrize("shape, axis", AXES)
def test_running_sums_and_products_have_numpys_bits(shape, axis):
    # 1 + k / 256 with few factors at a time: no product leaves the normal numbers, which XLA keeps.
    x = (1 + np.random.RandomState(0).randint(-3, 4, shape) / 256).astype(np.float32)
    x[..., 0] = -0.0
    for which, numpy in (("cumsum", np.cumsum), ("cumprod", np.cumprod)):
        found, called = compiled(lambda x, which=which: cumulative._running(which)(jax.numpy, x, axis), x)
        assert called
        expected = numpy(x, axis, dtype=np.float32)
        np.testing.assert_array_equal(found.view(np.int32), expected.view(np.int32))


@pytest.mark.parametrize("exclusive", [False, True])
@pytest.mark.parametrize("reverse", [False, True])
def test_both_tiers_agree_on_running_sums_from_either_end(exclusive, reverse, monkeypatch):
    x = np.random.RandomState(0).randn(40, 60).astype(np.float32)
    found = []
    for tier in ("interpret", "compile"):
        monkeypatch.setenv("PENSTOCK_TIER", tier)
        with tf.Graph().as_default(), tf.Session() as session:
            given = tf.placeholder(tf.float32, x.shape)
            fetches = [tf.cumsum(given, axis, exclusive, reverse) for axis in (0, 1)]
            found.append(session.run(fetches, {given: x}))
    for interpreted, in_a_program in zip(*found, strict=True):
        np.testing.assert_array_equal(interpreted, in_a_program)


def test_other_types_small_arrays_and_other_axes_are_left_to_xla():
    x = np.ones((40, 40), np.float32)
    assert reductions_native.product(jax.numpy, x.astype(np.float64), 1, False) is None
    assert reductions_native.product(jax.numpy, x[:5], 1, False) is None
    assert reductions_native.product(jax.numpy, x, 0, False) is None
    assert reductions_native.product(jax.numpy, x, (), False) is None
    assert reductions_native.product(jax.numpy, x, (1, 1), False) is None
    assert reductions_native.extreme("greatest", jax.numpy, x, (1, 2), False) is None
    assert reductions_native.arg_extreme("argmax", jax.numpy, x.astype(np.int32), 1, np.int64) is None


@pytest.mark.parametrize("shape", [(32, 32), (1, 1024), (7, 150), (3, 5, 77), (2, 40_001), (1030, 33), (500, 64)])
@pytest.mark.parametrize("logarithm", [False, True])
def test_a_softmax_is_that_of_wider_numbers(shape, logarithm):
    x = (np.random.RandomState(0).randn(*shape) * 20).astype(np.float32)
    kernel = activations._log_softmax if logarithm else activations._softmax
    found, called = compiled(lambda x: kernel(jax.numpy, x), x)
    wide = x.astype(np.float64) - x.max(-1, keepdims=True)
    norm = np.log(np.exp(wide).sum(-1, keepdims=True))
    expected = wide - norm if logarithm else np.exp(wide - norm)
    assert called and found.shape == shape and found.dtype == np.float32
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6 if logarithm else 1e-37)


@pytest.mark.parametrize("logarithm", [False, True])
def test_a_softmax_of_what_is_not_finite_is_numpys(logarithm):
    x = np.random.RandomState(0).randn(8, 160).astype(np.float32)
    x[0, 3], x[1, 159], x[2, 7], x[3], x[5, :80], x[6] = np.nan, np.inf, -np.inf, -np.inf, -1e30, 3e38
    x[7] *= 1e-42
    kernel = activations._log_softmax if logarithm else activations._softmax
    found, called = compiled(lambda x: kernel(jax.numpy, x), x)
    with np.errstate(all="ignore"):
        expected = kernel(np, x)
    assert called and np.isnan(found[[0, 1, 3]]).all() and not np.isnan(found[[2, 4, 5, 6, 7]]).any()
    np.testing.assert_allclose(found, expected, rtol=3e-6)


@pytest.mark.parametrize("shape", [(4, 8), (2000, 31), (1000,)])
def test_a_softmax_of_short_rows_or_other_types_is_left_to_xla(shape):
    x = np.random.RandomState(0).randn(*shape).astype(np.float64 if shape == (1000,) else np.float32)
    found, called = compiled(lambda x: activations._softmax(jax.numpy, x), x)
    assert not called
    np.testing.assert_allclose(found, activations._softmax(np, x), rtol=3e-6)
