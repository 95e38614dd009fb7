"""Recurrent networks have TensorFlow's variables and outputs, and train to its losses, in both tiers."""

import numpy as np
import pytest

import penstock as tf
from tests.ops.programs import _compare, ours, same, same_error

# Runs a network, and trains it for `{steps}` steps; `x` is [batch 3, time 5, depth 4], `n` the lengths.
PROGRAM = """
C = tf.nn.rnn_cell
random = np.random.RandomState(5)
value = random.normal(size=[3, 5, 4]).astype(np.float32)
x = tf.placeholder(tf.float32, {shape})
n = tf.placeholder(tf.int32, [None])
feeds = {x: value, n: [5, 2, 3]}

def network(x, n):
    return {network}

def flat(y):
    if isinstance(y, dict):
        return [f for k in sorted(y) for f in flat(y[k])]
    return [f for part in y for f in flat(part)] if isinstance(y, (list, tuple)) else [y]

with tf.variable_scope(tf.get_variable_scope(), initializer=tf.glorot_uniform_initializer(seed=11)):
    made = flat(network(x, n))
weights = tf.trainable_variables()
loss = tf.add_n([tf.reduce_mean(tf.square(y - 0.4)) for y in made])
slopes = tf.gradients(loss, [x] + weights)
step = tf.train.GradientDescentOptimizer(0.5).minimize(loss) if weights else tf.no_op()
session = tf.Session()
session.run(tf.global_variables_initializer())
first = session.run([made, slopes], feeds)
losses = [session.run([loss, step], feeds)[0] for _ in range({steps})]
result = dict(
    names=[(v.name, v.shape.as_list()) for v in tf.global_variables()], shapes=[y.shape.as_list() for y in made],
    outputs=first[0], slopes=first[1], losses=losses, final=session.run(weights),
)
"""

D = "tf.nn.dynamic_rnn"
NETWORKS = {
    "basic": f"{D}(C.BasicRNNCell(6), x, dtype=tf.float32)",
    "basic relu": f"{D}(C.BasicRNNCell(6, activation='relu', name='mine'), x, dtype=tf.float32)",
    "gru": f"{D}(C.GRUCell(6), x, dtype=tf.float32)",
    "gru with initializers": (
        f"{D}(C.GRUCell(6, bias_initializer=tf.zeros_initializer(), kernel_initializer=tf.constant_initializer(.1)),"
        " x, n, dtype=tf.float32)"
    ),
    "basic lstm": f"{D}(C.BasicLSTMCell(6), x, dtype=tf.float32)",
    "basic lstm, joined state": f"{D}(C.BasicLSTMCell(6, state_is_tuple=False, forget_bias=.3), x, dtype=tf.float32)",
    "lengths": f"{D}(C.BasicLSTMCell(6), x, n, dtype=tf.float32)",
    "lengths of time major": f"{D}(C.GRUCell(6), tf.transpose(x, [1, 0, 2]), n, dtype=tf.float32, time_major=True)",
    "lstm": f"{D}(C.LSTMCell(6), x, dtype=tf.float32, scope='here')",
    "lstm, everything": (
        f"{D}(C.LSTMCell(6, use_peepholes=True, cell_clip=.2, num_proj=3, proj_clip=.1, forget_bias=.5), x, n,"
        " dtype=tf.float32, swap_memory=True)"
    ),
    "lstm, joined state": f"{D}(C.LSTMCell(6, num_proj=3, state_is_tuple=False), x, dtype=tf.float32)",
    "initial state": f"{D}(C.GRUCell(4), x, initial_state=x[:, 0, :] * 2.0)",
    "two layers": f"{D}(C.MultiRNNCell([C.BasicLSTMCell(6), C.GRUCell(3)]), x, n, dtype=tf.float32)",
    "two layers, joined state": (
        f"{D}(C.MultiRNNCell([C.BasicRNNCell(6), C.GRUCell(3)], state_is_tuple=False), x, dtype=tf.float32)"
    ),
    "residual": f"{D}(C.ResidualWrapper(C.GRUCell(4)), x, n, dtype=tf.float32)",
    "device": f"{D}(C.DeviceWrapper(C.GRUCell(4), '/cpu:0'), x, dtype=tf.float32)",
    "no dropout": f"{D}(C.DropoutWrapper(C.GRUCell(4), 1.0, 1.0), x, dtype=tf.float32)",
    "two inputs": f"tf.layers.dense({D}(C.GRUCell(4), x, dtype=tf.float32)[0], 2)",
    "both directions": (
        "tf.nn.bidirectional_dynamic_rnn(C.GRUCell(3), C.BasicLSTMCell(2), x, sequence_length=n, dtype=tf.float32)"
    ),
    "both directions without lengths": (
        "tf.nn.bidirectional_dynamic_rnn(C.GRUCell(3), C.GRUCell(2), x, dtype=tf.float32, scope='bi')"
    ),
    "unrolled": "tf.nn.static_rnn(C.BasicLSTMCell(6), tf.unstack(x, 5, 1), dtype=tf.float32)",
    "unrolled with lengths": (
        "tf.nn.static_rnn(C.GRUCell(6), tf.unstack(x, 5, 1), dtype=tf.float32, sequence_length=n)"
    ),
    "unrolled in both directions": (
        "tf.nn.static_bidirectional_rnn(C.GRUCell(3), C.GRUCell(2), tf.unstack(x, 5, 1), dtype=tf.float32,"
        " sequence_length=n)"
    ),
}


def program(network, shape="[None, 5, 4]", steps=20):
    return PROGRAM.replace("{network}", network).replace("{shape}", shape).replace("{steps}", str(steps))


@pytest.mark.parametrize("network", NETWORKS.values(), ids=NETWORKS)
def test_a_network_trains_as_in_tensorflow(peer, monkeypatch, network):
    monkeypatch.setattr("penstock.runtime.xla.compile.STRICT", True)
    same(peer, program(network), monkeypatch, rtol=2e-4, atol=1e-5)


def test_the_length_may_be_known_at_run_time_only(peer, monkeypatch):
    monkeypatch.setattr("penstock.runtime.xla.compile.STRICT", True)
    same(peer, program(NETWORKS["lengths"], "[None, None, 4]", 3), monkeypatch, rtol=2e-4, atol=1e-5)


# -- loops that a function steers -----------------------------------------------------------------------------------------

RAW = """
x = tf.constant(np.random.RandomState(1).normal(size=[5, 3, 4]).astype(np.float32))
n = tf.constant([5, 2, 3])
inputs = tf.TensorArray(tf.float32, 5, clear_after_read=False).unstack(x)
cell = tf.nn.rnn_cell.LSTMCell(6, initializer=tf.glorot_uniform_initializer(seed=3))

def loop_fn(time, cell_output, cell_state, loop_state):
    emit = cell_output
    state = cell.zero_state(3, tf.float32) if cell_output is None else cell_state
    finished = time >= n
    read = tf.cond(tf.reduce_all(finished), lambda: tf.zeros([3, 4]), lambda: inputs.read(time))
    return finished, read, state, emit, {loop_state}

arrays, state, loop_state = tf.nn.raw_rnn(cell, loop_fn)
y = arrays.stack()
slope = tf.gradients(tf.reduce_sum(y * y), tf.trainable_variables())
session = tf.Session()
session.run(tf.global_variables_initializer())
result = dict(
    values=[*session.run([y, state, slope])], none=loop_state is None,
    loop=0 if loop_state is None else session.run(loop_state), names=[v.name for v in tf.global_variables()],
)
"""


@pytest.mark.parametrize("loop_state", ["None", "tf.constant(0) if loop_state is None else loop_state + time"])
def test_a_function_steers_raw_rnn(peer, monkeypatch, loop_state):
    same(peer, RAW.replace("{loop_state}", loop_state), monkeypatch, rtol=1e-4)


OWN = """
class Own(tf.nn.rnn_cell.RNNCell):
    state_size = property(lambda self: (2, tf.TensorShape([2, 2])))
    output_size = property(lambda self: 2)
    def call(self, inputs, state):
        w = tf.get_variable('w', [4, 2], initializer=tf.constant_initializer(.3))
        h = tf.tanh(tf.matmul(inputs, w) + state[0])
        return h, (h, state[1] + h[:, :, None])

cell = Own()
x = tf.constant(np.arange(24, dtype=np.float32).reshape([2, 3, 4]) / 20)
y, state = tf.nn.dynamic_rnn(cell, x, sequence_length=[3, 1], dtype=tf.float32)
slope = tf.gradients(y, tf.trainable_variables())
session = tf.Session()
session.run(tf.global_variables_initializer())
result = dict(values=list(session.run([y, state, slope])), names=[v.name for v in tf.global_variables()],
              weights=[v.name for v in cell.trainable_weights], shapes=[s.shape.as_list() for s in state])
"""


def test_a_cell_of_ones_own_makes_variables_in_call(peer, monkeypatch):
    same(peer, OWN, monkeypatch, rtol=1e-4)


SHARED = """
C = tf.nn.rnn_cell
x = tf.ones([2, 3, 4])
cell = C.BasicLSTMCell(3)
a = tf.nn.dynamic_rnn(cell, x, dtype=tf.float32)
b = tf.nn.dynamic_rnn(cell, x, dtype=tf.float32)
with tf.variable_scope('other'):
    c = tf.nn.dynamic_rnn(C.GRUCell(3), x, dtype=tf.float32)
with tf.variable_scope('other', reuse=True):
    d = tf.nn.dynamic_rnn(C.GRUCell(3), x, dtype=tf.float32)
e = C.BasicRNNCell(3)(x[:, 0], tf.zeros([2, 3]))
f = C.BasicRNNCell(3)(x[:, 0], tf.zeros([2, 3]), scope='scope')
stack = C.MultiRNNCell([C.DropoutWrapper(C.GRUCell(3), output_keep_prob=.5), C.ResidualWrapper(C.GRUCell(3))])
g = tf.nn.static_rnn(stack, tf.unstack(x, axis=1), dtype=tf.float32, scope='deep')
zero = stack.zero_state(2, tf.float32)
result = dict(
    names=[v.name for v in tf.global_variables()], zeros=[z.name for z in zero],
    sizes=[stack.state_size, stack.output_size, tuple(cell.state_size)],
    weights=[v.name for v in cell.weights], stack=[v.name for v in stack.trainable_weights],
)
"""


def test_cells_share_variables_by_object_and_by_scope(peer, monkeypatch):
    same(peer, SHARED, monkeypatch)


@pytest.mark.parametrize(
    ("expression", "part"),
    [
        ("tf.nn.dynamic_rnn(3, tf.zeros([2, 3, 4]), dtype=tf.float32)", "is not an RNNCell"),
        ("tf.nn.dynamic_rnn(C.GRUCell(3), tf.zeros([2, 3, 4]))", "dtype"),
        (
            "tf.nn.dynamic_rnn(C.GRUCell(3), tf.placeholder(tf.float32, [2, 3, None]), dtype=tf.float32)",
            "shape inference",
        ),
        ("tf.nn.dynamic_rnn(C.GRUCell(3), tf.zeros([2, 3, 4]), [[1]], dtype=tf.float32)", "must be a vector of length"),
        ("tf.nn.static_rnn(C.GRUCell(3), tf.zeros([2, 3, 4]), dtype=tf.float32)", "must be a sequence"),
        ("tf.nn.static_rnn(C.GRUCell(3), [], dtype=tf.float32)", "must not be empty"),
        ("C.MultiRNNCell([])", "at least one cell"),
        ("C.MultiRNNCell([C.LSTMCell(2)], state_is_tuple=False)", "Some cells return tuples of states"),
        ("C.DropoutWrapper(C.GRUCell(2), input_keep_prob=1.5)", "must be between 0 and 1"),
        ("C.GRUCell(3)(tf.zeros([2, 3], tf.int32), tf.zeros([2, 3]))", "only supports floating point inputs"),
    ],
)
def test_mistakes_are_told_at_construction(peer, monkeypatch, expression, part):
    same_error(peer, f"C = tf.nn.rnn_cell\n{expression}\nresult = {{}}", monkeypatch, part)


# -- what real TensorFlow cannot be asked, or is asked elsewhere -------------------------------------------------------------


def test_a_length_of_the_wrong_batch_is_found_when_it_runs():
    with tf.Graph().as_default(), tf.Session() as session:
        lengths = tf.placeholder(tf.int32, [None])
        y, _ = tf.nn.dynamic_rnn(tf.nn.rnn_cell.GRUCell(3), tf.zeros([2, 3, 4]), lengths, dtype=tf.float32)
        session.run(tf.global_variables_initializer())
        with pytest.raises(tf.errors.InvalidArgumentError, match="Expected shape for Tensor rnn/sequence_length:0 is"):
            session.run(y, {lengths: [1, 2, 3]})


@pytest.mark.parametrize("variational", [False, True])
def test_dropout_is_fresh_in_each_step_unless_it_is_variational(variational):
    class Through(tf.nn.rnn_cell.RNNCell):
        state_size = output_size = 50

        def call(self, inputs, state):
            return inputs, state

    with tf.Graph().as_default(), tf.Session() as session:
        cell = tf.nn.rnn_cell.DropoutWrapper(
            Through(), input_keep_prob=0.5, variational_recurrent=variational, input_size=50, dtype=tf.float32, seed=3
        )
        y = session.run(tf.nn.dynamic_rnn(cell, tf.ones([1, 4, 50]), dtype=tf.float32)[0])[0]
        assert set(np.unique(y)) == {0.0, 2.0}
        assert (y[0] == y[1]).all() == variational


def test_the_memory_of_an_lstm_is_never_dropped():
    with tf.Graph().as_default(), tf.Session() as session:
        cell = tf.nn.rnn_cell.DropoutWrapper(tf.nn.rnn_cell.LSTMCell(40), state_keep_prob=0.5)
        _, state = cell(tf.ones([1, 4]), cell.zero_state(1, tf.float32))
        session.run(tf.global_variables_initializer())
        c, h = session.run(state)
        assert (c != 0).all()
        assert 0 < (h == 0).sum() < 40


def test_a_saved_state_is_taken_up_by_the_next_run():
    class Saver:
        def __init__(self):
            self.kept = tf.get_variable("kept", [1, 2], initializer=tf.zeros_initializer(), trainable=False)

        def state(self, name):
            return self.kept.read_value()

        def save_state(self, name, value):
            return tf.assign(self.kept, value)

    class Count(tf.nn.rnn_cell.RNNCell):
        state_size = output_size = 2

        def call(self, inputs, state):
            return inputs + state, state + 1

    with tf.Graph().as_default(), tf.Session() as session:
        outputs, _ = tf.nn.state_saving_rnn(Count(), [tf.zeros([1, 2])] * 3, Saver(), "name")
        session.run(tf.global_variables_initializer())
        assert session.run(outputs)[-1][0, 0] == 2
        assert session.run(outputs)[-1][0, 0] == 5


def test_the_names_and_arguments_of_0_9_are_understood():
    with tf.Graph().as_default():
        x = [tf.zeros([2, 3])] * 2
        cell = tf.nn.rnn_cell.BasicLSTMCell(4, input_size=3, state_is_tuple=False)
        outputs, state = tf.nn.rnn(cell, x, dtype=tf.float32, scope="a")
        assert state.shape.as_list() == [2, 8]
        outputs, _, _ = tf.nn.bidirectional_rnn(
            tf.nn.rnn_cell.GRUCell(4, 3), tf.nn.rnn_cell.GRUCell(4, 3), x, dtype=tf.float32, scope="b"
        )
        assert outputs[0].shape.as_list() == [2, 8]
        wrapped = tf.nn.rnn_cell.OutputProjectionWrapper(
            tf.nn.rnn_cell.InputProjectionWrapper(tf.nn.rnn_cell.GRUCell(4), 5), 6
        )
        outputs, _ = tf.nn.rnn(wrapped, x, dtype=tf.float32, scope="c")
        assert outputs[0].shape.as_list() == [2, 6]
        embedded = tf.nn.rnn_cell.EmbeddingWrapper(tf.nn.rnn_cell.GRUCell(4), 10, 3)
        outputs, _ = tf.nn.rnn(embedded, [tf.zeros([2], tf.int32)] * 2, dtype=tf.float32, scope="d")
        assert outputs[0].shape.as_list() == [2, 4]
        assert tf.contrib.rnn.BasicLSTMCell is tf.nn.rnn_cell.BasicLSTMCell


def test_resource_variables_give_the_same_numbers(monkeypatch):
    text = program(NETWORKS["lengths"], steps=3)
    wanted = ours(text, monkeypatch)
    text = text.replace("initializer=tf.glorot", "use_resource=True, initializer=tf.glorot")
    for tier in ("interpret", "compile"):
        _compare(ours(text, monkeypatch, tier), wanted, 1e-4, 1e-6, tier)


@pytest.mark.parametrize("tier", ["interpret", "compile"])
def test_the_gradient_of_a_network_has_a_gradient(monkeypatch, tier):
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float64, [1, 3, 2])
        cell = tf.nn.rnn_cell.BasicRNNCell(2, dtype=tf.float64)
        with tf.variable_scope("net", initializer=tf.glorot_uniform_initializer(seed=2, dtype=tf.float64)):
            y, _ = tf.nn.dynamic_rnn(cell, x, dtype=tf.float64)
        (first,) = tf.gradients(y * y, x)
        (second,) = tf.gradients(tf.reduce_sum(first * first), x)
        session.run(tf.global_variables_initializer())
        value = np.linspace(-1, 1, 6).reshape([1, 3, 2])
        size = lambda v: np.square(session.run(first, {x: v})).sum()  # noqa: E731
        step = 1e-5 * np.eye(6).reshape([6, 1, 3, 2])
        wanted = [(size(value + d) - size(value - d)) / 2e-5 for d in step]
        np.testing.assert_allclose(session.run(second, {x: value}).ravel(), wanted, rtol=1e-5)
