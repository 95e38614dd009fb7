"""Memory for batches: where XLA reads it without a copy, and still the caller's alone when it is fetched."""

import numpy as np
import pytest

import penstock as tf
from penstock.ops.backend import memory


@pytest.mark.parametrize("dtype", [np.float32, np.uint8, np.complex128, np.bool_])
@pytest.mark.parametrize("shape", [(128, 784), (20001,), (3, 0), (), (1 << 14,)])
def test_empty_is_an_ordinary_array_that_begins_at_64_bytes_if_it_is_large(shape, dtype):
    array = memory.empty(shape, dtype)
    assert type(array) is np.ndarray and array.shape == shape and array.dtype == dtype
    assert array.flags.writeable and array.flags.c_contiguous
    if array.nbytes >= 1 << 14:
        assert array.ctypes.data % 64 == 0
    array[...] = 1
    assert array.sum(dtype=np.complex128) == array.size


def test_batches_begin_where_xla_wants_them():
    rows = np.random.RandomState(0).rand(64, 1000).astype(np.float32)
    for dataset in (
        tf.data.Dataset.from_tensor_slices(rows).shuffle(64, seed=1).batch(32),
        tf.data.Dataset.from_tensor_slices(rows).map(lambda x: x + tf.random_uniform([])).batch(32),
    ):
        batch = dataset.make_one_shot_iterator().get_next()
        with tf.Session() as session:
            assert session.run(batch).ctypes.data % 64 == 0


def test_a_fetched_batch_is_the_callers_own():
    rows = np.arange(64000, dtype=np.float32).reshape(64, 1000)
    dataset = tf.data.Dataset.from_tensor_slices(rows).shuffle(64, seed=1).batch(64).cache().repeat()
    batch = dataset.make_one_shot_iterator().get_next()
    with tf.Session() as session:
        first = session.run(batch)
        expected = first.copy()
        first[...] = -1
        second = session.run(batch)
        np.testing.assert_array_equal(second, expected)
        second[...] = -2
        np.testing.assert_array_equal(session.run(batch), expected)
        whole, same, part = session.run([batch, tf.identity(batch), batch[:32]])
        assert not np.shares_memory(whole, same) and not np.shares_memory(whole, part)
