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

def assert_equal(x: _Any, y: _Any, message: _str | None = ..., summarize: _int | None = ..., name: _str | None = ...) -> _Any:
    """`tf.debugging.assert_equal` with the arguments of 2.x."""
def assert_greater(x: _Any, y: _Any, message: _str | None = ..., summarize: _int | None = ..., name: _str | None = ...) -> _Any:
    """`tf.debugging.assert_greater` with the arguments of 2.x."""
def assert_greater_equal(x: _Any, y: _Any, message: _str | None = ..., summarize: _int | None = ..., name: _str | None = ...) -> _Any:
    """`tf.debugging.assert_greater_equal` with the arguments of 2.x."""
def assert_less(x: _Any, y: _Any, message: _str | None = ..., summarize: _int | None = ..., name: _str | None = ...) -> _Any:
    """`tf.debugging.assert_less` with the arguments of 2.x."""
def assert_less_equal(x: _Any, y: _Any, message: _str | None = ..., summarize: _int | None = ..., name: _str | None = ...) -> _Any:
    """`tf.debugging.assert_less_equal` with the arguments of 2.x."""
def assert_none_equal(x: _Any, y: _Any, summarize: _Any = ..., message: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.debugging.assert_none_equal` with the arguments of 2.x."""

__all__ = [
    "Assert",
    "assert_equal",
    "assert_greater",
    "assert_greater_equal",
    "assert_less",
    "assert_less_equal",
    "assert_none_equal",
    "assert_proper_iterable",
    "assert_same_float_dtype",
    "check_numerics",
    "get_log_device_placement",
    "is_numeric_tensor",
    "set_log_device_placement",
]
