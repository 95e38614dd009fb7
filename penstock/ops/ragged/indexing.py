"""`ragged[...]`: rows by number, slices of rows, and slices of what is in the rows."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.ops.ragged.gathering import slices
from penstock.ops.ragged.tensor import RaggedTensor

_ALL = slice(None)


def getitem(ragged: RaggedTensor, key: object) -> Any:
    """See `RaggedTensor.__getitem__`.

    Raises:
      ValueError: an index into a ragged dimension that is not the first.
      TypeError: a slice with something that is no whole number.
      IndexError: too many indices beside an Ellipsis.
    """
    keys = list(key) if isinstance(key, (list, tuple)) else [key]
    with name_scope(None, "RaggedGetItem", [ragged.row_splits]):
        return _rows(ragged, keys)


def _rows(ragged: Any, keys: list[Any]) -> Any:
    """Applies the first key to the first dimension, and the others below."""
    if not keys:
        return ragged
    first, *rest = keys
    if first is Ellipsis:
        return _rows(ragged, _without_ellipsis(keys, ragged.shape.ndims))
    if first is None:
        return tf.expand_dims(_rows(ragged, rest), 0)
    if isinstance(first, slice):
        return _inside(_sliced(ragged, first), rest)
    row = ragged.values[ragged.row_starts()[first] : ragged.row_limits()[first]]
    return row[tuple(rest)] if rest else row


def _sliced(ragged: RaggedTensor, rows: slice) -> RaggedTensor:
    if rows == _ALL:
        return ragged
    return slices(ragged.values, ragged.row_starts()[rows], ragged.row_limits()[rows])


def _inside(ragged: Any, keys: list[Any]) -> Any:
    """Applies keys to the dimensions after the first."""
    if not keys:
        return ragged
    if isinstance(ragged, Tensor):
        return ragged[(_ALL, *keys)]
    first, *rest = keys
    if first is Ellipsis:
        return _inside(ragged, _without_ellipsis(keys, ragged.values.shape.ndims))
    if first is None:
        return tf.expand_dims(_inside(ragged, rest), 1)
    if not isinstance(first, slice):
        raise ValueError("Cannot index into an inner ragged dimension.")
    if first != _ALL:
        ragged = slices(ragged.values, *_bounds(first, ragged.row_starts(), ragged.row_limits()), _step(first.step))
    return ragged.with_values(_inside(ragged.values, rest))


def _bounds(key: slice, starts: Tensor, limits: Tensor) -> tuple[Tensor, Tensor]:
    """Where the slice of each row begins and ends, as positions in the values."""
    if isinstance(key.step, int) and key.step < 0:
        starts, limits = starts - 1, limits - 1
        first, last = limits, starts
    else:
        first, last = starts, limits
    begin = first if key.start is None else _shifted(key.start, starts, limits, first is limits)
    end = last if key.stop is None else _shifted(key.stop, starts, limits, first is limits)
    return begin, end


def _step(step: object) -> Any:
    if step is None:
        return 1
    step = convert_to_tensor(step, name="step")
    if not step.dtype.is_integer:
        raise TypeError("slice strides must be integers or None")
    return step


def _shifted(offset: Any, starts: Tensor, limits: Tensor, backwards: bool) -> Tensor:
    """A position in each row, counted from its start or, if negative, from its limit, and kept between the two."""
    if not isinstance(offset, (int, Tensor)):
        raise TypeError("slice offsets must be integers or None")
    offset = tf.cast(offset, starts.dtype)
    # Backwards, both bounds are one less than the row's own.
    own = int(backwards)
    from_start = tf.minimum(starts + (offset + own), limits)
    from_limit = tf.maximum(limits + (offset + own), starts)
    return tf.where(tf.fill(tf.shape(starts), offset >= 0), from_start, from_limit)


def _without_ellipsis(keys: list[Any], dimensions: int | None) -> list[Any]:
    if dimensions is None:
        raise ValueError("Ellipsis not supported for unknown shape RaggedTensors")
    missing = dimensions + 1 - sum(1 for k in keys if k is not None)
    if missing < 0:
        raise IndexError("Too many indices for RaggedTensor")
    return [_ALL] * missing + keys[1:]
