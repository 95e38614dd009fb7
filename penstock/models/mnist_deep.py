"""Trains the MNIST convolutional network of the TensorFlow tutorial "Deep MNIST for Experts".

Two convolutions of 5x5 with 32 and 64 features, each followed by a 2x2 max pool, a layer of 1024 units with dropout,
and a softmax, trained by Adam. Uses the MNIST files in --data_dir, or the digits that ship with Penstock. Leaves in
--out_dir:

    model.ckpt-*    a checkpoint             tf.train.Saver().restore(sess, ...)
    export/         a SavedModel             tf.saved_model.loader.load(sess, ["serve"], ...)
    log/            loss, accuracy, graph with a traced batch    tensorboard --logdir ...
"""

import argparse
import os
import shutil
import sys
import time

import penstock as tf
from penstock.datasets import mnist as input_data


def weight_variable(shape):
    return tf.Variable(tf.truncated_normal(shape, stddev=0.1), name="weights")


def bias_variable(shape):
    return tf.Variable(tf.constant(0.1, shape=shape), name="biases")


def conv_and_pool(x, features_in, features_out):
    """A 5x5 convolution with ReLU, then the largest of each 2x2 square."""
    kernel = weight_variable([5, 5, features_in, features_out])
    h = tf.nn.conv2d(x, kernel, strides=[1, 1, 1, 1], padding="SAME")
    h = tf.nn.relu(h + bias_variable([features_out]))
    return tf.nn.max_pool(h, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="SAME")


def deep_net(x, keep_prob):
    """The network from rows of 784 pixels to logits."""
    with tf.name_scope("conv1"):
        h = conv_and_pool(tf.reshape(x, [-1, 28, 28, 1]), 1, 32)
    with tf.name_scope("conv2"):
        h = conv_and_pool(h, 32, 64)
    with tf.name_scope("fc1"):
        h = tf.reshape(h, [-1, 7 * 7 * 64])
        h = tf.nn.relu(tf.matmul(h, weight_variable([7 * 7 * 64, 1024])) + bias_variable([1024]))
    with tf.name_scope("dropout"):
        h = tf.nn.dropout(h, keep_prob)
    with tf.name_scope("fc2"):
        return tf.matmul(h, weight_variable([1024, 10])) + bias_variable([10])


class Progress:
    """A bar that redraws itself on a terminal; in a log, a line for each tenth of the way."""

    def __init__(self, total, width=30):
        self.total, self.width, self.start = total, width, time.time()
        self.terminal = sys.stdout.isatty()

    def show(self, step, text):
        if self.terminal:
            filled = self.width * step // self.total
            left = (time.time() - self.start) / step * (self.total - step)
            bar = "#" * filled + "." * (self.width - filled)
            print(f"\r[{bar}] {step}/{self.total}  {text}  {left:.0f} s left ", end="", flush=True)
            if step == self.total:
                print()
        elif step * 10 // self.total != (step - 1) * 10 // self.total:
            print(f"step {step}/{self.total}  {text}", flush=True)


def main(args):
    tf.set_random_seed(args.seed)
    mnist = input_data.read_data_sets(args.data_dir, one_hot=True, seed=args.seed)

    x = tf.placeholder(tf.float32, [None, 784], name="x")
    y_ = tf.placeholder(tf.float32, [None, 10], name="y_")
    keep_prob = tf.placeholder_with_default(1.0, [], name="keep_prob")
    logits = deep_net(x, keep_prob)
    probabilities = tf.nn.softmax(logits, name="probabilities")

    cross_entropy = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits_v2(labels=y_, logits=logits))
    global_step = tf.train.get_or_create_global_step()
    train_step = tf.train.AdamOptimizer(1e-4).minimize(cross_entropy, global_step=global_step)
    correct = tf.equal(tf.argmax(logits, 1), tf.argmax(y_, 1))
    accuracy = tf.reduce_mean(tf.cast(correct, tf.float32))
    tf.summary.scalar("cross_entropy", cross_entropy)
    tf.summary.scalar("accuracy", accuracy)
    summaries = tf.summary.merge_all()

    def evaluate(sess, data, size=250):
        """The share of right answers, in parts so that all of MNIST's test set fits in memory."""
        right = 0.0
        for start in range(0, data.num_examples, size):
            images, labels = data.images[start : start + size], data.labels[start : start + size]
            right += sess.run(accuracy, {x: images, y_: labels}) * len(images)
        return right / data.num_examples

    os.makedirs(args.out_dir, exist_ok=True)
    with tf.Session() as sess:
        writer = tf.summary.FileWriter(os.path.join(args.out_dir, "log"), sess.graph)
        sess.run(tf.global_variables_initializer())
        began, progress = time.time(), Progress(args.steps)
        for step in range(1, args.steps + 1):
            images, labels = mnist.train.next_batch(args.batch_size)
            if step % 20 == 0 or step == args.steps:
                summary, loss, batch_accuracy = sess.run([summaries, cross_entropy, accuracy], {x: images, y_: labels})
                writer.add_summary(summary, step)
                text = f"loss {loss:.3f}  accuracy of the batch {batch_accuracy:.2f}"
            elif step == 1:
                text = "starting"
            sess.run(train_step, {x: images, y_: labels, keep_prob: 0.5})
            progress.show(step, text)
        seconds = time.time() - began

        test_accuracy = evaluate(sess, mnist.test)
        print(f"{args.steps} steps in {seconds:.1f} s ({1000 * seconds / args.steps:.1f} ms each)")
        print(f"test accuracy: {test_accuracy:.4f} on {mnist.test.num_examples:,} digits never seen in training")

        # One more batch, traced: TensorBoard colours the graph by the time and the memory that each part took.
        traced, full = tf.RunMetadata(), tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
        sess.run(cross_entropy, {x: images, y_: labels}, options=full, run_metadata=traced)
        writer.add_run_metadata(traced, "a batch, traced", args.steps)
        value = tf.Summary.Value(tag="test_accuracy", simple_value=test_accuracy)
        writer.add_summary(tf.Summary(value=[value]), args.steps)
        writer.close()
        checkpoint = tf.train.Saver().save(sess, os.path.join(args.out_dir, "model.ckpt"), global_step=global_step)
        export = os.path.join(args.out_dir, "export")
        shutil.rmtree(export, ignore_errors=True)  # a SavedModel is only ever written to a new folder
        tf.saved_model.simple_save(sess, export, inputs={"x": x}, outputs={"probabilities": probabilities})
    print(f"checkpoint:  {checkpoint}\nSavedModel:  {export}\nTensorBoard: tensorboard --logdir {args.out_dir}/log")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data_dir", default="MNIST_data", help="folder with MNIST's IDX files, if you have them")
    parser.add_argument("--out_dir", default="demo_out", help="where to leave checkpoint, SavedModel and log")
    parser.add_argument("--steps", type=int, default=1200)
    parser.add_argument("--batch_size", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    main(parser.parse_args())
