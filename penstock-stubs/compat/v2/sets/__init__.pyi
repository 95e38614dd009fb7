"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.sparse.sets import set_difference as difference
from penstock.ops.sparse.sets import set_intersection as intersection
from penstock.ops.sparse.sets import set_size as size
from penstock.ops.sparse.sets import set_union as union

__all__ = [
    "difference",
    "intersection",
    "size",
    "union",
]
