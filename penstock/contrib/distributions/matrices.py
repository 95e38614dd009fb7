"""Distributions of matrices: `WishartCholesky` and `WishartFull`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.distributions.base import FULLY_REPARAMETERIZED, Distribution
from penstock.distributions.util import assert_symmetric, gen_new_seed
from penstock.graph.convert import convert_to_tensor
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import TensorLike
from penstock.linalg.structured import LinearOperatorLowerTriangular


class _Wishart(Distribution):
    """The distribution of the sum of `df` outer products of normal vectors; `tril` is the Cholesky factor of the scale."""

    def _begin(
        self,
        df: TensorLike,
        tril: Tensor,
        cholesky_input_output_matrices: bool,
        validate_args: bool,
        allow_nan_stats: bool,
        parameters: dict[str, Any],
        name: str,
    ) -> None:
        self._of_factors = cholesky_input_output_matrices
        if not tril.dtype.is_floating:
            raise TypeError(f"scale_operator.dtype={tril.dtype} is not a floating-point type")
        self._scale_operator = LinearOperatorLowerTriangular(
            tril, is_non_singular=True, is_positive_definite=True, is_square=True
        )
        kind = tril.dtype.base_dtype
        self._df = convert_to_tensor(df, dtype=kind, name="df")
        size = self._scale_operator.domain_dimension.value
        if size is None:
            self._dimension = tf.cast(self._scale_operator.domain_dimension_tensor(), kind, name="dimension")
        else:
            self._dimension = convert_to_tensor(size, dtype=kind, name="dimension")
        known = constant_value(self._df)
        text = "Degrees of freedom (df = {}) cannot be less than dimension of scale matrix (scale.dimension = {})"
        if known is not None and size is not None:
            if np.any(known < size):
                raise ValueError(text.format(known, size))
        elif validate_args:
            enough = tf.assert_less_equal(self._dimension, self._df, message=text.format(df, size))
            self._df = tf.with_dependencies([enough], self._df)
        parents = [self._df, self._dimension, *self._scale_operator.graph_parents]
        Distribution.__init__(
            self, kind, FULLY_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, name
        )

    @property
    def df(self) -> Tensor:
        """Degrees of freedom."""
        return self._df

    @property
    def scale_operator(self) -> Any:
        """The Cholesky factor of the scale."""
        return self._scale_operator

    @property
    def cholesky_input_output_matrices(self) -> bool:
        """Whether samples and arguments are the Cholesky factors of matrices."""
        return self._of_factors

    @property
    def dimension(self) -> Tensor:
        """The number of rows of a matrix."""
        return self._dimension

    def _squared(self) -> Tensor:
        return self.scale_operator.matmul(self.scale_operator.to_dense(), adjoint_arg=True)

    def scale(self) -> Tensor:
        """The scale; its Cholesky factor, if matrices are given by theirs."""
        return self.scale_operator.to_dense() if self._of_factors else self._squared()

    def _event_shape_tensor(self) -> Tensor:
        size = self.scale_operator.domain_dimension_tensor()
        return tf.stack([size, size])

    def _event_shape(self) -> TensorShape:
        size = self.scale_operator.domain_dimension
        return TensorShape([size, size])

    def _batch_shape_tensor(self) -> Tensor:
        return self.scale_operator.batch_shape_tensor()

    def _batch_shape(self) -> TensorShape:
        return self.scale_operator.batch_shape

    def _sample_n(self, n: TensorLike, seed: int | None = None) -> Tensor:
        # Bartlett's: a triangular matrix of normal numbers with the roots of χ² ones as its diagonal.
        batch, event = self.batch_shape_tensor(), self.event_shape_tensor()
        x = tf.random_normal(tf.concat([[n], batch, event], 0), dtype=self.dtype, seed=seed)
        df = self.df * tf.ones(batch, self.dtype)
        squares = tf.random_gamma(
            [n], self._sequence(0.5 * df), 0.5, dtype=self.dtype, seed=gen_new_seed(seed, "wishart")
        )
        x = tf.matrix_set_diag(tf.matrix_band_part(x, -1, 0), tf.sqrt(squares))
        factors = tf.matmul(self.scale_operator.to_dense() + tf.zeros_like(x), x)
        return factors if self._of_factors else tf.matmul(factors, factors, adjoint_b=True)

    def _log_prob(self, x: Tensor) -> Tensor:
        factor = x if self._of_factors else tf.cholesky(x)
        shape = tf.shape(factor)
        tril = self.scale_operator.to_dense() + tf.zeros(shape, self.dtype)
        whitened = tf.matrix_triangular_solve(tril, factor)
        trace = tf.reduce_sum(tf.square(whitened), axis=[-2, -1])
        half_log_det = tf.reduce_sum(tf.log(tf.matrix_diag_part(factor)), axis=-1)
        found = (self.df - self.dimension - 1.0) * half_log_det - 0.5 * trace - self.log_normalization()
        if x.shape.ndims is not None:
            found.set_shape(x.shape[:-2])
        return found

    def _prob(self, x: Tensor) -> Tensor:
        return tf.exp(self._log_prob(x))

    def _entropy(self) -> Tensor:
        half_size, half_df = 0.5 * self.dimension + 0.5, 0.5 * self.df
        return (
            self.dimension * (half_df + half_size * math.log(2.0))
            + 2 * half_size * self.scale_operator.log_abs_determinant()
            + self._log_gamma(half_df)
            + (half_size - half_df) * self._digamma(half_df)
        )

    def _mean(self) -> Tensor:
        if self._of_factors:
            return tf.sqrt(self.df) * self.scale_operator.to_dense()
        return self.df * self._squared()

    def _variance(self) -> Tensor:
        x = tf.sqrt(self.df) * self._squared()
        d = tf.expand_dims(tf.matrix_diag_part(x), -1)
        v = tf.square(x) + tf.matmul(d, d, adjoint_b=True)
        return tf.cholesky(v) if self._of_factors else v

    def _stddev(self) -> Tensor:
        if self._of_factors:
            raise ValueError("Computing std. dev. when is cholesky_input_output_matrices=True does not make sense.")
        return tf.cholesky(self.variance())

    def _mode(self) -> Tensor:
        s = self.df - self.dimension - 1.0
        s = tf.where(tf.less(s, 0.0), tf.fill(tf.shape(s), np.array(np.nan, self.dtype.as_numpy_dtype)), s)
        if self._of_factors:
            return tf.sqrt(s) * self.scale_operator.to_dense()
        return s * self._squared()

    def mean_log_det(self, name: str = "mean_log_det") -> Tensor:
        """The mean of the logarithm of the determinant."""
        with self._name_scope(name):
            log_det = 2 * self.scale_operator.log_abs_determinant()
            return self._digamma(0.5 * self.df) + self.dimension * math.log(2.0) + log_det

    def log_normalization(self, name: str = "log_normalization") -> Tensor:
        """The logarithm of what the density is divided by."""
        with self._name_scope(name):
            return (
                self.df * self.scale_operator.log_abs_determinant()
                + 0.5 * self.df * self.dimension * math.log(2.0)
                + self._log_gamma(0.5 * self.df)
            )

    def _sequence(self, a: Tensor) -> Tensor:
        """a, a - 1/2, a - 1, ... along a new last axis, as many as a matrix has rows."""
        rows = tf.cast(tf.range(tf.cast(self.dimension, tf.int32)), self.dtype)
        return tf.expand_dims(a, -1) - 0.5 * rows

    def _log_gamma(self, a: Tensor) -> Tensor:
        pi = 0.25 * self.dimension * (self.dimension - 1.0) * math.log(math.pi)
        return pi + tf.reduce_sum(tf.lgamma(self._sequence(a)), axis=-1)

    def _digamma(self, a: Tensor) -> Tensor:
        return tf.reduce_sum(tf.digamma(self._sequence(a)), axis=-1)


@export("contrib.distributions.WishartCholesky")
class WishartCholesky(_Wishart):
    """The Wishart distribution, by the Cholesky factor of its scale.

    Args:
      df: degrees of freedom, at least the number of rows.
      scale: [..., k, k], lower triangular with a positive diagonal.
      cholesky_input_output_matrices: whether samples and arguments are Cholesky factors, too.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.WishartCholesky(3.0, [[1.0, 0.0], [2.0, 1.0]])
    >>> tf.Session().run(d.mean()).tolist()
    [[3.0, 6.0], [6.0, 15.0]]
    """

    def __init__(
        self,
        df: Any,
        scale: Any,
        cholesky_input_output_matrices: bool = False,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "WishartCholesky",
    ) -> None:
        parameters = dict(locals())
        with tf.name_scope(name, values=[scale]) as name:
            scale = convert_to_tensor(scale)
            if validate_args:
                positive = tf.assert_positive(tf.matrix_diag_part(scale), message="scale must be positive definite")
                shape = tf.shape(scale)
                square = tf.assert_equal(shape[-1], shape[-2], message="scale must be square")
                scale = tf.with_dependencies([positive, square], scale)
            self._begin(df, scale, cholesky_input_output_matrices, validate_args, allow_nan_stats, parameters, name)


@export("contrib.distributions.WishartFull")
class WishartFull(_Wishart):
    """The Wishart distribution.

    Args:
      df: degrees of freedom, at least the number of rows.
      scale: [..., k, k], positive definite.
      cholesky_input_output_matrices: whether samples and arguments are Cholesky factors.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.WishartFull(3.0, [[1.0, 2.0], [2.0, 5.0]])
    >>> tf.Session().run(d.mean()).tolist()
    [[3.0, 6.0], [6.0, 15.0]]
    """

    def __init__(
        self,
        df: TensorLike,
        scale: TensorLike,
        cholesky_input_output_matrices: bool = False,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "WishartFull",
    ) -> None:
        parameters = dict(locals())
        with tf.name_scope(name, values=[scale]) as name:
            scale = convert_to_tensor(scale)
            factor = tf.cholesky(assert_symmetric(scale) if validate_args else scale)
            if validate_args:
                factor = tf.with_dependencies([tf.assert_positive(tf.matrix_diag_part(factor))], factor)
            self._begin(df, factor, cholesky_input_output_matrices, validate_args, allow_nan_stats, parameters, name)
