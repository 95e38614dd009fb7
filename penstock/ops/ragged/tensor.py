"""`RaggedTensor`: what it consists of, and how its rows are counted.

How one is made is in `making`. What is done with ragged tensors is in the other files of this folder, on top of this
one; conversions to and from dense and sparse tensors are in `conversion`.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export, takes_ragged
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape, dimension_at_index
from penstock.graph.typing import AxisLike, DTypeLike, SessionLike, TensorLike
from penstock.ops.ragged.construction import Making
from penstock.ops.ragged.kernels import SPLIT_TYPES
from penstock.ops.ragged.value import RaggedTensorValue

# How all complaints about the types of splits end.
_MISMATCH = "use RaggedTensor.with_row_splits_dtype() to convert them to compatible dtypes."


def _late(module: str) -> ModuleType:
    """A file of this folder that is built on this one."""
    return importlib.import_module(f"penstock.ops.ragged.{module}")


@export("RaggedTensor")
class RaggedTensor(Making):
    """A tensor with rows of different lengths: `values` holds them one after the other, `row_splits` where they begin.

    Row `i` is `values[row_splits[i]:row_splits[i + 1]]`. If `values` is ragged as well, more than one dimension is.
    Make one with `tf.ragged.constant`, or with one of the class methods from its values and any of: splits, lengths,
    starts or limits of the rows, or the number of the row that each value is in.

    >>> import penstock as tf
    >>> words = tf.RaggedTensor.from_row_lengths([3, 1, 4, 1, 5], [2, 0, 3])
    >>> words.shape.as_list()
    [3, None]
    >>> tf.Session().run(words).to_list()
    [[3, 1], [], [4, 1, 5]]
    >>> tf.Session().run(tf.reduce_sum(words * 10, axis=1)).tolist()
    [40, 0, 100]
    """

    __array_priority__ = 200  # operators with an array on the left are ours

    def __init__(
        self,
        values: Any,
        row_splits: Tensor,
        cached_row_lengths: Tensor | None = None,
        cached_value_rowids: Tensor | None = None,
        cached_nrows: Tensor | None = None,
        internal: bool = False,
    ) -> None:
        if not internal:
            raise ValueError(
                "RaggedTensor constructor is private; please use one of the factory methods instead (e.g., "
                "RaggedTensor.from_row_lengths())"
            )
        if not isinstance(row_splits, Tensor):
            raise TypeError(f"Row-partitioning argument must be a Tensor, got {row_splits!r}")
        if not isinstance(values, (RaggedTensor, Tensor)):
            raise TypeError(f"values must be a Tensor or RaggedTensor, got {values!r}")
        if row_splits.dtype not in SPLIT_TYPES:
            raise ValueError("Row-partitioning argument must be int32 or int64")
        row_splits.shape.assert_has_rank(1)
        values.shape.with_rank_at_least(1)
        row_splits.set_shape([None])
        if isinstance(values, RaggedTensor) and row_splits.dtype != values.row_splits.dtype:
            raise ValueError(f"row_splits and values.row_splits have different dtypes; {_MISMATCH}")
        self._values = values
        self._row_splits = row_splits
        self._cached_row_lengths = cached_row_lengths
        self._cached_value_rowids = cached_value_rowids
        self._cached_nrows = cached_nrows

    # -- its parts ----------------------------------------------------------------------------------------------------

    @property
    def dtype(self) -> dtypes.DType:
        """The type of the elements."""
        return self._values.dtype

    @property
    def shape(self) -> TensorShape:
        """What is known of the shape; ragged dimensions are None."""
        rows = dimension_at_index(self._row_splits.shape, 0) - 1
        return TensorShape([rows, None]).concatenate(self._values.shape[1:])

    @property
    def ragged_rank(self) -> int:
        """The number of ragged dimensions."""
        return len(self.nested_row_splits)

    @property
    def values(self) -> Any:
        """The rows, one after the other: a Tensor or, if more dimensions are ragged, a RaggedTensor."""
        return self._values

    @property
    def row_splits(self) -> Tensor:
        """Where the rows begin in `values`, and where the last one ends."""
        return self._row_splits

    @property
    def flat_values(self) -> Tensor:
        """The innermost values, which are dense."""
        return self._values.flat_values if isinstance(self._values, RaggedTensor) else self._values

    @property
    def nested_row_splits(self) -> tuple[Tensor, ...]:
        """The splits of all ragged dimensions, the outermost first."""
        inner = self._values.nested_row_splits if isinstance(self._values, RaggedTensor) else ()
        return (self._row_splits, *inner)

    def value_rowids(self, name: str | None = None) -> Tensor:
        """The number of the row that each value is in."""
        if self._cached_value_rowids is not None:
            return self._cached_value_rowids
        with name_scope(name, "RaggedValueRowIds", [self.row_splits]):
            return _late("segments").row_splits_to_segment_ids(self.row_splits)

    def nested_value_rowids(self, name: str | None = None) -> tuple[Tensor, ...]:
        """The numbers of the rows in all ragged dimensions, the outermost first."""
        with name_scope(name, "RaggedNestedValueRowIds", [self.row_splits]):
            return tuple(level.value_rowids() for level in self._levels())

    def nrows(self, out_type: DTypeLike | None = None, name: str | None = None) -> Tensor:
        """The number of rows, as a tensor."""
        out_type = self._row_splits.dtype if out_type is None else dtypes.as_dtype(out_type)
        if self._cached_nrows is not None:
            return tf.cast(self._cached_nrows, out_type)
        with name_scope(name, "RaggedNRows", [self.row_splits]):
            return tf.shape(self.row_splits, out_type=out_type)[0] - 1

    def row_starts(self, name: str | None = None) -> Tensor:
        """The positions where rows begin."""
        with name_scope(name, "RaggedRowStarts", [self.row_splits]):
            return self.row_splits[:-1]

    def row_limits(self, name: str | None = None) -> Tensor:
        """The positions where rows end."""
        with name_scope(name, "RaggedRowLimits", [self.row_splits]):
            return self.row_splits[1:]

    def row_lengths(self, axis: int = 1, name: str | None = None) -> Any:
        """The lengths of the rows of a dimension; ragged for an inner one.

        >>> import penstock as tf
        >>> rt = tf.ragged.constant([[[3, 1, 4], [1]], [], [[5, 9]]])
        >>> tf.Session().run(rt.row_lengths()).tolist(), tf.Session().run(rt.row_lengths(axis=2)).to_list()
        ([2, 0, 1], [[3, 1], [], [2]])
        """
        with name_scope(name, "RaggedRowLengths", [self.row_splits]):
            axis = positive_axis(axis, self.shape.ndims)
            if axis == 0:
                return self.nrows()
            if axis == 1:
                if self._cached_row_lengths is not None:
                    return self._cached_row_lengths
                return self.row_splits[1:] - self.row_splits[:-1]
            if isinstance(self.values, RaggedTensor):
                return self.with_values(self.values.row_lengths(axis - 1))
            dims = tf.shape(self.values, out_type=self._row_splits.dtype)
            return self.with_values(tf.ones(dims[: axis - 1], self._row_splits.dtype) * dims[axis - 1])

    def nested_row_lengths(self, name: str | None = None) -> tuple[Tensor, ...]:
        """The lengths of the rows in all ragged dimensions, the outermost first."""
        with name_scope(name, "RaggedNestedRowLengths", [self.row_splits]):
            return tuple(level.row_lengths() for level in self._levels())

    def bounding_shape(
        self, axis: AxisLike | None = None, name: str | None = None, out_type: DTypeLike | None = None
    ) -> Tensor:
        """The shape of the smallest dense tensor that has room for all; or some of its dimensions.

        >>> import penstock as tf
        >>> tf.Session().run(tf.ragged.constant([[1, 2], [3, 4, 5], []]).bounding_shape()).tolist()
        [3, 3]
        """
        out_type = self._row_splits.dtype if out_type is None else dtypes.as_dtype(out_type)
        with name_scope(name, "RaggedBoundingBox", [self.row_splits]):
            if isinstance(axis, int) and axis == 0:
                return self.nrows(out_type)
            widths = [tf.maximum(tf.reduce_max(n), 0) for n in self.nested_row_lengths()]
            if isinstance(axis, int) and axis == 1:
                return tf.cast(widths[0], out_type)
            outer = tf.stack([self.nrows(out_type), *[tf.cast(w, out_type) for w in widths]])
            box = tf.concat([outer, tf.shape(self.flat_values, out_type=out_type)[1:]], axis=0)
            return box if axis is None else tf.gather(box, axis)

    # -- other values, other types ------------------------------------------------------------------------------------

    def with_values(self, new_values: Any) -> RaggedTensor:
        """The same rows with other `values`.

        Raises:
          ValueError: there are not as many, or their splits are of another type.
        """
        new_values = as_ragged_or_tensor(new_values)
        new_values.shape.with_rank_at_least(1)
        self.values.shape[:1].assert_is_compatible_with(new_values.shape[:1])
        if isinstance(new_values, RaggedTensor) and self._row_splits.dtype != new_values.row_splits.dtype:
            raise ValueError(f"self and new_values have mismatched row_splits dtypes; {_MISMATCH}")
        cached = self._cached_row_lengths, self._cached_value_rowids, self._cached_nrows
        return RaggedTensor(new_values, self._row_splits, *cached, internal=True)

    def with_flat_values(self, new_values: TensorLike) -> RaggedTensor:
        """The same rows, in all ragged dimensions, with other innermost values."""
        if isinstance(self._values, RaggedTensor):
            new_values = self._values.with_flat_values(new_values)
        return self.with_values(new_values)

    def with_row_splits_dtype(self, dtype: DTypeLike) -> RaggedTensor:
        """The same tensor with splits of type int32 or int64.

        Raises:
          ValueError: for another type.
        """
        dtype = dtypes.as_dtype(dtype)
        if dtype not in SPLIT_TYPES:
            raise ValueError("dtype must be int32 or int64")
        if self._row_splits.dtype == dtype:
            return self
        values = self._values.with_row_splits_dtype(dtype) if isinstance(self._values, RaggedTensor) else self._values
        lengths, rowids, nrows = (
            None if t is None else tf.cast(t, dtype)
            for t in (self._cached_row_lengths, self._cached_value_rowids, self._cached_nrows)
        )
        return RaggedTensor(values, tf.cast(self._row_splits, dtype), lengths, rowids, nrows, internal=True)

    def to_tensor(self, default_value: TensorLike | None = None, name: str | None = None) -> Tensor:
        """A dense tensor, in which `default_value` (0 or "") fills up the rows.

        Raises:
          ValueError: the default has too many dimensions.

        >>> import penstock as tf
        >>> tf.Session().run(tf.ragged.constant([[9, 8], [], [7]]).to_tensor(-1)).tolist()
        [[9, 8], [-1, -1], [7, -1]]
        """
        return _late("conversion").to_tensor(self, default_value, name)

    def to_sparse(self, name: str | None = None) -> Any:
        """A SparseTensor with the same elements at the same places.

        >>> import penstock as tf
        >>> tf.Session().run(tf.ragged.constant([[9, 8], [], [7]]).to_sparse()).indices.tolist()
        [[0, 0], [0, 1], [2, 0]]
        """
        return _late("conversion").to_sparse(self, name)

    def to_list(self) -> list[Any]:
        """Raises ValueError: in a graph there is nothing to list yet; evaluate first, then use `RaggedTensorValue.to_list`."""
        raise ValueError(
            "RaggedTensor.to_list() is only supported in eager mode; in graph mode, evaluate the RaggedTensor first and "
            "then use RaggedTensorValue.to_list()."
        )

    def eval(self, feed_dict: dict | None = None, session: SessionLike | None = None) -> RaggedTensorValue:
        """Evaluates in the default session; returns a `RaggedTensorValue`."""
        from penstock.graph.operation import _session

        return _session(session, self.row_splits.graph, "evaluate tensor", "eval").run(self, feed_dict)

    def consumers(self) -> list[Any]:
        """The operations that use its values or its splits."""
        return super().consumers()

    def __repr__(self) -> str:
        return f"tf.RaggedTensor(values={self._values}, row_splits={self._row_splits})"

    def __getitem__(self, key: object) -> Any:
        """Rows, and parts of rows, as NumPy would; but no index into a ragged dimension other than the first."""
        return _late("indexing").getitem(self, key)

    def __iter__(self) -> Any:
        # Python would index with 0, 1, 2, ... and never see an end.
        raise TypeError("'RaggedTensor' object is not iterable")

    def __bool__(self) -> bool:
        raise TypeError("RaggedTensor may not be used as a boolean.")

    # -- for sessions, loops and nest ---------------------------------------------------------------------------------

    def _levels(self) -> list[RaggedTensor]:
        inner = self._values._levels() if isinstance(self._values, RaggedTensor) else []
        return [self, *inner]

    def _to_components(self) -> list[Tensor]:
        return [self.flat_values, *self.nested_row_splits]

    def _from_components(self, tensors: list[Any]) -> Any:
        result, *nested_splits = tensors
        for splits in reversed(nested_splits):
            result = RaggedTensor(result, splits, internal=True)
        return result

    def _from_arrays(self, arrays: list[Any]) -> RaggedTensorValue:
        result, *nested_splits = arrays
        for splits in reversed(nested_splits):
            result = RaggedTensorValue(result, splits)
        return result

    def _arrays_of(self, value: object) -> list[Any]:
        if not isinstance(value, RaggedTensorValue):
            raise TypeError(f"A RaggedTensor is fed with a tf.ragged.RaggedTensorValue, not with {value!r}")
        if value.ragged_rank != self.ragged_rank:
            raise ValueError(f"Cannot feed a value of ragged rank {value.ragged_rank} for one of {self.ragged_rank}")
        return [value.flat_values, *value.nested_row_splits]

    @property
    def _type_spec(self) -> Any:
        return _late("spec").RaggedTensorSpec.from_value(self)

    def _component_shapes(self, shape: TensorShape) -> list[TensorShape]:
        inner = shape[self.ragged_rank + 1 :] if shape.ndims is not None else TensorShape(None)
        rows = dimension_at_index(shape, 0) + 1
        splits = [TensorShape([rows])] + [TensorShape([None])] * (self.ragged_rank - 1)
        return [TensorShape([None]).concatenate(inner), *splits]

    def _as_graph_element(self) -> Tensor:
        return self.flat_values


takes_ragged(RaggedTensor, RaggedTensorValue)


# -- what all files of this folder need -------------------------------------------------------------------------------


def is_ragged(value: object) -> bool:
    """Whether something is a RaggedTensor or a RaggedTensorValue."""
    return isinstance(value, (RaggedTensor, RaggedTensorValue))


def as_ragged_or_tensor(
    value: object, dtype: DTypeLike | None = None, name: str | None = None, preferred_dtype: DTypeLike | None = None
) -> Any:
    """A RaggedTensor as it is, the value of one as a constant, and everything else as a Tensor.

    Raises:
      ValueError: a RaggedTensor is not of type `dtype`.
    """
    if isinstance(value, RaggedTensorValue):
        with name_scope(name, "ConvertToTensorOrRaggedTensor", []):
            flat = convert_to_tensor(value.flat_values, dtype, preferred_dtype=preferred_dtype, name="flat_values")
            return RaggedTensor.from_nested_row_splits(flat, value.nested_row_splits, validate=False)
    if isinstance(value, RaggedTensor):
        if dtype is not None and not dtypes.as_dtype(dtype).is_compatible_with(value.dtype):
            raise ValueError(
                f"Tensor conversion requested dtype {dtypes.as_dtype(dtype).name} for RaggedTensor with dtype "
                f"{value.dtype.name}: {value!r}"
            )
        return value
    return convert_to_tensor(value, dtype, preferred_dtype=preferred_dtype, name=name)


def splits_type(*values: Any) -> dtypes.DType:
    """The type of the splits of all ragged ones of `values`; int64 if there are none.

    Raises:
      ValueError: some have int32, some int64.
    """
    found = {v.row_splits.dtype for v in values if isinstance(v, RaggedTensor)}
    if len(found) > 1:
        raise ValueError(f"Input RaggedTensors have mismatched row_splits dtypes; {_MISMATCH}")
    return found.pop() if found else dtypes.int64


def positive_axis(axis: AxisLike, ndims: int | None) -> int:
    """`axis`, counted from the front.

    Raises:
      TypeError: it is no int.
      ValueError: it is out of range, or negative while the rank is not known.
    """
    if not isinstance(axis, (int, np.integer)):
        raise TypeError(f"axis must be an int; got {type(axis).__name__}")
    if ndims is not None:
        if 0 <= axis < ndims:
            return int(axis)
        if -ndims <= axis < 0:
            return int(axis) + ndims
        raise ValueError(f"axis={axis} out of bounds: expected {-ndims}<=axis<{ndims}")
    if axis < 0:
        raise ValueError("axis may only be negative if ndims is statically known.")
    return int(axis)


importlib.import_module("penstock.ops.ragged.operators")
