"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.learn.exporting import garbage_collect_exports as garbage_collect_exports
from penstock.contrib.learn.exporting import get_most_recent_export as get_most_recent_export
from penstock.contrib.learn.exporting import make_best_model_export_strategy as make_best_model_export_strategy
from penstock.contrib.learn.exporting import make_export_strategy as make_export_strategy
from penstock.contrib.learn.exporting import make_parsing_export_strategy as make_parsing_export_strategy

__all__ = [
    "garbage_collect_exports",
    "get_most_recent_export",
    "make_best_model_export_strategy",
    "make_export_strategy",
    "make_parsing_export_strategy",
]
