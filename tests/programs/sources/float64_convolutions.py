"""Strided, separable, normalized and transposed convolutions trained by Adam in float64, saved and taken up again.

In float32 this program drifts from TensorFlow's losses within some steps, on either side: the bias before the normalization
has a gradient that is zero but for rounding, and Adam makes a full step of it. In float64 that step moves nothing else.
"""

import json
import os
import tempfile

import numpy as np
import tensorflow as tf

tf.set_random_seed(3)
random = np.random.RandomState(0)
x = tf.placeholder(tf.float64, [None, 17, 15, 3])
y = tf.placeholder(tf.int32, [None])
h = tf.layers.conv2d(x, 12, 5, strides=2, padding="same", activation=tf.nn.relu, name="c1")
h = tf.layers.separable_conv2d(h, 16, 3, padding="same", name="s1")
h = tf.layers.batch_normalization(h, training=True, name="bn", fused=False)
h = tf.layers.conv2d(tf.nn.relu(h), 9, 3, strides=(2, 1), padding="valid", name="c2")
h = tf.layers.conv2d_transpose(h, 5, 4, strides=2, padding="same", name="t")
logits = tf.layers.dense(tf.reduce_mean(h, [1, 2]), 7, name="d")
loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))
step = tf.train.get_or_create_global_step()
with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS)):
    train = tf.train.AdamOptimizer(0.01).minimize(loss, step)
feed = {x: random.rand(16, 17, 15, 3), y: random.randint(0, 7, 16)}
saver = tf.train.Saver()
losses = []
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(12):
        losses.append(float(sess.run([loss, train], feed)[0]))
    path = saver.save(sess, os.path.join(tempfile.mkdtemp(), "m"), step)
with tf.Session() as sess:
    saver.restore(sess, path)
    for _ in range(6):
        losses.append(float(sess.run([loss, train], feed)[0]))
kept = [[name, shape] for name, shape in tf.train.list_variables(path)]
print(json.dumps({"float64_losses": losses, "kept": kept}))
