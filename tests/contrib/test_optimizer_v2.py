"""The optimizers of tf.contrib.optimizer_v2 make the graphs and the steps of 1.15."""

import numpy as np
import pytest

import penstock as tf
from tests.contrib.programs.optimizer_v2 import PROGRAMS
from tests.contrib.recorded import same_as_recorded

COMPILED = ("Adam, functions", "RMSProp, centered, resources", "Momentum, Nesterov, sparse")


@pytest.mark.parametrize("title", PROGRAMS)
def test_graphs_and_steps_are_those_of_tensorflow(title, monkeypatch):
    tiers = ("interpret", "compile") if title in COMPILED else ("interpret",)
    same_as_recorded("optimizer_v2", title, PROGRAMS[title], monkeypatch, tiers)


def test_replicas_make_one_step_with_the_sum_of_their_gradients():
    with tf.Graph().as_default(), tf.Session(config=tf.ConfigProto(device_count={"CPU": 2})) as sess:
        strategy = tf.distribute.MirroredStrategy(["/cpu:0", "/cpu:1"])
        with strategy.scope():
            v = tf.get_variable("v", initializer=3.0, use_resource=True)
            optimizer = tf.contrib.optimizer_v2.MomentumOptimizer(0.1, 0.5)

            def step():
                return optimizer.minimize(v * v, scale_loss_by_num_replicas=True)

            train = strategy.group(strategy.experimental_run_v2(step))
        sess.run(tf.global_variables_initializer())
        sess.run(train)
        np.testing.assert_allclose(sess.run(v.primary), 3.0 - 0.1 * 2 * 3.0, rtol=1e-6)
        sess.run(train)
        np.testing.assert_allclose(sess.run(v.primary), 2.4 - 0.1 * (0.5 * 6.0 + 2 * 2.4), rtol=1e-6)


def test_a_function_is_asked_for_each_step_and_a_number_is_kept():
    rates = iter([1.0, 2.0])
    with tf.Graph().as_default():
        v = tf.get_variable("v", initializer=3.0)
        optimizer = tf.contrib.optimizer_v2.GradientDescentOptimizer(lambda: next(rates))
        first, second = optimizer.minimize(v, name="first"), optimizer.minimize(v, name="second")
        with tf.Session() as sess:
            sess.run(v.initializer)
            sess.run(first)
            assert sess.run(v) == 2.0
            sess.run(second)
            assert sess.run(v) == 0.0


def test_the_modules_of_1_15_are_found():
    tf.install()
    try:
        from tensorflow.contrib.optimizer_v2 import adam, optimizer_v2
    finally:
        tf.uninstall()
    assert adam.AdamOptimizer is tf.contrib.optimizer_v2.AdamOptimizer
    assert optimizer_v2.OptimizerV2 is tf.contrib.optimizer_v2.OptimizerV2
