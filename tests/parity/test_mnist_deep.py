"""The tutorial "Deep MNIST for Experts", the same script under both: one loss curve."""

import numpy as np
import pytest

from penstock.datasets import mnist
from tests.same_program import run_here

STEPS, BATCH = 100, 4

# Every random operation has a seed of its own: default seeds count operations in 1.15, and calls in 2.x.
SCRIPT = """
tf.set_random_seed(42)

def weight_variable(shape, seed):
    return tf.Variable(tf.truncated_normal(shape, stddev=0.1, dtype=dtype, seed=seed))

def bias_variable(shape):
    return tf.Variable(tf.constant(0.1, dtype, shape))

def conv2d(x, w):
    return tf.nn.conv2d(x, w, strides=[1, 1, 1, 1], padding="SAME")

def max_pool_2x2(x):
    return tf.nn.max_pool(x, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="SAME")

x = tf.placeholder(dtype, [None, 784])
y_ = tf.placeholder(dtype, [None, 10])
keep_prob = tf.placeholder(dtype)
image = tf.reshape(x, [-1, 28, 28, 1])
h = max_pool_2x2(tf.nn.relu(conv2d(image, weight_variable([5, 5, 1, 32], 1)) + bias_variable([32])))
h = max_pool_2x2(tf.nn.relu(conv2d(h, weight_variable([5, 5, 32, 64], 2)) + bias_variable([64])))
h = tf.reshape(h, [-1, 7 * 7 * 64])
h = tf.nn.relu(tf.matmul(h, weight_variable([7 * 7 * 64, 1024], 3)) + bias_variable([1024]))
h = tf.nn.dropout(h, keep_prob, seed=4)
y = tf.matmul(h, weight_variable([1024, 10], 5)) + bias_variable([10])
loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(labels=y_, logits=y))
train = tf.train.AdamOptimizer(1e-4).minimize(loss)
correct = tf.equal(tf.argmax(y, 1), tf.argmax(y_, 1))
accuracy = tf.reduce_mean(tf.cast(correct, tf.float32))

with tf.Session(config=CONFIG) as sess:
    sess.run(tf.global_variables_initializer())
    losses = []
    for batch, labels in zip(images, classes):
        losses.append(sess.run([loss, train], {x: batch, y_: labels, keep_prob: 0.5})[0])
    right = sess.run(accuracy, {x: images[0], y_: classes[0], keep_prob: 1.0})
result = {"losses": losses, "accuracy": right}
"""


@pytest.fixture(scope="module")
def digits():
    data = mnist.read_data_sets("/nonexistent", one_hot=True, seed=1).train
    batches = [data.next_batch(BATCH) for _ in range(STEPS)]
    return {"images": np.stack([b[0] for b in batches]), "classes": np.stack([b[1] for b in batches])}


@pytest.mark.slow
def test_a_hundred_steps_of_the_tutorial_follow_tensorflows_loss_curve(peer, digits):
    theirs = peer.run(SCRIPT, CONFIG=None, dtype="float32", **digits)
    ours = run_here(SCRIPT, "xla", dtype="float32", **digits)
    np.testing.assert_allclose(ours["losses"][:20], theirs["losses"][:20], rtol=1e-5)
    # Rounding may then decide which of two nearly equal values a max pool takes, and the curves part by a percent or so:
    # with batches of 4 they stay within 2e-6 here, with 8 and 20 they do not. The test in double precision has no such doubt.
    np.testing.assert_allclose(ours["losses"], theirs["losses"], rtol=5e-2)
    assert np.mean(ours["losses"][-10:]) < 0.5 * np.mean(ours["losses"][:10])


@pytest.mark.slow
def test_in_double_precision_the_curves_are_one_to_the_end(peer, digits):
    theirs = peer.run(SCRIPT, CONFIG=None, dtype="float64", **digits)
    ours = run_here(SCRIPT, "xla", dtype="float64", **digits)
    np.testing.assert_allclose(ours["losses"], theirs["losses"], rtol=1e-9)
    assert ours["accuracy"] == theirs["accuracy"]
