"""Operations on the bits of integers: and, or, xor, shifts, inversion, counting."""

from __future__ import annotations

import operator
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import shape_rules as rule
from penstock.graph.registry import no_gradient, op
from penstock.graph.typing import Array
from penstock.ops.common.definitions import binary_operator, broadcasting, function, unary

binary_operator("BitwiseAnd", operator.and_)
binary_operator("BitwiseOr", operator.or_)
binary_operator("BitwiseXor", operator.xor)
unary("Invert", np.invert)


def _bounded(xp: ModuleType, y: Array) -> Any:
    # C leaves shifts by a negative count or by the width or more undefined; 1.x clamps the count.
    return xp.minimum(xp.maximum(y, y.dtype.type(0)), y.dtype.type(y.dtype.itemsize * 8 - 1))


@broadcasting("LeftShift")
def _left_shift(xp: ModuleType, x: Array, y: Array) -> Any:
    return xp.left_shift(x, _bounded(xp, y))


@broadcasting("RightShift")
def _right_shift(xp: ModuleType, x: Array, y: Array) -> Any:
    return xp.right_shift(x, _bounded(xp, y))


@op("PopulationCount", shape=rule.same)
def _population_count(xp: ModuleType, x: Array) -> Any:
    # Of the bit pattern: NumPy counts the bits of the absolute value otherwise.
    return xp.bitwise_count(x.view(np.dtype(f"u{x.dtype.itemsize}"))).astype(np.uint8)


no_gradient("BitwiseAnd", "BitwiseOr", "BitwiseXor", "Invert", "LeftShift", "RightShift", "PopulationCount")


def _pair(op_type: str, summary: str, call: str, shown: str) -> Callable:
    """A public function of two tensors; a run of `call` gives what is `shown` in its docstring."""
    return function(op_type, summary, "x", "y", example=f">>> tf.Session().run({call})\n{shown}")


bitwise_and = export("bitwise.bitwise_and")(
    _pair("BitwiseAnd", "x & y, bit by bit.", "tf.bitwise.bitwise_and(0b1100, 0b1010)", "np.int32(8)")
)
bitwise_or = export("bitwise.bitwise_or")(
    _pair("BitwiseOr", "x | y, bit by bit.", "tf.bitwise.bitwise_or(0b1100, 0b1010)", "np.int32(14)")
)
bitwise_xor = export("bitwise.bitwise_xor")(
    _pair("BitwiseXor", "x ^ y, bit by bit.", "tf.bitwise.bitwise_xor(0b1100, 0b1010)", "np.int32(6)")
)
invert = export("bitwise.invert")(
    function(
        "Invert", "~x, bit by bit.", "x",
        example=">>> tf.Session().run(tf.bitwise.invert([0, 5]))\narray([-1, -6], dtype=int32)",
    )
)  # fmt: skip
left_shift = export("bitwise.left_shift")(
    _pair(
        "LeftShift",
        "x << y; y is kept within the width of x.",
        "tf.bitwise.left_shift([1, 3], 4)",
        "array([16, 48], dtype=int32)",
    )
)
right_shift = export("bitwise.right_shift")(
    _pair(
        "RightShift",
        "x >> y, keeping the sign; y is kept within the width of x.",
        "tf.bitwise.right_shift([48, -48], 4)",
        "array([ 3, -3], dtype=int32)",
    )
)
