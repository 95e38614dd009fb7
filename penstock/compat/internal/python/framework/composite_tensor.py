"""Structures with sparse and ragged tensors in them."""

from typing import Any

from penstock.graph import nest
from penstock.graph.composite import CompositeTensor

__all__ = ["replace_composites_with_components"]


def replace_composites_with_components(structure: Any) -> Any:
    """The structure, with each sparse or ragged tensor replaced by the tensors that it is made of."""
    if isinstance(structure, CompositeTensor):
        return replace_composites_with_components(structure._to_components())
    if not nest.is_sequence(structure):
        return structure
    return nest.map_structure(replace_composites_with_components, structure)
