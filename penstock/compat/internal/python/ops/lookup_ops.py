"""Tables with the arguments that they have outside of `tf.contrib.lookup`."""

from __future__ import annotations

from typing import Any

from penstock.graph import dtypes
from penstock.graph.typing import DTypeLike
from penstock.ops.lookup import vocabulary as _vocabulary
from penstock.ops.lookup.tables import FastHashSpec, StaticHashTable

__all__ = ["HashTable", "index_table_from_tensor", "index_to_string_table_from_tensor"]

HashTable = StaticHashTable


def index_table_from_tensor(
    vocabulary_list: Any,
    num_oov_buckets: int = 0,
    default_value: Any = -1,
    hasher_spec: Any = FastHashSpec,
    dtype: DTypeLike = dtypes.string,
    name: str | None = None,
) -> Any:
    """Makes a table of the positions of keys in a vector, as `tf.contrib.lookup.index_table_from_tensor`."""
    if vocabulary_list is None:
        raise ValueError("vocabulary_list must be specified.")
    return _vocabulary.index_table_from_tensor(
        vocabulary_list, num_oov_buckets, default_value, hasher_spec, dtype, name
    )


def index_to_string_table_from_tensor(
    vocabulary_list: Any, default_value: Any = "UNK", name: str | None = None
) -> StaticHashTable:
    """Makes a table of the strings of a vector, as `tf.contrib.lookup.index_to_string_table_from_tensor`."""
    if vocabulary_list is None:
        raise ValueError("vocabulary_list must be specified.")
    return _vocabulary.index_to_string_table_from_tensor(vocabulary_list, default_value, name)
