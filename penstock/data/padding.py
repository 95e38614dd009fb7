"""The shapes and values of `Dataset.padded_batch` as tensors, checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.data import structure
from penstock.graph import dtypes, inference
from penstock.graph.composite import SparseTensor
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape, as_shape
from penstock.graph.typing import DTypeLike, TensorLike

if TYPE_CHECKING:
    from penstock.graph.dtypes import DType



def padded_inputs(element: object, padded_shapes: Any, padding_values: Any) -> tuple[list[Tensor], list[Tensor]]:
    """The shapes and the values to fill with, one tensor per component.

    Raises:
      TypeError, ValueError: they do not fit the elements.
    """
    specs = structure.flatten(element)
    if any(s.kind is SparseTensor for s in specs):
        raise TypeError("Batching of padded sparse tensors is not currently supported")
    shapes = [_shape(p, s.shape) for p, s in zip(structure.flatten_up_to(element, padded_shapes), specs)]
    if padding_values is None:
        padding_values = structure.pack(element, [_zero(s.dtype) for s in specs])
    values = [_value(v, s.dtype) for v, s in zip(structure.flatten_up_to(element, padding_values), specs)]
    return shapes, values


def _shape(wanted: object, had: TensorShape) -> Tensor:
    try:
        dims = as_shape(wanted)
        made = convert_to_tensor([-1 if d is None else d for d in dims.as_list()], dtypes.int64)
    except (TypeError, ValueError):
        made = convert_to_tensor(wanted, preferred_dtype=dtypes.int64)
        if made.shape.ndims is not None and made.shape.ndims != 1:
            raise ValueError(
                f"Padded shape {wanted} must be a 1-D tensor of tf.int64 values, but its shape was {made.shape}."
            ) from None
        if made.dtype != dtypes.int64:
            raise TypeError(
                f"Padded shape {wanted} must be a 1-D tensor of tf.int64 values, but its element type was "
                f"{made.dtype.name}."
            ) from None
        dims = inference.constant_value_as_shape(made)
    if dims.ndims is not None and had.ndims is not None:
        too_small = any(w is not None and h is not None and w < h for w, h in zip(dims.as_list(), had.as_list()))
        if dims.ndims != had.ndims or too_small:
            raise ValueError(
                f"The padded shape {dims} is not compatible with the corresponding input component shape {had}."
            )
    return made


def _zero(dtype: DType) -> Any:
    if dtype == dtypes.string:
        return ""
    if dtype == dtypes.variant:
        raise TypeError(
            "Unable to create padding for field of type 'variant' because t.base_type == dtypes.variant == "
            f"{dtypes.variant}."
        )
    return np.zeros((), dtype.as_numpy_dtype)


def _value(value: TensorLike, dtype: DTypeLike) -> Tensor:
    tensor = convert_to_tensor(value, name="padding_value")
    if not tensor.shape.is_compatible_with([]):
        raise ValueError(f"Padding value should be a scalar, but is not: {tensor}")
    if tensor.dtype != dtype:
        raise TypeError(f"Padding value tensor ({tensor}) does not match output type: {dtype}")
    return tensor
