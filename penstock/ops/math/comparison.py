"""Comparisons and logic: Equal and its relatives, ApproximateEqual, And and Or."""

from __future__ import annotations

import operator
from collections.abc import Callable
from itertools import zip_longest
from types import ModuleType
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.registry import no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import Array, TensorLike
from penstock.ops.common.definitions import binary_operator, brackets, explain, function

# -- kernels --------------------------------------------------------------------------------------------


def _shape_if_equal(c: rule.Context) -> list[TensorShape]:
    """As for all others, but shapes that do not fit may be an answer: a scalar."""
    if not c.attr("incompatible_shape_error") and c.shape(0).ndims is not None and c.shape(1).ndims is not None:
        sizes = [reversed(c.shape(i)._dims or ()) for i in range(2)]
        for pair in reversed(list(zip_longest(*sizes, fillvalue=1))):  # the first that may not fit decides
            if 1 not in pair and None in pair:
                return [rule.UNKNOWN]
            if 1 not in pair and pair[0] != pair[1]:
                return [rule.SCALAR]
    return rule.broadcast(c)


def _shape_if_close(c: rule.Context) -> list[TensorShape]:
    rule.merge(c.shape(0), c.shape(1))
    return [c.shape(0)]


def _equality(op_type: str, ufunc: np.ufunc, otherwise: bool) -> None:
    """Registers a comparison that has an answer for shapes that do not fit, if it is asked for."""
    name = ufunc.__name__

    def kernel(xp: ModuleType, x: Array, y: Array, *, incompatible_shape_error: bool) -> Any:
        # Not the operators: those give up with False when shapes do not fit.
        try:
            return ufunc(x, y) if xp is np else getattr(xp, name)(x, y)
        except (ValueError, TypeError):
            try:
                explain(x, y)
            except errors.InvalidArgumentError:
                if incompatible_shape_error:
                    raise
                return np.bool_(otherwise)
            raise

    op(op_type, shape=_shape_if_equal)(kernel)


_equality("Equal", np.equal, False)
_equality("NotEqual", np.not_equal, True)
binary_operator("Less", operator.lt)
binary_operator("LessEqual", operator.le)
binary_operator("Greater", operator.gt)
binary_operator("GreaterEqual", operator.ge)
binary_operator("LogicalAnd", operator.and_)
binary_operator("LogicalOr", operator.or_)


@op("ApproximateEqual", shape=_shape_if_close)
def _approximate_equal(xp: ModuleType, x: Array, y: Array, *, tolerance: float) -> Any:
    if x.shape != y.shape:
        text = f"x and y must be of the same shape. x shape: {brackets(y.shape)}. y shape: {brackets(x.shape)}"
        raise errors.invalid(text)  # 1.15 takes one for the other here
    # Compared in the type of the values, which the attribute's value is rounded to.
    difference = abs(x - y)
    return difference < difference.dtype.type(tolerance)


no_gradient(
    "Less", "LessEqual", "Greater", "GreaterEqual", "Equal", "NotEqual", "ApproximateEqual", "LogicalAnd", "LogicalOr"
)

# -- public functions -------------------------------------------------------------------------------------


def _pair(op_type: str, summary: str, call: str, shown: str) -> Callable:
    """A public function of two tensors; a run of `call` gives what is `shown` in its docstring."""
    return function(op_type, summary, "x", "y", example=f">>> tf.Session().run({call})\n{shown}")


less = export("less", "math.less")(
    _pair("Less", "x < y, element by element.", "tf.less([1, 2, 3], 2)", "array([ True, False, False])")
)
less_equal = export("less_equal", "math.less_equal")(
    _pair("LessEqual", "x <= y, element by element.", "tf.less_equal([1, 2, 3], 2)", "array([ True,  True, False])")
)
greater = export("greater", "math.greater")(
    _pair("Greater", "x > y, element by element.", "tf.greater([1, 2, 3], 2)", "array([False, False,  True])")
)
greater_equal = export("greater_equal", "math.greater_equal")(
    _pair(
        "GreaterEqual",
        "x >= y, element by element.",
        "tf.greater_equal([1, 2, 3], 2)",
        "array([False,  True,  True])",
    )
)
equal = export("equal", "math.equal")(
    _pair("Equal", "x == y, element by element.", "tf.equal([1, 2, 3], 2)", "array([False,  True, False])")
)
not_equal = export("not_equal", "math.not_equal")(
    _pair("NotEqual", "x != y, element by element.", "tf.not_equal([1, 2, 3], 2)", "array([ True, False,  True])")
)
logical_and = export("logical_and", "math.logical_and")(
    _pair("LogicalAnd", "x and y, element by element.", "tf.logical_and([True, False], True)", "array([ True, False])")
)
logical_or = export("logical_or", "math.logical_or")(
    _pair("LogicalOr", "x or y, element by element.", "tf.logical_or([True, False], False)", "array([ True, False])")
)


@export("logical_xor", "math.logical_xor")
def logical_xor(x: TensorLike, y: TensorLike, name: str = "LogicalXor") -> Tensor:
    """True where exactly one of x and y is.

    Args:
      x, y: tensors of bools that can be broadcast with each other.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.logical_xor([True, False], [True, True]))
    array([False,  True])
    """
    either = apply("LogicalOr", x=x, y=y)
    both = apply("LogicalAnd", x=x, y=y)
    return apply("LogicalAnd", name, x=either, y=apply("LogicalNot", x=both))
