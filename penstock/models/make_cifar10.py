"""Makes files of the format of CIFAR-10's binary version out of MNIST's digits: the same names, the same records.

A record is the class (1 byte) and a picture of 32 x 32 (1024 bytes of red, of green, of blue). The pictures are digits
in a random colour before a ground that shades from one random colour to another. They are no photographs: what is
reached on them says that the program works, nothing about CIFAR-10. The result is the same each time.
"""

import os

import numpy as np
import tensorflow as tf
from tensorflow.examples.tutorials.mnist import input_data

from penstock.models import refuse_unknown_flags

SIZE = 32


def pictures(digits, random):
    """Coloured pictures [n, 32, 32, 3] of uint8 of digits [n, 28, 28] in [0, 1]."""
    count = len(digits)
    ink = np.zeros([count, SIZE, SIZE, 1], np.float32)
    for i, (dy, dx) in enumerate(random.randint(-2, 3, [count, 2])):
        ink[i, 4 + dy : 28 + dy, 4 + dx : 28 + dx, 0] = digits[i, 2:26, 2:26]
    # Light on dark, so that a digit is seen in each of the colours.
    colour = random.uniform(0.6, 1.0, [count, 1, 1, 3])
    ground = random.uniform(0.0, 0.4, [count, 1, 1, 3])
    y, x = np.mgrid[0:SIZE, 0:SIZE] / SIZE - 0.5
    slope = random.uniform(-0.3, 0.3, [count, 2, 3])
    shade = y[None, :, :, None] * slope[:, 0, None, None, :] + x[None, :, :, None] * slope[:, 1, None, None, :]
    noise = random.normal(scale=0.03, size=[count, SIZE, SIZE, 3])
    values = ink * colour + (1 - ink) * (ground + shade) + noise
    return np.uint8(np.clip(values, 0, 1) * 255)


def write_batch(path, images, labels):
    """Writes a file of records."""
    planes = images.transpose(0, 3, 1, 2).reshape(len(images), -1)
    with tf.gfile.GFile(path, "wb") as f:
        f.write(np.concatenate([labels.astype(np.uint8)[:, None], planes], 1).tobytes())


def make(folder, mnist_dir="MNIST_data"):
    """Writes data_batch_1.bin to data_batch_5.bin, test_batch.bin and batches.meta.txt."""
    tf.gfile.MakeDirs(folder)
    data_sets = input_data.read_data_sets(mnist_dir, validation_size=0, seed=1)
    random = np.random.RandomState(1)
    parts = [("data_batch_%d.bin" % (i + 1), data_sets.train, i, 5) for i in range(5)]
    for name, data, part, of in parts + [("test_batch.bin", data_sets.test, 0, 1)]:
        images = data.images.reshape(-1, 28, 28)[part::of]
        write_batch(os.path.join(folder, name), pictures(images, random), data.labels[part::of])
    with tf.gfile.GFile(os.path.join(folder, "batches.meta.txt"), "w") as f:
        f.write("zero\none\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n")
    print("Wrote %d + %d pictures to %s" % (data_sets.train.num_examples, data_sets.test.num_examples, folder))


def main(argv):
    refuse_unknown_flags(argv)
    flags = tf.app.flags.FLAGS
    make(os.path.join(flags.data_dir, "cifar-10-batches-bin"), flags.mnist_dir)


if __name__ == "__main__":
    tf.app.flags.DEFINE_string("data_dir", "examples_out/cifar10_data", "Where the folder of the files goes.")
    tf.app.flags.DEFINE_string("mnist_dir", "MNIST_data", "Folder with MNIST's files, if you have them.")
    tf.app.run()
