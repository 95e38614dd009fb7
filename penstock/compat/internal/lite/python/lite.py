"""`tensorflow.lite.python.lite`."""

from penstock.lite.converter import TFLiteConverter, TocoConverter
from penstock.lite.converter2 import TFLiteConverterV2
from penstock.lite.interpreter import Interpreter
from penstock.lite.op_hints import OpHint, convert_op_hints_to_stubs
from penstock.lite.settings import OpsSet, Optimize, RepresentativeDataset, TargetSpec

__all__ = ["Interpreter", "OpHint", "OpsSet", "Optimize", "RepresentativeDataset", "TFLiteConverter", "TFLiteConverterV2",
           "TargetSpec", "TocoConverter", "convert_op_hints_to_stubs"]  # fmt: skip
