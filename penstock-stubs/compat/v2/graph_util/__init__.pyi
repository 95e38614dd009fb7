"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.graph.importer import import_graph_def as import_graph_def

__all__ = [
    "import_graph_def",
]
