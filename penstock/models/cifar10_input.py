"""CIFAR-10's binary files as batches: a queue of file names, a reader of records, distortions, a queue of examples.

Used by the `cifar10_*.py` programs; this file is not run.
"""

import os

import tensorflow as tf

IMAGE_SIZE = 24  # what the network sees of the 32 x 32 pixels
NUM_CLASSES = 10
_SIDE, _DEPTH = 32, 3
RECORD_BYTES = 1 + _SIDE * _SIDE * _DEPTH


def filenames(data_dir, eval_data):
    """The files of the test set or of the training set."""
    names = ["test_batch.bin"] if eval_data else ["data_batch_%d.bin" % i for i in range(1, 6)]
    paths = [os.path.join(data_dir, name) for name in names]
    for path in paths:
        if not tf.gfile.Exists(path):
            raise ValueError("Failed to find file: " + path)
    return paths


def num_examples(data_dir, eval_data):
    """How many records the files hold."""
    return sum(tf.gfile.Stat(path).length for path in filenames(data_dir, eval_data)) // RECORD_BYTES


def read_cifar10(filename_queue):
    """The next picture, [32, 32, 3] float32, and its class, int32, of the files in the queue."""
    _, value = tf.FixedLengthRecordReader(record_bytes=RECORD_BYTES).read(filename_queue)
    record = tf.decode_raw(value, tf.uint8)
    record.set_shape([RECORD_BYTES])
    label = tf.cast(record[0], tf.int32)
    # The file has the colours as planes, [depth, height, width].
    planes = tf.reshape(record[1:], [_DEPTH, _SIDE, _SIDE])
    return tf.cast(tf.transpose(planes, [1, 2, 0]), tf.float32), label


def inputs(data_dir, batch_size, eval_data, distort, min_queue_examples=1000, num_threads=4, flip=True):
    """Batches of images [batch, 24, 24, 3] and labels [batch].

    With distort, a random part of each picture, perhaps mirrored, with random brightness and contrast, in random
    order; without, the middle of each picture in the order of the files.
    """
    with tf.name_scope("input"):
        filename_queue = tf.train.string_input_producer(filenames(data_dir, eval_data), shuffle=distort, seed=1)
        image, label = read_cifar10(filename_queue)
        if distort:
            image = tf.random_crop(image, [IMAGE_SIZE, IMAGE_SIZE, _DEPTH])
            if flip:
                image = tf.image.random_flip_left_right(image)
            image = tf.image.random_brightness(image, max_delta=63)
            image = tf.image.random_contrast(image, lower=0.5, upper=1.5)
        else:
            image = tf.image.resize_image_with_crop_or_pad(image, IMAGE_SIZE, IMAGE_SIZE)
        image = tf.image.per_image_standardization(image)
        image.set_shape([IMAGE_SIZE, IMAGE_SIZE, _DEPTH])

        capacity = min_queue_examples + 3 * batch_size
        if distort:
            print("Filling queue with %d CIFAR images before starting to train." % min_queue_examples)
            images, labels = tf.train.shuffle_batch(
                [image, label],
                batch_size=batch_size,
                num_threads=num_threads,
                capacity=capacity,
                min_after_dequeue=min_queue_examples,
            )
        else:
            images, labels = tf.train.batch([image, label], batch_size=batch_size, capacity=capacity)
        tf.summary.image("images", images)
        return images, labels
