"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.graph_editor.rewiring import bypass as bypass
from penstock.contrib.graph_editor.rewiring import connect as connect
from penstock.contrib.graph_editor.rewiring import detach as detach
from penstock.contrib.graph_editor.rewiring import detach_control_inputs as detach_control_inputs
from penstock.contrib.graph_editor.rewiring import detach_control_outputs as detach_control_outputs
from penstock.contrib.graph_editor.rewiring import detach_inputs as detach_inputs
from penstock.contrib.graph_editor.rewiring import detach_outputs as detach_outputs

__all__ = [
    "bypass",
    "connect",
    "detach",
    "detach_control_inputs",
    "detach_control_outputs",
    "detach_inputs",
    "detach_outputs",
]
