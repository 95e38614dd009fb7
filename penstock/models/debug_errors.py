"""Runs that fail, to be looked at with the debugger: `... debug_errors --error shape_mismatch --debug`."""

import sys

import numpy as np
import tensorflow as tf

from penstock.models import debugging, refuse_unknown_flags


def main(argv):
    refuse_unknown_flags(argv)
    sess = tf.Session()
    ph_float = tf.placeholder(tf.float32, name="ph_float")
    x = tf.transpose(ph_float, name="x")
    v = tf.Variable(np.array([[-2.0], [-3.0], [6.0]], np.float32), name="v")
    m = tf.constant([[0.0, 1.0, 2.0], [-4.0, -1.0, 0.0]], tf.float32, name="m")
    y = tf.matmul(m, x, name="y")
    z = tf.matmul(m, v, name="z")
    sess = debugging.wrapped(sess, options)
    if options.error == "shape_mismatch":
        print(sess.run(y, feed_dict={ph_float: np.array([[0.0], [1.0], [2.0]])}))
    elif options.error == "uninitialized_variable":
        print(sess.run(z))
    elif options.error == "no_error":
        print(sess.run(y, feed_dict={ph_float: np.array([[0.0, 1.0, 2.0]])}))
    else:
        raise ValueError("Unrecognized error type: " + options.error)


if __name__ == "__main__":
    flags = debugging.parser()
    flags.add_argument("--error", default="shape_mismatch", help="shape_mismatch, uninitialized_variable or no_error")
    options, rest = flags.parse_known_args()
    with tf.Graph().as_default():
        tf.app.run(main=main, argv=[sys.argv[0], *rest])
