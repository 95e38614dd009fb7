"""Division in the ways of 1.x: true, rounded down or toward zero, remainders, and 0 where the divisor is 0."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import check, gradient
from penstock.graph.typing import Array, TensorLike
from penstock.ops.backend import lax
from penstock.ops.common.definitions import broadcasting, function_of_two
from penstock.ops.common.gradient_helpers import cast, conj, ones_where_nonzero, unbroadcast
from penstock.ops.math import vectorized


def _check_divisor(x: Any, y: Any) -> None:
    if x.size:  # where nothing is divided, nothing is divided by zero
        # Scalars apart: `all` takes microseconds, and much of the integer arithmetic in graphs is of scalars.
        check(y.all() if y.ndim else y != 0, errors.InvalidArgumentError, "Integer division by zero")


def _check_truncating_divisor(x: Any, y: Any) -> None:
    if x.size:
        # 1.x forgot these two when it named the operations that divide.
        text = "Unexpected error in binary operator (only integer div and mod should have errors)"
        check(y.all() if y.ndim else y != 0, errors.InternalError, text)


@broadcasting("TruncateDiv")
def _truncate_div(xp: ModuleType, x: Array, y: Array) -> Any:
    if x.dtype.kind in "iu":
        _check_truncating_divisor(x, y)
    quotient = _div(xp, x, y)  # 1.15 rounds only integers toward zero; floats are divided as they are
    if x.dtype.kind != "c":
        return quotient
    return xp.where(y == 0, x.dtype.type(complex(np.nan, np.nan)), quotient)


def _quotient(xp: ModuleType, x: Array, y: Array) -> Any:
    # 1.15 has one result for infinite complex numbers in its loops of vectors and another for the rest: here NumPy's.
    return lax.complex_quotient(x, y) if xp is not np and x.dtype.kind == "c" else x / y


@broadcasting("Div", "RealDiv")
def _div(xp: ModuleType, x: Array, y: Array) -> Any:
    kind = x.dtype.kind
    if kind not in "iu":
        return _quotient(xp, x, y)
    _check_divisor(x, y)
    if kind == "u":
        return x // y
    return (x - xp.fmod(x, y)) // y  # toward zero, as C


@broadcasting("FloorDiv")
def _floor_div(xp: ModuleType, x: Array, y: Array) -> Any:
    if x.dtype.kind in "iu":
        _check_divisor(x, y)
        return x // y
    if x.dtype.kind == "c":
        raise errors.invalid(f"FloorDiv is not defined for complex numbers, but got {x.dtype.name}.")
    # The last bit of the quotient decides.
    return np.floor(x / y) if xp is np else xp.floor(lax.exact_quotient(x, y))


@broadcasting("FloorMod")
def _floor_mod(xp: ModuleType, x: Array, y: Array) -> Any:
    if x.dtype.kind in "iu":
        _check_divisor(x, y)
    return x % y if xp is np or x.dtype != np.float32 else vectorized.floor_remainder(x, y)


@broadcasting("Mod")
def _mod(xp: ModuleType, x: Array, y: Array) -> Any:
    if x.dtype.kind in "iu":
        _check_divisor(x, y)
    return _fmod(xp, x, y)


@broadcasting("TruncateMod")
def _truncate_mod(xp: ModuleType, x: Array, y: Array) -> Any:
    if x.dtype.kind in "iu":
        _check_truncating_divisor(x, y)
    return _fmod(xp, x, y)


def _fmod(xp: ModuleType, x: Array, y: Array) -> Any:
    return xp.fmod(x, y) if xp is np or x.dtype != np.float32 else vectorized.remainder(x, y)


@broadcasting("DivNoNan")
def _div_no_nan(xp: ModuleType, x: Array, y: Array) -> Any:
    return xp.where(y == 0, y.dtype.type(0), _quotient(xp, x, xp.where(y == 0, y.dtype.type(1), y)))


def _division_gradient(division: str) -> Callable:
    def function(op: Operation, d: Tensor) -> tuple[Tensor, Tensor]:
        def divide(a: Tensor, b: Tensor) -> Tensor:
            return apply(division, x=a, y=b)

        x, y = op.inputs
        cx, cy = conj(x), conj(y)
        return unbroadcast(x, y, divide(d, cy), d * divide(divide(-cx, cy), cy))

    function.__module__ = __name__
    return function


for _division in ("Div", "RealDiv", "DivNoNan"):
    gradient(_division)(_division_gradient(_division))


@gradient("FloorDiv", "TruncateDiv")
def _integer_division_gradient(op: Operation, d: Tensor) -> tuple[None, None]:
    return None, None


@gradient("FloorMod")
def _floor_mod_gradient(op: Operation, d: Tensor) -> tuple[Tensor, Tensor]:
    x, y = op.inputs
    return unbroadcast(x, y, d, d * -apply("FloorDiv", x=x, y=y))


realdiv = export("realdiv")(
    function_of_two(
        "RealDiv",
        "x / y for floating-point types.",
        "tf.realdiv([1.0, 3.0], 2.0)",
        "array([0.5, 1.5], dtype=float32)",
    )
)


truncatediv = export("truncatediv")(
    function_of_two(
        "TruncateDiv",
        "x / y; that of integers is rounded toward zero.",
        "tf.truncatediv([7, -7], 2)",
        "array([ 3, -3], dtype=int32)",
    )
)


floor_div = export("floor_div")(
    function_of_two(
        "FloorDiv",
        "x / y, rounded toward negative infinity.",
        "tf.floor_div([7, -7], 2)",
        "array([ 3, -4], dtype=int32)",
    )
)


floormod = export("floormod", "math.floormod", "mod", "math.mod")(
    function_of_two(
        "FloorMod",
        "The remainder of floor division; it has the sign of y.",
        "tf.floormod([7, -7], 3)",
        "array([1, 2], dtype=int32)",
    )
)


truncatemod = export("truncatemod")(
    function_of_two(
        "TruncateMod",
        "The remainder of division toward zero; it has the sign of x.",
        "tf.truncatemod([7, -7], 3)",
        "array([ 1, -1], dtype=int32)",
    )
)


# x / y of integers: the type both are converted to, as in Python 3. None: no conversion.
_TRUE_DIVISION = {
    dtypes.uint8: dtypes.float32,
    dtypes.int8: dtypes.float32,
    dtypes.uint16: dtypes.float32,
    dtypes.int16: dtypes.float32,
    dtypes.int32: dtypes.float64,
    dtypes.int64: dtypes.float64,
    dtypes.bfloat16: None,
    dtypes.float16: None,
    dtypes.float32: None,
    dtypes.float64: None,
    dtypes.complex64: None,
    dtypes.complex128: None,
}


@export("truediv", "math.truediv")
def truediv(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x / y as in Python 3: integers are converted to floating point first (int32 to float64).

    Args:
      x: the dividend, a tensor of numbers.
      y: the divisor, of the type of `x`.
      name: a name for the operation.

    Raises:
      TypeError: if the types differ.

    >>> import penstock as tf
    >>> tf.Session().run(tf.truediv([7, 8], 2))
    array([3.5, 4. ])
    """
    with name_scope(name, "truediv", [x, y]) as scope:
        x = convert_to_tensor(x, name="x")
        y = convert_to_tensor(y, name="y", dtype_hint=x.dtype.base_dtype)
        kind, other = x.dtype.base_dtype, y.dtype.base_dtype
        if kind is not other:
            raise TypeError(f"x and y must have the same dtype, got {kind!r} != {other!r}")
        if kind not in _TRUE_DIVISION:
            raise TypeError(
                f"Invalid dtype {kind!r} in __truediv__. Expected one of {{{', '.join(map(repr, _TRUE_DIVISION))}}}."
            )
        wanted = _TRUE_DIVISION[kind]
        if wanted is not None:
            x, y = cast(x, wanted), cast(y, wanted)
        return apply("RealDiv", scope, x=x, y=y)


@export("div")
def div(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x / y as in Python 2: floor division of integers, ordinary division of everything else.

    Args:
      x: the dividend, a tensor of numbers.
      y: the divisor, of the type of `x`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.div([7, -7], 2))
    array([ 3, -4], dtype=int32)
    """
    with name_scope(name, "div", [x, y]) as scope:
        x = convert_to_tensor(x, name="x")
        y = convert_to_tensor(y, name="y", dtype=x.dtype.base_dtype)
        exact = x.dtype.is_floating or x.dtype.is_complex
        return apply("RealDiv" if exact else "FloorDiv", scope, x=x, y=y)


@export("divide", "math.divide")
def divide(x: Any, y: Any, name: str | None = None) -> Any:
    """x / y with the rules of Python's operator `/`: of two numbers it is a number, else a tensor as from `tf.truediv`.

    Args:
      x: the dividend: a tensor, or anything that Python can divide.
      y: the divisor.
      name: a name for the operation; with one, `tf.truediv` makes it.

    >>> import penstock as tf
    >>> tf.Session().run(tf.divide(tf.constant([7, 8]), 2))
    array([3.5, 4. ])
    """
    if name is not None:
        return truediv(x, y, name)
    return x / y


@export("floordiv", "math.floordiv")
def floordiv(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x // y: division rounded toward negative infinity.

    Args:
      x: the dividend, a tensor of real numbers.
      y: the divisor, of the type of `x`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.floordiv(-7, 2))
    np.int32(-4)
    """
    with name_scope(name, "floordiv", [x, y]) as scope:
        return apply("FloorDiv", scope, x=x, y=y)


@export("div_no_nan", "math.divide_no_nan")
def div_no_nan(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x / y, and 0 where y is 0.

    Args:
      x: the dividend, of a floating-point type.
      y: the divisor, of the type of `x`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.div_no_nan([1.0, 4.0], [0.0, 8.0]))
    array([0. , 0.5], dtype=float32)
    """
    with name_scope(name, "div_no_nan", [x, y]) as scope:
        x = convert_to_tensor(x, name="x")
        return apply("DivNoNan", scope, x=x, y=convert_to_tensor(y, name="y", dtype=x.dtype.base_dtype))


@export("math.reciprocal_no_nan")
def reciprocal_no_nan(x: TensorLike, name: str | None = None) -> Tensor:
    """1 / x, and 0 where x is 0.

    >>> import penstock as tf
    >>> tf.Session().run(tf.math.reciprocal_no_nan([2.0, 0.5, 0.0]))
    array([0.5, 2. , 0. ], dtype=float32)
    """
    with name_scope(name, "reciprocal_no_nan", [x]) as scope:
        x = convert_to_tensor(x, name="x")
        one = convert_to_tensor(1, dtype=x.dtype.base_dtype, name="one")
        return apply("DivNoNan", scope, x=one, y=x)


@broadcasting("Xdivy")
def _xdivy(xp: ModuleType, x: Array, y: Array) -> Any:
    return xp.where(x == 0, x.dtype.type(0), _quotient(xp, x, y))


@gradient("Xdivy")
def _xdivy_gradient(op: Operation, d: Tensor) -> tuple[Tensor, Tensor]:
    x, y = op.inputs
    return unbroadcast(x, y, d * apply("Xdivy", x=ones_where_nonzero(x), y=y), d * apply("Xdivy", x=-x, y=apply("Square", x=y)))


xdivy = export("math.xdivy")(
    function_of_two(
        "Xdivy",
        "x / y, and 0 where x is 0.",
        "tf.math.xdivy([0.0, 1.0], [0.0, 2.0])",
        "array([0. , 0.5], dtype=float32)",
    )
)
