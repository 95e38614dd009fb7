"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.graph.graph import name_scope as name_scope

__all__ = [
    "name_scope",
]
