"""The first program of the TensorFlow guide: a convolutional network like LeNet-5 for MNIST, by gradient descent with momentum.

    penstock run -m tensorflow.models.image.mnist.convolutional

Uses the MNIST files in --data_dir, or the digits that ship with Penstock. --self_test runs one epoch on made-up images
instead, and fails if the network does not learn them.
"""

import time

import numpy as np
import tensorflow as tf
from tensorflow.examples.tutorials.mnist import input_data

from penstock.models import refuse_unknown_flags

flags = tf.app.flags
flags.DEFINE_boolean("self_test", False, "Whether to run a test of the program on made-up images.")
flags.DEFINE_boolean("use_fp16", False, "Whether to compute with half floats instead of full ones.")
flags.DEFINE_string("data_dir", "data", "Folder with MNIST's files, if you have them.")
flags.DEFINE_integer("num_epochs", 10, "How often each digit is seen.")
flags.DEFINE_integer("eval_frequency", 100, "Steps between two evaluations.")
FLAGS = flags.FLAGS

IMAGE_SIZE = 28
NUM_LABELS = 10
BATCH_SIZE = 64
SEED = 66478


def made_up(count):
    """Images of which every other is white, labelled 1; the black ones are labelled 0."""
    labels = np.arange(count) % 2
    images = np.broadcast_to((labels - 0.5)[:, None, None, None], (count, IMAGE_SIZE, IMAGE_SIZE, 1))
    return images.astype(np.float32), labels.astype(np.int64)


def read():
    """(images, labels) to train, to validate and to test; pixels are in [-0.5, 0.5]."""
    if FLAGS.self_test:
        return made_up(256), made_up(256), made_up(256)
    data = input_data.read_data_sets(FLAGS.data_dir, reshape=False, seed=1)
    return [(part.images - 0.5, part.labels.astype(np.int64)) for part in (data.train, data.validation, data.test)]


class Network:
    """The variables of the network, and the function of images that they make."""

    def __init__(self, dtype):
        def weights(*shape):
            return tf.Variable(tf.truncated_normal(shape, stddev=0.1, seed=SEED, dtype=dtype))

        flat = (IMAGE_SIZE // 4) ** 2 * 64
        self.convolutions = [
            (weights(5, 5, 1, 32), tf.Variable(tf.zeros([32], dtype))),
            (weights(5, 5, 32, 64), tf.Variable(tf.constant(0.1, dtype, [64]))),
        ]
        self.full = [
            (weights(flat, 512), tf.Variable(tf.constant(0.1, dtype, [512]))),
            (weights(512, NUM_LABELS), tf.Variable(tf.constant(0.1, dtype, [NUM_LABELS]))),
        ]

    def logits(self, images, train=False):
        """The logits of images; half of the hidden units are dropped in training."""
        x = images
        for kernel, bias in self.convolutions:
            x = tf.nn.relu(tf.nn.bias_add(tf.nn.conv2d(x, kernel, [1, 1, 1, 1], "SAME"), bias))
            x = tf.nn.max_pool(x, [1, 2, 2, 1], [1, 2, 2, 1], "SAME")
        (hidden, hidden_bias), (last, last_bias) = self.full
        x = tf.nn.relu(tf.matmul(tf.reshape(x, [x.shape[0].value, -1]), hidden) + hidden_bias)
        if train:
            x = tf.nn.dropout(x, 0.5, seed=SEED)
        return tf.matmul(x, last) + last_bias

    def penalty(self):
        """The squares of the fully connected layers, which keep them small."""
        return sum(tf.nn.l2_loss(variable) for layer in self.full for variable in layer)


def error_rate(predictions, labels):
    """The percentage of wrong answers."""
    return 100.0 - 100.0 * np.mean(np.argmax(predictions, 1) == labels)


def main(argv):
    refuse_unknown_flags(argv)
    dtype = tf.float16 if FLAGS.use_fp16 else tf.float32
    (train_images, train_labels), validation, test = read()
    train_size = len(train_labels)
    num_epochs = 1 if FLAGS.self_test else FLAGS.num_epochs

    images = tf.placeholder(dtype, [BATCH_SIZE, IMAGE_SIZE, IMAGE_SIZE, 1])
    labels = tf.placeholder(tf.int64, [BATCH_SIZE])
    network = Network(dtype)
    logits = network.logits(images, train=True)
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))
    loss += 5e-4 * network.penalty()
    batch = tf.Variable(0, dtype=dtype)
    # It falls by a twentieth with each epoch.
    learning_rate = tf.train.exponential_decay(0.01, batch * BATCH_SIZE, train_size, 0.95, staircase=True)
    optimizer = tf.train.MomentumOptimizer(learning_rate, 0.9).minimize(loss, global_step=batch)
    train_prediction = tf.nn.softmax(logits)
    eval_images = tf.placeholder(dtype, [BATCH_SIZE, IMAGE_SIZE, IMAGE_SIZE, 1])
    eval_prediction = tf.nn.softmax(network.logits(eval_images))

    def evaluate(sess, data):
        """The error of a data set, in batches; the last one is filled up with digits of the one before."""
        data_images, data_labels = data
        found = np.empty([len(data_labels), NUM_LABELS])
        for begin in range(0, len(data_labels), BATCH_SIZE):
            begin = max(0, min(begin, len(data_labels) - BATCH_SIZE))
            part = slice(begin, begin + BATCH_SIZE)
            found[part] = sess.run(eval_prediction, {eval_images: data_images[part]})
        return error_rate(found, data_labels)

    start = time.time()
    with tf.Session() as sess:
        tf.global_variables_initializer().run()
        print("Initialized!")
        for step in range(num_epochs * train_size // BATCH_SIZE):
            offset = step * BATCH_SIZE % (train_size - BATCH_SIZE)
            part = slice(offset, offset + BATCH_SIZE)
            feed = {images: train_images[part], labels: train_labels[part]}
            sess.run(optimizer, feed)
            if step % FLAGS.eval_frequency == 0:
                l, rate, predictions = sess.run([loss, learning_rate, train_prediction], feed)
                elapsed, start = time.time() - start, time.time()
                epoch = float(step) * BATCH_SIZE / train_size
                print("Step %d (epoch %.2f), %.1f ms" % (step, epoch, 1000 * elapsed / FLAGS.eval_frequency))
                print("Minibatch loss: %.3f, learning rate: %.6f" % (l, rate))
                print("Minibatch error: %.1f%%" % error_rate(predictions, train_labels[part]))
                print("Validation error: %.1f%%" % evaluate(sess, validation), flush=True)
        test_error = evaluate(sess, test)
        print("Test error: %.1f%%" % test_error)
        if FLAGS.self_test and test_error > 0.0:
            raise SystemExit("self test: the network has not learned to tell white from black")


if __name__ == "__main__":
    tf.app.run()
