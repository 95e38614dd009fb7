"""A variational autoencoder: by hand with random_normal, then with tf.distributions; a class with a session of its own."""

import json

import numpy as np
import tensorflow as tf

np.random.seed(0)
tf.set_random_seed(0)


def xavier_init(fan_in, fan_out, constant=1):
    low = -constant * np.sqrt(6.0 / (fan_in + fan_out))
    high = constant * np.sqrt(6.0 / (fan_in + fan_out))
    return tf.random_uniform((fan_in, fan_out), minval=low, maxval=high, dtype=tf.float32)


class VariationalAutoencoder:
    def __init__(self, sizes, transfer_fct=tf.nn.softplus, learning_rate=0.001, batch_size=16):
        self.sizes, self.transfer_fct = sizes, transfer_fct
        self.learning_rate, self.batch_size = learning_rate, batch_size
        self.x = tf.placeholder(tf.float32, [None, sizes["n_input"]])
        self._create_network()
        self._create_loss_optimizer()
        init = tf.global_variables_initializer()
        self.sess = tf.InteractiveSession()
        self.sess.run(init)

    def _create_network(self):
        w = self._initialize_weights(**self.sizes)
        self.z_mean, self.z_log_sigma_sq = self._network(w["recog"], w["recog_b"], self.x)
        eps = tf.random_normal((tf.shape(self.x)[0], self.sizes["n_z"]), 0, 1, dtype=tf.float32)
        self.z = tf.add(self.z_mean, tf.multiply(tf.sqrt(tf.exp(self.z_log_sigma_sq)), eps))
        self.x_reconstr_mean = tf.nn.sigmoid(self._network(w["gener"], w["gener_b"], self.z)[0])

    def _initialize_weights(self, n_hidden, n_input, n_z):
        weights = dict()
        for part, ins, outs in (("recog", n_input, n_z), ("gener", n_z, n_input)):
            weights[part] = {
                "h1": tf.Variable(xavier_init(ins, n_hidden)),
                "out_mean": tf.Variable(xavier_init(n_hidden, outs)),
                "out_log_sigma": tf.Variable(xavier_init(n_hidden, outs)),
            }
            weights[part + "_b"] = {
                "b1": tf.Variable(tf.zeros([n_hidden], dtype=tf.float32)),
                "out_mean": tf.Variable(tf.zeros([outs], dtype=tf.float32)),
                "out_log_sigma": tf.Variable(tf.zeros([outs], dtype=tf.float32)),
            }
        return weights

    def _network(self, weights, biases, inputs):
        layer = self.transfer_fct(tf.add(tf.matmul(inputs, weights["h1"]), biases["b1"]))
        mean = tf.add(tf.matmul(layer, weights["out_mean"]), biases["out_mean"])
        log_sigma = tf.add(tf.matmul(layer, weights["out_log_sigma"]), biases["out_log_sigma"])
        return mean, log_sigma

    def _create_loss_optimizer(self):
        reconstr_loss = -tf.reduce_sum(
            self.x * tf.log(1e-10 + self.x_reconstr_mean) + (1 - self.x) * tf.log(1e-10 + 1 - self.x_reconstr_mean), 1
        )
        latent_loss = -0.5 * tf.reduce_sum(
            1 + self.z_log_sigma_sq - tf.square(self.z_mean) - tf.exp(self.z_log_sigma_sq), 1
        )
        self.cost = tf.reduce_mean(reconstr_loss + latent_loss)
        self.optimizer = tf.train.AdamOptimizer(learning_rate=self.learning_rate).minimize(self.cost)

    def partial_fit(self, X):
        opt, cost = self.sess.run((self.optimizer, self.cost), feed_dict={self.x: X})
        return cost

    def generate(self, z_mu=None):
        if z_mu is None:
            z_mu = np.random.normal(size=[1, self.sizes["n_z"]])
        return self.sess.run(self.x_reconstr_mean, feed_dict={self.z: z_mu})


data = (np.random.rand(64, 20) > 0.5).astype(np.float32)
data[:, 10:] = data[:, :10]
vae = VariationalAutoencoder(dict(n_hidden=24, n_input=20, n_z=3), learning_rate=0.01)
losses = [float(vae.partial_fit(data[i % 4 * 16 : i % 4 * 16 + 16])) for i in range(20)]
generated = vae.generate()
vae.sess.close()

tf.reset_default_graph()
tf.set_random_seed(5)
ds = tf.distributions


def make_encoder(x, code_size):
    tf.get_variable_scope().set_initializer(tf.glorot_uniform_initializer(6))
    x = tf.layers.dense(x, 24, tf.nn.relu)
    x = tf.layers.dense(x, 24, tf.nn.relu)
    loc = tf.layers.dense(x, code_size)
    scale = tf.layers.dense(x, code_size, tf.nn.softplus)
    return tf.contrib.distributions.MultivariateNormalDiag(loc, scale)


def make_prior(code_size):
    return tf.contrib.distributions.MultivariateNormalDiag(tf.zeros(code_size), tf.ones(code_size))


def make_decoder(code, data_shape):
    tf.get_variable_scope().set_initializer(tf.glorot_uniform_initializer(8))
    x = tf.layers.dense(code, 24, tf.nn.relu)
    logit = tf.layers.dense(x, np.prod(data_shape))
    return tf.contrib.distributions.Independent(tf.contrib.distributions.Bernoulli(logit), 1)


make_encoder = tf.make_template("encoder", make_encoder)
make_decoder = tf.make_template("decoder", make_decoder)
x = tf.placeholder(tf.float32, [None, 20])
prior = make_prior(2)
posterior = make_encoder(x, 2)
code = posterior.sample(seed=7)
likelihood = make_decoder(code, [20]).log_prob(x)
divergence = tf.contrib.distributions.kl_divergence(posterior, prior)
elbo = tf.reduce_mean(likelihood - divergence)
optimize = tf.train.AdamOptimizer(0.01).minimize(-elbo)
samples = make_decoder(prior.sample(4, seed=9), [20]).mean()
mixed = ds.kl_divergence(ds.Normal(code[:, 0], 1.0), ds.Normal(0.0, 2.0))
elbos = []
with tf.train.MonitoredSession() as sess:
    for i in range(20):
        elbos.append(float(sess.run([elbo, optimize], {x: data[i % 4 * 16 :][:16]})[0]))
    drawn, mixed_value = sess.run([samples, mixed], {x: data})
print(json.dumps({
    "losses": losses, "generated": generated[0].tolist(), "elbos": elbos, "drawn": np.ravel(drawn)[:9].tolist(),
    "mixed": float(mixed_value.mean()), "names": [v.name for v in tf.trainable_variables()],
    "ops": [code.name, likelihood.name, divergence.name, samples.name],
}))  # fmt: skip
