"""Graphs of TensorFlow with Switch, Merge, Enter, Exit, ... run here as If and While, with the same numbers."""

import numpy as np
import pytest

import penstock as tf
from penstock.graph import functionalize

BEGIN = """
tf.disable_control_flow_v2()
n = tf.placeholder(tf.int32, [], name="n")
x = tf.placeholder(tf.float32, [2], name="x")
p = tf.placeholder(tf.bool, [], name="p")
"""
END = """
graph_def = tf.get_default_graph().as_graph_def(add_shapes=True)
fetches = [t.name for t in ys]
initial = [op.name for op in tf.get_default_graph().get_operations() if op.type in ("Assign", "AssignVariableOp")]
wanted = []
with tf.Session() as session:
    session.run(initial)
    for feed in feeds:
        wanted.append(session.run(fetches, feed))
result = {"data": graph_def.SerializeToString(), "fetches": fetches, "initial": initial, "wanted": wanted}
"""
CHECK = """
tf.import_graph_def(tf.GraphDef.FromString(data), name="")
found = []
with tf.Session() as session:
    session.run(initial)
    for feed in feeds:
        found.append(session.run(fetches, feed))
result = {"found": found}
"""
FEEDS = [
    {"n:0": np.int32(n), "x:0": np.array([0.5, -2.0], np.float32), "p:0": np.bool_(p)}
    for n, p in ((0, False), (1, True), (5, False), (6, True))
]

PROGRAMS = {
    "a conditional": "ys = list(tf.cond(p, lambda: (x * 2.0, n + 1), lambda: (x - 1.0, n * 3)))",
    "a branch that is only a constant": "ys = [tf.cond(p, lambda: tf.constant([5.0, 6.0]), lambda: x)]",
    "which branch was taken": """
from tensorflow.python.ops import control_flow_ops
a, b = control_flow_ops.switch(x, p)
ys = list(control_flow_ops.merge([a + 1.0, b * 2.0]))""",
    "two conditionals with one predicate": """
a = tf.cond(p, lambda: x * 2.0, lambda: x - 1.0)
b = tf.cond(p, lambda: a * x, lambda: a + x)
ys = [b, tf.cond(p, lambda: n, lambda: -n)]""",
    "the gradient of a conditional": """
w = tf.exp(x)
loss = tf.reduce_sum(tf.square(tf.cond(p, lambda: tf.square(w) * x, lambda: tf.sin(w))))
ys = [loss] + tf.gradients(loss, [x, w])""",
    "the gradient of conditionals in conditionals": """
q = n > 2
a = lambda: 2.0 * tf.cond(q, lambda: tf.exp(x) * x, lambda: x * x * x)
b = lambda: tf.cond(q, lambda: tf.sin(x), lambda: tf.constant([1.0, 1.0]))
r = tf.cond(p, a, b)
ys = [r] + tf.gradients(r * r, x)""",
    "a loop": """
body = lambda i, a, b: (i + 1, a * x + b, b + 1.0)
ys = list(tf.while_loop(lambda i, a, b: i < n, body, [0, tf.zeros([2]), tf.constant([1.0, 2.0])]))""",
    "a loop in a loop": """
def body(i, s):
    return i + 1, tf.while_loop(lambda j, t: j < i, lambda j, t: (j + 1, t + j * i + n), [0, s])[1]
ys = list(tf.while_loop(lambda i, s: i < n, body, [0, 0]))""",
    "conditionals in a loop": """
inner = lambda i, s: tf.cond(i > 3, lambda: s * 2, lambda: s - 1)
body = lambda i, s: (i + 1, tf.cond(tf.equal(i % 2, 0), lambda: s + i, lambda: inner(i, s)))
ys = list(tf.while_loop(lambda i, s: i < n, body, [0, 0]))""",
    "a loop in a conditional": """
ys = [tf.cond(p, lambda: tf.while_loop(lambda i, a: i < n, lambda i, a: (i + 1, a * x), [0, x])[1], lambda: x + 1.0)]""",
    "the gradient of a loop": """
i, a = tf.while_loop(lambda i, a: i < n, lambda i, a: (i + 1, tf.sin(a) * x + a), [0, x * x])
ys = [a] + tf.gradients(a, x)""",
    "the gradient of a loop in a loop": """
inner = lambda i, a: tf.while_loop(lambda j, b: j < i, lambda j, b: (j + 1, b * tf.cos(x) + b), [0, a])[1]
i, a = tf.while_loop(lambda i, a: i < n, lambda i, a: (i + 1, tf.sin(inner(i, a))), [0, x * x])
ys = [a] + tf.gradients(a, x)""",
    "the gradient of a conditional in a loop": """
step = lambda i, a: tf.cond(tf.equal(i % 2, 0), lambda: tf.sin(a) * x + a, lambda: a * x)
i, a = tf.while_loop(lambda i, a: i < n, lambda i, a: (i + 1, step(i, a)), [0, x * x])
ys = [a] + tf.gradients(a, x)""",
    "a recurrent network and its gradient": """
w = tf.constant(np.linspace(-1, 1, 10).reshape(5, 2).astype(np.float32))
xs = tf.tile(tf.reshape(x, [1, 1, 2]), [6, 3, 1]) + tf.reshape(tf.range(6.0), [6, 1, 1])
ins = tf.TensorArray(tf.float32, 6).unstack(xs)
outs = tf.TensorArray(tf.float32, 6, clear_after_read=False)
def body(t, h, outs):
    row = tf.concat([ins.read(t), h, tf.ones([3, 1])], 1)
    h = tf.tanh(tf.matmul(row, w))
    return t + 1, h, outs.write(t, h)
t, h, outs = tf.while_loop(lambda t, h, o: t < 6, body, [0, tf.zeros([3, 2]), outs])
loss = tf.reduce_sum(outs.stack() ** 2) + tf.reduce_sum(outs.concat())
ys = [h, loss] + tf.gradients(loss, [x, w])""",
    "a variable that one branch changes": """
v = tf.get_variable("v", initializer=[0.0, 0.0], use_resource=True)
ys = [tf.cond(p, lambda: v.assign_add(x) + 0.0, lambda: v + 1.0)]""",
    "a reference variable that is read": """
v = tf.get_variable("v", initializer=[3.0, 4.0], use_resource=False)
ys = [tf.cond(p, lambda: v * x, lambda: v + 1.0), tf.while_loop(lambda i, a: i < n, lambda i, a: (i + 1, a + v), [0, x])[1]]""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_numbers_stay_the_same_here_and_in_tensorflow(peer, name):
    theirs = peer.run(BEGIN + PROGRAMS[name].strip() + END, feeds=FEEDS)
    graph_def = tf.GraphDef.FromString(theirs["data"])
    assert any(node.op in functionalize.LEGACY for node in graph_def.node)
    functional = functionalize.functionalize(graph_def)
    assert not any(node.op in functionalize.LEGACY for node in functional.node)
    scope = {"feeds": FEEDS, "fetches": theirs["fetches"], "initial": theirs["initial"]}
    there = peer.run(CHECK, data=functional.SerializeToString(), **scope)
    here = {"tf": tf, "data": theirs["data"], **scope}
    with tf.Graph().as_default():
        exec(CHECK, here)
    for wanted, a, b in zip(theirs["wanted"], there["found"], here["result"]["found"], strict=True):
        for i in range(len(wanted)):
            np.testing.assert_allclose(a[i], wanted[i], rtol=1e-5)
            np.testing.assert_allclose(b[i], wanted[i], rtol=1e-5)


def test_gradients_can_be_taken_of_an_imported_conditional_and_loop(peer):
    source = """
a = tf.cond(p, lambda: tf.exp(x) * x, lambda: tf.sin(x))
ys = [tf.while_loop(lambda i, a: i < n, lambda i, a: (i + 1, a * x), [0, a])[1]]
ys = [tf.identity(ys[0], name="y")]
"""
    plain = peer.run(BEGIN + source + END, feeds=FEEDS)
    wanted = peer.run(BEGIN + source + "ys = tf.gradients(ys[0], x)\n" + END, feeds=FEEDS)["wanted"]
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(tf.GraphDef.FromString(plain["data"]), name="")
        grads = tf.gradients(graph.get_tensor_by_name("y:0"), graph.get_tensor_by_name("x:0"))
        with tf.Session() as session:
            for feed, expected in zip(FEEDS, wanted, strict=True):
                np.testing.assert_allclose(session.run(grads, feed), expected, rtol=1e-5)


def test_broken_control_flow_is_refused(peer):
    data = peer.run(BEGIN + PROGRAMS["a loop"].strip() + END, feeds=FEEDS[:1])["data"]
    for kind in ("LoopCond", "Enter", "NextIteration", "Merge", "Switch"):
        graph_def = tf.GraphDef.FromString(data)
        node = next(node for node in graph_def.node if node.op == kind)
        node.op = "Identity"
        node.attr["T"].type = 10 if kind == "LoopCond" else 3
        with tf.Graph().as_default() as graph:
            with pytest.raises(ValueError):
                tf.import_graph_def(graph_def)
            assert not graph.get_operations()
            assert not graph._functions
