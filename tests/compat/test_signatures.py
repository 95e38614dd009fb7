"""A module inside of 1.x gives no name that 1.15.5 had otherwise: another kind of object, or other parameters."""

import importlib

import pytest
from absl.testing import absltest

import penstock
from penstock.compat import inside, signatures
from penstock.compat import tensorflow as compat


@pytest.fixture(autouse=True)
def installed():
    penstock.install()
    yield
    penstock.uninstall()


def test_what_a_search_by_name_finds_is_what_1_15_had_there():
    different = []
    for module, names in signatures.recorded().items():
        if module == "python":  # holds the public names themselves, which have tests of their own
            continue
        if not compat._exists(module) or not isinstance(
            importlib.import_module(f"tensorflow.{module}"), compat._Inside
        ):
            continue
        for name, wanted in names.items():
            if (module, name) in inside.SPECIAL or compat._is_listed(f"{module}.{name}"):
                continue
            try:
                found = compat._search(module, name)
            except AttributeError:
                continue
            if not signatures.same(wanted, signatures.describe(found)):
                different.append(f"{module}.{name}: {wanted} there, {signatures.describe(found)} here")
    assert different == []


def test_every_name_in_a_file_of_its_own_was_in_that_module():
    of_python = ("_inspect", "ArgSpec", "FullArgSpec")
    strangers = []
    for module in compat._internal():
        own = importlib.import_module(f"penstock.compat.internal.{module}")
        known = signatures.recorded()[module]
        # The record has what TensorFlow made; `googletest` brought in all that absltest exports.
        theirs = {"absltest_main", *vars(absltest)} if module == "python.platform.googletest" else of_python
        strangers += [f"{module}.{name}" for name in own.__all__ if name not in known and name not in theirs]
    assert strangers == []


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("python.ops.init_ops_v2", "zero"),  # a function for quantized numbers has this name here
        ("python.ops.nn_ops", "conv3d_backprop_filter"),  # the form of a later version
        ("contrib.tpu.python.tpu.training_loop", "repeat"),  # tf.repeat
        ("python.ops.array_ops", "Identity"),  # an initializer
    ],
)
def test_an_unrelated_object_of_the_same_name_is_not_given(module, name):
    try:
        found = getattr(importlib.import_module(f"tensorflow.{module}"), name)
    except AttributeError:
        return
    assert signatures.agrees(module, name, found)


def test_an_operation_that_a_module_had_from_a_generated_one_is_made():
    from tensorflow.python.ops import array_ops
    from tensorflow.python.training import training_ops

    with penstock.Graph().as_default():
        assert array_ops.prevent_gradient(1.0).op.type == "PreventGradient"
    assert signatures.describe(training_ops.resource_apply_gradient_descent) == "f(var,alpha,delta,use_locking,name)"


def test_a_module_that_a_module_imported_is_an_attribute_of_it():
    from tensorflow.python.ops import rnn, rnn_cell_impl

    assert rnn.rnn_cell_impl is rnn_cell_impl


@pytest.mark.parametrize(
    ("wanted", "found", "answer"),
    [
        ("f(x,name)", "f(x,name,more)", True),
        ("f(x,name)", "f(name,x)", False),
        ("f(x,axis,name)", "f(x,name)", False),
        ("f(x)", "c(x)", False),
        ("f(*args,**kwargs)", "f(x)", True),
        ("v", "f(x)", True),
        ("v", "c()", False),
        ("c(units,**kwargs)", "c(units)", True),
    ],
)
def test_an_object_stands_for_another_if_calls_mean_the_same(wanted, found, answer):
    assert signatures.same(wanted, found) is answer
