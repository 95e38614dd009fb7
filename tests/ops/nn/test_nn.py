"""Dropout, simple layers and averages give what TensorFlow gives."""

import numpy as np
import pytest

import penstock as tf
from tests.ops.programs import same, same_error


def test_dropout_drops_what_tensorflow_drops(peer, monkeypatch):
    source = """
    t = tf.constant(x)
    rate = tf.placeholder(tf.float32)
    made = [
        tf.nn.dropout(t, 0.5, seed=1), tf.nn.dropout(t, rate=0.25, seed=2), tf.nn.dropout(t, rate, seed=3),
        tf.nn.dropout(t, 0.5, noise_shape=[50, 1], seed=4), tf.nn.dropout(t, 0.5, noise_shape=[1, None], seed=5),
        tf.gradients(tf.nn.dropout(t, 0.5, seed=6), t)[0],
        tf.cast(tf.nn.dropout(tf.cast(t, tf.float64), 0.75, seed=7), tf.float32),
    ]
    with tf.Session() as sess:
        result = {"first": sess.run(made, {rate: 0.8}), "second": sess.run(made, {rate: 0.3})}
        result["whole"] = sess.run(made[2], {rate: 1.0})
    """
    same(peer, source, monkeypatch, x=np.random.RandomState(0).normal(size=(50, 20)).astype(np.float32))


def test_dropout_makes_the_operations_of_1_15():
    with tf.Graph().as_default() as graph:
        tf.set_random_seed(1)
        tf.nn.dropout(tf.placeholder(tf.float32, [None, 8], name="x"), tf.placeholder(tf.float32, name="keep"))
        names = [op.name for op in graph.get_operations()]
    assert names == [
        "x",
        "keep",
        "sub/x",
        "sub",
        *[
            f"dropout/{n}"
            for n in (
                "Shape",
                "random_uniform/min",
                "random_uniform/max",
                "random_uniform/RandomUniform",
                "random_uniform/sub",
                "random_uniform/mul",
                "random_uniform",
                "sub/x",
                "sub",
                "truediv/x",
                "truediv",
                "GreaterEqual",
                "mul",
                "Cast",
                "mul_1",
            )
        ],
    ]


def test_dropout_of_nothing_is_the_input_itself():
    with tf.Graph().as_default():
        x = tf.ones([3])
        assert tf.nn.dropout(x, 1.0) is x
        assert tf.nn.dropout(x, rate=0) is x
        assert tf.nn.dropout(x, rate=tf.constant(0.0)) is x


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("tf.nn.dropout([1.0], rate=1.5)", "in the range [0, 1)"),
        ("tf.nn.dropout([1.0], keep_prob=0.0)", "in the range [0, 1)"),
        ("tf.nn.dropout([1.0])", "rate"),
        ("tf.nn.dropout([1], rate=0.5)", "floating point tensor"),
        ("tf.nn.dropout([1.0], keep_prob=0.5, rate=0.5)", "Cannot specify both"),
        ("tf.nn.dropout([1.0], keep_prob='a')", "must be a floating point number or Tensor"),
    ],
)
def test_arguments_of_dropout_are_checked(call, text, peer, monkeypatch):
    same_error(peer, call, monkeypatch, text)


def test_layers(peer, monkeypatch):
    source = """
    t, w, b = (tf.constant(v) for v in (x, weights, biases))
    made = [tf.nn.xw_plus_b(t, w, b, name="layer"), tf.nn.relu_layer(t, w, b), tf.nn.zero_fraction(tf.nn.relu(t)),
            tf.nn.zero_fraction(tf.zeros([0]))]
    with tf.Session() as sess:
        result = {"all": sess.run(made), "name": made[0].name}
    """
    r = np.random.RandomState(1)
    given = {"x": (4, 3), "weights": (3, 2), "biases": (2,)}
    same(peer, source, monkeypatch, **{k: r.normal(size=s).astype(np.float32) for k, s in given.items()})


def test_averages_of_losses_are_those_of_one_replica(peer, monkeypatch):
    source = """
    t = tf.constant(x)
    made = [
        tf.nn.compute_average_loss(t), tf.nn.compute_average_loss(t, global_batch_size=8),
        tf.nn.compute_average_loss(t, sample_weight=2.0), tf.nn.compute_average_loss(t, sample_weight=[1.0, 0.0, 3.0, 1.0]),
        tf.nn.compute_average_loss(t[:, 0], sample_weight=[[1.0], [2.0], [0.0], [1.0]]),
        tf.nn.compute_average_loss(tf.cast(t, tf.float64), sample_weight=[1, 2, 3, 4]),
        tf.nn.scale_regularization_loss(t),
    ]
    with tf.Session() as sess:
        result = {"all": sess.run(made), "types": [m.dtype.name for m in made]}
    """
    same(peer, source, monkeypatch, x=np.float32([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.5]]))


def test_losses_and_weights_of_an_average_must_fit(peer, monkeypatch):
    same_error(peer, "tf.nn.compute_average_loss(3.0)", monkeypatch, "Expected a tensor with at least rank 1")
    with tf.Graph().as_default(), pytest.raises(ValueError, match="weights can not be broadcast to values"):
        tf.nn.compute_average_loss([[[1.0]]] * 3, sample_weight=[1.0, 2.0, 3.0])  # newer releases broadcast
