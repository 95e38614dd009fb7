"""A convolution with its bias and `relu` is one kernel in XLA's programs; the numbers are those of the single operations."""

import re

import numpy as np
import pytest

import penstock as tf
from penstock import native
from penstock.runtime import compile_fusing as fusing

pytestmark = pytest.mark.skipif(native.wait() is None, reason="no C compiler")


@pytest.fixture(autouse=True)
def _graph():
    with tf.Graph().as_default():
        yield


@pytest.fixture
def kernels(monkeypatch):
    """The kernels in C of all programs that are compiled, by their names."""
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    monkeypatch.setenv("PENSTOCK_STRICT_COMPILE", "1")
    found = []
    real = fusing.fuse

    def fuse(traced):
        made = real(traced)
        found.extend(re.findall(r"target_name=penstock_(\w+)", str(made)))
        return made

    monkeypatch.setattr(fusing, "fuse", fuse)
    return found


def run(fetches, feed, monkeypatch, fused):
    with monkeypatch.context() as patch, tf.Session() as sess:
        if not fused:
            patch.setattr(fusing, "fuse", lambda traced: traced)
        sess.run(tf.global_variables_initializer())
        return sess.run(fetches, feed)


def convolution(channels, seed=0):
    random = np.random.RandomState(seed)
    image = random.randn(3, 11, 17, 5).astype(np.float32)
    image[1, 2, 3, 4] = np.nan
    x = tf.placeholder(tf.float32, image.shape)
    w = tf.Variable(random.randn(3, 3, 5, channels).astype(np.float32))
    b = tf.Variable(random.randn(channels).astype(np.float32))
    return tf.nn.conv2d(x, w, [1, 1, 1, 1], "SAME"), b, {x: image}


@pytest.mark.parametrize("channels", [8, 16, 32, 40, 64])
@pytest.mark.parametrize("form", ["add", "reversed", "bias_add", "layer"])
def test_bias_and_relu_are_part_of_the_kernel(channels, form, kernels, monkeypatch):
    y, b, feed = convolution(channels)
    biased = {"add": y + b, "reversed": tf.add(b, y)}.get(form, tf.nn.bias_add(y, b))
    result = tf.nn.relu(biased) if form != "layer" else tf.nn.relu_layer(y[0, 0], tf.eye(channels), b)
    made = run(result, feed, monkeypatch, fused=True)
    assert ("conv_bias_relu" in kernels) == (form != "layer")
    np.testing.assert_array_equal(made, run(result, feed, monkeypatch, fused=False))


def test_without_relu_the_bias_is_part_of_it(kernels, monkeypatch):
    y, b, feed = convolution(24)
    made = run(tf.tanh(y + b), feed, monkeypatch, fused=True)
    assert "conv_bias" in kernels
    np.testing.assert_array_equal(made, run(tf.tanh(y + b), feed, monkeypatch, fused=False))


def test_what_somebody_else_needs_too_is_computed_once(kernels, monkeypatch):
    y, b, feed = convolution(16)
    biased = y + b
    fetches = [tf.nn.relu(biased), biased, y]
    made = run(fetches, feed, monkeypatch, fused=True)
    assert kernels.count("conv_forward") == 1 and "conv_bias" not in kernels and "conv_bias_relu" not in kernels
    for a, other in zip(made, run(fetches, feed, monkeypatch, fused=False), strict=True):
        np.testing.assert_array_equal(a, other)


def test_other_additions_and_maxima_stay_as_they_are(kernels, monkeypatch):
    y, b, feed = convolution(16)
    column = tf.reshape(b[:11], [11, 1, 1])
    fetches = [tf.maximum(y + column, 0.0), tf.maximum(y + 1.0, 0.5), tf.nn.relu(y + tf.nn.relu(y))]
    made = run(fetches, feed, monkeypatch, fused=True)
    assert not {"conv_bias", "conv_bias_relu"} & set(kernels)
    for a, other in zip(made, run(fetches, feed, monkeypatch, fused=False), strict=True):
        np.testing.assert_array_equal(a, other)


def test_a_bound_that_is_not_zero_comes_after_the_bias(kernels, monkeypatch):
    y, b, feed = convolution(16)
    result = tf.maximum(y + b, 0.5)
    made = run(result, feed, monkeypatch, fused=True)
    assert "conv_bias" in kernels and "conv_bias_relu" not in kernels
    np.testing.assert_array_equal(made, run(result, feed, monkeypatch, fused=False))


def test_gradients_are_those_of_the_single_operations(kernels, monkeypatch):
    y, b, feed = convolution(16)
    feed = {x: np.nan_to_num(value) for x, value in feed.items()}
    gradients = tf.gradients(tf.reduce_sum(tf.nn.relu(y + b) ** 2), tf.trainable_variables())
    made = run(gradients, feed, monkeypatch, fused=True)
    assert "conv_bias_relu" in kernels
    for a, other in zip(made, run(gradients, feed, monkeypatch, fused=False), strict=True):
        np.testing.assert_array_equal(a, other)
