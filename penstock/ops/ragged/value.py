"""The value of a ragged tensor, as `Session.run` returns it: NumPy arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock._namespace import export


@export("ragged.RaggedTensorValue")
class RaggedTensorValue:
    """A ragged tensor of NumPy arrays: what a run returns for a `tf.RaggedTensor`, and what one is fed with.

    Raises:
      TypeError: `row_splits` is no vector of int32 or int64, or `values` no array.
      ValueError: the splits of `values` are of another type.

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.ragged.RaggedTensorValue(np.array([1, 2, 3]), np.array([0, 2, 2, 3])).to_list()
    [[1, 2], [], [3]]
    """

    def __init__(self, values: Any, row_splits: Any) -> None:
        is_array = isinstance(row_splits, (np.ndarray, np.generic))
        if not (is_array and row_splits.dtype in (np.int64, np.int32) and row_splits.ndim == 1):
            raise TypeError("row_splits must be a 1D int32 or int64 numpy array")
        if not isinstance(values, (np.ndarray, np.generic, RaggedTensorValue)):
            raise TypeError("values must be a numpy array or a RaggedTensorValue")
        if isinstance(values, RaggedTensorValue) and row_splits.dtype != values.row_splits.dtype:
            raise ValueError("row_splits and values.row_splits must have the same dtype")
        self._values: Any = values
        self._row_splits: np.ndarray = row_splits

    @property
    def row_splits(self) -> np.ndarray:
        """Where the rows begin in `values`, and where the last one ends."""
        return self._row_splits

    @property
    def values(self) -> Any:
        """The rows, one after the other."""
        return self._values

    @property
    def dtype(self) -> np.dtype:
        """The type of the elements."""
        return self._values.dtype

    @property
    def flat_values(self) -> np.ndarray:
        """The innermost values."""
        return self._values.flat_values if isinstance(self._values, RaggedTensorValue) else self._values

    @property
    def nested_row_splits(self) -> tuple[np.ndarray, ...]:
        """The splits of all ragged dimensions, the outermost first."""
        inner = self._values.nested_row_splits if isinstance(self._values, RaggedTensorValue) else ()
        return (self._row_splits, *inner)

    @property
    def ragged_rank(self) -> int:
        """The number of ragged dimensions."""
        return len(self.nested_row_splits)

    @property
    def shape(self) -> tuple[int | None, ...]:
        """The shape, with None for ragged dimensions."""
        return (len(self._row_splits) - 1, None, *self._values.shape[1:])

    def to_list(self) -> list[Any]:
        """The rows as nested lists."""
        items = self._values.to_list() if isinstance(self._values, RaggedTensorValue) else self._values.tolist()
        return [items[start:limit] for start, limit in zip(self._row_splits[:-1], self._row_splits[1:])]

    def __str__(self) -> str:
        return f"<tf.RaggedTensorValue {self.to_list()}>"

    def __repr__(self) -> str:
        return f"tf.RaggedTensorValue(values={self._values!r}, row_splits={self._row_splits!r})"
