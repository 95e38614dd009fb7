"""Names and graphs that the debugger leaves behind."""

import pytest

import penstock as tf
from penstock.debug.lib import debug_graphs


def graph_of(*nodes):
    graph = tf.GraphDef()
    for name, op, inputs in nodes:
        graph.node.add(name=name, op=op, input=inputs, device="/job:localhost/replica:0/task:0/device:CPU:0")
    return graph


@pytest.mark.parametrize(
    "name", ["a:0", "__dbg_a", "__dbg_a_0", "__dbg_a_0_DebugIdentity", "__dbg_a:0_x_DebugIdentity", "__dbg_a:b:0_0_D"]
)
def test_what_is_no_name_of_a_debug_node_is_refused(name):
    with pytest.raises(ValueError):
        debug_graphs.parse_debug_node_name(name)


def test_a_debug_node_is_named_by_what_it_watches():
    parsed = debug_graphs.parse_debug_node_name("__dbg_ns_1/a_2:3_4_DebugNumericSummary")
    assert parsed == ("ns_1/a_2", 3, 4, "DebugNumericSummary")


def test_copies_and_debug_nodes_are_taken_out_of_a_graph():
    graph = graph_of(
        ("a", "Placeholder", []),
        ("__copy_a_0", "Copy", ["a"]),
        ("__dbg_a:0_0_DebugIdentity", "DebugIdentity", ["__copy_a_0"]),
        ("b", "Neg", ["__copy_a_0", "^__dbg_a:0_0_DebugIdentity"]),
        ("c", "Add", ["b", "a", "^a"]),
    )
    read = debug_graphs.DebugGraph(graph)
    assert read.node_inputs == {"a": [], "b": ["a"], "c": ["b", "a"]}
    assert read.node_ctrl_inputs == {"a": [], "b": [], "c": ["a"]}
    assert read.node_recipients == {"a": ["b", "c"], "b": ["c"], "c": []}
    assert read.node_ctrl_recipients == {"a": ["c"], "b": [], "c": []}
    plain = debug_graphs.reconstruct_non_debug_graph_def(graph)
    assert [(n.name, list(n.input)) for n in plain.node] == [("a", []), ("b", ["a"]), ("c", ["b", "a", "^a"])]


def test_two_nodes_of_one_name_are_refused():
    with pytest.raises(ValueError, match="Duplicate node name on device .*: 'a'"):
        debug_graphs.DebugGraph(graph_of(("a", "NoOp", []), ("a", "NoOp", [])))


def test_a_graph_that_is_deeper_than_pythons_stack_is_walked():
    inputs = {f"n{i}": [f"n{i - 1}:0"] for i in range(1, 5000)}
    tracer = debug_graphs.DFSGraphTracer([inputs], skip_node_names=["n10"])
    tracer.trace("n4999")
    assert tracer.inputs() == [f"n{i}:0" for i in range(4998, 9, -1)]
    assert tracer.depth_list() == list(range(1, 4990))
