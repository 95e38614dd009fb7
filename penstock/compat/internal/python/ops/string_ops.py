"""Strings split into a sparse tensor."""

from __future__ import annotations

from typing import Any

from penstock._namespace import find
from penstock.graph.build import apply

__all__ = ["string_split_v2"]


def string_split_v2(source: Any, sep: Any = None, maxsplit: int = -1) -> Any:
    """The parts of each string, as a row of a `SparseTensor`.

    Args:
      source: a vector of strings.
      sep: what stands between parts; any whitespace if None or empty.
      maxsplit: how often each is split at most; -1 for everywhere.
    """
    sep = find("convert_to_tensor")("" if sep is None else sep, find("string"))
    source = find("convert_to_tensor")(source, find("string"))
    indices, values, shape = apply("StringSplitV2", input=source, sep=sep, maxsplit=maxsplit)
    indices.set_shape([None, 2])
    values.set_shape([None])
    shape.set_shape([2])
    return find("SparseTensor")(indices, values, shape)
