"""Model functions that are replicated train, evaluate and predict as in 1.15, whatever the number of towers."""

import pytest

import penstock as tf
from tests.contrib.programs.replication import PROGRAMS
from tests.contrib.recorded import same_as_recorded

replicate_model_fn, TowerOptimizer = tf.contrib.estimator.replicate_model_fn, tf.contrib.estimator.TowerOptimizer


@pytest.mark.parametrize("title", PROGRAMS)
def test_towers_learn_what_they_learn_in_tensorflow(title, monkeypatch):
    same_as_recorded("replication", title, PROGRAMS[title], monkeypatch)


def _model(optimizer):
    def model_fn(features, labels, mode):
        v = tf.get_variable("v", initializer=1.0)
        loss = tf.reduce_mean(v * features)
        return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=optimizer().minimize(loss))

    return model_fn


def test_optimizers_must_be_wrapped():
    model = replicate_model_fn(_model(lambda: tf.train.GradientDescentOptimizer(1.0)), devices=["/cpu:0"] * 2)
    with tf.Graph().as_default(), pytest.raises(ValueError, match="wrap optimizers with TowerOptimizer"):
        model(tf.ones([4]), tf.ones([4]), tf.estimator.ModeKeys.TRAIN)


def test_batches_must_be_divisible_and_losses_reduced():
    model = replicate_model_fn(
        _model(lambda: TowerOptimizer(tf.train.GradientDescentOptimizer(1.0))), devices=["/cpu:0"] * 2
    )
    with tf.Graph().as_default(), pytest.raises(ValueError, match="needs to be divisible"):
        model(tf.ones([3]), tf.ones([3]), tf.estimator.ModeKeys.TRAIN)
    with pytest.raises(ValueError, match="need to be reduced"):
        replicate_model_fn(lambda: None, tf.losses.Reduction.NONE)
