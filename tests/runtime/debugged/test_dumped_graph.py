"""Loops and conditionals, written out as 1.x wrote them."""

import penstock as tf
from penstock.runtime.debugged.dumped_graph import DumpedGraph, watchable_tensors


def test_every_node_comes_after_its_inputs_but_for_the_turns_of_a_loop(graph):
    x = tf.placeholder(tf.float32, [], name="x")
    tf.while_loop(lambda i: i < x, lambda i: tf.cond(i > 1, lambda: i + x, lambda: i * 2.0), [x], name="loop")
    seen = set()
    for node in DumpedGraph(graph.get_operations()).nodes.values():
        assert all(source.node in seen or "NextIteration" in source.node for source in node.inputs)
        seen.add(node.name)
    assert {"loop/Merge", "loop/LoopCond", "loop/cond/Switch", "loop/cond/add/Switch"} <= seen


def test_tensors_that_can_be_watched_are_listed_anew_when_the_graph_has_grown(graph):
    tf.constant(1, name="a")
    assert watchable_tensors(graph) == [("a", 0, "Const", "int32")]
    tf.constant(1.0, name="b")
    assert watchable_tensors(graph)[1:] == [("b", 0, "Const", "float32")]
