"""Trains the network of `cifar10.py`. `cifar10_eval.py`, beside it or afterwards, says how good it is."""

import time
from datetime import datetime

import tensorflow as tf
from tensorflow.models.image.cifar10 import cifar10

from penstock.models import refuse_unknown_flags

flags = tf.app.flags
flags.DEFINE_string("train_dir", "examples_out/cifar10_train", "Where checkpoints and event files go.")
flags.DEFINE_integer("max_steps", 300, "How many batches to train on.")
flags.DEFINE_integer("log_frequency", 10, "Steps between two lines.")
FLAGS = flags.FLAGS


class _LoggerHook(tf.train.SessionRunHook):
    """Prints the loss and the speed."""

    def __init__(self, loss):
        self._loss = loss

    def begin(self):
        self._step = -1
        self._start_time = time.time()

    def before_run(self, run_context):
        self._step += 1
        return tf.train.SessionRunArgs(self._loss)

    def after_run(self, run_context, run_values):
        if self._step % FLAGS.log_frequency:
            return
        now = time.time()
        per_batch = (now - self._start_time) / FLAGS.log_frequency
        self._start_time = now
        print(
            "%s: step %d, loss = %.2f (%.1f examples/sec; %.3f sec/batch)"
            % (datetime.now(), self._step, run_values.results, FLAGS.batch_size / per_batch, per_batch)
        )


def main(argv):
    refuse_unknown_flags(argv)
    if tf.gfile.Exists(FLAGS.train_dir):
        tf.gfile.DeleteRecursively(FLAGS.train_dir)
    tf.gfile.MakeDirs(FLAGS.train_dir)
    with tf.Graph().as_default():
        tf.set_random_seed(1)
        global_step = tf.train.get_or_create_global_step()
        with tf.device("/cpu:0"):
            images, labels = cifar10.distorted_inputs()
        loss = cifar10.loss(cifar10.inference(images), labels)
        train_op = cifar10.train(loss, global_step)
        hooks = [tf.train.StopAtStepHook(last_step=FLAGS.max_steps), tf.train.NanTensorHook(loss), _LoggerHook(loss)]
        with tf.train.MonitoredTrainingSession(
            checkpoint_dir=FLAGS.train_dir, hooks=hooks, save_summaries_steps=100
        ) as sess:
            while not sess.should_stop():
                sess.run(train_op)


if __name__ == "__main__":
    tf.app.run()
