"""Stochastic dual coordinate ascent ends where it does in 1.15: in estimators, in tf.contrib.learn, and by itself."""

import pytest

import penstock as tf
from tests.contrib.programs.sdca import PROGRAMS
from tests.contrib.recorded import same_as_recorded


@pytest.mark.parametrize("title", PROGRAMS)
def test_values_are_those_of_tensorflow(title, monkeypatch):
    # Both sides stop a little beside the best weights, each in its own order.
    same_as_recorded("sdca", title, PROGRAMS[title], monkeypatch, rtol=2e-3, atol=5e-4)


def test_bad_options_are_told():
    with tf.Graph().as_default():
        examples = dict(sparse_features=[], dense_features=[], example_labels=[], example_weights=[], example_ids=[])
        variables = dict(sparse_features_weights=[], dense_features_weights=[])
        options = dict(loss_type="squared_loss", symmetric_l1_regularization=0.0, symmetric_l2_regularization=-1.0)
        with pytest.raises(ValueError, match="symmetric_l2_regularization should be non-negative"):
            tf.contrib.linear_optimizer.SdcaModel(examples, variables, options)
        with pytest.raises(ValueError, match="Unsupported loss_type"):
            tf.contrib.linear_optimizer.SdcaModel(examples, variables, {**options, "loss_type": "cubic"})
        with pytest.raises(ValueError, match="sparse_features must be a list"):
            tf.contrib.linear_optimizer.SdcaModel({**examples, "sparse_features": 1}, variables, options)
        with pytest.raises(ValueError, match="must all be specified"):
            tf.contrib.linear_optimizer.SdcaModel({}, variables, options)


def test_linear_estimators_with_other_heads_cannot_be_trained_by_it():
    optimizer = tf.contrib.linear_optimizer.SDCAOptimizer("id")
    columns = [tf.contrib.layers.real_valued_column("x")]
    with pytest.raises(ValueError, match="does not support SDCA"):
        tf.contrib.learn.LinearEstimator(columns, tf.contrib.learn.regression_head(), optimizer=optimizer)
    with pytest.raises(ValueError, match="enable_centered_bias"):
        tf.contrib.learn.LinearClassifier(columns, optimizer=optimizer, enable_centered_bias=True)
    with pytest.raises(AssertionError, match="binary"):
        tf.contrib.learn.LinearClassifier(columns, optimizer=optimizer, n_classes=3)
