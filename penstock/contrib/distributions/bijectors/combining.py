"""Bijectors that are linear, and bijectors made of others: AffineScalar, AffineLinearOperator, Affine, Chain, Invert, Reshape."""

from __future__ import annotations

from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.contrib.distributions.bijectors.base import Bijector
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import TensorLike
from penstock.linalg.identities import LinearOperatorScaledIdentity
from penstock.linalg.operator import LinearOperator
from penstock.linalg.structured import LinearOperatorDiag, LinearOperatorLowerTriangular


@export("contrib.distributions.bijectors.AffineScalar")
class AffineScalar(Bijector):
    """y = scale x + shift, element by element.

    >>> import penstock as tf
    >>> b = tf.contrib.distributions.bijectors.AffineScalar(shift=1.0, scale=2.0)
    >>> float(tf.Session().run(b.forward(3.0)))
    7.0
    """

    def __init__(
        self,
        shift: TensorLike | None = None,
        scale: TensorLike | None = None,
        validate_args: bool = False,
        name: str = "affine_scalar",
    ) -> None:
        with tf.name_scope(name), tf.name_scope("init", values=[scale, shift]):
            self._shift = None if shift is None else convert_to_tensor(shift, name="shift")
            self._scale = None if scale is None else convert_to_tensor(scale, name="scale")
            if validate_args and self._scale is not None:
                check = tf.assert_none_equal(self._scale, tf.zeros([], dtype=self._scale.dtype))
                self._scale = tf.with_dependencies([check], self._scale)
        super().__init__(forward_min_event_ndims=0, is_constant_jacobian=True, validate_args=validate_args, name=name)

    @property
    def shift(self) -> Any:
        """What is added."""
        return self._shift

    @property
    def scale(self) -> Any:
        """The factor."""
        return self._scale

    def _forward(self, x: Tensor) -> Tensor:
        y = tf.identity(x) if self.scale is None else x * self.scale
        return y if self.shift is None else y + self.shift

    def _inverse(self, y: Tensor) -> Tensor:
        x = tf.identity(y) if self.shift is None else y - self.shift
        return x if self.scale is None else x / self.scale

    def _forward_log_det_jacobian(self, x: Tensor) -> Tensor:
        return tf.constant(0.0, dtype=x.dtype) if self.scale is None else tf.log(tf.abs(self.scale))


@export("contrib.distributions.bijectors.AffineLinearOperator")
class AffineLinearOperator(Bijector):
    """y = scale·x + shift of vectors, `scale` being a linear operator.

    Raises:
      TypeError: `scale` is no LinearOperator, or of another type than `shift`.

    >>> import penstock as tf
    >>> scale = tf.linalg.LinearOperatorDiag([1.0, 2.0])
    >>> b = tf.contrib.distributions.bijectors.AffineLinearOperator(shift=[1.0, 1.0], scale=scale)
    >>> tf.Session().run(b.forward([1.0, 1.0])).tolist()
    [2.0, 3.0]
    """

    def __init__(
        self,
        shift: TensorLike | None = None,
        scale: TensorLike | None = None,
        validate_args: bool = False,
        name: str = "affine_linear_operator",
    ) -> None:
        parents: list[Any] = []
        with tf.name_scope(name), tf.name_scope("init", values=[shift]):
            dtype = dtypes.float32
            if shift is not None:
                shift = convert_to_tensor(shift, name="shift")
                parents.append(shift)
                dtype = shift.dtype.base_dtype
            if scale is not None:
                if not isinstance(scale, LinearOperator):
                    raise TypeError("scale is not an instance of tf.LinearOperator")
                if shift is not None and shift.dtype.base_dtype != scale.dtype:
                    raise TypeError(f"shift.dtype({shift.dtype}) is incompatible with scale.dtype({scale.dtype}).")
                if validate_args and not scale.is_non_singular:
                    raise ValueError("Scale matrix must be non-singular.")
                parents += scale.graph_parents
                dtype = scale.dtype
        self._shift, self._scale = shift, scale
        super().__init__(
            forward_min_event_ndims=1,
            graph_parents=parents,
            is_constant_jacobian=True,
            dtype=dtype,
            validate_args=validate_args,
            name=name,
        )

    @property
    def shift(self) -> Any:
        """What is added."""
        return self._shift

    @property
    def scale(self) -> Any:
        """The linear operator."""
        return self._scale

    def _checks(self) -> list:
        return [self.scale.assert_non_singular()] if self.validate_args else []

    def _by_columns(self, method: str, x: Tensor) -> Tensor:
        """Applies the operator to vectors; those of many samples become the columns of one matrix."""
        if self.scale.tensor_rank != 2 or x.shape.ndims == 1:
            return getattr(self.scale, f"{method}vec" if method == "solve" else "matvec")(x)
        shape = tf.shape(x)
        columns = tf.transpose(tf.reshape(x, [-1, shape[-1]]))
        y = tf.reshape(tf.transpose(getattr(self.scale, method)(columns)), shape)
        y.set_shape(x.shape)
        return y

    def _forward(self, x: Tensor) -> Tensor:
        if self.scale is not None:
            with tf.control_dependencies(self._checks()):
                x = self._by_columns("matmul", x)
        return x if self.shift is None else x + self.shift

    def _inverse(self, y: Tensor) -> Tensor:
        x = y if self.shift is None else y - self.shift
        return x if self.scale is None else self._by_columns("solve", x)

    def _forward_log_det_jacobian(self, x: Tensor) -> Tensor:
        if self.scale is None:
            return tf.constant(0.0, dtype=x.dtype)
        with tf.control_dependencies(self._checks()):
            return self.scale.log_abs_determinant()


@export("contrib.distributions.bijectors.Affine")
class Affine(AffineLinearOperator):
    """y = (c I + diag(d) + T + U diag(e) Uᵀ) x + shift of vectors.

    Args:
      shift: what is added.
      scale_identity_multiplier: c; 1 if no part is given.
      scale_diag: d.
      scale_tril: T, of which the lower triangle counts.
      scale_perturb_factor: U.
      scale_perturb_diag: e; ones by default.
      validate_args, name: as for `Bijector`.

    >>> import penstock as tf
    >>> b = tf.contrib.distributions.bijectors.Affine(shift=[1.0, 1.0], scale_diag=[1.0, 2.0])
    >>> tf.Session().run(b.forward([1.0, 1.0])).tolist()
    [2.0, 3.0]
    """

    def __init__(
        self,
        shift: Any = None,
        scale_identity_multiplier: TensorLike | None = None,
        scale_diag: TensorLike | None = None,
        scale_tril: TensorLike | None = None,
        scale_perturb_factor: TensorLike | None = None,
        scale_perturb_diag: TensorLike | None = None,
        validate_args: bool = False,
        name: str = "affine",
    ) -> None:
        with tf.name_scope(name):
            parts = {
                key: None if value is None else convert_to_tensor(value, name=key)
                for key, value in (
                    ("multiplier", scale_identity_multiplier),
                    ("diag", scale_diag),
                    ("tril", scale_tril),
                    ("factor", scale_perturb_factor),
                    ("perturb", scale_perturb_diag),
                )
            }
            scale = _affine_scale(None if shift is None else convert_to_tensor(shift, name="shift"), **parts)
        super().__init__(shift, scale, validate_args, name)


def _affine_scale(
    shift: Any, multiplier: Any, diag: Any, tril: Any, factor: Any, perturb: Any
) -> LinearOperator | None:
    """The operator of the parts of `Affine` that are given; None for the identity."""
    base: LinearOperator
    if tril is not None:
        for part in (diag, None if multiplier is None else multiplier[..., tf.newaxis]):
            if part is not None:
                tril = tf.matrix_set_diag(tril, tf.matrix_diag_part(tril) + part)
        base = LinearOperatorLowerTriangular(tril, is_non_singular=True)
    elif diag is not None:
        diag = diag if multiplier is None else diag + multiplier[..., tf.newaxis]
        base = LinearOperatorDiag(diag, is_non_singular=True, is_positive_definite=True if factor is not None else None)
    elif multiplier is None and factor is None:
        return None
    else:
        like = shift if factor is None else factor[..., 0]
        if like is None:
            raise ValueError("Cannot infer `event_shape` unless `loc` or `shape_hint` is specified.")
        known = like.shape[-1].value if like.shape.ndims is not None else None
        size = tf.shape(like)[-1] if known is None else known
        factor_ = tf.ones([], like.dtype) if multiplier is None else multiplier
        base = LinearOperatorScaledIdentity(
            size, factor_, is_non_singular=True, is_positive_definite=True if factor is not None else None
        )
    if factor is None:
        return base
    from penstock.linalg.derived import LinearOperatorLowRankUpdate

    return LinearOperatorLowRankUpdate(base, u=factor, diag_update=perturb, is_non_singular=True, is_square=True)


@export("contrib.distributions.bijectors.Invert")
class Invert(Bijector):
    """The inverse of another bijector.

    >>> import penstock as tf
    >>> b = tf.contrib.distributions.bijectors
    >>> float(tf.Session().run(b.Invert(b.Exp()).forward(1.0)))
    0.0
    """

    def __init__(self, bijector: Bijector, validate_args: bool = False, name: str | None = None) -> None:
        if not bijector._is_injective:
            raise NotImplementedError("Invert is not implemented for non-injective bijectors.")
        self._bijector = bijector
        super().__init__(
            graph_parents=bijector.graph_parents,
            forward_min_event_ndims=bijector.inverse_min_event_ndims,
            inverse_min_event_ndims=bijector.forward_min_event_ndims,
            is_constant_jacobian=bijector.is_constant_jacobian,
            validate_args=validate_args,
            dtype=bijector.dtype,
            name=name or f"invert_{bijector.name}",
        )

    @property
    def bijector(self) -> Bijector:
        """The other."""
        return self._bijector

    def _forward_event_shape(self, input_shape: TensorShape) -> Any:
        return self.bijector._inverse_event_shape(input_shape)

    def _forward_event_shape_tensor(self, input_shape: Tensor) -> Tensor:
        return self.bijector._inverse_event_shape_tensor(input_shape)

    def _inverse_event_shape(self, output_shape: TensorShape) -> Any:
        return self.bijector._forward_event_shape(output_shape)

    def _inverse_event_shape_tensor(self, output_shape: Tensor) -> Tensor:
        return self.bijector._forward_event_shape_tensor(output_shape)

    def _forward(self, x: Tensor, **kwargs: Any) -> Any:
        return self.bijector._inverse(x, **kwargs)

    def _inverse(self, y: Tensor, **kwargs: Any) -> Any:
        return self.bijector._forward(y, **kwargs)

    def _inverse_log_det_jacobian(self, y: Tensor, **kwargs: Any) -> Any:
        return self.bijector._forward_log_det_jacobian(y, **kwargs)

    def _forward_log_det_jacobian(self, x: Tensor, **kwargs: Any) -> Any:
        return self.bijector._inverse_log_det_jacobian(x, **kwargs)


def _least_event_ndims(bijectors: list[Bijector], forward: bool) -> int:
    """How many axes an event needs so that each bijector of a chain finds enough of them."""
    least = adjusted = 0
    for b in reversed(bijectors) if forward else bijectors:
        own, other = b.forward_min_event_ndims, b.inverse_min_event_ndims
        if not forward:
            own, other = other, own
        least += max(0, own - adjusted)
        adjusted = max(own, adjusted) - (own - other)
    return least


@export("contrib.distributions.bijectors.Chain")
class Chain(Bijector):
    """One bijector after the other; the last of the list comes first, as in f(g(x)).

    >>> import penstock as tf
    >>> b = tf.contrib.distributions.bijectors
    >>> float(tf.Session().run(b.Chain([b.AffineScalar(scale=2.0), b.Exp()]).forward(0.0)))
    2.0
    """

    def __init__(self, bijectors: Any = None, validate_args: bool = False, name: str | None = None) -> None:
        bijectors = list(bijectors or ())
        self._bijectors = bijectors
        for b in bijectors:
            if not b._is_injective:
                raise NotImplementedError(f"Invert is not implemented for non-injective bijector ({b.name})")
        kinds = {b.dtype for b in bijectors} - {None}
        if len(kinds) > 1:
            raise ValueError(f"incompatible dtypes: {list(kinds)}")
        super().__init__(
            graph_parents=[parent for b in bijectors for parent in b.graph_parents],
            forward_min_event_ndims=_least_event_ndims(bijectors, forward=True),
            inverse_min_event_ndims=_least_event_ndims(bijectors, forward=False),
            is_constant_jacobian=all(b.is_constant_jacobian for b in bijectors),
            validate_args=validate_args,
            dtype=kinds.pop() if kinds else None,
            name=name or ("_of_".join(["chain"] + [b.name for b in bijectors]) if bijectors else "identity"),
        )

    @property
    def bijectors(self) -> list[Bijector]:
        """The bijectors, the one that comes last first."""
        return self._bijectors

    def _forward_event_shape(self, input_shape: TensorShape) -> TensorShape:
        for b in reversed(self.bijectors):
            input_shape = b.forward_event_shape(input_shape)
        return input_shape

    def _forward_event_shape_tensor(self, input_shape: Tensor) -> Tensor:
        for b in reversed(self.bijectors):
            input_shape = b.forward_event_shape_tensor(input_shape)
        return input_shape

    def _inverse_event_shape(self, output_shape: TensorShape) -> TensorShape:
        for b in self.bijectors:
            output_shape = b.inverse_event_shape(output_shape)
        return output_shape

    def _inverse_event_shape_tensor(self, output_shape: Tensor) -> Tensor:
        for b in self.bijectors:
            output_shape = b.inverse_event_shape_tensor(output_shape)
        return output_shape

    def _forward(self, x: Tensor, **kwargs: Any) -> Tensor:
        for b in reversed(self.bijectors):
            x = b._call_forward(x, "forward", **kwargs.get(b.name, {}))
        return x

    def _inverse(self, y: Tensor, **kwargs: Any) -> Tensor:
        for b in self.bijectors:
            y = b._call_inverse(y, "inverse", **kwargs.get(b.name, {}))
        return y

    def _inverse_log_det_jacobian(self, y: Tensor, **kwargs: Any) -> Tensor:
        total: Any = tf.constant(0.0, dtype=y.dtype)
        ndims = self.inverse_min_event_ndims
        for b in self.bijectors:
            extra = kwargs.get(b.name, {})
            total += b._call_inverse_log_det_jacobian(y, ndims, "inverse_log_det_jacobian", **extra)
            ndims += b.forward_min_event_ndims - b.inverse_min_event_ndims
            y = b._call_inverse(y, "inverse", **extra)
        return total

    def _forward_log_det_jacobian(self, x: Tensor, **kwargs: Any) -> Tensor:
        total: Any = tf.constant(0.0, dtype=x.dtype)
        ndims = self.forward_min_event_ndims
        for b in reversed(self.bijectors):
            extra = kwargs.get(b.name, {})
            total += b._call_forward_log_det_jacobian(x, ndims, "forward_log_det_jacobian", **extra)
            ndims += b.inverse_min_event_ndims - b.forward_min_event_ndims
            x = b._call_forward(x, "forward", **extra)
        return total


@export("contrib.distributions.bijectors.Reshape")
class Reshape(Bijector):
    """Gives events another shape.

    Args:
      event_shape_out: shape of an event of the result; one element may be -1.
      event_shape_in: shape of an event of the argument; a vector by default.
      validate_args, name: as for `Bijector`.

    >>> import penstock as tf
    >>> b = tf.contrib.distributions.bijectors.Reshape([2, 2], [4])
    >>> b.forward(tf.zeros([3, 4])).shape.as_list()
    [3, 2, 2]
    """

    def __init__(
        self, event_shape_out: Any, event_shape_in: Any = (-1,), validate_args: bool = False, name: str | None = None
    ) -> None:
        sizes = []
        for what, value in (("event_shape_out", event_shape_out), ("event_shape_in", event_shape_in)):
            known = constant_value(convert_to_tensor(value, dtype=dtypes.int32, name=what))
            if known is None or known.ndim != 1:
                raise ValueError(f"`{what}` must be a vector that is known when the graph is made.")
            if (known == -1).sum() > 1:
                raise ValueError(f"`{what}` must have at most one `-1`. (Found: {known})")
            if (known < -1).any():
                raise ValueError(f"`{what}` elements must be either positive integers or `-1`. (Found: {known})")
            sizes.append(known)
        out, inner = sizes
        if (out >= 0).all() and (inner >= 0).all() and out.prod() != inner.prod():
            raise ValueError(f"Shapes {inner.tolist()} and {out.tolist()} have different numbers of elements.")
        self._out, self._in = out, inner
        super().__init__(
            forward_min_event_ndims=len(inner),
            inverse_min_event_ndims=len(out),
            is_constant_jacobian=True,
            validate_args=validate_args,
            name=name or "reshape",
        )

    def _static(self, shape: TensorShape, source: np.ndarray, target: np.ndarray) -> TensorShape:
        if shape.ndims is None:
            return TensorShape(None)
        lead, event = shape[: shape.ndims - len(source)], shape[shape.ndims - len(source) :]
        sizes = [None if n < 0 else int(n) for n in target]
        if None in sizes and event.is_fully_defined():
            rest = int(np.prod([n for n in sizes if n is not None]))
            sizes[sizes.index(None)] = (event.num_elements() or 0) // max(rest, 1)
        return lead.concatenate(sizes)

    def _reshape(self, x: Tensor, source: np.ndarray, target: np.ndarray) -> Tensor:
        y = tf.reshape(x, tf.concat([tf.shape(x)[: tf.rank(x) - len(source)], target], 0))
        y.set_shape(self._static(x.shape, source, target))
        return y

    def _forward(self, x: Tensor) -> Tensor:
        return self._reshape(x, self._in, self._out)

    def _inverse(self, y: Tensor) -> Tensor:
        return self._reshape(y, self._out, self._in)

    def _inverse_log_det_jacobian(self, y: Tensor) -> Tensor:
        return tf.constant(0.0, dtype=y.dtype)

    _forward_log_det_jacobian = _inverse_log_det_jacobian

    def _shape_tensor(self, shape: Tensor, source: np.ndarray, target: np.ndarray) -> Tensor:
        lead = shape[: tf.size(shape) - len(source)]
        missing = tf.reduce_prod(shape[tf.size(shape) - len(source) :]) // int(max(1, np.prod(target[target >= 0])))
        event = tf.where_v2(tf.constant(target < 0), missing, tf.constant(target.astype(np.int32)))
        return tf.concat([lead, event], 0)

    def _forward_event_shape(self, input_shape: TensorShape) -> TensorShape:
        return self._static(input_shape, self._in, self._out)

    def _inverse_event_shape(self, output_shape: TensorShape) -> TensorShape:
        return self._static(output_shape, self._out, self._in)

    def _forward_event_shape_tensor(self, input_shape: Tensor) -> Tensor:
        return self._shape_tensor(input_shape, self._in, self._out)

    def _inverse_event_shape_tensor(self, output_shape: Tensor) -> Tensor:
        return self._shape_tensor(output_shape, self._out, self._in)
