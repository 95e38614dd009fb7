"""Programs with many small arguments get them joined, and give the same results."""

from __future__ import annotations

import jax
import numpy as np
import pytest

import penstock as tf
from penstock.runtime.xla import packing, trace

SHAPES = [((3,), np.dtype(np.int64)), ((2, 2), np.dtype(np.float32)), ((), np.dtype(np.int64)), ((3,), np.dtype(bool))]


def test_what_is_joined_is_cut_up_again():
    joined = packing.Packing(SHAPES, {0, 2, 3})
    values = [np.arange(3), np.ones([2, 2], np.float32), np.asarray(7), np.array([True, False, True])]
    packed = joined.pack(values)
    assert [(p.shape, p.dtype) for p in packed] == joined.shapes()
    assert joined.places([1]) == (0,) and packed[0] is values[1]
    with jax.enable_x64(True):
        found = jax.jit(joined.function(lambda *given: given))(*packed)
    for a, b in zip(found, values, strict=True):
        assert a.dtype == b.dtype
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize(
    ("number", "value"),
    [(0, np.arange(4)), (0, np.arange(3, dtype=np.int32)), (2, np.asarray([7])), (3, None), (3, [True, False, True])],
)
def test_what_is_not_of_its_shape_and_type_is_not_joined(number, value):
    values = [np.arange(3), np.ones([2, 2], np.float32), np.asarray(7), np.array([True, False, True])]
    values[number] = value
    assert packing.Packing(SHAPES, {0, 2, 3}).pack(values) is None


def test_only_many_small_arguments_are_joined_and_no_variables():
    small, large, empty = ((4,), np.dtype(np.float32)), ((4000,), np.dtype(np.float32)), ((0,), np.dtype(np.float32))
    assert packing.make([small] * 7, ()) is None
    assert packing.make([small] * 8, {0}) is None
    assert packing.make([small] * 7 + [large, empty], ()) is None
    assert packing.make([large, *[small] * 10, empty], {1}).kept == [0, 1, 11]


@pytest.mark.parametrize("tier", ["interpret", "compile"])
def test_a_program_with_many_small_feeds_trains_and_follows_their_shapes(tier, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    monkeypatch.setattr(trace, "_FEW_STEPS", 0)  # small programs run without JAX, and need none of this
    kinds = [tf.float32, tf.int64, tf.bool, tf.int32] * 3
    fed = [tf.placeholder(kind, [None]) for kind in kinds]
    table = tf.Variable(np.arange(200, dtype=np.float32).reshape(100, 2))
    total = tf.add_n([tf.reduce_sum(tf.cast(f, tf.float32)) for f in fed])
    rows = tf.gather(table, fed[1])
    step = tf.assign_add(table, tf.zeros_like(table) + total)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        expected = np.arange(200, dtype=np.float32).reshape(100, 2)
        # Of each type there are as many numbers each time, but not in the same arrays.
        for sizes in ([4, 4, 4], [4, 4, 4], [2, 4, 6], [6, 4, 2], [4, 4, 4]):
            given = {}
            for i, (f, kind) in enumerate(zip(fed, kinds, strict=True)):
                given[f] = (np.arange(sizes[i // 4]) + i).astype(kind.as_numpy_dtype)
            found = sess.run(total, given)
            assert found == sum(float(v.astype(np.float32).sum()) for v in given.values())
            np.testing.assert_array_equal(sess.run(rows, given), expected[given[fed[1]]])
            sess.run(step, given)
            expected += found
            np.testing.assert_array_equal(sess.run(table), expected)
        given[fed[1]] = np.array([0, 100, 1, 2])
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"100 is not in \[0, 100\)"):
            sess.run([rows, total], given)
