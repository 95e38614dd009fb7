"""Mixtures of normal distributions and clusters are fitted as in 1.15."""

import pytest

import penstock as tf
from tests.contrib.programs.mixtures import PROGRAMS
from tests.contrib.recorded import same_as_recorded


@pytest.mark.parametrize("title", PROGRAMS)
def test_values_are_those_of_tensorflow(title, monkeypatch):
    # The covariances are small differences of large sums.
    same_as_recorded("mixtures", title, PROGRAMS[title], monkeypatch, rtol=2e-4, atol=2e-5)


def test_an_unknown_covariance_is_told():
    with tf.Graph().as_default(), pytest.raises(Exception, match="Invalid covariance type: round"):
        tf.contrib.factorization.GmmAlgorithm([tf.zeros([3, 2])], 2, covariance_type="round")
