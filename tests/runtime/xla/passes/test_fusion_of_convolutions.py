"""A convolution with its bias and `relu` is one kernel in XLA's programs; the numbers are those of the single operations."""

import os
import re

import numpy as np
import pytest

import penstock as tf
from penstock import native
from penstock.runtime.xla.passes import pipeline

pytestmark = pytest.mark.skipif(native.wait() is None, reason="no C compiler")


@pytest.fixture(autouse=True)
def _graph():
    with tf.Graph().as_default():
        yield


@pytest.fixture
def kernels(monkeypatch):
    """The kernels in C of all programs that are compiled with all passes, by their names."""
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    monkeypatch.setenv("PENSTOCK_STRICT_COMPILE", "1")
    found = []
    real = pipeline.run

    def watched(program, aliases):
        made = real(program, aliases)
        if not os.environ.get("PENSTOCK_PASSES"):
            found.extend(re.findall(r"target_name=penstock_(\w+)", str(made)))
        return made

    monkeypatch.setattr(pipeline, "run", watched)
    return found


def run(fetches, feed, monkeypatch, fused):
    with monkeypatch.context() as patch, tf.Session() as sess:
        if not fused:
            patch.setenv("PENSTOCK_PASSES", "-fusion")
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


def network(pool, seed=1, add=tf.add):
    """Two layers of convolutions. All its numbers are small integers, so the order in which they are added changes nothing."""
    random = np.random.RandomState(seed)

    def integers(*shape):
        return random.randint(-1, 2, shape).astype(np.float32)

    image = integers(4, 32, 32, 16)
    x = tf.placeholder(tf.float32, image.shape)
    h = x
    for _ in range(2):
        y = tf.nn.conv2d(h, tf.Variable(integers(3, 3, 16, 16)), 1, "SAME")
        h = tf.nn.relu(add(y, tf.Variable(integers(16))))
    return h, pool(h) * integers(*pool(h).shape.as_list()), {x: image}


def pool(h, window=2, step=2):
    return tf.nn.max_pool(h, [1, window, window, 1], [1, step, step, 1], "SAME")


def same(fetches, feed, monkeypatch):
    made, wanted = (run(fetches, feed, monkeypatch, fused=fused) for fused in (True, False))
    for a, other in zip(made, wanted, strict=True):
        np.testing.assert_array_equal(a, other)


@pytest.mark.parametrize("add", [tf.add, tf.nn.bias_add])
def test_pooling_and_the_gradients_of_relu_and_bias_are_part_of_the_kernels(add, kernels, monkeypatch):
    _, y, feed = network(pool, add=add)
    same([y, *tf.gradients(y, tf.trainable_variables())], feed, monkeypatch)
    fused = ["conv_bias_relu", "conv_bias_relu_pool", "max_pool_gated", "conv_gated"]
    assert sorted(kernels) == sorted([*fused, "conv_filter_gradient", "conv_filter_gradient"])


def test_windows_that_overlap_leave_the_other_kernels_as_they_are(kernels, monkeypatch):
    _, y, feed = network(lambda h: pool(h, 3))
    same([y, *tf.gradients(y, tf.trainable_variables())], feed, monkeypatch)
    assert "conv_gated" in kernels and not {"conv_bias_relu_pool", "max_pool_gated"} & set(kernels)


def test_windows_of_another_size_are_found_apart(kernels, monkeypatch):
    _, y, feed = network(lambda h: pool(h, 4, 4))
    same([y, *tf.gradients(y, tf.trainable_variables())], feed, monkeypatch)
    assert {"max_pool", "max_pool_gated"} <= set(kernels) and "conv_bias_relu_pool" not in kernels


def test_what_is_fetched_between_the_kernels_is_there(kernels, monkeypatch):
    h, y, feed = network(pool)
    same([y, h, *tf.gradients(y, [h, *feed, *tf.trainable_variables()])], feed, monkeypatch)
    assert "conv_bias_relu_pool" in kernels


def test_a_mask_of_something_else_is_applied_apart(kernels, monkeypatch):
    h, y, feed = network(pool)
    (at_pool,) = tf.gradients(y, h)
    other = tf.cast(h[:, ::-1] > 0.0, tf.float32) * at_pool
    half = tf.cast(h > 0.5, tf.float32) * at_pool
    same([f for d in (other, half) for f in (d, tf.reduce_sum(d, [0, 1, 2]))], feed, monkeypatch)
    assert "max_pool_gradient" in kernels and "max_pool_gated" not in kernels
