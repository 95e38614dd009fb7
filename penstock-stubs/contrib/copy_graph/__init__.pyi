"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.graph_copies import copy_op_to_graph as copy_op_to_graph
from penstock.contrib.graph_copies import copy_variable_to_graph as copy_variable_to_graph
from penstock.contrib.graph_copies import get_copied_op as get_copied_op

__all__ = [
    "copy_op_to_graph",
    "copy_variable_to_graph",
    "get_copied_op",
]
