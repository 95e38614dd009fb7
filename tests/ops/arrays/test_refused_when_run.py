"""What 1.15 does not refuse when a graph is made, but when it runs: the words are those of 1.15.5, in both tiers."""

import re

import numpy as np
import pytest

import penstock as tf


def ones(*shape):
    return tf.placeholder_with_default(np.ones(shape, np.float32), None)


WINDOWS = {"strides": [1, 1, 1, 1], "padding": "SAME"}
WINDOWS_3D = {"strides": [1] * 5, "padding": "SAME"}
REFUSED = {
    "Conv2DCustomBackpropInput: out_backprop must be 4-dimensional": lambda: tf.raw_ops.Conv2DBackpropInput(
        input_sizes=[1, 4, 4, 2], filter=ones(2, 2, 2, 3), out_backprop=ones(4, 4, 3), **WINDOWS
    ),
    "Conv2DCustomBackpropInput: filter must be 4-dimensional": lambda: tf.raw_ops.Conv2DBackpropInput(
        input_sizes=[1, 4, 4, 2], filter=ones(2, 3), out_backprop=ones(1, 4, 4, 3), **WINDOWS
    ),
    "Conv2DCustomBackpropInput: filter and out_backprop must have the same out_depth": lambda: (
        tf.raw_ops.Conv2DBackpropInput(
            input_sizes=[1, 4, 4, 2], filter=ones(2, 2, 2, 3), out_backprop=ones(1, 4, 4, 5), **WINDOWS
        )
    ),
    "Conv2DCustomBackpropFilter: input must be 4-dimensional": lambda: tf.raw_ops.Conv2DBackpropFilter(
        input=ones(4, 4, 2), filter_sizes=[2, 2, 2, 3], out_backprop=ones(1, 4, 4, 3), **WINDOWS
    ),
    "Conv2DCustomBackpropFilter: input and out_backprop must have the same batch sizeinput batch: 1outbackprop batch: "
    "2 batch_dim: 0": lambda: tf.raw_ops.Conv2DBackpropFilter(
        input=ones(1, 4, 4, 2), filter_sizes=[2, 2, 2, 3], out_backprop=ones(2, 4, 4, 3), **WINDOWS
    ),
    "DepthwiseConv2DBackpropInput: filter must be 4-dimensional": lambda: tf.raw_ops.DepthwiseConv2dNativeBackpropInput(
        input_sizes=[1, 4, 4, 2], filter=ones(2, 3), out_backprop=ones(1, 4, 4, 6), **WINDOWS
    ),
    "DepthwiseConv2DBackpropFilter: input must be 4-dimensional": lambda: (
        tf.raw_ops.DepthwiseConv2dNativeBackpropFilter(
            input=ones(4, 4, 2), filter_sizes=[2, 2, 2, 3], out_backprop=ones(1, 4, 4, 6), **WINDOWS
        )
    ),
    "Conv3DBackpropInputOp: out_backprop must be 5-dimensional": lambda: tf.raw_ops.Conv3DBackpropInputV2(
        input_sizes=[1, 4, 4, 4, 2], filter=ones(2, 2, 2, 2, 3), out_backprop=ones(4, 4, 3), **WINDOWS_3D
    ),
    "batch_dims (1) must be less than or equal to axis (0).": lambda: tf.raw_ops.GatherV2(
        params=ones(2, 3, 4), indices=[[0], [1]], axis=0, batch_dims=1
    ),
    "Expected batch_dims in the range [-2, 2), but got 3": lambda: tf.raw_ops.GatherV2(
        params=ones(2, 3, 4, 5, 6), indices=[[0], [1]], axis=3, batch_dims=3
    ),
    "x and y must be of the same shape. x shape: [3]. y shape: [2]": lambda: tf.raw_ops.ApproximateEqual(
        x=ones(2), y=ones(3)
    ),
}


@pytest.mark.parametrize("jit", [-1, 1], ids=["interpreted", "compiled"])
@pytest.mark.parametrize("text", REFUSED)
def test_what_a_graph_does_not_tell_is_refused_when_it_runs(text, jit):
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.global_jit_level = jit
    with tf.Graph().as_default(), tf.Session(config=config) as sess:
        made = REFUSED[text]()
        with pytest.raises(tf.errors.InvalidArgumentError, match=re.escape(text)):
            sess.run(made)
