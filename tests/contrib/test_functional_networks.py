"""`contrib.recurrent`: values, gradients and refusals of 1.15.5."""

import pytest

from tests.contrib.both_sides import compare

LOOP = """
from tensorflow.contrib.recurrent.python.ops import recurrent
rng = np.random.RandomState(0)
theta = {"w": tf.constant(rng.randn(3, 3), tf.float32), "b": tf.constant(rng.randn(3), tf.float32)}
state0 = {"h": tf.constant(rng.randn(2, 3), tf.float32)}
inputs = {"x": tf.constant(rng.randn(5, 2, 3), tf.float32)}

def cell(theta, state, x):
    h = tf.tanh(tf.matmul(state["h"], theta["w"]) + x["x"] + theta["b"])
    return {"h": h}, {"twice": 2. * h}

def slope(theta, state, x, extras, d):
    inner = d["h"] * (1. - tf.square(extras["twice"] / 2.)) * FACTOR
    dtheta = {"w": tf.matmul(state["h"], inner, transpose_a=True), "b": tf.reduce_sum(inner, 0)}
    return dtheta, {"h": tf.matmul(inner, theta["w"], transpose_b=True)}, {"x": inner}

acc, final = recurrent.Recurrent(theta, state0, inputs, cell, cell_grad=GRAD, max_input_length=LENGTH, aligned_end=END)
loss = tf.reduce_sum(acc["h"] * tf.constant(rng.randn(5, 2, 3), tf.float32)) + tf.reduce_sum(tf.square(final["h"]))
slopes = tf.gradients(loss, [theta["w"], theta["b"], state0["h"], inputs["x"]])
result = [session.run(value) for value in [acc["h"], final["h"]] + slopes]
"""

CELLS = """
from tensorflow.contrib.recurrent.python.ops import functional_rnn
rng = np.random.RandomState(0)
x = tf.constant(rng.randn(3, 4, 2), tf.float32)
start = tf.random_uniform_initializer(-1., 1., seed=3)
flatten = tf.contrib.framework.nest.flatten
result = []
for number, (options, lengths) in enumerate((
    ({}, None), ({}, [4, 1, 2]), ({"time_major": True}, [3, 2, 2, 1]), ({"reverse": True}, None),
)):
    for name, make in (
        ("gru", lambda: tf.nn.rnn_cell.GRUCell(3, kernel_initializer=start, bias_initializer=start)),
        ("lstm", lambda: tf.nn.rnn_cell.LSTMCell(4, initializer=start, num_proj=3)),
    ):
        with tf.variable_scope(name + str(number)):
            y, state = functional_rnn.functional_rnn(make(), x, lengths, dtype=tf.float32, **options)
        slope, = tf.gradients([tf.reduce_sum(tf.sin(y))] + [tf.reduce_sum(s * s) for s in flatten(state)], x)
        result.append([y, state, slope])
with tf.variable_scope("both"):
    make = lambda: tf.nn.rnn_cell.BasicRNNCell(3)
    with tf.variable_scope("", initializer=start):
        for fast in (False, True):
            with tf.variable_scope(str(fast)):
                both = functional_rnn.bidirectional_functional_rnn(
                    make(), make(), x, dtype=tf.float32, fast_reverse=fast, sequence_length=None if fast else [4, 1, 3])
            result.append([both[0], both[1]])
for v in tf.global_variables():  # in a function, 1.15 does not see the initializer of the scope around it
    size = int(np.prod(v.shape.as_list()))
    session.run(v.assign(np.sin(np.arange(size) + len(v.name)).reshape(v.shape.as_list()).astype(np.float32)))
shapes = [r[0].shape.as_list() for r in result[:-2]]
result = [session.run(result), shapes, sorted(v.name for v in tf.global_variables())]
"""


@pytest.mark.parametrize("grad", ["None", "slope"])
@pytest.mark.parametrize(("length", "end"), [("None", "False"), ("tf.constant(3)", "False")])
def test_a_loop_and_its_gradient(peer_1_15, grad, length, end):
    names = {"GRAD": grad, "LENGTH": length, "END": end, "FACTOR": "2."}
    source = LOOP
    for name, text in names.items():
        source = source.replace(name, text)
    compare(peer_1_15, source, rtol=2e-5)


def test_steps_at_the_end_of_the_inputs(peer_1_15):
    source = LOOP.replace("rng.randn(2, 3), tf.float32)}", "np.zeros((2, 3)), tf.float32)}")
    for name, text in {"GRAD": "slope", "LENGTH": "tf.constant(2)", "END": "True", "FACTOR": "1."}.items():
        source = source.replace(name, text)
    compare(peer_1_15, source, rtol=2e-5)


def test_cells_over_sequences(peer_1_15, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "interpret")  # nothing that the loops above do not have, in eighteen networks
    compare(peer_1_15, CELLS, rtol=2e-5)
