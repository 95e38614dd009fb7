"""Helpers of pruning: `tensorflow.contrib.model_pruning.python.pruning_utils`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import penstock as tf
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike, TensorOrVariable

__all__ = [
    "determine_partitioned_axis",
    "expand_tensor",
    "factorized_pool",
    "kronecker_product",
    "partitioned_variable_assign",
    "variable_assign",
    "weight_mask_variable",
    "weight_threshold_variable",
]


def _scoped(scope: TensorLike, name: str, shape: ShapeLike, initializer: TensorLike, dtype: DTypeLike) -> Any:
    with tf.variable_scope(scope):
        return tf.get_variable(name, shape, initializer=initializer, trainable=False, dtype=dtype)


def weight_mask_variable(var: TensorOrVariable, scope: Any) -> Any:
    """The variable with the mask of another, of ones at first."""
    return _scoped(scope, "mask", var.get_shape(), tf.ones_initializer(), var.dtype)


def weight_threshold_variable(var: TensorOrVariable, scope: Any) -> Any:
    """The variable with the threshold below which weights of another are masked, 0 at first."""
    return _scoped(scope, "threshold", [], tf.zeros_initializer(), var.dtype)


def kronecker_product(mat1: Any, mat2: Any) -> Tensor:
    """The Kronecker product of two matrices of known shapes."""
    (m1, n1), (m2, n2) = (mat.get_shape().as_list() for mat in (mat1, mat2))
    product = tf.reshape(mat1, [m1, 1, n1, 1]) * tf.reshape(mat2, [1, m2, 1, n2])
    return tf.reshape(product, [m1 * m2, n1 * n2])


def expand_tensor(tensor: Any, block_dims: Sequence[int]) -> Tensor:
    """A matrix with each element repeated over a block.

    Args:
      tensor: the matrix.
      block_dims: the height and the width of the blocks.

    Raises:
      ValueError: it is no matrix, or there are not two numbers.
    """
    if tensor.get_shape().ndims != 2:
        raise ValueError("Input tensor must be rank 2")
    if len(block_dims) != 2:
        raise ValueError("block_dims must have 2 elements")

    def repeated(rows: Any, times: int) -> Any:
        return rows if times <= 1 else tf.gather(rows, np.repeat(np.arange(rows.shape.as_list()[0]), times))

    tall = repeated(tensor, block_dims[0])
    return tf.transpose(repeated(tf.transpose(tall), block_dims[1])) if block_dims[1] > 1 else tall


def factorized_pool(
    input_tensor: TensorOrVariable,
    window_shape: Sequence[int],
    pooling_type: str,
    strides: Sequence[int],
    padding: str,
    name: str | None = None,
) -> Tensor:
    """Pools a matrix over windows, first along its rows, then along its columns.

    Raises:
      ValueError: it is no matrix.
    """
    if input_tensor.get_shape().ndims != 2:
        raise ValueError("factorized_pool() accepts tensors of rank 2 only")
    height, width = input_tensor.get_shape()
    with tf.name_scope(name, "factorized_pool"):
        found = tf.reshape(input_tensor, [1, 1, height, width], name=f"{input_tensor.op.name}_aligned")
        for i in (0, 1):
            found = tf.nn.pool(
                found,
                window_shape=[1, window_shape[i]],
                pooling_type=pooling_type,
                strides=[1, strides[i]],
                padding=padding,
            )
            found = tf.transpose(found, perm=[0, 1, 3, 2])
        return tf.squeeze(found, axis=[0, 1])


def determine_partitioned_axis(partitioned_variable: Any) -> int:
    """The axis along which a variable is in parts.

    Raises:
      ValueError: it is not one axis.
    """
    axis = 0
    whole = partitioned_variable.get_shape().as_list()
    for part in partitioned_variable:
        smaller = np.less(part.get_shape().as_list(), whole)
        if np.count_nonzero(smaller) != 1:
            raise ValueError(f"Number of partitioned axes {np.count_nonzero(smaller)} not equal to 1")
        axis = int(np.where(smaller)[0][0])
    return axis


def variable_assign(var: TensorOrVariable, new_value: TensorLike) -> Any:
    """The operation that gives a variable a value."""
    return tf.assign(var, new_value, name=f"{var.op.name}_assign")


def partitioned_variable_assign(partitioned_var: Any, new_value: TensorLike) -> Operation:
    """The operation that gives the parts of a variable their parts of a value."""
    parts = list(partitioned_var)
    axis = 0 if len(parts) == 1 else determine_partitioned_axis(partitioned_var)
    sizes = [part.get_shape().as_list()[axis] for part in parts]
    values = tf.split(new_value, tf.convert_to_tensor(sizes, tf.int32), axis=axis)
    assigned = [variable_assign(part, value) for part, value in zip(parts, values)]
    return tf.group(*assigned, name=f"{partitioned_var.name}_group_assign")
