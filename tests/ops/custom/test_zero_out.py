"""The how-to's first operation, from its source to its gradient, as the how-to has it."""

import pathlib

import numpy as np
import pytest

import penstock as tf
from penstock.graph import registry


@pytest.fixture(scope="module")
def zero_out(built):
    return tf.load_op_library(built("zero_out")).zero_out


def test_all_but_the_first_element_become_zero(zero_out, tier):
    with tf.Graph().as_default(), tf.Session() as sess:
        np.testing.assert_array_equal(sess.run(zero_out([[1, 2], [3, 4]])), [[1, 0], [0, 0]])
        x = tf.placeholder(tf.int32, [None])
        y = zero_out(x) + 1
        for n in (5, 0, 3, 3, 3, 3, 3):  # often enough to be compiled
            np.testing.assert_array_equal(sess.run(y, {x: np.arange(7, 7 + n)}), ([8] + [1] * (n - 1))[:n])


def test_the_shape_function_is_called(zero_out):
    with tf.Graph().as_default():
        assert zero_out([[1, 2], [3, 4]]).shape.as_list() == [2, 2]
        assert zero_out(tf.placeholder(tf.int32, [None, 3])).shape.as_list() == [None, 3]
        assert zero_out(tf.placeholder(tf.int32)).shape.ndims is None


def test_a_library_contains_only_what_its_source_uses(built):
    unused = [b"PosixFiles", b"NodeDefFields", b"ThreadPoolOf"]
    assert [name for name in unused if name in pathlib.Path(built("zero_out")).read_bytes()] == []
    # This one reads files and attributes.
    assert all(name in pathlib.Path(built("word2vec")).read_bytes() for name in unused[:2])


def test_a_gradient_in_python(built, tier):
    real = tf.load_op_library(built("zero_out_real")).zero_out_real
    if "ZeroOutReal" not in registry._gradients:

        @tf.RegisterGradient("ZeroOutReal")
        def _gradient(op, grad):
            flat = tf.reshape(grad, [-1])
            first = tf.concat([flat[:1], tf.zeros_like(flat[1:])], 0)
            return [tf.reshape(first, tf.shape(op.inputs[0]))]

    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.constant([[5.0, 4.0], [3.0, 2.0]])
        y = real(x)
        assert y.dtype == tf.float32 and real(tf.constant([1], tf.int64)).dtype == tf.int64
        (dx,) = tf.gradients(y * y, x)
        np.testing.assert_array_equal(sess.run(dx), [[10, 0], [0, 0]])


def test_it_travels_in_a_graph_def(zero_out):
    with tf.Graph().as_default() as graph:
        zero_out(tf.constant([4, 5, 6]), name="z")
    definition = graph.as_graph_def()
    assert definition.node[-1].op == "ZeroOut"
    with tf.Graph().as_default(), tf.Session() as sess:
        tf.import_graph_def(definition, name="")
        np.testing.assert_array_equal(sess.run("z:0"), [4, 0, 0])


def test_a_wrong_type_is_refused_at_once(zero_out):
    with tf.Graph().as_default(), pytest.raises(TypeError, match="to_zero"):
        zero_out(tf.constant([1.5]))


def test_what_is_no_library_is_an_error(tmp_path):
    with pytest.raises(tf.errors.NotFoundError, match="nowhere.so"):
        tf.load_op_library(str(tmp_path / "nowhere.so"))
    broken = tmp_path / "broken.so"
    for content in (b"", b"not a library", b"\x7fELF" + bytes(200)):
        broken.write_bytes(content)
        with pytest.raises(tf.errors.NotFoundError, match="broken.so"):
            tf.load_op_library(str(broken))
