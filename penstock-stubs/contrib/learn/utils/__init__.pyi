"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.learn.exporting import make_export_strategy as make_export_strategy
from . import input_fn_utils as input_fn_utils
from . import saved_model_export_utils as saved_model_export_utils

__all__ = [
    "input_fn_utils",
    "make_export_strategy",
    "saved_model_export_utils",
]
