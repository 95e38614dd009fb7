"""The files that the programs in C++ read, made by the TensorFlow that runs this: `python files.py FOLDER [module]`.

A graph with a picture's classes, its picture and labels, and a graph and a SavedModel for `api.cc`. All numbers are computed.
"""

import os
import sys


def make(folder, tf):
    import numpy as np

    def numbers(*shape):
        size = int(np.prod(shape))
        return (np.sin(np.arange(size) * 12.9898) * 0.5).astype(np.float32).reshape(shape)

    with tf.Graph().as_default() as g:
        x = tf.placeholder(tf.float32, [None, 12, 12, 3], name="input")
        h = tf.nn.relu(tf.nn.conv2d(x, numbers(3, 3, 3, 4), [1, 2, 2, 1], "SAME"))
        h = tf.reshape(tf.nn.max_pool(h, [1, 2, 2, 1], [1, 2, 2, 1], "SAME"), [-1, 36])
        tf.nn.softmax(tf.matmul(h, numbers(36, 5)), name="softmax")
        tf.train.write_graph(g.as_graph_def(), folder, "classes.pb", as_text=False)
    with tf.Graph().as_default(), tf.Session() as sess:
        pixels = (np.arange(20 * 16 * 3) * 7 % 256).astype(np.uint8).reshape(20, 16, 3)
        png, jpeg = sess.run([tf.image.encode_png(pixels), tf.image.encode_jpeg(pixels)])
    for name, data in (("image.png", png), ("image.jpg", jpeg), ("labels.txt", b"ant\nbee\ncat\ndog\nemu\n")):
        with open(os.path.join(folder, name), "wb") as f:
            f.write(data)
    with tf.Graph().as_default() as g:
        x = tf.placeholder(tf.float32, [2, 3], name="x")
        w = tf.Variable([[1.0], [2.0], [3.0]], name="w")
        count = tf.Variable(0, name="counter")
        tf.identity(tf.matmul(x, w), name="y")
        tf.identity(count, name="count")
        tf.assign_add(count, 1, name="update_state")
        tf.group(w.initializer, count.initializer, name="init")
        tf.train.write_graph(g.as_graph_def(), folder, "graph.pb", as_text=False)
        tf.train.write_graph(g.as_graph_def(), folder, "graph.pbtxt", as_text=True)
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [None, 3])
        w = tf.Variable([[1.0], [0.5], [0.25]])
        y = tf.tanh(tf.matmul(x, w))
        sess.run(w.initializer)
        tf.saved_model.simple_save(sess, os.path.join(folder, "model"), {"x": x}, {"y": y})


if __name__ == "__main__":
    make(sys.argv[1], __import__(sys.argv[2] if len(sys.argv) > 2 else "tensorflow"))
