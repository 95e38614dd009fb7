"""Checks."""

from __future__ import annotations

from penstock.graph import dtypes

__all__ = [
    "NUMERIC_TYPES",
]


NUMERIC_TYPES = frozenset(
    getattr(dtypes, name)
    for name in "float32 float64 int32 uint8 int16 int8 complex64 int64 qint8 quint8 qint32".split()
)
