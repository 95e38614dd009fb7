"""What feature columns check."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from penstock._namespace import find
from penstock.graph import dtypes, nest
from penstock.graph.composite import SparseTensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor

__all__ = [
    "assert_key_is_string",
    "assert_string_or_int",
    "check_default_value",
    "sequence_length_from_sparse_tensor",
]


def sequence_length_from_sparse_tensor(sp_tensor: SparseTensor, num_elements: int = 1) -> Tensor:
    """How many steps each row of a sparse tensor has, each of so many elements; 0 for rows without any."""
    with name_scope(None, "sequence_length") as scope:
        rows, columns = sp_tensor.indices[:, 0], sp_tensor.indices[:, 1]
        columns += find("ones_like")(columns)
        longest = find("segment_max")(columns, segment_ids=rows)
        lengths = find("cast")(find("ceil")(longest / num_elements), dtypes.int64)
        missing = find("shape")(sp_tensor)[:1] - find("shape")(lengths)[:1]
        return find("concat")([lengths, find("zeros")(missing, dtype=lengths.dtype)], axis=0, name=scope)


def assert_string_or_int(dtype: dtypes.DType, prefix: str) -> None:
    """Refuses types of other elements.

    Raises:
      ValueError: if it is one.
    """
    if dtype != dtypes.string and not dtype.is_integer:
        raise ValueError(f"{prefix} dtype must be string or integer. dtype: {dtype}.")


def assert_key_is_string(key: object) -> None:
    """Refuses keys that are no texts.

    Raises:
      ValueError: if it is none.
    """
    if not isinstance(key, str):
        raise ValueError(f"key must be a string. Got: type {type(key)}. Given key: {key}.")


def _filled(shape: Sequence[int], value: Any) -> Any:
    return tuple(_filled(shape[1:], value) for _ in range(shape[0])) if shape else value


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if nest.is_sequence(value) else value


def _fits(value: Any, shape: Sequence[int]) -> bool:
    if nest.is_sequence(value) != bool(shape):
        return False
    return not shape or (len(value) == shape[0] and all(_fits(value[i], shape[1:]) for i in range(shape[0])))


def check_default_value(shape: Sequence[int], default_value: Any, dtype: dtypes.DType, key: str) -> Any:
    """A default value in tuples of a shape; None if there is none.

    Raises:
      ValueError: it has another shape.
      TypeError: it has another type.
    """
    value = default_value
    if value is None:
        return None
    if isinstance(value, int) or (isinstance(value, float) and dtype.is_floating):
        return _filled(shape, value)
    if callable(getattr(value, "tolist", None)):
        value = value.tolist()
    if nest.is_sequence(value):
        if not _fits(value, shape):
            raise ValueError(
                "The shape of default_value must be equal to given shape. "
                f"default_value: {value}, shape: {shape}, key: {key}"
            )
        items = nest.flatten(value)
        if all(isinstance(v, int) for v in items) or (any(isinstance(v, float) for v in items) and dtype.is_floating):
            return _tuples(value)
    raise TypeError(f"default_value must be compatible with dtype. default_value: {value}, dtype: {dtype}, key: {key}")
