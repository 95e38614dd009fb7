"""How a ragged tensor is made: from its values and any of the ways to say which rows they are in."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

import penstock as tf
from penstock.graph import dtypes
from penstock.graph.composite import CompositeTensor
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.inference import constant_value
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import DTypeLike, TensorLike
from penstock.ops.checks.values import with_dependencies
from penstock.ops.ragged.kernels import SPLIT_TYPES
from penstock.ops.ragged.value import RaggedTensorValue


def _conversion() -> ModuleType:
    """Conversions from other kinds of tensors, which are built on the class."""
    return importlib.import_module("penstock.ops.ragged.conversion")


class Making(CompositeTensor):
    """The class methods of `tf.RaggedTensor`."""

    def __init__(self, values: Any, row_splits: Tensor, *cached: Any, **rest: Any) -> None:
        raise TypeError("tf.RaggedTensor is the class to be used")

    @classmethod
    def from_value_rowids(
        cls, values: Any, value_rowids: Any, nrows: Any = None, name: str | None = None, validate: bool = True
    ) -> Any:
        """From the number of the row that each value is in, in rising order; empty rows at the end need `nrows`.

        Raises:
          ValueError: `nrows` is known to be negative or too small.

        >>> import penstock as tf
        >>> tf.Session().run(tf.RaggedTensor.from_value_rowids([3, 1, 4], [0, 0, 2], nrows=4)).to_list()
        [[3, 1], [], [4], []]
        """
        _check_validate(validate)
        with name_scope(name, "RaggedFromValueRowIds", [values, value_rowids, nrows]):
            values, rowids = _converted(values, value_rowids, "value_rowids")
            known_ids = constant_value(rowids)
            if nrows is None:
                if known_ids is None:
                    nrows = tf.concat([rowids[-1:], tf.constant([-1], rowids.dtype)], axis=0)[0] + 1
                else:
                    nrows = convert_to_tensor(int(known_ids[-1]) + 1 if known_ids.size else 0, rowids.dtype, "nrows")
            else:
                nrows = convert_to_tensor(nrows, rowids.dtype, "nrows")
            known = constant_value(nrows)
            if known is not None and known < 0:
                raise ValueError(f"Expected nrows >= 0; got {known}")
            if known is not None and known_ids is not None and known_ids.size and known <= known_ids[-1]:
                raise ValueError(
                    f"Expected nrows >= value_rowids[-1] + 1; got nrows={known}, value_rowids[-1]={known_ids[-1]}"
                )
            rowids.shape.assert_has_rank(1)
            nrows.shape.assert_has_rank(0)
            values.shape[:1].assert_is_compatible_with(rowids.shape)
            if validate:
                text = "Arguments to from_value_rowids do not form a valid RaggedTensor"
                rowids = _after(
                    rowids,
                    values,
                    tf.assert_equal(count_rows(values, rowids.dtype), count_rows(rowids, rowids.dtype), message=text),
                    tf.assert_non_negative(rowids[:1], message=text),
                    _assert_rising(rowids, text),
                    tf.assert_less(rowids[-1:], nrows, message=text),
                )
            rows = tf.cast(nrows, dtypes.int32)
            lengths = tf.bincount(tf.cast(rowids, dtypes.int32), minlength=rows, maxlength=rows, dtype=rowids.dtype)
            splits = splits_of(lengths)
            if known is not None:
                lengths.set_shape([int(known)])
                splits.set_shape([int(known) + 1])
            return cls(values, splits, lengths, rowids, nrows, internal=True)

    @classmethod
    def from_row_splits(
        cls, values: TensorLike, row_splits: TensorLike, name: str | None = None, validate: bool = True
    ) -> Any:
        """From the positions where rows begin, and at the end the number of values.

        Raises:
          ValueError: `row_splits` is empty.

        >>> import penstock as tf
        >>> tf.Session().run(tf.RaggedTensor.from_row_splits([3, 1, 4], [0, 2, 2, 3])).to_list()
        [[3, 1], [], [4]]
        """
        _check_validate(validate)
        if isinstance(row_splits, (list, tuple)) and not row_splits:
            raise ValueError("row_splits tensor may not be empty.")
        with name_scope(name, "RaggedFromRowSplits", [values, row_splits]):
            values, splits = _converted(values, row_splits, "row_splits")
            splits.shape.assert_has_rank(1)
            if validate:
                text = "Arguments to from_row_splits do not form a valid RaggedTensor"
                splits = _after(
                    splits,
                    values,
                    _assert_zero(splits[0], text),
                    _assert_rising(splits, text),
                    tf.assert_equal(splits[-1], count_rows(values, splits.dtype), message=text),
                )
            return cls(values, splits, internal=True)

    @classmethod
    def from_row_lengths(
        cls, values: TensorLike, row_lengths: TensorLike, name: str | None = None, validate: bool = True
    ) -> Any:
        """From the lengths of the rows.

        >>> import penstock as tf
        >>> tf.Session().run(tf.RaggedTensor.from_row_lengths([3, 1, 4], [2, 0, 1])).to_list()
        [[3, 1], [], [4]]
        """
        _check_validate(validate)
        with name_scope(name, "RaggedFromRowLengths", [values, row_lengths]):
            values, lengths = _converted(values, row_lengths, "row_lengths")
            lengths.shape.assert_has_rank(1)
            if validate:
                text = "Arguments to from_row_lengths do not form a valid RaggedTensor"
                total = tf.reduce_sum(lengths)
                lengths = _after(
                    lengths,
                    values,
                    tf.assert_non_negative(lengths, message=text),
                    tf.assert_equal(total, count_rows(values, lengths.dtype), message=text),
                )
            return cls(values, splits_of(lengths), cached_row_lengths=lengths, internal=True)

    @classmethod
    def from_row_starts(
        cls, values: TensorLike, row_starts: TensorLike, name: str | None = None, validate: bool = True
    ) -> Any:
        """From the positions where rows begin.

        >>> import penstock as tf
        >>> tf.Session().run(tf.RaggedTensor.from_row_starts([3, 1, 4], [0, 2, 2])).to_list()
        [[3, 1], [], [4]]
        """
        _check_validate(validate)
        with name_scope(name, "RaggedFromRowStarts", [values, row_starts]):
            values, starts = _converted(values, row_starts, "row_starts")
            starts.shape.assert_has_rank(1)
            count = count_rows(values, starts.dtype)
            if validate:
                text = "Arguments to from_row_starts do not form a valid RaggedTensor"
                starts = _after(
                    starts,
                    values,
                    _assert_zero(starts[:1], text),
                    _assert_rising(starts, text),
                    tf.assert_less_equal(starts[-1:], count, message=text),
                )
            return cls(values, tf.concat([starts, [count]], axis=0), internal=True)

    @classmethod
    def from_row_limits(
        cls, values: TensorLike, row_limits: TensorLike, name: str | None = None, validate: bool = True
    ) -> Any:
        """From the positions where rows end.

        >>> import penstock as tf
        >>> tf.Session().run(tf.RaggedTensor.from_row_limits([3, 1, 4], [2, 2, 3])).to_list()
        [[3, 1], [], [4]]
        """
        _check_validate(validate)
        with name_scope(name, "RaggedFromRowLimits", [values, row_limits]):
            values, limits = _converted(values, row_limits, "row_limits")
            limits.shape.assert_has_rank(1)
            if validate:
                text = "Arguments to from_row_limits do not form a valid RaggedTensor"
                limits = _after(
                    limits,
                    values,
                    tf.assert_non_negative(limits[:1], message=text),
                    _assert_rising(limits, text),
                    tf.assert_equal(limits[-1:], count_rows(values, limits.dtype), message=text),
                )
            return cls(values, tf.concat([tf.zeros([1], limits.dtype), limits], axis=0), internal=True)

    @classmethod
    def from_nested_value_rowids(
        cls,
        flat_values: TensorLike,
        nested_value_rowids: Sequence[Any],
        nested_nrows: Sequence[Any] | None = None,
        name: str | None = None,
        validate: bool = True,
    ) -> Any:
        """As `from_value_rowids`, for several ragged dimensions, the outermost first.

        Raises:
          ValueError: there are not as many `nested_nrows`.
        """
        _check_nested(nested_value_rowids, "nested_value_rowids", validate)
        if nested_nrows is None:
            nested_nrows = [None] * len(nested_value_rowids)
        _check_nested(nested_nrows, "nested_nrows", validate)
        if len(nested_nrows) != len(nested_value_rowids):
            raise ValueError("nested_nrows must have the same length as nested_value_rowids")
        with name_scope(name, "RaggedFromNestedValueRowIds", [flat_values, *nested_value_rowids, *nested_nrows]):
            result = flat_values
            for rowids, nrows in reversed(list(zip(nested_value_rowids, nested_nrows))):
                result = cls.from_value_rowids(result, rowids, nrows, validate=validate)
            return result

    @classmethod
    def from_nested_row_splits(
        cls, flat_values: TensorLike, nested_row_splits: Sequence[Any], name: str | None = None, validate: bool = True
    ) -> Any:
        """As `from_row_splits`, for several ragged dimensions, the outermost first.

        >>> import penstock as tf
        >>> tf.Session().run(tf.RaggedTensor.from_nested_row_splits([3, 1, 4], [[0, 1, 2], [0, 2, 3]])).to_list()
        [[[3, 1]], [[4]]]
        """
        _check_nested(nested_row_splits, "nested_row_splits", validate)
        with name_scope(name, "RaggedFromNestedRowSplits", [flat_values, *nested_row_splits]):
            result = flat_values
            for splits in reversed(nested_row_splits):
                result = cls.from_row_splits(result, splits, validate=validate)
            return result

    @classmethod
    def from_nested_row_lengths(
        cls, flat_values: TensorLike, nested_row_lengths: Sequence[Any], name: str | None = None, validate: bool = True
    ) -> Any:
        """As `from_row_lengths`, for several ragged dimensions, the outermost first."""
        _check_nested(nested_row_lengths, "nested_row_lengths", validate)
        with name_scope(name, "RaggedFromNestedRowlengths", [flat_values, *nested_row_lengths]):
            result = flat_values
            for lengths in reversed(nested_row_lengths):
                result = cls.from_row_lengths(result, lengths, validate=validate)
            return result

    @classmethod
    def from_tensor(
        cls,
        tensor: TensorLike,
        lengths: TensorLike | None = None,
        padding: str | None = None,
        ragged_rank: int = 1,
        name: str | None = None,
        row_splits_dtype: DTypeLike = dtypes.int64,
    ) -> Any:
        """From a dense tensor, of which the rows may end early.

        Args:
          tensor: a tensor with more than `ragged_rank` dimensions.
          lengths: how much of each row to keep; or a list of such vectors, one for each ragged dimension.
          padding: the value that fills up rows; rows end before the last run of it.
          ragged_rank: how many dimensions become ragged.
          name: a name for the operations.
          row_splits_dtype: int32 or int64.

        Raises:
          ValueError: both `lengths` and `padding` are given, or `ragged_rank` is not positive.

        >>> import penstock as tf
        >>> tf.Session().run(tf.RaggedTensor.from_tensor([[5, 7, 0], [0, 3, 0]], padding=0)).to_list()
        [[5, 7], [0, 3]]
        """
        return _conversion().from_tensor(tensor, lengths, padding, ragged_rank, name, row_splits_dtype)

    @classmethod
    def from_sparse(
        cls, st_input: TensorLike, name: str | None = None, row_splits_dtype: DTypeLike = dtypes.int64
    ) -> Any:
        """From a SparseTensor of rank 2 whose elements fill the beginnings of its rows.

        Raises:
          TypeError: the argument is no SparseTensor.
          ValueError: its rank is not 2.

        >>> import penstock as tf
        >>> sparse = tf.SparseTensor([[0, 0], [0, 1], [2, 0]], [5, 6, 7], [3, 9])
        >>> tf.Session().run(tf.RaggedTensor.from_sparse(sparse)).to_list()
        [[5, 6], [], [7]]
        """
        return _conversion().from_sparse(st_input, name, row_splits_dtype)


def count_rows(value: object, out_type: DTypeLike) -> Tensor:
    """The size of the first dimension of a Tensor or RaggedTensor, as a tensor."""
    if isinstance(value, Making):
        return value.nrows(out_type)  # type: ignore[attr-defined]
    return tf.shape(value, out_type=out_type)[0]


def splits_of(lengths: Tensor) -> Tensor:
    """The splits of rows with these lengths."""
    return tf.concat([[0], tf.cumsum(lengths)], axis=0)


def _check_validate(validate: bool) -> None:
    if not isinstance(validate, bool):
        raise TypeError("validate must have type bool")


def _check_nested(given: object, name: str, validate: bool) -> None:
    _check_validate(validate)
    if isinstance(given, Tensor):
        raise TypeError(f"{name} must be a list of Tensors")


def _converted(values: Any, partition: Any, name: str) -> tuple[Any, Tensor]:
    """Values and a row partition as tensors whose types fit."""
    if isinstance(values, RaggedTensorValue):
        values = importlib.import_module("penstock.ops.ragged.tensor").as_ragged_or_tensor(values, name="values")
    if isinstance(values, Making):
        wanted = values.row_splits.dtype  # type: ignore[attr-defined]
        if not isinstance(partition, Tensor):
            return values, convert_to_tensor(partition, wanted, name=name)
        if partition.dtype in SPLIT_TYPES and partition.dtype != wanted:
            raise ValueError(f"dtype mismatch: {name} ({partition.dtype!r}) vs values.row_splits ({wanted!r})")
    else:
        values = convert_to_tensor(values, name="values")
        if isinstance(partition, np.ndarray) and partition.dtype == np.int32:
            partition = convert_to_tensor(partition, name=name)
        else:
            partition = convert_to_tensor(partition, preferred_dtype=dtypes.int64, name=name)
    if partition.dtype not in SPLIT_TYPES:
        raise ValueError(f"{name} must have dtype int32 or int64")
    return values, partition


def _after(partition: Tensor, values: TensorLike, *checks: Any) -> Tensor:
    """The partition, once the checks have run."""
    if isinstance(values, Tensor):
        checks = (*checks, tf.assert_rank_at_least(values, 1))
    return with_dependencies([tf.assert_rank(partition, 1), *checks], partition)


def _assert_rising(tensor: Tensor, message: str) -> Any:
    return tf.assert_non_negative(tensor[1:] - tensor[:-1], message=message)


def _assert_zero(tensor: Tensor, message: str) -> Operation:
    return tf.assert_equal(tensor, tf.zeros([], tensor.dtype), message=message)
