"""A Turing machine's memory as an RNNCell of one's own, NALU units, an autoencoder with tied weights, gradients overridden."""

import json

import numpy as np
import tensorflow as tf
from tensorflow.python.framework import ops
from tensorflow.python.ops.rnn_cell_impl import RNNCell


class NTMCell(RNNCell):
    def __init__(self, controller, slots=6, width=4, reuse=None):
        super().__init__(_reuse=reuse)
        self.controller, self.slots, self.width = controller, slots, width

    @property
    def state_size(self):
        return (self.controller.state_size, tf.TensorShape([self.slots, self.width]), self.slots, self.width)

    @property
    def output_size(self):
        return self.width

    def zero_state(self, batch_size, dtype):
        with tf.variable_scope("init", reuse=tf.AUTO_REUSE):
            memory = tf.tanh(
                tf.get_variable("memory", [self.slots, self.width], initializer=tf.random_normal_initializer(0, 0.5))
            )
            return (
                self.controller.zero_state(batch_size, dtype),
                tf.tile(tf.expand_dims(memory, 0), [batch_size, 1, 1]),
                tf.one_hot(tf.zeros([batch_size], tf.int32), self.slots),
                tf.zeros([batch_size, self.width]),
            )

    def call(self, inputs, state):
        inner, memory, w, read = state
        output, inner = self.controller(tf.concat([inputs, read], 1), inner)
        parameters = tf.layers.dense(output, 3 * self.width + 6, name="heads")
        k, erase, add, beta, gate, gamma, shift = tf.split(parameters, [self.width] * 3 + [1, 1, 1, 3], axis=1)
        k = tf.tanh(k)
        inner_product = tf.squeeze(tf.matmul(memory, tf.expand_dims(k, 2)), 2)
        norms = tf.norm(memory, axis=2) * tf.norm(k, axis=1, keep_dims=True) + 1e-8
        content = tf.nn.softmax(tf.nn.softplus(beta) * inner_product / norms)
        g = tf.sigmoid(gate)
        wg = g * content + (1 - g) * w
        s = tf.nn.softmax(shift)
        rolled = tf.stack([tf.concat([wg[:, 1:], wg[:, :1]], 1), wg, tf.concat([wg[:, -1:], wg[:, :-1]], 1)], 2)
        w = tf.reduce_sum(rolled * tf.expand_dims(s, 1), 2)
        w = tf.pow(w + 1e-8, tf.nn.softplus(gamma) + 1)
        w = w / tf.reduce_sum(w, 1, keep_dims=True)
        column = tf.expand_dims(w, 2)
        memory = memory * (1 - tf.matmul(column, tf.expand_dims(tf.sigmoid(erase), 1)))
        memory = memory + tf.matmul(column, tf.expand_dims(tf.tanh(add), 1))
        read = tf.reduce_sum(column * memory, 1)
        return tf.layers.dense(tf.concat([output, read], 1), self.width, name="out"), (inner, memory, w, read)


def nalu(x, units, name):
    with tf.variable_scope(name):
        shape = [int(x.shape[-1]), units]
        W = tf.tanh(tf.get_variable("W_hat", shape)) * tf.sigmoid(tf.get_variable("M_hat", shape))
        G = tf.get_variable("G", shape)
        a = tf.matmul(x, W)
        g = tf.sigmoid(tf.matmul(x, G))
        m = tf.exp(tf.matmul(tf.log(tf.abs(x) + 1e-7), W))
        return g * a + (1 - g) * m


def copying(steps):
    tf.set_random_seed(8)
    random = np.random.RandomState(2)
    x = tf.placeholder(tf.float32, [6, None, 4])
    y = tf.placeholder(tf.float32, [6, None, 4])
    cell = NTMCell(tf.nn.rnn_cell.BasicLSTMCell(8))
    out, state = tf.nn.dynamic_rnn(cell, x, initial_state=cell.zero_state(6, tf.float32), swap_memory=True)
    loss = tf.losses.sigmoid_cross_entropy(y, out)
    optimizer = tf.train.RMSPropOptimizer(1e-2, momentum=0.9, decay=0.95)
    gvs = optimizer.compute_gradients(loss)
    train = optimizer.apply_gradients([(tf.clip_by_norm(g, 10.0), v) for g, v in gvs if g is not None])
    losses = []
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(steps):
            length = 2 + i % 2
            bits = random.randint(0, 2, (6, length, 4)).astype(np.float32)
            zeros = np.zeros_like(bits)
            losses.append(
                float(
                    sess.run([train, loss], {x: np.concatenate([bits, zeros], 1), y: np.concatenate([zeros, bits], 1)})[
                        1
                    ]
                )
            )
    return losses, [v.name for v in tf.trainable_variables()], [g is None for g, _ in gvs]


@tf.RegisterGradient("BinaryStraight")
def _straight(op, grad):
    return tf.where(tf.abs(op.inputs[0]) < 1.0, grad, tf.zeros_like(grad))


def py_func(func, inp, Tout, name=None, grad=None):
    rnd_name = "PyFuncGrad" + str(len(inp)) + str(name)
    tf.RegisterGradient(rnd_name)(grad)
    with tf.get_default_graph().gradient_override_map({"PyFunc": rnd_name}):
        return tf.py_func(func, inp, Tout, stateful=True, name=name)


@tf.custom_gradient
def bounded(x):
    return tf.identity(x), lambda dy: tf.clip_by_value(dy, -0.01, 0.01)


def autoencoder(steps):
    tf.set_random_seed(9)
    random = np.random.RandomState(3)
    graph = tf.get_default_graph()
    x = tf.placeholder("float", [None, 12])
    W = tf.Variable(tf.random_uniform([12, 5], -0.4, 0.4), name="W")
    b, b_prime = tf.Variable(tf.zeros([5]), name="b"), tf.Variable(tf.zeros([12]), name="b_prime")
    noisy = x * tf.cast(tf.random_uniform(tf.shape(x)) > 0.2, tf.float32)
    hidden = tf.nn.tanh(tf.matmul(noisy, W) + b)
    with graph.gradient_override_map({"Sign": "BinaryStraight"}):
        binary = tf.sign(hidden)
    cubed = py_func(
        lambda a: a**3, [hidden], [tf.float32], name="Cube", grad=lambda op, g: g * 3 * tf.square(op.inputs[0])
    )[0]
    cubed.set_shape(hidden.shape)
    rebuilt = tf.matmul(bounded(0.5 * binary + 0.5 * cubed), W, transpose_b=True) + b_prime
    arithmetic = nalu(hidden, 3, "nalu")
    cost = tf.sqrt(tf.reduce_mean(tf.square(x - rebuilt))) + 0.1 * tf.reduce_mean(tf.square(arithmetic - x[:, :3]))
    train = tf.train.MomentumOptimizer(0.01, 0.5).minimize(cost)
    printed = tf.Print(cost, [tf.shape(x)], message="shape ", first_n=1)
    costs = []
    with tf.Session() as sess:
        sess.run(tf.initialize_all_variables())
        for _ in range(steps):
            base = random.randn(16, 3)
            feed = {x: np.tanh(base.dot(np.arange(36).reshape(3, 12) % 5 - 2.0))}
            costs.append(float(sess.run([train, printed], feed)[1]))
    return costs


losses, names, absent = copying(12)
ops.reset_default_graph()
print(json.dumps({"ntm": losses, "names": names, "absent": absent, "autoencoder": autoencoder(12)}))
