"""A small training program for the debugger. Runs under TensorFlow 1.15 and under Penstock.

`python program.py dump FOLDER` dumps one run; `python program.py session` trains under the command line, which reads its
commands from the standard input; `python program.py fail KIND` makes a run fail there.
"""

import sys

import numpy as np
import tensorflow as tf
from tensorflow.python import debug as tf_debug

X = np.float32([[1, 2, 3], [0, 0, 0], [4, -5, 6]])
FEED = {"x:0": X, "text:0": np.array([b"a", b"bc"], dtype=object)}


def model():
    x = tf.placeholder(tf.float32, [None, 3], name="x")
    text = tf.placeholder(tf.string, [2], name="text")
    w = tf.Variable(np.float32([[1, 2], [3, 4], [5, 6]]), name="w")
    with tf.name_scope("ns"):
        y = tf.nn.relu(tf.matmul(x, w, name="product"), name="y")
    loss = tf.reduce_mean(tf.log(y, name="log"), name="loss")
    train = tf.train.GradientDescentOptimizer(0.125).minimize(loss, name="train")
    parts = tf.split(x, 3, axis=1, name="parts")
    joined_parts = tf.add(parts[0], parts[2], name="first_and_last")
    positive = tf.greater(x, 0.0, name="positive")
    rounded = tf.cast(x, tf.int32, name="rounded")
    wide = tf.tile(tf.reshape(x, [1, -1]), [300, 1], name="wide")
    with tf.control_dependencies([positive, joined_parts]):
        total = tf.reduce_sum(wide, name="total")
    turns = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * 2.0), [tf.shape(x)[1] - 3, total], name="loop")
    joined = tf.string_join([text, text], name="joined")
    empty = tf.boolean_mask(x, tf.less(x[:, 0], -7.0), name="empty")
    return [turns[1], train, joined, rounded, loss, empty]


def main():
    fetches = model()
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    if sys.argv[1] == "dump":
        options = tf.RunOptions()
        tf_debug.watch_graph(options, sess.graph, debug_urls="file://" + sys.argv[2])
        sess.run(fetches, FEED, options=options)
        return
    if sys.argv[1] == "fail":
        with tf.name_scope("bad"):
            sum_ = {
                "shape": lambda: tf.matmul(
                    tf.placeholder_with_default(X, None), tf.transpose(X[:2] + X[1:]), name="product"
                ),
                "uninitialized": lambda: tf.add(tf.Variable(X, name="later"), 1.0, name="sum"),
            }[sys.argv[2]]()
        sess = tf_debug.LocalCLIDebugWrapperSession(sess, ui_type="readline")
        sess.run(sum_)
        return
    sess = tf_debug.LocalCLIDebugWrapperSession(sess, ui_type="readline")
    sess.add_tensor_filter("negative", lambda datum, tensor: datum.node_name == "w" and bool((tensor < 0).any()))
    for step in range(12):
        print("step", step, flush=True)
        sess.run(fetches[0] if step == 2 else fetches, FEED)
    print("done")


if __name__ == "__main__":
    main()
