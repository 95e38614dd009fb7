"""tf.contrib.quantize rewrites graphs as 1.15 does: the same roundings at the same places, the same steps of training."""

import numpy as np
import pytest

import penstock as tf
from tests.contrib.programs.quantize import PROGRAMS
from tests.contrib.recorded import same_as_recorded

slim, quantize = tf.contrib.slim, tf.contrib.quantize
COMPILED = ("layers",)


@pytest.mark.parametrize("title", PROGRAMS)
def test_rewritten_graphs_are_those_of_tensorflow(title, monkeypatch):
    tiers = ("interpret", "compile") if title in COMPILED else ("interpret",)
    same_as_recorded("quantize", title, PROGRAMS[title], monkeypatch, tiers)


def test_rounding_can_begin_later():
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.constant(np.linspace(-1, 1, 12, dtype=np.float32).reshape(2, 6))
        plain = slim.fully_connected(x, 3, scope="fc", weights_initializer=tf.constant_initializer(0.123))
        out = tf.identity(plain)
        quantize.create_training_graph(quant_delay=3)
        session.run(tf.global_variables_initializer())
        found = [session.run(out) for _ in range(5)]
        same = [np.array_equal(found[0], other) for other in found]
        assert same[:2] == [True, True] and not all(same)


def test_averages_can_be_frozen():
    norm = {"is_training": True, "decay": 0.5}
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.random_normal([4, 5, 5, 2], seed=1)
        out = slim.conv2d(x, 3, 3, scope="c", normalizer_fn=slim.batch_norm, normalizer_params=norm)
        out = tf.identity(out)
        quantize.experimental_create_training_graph(freeze_bn_delay=4)
        averages = [v for v in tf.global_variables() if "moving_mean" in v.name]
        session.run(tf.global_variables_initializer())
        moved = []
        for _ in range(8):
            before = session.run(averages)
            session.run([out, *tf.get_collection(tf.GraphKeys.UPDATE_OPS)])
            moved.append(not np.array_equal(before, session.run(averages)))
        assert moved[0] and not moved[-1]


def test_a_graph_that_trains_is_refused():
    with tf.Graph().as_default():
        out = slim.fully_connected(tf.ones([2, 3]), 4)
        tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(out))
        with pytest.raises(ValueError, match="Training op found in graph"):
            quantize.create_training_graph()
