"""Runs with several operations that wait, whose parts are compiled and overwrite the variables they replace."""

import numpy as np
import pytest

import penstock as tf


@pytest.mark.parametrize("tier", ["interpret", "compile"])
def test_towers_that_take_from_one_queue_train_their_shared_variables(monkeypatch, tier):
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    with tf.Graph().as_default(), tf.Session() as sess:
        v = tf.get_variable("v", [20, 20], initializer=tf.zeros_initializer())
        queue = tf.FIFOQueue(10, [tf.float32], [[20, 20]])
        fill = queue.enqueue(tf.ones([20, 20]))
        loss = sum(tf.reduce_sum(tf.matmul(queue.dequeue(), v)) for _ in range(2))
        train = tf.train.GradientDescentOptimizer(0.5).minimize(loss)
        average = tf.train.ExponentialMovingAverage(0.5)
        with tf.control_dependencies([train]):
            train = average.apply([v])
        sess.run(tf.global_variables_initializer())
        for step in range(1, 5):
            sess.run([fill, fill])
            sess.run(fill)
            _, found = sess.run([train, loss])
            assert found == 2 * 20 * 20 * 20 * (step - 1) * -20.0
            np.testing.assert_array_equal(sess.run(v), np.full([20, 20], step * -20.0))
        # -20 and -40 and so on, each weighing half of the next
        np.testing.assert_array_equal(sess.run(average.average(v)), np.full([20, 20], -61.25))
