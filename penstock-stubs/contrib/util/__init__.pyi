"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.graph_tools import constant_value as constant_value
from penstock.contrib.graph_tools import ops_used_by_graph_def as ops_used_by_graph_def
from penstock.contrib.graph_tools import stripped_op_list_for_graph as stripped_op_list_for_graph
from penstock.graph.tensor_proto import make_tensor_proto as make_tensor_proto
from penstock.graph.tensor_proto import make_user_ndarray as make_ndarray

__all__ = [
    "constant_value",
    "make_ndarray",
    "make_tensor_proto",
    "ops_used_by_graph_def",
    "stripped_op_list_for_graph",
]
