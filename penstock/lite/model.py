"""A `.tflite` model as it is run: the file's tables, checked, with the tensors' types, shapes and values."""

from __future__ import annotations

import math
import os
from typing import Any, NamedTuple

import numpy as np

from penstock.lite import schema
from penstock.lite.builtins import FLOAT, INTEGER, Place, Quantization
from penstock.lite.builtins import all as _all  # noqa: F401  (enters all operators into the tables)

_MOST_ELEMENTS = 2**31 - 1


class Step(NamedTuple):
    """An operator: its name, options, and the numbers of its tensors; -1 is an optional input that is not there."""

    name: str
    options: Any
    inputs: list[int]
    outputs: list[int]


class Part(NamedTuple):
    """A subgraph."""

    places: list[Place]
    inputs: list[int]
    outputs: list[int]
    steps: list[Step]


def load(path: str | os.PathLike[str]) -> list[Part]:
    """The subgraphs of the model in a file.

    Raises:
      ValueError: there is no such file, or it holds no model.
    """
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError:
        raise ValueError(f"Could not open '{os.fspath(path)}'.\n") from None
    return parse(data)


def parse(data: Any) -> list[Part]:
    """The subgraphs of the model in a file's bytes.

    Raises:
      ValueError: these are not the bytes of a model, they are damaged, or they hold an operator that is not known here.
    """
    file = schema.read(data)
    if not file.subgraphs:
        raise ValueError("No subgraph in the model.\n")
    return [_part(file, graph) for graph in file.subgraphs]


def _part(file: Any, graph: Any) -> Part:
    places = [_place(file, tensor) for tensor in graph.tensors]
    known = set(range(len(places)))

    def numbers(items: Any, optional: bool = False) -> list[int]:
        found = items.tolist()
        wrong = set(found) - known - ({-1} if optional else set())
        if wrong:
            raise ValueError(f"Invalid tensor index {min(wrong)} in a model of {len(places)} tensors.\n")
        return found

    steps = []
    for operator in graph.operators:
        if operator.opcode_index >= len(file.operator_codes):
            raise ValueError(f"Missing registration for opcode_index {operator.opcode_index}\n")
        code = file.operator_codes[operator.opcode_index]
        name = schema.operator_name(code)
        if name == "CUSTOM":
            told = f"Didn't find custom op for name '{code.custom_code}' with version {code.version}\n"
            raise ValueError(f"{told}Registration failed.\n")
        if name not in FLOAT and name not in INTEGER:
            told = f"Didn't find op for builtin opcode '{name}' version '{code.version}'\n"
            raise ValueError(f"{told}Registration failed.\n")
        options = operator.options
        if options is not None and options.kind != schema.options_of(name):
            raise ValueError(f"{name} has the options of another operator, {options.kind}.\n")
        steps.append(Step(name, options, numbers(operator.inputs, True), numbers(operator.outputs)))
    return Part(places, numbers(graph.inputs), numbers(graph.outputs), steps)


def _place(file: Any, tensor: Any) -> Place:
    dtype = schema.TYPES[tensor.type] if 0 <= tensor.type < len(schema.TYPES) else None
    if dtype is None:
        raise ValueError(f"Unsupported data type {tensor.type} in tensor\n")
    shape = tuple(tensor.shape.tolist())
    if any(n < 0 for n in shape) or math.prod(shape) > _MOST_ELEMENTS:
        raise ValueError(f"Tensor '{tensor.name}' has the shape {list(shape)}.\n")
    if tensor.buffer >= len(file.buffers) and tensor.buffer:
        raise ValueError(f"Tensor '{tensor.name}' specifies an out of range buffer {tensor.buffer}.\n")
    data = file.buffers[tensor.buffer].data if tensor.buffer else np.zeros(0, np.uint8)
    constant = None if not data.size or tensor.is_variable else _values(data, dtype, shape, tensor.name)
    return Place(tensor.name, dtype, shape, _quantization(tensor, shape), constant, tensor.is_variable)


def _quantization(tensor: Any, shape: tuple[int, ...]) -> Quantization | None:
    q = tensor.quantization
    if q is None or not q.scale.size:
        return None
    zeros = q.zero_point if q.zero_point.size else np.zeros(q.scale.size, np.int64)
    if zeros.size != q.scale.size:
        raise ValueError(f"Tensor '{tensor.name}' has {q.scale.size} scales and {zeros.size} zero points.\n")
    if not np.isfinite(q.scale).all() or (q.scale < 0).any() or not (-(2**31) <= zeros.min() <= zeros.max() < 2**31):
        raise ValueError(f"Tensor '{tensor.name}' has a scale or a zero point that makes no sense.\n")
    if q.scale.size > 1 and not (0 <= q.dimension < len(shape) and shape[q.dimension] == q.scale.size):
        raise ValueError(
            f"Tensor '{tensor.name}' has {q.scale.size} scales along dimension {q.dimension} of {list(shape)}.\n"
        )
    return Quantization(q.scale, zeros, q.dimension)


def _values(data: np.ndarray, dtype: np.dtype, shape: tuple[int, ...], name: str) -> np.ndarray:
    if dtype.kind == "O":
        return _strings(data, shape, name)
    wanted = math.prod(shape) * dtype.itemsize
    if data.size != wanted:
        raise ValueError(f"Tensor '{name}' is invalidly specified in schema: {data.size} bytes for {wanted}.\n")
    return np.frombuffer(data.tobytes() if data.ctypes.data % 16 else data, dtype).reshape(shape)


def _strings(data: np.ndarray, shape: tuple[int, ...], name: str) -> np.ndarray:
    """A count, where each text begins and the last ends, and the texts."""
    raw = data.tobytes()
    count = int.from_bytes(raw[:4], "little")
    if len(raw) < 8 + 4 * count or count != math.prod(shape):
        raise ValueError(f"Tensor '{name}' has no {math.prod(shape)} texts.\n")
    ends = np.frombuffer(raw, "<u4", count + 1, 4).tolist()
    result = np.empty(count, object)
    for i in range(count):
        result[i] = raw[ends[i] : ends[i + 1]]
    return result.reshape(shape)
