"""Evaluates the newest checkpoint of `cifar10_train.py`, with the moving averages in place of the variables.

With --norun_once it goes on: beside a training, it evaluates again every --eval_interval_secs.
"""

import math
import time
from datetime import datetime

import tensorflow as tf
from tensorflow.models.image.cifar10 import cifar10, cifar10_input

from penstock.models import refuse_unknown_flags

flags = tf.app.flags
flags.DEFINE_string("eval_dir", "examples_out/cifar10_eval", "Where the event file goes.")
flags.DEFINE_string("checkpoint_dir", "examples_out/cifar10_train", "Where the checkpoints are.")
flags.DEFINE_enum("eval_data", "test", ["test", "train"], "Which pictures.")
flags.DEFINE_integer("eval_interval_secs", 30, "Seconds between two evaluations.")
flags.DEFINE_integer("num_examples", 1000, "How many pictures to look at, at most.")
flags.DEFINE_boolean("run_once", True, "Whether to evaluate once.")
FLAGS = flags.FLAGS


def eval_once(saver, summary_writer, top_k_op, summary_op, num_examples):
    with tf.Session() as sess:
        checkpoint = tf.train.latest_checkpoint(FLAGS.checkpoint_dir)
        if checkpoint is None:
            print("No checkpoint file found")
            return
        saver.restore(sess, checkpoint)
        global_step = int(checkpoint.rsplit("-", 1)[1])

        coord = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess=sess, coord=coord)
        try:
            num_iter = int(math.ceil(num_examples / FLAGS.batch_size))
            true_count = sum(sess.run(top_k_op).sum() for _ in range(num_iter))
            precision = true_count / (num_iter * FLAGS.batch_size)
            print("%s: precision @ 1 = %.3f (step %d)" % (datetime.now(), precision, global_step))
            summary = tf.Summary()
            summary.ParseFromString(sess.run(summary_op))
            summary.value.add(tag="Precision @ 1", simple_value=precision)
            summary_writer.add_summary(summary, global_step)
        finally:
            coord.request_stop()
            coord.join(threads, stop_grace_period_secs=10)


def main(argv):
    refuse_unknown_flags(argv)
    tf.gfile.MakeDirs(FLAGS.eval_dir)
    with tf.Graph().as_default() as graph:
        eval_data = FLAGS.eval_data == "test"
        images, labels = cifar10.inputs(eval_data)
        top_k_op = tf.nn.in_top_k(cifar10.inference(images), labels, 1)
        averages = tf.train.ExponentialMovingAverage(cifar10.MOVING_AVERAGE_DECAY)
        saver = tf.train.Saver(averages.variables_to_restore())
        summary_op = tf.summary.merge_all()
        summary_writer = tf.summary.FileWriter(FLAGS.eval_dir, graph)
        num_examples = min(FLAGS.num_examples, cifar10_input.num_examples(cifar10.data_dir(), eval_data))
        while True:
            eval_once(saver, summary_writer, top_k_op, summary_op, num_examples)
            if FLAGS.run_once:
                break
            time.sleep(FLAGS.eval_interval_secs)
        summary_writer.close()


if __name__ == "__main__":
    tf.app.run()
