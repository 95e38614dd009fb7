"""The programs of the low-level introduction that use layers print what the text shows."""

import numpy as np
import pytest

import penstock as tf


def test_a_dense_layer_and_its_shortcut_give_one_number_per_row():
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, shape=[None, 3])
        linear_model = tf.layers.Dense(units=1)
        y = linear_model(x)
        shortcut = tf.layers.dense(x, units=1)
        sess.run(tf.global_variables_initializer())
        for result in (y, shortcut):
            assert sess.run(result, {x: [[1, 2, 3], [4, 5, 6]]}).shape == (2, 1)
        kernel, bias = sess.run(linear_model.weights)
        np.testing.assert_allclose(sess.run(y, {x: [[1, 2, 3]]}), np.float32([[1, 2, 3]]) @ kernel + bias, rtol=1e-5)


# The text lists these losses; the kernel that gives the first one gives the others as well, and so is the one it began with.
LISTED = [1.35659, 1.00412, 0.759167, 0.588829, 0.470264, 0.387626, 0.329918, 0.289511, 0.261112, 0.241046]


@pytest.mark.parametrize("tier", [-1, 1], ids=["numpy", "xla"])
def test_linear_regression_prints_the_losses_of_the_text(tier):
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.global_jit_level = tier
    with tf.Graph().as_default(), tf.Session(config=config) as sess:
        x = tf.constant([[1], [2], [3], [4]], dtype=tf.float32)
        y_true = tf.constant([[0], [-1], [-2], [-3]], dtype=tf.float32)
        linear_model = tf.layers.Dense(units=1, kernel_initializer=tf.constant_initializer(-0.26834965))
        y_pred = linear_model(x)
        loss = tf.losses.mean_squared_error(labels=y_true, predictions=y_pred)
        optimizer = tf.train.GradientDescentOptimizer(0.01)
        train = optimizer.minimize(loss)
        sess.run(tf.global_variables_initializer())
        first = sess.run(y_pred).ravel()
        np.testing.assert_allclose(first / first[0], [1, 2, 3, 4], rtol=1e-5)  # the bias begins with 0
        losses = [sess.run((train, loss))[1] for _ in range(100)]
        np.testing.assert_allclose(losses[:10], LISTED, atol=3e-6)
        np.testing.assert_allclose(losses[-1], 0.115573, atol=1e-5)
        np.testing.assert_allclose(sess.run(y_pred).ravel(), [-0.5473, -1.2652, -1.9831, -2.7010], atol=1e-4)
