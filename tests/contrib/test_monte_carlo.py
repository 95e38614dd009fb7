"""`tf.contrib.bayesflow.monte_carlo`: values, gradients and refusals as in 1.15.5, and expectations that are known."""

import numpy as np
import pytest

import penstock as tf
from tests.contrib.both_sides import compare

_BEFORE = """
from tensorflow.contrib import bayesflow
mc = bayesflow.monte_carlo
mu = tf.constant(0.5, tf.float64)
zero, one, two = tf.constant(0.0, tf.float64), tf.constant(1.0, tf.float64), tf.constant(2.0, tf.float64)
p, q = tf.distributions.Normal(mu, one), tf.distributions.Normal(zero, two)
z = tf.constant([-2.0, -0.5, 0.0, 0.25, 1.0, 3.0], tf.float64)
"""

PROGRAMS = {
    "importance": """
found = [mc.expectation_importance_sampler(f, p.log_prob, q, z=z) for f in (tf.identity, tf.square, lambda z: -tf.exp(z))]
found += [mc.expectation_importance_sampler_logspace(tf.identity, p.log_prob, q, z=z)]
drawn = tf.distributions.Normal([0.0, 1.0], 2.0)
found += [mc.expectation_importance_sampler(tf.sin, drawn.log_prob, drawn, n=100, seed=3)]
result = session.run(found) + session.run(tf.gradients(found[:4], mu))
result += [refusal(lambda: mc.expectation_importance_sampler(tf.sin, p.log_prob, q))]
""",
    "expectation": """
found = [mc.expectation(tf.square, z + mu), mc.expectation(tf.square, z, p.log_prob, use_reparametrization=False),
         mc.expectation(tf.sin, tf.reshape(z, [2, 3]) * mu, axis=[1], keep_dims=True)]
result = session.run(found) + [session.run(tf.gradients(found[0], mu)), session.run(tf.gradients(found[1], mu))]
result += [refusal(lambda: mc.expectation(3, z)), refusal(lambda: mc.expectation(tf.sin, z, use_reparametrization=False))]
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_1_15_gives_the_same(peer_1_15, name):
    compare(peer_1_15, _BEFORE + PROGRAMS[name], rtol=1e-6)


@pytest.mark.parametrize("jit", [-1, 1])
def test_the_gradient_by_the_score_is_that_of_the_mean(jit):
    """d/dmu of the mean of z**2 under Normal(mu, 1) is 2 mu."""
    config = tf.ConfigProto(graph_options=tf.GraphOptions(optimizer_options=tf.OptimizerOptions(global_jit_level=jit)))
    with tf.Graph().as_default(), tf.Session(config=config) as sess:
        mu = tf.constant(0.7)
        p = tf.distributions.Normal(mu, 1.0)
        z = p.sample(200_000, seed=1)
        mean = tf.contrib.bayesflow.monte_carlo.expectation(tf.square, z, p.log_prob, use_reparametrization=False)
        np.testing.assert_allclose(sess.run([mean, *tf.gradients(mean, mu)]), [1.49, 1.4], atol=0.03)
