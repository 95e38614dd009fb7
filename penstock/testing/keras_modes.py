"""Tests of Keras models in every mode and of every kind of model: `tensorflow.python.keras.keras_parameterized`.

Of the modes, the one with a session is run here; those that run eagerly are skipped and say so.
"""

from __future__ import annotations

import functools
import unittest
from collections.abc import Callable, Iterable
from typing import Any

from absl.testing import parameterized

import penstock as tf
from penstock.graph.typing import TensorOrVariable
from penstock.testing import keras_models
from penstock.testing.combinations import NO_EAGER_MODE

_KINDS = ("functional", "subclass", "sequential")
Runner = Callable[..., Any]


class TestCase(tf.test.TestCase, parameterized.TestCase):
    """A test case whose tests the decorators of this module may run several times."""

    __test__ = False  # for pytest: it is a base class

    def tearDown(self) -> None:
        """Forgets the layers that a test has made."""
        tf.keras.backend.clear_session()
        super().tearDown()


def run_with_all_model_types(test_or_class: Any = None, exclude_models: str | list[str] | None = None) -> Any:
    """A decorator of a test, or of a class of them: once for each kind of model, "functional", "subclass" and "sequential".

    Args:
      test_or_class: the test, or a class of tests; without it, a decorator is returned.
      exclude_models: kinds that are left out.
    """
    excluded = [exclude_models] if isinstance(exclude_models, str) else exclude_models or []
    kinds = [(f"_{kind}", kind) for kind in _KINDS if kind not in excluded]

    def run(method: Runner, kind: str, self: Any, *args: Any, **kwargs: Any) -> None:
        with keras_models.model_type_scope(kind):
            method(self, *args, **kwargs)

    return _once_for_each(kinds, run, test_or_class)


def run_all_keras_modes(
    test_or_class: Any = None, config: Any = None, always_skip_v1: bool = False, always_skip_eager: bool = False
) -> Any:
    """A decorator of a test, or of a class of them: once for each mode in which Keras runs.

    Args:
      test_or_class: the test, or a class of tests; without it, a decorator is returned.
      config: the `ConfigProto` of the session.
      always_skip_v1: leaves out the mode with a session, which is the one that runs here.
      always_skip_eager: leaves out the mode that runs models eagerly.
    """
    modes = [("_v2_function", "v2_function"), ("_v2_funcgraph", "v2_funcgraph")]
    if not always_skip_eager:
        modes.append(("_v2_eager", "v2_eager"))
    if not always_skip_v1:
        modes.append(("_v1_session", "v1_session"))

    def run(method: Runner, mode: str, self: Any, *args: Any, **kwargs: Any) -> None:
        if mode != "v1_session":
            self.skipTest(NO_EAGER_MODE)
        with (
            tf.get_default_graph().as_default(),
            keras_models.run_eagerly_scope(False),
            keras_models.experimental_run_tf_function_scope(False),
            self.test_session(use_gpu=True, config=config),
        ):
            method(self, *args, **kwargs)

    return _once_for_each(modes, run, test_or_class)


def _once_for_each(cases: list[tuple[str, str]], run: Runner, target: TensorOrVariable) -> Any:
    def decorate_method(method: Any) -> Any:
        @parameterized.named_parameters(*cases)
        @functools.wraps(method)
        def decorated(self: Any, case: str, *args: Any, **kwargs: Any) -> None:
            run(method, case, self, *args, **kwargs)

        return decorated

    def decorate(target: TensorOrVariable) -> Any:
        if isinstance(target, Iterable):  # what another such decorator has made: its tests, once for each case
            return [made for one in target for made in decorate_method(one)]
        if not isinstance(target, type):
            return decorate_method(target)
        body = dict(vars(target))
        for name, value in list(body.items()):
            if callable(value) and name.startswith(unittest.TestLoader.testMethodPrefix):
                body[name] = decorate_method(value)
        for name in ("__dict__", "__weakref__"):
            body.pop(name, None)
        return type(target)(target.__name__, target.__bases__, body)  # made anew: the metaclass takes the tests apart

    return decorate if target is None else decorate(target)
