"""Values that decide shapes: they join the key of a program, and go to the host when they are other ones in every run."""

import numpy as np
import pytest

import penstock as tf
from penstock.runtime.policy import State


def numeric_segments(session):
    (prepared,) = (p for p in session._prepared.values() if len(p.bound.plan.steps) > 8)
    return [s for s in prepared.bound.segments if not s.host]


def plan_with(session, fetch):
    (prepared,) = (p for p in session._prepared.values() if fetch in p.bound.plan.fetches)
    return prepared.bound.plan


def test_a_slice_that_begins_elsewhere_in_every_run_does_not_keep_the_rest_from_being_compiled():
    rows = tf.constant(np.arange(4 * 300, dtype=np.float32).reshape(4, 300))
    i = tf.placeholder(tf.int32, [])
    x = tf.strided_slice(rows, [0, i * 20], [4, (i + 1) * 20])
    x.set_shape([4, 20])
    w = tf.Variable(tf.ones([20, 3]))
    loss = tf.reduce_sum(tf.tanh(tf.matmul(x / 1000.0, w)))
    train = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for k in range(12):
            session.run(train, {i: k})
        assert [len(s.policy.timings) for s in numeric_segments(session) if len(s.steps) > 5] == [1]


def test_values_that_stay_the_same_join_the_key(monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    sizes = tf.placeholder(tf.int32, [2])
    x = tf.placeholder(tf.float32, [12])
    # The shape is made of a fed value by arithmetic inside of the segment.
    y = tf.reshape(x, tf.concat([sizes[:1] * 2, sizes[1:], [1]], 0)) * 2.0 + 1.0
    z = tf.reduce_sum(tf.exp(-y), 1) + tf.reduce_mean(y) + tf.reduce_max(y)
    with tf.Session() as session:
        for given in ([3, 2], [3, 2], [2, 3]):
            found = session.run(z, {sizes: given, x: np.arange(12.0)})
            values = np.arange(12.0).reshape(given[0] * 2, given[1], 1) * 2 + 1
            np.testing.assert_allclose(found, np.exp(-values).sum(1) + values.mean() + values.max(), rtol=1e-6)
        assert [len(s.policy.programs) for s in numeric_segments(session)] == [2]


def test_a_check_with_a_text_is_compiled_with_what_it_checks(tier):
    x = tf.placeholder(tf.float32, [3])

    def body(i, y):
        with tf.control_dependencies([tf.Assert(tf.reduce_all(y < 5.0), ["too large in the loop:", y])]):
            return i + 1, y + x

    _, y = tf.while_loop(lambda i, y: i < 3, body, [0, tf.zeros([3])])
    with tf.control_dependencies([tf.assert_positive(x, message="outside")]):
        z = tf.reduce_sum(tf.exp(y))
    with tf.Session(config=tier()) as session:
        for _ in range(2):
            np.testing.assert_allclose(session.run(z, {x: [1.0, 2.0, 0.5]}), np.exp([3.0, 6.0, 1.5]).sum(), rtol=1e-6)
        prepared = next(p for p in session._prepared.values() if len(p.bound.plan.steps) > 2)
        assert not prepared.bound.plan.has_host_steps
        with pytest.raises(
            tf.errors.InvalidArgumentError, match=r"assertion failed: \[too large in the loop:\] \[2 8 1\]"
        ):
            session.run(z, {x: [1.0, 4.0, 0.5]})
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"assertion failed: \[outside\]"):
            session.run(z, {x: [1.0, -2.0, 0.5]})


def _grown(x, w):
    """A network over as many steps as a value tells; its outputs are kept in an array that grows."""
    array = tf.TensorArray(tf.float32, 0, dynamic_size=True, element_shape=[2, 4])

    def body(i, h, array):
        h = tf.tanh(tf.matmul(h, w) + tf.matmul(x, w) * 0.1)
        return i + 1, h, array.write(i, h)

    turns = tf.cast(tf.reduce_sum(x), tf.int32)
    loop = tf.while_loop(lambda i, h, a: i < turns, body, [0, x, array])
    return tf.reduce_sum(loop[2].stack() ** 2)


def test_the_numbers_of_a_loop_whose_lists_are_the_hosts_are_compiled(monkeypatch):
    x = tf.placeholder(tf.float32, [2, 4])
    w = tf.Variable(np.linspace(-1, 1, 16, dtype=np.float32).reshape(4, 4))
    loss = _grown(x, w)
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    given = [np.full([2, 4], 0.4 + 0.25 * (k % 2), np.float32) for k in range(6)]

    def losses(tier):
        monkeypatch.setenv("PENSTOCK_TIER", tier)
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            found = [session.run([loss, train], {x: value})[0] for value in given]
            return found, plan_with(session, loss)

    expected, _ = losses("interpret")
    found, plan = losses("compile")
    np.testing.assert_allclose(found, expected, rtol=1e-5)
    loops = [step for step in plan.steps if step.op.type in ("While", "StatelessWhile")]
    assert len(loops) == 2 and all(step.host for step in loops)  # forwards and backwards
    for loop in loops:
        body = loop.functions["body"].plan
        assert all(step.host for step in body.steps if any(t.dtype == tf.variant for t in step.op.inputs))
        states = [e.state for s in body.partition.segments if len(s.steps) > 2 for e in s.policy.programs.values()]
        assert State.COMPILED in states


def test_a_list_that_leaves_what_is_compiled_is_the_hosts(monkeypatch):
    x = tf.placeholder(tf.float32, [5, 3])
    w = tf.Variable(np.linspace(-1, 1, 9, dtype=np.float32).reshape(3, 3))
    y = tf.map_fn(lambda row: tf.tanh(tf.matmul(row[None], w))[0], x)
    told = tf.py_func(lambda value: value * np.float32(2), [y], tf.float32)
    told.set_shape([5, 3])
    # The gradient's loop reads the lists of the first one, but waits for the host.
    with tf.control_dependencies([told]):
        dy = tf.identity(tf.ones([5, 3])) * told
    grad = tf.gradients(y, w, grad_ys=dy)[0]

    def run(tier):
        monkeypatch.setenv("PENSTOCK_TIER", tier)
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            found = [session.run(grad, {x: np.arange(15.0).reshape(5, 3) / (7 + k)}) for k in range(4)]
            return found, plan_with(session, grad)

    found, plan = run("compile")
    np.testing.assert_allclose(found, run("interpret")[0], rtol=1e-5)
    assert all(step.host for step in plan.steps if any(t.dtype == tf.variant for t in step.op.outputs))
