"""Calls of 0.9 that need more than another order of arguments."""

import numpy as np

import penstock as tf


def test_zeros_initializer_and_ones_initializer_of_a_shape_are_its_values():
    with tf.Session() as sess:
        np.testing.assert_array_equal(sess.run(tf.zeros_initializer([2, 3])), np.zeros([2, 3], np.float32))
        np.testing.assert_array_equal(sess.run(tf.ones_initializer(shape=[2], dtype=tf.int32)), np.ones(2, np.int32))
        np.testing.assert_array_equal(sess.run(tf.ones_initializer((2,), tf.int64)), np.ones(2, np.int64))
        assert sess.run(tf.zeros_initializer(tf.int32)([2])).dtype == np.int32
