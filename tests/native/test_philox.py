"""Random numbers in C have the bits of those in NumPy, in both tiers, wherever the counter stands."""

import ml_dtypes
import numpy as np
import pytest

import penstock as tf
from penstock import native
from penstock.ops.random import native as random_native
from penstock.ops.random import normal as random_normal
from penstock.ops.random import philox
from penstock.ops.random import rejection as random_rejection
from penstock.ops.random import uniform as random_uniform

pytestmark = pytest.mark.skipif(native.wait() is None, reason="no C compiler")
KINDS = {
    "uniform": (random_native.UNIFORM, random_uniform.uniform),
    "normal": (random_native.NORMAL, random_normal.normal),
    "truncated": (random_native.TRUNCATED, random_rejection.truncated_normal),
}
# The words of the counter from which on it overflows: one, two, three, all of them.
COUNTERS = [(0, 0, 5, 6), *((0xFFFFFF80,) + (0xFFFFFFFF,) * i + (7,) * (3 - i) for i in range(4))]
SIZES = (5, 1003, 70_001)


def without_c(monkeypatch):
    monkeypatch.setattr(random_native, "drawn", lambda *_: None)


def same_bits(a, b):
    assert a.dtype == b.dtype
    np.testing.assert_array_equal(np.asarray(a).view(np.uint32), np.asarray(b).view(np.uint32))


@pytest.mark.parametrize("counter", COUNTERS)
@pytest.mark.parametrize("kind", KINDS)
def test_numbers_have_the_bits_of_numpys(kind, counter, monkeypatch):
    number, fill = KINDS[kind]
    key, counter = np.array([0x12345678, 0x9ABCDEF0], np.uint32), np.array(counter, np.uint32)
    made = [random_native.drawn(np, number, key, counter, n) for n in SIZES]
    without_c(monkeypatch)
    for n, numbers in zip(SIZES, made, strict=True):
        same_bits(numbers, fill(np, key, counter, n, np.float32))


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
@pytest.mark.parametrize("kind", ["normal", "truncated"])
def test_shorter_ones_are_the_same_numbers_rounded(kind, dtype, monkeypatch):
    fill = KINDS[kind][1]
    made = fill(np, *philox.initial(1, 2), 1003, dtype)
    without_c(monkeypatch)
    wanted = fill(np, *philox.initial(1, 2), 1003, dtype)
    assert made.dtype == wanted.dtype == dtype
    np.testing.assert_array_equal(made.view(np.uint16), wanted.view(np.uint16))


@pytest.mark.parametrize("counter", COUNTERS)
def test_bits_are_those_of_numpy(counter, monkeypatch):
    key, counter = np.array([3, 4], np.uint32), np.array(counter, np.uint32)
    made = philox.random_bits(np, key, counter, 10_001)
    without_c(monkeypatch)
    same_bits(made, philox.random_bits(np, key, counter, 10_001))


@pytest.mark.parametrize("kind", KINDS)
def test_a_program_calls_it_and_has_the_same_bits(kind):
    import jax

    number, fill = KINDS[kind]
    key, counter = philox.initial(11, 12)
    n = random_native.LARGE_IN_PROGRAM + 3
    with jax.enable_x64(True):
        compiled = jax.jit(lambda k, c: fill(jax.numpy, k, c, n, np.float32))
        assert "custom_call" in compiled.lower(key, counter).as_text()
        same_bits(np.asarray(compiled(key, counter)), random_native.drawn(np, number, key, counter, n))


def test_the_logarithm_in_c_and_numpys_are_the_same_for_every_uniform_number():
    """They are computed in two ways, so that equal bits elsewhere could be luck."""
    bits = np.arange(1 << 23, dtype=np.uint32) | np.uint32(0x3F800000)
    u = np.maximum(bits.view(np.float32) - np.float32(1), np.float32(1e-7))
    wanted = np.log(u.astype(np.float64)).astype(np.float32)
    bits = u.view(np.uint32)
    k = (bits - np.uint32(0x3F3504F3)).view(np.int32) >> 23
    m = (bits - (k << 23).view(np.uint32)).view(np.float32).astype(np.float64)
    s = (m - 1) / (m + 1)
    made = (k * np.log(2.0) + s * random_normal._polynomial(random_normal._LOG, s * s)).astype(np.float32)
    np.testing.assert_array_equal(made, wanted)


@pytest.mark.parametrize("tier", ["interpret", "compile"])
@pytest.mark.parametrize("shape", [[], [0, 3], [7], [40, 1000], [1 << 15]])
def test_runs_go_on_in_the_stream_as_without_it(tier, shape, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    results = []
    for _ in range(2):
        with tf.Graph().as_default(), tf.Session() as sess:
            numbers = [f(shape, seed=3) * 0.5 + 1.0 for f in (tf.random_uniform, tf.random_normal, tf.truncated_normal)]
            results.append([sess.run(numbers) for _ in range(3)])
        without_c(monkeypatch)
    for with_c, without in zip(*results, strict=True):
        for a, b in zip(with_c, without, strict=True):
            assert np.shape(a) == tuple(shape)
            # XLA fuses multiplications with additions, in either case its own.
            np.testing.assert_allclose(a, b, rtol=3e-7 if tier == "compile" else 0)


def test_fetched_numbers_are_the_callers_own():
    with tf.Graph().as_default(), tf.Session() as sess:
        numbers = tf.random_uniform([1 << 16], seed=1)
        first = sess.run(numbers)
        kept = first.copy()
        first[:] = 7
        second = sess.run(numbers)
        assert (second != 7).all() and not np.array_equal(second, kept)
