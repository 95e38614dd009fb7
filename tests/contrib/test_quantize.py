"""tf.contrib.quantize rewrites graphs as 1.15 does: the same roundings at the same places, the same steps of training."""

import textwrap

import numpy as np
import pytest

import penstock as tf
from penstock.tools.graph_transforms import TransformGraph
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


STEPS = [
    "strip_unused_nodes", "remove_nodes(op=Identity)", "fold_constants(ignore_errors=true)", "quantize_weights",
    "quantize_nodes", "strip_unused_nodes", "sort_by_execution_order"]  # fmt: skip
EVERY_INTEGER = """
    found = {}
    with tf.Graph().as_default() as graph, tf.Session() as sess:
        tf.import_graph_def(tf.GraphDef.FromString(data), name="")
        kinds = {tf.quint8: tf.uint8, tf.qint32: tf.int32}
        fetches = {"y": graph.get_tensor_by_name("y:0")}
        for node in graph.get_operations():
            for out in node.outputs if "uanti" in node.type else ():
                fetches[out.name] = tf.bitcast(out, kinds[out.dtype]) if out.dtype in kinds else out
        result = dict(sess.run(fetches, {"x:0": pictures}))
"""


def small_network(x, training):
    norm = {"is_training": training, "decay": 0.5, "scale": True}
    h = slim.conv2d(x, 20, 3, scope="one", normalizer_fn=slim.batch_norm, normalizer_params=norm)
    h = slim.conv2d(h, 8, 3, stride=2, scope="two", normalizer_fn=slim.batch_norm, normalizer_params=norm)
    return slim.fully_connected(tf.reshape(h, [-1, 128]), 10, activation_fn=None, scope="three")


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    """A network that was trained with roundings: frozen, and in eight bits; and pictures."""
    path, random = str(tmp_path_factory.mktemp("trained") / "model"), np.random.RandomState(0)
    pictures = random.rand(6, 8, 8, 3).astype("f")
    for training in (True, False):
        with tf.Graph().as_default() as graph, tf.Session() as session:
            tf.set_random_seed(1)
            logits = small_network(tf.placeholder(tf.float32, [None, 8, 8, 3], name="x"), training)
            if training:
                loss = tf.losses.sparse_softmax_cross_entropy(np.arange(6), logits)
                quantize.create_training_graph()
                step = tf.train.AdamOptimizer(0.01).minimize(loss)
                session.run(tf.global_variables_initializer())
                for _ in range(30):
                    session.run([step, tf.get_collection(tf.GraphKeys.UPDATE_OPS)], {"x:0": pictures})
                tf.train.Saver().save(session, path)
                continue
            quantize.create_eval_graph()
            tf.nn.softmax(logits, name="y")
            tf.train.Saver().restore(session, path)
            frozen = tf.graph_util.convert_variables_to_constants(session, graph.as_graph_def(), ["y"])
    return frozen, TransformGraph(frozen, ["x"], ["y"], STEPS), pictures


def integers_of(graph_def, pictures):
    names: dict = {"tf": tf, "data": graph_def.SerializeToString(), "pictures": pictures}
    exec(textwrap.dedent(EVERY_INTEGER), names)
    return names["result"]


def test_what_was_trained_with_roundings_is_computed_in_eight_bits(exported):
    frozen, small, pictures = exported
    kinds = [node.op for node in small.node]
    assert {"QuantizedConv2D", "QuantizedMatMul", "QuantizedAdd", "QuantizedRelu"} <= set(kinds)
    assert not set(kinds) & {"Conv2D", "MatMul", "Relu", "FakeQuantWithMinMaxVars", "Mul", "Rsqrt"}
    # Where a rounding was trained, its range is used; elsewhere the range is found.
    assert kinds.count("Requantize") - kinds.count("RequantizationRange") == 2
    found, expected = (integers_of(graph_def, pictures)["y"] for graph_def in (small, frozen))
    np.testing.assert_array_equal(expected.argmax(1), np.arange(6))
    np.testing.assert_allclose(found, expected, atol=0.05)


@pytest.fixture(scope="module")
def theirs(exported, peer_1_15):
    _, small, pictures = exported
    return peer_1_15.run(EVERY_INTEGER, data=small.SerializeToString(), pictures=pictures)


@pytest.mark.parametrize("tier", ["interpret", "compile"])
def test_all_its_integers_are_those_of_1_15(exported, theirs, tier, monkeypatch):
    _, small, pictures = exported
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    found = integers_of(small, pictures)
    assert len(found) == len(theirs) > 40
    for name, value in found.items():
        if value.dtype in (np.uint8, np.int32):
            np.testing.assert_array_equal(value, theirs[name], name)
        else:
            np.testing.assert_allclose(value, theirs[name], rtol=1e-6, atol=1e-7, err_msg=name)
