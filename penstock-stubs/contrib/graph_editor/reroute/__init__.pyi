"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.graph_editor.rewiring import add_control_inputs as add_control_inputs
from penstock.contrib.graph_editor.rewiring import remove_control_inputs as remove_control_inputs
from penstock.contrib.graph_editor.rewiring import reroute_ts as reroute_ts
from penstock.contrib.graph_editor.rewiring import swap_ts as swap_ts
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
    "add_control_inputs",
    "remove_control_inputs",
    "reroute_inputs",
    "reroute_ios",
    "reroute_outputs",
    "reroute_ts",
    "swap_inputs",
    "swap_ios",
    "swap_outputs",
    "swap_ts",
]
