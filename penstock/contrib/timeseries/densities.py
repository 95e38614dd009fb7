"""Log densities, matrices and states of models of time series."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import penstock as tf
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, NestedTensors, TensorLike


def normal_log_prob(loc: Tensor, scale: Tensor | float, x: Tensor | float) -> Tensor:
    """The log density of a normal distribution as 1.15 has it: with the log of `scale` once, not twice.

    Args:
      loc: the mean.
      scale: the deviation.
      x: where.
    """
    z = (x - loc) / scale
    return -0.5 * (tf.square(z) + np.log(2.0 * np.pi) + tf.log(scale))


def cauchy_log_prob(loc: Tensor, scale: Tensor | float, x: Tensor | float) -> Tensor:
    """The log density of a Cauchy distribution.

    Args:
      loc: its middle.
      scale: its scale.
      x: where.
    """
    z = (x - loc) / scale
    return -np.log(np.pi) - tf.log(scale) - tf.log1p(tf.square(z))


def mvn_tril_log_prob(loc: Tensor, scale_tril: Tensor, x: Tensor) -> Tensor:
    """The log density of a normal distribution of vectors.

    Args:
      loc: the mean.
      scale_tril: a Cholesky factor of the covariance.
      x: where.
    """
    x0 = x - loc
    z = tf.matrix_triangular_solve(scale_tril, x0[..., tf.newaxis])[..., 0]
    log_det = 2.0 * tf.reduce_sum(tf.log(tf.matrix_diag_part(scale_tril)), axis=-1)
    d = tf.cast(tf.shape(scale_tril)[-1], log_det.dtype)
    return -0.5 * (tf.reduce_sum(tf.square(z), axis=-1) + d * np.log(2.0 * np.pi) + log_det)


def entropy_matched_cauchy_scale(covariance: Tensor) -> Tensor:
    """Scales of Cauchy distributions that have the entropy of normal ones.

    Args:
      covariance: matrices with their variances on the diagonal.
    """
    return tf.sqrt(math.e / (8.0 * math.pi) * tf.matrix_diag_part(covariance))


def log_noninformative_covariance_prior(covariance: Tensor) -> Tensor:
    """The log of a prior of covariances that says little: a power of the determinant.

    Args:
      covariance: a matrix.
    """
    size = tf.shape(covariance)[0]
    covariance += tf.diag(1e-8 * tf.ones(shape=[size], dtype=covariance.dtype))
    return -(tf.cast(size + 1, covariance.dtype) / 2.0) * tf.log(tf.matrix_determinant(covariance))


def clip_covariance(
    covariance_matrix: Tensor | float, maximum_variance_ratio: TensorLike, minimum_variance: TensorLike
) -> Tensor:
    """Covariances whose variances are not too small, in themselves and beside the largest one.

    Args:
      covariance_matrix: matrices.
      maximum_variance_ratio: how many times the smallest variance the largest may be.
      minimum_variance: the smallest.
    """
    diagonal = tf.matrix_diag_part(covariance_matrix)
    largest = tf.reduce_max(diagonal, axis=-1, keepdims=True)
    raised = tf.maximum(diagonal, largest / maximum_variance_ratio)
    return tf.matrix_set_diag(covariance_matrix, tf.maximum(raised, minimum_variance))


def sign_magnitude_positive_definite(
    raw: Tensor, off_diagonal_scale: TensorLike = 0.0, overall_scale: TensorLike = 0.0
) -> Tensor:
    """Positive definite matrices made of any: logs of sizes above the diagonal, signs below it.

    Args:
      raw: matrices.
      off_diagonal_scale: added to the logs beside the diagonal.
      overall_scale: added to all logs.
    """
    raw = tf.convert_to_tensor(raw)
    diagonal = tf.matrix_diag_part(raw)

    def with_rank(value: TensorLike, rank: Tensor) -> Tensor:
        value = tf.convert_to_tensor(value, dtype=raw.dtype.base_dtype)
        axes = tf.ones([rank - tf.rank(value)], dtype=rank.dtype)
        return tf.reshape(value, tf.concat([tf.shape(value), axes], axis=0))

    logs = raw + with_rank(off_diagonal_scale, tf.rank(raw)) + with_rank(overall_scale, tf.rank(raw))
    signed = tf.exp(logs / 2.0) * tf.nn.softsign(tf.matrix_transpose(raw))
    signed.set_shape(raw.get_shape())
    factor = tf.matrix_set_diag(
        input=tf.matrix_band_part(signed, 0, -1),
        diagonal=tf.exp((diagonal + with_rank(overall_scale, tf.rank(diagonal))) / 2.0),
    )
    return tf.matmul(factor, factor, transpose_a=True)


def transform_to_covariance_matrices(input_vectors: TensorLike, matrix_size: int) -> Tensor:
    """Covariances made of vectors by a dense layer.

    Args:
      input_vectors: the vectors.
      matrix_size: how many rows the matrices have.
    """
    values = tf.contrib.layers.fully_connected(input_vectors, matrix_size**2 + 2, activation_fn=None)
    shape = tf.concat([tf.shape(values)[:-1], [matrix_size, matrix_size]], 0)
    return sign_magnitude_positive_definite(
        raw=tf.reshape(values[..., :-2], shape), off_diagonal_scale=values[..., -2], overall_scale=values[..., -1]
    )


def variable_covariance_matrix(
    size: int,
    name: str,
    dtype: DTypeLike,
    initial_diagonal_values: TensorLike | None = None,
    initial_overall_scale_log: TensorLike = 0.0,
) -> Tensor:
    """A covariance made of variables.

    Args:
      size: how many rows it has.
      name: how the variables' names begin.
      dtype: its type.
      initial_diagonal_values: its variances in the beginning.
      initial_overall_scale_log: the log of its scale in the beginning.
    """
    raw = tf.get_variable(f"{name}_pre_transform", dtype=dtype, shape=[size, size], initializer=tf.zeros_initializer())
    if initial_diagonal_values is not None:
        raw += tf.matrix_diag(tf.log(initial_diagonal_values))
    beside = tf.get_variable(f"{name}_off_diagonal_scale", dtype=dtype, initializer=tf.constant(-5.0, dtype=dtype))
    scale = tf.convert_to_tensor(initial_overall_scale_log, dtype=dtype) + tf.get_variable(
        f"{name}_overall_scale", dtype=dtype, shape=[], initializer=tf.zeros_initializer()
    )
    made = sign_magnitude_positive_definite(raw=raw, off_diagonal_scale=beside, overall_scale=scale)
    return tf.identity(made, name=name)


def batch_start_time(times: Tensor) -> Tensor:
    """The first time of each window.

    Args:
      times: a row for each window.
    """
    return times[:, 0]


def batch_end_time(times: Tensor) -> Tensor:
    """The last time of each window.

    Args:
      times: a row for each window.
    """
    return times[:, -1]


def replicate_state(start_state: NestedTensors, batch_size: TensorLike) -> Any:
    """A state for each series of a batch.

    Args:
      start_state: the state of one.
      batch_size: how many there are.
    """

    def copies(part: Any) -> Tensor:
        many = tf.concat([[batch_size], tf.ones([tf.rank(part)], dtype=tf.int32)], 0)
        return tf.tile(tf.expand_dims(part, 0), many)

    return tf.contrib.framework.nest.map_structure(copies, start_state)
