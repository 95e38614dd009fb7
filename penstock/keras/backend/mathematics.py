"""Mathematics of tensors: products, reductions, functions of each element, comparisons."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.operation import Tensor
from penstock.graph.typing import AxisLike, TensorLike, TensorOrVariable
from penstock.keras.backend.configuration import floatx
from penstock.keras.backend.variables import int_shape, is_sparse, ndim


def constant_of(value: TensorLike, like: Any) -> Tensor:
    """A constant of the type of `like`."""
    return tf.constant(value, dtype=like.dtype.base_dtype)


@export("keras.backend.dot")
def dot(x: TensorOrVariable, y: TensorOrVariable) -> Tensor:
    """The product of matrices; of the last axis of `x` and the last but one of `y` if there are more.

    Args:
      x: a tensor or variable.
      y: a tensor or variable; its last axis but one is as long as the last of `x`.

    >>> from penstock.keras import backend as K
    >>> K.dot(K.placeholder((2, 3)), K.placeholder((3, 4))).shape.as_list()
    [2, 4]
    >>> K.dot(K.placeholder((2, 5, 3)), K.placeholder((3, 4))).shape.as_list()
    [2, 5, 4]
    """
    rank = ndim(x)
    if rank is not None and (rank > 2 or cast(int, ndim(y)) > 2):
        x_shape, y_shape = _sizes(x), _sizes(y)
        order = list(range(cast(int, ndim(y))))
        order = [order.pop(-2), *order]
        rows = tf.reshape(x, [-1, x_shape[-1]])
        columns = tf.reshape(tf.transpose(y, perm=order), [y_shape[-2], -1])
        return tf.reshape(tf.matmul(rows, columns), x_shape[:-1] + y_shape[:-2] + y_shape[-1:])
    if is_sparse(x):
        return tf.sparse_tensor_dense_matmul(x, y)
    return tf.matmul(x, y)


def _sizes(x: TensorOrVariable) -> list[Any]:
    """The sizes of the axes: numbers where they are known, else tensors."""
    return [s if known is None else known for known, s in zip(cast(tuple, int_shape(x)), tf.unstack(tf.shape(x)))]


@export("keras.backend.batch_dot")
def batch_dot(x: TensorOrVariable, y: TensorOrVariable, axes: Any = None) -> Any:
    """The product of each pair of elements of two batches.

    Args:
      x: a tensor with at least two axes.
      y: a tensor with at least two axes.
      axes: the axis of `x` and the one of `y` that are summed over, or one number for both.

    >>> from penstock.keras import backend as K
    >>> K.batch_dot(K.ones((32, 20)), K.ones((32, 30, 20)), axes=(1, 2)).shape.as_list()
    [32, 30]
    """
    if isinstance(axes, int):
        axes = (axes, axes)
    x_rank, y_rank = ndim(x), ndim(y)
    assert x_rank is not None and y_rank is not None
    if axes is None:
        axes = [x_rank - 1, y_rank - 2]
    more = x_rank - y_rank
    if more > 0:
        y = tf.reshape(y, tf.concat([tf.shape(y), [1] * more], axis=0))
    elif more < 0:
        x = tf.reshape(x, tf.concat([tf.shape(x), [1] * -more], axis=0))
    if ndim(x) == 2 and ndim(y) == 2:
        if axes[0] == axes[1]:
            out = tf.reduce_sum(tf.multiply(x, y), axes[0])
        else:
            out = tf.reduce_sum(tf.multiply(tf.transpose(x, [1, 0]), y), axes[1])
    else:
        adjoint_x = None if axes[0] == cast(int, ndim(x)) - 1 else True
        adjoint_y = True if axes[1] == cast(int, ndim(y)) - 1 else None
        out = tf.matmul(x, y, adjoint_a=adjoint_x, adjoint_b=adjoint_y)
    if more:
        first = x_rank + y_rank - 3 if more > 0 else x_rank - 1
        out = tf.squeeze(out, list(range(first, first + (more if more > 0 else -more))))
    return tf.expand_dims(out, 1) if ndim(out) == 1 else out


# -- reductions -------------------------------------------------------------------------------------------------------


@export("keras.backend.max")
def max(x: TensorLike, axis: AxisLike | None = None, keepdims: bool = False) -> Tensor:
    """The largest element, along an axis or of all.

    Args:
      x: a tensor or variable.
      axis: the axis, or a list of them; all of them if it is None.
      keepdims: if True, reduced axes are kept with length one.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.max(K.constant([[1.0, 2.0], [3.0, 4.0]]), axis=0))
    array([3., 4.], dtype=float32)
    """
    return tf.reduce_max(x, axis, keepdims)


@export("keras.backend.min")
def min(x: TensorLike, axis: AxisLike | None = None, keepdims: bool = False) -> Tensor:
    """The smallest element, along an axis or of all.

    Args:
      x: a tensor or variable.
      axis: the axis, or a list of them; all of them if it is None.
      keepdims: if True, reduced axes are kept with length one.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.min(K.constant([[1.0, 2.0], [3.0, 4.0]]), axis=0))
    array([1., 2.], dtype=float32)
    """
    return tf.reduce_min(x, axis, keepdims)


@export("keras.backend.sum")
def sum(x: TensorLike, axis: AxisLike | None = None, keepdims: bool = False) -> Tensor:
    """The sum, along an axis or of all.

    Args:
      x: a tensor or variable.
      axis: the axis, or a list of them; all of them if it is None.
      keepdims: if True, reduced axes are kept with length one.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.sum(K.constant([[1.0, 2.0], [3.0, 4.0]]), axis=0))
    array([4., 6.], dtype=float32)
    """
    return tf.reduce_sum(x, axis, keepdims)


@export("keras.backend.prod")
def prod(x: TensorLike, axis: AxisLike | None = None, keepdims: bool = False) -> Tensor:
    """The product, along an axis or of all.

    Args:
      x: a tensor or variable.
      axis: the axis, or a list of them; all of them if it is None.
      keepdims: if True, reduced axes are kept with length one.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.prod(K.constant([[1.0, 2.0], [3.0, 4.0]]), axis=0))
    array([3., 8.], dtype=float32)
    """
    return tf.reduce_prod(x, axis, keepdims)


@export("keras.backend.mean")
def mean(x: Any, axis: AxisLike | None = None, keepdims: bool = False) -> Tensor:
    """The mean, along an axis or of all; of truth values the share of those that are true.

    Args:
      x: a tensor or variable.
      axis: the axis, or a list of them; all of them if it is None.
      keepdims: if True, reduced axes are kept with length one.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.mean(K.constant([[1.0, 2.0], [3.0, 4.0]]), axis=0))
    array([2., 3.], dtype=float32)
    """
    if x.dtype.base_dtype == dtypes.bool:
        x = tf.cast(x, floatx())
    return tf.reduce_mean(x, axis, keepdims)


@export("keras.backend.var")
def var(x: TensorOrVariable, axis: AxisLike | None = None, keepdims: bool = False) -> Tensor:
    """The variance, along an axis or of all.

    Args:
      x: a tensor or variable.
      axis: the axis, or a list of them; all of them if it is None.
      keepdims: if True, reduced axes are kept with length one.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.var(K.constant([[1.0, 2.0], [3.0, 4.0]]), axis=0))
    array([1., 1.], dtype=float32)
    """
    if x.dtype.base_dtype == dtypes.bool:
        x = tf.cast(x, floatx())
    return tf.math.reduce_variance(x, axis=axis, keepdims=keepdims)


@export("keras.backend.std")
def std(x: TensorOrVariable, axis: AxisLike | None = None, keepdims: bool = False) -> Tensor:
    """The standard deviation, along an axis or of all.

    Args:
      x: a tensor or variable.
      axis: the axis, or a list of them; all of them if it is None.
      keepdims: if True, reduced axes are kept with length one.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.std(K.constant([[1.0, 2.0], [3.0, 4.0]]), axis=0))
    array([1., 1.], dtype=float32)
    """
    if x.dtype.base_dtype == dtypes.bool:
        x = tf.cast(x, floatx())
    return tf.math.reduce_std(x, axis=axis, keepdims=keepdims)


@export("keras.backend.any")
def any(x: TensorLike, axis: AxisLike | None = None, keepdims: bool = False) -> Tensor:
    """Whether an element is not zero, along an axis or of all.

    Args:
      x: a tensor or variable.
      axis: the axis, or a list of them; all of them if it is None.
      keepdims: if True, reduced axes are kept with length one.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.any(K.constant([[0.0, 2.0], [0.0, 0.0]]), axis=1))
    array([ True, False])
    """
    return tf.reduce_any(tf.cast(x, dtypes.bool), axis, keepdims)


@export("keras.backend.all")
def all(x: TensorLike, axis: AxisLike | None = None, keepdims: bool = False) -> Tensor:
    """Whether no element is zero, along an axis or of all.

    Args:
      x: a tensor or variable.
      axis: the axis, or a list of them; all of them if it is None.
      keepdims: if True, reduced axes are kept with length one.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.all(K.constant([[1.0, 2.0], [0.0, 3.0]]), axis=1))
    array([ True, False])
    """
    return tf.reduce_all(tf.cast(x, dtypes.bool), axis, keepdims)


@export("keras.backend.argmax")
def argmax(x: TensorLike, axis: int = -1) -> Tensor:
    """The position of the largest element along an axis.

    Args:
      x: a tensor or variable.
      axis: the axis along which to look.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.argmax(K.constant([[1.0, 2.0], [3.0, 4.0]])))
    array([1, 1])
    """
    return tf.argmax(x, axis)


@export("keras.backend.argmin")
def argmin(x: TensorLike, axis: int = -1) -> Tensor:
    """The position of the smallest element along an axis.

    Args:
      x: a tensor or variable.
      axis: the axis along which to look.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.argmin(K.constant([[1.0, 2.0], [3.0, 4.0]])))
    array([0, 0])
    """
    return tf.argmin(x, axis)


@export("keras.backend.cumsum")
def cumsum(x: TensorLike, axis: int = 0) -> Tensor:
    """The sums of all elements up to each, along an axis.

    Args:
      x: a tensor or variable.
      axis: the axis along which to go.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.cumsum(K.constant([1.0, 2.0, 3.0])))
    array([1., 3., 6.], dtype=float32)
    """
    return tf.cumsum(x, axis=axis)


@export("keras.backend.cumprod")
def cumprod(x: TensorLike, axis: int = 0) -> Tensor:
    """The products of all elements up to each, along an axis.

    Args:
      x: a tensor or variable.
      axis: the axis along which to go.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.cumprod(K.constant([1.0, 2.0, 3.0])))
    array([1., 2., 6.], dtype=float32)
    """
    return tf.cumprod(x, axis=axis)


def logsumexp(x: TensorLike, axis: AxisLike | None = None, keepdims: bool = False) -> Tensor:
    """The logarithm of the sum of exponentials, along an axis or of all."""
    return tf.reduce_logsumexp(x, axis, keepdims)


# -- functions of each element ----------------------------------------------------------------------------------------


@export("keras.backend.square")
def square(x: TensorLike) -> Tensor:
    """The square of each element.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.square(K.constant([1.0, 3.0])))
    array([1., 9.], dtype=float32)
    """
    return tf.square(x)


@export("keras.backend.abs")
def abs(x: TensorLike) -> Tensor:
    """The absolute value of each element.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.abs(K.constant([1.0, -3.0])))
    array([1., 3.], dtype=float32)
    """
    return tf.abs(x)


@export("keras.backend.sqrt")
def sqrt(x: TensorLike) -> Tensor:
    """The square root of each element, of negative ones zero.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.sqrt(K.constant([4.0, -1.0])))
    array([2., 0.], dtype=float32)
    """
    zero, infinity = constant_of(0.0, x), constant_of(np.inf, x)
    return tf.sqrt(tf.clip_by_value(x, zero, infinity))


@export("keras.backend.exp")
def exp(x: TensorLike) -> Tensor:
    """The exponential of each element.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.exp(K.constant([0.0])))
    array([1.], dtype=float32)
    """
    return tf.exp(x)


@export("keras.backend.log")
def log(x: TensorLike) -> Tensor:
    """The natural logarithm of each element.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.log(K.constant([1.0])))
    array([0.], dtype=float32)
    """
    return tf.log(x)


@export("keras.backend.round")
def round(x: TensorLike) -> Tensor:
    """Each element rounded, halves to the even number.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.round(K.constant([0.5, 1.5, 1.7])))
    array([0., 2., 2.], dtype=float32)
    """
    return tf.round(x)


@export("keras.backend.sign")
def sign(x: TensorLike) -> Tensor:
    """The sign of each element.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.sign(K.constant([5.0, -3.0])))
    array([ 1., -1.], dtype=float32)
    """
    return tf.sign(x)


@export("keras.backend.sin")
def sin(x: TensorLike) -> Tensor:
    """The sine of each element.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.sin(K.constant([0.0])))
    array([0.], dtype=float32)
    """
    return tf.sin(x)


@export("keras.backend.cos")
def cos(x: TensorLike) -> Tensor:
    """The cosine of each element.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.cos(K.constant([0.0])))
    array([1.], dtype=float32)
    """
    return tf.cos(x)


@export("keras.backend.pow")
def pow(x: TensorLike, a: TensorLike) -> Tensor:
    """Each element to the power `a`.

    Args:
      x: a tensor or variable.
      a: the exponent, a Python integer or float.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.pow(K.constant([2.0, 3.0]), 2))
    array([4., 9.], dtype=float32)
    """
    return tf.pow(x, a)


@export("keras.backend.clip")
def clip(x: TensorLike, min_value: Any, max_value: Any) -> Tensor:
    """Each element, but not smaller than `min_value` and not larger than `max_value`.

    Args:
      x: a tensor or variable.
      min_value, max_value: the limits; None for none.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.clip(K.constant([-2.0, 0.5, 2.0]), 0.0, 1.0))
    array([0. , 0.5, 1. ], dtype=float32)
    """
    if max_value is not None and max_value < min_value:
        max_value = min_value
    lowest = constant_of(min_value, x)
    highest = constant_of(np.inf if max_value is None else max_value, x)
    return tf.clip_by_value(x, lowest, highest)


@export("keras.backend.equal")
def equal(x: TensorLike, y: TensorLike) -> Tensor:
    """Whether the elements of two tensors are equal.

    Args:
      x: a tensor or variable.
      y: a tensor or variable of the type of `x`.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.equal(K.constant([1.0, 2.0, 3.0]), K.constant([2.0, 2.0, 2.0])))
    array([False,  True, False])
    """
    return tf.equal(x, y)


@export("keras.backend.not_equal")
def not_equal(x: TensorLike, y: TensorLike) -> Tensor:
    """Whether the elements of two tensors differ.

    Args:
      x: a tensor or variable.
      y: a tensor or variable of the type of `x`.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.not_equal(K.constant([1.0, 2.0, 3.0]), K.constant([2.0, 2.0, 2.0])))
    array([ True, False,  True])
    """
    return tf.not_equal(x, y)


@export("keras.backend.greater")
def greater(x: TensorLike, y: TensorLike) -> Tensor:
    """Whether the elements of `x` are greater than those of `y`.

    Args:
      x: a tensor or variable.
      y: a tensor or variable of the type of `x`.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.greater(K.constant([1.0, 2.0, 3.0]), K.constant([2.0, 2.0, 2.0])))
    array([False, False,  True])
    """
    return tf.greater(x, y)


@export("keras.backend.greater_equal")
def greater_equal(x: TensorLike, y: TensorLike) -> Tensor:
    """Whether the elements of `x` are not less than those of `y`.

    Args:
      x: a tensor or variable.
      y: a tensor or variable of the type of `x`.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.greater_equal(K.constant([1.0, 2.0, 3.0]), K.constant([2.0, 2.0, 2.0])))
    array([False,  True,  True])
    """
    return tf.greater_equal(x, y)


@export("keras.backend.less")
def less(x: TensorLike, y: TensorLike) -> Tensor:
    """Whether the elements of `x` are less than those of `y`.

    Args:
      x: a tensor or variable.
      y: a tensor or variable of the type of `x`.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.less(K.constant([1.0, 2.0, 3.0]), K.constant([2.0, 2.0, 2.0])))
    array([ True, False, False])
    """
    return tf.less(x, y)


@export("keras.backend.less_equal")
def less_equal(x: TensorLike, y: TensorLike) -> Tensor:
    """Whether the elements of `x` are not greater than those of `y`.

    Args:
      x: a tensor or variable.
      y: a tensor or variable of the type of `x`.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.less_equal(K.constant([1.0, 2.0, 3.0]), K.constant([2.0, 2.0, 2.0])))
    array([ True,  True, False])
    """
    return tf.less_equal(x, y)


@export("keras.backend.maximum")
def maximum(x: TensorLike, y: TensorLike) -> Tensor:
    """The greater of the elements of two tensors.

    Args:
      x: a tensor or variable.
      y: a tensor or variable of the type of `x`.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.maximum(K.constant([1.0, 2.0, 3.0]), K.constant([2.0, 2.0, 2.0])))
    array([2., 2., 3.], dtype=float32)
    """
    return tf.maximum(x, y)


@export("keras.backend.minimum")
def minimum(x: TensorLike, y: TensorLike) -> Tensor:
    """The less of the elements of two tensors.

    Args:
      x: a tensor or variable.
      y: a tensor or variable of the type of `x`.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.minimum(K.constant([1.0, 2.0, 3.0]), K.constant([2.0, 2.0, 2.0])))
    array([1., 2., 2.], dtype=float32)
    """
    return tf.minimum(x, y)
