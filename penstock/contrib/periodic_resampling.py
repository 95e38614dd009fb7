"""`tf.contrib.periodic_resample`: one dimension of an array is made smaller so that the others may be larger."""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import errors, opdef
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.registry import gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import ShapeLike, TensorLike
from penstock.ops.backend import arrays


def _adjusted(given: list[int], wanted: list[int | None]) -> tuple[int, list[int]]:
    """Which dimension is made smaller, and the shape of the result."""
    if len(given) != len(wanted):
        raise errors.invalid(
            f"periodic_resample expects the rank of the input tensor, {len(given)}, to be the same as the length of the "
            f"desired shape, {len(wanted)}."
        )
    free = None
    for i, (have, want) in enumerate(zip(given, wanted, strict=True)):
        if want is None:
            if free is not None:
                raise errors.invalid("periodic_resample expects only one index to be marked as adjustable.")
            free = i
        elif want < have:
            raise errors.invalid(
                "periodic_resample expects the size of non-adjustable dimensions be at least as large as size of input "
                f"tensor. Dimension {i} input tensor has size {have}, desired shape has size {want}."
            )
    if free is None:
        raise errors.invalid("periodic_resample expects at least one index to be marked as adjustable.")
    others = math.prod(want for want in wanted if want is not None)
    sizes = [math.prod(given) // others if want is None else want for want in wanted] if others else None
    if sizes is None:
        raise errors.invalid("periodic_resample expects desired sizes above 0.")
    return free, sizes


def _sources(given: list[int], wanted: list[int | None]) -> np.ndarray:
    """For each element of the result, the place of the one that it comes from among all elements of the array."""
    free, sizes = _adjusted(given, wanted)
    places = np.indices(sizes, sparse=True)
    strides = [math.prod(given[i + 1 :]) for i in range(len(given))]
    along, period, found = places[free], 1, np.zeros((), np.int64)
    for i, (have, want) in enumerate(zip(given, sizes, strict=True)):
        if i != free:
            factor = -(-want // have)
            found = found + places[i] // factor * strides[i]
            along = along + sizes[free] * period * (places[i] % factor)
            period *= factor
    # Where factors were rounded up, elements of the next row may be taken, as 1.15 does.
    found = np.minimum(found + along * strides[free], math.prod(given) - 1)
    return np.broadcast_to(found, sizes)


def _shape(c):
    given, wanted = c.shape(0), TensorShape(c.attr("shape"))
    if given.ndims is None or wanted.ndims is None or None in given.as_list():
        return [wanted]
    try:
        return [TensorShape(_adjusted(given.as_list(), wanted.as_list())[1])]
    except errors.InvalidArgumentError:
        return [wanted]  # told when it is run, as by 1.15


def _resampled(xp: ModuleType, values: Any, shape: Any) -> Any:
    return values.reshape(-1)[_sources(list(values.shape), TensorShape(shape).as_list())]


@op(
    "PeriodicResample",
    shape=_shape,
    sig=opdef.parse_signature(["values: T"], ["output: T"], ["T: numbertype", "shape: shape"]),
)
def _kernel(xp, values, *, shape):
    return _resampled(xp, values, shape)


@op(
    "PeriodicResampleOpGrad",
    shape=lambda c: [TensorShape(c.attr("original_shape"))],
    sig=opdef.parse_signature(
        ["grad: T"], ["grad_values: T"], ["T: numbertype", "original_shape: shape", "desired_shape: shape"]
    ),
)
def _grad_kernel(xp, grad, *, original_shape, desired_shape):
    given: Any = TensorShape(original_shape).as_list()
    sources = _sources(given, TensorShape(desired_shape).as_list()).reshape(-1)
    total = xp.zeros(math.prod(given), grad.dtype)
    return arrays.scatter(xp, total, (sources,), grad.reshape(-1), "add").reshape(given)


@gradient("PeriodicResample")
def _gradient(op, grad):
    return periodic_resample_op_grad(grad, op.inputs[0].shape, op.get_attr("shape"))


def periodic_resample_op_grad(
    grad: TensorLike, original_shape: ShapeLike, desired_shape: ShapeLike, name: str | None = None
) -> Tensor:
    """The gradient for what was given to `periodic_resample`: gradients go back to where elements came from.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     print(sess.run(periodic_resample_op_grad([[1.0], [2.0], [3.0], [4.0]], [2, 2], [4, None])))
    [[1. 2.]
     [3. 4.]]
    """
    attrs = {"original_shape": original_shape, "desired_shape": desired_shape}
    return apply("PeriodicResampleOpGrad", name, grad=grad, **attrs)


@export("contrib.periodic_resample.periodic_resample")
def periodic_resample(values: TensorLike, shape: ShapeLike, name: str | None = None) -> Tensor:
    """Makes one dimension of an array smaller and the others larger, as networks do that raise resolution.

    Args:
      values: an array of numbers.
      shape: the shape that is wanted, at least as large as that of the array, with None for the dimension that gives its
        elements to the others.
      name: a name for the operation.

    Raises:
      InvalidArgumentError: the number of dimensions is another one, a size is smaller than before, or None is not there.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     print(sess.run(tf.contrib.periodic_resample.periodic_resample([[0, 1, 2, 3], [4, 5, 6, 7]], [4, None])))
    [[0 1]
     [2 3]
     [4 5]
     [6 7]]
    """
    return apply("PeriodicResample", name, values=values, shape=shape)
