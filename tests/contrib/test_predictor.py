"""Predictors give what the model gives, from a SavedModel and from an Estimator."""

import doctest

import pytest

import penstock as tf
from penstock.contrib.predictor import predictors


def test_the_examples_run():
    assert doctest.testmod(predictors, optionflags=doctest.ELLIPSIS).failed == 0


def saved(folder):
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [None], name="x")
        tf.saved_model.simple_save(session, folder, {"x": x}, {"y": tf.multiply(x, 2.0, name="y")})


def test_a_saved_model_is_called_by_signature_or_by_names(tmp_path):
    folder = str(tmp_path / "m")
    saved(folder)
    assert tf.contrib.predictor.from_saved_model(folder)({"x": [3.0]})["y"].tolist() == [6.0]
    named = tf.contrib.predictor.from_saved_model(folder, input_names={"a": "x:0"}, output_names={"b": "y:0"})
    assert named({"a": [1.0]})["b"].tolist() == [2.0]


def test_mistakes_are_refused(tmp_path):
    folder = str(tmp_path / "m")
    saved(folder)
    with pytest.raises(ValueError, match="Available signatures are:\nserving_default"):
        tf.contrib.predictor.from_saved_model(folder, signature_def_key="other")
    with pytest.raises(ValueError, match="unexpected keys"):
        tf.contrib.predictor.from_saved_model(folder)({"z": [3.0]})
    with pytest.raises(ValueError, match="at most one of"):
        tf.contrib.predictor.from_saved_model(folder, "a", input_names={}, output_names={})
    with pytest.raises(ValueError, match="must both"):
        tf.contrib.predictor.from_saved_model(folder, input_names={"a": "x:0"})
