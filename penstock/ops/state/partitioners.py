"""Partitioners: functions from a shape and a type to how many parts a variable has along each dimension."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import CollectionsLike, DTypeLike, InitializerLike
from penstock.util.deprecation import deprecated

Partitioner = Callable[..., Sequence[int]]


def _size(shape: TensorShape, axis: int | None = None) -> int:
    """The number of elements of a known shape, or of one dimension."""
    size = shape.num_elements() if axis is None else shape.as_list()[axis]
    assert size is not None
    return size


@export("fixed_size_partitioner")
def fixed_size_partitioner(num_shards: int, axis: int = 0) -> Partitioner:
    """A partitioner into `num_shards` parts along `axis`, or fewer if there are not as many rows.

    Args:
      num_shards: the number of parts.
      axis: the dimension along which variables are cut.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     v = tf.get_variable("v", [10, 3], partitioner=tf.fixed_size_partitioner(4))
    ...     print([part.shape.as_list() for part in v])
    [[3, 3], [3, 3], [2, 3], [2, 3]]
    """

    def partitioner(shape: TensorShape, **unused: Any) -> list[int]:
        partitions = [1] * len(shape)
        partitions[axis] = min(num_shards, _size(shape, axis))
        return partitions

    return partitioner


@export("variable_axis_size_partitioner")
def variable_axis_size_partitioner(
    max_shard_bytes: int, axis: int = 0, bytes_per_string_element: int = 16, max_shards: int | None = None
) -> Partitioner:
    """A partitioner that makes parts of at most `max_shard_bytes` bytes (but at least one row) along `axis`.

    Args:
      max_shard_bytes: the limit.
      axis: along which the variable is cut.
      bytes_per_string_element: how large a string is taken to be.
      max_shards: the largest number of parts, if not None; parts may then be larger.

    Raises:
      ValueError: if an argument is not positive.

    >>> import penstock as tf
    >>> cut = tf.variable_axis_size_partitioner(max_shard_bytes=80)
    >>> cut(shape=tf.TensorShape([10, 5]), dtype=tf.float32)
    [3, 1]
    """
    if max_shard_bytes < 1 or bytes_per_string_element < 1:
        raise ValueError("Both max_shard_bytes and bytes_per_string_element must be positive.")
    if max_shards and max_shards < 1:
        raise ValueError("max_shards must be positive.")

    def partitioner(shape: TensorShape, dtype: dtypes.DType) -> list[int]:
        if not isinstance(shape, TensorShape):
            raise ValueError(f"shape is not a TensorShape: {shape}")
        if not shape.is_fully_defined():
            raise ValueError(f"shape is not fully defined: {shape}")
        if not isinstance(dtype, dtypes.DType):
            raise ValueError(f"dtype is not a DType: {dtype}")
        element = bytes_per_string_element if dtype.base_dtype == dtypes.string else dtype.size
        rows = _size(shape, axis)
        bytes_per_row = _size(shape) / rows * element
        shards = math.ceil(rows / max(1, math.floor(max_shard_bytes / bytes_per_row)))
        partitions = [1] * len(shape)
        partitions[axis] = min(max_shards, shards) if max_shards else shards
        return partitions

    return partitioner


@export("min_max_variable_partitioner")
def min_max_variable_partitioner(
    max_partitions: int = 1, axis: int = 0, min_slice_size: int = 256 << 10, bytes_per_string_element: int = 16
) -> Partitioner:
    """A partitioner into as many parts as there are slices of `min_slice_size` bytes, at most `max_partitions`.

    Args:
      max_partitions: the largest number of parts.
      axis: along which the variable is cut.
      min_slice_size: the least size of a part, in bytes.
      bytes_per_string_element: how large a string is taken to be.

    >>> import penstock as tf
    >>> cut = tf.min_max_variable_partitioner(max_partitions=4, min_slice_size=100)
    >>> cut(shape=tf.TensorShape([10, 5]), dtype=tf.float32), cut(shape=tf.TensorShape([100, 5]), dtype=tf.float32)
    ([2, 1], [4, 1])
    """

    def partitioner(shape: TensorShape, dtype: dtypes.DType) -> list[int]:
        if axis >= len(shape):
            raise ValueError(f"Can not partition variable along axis {axis} when shape is only {shape}")
        element = bytes_per_string_element if dtype.base_dtype == dtypes.string else dtype.size
        wanted = math.ceil(_size(shape) * element / min_slice_size)
        partitions = [1] * len(shape)
        partitions[axis] = max(1, min(_size(shape, axis), max_partitions, wanted))
        return partitions

    return partitioner


@export("create_partitioned_variables")
@deprecated(None, "Use `tf.get_variable` with a partitioner set.")
def create_partitioned_variables(
    shape: Sequence[int],
    slicing: Sequence[int],
    initializer: InitializerLike,
    dtype: DTypeLike = dtypes.float32,
    trainable: bool = True,
    collections: CollectionsLike | None = None,
    name: str | None = None,
    reuse: bool | None = None,
) -> list[Any]:
    """Makes the parts of a variable of `shape`, cut as `slicing` says, and returns them as a list.

    Args:
      shape: the shape of the whole variable.
      slicing: into how many parts each dimension is cut; 1 for all but one.
      initializer: an initializer, or a tensor of `shape`.
      dtype: the type of the parts.
      trainable, collections: see `tf.get_variable`.
      name: the name of the scope of the parts.
      reuse: whether parts that are there are reused.

    Raises:
      ValueError: if `shape` and `slicing` do not fit, or more than one dimension is cut.

    >>> import penstock as tf
    >>> parts = tf.create_partitioned_variables([5, 3], [2, 1], tf.zeros_initializer(), name="v")
    >>> [(part.op.name, part.shape.as_list()) for part in parts]
    [('v/part_0', [3, 3]), ('v/part_1', [2, 3])]
    """
    from penstock.ops.state import variable_scope

    if len(shape) != len(slicing):
        raise ValueError(
            f"The 'shape' and 'slicing' of a partitioned Variable must have the length: shape: {shape}, slicing: {slicing}"
        )
    if len(shape) < 1:
        raise ValueError(f"A partitioned Variable must have rank at least 1: shape: {shape}")
    with variable_scope.variable_scope(name, "PartitionedVariable", reuse=reuse):
        whole = variable_scope._get_partitioned_variable(
            name=None,
            shape=shape,
            dtype=dtype,
            initializer=initializer,
            trainable=trainable,
            partitioner=lambda **unused: slicing,
            collections=collections,
        )
        return list(whole)
