"""PPO and A3C's update in one: policies copied by scope, ratios clipped, workers' gradients applied to a global net."""

import json
import threading

import numpy as np
import tensorflow as tf

S_DIM, A_DIM, N_A = 4, 2, 3


class PPO:
    def __init__(self, sess):
        self.sess = sess
        self.tfs = tf.placeholder(tf.float32, [None, S_DIM], "state")
        with tf.variable_scope("critic"):
            l1 = tf.layers.dense(self.tfs, 20, tf.nn.relu)
            self.v = tf.layers.dense(l1, 1)
            self.tfdc_r = tf.placeholder(tf.float32, [None, 1], "discounted_r")
            self.advantage = self.tfdc_r - self.v
            self.closs = tf.reduce_mean(tf.square(self.advantage))
            self.ctrain_op = tf.train.AdamOptimizer(0.01).minimize(self.closs)
        pi, pi_params = self._build_anet("pi", trainable=True)
        oldpi, oldpi_params = self._build_anet("oldpi", trainable=False)
        with tf.variable_scope("sample_action"):
            self.sample_op = tf.squeeze(pi.sample(1, seed=4), axis=0)
        with tf.variable_scope("update_oldpi"):
            self.update_oldpi_op = [oldp.assign(p) for p, oldp in zip(pi_params, oldpi_params)]
        self.tfa = tf.placeholder(tf.float32, [None, A_DIM], "action")
        self.tfadv = tf.placeholder(tf.float32, [None, 1], "advantage")
        self.tflam = tf.placeholder(tf.float32, None, "lambda")
        with tf.variable_scope("loss"):
            with tf.variable_scope("surrogate"):
                ratio = pi.prob(self.tfa) / (oldpi.prob(self.tfa) + 1e-5)
                surr = ratio * self.tfadv
                kl = tf.distributions.kl_divergence(oldpi, pi)
                self.kl_mean = tf.reduce_mean(kl)
                self.penalized = -tf.reduce_mean(surr - self.tflam * kl)
            self.aloss = -tf.reduce_mean(tf.minimum(surr, tf.clip_by_value(ratio, 1.0 - 0.2, 1.0 + 0.2) * self.tfadv))
        with tf.variable_scope("atrain"):
            self.atrain_op = tf.train.AdamOptimizer(0.005).minimize(self.aloss + 0.1 * self.penalized)
        self.pi_params = pi_params

    def _build_anet(self, name, trainable):
        with tf.variable_scope(name):
            l1 = tf.layers.dense(self.tfs, 20, tf.nn.relu, trainable=trainable)
            mu = 2 * tf.layers.dense(l1, A_DIM, tf.nn.tanh, trainable=trainable)
            sigma = tf.layers.dense(l1, A_DIM, tf.nn.softplus, trainable=trainable)
            norm_dist = tf.distributions.Normal(loc=mu, scale=sigma + 0.1)
        params = tf.get_collection(tf.GraphKeys.GLOBAL_VARIABLES, scope=name)
        return norm_dist, params

    def update(self, s, a, r):
        self.sess.run(self.update_oldpi_op)
        adv = self.sess.run(self.advantage, {self.tfs: s, self.tfdc_r: r})
        for _ in range(3):
            _, kl, loss = self.sess.run(
                [self.atrain_op, self.kl_mean, self.aloss], {self.tfs: s, self.tfa: a, self.tfadv: adv, self.tflam: 0.5}
            )
        for _ in range(3):
            _, closs = self.sess.run([self.ctrain_op, self.closs], {self.tfs: s, self.tfdc_r: r})
        return float(loss), float(closs), float(kl)

    def choose_action(self, s):
        a = self.sess.run(self.sample_op, {self.tfs: s[np.newaxis, :]})[0]
        return np.clip(a, -2, 2)


class ACNet:
    def __init__(self, scope, globalAC=None, optimizers=None):
        self.s = tf.placeholder(tf.float32, [None, S_DIM], "S")
        with tf.variable_scope(scope):
            self.a_his = tf.placeholder(tf.int32, [None], "A")
            self.v_target = tf.placeholder(tf.float32, [None, 1], "Vtarget")
            self.a_prob, self.v, self.a_params, self.c_params = self._build_net(scope)
            if globalAC is None:
                return
            td = tf.subtract(self.v_target, self.v, name="TD_error")
            self.c_loss = tf.reduce_mean(tf.square(td))
            log_prob = tf.reduce_sum(tf.log(self.a_prob + 1e-5) * tf.one_hot(self.a_his, N_A), axis=1, keep_dims=True)
            entropy = -tf.reduce_sum(self.a_prob * tf.log(self.a_prob + 1e-5), axis=1, keep_dims=True)
            self.a_loss = tf.reduce_mean(-(0.01 * entropy + log_prob * tf.stop_gradient(td)))
            self.a_grads = tf.gradients(self.a_loss, self.a_params)
            self.c_grads = [tf.clip_by_norm(g, 5.0) for g in tf.gradients(self.c_loss, self.c_params)]
            with tf.name_scope("sync"):
                self.pull = [
                    l.assign(g) for l, g in zip(self.a_params + self.c_params, globalAC.a_params + globalAC.c_params)
                ]
                push_a = optimizers[0].apply_gradients(zip(self.a_grads, globalAC.a_params))
                push_c = optimizers[1].apply_gradients(zip(self.c_grads, globalAC.c_params))
                self.push = [push_a, push_c]

    def _build_net(self, scope):
        w_init = tf.random_normal_initializer(0.0, 0.1)
        with tf.variable_scope("actor"):
            l_a = tf.layers.dense(self.s, 16, tf.nn.relu6, kernel_initializer=w_init, name="la")
            a_prob = tf.layers.dense(l_a, N_A, tf.nn.softmax, kernel_initializer=w_init, name="ap")
        with tf.variable_scope("critic"):
            l_c = tf.layers.dense(self.s, 16, tf.nn.relu6, kernel_initializer=w_init, name="lc")
            v = tf.layers.dense(l_c, 1, kernel_initializer=w_init, name="v")
        a_params = tf.get_collection(tf.GraphKeys.TRAINABLE_VARIABLES, scope=scope + "/actor")
        c_params = tf.get_collection(tf.GraphKeys.TRAINABLE_VARIABLES, scope=scope + "/critic")
        return a_prob, v, a_params, c_params


random = np.random.RandomState(12)
with tf.Graph().as_default(), tf.Session() as sess:
    tf.set_random_seed(1)
    ppo = PPO(sess)
    sess.run(tf.global_variables_initializer())
    found = []
    for _ in range(5):
        states = random.randn(16, S_DIM)
        actions = np.array([ppo.choose_action(s) for s in states])
        rewards = (states[:, :1] - actions[:, :1]) ** 2 * -0.1
        found.append(ppo.update(states, actions, rewards))
    mean = sess.run(ppo.v, {ppo.tfs: states[:3]})
    names = [v.name for v in ppo.pi_params]

with tf.Graph().as_default(), tf.Session() as sess:
    tf.set_random_seed(2)
    optimizers = [tf.train.RMSPropOptimizer(0.01, name="RMSPropA"), tf.train.RMSPropOptimizer(0.01, name="RMSPropC")]
    with tf.device("/cpu:0"):
        net = ACNet("Global_Net")
        workers = [ACNet("W_%i" % i, net, optimizers) for i in range(2)]
    coordinator = tf.train.Coordinator()
    sess.run(tf.global_variables_initializer())
    losses = []
    turn = threading.Lock()

    def work(worker, i):
        # The workers take turns, so that the numbers do not depend on who comes first.
        own = np.random.RandomState(i)
        s = own.randn(8, S_DIM)
        for _ in range(8):
            sess.run(worker.pull)
            prob = sess.run(worker.a_prob, {worker.s: s})
            a = np.array([own.choice(N_A, p=p.astype(np.float64) / p.astype(np.float64).sum()) for p in prob])
            feed = {worker.s: s, worker.a_his: a, worker.v_target: np.where(a == 1, 1.0, 0.0)[:, None]}
            la, lc, *_ = sess.run([worker.a_loss, worker.c_loss, worker.push], feed)
            losses.append(float(la + lc))

    for i, worker in enumerate(workers):
        thread = threading.Thread(target=work, args=(worker, i))
        thread.start()
        coordinator.join([thread])
    other = [v.name for v in tf.global_variables()]
print(json.dumps({
    "ppo": [list(f) for f in found], "values": mean[:, 0].tolist(), "names": names, "a3c": losses, "other": other,
}))  # fmt: skip
