"""Programs of tf.contrib.graph_editor; what TensorFlow says to them is in `recorded/graph_editor.json`.

Walks come in another order in each run of 1.15 (it keeps sets), so names are sorted where that shows.
"""

from textwrap import dedent

_SETUP = """
ge = tf.contrib.graph_editor
graph = tf.get_default_graph()
a = tf.constant([1.0, 2.0], name="a")
with tf.name_scope("s"):
    b = tf.add(a, 1.0, name="b")
    c = tf.square(b, name="c")
    side = tf.negative(b, name="side")
    with tf.control_dependencies([side]):
        d = tf.multiply(b, c, name="d")
e = tf.exp(d * 0.01, name="e")
n = lambda items: [t.name for t in items]
def run(*tensors):
    with tf.Session() as session:
        return session.run(list(tensors))
"""
_PROGRAMS = {
    "selection": """
        cios = ge.ControlOutputs(graph)
        result = [
            n(ge.filter_ops(graph, lambda op: op.type == "Mul")), n(ge.filter_ops_from_regex(graph, "^s/")),
            n(ge.filter_ts(graph, True)), n(ge.filter_ts_from_regex(graph, "c:0$")), n(ge.get_name_scope_ops(graph, "s")),
            [n(x) for x in ge.compute_boundary_ts([b.op, c.op])], n(ge.get_ops_ios(c.op)),
            n(ge.get_ops_ios(c.op, control_ios=cios)),
            sorted(n(ge.get_forward_walk_ops(a.op))), sorted(n(ge.get_forward_walk_ops([b], inclusive=False))),
            sorted(n(ge.get_forward_walk_ops(b.op, stop_at_ts=[c, d]))), sorted(n(ge.get_backward_walk_ops(e))),
            sorted(n(ge.get_backward_walk_ops(d.op, within_ops=[d.op, c.op]))),
            sorted(n(ge.get_backward_walk_ops([d], within_ops_fn=lambda op: op.type != "Square", control_inputs=True))),
            sorted(n(ge.get_walks_intersection_ops(b, d))), sorted(n(ge.get_walks_union_ops(d, c, control_ios=cios))),
            n(ge.get_within_boundary_ops(graph, c.op, [b.op, d.op])),
            n(ge.get_within_boundary_ops(graph, c.op, [b.op, d.op], inclusive=False)),
            n(ge.select_ops("^s/", a.op, graph=graph)), n(ge.select_ts("(?#ts)^s/", a, graph=graph)),
            [n(x) for x in ge.select_ops_and_ts("^s/", "(?#ts)^e", graph=graph)],
            ge.placeholder_name(c), ge.placeholder_name(c, "t"), ge.placeholder_name(scope="t", prefix="p"), ge.ph(tf.int32).name,
            n(cios.get(side.op)), n(ge.get_consuming_ops([b, c])), n(ge.get_generating_ops([b, c])),
        ]
        """,
    "views": """
        view = ge.sgv_scope("s", graph)
        wide = ge.sgv("^s/", e, graph=graph)
        text = str(wide).split("\\n", 1)[1]
        result = [n(view.ops), n(view.inputs), n(view.outputs), n(wide.inputs), n(wide.outputs), n(wide.passthroughs), text,
                  n(ge.sgv(d.op).remap_inputs([1]).inputs), n(view.remap_outputs([0, 0]).outputs), n(view.consumers()),
                  n(wide.connected_inputs), n(wide.connected_outputs), wide.is_passthrough(e), view.input_index(a),
                  n(ge.sgv(b.op, c.op).remap_outputs_to_consumers().outputs),
                  n(ge.sgv(b.op, c.op).remap_outputs([1, 1, 0]).remap_outputs_make_unique().outputs),
                  n(ge.sgv(d.op).remap_inputs([1]).remap_default().inputs),
                  view.find_op_by_name("s/c").name, n(view.remove_unused_ops().ops)]
        """,
    "reroute": """
        x = tf.constant([3.0, 4.0], name="x")
        count = ge.reroute_ts(x, b, can_modify=[c.op])
        result = [count, n(c.op.inputs), n(d.op.inputs)] + run(c, d)
        count = ge.swap_ts([a], [x])
        result += [count, n(b.op.inputs), n(c.op.inputs)] + run(e)
        ge.reroute_ts([tf.sqrt(x, name="later")], [b])
        result += [n(d.op.inputs)] + run(e)
        """,
    "rewired views": """
        x = tf.constant([3.0, 4.0], name="x")
        y = tf.square(x, name="y")
        z = tf.sqrt(y, name="z")
        result = [[n(v.inputs) + n(v.outputs) for v in ge.swap_inputs(c.op, y.op)], n(c.op.inputs), n(y.op.inputs)] + run(e, z)
        result += [[n(v.inputs) + n(v.outputs) for v in ge.reroute_outputs(c.op, y.op)], n(z.op.inputs)] + run(e, z)
        """,
    "rewired both ways": """
        x = tf.constant([3.0, 4.0], name="x")
        y = tf.sin(x, name="y")
        z = tf.sqrt(y + 1.0, name="z")
        result = [[n(v.inputs) + n(v.outputs) for v in ge.swap_ios(c.op, y.op)], n(d.op.inputs), n(c.op.inputs)] + run(e, z)
        ge.reroute_inputs(z.op, c.op)
        result += [n(c.op.inputs), n(z.op.inputs)]
        """,
    "control edges": """
        ge.remove_control_inputs(d.op, side.op)
        result = [n(d.op.control_inputs)]
        ge.add_control_inputs(e.op, [a.op, b.op])
        result += [n(e.op.control_inputs)]
        ge.detach_control_inputs(e.op)
        result += [n(e.op.control_inputs)]
        """,
    "cut and joined": """
        view, inputs, outputs = ge.detach(ge.sgv(b.op, c.op), control_ios=ge.ControlOutputs(graph))
        result = [n(view.inputs), n(view.outputs), n(inputs), n(outputs), n(b.op.inputs), n(d.op.inputs), n(d.op.control_inputs)]
        with tf.Session() as session:
            result += [session.run(e, dict(zip(outputs, ([1.0, 2.0], [3.0, 4.0]))))]
        """,
    "connected": """
        x = tf.sin(tf.constant([3.0, 4.0], name="x"), name="y")
        result = [[n(v.inputs) + n(v.outputs) for v in ge.connect(x.op, c.op)], n(c.op.inputs)] + run(e)
        """,
    "bypassed": """
        view, detached = ge.bypass(c.op)
        result = [n(view.inputs), n(detached), n(d.op.inputs)] + run(e)
        """,
    "copied": """
        view, info = ge.copy(ge.sgv_scope("s", graph), dst_scope="t", src_scope="s")
        result = [n(view.ops), n(view.inputs), n(view.outputs), n([info.transformed(d), info.original(view.outputs[0])]),
                  info.transformed(d).op.control_inputs[0].name, info.transformed(a) is None, n(view.ops[0].inputs),
                  str(info).split("\\n", 2)[2]]
        """,
    "copied to another graph": """
        other = tf.Graph()
        view, info = ge.copy([b.op, c.op, d.op, b.op.inputs[1].op], other, dst_scope="t")
        with tf.Session(graph=other) as session:
            result = [n(other.get_operations()), session.run(info.transformed(d), {"t/geph__a_0:0": [5.0, 6.0]})]
        """,
    "copied with replacements": """
        graph.add_to_collection("mine", c)
        graph.add_to_collection(tf.GraphKeys.LOSSES, d)
        view, info = ge.copy_with_input_replacements([c.op, d.op], {b: tf.constant([7.0, 8.0], name="x")}, dst_scope="t")
        result = [n(view.ops), n(view.inputs), n(view.outputs), n(info.transformed(d).op.inputs)] + run(info.transformed(d))
        result += [sorted(graph.get_all_collection_keys()), n(graph.get_collection(tf.GraphKeys.LOSSES))]
        view, info = ge.copy_with_input_replacements([c.op, d.op], {b: a}, dst_scope="t")
        result += [n(view.ops)]
        """,
    "replaced": """
        x = tf.constant([7.0, 8.0], name="x")
        found = ge.graph_replace({"d": d, "rest": [e, (b,)]}, {a: x})
        result = run(found["d"], found["rest"][0], found["rest"][1][0])
        found = ge.graph_replace(e, {b: x}, dst_scope="r")
        result += [found.name] + run(found)
        """,
    "replaced variables": """
        v = tf.get_variable("v", initializer=3.0)
        w = tf.get_variable("w", initializer=4.0, use_resource=True)
        y = tf.square(v) * w
        z = ge.graph_replace(y, {y.op.inputs[0]: tf.constant(5.0)})
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            result = session.run([y, z])
        """,
}
PROGRAMS = {title: _SETUP + dedent(source) for title, source in _PROGRAMS.items()}
