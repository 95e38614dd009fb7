"""TensorFlow Mechanics 101: trains the network of `mnist.py` on digits that are fed batch by batch.

Leaves checkpoints and an event file for TensorBoard in --log_dir.
"""

import os
import time

import tensorflow as tf
from tensorflow.examples.tutorials.mnist import input_data, mnist

from penstock.models import refuse_unknown_flags

flags = tf.app.flags
flags.DEFINE_float("learning_rate", 0.1, "Length of a step along the gradient.")
flags.DEFINE_integer("max_steps", 2000, "How many batches to train on.")
flags.DEFINE_integer("hidden1", 128, "Units in the first hidden layer.")
flags.DEFINE_integer("hidden2", 32, "Units in the second hidden layer.")
flags.DEFINE_integer("batch_size", 100, "Digits in a batch; divides the sizes of the data sets.")
flags.DEFINE_string("input_data_dir", "MNIST_data", "Folder with MNIST's files, if you have them.")
flags.DEFINE_string("log_dir", "examples_out/fully_connected_feed", "Where checkpoints and event files go.")
flags.DEFINE_boolean("fake_data", False, "Whether to use fake data, for tests of the program itself.")
FLAGS = flags.FLAGS


def placeholder_inputs(batch_size):
    """Where the images and the labels of a batch are fed."""
    images_placeholder = tf.placeholder(tf.float32, shape=(batch_size, mnist.IMAGE_PIXELS))
    labels_placeholder = tf.placeholder(tf.int32, shape=(batch_size))
    return images_placeholder, labels_placeholder


def fill_feed_dict(data_set, images_placeholder, labels_placeholder):
    """The next batch of the data set, ready to be fed."""
    images_feed, labels_feed = data_set.next_batch(FLAGS.batch_size, FLAGS.fake_data)
    return {images_placeholder: images_feed, labels_placeholder: labels_feed}


def do_eval(sess, eval_correct, images_placeholder, labels_placeholder, data_set):
    """Runs the evaluation over a whole data set, and says how many were right."""
    steps_per_epoch = data_set.num_examples // FLAGS.batch_size
    num_examples = steps_per_epoch * FLAGS.batch_size
    true_count = 0
    for _ in range(steps_per_epoch):
        feed_dict = fill_feed_dict(data_set, images_placeholder, labels_placeholder)
        true_count += sess.run(eval_correct, feed_dict=feed_dict)
    precision = float(true_count) / num_examples
    print("Num examples: %d  Num correct: %d  Precision @ 1: %0.04f" % (num_examples, true_count, precision))


def run_training():
    data_sets = input_data.read_data_sets(FLAGS.input_data_dir, FLAGS.fake_data, seed=1)

    with tf.Graph().as_default():
        tf.set_random_seed(1)
        images_placeholder, labels_placeholder = placeholder_inputs(FLAGS.batch_size)
        logits = mnist.inference(images_placeholder, FLAGS.hidden1, FLAGS.hidden2)
        loss = mnist.loss(logits, labels_placeholder)
        train_op = mnist.training(loss, FLAGS.learning_rate)
        eval_correct = mnist.evaluation(logits, labels_placeholder)
        summary = tf.summary.merge_all()
        init = tf.global_variables_initializer()
        saver = tf.train.Saver()

        with tf.Session() as sess:
            summary_writer = tf.summary.FileWriter(FLAGS.log_dir, sess.graph)
            sess.run(init)

            for step in range(FLAGS.max_steps):
                start_time = time.time()
                feed_dict = fill_feed_dict(data_sets.train, images_placeholder, labels_placeholder)
                _, loss_value = sess.run([train_op, loss], feed_dict=feed_dict)
                duration = time.time() - start_time

                if step % 100 == 0:
                    print("Step %d: loss = %.2f (%.3f sec)" % (step, loss_value, duration))
                    summary_writer.add_summary(sess.run(summary, feed_dict=feed_dict), step)
                    summary_writer.flush()

                if (step + 1) % 1000 == 0 or (step + 1) == FLAGS.max_steps:
                    saver.save(sess, os.path.join(FLAGS.log_dir, "model.ckpt"), global_step=step)
                    for name in ("train", "validation", "test"):
                        print("%s data:" % name.capitalize(), end=" ")
                        data_set = getattr(data_sets, name)
                        do_eval(sess, eval_correct, images_placeholder, labels_placeholder, data_set)


def main(argv):
    refuse_unknown_flags(argv)
    if tf.gfile.Exists(FLAGS.log_dir):
        tf.gfile.DeleteRecursively(FLAGS.log_dir)
    tf.gfile.MakeDirs(FLAGS.log_dir)
    run_training()


if __name__ == "__main__":
    tf.app.run()
