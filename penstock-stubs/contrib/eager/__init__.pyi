"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.autograph.functions import defun as defun
from penstock.ops.state.resource_variable import ResourceVariable as Variable
from penstock.train.checkpoint import Checkpoint as Checkpoint

__all__ = [
    "Checkpoint",
    "Variable",
    "defun",
]
