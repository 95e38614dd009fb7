"""Every optimizer makes the same steps as TensorFlow's, with the same operations, in both tiers."""

import re

import numpy as np
import pytest

import penstock as tf
from tests.same_program import TIERS, run_here

# A regression with a dense weight, a bias, and an embedding of which rows are used twice or not at all.
PROGRAM = """
def variable(name, value):
    return tf.get_variable(name, initializer=value, use_resource=use_resource)

random = np.random.RandomState(0)
x, y = random.randn(5, 4).astype(dtype), random.randn(5, 3).astype(dtype)
ids = np.array([1, 4, 1, 0, 4], np.int32)
w = variable("w", random.randn(4, 3).astype(dtype))
b = variable("b", random.randn(3).astype(dtype))
table = variable("table", random.randn(6, 3).astype(dtype))
step = tf.get_variable("global_step", [], tf.int64, tf.zeros_initializer(), trainable=False, use_resource=use_resource)
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b + tf.gather(table, ids) - y))
optimizer = eval(make)
train = optimizer.minimize(loss, global_step=step)
with tf.Session(config=CONFIG) as sess:
    sess.run(tf.global_variables_initializer())
    losses = [sess.run([loss, train])[0] for _ in range(20)]
    values = sess.run({v.op.name: v for v in tf.global_variables()})
result = {
    "losses": losses,
    "values": values,
    "names": [op.name for op in tf.get_default_graph().get_operations()],
    "types": [op.type for op in tf.get_default_graph().get_operations()],
    "slots": optimizer.get_slot_names(),
    "variables": [v.name for v in optimizer.variables()],
    "train": train.name,
}
"""

OPTIMIZERS = {
    "GradientDescent": "tf.train.GradientDescentOptimizer(0.1)",
    "Momentum": "tf.train.MomentumOptimizer(0.05, 0.9)",
    "Nesterov": "tf.train.MomentumOptimizer(0.05, 0.9, use_nesterov=True)",
    "Adam": "tf.train.AdamOptimizer(0.02)",
    "Adagrad": "tf.train.AdagradOptimizer(0.2)",
    "AdagradDA": "tf.train.AdagradDAOptimizer(0.2, step)",
    "AdagradDA-l1-l2": "tf.train.AdagradDAOptimizer(0.2, step, 0.1, 0.002, 0.1)",
    "Adadelta": "tf.train.AdadeltaOptimizer(1.0, 0.9, 1e-3)",
    "Ftrl": "tf.train.FtrlOptimizer(0.3)",
    "Ftrl-l1-l2": "tf.train.FtrlOptimizer(0.3, -0.7, 0.2, 0.01, 0.02, accum_name='acc', linear_name='lin')",
    "Ftrl-shrinkage": "tf.train.FtrlOptimizer(0.3, l2_shrinkage_regularization_strength=0.05)",
    "RMSProp": "tf.train.RMSPropOptimizer(0.02, momentum=0.5)",
    "RMSProp-centered": "tf.train.RMSPropOptimizer(0.02, 0.8, 0.5, 1e-3, centered=True)",
    "ProximalGradientDescent": "tf.train.ProximalGradientDescentOptimizer(0.1)",
    "ProximalGradientDescent-l1-l2": "tf.train.ProximalGradientDescentOptimizer(0.1, 0.01, 0.02)",
    "ProximalAdagrad": "tf.train.ProximalAdagradOptimizer(0.2)",
    "ProximalAdagrad-l1-l2": "tf.train.ProximalAdagradOptimizer(0.2, 0.1, 0.01, 0.02)",
}
KINDS = {"reference": False, "resource": True}
_answers = {}


def answer(peer, optimizer, kind, dtype="float32"):
    """What TensorFlow does; it is asked once for both tiers."""
    key = optimizer, kind, dtype
    if key not in _answers:
        arguments = {"make": OPTIMIZERS[optimizer], "use_resource": KINDS[kind], "dtype": dtype}
        _answers[key] = peer.run(PROGRAM, CONFIG=None, **arguments)
    return _answers[key]


def here(optimizer, kind, tier, dtype="float32"):
    return run_here(PROGRAM, tier, make=OPTIMIZERS[optimizer], use_resource=KINDS[kind], dtype=dtype)


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_twenty_steps_give_the_losses_variables_and_slots_of_tensorflow(peer, optimizer, kind, tier):
    ours, theirs = here(optimizer, kind, tier), answer(peer, optimizer, kind)
    np.testing.assert_allclose(ours["losses"], theirs["losses"], rtol=1e-5)
    assert ours["losses"][-1] < ours["losses"][0]
    assert ours["values"].keys() == theirs["values"].keys()
    for name, value in theirs["values"].items():
        np.testing.assert_allclose(ours["values"][name], value, rtol=2e-5, atol=2e-6, err_msg=name)
        assert ours["values"][name].dtype == value.dtype
    assert ours["slots"] == theirs["slots"]
    assert ours["variables"] == theirs["variables"]
    assert ours["train"] == theirs["train"]


# 1.15 reads rows of a resource variable through an Identity, and has no `beta` in Ftrl; 2.x differs.
ONLY_1X = {("Identity", "Identity"), ("Ftrl/l2_regularization_strength", "Const")}
ONLY_2X = {"add", "add/x", "beta", "Maximum", "Maximum/x", "Maximum/y", "mul", "mul/x", "truediv", "truediv/x"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_operations_have_the_names_of_tensorflow(peer, optimizer, kind):
    accumulator = "/acc/Initializer/" if optimizer == "Ftrl-l1-l2" else "/Ftrl/Initializer/"

    def constants(run):
        return {(n, t) for n, t in zip(run["names"], run["types"]) if re.fullmatch(r"Const(_\d+)?", n)}

    def operations(run):
        # The names below "gradients" are those of tf.gradients, which has tests of its own. Slots of Ftrl begin with a
        # constant outside of all scopes in 1.15 (tests/parity compares with it), with a product of ones in 2.x.
        found = {(n, t) for n, t in zip(run["names"], run["types"]) if not n.startswith("gradients/")}
        found = {(n, t) for n, t in found if accumulator not in n}
        if "Ftrl" in optimizer:
            found -= constants(run)
        return {(n, t) for n, t in found - ONLY_1X if not (n.startswith("Ftrl/") and n[5:] in ONLY_2X)}

    ours, theirs = here(optimizer, kind, "numpy"), answer(peer, optimizer, kind)
    assert operations(ours) == operations(theirs)
    assert len(constants(ours)) == len(constants(theirs)) + (3 if "Ftrl" in optimizer else 0)


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("optimizer", ["GradientDescent", "Adam", "RMSProp-centered", "Ftrl-l1-l2"])
def test_double_precision_agrees_to_its_own_accuracy(peer, optimizer, tier):
    ours, theirs = here(optimizer, "resource", tier, "float64"), answer(peer, optimizer, "resource", "float64")
    for name, value in theirs["values"].items():
        np.testing.assert_allclose(ours["values"][name], value, rtol=1e-12, atol=1e-13, err_msg=name)


# ---- names, slots, scopes


@pytest.fixture
def graph():
    with tf.Graph().as_default() as g:
        yield g


def test_slots_are_named_after_their_variable_and_belong_to_it(graph):
    with tf.variable_scope("layer"):
        w = tf.get_variable("w", [2])
    optimizer = tf.train.AdamOptimizer()
    optimizer.minimize(tf.reduce_sum(w * w))
    assert [v.op.name for v in tf.global_variables()] == [
        "layer/w", "beta1_power", "beta2_power", "layer/w/Adam", "layer/w/Adam_1",
    ]  # fmt: skip
    assert optimizer.get_slot_names() == ["m", "v"]
    assert optimizer.get_slot(w, "v").op.name == "layer/w/Adam_1"
    assert optimizer.get_slot(w, "nothing") is None
    assert [v.op.name for v in tf.trainable_variables()] == ["layer/w"]


def test_slots_of_parts_are_saved_as_parts(graph):
    w = tf.get_variable("w", [4, 2], partitioner=tf.fixed_size_partitioner(2))
    optimizer = tf.train.MomentumOptimizer(0.1, 0.9)
    optimizer.minimize(tf.reduce_sum(tf.square(w)))
    slot = optimizer.get_slot(list(w)[1], "momentum")
    assert slot.op.name == "w/part_1/Momentum"
    info = slot._save_slice_info
    assert (info.full_name, list(info.full_shape), list(info.var_offset), list(info.var_shape)) == (
        "w/Momentum", [4, 2], [2, 0], [2, 2],
    )  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("optimizer", ["Momentum", "Adam", "Adagrad", "RMSProp"])
def test_variables_of_unknown_shape_have_slots_of_the_shape_they_get(graph, optimizer, kind):
    initial = tf.placeholder_with_default(np.ones((2, 3), np.float32), None)
    w = tf.Variable(initial, validate_shape=False, use_resource=KINDS[kind])
    made = eval(OPTIMIZERS[optimizer])
    train = made.minimize(tf.reduce_sum(w * w))
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        sess.run(train)
        assert (sess.run(w) < 1).all()
        assert {sess.run(made.get_slot(w, s)).shape for s in made.get_slot_names()} == {(2, 3)}


def test_one_optimizer_serves_two_graphs():
    optimizer = tf.train.MomentumOptimizer(0.1, 0.9)
    for _ in range(2):
        with tf.Graph().as_default():
            w = tf.Variable(1.0, name="w")
            optimizer.minimize(w * w)
            assert [v.name for v in optimizer.variables()] == ["w/Momentum:0"]


def test_the_step_is_named_and_collected(graph):
    w = tf.Variable(1.0)
    train = tf.train.GradientDescentOptimizer(0.1).minimize(w * w, name="go")
    assert train.name == "go" and train.type == "NoOp"
    assert tf.get_collection(tf.GraphKeys.TRAIN_OP) == [train]


def test_the_global_step_counts_after_the_update(graph):
    w, step = tf.Variable(1.0), tf.Variable(7, trainable=False)
    train = tf.train.GradientDescentOptimizer(0.25).minimize(w * w, global_step=step)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        sess.run(train)
        assert sess.run([w, step]) == [0.5, 8]


@pytest.mark.parametrize("gate", ["GATE_NONE", "GATE_OP", "GATE_GRAPH"])
def test_gating_does_not_change_the_result(graph, gate):
    a, b = tf.Variable(2.0), tf.Variable(3.0)
    optimizer = tf.train.GradientDescentOptimizer(0.1)
    train = optimizer.minimize(a * b, gate_gradients=getattr(optimizer, gate))
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        sess.run(train)
        np.testing.assert_allclose(sess.run([a, b]), [1.7, 2.8], rtol=1e-6)


def test_variables_without_a_gradient_are_left_alone(graph):
    a, b = tf.Variable(2.0), tf.Variable(3.0)
    optimizer = tf.train.AdamOptimizer()
    pairs = optimizer.compute_gradients(a * a)
    assert [(g is None, v) for g, v in pairs] == [(False, a), (True, b)]
    optimizer.apply_gradients(pairs)
    assert optimizer.get_slot(b, "m") is None


def test_hyperparameters_may_be_functions_and_tensors(graph):
    w = tf.Variable(1.0)
    rate = tf.placeholder(tf.float32, [])
    train = tf.train.MomentumOptimizer(lambda: rate, tf.constant(0.5)).minimize(w * w)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        sess.run(train, {rate: 0.25})
        assert sess.run(w) == 0.5


def test_a_loss_may_be_a_function(graph):
    w, unused = tf.Variable(1.0), tf.Variable(1.0)
    pairs = tf.train.GradientDescentOptimizer(0.1).compute_gradients(lambda: w * w)
    assert [v for _, v in pairs] == [w]
    pairs = tf.train.GradientDescentOptimizer(0.1).compute_gradients(lambda: w * w, [unused])
    assert pairs == [(None, unused)]


def test_a_constraint_is_applied_after_the_update(graph):
    for kind in KINDS.values():
        w = tf.get_variable(
            f"w{kind}", initializer=[1.0, -1.0], constraint=lambda v: tf.maximum(v, 0.0), use_resource=kind
        )
        train = tf.train.GradientDescentOptimizer(0.25).minimize(tf.reduce_sum(w * w), var_list=[w])
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            sess.run(train)
            np.testing.assert_array_equal(sess.run(w), [0.5, 0.0])


def test_users_write_optimizers_of_their_own(graph):
    class Signs(tf.train.Optimizer):
        def __init__(self):
            super().__init__(False, "Signs")

        def _prepare(self):
            self._rate = tf.constant(0.5)

        def _apply_dense(self, grad, var):
            return tf.assign_sub(var, self._rate * tf.sign(grad))

    w = tf.Variable([3.0, -4.0])
    train = Signs().minimize(tf.reduce_sum(w * w))
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        sess.run(train)
        np.testing.assert_array_equal(sess.run(w), [2.5, -3.5])


# ---- errors, with TensorFlow's words

ERRORS = {
    "no gradient at all": "w = tf.Variable(1.0); tf.train.AdamOptimizer().minimize(tf.constant(2.0))",
    "only None gradients": "w = tf.Variable(1.0); tf.train.AdamOptimizer().apply_gradients([(None, w)])",
    "no pairs": "tf.train.AdamOptimizer().apply_gradients([])",
    "no variables": "tf.train.AdamOptimizer().minimize(tf.constant(2.0))",
    "unknown gate": "w = tf.Variable(1.0); tf.train.AdamOptimizer().minimize(w * w, gate_gradients='GATE')",
    "no gradient but a string": "w = tf.Variable(1.0); tf.train.AdamOptimizer().apply_gradients([(object(), w)])",
    "a tensor to update": "t = tf.constant(1.0); tf.train.GradientDescentOptimizer(1.0).apply_gradients([(t, t)])",
    "no name": "tf.train.GradientDescentOptimizer(1.0, name='')",
    "a negative accumulator": "tf.train.AdagradOptimizer(0.1, initial_accumulator_value=-1.0)",
    "a negative l1": "tf.train.FtrlOptimizer(0.1, l1_regularization_strength=-1.0)",
    "a positive power": "tf.train.FtrlOptimizer(0.1, learning_rate_power=0.5)",
}


@pytest.mark.parametrize("case", ERRORS)
def test_errors_are_those_of_tensorflow(peer, case):
    program = f"""
        try:
            {ERRORS[case]}
        except Exception as e:
            result = {{"kind": type(e).__name__, "text": str(e)}}
    """
    ours, theirs = run_here(program), peer.run(program)
    assert ours["kind"] == theirs["kind"]
    for address in ("<object object at 0x",):
        ours["text"], theirs["text"] = (t["text"].partition(address)[0] for t in (ours, theirs))
    assert ours["text"] == theirs["text"]


def test_an_integer_loss_is_refused(graph):
    with pytest.raises(ValueError, match=r"Invalid type tf.int32 for .*:0, expected: \["):
        tf.train.GradientDescentOptimizer(0.1).compute_gradients(tf.Variable(1) * 2)


def test_a_constraint_on_a_variable_with_sparse_gradients_is_refused(graph):
    w = tf.get_variable("w", [3, 2], constraint=lambda v: v)
    with pytest.raises(RuntimeError, match="Cannot use a constraint function on a sparse variable."):
        tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(tf.gather(w, [0, 0])))
