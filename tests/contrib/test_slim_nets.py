"""The networks of tf.contrib.slim.nets have the variables, end points and numbers of 1.15."""

import pytest

import penstock as tf
from tests.contrib.programs.slim import PROGRAMS
from tests.contrib.recorded import same_as_recorded


@pytest.mark.parametrize("title", PROGRAMS)
def test_networks_are_what_tensorflow_built(title, monkeypatch):
    same_as_recorded("slim", title, PROGRAMS[title], monkeypatch, rtol=1e-4, atol=1e-4)


def test_a_stride_that_cannot_be_reached_is_told():
    nets = tf.contrib.slim.nets
    with tf.Graph().as_default(), tf.contrib.slim.arg_scope(nets.resnet_v1.resnet_arg_scope()):
        images = tf.zeros([1, 33, 33, 3])
        with pytest.raises(ValueError, match="multiple of 4"):
            nets.resnet_v1.resnet_v1_50(images, output_stride=6)
        with pytest.raises(ValueError, match="cannot be reached"):
            nets.resnet_v1.resnet_v1_50(images, output_stride=128, scope="other")
