"""Features as boosted trees use them: one integer vector of buckets for each number or category."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock.feature_column.base import CategoricalColumn, DenseColumn, ScopeState
from penstock.feature_column.dense import IndicatorColumn
from penstock.feature_column.functions import transform_features
from penstock.feature_column.numeric import BucketizedColumn
from penstock.graph.build import apply


def _check(column: Any) -> None:
    if isinstance(column, CategoricalColumn) and not isinstance(column, DenseColumn):
        raise ValueError(f"CategoricalColumn must be wrapped by IndicatorColumn, got: {column}")
    if not isinstance(column, DenseColumn):
        raise ValueError(f"Got unexpected feature column type: {column}")


def is_float(column: Any) -> bool:
    """Whether a column is one of floats, whose buckets are found by quantiles."""
    if isinstance(column, (BucketizedColumn, IndicatorColumn, CategoricalColumn)):
        return False
    if isinstance(column, DenseColumn):
        return column.dtype.is_floating  # type: ignore[attr-defined]
    raise ValueError(f"Encountered unexpected column {column}")


def width(column: Any) -> int:
    """How many features a column makes."""
    if isinstance(column, BucketizedColumn):
        return 1
    _check(column)
    if isinstance(column, IndicatorColumn):
        return column.categorical_column.num_buckets
    shape = column.variable_shape.as_list()
    return shape[0] if shape else 1


def names(columns: list[Any]) -> list[str]:
    """The name of the column of each feature."""
    found = []
    for column in columns:
        name = column.categorical_column.name if isinstance(column, IndicatorColumn) else column.name
        found += [name] * width(column)
    return found


def boundaries_by_column(float_columns: list[Any], boundaries: list[Any]) -> dict[str, list[Any]]:
    """The boundaries of buckets of each float column."""
    found, begin = {}, 0
    for column in float_columns:
        found[column.name] = list(boundaries[begin : begin + width(column)])
        begin += width(column)
    return found


def transformed(features: Any, columns: list[Any]) -> dict[Any, Any]:
    """What columns make of features."""
    return transform_features(features, columns, ScopeState([], False)) if columns else {}


def buckets(
    features: Any, columns: list[Any], boundaries: Any = None, known: dict[Any, Any] | None = None
) -> list[Any]:
    """A vector for each feature: the numbers of buckets, or floats as they are if there are no boundaries.

    Args:
      features: raw features.
      columns: sorted columns.
      boundaries: those of float columns, by column.
      known: what some columns have made of the features already.

    Raises:
      ValueError: a column has more than one dimension, or is of another kind.
    """
    known = known or {}
    made = {**transformed(features, [column for column in columns if column not in known]), **known}
    found: list[Any] = []
    for column in columns:
        tensor = made[column]
        if isinstance(column, BucketizedColumn):
            squeezed = tf.squeeze(tensor, axis=1)
            if squeezed.shape.ndims > 1:
                source = column.source_column.name
                raise ValueError(
                    "For now, only supports features equivalent to rank 1 but column "
                    f"`{source}` got: {features[source].shape}"
                )
            found.append(squeezed)
            continue
        _check(column)
        if isinstance(column, IndicatorColumn):
            tensor = tf.cast(tensor, tf.int32)
            if tensor.shape.ndims > 2:
                source = column.categorical_column.name
                raise ValueError(
                    "Rank of indicator column must be no more than 2, but column "
                    f"`{source}` got: {features[source].shape}"
                )
            found += tf.unstack(tensor, axis=1)
            continue
        if column.variable_shape.ndims > 1:
            raise ValueError(
                "For now, we only support Dense column with rank of 1, but column "
                f"`{column.name}` got: {column.variable_shape}"
            )
        values = tf.unstack(tensor, axis=1)
        if boundaries:
            edges = boundaries[column.name]
            values = list(apply("BoostedTreesBucketize", float_values=values, bucket_boundaries=edges))
        found += values
    return found


def groups(columns: list[Any], num_quantiles: int) -> tuple[list[int], list[list[int]]]:
    """Features of the same number of buckets together: these numbers, and the features of each."""
    by_size: dict[int, list[int]] = {}
    bucketized: list[int] = []
    most, feature = 2, 0
    for column in columns:
        count = width(column)
        ids = list(range(feature, feature + count))
        feature += count
        if isinstance(column, BucketizedColumn):
            most = max(most, len(column.boundaries) + 1)
            bucketized += ids
        else:
            by_size.setdefault(2 if isinstance(column, IndicatorColumn) else num_quantiles, []).extend(ids)
    if bucketized:
        by_size.setdefault(most, []).extend(bucketized)
    return list(by_size), list(by_size.values())
