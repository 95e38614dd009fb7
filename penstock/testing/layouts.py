"""Layouts of images in tests: where the channels of a tensor, or of a shape, stand."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock.graph.typing import TensorLike


def _transposed(value: Any, orders: dict[int, list[int]]) -> Any:
    if isinstance(value, tf.Tensor):
        return tf.transpose(value, orders[value.shape.ndims])
    return [value[i] for i in orders[len(value)]]


def NHWCToNCHW(input_tensor: TensorLike) -> Any:
    """Moves the channels of a tensor, or of a shape, of 4 or 5 dimensions before the places."""
    return _transposed(input_tensor, {4: [0, 3, 1, 2], 5: [0, 4, 1, 2, 3]})


def NCHWToNHWC(input_tensor: TensorLike) -> Any:
    """Moves the channels of a tensor, or of a shape, of 4 or 5 dimensions to the end."""
    return _transposed(input_tensor, {4: [0, 2, 3, 1], 5: [0, 2, 3, 4, 1]})


def NHWCToNCHW_VECT_C(input_shape_or_tensor: Any) -> Any:
    """Moves the channels before the places and splits them into groups of four, which come last.

    Raises:
      ValueError: the number of channels is no multiple of four.
    """
    value = input_shape_or_tensor
    shape = value.shape.as_list() if isinstance(value, tf.Tensor) else value
    if shape[-1] % 4 != 0:
        raise ValueError("Last dimension of input must be evenly divisible by 4 to convert to NCHW_VECT_C.")
    split = [*shape[:-1], shape[-1] // 4, 4]
    grouped = tf.reshape(value, split) if isinstance(value, tf.Tensor) else split
    return _transposed(grouped, {5: [0, 3, 1, 2, 4], 6: [0, 4, 1, 2, 3, 5]})


def NCHW_VECT_CToNHWC(input_shape_or_tensor: Any) -> Any:
    """Undoes `NHWCToNCHW_VECT_C`.

    Raises:
      ValueError: the last dimension is not four.
    """
    value = input_shape_or_tensor
    shape = value.shape.as_list() if isinstance(value, tf.Tensor) else value
    if shape[-1] != 4:
        raise ValueError("Last dimension of NCHW_VECT_C must be 4.")
    order = {5: [0, 2, 3, 1, 4], 6: [0, 2, 3, 4, 1, 5]}[len(shape)]
    split = [shape[axis] for axis in order]
    joined = [*split[:-2], split[-2] * 4]
    return tf.reshape(tf.transpose(value, order), joined) if isinstance(value, tf.Tensor) else joined
