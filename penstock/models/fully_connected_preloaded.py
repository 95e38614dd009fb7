"""Trains the network of "Mechanics 101" on digits that are constants of the graph, handed out by a queue.

    penstock run -m tensorflow.examples.how_tos.reading_data.fully_connected_preloaded

Simple, but the whole data set is part of the graph; `fully_connected_preloaded_var` keeps it in variables instead.
"""

import tensorflow as tf
from tensorflow.examples.tutorials.mnist import input_data, mnist

from penstock.models import refuse_unknown_flags

flags = tf.app.flags
flags.DEFINE_float("learning_rate", 0.01, "Initial learning rate.")
flags.DEFINE_integer("num_epochs", 2, "How often each digit is seen.")
flags.DEFINE_integer("hidden1", 128, "Units in the first hidden layer.")
flags.DEFINE_integer("hidden2", 32, "Units in the second hidden layer.")
flags.DEFINE_integer("batch_size", 100, "Digits in a batch; divides the sizes of the data sets.")
flags.DEFINE_string("train_dir", "examples_out/fully_connected_preloaded", "Where checkpoints and event files go.")
flags.DEFINE_string("input_data_dir", "MNIST_data", "Folder with MNIST's files, if you have them.")
flags.DEFINE_boolean("fake_data", False, "Whether to use fake data, for tests of the program itself.")
FLAGS = flags.FLAGS


def constants(images, labels):
    """The digits as constants; nothing has to be done in the session."""
    return tf.constant(images), tf.constant(labels), lambda sess: None


def run_training(preload):
    """Trains until the queue has handed out every digit --num_epochs times.

    Args:
      preload: makes tensors of all images and all labels, and a function of the session that fills them.
    """
    import os
    import time

    data_sets = input_data.read_data_sets(FLAGS.input_data_dir, FLAGS.fake_data, seed=1)
    with tf.Graph().as_default():
        tf.set_random_seed(1)
        with tf.name_scope("input"):
            train = data_sets.train
            all_images, all_labels, fill = preload(train.images, train.labels.astype("int32"))
            image, label = tf.train.slice_input_producer([all_images, all_labels], num_epochs=FLAGS.num_epochs, seed=1)
            images, labels = tf.train.batch([image, tf.cast(label, tf.int32)], batch_size=FLAGS.batch_size)
        logits = mnist.inference(images, FLAGS.hidden1, FLAGS.hidden2)
        loss = mnist.loss(logits, labels)
        train_op = mnist.training(loss, FLAGS.learning_rate)
        eval_correct = mnist.evaluation(logits, labels)
        summary_op = tf.summary.merge_all()
        saver = tf.train.Saver(tf.trainable_variables())
        sess = tf.Session()
        sess.run(tf.group(tf.global_variables_initializer(), tf.local_variables_initializer()))
        fill(sess)
        writer = tf.summary.FileWriter(FLAGS.train_dir, sess.graph)
        coord = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess=sess, coord=coord)
        step = right = 0
        try:
            while not coord.should_stop():
                start_time = time.time()
                _, loss_value, right = sess.run([train_op, loss, eval_correct])
                if step % 100 == 0:
                    print("Step %d: loss = %.2f (%.3f sec)" % (step, loss_value, time.time() - start_time))
                    writer.add_summary(sess.run(summary_op), step)
                step += 1
        except tf.errors.OutOfRangeError:
            print("Done training for %d epochs, %d steps." % (FLAGS.num_epochs, step))
            print("Precision @ 1 of the last batch: %0.04f" % (right / FLAGS.batch_size))
            print("Saving: %s" % saver.save(sess, os.path.join(FLAGS.train_dir, "model.ckpt"), global_step=step))
        finally:
            coord.request_stop()
        coord.join(threads)
        sess.close()


def main(argv):
    refuse_unknown_flags(argv)
    run_training(constants)


if __name__ == "__main__":
    tf.app.run()
