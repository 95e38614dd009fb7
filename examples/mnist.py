"""The network of "TensorFlow Mechanics 101": two hidden layers of rectified units, and a linear one.

Four functions that are called one after the other while a graph is built: `inference`, `loss`, `training`,
`evaluation`. `fully_connected_feed.py` and `fully_connected_reader.py` train it; this file is not run.
"""

import math

import tensorflow as tf

NUM_CLASSES = 10
IMAGE_SIZE = 28
IMAGE_PIXELS = IMAGE_SIZE * IMAGE_SIZE


def layer(name, inputs, units):
    """`inputs` times weights plus biases; the weights start small enough for the sums to keep the inputs' scale."""
    units_in = int(inputs.shape[-1])
    with tf.name_scope(name):
        initial = tf.truncated_normal([units_in, units], stddev=1.0 / math.sqrt(units_in))
        weights = tf.Variable(initial, name="weights")
        biases = tf.Variable(tf.zeros([units]), name="biases")
        return tf.matmul(inputs, weights) + biases


def inference(images, hidden1_units, hidden2_units):
    """The logits, [batch, NUM_CLASSES], of images, [batch, IMAGE_PIXELS]."""
    hidden1 = tf.nn.relu(layer("hidden1", images, hidden1_units))
    hidden2 = tf.nn.relu(layer("hidden2", hidden1, hidden2_units))
    return layer("softmax_linear", hidden2, NUM_CLASSES)


def loss(logits, labels):
    """The mean cross entropy of the labels, which are class numbers."""
    cross_entropy = tf.nn.sparse_softmax_cross_entropy_with_logits(
        labels=tf.cast(labels, tf.int64), logits=logits, name="xentropy"
    )
    return tf.reduce_mean(cross_entropy, name="xentropy_mean")


def training(loss, learning_rate):
    """The operation that does a step of gradient descent and counts it; the loss is in the summaries."""
    tf.summary.scalar("loss", loss)
    optimizer = tf.train.GradientDescentOptimizer(learning_rate)
    global_step = tf.Variable(0, name="global_step", trainable=False)
    return optimizer.minimize(loss, global_step=global_step)


def evaluation(logits, labels):
    """How many of the labels have the largest logit of their row."""
    correct = tf.nn.in_top_k(logits, labels, 1)
    return tf.reduce_sum(tf.cast(correct, tf.int32))
