"""Flows say what they say in 1.15, and learn by the same gradients."""

import numpy as np
import pytest

import penstock as tf
from tests.contrib.programs.flows import PROGRAMS
from tests.contrib.recorded import same_as_recorded

bj = tf.contrib.distributions.bijectors


@pytest.mark.parametrize("title", PROGRAMS)
def test_flows_are_those_of_tensorflow(title, monkeypatch):
    tiers = ("interpret", "compile") if title == "masked" else ("interpret",)
    same_as_recorded("flows", title, PROGRAMS[title], monkeypatch, tiers)


@pytest.mark.parametrize("unroll", [False, True])
def test_determinants_forwards_and_backwards_are_opposite(unroll):
    with tf.Graph().as_default(), tf.Session() as session:
        tf.set_random_seed(1)
        network = bj.masked_autoregressive_default_template([6], log_scale_clip_gradient=True)
        flow = bj.MaskedAutoregressiveFlow(network, unroll_loop=unroll)
        x = tf.constant([[0.5, -1.0, 2.0]])
        forward = flow.forward_log_det_jacobian(x, 1)
        jacobian = tf.stack([tf.gradients(flow.forward(x + 0.0)[0, i], x)[0][0] for i in range(3)])
        backward = flow.inverse_log_det_jacobian(flow.forward(x) + 0.0, 1)
        session.run(tf.global_variables_initializer())
        there, back, matrix = session.run([forward, backward, jacobian])
        np.testing.assert_allclose(there, -back, rtol=1e-6)
        np.testing.assert_allclose(np.log(np.linalg.det(matrix)), there[0], rtol=1e-4, atol=1e-6)


def test_sizes_that_do_not_fit_are_told():
    with tf.Graph().as_default():
        with pytest.raises(ValueError, match="positive integer"):
            bj.RealNVP(0, None)
        with pytest.raises(ValueError, match="smaller than the event size"):
            bj.RealNVP(3, bj.real_nvp_default_template([4])).forward(tf.zeros([2, 3]))
        with pytest.raises(NotImplementedError, match="must be known"):
            bj.masked_dense(tf.placeholder(tf.float32, [2, None]), 4, 2)
