"""`tensorflow.lite.python.convert`."""

from penstock.lite.conversion.network import ConverterError
from penstock.lite.converter import toco_convert
from penstock.lite.settings import OpsSet

__all__ = ["ConverterError", "OpsSet", "toco_convert"]
