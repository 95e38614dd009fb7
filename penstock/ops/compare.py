"""Comparisons and logic: Equal and its relatives, ApproximateEqual, And and Or."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.registry import no_gradient, op
from penstock.ops._define import binary, binary_operator, function

# -- kernels --------------------------------------------------------------------------------------------

# Not the operators: those give up with False when shapes do not fit.
binary("Equal", np.equal)
binary("NotEqual", np.not_equal)
binary_operator("Less", operator.lt)
binary_operator("LessEqual", operator.le)
binary_operator("Greater", operator.gt)
binary_operator("GreaterEqual", operator.ge)
binary_operator("LogicalAnd", operator.and_)
binary_operator("LogicalOr", operator.or_)


@op("ApproximateEqual", shape=rule.merged)
def _approximate_equal(xp: Any, x: Any, y: Any, *, tolerance: float) -> Any:
    # Compared in the type of the values, which the attribute's value is rounded to.
    difference = abs(x - y)
    return difference < difference.dtype.type(tolerance)


no_gradient(
    "Less", "LessEqual", "Greater", "GreaterEqual", "Equal", "NotEqual", "ApproximateEqual", "LogicalAnd", "LogicalOr"
)

# -- public functions -------------------------------------------------------------------------------------

less = export("less", "math.less")(function("Less", "x < y, element by element.", "x", "y"))
less_equal = export("less_equal", "math.less_equal")(function("LessEqual", "x <= y, element by element.", "x", "y"))
greater = export("greater", "math.greater")(function("Greater", "x > y, element by element.", "x", "y"))
greater_equal = export("greater_equal", "math.greater_equal")(
    function("GreaterEqual", "x >= y, element by element.", "x", "y")
)
equal = export("equal", "math.equal")(function("Equal", "x == y, element by element.", "x", "y"))
not_equal = export("not_equal", "math.not_equal")(function("NotEqual", "x != y, element by element.", "x", "y"))
logical_and = export("logical_and", "math.logical_and")(
    function("LogicalAnd", "x and y, element by element.", "x", "y")
)
logical_or = export("logical_or", "math.logical_or")(function("LogicalOr", "x or y, element by element.", "x", "y"))


@export("logical_xor", "math.logical_xor")
def logical_xor(x: Any, y: Any, name: str = "LogicalXor") -> Tensor:
    """True where exactly one of x and y is.

    >>> import penstock as tf
    >>> tf.Session().run(tf.logical_xor([True, False], [True, True]))
    array([False,  True])
    """
    either = apply("LogicalOr", x=x, y=y)
    both = apply("LogicalAnd", x=x, y=y)
    return apply("LogicalAnd", name, x=either, y=apply("LogicalNot", x=both))
