"""What cells of recurrent networks written for 1.x share."""

from typing import Any

from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.rnn import cell_base

__all__ = ["_concat", "assert_like_rnncell"]


def assert_like_rnncell(cell_name: str, cell: Any) -> None:
    """Raises TypeError unless `cell` has what a cell must have; the message has the name of the argument."""
    cell_base.assert_like_cell(cell_name, cell)


def _concat(prefix: str, suffix: Any, static: bool = False) -> Any:
    """A shape made of two, each a number, shape or tensor: as a tensor, or with `static` as a list, None if unknown."""
    if not static:
        return cell_base.joined_shape(prefix, suffix)
    for part in (prefix, suffix):
        if part is None or (isinstance(part, Tensor) and constant_value(part) is None):
            return None
    shape = cell_base.static_shape(prefix, suffix)
    return None if shape.ndims is None else shape.as_list()
