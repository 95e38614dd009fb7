"""The network for CIFAR-10: two convolutions with local response normalization, three dense layers.

Builds the parts of the graph: `inputs`, `inference`, `loss`, `train`. Variables live on the CPU, so that several towers
can share them. Used by `cifar10_train.py`, `cifar10_eval.py` and `cifar10_multi_gpu_train.py`; this file is not run.
"""

import os
import re

import tensorflow as tf
from tensorflow.models.image.cifar10 import cifar10_input

from penstock.models import make_cifar10

flags = tf.app.flags
flags.DEFINE_integer("batch_size", 64, "Pictures in a batch.")
flags.DEFINE_string(
    "data_dir",
    "examples_out/cifar10_data",
    "Folder with cifar-10-batches-bin/. If it is missing, coloured digits in that format are made.",
)
flags.DEFINE_boolean("flip", False, "Whether pictures are mirrored at random: good for photographs, not for digits.")
flags.DEFINE_float("width", 0.5, "The layers' sizes; 1 is the tutorial's network of 1,068,298 parameters.")
flags.DEFINE_float("learning_rate", 0.1, "Learning rate at the start.")
FLAGS = flags.FLAGS

TOWER_NAME = "tower"
MOVING_AVERAGE_DECAY = 0.99  # of the learned variables; 0.9999 for long trainings
NUM_EPOCHS_PER_DECAY = 350.0
LEARNING_RATE_DECAY_FACTOR = 0.1


def data_dir():
    """The folder with the files, which are made if there are none."""
    folder = os.path.join(FLAGS.data_dir, "cifar-10-batches-bin")
    if not tf.gfile.Exists(os.path.join(folder, "test_batch.bin")):
        make_cifar10.make(folder)
    return folder


def distorted_inputs():
    return cifar10_input.inputs(data_dir(), FLAGS.batch_size, eval_data=False, distort=True, flip=FLAGS.flip)


def inputs(eval_data):
    return cifar10_input.inputs(data_dir(), FLAGS.batch_size, eval_data=eval_data, distort=False)


def _activation_summary(x):
    # Without the tower's name, the summaries of all towers stand in one chart.
    name = re.sub("%s_[0-9]*/" % TOWER_NAME, "", x.op.name)
    tf.summary.histogram(name + "/activations", x)
    tf.summary.scalar(name + "/sparsity", tf.nn.zero_fraction(x))


def _variable_on_cpu(name, shape, initializer):
    with tf.device("/cpu:0"):
        return tf.get_variable(name, shape, initializer=initializer, dtype=tf.float32)


def _weights(shape, stddev, decay=None):
    """Weights that start as random numbers; with decay, their squares are part of the loss."""
    var = _variable_on_cpu("weights", shape, tf.truncated_normal_initializer(stddev=stddev))
    if decay is not None:
        tf.add_to_collection("losses", tf.multiply(tf.nn.l2_loss(var), decay, name="weight_loss"))
    return var


def _convolution(name, x, features, bias):
    with tf.variable_scope(name) as scope:
        kernel = _weights([5, 5, int(x.shape[3]), features], stddev=5e-2)
        biases = _variable_on_cpu("biases", [features], tf.constant_initializer(bias))
        out = tf.nn.relu(tf.nn.bias_add(tf.nn.conv2d(x, kernel, [1, 1, 1, 1], padding="SAME"), biases), name=scope.name)
        _activation_summary(out)
        return out


def _dense(name, x, units, stddev, bias, decay, activation=None):
    with tf.variable_scope(name) as scope:
        weights = _weights([int(x.shape[1]), units], stddev=stddev, decay=decay)
        biases = _variable_on_cpu("biases", [units], tf.constant_initializer(bias))
        out = tf.add(tf.matmul(x, weights), biases, name=scope.name)
        if activation is not None:
            out = activation(out)
        _activation_summary(out)
        return out


def _pool(x, name):
    return tf.nn.max_pool(x, ksize=[1, 3, 3, 1], strides=[1, 2, 2, 1], padding="SAME", name=name)


def _normalize(x, name):
    return tf.nn.lrn(x, 4, bias=1.0, alpha=0.001 / 9.0, beta=0.75, name=name)


def inference(images):
    """The logits of a batch of images."""
    features = max(int(64 * FLAGS.width), 8)
    units = max(int(384 * FLAGS.width), 32)
    x = _convolution("conv1", images, features, 0.0)
    x = _normalize(_pool(x, "pool1"), "norm1")
    x = _convolution("conv2", x, features, 0.1)
    x = _pool(_normalize(x, "norm2"), "pool2")
    x = tf.reshape(x, [FLAGS.batch_size, -1])
    x = _dense("local3", x, units, 0.04, 0.1, 0.004, tf.nn.relu)
    x = _dense("local4", x, units // 2, 0.04, 0.1, 0.004, tf.nn.relu)
    # The softmax itself is in the loss, which is exact for unnormalized logits.
    return _dense("softmax_linear", x, cifar10_input.NUM_CLASSES, 1.0 / (units // 2), 0.0, None)


def loss(logits, labels):
    """The mean cross entropy plus the decay of all weights; each of them is in the collection "losses"."""
    cross_entropy = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=tf.cast(labels, tf.int64), logits=logits)
    cross_entropy_mean = tf.reduce_mean(cross_entropy, name="cross_entropy")
    tf.add_to_collection("losses", cross_entropy_mean)
    return tf.add_n(tf.get_collection("losses"), name="total_loss")


def learning_rate(global_step, towers=1):
    """The learning rate, which falls by steps as epochs pass."""
    examples = cifar10_input.num_examples(data_dir(), eval_data=False)
    decay_steps = int(examples / FLAGS.batch_size / towers * NUM_EPOCHS_PER_DECAY)
    lr = tf.train.exponential_decay(
        FLAGS.learning_rate, global_step, decay_steps, LEARNING_RATE_DECAY_FACTOR, staircase=True
    )
    tf.summary.scalar("learning_rate", lr)
    return lr


def add_loss_averages(total_loss):
    """Summaries of the losses and of their moving averages; returns the operation that updates the averages."""
    loss_averages = tf.train.ExponentialMovingAverage(0.9, name="avg")
    losses = tf.get_collection("losses") + [total_loss]
    update = loss_averages.apply(losses)
    for l in losses:
        tf.summary.scalar(l.op.name + "_raw", l)
        tf.summary.scalar(l.op.name, loss_averages.average(l))
    return update


def apply_gradients(optimizer, grads, global_step):
    """Applies the gradients, then moves the averages of the learned variables."""
    for grad, var in grads:
        tf.summary.histogram(var.op.name, var)
        if grad is not None:
            tf.summary.histogram(var.op.name + "/gradients", grad)
    applied = optimizer.apply_gradients(grads, global_step=global_step)
    averages = tf.train.ExponentialMovingAverage(MOVING_AVERAGE_DECAY, global_step)
    with tf.control_dependencies([applied]):
        return averages.apply(tf.trainable_variables())


def train(total_loss, global_step):
    """The operation that does a step of training."""
    with tf.control_dependencies([add_loss_averages(total_loss)]):
        optimizer = tf.train.GradientDescentOptimizer(learning_rate(global_step))
        grads = optimizer.compute_gradients(total_loss)
    return apply_gradients(optimizer, grads, global_step)
