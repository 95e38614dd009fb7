"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.graph_editor.selecting import ControlOutputs as ControlOutputs
from penstock.contrib.graph_editor.selecting import get_consuming_ops as get_consuming_ops
from penstock.contrib.graph_editor.selecting import get_generating_ops as get_generating_ops
from penstock.contrib.graph_editor.selecting import get_tensors as get_tensors
from penstock.contrib.graph_editor.selecting import make_list_of_op as make_list_of_op
from penstock.contrib.graph_editor.selecting import make_list_of_t as make_list_of_t
from penstock.contrib.graph_editor.selecting import make_placeholder_from_dtype_and_shape as make_placeholder_from_dtype_and_shape
from penstock.contrib.graph_editor.selecting import make_placeholder_from_tensor as make_placeholder_from_tensor
from penstock.contrib.graph_editor.selecting import placeholder_name as placeholder_name
from penstock.contrib.graph_editor.trees import ListView as ListView
from penstock.contrib.graph_editor.trees import check_graphs as check_graphs
from penstock.contrib.graph_editor.trees import concatenate_unique as concatenate_unique
from penstock.contrib.graph_editor.trees import find_corresponding as find_corresponding
from penstock.contrib.graph_editor.trees import find_corresponding_elem as find_corresponding_elem
from penstock.contrib.graph_editor.trees import flatten_tree as flatten_tree
from penstock.contrib.graph_editor.trees import get_predefined_collection_names as get_predefined_collection_names
from penstock.contrib.graph_editor.trees import get_unique_graph as get_unique_graph
from penstock.contrib.graph_editor.trees import is_iterable as is_iterable
from penstock.contrib.graph_editor.trees import scope_basename as scope_basename
from penstock.contrib.graph_editor.trees import scope_dirname as scope_dirname
from penstock.contrib.graph_editor.trees import scope_finalize as scope_finalize
from penstock.contrib.graph_editor.trees import transform_tree as transform_tree

__all__ = [
    "ControlOutputs",
    "ListView",
    "check_graphs",
    "concatenate_unique",
    "find_corresponding",
    "find_corresponding_elem",
    "flatten_tree",
    "get_consuming_ops",
    "get_generating_ops",
    "get_predefined_collection_names",
    "get_tensors",
    "get_unique_graph",
    "is_iterable",
    "make_list_of_op",
    "make_list_of_t",
    "make_placeholder_from_dtype_and_shape",
    "make_placeholder_from_tensor",
    "placeholder_name",
    "scope_basename",
    "scope_dirname",
    "scope_finalize",
    "transform_tree",
]
