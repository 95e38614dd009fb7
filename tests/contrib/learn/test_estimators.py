"""Estimators of tf.contrib.learn have the variables, metrics and predictions that 1.15's own sources gave."""

import json
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

import penstock as tf
from tests.contrib.learn import programs

RECORDED = json.loads(Path(__file__).with_name("recorded.json").read_text())


@lru_cache
def _ours():
    return programs.results(tf, tf.contrib.learn, tf.contrib.layers)


def _array(value):
    return np.array(value["values"]).reshape(value["shape"])


@pytest.mark.parametrize("name", RECORDED)
def test_variables_metrics_and_predictions_are_those_of_tensorflow(name):
    theirs, ours = RECORDED[name], _ours()[name]
    assert sorted(ours["variables"]) == sorted(theirs["variables"])
    for variable, value in theirs["variables"].items():
        np.testing.assert_allclose(ours["variables"][variable], _array(value), rtol=2e-5, atol=2e-6, err_msg=variable)
    assert sorted(ours["metrics"]) == sorted(theirs["metrics"])
    for metric, value in theirs["metrics"].items():
        assert ours["metrics"][metric] == pytest.approx(value, rel=2e-5, abs=1e-6), metric
    predictions = ours["predictions"]
    if not isinstance(predictions, dict):
        predictions, theirs = {"": predictions}, {"predictions": {"": theirs["predictions"]}}
    for key, value in theirs["predictions"].items():
        np.testing.assert_allclose(predictions[key], _array(value), rtol=2e-5, atol=2e-6)
