"""Trains the network of `mnist.py` from TFRecord files, which threads read, decode and shuffle into a queue.

The files are those of `convert_to_records.py`. Training ends when the queue has handed out every example
--num_epochs times, which the session reports as OutOfRangeError.
"""

import os
import time

import tensorflow as tf
from tensorflow.examples.tutorials.mnist import mnist

from penstock.models import refuse_unknown_flags

flags = tf.app.flags
flags.DEFINE_float("learning_rate", 0.1, "Length of a step along the gradient.")
flags.DEFINE_integer("num_epochs", 20, "How often each example is seen.")
flags.DEFINE_integer("hidden1", 128, "Units in the first hidden layer.")
flags.DEFINE_integer("hidden2", 32, "Units in the second hidden layer.")
flags.DEFINE_integer("batch_size", 100, "Digits in a batch.")
flags.DEFINE_string("train_dir", "examples_out/mnist_records", "Folder with the record files.")
FLAGS = flags.FLAGS


def read_and_decode(filename_queue):
    """One image, [784] in [-0.5, 0.5], and its label, from the next record of the queue's files."""
    _, serialized = tf.TFRecordReader().read(filename_queue)
    features = tf.parse_single_example(
        serialized,
        features={"image_raw": tf.FixedLenFeature([], tf.string), "label": tf.FixedLenFeature([], tf.int64)},
    )
    image = tf.decode_raw(features["image_raw"], tf.uint8)
    image.set_shape([mnist.IMAGE_PIXELS])
    image = tf.cast(image, tf.float32) * (1.0 / 255) - 0.5
    return image, tf.cast(features["label"], tf.int32)


def inputs(name, batch_size, num_epochs):
    """Batches of images and labels from NAME.tfrecords; shuffled, unless num_epochs is 1."""
    filename = os.path.join(FLAGS.train_dir, name + ".tfrecords")
    if not tf.gfile.Exists(filename):
        raise SystemExit("%s is missing: run convert_to_records.py first" % filename)
    with tf.name_scope("input"):
        filename_queue = tf.train.string_input_producer([filename], num_epochs=num_epochs)
        image, label = read_and_decode(filename_queue)
        if num_epochs == 1:
            return tf.train.batch([image, label], batch_size=batch_size, capacity=1000 + 3 * batch_size)
        # At least 1000 examples in the queue, so that a batch is a good mixture.
        return tf.train.shuffle_batch(
            [image, label],
            batch_size=batch_size,
            num_threads=2,
            capacity=1000 + 3 * batch_size,
            min_after_dequeue=1000,
            seed=1,
        )


def run_to_the_end(sess, step_fn):
    """Calls step_fn(step) until the input is used up; returns the number of steps."""
    coord = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(sess=sess, coord=coord)
    step = 0
    try:
        while not coord.should_stop():
            step_fn(step)
            step += 1
    except tf.errors.OutOfRangeError:
        pass
    finally:
        coord.request_stop()
    coord.join(threads)
    return step


def initialize():
    # The count of epochs is a local variable.
    return tf.group(tf.global_variables_initializer(), tf.local_variables_initializer())


def train(checkpoint):
    with tf.Graph().as_default(), tf.Session() as sess:
        tf.set_random_seed(1)
        images, labels = inputs("train", FLAGS.batch_size, FLAGS.num_epochs)
        loss = mnist.loss(mnist.inference(images, FLAGS.hidden1, FLAGS.hidden2), labels)
        train_op = mnist.training(loss, FLAGS.learning_rate)
        saver = tf.train.Saver()
        sess.run(initialize())

        def one_step(step):
            start_time = time.time()
            _, loss_value = sess.run([train_op, loss])
            if step % 100 == 0:
                print("Step %d: loss = %.2f (%.3f sec)" % (step, loss_value, time.time() - start_time))

        steps = run_to_the_end(sess, one_step)
        print("Done training for %d epochs, %d steps." % (FLAGS.num_epochs, steps))
        saver.save(sess, checkpoint)


def evaluate(checkpoint):
    with tf.Graph().as_default(), tf.Session() as sess:
        images, labels = inputs("test", FLAGS.batch_size, num_epochs=1)
        eval_correct = mnist.evaluation(mnist.inference(images, FLAGS.hidden1, FLAGS.hidden2), labels)
        saver = tf.train.Saver(tf.trainable_variables())
        sess.run(initialize())
        saver.restore(sess, checkpoint)
        counts = []
        steps = run_to_the_end(sess, lambda step: counts.append(sess.run(eval_correct)))
        print(
            "Test precision @ 1: %.4f on %d digits"
            % (sum(counts) / (steps * FLAGS.batch_size), steps * FLAGS.batch_size)
        )


def main(argv):
    refuse_unknown_flags(argv)
    checkpoint = os.path.join(FLAGS.train_dir, "model.ckpt")
    train(checkpoint)
    evaluate(checkpoint)


if __name__ == "__main__":
    tf.app.run()
