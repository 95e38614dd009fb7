"""`tensorflow.contrib.distributions.python.ops.bijectors.fill_triangular`."""

from __future__ import annotations

from typing import Any

import numpy as np

import penstock as tf
from penstock.graph.typing import TensorOrVariable

__all__ = ["vector_size_to_square_matrix_size"]


def vector_size_to_square_matrix_size(d: TensorOrVariable, validate_args: bool, name: str | None = None) -> Any:
    """The number of rows of the triangular matrix whose elements are a vector of size `d`.

    Raises:
      ValueError: there is no such matrix.
    """
    if isinstance(d, (float, int, np.generic, np.ndarray)):
        n = (-1 + np.sqrt(1 + 8 * d)) / 2.0
        if float(int(n)) != n:
            raise ValueError("Vector length is not a triangular number.")
        return int(n)
    with tf.name_scope(name, "vector_size_to_square_matrix_size", [d]):
        n = (-1.0 + tf.sqrt(1 + 8.0 * tf.cast(d, tf.float32))) / 2.0
        if validate_args:
            whole = tf.cast(tf.cast(n, tf.int32), tf.float32)
            with tf.control_dependencies(
                [tf.assert_equal(whole, n, message="Vector length is not a triangular number")]
            ):
                n = tf.identity(n)
        return tf.cast(n, d.dtype)
