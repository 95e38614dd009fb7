"""Wasserstein GAN with a gradient penalty (gradients of gradients), critic steps in turn with generator steps, spectral norm."""

import json

import numpy as np
import tensorflow as tf
import tensorflow.contrib.layers as tcl


def leaky_relu(x, alpha=0.2):
    return tf.maximum(tf.minimum(0.0, alpha * x), x)


class Generator:
    name = "g_net"

    def __call__(self, z):
        with tf.variable_scope(self.name):
            bs = tf.shape(z)[0]
            fc = tcl.fully_connected(z, 4 * 4 * 8, activation_fn=tf.identity)
            conv1 = tf.reshape(fc, tf.stack([bs, 4, 4, 8]))
            conv1 = tf.nn.relu(conv1)
            conv2 = tcl.convolution2d_transpose(
                conv1, 6, [4, 4], [2, 2], weights_initializer=tf.random_normal_initializer(stddev=0.1),
                weights_regularizer=tcl.l2_regularizer(2.5e-5), activation_fn=tf.nn.relu,
            )  # fmt: skip
            return tcl.convolution2d_transpose(
                conv2,
                1,
                [4, 4],
                [1, 1],
                weights_initializer=tf.random_normal_initializer(stddev=0.1),
                activation_fn=tf.sigmoid,
            )

    @property
    def vars(self):
        return [var for var in tf.global_variables() if self.name in var.name]


def spectral_norm(w, iteration=1):
    w_shape = w.shape.as_list()
    w = tf.reshape(w, [-1, w_shape[-1]])
    u = tf.get_variable("u", [1, w_shape[-1]], initializer=tf.truncated_normal_initializer(), trainable=False)
    u_hat, v_hat = u, None
    for _ in range(iteration):
        v_hat = tf.nn.l2_normalize(tf.matmul(u_hat, tf.transpose(w)))
        u_hat = tf.nn.l2_normalize(tf.matmul(v_hat, w))
    u_hat, v_hat = tf.stop_gradient(u_hat), tf.stop_gradient(v_hat)
    sigma = tf.matmul(tf.matmul(v_hat, w), tf.transpose(u_hat))
    with tf.control_dependencies([u.assign(u_hat)]):
        return tf.reshape(w / sigma, w_shape)


class Discriminator:
    name = "d_net"

    def __call__(self, x, reuse=True):
        with tf.variable_scope(self.name) as scope:
            if reuse:
                scope.reuse_variables()
            conv1 = tcl.convolution2d(
                x,
                6,
                [4, 4],
                [2, 2],
                weights_initializer=tf.random_normal_initializer(stddev=0.1),
                activation_fn=leaky_relu,
            )
            with tf.variable_scope("sn"):
                w = tf.get_variable("kernel", [3, 3, 6, 8], initializer=tcl.xavier_initializer())
                conv2 = tf.nn.conv2d(conv1, spectral_norm(w), strides=[1, 2, 2, 1], padding="SAME")
            conv2 = tcl.layer_norm(conv2)
            fc = leaky_relu(tcl.flatten(conv2))
            return tcl.fully_connected(fc, 1, activation_fn=tf.identity)

    @property
    def vars(self):
        return [var for var in tf.trainable_variables() if self.name in var.name]


class WassersteinGAN:
    def __init__(self, g_net, d_net, scale=10.0):
        self.x = tf.placeholder(tf.float32, [None, 8, 8, 1], name="x")
        self.z = tf.placeholder(tf.float32, [None, 6], name="z")
        self.x_ = g_net(self.z)
        self.d = d_net(self.x, reuse=False)
        self.d_ = d_net(self.x_)
        self.g_loss = tf.reduce_mean(self.d_)
        self.d_loss = tf.reduce_mean(self.d) - tf.reduce_mean(self.d_)
        epsilon = tf.random_uniform([], 0.0, 1.0)
        x_hat = epsilon * self.x + (1 - epsilon) * self.x_
        d_hat = d_net(x_hat)
        ddx = tf.gradients(d_hat, x_hat)[0]
        ddx = tf.sqrt(tf.reduce_sum(tf.square(ddx), axis=[1, 2, 3]))
        self.penalty = tf.reduce_mean(tf.square(ddx - 1.0) * scale)
        self.d_loss = self.d_loss + self.penalty
        with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS)):
            self.d_adam = tf.train.AdamOptimizer(learning_rate=1e-3, beta1=0.5, beta2=0.9).minimize(
                self.d_loss, var_list=d_net.vars
            )
            self.g_adam = tf.train.AdamOptimizer(learning_rate=1e-3, beta1=0.5, beta2=0.9).minimize(
                self.g_loss, var_list=g_net.vars
            )


tf.set_random_seed(11)
g_net, d_net = Generator(), Discriminator()
gan = WassersteinGAN(g_net, d_net)
random = np.random.RandomState(2)
d_losses, g_losses, penalties = [], [], []
with tf.Session(config=tf.ConfigProto(gpu_options=tf.GPUOptions(allow_growth=True))) as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(6):
        for _ in range(3):
            bx = 0.5 + 0.3 * np.sin(np.arange(64).reshape(1, 8, 8, 1) * random.rand(12, 1, 1, 1))
            bz = random.uniform(-1.0, 1.0, [12, 6])
            sess.run(gan.d_adam, feed_dict={gan.x: bx, gan.z: bz})
        sess.run(gan.g_adam, feed_dict={gan.z: bz, gan.x: bx})
        d_loss, g_loss, penalty = sess.run([gan.d_loss, gan.g_loss, gan.penalty], feed_dict={gan.x: bx, gan.z: bz})
        d_losses.append(float(d_loss))
        g_losses.append(float(g_loss))
        penalties.append(float(penalty))
    image = sess.run(gan.x_, {gan.z: bz[:1]})
print(json.dumps({
    "d": d_losses, "g": g_losses, "penalties": penalties, "image": image[0, 3, :, 0].tolist(),
    "g_vars": [v.name for v in g_net.vars], "d_vars": [v.name for v in d_net.vars],
    "regularizers": [t.name for t in tf.losses.get_regularization_losses()],
}))  # fmt: skip
