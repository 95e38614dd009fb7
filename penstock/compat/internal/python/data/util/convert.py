"""Arguments of datasets as tensors."""

from __future__ import annotations

from typing import Any

from penstock._namespace import find
from penstock.graph import dtypes
from penstock.graph.tensor_shape import as_shape
from penstock.graph.typing import DTypeLike

__all__ = ["optional_param_to_tensor", "partial_shape_to_tensor"]


def optional_param_to_tensor(
    argument_name: str, argument_value: object, argument_default: object = 0, argument_dtype: DTypeLike = dtypes.int64
) -> Any:
    """An argument as a tensor; its default if it is None."""
    if argument_value is None:
        return find("constant")(argument_default, dtype=argument_dtype, name=argument_name)
    return find("convert_to_tensor")(argument_value, dtype=argument_dtype, name=argument_name)


def partial_shape_to_tensor(shape_like: Any) -> Any:
    """A shape as a vector of int64, with -1 for what is not known.

    Raises:
      ValueError: it is a tensor of another rank.
      TypeError: it is a tensor of another type.
    """
    try:
        sizes = as_shape(shape_like).as_list()
        return find("convert_to_tensor")([-1 if size is None else size for size in sizes], dtypes.int64)
    except (TypeError, ValueError):
        pass
    made = find("convert_to_tensor")(shape_like, preferred_dtype=dtypes.int64)
    start = f"The given shape {shape_like} must be a 1-D tensor of tf.int64 values, but"
    if made.shape.ndims not in (None, 1):
        raise ValueError(f"{start} the shape was {made.shape}.")
    if made.dtype != dtypes.int64:
        raise TypeError(f"{start} the element type was {made.dtype.name}.")
    return made
