"""Made by `python -m penstock.tools.stubs`; do not edit."""

from builtins import str as _str
from penstock.graph.operation import Tensor as _Tensor
from typing import Any as _Any

def bitwise_and(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x & y, bit by bit."""
def bitwise_or(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x | y, bit by bit."""
def bitwise_xor(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x ^ y, bit by bit."""
def invert(x: _Any, name: _str | None = ...) -> _Tensor:
    """~x, bit by bit."""
def left_shift(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x << y; y is kept within the width of x."""
def right_shift(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x >> y, keeping the sign; y is kept within the width of x."""

__all__ = [
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
    "invert",
    "left_shift",
    "right_shift",
]
