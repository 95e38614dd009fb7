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


def contrib_model(folder):
    """An estimator of contrib with two heads, trained for two steps; 1.15.5 gives the same numbers."""

    def model_fn(features, labels, mode):
        w = tf.get_variable("w", [], initializer=tf.ones_initializer())
        y = features["x"] * w
        step = tf.group(tf.assign_add(w, 1.0), tf.assign_add(tf.train.get_or_create_global_step(), 1))
        heads = {"plain": (None, {"y": y}), "negative": (None, {"z": -y})}
        return tf.contrib.learn.ModelFnOps(mode, {"y": y}, tf.reduce_sum(y), step, output_alternatives=heads)

    model = tf.contrib.learn.Estimator(model_fn, model_dir=str(folder))
    return model.fit(input_fn=lambda: ({"x": tf.constant([1.0])}, tf.constant([1.0])), steps=2)


def contrib_inputs():
    x = tf.placeholder(tf.float32, [None])
    return tf.contrib.learn.InputFnOps({"x": x}, None, {"fed": x})


def test_an_estimator_of_contrib_answers_with_the_head_that_is_asked(tmp_path):
    model = contrib_model(tmp_path)
    make = tf.contrib.predictor.from_contrib_estimator
    graph = tf.Graph()
    plain = make(model, contrib_inputs, output_alternative_key="plain", graph=graph)
    assert plain({"fed": [1.0, 2.0]})["y"].tolist() == [3.0, 6.0] and plain.graph is graph
    assert make(model, contrib_inputs, None, "negative")({"fed": [1.0]})["z"].tolist() == [-3.0]
    with pytest.raises(ValueError, match="Please specify a default_output_alternative"):
        make(model, contrib_inputs)
    with pytest.raises(ValueError, match="Requested default_output_alternative: other"):
        make(model, contrib_inputs, output_alternative_key="other")
    with pytest.raises(KeyError, match="other"):
        make(model, contrib_inputs, "other", "plain")


def test_each_kind_of_estimator_has_its_own_function(tmp_path):
    with pytest.raises(TypeError, match="use from_contrib_estimator"):
        tf.contrib.predictor.from_estimator(contrib_model(tmp_path), None)
    with pytest.raises(TypeError, match="use from_estimator"):
        tf.contrib.predictor.from_contrib_estimator(tf.estimator.Estimator(lambda features: None, str(tmp_path)), None)
