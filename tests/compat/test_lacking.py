"""What 1.15 has and Penstock has not says so; a spelling mistake does not; an empty module cannot be imported."""

import importlib

import pytest

import penstock
from penstock import _namespace
from penstock.compat import lacking
from penstock.compat import tensorflow as compat
from tests.subprocesses import python


@pytest.fixture(autouse=True)
def installed():
    penstock.install(strict=True)
    yield
    penstock.uninstall()


def _missing() -> list[str]:
    names, prefixes = _namespace._table()
    found = [
        n for n in sorted(lacking.public()) if n not in names and n not in prefixes and not n.startswith("raw_ops")
    ]
    return [n for n in found if n.rpartition(".")[0] in {"", *prefixes}]


def test_every_public_name_that_is_missing_says_that_it_is_not_here_yet():
    for name in _missing()[::20]:
        parent, _, leaf = name.rpartition(".")
        holder = _namespace.find(parent) if parent else penstock
        if hasattr(holder, leaf) or not hasattr(holder, "__all__"):
            continue  # a module of Penstock stands there, which has names of its own
        with pytest.raises(AttributeError, match=f"has no attribute '{leaf}': tf.{name} is not in Penstock yet"):
            getattr(holder, leaf)


def test_a_spelling_mistake_is_only_that():
    with pytest.raises(AttributeError, match=r"^module 'tensorflow' has no attribute 'reduce_meen'$"):
        penstock.reduce_meen
    with pytest.raises(AttributeError, match=r"^module 'tensorflow.nn' has no attribute 'rellu'$"):
        penstock.nn.rellu


def test_names_that_are_here_are_never_called_missing():
    for name in ("Session", "nn.relu", "contrib.layers.fully_connected", "train.AdamOptimizer"):
        assert name in lacking.public() and _namespace.find(name) is not None


def test_a_module_in_which_nothing_is_found_cannot_be_imported():
    shells = sorted(compat._tables()[1])
    assert shells, "every module of 1.x that is listed holds something: take this test out"
    for name in shells[::7]:
        with pytest.raises(ModuleNotFoundError, match="is not in Penstock yet"):
            importlib.import_module(f"tensorflow.{name}")


@pytest.mark.parametrize(
    "name", ["contrib.rnn.python.ops.banana", "python.keras.banana", "contrib.layers.python.layers.nope"]
)
def test_a_module_that_never_was_is_no_module(name):
    with pytest.raises(ModuleNotFoundError, match=rf"^No module named 'tensorflow\.{name}'$"):
        importlib.import_module(f"tensorflow.{name}")


def test_a_name_inside_of_tensorflow_says_it_too():
    from tensorflow.python.framework import ops

    missing = [n for n in lacking.modules()["python.framework.ops"] if not hasattr(ops, n)]
    if missing:
        with pytest.raises(
            AttributeError, match=f"tensorflow.python.framework.ops.{missing[0]} is not in Penstock yet"
        ):
            getattr(ops, missing[0])
    with pytest.raises(AttributeError, match="has no attribute 'banana'$"):
        ops.banana


def test_stars_bring_the_public_names():
    names, v1 = {}, {}
    exec("from tensorflow import *", names)
    exec("from tensorflow.compat.v1 import *", v1)
    assert names["Session"] is v1["Session"] is penstock.Session and names["nn"].relu and v1["raw_ops"]
    assert "install" not in names and len(names) > 600
    layers = {}
    exec("from tensorflow.contrib.layers import *", layers)
    assert layers["fully_connected"] is penstock.contrib.layers.fully_connected


def test_the_dictionary_of_a_namespace_has_its_names_before_anything_asked_for_them():
    program = """
import sys, types, tensorflow as tf
print(tf.logging.__dict__["INFO"], "AdamOptimizer" in vars(tf.train), vars(tf.losses)["log_loss"] is tf.losses.log_loss)
print(isinstance(tf.train, types.ModuleType), {"relu", "conv2d", "rnn_cell"} <= tf.nn.__dict__.keys(), "nosuch" in vars(tf.nn))
"""
    text = "import penstock; penstock.install(strict=True)\n" + program
    assert python("-c", text).stdout.splitlines() == ["20 True True", "True True False"]
