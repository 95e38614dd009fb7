"""Fibonacci's numbers in a graph, to be looked at with the debugger: in int32, they turn negative at the 47th."""

import sys

import numpy as np
import tensorflow as tf

from penstock.models import debugging, refuse_unknown_flags


def main(argv):
    refuse_unknown_flags(argv)
    sess = tf.Session()
    ones = np.ones([options.tensor_size] * 2)
    before = tf.Variable(ones, dtype=tf.int32, name="node_00")
    last = tf.Variable(ones, dtype=tf.int32, name="node_01")
    for number in range(2, options.length):
        before, last = last, tf.add(before, last, name="node_%.2d" % number)
    sess.run(tf.global_variables_initializer())
    sess = debugging.wrapped(sess, options)
    if options.debug:
        sess.add_tensor_filter("has_negative", lambda datum, tensor: np.any(tensor < 0))
    print("Fibonacci number at position %d:\n%s" % (options.length, sess.run(last)))


if __name__ == "__main__":
    flags = debugging.parser()
    flags.add_argument("--tensor_size", type=int, default=1, help="Rows and columns of each tensor.")
    flags.add_argument("--length", type=int, default=20, help="How many numbers.")
    options, rest = flags.parse_known_args()
    with tf.Graph().as_default():
        tf.app.run(main=main, argv=[sys.argv[0], *rest])
