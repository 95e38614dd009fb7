"""Feature columns as configurations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from penstock.feature_column import serialization

__all__ = ["serialize_feature_column", "serialize_feature_columns"]


def serialize_feature_column(fc: Any) -> Any:
    """The configuration of a feature column; the name of a column as it is.

    Raises:
      ValueError: it is neither.
    """
    return serialization.serialize_feature_column(fc)


def serialize_feature_columns(feature_columns: Iterable[Any]) -> list[Any]:
    """The configurations of feature columns."""
    return [serialize_feature_column(column) for column in feature_columns]
