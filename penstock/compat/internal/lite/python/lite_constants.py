"""`tensorflow.lite.python.lite_constants`."""

from penstock.graph.dtypes import complex64 as COMPLEX64
from penstock.lite.settings import (
    FLOAT,
    FLOAT16,
    GRAPHVIZ_DOT,
    INT8,
    INT32,
    INT64,
    QUANTIZED_UINT8,
    STRING,
    TENSORFLOW_GRAPHDEF,
    TFLITE,
)

__all__ = ["COMPLEX64", "FLOAT", "FLOAT16", "GRAPHVIZ_DOT", "INT8", "INT32", "INT64", "QUANTIZED_UINT8", "STRING",
           "TENSORFLOW_GRAPHDEF", "TFLITE"]  # fmt: skip
