"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.compat.modes import get_log_device_placement as get_log_device_placement
from penstock.compat.modes import set_log_device_placement as set_log_device_placement
from penstock.ops.arrays.basic import check_numerics as check_numerics
from penstock.ops.checks.values import assert_proper_iterable as assert_proper_iterable
from penstock.ops.checks.values import assert_same_float_dtype as assert_same_float_dtype
from penstock.ops.checks.values import is_numeric_tensor as is_numeric_tensor
from penstock.ops.io.printing import Assert as Assert
from builtins import int as _int
from builtins import str as _str
from typing import Any as _Any

def assert_all_finite(x: _Any, message: _Any, name: _str | None = ...) -> _Any:
    """`tf.debugging.assert_all_finite` with the arguments of 2.x."""
def assert_equal(x: _Any, y: _Any, message: _str | None = ..., summarize: _int | None = ..., name: _str | None = ...) -> _Any:
    """`tf.debugging.assert_equal` with the arguments of 2.x."""
def assert_greater(x: _Any, y: _Any, message: _str | None = ..., summarize: _int | None = ..., name: _str | None = ...) -> _Any:
    """`tf.debugging.assert_greater` with the arguments of 2.x."""
def assert_greater_equal(x: _Any, y: _Any, message: _str | None = ..., summarize: _int | None = ..., name: _str | None = ...) -> _Any:
    """`tf.debugging.assert_greater_equal` with the arguments of 2.x."""
def assert_integer(x: _Any, message: _str | None = ..., name: _str | None = ...) -> None:
    """`tf.debugging.assert_integer` with the arguments of 2.x."""
def assert_less(x: _Any, y: _Any, message: _str | None = ..., summarize: _int | None = ..., name: _str | None = ...) -> _Any:
    """`tf.debugging.assert_less` with the arguments of 2.x."""
def assert_less_equal(x: _Any, y: _Any, message: _str | None = ..., summarize: _int | None = ..., name: _str | None = ...) -> _Any:
    """`tf.debugging.assert_less_equal` with the arguments of 2.x."""
def assert_near(x: _Any, y: _Any, rtol: _Any = ..., atol: _Any = ..., message: _Any = ..., summarize: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.debugging.assert_near` with the arguments of 2.x."""
def assert_negative(x: _Any, message: _Any = ..., summarize: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.debugging.assert_negative` with the arguments of 2.x."""
def assert_non_negative(x: _Any, message: _Any = ..., summarize: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.debugging.assert_non_negative` with the arguments of 2.x."""
def assert_non_positive(x: _Any, message: _Any = ..., summarize: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.debugging.assert_non_positive` with the arguments of 2.x."""
def assert_none_equal(x: _Any, y: _Any, summarize: _Any = ..., message: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.debugging.assert_none_equal` with the arguments of 2.x."""
def assert_positive(x: _Any, message: _Any = ..., summarize: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.debugging.assert_positive` with the arguments of 2.x."""
def assert_rank(x: _Any, rank: _Any, message: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.debugging.assert_rank` with the arguments of 2.x."""
def assert_rank_at_least(x: _Any, rank: _Any, message: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.debugging.assert_rank_at_least` with the arguments of 2.x."""
def assert_rank_in(x: _Any, ranks: _Any, message: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.debugging.assert_rank_in` with the arguments of 2.x."""
def assert_scalar(tensor: _Any, message: _str | None = ..., name: _str | None = ...) -> None:
    """`tf.debugging.assert_scalar` with the arguments of 2.x."""
def assert_shapes(shapes: _Any, data: _Any = ..., summarize: _int | None = ..., message: _str | None = ..., name: _str | None = ...) -> None:
    """`tf.debugging.assert_shapes` with the arguments of 2.x."""
def assert_type(tensor: _Any, tf_type: _Any, message: _str | None = ..., name: _str | None = ...) -> None:
    """`tf.debugging.assert_type` with the arguments of 2.x."""

__all__ = [
    "Assert",
    "assert_all_finite",
    "assert_equal",
    "assert_greater",
    "assert_greater_equal",
    "assert_integer",
    "assert_less",
    "assert_less_equal",
    "assert_near",
    "assert_negative",
    "assert_non_negative",
    "assert_non_positive",
    "assert_none_equal",
    "assert_positive",
    "assert_proper_iterable",
    "assert_rank",
    "assert_rank_at_least",
    "assert_rank_in",
    "assert_same_float_dtype",
    "assert_scalar",
    "assert_shapes",
    "assert_type",
    "check_numerics",
    "get_log_device_placement",
    "is_numeric_tensor",
    "set_log_device_placement",
]
