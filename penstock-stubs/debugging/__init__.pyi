"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.compat.modes import get_log_device_placement as get_log_device_placement
from penstock.compat.modes import set_log_device_placement as set_log_device_placement
from penstock.ops.arrays.basic import check_numerics as check_numerics
from penstock.ops.arrays.basic import verify_tensor_all_finite as assert_all_finite
from penstock.ops.checks.shapes import assert_rank_in as assert_rank_in
from penstock.ops.checks.shapes import assert_scalar as assert_scalar
from penstock.ops.checks.shapes import assert_shapes as assert_shapes
from penstock.ops.checks.values import assert_equal as assert_equal
from penstock.ops.checks.values import assert_integer as assert_integer
from penstock.ops.checks.values import assert_near as assert_near
from penstock.ops.checks.values import assert_proper_iterable as assert_proper_iterable
from penstock.ops.checks.values import assert_same_float_dtype as assert_same_float_dtype
from penstock.ops.checks.values import assert_type as assert_type
from penstock.ops.checks.values import is_non_decreasing as is_non_decreasing
from penstock.ops.checks.values import is_numeric_tensor as is_numeric_tensor
from penstock.ops.checks.values import is_strictly_increasing as is_strictly_increasing
from penstock.ops.io.printing import Assert as Assert
from builtins import str as _str
from penstock.graph.operation import Operation as _Operation
from penstock.graph.operation import Tensor as _Tensor
from penstock.ops.checks.shapes import TensorLike as _TensorLike_4
from penstock.ops.checks.values import TensorLike as _TensorLike
from typing import Any as _Any

def assert_greater(x: _TensorLike | None, y: _TensorLike | None, data: _Any = ..., summarize: _Any = ..., message: _str | None = ..., name: _str | None = ...) -> _Operation:
    """Asserts that `x > y` holds for all elements (after broadcasting)."""
def assert_greater_equal(x: _TensorLike | None, y: _TensorLike | None, data: _Any = ..., summarize: _Any = ..., message: _str | None = ..., name: _str | None = ...) -> _Operation:
    """Asserts that `x >= y` holds for all elements (after broadcasting)."""
def assert_less(x: _TensorLike | None, y: _TensorLike | None, data: _Any = ..., summarize: _Any = ..., message: _str | None = ..., name: _str | None = ...) -> _Operation:
    """Asserts that `x < y` holds for all elements (after broadcasting)."""
def assert_less_equal(x: _TensorLike | None, y: _TensorLike | None, data: _Any = ..., summarize: _Any = ..., message: _str | None = ..., name: _str | None = ...) -> _Operation:
    """Asserts that `x <= y` holds for all elements (after broadcasting)."""
def assert_negative(x: _TensorLike, data: _TensorLike | None = ..., summarize: _TensorLike | None = ..., message: _str | None = ..., name: _str | None = ...) -> _Operation:
    """Asserts that `x < 0` holds for all elements."""
def assert_non_negative(x: _TensorLike, data: _TensorLike | None = ..., summarize: _TensorLike | None = ..., message: _str | None = ..., name: _str | None = ...) -> _Operation:
    """Asserts that `x >= 0` holds for all elements."""
def assert_non_positive(x: _TensorLike, data: _TensorLike | None = ..., summarize: _TensorLike | None = ..., message: _str | None = ..., name: _str | None = ...) -> _Operation:
    """Asserts that `x <= 0` holds for all elements."""
def assert_none_equal(x: _TensorLike | None, y: _TensorLike | None, data: _Any = ..., summarize: _Any = ..., message: _str | None = ..., name: _str | None = ...) -> _Operation:
    """Asserts that `x != y` holds for all elements (after broadcasting)."""
def assert_positive(x: _TensorLike, data: _TensorLike | None = ..., summarize: _TensorLike | None = ..., message: _str | None = ..., name: _str | None = ...) -> _Operation:
    """Asserts that `x > 0` holds for all elements."""
def assert_rank(x: _TensorLike_4, rank: _Any, data: _Any = ..., summarize: _TensorLike_4 | None = ..., message: _str | None = ..., name: _str | None = ...) -> _Operation:
    """Asserts that `x` has rank `rank`."""
def assert_rank_at_least(x: _TensorLike_4, rank: _Any, data: _Any = ..., summarize: _TensorLike_4 | None = ..., message: _str | None = ..., name: _str | None = ...) -> _Operation:
    """Asserts that `x` has rank at least `rank`."""
def is_finite(x: _Any, name: _str | None = ...) -> _Tensor:
    """True where x is neither infinite nor NaN."""
def is_inf(x: _Any, name: _str | None = ...) -> _Tensor:
    """True where x is infinite."""
def is_nan(x: _Any, name: _str | None = ...) -> _Tensor:
    """True where x is NaN."""

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
    "is_finite",
    "is_inf",
    "is_nan",
    "is_non_decreasing",
    "is_numeric_tensor",
    "is_strictly_increasing",
    "set_log_device_placement",
]
