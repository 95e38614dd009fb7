"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.graph.dtypes import DType as DType
from penstock.graph.dtypes import QUANTIZED_DTYPES as QUANTIZED_DTYPES
from penstock.graph.dtypes import as_dtype as as_dtype
from penstock.graph.dtypes import bfloat16 as bfloat16
from penstock.graph.dtypes import bool as bool
from penstock.graph.dtypes import complex128 as complex128
from penstock.graph.dtypes import complex64 as complex64
from penstock.graph.dtypes import double as double
from penstock.graph.dtypes import float16 as float16
from penstock.graph.dtypes import float32 as float32
from penstock.graph.dtypes import float64 as float64
from penstock.graph.dtypes import half as half
from penstock.graph.dtypes import int16 as int16
from penstock.graph.dtypes import int32 as int32
from penstock.graph.dtypes import int64 as int64
from penstock.graph.dtypes import int8 as int8
from penstock.graph.dtypes import qint16 as qint16
from penstock.graph.dtypes import qint32 as qint32
from penstock.graph.dtypes import qint8 as qint8
from penstock.graph.dtypes import quint16 as quint16
from penstock.graph.dtypes import quint8 as quint8
from penstock.graph.dtypes import resource as resource
from penstock.graph.dtypes import string as string
from penstock.graph.dtypes import uint16 as uint16
from penstock.graph.dtypes import uint32 as uint32
from penstock.graph.dtypes import uint64 as uint64
from penstock.graph.dtypes import uint8 as uint8
from penstock.graph.dtypes import variant as variant
from penstock.ops.arrays.casting import cast as cast
from penstock.ops.arrays.casting import saturate_cast as saturate_cast
from penstock.ops.math.complex_numbers import complex as complex

__all__ = [
    "DType",
    "QUANTIZED_DTYPES",
    "as_dtype",
    "bfloat16",
    "bool",
    "cast",
    "complex",
    "complex128",
    "complex64",
    "double",
    "float16",
    "float32",
    "float64",
    "half",
    "int16",
    "int32",
    "int64",
    "int8",
    "qint16",
    "qint32",
    "qint8",
    "quint16",
    "quint8",
    "resource",
    "saturate_cast",
    "string",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "variant",
]
