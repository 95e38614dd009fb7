"""Numbers and texts of JSON for REST answers and errors, written as TensorFlow Serving writes them.

Floats have the fewest digits that give the same number again (six, or all), whole ones end in `.0`; NaN and infinities are words
that JSON does not have but most parsers take.
"""

from __future__ import annotations

import base64
import json
import math
from typing import Any

import numpy as np

from penstock.graph import dtypes

_INDENT = "    "
_MOST_SHOWN = 1000


def kind_of(value: Any) -> str:
    """What the type of a JSON value is called in errors."""
    if value is None:
        return "Null"
    if value is True:
        return "True"
    if value is False:
        return "False"
    if isinstance(value, dict):
        return "Object"
    if isinstance(value, list):
        return "Array"
    return "String" if isinstance(value, str) else "Number"


def shown(value: Any) -> str:
    """A JSON value in an error, cut if it is long."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (ValueError, RecursionError):
        text = "..."
    return text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "...(truncated)"


def _float_text(value: float, digits: int, single: bool) -> str:
    if value != value:
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    text = f"{value:.6g}"
    back = float(np.float32(text)) if single else float(text)
    if back != value:
        text = f"{value:.{digits}g}"
    return text if "." in text or "e" in text else text + ".0"


def float32_text(value: float) -> str:
    """A float32, given as the float of the same value."""
    return _float_text(value, 9, True)


def texts_of(array: np.ndarray, dtype: dtypes.DType, as_bytes: bool) -> Any:
    """An array as nested lists of JSON texts; a text for a scalar.

    Raises:
      ValueError: values of this type have no text.
    """
    if dtype is dtypes.float32 or dtype is dtypes.float64:
        single = dtype is dtypes.float32
        digits = 9 if single else 17
        flat = [_float_text(v, digits, single) for v in array.ravel().tolist()]
    elif dtype in (dtypes.float16, dtypes.bfloat16):
        flat = [_float_text(v, 9, True) for v in array.astype(np.float32).ravel().tolist()]
    elif dtype.is_integer and not dtype.is_quantized:
        flat = list(map(str, array.ravel().tolist()))
    elif dtype is dtypes.bool:
        flat = ["true" if v else "false" for v in array.ravel().tolist()]
    elif dtype is dtypes.string:
        flat = [(_base64 if as_bytes else _quoted)(v) for v in array.ravel().tolist()]
    else:
        raise ValueError(f"DT_{dtype.name.upper()}")
    return _nested(flat, array.shape)


def _nested(flat: list[str], shape: tuple[int, ...]) -> Any:
    if not shape:
        return flat[0]
    for size in reversed(shape[1:]):
        count = len(flat) // size if size else 0
        flat = [flat[i * size : (i + 1) * size] for i in range(count)]  # type: ignore[misc]
    if len(flat) != shape[0]:  # there is a dimension of size 0
        return np.empty(shape, object).tolist()
    return flat


def _quoted(data: bytes) -> str:
    return json.dumps(data.decode(errors="surrogateescape"), ensure_ascii=False)


def quoted(text: str) -> str:
    """A text in JSON."""
    return json.dumps(text, ensure_ascii=False)


def _base64(data: bytes) -> str:
    return f'{{\n            "b64": "{base64.b64encode(data).decode()}"\n        }}'


def in_line(value: Any) -> str:
    """Nested lists of texts on one line."""
    if isinstance(value, str):
        return value
    return "[" + ", ".join(map(in_line, value)) + "]"


def in_lines(value: Any, depth: int) -> str:
    """Nested lists of texts, each element on a line of its own."""
    if isinstance(value, str):
        return value
    if not value:
        return "[]"
    pad = "\n" + _INDENT * (depth + 1)
    return "[" + ",".join(pad + in_lines(v, depth + 1) for v in value) + "\n" + _INDENT * depth + "]"
