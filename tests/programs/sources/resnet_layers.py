"""A residual network in tf.layers over two towers whose gradients are averaged, as in the CIFAR-10 tutorial with more GPUs."""

import json
import re

import numpy as np
import tensorflow as tf

TOWER_NAME = "tower"


def _variable_on_cpu(name, shape, initializer):
    with tf.device("/cpu:0"):
        return tf.get_variable(name, shape, initializer=initializer, dtype=tf.float32)


def _activation_summary(x):
    tensor_name = re.sub("%s_[0-9]*/" % TOWER_NAME, "", x.op.name)
    tf.summary.histogram(tensor_name + "/activations", x)
    tf.summary.scalar(tensor_name + "/sparsity", tf.nn.zero_fraction(x))


def batch_norm_relu(x, training):
    x = tf.layers.batch_normalization(x, axis=3, momentum=0.9, epsilon=1e-5, center=True, scale=True, training=training)
    return tf.nn.relu(x)


def fixed_padding(x, size):
    total = size - 1
    return tf.pad(x, [[0, 0], [total // 2, total - total // 2], [total // 2, total - total // 2], [0, 0]])


def conv(x, filters, size, strides):
    if strides > 1:
        x = fixed_padding(x, size)
    return tf.layers.conv2d(
        x, filters, size, strides, padding="SAME" if strides == 1 else "VALID", use_bias=False,
        kernel_initializer=tf.variance_scaling_initializer(),
    )  # fmt: skip


def block(x, filters, strides, training, project):
    shortcut = x
    x = batch_norm_relu(x, training)
    if project:
        shortcut = conv(x, filters, 1, strides)
    x = conv(x, filters, 3, strides)
    x = batch_norm_relu(x, training)
    x = conv(x, filters, 3, 1)
    _activation_summary(x)
    return x + shortcut


def inference(images, training):
    x = conv(images, 8, 3, 1)
    x = tf.identity(x, "initial_conv")
    x = block(x, 8, 1, training, False)
    x = block(x, 16, 2, training, True)
    x = batch_norm_relu(x, training)
    x = tf.layers.average_pooling2d(x, 8, 1, padding="VALID")
    x = tf.reshape(x, [-1, 16])
    weights = _variable_on_cpu("weights", [16, 4], tf.truncated_normal_initializer(stddev=0.2))
    biases = _variable_on_cpu("biases", [4], tf.constant_initializer(0.1))
    tf.add_to_collection("losses", tf.multiply(tf.nn.l2_loss(weights), 0.004, name="weight_loss"))
    return tf.nn.xw_plus_b(x, weights, biases, name="logits")


def tower_loss(scope, images, labels, training):
    logits = inference(images, training)
    cross_entropy = tf.nn.sparse_softmax_cross_entropy_with_logits(
        labels=labels, logits=logits, name="cross_entropy_per_example"
    )
    tf.add_to_collection("losses", tf.reduce_mean(cross_entropy, name="cross_entropy"))
    losses = tf.get_collection("losses", scope)
    total_loss = tf.add_n(losses, name="total_loss")
    for l in losses + [total_loss]:
        tf.summary.scalar(re.sub("%s_[0-9]*/" % TOWER_NAME, "", l.op.name), l)
    return total_loss


def average_gradients(tower_grads):
    average_grads = []
    for grad_and_vars in zip(*tower_grads):
        grads = [tf.expand_dims(g, 0) for g, _ in grad_and_vars]
        grad = tf.reduce_mean(tf.concat(axis=0, values=grads), 0)
        average_grads.append((grad, grad_and_vars[0][1]))
    return average_grads


random = np.random.RandomState(0)
IMAGES = random.rand(32, 16, 16, 3).astype(np.float32)
LABELS = random.randint(0, 4, 32)
IMAGES[:, :, :, 0] += LABELS[:, None, None] * 0.4

with tf.Graph().as_default(), tf.device("/cpu:0"):
    tf.set_random_seed(7)
    global_step = tf.get_variable("global_step", [], initializer=tf.constant_initializer(0), trainable=False)
    lr = tf.train.piecewise_constant(tf.cast(global_step, tf.int32), [5, 10], [0.1, 0.05, 0.01])
    opt = tf.train.GradientDescentOptimizer(lr)
    images = tf.placeholder(tf.float32, [None, 16, 16, 3])
    labels = tf.placeholder(tf.int32, [None])
    training = tf.placeholder(tf.bool, [])
    image_parts, label_parts = tf.split(images, 2), tf.split(labels, 2)
    tower_grads, tower_losses = [], []
    with tf.variable_scope(tf.get_variable_scope()):
        for i in range(2):
            with tf.name_scope("%s_%d" % (TOWER_NAME, i)) as scope:
                with tf.variable_scope("model", reuse=i > 0):
                    loss = tower_loss(scope, image_parts[i], label_parts[i], training)
                tower_losses.append(loss)
                summaries = tf.get_collection(tf.GraphKeys.SUMMARIES, scope)
                updates = tf.get_collection(tf.GraphKeys.UPDATE_OPS, scope)
                tower_grads.append(opt.compute_gradients(loss))
    grads = average_gradients(tower_grads)
    summaries.append(tf.summary.scalar("learning_rate", lr))
    for grad, var in grads:
        summaries.append(tf.summary.histogram(var.op.name + "/gradients", grad))
    apply_gradient_op = opt.apply_gradients(grads, global_step=global_step)
    variable_averages = tf.train.ExponentialMovingAverage(0.9, global_step)
    variables_averages_op = variable_averages.apply(tf.trainable_variables())
    train_op = tf.group(apply_gradient_op, variables_averages_op, *updates)
    mean_loss = tf.add_n(tower_losses) / 2
    summary_op = tf.summary.merge(summaries)
    sess = tf.Session(config=tf.ConfigProto(allow_soft_placement=True, log_device_placement=False))
    sess.run(tf.global_variables_initializer())
    found = []
    for _ in range(15):
        found.append(float(sess.run([train_op, mean_loss], {images: IMAGES, labels: LABELS, training: True})[1]))
    tags = [
        v.tag
        for v in tf.Summary.FromString(sess.run(summary_op, {images: IMAGES, labels: LABELS, training: False})).value
    ]
    after = sess.run([mean_loss, *tower_losses], {images: IMAGES, labels: LABELS, training: False})
    print(json.dumps({
        "losses": found, "after": [float(a) for a in after], "tags": tags,
        "variables": [v.op.name for v in tf.global_variables()], "step": int(sess.run(global_step)),
        "devices": sorted({v.device for v in tf.global_variables()}),
    }))  # fmt: skip
