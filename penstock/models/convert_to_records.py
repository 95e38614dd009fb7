"""Writes MNIST as TFRecord files of `tf.train.Example`, one file for each of its three parts.

`fully_connected_reader.py` trains from them.
"""

import os

import tensorflow as tf
from tensorflow.examples.tutorials.mnist import input_data

from penstock.models import refuse_unknown_flags

flags = tf.app.flags
flags.DEFINE_string("input_data_dir", "MNIST_data", "Folder with MNIST's files, if you have them.")
flags.DEFINE_string("directory", "examples_out/mnist_records", "Where the record files go.")
flags.DEFINE_integer("validation_size", 500, "How many of the training examples to set aside for validation.")
FLAGS = flags.FLAGS


def _int64_feature(value):
    return tf.train.Feature(int64_list=tf.train.Int64List(value=[value]))


def _bytes_feature(value):
    return tf.train.Feature(bytes_list=tf.train.BytesList(value=[value]))


def convert_to(data_set, name):
    """Writes the examples of a data set to NAME.tfrecords."""
    images, labels = data_set.images, data_set.labels
    count, rows, cols, depth = images.shape
    filename = os.path.join(FLAGS.directory, name + ".tfrecords")
    print("Writing", filename)
    with tf.python_io.TFRecordWriter(filename) as writer:
        for index in range(count):
            feature = {
                "height": _int64_feature(rows),
                "width": _int64_feature(cols),
                "depth": _int64_feature(depth),
                "label": _int64_feature(int(labels[index])),
                "image_raw": _bytes_feature(images[index].tobytes()),
            }
            example = tf.train.Example(features=tf.train.Features(feature=feature))
            writer.write(example.SerializeToString())
    print("%d examples" % count)


def main(argv):
    refuse_unknown_flags(argv)
    tf.gfile.MakeDirs(FLAGS.directory)
    data_sets = input_data.read_data_sets(
        FLAGS.input_data_dir, dtype=tf.uint8, reshape=False, validation_size=FLAGS.validation_size, seed=1
    )
    for name in ("train", "validation", "test"):
        convert_to(getattr(data_sets, name), name)


if __name__ == "__main__":
    tf.app.run()
