"""DDPG: target networks by moving averages with a custom getter, policy gradients through the critic, replay in NumPy."""

import json

import numpy as np
import tensorflow as tf


class DDPG:
    def __init__(self, a_dim, s_dim, a_bound):
        self.memory = np.zeros((64, s_dim * 2 + a_dim + 1), dtype=np.float32)
        self.pointer, self.a_dim, self.s_dim, self.a_bound = 0, a_dim, s_dim, a_bound
        self.random = np.random.RandomState(5)
        self.sess = tf.Session()
        self.S = tf.placeholder(tf.float32, [None, s_dim], "s")
        self.S_ = tf.placeholder(tf.float32, [None, s_dim], "s_")
        self.R = tf.placeholder(tf.float32, [None, 1], "r")
        self.a = self._build_a(self.S)
        q = self._build_c(self.S, self.a)
        a_params = tf.get_collection(tf.GraphKeys.TRAINABLE_VARIABLES, scope="Actor")
        c_params = tf.get_collection(tf.GraphKeys.TRAINABLE_VARIABLES, scope="Critic")
        ema = tf.train.ExponentialMovingAverage(decay=1 - 0.1)

        def ema_getter(getter, name, *args, **kwargs):
            return ema.average(getter(name, *args, **kwargs))

        target_update = [ema.apply(a_params), ema.apply(c_params)]
        self.a_loss = -tf.reduce_mean(q)
        self.atrain = tf.train.AdamOptimizer(0.002).minimize(self.a_loss, var_list=a_params)
        with tf.control_dependencies(target_update):
            a_ = self._build_a(self.S_, reuse=True, custom_getter=ema_getter)
            q_ = self._build_c(self.S_, a_, reuse=True, custom_getter=ema_getter)
            q_target = self.R + 0.9 * q_
            self.td_error = tf.losses.mean_squared_error(labels=q_target, predictions=q)
            self.ctrain = tf.train.AdamOptimizer(0.002).minimize(self.td_error, var_list=c_params)
        # The same again as soft copies, the way papers have it.
        with tf.variable_scope("soft"):
            copies = [
                tf.Variable(v.initialized_value(), trainable=False, name=v.op.name.replace("/", "_")) for v in a_params
            ]
        with tf.control_dependencies([self.atrain]):
            self.soft_replace = [tf.assign(t, 0.9 * t + 0.1 * e) for t, e in zip(copies, a_params)]
        self.copies = copies
        self.sess.run(tf.global_variables_initializer())

    def _build_a(self, s, reuse=None, custom_getter=None):
        trainable = reuse is None
        with tf.variable_scope("Actor", reuse=reuse, custom_getter=custom_getter):
            net = tf.layers.dense(s, 12, activation=tf.nn.relu, name="l1", trainable=trainable)
            a = tf.layers.dense(net, self.a_dim, activation=tf.nn.tanh, name="a", trainable=trainable)
            return tf.multiply(a, self.a_bound, name="scaled_a")

    def _build_c(self, s, a, reuse=None, custom_getter=None):
        trainable = reuse is None
        with tf.variable_scope("Critic", reuse=reuse, custom_getter=custom_getter):
            w1_s = tf.get_variable("w1_s", [self.s_dim, 12], trainable=trainable)
            w1_a = tf.get_variable("w1_a", [self.a_dim, 12], trainable=trainable)
            b1 = tf.get_variable("b1", [1, 12], trainable=trainable)
            net = tf.nn.relu(tf.matmul(s, w1_s) + tf.matmul(a, w1_a) + b1)
            return tf.layers.dense(net, 1, trainable=trainable)

    def choose_action(self, s):
        return self.sess.run(self.a, {self.S: s[None]})[0]

    def learn(self):
        bt = self.memory[self.random.choice(64, size=16)]
        bs, ba = bt[:, : self.s_dim], bt[:, self.s_dim : self.s_dim + self.a_dim]
        br, bs_ = bt[:, -self.s_dim - 1 : -self.s_dim], bt[:, -self.s_dim :]
        _, a_loss = self.sess.run([self.soft_replace, self.a_loss], {self.S: bs})
        _, td = self.sess.run([self.ctrain, self.td_error], {self.S: bs, self.a: ba, self.R: br, self.S_: bs_})
        return float(a_loss), float(td)

    def store_transition(self, s, a, r, s_):
        self.memory[self.pointer % 64, :] = np.hstack((s, a, [r], s_))
        self.pointer += 1


tf.set_random_seed(1)
random = np.random.RandomState(0)
agent = DDPG(2, 3, 2.0)
s = random.randn(3)
actions, a_losses, td_errors = [], [], []
for step in range(84):
    a = np.clip(random.normal(agent.choose_action(s), 0.3), -2, 2)
    s_ = 0.9 * s + 0.1 * np.append(a, 1.0)
    agent.store_transition(s, a, -np.sum(s_**2), s_)
    s = s_
    if step >= 64:
        a_loss, td = agent.learn()
        a_losses.append(a_loss)
        td_errors.append(td)
        actions.append(float(a[0]))
targets = [v for v in tf.global_variables() if "ExponentialMovingAverage" in v.name and "Actor/l1/kernel" in v.name]
print(json.dumps({
    "a_losses": a_losses, "td": td_errors, "actions": actions,
    "target": np.ravel(agent.sess.run(targets[0]))[:6].tolist(), "copy": np.ravel(agent.sess.run(agent.copies[0]))[:6].tolist(),
    "names": [v.name for v in tf.global_variables()],
}))  # fmt: skip
