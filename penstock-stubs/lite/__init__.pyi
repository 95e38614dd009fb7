"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import constants as constants
from . import experimental as experimental
from penstock.lite.converter import TFLiteConverter as TFLiteConverter
from penstock.lite.converter import TocoConverter as TocoConverter
from penstock.lite.converter import toco_convert as toco_convert
from penstock.lite.interpreter import Interpreter as Interpreter
from penstock.lite.op_hints import OpHint as OpHint
from penstock.lite.settings import OpsSet as OpsSet
from penstock.lite.settings import Optimize as Optimize
from penstock.lite.settings import RepresentativeDataset as RepresentativeDataset
from penstock.lite.settings import TargetSpec as TargetSpec

__all__ = [
    "Interpreter",
    "OpHint",
    "OpsSet",
    "Optimize",
    "RepresentativeDataset",
    "TFLiteConverter",
    "TargetSpec",
    "TocoConverter",
    "constants",
    "experimental",
    "toco_convert",
]
