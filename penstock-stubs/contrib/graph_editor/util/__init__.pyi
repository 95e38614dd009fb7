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

__all__ = [
    "ControlOutputs",
    "get_consuming_ops",
    "get_generating_ops",
    "get_tensors",
    "make_list_of_op",
    "make_list_of_t",
    "make_placeholder_from_dtype_and_shape",
    "make_placeholder_from_tensor",
    "placeholder_name",
]
