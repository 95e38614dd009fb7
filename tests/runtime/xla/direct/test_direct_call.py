"""Small programs are run without JAX: the same bits, whoever changes variables and feeds, in several threads, and with errors."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import threading

import numpy as np
import pytest

import penstock as tf
from penstock import native
from penstock.runtime.xla.direct import direct_call, machine_code

pytestmark = pytest.mark.skipif(
    native.wait() is None or (platform.system(), platform.machine()) != ("Linux", "x86_64"),
    reason="there is no compiler, or another machine",
)
RUNS = 4


@pytest.fixture
def sess():
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.global_jit_level = 1
    with tf.Graph().as_default(), tf.Session(config=config) as session:
        yield session


def program_of(sess, fetches, feeds=()):
    """The only program of a run."""
    (segment,) = sess._prepared_for(fetches, list(feeds)).bound.segments
    return segment.policy.current


def positive(*shape):
    return np.random.RandomState(0).rand(*shape).astype(np.float32) + 0.1


def computations():
    x, y = tf.Variable(positive(30, 40)), tf.Variable(positive(30, 40) - 0.5)
    at = tf.Variable(np.arange(40, dtype=np.int32) % 30)
    long = tf.Variable(np.arange(10_000, dtype=np.int64) - 5000)
    flags = tf.Variable(positive(5000) > 0.5)
    wave = tf.complex(x, y)
    yield from (x + y, tf.exp(y) * x, tf.sinh(x), tf.tan(y), tf.pow(x, y), tf.mod(y, x), tf.lgamma(x), tf.atan2(x, y))
    yield from (tf.reduce_sum(x), tf.reduce_mean(x, 1), tf.reduce_max(y, 0), tf.reduce_prod(x, 1), tf.argmax(x, 1))
    yield from (tf.matmul(x, y, transpose_b=True), tf.matmul(x, y, True), tf.nn.top_k(x[:2], 3).indices)
    yield from (tf.nn.softmax(y), tf.nn.moments(x, [0])[1], tf.cumsum(x, 1), tf.reduce_logsumexp(y))
    yield from (tf.gather(x, at), tf.concat([x, y], 1), tf.transpose(x), tf.pad(x, [[1, 2], [3, 4]]), x[1:, ::-2])
    yield from (
        long * 3 - 1,
        tf.cast(long, tf.float64) / 7,
        tf.reduce_sum(long),
        tf.logical_not(flags),
        tf.cast(x, tf.uint8),
    )
    yield from (wave * tf.conj(wave), tf.cast(x, tf.float16) + 1, tf.cast(x, tf.bfloat16) * 3, tf.where(x > y, x, y))
    yield from (tf.unsorted_segment_sum(tf.transpose(x), at, 30), tf.scatter_nd(at[:, None], tf.transpose(x), [30, 30]))
    yield from (
        tf.digamma(tf.Variable(positive(20_000))),
        tf.one_hot(at, 30),
        tf.sort(x),
        tf.space_to_depth(x[None, ..., None], 2),
    )


def test_every_bit_is_the_same_as_with_jax(sess):
    fetches = list(computations())
    sess.run(tf.global_variables_initializer())
    for fetch in fetches:
        run = sess.make_callable(fetch)
        found = [run() for _ in range(RUNS)]
        program = program_of(sess, fetch)
        assert program.direct is not None, fetch
        program.direct = None
        expected = run()
        for value in found:
            assert type(value) is type(expected)
            assert value.dtype == expected.dtype
            assert value.shape == expected.shape
            assert value.tobytes() == expected.tobytes(), fetch


def test_numbers_too_small_to_be_normal_are_treated_as_xla_does(sess):
    x = tf.Variable(np.float32([1e-40, 1e-30, -1e-42, 0.0, 1.0]))
    y = x * 1e-9 + x
    sess.run(x.initializer)
    run = sess.make_callable(y)
    found = [run() for _ in range(RUNS)][-1]
    program = program_of(sess, y)
    assert program.direct is not None
    program.direct = None
    assert found.tobytes() == run().tobytes()
    np.multiply(np.float32([1e-40]), np.float32([1.0]))
    assert (np.float32([1e-40]) * np.float32([1.0]) != 0).all()  # and NumPy's own arithmetic still knows them


def test_changes_of_variables_are_seen_whoever_makes_them(sess):
    v = tf.Variable(np.zeros(8, np.float32))
    other = tf.placeholder(tf.float32, [8])
    total = sess.make_callable(v + 1.0)
    add, set_to = v.assign_add(tf.ones(8)), v.assign(other)
    sess.run(v.initializer)
    expected = 0.0
    for step in range(40):
        if step % 3 == 0:
            sess.run(add.op)
            expected += 1
        elif step % 7 == 0:
            sess.run(set_to.op, {other: np.full(8, step, np.float32)})
            expected = step
        elif step == 20:
            v.load(np.full(8, -1, np.float32), sess)
            expected = -1
        assert total().tolist() == [expected + 1] * 8
        assert sess.run(v).tolist() == [expected] * 8


def test_a_step_that_updates_variables_goes_on_from_its_own_results(sess):
    w, b = tf.Variable([0.3]), tf.Variable([-0.3])
    x, y = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    loss = tf.reduce_sum(tf.square(w * x + b - y))
    train = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
    feed = {x: np.float32([1, 2, 3, 4]), y: np.float32([0, -1, -2, -3])}
    sess.run(tf.global_variables_initializer())
    for _ in range(1000):
        sess.run(train, feed)
    assert program_of(sess, train, [x, y]).direct is not None
    found = sess.run([w, b, loss], feed)
    np.testing.assert_allclose(found[0], [-0.9999969], rtol=1e-5)
    np.testing.assert_allclose(found[1], [0.9999908], rtol=1e-5)


def test_what_is_fetched_is_the_callers_also_if_it_is_a_variables_new_value(sess):
    v = tf.Variable(np.zeros(5, np.float32))
    add = v.assign_add(tf.ones(5))
    run = sess.make_callable(add)
    sess.run(v.initializer)
    for step in range(1, 30):
        new = run()
        assert new.tolist() == [step] * 5
        new[:] = -100.0
        assert sess.run(v).tolist() == [step] * 5


def test_a_fed_array_is_read_in_every_run(sess):
    x = tf.placeholder(tf.float32, [3])
    double = sess.make_callable(x * 2, [x])
    array = np.zeros(3, np.float32)
    for step in range(20):
        array[:] = step
        assert double(array).tolist() == [2 * step] * 3
    backwards = np.arange(6, dtype=np.float32)[::-2]
    assert double(backwards).tolist() == [10.0, 6.0, 2.0]


def _placed(array, offset):
    """A copy that begins so many bytes behind a multiple of 64."""
    whole = np.zeros(array.nbytes + 128, np.uint8)
    start = -whole.ctypes.data % 64 + offset
    view = whole[start : start + array.nbytes].view(array.dtype).reshape(array.shape)
    view[...] = array
    return view


@pytest.mark.parametrize("kernel", [True, False], ids=["a loop of XLA's", "only a kernel of ours"])
def test_a_large_fed_array_is_read_where_it_lies_whatever_its_place(sess, kernel):
    x = tf.placeholder(tf.float32, [100, 784])
    w = tf.Variable(positive(784, 10))
    y = tf.matmul(tf.sqrt(x) if kernel else x, w)
    sess.run(w.initializer)
    run = sess.make_callable(y, [x])
    for step in range(6):
        values = positive(100, 784) + step
        wide = np.zeros((100, 1568), np.float32)
        wide[:, ::2] = values
        expected = (np.sqrt(values) if kernel else values).astype(np.float64) @ positive(784, 10)
        for fed in (_placed(values, 0), _placed(values, 4), values, wide[:, ::2], np.asfortranarray(values)):
            before = fed.copy()
            np.testing.assert_allclose(run(fed), expected, rtol=1e-5)
            assert np.array_equal(fed, before)
            fed *= 2  # the same object with other numbers
            np.testing.assert_allclose(run(fed), expected * (np.sqrt(2) if kernel else 2), rtol=1e-5)
    assert program_of(sess, y, [x]).direct is not None


def test_a_large_variable_is_read_where_it_lies_and_its_changes_are_seen(sess):
    w, x = tf.Variable(positive(100, 100)), tf.placeholder(tf.float32, [20, 100])
    y, double = tf.matmul(x, w), w.assign(w * 2)
    sess.run(w.initializer)
    run = sess.make_callable(y, [x])
    expected = positive(100, 100).astype(np.float64)
    for step in range(12):
        np.testing.assert_allclose(run(positive(20, 100)), positive(20, 100) @ expected, rtol=1e-5)
        if step % 3 == 2:
            sess.run(double.op)
            expected *= 2
        if step == 7:
            w.load(np.ones((100, 100), np.float32), sess)
            expected = np.ones((100, 100))
    assert program_of(sess, y, [x]).direct is not None


def test_a_step_of_softmax_regression_needs_no_jax(sess):
    x, labels = tf.placeholder(tf.float32, [None, 784]), tf.placeholder(tf.float32, [None, 10])
    w, b = tf.Variable(tf.zeros([784, 10])), tf.Variable(tf.zeros([10]))
    loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(labels=labels, logits=tf.matmul(x, w) + b))
    train = tf.train.GradientDescentOptimizer(1e-3).minimize(loss)
    feed = {x: positive(100, 784), labels: np.eye(10, dtype=np.float32)[np.arange(100) % 10]}
    losses = []
    for config in (None, _interpreted()):
        with tf.Session(config=config or sess._config) as session:
            session.run(tf.global_variables_initializer())
            for _ in range(20):
                session.run(train, feed)
            losses.append(session.run(loss, feed))
            if config is None:
                assert program_of(session, train, [x, labels]).direct is not None
    np.testing.assert_allclose(losses[0], losses[1], rtol=1e-5)


def test_feeds_of_many_shapes_and_kinds_find_their_program(sess):
    x = tf.placeholder(tf.float32)
    double = sess.make_callable(x + x, [x])
    for _ in range(3):
        for shape in ((), (1,), (2, 3), (7,), (2, 3)):
            value = np.ones(shape, np.float32)
            assert np.array_equal(double(value), 2 * value)


def test_a_variable_that_is_not_initialized_any_more_is_an_error(sess):
    v = tf.Variable(np.zeros(4, np.float32))
    run = sess.make_callable(v * 2.0)
    sess.run(v.initializer)
    for _ in range(RUNS):
        run()
    sess._store.variables.clear()
    with pytest.raises(tf.errors.FailedPreconditionError):
        run()


def test_bad_indices_are_errors_and_change_nothing(sess):
    table, at = tf.Variable(np.zeros((4, 2), np.float32)), tf.placeholder(tf.int32, [2])
    add = sess.make_callable(tf.scatter_add(table, at, tf.ones([2, 2])).op, [at])
    sess.run(table.initializer)
    for _ in range(RUNS):
        add(np.int32([0, 3]))
    with pytest.raises(tf.errors.InvalidArgumentError, match="is not in"):
        add(np.int32([0, 4]))
    assert sess.run(table)[:, 0].tolist() == [RUNS, 0, 0, RUNS]


def test_random_numbers_go_on_where_they_were(sess):
    drawn = tf.random_uniform([10], seed=3)
    with tf.Session(config=_interpreted()) as other:
        expected = [other.run(drawn) for _ in range(8)]
    found = [sess.run(drawn) for _ in range(8)]
    assert np.array_equal(expected, found)


def _interpreted():
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.global_jit_level = -1
    return config


def test_threads_do_not_disturb_each_other(sess):
    x = tf.placeholder(tf.float32, [500])
    run = sess.make_callable(tf.cumsum(x) + 1.0, [x])
    run(np.zeros(500, np.float32))
    wrong = []

    def work(number):
        value = np.full(500, number, np.float32)
        expected = np.arange(1, 501, dtype=np.float32) * number + 1
        for _ in range(200):
            if not np.array_equal(run(value), expected):
                wrong.append(number)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_program_that_answers_otherwise_is_left_to_jax(sess, monkeypatch):
    honest = direct_call.DirectCall.call
    monkeypatch.setattr(direct_call.DirectCall, "call", lambda self, values: [r + 1 for r in honest(self, values)])
    v = tf.Variable([1.0, 2.0])
    y = v * 3.0
    sess.run(v.initializer)
    assert [sess.run(y).tolist() for _ in range(RUNS)] == [[3.0, 6.0]] * RUNS
    assert program_of(sess, y).direct is None


NOISE = np.random.RandomState(0).bytes(64)


@pytest.mark.parametrize(
    "data", [b"", b"\x02\x08\x01", b"\x00\x0a\x02\x32\x00", NOISE], ids=["nothing", "short", "hollow", "noise"]
)
def test_what_is_not_a_program_is_not_taken_apart(data):
    with pytest.raises((machine_code.Unsuitable, KeyError, IndexError, TypeError)):
        machine_code.decode(data)


def test_without_it_everything_is_the_same():
    code = """if True:
        import penstock as tf
        from penstock.runtime.xla.direct import direct_call
        v = tf.Variable([1.0, 2.0])
        y = tf.reduce_sum(v * v)
        with tf.Session() as sess:
            sess.run(v.initializer)
            print([float(sess.run(y)) for _ in range(3)], direct_call._is_supported())
    """
    for setting, possible in (("-machine_code", False), ("", True)):
        env = {**os.environ, "PENSTOCK_TIER": "compile", "PENSTOCK_PRIVATE": setting}
        done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
        assert done.stdout.split("\n")[0] == f"[5.0, 5.0, 5.0] {possible}"
