"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import nn as nn
from penstock.lite.experimental_names import get_potentially_supported_ops as get_potentially_supported_ops
from penstock.lite.experimental_names import load_delegate as load_delegate
from penstock.lite.op_hints import convert_op_hints_to_stubs as convert_op_hints_to_stubs

__all__ = [
    "convert_op_hints_to_stubs",
    "get_potentially_supported_ops",
    "load_delegate",
    "nn",
]
