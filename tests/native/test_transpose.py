"""Transposed and padded arrays in C: what NumPy makes, for all sizes of elements, also where tiles are not full."""

import itertools

import jax
import ml_dtypes
import numpy as np
import pytest

import penstock as tf
from penstock import native
from penstock.ops.arrays import transpose_native

pytestmark = pytest.mark.skipif(native.wait() is None, reason="no C compiler")

TYPES = [np.float32, np.int64, np.complex64, np.float16, ml_dtypes.bfloat16, np.uint8, bool]


def numbered(shape, dtype):
    """Every element differs from its neighbours, as far as there are so many values."""
    return (np.arange(np.prod(shape)).reshape(shape) % 251 % (2 if dtype is bool else 251)).astype(dtype)


def compiled(function, *arrays):
    """What a program makes, and whether it calls a kernel for it."""
    with jax.enable_x64(True):
        lowered = jax.jit(function).lower(*arrays)
        return np.asarray(lowered.compile()(*arrays)), "custom_call" in lowered.as_text()


def check_transposed(x, axes):
    found, called = compiled(lambda x: transpose_native.transpose(jax.numpy, x, axes), x)
    assert called and found.dtype == x.dtype
    np.testing.assert_array_equal(found, x.transpose(axes))


@pytest.mark.parametrize("dtype", TYPES)
def test_matrices_of_all_types_are_transposed(dtype):
    check_transposed(numbered((177, 191), dtype), (1, 0))
    check_transposed(numbered((64, 512), dtype), (1, 0))


@pytest.mark.parametrize("axes", [p for p in itertools.permutations(range(4)) if p != (0, 1, 2, 3)])
def test_all_orders_of_four_dimensions(axes):
    check_transposed(numbered((9, 17, 10, 24), np.float32), axes)


def test_dimensions_of_one_and_those_that_stay_together_are_joined():
    check_transposed(numbered((3, 1, 40, 5, 60), np.float32), (3, 4, 1, 0, 2))
    assert transpose_native._joined((3, 1, 40, 5, 60), (3, 4, 1, 0, 2)) == ([300, 120], [1, 0])
    assert transpose_native._joined((8, 4, 4, 2), (0, 2, 1, 3)) == ([8, 4, 4, 2], [0, 2, 1, 3])


def test_what_xla_does_as_well_is_left_to_it():
    large = np.zeros((300, 300), np.float32)
    assert transpose_native.transpose(jax.numpy, large, (0, 1)) is None  # nothing moves
    assert transpose_native.transpose(jax.numpy, large.reshape(1, 300, 300), (1, 0, 2)) is None
    assert transpose_native.transpose(jax.numpy, large[:9], (1, 0)) is None  # few elements
    assert transpose_native.transpose(jax.numpy, large.reshape(-1, 3), (1, 0)) is None  # no tiles
    assert (
        transpose_native.transpose(jax.numpy, large.reshape(100, 300, 3), (1, 0, 2)) is None
    )  # few bytes side by side
    assert transpose_native.transpose(jax.numpy, large.astype(np.complex128), (1, 0)) is None
    assert transpose_native.pad(jax.numpy, large, [(0, 0), (0, 0)], 0) is None
    assert transpose_native.pad(jax.numpy, large[:9], [(0, 0), (1, 0)], 0) is None


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize(
    "shape, pairs",
    [
        ((40_000,), [(3, 5)]),
        ((200, 200), [(1, 1), (1, 1)]),
        ((7, 50, 100), [(0, 2), (3, 0), (0, 0)]),
        ((7, 50, 100), [(1, 0), (0, 0), (0, 0)]),
        ((5, 50, 3, 80), [(0, 0), (2, 1), (0, 1), (4, 0)]),
    ],
)
def test_arrays_are_padded(dtype, shape, pairs):
    x = numbered(shape, dtype)
    value = np.ones((), dtype)
    found, called = compiled(lambda x, v: transpose_native.pad(jax.numpy, x, pairs, v), x, value)
    assert called and found.dtype == x.dtype
    np.testing.assert_array_equal(found, np.pad(x, pairs, constant_values=value))


def test_both_tiers_transpose_and_pad_alike_with_gradients(monkeypatch):
    x = np.random.RandomState(0).randn(4, 30, 8, 40).astype(np.float32)
    found = []
    for tier in ("interpret", "compile"):
        monkeypatch.setenv("PENSTOCK_TIER", tier)
        with tf.Graph().as_default(), tf.Session() as session:
            given = tf.placeholder(tf.float32, x.shape)
            turned = tf.transpose(given, [0, 2, 1, 3])
            padded = tf.pad(turned, [[0, 0], [1, 0], [0, 2], [3, 0]], constant_values=2.0)
            weights = tf.reshape(tf.range(tf.cast(tf.size(padded), tf.float32)), tf.shape(padded))
            fetches = [turned, padded, tf.gradients(padded * weights, given)[0]]
            found.append(session.run(fetches, {given: x}))
    for interpreted, in_a_program in zip(*found, strict=True):
        np.testing.assert_array_equal(interpreted, in_a_program)


def test_a_transposed_factor_is_left_to_the_product(monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    called = []
    monkeypatch.setattr(transpose_native, "transpose", lambda *a: called.append(a))
    w = np.random.RandomState(0).randn(200, 300).astype(np.float32)
    with tf.Graph().as_default(), tf.Session() as session:
        given = tf.placeholder(tf.float32, w.shape)
        product = tf.matmul(np.eye(3, 300, dtype=np.float32), tf.transpose(given))
        np.testing.assert_array_equal(session.run(product, {given: w}), w.T[:3])
        assert not called
        np.testing.assert_array_equal(session.run(tf.transpose(given) + 0.0, {given: w}), w.T)
        assert called
