"""When a segment is compiled: not for a training loop that ends before a program could pay."""

from __future__ import annotations

import types

import numpy as np
import pytest

import penstock as tf
from penstock.runtime import background, execute

asked: list = []  # the segments that would have been compiled


@pytest.fixture(autouse=True)
def _automatic(monkeypatch):
    """The policy as in a process that has not started JAX yet."""
    asked.clear()
    monkeypatch.delenv("PENSTOCK_TIER", raising=False)
    monkeypatch.setattr(background, "compile_later", lambda segment, specs, signature: asked.append(segment))
    monkeypatch.setattr(execute, "sys", types.SimpleNamespace(modules={}))


def _train(hooks, steps):
    with tf.Graph().as_default():
        step = tf.train.create_global_step()
        x = tf.constant(np.ones([100, 300], np.float32))
        w = tf.get_variable("w", [300, 50], initializer=tf.zeros_initializer())
        loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
        train = tf.train.GradientDescentOptimizer(0.01).minimize(loss, global_step=step)
        with tf.train.SingularMonitoredSession(hooks=hooks) as session:
            for _ in range(steps):
                if session.should_stop():
                    break
                session.run(train)
            return session.raw_session()._expected_runs


def test_a_loop_without_an_end_is_compiled():
    assert _train([], 400) == np.inf
    assert asked


@pytest.mark.parametrize("limit", [{"num_steps": 400}, {"last_step": 400}])
def test_a_loop_that_ends_soon_is_not(limit):
    assert _train([tf.train.StopAtStepHook(**limit)], 1000) == 400
    assert not asked


def test_a_loop_that_ends_late_is_compiled():
    assert _train([tf.train.StopAtStepHook(num_steps=1_000_000)], 400) == 1_000_000
    assert asked


def test_a_loop_that_goes_on_after_its_end_is_compiled_then():
    class Started(tf.train.StopAtStepHook):
        def after_run(self, run_context, run_values):
            run_context.session._expected_runs = 300

    _train([Started(num_steps=300)], 290)
    assert not asked
    _train([Started(num_steps=300)], 700)
    assert asked


def test_a_branch_that_runs_now_and_then_does_not_start_jax():
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [None])
        branch = tf.cond(x[0] > 0, lambda: tf.reduce_sum(tf.exp(tf.sin(x) * 2.0)), lambda: 0.0)
        with tf.Session() as session:
            session._expected_runs = 1000
            for _ in range(40):
                session.run(branch, {x: np.ones(3000)})
            assert not asked
        with tf.Session() as session:  # which knows nothing of an end
            for _ in range(400):
                session.run(branch, {x: np.ones(3000)})
            assert asked
