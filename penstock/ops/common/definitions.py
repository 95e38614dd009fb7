"""Factories for the tables of mathematical operations: thin kernels around ufuncs, and public functions.

A kernel made here belongs to the module that asked for it, because `penstock._names` finds kernels by module.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from penstock.graph import build, errors, registry
from penstock.graph import shape_rules as rule
from penstock.graph.composite import SparseTensor
from penstock.graph.stack import current_graph
from penstock.graph.typing import Array, TensorLike


def function(op_type: str, summary: str, *parameters: str, example: str = "", **defaults: Any) -> Callable:
    """A public function that makes one operation; `summary` becomes the first line of its docstring.

    `example` becomes the last lines: doctests after `import penstock as tf`, `">>> tf.rank([1])\\n..."`.
    """
    made = build.public(op_type, *parameters, **defaults)
    lines = [summary, *(made.__doc__ or "").splitlines()[1:]]
    if example:
        lines += ["", ">>> import penstock as tf", example]
    made.__doc__ = "\n".join(lines)
    made.__module__ = sys._getframe(1).f_globals["__name__"]
    return made


def function_of_two(op_type: str, summary: str, call: str, shown: str) -> Callable:
    """A public function of two tensors; a run of `call` gives what is `shown` in its docstring."""
    made = function(op_type, summary, "x", "y", example=f">>> tf.Session().run({call})\n{shown}")
    made.__module__ = sys._getframe(1).f_globals["__name__"]
    return made


def sparse_aware(dense: Callable) -> Callable:
    """Lets a function of one tensor, with f(0) = 0, take a SparseTensor as well: it is applied to the values."""

    op_type = dense.__name__.capitalize()

    def apply_to_values(x: TensorLike, name: str | None = None) -> Any:
        if isinstance(x, SparseTensor):
            current_graph().unique_name(name or op_type)  # which 1.x takes before it finds that `x` is sparse
            return SparseTensor(x.indices, dense(x.values, name), x.dense_shape)
        return dense(x, name)

    apply_to_values.__name__ = apply_to_values.__qualname__ = dense.__name__
    apply_to_values.__module__ = dense.__module__
    apply_to_values.__doc__ = (dense.__doc__ or "").replace("x: a tensor.", "x: a tensor or SparseTensor.")
    return apply_to_values


def unary(
    op_type: str | tuple[str, ...], ufunc: Callable, host: bool = False, compiled: Callable | None = None
) -> None:
    """Registers a NumPy function of one array and its namesake in jax.numpy (or `compiled`) as a kernel."""
    name = ufunc.__name__

    def kernel(xp: ModuleType, x: Array) -> Any:
        return ufunc(x) if xp is np else compiled(x) if compiled else getattr(xp, name)(x)

    kernel.__module__ = sys._getframe(1).f_globals["__name__"]
    registry.op(op_type, shape=rule.same, host=host)(kernel)


def binary(op_type: str | tuple[str, ...], ufunc: Callable, compiled: Callable | None = None) -> None:
    """Registers a NumPy function of two arrays and its namesake in jax.numpy (or `compiled`) as a kernel that broadcasts."""
    name = ufunc.__name__

    def kernel(xp: ModuleType, x: Array, y: Array) -> Any:
        try:
            return ufunc(x, y) if xp is np else (compiled or getattr(xp, name))(x, y)
        except (ValueError, TypeError):
            explain(x, y)
            raise

    kernel.__module__ = sys._getframe(1).f_globals["__name__"]
    registry.op(op_type, shape=rule.broadcast)(kernel)


def binary_operator(op_type: str | tuple[str, ...], operator: Callable) -> None:
    """As `binary`, for a Python operator: on scalars it is ten times as fast as a ufunc, and serves both tiers."""

    def kernel(xp: ModuleType, x: Array, y: Array) -> Any:
        try:
            return operator(x, y)
        except (ValueError, TypeError):
            explain(x, y)
            raise

    kernel.__module__ = sys._getframe(1).f_globals["__name__"]
    registry.op(op_type, shape=rule.broadcast)(kernel)


def broadcasting(*op_types: str) -> Callable[[Callable], Callable]:
    """Registers a function `f(xp, x, y)` that broadcasts, with 1.x's error for shapes that do not fit."""

    def register(computation: Callable) -> Callable:
        def kernel(xp: ModuleType, x: Array, y: Array) -> Any:
            try:
                return computation(xp, x, y)
            except (ValueError, TypeError):
                explain(x, y)
                raise

        kernel.__module__ = computation.__module__
        registry.op(op_types, shape=rule.broadcast)(kernel)
        return computation

    return register


def explain(x: Any, y: Any) -> None:
    """Raises InvalidArgumentError if the shapes of `x` and `y` cannot be broadcast."""
    try:
        np.broadcast_shapes(np.shape(x), np.shape(y))
    except ValueError:
        text = f"Incompatible shapes: {brackets(np.shape(x))} vs. {brackets(np.shape(y))}"
        raise errors.InvalidArgumentError(None, None, text) from None


def brackets(shape: tuple[int, ...]) -> str:
    """A shape as the runtime of 1.x writes it: `[2,3]`."""
    return "[" + ",".join(map(str, shape)) + "]"
