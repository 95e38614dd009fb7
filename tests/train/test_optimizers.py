"""Every optimizer makes the same steps as TensorFlow's, with the same operations, in both tiers."""

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


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_operations_have_the_names_of_tensorflow(peer, optimizer, kind):
    ours, theirs = here(optimizer, kind, "numpy"), answer(peer, optimizer, kind)
    if optimizer.startswith("Ftrl"):
        pytest.skip("2.x computes a strength from `beta`, which 1.15 does not have")
    assert sorted(zip(ours["names"], ours["types"])) == sorted(zip(theirs["names"], theirs["types"]))


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("optimizer", ["GradientDescent", "Adam", "RMSProp-centered", "Ftrl-l1-l2"])
def test_double_precision_agrees_to_its_own_accuracy(peer, optimizer, tier):
    ours, theirs = here(optimizer, "resource", tier, "float64"), answer(peer, optimizer, "resource", "float64")
    for name, value in theirs["values"].items():
        np.testing.assert_allclose(ours["values"][name], value, rtol=1e-12, atol=1e-13, err_msg=name)
