"""The largest of rows in C: the order of NumPy's stable sort, also of equals, zeros of both signs and what is not a number."""

import numpy as np
import pytest

import penstock as tf
from penstock import native
from penstock.ops.arrays import sorting_native as sort_native
from penstock.ops.backend import arrays

pytestmark = pytest.mark.skipif(native.wait() is None, reason="no C compiler")


def floats(*shape):
    random = np.random.RandomState(0)
    x = random.randn(*shape).astype(np.float32)
    special = np.float32([0.0, -0.0, np.inf, -np.inf, np.nan, -np.nan, 1e-45, -1e-45, 1.0])
    return np.where(random.rand(*shape) < 0.3, random.choice(special, shape), x)


def integers(*shape):
    random = np.random.RandomState(0)
    limits = np.int32([-(2**31), 2**31 - 1, 0, -1, 1])
    return np.where(
        random.rand(*shape) < 0.3, random.choice(limits, shape), random.randint(-(2**31), 2**31 - 1, shape)
    ).astype(np.int32)


@pytest.mark.parametrize("make", [floats, integers])
@pytest.mark.parametrize(
    ("shape", "k"), [((3, 40), 40), ((700, 30), 17), ((2, 5, 999), 999), ((9000,), 200), ((4, 70), 0)]
)
def test_both_tiers_find_what_numpy_finds(make, shape, k, monkeypatch):
    import jax

    x = make(*shape)
    found = [sort_native.top(np, x, k)]
    with jax.enable_x64(True):
        compiled = jax.jit(lambda x: arrays.top_k(jax.numpy, x, k))
        if k:
            assert "custom_call" in compiled.lower(x).as_text()
            found.append(tuple(np.asarray(part) for part in compiled(x)))
    monkeypatch.setattr(sort_native, "top", lambda *_: None)
    values, places = arrays.top_k(np, x, k)
    for made in found:
        assert made[0].dtype == x.dtype and made[1].dtype == np.int32 and made[0].shape == values.shape
        np.testing.assert_array_equal(made[1], places)
        np.testing.assert_array_equal(made[0].view(np.int32), values.view(np.int32))


def test_rows_of_equal_numbers_and_rows_that_differ_in_one_digit_keep_their_order():
    for x in (np.full((2, 10_000), 3, np.int32), np.arange(10_000, dtype=np.int32).reshape(1, -1) % 7):
        values, places = sort_native.top(np, x, x.shape[1])
        order = np.argsort(-x, axis=1, kind="stable")
        np.testing.assert_array_equal(places, order)
        np.testing.assert_array_equal(values, np.take_along_axis(x, order, 1))


@pytest.mark.parametrize("tier", ["interpret", "compile"])
@pytest.mark.parametrize("direction", ["ASCENDING", "DESCENDING"])
def test_sorting_a_large_tensor(tier, direction, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    given = np.random.RandomState(1).randn(3, 20_000).astype(np.float32)
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, given.shape)
        made = tf.sort(x, direction=direction), tf.argsort(x, direction=direction)
        values, places = sess.run(made, {x: given})
    wanted = np.sort(given, axis=1)
    np.testing.assert_array_equal(values, wanted if direction == "ASCENDING" else wanted[:, ::-1])
    np.testing.assert_array_equal(np.take_along_axis(given, places, 1), values)
