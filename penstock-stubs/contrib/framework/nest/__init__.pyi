"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.graph.nest import assert_same_structure as assert_same_structure
from penstock.graph.nest import assert_shallow_structure as assert_shallow_structure
from penstock.graph.nest import flatten as flatten
from penstock.graph.nest import flatten_dict_items as flatten_dict_items
from penstock.graph.nest import flatten_up_to as flatten_up_to
from penstock.graph.nest import flatten_with_joined_string_paths as flatten_with_joined_string_paths
from penstock.graph.nest import get_traverse_shallow_structure as get_traverse_shallow_structure
from penstock.graph.nest import is_sequence as is_sequence
from penstock.graph.nest import map_structure as map_structure
from penstock.graph.nest import map_structure_up_to as map_structure_up_to
from penstock.graph.nest import pack_sequence_as as pack_sequence_as
from penstock.graph.nest import yield_flat_paths as yield_flat_paths

__all__ = [
    "assert_same_structure",
    "assert_shallow_structure",
    "flatten",
    "flatten_dict_items",
    "flatten_up_to",
    "flatten_with_joined_string_paths",
    "get_traverse_shallow_structure",
    "is_sequence",
    "map_structure",
    "map_structure_up_to",
    "pack_sequence_as",
    "yield_flat_paths",
]
