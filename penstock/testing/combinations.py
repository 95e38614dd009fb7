"""Tests for every combination of some arguments: `tensorflow.python.framework.test_combinations` and `combinations`.

`generate` makes a test of each combination. Objects of `TestCombination` decide which of them run, change arguments before a test
sees them, and open contexts around it. There is no eager mode here: a combination with `mode="eager"` is skipped and says so.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import itertools
import re
import types
import unittest
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any

from absl.testing import parameterized

import penstock as tf

NO_EAGER_MODE = "Penstock has no eager execution."

__all__ = [
    "EagerGraphCombination",
    "NamedObject",
    "OptionalParameter",
    "ParameterModifier",
    "TFVersionCombination",
    "TestCombination",
    "combine",
    "generate",
    "times",
]


class NamedObject:
    """An object with the name that it has in the names of tests; it is called, and has attributes, as the object.

    Args:
      name: the name.
      obj: the object.
    """

    def __init__(self, name: str, obj: Any) -> None:
        self._name = name
        self._obj = obj

    def __getattr__(self, name: str) -> Any:
        if name in ("_obj", "_name"):  # not yet set, while a copy is made
            raise AttributeError(name)
        return getattr(self._obj, name)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._obj(*args, **kwargs)

    def __repr__(self) -> str:
        return self._name


class ParameterModifier:
    """Changes arguments of a combination before a test sees them.

    Args:
      parameter_name: the parameter that it is about, if it is one.
    """

    DO_NOT_PASS_TO_THE_TEST = object()

    def __init__(self, parameter_name: str | None = None) -> None:
        self._parameter_name = parameter_name

    def modified_arguments(self, kwargs: dict[str, Any], requested_parameters: list[str]) -> dict[str, Any]:
        """The arguments that take the place of those of the same names; all those of a combination are given."""
        return {}

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), self._parameter_name))


class OptionalParameter(ParameterModifier):
    """A parameter that a test need not have, and a combination need not give."""

    def modified_arguments(self, kwargs: dict[str, Any], requested_parameters: list[str]) -> dict[str, Any]:
        """Takes the argument away from a test that does not ask for it."""
        if self._parameter_name is None or self._parameter_name in requested_parameters:
            return {}
        return {self._parameter_name: self.DO_NOT_PASS_TO_THE_TEST}


class TestCombination:
    """What is special about some parameters of combinations; a subclass overrides what it needs."""

    __test__ = False  # for pytest

    def should_execute_combination(self, kwargs: dict[str, Any]) -> tuple[bool, str | None]:
        """Whether a combination is run and, if not, why."""
        return True, None

    def parameter_modifiers(self) -> list[ParameterModifier]:
        """What changes the arguments."""
        return []

    def context_managers(self, kwargs: dict[str, Any]) -> list[Any]:
        """The contexts in which the test runs, from the outside in."""
        return []


class EagerGraphCombination(TestCombination):
    """The parameter `mode`: "graph", or "eager", which is skipped."""

    def should_execute_combination(self, kwargs: dict[str, Any]) -> tuple[bool, str | None]:
        """Only graphs are there."""
        if kwargs.get("mode") == "eager":
            return False, NO_EAGER_MODE
        return True, None

    def context_managers(self, kwargs: dict[str, Any]) -> list[Any]:
        """A graph of the test's own.

        Raises:
          ValueError: the mode is neither "graph" nor "eager".
        """
        if kwargs.get("mode", "graph") not in ("graph", "eager"):
            raise ValueError(f"Argument 'mode' must be either 'eager' or 'graph'. Received: {kwargs['mode']}.")
        return [tf.Graph().as_default()]

    def parameter_modifiers(self) -> list[ParameterModifier]:
        """A test need not have the parameter."""
        return [OptionalParameter("mode")]


class TFVersionCombination(TestCombination):
    """The parameter `tf_api_version`: 1, or 2, which is skipped."""

    def should_execute_combination(self, kwargs: dict[str, Any]) -> tuple[bool, str | None]:
        """Only 1.x is there."""
        if kwargs.get("tf_api_version", 1) == 2:
            return False, "Skipping a TF2 test when TF2 is not enabled."
        return True, None

    def parameter_modifiers(self) -> list[ParameterModifier]:
        """A test need not have the parameter."""
        return [OptionalParameter("tf_api_version")]


def combine(**kwargs: Any) -> list[OrderedDict[str, Any]]:
    """All combinations of arguments. A list is a choice, anything else is the only value.

    >>> [dict(found) for found in combine(a=[1, 2], b="x")]
    [{'a': 1, 'b': 'x'}, {'a': 2, 'b': 'x'}]
    """
    names = sorted(kwargs)
    choices = [kwargs[name] if isinstance(kwargs[name], list) else [kwargs[name]] for name in names]
    return [OrderedDict(zip(names, values, strict=True)) for values in itertools.product(*choices)]


def times(*combined: list[OrderedDict[str, Any]]) -> list[OrderedDict[str, Any]]:
    """Each of some combinations with each of others.

    Raises:
      ValueError: two of them have a parameter in common.

    >>> times(combine(a=[1, 2]), combine(b=3)) == combine(a=[1, 2], b=3)
    True
    """
    assert combined
    found = [OrderedDict(one) for one in combined[0]]
    for others in combined[1:]:
        for one, other in itertools.product(found, others):
            if one.keys() & other.keys():
                raise ValueError(f"Keys need to not overlap: {one.keys()} vs {other.keys()}")
        found = [OrderedDict((*one.items(), *other.items())) for one in found for other in others]
    return found


def generate(combinations: Iterable[dict[str, Any]], test_combinations: tuple[TestCombination, ...] = ()) -> Any:
    """A decorator of a test, or of a class of tests, that makes a test of each combination.

    Args:
      combinations: what `combine` and `times` have given.
      test_combinations: what is special about their parameters.

    >>> from absl.testing import parameterized
    >>> class Test(parameterized.TestCase):
    ...     @generate(combine(size=[1, 2]))
    ...     def test_size(self, size):
    ...         self.assertGreater(size, 0)
    >>> [name for name in dir(Test) if name.startswith("test")]
    ['test_size_test_size_1', 'test_size_test_size_2']
    """
    named = [{"testcase_name": _test_name(combination), **combination} for combination in combinations]

    def decorate(target: Any) -> Any:
        if not isinstance(target, type):
            return parameterized.named_parameters(*named)(_with_combinations(target, test_combinations))
        for name, method in list(vars(target).items()):
            if name.startswith(unittest.TestLoader.testMethodPrefix) and isinstance(method, types.FunctionType):
                delattr(target, name)
                for values in named:
                    arguments = {key: value for key, value in values.items() if key != "testcase_name"}
                    one = functools.partialmethod(_with_combinations(method, test_combinations), **arguments)
                    setattr(target, name + str(values["testcase_name"]), one)
        return target

    return decorate


def _test_name(combination: dict[str, Any]) -> str:
    words = (f"_{_letters(name)}_{_value_name(value)}" for name, value in combination.items())
    return "_test" + "".join(words)


def _value_name(value: Any) -> str:
    # An address would give a test another name each time.
    return _letters(re.sub("0[xX][0-9a-fA-F]+", "0", str(value)).replace("<locals>", ""))


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _with_combinations(
    method: Callable[..., Any], test_combinations: tuple[TestCombination, ...]
) -> Callable[..., Any]:
    requested = inspect.getfullargspec(method).args

    @functools.wraps(method)
    def decorated(self: Any, *args: Any, **kwargs: Any) -> Any:
        given = dict(kwargs)
        for combination in test_combinations:
            runs, reason = combination.should_execute_combination(dict(given))
            if not runs:
                self.skipTest(f" - {reason}")
        with contextlib.ExitStack() as stack:
            for combination in test_combinations:
                for manager in combination.context_managers(dict(given)):
                    stack.enter_context(manager)
            passed = dict(given)
            for combination in test_combinations:
                for modifier in combination.parameter_modifiers():
                    passed.update(modifier.modified_arguments(dict(passed), requested))
            passed = {
                name: value for name, value in passed.items() if value is not ParameterModifier.DO_NOT_PASS_TO_THE_TEST
            }
            unknown = set(passed) - set(requested)
            if unknown:
                raise ValueError(f"The test does not take parameters that were passed : {unknown} .")
            missing = set(requested) - set(passed) - {"self"}
            if missing:
                raise ValueError(f"The test requires parameters that were not passed : {missing} .")
            return method(self, *args, **passed)

    return decorated


DEFAULTS = (EagerGraphCombination(), TFVersionCombination())
generate_in_graphs = functools.partial(generate, test_combinations=DEFAULTS)
