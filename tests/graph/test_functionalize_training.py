"""Training graphs of TensorFlow 1.x with loops, conditionals, arrays and stacks go on training here, with the same losses.

The whole graph is taken over, with the gradients and updates that TensorFlow made of `Switch`, `Enter`, `TensorArrayGradV3`,
`StackPushV2`: what `tf.train.import_meta_graph` is for.
"""

import numpy as np
import pytest

import penstock as tf

BEGIN = """
tf.disable_control_flow_v2()
tf.set_random_seed(1)
x = tf.placeholder(tf.float32, [4, None, 3], name="x")
lengths = tf.placeholder(tf.int32, [4], name="lengths")
p = tf.placeholder(tf.bool, [], name="p")
w = tf.get_variable("w", [3, 3], initializer=tf.random_normal_initializer(seed=5, stddev=0.5))
"""
END = """
loss = tf.identity(loss, name="loss")
optimizer = tf.train.AdamOptimizer(0.05)
variables = tf.trainable_variables()
clipped, _ = tf.clip_by_global_norm([tf.convert_to_tensor(g) for g in tf.gradients(loss, variables, gate_gradients=True)], 5.0)
train = optimizer.apply_gradients(zip(clipped, variables), name="train")
init = tf.global_variables_initializer()
meta = tf.train.export_meta_graph()
with tf.Session() as session:
    session.run(init)
    losses = []
    for feed in feeds:  # one after the other: in one run, TensorFlow may update a variable before the loss reads it
        losses.append(session.run("loss:0", feed))
        session.run("train", feed)
result = {"meta": meta.SerializeToString(), "init": init.name, "losses": losses}
"""
PROGRAMS = {
    "dynamic_rnn with lengths": """
o, s = tf.nn.dynamic_rnn(tf.nn.rnn_cell.LSTMCell(5), x, sequence_length=lengths, dtype=tf.float32)
loss = tf.reduce_mean(tf.square(o - 0.3)) + tf.reduce_sum(s.c * 0.01) + tf.reduce_sum(w * w)""",
    "two layers in both directions": """
cells = [tf.nn.rnn_cell.MultiRNNCell([tf.nn.rnn_cell.GRUCell(3), tf.nn.rnn_cell.BasicLSTMCell(2)]) for _ in range(2)]
(a, b), _ = tf.nn.bidirectional_dynamic_rnn(cells[0], cells[1], x, lengths, dtype=tf.float32)
loss = tf.reduce_mean(tf.square(tf.concat([a, b], 2) - 0.3)) + tf.reduce_sum(w * w)""",
    "map_fn in a conditional": """
y = tf.cond(p, lambda: tf.map_fn(lambda t: tf.tanh(tf.matmul(t, w)), x), lambda: x * tf.reduce_sum(w))
loss = tf.reduce_mean(tf.square(y - 0.5))""",
    "a conditional in a loop": """
def body(i, a):
    return i + 1, tf.cond(tf.equal(i % 2, 0), lambda: tf.tanh(tf.matmul(a, w)), lambda: a * 0.9 + tf.reduce_sum(w) * 0.1)
_, a = tf.while_loop(lambda i, a: i < 5, body, [0, x[:, 0, :]])
loss = tf.reduce_mean(tf.square(a - 0.5))""",
    "a loop in a loop": """
def inner(a):
    return tf.while_loop(lambda j, b: j < 3, lambda j, b: (j + 1, tf.sin(tf.matmul(b, w)) + b), [0, a])[1]
_, a = tf.while_loop(lambda i, a: i < 2, lambda i, a: (i + 1, inner(a) * 0.7), [0, x[:, 0, :]])
loss = tf.reduce_mean(tf.square(a - 0.5))""",
    "scan": """
y = tf.scan(lambda a, t: tf.tanh(tf.matmul(a, w) + t), tf.transpose(x, [1, 0, 2]), initializer=tf.zeros([4, 3]))
loss = tf.reduce_mean(tf.square(y - 0.2))""",
    "an array that is read and written": """
steps = tf.shape(x)[1]
source = tf.TensorArray(tf.float32, steps).unstack(tf.transpose(x, [1, 0, 2]))
target = tf.TensorArray(tf.float32, steps)
def body(i, s, t):
    s = tf.tanh(tf.matmul(s + source.read(i), w))
    return i + 1, s, t.write(i, s)
_, s, target = tf.while_loop(lambda i, *_: i < steps, body, [0, tf.zeros([4, 3]), target])
loss = tf.reduce_mean(tf.square(target.stack())) + tf.reduce_sum(s)""",
}


def feeds():
    random = np.random.RandomState(0)
    return [
        {
            "x:0": random.randn(4, steps, 3).astype(np.float32),
            "lengths:0": np.array([steps, 1, 3, 2], np.int32),
            "p:0": np.bool_(steps % 2),
        }
        for steps in (5, 3, 4, 5, 3)
    ]


@pytest.mark.parametrize("tier", ["interpret", "auto"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_training_graph_goes_on_training(name, tier, peer, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    given = _recorded(peer, name)
    with tf.Graph().as_default(), tf.Session() as session:
        tf.train.import_meta_graph(tf.MetaGraphDef.FromString(given["meta"]))
        session.run(given["init"])
        losses = [session.run(["loss:0", "train"], feed)[0] for feed in feeds()]  # here, a run reads before it writes
    np.testing.assert_allclose(losses, given["losses"], rtol=2e-5)


_records: dict[str, dict] = {}


def _recorded(peer, name):
    if name not in _records:
        _records[name] = peer.run(BEGIN + PROGRAMS[name] + END, feeds=feeds())
    return _records[name]
