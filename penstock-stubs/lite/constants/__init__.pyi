"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.lite.settings import FLOAT as FLOAT
from penstock.lite.settings import FLOAT16 as FLOAT16
from penstock.lite.settings import GRAPHVIZ_DOT as GRAPHVIZ_DOT
from penstock.lite.settings import INT32 as INT32
from penstock.lite.settings import INT64 as INT64
from penstock.lite.settings import INT8 as INT8
from penstock.lite.settings import QUANTIZED_UINT8 as QUANTIZED_UINT8
from penstock.lite.settings import STRING as STRING
from penstock.lite.settings import TFLITE as TFLITE

__all__ = [
    "FLOAT",
    "FLOAT16",
    "GRAPHVIZ_DOT",
    "INT32",
    "INT64",
    "INT8",
    "QUANTIZED_UINT8",
    "STRING",
    "TFLITE",
]
