"""A model as a program: a graph of operations for certain shapes of its inputs, and a session that runs it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import penstock as tf
from penstock.graph import errors
from penstock.lite import model
from penstock.lite.builtins import Node, Place, build

_MOST_BYTES = 2**31
_DEEPEST = 16  # of subgraphs that call subgraphs
# What operations say of arguments that do not fit together.
_REFUSED = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RuntimeError, errors.OpError)


class Program:
    """A model for certain shapes of its inputs.

    Attributes:
      fed: the numbers of the tensors that a run takes: inputs and variables.
      updated: the numbers of the variables that a run changes.
    """

    def __init__(self, parts: list[model.Part], shapes: dict[int, tuple[int, ...]]) -> None:
        self._parts, self._main = parts, parts[0]
        self._graph = tf.Graph()
        variables = [i for i, place in enumerate(self._main.places) if place.variable]
        self.fed = list(dict.fromkeys([*self._main.inputs, *variables]))
        self._updated: dict[int, Any] = {}
        with self._graph.as_default():
            self._placeholders = {}
            for i in self.fed:
                place = self._main.places[i]
                shape = shapes.get(i, place.shape)
                _check_size(place.name, shape, place.dtype.itemsize)
                self._placeholders[i] = tf.placeholder(_dtype(place), shape)
            self._tensors = dict(self._placeholders)
            self._build(self._main, self._tensors, 0)
        self.updated = list(self._updated)
        self._session = tf.Session(graph=self._graph)
        self._callables: dict[tuple[int, ...], Callable] = {}

    def _build(self, part: model.Part, tensors: dict[int, Any], depth: int) -> None:
        """Adds the tensors that the operators of a subgraph compute to `tensors`."""
        if depth > _DEEPEST:
            raise RuntimeError("Subgraphs call each other in a circle.")

        def tensor(i: int) -> Any:
            if i not in tensors:
                place = part.places[i]
                if place.constant is None:
                    raise RuntimeError(f"Input tensor {i} lacks data")
                tensors[i] = tf.constant(place.constant, _dtype(place))
            return tensors[i]

        def call(number: int, arguments: Sequence[Any]) -> list[Any]:
            if not 0 < number < len(self._parts):
                raise RuntimeError(f"There is no subgraph {number}.")
            inner = self._parts[number]
            if len(arguments) != len(inner.inputs):
                raise RuntimeError(f"Subgraph {number} takes {len(inner.inputs)} inputs, not {len(arguments)}.")
            own = dict(zip(inner.inputs, arguments))
            self._build(inner, own, depth + 1)
            return [own[i] for i in inner.outputs]

        for number, step in enumerate(part.steps):
            inputs = [None if i < 0 else tensor(i) for i in step.inputs]
            sources = [None if i < 0 else part.places[i] for i in step.inputs]
            node = Node(step.name, step.options, inputs, sources, [part.places[i] for i in step.outputs], call)
            try:
                results = build(node)
                for place, result in zip(node.results, results):
                    _check_result(place, result)
            except _REFUSED as error:
                told = str(error).rstrip("\n")
                raise RuntimeError(f"{told} Node number {number} ({step.name}) failed to prepare.\n") from error
            tensors.update(zip(step.outputs, results))
            for i, value in node.state.items():
                self._updated[step.inputs[i]] = tensors[step.inputs[i]] = value
        for i in part.outputs:
            tensor(i)

    def run(self, wanted: Sequence[int], values: dict[int, np.ndarray], updates: bool = False) -> list[np.ndarray]:
        """The values of tensors, and with `updates` those that variables get, after them.

        Raises:
          RuntimeError: an operator does not compute with such values.
        """
        key = (*wanted, -1) if updates else tuple(wanted)
        if key not in self._callables:
            fetched = [self._tensors[i] for i in wanted]
            fetched += self._updated.values() if updates else ()
            self._callables[key] = self._session.make_callable(fetched, [self._placeholders[i] for i in self.fed])
        try:
            return self._callables[key](*[values[i] for i in self.fed])
        except errors.OpError as error:
            raise RuntimeError(f"{error.message}\n") from error

    def __contains__(self, i: int) -> bool:
        return i in self._tensors

    def shape(self, i: int) -> tuple[int, ...] | None:
        """The shape of a tensor, or None if it is not known before a run."""
        found = self._tensors[i].shape if i in self._tensors else None
        return tuple(found.as_list()) if found is not None and found.is_fully_defined() else None


def _dtype(place: Place) -> Any:
    return tf.string if place.dtype.kind == "O" else tf.as_dtype(place.dtype)


def _check_result(place: Place, result: Any) -> None:
    if result.dtype != _dtype(place):
        raise RuntimeError(f"The result is {result.dtype.name}, tensor '{place.name}' {_dtype(place).name}.")
    if result.shape.ndims is not None:
        _check_size(place.name, result.shape.as_list(), place.dtype.itemsize)


def _check_size(name: str, shape: Sequence[int | None], size: int) -> None:
    if size * math.prod(n or 0 for n in shape) > _MOST_BYTES:
        raise RuntimeError(f"Tensor '{name}' of shape {list(shape)} is too large.")
