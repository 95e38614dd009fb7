"""The form of tensors: reshaping, joining, repeating, padding, resizing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike, TensorOrVariable
from penstock.keras.backend import mathematics
from penstock.keras.backend.configuration import checked_data_format
from penstock.keras.backend.variables import cast, int_shape, is_sparse, ndim, to_dense


@export("keras.backend.transpose")
def transpose(x: TensorLike) -> Tensor:
    """A tensor with its axes in reverse order.

    >>> from penstock.keras import backend as K
    >>> K.transpose(K.placeholder((2, 3))).shape.as_list()
    [3, 2]
    """
    return tf.transpose(x)


@export("keras.backend.gather")
def gather(reference: TensorLike, indices: TensorLike) -> Tensor:
    """The rows of a tensor with the numbers `indices`.

    Args:
      reference: a tensor.
      indices: a tensor of integers.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.gather(K.constant([10.0, 20.0, 30.0]), [2, 0]))
    array([30., 10.], dtype=float32)
    """
    return tf.gather(reference, indices)


@export("keras.backend.concatenate")
def concatenate(tensors: Sequence[Any], axis: int = -1) -> Any:
    """Joins tensors along an axis; sparse ones to a sparse one, if all are.

    Args:
      tensors: a list of tensors, of the same shape except along the axis.
      axis: the axis.

    >>> from penstock.keras import backend as K
    >>> K.concatenate([K.zeros((2, 3)), K.zeros((2, 4))]).shape.as_list()
    [2, 7]
    """
    if axis < 0:
        rank = ndim(tensors[0])
        axis = axis % rank if rank else 0
    if all(is_sparse(x) for x in tensors):
        return tf.sparse_concat(axis, tensors)
    return tf.concat([to_dense(x) for x in tensors], axis)


@export("keras.backend.reshape")
def reshape(x: TensorLike, shape: ShapeLike) -> Tensor:
    """The same elements in another shape.

    Args:
      x: a tensor or variable.
      shape: the new shape; one size may be -1.

    >>> from penstock.keras import backend as K
    >>> K.reshape(K.zeros((2, 3)), (3, -1)).shape.as_list()
    [3, 2]
    """
    return tf.reshape(x, shape)


@export("keras.backend.permute_dimensions")
def permute_dimensions(x: TensorLike, pattern: Sequence[int]) -> Tensor:
    """A tensor with its axes in the order `pattern`.

    Args:
      x: a tensor or variable.
      pattern: a tuple with the number of each axis once, such as `(0, 2, 1)`.

    >>> from penstock.keras import backend as K
    >>> K.permute_dimensions(K.zeros((2, 3, 4)), (2, 0, 1)).shape.as_list()
    [4, 2, 3]
    """
    return tf.transpose(x, perm=pattern)


@export("keras.backend.resize_images")
def resize_images(
    x: Any, height_factor: int, width_factor: int, data_format: str, interpolation: str = "nearest"
) -> Tensor:
    """Images enlarged by whole factors.

    Args:
      x: a batch of images.
      height_factor: the factor of the height.
      width_factor: the factor of the width.
      data_format: "channels_first" or "channels_last".
      interpolation: "nearest" or "bilinear".

    Raises:
      ValueError: the data format or interpolation is another one.

    >>> from penstock.keras import backend as K
    >>> K.resize_images(K.zeros((1, 2, 3, 1)), 2, 3, "channels_last").shape.as_list()
    [1, 4, 9, 1]
    """
    if data_format not in ("channels_first", "channels_last"):
        raise ValueError(f"Invalid `data_format` argument: {data_format}")
    first = data_format == "channels_first"
    rows, columns = (2, 3) if first else (1, 2)
    before = int_shape(x)
    assert before is not None
    size = tf.shape(x)[rows : columns + 1]
    size *= tf.constant(np.array([height_factor, width_factor], dtype="int32"))
    if first:
        x = permute_dimensions(x, [0, 2, 3, 1])
    kinds = {"nearest": "ResizeNearestNeighbor", "bilinear": "ResizeBilinear"}
    if interpolation not in kinds:
        raise ValueError('interpolation should be one of "nearest" or "bilinear".')
    with tf.name_scope("resize"):
        x = apply(kinds[interpolation], images=x, size=size, half_pixel_centers=True, name=kinds[interpolation])
    if first:
        x = permute_dimensions(x, [0, 3, 1, 2])
    height = None if before[rows] is None else before[rows] * height_factor
    width = None if before[columns] is None else before[columns] * width_factor
    x.set_shape((None, None, height, width) if first else (None, height, width, None))
    return x


@export("keras.backend.resize_volumes")
def resize_volumes(x: TensorOrVariable, depth_factor: int, height_factor: int, width_factor: int, data_format: str) -> Tensor:
    """Volumes enlarged by whole factors: each element is repeated.

    Args:
      x: volumes, with five axes.
      depth_factor, height_factor, width_factor: how often each element is repeated.
      data_format: "channels_last" or "channels_first".

    Raises:
      ValueError: `data_format` is neither "channels_first" nor "channels_last".

    >>> from penstock.keras import backend as K
    >>> K.resize_volumes(K.zeros((1, 2, 2, 2, 1)), 2, 3, 4, "channels_last").shape.as_list()
    [1, 4, 6, 8, 1]
    """
    if data_format not in ("channels_first", "channels_last"):
        raise ValueError("Invalid data_format: " + str(data_format))
    axis = 2 if data_format == "channels_first" else 1
    x = repeat_elements(x, depth_factor, axis=axis)
    x = repeat_elements(x, height_factor, axis=axis + 1)
    return repeat_elements(x, width_factor, axis=axis + 2)


@export("keras.backend.repeat_elements")
def repeat_elements(x: TensorOrVariable, rep: int, axis: int) -> Tensor:
    """Each element `rep` times, along an axis.

    Args:
      x: a tensor or variable.
      rep: how often.
      axis: the axis.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.repeat_elements(K.constant([1.0, 2.0]), 2, axis=0))
    array([1., 1., 2., 2.], dtype=float32)
    """
    known = x.shape.as_list()
    if known[axis] is not None:
        parts = tf.split(value=x, num_or_size_splits=known[axis], axis=axis)
        return concatenate([part for part in parts for _ in range(rep)], axis)
    new_axis = axis + 1
    shape = tf.shape(x)
    repeated = tf.expand_dims(x, axis=new_axis)
    times = np.ones(len(known) + 1)
    times[new_axis] = rep
    repeated = tf.tile(repeated, times)
    times = np.delete(times, new_axis)
    times[axis] = rep
    shape *= tf.constant(times, dtype="int32")
    repeated = tf.reshape(repeated, shape)
    repeated.set_shape(known)
    repeated._keras_shape = tuple(known)
    return repeated


@export("keras.backend.repeat")
def repeat(x: TensorOrVariable, n: int) -> Tensor:
    """A batch of vectors with a second axis in which each is repeated `n` times.

    Args:
      x: a matrix.
      n: how often.

    >>> from penstock.keras import backend as K
    >>> K.repeat(K.zeros((4, 3)), 2).shape.as_list()
    [4, 2, 3]
    """
    assert ndim(x) == 2
    x = tf.expand_dims(x, 1)
    return tf.tile(x, tf.stack([1, n, 1]))


@export("keras.backend.arange")
def arange(
    start: Any, stop: TensorOrVariable | None = None, step: TensorLike = 1, dtype: DTypeLike = "int32"
) -> Tensor:
    """The numbers from `start` up to `stop`, without it; from 0 to `start` if that is the only one.

    Args:
      start: the first number.
      stop: the limit, which is not reached.
      step: the distance of two numbers.
      dtype: the type of the result.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.arange(1, 8, 3))
    array([1, 4, 7], dtype=int32)
    """
    if stop is None and start < 0:
        start = 0
    result = tf.range(start, limit=stop, delta=step, name="arange")
    return result if dtype == "int32" else cast(result, dtype)


@export("keras.backend.tile")
def tile(x: TensorLike, n: Any) -> Tensor:
    """A tensor repeated `n` times along each axis.

    Args:
      x: a tensor or variable.
      n: a number for each axis.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.tile(K.constant([1.0, 2.0]), 2))
    array([1., 2., 1., 2.], dtype=float32)
    """
    return tf.tile(x, [n] if isinstance(n, int) else n)


@export("keras.backend.flatten")
def flatten(x: TensorLike) -> Tensor:
    """All elements along one axis.

    >>> from penstock.keras import backend as K
    >>> K.flatten(K.zeros((2, 3))).shape.as_list()
    [6]
    """
    return tf.reshape(x, [-1])


@export("keras.backend.batch_flatten")
def batch_flatten(x: TensorLike) -> Tensor:
    """The elements of each member of a batch along one axis.

    >>> from penstock.keras import backend as K
    >>> K.int_shape(K.batch_flatten(K.ones((2, 3, 4))))
    (2, 12)
    """
    return tf.reshape(x, tf.stack([-1, mathematics.prod(tf.shape(x)[1:])]))


@export("keras.backend.expand_dims")
def expand_dims(x: TensorLike, axis: int = -1) -> Tensor:
    """A tensor with one more axis, of size one.

    Args:
      x: a tensor or variable.
      axis: where the new axis shall be.

    >>> from penstock.keras import backend as K
    >>> K.expand_dims(K.zeros((2, 3))).shape.as_list()
    [2, 3, 1]
    """
    return tf.expand_dims(x, axis)


@export("keras.backend.squeeze")
def squeeze(x: TensorLike, axis: int) -> Tensor:
    """A tensor without an axis of size one.

    Args:
      x: a tensor or variable.
      axis: the axis, which must be of size one.

    >>> from penstock.keras import backend as K
    >>> K.squeeze(K.zeros((2, 1, 3)), 1).shape.as_list()
    [2, 3]
    """
    return tf.squeeze(x, [axis])


@export("keras.backend.stack")
def stack(x: TensorLike, axis: int = 0) -> Tensor:
    """Tensors of one shape joined along a new axis.

    Args:
      x: a list of tensors.
      axis: where the new axis shall be.

    >>> from penstock.keras import backend as K
    >>> K.stack([K.zeros((2,)), K.zeros((2,)), K.zeros((2,))]).shape.as_list()
    [3, 2]
    """
    return tf.stack(x, axis=axis)


@export("keras.backend.one_hot")
def one_hot(indices: TensorLike, num_classes: int) -> Tensor:
    """Zeros with a one at the place that each index names.

    Args:
      indices: integers, of any shape.
      num_classes: the length of the new last axis.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.one_hot(K.constant([0, 2], dtype="int32"), 3))
    array([[1., 0., 0.],
           [0., 0., 1.]], dtype=float32)
    """
    return tf.one_hot(indices, depth=num_classes, axis=-1)


@export("keras.backend.reverse")
def reverse(x: TensorLike, axes: int | Sequence[int]) -> Tensor:
    """A tensor backwards along some axes.

    Args:
      x: a tensor or variable.
      axes: a number or several.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.reverse(K.constant([1.0, 2.0, 3.0]), 0))
    array([3., 2., 1.], dtype=float32)
    """
    return tf.reverse(x, [axes] if isinstance(axes, int) else axes)


# -- padding with zeros -----------------------------------------------------------------------------------------------


@export("keras.backend.temporal_padding")
def temporal_padding(x: TensorOrVariable, padding: Sequence[Any] = (1, 1)) -> Tensor:
    """Zeros before and after the middle axis of a batch of sequences.

    Args:
      x: a tensor with three axes.
      padding: how many before and after.

    >>> from penstock.keras import backend as K
    >>> K.temporal_padding(K.zeros((2, 3, 4)), (1, 2)).shape.as_list()
    [2, 6, 4]
    """
    assert len(padding) == 2
    return tf.pad(x, [[0, 0], [padding[0], padding[1]], [0, 0]])


def _pad(x: TensorLike, padding: Sequence[Any], axes: int, data_format: str | None) -> Tensor:
    assert len(padding) == axes and all(len(pair) == 2 for pair in padding)
    pairs = [list(pair) for pair in padding]
    if checked_data_format(data_format) == "channels_first":
        return tf.pad(x, [[0, 0], [0, 0], *pairs])
    return tf.pad(x, [[0, 0], *pairs, [0, 0]])


@export("keras.backend.spatial_2d_padding")
def spatial_2d_padding(
    x: TensorOrVariable, padding: Sequence[Any] = ((1, 1), (1, 1)), data_format: str | None = None
) -> Tensor:
    """Zeros around images.

    Args:
      x: images, with four axes.
      padding: how many rows above and below, how many columns on the left and on the right.
      data_format: "channels_last" or "channels_first"; None for that of `image_data_format()`.

    >>> from penstock.keras import backend as K
    >>> K.spatial_2d_padding(K.zeros((1, 4, 4, 3)), ((1, 1), (2, 2))).shape.as_list()
    [1, 6, 8, 3]
    """
    return _pad(x, padding, 2, data_format)


@export("keras.backend.spatial_3d_padding")
def spatial_3d_padding(
    x: TensorOrVariable, padding: Sequence[Any] = ((1, 1), (1, 1), (1, 1)), data_format: str | None = None
) -> Tensor:
    """Zeros around volumes.

    Args:
      x: volumes, with five axes.
      padding: for each of the three axes, how many before and after.
      data_format: "channels_last" or "channels_first"; None for that of `image_data_format()`.

    >>> from penstock.keras import backend as K
    >>> K.spatial_3d_padding(K.zeros((1, 4, 4, 4, 3))).shape.as_list()
    [1, 6, 6, 6, 3]
    """
    return _pad(x, padding, 3, data_format)
