"""Tensors of one value: `tf.fill`, `tf.zeros`, `tf.ones`, and those in the shape of another tensor."""

from __future__ import annotations

import contextlib
import functools
import operator
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.convert import constant, convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.registry import gradient, no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike
from penstock.ops.arrays.basic import shape_internal, without_capture
from penstock.ops.control import tensor_list_values as lists


def full(xp, dims, value):
    """An array of shape `dims` filled with the scalar `value`, which may be a string."""
    shape = tuple(int(d) for d in dims)
    for i, d in enumerate(shape):
        if d < 0:
            raise errors.InvalidArgumentError(None, None, f"dims[{i}] = {d} must be nonnegative.")
    if isinstance(value, bytes) or value.dtype == object:
        out = np.empty(shape, object)
        out.fill(value if isinstance(value, bytes) else value.item())
        return out
    return xp.full(shape, value, dtype=value.dtype)


def _fill_rule(c):
    rule.with_ranks(c, 1, 0)
    dims = c.const(0)
    if dims is not None and np.any(dims < 0):
        raise ValueError("Fill dimensions must be >= 0")
    return rule.from_input(0)(c)


@op("Fill", shape=_fill_rule, static=("dims",))
def _fill(xp, dims, value):
    return full(xp, dims, value)


@op("ZerosLike", shape=rule.same)
def _zeros_like(xp, x):
    if lists.is_list(x):
        return lists.zeros_like(x)
    if x.dtype == object:
        return full(np, x.shape, b"")
    return xp.zeros(x.shape, x.dtype)


@op("OnesLike", shape=rule.same)
def _ones_like(xp, x):
    return xp.ones(x.shape, x.dtype)


no_gradient("ZerosLike", "OnesLike")


@gradient("Fill")
def _fill_grad(op, grad):
    return None, find("reduce_sum")(grad)


@export("fill")
def fill(dims: Any, value: TensorLike, name: str | None = None) -> Tensor:
    """Makes a tensor of shape `dims`, filled with the scalar `value`.

    Args:
      dims: the shape, a 1-D tensor of int32 or int64.
      value: a scalar, whose type the result has.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.fill([2, 3], 9))
    array([[9, 9, 9],
           [9, 9, 9]], dtype=int32)
    """
    return apply("Fill", name, dims=dims, value=value)


@export("zeros")
def zeros(shape: ShapeLike, dtype: DTypeLike = dtypes.float32, name: str | None = None) -> Tensor:
    """Makes a tensor of zeros (False, or empty strings, for those types).

    Args:
      shape: a list of integers, a tuple, or a 1-D tensor of int32 or int64.
      dtype: the type of the elements.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.zeros([2, 2], tf.int32))
    array([[0, 0],
           [0, 0]], dtype=int32)
    """
    dtype = dtypes.as_dtype(dtype).base_dtype
    zero: Any = False if dtype == dtypes.bool else "" if dtype == dtypes.string else 0
    return _filled(zero, shape, dtype, name, "zeros")


@export("ones")
def ones(shape: ShapeLike, dtype: DTypeLike = dtypes.float32, name: str | None = None) -> Tensor:
    """Makes a tensor of ones (True for bool).

    Args:
      shape: a list of integers, a tuple, or a 1-D tensor of int32 or int64.
      dtype: the type of the elements.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.ones([2, 3], tf.int32))
    array([[1, 1, 1],
           [1, 1, 1]], dtype=int32)
    """
    dtype = dtypes.as_dtype(dtype).base_dtype
    return _filled(True if dtype == dtypes.bool else 1, shape, dtype, name, "ones")


def _filled(value: TensorLike, shape: ShapeLike, dtype: dtypes.DType, name: str | None, default_name: str) -> Tensor:
    with name_scope(name, default_name, [shape]) as scope:
        if not isinstance(shape, Tensor):
            _ask_for_size(shape)
            try:
                # Small ones are constants; large ones would make the GraphDef large.
                if _size_of(shape) < 1000:
                    try:
                        return constant(value, dtype, shape, scope)
                    except TypeError:
                        pass
                shape = convert_to_tensor(TensorShape(shape))
            except (TypeError, ValueError):
                shape = convert_to_tensor(shape, dtypes.int32)
        if not shape.shape.ndims:
            shape = apply("Reshape", tensor=shape, shape=[-1])
        return fill(shape, constant(value, dtype), scope)


def _ask_for_size(shape: ShapeLike) -> None:
    """Makes the operations by which 1.15 asks whether a list with tensors in it is a small shape: nobody uses the answer."""
    if isinstance(shape, (list, tuple)) and any(isinstance(d, Tensor) for d in shape):
        with contextlib.suppress(TypeError, ValueError):
            operator.lt(functools.reduce(operator.mul, shape), 1000)


def _size_of(shape: Any) -> float:
    """The number of elements of a shape given as Python numbers; infinite if it holds anything else."""
    if isinstance(shape, TensorShape):
        size = shape.num_elements()
        return float("inf") if size is None else size
    try:
        product = 1.0
        for d in np.ravel(shape) if isinstance(shape, np.ndarray) else shape:
            product *= float(d) if isinstance(d, (int, np.integer)) else int(d.value)
        return product
    except (TypeError, AttributeError, ValueError):
        return float("inf")


@export("zeros_like")
def zeros_like(
    tensor: TensorLike, dtype: DTypeLike | None = None, name: str | None = None, optimize: bool = True
) -> Tensor:
    """Makes a tensor of zeros with the shape (and, without `dtype`, the type) of `tensor`.

    Args:
      tensor: a tensor.
      dtype: the type of the zeros.
      name: a name for the operation.
      optimize: whether they are a constant if the shape is known when the graph is built.

    >>> import penstock as tf
    >>> tf.Session().run(tf.zeros_like([[1, 2], [3, 4]]))
    array([[0, 0],
           [0, 0]], dtype=int32)
    """
    with name_scope(name, "zeros_like", [tensor]) as scope:
        tensor = without_capture(tensor, "tensor")
        kind = tensor.dtype.base_dtype
        wanted = None if dtype is None else dtypes.as_dtype(dtype).base_dtype
        # The zero of a variant is made from the variant itself.
        if optimize and kind != dtypes.variant and tensor.shape.is_fully_defined():
            return zeros(tensor.shape, wanted or kind, scope)
        if wanted is not None and wanted != kind and wanted != dtypes.variant:
            return zeros(shape_internal(tensor, optimize=optimize), wanted, scope)
        return apply("ZerosLike", scope, x=tensor)


@export("ones_like")
def ones_like(
    tensor: TensorLike, dtype: DTypeLike | None = None, name: str | None = None, optimize: bool = True
) -> Tensor:
    """Makes a tensor of ones with the shape (and, without `dtype`, the type) of `tensor`.

    Args:
      tensor: a tensor.
      dtype: the type of the ones.
      name: a name for the operation.
      optimize: whether they are a constant if the shape is known when the graph is built.

    >>> import penstock as tf
    >>> tf.Session().run(tf.ones_like([7, 8, 9], dtype=tf.float32))
    array([1., 1., 1.], dtype=float32)
    """
    with name_scope(name, "ones_like", [tensor]) as scope:
        tensor = without_capture(tensor, "tensor")
        made = ones(shape_internal(tensor, optimize=optimize), tensor.dtype if dtype is None else dtype, scope)
        made.set_shape(tensor.shape)
        return made
