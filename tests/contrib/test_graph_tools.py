"""Graphs copied and looked into; sound by way of ffmpeg."""

import os
import stat
import sys

import numpy as np
import pytest

import penstock as tf

copying = tf.contrib.copy_graph


def test_a_graph_is_copied_with_its_variables_and_gives_the_same():
    first, second = tf.Graph(), tf.Graph()
    with first.as_default():
        x = tf.placeholder(tf.float32, [2], name="x")
        v = tf.Variable([1.0, 2.0], name="v", collections=["mine", tf.GraphKeys.GLOBAL_VARIABLES])
        with tf.control_dependencies([tf.no_op(name="before")]):
            y = tf.identity(x * v, name="y")
        tf.add_to_collection("results", y)
    copied = copying.copy_variable_to_graph(v, second, "copy")
    made = copying.copy_op_to_graph(y, second, [copied], "copy")
    assert made.name == "copy/y:0"
    assert [o.name for o in made.op.inputs[0].op.control_inputs] == ["copy/before"]
    assert second.get_collection("copy/mine") == [copied]
    assert second.get_collection("copy/results") == [made]
    assert copying.get_copied_op(x, second, "copy").name == "copy/x:0"
    assert copying.copy_op_to_graph(y.op, second, [copied], "copy") is made.op
    with tf.Session(graph=second) as sess:
        sess.run(copied.initializer)
        np.testing.assert_array_equal(sess.run(made, {"copy/x:0": [3.0, 4.0]}), [3.0, 8.0])


def test_other_things_are_not_copied():
    with pytest.raises(TypeError):
        copying.copy_op_to_graph("x", tf.Graph(), [])
    with pytest.raises(TypeError):
        copying.copy_variable_to_graph("v", tf.Graph())


def test_what_a_graph_uses_is_listed_with_its_functions():
    graph_def = tf.GraphDef()
    graph_def.node.add(name="x", op="Placeholder")
    graph_def.node.add(name="y", op="twice")
    function = graph_def.library.function.add()
    function.signature.name = "twice"
    function.node_def.add(name="z", op="Neg")
    used = tf.contrib.util.ops_used_by_graph_def(graph_def)
    assert sorted(used) == ["Neg", "Placeholder"]
    assert {o.name for o in tf.contrib.util.stripped_op_list_for_graph(graph_def).op} == set(used)
    unknown = tf.GraphDef()
    unknown.node.add(name="x", op="NoSuchOp")
    assert tf.contrib.util.ops_used_by_graph_def(unknown) == ["NoSuchOp"]
    with pytest.raises(ValueError, match="NoSuchOp"):
        tf.contrib.util.stripped_op_list_for_graph(unknown)


def test_constant_values():
    with tf.Graph().as_default():
        assert tf.contrib.util.constant_value(tf.constant(2) + 3) == 5
        assert tf.contrib.util.constant_value(tf.placeholder(tf.int32)) is None
        assert tf.contrib.util.constant_value(3) == 3  # what is no tensor is its own value


def test_a_variable_gives_the_reference_that_assign_takes():
    with tf.Graph().as_default(), tf.Session() as sess:
        v = tf.Variable(1.0, use_resource=False)
        sess.run(v.initializer)
        sess.run(tf.raw_ops.Assign(ref=v.ref(), value=5.0))
        assert sess.run(v) == 5.0
    value = tf.SparseTensorValue([[0]], [1], [3])
    assert value.shape == value.dense_shape == [3]


CONVERTER = """#!{python}
import shutil, sys
arguments = sys.argv[1:]
source, target = arguments[arguments.index("-i") + 1], arguments[-1]
if b"broken" in open(source, "rb").read():
    sys.exit(1)
shutil.copy(source, target)
"""


@pytest.fixture
def converter(tmp_path, monkeypatch):
    """A program by the name of ffmpeg that takes WAV files as they are."""
    program = tmp_path / "ffmpeg"
    program.write_text(CONVERTER.format(python=sys.executable))
    program.chmod(program.stat().st_mode | stat.S_IEXEC)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")


def test_sound_goes_through_ffmpeg(converter):
    with tf.Graph().as_default(), tf.Session() as sess:
        file = tf.contrib.ffmpeg.encode_audio([[0.5, -0.5], [0.25, 0.0]], "wav", 8000)
        back = tf.contrib.ffmpeg.decode_audio(file, "wav", 8000, 2)
        np.testing.assert_array_equal(sess.run(back), [[0.5, -0.5], [0.25, 0.0]])
        assert sess.run(tf.contrib.ffmpeg.decode_audio(b"broken", "mp3", 8000, 2)).shape == (0, 0)


@pytest.mark.parametrize("arguments", [("flac", 8000, 2), ("mp3", 0, 2), ("mp3", 8000, -1)])
def test_wrong_wishes_are_refused(converter, arguments):
    with tf.Graph().as_default(), tf.Session() as sess:
        with pytest.raises(tf.errors.InvalidArgumentError):
            sess.run(tf.contrib.ffmpeg.decode_audio(tf.placeholder_with_default(b"", []), *arguments))


def test_without_ffmpeg_the_error_says_so(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with tf.Graph().as_default(), tf.Session() as sess:
        with pytest.raises(tf.errors.UnavailableError, match="FFmpeg must be installed"):
            sess.run(tf.contrib.ffmpeg.decode_audio(b"", "mp3", 8000, 1))
        with pytest.raises(tf.errors.InvalidArgumentError, match='must be "wav"'):
            sess.run(tf.contrib.ffmpeg.encode_audio([[0.5]], "mp3", 8000))
