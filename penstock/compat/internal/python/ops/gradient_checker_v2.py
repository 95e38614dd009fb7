"""Gradients compared with quotients of differences, for functions."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from penstock._namespace import find

__all__ = ["compute_gradient", "max_error"]


def _jacobians(f: Callable, xs: list[np.ndarray], delta: float) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """By the gradients of the graph, and by differences."""
    with find("Graph")().as_default(), find("Session")() as session:
        inputs = [find("placeholder")(x.dtype, x.shape) for x in xs]
        y = find("convert_to_tensor")(f(*inputs))
        start = find("placeholder")(y.dtype.base_dtype, y.shape)
        grads = find("gradients")(y, inputs, start)
        grads = [
            None if g is None else find("convert_to_tensor")(g) for g in grads
        ]  # slices of an embedding become what they stand for
        given = dict(zip(inputs, xs, strict=True))
        value = np.asarray(session.run(y, given))
        rows: list[list[np.ndarray]] = [[] for _ in xs]
        for unit in _units(value):
            for i, (grad, x) in enumerate(zip(grads, xs, strict=True)):
                row = np.zeros(x.shape, x.dtype) if grad is None else session.run(grad, {**given, start: unit})
                rows[i].append(_real(np.asarray(row)))
        numeric = []
        for i, x in enumerate(xs):
            columns = []
            for unit in _units(x):
                step = (unit * delta).astype(x.dtype)
                up = session.run(y, {**given, inputs[i]: x + step})
                down = session.run(y, {**given, inputs[i]: x - step})
                columns.append(_real(np.asarray((up - down) / (2 * delta))))
            width = _real(value).size
            numeric.append(np.stack(columns, 1) if columns else np.zeros((width, 0), value.dtype))
        theoretical = [
            np.stack(r) if r else np.zeros((0, _real(x).size), x.dtype) for r, x in zip(rows, xs, strict=True)
        ]
        return theoretical, numeric


def _units(array: np.ndarray) -> Any:
    """Arrays that are zero but for one element, for complex numbers also with i there."""
    for one in (1, 1j) if np.iscomplexobj(array) else (1,):
        for index in np.ndindex(array.shape):
            unit = np.zeros(array.shape, array.dtype)
            unit[index] = one
            yield unit


def _real(array: np.ndarray) -> np.ndarray:
    flat = array.ravel()
    return np.concatenate([flat.real, flat.imag]) if np.iscomplexobj(flat) else flat


def compute_gradient(f: Callable, x: Sequence[Any], delta: float = 1e-3) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """The Jacobians of `f` at a list of arrays, one for each: by gradients, and by differences.

    Raises:
      ValueError: `x` is not a list.
    """
    if not isinstance(x, list):
        raise ValueError(f"`x` must be a list of Tensors (values of arguments to `f`), not a {type(x)}")
    return _jacobians(f, [np.asarray(v) for v in x], delta)


def max_error(grad1: Sequence[np.ndarray], grad2: Sequence[np.ndarray]) -> float:
    """The largest difference between two lists of Jacobians."""
    return max((np.fabs(a - b).max() for a, b in zip(grad1, grad2, strict=True) if a.size or b.size), default=0)
