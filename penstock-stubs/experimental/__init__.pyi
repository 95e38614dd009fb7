"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.state.variables import Variable as Variable

__all__ = [
    "Variable",
]
