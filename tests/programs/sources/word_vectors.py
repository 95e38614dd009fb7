"""Word vectors by noise-contrastive estimation and by a sampled softmax, in turns; candidates are drawn by the graph's seed."""

import json

import numpy as np
import tensorflow as tf

graph = tf.Graph()
with graph.as_default():
    tf.set_random_seed(8)
    with tf.name_scope("inputs"):
        words = tf.placeholder(tf.int32, shape=[16])
        labels = tf.placeholder(tf.int32, shape=[16, 1])
        shown = tf.constant([1, 2, 3, 40], dtype=tf.int32)
    with tf.device("/cpu:0"):
        with tf.name_scope("embeddings"):
            embeddings = tf.Variable(tf.random_uniform([100, 12], -1.0, 1.0))
            looked_up = tf.nn.embedding_lookup(embeddings, words)
        with tf.name_scope("weights"):
            weights = tf.Variable(tf.truncated_normal([100, 12], stddev=1.0 / np.sqrt(12)))
        with tf.name_scope("biases"):
            biases = tf.Variable(tf.zeros([100]))
    arguments = dict(weights=weights, biases=biases, labels=labels, inputs=looked_up, num_sampled=8, num_classes=100)
    with tf.name_scope("loss"):
        contrast = tf.reduce_mean(tf.nn.nce_loss(**arguments))
        softmax = tf.reduce_mean(tf.nn.sampled_softmax_loss(**arguments))
    with tf.name_scope("optimizer"):
        first = tf.train.GradientDescentOptimizer(1.0).minimize(contrast)
        second = tf.train.AdagradOptimizer(0.5).minimize(softmax)
    lengths = tf.sqrt(tf.reduce_sum(tf.square(embeddings), 1, keepdims=True))
    unit = embeddings / lengths
    similarity = tf.matmul(tf.nn.embedding_lookup(unit, shown), unit, transpose_b=True)
    init = tf.global_variables_initializer()
random, contrasts, softmaxes = np.random.RandomState(0), [], []
with tf.Session(graph=graph) as sess:
    init.run()
    for _ in range(15):
        feed = {words: random.randint(0, 100, 16), labels: random.randint(0, 100, (16, 1))}
        contrasts.append(float(sess.run([contrast, first], feed)[0]))
        softmaxes.append(float(sess.run([softmax, second], feed)[0]))
    nearest = np.argsort(-similarity.eval(), 1)[:, :5].tolist()
print(json.dumps({"contrasts": contrasts, "softmaxes": softmaxes, "nearest": nearest, "last": graph._last_id}))
