"""tf.compat: conversions between text and bytes, groups of Python's number types, and the forward-compatibility date.

A leaf module.
"""

import contextlib
import datetime
import numbers
import os
from collections.abc import Iterator
from typing import Any

import numpy as np

from penstock._namespace import export, export_value

integral_types = export_value((numbers.Integral, np.integer), "compat.integral_types")
real_types = export_value((numbers.Real, np.integer, np.floating), "compat.real_types")
complex_types = export_value((numbers.Complex, np.number), "compat.complex_types")
bytes_or_text_types = export_value((bytes, str), "compat.bytes_or_text_types")


@export("compat.as_bytes")
def as_bytes(bytes_or_text: Any, encoding: str = "utf-8") -> bytes:
    """Converts text to bytes; bytes stay as they are.

    Args:
      bytes_or_text: bytes, a bytearray or text.
      encoding: how text is written as bytes.

    Raises:
      TypeError: it is neither.

    Example:
      >>> import penstock as tf
      >>> tf.compat.as_bytes("é")
      b'\\xc3\\xa9'
    """
    if isinstance(bytes_or_text, str):
        return bytes_or_text.encode(encoding)
    if isinstance(bytes_or_text, bytes):
        return bytes_or_text
    if isinstance(bytes_or_text, bytearray):
        return bytes(bytes_or_text)
    raise TypeError(f"Expected binary or unicode string, got {bytes_or_text!r}")


@export("compat.as_text")
def as_text(bytes_or_text: Any, encoding: str = "utf-8") -> str:
    """Converts bytes to text; text stays as it is.

    Args:
      bytes_or_text: bytes, a bytearray or text.
      encoding: how text is written as bytes.

    Raises:
      TypeError: it is neither.

    Example:
      >>> import penstock as tf
      >>> tf.compat.as_text(b"abc")
      'abc'
    """
    if isinstance(bytes_or_text, str):
        return bytes_or_text
    if isinstance(bytes_or_text, bytes):
        return bytes_or_text.decode(encoding)
    raise TypeError(f"Expected binary or unicode string, got {bytes_or_text!r}")


@export("compat.as_str")
def as_str(bytes_or_text: Any, encoding: str = "utf-8") -> str:
    """Converts bytes to `str`; the same as `tf.compat.as_text`.

    Args:
      bytes_or_text: bytes, a bytearray or text.
      encoding: how text is written as bytes.

    Example:
      >>> import penstock as tf
      >>> tf.compat.as_str(b"abc")
      'abc'
    """
    return as_text(bytes_or_text, encoding)


@export("compat.as_str_any")
def as_str_any(value: Any) -> str:
    """Converts anything to `str`; bytes are decoded.

    Example:
      >>> import penstock as tf
      >>> tf.compat.as_str_any(b"abc"), tf.compat.as_str_any(3)
      ('abc', '3')
    """
    return as_str(value) if isinstance(value, bytes) else str(value)


@export("compat.path_to_str")
def path_to_str(path: Any) -> Any:
    """Converts a `PathLike` to `str`; everything else stays as it is.

    Example:
      >>> import pathlib
      >>> import penstock as tf
      >>> tf.compat.path_to_str(pathlib.PurePosixPath("a/b"))
      'a/b'
    """
    return as_str_any(path.__fspath__()) if hasattr(path, "__fspath__") else path


# The date of the 1.15 release: code guarded by an earlier date is what 1.15 runs.
_HORIZON = datetime.date(2019, 10, 14)
_horizon_override: list[datetime.date] = []


@export("compat.forward_compatible")
def forward_compatible(year: int, month: int, day: int) -> bool:
    """Whether a change that came on this date may be used.

    Args:
      year, month, day: the date.

    Returns:
      True if the date lies before the horizon: the 1.15 release, moved by the days in the environment variable
      TF_FORWARD_COMPATIBILITY_DELTA_DAYS or set by `tf.compat.forward_compatibility_horizon`.

    Example:
      >>> import penstock as tf
      >>> tf.compat.forward_compatible(2018, 1, 1)
      True
    """
    if _horizon_override:
        horizon = _horizon_override[-1]
    else:
        horizon = _HORIZON + datetime.timedelta(days=int(os.environ.get("TF_FORWARD_COMPATIBILITY_DELTA_DAYS") or 0))
    return horizon > datetime.date(year, month, day)


@export("compat.forward_compatibility_horizon")
@contextlib.contextmanager
def forward_compatibility_horizon(year: int, month: int, day: int) -> Iterator[None]:
    """Sets the date that `tf.compat.forward_compatible` compares with, for a block.

    Args:
      year, month, day: the date.

    Example:
      >>> import penstock as tf
      >>> with tf.compat.forward_compatibility_horizon(2030, 1, 1):
      ...     tf.compat.forward_compatible(2029, 1, 1)
      True
    """
    _horizon_override.append(datetime.date(year, month, day))
    try:
        yield
    finally:
        _horizon_override.pop()
