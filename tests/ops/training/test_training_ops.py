"""Training operations, each alone: values against TensorFlow, repeated indices, other types, and errors."""

import numpy as np
import pytest

import penstock as tf
from penstock.graph import opdef, registry
from penstock.ops.training import optimizer_updates as training_ops
from tests.same_program import TIERS, run_here

# Makes the variables and constants, runs one operation twice, and returns the values of the variables.
PROGRAM = """
def variable(name):
    return tf.get_variable(name, initializer=inputs[name], use_resource=op_type.startswith("Resource"))

variables = {name: variable(name) for name in states}
arguments = dict(inputs)
for name, v in variables.items():
    arguments[name] = v.handle if op_type.startswith("Resource") else v._ref()
step = getattr(tf.raw_ops, op_type)(**arguments, **attrs)
with tf.Session(config=CONFIG) as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(2):
        sess.run(getattr(step, "op", step))
    result = sess.run(variables)
"""

OPERATIONS = sorted(
    prefix + method
    for method in training_ops._METHODS
    for prefix in ("Apply", "ResourceApply", "SparseApply", "ResourceSparseApply")
    if opdef.get(prefix + method) is not None
)
SCALARS = {
    "lr": 0.1, "alpha": 0.1, "rho": 0.8, "momentum": 0.7, "epsilon": 1e-3, "beta1": 0.8, "beta2": 0.9, "beta": 0.7,
    "beta1_power": 0.64, "beta2_power": 0.81, "l1": 0.05, "l2": 0.1, "l2_shrinkage": 0.03, "lr_power": -0.5,
    "logbase": 1.5, "sign_decay": 0.9,
}  # fmt: skip
FLAGS = ("use_nesterov", "update_slots")


def setting(op_type, dtype=np.float32, indices=(1, 3, 1, 0, 1), **changes):
    """Arguments for PROGRAM: deterministic inputs for an operation."""
    random = np.random.RandomState(1)
    states = registry.lookup(op_type).updates
    inputs = {}
    for arg in opdef.get(op_type).inputs:
        if arg.name in states:
            inputs[arg.name] = np.abs(random.randn(4, 3)) + 0.5
        elif arg.name in ("grad", "delta"):
            inputs[arg.name] = random.randn(len(indices) if "Sparse" in op_type else 4, 3)
        elif arg.name == "indices":
            inputs[arg.name] = np.array(indices, np.int32)
        elif arg.name == "global_step":
            inputs[arg.name] = np.array(3, np.int64)
        else:
            inputs[arg.name] = np.array(SCALARS[arg.name])
    inputs |= changes
    inputs = {k: v if v.dtype.kind == "i" else v.astype(dtype) for k, v in inputs.items()}
    return {"op_type": op_type, "states": list(states), "inputs": inputs, "attrs": {}}


def flags_of(op_type):
    return [name for name in FLAGS if name in opdef.get(op_type).attrs]


@pytest.mark.parametrize("op_type", OPERATIONS)
def test_values_are_those_of_tensorflow_in_both_tiers(peer, op_type):
    for flags in [{}, *({name: True} for name in flags_of(op_type)), *({name: False} for name in flags_of(op_type))]:
        arguments = setting(op_type) | {"attrs": flags}
        theirs = peer.run(PROGRAM, CONFIG=None, **arguments)
        for tier in TIERS:
            ours = run_here(PROGRAM, tier, **arguments)
            for name, value in theirs.items():
                np.testing.assert_allclose(ours[name], value, rtol=1e-5, atol=1e-6, err_msg=f"{name} {tier} {flags}")


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize(
    ("op_type", "changes"),
    [
        ("ApplyFtrl", {"lr_power": np.array(-0.7)}),
        ("ApplyFtrl", {"l1": np.array(0.0)}),
        ("ApplyFtrlV2", {"lr_power": np.array(-0.3), "l1": np.array(2.0)}),
        ("SparseApplyFtrlV2", {"lr_power": np.array(-0.3)}),
        ("ApplyAdagradDA", {"l1": np.array(0.0)}),
        ("SparseApplyAdagradDA", {"l1": np.array(0.0), "l2": np.array(0.0)}),
        ("ApplyProximalGradientDescent", {"l1": np.array(0.0)}),
        ("ApplyProximalGradientDescent", {"l1": np.array(-1.0)}),
        ("SparseApplyProximalAdagrad", {"l1": np.array(0.0)}),
        ("SparseApplyAdagrad", {"indices": np.array([], np.int32), "grad": np.zeros((0, 3))}),
        ("SparseApplyMomentum", {"indices": np.array([3, 3, 3, 3, 3], np.int64)}),
        ("SparseApplyRMSProp", {"indices": np.array([2, 1, 0, 3], np.int64), "grad": np.ones((4, 3))}),
    ],
)
def test_special_cases_are_those_of_tensorflow(peer, op_type, changes, tier):
    arguments = setting(op_type, **changes)
    ours, theirs = run_here(PROGRAM, tier, **arguments), peer.run(PROGRAM, CONFIG=None, **arguments)
    for name, value in theirs.items():
        np.testing.assert_allclose(ours[name], value, rtol=1e-5, atol=1e-6, err_msg=name)


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("op_type", [o for o in OPERATIONS if o.startswith("ResourceApply")])
def test_other_types_stay_what_they_are(op_type, tier):
    wide = run_here(PROGRAM, tier, **setting(op_type))
    for dtype, rtol in ((np.float64, 1e-5), (np.float16, 0.02), (tf.bfloat16.as_numpy_dtype, 0.1)):
        for name, value in run_here(PROGRAM, tier, **setting(op_type, dtype)).items():
            assert value.dtype == dtype
            np.testing.assert_allclose(value.astype(np.float64), wide[name], rtol=rtol, atol=rtol)


def test_large_variables_are_updated_as_small_ones_are():
    random = np.random.RandomState(2)
    size = 2 * training_ops._BLOCK + 5
    state = {name: random.rand(size, 1) for name in ("var", "m", "v", "grad")}
    large = run_here(PROGRAM, **setting("ApplyAdam", **state))
    ends = {name: value[-7:] for name, value in state.items()}
    for name, value in run_here(PROGRAM, **setting("ApplyAdam", **ends)).items():
        assert large[name].shape == (size, 1)
        np.testing.assert_array_equal(large[name][-7:], value)


@pytest.mark.parametrize("tier", TIERS)
def test_a_learning_rate_that_is_fed_decides_in_xla_too(tier):
    """The conditions on l1 and lr_power must not need their values while tracing."""
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.global_jit_level = TIERS[tier]
    with tf.Graph().as_default(), tf.Session(config=config) as sess:
        var, accum, linear = (tf.Variable(np.ones(3, np.float32)) for _ in range(3))
        l1, power = tf.placeholder(tf.float32, []), tf.placeholder(tf.float32, [])
        grad = np.array([0.5, -1.0, 3.0], np.float32)
        step = tf.raw_ops.ApplyFtrl(
            var=var._ref(), accum=accum._ref(), linear=linear._ref(), grad=grad, lr=0.1, l1=l1, l2=0.0, lr_power=power
        )
        for strength, exponent in ((0.0, -0.5), (0.3, -0.5), (0.3, -0.8)):
            sess.run(tf.global_variables_initializer())
            new_accum = 1 + grad**2
            new_linear = 1 + grad - (new_accum**-exponent - 1) / 0.1
            pull = strength * np.sign(new_linear) - new_linear
            wanted = np.where(np.abs(new_linear) > strength, pull / (new_accum**-exponent / 0.1), 0)
            np.testing.assert_allclose(sess.run(step, {l1: strength, power: exponent}), wanted, rtol=1e-5, atol=1e-6)


# ---- errors when running

BAD = {
    "SparseApplyAdagrad": (
        {"indices": np.array([0, 9, 1, 1, 1], np.int32)},
        "Index 9 at offset 1 in indices is out of range",
    ),
    "ResourceSparseApplyMomentum": (
        {"indices": np.array([0, 1, -1, 1, 1], np.int32)},
        "Index -1 at offset 2 in indices is out of range",
    ),
    "ResourceSparseApplyKerasMomentum": (
        {"indices": np.array([4, 1, 1, 1, 1], np.int32)},
        "indices[0] = 4 is not in [0, 4)",
    ),
    "ApplyFtrl": ({"lr": np.array(0.0)}, "lr is not a positive scalar: []"),
    "ApplyFtrlV2": ({"lr_power": np.array(0.5)}, "lr_power is not a non-positive scalar: []"),
    "SparseApplyProximalAdagrad": (
        {"l1": np.array(-1.0)},
        "l1 regularization strength is not a non-negative scalar: []",
    ),
}


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("op_type", BAD)
def test_bad_values_are_reported_and_change_nothing(op_type, tier):
    changes, text = BAD[op_type]
    program = PROGRAM.replace(
        '    for _ in range(2):\n        sess.run(getattr(step, "op", step))\n',
        '    try:\n        sess.run(getattr(step, "op", step))\n        error = None\n'
        "    except tf.errors.InvalidArgumentError as e:\n        error = e.message\n",
    ).replace("result = sess.run(variables)", "result = (error, sess.run(variables))")
    arguments = setting(op_type, **changes)
    error, values = run_here(program, tier, **arguments)
    assert error is not None and text in error
    for name, value in values.items():
        np.testing.assert_array_equal(value, arguments["inputs"][name])


# ---- errors when building


@pytest.mark.parametrize(
    ("op_type", "changes"),
    [
        ("ApplyGradientDescent", {"delta": np.zeros((3, 3))}),
        ("ApplyGradientDescent", {"delta": np.zeros(4)}),
        ("ApplyGradientDescent", {"alpha": np.zeros(2)}),
        ("ResourceApplyAdam", {"m": np.zeros((2, 3))}),
        ("SparseApplyAdagrad", {"grad": np.zeros((3, 3))}),
        ("SparseApplyAdagrad", {"indices": np.zeros((5, 1), np.int32)}),
        ("SparseApplyAdagrad", {"grad": np.zeros((5, 2))}),
    ],
)
def test_shapes_that_do_not_fit_are_refused_with_the_words_of_tensorflow(peer, op_type, changes):
    program = f"try:\n{''.join('    ' + line for line in PROGRAM.splitlines(True))}\nexcept ValueError as e:\n"
    program += "    result = {'text': str(e)}\n"
    arguments = setting(op_type, **changes)
    ours, theirs = run_here(program, **arguments)["text"], peer.run(program, CONFIG=None, **arguments)["text"]
    # From the sentence on, up to where 2.x words it differently.
    assert ours.partition(" for '")[0] == theirs.partition(" for '")[0].replace("{{node ", "")


def test_the_output_of_a_reference_operation_has_the_shape_of_its_variable():
    with tf.Graph().as_default():
        var = tf.Variable(np.zeros((4, 3), np.float32))
        out = tf.raw_ops.ApplyGradientDescent(var=var._ref(), alpha=0.1, delta=np.zeros((4, 3), np.float32))
        assert out.shape.as_list() == [4, 3] and out.dtype._is_ref_dtype
