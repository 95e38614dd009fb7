"""Types and the values they hold."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock.graph import dtypes

__all__ = [
    "TF_VALUE_DTYPES",
    "dtype_range",
    "np_resource",
]


TF_VALUE_DTYPES = {
    getattr(dtypes, name)
    for name in """float32 float64 int32 uint8 int16 int8 string complex64 int64 bool qint8 quint8 qint32 bfloat16 qint16 quint16
    uint16 complex128 float16 uint32 uint64""".split()
}
_INTEGERS = (np.uint8, np.uint16, np.int8, np.int16, np.int64, np.uint64, np.int32, np.uint32)
# The smallest and the largest value of images of a type.
dtype_range: dict[Any, tuple[Any, Any]] = {
    np.bool_: (False, True),
    **{kind: (int(np.iinfo(kind).min), int(np.iinfo(kind).max)) for kind in _INTEGERS},
    np.float32: (-1, 1),
    np.float64: (-1, 1),
}
np_resource = np.dtype([("resource", np.ubyte)])
