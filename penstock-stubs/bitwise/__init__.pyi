"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.math.bitwise import bitwise_and as bitwise_and
from penstock.ops.math.bitwise import bitwise_or as bitwise_or
from penstock.ops.math.bitwise import bitwise_xor as bitwise_xor
from penstock.ops.math.bitwise import invert as invert
from penstock.ops.math.bitwise import left_shift as left_shift
from penstock.ops.math.bitwise import right_shift as right_shift

__all__ = [
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
    "invert",
    "left_shift",
    "right_shift",
]
