"""Gradients of loops with respect to resource variables that their bodies read."""

import numpy as np
import pytest

import penstock as tf


@pytest.mark.parametrize("tier", [-1, 1])
def test_the_gradient_of_a_power_is_that_of_the_variable_read_in_each_turn(tier):
    v = tf.Variable(3.0, use_resource=True)
    _, y = tf.while_loop(lambda i, y: i < 4, lambda i, y: (i + 1, y * v), [0, 1.0])
    (grad,) = tf.gradients(y, v)
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.global_jit_level = tier
    with tf.Session(config=config) as sess:
        sess.run(v.initializer)
        assert sess.run([y, grad]) == [81.0, 4 * 27.0]


def test_rows_that_are_gathered_in_a_loop_get_the_sum_of_their_gradients():
    table = tf.get_variable("table", initializer=np.ones([3, 2], np.float32), use_resource=True)
    _, total = tf.while_loop(
        lambda i, s: i < 4, lambda i, s: (i + 1, s + tf.reduce_sum(tf.gather(table, i % 2)) * 2), [0, 0.0]
    )
    grad = tf.convert_to_tensor(tf.gradients(total, table)[0])
    with tf.Session() as sess:
        sess.run(table.initializer)
        np.testing.assert_array_equal(sess.run(grad), [[4, 4], [4, 4], [0, 0]])


def test_a_loop_inside_of_a_loop_reads_the_variable_of_both():
    v = tf.Variable(2.0, use_resource=True)

    def body(i, y):
        _, inner = tf.while_loop(lambda j, _: j < 2, lambda j, z: (j + 1, z * v), [0, y])
        return i + 1, inner

    _, y = tf.while_loop(lambda i, _: i < 2, body, [0, 1.0])
    with tf.Session() as sess:
        sess.run(v.initializer)
        assert sess.run(tf.gradients(y, v)) == [4 * 8.0]


def test_gradients_of_a_branch_reach_the_resource_variables_that_it_reads():
    with tf.Graph().as_default(), tf.Session() as sess:
        v = tf.get_variable("v", [], initializer=tf.constant_initializer(3.0), use_resource=True)
        w = tf.get_variable("w", [], initializer=tf.constant_initializer(5.0), use_resource=True)
        pred = tf.placeholder(tf.bool, [])
        y = tf.cond(pred, lambda: v * v * w, lambda: v * 2.0)
        gradients = tf.gradients(y, [v, w])
        sess.run(tf.global_variables_initializer())
        assert sess.run(gradients, {pred: True}) == [30.0, 9.0]
        assert sess.run(gradients, {pred: False}) == [2.0, 0.0]
