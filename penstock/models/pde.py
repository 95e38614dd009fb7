"""Rain on a pond: a partial differential equation. Leaves pictures of the water, pond-*.png, in --out_dir."""

import os

import numpy as np
import tensorflow as tf

from penstock.models import refuse_unknown_flags

flags = tf.app.flags
flags.DEFINE_integer("size", 500, "The pond is a square of size x size points.")
flags.DEFINE_integer("drops", 40, "How many rain drops fall at the start.")
flags.DEFINE_integer("steps", 1000, "Steps of time.")
flags.DEFINE_integer("picture_every", 200, "Steps between two pictures.")
flags.DEFINE_float("eps", 0.03, "Length of a step of time.")
flags.DEFINE_float("damping", 0.04, "How fast waves die down.")
flags.DEFINE_string("out_dir", "examples_out/pde", "Where the pictures go.")
FLAGS = flags.FLAGS


def make_kernel(a):
    """A matrix as the filter of a convolution over one channel."""
    a = np.asarray(a, np.float32)
    return tf.constant(a.reshape(list(a.shape) + [1, 1]))


def simple_conv(x, k):
    """A convolution of one matrix by another."""
    x = tf.expand_dims(tf.expand_dims(x, 0), -1)
    y = tf.nn.depthwise_conv2d(x, k, [1, 1, 1, 1], padding="SAME")
    return y[0, :, :, 0]


def laplace(x):
    """How much higher the surroundings of each point are than itself."""
    return simple_conv(x, make_kernel([[0.5, 1.0, 0.5], [1.0, -6.0, 1.0], [0.5, 1.0, 0.5]]))


def main(argv):
    refuse_unknown_flags(argv)
    random = np.random.RandomState(1)
    u_init = np.zeros([FLAGS.size, FLAGS.size], np.float32)
    for _ in range(FLAGS.drops):
        a, b = random.randint(0, FLAGS.size, 2)
        u_init[a, b] = random.uniform()

    eps = tf.placeholder(tf.float32, shape=())
    damping = tf.placeholder(tf.float32, shape=())
    U = tf.Variable(u_init)  # height
    Ut = tf.Variable(np.zeros_like(u_init))  # speed

    # The speed changes by the new height: with the old one, the finest ripples would grow without end.
    U_ = U + eps * Ut
    Ut_ = Ut + eps * (laplace(U_) - damping * Ut)
    with tf.control_dependencies([U_, Ut_]):  # both are computed from the old state before either replaces it
        step = tf.group(U.assign(U_), Ut.assign(Ut_))

    grey = tf.cast(tf.clip_by_value((U + 0.1) / 0.2, 0.0, 1.0) * 255, tf.uint8)
    png = tf.image.encode_png(tf.expand_dims(grey, -1))
    tf.gfile.MakeDirs(FLAGS.out_dir)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(1, FLAGS.steps + 1):
            sess.run(step, {eps: FLAGS.eps, damping: FLAGS.damping})
            if i % FLAGS.picture_every == 0 or i == FLAGS.steps:
                path = os.path.join(FLAGS.out_dir, "pond-%04d.png" % i)
                picture, water = sess.run([png, U])
                with tf.gfile.GFile(path, "wb") as f:
                    f.write(picture)
                print("step %d: highest wave %.4f, picture %s" % (i, np.abs(water).max(), path))


if __name__ == "__main__":
    tf.app.run()
