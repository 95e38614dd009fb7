"""The packages that 1.15 consisted of, `tensorflow_core` and `tensorflow_estimator`, are other names for the same modules."""

from __future__ import annotations

import importlib
import sys

import pytest

import penstock as tf


@pytest.fixture
def installed():
    tf.install()
    yield
    tf.uninstall()


@pytest.mark.parametrize(
    ("name", "same"),
    [
        ("tensorflow_core", "tensorflow"),
        ("tensorflow_core.python.framework.ops", "tensorflow.python.framework.ops"),
        ("tensorflow_core.contrib.slim", "tensorflow.contrib.slim"),
        ("tensorflow_core._api.v1.nn", "tensorflow.nn"),
        ("tensorflow_core.core.framework.graph_pb2", "tensorflow.core.framework.graph_pb2"),
        ("tensorflow_core.examples.tutorials.mnist.input_data", "tensorflow.examples.tutorials.mnist.input_data"),
        ("tensorflow_estimator.estimator", "tensorflow.estimator"),
        ("tensorflow_estimator.python.estimator.model_fn", "tensorflow.python.estimator.model_fn"),
        ("tensorflow_estimator.python.estimator.canned.dnn", "tensorflow.python.estimator.canned.dnn"),
        ("tensorflow_estimator._api.v1.estimator", "tensorflow.estimator"),
    ],
)
def test_a_module_has_both_names(installed, name, same):
    assert importlib.import_module(name) is importlib.import_module(same)


def test_what_is_not_there_is_missed_by_the_name_that_was_asked_for(installed):
    with pytest.raises(ModuleNotFoundError, match="No module named 'tensorflow_core.nonsense'"):
        importlib.import_module("tensorflow_core.nonsense")
    package = importlib.import_module("tensorflow_estimator")
    assert package.estimator is tf.estimator and not hasattr(package, "nonsense")


def test_they_go_with_tensorflow():
    tf.install()
    importlib.import_module("tensorflow_core.python.ops.array_ops")
    tf.uninstall()
    assert not any(name.startswith(("tensorflow_core", "tensorflow_estimator")) for name in sys.modules)
