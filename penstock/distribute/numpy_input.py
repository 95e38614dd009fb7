"""Datasets over arrays that are kept in variables, so that a graph does not hold them as constants."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from penstock._namespace import find
from penstock.graph import dtypes, nest
from penstock.graph.graph import init_scope
from penstock.graph.typing import SessionLike
from penstock.ops.state.variables import variable_creator_scope

_PART = 64 << 20  # bytes that one run copies


class SingleDevice:
    """Where to put a variable that is not to be distributed."""

    def __init__(self, device: str) -> None:
        self.device = device


def _fill(variable: Any, array: np.ndarray, session: Any) -> None:
    """Copies an array into a variable, in parts."""
    with init_scope():
        assert session is not None
        session.run(variable.initializer)
        start = find("placeholder")(dtypes.int64, ())
        end = find("placeholder")(dtypes.int64, ())
        part = find("placeholder")(variable.dtype)
        assign = variable[start:end].assign(part)
        size = max(1, int(np.prod(array.shape[1:])) * variable.dtype.size)
        rows = -(-_PART // size)
        for first in range(0, array.shape[0], rows):
            last = min(first + rows, array.shape[0])
            session.run(assign, {start: first, end: last, part: array[first:last]})


def numpy_dataset(numpy_input: Any, session: SessionLike, **arguments: Any) -> Any:
    """A dataset over the rows of arrays, which are copied into new variables.

    Args:
      numpy_input: an array, or a structure of arrays.
      session: the session that copies them.
      **arguments: further arguments of the variables.
    """
    flat = nest.flatten(numpy_input)
    made = [find("Variable")(find("zeros")(a.shape, a.dtype), trainable=False, **arguments) for a in flat]
    for variable, array in zip(made, flat):
        _fill(variable, array, session)
    return find("data.Dataset").from_tensor_slices(nest.pack_sequence_as(numpy_input, made))


def one_host_numpy_dataset(numpy_input: Any, colocate_with: SingleDevice, session: SessionLike) -> Any:
    """As `numpy_dataset`, with the variables on one device."""

    def creator(next_creator: Callable, **kwargs: Any) -> Any:
        return next_creator(**{**kwargs, "colocate_with": colocate_with})

    with variable_creator_scope(creator):
        return numpy_dataset(numpy_input, session)
