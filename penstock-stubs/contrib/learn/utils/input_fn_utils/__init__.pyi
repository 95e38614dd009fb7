"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.learn.exporting import InputFnOps as InputFnOps
from penstock.contrib.learn.exporting import build_default_serving_input_fn as build_default_serving_input_fn
from penstock.contrib.learn.exporting import build_parsing_serving_input_fn as build_parsing_serving_input_fn

__all__ = [
    "InputFnOps",
    "build_default_serving_input_fn",
    "build_parsing_serving_input_fn",
]
