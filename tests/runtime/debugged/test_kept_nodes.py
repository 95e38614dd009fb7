"""Which nodes are in a dumped graph."""

import penstock as tf
from penstock.runtime.debugged.dumped_graph import DumpedGraph
from penstock.runtime.debugged.kept_nodes import keep_what_1_15_kept


def test_what_was_written_out_and_nobody_takes_is_left_out(graph):
    x = tf.placeholder(tf.float32, [], name="x")
    y = tf.cond(x > 1, lambda: tf.abs(x), lambda: tf.sqrt(x), name="cond")
    dumped = DumpedGraph(graph.get_operations())
    assert "cond/switch_t" in dumped.nodes
    kept = keep_what_1_15_kept(dumped, [dumped.name_of(y)], [])
    assert {"cond/pred_id", "cond/Abs/Switch", "cond/Merge"} <= set(kept)
    assert "cond/switch_t" not in kept
