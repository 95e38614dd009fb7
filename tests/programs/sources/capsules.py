"""Capsules: routing by agreement in a while_loop, squashing, margin loss, masked reconstruction; a siamese net beside."""

import json

import numpy as np
import tensorflow as tf


def squash(s, axis=-1, epsilon=1e-7, name=None):
    with tf.name_scope(name, default_name="squash"):
        squared_norm = tf.reduce_sum(tf.square(s), axis=axis, keep_dims=True)
        safe_norm = tf.sqrt(squared_norm + epsilon)
        return squared_norm / (1.0 + squared_norm) * s / safe_norm


def safe_norm(s, axis=-1, epsilon=1e-7, keep_dims=False, name=None):
    with tf.name_scope(name, default_name="safe_norm"):
        return tf.sqrt(tf.reduce_sum(tf.square(s), axis=axis, keep_dims=keep_dims) + epsilon)


tf.reset_default_graph()
np.random.seed(42)
tf.set_random_seed(42)
X = tf.placeholder(shape=[None, 12, 12, 1], dtype=tf.float32, name="X")
y = tf.placeholder(shape=[None], dtype=tf.int64, name="y")
conv1 = tf.layers.conv2d(X, name="conv1", filters=8, kernel_size=5, strides=1, padding="valid", activation=tf.nn.relu)
conv2 = tf.layers.conv2d(
    conv1, name="conv2", filters=8, kernel_size=4, strides=2, padding="valid", activation=tf.nn.relu
)
caps1_n = 2 * 3 * 3
caps1_raw = tf.reshape(conv2, [-1, caps1_n, 4], name="caps1_raw")
caps1_output = squash(caps1_raw, name="caps1_output")
W = tf.Variable(tf.random_normal(shape=(1, caps1_n, 4, 6, 4), stddev=0.3, dtype=tf.float32), name="W")
batch_size = tf.shape(X)[0]
W_tiled = tf.tile(W, [batch_size, 1, 1, 1, 1], name="W_tiled")
expanded = tf.expand_dims(tf.expand_dims(caps1_output, -1), 2)
caps1_tiled = tf.tile(expanded, [1, 1, 4, 1, 1], name="caps1_output_tiled")
caps2_predicted = tf.matmul(W_tiled, caps1_tiled, name="caps2_predicted")
raw_weights = tf.zeros([batch_size, caps1_n, 4, 1, 1], dtype=np.float32, name="raw_weights")


def condition(i, weights, output):
    return tf.less(i, 3)


def body(i, weights, output):
    routing_weights = tf.nn.softmax(weights, dim=2, name="routing_weights")
    weighted_sum = tf.reduce_sum(tf.multiply(routing_weights, caps2_predicted), axis=1, keep_dims=True)
    output = squash(weighted_sum, axis=-2)
    tiled = tf.tile(output, [1, caps1_n, 1, 1, 1])
    agreement = tf.matmul(caps2_predicted, tiled, transpose_a=True, name="agreement")
    return i + 1, tf.add(weights, agreement), output


_, _, caps2_output = tf.while_loop(condition, body, [0, raw_weights, tf.zeros([batch_size, 1, 4, 6, 1])])
y_proba = tf.squeeze(safe_norm(caps2_output, axis=-2), axis=[1, 3], name="y_proba")
y_pred = tf.argmax(y_proba, axis=1, name="y_pred")
T = tf.one_hot(y, depth=4, name="T")
present_error = tf.square(tf.maximum(0.0, 0.9 - y_proba), name="present_error")
absent_error = tf.square(tf.maximum(0.0, y_proba - 0.1), name="absent_error")
margin_loss = tf.reduce_mean(
    tf.reduce_sum(T * present_error + 0.5 * (1.0 - T) * absent_error, axis=1), name="margin_loss"
)
mask_with_labels = tf.placeholder_with_default(False, shape=(), name="mask_with_labels")
reconstruction_targets = tf.cond(mask_with_labels, lambda: y, lambda: y_pred, name="reconstruction_targets")
mask = tf.reshape(tf.one_hot(reconstruction_targets, depth=4), [-1, 1, 4, 1, 1])
decoder_input = tf.reshape(tf.multiply(caps2_output, mask), [-1, 4 * 6], name="decoder_input")
with tf.name_scope("decoder"):
    hidden1 = tf.layers.dense(decoder_input, 24, activation=tf.nn.relu, name="hidden1")
    decoder_output = tf.layers.dense(hidden1, 144, activation=tf.nn.sigmoid, name="decoder_output")
flat = tf.reshape(X, [-1, 144], name="X_flat")
reconstruction_loss = tf.reduce_mean(tf.square(flat - decoder_output), name="reconstruction_loss")
loss = tf.add(margin_loss, 0.5 * reconstruction_loss, name="loss")
training_op = tf.train.AdamOptimizer(0.005).minimize(loss, name="training_op")
init, saver = tf.global_variables_initializer(), tf.train.Saver()


def pictures(n):
    answers = np.random.randint(0, 4, n)
    images = np.random.rand(n, 12, 12, 1) * 0.2
    for image, a in zip(images, answers):
        image[
            [slice(0, 4), slice(8, 12), slice(0, 12), slice(4, 8)][a],
            [slice(0, 12), slice(0, 12), slice(0, 4), slice(4, 8)][a],
        ] += 0.7
    return images, answers


losses = []
with tf.Session() as sess:
    init.run()
    for _ in range(12):
        images, answers = pictures(8)
        _, value = sess.run([training_op, loss], feed_dict={X: images, y: answers, mask_with_labels: True})
        losses.append(float(value))
    path = saver.save(sess, "./my_capsule_network")
with tf.Session() as sess:
    saver.restore(sess, path)
    images, answers = pictures(4)
    poses, probabilities, rebuilt = sess.run(
        [caps2_output, y_proba, decoder_output], {X: images, y: np.array([], np.int64)}
    )

# A siamese network: the same variables for both sides, contrastive loss.
tf.reset_default_graph()
tf.set_random_seed(1)


def network(x):
    for i, n in enumerate((16, 16, 2)):
        with tf.variable_scope("fc%d" % i):
            w = tf.get_variable("W", [x.get_shape()[1], n], initializer=tf.truncated_normal_initializer(stddev=0.2))
            b = tf.get_variable("b", initializer=tf.constant(0.01, shape=[n], dtype=tf.float32))
            x = tf.nn.bias_add(tf.matmul(x, w), b)
            x = tf.nn.relu(x) if i < 2 else x
    return x


x1, x2 = tf.placeholder(tf.float32, [None, 10]), tf.placeholder(tf.float32, [None, 10])
same = tf.placeholder(tf.float32, [None])
with tf.variable_scope("siamese") as scope:
    o1 = network(x1)
    scope.reuse_variables()
    o2 = network(x2)
distance = tf.sqrt(tf.reduce_sum(tf.pow(tf.subtract(o1, o2), 2), 1) + 1e-6, name="eucd")
contrastive = tf.reduce_mean(same * tf.square(distance) + (1 - same) * tf.square(tf.maximum(1.0 - distance, 0)))
library = tf.contrib.losses.metric_learning.contrastive_loss(same, o1, o2, margin=1.0)
triplet = tf.contrib.losses.metric_learning.triplet_semihard_loss(tf.to_int32(same), tf.nn.l2_normalize(o1, 1))
train = tf.train.GradientDescentOptimizer(0.2).minimize(contrastive + 0.1 * triplet)
pairs, others = [], []
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(12):
        a, b = np.random.randn(12, 10), np.random.randn(12, 10)
        match = np.random.randint(0, 2, 12)
        b = np.where(match[:, None], a + 0.1 * b, b)
        _, l, k, t = sess.run([train, contrastive, library, triplet], {x1: a, x2: b, same: match})
        pairs.append(float(l))
        others.append([float(k), float(t)])
print(json.dumps({
    "losses": losses, "probabilities": probabilities.tolist(), "rebuilt": [float(rebuilt.sum())], "shape": list(poses.shape),
    "siamese": pairs, "others": others, "names": [v.name for v in tf.trainable_variables()],
}))  # fmt: skip
