"""Trains a small network of Inception modules (Szegedy et al., 2014), and freezes it into one file.

Learns the digits named by --classes. Leaves in --model_dir:

    classify_image_graph_def.pb   the network with its weights as constants: from the bytes of an image to a softmax
    labels.txt                    the names of the classes, a line each
    model.ckpt-*                  checkpoints

`classify_image.py` uses them to name pictures, `retrain.py` to learn other classes from few pictures.
"""

import os

import numpy as np
import tensorflow as tf
from tensorflow.examples.tutorials.mnist import input_data

from penstock.models import refuse_unknown_flags

slim = tf.contrib.slim

flags = tf.app.flags
flags.DEFINE_string("data_dir", "MNIST_data", "Folder with MNIST's files, if you have them.")
flags.DEFINE_string("model_dir", "examples_out/inception", "Where the network goes.")
flags.DEFINE_list("classes", ["0", "1", "2", "3", "4", "5", "6"], "Digits to learn.")
flags.DEFINE_integer("steps", 400, "How many batches to train on.")
flags.DEFINE_integer("batch_size", 50, "Pictures in a batch.")
FLAGS = flags.FLAGS

SIZE = 28
BOTTLENECK = "pool_3/_reshape"  # the names of the tutorial's network
FINAL = "softmax"


def module(x, ones, threes, fives, pooled, scope):
    """Four ways side by side: 1x1, 3x3, 5x5 (as two 3x3), and a pool; the wide ones behind a 1x1 that narrows."""
    with tf.variable_scope(scope):
        a = slim.conv2d(x, ones, [1, 1], scope="1x1")
        b = slim.conv2d(slim.conv2d(x, threes[0], [1, 1], scope="3x3_narrow"), threes[1], [3, 3], scope="3x3")
        c = slim.conv2d(x, fives[0], [1, 1], scope="5x5_narrow")
        c = slim.repeat(c, 2, slim.conv2d, fives[1], [3, 3], scope="5x5")
        d = slim.conv2d(
            slim.max_pool2d(x, [3, 3], stride=1, padding="SAME", scope="pool"), pooled, [1, 1], scope="after"
        )
        return tf.concat([a, b, c, d], 3)


def inception(images, num_classes, is_training):
    """The bottleneck, [batch, 80], and the logits of images [batch, 28, 28, 1] in [-1, 1]."""
    norm = {"is_training": is_training, "decay": 0.9, "scale": True}
    with (
        slim.arg_scope([slim.conv2d, slim.fully_connected], weights_regularizer=slim.l2_regularizer(1e-4)),
        slim.arg_scope([slim.conv2d], normalizer_fn=slim.batch_norm, normalizer_params=norm),
    ):
        x = slim.conv2d(images, 16, [3, 3], scope="conv1")
        x = slim.max_pool2d(x, [2, 2], scope="pool1")
        x = module(x, 8, (8, 16), (4, 8), 8, "mixed_1")
        x = slim.max_pool2d(x, [2, 2], scope="pool2")
        x = module(x, 16, (16, 32), (8, 16), 16, "mixed_2")
        x = tf.reduce_mean(x, [1, 2], name="pool_3")
        bottleneck = tf.reshape(x, [-1, int(x.shape[1])], name=BOTTLENECK)
        x = slim.dropout(bottleneck, 0.8, is_training=is_training, scope="dropout")
        return bottleneck, slim.fully_connected(x, num_classes, activation_fn=None, scope="logits")


def scaled(images):
    return tf.cast(images, tf.float32) / 127.5 - 1.0


def choose(data, classes):
    """The images (uint8) of these digits, and which of them each is."""
    wanted = np.isin(data.labels, classes)
    labels = np.searchsorted(classes, data.labels[wanted])
    return data.images[wanted], labels.astype(np.int64)


def train(images, labels, num_classes):
    with tf.Graph().as_default():
        tf.set_random_seed(1)
        image, label = tf.train.slice_input_producer([images, labels], seed=1)
        image_batch, label_batch = tf.train.batch([scaled(image), label], FLAGS.batch_size, capacity=500)
        _, logits = inception(image_batch, num_classes, is_training=True)
        tf.losses.sparse_softmax_cross_entropy(label_batch, logits)
        total_loss = tf.losses.get_total_loss()
        tf.summary.scalar("total_loss", total_loss)
        # The train operation also updates the means and variances of the normalization.
        train_op = slim.learning.create_train_op(total_loss, tf.train.AdamOptimizer(0.003))
        tf.logging.set_verbosity(tf.logging.INFO)
        loss = slim.learning.train(
            train_op, FLAGS.model_dir, number_of_steps=FLAGS.steps, log_every_n_steps=50, save_summaries_secs=20
        )
        print("loss after %d steps: %.3f" % (FLAGS.steps, loss))


def freeze(names, test_images, test_labels):
    """Writes the network for use: bytes of a PNG or JPEG in, probabilities out."""
    with tf.Graph().as_default() as graph, tf.Session() as sess:
        contents = tf.placeholder(tf.string, [], name="DecodeJpeg/contents")
        decoded = tf.image.decode_png(contents, channels=1)
        resized = tf.image.resize_bilinear(tf.expand_dims(decoded, 0), [SIZE, SIZE])
        images = tf.placeholder_with_default(scaled(resized), [None, SIZE, SIZE, 1], name="Mul")
        _, logits = inception(images, len(names), is_training=False)
        probabilities = tf.nn.softmax(logits, name=FINAL)
        saver = tf.train.Saver(slim.get_model_variables())
        saver.restore(sess, tf.train.latest_checkpoint(FLAGS.model_dir))
        answers = sess.run(probabilities, {images: test_images / np.float32(127.5) - 1, contents: b""}).argmax(1)
        print("test accuracy: %.4f on %d digits" % (np.mean(answers == test_labels), len(test_labels)))
        frozen = tf.graph_util.convert_variables_to_constants(sess, graph.as_graph_def(), [FINAL, BOTTLENECK])
    with tf.gfile.GFile(os.path.join(FLAGS.model_dir, "classify_image_graph_def.pb"), "wb") as f:
        f.write(frozen.SerializeToString())
    with tf.gfile.GFile(os.path.join(FLAGS.model_dir, "labels.txt"), "w") as f:
        f.write("".join("the digit %s\n" % name for name in names))
    print("frozen network: %s" % os.path.join(FLAGS.model_dir, "classify_image_graph_def.pb"))


def main(argv):
    refuse_unknown_flags(argv)
    if tf.gfile.Exists(FLAGS.model_dir):
        tf.gfile.DeleteRecursively(FLAGS.model_dir)
    tf.gfile.MakeDirs(FLAGS.model_dir)
    mnist = input_data.read_data_sets(FLAGS.data_dir, dtype=tf.uint8, reshape=False, validation_size=0, seed=1)
    classes = sorted(int(c) for c in FLAGS.classes)
    images, labels = choose(mnist.train, classes)
    train(images, labels, num_classes=len(classes))
    freeze(classes, *choose(mnist.test, classes))


if __name__ == "__main__":
    tf.app.run()
