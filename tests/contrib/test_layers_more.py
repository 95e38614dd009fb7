"""The lesser layers of tf.contrib.layers compute what 1.15 computes, under the same names."""

import pytest

import penstock as tf
from tests.contrib.programs.layers_more import PROGRAMS
from tests.contrib.recorded import same_as_recorded

F = tf.contrib.layers
COMPILED = ("group norm", "gdn", "spatial softmax", "reversible")


@pytest.mark.parametrize("title", PROGRAMS)
def test_values_and_names_are_those_of_tensorflow(title, monkeypatch):
    tiers = ("interpret", "compile") if title in COMPILED else ("interpret",)
    same_as_recorded("layers_more", title, PROGRAMS[title], monkeypatch, tiers)


@pytest.mark.parametrize(
    "make, part",
    [
        (lambda x: F.group_norm(x, 4), "not commensurate"),
        (lambda x: F.group_norm(x, 7), "Invalid groups"),
        (lambda x: F.group_norm(x, 2, channels_axis=9), "out of bounds"),
        (lambda x: F.group_norm(x, 2, reduction_axes=(-1, -2)), "mutually exclusive"),
        (lambda x: F.group_norm(tf.placeholder(tf.float32), 2), "undefined rank"),
        (lambda x: F.instance_norm(x, data_format="WHAT"), "either NCHW or NHWC"),
        (lambda x: F.instance_norm(tf.placeholder(tf.float32, [2, None])), "undefined channels"),
        (lambda x: F.images_to_sequence(x, data_format="WHAT"), "either NCHW or NHWC"),
        (lambda x: F.spatial_softmax(x, data_format="WHAT"), "either NCHW or NHWC"),
        (lambda x: F.gdn(x, data_format="WHAT"), "Unsupported `data_format`"),
        (lambda x: F.legacy_linear(tf.zeros([3]), 2), "at least 2"),
        (lambda x: F.recompute_grad(lambda y: x + y), "closes over Tensor"),
    ],
)
def test_what_does_not_fit_is_told(make, part):
    with tf.Graph().as_default(), pytest.raises(ValueError, match=part):
        make(tf.zeros([2, 3, 4, 6]))
