"""Scales, shapes and mixtures of distributions: `tensorflow.contrib.distributions.python.ops.distribution_util`."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock.compat.internal.python.ops.distributions.util import (
    prefer_static_broadcast_shape,
    prefer_static_rank,
    prefer_static_value,
)
from penstock.contrib.distributions.scaled import DIAGONAL, tensor
from penstock.graph import dtypes
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike, TensorOrVariable
from penstock.linalg.operator import LinearOperator

__all__ = [
    "get_broadcast_shape",
    "is_diagonal_scale",
    "make_diag_scale",
    "make_tril_scale",
    "maybe_check_scalar_distribution",
    "mixture_stddev",
    "move_dimension",
    "pad_mixture_dimensions",
    "shapes_from_loc_and_scale",
    "static_value",
]


def static_value(x: TensorLike) -> Any:
    """The value of what is known before a run; None if it is not."""
    return constant_value(tf.convert_to_tensor(x))


def get_broadcast_shape(*tensors: Any) -> Any:
    """The shape that tensors broadcast to: a list if it is known, else a tensor."""
    known = tensors[0].shape
    for one in tensors[1:]:
        known = tf.broadcast_static_shape(known, one.shape)
    if known.is_fully_defined():
        return known.as_list()
    found = tf.shape(tensors[0])
    for one in tensors[1:]:
        found = tf.broadcast_dynamic_shape(found, tf.shape(one))
    return found


def is_diagonal_scale(scale: TensorLike) -> bool:
    """Whether a linear operator is diagonal.

    Raises:
      TypeError: it is none.
    """
    if not isinstance(scale, LinearOperator):
        raise TypeError(f"Expected argument 'scale' to be instance of LinearOperator. Found: {scale!s}")
    return isinstance(scale, DIAGONAL)


def _checked(x: TensorOrVariable, diagonal: TensorLike, validate_args: bool, assert_positive: bool) -> Any:
    """The tensor, which waits for the check of the diagonal."""
    if not validate_args:
        return x
    if assert_positive:
        check = tf.assert_positive(diagonal, message="diagonal part must be positive")
    else:
        zero = tf.zeros([], x.dtype)
        check = tf.assert_none_equal(diagonal, zero, message="diagonal part must be non-zero")
    with tf.control_dependencies([check]):
        return tf.identity(x)


def make_diag_scale(
    loc: Any = None,
    scale_diag: Any = None,
    scale_identity_multiplier: Any = None,
    shape_hint: Any = None,
    validate_args: bool = False,
    assert_positive: bool = False,
    name: str | None = None,
) -> LinearOperator:
    """The linear operator of a diagonal and a multiple of the identity, as far as they are given.

    Args:
      loc: tells the size if there is no diagonal.
      scale_diag: the diagonal.
      scale_identity_multiplier: a number that is added to it.
      shape_hint: the size, if nothing else tells it.
      validate_args: whether the diagonal is checked.
      assert_positive: whether it must be positive, not only not 0.
      name: a name for the operations.

    Raises:
      ValueError: nothing tells the size.
    """
    with tf.name_scope(name, "make_diag_scale", [loc, scale_diag, scale_identity_multiplier]):
        loc, diag = tensor(loc, "loc"), tensor(scale_diag, "scale_diag")
        multiplier = tensor(scale_identity_multiplier, "scale_identity_multiplier")
        if diag is not None:
            if multiplier is not None:
                diag = diag + multiplier[..., tf.newaxis]
            return tf.linalg.LinearOperatorDiag(
                diag=_checked(diag, diag, validate_args, assert_positive),
                is_non_singular=True,
                is_self_adjoint=True,
                is_positive_definite=assert_positive,
            )
        if loc is None and shape_hint is None:
            raise ValueError("Cannot infer `event_shape` unless `loc` or `shape_hint` is specified.")
        rows = loc.shape[-1] if shape_hint is None and loc is not None else shape_hint
        if multiplier is None:
            return tf.linalg.LinearOperatorIdentity(
                num_rows=rows,
                dtype=loc.dtype.base_dtype if loc is not None else None,
                is_self_adjoint=True,
                is_positive_definite=True,
                assert_proper_shapes=validate_args,
            )
        return tf.linalg.LinearOperatorScaledIdentity(
            num_rows=rows,
            multiplier=_checked(multiplier, multiplier, validate_args, assert_positive),
            is_non_singular=True,
            is_self_adjoint=True,
            is_positive_definite=assert_positive,
            assert_proper_shapes=validate_args,
        )


def make_tril_scale(
    loc: Any = None,
    scale_tril: Any = None,
    scale_diag: Any = None,
    scale_identity_multiplier: Any = None,
    shape_hint: Any = None,
    validate_args: bool = False,
    assert_positive: bool = False,
    name: str | None = None,
) -> LinearOperator:
    """The linear operator of a lower triangular matrix, a diagonal and a multiple of the identity, as `make_diag_scale`."""
    if scale_tril is None:
        return make_diag_scale(
            loc, scale_diag, scale_identity_multiplier, shape_hint, validate_args, assert_positive, name
        )
    with tf.name_scope(name, "make_tril_scale", [loc, scale_diag, scale_identity_multiplier]):
        tril = tensor(scale_tril, "scale_tril")
        diag = tensor(scale_diag, "scale_diag")
        multiplier = tensor(scale_identity_multiplier, "scale_identity_multiplier")
    tril = tf.matrix_band_part(tril, -1, 0)
    own = tf.matrix_diag_part(tril)
    own = own if diag is None else own + diag
    own = own if multiplier is None else own + multiplier[..., tf.newaxis]
    tril = tf.matrix_set_diag(tril, own)
    return tf.linalg.LinearOperatorLowerTriangular(
        tril=_checked(tril, tf.matrix_diag_part(tril), validate_args, assert_positive),
        is_non_singular=True,
        is_self_adjoint=False,
        is_positive_definite=assert_positive,
    )


def shapes_from_loc_and_scale(
    loc: TensorOrVariable, scale: LinearOperator, name: str = "shapes_from_loc_and_scale"
) -> Any:
    """The batch shape and the event shape of a location and a scale, which broadcast; arrays where they are known.

    Raises:
      ValueError: the sizes do not fit.
    """
    with tf.name_scope(name, values=[loc, *scale.graph_parents]):
        size = scale.range_dimension_tensor()
        known = constant_value(size)
        event = size[tf.newaxis] if known is None else known.reshape([1])
        if loc is not None:
            own = loc.get_shape()[-1].value
            if own is not None and known is not None and own not in (1, int(known)):
                raise ValueError(
                    f"Event size of 'scale' ({own}) could not be broadcast up to that of 'loc' ({int(known)})."
                )
        batch = scale.batch_shape_tensor()
        if loc is None:
            fixed = constant_value(batch)
            return (batch if fixed is None else fixed), event
        outer = loc.get_shape().with_rank_at_least(1)[:-1]
        if loc.get_shape().ndims is None or not outer.is_fully_defined():
            return prefer_static_broadcast_shape(batch, tf.shape(loc)[:-1]), event
        return prefer_static_broadcast_shape(batch, tf.convert_to_tensor(outer, name="loc_batch_shape")), event


def mixture_stddev(mixture_weight_vector: TensorOrVariable, mean_vector: Any, stddev_vector: Any) -> Tensor:
    """The standard deviation of mixtures.

    Args:
      mixture_weight_vector: the weights, `[batch, components]`.
      mean_vector: the means of the components.
      stddev_vector: their standard deviations.

    Raises:
      ValueError: the shapes do not fit.
    """
    mixture_weight_vector.shape.assert_has_rank(2)
    for what, vector in (("means", mean_vector), ("stddevs", stddev_vector)):
        if not vector.shape.is_compatible_with(mixture_weight_vector.shape):
            raise ValueError(f"Expecting {what} to have same shape as mixture weights.")

    def average(values: TensorOrVariable) -> Tensor:
        return tf.reshape(tf.matmul(mixture_weight_vector[:, tf.newaxis], values[:, :, tf.newaxis]), (-1,))

    squares = average(tf.square(stddev_vector)) + average(tf.square(mean_vector))
    return tf.sqrt(squares - tf.square(average(mean_vector)))


def move_dimension(x: Any, source_idx: Any, dest_idx: Any) -> Tensor:
    """A tensor with one dimension moved to another place, the others in their order.

    Args:
      x: the tensor.
      source_idx: which dimension, from the end if negative.
      dest_idx: its new place, from the end if negative.
    """
    rank = prefer_static_rank(x)
    source = rank + source_idx if source_idx < 0 else source_idx
    dest = rank + dest_idx if dest_idx < 0 else dest_idx

    def moved_left() -> Any:
        parts = [tf.range(0, dest), [source], tf.range(dest, source), tf.range(source + 1, rank)]
        return prefer_static_value(tf.concat(parts, axis=0))

    def moved_right() -> Any:
        parts = [tf.range(0, source), tf.range(source + 1, dest + 1), [source], tf.range(dest + 1, rank)]
        return prefer_static_value(tf.concat(parts, axis=0))

    if all(isinstance(one, (int,)) or not isinstance(one, Tensor) for one in (source, dest)):
        if source == dest:
            return x
        return tf.transpose(x, perm=moved_right() if source < dest else moved_left())
    order = tf.cond(tf.less(source, dest), moved_right, moved_left)
    return tf.cond(tf.equal(source, dest), lambda: tf.identity(x), lambda: tf.transpose(x, perm=order))


def pad_mixture_dimensions(
    x: TensorLike, mixture_distribution: Any, categorical_distribution: Any, event_ndims: int
) -> Tensor:
    """A tensor of weights with dimensions of size 1 for what the components have more."""
    with tf.name_scope("pad_mix_dims", values=[x]):

        def rank(d: Any) -> Any:
            return tf.shape(d.batch_shape_tensor())[0] if d.batch_shape.ndims is None else d.batch_shape.ndims

        own, of_weights = rank(mixture_distribution), rank(categorical_distribution)
        missing = tf.where_v2(categorical_distribution.is_scalar_batch(), own, own - of_weights)
        shape = tf.shape(x)
        ones = [tf.ones([n], dtype=dtypes.int32) for n in (missing, event_ndims)]
        return tf.reshape(x, tf.concat([shape[:-1], ones[0], shape[-1:], ones[1]], axis=0))


def maybe_check_scalar_distribution(distribution: Any, expected_base_dtype: Any, validate_args: bool) -> list[Any]:
    """Checks of a distribution that shall be of single numbers, as far as they have to wait for a run.

    Raises:
      TypeError: it is of another type.
      ValueError: it is not of single numbers, or cannot be differentiated though `validate_args`.
    """
    if distribution.dtype != expected_base_dtype:
        raise TypeError(
            f'dtype mismatch; distribution.dtype="{distribution.dtype.name}" is not "{expected_base_dtype.name}"'
        )
    how = distribution.reparameterization_type
    if validate_args and how != tf.distributions.FULLY_REPARAMETERIZED:
        raise ValueError(
            "Base distribution should be reparameterized or be a function of non-trainable variables; "
            f'distribution.reparameterization_type = "{how}" != "FULLY_REPARAMETERIZED".'
        )
    found = []
    with tf.name_scope(name="check_distribution"):
        for what in ("is_scalar_event", "is_scalar_batch"):
            scalar = getattr(distribution, what)()
            known = static_value(scalar)
            text = f"distribution must be scalar; distribution.{what}=False is not True"
            if known is not None and not known:
                raise ValueError(text)
            if known is None and validate_args:
                found.append(tf.assert_equal(scalar, True, message=text))
    return found
