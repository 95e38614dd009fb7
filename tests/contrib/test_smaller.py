"""The smaller modules of tf.contrib say what they say in 1.15."""

import pytest

import penstock as tf
from tests.contrib.programs.smaller import PROGRAMS
from tests.contrib.recorded import same_as_recorded

COMPILED = ("scaled softplus", "sparsemax")


@pytest.mark.parametrize("title", PROGRAMS)
def test_values_are_those_of_tensorflow(title, monkeypatch):
    tiers = ("interpret", "compile") if title in COMPILED else ("interpret",)
    same_as_recorded("smaller", title, PROGRAMS[title], monkeypatch, tiers)


def test_bad_arguments_are_told():
    with tf.Graph().as_default():
        with pytest.raises(ValueError, match="keep_prob must be"):
            tf.contrib.nn.alpha_dropout(tf.zeros([2]), 0.0)
        with pytest.raises(ValueError, match="at least 1"):
            tf.contrib.mixed_precision.FixedLossScaleManager(0.5)
        args = tf.zeros([9, 4]), tf.zeros([9]), tf.zeros([2, 1], tf.int64), tf.zeros([2, 4])
        with pytest.raises(ValueError, match="must be less than num_sampled"):
            tf.contrib.nn.rank_sampled_softmax_loss(*args, 3, 3, 9, 1, None, 1.0, True, "div")
