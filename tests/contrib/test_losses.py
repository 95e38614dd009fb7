"""tf.contrib.losses has the losses, weights, collections and gradients of 1.15, and understands the names of 0.9."""

import pytest

import penstock as tf
from tests.contrib.programs.losses import PROGRAMS
from tests.contrib.recorded import same_as_recorded

losses = tf.contrib.losses


@pytest.mark.parametrize("title", PROGRAMS)
def test_losses_are_what_tensorflow_said(title, monkeypatch):
    same_as_recorded("losses", title, PROGRAMS[title], monkeypatch, ("interpret", "compile"))


def test_the_names_of_0_9_are_understood():
    with tf.Graph().as_default(), tf.Session() as session:
        loss = losses.sum_of_squares(predictions=[1.0, 4.0], targets=[2.0, 2.0], weight=2.0)
        pairs = losses.sum_of_pairwise_squares([[1.0, 2.0]], targets=[[5.0, 8.0]])
        assert session.run([loss, pairs]) == [5.0, 2.0]


def test_bad_arguments_are_told():
    with tf.Graph().as_default():
        unknown = tf.placeholder(tf.float32)
        with pytest.raises(ValueError, match="losses.get_shape"):
            losses.compute_weighted_loss(unknown)
        with pytest.raises(ValueError, match="weights.get_shape"):
            losses.compute_weighted_loss([1.0], unknown)
        with pytest.raises(ValueError, match="You must specify 'axis'"):
            losses.cosine_distance([[1.0]], [[1.0]])
        with pytest.raises(ValueError, match="are incompatible|not compatible"):
            losses.absolute_difference(tf.zeros([2]), tf.zeros([3]))
        with pytest.raises(TypeError, match="must be a list of SparseTensors"):
            losses.metric_learning.npairs_loss_multilabel([tf.zeros([1])], tf.zeros([1, 1]), tf.zeros([1, 1]))
