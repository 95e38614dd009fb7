"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.graph.nest import assert_same_structure as assert_same_structure
from penstock.graph.nest import flatten as flatten
from penstock.graph.nest import is_nested as is_nested
from penstock.graph.nest import map_structure as map_structure
from penstock.graph.nest import pack_sequence_as as pack_sequence_as

__all__ = [
    "assert_same_structure",
    "flatten",
    "is_nested",
    "map_structure",
    "pack_sequence_as",
]
