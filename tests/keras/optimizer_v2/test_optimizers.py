"""Keras' optimizers do the steps of 1.15.5, recorded by `programs.py`, and keep the same variables and configurations."""

import importlib.util
import json
import pathlib

import numpy as np
import pytest

import penstock as tf

HERE = pathlib.Path(__file__).parent
spec = importlib.util.spec_from_file_location("keras_optimizer_programs", HERE / "programs.py")
programs = importlib.util.module_from_spec(spec)
spec.loader.exec_module(programs)
RECORDED = json.loads((HERE / "recorded.json").read_text())
K = tf.keras.backend


def assert_close(ours, theirs):
    if isinstance(theirs, dict):
        assert ours.keys() == theirs.keys()
        for key in theirs:
            assert_close(ours[key], theirs[key])
    elif isinstance(theirs, list) and theirs and not isinstance(theirs[0], str):
        assert len(ours) == len(theirs)
        for a, b in zip(ours, theirs):
            assert_close(a, b)
    elif isinstance(theirs, float):
        np.testing.assert_allclose(ours, theirs, rtol=3e-6, atol=3e-6)  # float32, six steps
    else:
        assert ours == theirs


@pytest.mark.parametrize("case", RECORDED)
def test_steps_variables_and_configurations_are_those_of_1_15(case):
    name, rows = case.split("/")
    assert_close(programs.trained(programs.CASES[name], rows == "True"), RECORDED[case])


def test_a_learning_rate_can_be_read_and_set():
    with tf.Graph().as_default(), tf.Session():
        optimizer = tf.keras.optimizers.Adam(0.5)
        assert K.get_value(optimizer.lr) == 0.5
        K.set_value(optimizer.lr, 0.25)
        optimizer.learning_rate = K.get_value(optimizer.learning_rate) * 0.5
        assert K.get_value(optimizer.lr) == 0.125 and optimizer.get_config()["learning_rate"] == 0.125


def test_weights_go_from_one_optimizer_to_another():
    with tf.Graph().as_default(), tf.Session():
        v = K.variable([1.0, 2.0])
        first, second = tf.keras.optimizers.Adam(0.1), tf.keras.optimizers.Adam(0.1)
        step = K.function([], [v], updates=first.get_updates(tf.reduce_sum(v * v), [v]))
        second.get_updates(tf.reduce_sum(v * v), [v])
        step([])
        second.set_weights(first.get_weights())
        for a, b in zip(first.get_weights(), second.get_weights()):
            np.testing.assert_array_equal(a, b)
        with pytest.raises(ValueError, match="was expecting 3 weights"):
            second.set_weights([np.zeros(2)])


def test_a_checkpoint_has_the_slots(tmp_path):
    def model():
        v = K.variable([1.0, 2.0])
        optimizer = tf.keras.optimizers.RMSprop(0.1)
        step = K.function([], [v], updates=optimizer.get_updates(tf.reduce_sum(v * v), [v]))
        return v, optimizer, step, tf.train.Checkpoint(v=v, optimizer=optimizer)

    with tf.Graph().as_default(), tf.Session() as session:
        v, optimizer, step, checkpoint = model()
        step([])
        path = checkpoint.save(str(tmp_path / "c"), session)
        kept = [K.get_value(v), *optimizer.get_weights()]
    with tf.Graph().as_default(), tf.Session() as session:
        v, optimizer, step, checkpoint = model()
        checkpoint.restore(path).run_restore_ops(session)
        for a, b in zip(kept, [session.run(v), *session.run(optimizer.weights)]):
            np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("keyword", ["momentun", "clip"])
def test_unknown_arguments_are_refused(keyword):
    with pytest.raises(TypeError, match="Unexpected keyword argument passed to optimizer: " + keyword):
        tf.keras.optimizers.SGD(0.1, **{keyword: 1})


def test_an_optimizer_without_any_gradient_says_so():
    with tf.Graph().as_default():
        v = K.variable(1.0)
        with pytest.raises(ValueError, match="No gradients provided for any variable"):
            tf.keras.optimizers.SGD(0.1).apply_gradients([(None, v)])
        with pytest.raises(ValueError, match="has `None` for gradient"):
            tf.keras.optimizers.SGD(0.1).get_updates(K.constant(1.0), [v])
