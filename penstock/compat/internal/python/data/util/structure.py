"""Elements of datasets and what is known of them: specs of tensors and of what is made of tensors, in a structure."""

from __future__ import annotations

from typing import Any

from penstock._namespace import find
from penstock.data import structure as _structure
from penstock.graph.composite import CompositeTensor
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.type_spec import TensorSpec, TypeSpec
from penstock.graph.type_spec import spec_from_value as _spec_from_value

__all__ = [
    "are_compatible",
    "convert_legacy_structure",
    "from_compatible_tensor_list",
    "from_tensor_list",
    "get_flat_tensor_shapes",
    "get_flat_tensor_specs",
    "get_flat_tensor_types",
    "normalize_element",
    "to_batched_tensor_list",
    "to_tensor_list",
    "type_spec_from_value",
]


def are_compatible(spec1: Any, spec2: Any) -> bool:
    """Whether two structures of specs are alike, and their specs compatible."""
    try:
        _structure.assert_same(spec1, spec2)
    except (TypeError, ValueError):
        return False
    pairs = zip(_structure.flatten(spec1), _structure.flatten(spec2))
    return all(a.is_compatible_with(b) and b.is_compatible_with(a) for a, b in pairs)


def convert_legacy_structure(output_types: Any, output_shapes: Any, output_classes: Any) -> Any:
    """The structure of specs that structures of types, shapes and classes tell.

    Raises:
      TypeError: a class is none of a tensor or of something made of tensors.
    """
    made = []
    for dtype, shape, cls in zip(*(_structure.flatten(x) for x in (output_types, output_shapes, output_classes))):
        if isinstance(cls, TypeSpec):
            made.append(cls)
        elif issubclass(cls, find("SparseTensor")):
            made.append(find("SparseTensorSpec")(shape, dtype))
        elif issubclass(cls, Tensor):
            made.append(TensorSpec(shape, dtype))
        elif issubclass(cls, find("TensorArray")):
            dynamic, infer = (getattr(size, "value", size) for size in (shape[0], shape[1]))
            made.append(find("TensorArraySpec")(shape[2:], dtype, dynamic_size=dynamic, infer_shape=infer))
        else:
            raise TypeError(f"Could not build a structure for output class {cls!r}")
    return _structure.pack(output_classes, made)


def _flat_specs(spec: Any) -> list[Any]:
    """The specs of the tensors of the operations that a value travels as."""
    known = getattr(spec, "_flat_tensor_specs", None)
    if known is not None:
        return list(known)
    if isinstance(spec, TensorSpec):
        return [spec]
    return [TensorSpec(TensorShape(None), find("variant"))]


def get_flat_tensor_specs(element_spec: Any) -> list[Any]:
    """The specs of all tensors that an element travels as: a sparse or ragged tensor as variants."""
    return [one for spec in _structure.flatten(element_spec) for one in _flat_specs(spec)]


def get_flat_tensor_shapes(element_spec: Any) -> list[Any]:
    """The shapes of these tensors."""
    return [spec.shape for spec in get_flat_tensor_specs(element_spec)]


def get_flat_tensor_types(element_spec: Any) -> list[Any]:
    """The types of these tensors."""
    return [spec.dtype for spec in get_flat_tensor_specs(element_spec)]


def normalize_element(element: Any) -> Any:
    """The element, with each leaf a tensor or something made of tensors."""
    with find("name_scope")("normalize_element"):
        return _structure.normalized(element)


def _checked(element_spec: Any, element: Any) -> list[tuple[Any, Any]]:
    _structure.assert_same(element_spec, element)
    pairs = list(zip(_structure.flatten(element_spec), _structure.flatten(element)))
    for spec, value in pairs:
        if not spec.is_compatible_with(value):
            raise ValueError(f"Incompatible input element {value!r}. Expected input element spec: {spec!r}.")
    return pairs


def to_tensor_list(element_spec: Any, element: Any) -> list[Any]:
    """The tensors that an element travels as.

    Raises:
      ValueError: it is not as its spec says.
    """
    _checked(element_spec, element)
    return _structure.to_tensors(element)


def to_batched_tensor_list(element_spec: Any, element: Any) -> list[Any]:
    """The tensors that a batch of elements travels as, each with a row for each element.

    Raises:
      ValueError: it is not as its spec says, or is no batch.
    """
    for _, value in _checked(element_spec, element):
        if getattr(value, "shape", None) is not None and value.shape.ndims == 0:
            raise ValueError(f"Value {value} has insufficient rank for batching.")
    return _structure.to_tensors(element, batched=True)


def from_tensor_list(element_spec: Any, tensor_list: list[Any]) -> Any:
    """The element that travelled as tensors.

    Raises:
      ValueError: they are not as its spec says.
    """
    wanted = get_flat_tensor_specs(element_spec)
    if len(wanted) != len(tensor_list):
        raise ValueError(f"Expected {len(wanted)} tensors but got {len(tensor_list)}.")
    for spec, tensor in zip(wanted, tensor_list):
        if not spec.dtype.is_compatible_with(tensor.dtype) or not spec.shape.is_compatible_with(tensor.shape):
            raise ValueError(f"Incompatible input tensor {tensor!r}. Expected a tensor of {spec!r}.")
    return _structure.from_tensors(_structure.map_structure(_structure.as_spec, element_spec), list(tensor_list))


def from_compatible_tensor_list(element_spec: Any, tensor_list: list[Any]) -> Any:
    """The same, where the tensors are known to be as the spec says."""
    return _structure.from_tensors(_structure.map_structure(_structure.as_spec, element_spec), list(tensor_list))


def type_spec_from_value(element: Any, use_fallback: bool = True) -> Any:
    """The structure of the specs of an element.

    Args:
      element: a tensor, something made of tensors, or a structure of them.
      use_fallback: whether what can be converted to a tensor has the spec of that.

    Raises:
      TypeError: it has none.
    """
    if isinstance(element, dict):
        made = element.copy()
        for key in element:
            made[key] = type_spec_from_value(element[key])
        return made
    if isinstance(element, tuple) and not isinstance(element, find("SparseTensorValue")):
        parts = [type_spec_from_value(one) for one in element]
        return type(element)(*parts) if hasattr(element, "_fields") else tuple(parts)
    if not use_fallback and not isinstance(element, (Tensor, CompositeTensor)) and not hasattr(element, "element_spec"):
        raise TypeError(f"Could not build a TypeSpec for {element!r} with type {type(element).__name__}")
    return _spec_from_value(element)
