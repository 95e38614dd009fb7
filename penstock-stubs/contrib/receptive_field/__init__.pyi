"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.receptive_field.graph_compute_order import get_compute_order as get_compute_order
from penstock.contrib.receptive_field.receptive_field import compute_receptive_field_from_graph_def as compute_receptive_field_from_graph_def

__all__ = [
    "compute_receptive_field_from_graph_def",
    "get_compute_order",
]
