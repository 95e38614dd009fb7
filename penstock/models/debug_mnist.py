"""A network that goes wrong in its second step, to be looked at with the debugger: `... debug_mnist --debug`.

Type `run -f has_inf_or_nan`: it stops where the first bad number appears, the logarithm of a probability of 0.
"""

import sys

import tensorflow as tf
from tensorflow.examples.tutorials.mnist import input_data

from penstock.models import debugging, refuse_unknown_flags

SIDE, HIDDEN, LABELS, SEED = 28, 500, 10, 42


def layer(inputs, size, units, name, activation):
    """A dense layer under a name, all of its parts in scopes of their own."""
    with tf.name_scope(name):
        with tf.name_scope("weights"):
            weights = tf.Variable(tf.truncated_normal([size, units], stddev=0.1, seed=SEED))
        with tf.name_scope("biases"):
            biases = tf.Variable(tf.constant(0.1, shape=[units]))
        with tf.name_scope("Wx_plus_b"):
            sums = tf.matmul(inputs, weights) + biases
        return activation(sums)


def main(argv):
    refuse_unknown_flags(argv)
    mnist = input_data.read_data_sets(options.data_dir, one_hot=True, fake_data=options.fake_data)
    sess = tf.InteractiveSession()
    with tf.name_scope("input"):
        x = tf.placeholder(tf.float32, [None, SIDE**2], name="x-input")
        y_ = tf.placeholder(tf.float32, [None, LABELS], name="y-input")
    hidden = layer(x, SIDE**2, HIDDEN, "hidden", tf.nn.relu)
    logits = layer(hidden, HIDDEN, LABELS, "output", tf.identity)
    y = tf.nn.softmax(logits)
    with tf.name_scope("cross_entropy"):
        # The mistake that is to be found. tf.nn.softmax_cross_entropy_with_logits does not make it.
        diff = -(y_ * tf.log(y))
        with tf.name_scope("total"):
            cross_entropy = tf.reduce_mean(diff)
    with tf.name_scope("train"):
        train_step = tf.train.AdamOptimizer(options.learning_rate).minimize(cross_entropy)
    with tf.name_scope("accuracy"):
        with tf.name_scope("correct_prediction"):
            correct = tf.equal(tf.argmax(y, 1), tf.argmax(y_, 1))
        with tf.name_scope("accuracy"):
            accuracy = tf.reduce_mean(tf.cast(correct, tf.float32))
    sess.run(tf.global_variables_initializer())
    sess = debugging.wrapped(sess, options)

    def feed(train):
        if train or options.fake_data:
            xs, ys = mnist.train.next_batch(options.train_batch_size, fake_data=options.fake_data)
        else:
            xs, ys = mnist.test.images, mnist.test.labels
        return {x: xs, y_: ys}

    for step in range(options.max_steps):
        print("Accuracy at step %d: %s" % (step, sess.run(accuracy, feed_dict=feed(False))))
        sess.run(train_step, feed_dict=feed(True))


if __name__ == "__main__":
    flags = debugging.parser()
    flags.add_argument("--max_steps", type=int, default=10, help="How many batches to train on.")
    flags.add_argument("--train_batch_size", type=int, default=100, help="How many images are in a batch.")
    flags.add_argument("--learning_rate", type=float, default=0.025, help="Adam's learning rate.")
    flags.add_argument("--data_dir", default="MNIST_data", help="Folder with MNIST's files, if you have them.")
    flags.add_argument(
        "--fake_data", type=lambda text: text.lower() == "true", nargs="?", const=True, default=False, help="No images."
    )
    options, rest = flags.parse_known_args()
    with tf.Graph().as_default():
        tf.app.run(main=main, argv=[sys.argv[0], *rest])
