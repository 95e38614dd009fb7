"""Printed values and failed assertions look as in TensorFlow."""

import numpy as np
import pytest

import penstock as tf
from penstock.ops.io import printing

ARRAYS = [
    np.float32([1 / 3, 1e20, 1e-7, np.nan, np.inf, 0.1]),
    np.float64([1 / 3, 1e300, -0.0]),
    np.float16([0.1]),
    np.array([True, False]),
    np.arange(24).reshape(2, 3, 4),
    np.arange(60).reshape(10, 6),
    np.float32(2),
    np.int64([-5]),
    np.uint8([1, 200]),
    np.zeros([0], np.float32),
    np.array([b'a"b\n', b"c\x01"], object),
    np.array(b"x", object),
]


@pytest.mark.parametrize("array", ARRAYS, ids=lambda a: f"{a.dtype}{a.shape}")
@pytest.mark.parametrize("limit", [-1, 1, 2, 3, 5])
def test_formatted_values(peer, array, limit):
    text = "result = {'t': tf.Session().run(tf.strings.format('{}', (tf.constant(x),), summarize=limit))}"
    assert printing.summarize_ends(array, limit).encode() == peer.run(text, x=array, limit=limit)["t"]


@pytest.mark.parametrize("array", ARRAYS, ids=lambda a: f"{a.dtype}{a.shape}")
@pytest.mark.parametrize("limit", [-1, 1, 3, 5, 30])
def test_values_in_assertions(peer, array, limit):
    source = """
    try:
        tf.Session().run(tf.raw_ops.Assert(condition=False, data=[x, x], summarize=limit))
    except tf.errors.InvalidArgumentError as e:
        result = {"t": [line for line in e.message.split("\\n") if line.startswith("assertion failed")][0]}
    """
    wanted = peer.run(source, x=array, limit=limit)["t"]
    with tf.Graph().as_default(), tf.Session() as session:
        with pytest.raises(tf.errors.InvalidArgumentError) as error:
            session.run(tf.Assert(False, [array, array], summarize=limit))
    assert error.value.message.split("\n")[0] == wanted


def test_print_writes_to_standard_error_as_often_as_it_may(capsys):
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [None])
        y = tf.Print(x, [x, tf.shape(x)], "x is ", first_n=2, summarize=2)
        for _ in range(3):
            np.testing.assert_equal(session.run(y, {x: [1, 2.5, 3]}), [1, 2.5, 3])
        assert capsys.readouterr().err == "x is [1 2.5...][3]\n" * 2
        (grad,) = tf.gradients(y * 2.0, x)
        np.testing.assert_equal(session.run(grad, {x: [1.0]}), [2])


def test_tf_print_shows_structures(capsys):
    import sys

    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.constant([1, 2, 3])
        session.run(tf.print("x:", x, {"b": [x, 2], "a": "text"}, output_stream=sys.stdout))
        session.run(tf.print(tf.constant("plain"), 5, sep="|", end="!"))
        captured = capsys.readouterr()
    assert captured.out == "x: [1 2 3] {'a': 'text', 'b': [[1 2 3], 2]}\n"
    assert captured.err == '"plain"|5!'


def test_other_streams_are_refused():
    with tf.Graph().as_default(), pytest.raises(ValueError, match="Unsupported output stream"):
        tf.print("x", output_stream="nowhere")
