"""Convolutions that resize and pad first give what the three operations give, and what TensorFlow's give."""

import numpy as np
import pytest

import penstock as tf
from penstock.tools import optimize_for_inference_lib

RANDOM = np.random.RandomState(0)
X = RANDOM.randn(2, 5, 6, 3).astype("f")
W = RANDOM.randn(3, 3, 3, 4).astype("f")
PROGRAM = """
x = tf.placeholder(tf.float32, [2, 5, 6, 3], name="x")
resized = tf.image.resize_bilinear(x, [9, 8], align_corners=corners)
padded = tf.pad(resized if resize else x, [[0, 0], [2, 1], [1, 2], [0, 0]], mode) if mode else resized
y = tf.nn.conv2d(padded, w, [1, 2, 1, 1], padding, name="y")
"""
CASES = [
    {"corners": c, "resize": r, "mode": m, "padding": p}
    for c, r, m, p in (
        (False, True, "REFLECT", "VALID"),
        (True, True, "SYMMETRIC", "SAME"),
        (True, True, None, "SAME"),
        (False, False, "REFLECT", "SAME"),
    )
]


@pytest.fixture(params=["interpret", "compile"])
def tier(request, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", request.param)
    return request.param


def fused(case):
    with tf.Graph().as_default() as graph, tf.Session() as sess:
        exec(PROGRAM, {"tf": tf, "w": W, **case})
        expected = sess.run("y:0", {"x:0": X})
        return expected, optimize_for_inference_lib.optimize_for_inference(graph.as_graph_def(), ["x"], ["y"], 1)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_fused_graph_computes_the_same(case, tier):
    expected, optimized = fused(case)
    kinds = {node.op for node in optimized.node}
    assert kinds & {"FusedResizeAndPadConv2D", "FusedPadConv2D"} and not kinds & {
        "Conv2D",
        "MirrorPad",
        "ResizeBilinear",
    }
    with tf.Graph().as_default(), tf.Session() as sess:
        tf.import_graph_def(optimized, name="")
        for _ in range(2):
            np.testing.assert_allclose(sess.run("y:0", {"x:0": X}), expected, rtol=1e-5, atol=1e-5)


def test_tensorflow_computes_the_same_from_the_fused_graph(peer):
    found = [fused(case) for case in CASES]
    theirs = peer.run(
        """
        result = {"y": []}
        for data in graphs:
            with tf.Graph().as_default(), tf.Session() as sess:
                tf.import_graph_def(tf.GraphDef.FromString(data), name="")
                result["y"].append(sess.run("y:0", {"x:0": x}))
        """,
        graphs=[graph.SerializeToString() for _, graph in found],
        x=X,
    )["y"]
    for (expected, _), value in zip(found, theirs):
        # Its kernel resizes the first image of a batch only; the others are not what its three operations give either.
        np.testing.assert_allclose(value[0], expected[0], rtol=1e-5, atol=1e-5)
