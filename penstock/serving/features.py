"""Which features a model reads from serialized examples, found in its graph: for requests that can be sent as they are."""

from __future__ import annotations

from typing import Any

from penstock.graph.inference import constant_value


def example_of(graph: Any, name: str) -> dict[str, Any]:
    """An example, as JSON has it, with a value for each feature that is parsed from the tensor `name`; {} if none is found."""
    try:
        tensor = graph.get_tensor_by_name(name)
    except (KeyError, ValueError, TypeError):
        return {}
    for op in _readers(tensor):
        if op.type in ("ParseExample", "ParseExampleV2"):
            return _features(op)
    return {}


def _readers(tensor: Any) -> list[Any]:
    """Who reads a tensor, also through identities."""
    found = []
    for op in tensor.consumers():
        found += _readers(op.outputs[0]) if op.type == "Identity" else [op]
    return found


def _features(op: Any) -> dict[str, Any]:
    inputs = list(op.inputs)
    if op.type == "ParseExample":
        sparse, dense = op.get_attr("Nsparse"), op.get_attr("Ndense")
        sparse_keys = [constant_value(t) for t in inputs[2 : 2 + sparse]]
        dense_keys = [constant_value(t) for t in inputs[2 + sparse : 2 + sparse + dense]]
    else:
        sparse_keys, dense_keys = (_listed(constant_value(t)) for t in inputs[2:4])
    found: dict[str, Any] = {}
    for key, dtype, shape in zip(dense_keys, op.get_attr("Tdense"), op.get_attr("dense_shapes")):
        if key is not None:
            found[_text(key)] = _value(dtype, _dims(shape))
    for key, dtype in zip(sparse_keys, op.get_attr("sparse_types")):
        if key is not None:
            found[_text(key)] = _value(dtype, [1])
    return found


def _listed(value: Any) -> list[Any]:
    return [] if value is None else list(value)


def _text(key: Any) -> str:
    data = key.item() if hasattr(key, "item") else key
    return data.decode(errors="replace") if isinstance(data, bytes) else str(data)


def _dims(shape: Any) -> list[int]:
    dims = getattr(shape, "dims", None)
    return [dim.value or 1 for dim in dims] if dims is not None else [dim.size for dim in getattr(shape, "dim", ())]


def _value(dtype: Any, dims: list[int]) -> Any:
    """Examples hold flat lists."""
    count = 1
    for size in dims:
        count *= max(1, size)
    one: Any = "text" if dtype.name == "string" else 1 if dtype.is_integer else 1.0
    return one if count == 1 else [one] * count
