"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.graph_editor.rewiring import add_control_inputs as add_control_inputs
from penstock.contrib.graph_editor.rewiring import remove_control_inputs as remove_control_inputs
from penstock.contrib.graph_editor.rewiring import reroute_inputs as reroute_inputs
from penstock.contrib.graph_editor.rewiring import reroute_ios as reroute_ios
from penstock.contrib.graph_editor.rewiring import reroute_outputs as reroute_outputs
from penstock.contrib.graph_editor.rewiring import reroute_ts as reroute_ts
from penstock.contrib.graph_editor.rewiring import swap_inputs as swap_inputs
from penstock.contrib.graph_editor.rewiring import swap_ios as swap_ios
from penstock.contrib.graph_editor.rewiring import swap_outputs as swap_outputs
from penstock.contrib.graph_editor.rewiring import swap_ts as swap_ts

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
