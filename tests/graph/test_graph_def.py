"""GraphDefs go in and out: TensorFlow runs what is written here, and what TensorFlow wrote runs here."""

import pathlib

import numpy as np
import pytest
from google.protobuf import text_format

import penstock as tf
from penstock.graph import opdef, opdef_proto
from tests.peer import PeerError

FEED = {"x:0": np.array([[1.0, -2.0, 3.0], [0.5, 0.25, -1.0]], np.float32)}

PROGRAMS = {
    "arithmetic": "y = tf.nn.softmax(tf.matmul(x, [[1.0], [2.0], [3.0]]) * [[1.0, -1.0]]) + tf.reduce_sum(x, 1, True)",
    "types and shapes": "y = tf.cast(tf.argmax(x, 1), tf.float32) + tf.cast(tf.shape(x)[1:], tf.float32)",
    "control inputs": """
with tf.control_dependencies([tf.assert_less(x, 100.0), tf.no_op(name="z")]):
    y = tf.identity(x)""",
    "lists": "a, b, c = tf.split(x, 3, axis=1); y = tf.concat([b, tf.stack([a, c])[0]], 1)",
    "devices and colocation": """
with tf.device("/cpu:0"):
    a = x * 2.0
with tf.colocate_with(a):
    y = a + 1.0""",
    "a conditional": "y = tf.cond(tf.reduce_sum(x) > 0.0, lambda: x * 2.0, lambda: tf.split(x, 2)[0])",
    "a conditional in a conditional": """
y = tf.cond(x[0, 0] > 0.0, lambda: tf.cond(x[0, 1] > 0.0, lambda: x, lambda: x * 3.0), lambda: -x)""",
    "a loop": "_, y = tf.while_loop(lambda i, a: i < 4, lambda i, a: (i + 1, a * x), [0, x])",
    "gradients": "y = tf.gradients(tf.nn.relu(x) * tf.exp(x), x)[0]",
    "a gradient of a conditional": """
y = tf.gradients(tf.cond(tf.reduce_sum(x) > 0.0, lambda: tf.exp(x) * x, lambda: x), x)[0]""",
    "strings": "y = x + tf.cast(tf.equal(tf.constant([b'a', b'b', b'\\xff']), b'b'), tf.float32)",
}


def program(source):
    return f"x = tf.placeholder(tf.float32, [2, 3], name='x')\n{source.strip()}\ny = tf.identity(y, name='y')\n"


LOAD = """
graph_def = tf.GraphDef.FromString(data)
y, = tf.import_graph_def(graph_def, return_elements=["y:0"], name="p")
with tf.Session() as session:
    result = {"y": session.run(y, {"p/x:0": feed})}
"""


def run_here(data, feed):
    scope = {"tf": tf, "data": data, "feed": feed}
    with tf.Graph().as_default():
        exec(LOAD, scope)
    return scope["result"]["y"]


@pytest.mark.parametrize("name", PROGRAMS)
def test_tensorflow_runs_what_is_written_here(peer, name):
    with tf.Graph().as_default() as graph:
        scope = {"tf": tf}
        exec(program(PROGRAMS[name]), scope)
        with tf.Session() as session:
            wanted = session.run("y:0", FEED)
    data = graph.as_graph_def(add_shapes=True).SerializeToString()
    np.testing.assert_allclose(peer.run(LOAD, data=data, feed=FEED["x:0"])["y"], wanted, rtol=1e-5)
    np.testing.assert_allclose(run_here(data, FEED["x:0"]), wanted, rtol=1e-6)


@pytest.mark.parametrize("functional", [False, True])
@pytest.mark.parametrize("name", PROGRAMS)
def test_what_tensorflow_wrote_runs_here(peer, name, functional):
    if functional and name == "a gradient of a conditional":
        pytest.skip("2.x passes such values as Optionals, which no graph of 1.x has")
    source = f"(tf.enable_control_flow_v2 if {functional} else tf.disable_control_flow_v2)()\n{program(PROGRAMS[name])}"
    source += """
with tf.Session() as session:
    wanted = session.run("y:0", {"x:0": feed})
tf.disable_control_flow_v2()
data = tf.get_default_graph().as_graph_def(add_shapes=True).SerializeToString()
result = {"data": data, "wanted": wanted}
"""
    found = peer.run(source, feed=FEED["x:0"])
    np.testing.assert_allclose(run_here(found["data"], FEED["x:0"]), found["wanted"], rtol=1e-5)


def test_functions_of_tensorflow_run_here(peer):
    found = peer.run(
        """
from tensorflow.python.framework import function

@function.Defun(tf.float32, tf.float32, func_name="mix")
def mix(a, b):
    parts = tf.split(a, 2)
    return parts[1] * b, a + b

x = tf.placeholder(tf.float32, [2, 3], name="x")
one, two = mix(x, 10.0)
y = tf.add(tf.reduce_sum(one), tf.reduce_sum(two), name="y")
with tf.Session() as session:
    result = {"wanted": session.run(y, {x: feed})}
result["data"] = tf.get_default_graph().as_graph_def().SerializeToString()
""",
        feed=FEED["x:0"],
    )
    assert any(n.op == "mix" for n in tf.GraphDef.FromString(found["data"]).node)
    np.testing.assert_allclose(run_here(found["data"], FEED["x:0"]), found["wanted"], rtol=1e-6)


def test_a_graph_survives_the_way_out_and_in():
    with tf.Graph().as_default() as graph:
        exec(program(PROGRAMS["a conditional"] + "\ny = y * tf.constant(2.0, shape=[100, 1])[0]"), {"tf": tf})
    first = graph.as_graph_def()
    with tf.Graph().as_default() as again:
        tf.import_graph_def(first, name="")
    second = again.as_graph_def()
    assert first == second
    assert second.versions.producer == 134
    assert second.versions.min_consumer == 12  # it has functions
    assert tf.Graph().as_graph_def().versions.min_consumer == 0


def test_nodes_have_all_attributes_and_a_part_of_a_graph_can_be_asked_for():
    with tf.Graph().as_default() as graph:
        a = tf.placeholder(tf.float32, [2, 2], name="a")
        version = graph.version
        tf.matmul(a, a, transpose_b=True, name="m")
    (node,) = graph.as_graph_def(from_version=version, add_shapes=True).node
    assert (node.name, node.op, list(node.input)) == ("m", "MatMul", ["a", "a"])
    assert {k for k in node.attr} == {"T", "transpose_a", "transpose_b", "_output_shapes"}
    assert node.attr["transpose_b"].b
    assert not node.attr["transpose_a"].b
    assert [d.size for d in node.attr["_output_shapes"].list.shape[0].dim] == [2, 2]


def test_large_constants_of_one_value_take_no_memory():
    graph_def = text_format.Parse(
        """node { name: "c" op: "Const" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "value" value {
        tensor { dtype: DT_FLOAT tensor_shape { dim { size: 1000000 } dim { size: 1000000 } } float_val: 7 } } } }""",
        tf.GraphDef(),
    )
    with tf.Graph().as_default() as graph:
        (c,) = tf.import_graph_def(graph_def, return_elements=["c:0"])
        assert c.shape.as_list() == [1000000, 1000000]
        assert len(graph.as_graph_def().SerializeToString()) < 1000


CONST = """attr { key: "dtype" value { type: DT_FLOAT } }
    attr { key: "value" value { tensor { dtype: DT_FLOAT tensor_shape {} float_val: 1 } } }"""
A = f'node {{ name: "A" op: "Const" {CONST} }}'
T = 'attr { key: "T" value { type: DT_FLOAT } }'

SHAPE_3 = 'attr { key: "_output_shapes" value { list { shape { dim { size: 3 } } } } }'

# text of the GraphDef, arguments of import_graph_def
BROKEN = {
    "duplicate": ('node { name: "A" op: "NoOp" } node { name: "A" op: "NoOp" }', {}),
    "bad name": ('node { name: "A:0" op: "NoOp" }', {}),
    "no name": ('node { op: "NoOp" }', {}),
    "unknown input": (f'node {{ name: "B" op: "Identity" input: "A" {T} }}', {}),
    "malformed input": (f'node {{ name: "B" op: "Identity" input: "A:0:1" {T} }}', {}),
    "unknown control input": ('node { name: "B" op: "NoOp" input: "^A" }', {}),
    "no such output": (f'{A} node {{ name: "B" op: "Identity" input: "A:1" {T} }}', {}),
    "wrong type": (
        f'{A} node {{ name: "B" op: "Identity" input: "A" attr {{ key: "T" value {{ type: DT_INT32 }} }} }}',
        {},
    ),
    "missing attribute": (f'{A} node {{ name: "B" op: "Identity" input: "A" }}', {}),
    "too many inputs": (f'{A} node {{ name: "B" op: "Identity" input: "A" input: "A" {T} }}', {}),
    "attribute of another type": (
        f'{A} node {{ name: "B" op: "Identity" input: "A" attr {{ key: "T" value {{ i: 3 }} }} }}',
        {},
    ),
    "cycle": (
        f'node {{ name: "B" op: "Identity" input: "C" {T} }} node {{ name: "C" op: "Identity" input: "B" {T} }}',
        {},
    ),
    "control before data": (f'{A} node {{ name: "B" op: "Identity" input: "^A" input: "A" {T} }}', {}),
    "unknown colocation": ('node { name: "A" op: "NoOp" attr { key: "_class" value { list { s: "loc:@Z" } } } }', {}),
    "inconsistent shape": (f'node {{ name: "A" op: "Const" {CONST} {SHAPE_3} }}', {}),
    "mapping of nothing": (A, {"input_map": {"B:0": 1.0}}),
    "mapping of no output": (A, {"input_map": {"A:1": 1.0}}),
    "mapping without a prefix": (A, {"input_map": {"A:0": 1.0}, "name": ""}),
    "no such node to return": (A, {"return_elements": ["B"]}),
    "no such tensor to return": (A, {"return_elements": ["B:0"]}),
    "no such output to return": (A, {"return_elements": ["A:1"]}),
    "unknown type": ('node { name: "A" op: "Zork" }', {}),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_graphs_are_refused_in_the_words_of_tensorflow_and_leave_nothing(peer, name):
    text, arguments = BROKEN[name]
    source = """
from google.protobuf import text_format
graph_def = text_format.Parse(text, tf.GraphDef())
graph_def.versions.producer = 134
tf.import_graph_def(graph_def, **arguments)
"""
    with pytest.raises(PeerError) as theirs:
        peer.run(source, text=text, arguments=arguments)
    graph_def = text_format.Parse(text, tf.GraphDef())
    with tf.Graph().as_default() as graph:
        mapped = len(arguments.get("input_map", ())) if arguments.get("name") != "" else 0
        with pytest.raises(ValueError) as ours:
            tf.import_graph_def(graph_def, **arguments)
        assert len(graph.get_operations()) == mapped
    kind = theirs.value.kind
    assert kind in [cls.__name__ for cls in type(ours.value).__mro__]
    first = getattr(ours.value, "message", str(ours.value)).split(". Make sure")[0]
    assert first == theirs.value.message.split(". Make sure")[0]


def test_versions_are_checked():
    for text, words in (
        ("versions { producer: -1 }", "GraphDef producer version -1 below min producer 0"),
        ("versions { min_consumer: 999 }", "GraphDef min consumer version 999 above current version 134"),
        ("versions { producer: 3 bad_consumers: 134 }", "GraphDef disallows consumer version 134"),
    ):
        with tf.Graph().as_default(), pytest.raises(ValueError, match=words):
            tf.import_graph_def(text_format.Parse(text, tf.GraphDef()))
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(text_format.Parse("versions { producer: 21 min_consumer: 5 }", tf.GraphDef()))
        assert (graph.graph_def_versions.producer, graph.graph_def_versions.min_consumer) == (21, 5)


def test_huge_numbers_in_small_messages_are_refused_at_once():
    huge = 'attr { key: "num_split" value { i: 1000000000000 } }'
    split = f'{A} node {{ name: "B" op: "Split" input: "A" input: "A" {T} {huge} }}'
    unpack = f'{A} node {{ name: "B" op: "Unpack" input: "A" {T} attr {{ key: "num" value {{ i: 1000000000000 }} }} }}'
    pack = f'{A} node {{ name: "B" op: "AddN" input: "A" {T} attr {{ key: "N" value {{ i: 1000000000000 }} }} }}'
    for text in (split, unpack, pack):
        with tf.Graph().as_default(), pytest.raises(ValueError):
            tf.import_graph_def(text_format.Parse(text, tf.GraphDef()))


def test_arguments_of_the_wrong_type():
    with pytest.raises(TypeError, match="graph_def must be a GraphDef proto"):
        tf.import_graph_def("graph")
    with pytest.raises(TypeError, match="input_map must be a dictionary mapping strings to Tensor objects"):
        tf.import_graph_def(tf.GraphDef(), input_map=[1])
    with pytest.raises(TypeError, match="return_elements must be a list of strings"):
        tf.import_graph_def(tf.GraphDef(), return_elements=[7])


def test_input_map_replaces_tensors_and_control_inputs():
    with tf.Graph().as_default() as graph:
        a = tf.constant(1.0, name="a")
        with tf.control_dependencies([a]):
            tf.add(a, 1.0, name="b")
    graph_def = graph.as_graph_def()
    with tf.Graph().as_default():
        c = tf.constant(10.0, name="c")
        b, mapped = tf.import_graph_def(graph_def, {"a:0": c, "^a": c}, ["b:0", "a:0"])
        assert mapped is c
        with tf.Session() as session:
            assert session.run(b) == 11.0


def test_names_are_made_unique_and_prefixed_with_groups_and_devices():
    with tf.Graph().as_default() as graph:
        with tf.device("/gpu:1"):
            a = tf.no_op(name="A")
        with tf.colocate_with(a):
            tf.no_op(name="B")
    graph_def = graph.as_graph_def()
    with tf.Graph().as_default() as graph, tf.device("/job:w"):
        tf.no_op(name="A")
        tf.import_graph_def(graph_def, name="")
        tf.import_graph_def(graph_def, name="p")
        found = {op.name: op for op in graph.get_operations()}
        assert list(found) == ["A", "A_1", "B", "p/A", "p/B"]
        assert found["p/A"].device == "/job:w/device:GPU:1"
        assert found["p/B"].device == "/job:w/device:GPU:1"
        assert found["p/B"].colocation_groups() == [b"loc:@p/A"]
        assert tf.no_op(name="A").name == "A_2"


def test_attributes_unknown_here_are_dropped_if_the_producer_says_they_are_default():
    text = f'{A} node {{ name: "B" op: "Identity" input: "A" {T} attr {{ key: "later" value {{ i: 7 }} }} }}'
    producer = text_format.Parse(
        'op { name: "Identity" attr { name: "later" type: "int" default_value { i: 7 } } }', opdef_proto.protos.OpList()
    )
    with tf.Graph().as_default():
        with pytest.raises(ValueError, match="NodeDef mentions attr 'later' not in Op<name=Identity"):
            tf.import_graph_def(text_format.Parse(text, tf.GraphDef()))
        tf.import_graph_def(text_format.Parse(text, tf.GraphDef()), producer_op_list=producer)


def test_definitions_as_messages_are_those_of_tensorflow(peer):
    names = ["Add", "Conv2D", "If", "AssignAdd", "Split", "ParseExample", "Placeholder", "FIFOQueueV2"]
    theirs = peer.run(
        """
from tensorflow.python.framework import op_def_registry
result = {name: op_def_registry.get(name).SerializeToString() for name in names}
""",
        names=names,
    )
    for name in names:
        wanted = opdef_proto.protos.OpDef.FromString(theirs[name])
        found = opdef_proto.to_proto(opdef.get(name))
        assert [(a.name, a.type, a.type_attr, a.is_ref) for a in found.input_arg] == [
            (a.name, a.type, a.type_attr, a.is_ref) for a in wanted.input_arg
        ]
        known = {a.name: a for a in wanted.attr}
        for attr in found.attr:
            assert attr.default_value == known[attr.name].default_value
            assert attr.type == known[attr.name].type
        again = opdef_proto.from_proto(found)
        assert opdef_proto.to_proto(again) == found


def test_write_graph(tmp_path):
    with tf.Graph().as_default() as graph:
        tf.constant(1.0, name="c")
    path = tf.train.write_graph(graph, str(tmp_path / "new"), "g.pbtxt")
    assert text_format.Parse(pathlib.Path(path).read_text(), tf.GraphDef()) == graph.as_graph_def()
    path = tf.io.write_graph(graph.as_graph_def(), str(tmp_path), "g.pb", as_text=False)
    assert tf.GraphDef.FromString(pathlib.Path(path).read_bytes()) == graph.as_graph_def()


@pytest.mark.parametrize("use_resource", [False, True])
def test_a_frozen_graph_needs_no_variables(peer, use_resource):
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [2, 3], name="x")
        w = tf.get_variable("w", initializer=[[1.0], [2.0], [3.0]], use_resource=use_resource)
        rows = tf.nn.embedding_lookup(w, [0, 2])
        tf.add(tf.matmul(x, w), rows, name="y")
        tf.check_numerics(x, "unused")
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            frozen = tf.graph_util.convert_variables_to_constants(session, graph.as_graph_def(), ["y"])
            wanted = session.run("y:0", FEED)
    assert not any("Var" in node.op or node.op == "CheckNumerics" for node in frozen.node)
    frozen.versions.producer = 134
    np.testing.assert_allclose(run_here(frozen.SerializeToString(), FEED["x:0"]), wanted)
    np.testing.assert_allclose(peer.run(LOAD, data=frozen.SerializeToString(), feed=FEED["x:0"])["y"], wanted)


def test_graph_util():
    with tf.Graph().as_default() as graph:
        a = tf.placeholder(tf.float32, [2], name="a")
        b = tf.identity(tf.check_numerics(a, "bad", name="n"), name="b")
        tf.negative(b, name="c")
        tf.constant(1, name="lonely")
    graph_def = graph.as_graph_def()
    assert [n.name for n in tf.graph_util.extract_sub_graph(graph_def, ["b"]).node] == ["a", "n", "b"]
    with pytest.raises(AssertionError, match="zork is not in graph"):
        tf.graph_util.extract_sub_graph(graph_def, ["zork"])
    with pytest.raises(TypeError, match="dest_nodes must be a list"):
        tf.graph_util.extract_sub_graph(graph_def, "b")
    assert tf.graph_util.tensor_shape_from_node_def_name(graph, "c").as_list() == [2]
    assert tf.graph_util.must_run_on_cpu(graph.get_operation_by_name("lonely"))
    assert not tf.graph_util.must_run_on_cpu(graph.get_operation_by_name("c"))


def test_the_definition_of_an_operation_has_the_fields_of_the_message():
    op_def = tf.Graph().create_op("NoOp", [], []).op_def
    assert op_def.name == "NoOp"
    assert len(op_def.input_arg) == 0
    with tf.Graph().as_default():
        assert [a.name for a in tf.constant(1.0).op.op_def.attr] == ["value", "dtype"]


REPEATED = """
constants = [
    tf.ones([2, 2]), tf.zeros([3], tf.int64), tf.constant(7, shape=[2, 2]), tf.constant([1.0, 2.0], shape=[5]),
    tf.constant([1, 1, 1]), tf.ones([2], tf.bool), tf.zeros([2], tf.string), tf.ones([2], tf.complex64),
    tf.constant(1, tf.float16, [2]), tf.ones([]), tf.ones([0]), tf.ones([1]), tf.ones_initializer()([4, 5]),
]
first = [c.op.get_attr("value").SerializeToString() for c in constants]
nodes = {n.name: n for n in tf.get_default_graph().as_graph_def().node}
written = [nodes[c.op.name].attr["value"].tensor.SerializeToString() for c in constants]
graph_def = tf.get_default_graph().as_graph_def()
with tf.Graph().as_default() as graph:
    tf.import_graph_def(graph_def, name="")
    nodes = {n.name: n for n in graph.as_graph_def().node}
again = [nodes[c.op.name].attr["value"].tensor.SerializeToString() for c in constants]
result = {"first": first, "written": written, "again": again}
"""


def test_a_value_that_fills_a_constant_is_written_once_as_by_tensorflow(peer):
    theirs = peer.run(REPEATED)
    with tf.Graph().as_default():
        scope = {"tf": tf}
        exec(REPEATED, scope)
    assert scope["result"] == theirs
    assert len(scope["result"]["written"][0]) < 20  # four floats alone are 16 bytes


def test_a_constant_that_is_given_another_value_is_written_with_it():
    with tf.Graph().as_default():
        filled = tf.ones([3])
        other = tf.make_tensor_proto([1.0, 2.0, 3.0])
        filled.op._set_attr("value", tf.AttrValue(tensor=other))
        assert filled.op.get_attr("value") == other
