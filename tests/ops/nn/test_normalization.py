"""Batch normalization and moments give what TensorFlow gives, in both tiers, with gradients of both orders."""

import numpy as np
import pytest

import penstock as tf
from tests.ops.programs import same, same_error

RANDOM = np.random.RandomState(0)
X = RANDOM.normal(2, 3, (3, 4, 5, 2)).astype(np.float32)
SCALE, OFFSET = np.float32([1.5, -0.5]), np.float32([0.1, 0.2])
MEAN, VARIANCE = np.float32([2.2, 1.8]), np.float32([8.0, 10.0])
FUSED = """
def build(t, s, o, layout, training):
    given = {} if training else {"mean": tf.constant(mean), "variance": tf.constant(variance)}
    return tf.nn.fused_batch_norm(t, s, o, data_format=layout, is_training=training, **given)
"""


@pytest.mark.parametrize("training", [True, False])
def test_fused_batch_norm_and_its_gradients(training, peer, monkeypatch):
    source = f"""
    {FUSED.strip().replace(chr(10), chr(10) + "    ")}
    t, s, o = tf.placeholder_with_default(x, x.shape), tf.constant(scale), tf.constant(offset)
    y, m, v = build(t, s, o, "NHWC", {training})
    first = tf.gradients(y * y * y, [t, s, o])
    second = tf.gradients(sum(tf.reduce_sum(f * f) for f in first), [t, s])
    with tf.Session() as sess:
        # For inference real TensorFlow replaces the operation, and then misses its other outputs.
        result = {{"forward": sess.run([y, m, v] if {training} else [y]), "first": sess.run(first), "second": sess.run(second)}}
    """
    given = {"x": X, "scale": SCALE, "offset": OFFSET, "mean": MEAN, "variance": VARIANCE}
    same(peer, source, monkeypatch, rtol=2e-3, atol=2e-3, **given)


@pytest.mark.parametrize("training", [True, False])
def test_channels_first_is_the_same_with_axes_exchanged(training, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "interpret")
    outputs = []
    for layout in ("NHWC", "NCHW"):
        with tf.Graph().as_default(), tf.Session() as sess:
            t = tf.constant(X if layout == "NHWC" else X.transpose(0, 3, 1, 2))
            s, o = tf.constant(SCALE), tf.constant(OFFSET)
            given = {} if training else {"mean": MEAN, "variance": VARIANCE}
            y, m, v = tf.nn.fused_batch_norm(t, s, o, data_format=layout, is_training=training, **given)
            dt, ds, do = tf.gradients(y * y * y, [t, s, o])
            again = tf.gradients(dt * dt, t)[0]
            values = sess.run([y, dt, again, m, v, ds, do])
            if layout == "NCHW":
                values[:3] = [a.transpose(0, 2, 3, 1) for a in values[:3]]
            outputs.append(values)
    for a, b in zip(*outputs, strict=True):
        np.testing.assert_allclose(a, b, rtol=2e-3, atol=2e-3)


def test_half_precision_input_keeps_its_type(peer, monkeypatch):
    source = """
    t = tf.cast(x, tf.float16)
    y, m, v = tf.nn.fused_batch_norm(t, scale, offset)
    dt = tf.gradients(y, t, tf.cast(x, tf.float16) / 10)[0]
    with tf.Session() as sess:
        result = {"all": sess.run([y, m, v, dt])}
    """
    same(peer, source, monkeypatch, rtol=1e-2, atol=1e-2, x=X, scale=SCALE, offset=OFFSET)


def test_arguments_of_fused_batch_norm_are_checked(peer, monkeypatch):
    source = (
        "tf.nn.fused_batch_norm(tf.zeros([1, 1, 1, 2]), [1.0, 1.0], [0.0, 0.0], mean=[1.0, 1.0], variance=[1.0, 1.0])"
    )
    with pytest.raises(ValueError, match="must be None if is_training is True"):
        exec(source, {"tf": tf})
    same_error(
        peer, "tf.nn.fused_batch_norm(tf.zeros([1, 1, 2]), [1.0, 1.0], [0.0, 0.0])", monkeypatch, "must be rank 4"
    )


def test_batch_normalization_by_arithmetic(peer, monkeypatch):
    source = """
    t = tf.constant(x)
    made = [
        tf.nn.batch_normalization(t, mean, variance, offset, scale, 1e-3),
        tf.nn.batch_normalization(t, mean, variance, None, None, 1e-3),
        tf.nn.batch_norm_with_global_normalization(t, mean, variance, offset, scale, 1e-3, True),
        tf.nn.batch_norm_with_global_normalization(input=t, mean=mean, variance=variance, beta=offset, gamma=scale,
                                                   variance_epsilon=1e-3, scale_after_normalization=False),
    ]
    with tf.Session() as sess:
        result = {"all": sess.run(made)}
    """
    same(peer, source, monkeypatch, x=X, scale=SCALE, offset=OFFSET, mean=MEAN, variance=VARIANCE)


@pytest.mark.parametrize("tier", ["interpret", "compile"])
@pytest.mark.parametrize("scaled", [True, False])
def test_the_operation_of_0_x_and_its_gradient_are_the_same_as_arithmetic(tier, scaled, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    with tf.Graph().as_default(), tf.Session() as sess:
        inputs = [tf.constant(v) for v in (X, MEAN, VARIANCE, OFFSET, SCALE)]
        old = tf.raw_ops.BatchNormWithGlobalNormalization(
            **dict(zip(("t", "m", "v", "beta", "gamma"), inputs, strict=True)),
            variance_epsilon=1e-3,
            scale_after_normalization=scaled,
        )
        new = tf.nn.batch_norm_with_global_normalization(*inputs, 1e-3, scaled)
        used = inputs if scaled else inputs[:4]
        a = sess.run([old, *tf.gradients(old * old, used)])
        b = sess.run([new, *tf.gradients(new * new, used)])
    for got, wanted in zip(a, b, strict=True):
        np.testing.assert_allclose(got, wanted, rtol=1e-3, atol=1e-3)


def test_moments_of_every_kind(peer, monkeypatch):
    source = """
    t = tf.constant(x)
    h = tf.cast(x, tf.float16)
    made = [
        tf.nn.moments(t, [0, 1, 2]), tf.nn.moments(t, [0], keep_dims=True), tf.nn.moments(t, [1], keepdims=True),
        tf.nn.moments(h, [0, 1]),
        tf.nn.weighted_moments(t, [0, 1], weights), tf.nn.weighted_moments(h, [0], weights, keep_dims=True),
        tf.nn.sufficient_statistics(t, [0, 1])[:3], tf.nn.sufficient_statistics(t, [0], shift=2.0, keep_dims=True),
        tf.nn.normalize_moments(*tf.nn.sufficient_statistics(t, [0, 2], shift=2.0)),
        tf.nn.normalize_moments(*tf.nn.sufficient_statistics(t, [0, 2])),
        tf.gradients(sum(tf.reduce_sum(m * m) for m in tf.nn.moments(t, [0, 1, 2])), t),
    ]
    open = tf.placeholder(tf.float32)
    made.append(tf.nn.sufficient_statistics(open, [0, 1])[:3])
    with tf.Session() as sess:
        result = {"all": sess.run(made, {open: x})}
    """
    weights = RANDOM.uniform(0, 2, (3, 4, 1, 1)).astype(np.float32)
    same(peer, source, monkeypatch, rtol=2e-3, atol=2e-3, x=X, weights=weights)


def test_l2_normalize(peer, monkeypatch):
    source = """
    t = tf.constant(x)
    made = [tf.nn.l2_normalize(t), tf.nn.l2_normalize(t, 1), tf.nn.l2_normalize(t, [0, 3], epsilon=400.0),
            tf.nn.l2_normalize(t, dim=2), tf.gradients(tf.nn.l2_normalize(t, 1) ** 3, t)[0]]
    with tf.Session() as sess:
        result = {"all": sess.run(made)}
    """
    same(peer, source, monkeypatch, rtol=1e-4, x=X)


def test_an_empty_batch_has_no_mean(peer, monkeypatch):
    source = "result = {'all': tf.Session().run(list(tf.nn.fused_batch_norm(tf.zeros([0, 1, 1, 2]), scale, offset)))}"
    same(peer, source, monkeypatch, scale=SCALE[:2], offset=OFFSET[:2])


def test_an_array_is_normalized_too(peer, monkeypatch):
    source = """
    y = tf.nn.batch_normalization(x, tf.constant([1.0, 2.0]), tf.constant([4.0, 1.0]), tf.constant(0.5), None, 0.0)
    result = {"y": tf.Session().run(y)}
    """
    same(peer, source, monkeypatch, x=np.float32([[1.0, 2.0], [3.0, 4.0]]))
