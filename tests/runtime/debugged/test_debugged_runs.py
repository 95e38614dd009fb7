"""Debugged runs one after the other."""

import penstock as tf
from penstock import debug
from tests.runtime.debugged.running import watched


def test_runs_are_counted_and_the_graph_is_made_once(graph, tmp_path):
    x = tf.placeholder(tf.float32, name="x")
    y = tf.negative(x, name="y")
    with tf.Session() as sess:
        for step in range(3):
            watched(y, {x: step}, sess, debug_urls=f"file://{tmp_path}", global_step=step)
    dump = debug.DebugDumpDir(str(tmp_path))
    told = sorted(dump.core_metadata, key=lambda m: m.global_step)
    assert [m.executor_step_index for m in told] == [0, 1, 2]
    assert told[0].session_run_index < told[1].session_run_index < told[2].session_run_index
    assert [float(v) for v in dump.get_tensors("y", 0, "DebugIdentity")] == [0, -1, -2]


def test_a_callable_with_options_is_debugged(graph, tmp_path):
    x = tf.placeholder(tf.float32, [], name="x")
    with tf.Session() as sess:
        call = sess.make_callable(tf.square(x, name="y"), [x], accept_options=True)
        options = tf.RunOptions()
        debug.add_debug_tensor_watch(options, "y", debug_urls=f"file://{tmp_path}")
        assert call(3.0, options=options) == 9
    assert [d.tensor_name for d in debug.DebugDumpDir(str(tmp_path)).dumped_tensor_data] == ["y:0"]
