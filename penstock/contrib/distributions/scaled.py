"""Vectors moved and scaled by a linear operator: what their distributions have in common, normal or not."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock.contrib.distributions.bijectors.combining import AffineLinearOperator
from penstock.contrib.distributions.transformed import TransformedDistribution
from penstock.distributions.base import Distribution
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike
from penstock.linalg.identities import LinearOperatorIdentity, LinearOperatorScaledIdentity
from penstock.linalg.operator import LinearOperator
from penstock.linalg.structured import LinearOperatorDiag

DIAGONAL = (LinearOperatorIdentity, LinearOperatorScaledIdentity, LinearOperatorDiag)


def tensor(value: TensorLike | None, name: str) -> Tensor | None:
    """A value as a tensor; None stays None."""
    return None if value is None else convert_to_tensor(value, name=name)


def shapes(loc: Any, scale: LinearOperator) -> tuple[Any, Any]:
    """Batch and event shape of location and scale, which broadcast."""
    size = scale.range_dimension.value
    if loc is not None and loc.shape.ndims is not None and size is not None:
        own = loc.shape[-1].value
        if own not in (None, 1, size):
            raise ValueError(f"Event size of 'scale' ({own}) could not be broadcast up to that of 'loc' ({size}).")
    event = scale.range_dimension_tensor()[tf.newaxis] if size is None else [size]
    if loc is None:
        return (scale.batch_shape if scale.batch_shape.is_fully_defined() else scale.batch_shape_tensor()), event
    known = scale.batch_shape.is_fully_defined() and loc.shape.ndims is not None and loc.shape[:-1].is_fully_defined()
    if known:
        return tf.broadcast_static_shape(scale.batch_shape, loc.shape[:-1]), event
    return tf.broadcast_dynamic_shape(scale.batch_shape_tensor(), tf.shape(loc)[:-1]), event


def diagonal_scale(loc: Any, diag: Any, multiplier: Any, definite: bool | None = None) -> LinearOperator:
    """The operator of `diag + multiplier I`, of the parts that are given; its size may come from `loc`."""
    loc, diag = tensor(loc, "loc"), tensor(diag, "scale_diag")
    multiplier = tensor(multiplier, "scale_identity_multiplier")
    if diag is not None:
        diag = diag if multiplier is None else diag + multiplier[..., tf.newaxis]
        return LinearOperatorDiag(diag, is_non_singular=True, is_self_adjoint=True, is_positive_definite=definite)
    if loc is None:
        raise ValueError("Cannot infer `event_shape` unless `loc` or `shape_hint` is specified.")
    size = loc.shape[-1].value if loc.shape.ndims is not None else None
    rows = tf.shape(loc)[-1] if size is None else size
    if multiplier is None:
        return LinearOperatorIdentity(rows, dtype=loc.dtype.base_dtype)
    return LinearOperatorScaledIdentity(rows, multiplier, is_non_singular=True, is_positive_definite=definite)


class Scaled(TransformedDistribution):
    """`loc + scale·z`, the elements of z independent and of one distribution."""

    # The variance of z's elements, by which results are multiplied; None if that is not needed, as it is 1.
    _element_variance: float | None = None

    def _begin(
        self, base: Distribution, loc: Any, scale: Any, validate_args: bool, parameters: dict[str, Any], name: str
    ) -> None:
        loc = tensor(loc, "loc")
        batch_shape, event_shape = shapes(loc, scale)
        affine = AffineLinearOperator(shift=loc, scale=scale, validate_args=validate_args)
        TransformedDistribution.__init__(self, base, affine, batch_shape, event_shape, validate_args, name)
        self._parameters = parameters

    def _begin_diagonal(self, base: Callable[[Any], Distribution], parameters: dict[str, Any]) -> None:
        """With the arguments of a constructor of diagonal scales; `base` makes z's distribution for a type."""
        parts = [parameters[key] for key in ("loc", "scale_diag", "scale_identity_multiplier")]
        with tf.name_scope(parameters["name"], values=parts) as name:
            scale = diagonal_scale(*parts)
            self._begin(base(scale.dtype), parts[0], scale, parameters["validate_args"], parameters, name)

    @property
    def loc(self) -> Any:
        """What is added; None for zero."""
        return self.bijector.shift

    @property
    def scale(self) -> Any:
        """The linear operator."""
        return self.bijector.scale

    def _shape_of_one(self) -> Any:
        """The shape of one sample for each of the batch."""
        shape = self.batch_shape.concatenate(self.event_shape)
        if shape.is_fully_defined():
            return shape
        return tf.concat([self.batch_shape_tensor(), self.event_shape_tensor()], 0)

    def _covariance(self) -> Tensor:
        if isinstance(self.scale, DIAGONAL):
            found = tf.matrix_diag(tf.square(self.scale.diag_part()))
        else:
            found = self.scale.matmul(self.scale.to_dense(), adjoint_arg=True)
        return found if self._element_variance is None else self._element_variance * found

    def _variance(self) -> Tensor:
        if not isinstance(self.scale, DIAGONAL):
            return tf.matrix_diag_part(self._covariance())
        found = tf.square(self.scale.diag_part())
        return found if self._element_variance is None else self._element_variance * found

    def _stddev(self) -> Tensor:
        if not isinstance(self.scale, DIAGONAL):
            return tf.sqrt(self._variance())
        found = tf.abs(self.scale.diag_part())
        return found if self._element_variance is None else math.sqrt(self._element_variance) * found
