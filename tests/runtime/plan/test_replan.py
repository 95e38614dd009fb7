"""Values that decide shapes: they join the key of a program, and go to the host when they are other ones in every run."""

import numpy as np

import penstock as tf


def numeric_segments(session):
    (prepared,) = (p for p in session._prepared.values() if len(p.bound.plan.steps) > 8)
    return [s for s in prepared.bound.segments if not s.host]


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
