"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.arrays.gather import gather_nd as gather_nd
from penstock.ops.arrays.gather import scatter_nd as scatter_nd
from penstock.ops.arrays.padding import reverse as reverse
from penstock.ops.arrays.padding import roll as roll
from penstock.ops.arrays.reshaping import reshape as reshape
from penstock.ops.arrays.space_to_depth import batch_to_space_nd as batch_to_space_nd
from penstock.ops.arrays.space_to_depth import space_to_batch_nd as space_to_batch_nd
from builtins import str as _str
from penstock.graph.operation import Tensor as _Tensor
from typing import Any as _Any

def tile(input: _Any, multiples: _Any, name: _str | None = ...) -> _Tensor:
    """Repeats a tensor along its dimensions, each as often as `multiples` says."""

__all__ = [
    "batch_to_space_nd",
    "gather_nd",
    "reshape",
    "reverse",
    "roll",
    "scatter_nd",
    "space_to_batch_nd",
    "tile",
]
