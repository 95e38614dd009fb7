"""Tensors made from lengths and indices: sequence masks and one-hot vectors."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.convert import constant, convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.registry import no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, TensorLike
from penstock.ops.arrays.basic import rank, shape_text
from penstock.ops.arrays.reshaping import expand_dims
from penstock.ops.backend.memory import check_memory


@export("sequence_mask")
def sequence_mask(
    lengths: TensorLike, maxlen: Any = None, dtype: DTypeLike = dtypes.bool, name: str | None = None
) -> Tensor:
    """Makes a mask whose rows begin with `lengths[i]` times True.

    Args:
      lengths: how many are True, in a tensor of any shape.
      maxlen: the length of the rows; by default the largest of `lengths`.
      dtype: the type of the result.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.sequence_mask([1, 3], 3, tf.int32))
    array([[1, 0, 0],
           [1, 1, 1]], dtype=int32)
    """
    with name_scope(name, "SequenceMask", [lengths, maxlen]):
        lengths = convert_to_tensor(lengths)
        if maxlen is None:
            dims = lengths.shape.ndims
            if dims is None:
                axes: Any = apply("Range", start=0, limit=rank(lengths), delta=1)
            else:
                axes = constant(np.arange(dims), dtypes.int32)
            maxlen = apply("Max", input=lengths, reduction_indices=axes)
            maxlen = apply("Maximum", x=constant(0, maxlen.dtype), y=maxlen)
        else:
            maxlen = convert_to_tensor(maxlen)
        if maxlen.shape.ndims not in (None, 0):
            raise ValueError("maxlen must be scalar for sequence_mask")
        kind = maxlen.dtype.base_dtype
        row = apply("Range", start=constant(0, kind), limit=maxlen, delta=constant(1, kind))
        mask = row < apply("Cast", x=expand_dims(lengths, -1), DstT=kind)
        if dtype is None or dtypes.as_dtype(dtype).base_dtype == dtypes.bool:
            return mask
        return apply("Cast", x=mask, DstT=dtype)


def _one_hot_rule(c):
    given, axis = c.shape(0), c.attr("axis")
    if axis < -1:
        raise ValueError("axis must be >= -1")
    depth = rule.dim_of_scalar(c, 1)
    if given.ndims is None:
        return [rule.UNKNOWN]
    dims = given.as_list()
    dims.insert(len(dims) if axis == -1 else axis, depth)
    return [TensorShape(dims)]


@op("OneHot", shape=_one_hot_rule, static=("depth",))
def _one_hot(xp, indices, depth, on_value, off_value, *, axis):
    if np.ndim(depth):
        raise errors.invalid(f"depth must be a scalar, but got: {shape_text(depth.shape)}")
    count = int(depth)
    if count < 0:
        raise errors.invalid(f"depth must be non-negative, got: {count}")
    if not -1 <= axis <= indices.ndim:
        raise errors.invalid(f"Expected axis to be -1 or between [0, {indices.ndim + 1}).  But received: {axis}")
    at = indices.ndim if axis == -1 else axis
    if indices.dtype == np.uint8:
        indices = indices.astype(np.int32)
    if xp is np:
        check_memory((*indices.shape, count), np.asarray(on_value).dtype)
    row = np.arange(count, dtype=indices.dtype).reshape((-1,) + (1,) * (indices.ndim - at))
    return xp.where(xp.expand_dims(indices, at) == row, on_value, off_value)


no_gradient("OneHot")


@export("one_hot")
def one_hot(
    indices: TensorLike,
    depth: TensorLike,
    on_value: TensorLike | None = None,
    off_value: TensorLike | None = None,
    axis: int | None = None,
    dtype: DTypeLike | None = None,
    name: str | None = None,
) -> Tensor:
    """Makes a tensor with one more dimension, of length `depth`, that is `on_value` at `indices`, else `off_value`.

    Args:
      indices: where the result is on; indices out of range give rows that are off throughout.
      depth: the length of the new dimension.
      on_value: 1 by default.
      off_value: 0 by default.
      axis: where the new dimension goes; the last by default.
      dtype: the type of the result, float32 if no value tells it.
      name: a name for the operation.

    Raises:
      TypeError: if the types of the values do not match.

    >>> import penstock as tf
    >>> tf.Session().run(tf.one_hot([1, 0], 3))
    array([[0., 1., 0.],
           [1., 0., 0.]], dtype=float32)
    """
    with name_scope(name, "one_hot", [indices, depth, on_value, off_value, axis, dtype]) as scope:
        given = {
            word: None if value is None else convert_to_tensor(value).dtype.base_dtype
            for word, value in (("on_value", on_value), ("off_value", off_value))
        }
        if dtype is not None:
            dtype = dtypes.as_dtype(dtype)
            for word, kind in given.items():
                if kind is not None and kind != dtype:
                    raise TypeError(f"dtype {kind} of {word} does not match dtype parameter {dtype}")
        else:
            dtype = given["on_value"] or given["off_value"] or dtypes.float32
        if on_value is None:
            on_value = convert_to_tensor(1, dtype, "on_value")
        if off_value is None:
            off_value = convert_to_tensor(0, dtype, "off_value")
        kinds = [given["on_value"] or dtype, given["off_value"] or dtype]
        if kinds[0] != kinds[1]:
            raise TypeError(f"dtype {kinds[0]} of on_value does not match dtype {kinds[1]} of off_value")
        return apply("OneHot", scope, indices=indices, depth=depth, on_value=on_value, off_value=off_value, axis=axis)
