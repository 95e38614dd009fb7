"""Columns as plain dictionaries, and back: what layers with columns put into their configuration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from penstock.feature_column import categorical, dense, numeric, sequence
from penstock.feature_column.base import FeatureColumn
from penstock.graph import dtypes
from penstock.ops.state import initializers

_COLUMNS = {
    c.__name__: c
    for c in (
        numeric.BucketizedColumn,
        categorical.CrossedColumn,
        dense.EmbeddingColumn,
        categorical.HashedCategoricalColumn,
        categorical.IdentityCategoricalColumn,
        dense.IndicatorColumn,
        numeric.NumericColumn,
        sequence.SequenceCategoricalColumn,
        numeric.SequenceNumericColumn,
        categorical.VocabularyFileCategoricalColumn,
        categorical.VocabularyListCategoricalColumn,
        categorical.WeightedCategoricalColumn,
    )
}


def serialize_feature_column(column: Any) -> Any:
    """A column as `{'class_name': ..., 'config': ...}`; the name of a raw feature stays itself."""
    if isinstance(column, str):
        return column
    if not isinstance(column, FeatureColumn):
        raise ValueError(f"Instance: {column} is not a FeatureColumn")
    return {"class_name": type(column).__name__, "config": column._get_config()}


def config_of(column: Any) -> dict[str, Any]:
    """The fields of a column, as plain values."""
    config = {}
    for field, value in zip(column._fields, column):
        if isinstance(value, FeatureColumn):
            value = serialize_feature_column(value)
        elif field == "keys":
            value = tuple(map(serialize_feature_column, value))
        elif isinstance(value, dtypes.DType):
            value = value.name
        elif field == "initializer":
            value = {"class_name": type(value).__name__, "config": value.get_config()}
        elif field == "normalizer_fn" and value is not None:
            value = value.__name__
        config[field] = value
    return config


def deserialize_feature_column(
    config: Any, custom_objects: Mapping[str, Any] | None = None, columns_by_name: Any = None
) -> Any:
    """The column that `serialize_feature_column` described; equal ones are one object in `columns_by_name`."""
    if isinstance(config, str):
        return config
    name = config["class_name"]
    cls = (custom_objects or {}).get(name) or _COLUMNS.get(name)
    if cls is None:
        raise ValueError(f"Unknown feature_column_v2: {name}")
    known = {} if columns_by_name is None else columns_by_name
    made = cls._from_config(config["config"], custom_objects, known)
    return known.setdefault(f"{name}:{made.name}", made)


def deserialize_feature_columns(configs: Any, custom_objects: Mapping[Any, Any] | None = None) -> list[Any]:
    """The columns of a list of descriptions."""
    known: dict[str, Any] = {}
    return [deserialize_feature_column(config, custom_objects, known) for config in configs]


def from_config(cls: Any, config: dict[str, Any], custom_objects: Any, columns_by_name: Any) -> Any:
    """A column of a class, from what `config_of` gave."""
    if set(config) != set(cls._fields):
        raise ValueError(f"Invalid config: {config}, expected keys: {cls._fields}")
    values = {}
    for field, value in config.items():
        if field in ("categorical_column", "source_column"):
            value = deserialize_feature_column(value, custom_objects, columns_by_name)
        elif field == "keys":
            value = tuple(deserialize_feature_column(key, custom_objects, columns_by_name) for key in value)
        elif field == "dtype":
            value = dtypes.as_dtype(value)
        elif field == "initializer":
            value = getattr(initializers, value["class_name"]).from_config(value["config"])
        elif field == "normalizer_fn" and isinstance(value, str):
            if value not in (custom_objects or {}):
                raise ValueError(f"Unknown function: {value}")
            value = custom_objects[value]
        elif isinstance(value, list):
            value = tuple(value)
        values[field] = value
    return cls(**values)
