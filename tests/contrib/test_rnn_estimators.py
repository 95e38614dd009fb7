"""The recurrent Estimator of tf.contrib.learn trains, evaluates and predicts as in 1.15."""

import pytest

import penstock as tf
from tests.contrib.programs.rnn_estimators import PROGRAMS
from tests.contrib.recorded import same_as_recorded


@pytest.mark.parametrize("title", PROGRAMS)
def test_recurrent_estimators_do_what_they_do_in_tensorflow(title, monkeypatch):
    same_as_recorded("rnn_estimators", title, PROGRAMS[title], monkeypatch)


def test_targets_weigh_their_examples():
    with tf.Graph().as_default(), tf.Session() as session:
        features = {"w": tf.constant([[1.0], [3.0]])}
        target = tf.contrib.layers.regression_target(weight_column_name="w", label_name="y")
        labels = {"y": tf.constant([1.0, 2.0])}
        logits = tf.constant([[3.0], [1.0]])
        assert session.run(target.loss(logits, labels, features)) == (4 + 3) / 4
        assert session.run(target.training_loss(logits, labels, features)) == (4 + 3) / 2
        with pytest.raises(ValueError, match="n_classes must be > 1"):
            tf.contrib.layers.multi_class_target(1)
        with pytest.raises(ValueError, match="dtype should be integer"):
            tf.contrib.layers.multi_class_target(3).loss(tf.zeros([2, 3]), tf.zeros([2]), {})
