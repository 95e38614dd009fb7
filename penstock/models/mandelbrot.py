"""The Mandelbrot set: a graph that is no neural network. Leaves a picture, mandelbrot.png, in --out_dir."""

import os

import numpy as np
import tensorflow as tf

from penstock.models import refuse_unknown_flags

flags = tf.app.flags
flags.DEFINE_integer("steps", 200, "How often z <- z*z + c is computed.")
flags.DEFINE_float("grid", 0.005, "Distance of two points of the plane, on [-2, 1] x [-1.3, 1.3].")
flags.DEFINE_string("out_dir", "examples_out/mandelbrot", "Where the picture goes.")
FLAGS = flags.FLAGS


def colours(counts):
    """The counts of steps as a picture [height, width, 3] of uint8: colours in turn, black inside of the set."""
    turn = 6.28 * counts[..., np.newaxis] / 20.0
    picture = np.concatenate([10 + 20 * np.cos(turn), 30 + 50 * np.sin(turn), 155 - 80 * np.cos(turn)], 2)
    picture[counts == counts.max()] = 0
    return np.uint8(np.clip(picture, 0, 255))


def main(argv):
    refuse_unknown_flags(argv)
    Y, X = np.mgrid[-1.3 : 1.3 : FLAGS.grid, -2 : 1 : FLAGS.grid]
    xs = tf.constant((X + 1j * Y).astype(np.complex64))
    zs = tf.Variable(xs)
    ns = tf.Variable(tf.zeros_like(xs, tf.float32))

    # Points that have left go on being computed, up to infinity and beyond; they are only counted no more.
    zs_ = zs * zs + xs
    not_diverged = tf.abs(zs_) < 4
    step = tf.group(zs.assign(zs_), ns.assign_add(tf.cast(not_diverged, tf.float32)))

    pixels = tf.placeholder(tf.uint8, [None, None, 3])
    path = os.path.join(FLAGS.out_dir, "mandelbrot.png")
    write = tf.write_file(path, tf.image.encode_png(pixels))
    tf.gfile.MakeDirs(FLAGS.out_dir)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(FLAGS.steps):
            sess.run(step)
            if (i + 1) % 50 == 0:
                print("step %d" % (i + 1))
        counts = sess.run(ns)
        sess.run(write, feed_dict={pixels: colours(counts)})
    # The area of the set is about 1.5066.
    area = np.sum(counts == FLAGS.steps) * FLAGS.grid**2
    print("%d points never left within %d steps: an area of %.4f" % (np.sum(counts == FLAGS.steps), FLAGS.steps, area))
    print("picture: %s (%d x %d)" % (path, counts.shape[1], counts.shape[0]))


if __name__ == "__main__":
    tf.app.run()
