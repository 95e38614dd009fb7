"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import experimental as experimental
from penstock.lite.converter2 import TFLiteConverterV2 as TFLiteConverter
from penstock.lite.interpreter import Interpreter as Interpreter
from penstock.lite.settings import OpsSet as OpsSet
from penstock.lite.settings import Optimize as Optimize
from penstock.lite.settings import RepresentativeDataset as RepresentativeDataset
from penstock.lite.settings import TargetSpec as TargetSpec

__all__ = [
    "Interpreter",
    "OpsSet",
    "Optimize",
    "RepresentativeDataset",
    "TFLiteConverter",
    "TargetSpec",
    "experimental",
]
