"""What a SavedModel says of tensors."""

from typing import Any

from penstock import protos
from penstock.graph.composite import CompositeTensor, SparseTensor
from penstock.saved_model import utils

__all__ = ["build_tensor_info_internal"]


def build_tensor_info_internal(tensor: Any) -> Any:
    """A `TensorInfo` of a tensor, or of something made of tensors."""
    if not isinstance(tensor, CompositeTensor) or isinstance(tensor, SparseTensor):
        return utils.build_tensor_info(tensor)
    from penstock.compat.internal.python.saved_model.nested_structure_coder import StructureCoder

    spec = tensor._type_spec
    found = protos.TensorInfo()
    found.composite_tensor.type_spec.CopyFrom(StructureCoder().encode_structure(spec).type_spec_value)
    found.composite_tensor.components.extend(utils.build_tensor_info(part) for part in tensor._to_components())
    return found
