import cPickle
import os

import numpy as np
import tensorflow as tf

IMAGE_SIZE = 24
NUM_CLASSES = 10


def unpickle(file):
    fo = open(file, 'rb')
    dict = cPickle.load(fo)
    fo.close()
    return dict


def write_binary(batch, filename):
    data, labels = batch['data'], batch['labels']
    with open(filename, 'wb') as f:
        for i in xrange(len(labels)):
            f.write(np.uint8([labels[i]]).tostring())
            f.write(data[i].tostring())


def read_cifar10(filename_queue):
    class CIFAR10Record(object):
        pass
    result = CIFAR10Record()
    label_bytes = 1
    result.height = 32
    result.width = 32
    result.depth = 3
    image_bytes = result.height * result.width * result.depth
    reader = tf.FixedLengthRecordReader(record_bytes=label_bytes + image_bytes)
    result.key, value = reader.read(filename_queue)
    record_bytes = tf.decode_raw(value, tf.uint8)
    result.label = tf.cast(tf.slice(record_bytes, [0], [label_bytes]), tf.int32)
    depth_major = tf.reshape(tf.slice(record_bytes, [label_bytes], [image_bytes]), [3, 32, 32])
    result.uint8image = tf.transpose(depth_major, [1, 2, 0])
    return result


def inputs(filenames, batch_size):
    for f in filenames:
        if not tf.gfile.Exists(f):
            raise ValueError('Failed to find file: ' + f)
    queue = tf.train.string_input_producer(filenames, shuffle=False)
    read_input = read_cifar10(queue)
    image = tf.cast(read_input.uint8image, tf.float32)
    crop = tf.image.resize_image_with_crop_or_pad(image, IMAGE_SIZE, IMAGE_SIZE)
    mean, variance = tf.nn.moments(crop, [0, 1, 2])
    white = (crop - mean) / tf.sqrt(variance)
    label = tf.reshape(read_input.label, [1])
    images, labels = tf.train.batch([white, label], batch_size=batch_size, num_threads=1,
                                    shapes=[[IMAGE_SIZE, IMAGE_SIZE, 3], [1]], capacity=4 * batch_size)
    return images, tf.reshape(labels, [batch_size]), read_input.key
