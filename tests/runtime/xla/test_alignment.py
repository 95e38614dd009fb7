"""Large arguments of programs lie where XLA wants them; the caller's arrays are never changed or kept."""

import threading

import numpy as np
import pytest

import penstock as tf
from penstock.ops.backend import memory
from penstock.runtime.xla import alignment


def lying_at(offset, shape):
    size = int(np.prod(shape)) * 4
    around = np.empty(size + 128, np.uint8)
    start = -around.__array_interface__["data"][0] % 64 + offset
    return around[start : start + size].view(np.float32).reshape(shape)


def test_new_memory_begins_at_a_multiple_of_64():
    for shape in ((5000,), (100, 784), (8, 784, 3)):
        array = memory.empty(shape, np.float32)
        assert array.shape == shape and memory.is_aligned(array)
    assert not memory.is_aligned(lying_at(16, (100, 784)))
    assert not memory.is_aligned(lying_at(0, (100, 784)).T)


def test_only_large_arrays_that_lie_elsewhere_are_copied_and_the_memory_is_used_again():
    shapes = [((200, 200), np.dtype(np.float32)), ((2, 2), np.dtype(np.float32)), ((200, 200), np.dtype(np.float32))]
    places = alignment.AlignedBuffers(shapes, leave={2})
    there, elsewhere = lying_at(0, (200, 200)), lying_at(16, (200, 200))
    small = lying_at(16, (2, 2))
    values = [there, small, elsewhere]
    assert places.take(values) == []
    assert values[0] is there and values[1] is small and values[2] is elsewhere
    elsewhere[:] = 5
    values = [elsewhere, small, there]
    taken = places.take(values)
    first = values[0]
    assert first is not elsewhere and first.__array_interface__["data"][0] % 64 == 0
    np.testing.assert_array_equal(first, elsewhere)
    other = [elsewhere, small, there]
    places.take(other)
    assert other[0] is not first  # still in use
    places.give_back(taken)
    again = [elsewhere, small, there]
    places.take(again)
    assert again[0] is first


@pytest.mark.parametrize("offset", [0, 16, 48])
@pytest.mark.parametrize("kind", ["plain", "transposed", "every second"])
def test_a_feed_gives_the_same_result_wherever_it_lies(offset, kind, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    fed = lying_at(offset, (300, 400))
    fed[:] = np.random.RandomState(0).rand(300, 400)
    if kind == "transposed":
        fed = fed.T
    elif kind == "every second":
        fed = fed[::2]
    before = fed.copy()
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, fed.shape)
        v = tf.Variable(tf.zeros(fed.shape))
        y, kept = tf.identity(x * 2 + 1), v.assign(x)
        sess.run(v.initializer)
        for _ in range(3):
            result, _ = sess.run([y, kept], {x: fed})
            np.testing.assert_allclose(result, before * 2 + 1, rtol=1e-6)
        fed[:] = -1  # the variable has a value of its own
        np.testing.assert_array_equal(sess.run(v), before)
        np.testing.assert_array_equal(sess.run(y, {x: before}), result)


def test_threads_do_not_share_the_memory_of_a_running_program(monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    wrong = []
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [400, 400])
        total = tf.reduce_sum(tf.matmul(x, x))

        def work(number):
            fed = lying_at(16, (400, 400))
            fed[:] = number
            for _ in range(20):
                if sess.run(total, {x: fed}) != 400.0**3 * number**2:
                    wrong.append(number)

        threads = [threading.Thread(target=work, args=(n,)) for n in (1, 2, 4, 8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert not wrong
