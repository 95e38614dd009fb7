"""Making one tensor of several with a dimension more, and back: stack and unstack.

`auto_pack` turns nested lists that contain tensors into one tensor, for `convert_to_tensor`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.convert import constant, convert_to_tensor, is_dense_tensor_like
from penstock.graph.extension_points import implements
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.registry import gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, TensorLike
from penstock.ops.arrays.basic import shape_text


def _pack_rule(c):
    shape = rule.merged_from_last(c.shapes)
    if shape.ndims is None:
        return [rule.UNKNOWN]
    axis = c.attr("axis")
    rank = shape.ndims + 1
    if not -rank <= axis < rank:
        raise ValueError(f"Invalid axis: {axis}; must be in [{-rank},{rank})")
    dims = shape.as_list()
    dims.insert(axis % rank, c.attr("N"))
    return [TensorShape(dims)]


@op("Pack", shape=_pack_rule)
def _pack(xp, values, *, axis):
    first = values[0].shape
    for i, v in enumerate(values):
        if v.shape != first:
            raise errors.invalid(
                f"Shapes of all inputs must match: values[0].shape = {shape_text(first)} != values[{i}].shape = "
                f"{shape_text(v.shape)}"
            )
    if xp is np and not first and values[0].dtype != object:
        return np.array(values, values[0].dtype)  # shapes are made of scalars, often; this takes a fifth of the time
    return xp.stack(values, axis=axis)


@gradient("Pack")
def _pack_grad(op, grad):
    return unstack(grad, num=op._attrs["N"], axis=op._attrs["axis"])


def _unpack_rule(c):
    shape, num, axis = c.shape(0), c.attr("num"), c.attr("axis")
    if shape.ndims is None:
        return [rule.UNKNOWN] * num
    if not -shape.ndims <= axis < shape.ndims:
        raise ValueError(f"Invalid axis: {axis}; must be in [{-shape.ndims},{shape.ndims})")
    dims = shape.as_list()
    rule.with_value(dims.pop(axis), num)
    return [TensorShape(dims)] * num


@op("Unpack", shape=_unpack_rule)
def _unpack(xp, value, *, num, axis):
    if not -value.ndim <= axis < value.ndim:
        raise errors.invalid(f"axis = {axis} not in [{-value.ndim}, {value.ndim})")
    if value.shape[axis] != num:
        raise errors.invalid(f"Input shape axis {axis} must equal {num}, got shape {shape_text(value.shape)}")
    before = (slice(None),) * (axis % value.ndim)
    return tuple(value[(*before, i, ...)] for i in range(num))


@gradient("Unpack")
def _unpack_grad(op, *grads):
    return stack(list(grads), axis=op._attrs["axis"])


@implements("pack_list")
def auto_pack(value: TensorLike, dtype: DTypeLike, name: str) -> Any:
    """Packs nested lists that contain tensors into one tensor, of the first tensor's type unless `dtype` is given."""
    found = _first_dtype(value)
    if dtype is None:
        dtype = found
    elif dtypes.as_dtype(dtype).base_dtype != found:
        value = _cast_tensors(value, dtypes.as_dtype(dtype).base_dtype)
    return _pack_nested(value, dtypes.as_dtype(dtype).base_dtype, name or "packed")


def _first_dtype(value: Any) -> dtypes.DType | None:
    for item in value:
        found = item.dtype.base_dtype if is_dense_tensor_like(item) else None
        if found is None and isinstance(item, (list, tuple)):
            found = _first_dtype(item)
        if found is not None:
            return found
    return None


def _cast_tensors(value: Any, dtype: dtypes.DType) -> Any:
    if isinstance(value, (list, tuple)):
        return [_cast_tensors(item, dtype) for item in value]
    if is_dense_tensor_like(value) and value.dtype.base_dtype != dtype:
        return apply("Cast", x=value, DstT=dtype)
    return value


def _pack_nested(value: Any, dtype: dtypes.DType, name: str) -> Any:
    items = []
    with name_scope(name) as scope:
        for i, item in enumerate(value):
            if is_dense_tensor_like(item) and item.dtype.base_dtype != dtype:
                raise TypeError(
                    f"Cannot convert a list containing a tensor of dtype {item.dtype} to {dtype} (Tensor is: {item!r})"
                )
            items.append(_pack_nested(item, dtype, str(i)) if isinstance(item, (list, tuple)) else item)
        if not any(is_dense_tensor_like(item) for item in items):
            return items
        tensors = [
            convert_to_tensor(item) if is_dense_tensor_like(item) else constant(item, dtype, name=str(i))
            for i, item in enumerate(items)
        ]
        return apply("Pack", scope, values=tensors)


@export("stack")
def stack(values: Any, axis: int = 0, name: str = "stack") -> Tensor:
    """Stacks tensors of one shape into one with one more dimension.

    Args:
      values: a list of tensors.
      axis: where the new dimension goes.
      name: a name for the operation.

    Raises:
      ValueError: if `axis` is out of the range [-(R+1), R+1).

    >>> import penstock as tf
    >>> tf.Session().run(tf.stack([[1, 4], [2, 5], [3, 6]], axis=1))
    array([[1, 2, 3],
           [4, 5, 6]], dtype=int32)
    """
    if axis == 0:
        try:
            return convert_to_tensor(values, name=name)  # a list of constants becomes one constant
        except (TypeError, ValueError):
            pass
    dims = convert_to_tensor(values[0], name=name).shape.ndims
    if dims is not None and not -(dims + 1) <= axis < dims + 1:
        raise ValueError(f"axis = {axis} not in [{-(dims + 1)}, {dims + 1})")
    return apply("Pack", name, values=values, axis=axis)


@export("pack")
def pack(values: Any, axis: int = 0, name: str = "pack") -> Tensor:
    """The 0.9 name of `stack`.

    Args:
      values: a list of tensors of one shape and type.
      axis: where the new dimension shall be.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.pack([[1, 2], [3, 4]]))
    array([[1, 2],
           [3, 4]], dtype=int32)
    """
    return stack(values, axis, name)


@export("parallel_stack")
def parallel_stack(values: Sequence[Any], name: str = "parallel_stack") -> Tensor:
    """Stacks tensors whose shapes are known when the graph is built along a new first dimension.

    Args:
      values: a list of tensors of one shape.
      name: a name for the operations.

    Raises:
      ValueError: the shapes are not known, or differ.

    >>> import penstock as tf
    >>> tf.Session().run(tf.parallel_stack([[1, 2], [3, 4]]))
    array([[1, 2],
           [3, 4]], dtype=int32)
    """
    with name_scope(name):
        first = convert_to_tensor(values[0])
        out = TensorShape([len(values)]).concatenate(first.shape)
        if not out.is_fully_defined():
            raise ValueError(f"shape attr must be fully defined: the first tensor has shape {first.shape}.")
        rows = [apply("ExpandDims", input=v, dim=0) for v in values]
        for row in rows[1:]:
            value = row.op.inputs[0]
            if not value.shape.is_fully_defined():
                raise ValueError(f"All input shapes must be fully defined, but one is {value.shape}.")
            rule.merge(value.shape, first.shape)
        return apply("ParallelConcat", values=rows, shape=out)


@export("unstack")
def unstack(value: TensorLike, num: int | None = None, axis: int = 0, name: str = "unstack") -> list[Tensor]:
    """Takes a tensor apart along one dimension, which the results do not have. The opposite of `stack`.

    Args:
      value: the tensor.
      num: the length of the dimension, needed only if it is not known when the graph is built.
      axis: the dimension.
      name: a name for the operation.

    Raises:
      ValueError: if `num` is not given and cannot be found out, or `axis` is out of range.

    >>> import penstock as tf
    >>> left, right = tf.unstack([[1, 2], [3, 4]], axis=1)
    >>> tf.Session().run(right)
    array([2, 4], dtype=int32)
    """
    if num is None:
        value = convert_to_tensor(value)
        known = value.shape
        if known.ndims is not None:
            if not -known.ndims <= axis < known.ndims:
                raise ValueError(f"axis = {axis} not in [{-known.ndims}, {known.ndims})")
            num = known.as_list()[axis]
        if num is None:
            raise ValueError(f"Cannot infer num from shape {known}")
    return apply("Unpack", name, value=value, num=num, axis=axis)


@export("unpack")
def unpack(value: TensorLike, num: int | None = None, axis: int = 0, name: str = "unpack") -> list[Tensor]:
    """The 0.9 name of `unstack`.

    Args:
      value: the tensor.
      num: the length of the dimension, if the shape does not tell it.
      axis: the dimension to take apart.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.unpack([1, 2]))
    [np.int32(1), np.int32(2)]
    """
    return unstack(value, num, axis, name)
