"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import experimental as experimental
from penstock.autograph.conversion import set_verbosity as set_verbosity
from penstock.autograph.conversion import to_code as to_code
from penstock.autograph.conversion import to_graph as to_graph
from penstock.autograph.conversion import trace as trace

__all__ = [
    "experimental",
    "set_verbosity",
    "to_code",
    "to_graph",
    "trace",
]
