"""Trains the network of `cifar10.py` on several devices at once: a tower on each, one set of variables.

Each tower takes a batch of its own; the mean of the towers' gradients is applied to the variables, which are on the
first CPU. Without GPUs the towers stand on (virtual) CPUs: --num_gpus=2 makes the session have two of them.
"""

import os
import time
from datetime import datetime

import tensorflow as tf
from tensorflow.models.image.cifar10 import cifar10

from penstock.models import refuse_unknown_flags

flags = tf.app.flags
flags.DEFINE_string("train_dir", "examples_out/cifar10_multi_gpu_train", "Where checkpoints and event files go.")
flags.DEFINE_integer("max_steps", 150, "How many steps to train, each of num_gpus batches.")
flags.DEFINE_integer("log_frequency", 10, "Steps between two lines.")
flags.DEFINE_integer("num_gpus", 2, "How many towers.")
flags.DEFINE_string("device", "cpu", "Kind of the towers' devices: cpu or gpu.")
FLAGS = flags.FLAGS


def tower_loss(scope, images, labels):
    """The loss of one tower; `scope` keeps the losses of the others out."""
    cifar10.loss(cifar10.inference(images), labels)
    losses = tf.get_collection("losses", scope)
    return tf.add_n(losses, name="total_loss")


def average_gradients(tower_grads):
    """The mean over the towers of each variable's gradient."""
    averaged = []
    for grads_and_vars in zip(*tower_grads):  # ((gradient, variable) of tower 0, of tower 1, ...)
        grad = tf.reduce_mean(tf.stack([g for g, _ in grads_and_vars]), 0)
        averaged.append((grad, grads_and_vars[0][1]))  # the variable is the same for all
    return averaged


def train():
    with tf.Graph().as_default(), tf.device("/cpu:0"):
        tf.set_random_seed(1)
        global_step = tf.train.get_or_create_global_step()
        optimizer = tf.train.GradientDescentOptimizer(cifar10.learning_rate(global_step, FLAGS.num_gpus))
        images, labels = cifar10.distorted_inputs()
        # Batches wait in a queue; each tower takes the next.
        batch_queue = tf.FIFOQueue(2 * FLAGS.num_gpus, [images.dtype, labels.dtype], [images.shape, labels.shape])
        enqueue = batch_queue.enqueue([images, labels])
        tf.train.add_queue_runner(tf.train.QueueRunner(batch_queue, [enqueue]))

        tower_grads = []
        for i in range(FLAGS.num_gpus):
            with tf.variable_scope(tf.get_variable_scope(), reuse=i > 0):
                with tf.device("/%s:%d" % (FLAGS.device, i)), tf.name_scope("%s_%d" % (cifar10.TOWER_NAME, i)) as scope:
                    loss = tower_loss(scope, *batch_queue.dequeue())
                    summaries = tf.get_collection(tf.GraphKeys.SUMMARIES, scope)  # those of the last tower stay
                    tower_grads.append(optimizer.compute_gradients(loss))

        grads = average_gradients(tower_grads)
        train_op = cifar10.apply_gradients(optimizer, grads, global_step)
        summaries.append(tf.summary.scalar("total_loss", loss))
        summary_op = tf.summary.merge(summaries)
        saver = tf.train.Saver()

        config = tf.ConfigProto(allow_soft_placement=True, device_count={"CPU": FLAGS.num_gpus})
        with tf.Session(config=config) as sess:
            names = [d.name for d in sess.list_devices() if d.device_type in ("CPU", "GPU")]
            print("Devices: %s" % ", ".join(names))
            sess.run(tf.global_variables_initializer())
            coord = tf.train.Coordinator()
            threads = tf.train.start_queue_runners(sess=sess, coord=coord)
            summary_writer = tf.summary.FileWriter(FLAGS.train_dir, sess.graph)
            for step in range(FLAGS.max_steps):
                start_time = time.time()
                _, loss_value = sess.run([train_op, loss])
                duration = time.time() - start_time
                if step % FLAGS.log_frequency == 0:
                    examples = FLAGS.batch_size * FLAGS.num_gpus
                    print(
                        "%s: step %d, loss = %.2f (%.1f examples/sec; %.3f sec/batch)"
                        % (datetime.now(), step, loss_value, examples / duration, duration / FLAGS.num_gpus)
                    )
                if step % 100 == 0:
                    summary_writer.add_summary(sess.run(summary_op), step)
            saver.save(sess, os.path.join(FLAGS.train_dir, "model.ckpt"), global_step=FLAGS.max_steps)
            summary_writer.close()
            coord.request_stop()
            coord.join(threads, stop_grace_period_secs=10, ignore_live_threads=True)


def main(argv):
    refuse_unknown_flags(argv)
    if tf.gfile.Exists(FLAGS.train_dir):
        tf.gfile.DeleteRecursively(FLAGS.train_dir)
    tf.gfile.MakeDirs(FLAGS.train_dir)
    train()


if __name__ == "__main__":
    tf.app.run()
