"""MNIST with everything TensorBoard can show: the graph, scalars, histograms, images, and traces of some steps.

    tensorboard --logdir examples_out/mnist_with_summaries

Two event files, train/ and test/, so that TensorBoard draws both curves into one chart.
"""

import os

import tensorflow as tf
from tensorflow.examples.tutorials.mnist import input_data

from penstock.models import refuse_unknown_flags

flags = tf.app.flags
flags.DEFINE_integer("max_steps", 1000, "How many batches to train on.")
flags.DEFINE_float("learning_rate", 0.001, "Adam's learning rate.")
flags.DEFINE_float("dropout", 0.9, "Which share of the hidden units to keep while training.")
flags.DEFINE_string("data_dir", "MNIST_data", "Folder with MNIST's files, if you have them.")
flags.DEFINE_string("log_dir", "examples_out/mnist_with_summaries", "Where the event files go.")
FLAGS = flags.FLAGS


def variable_summaries(var):
    """Mean, spread, ends and histogram of a variable."""
    with tf.name_scope("summaries"):
        mean = tf.reduce_mean(var)
        tf.summary.scalar("mean", mean)
        tf.summary.scalar("stddev", tf.sqrt(tf.reduce_mean(tf.square(var - mean))))
        tf.summary.scalar("max", tf.reduce_max(var))
        tf.summary.scalar("min", tf.reduce_min(var))
        tf.summary.histogram("histogram", var)


def nn_layer(inputs, units, layer_name, act=tf.nn.relu):
    """A dense layer, with summaries of all that is in it."""
    with tf.name_scope(layer_name):
        with tf.name_scope("weights"):
            weights = tf.Variable(tf.truncated_normal([int(inputs.shape[1]), units], stddev=0.1))
            variable_summaries(weights)
        with tf.name_scope("biases"):
            biases = tf.Variable(tf.constant(0.1, shape=[units]))
            variable_summaries(biases)
        with tf.name_scope("Wx_plus_b"):
            preactivate = tf.matmul(inputs, weights) + biases
            tf.summary.histogram("pre_activations", preactivate)
        activations = act(preactivate, name="activation")
        tf.summary.histogram("activations", activations)
        return activations


def main(argv):
    refuse_unknown_flags(argv)
    if tf.gfile.Exists(FLAGS.log_dir):
        tf.gfile.DeleteRecursively(FLAGS.log_dir)
    tf.gfile.MakeDirs(FLAGS.log_dir)
    tf.set_random_seed(1)
    mnist = input_data.read_data_sets(FLAGS.data_dir, seed=1)
    sess = tf.InteractiveSession()

    with tf.name_scope("input"):
        x = tf.placeholder(tf.float32, [None, 784], name="x-input")
        y_ = tf.placeholder(tf.int64, [None], name="y-input")
        tf.summary.image("input", tf.reshape(x, [-1, 28, 28, 1]), 10)

    hidden1 = nn_layer(x, 500, "layer1")
    with tf.name_scope("dropout"):
        keep_prob = tf.placeholder(tf.float32)
        tf.summary.scalar("dropout_keep_probability", keep_prob)
        dropped = tf.nn.dropout(hidden1, keep_prob)
    # The last layer stays linear: the softmax is inside of the loss.
    y = nn_layer(dropped, 10, "layer2", act=tf.identity)

    with tf.name_scope("cross_entropy"):
        cross_entropy = tf.losses.sparse_softmax_cross_entropy(labels=y_, logits=y)
    tf.summary.scalar("cross_entropy", cross_entropy)
    with tf.name_scope("train"):
        train_step = tf.train.AdamOptimizer(FLAGS.learning_rate).minimize(cross_entropy)
    with tf.name_scope("accuracy"):
        accuracy = tf.reduce_mean(tf.cast(tf.equal(tf.argmax(y, 1), y_), tf.float32))
    tf.summary.scalar("accuracy", accuracy)

    merged = tf.summary.merge_all()
    train_writer = tf.summary.FileWriter(os.path.join(FLAGS.log_dir, "train"), sess.graph)
    test_writer = tf.summary.FileWriter(os.path.join(FLAGS.log_dir, "test"))
    tf.global_variables_initializer().run()

    def training_feed():
        xs, ys = mnist.train.next_batch(100)
        return {x: xs, y_: ys, keep_prob: FLAGS.dropout}

    test_feed = {x: mnist.test.images, y_: mnist.test.labels, keep_prob: 1.0}
    for i in range(FLAGS.max_steps):
        if i % 100 == 0 or i == FLAGS.max_steps - 1:
            summary, acc = sess.run([merged, accuracy], feed_dict=test_feed)
            test_writer.add_summary(summary, i)
            print("Accuracy at step %s: %s" % (i, acc))
        elif i % 100 == 99:  # a trace of this step, for TensorBoard's graph tab
            run_options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
            run_metadata = tf.RunMetadata()
            summary, _ = sess.run([merged, train_step], training_feed(), run_options, run_metadata)
            train_writer.add_run_metadata(run_metadata, "step%03d" % i)
            train_writer.add_summary(summary, i)
            print("Adding run metadata for", i)
        elif i % 10 == 0:
            summary, _ = sess.run([merged, train_step], feed_dict=training_feed())
            train_writer.add_summary(summary, i)
        else:
            sess.run(train_step, feed_dict=training_feed())
    train_writer.close()
    test_writer.close()
    sess.close()


if __name__ == "__main__":
    tf.app.run()
