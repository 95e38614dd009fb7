"""Keras' metrics and losses give 1.15.5's numbers, recorded by `programs.py`, and keep the same variables."""

import importlib.util
import json
import pathlib

import numpy as np
import pytest

import penstock as tf

HERE = pathlib.Path(__file__).parent
spec = importlib.util.spec_from_file_location("keras_metric_programs", HERE / "programs.py")
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
        np.testing.assert_allclose(ours, theirs, rtol=2e-5, atol=2e-6)  # sums of float32
    else:
        assert ours == theirs


@pytest.mark.parametrize("case", RECORDED["metrics"])
def test_metrics_give_the_numbers_and_keep_the_variables_of_1_15(case):
    name, weighted = case.split("/")
    assert_close(programs.measured(*programs.METRICS[name], weighted == "True"), RECORDED["metrics"][case])


@pytest.mark.parametrize("case", RECORDED["losses"])
def test_losses_give_the_numbers_of_1_15(case):
    name, how = case.split("/")
    assert_close(programs.lost(name, programs.LOSSES[name], how), RECORDED["losses"][case])


def test_a_metric_is_found_by_its_name_and_configuration():
    metric = tf.keras.metrics.AUC(num_thresholds=7, name="area")
    again = tf.keras.metrics.get(tf.keras.metrics.serialize(metric))
    assert isinstance(again, tf.keras.metrics.AUC) and again.get_config() == metric.get_config()
    with pytest.raises(ValueError, match="Unknown metric function:nothing"):
        tf.keras.metrics.get("nothing")


def test_all_assignments_of_a_user_s_metric_belong_to_its_update():
    class Two(tf.keras.metrics.Metric):
        def __init__(self):
            super().__init__(name="two")
            self.a = self.add_weight("a", initializer="zeros")
            self.b = self.add_weight("b", initializer="zeros")

        def update_state(self, x):
            self.a.assign_add(tf.reduce_sum(x))
            self.b.assign_add(1.0)

        def result(self):
            return self.a / self.b

    with tf.Graph().as_default(), tf.Session():
        metric = Two()
        result = metric(tf.constant([1.0, 3.0]))
        assert K.eval(result) == 4.0
        assert K.batch_get_value(metric.weights) == [4.0, 1.0]
