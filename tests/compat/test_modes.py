"""Switches of 1.15 that mean little here, libraries, and marks for XLA."""

import numpy as np
import pytest

import penstock as tf


def test_programs_are_graphs():
    tf.disable_eager_execution()
    tf.disable_v2_behavior()
    assert not tf.executing_eagerly()


def test_switches_are_remembered():
    tf.enable_control_flow_v2()
    assert tf.control_flow_v2_enabled()
    tf.disable_control_flow_v2()
    assert not tf.control_flow_v2_enabled()
    tf.debugging.set_log_device_placement(True)
    assert tf.debugging.get_log_device_placement()
    tf.debugging.set_log_device_placement(False)
    assert not tf.debugging.get_log_device_placement()


def test_static_values_are_found_whole_or_in_part():
    with tf.Graph().as_default():
        unknown = tf.placeholder(tf.int32, [])
        np.testing.assert_array_equal(tf.get_static_value(tf.range(3) * 2), [0, 2, 4])
        assert tf.get_static_value(tf.stack([1, unknown])) is None
        assert tf.get_static_value(tf.stack([1, unknown]), partial=True).tolist() == [1, None]


def test_libraries_that_are_not_there_are_not_found(tmp_path):
    with pytest.raises(tf.errors.NotFoundError, match="cannot open shared object"):
        tf.load_op_library(str(tmp_path / "x.so"))
    with pytest.raises(OSError, match="does not exist"):
        tf.load_library(str(tmp_path / "x"))
    tf.load_library(str(tmp_path))
    (tmp_path / "x.so").write_bytes(b"no library")
    for load in (tf.load_library, tf.load_file_system_library):
        with pytest.raises(tf.errors.NotFoundError):
            load(str(tmp_path / "x.so"))


def test_scopes_mark_operations_for_xla():
    with tf.Graph().as_default():
        with tf.xla.experimental.jit_scope():
            a = tf.constant(1.0) + 1.0
            with tf.xla.experimental.jit_scope(compile_ops=False):
                b = a * 2
        with tf.xla.experimental.jit_scope(compile_ops=lambda node: node.op == "Neg"):
            c, d = -b, tf.exp(b)
        found = [(x.op.get_attr("_XlaCompile"), x.op.get_attr("_XlaScope")) for x in (a, b, c, d)]
        assert found == [
            (True, b"jit_scope_0"),
            (False, b"jit_scope_0"),
            (True, b"jit_scope_1"),
            (False, b"jit_scope_1"),
        ]


def test_compiled_computations_give_what_they_return():
    with tf.Graph().as_default(), tf.Session() as sess:
        v = tf.Variable(1.0, use_resource=True)
        sess.run(v.initializer)
        (single,) = tf.xla.experimental.compile(lambda x: x * 2, [3.0])
        nested = tf.xla.experimental.compile(lambda x: {"a": x[0], "b": [x[1]]}, [[1.0, 2.0]])
        (total,) = tf.xla.experimental.compile(lambda: [tf.constant(5.0), v.assign_add(1.0).op])
        assert sess.run([single, nested]) == [6.0, {"a": 1.0, "b": [2.0]}]
        assert sess.run(total) == 5.0
        assert sess.run(v) == 2.0
        sess.run(tf.xla.experimental.compile(lambda: v.assign_add(1.0).op))
        assert sess.run(v) == 3.0
        assert isinstance(tf.xla.experimental.compile(lambda: None), tf.Operation)
        with pytest.raises(TypeError):
            tf.xla.experimental.compile(lambda x: x, 3.0)
