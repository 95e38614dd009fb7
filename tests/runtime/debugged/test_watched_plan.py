"""A debugged run does to the session what any other run does."""

import numpy as np
import pytest

import penstock as tf
from penstock import debug
from tests.runtime.debugged.running import watched


def test_a_debugged_run_changes_variables_as_any_other(graph, tmp_path):
    v = tf.Variable(1.0, name="v")
    add = tf.assign_add(v, 2.0)
    with tf.Session() as sess:
        sess.run(v.initializer)
        assert watched(add, None, sess, debug_urls=f"file://{tmp_path}") == 3
        assert sess.run(v) == 3
        assert sess.run(add) == 5


def test_a_failing_run_leaves_variables_and_what_was_dumped(graph, tmp_path):
    v = tf.Variable(1.0, name="v")
    x = tf.placeholder(tf.float32, name="x")
    with tf.control_dependencies([tf.assign_add(v, 1.0, name="added")]):
        checked = tf.check_numerics(x, "bad", name="checked")
    with tf.Session() as sess:
        sess.run(v.initializer)
        with pytest.raises(tf.errors.InvalidArgumentError, match="bad"):
            watched(checked, {x: np.nan}, sess, debug_urls=f"file://{tmp_path}")
    dump = debug.DebugDumpDir(str(tmp_path))
    assert dump.get_tensors("added", 0, "DebugIdentity") == [2.0]
    with pytest.raises(ValueError, match="checked"):
        dump.get_tensors("checked", 0, "DebugIdentity")
