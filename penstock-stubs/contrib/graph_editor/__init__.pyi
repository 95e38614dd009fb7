"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import edit as edit
from . import reroute as reroute
from . import select as select
from . import subgraph as subgraph
from . import transform as transform
from . import util as util
from penstock.contrib.graph_editor.copying import Transformer as Transformer
from penstock.contrib.graph_editor.copying import TransformerInfo as TransformerInfo
from penstock.contrib.graph_editor.copying import assign_renamed_collections_handler as assign_renamed_collections_handler
from penstock.contrib.graph_editor.copying import copy as copy
from penstock.contrib.graph_editor.copying import copy_op_handler as copy_op_handler
from penstock.contrib.graph_editor.copying import copy_with_input_replacements as copy_with_input_replacements
from penstock.contrib.graph_editor.copying import graph_replace as graph_replace
from penstock.contrib.graph_editor.copying import keep_t_if_possible_handler as keep_t_if_possible_handler
from penstock.contrib.graph_editor.copying import replace_t_with_placeholder_handler as replace_t_with_placeholder_handler
from penstock.contrib.graph_editor.copying import transform_op_if_inside_handler as transform_op_if_inside_handler
from penstock.contrib.graph_editor.rewiring import add_control_inputs as add_control_inputs
from penstock.contrib.graph_editor.rewiring import bypass as bypass
from penstock.contrib.graph_editor.rewiring import connect as connect
from penstock.contrib.graph_editor.rewiring import detach as detach
from penstock.contrib.graph_editor.rewiring import detach_control_inputs as detach_control_inputs
from penstock.contrib.graph_editor.rewiring import detach_control_outputs as detach_control_outputs
from penstock.contrib.graph_editor.rewiring import detach_inputs as detach_inputs
from penstock.contrib.graph_editor.rewiring import detach_outputs as detach_outputs
from penstock.contrib.graph_editor.rewiring import remove_control_inputs as remove_control_inputs
from penstock.contrib.graph_editor.rewiring import reroute_ts as reroute_ts
from penstock.contrib.graph_editor.rewiring import swap_ts as swap_ts
from penstock.contrib.graph_editor.selecting import ControlOutputs as ControlOutputs
from penstock.contrib.graph_editor.selecting import can_be_regex as can_be_regex
from penstock.contrib.graph_editor.selecting import check_cios as check_cios
from penstock.contrib.graph_editor.selecting import compute_boundary_ts as compute_boundary_ts
from penstock.contrib.graph_editor.selecting import filter_ops as filter_ops
from penstock.contrib.graph_editor.selecting import filter_ops_from_regex as filter_ops_from_regex
from penstock.contrib.graph_editor.selecting import filter_ts as filter_ts
from penstock.contrib.graph_editor.selecting import filter_ts_from_regex as filter_ts_from_regex
from penstock.contrib.graph_editor.selecting import get_consuming_ops as get_consuming_ops
from penstock.contrib.graph_editor.selecting import get_generating_ops as get_generating_ops
from penstock.contrib.graph_editor.selecting import get_name_scope_ops as get_name_scope_ops
from penstock.contrib.graph_editor.selecting import get_ops_ios as get_ops_ios
from penstock.contrib.graph_editor.selecting import get_tensors as get_tensors
from penstock.contrib.graph_editor.selecting import get_within_boundary_ops as get_within_boundary_ops
from penstock.contrib.graph_editor.selecting import make_list_of_op as make_list_of_op
from penstock.contrib.graph_editor.selecting import make_list_of_t as make_list_of_t
from penstock.contrib.graph_editor.selecting import make_placeholder_from_dtype_and_shape as make_placeholder_from_dtype_and_shape
from penstock.contrib.graph_editor.selecting import make_placeholder_from_dtype_and_shape as ph
from penstock.contrib.graph_editor.selecting import make_placeholder_from_tensor as make_placeholder_from_tensor
from penstock.contrib.graph_editor.selecting import make_regex as make_regex
from penstock.contrib.graph_editor.selecting import placeholder_name as placeholder_name
from penstock.contrib.graph_editor.views import SubGraphView as SubGraphView
from penstock.contrib.graph_editor.views import make_view as make_view
from penstock.contrib.graph_editor.views import make_view as sgv
from penstock.contrib.graph_editor.views import make_view_from_scope as make_view_from_scope
from penstock.contrib.graph_editor.views import make_view_from_scope as sgv_scope
from penstock.contrib.graph_editor.walking import get_backward_walk_ops as get_backward_walk_ops
from penstock.contrib.graph_editor.walking import get_forward_walk_ops as get_forward_walk_ops
from penstock.contrib.graph_editor.walking import get_walks_intersection_ops as get_walks_intersection_ops
from penstock.contrib.graph_editor.walking import get_walks_union_ops as get_walks_union_ops
from penstock.contrib.graph_editor.walking import select_ops as select_ops
from penstock.contrib.graph_editor.walking import select_ops_and_ts as select_ops_and_ts
from penstock.contrib.graph_editor.walking import select_ts as select_ts
from builtins import tuple as _tuple
from penstock.contrib.graph_editor.rewiring import TensorLike as _TensorLike
from penstock.contrib.graph_editor.views import SubGraphView as _SubGraphView

def reroute_inputs(sgv0: _TensorLike, sgv1: _TensorLike) -> _tuple[_SubGraphView, _SubGraphView]:
    """Gives the second view the inputs of the first."""
def reroute_ios(sgv0: _TensorLike, sgv1: _TensorLike) -> _tuple[_SubGraphView, _SubGraphView]:
    """Gives the second view the inputs, the first the consumers."""
def reroute_outputs(sgv0: _TensorLike, sgv1: _TensorLike) -> _tuple[_SubGraphView, _SubGraphView]:
    """Lets the first view go where the second went."""
def swap_inputs(sgv0: _TensorLike, sgv1: _TensorLike) -> _tuple[_SubGraphView, _SubGraphView]:
    """Exchanges what goes into two views."""
def swap_ios(sgv0: _TensorLike, sgv1: _TensorLike) -> _tuple[_SubGraphView, _SubGraphView]:
    """Exchanges the inputs and the outputs of two views."""
def swap_outputs(sgv0: _TensorLike, sgv1: _TensorLike) -> _tuple[_SubGraphView, _SubGraphView]:
    """Exchanges where two views go."""

__all__ = [
    "ControlOutputs",
    "SubGraphView",
    "Transformer",
    "TransformerInfo",
    "add_control_inputs",
    "assign_renamed_collections_handler",
    "bypass",
    "can_be_regex",
    "check_cios",
    "compute_boundary_ts",
    "connect",
    "copy",
    "copy_op_handler",
    "copy_with_input_replacements",
    "detach",
    "detach_control_inputs",
    "detach_control_outputs",
    "detach_inputs",
    "detach_outputs",
    "edit",
    "filter_ops",
    "filter_ops_from_regex",
    "filter_ts",
    "filter_ts_from_regex",
    "get_backward_walk_ops",
    "get_consuming_ops",
    "get_forward_walk_ops",
    "get_generating_ops",
    "get_name_scope_ops",
    "get_ops_ios",
    "get_tensors",
    "get_walks_intersection_ops",
    "get_walks_union_ops",
    "get_within_boundary_ops",
    "graph_replace",
    "keep_t_if_possible_handler",
    "make_list_of_op",
    "make_list_of_t",
    "make_placeholder_from_dtype_and_shape",
    "make_placeholder_from_tensor",
    "make_regex",
    "make_view",
    "make_view_from_scope",
    "ph",
    "placeholder_name",
    "remove_control_inputs",
    "replace_t_with_placeholder_handler",
    "reroute",
    "reroute_inputs",
    "reroute_ios",
    "reroute_outputs",
    "reroute_ts",
    "select",
    "select_ops",
    "select_ops_and_ts",
    "select_ts",
    "sgv",
    "sgv_scope",
    "subgraph",
    "swap_inputs",
    "swap_ios",
    "swap_outputs",
    "swap_ts",
    "transform",
    "transform_op_if_inside_handler",
    "util",
]
