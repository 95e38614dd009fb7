"""Decorators that repeat tests of Keras have 1.15.5's names for them; what runs eagerly is skipped."""

import unittest

from absl.testing import parameterized

import penstock as tf
from penstock.testing import keras_models, keras_modes
from tests.testing.test_combinations import names, results, skipped

MODES = ["v1_session", "v2_eager", "v2_funcgraph", "v2_function"]


class Example(keras_modes.TestCase):
    seen: list = []

    @keras_modes.run_all_keras_modes
    def test_a(self):
        self.seen.append((keras_models.should_run_eagerly(), tf.get_default_session() is not None))

    @keras_modes.run_all_keras_modes(always_skip_v1=True, always_skip_eager=True)
    def test_b(self):
        raise AssertionError("runs eagerly")

    @keras_modes.run_with_all_model_types
    @keras_modes.run_all_keras_modes
    def test_c(self):
        self.seen.append(keras_models.get_model_type())

    @keras_modes.run_with_all_model_types(exclude_models=["sequential", "functional"])
    @parameterized.named_parameters(("_x", 1))
    def test_d(self, value):
        self.seen.append((keras_models.get_model_type(), value))

    @keras_modes.run_with_all_model_types(exclude_models="subclass")
    def test_e(self):
        model = keras_models.get_small_mlp(3, 2, 4)
        model.compile("sgd", "mse")
        self.seen.append([layer.name for layer in model.layers][-2:])


def test_the_names_are_those_of_1_15():
    wanted = [f"test_a_{mode}" for mode in MODES] + ["test_b_v2_funcgraph", "test_b_v2_function"]
    wanted += [f"test_c_{mode}_{kind}" for mode in MODES for kind in ("functional", "sequential", "subclass")]
    wanted += ["test_d_x_subclass", "test_e_functional", "test_e_sequential"]
    assert names(Example) == wanted


def test_each_case_runs_in_its_scopes():
    Example.seen.clear()
    found = results(Example)
    assert not found.errors and not found.failures
    assert Example.seen[:4] == [(False, True), "functional", "sequential", "subclass"]
    assert Example.seen[4:] == [("subclass", 1), ["dense", "dense_1"], ["dense", "dense_1"]]  # forgotten between tests
    reasons = skipped(found)
    assert len(reasons) == 3 + 2 + 9 and set(reasons.values()) == {"Penstock has no eager execution."}


def test_a_class_is_taken_apart():
    @keras_modes.run_all_keras_modes
    class Test(keras_modes.TestCase):
        def test_a(self):
            pass

    assert issubclass(Test, unittest.TestCase) and names(Test) == [f"test_a_{mode}" for mode in MODES]
