"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.graph_editor.views import SubGraphView as SubGraphView
from penstock.contrib.graph_editor.views import make_view as make_view
from penstock.contrib.graph_editor.views import make_view_from_scope as make_view_from_scope

__all__ = [
    "SubGraphView",
    "make_view",
    "make_view_from_scope",
]
