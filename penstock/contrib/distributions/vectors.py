"""Vectors of independent variables that are not normal, moved and scaled: exponential, Laplace, sinh-arcsinh, constant."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.distributions.bijectors.combining import Affine, AffineScalar, Chain
from penstock.contrib.distributions.bijectors.warping import SinhArcsinh as SinhArcsinhBijector
from penstock.contrib.distributions.scalars import Deterministic
from penstock.contrib.distributions.scaled import Scaled, diagonal_scale, shapes, tensor
from penstock.contrib.distributions.transformed import TransformedDistribution
from penstock.distributions.base import Distribution
from penstock.distributions.gamma import Exponential
from penstock.distributions.location_scale import Laplace, Normal
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, TensorLike


class _Scaled(Scaled):
    """Those that are not normal."""

    _element_variance = 1.0

    def _at(self, element: float) -> Tensor:
        """`loc + scale·z` for a z whose elements are all this number."""
        z = self.scale.matvec(tf.fill(self._shape_of_one(), tf.constant(element, self.dtype)))
        return z if self.loc is None else tf.identity(self.loc) + z

    def _mode(self) -> Tensor:
        return self._at(0.0)


@export("contrib.distributions.VectorExponentialDiag")
class VectorExponentialDiag(_Scaled):
    """`loc + scale·z`, the elements of z exponential with rate 1, the scale a diagonal matrix.

    Args:
      loc: [..., k]; zero by default.
      scale_diag: [..., k], the diagonal.
      scale_identity_multiplier: a number to add to all of it.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.VectorExponentialDiag([1.0, 0.0], [2.0, 3.0])
    >>> tf.Session().run(d.mean()).tolist()
    [3.0, 3.0]
    """

    def __init__(
        self,
        loc: TensorLike | None = None,
        scale_diag: TensorLike | None = None,
        scale_identity_multiplier: TensorLike | None = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "VectorExponentialDiag",
    ) -> None:
        parameters = dict(locals())
        self._begin_diagonal(
            lambda dtype: Exponential(rate=tf.ones([], dtype=dtype), allow_nan_stats=allow_nan_stats), parameters
        )

    def _mean(self) -> Tensor:
        return self._at(1.0)


@export("contrib.distributions.VectorLaplaceDiag")
class VectorLaplaceDiag(_Scaled):
    """`loc + scale·z`, the elements of z from the standard Laplace distribution, the scale a diagonal matrix.

    Args:
      loc: [..., k]; zero by default.
      scale_diag: [..., k], the diagonal.
      scale_identity_multiplier: a number to add to all of it.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.VectorLaplaceDiag([1.0, 0.0], [2.0, 3.0])
    >>> tf.Session().run(d.variance()).tolist()
    [8.0, 18.0]
    """

    _element_variance = 2.0

    def __init__(
        self,
        loc: TensorLike | None = None,
        scale_diag: TensorLike | None = None,
        scale_identity_multiplier: TensorLike | None = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "VectorLaplaceDiag",
    ) -> None:
        parameters = dict(locals())
        self._begin_diagonal(
            lambda dtype: Laplace(loc=tf.zeros([], dtype=dtype), scale=tf.ones([], dtype=dtype)), parameters
        )

    def _mean(self) -> Tensor:
        return self._at(0.0)


def _skewed(
    skewness: TensorLike | None, tailweight: TensorLike | None, dtype: DTypeLike
) -> tuple[SinhArcsinhBijector, Tensor]:
    """The bijector, and what 2 would become without skewness: scales are divided by half of it."""
    weight = convert_to_tensor(1.0 if tailweight is None else tailweight, dtype=dtype, name="tailweight")
    skew = convert_to_tensor(0.0 if skewness is None else skewness, dtype=dtype, name="skewness")
    bijector = SinhArcsinhBijector(skewness=skew, tailweight=weight)
    even = bijector if skewness is None else SinhArcsinhBijector(tf.zeros([], dtype), weight)
    return bijector, even.forward(convert_to_tensor(2, dtype=dtype))


def _scalar(distribution: Distribution | None, dtype: DTypeLike, allow_nan_stats: bool) -> Distribution:
    """The distribution that was given, if it is of single numbers; the standard normal one by default."""
    if distribution is None:
        return Normal(tf.zeros([], dtype=dtype), tf.ones([], dtype=dtype), allow_nan_stats=allow_nan_stats)
    if distribution.dtype != dtype:
        raise TypeError(f"dtype mismatch; distribution.dtype={distribution.dtype} is not {dtype}")
    for what, shape in (("event", distribution.event_shape), ("batch", distribution.batch_shape)):
        if shape.ndims not in (None, 0):
            raise ValueError(f"distribution must be scalar; distribution.{what}_shape={shape} is not []")
    return distribution


class _Skewed(TransformedDistribution):
    """What both sinh-arcsinh distributions tell of themselves."""

    _loc: Any
    _scale: Any
    _warp: SinhArcsinhBijector

    @property
    def loc(self) -> Any:
        """The location."""
        return self._loc

    @property
    def scale(self) -> Any:
        """The scale."""
        return self._scale

    @property
    def tailweight(self) -> Tensor:
        """The weight of the tails."""
        return self._warp.tailweight

    @property
    def skewness(self) -> Tensor:
        """The skewness."""
        return self._warp.skewness


@export("contrib.distributions.SinhArcsinh")
class SinhArcsinh(_Skewed):
    """`loc + c·sinh((arcsinh z + skewness) tailweight)`, z standard normal, c such that the scale is about `scale`.

    Args:
      loc: the location.
      scale: the scale.
      skewness: moves the weight to the right, if positive; 0 by default.
      tailweight: a positive number: above 1 the tails get heavier; 1 by default.
      distribution: a distribution for z, of single numbers.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.SinhArcsinh(0.0, 1.0)
    >>> round(float(tf.Session().run(d.prob(0.0))), 4)
    0.3989
    """

    def __init__(
        self,
        loc: TensorLike,
        scale: TensorLike,
        skewness: Any = None,
        tailweight: TensorLike | None = None,
        distribution: Distribution | None = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "SinhArcsinh",
    ) -> None:
        parameters = dict(locals())
        with tf.name_scope(name, values=[loc, scale, skewness, tailweight]) as name:
            loc = convert_to_tensor(loc, name="loc")
            scale = convert_to_tensor(scale, name="scale", dtype=loc.dtype)
            base = _scalar(distribution, loc.dtype, allow_nan_stats)
            self._warp, of_two = _skewed(skewness, tailweight, loc.dtype)
            self._loc, self._scale = loc, scale
            parts = (loc, scale, self._warp.tailweight, self._warp.skewness)
            batch_shape: Any = TensorShape([])
            for part in parts:
                batch_shape = tf.broadcast_static_shape(batch_shape, part.shape)
            if not batch_shape.is_fully_defined():
                batch_shape = tf.shape(sum(parts[1:], parts[0]))
            affine = AffineScalar(shift=loc, scale=2 * scale / of_two, validate_args=validate_args)
            super().__init__(base, Chain([affine, self._warp]), batch_shape, None, validate_args, name)
        self._parameters = parameters


@export("contrib.distributions.VectorSinhArcsinhDiag")
class VectorSinhArcsinhDiag(_Skewed):
    """Vectors of elements as `SinhArcsinh` has them.

    Args:
      loc: [..., k]; zero by default.
      scale_diag: [..., k], the scales.
      scale_identity_multiplier: a number to add to all of them.
      skewness: moves the weight to the right, if positive; 0 by default.
      tailweight: a positive number: above 1 the tails get heavier; 1 by default.
      distribution: a distribution for the elements before, of single numbers; standard normal by default.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.VectorSinhArcsinhDiag([0.0, 0.0], [1.0, 1.0])
    >>> round(float(tf.Session().run(d.prob([0.0, 0.0]))), 4)
    0.1592
    """

    def __init__(
        self,
        loc: Any = None,
        scale_diag: Any = None,
        scale_identity_multiplier: Any = None,
        skewness: Any = None,
        tailweight: Any = None,
        distribution: Distribution | None = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "MultivariateNormalLinearOperator",
    ) -> None:
        parameters = dict(locals())
        given = [loc, scale_diag, scale_identity_multiplier, skewness, tailweight]
        with tf.name_scope(name, values=given) as name:
            self._loc = loc = tensor(loc, "loc")
            self._scale = diagonal_scale(loc, scale_diag, scale_identity_multiplier)
            batch_shape, event_shape = shapes(loc, self._scale)
            diagonal = self._scale.diag_part()
            base = _scalar(distribution, diagonal.dtype, allow_nan_stats)
            self._warp, of_two = _skewed(skewness, tailweight, diagonal.dtype)
            affine = Affine(shift=loc, scale_diag=2 * diagonal / of_two, validate_args=validate_args)
            super().__init__(base, Chain([affine, self._warp]), batch_shape, event_shape, validate_args, name)
        self._parameters = parameters


@export("contrib.distributions.VectorDeterministic")
class VectorDeterministic(Deterministic):
    """Always the same vector.

    Args:
      loc: [..., k], the vector.
      atol, rtol: vectors within `atol + rtol |loc|` of it, element by element, have probability 1.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.VectorDeterministic([0.0, 2.0])
    >>> tf.Session().run(d.prob([[0.0, 2.0], [0.0, 3.0]])).tolist()
    [1.0, 0.0]
    """

    def __init__(
        self,
        loc: TensorLike,
        atol: Any = None,
        rtol: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "VectorDeterministic",
    ) -> None:
        super().__init__(loc, atol, rtol, validate_args, allow_nan_stats, name)

    def _batch_shape_tensor(self) -> Tensor:
        return tf.shape(self.loc)[:-1]

    def _batch_shape(self) -> TensorShape:
        return self.loc.shape[:-1]

    def _event_shape_tensor(self) -> Tensor:
        return tf.shape(self.loc)[-1:]

    def _event_shape(self) -> TensorShape:
        return self.loc.shape[-1:]

    def _prob(self, x: Tensor) -> Tensor:
        if self.validate_args:
            message = "Argument 'x' not defined in the same space R^k as this distribution"
            x = tf.with_dependencies([tf.assert_rank_at_least(x, 1)], x)
            same = tf.assert_equal(self.event_shape_tensor(), tf.shape(x)[-1:], message=message)
            x = tf.with_dependencies([same], x)
        return tf.cast(tf.reduce_all(tf.abs(x - self.loc) <= self._slack, axis=-1), dtype=self.dtype)

    def _cdf(self, x: Tensor) -> Tensor:
        raise NotImplementedError("cdf is not implemented: VectorDeterministic")
