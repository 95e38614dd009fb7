"""What a library is told of an operation and of values: the node as a message, its arguments, arrays by their addresses."""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

import numpy as np

from penstock import protos
from penstock.graph import attr_value, errors
from penstock.graph.operation import Operation
from penstock.ops.backend import memory
from penstock.ops.custom import interface

_CLASSES = {code: errors.exception_type_from_error_code(code) for code in range(errors.CANCELLED, errors.UNAUTHENTICATED + 1)}
STRING, RESOURCE, VARIANT = 7, 20, 21  # types whose elements are objects


class Description(NamedTuple):
    """An operation of a graph, for a library."""

    message: bytes
    input_args: bytes
    output_args: bytes
    input_types: list[int]
    output_types: list[int]


def describe(op: Operation) -> Description:
    """The node of an operation with its arguments and types."""
    node = protos.NodeDef(name=op.name, op=op.type, device=op.device or "")
    for tensor in op._inputs:
        node.input.append(tensor.op.name if tensor.value_index == 0 else f"{tensor.op.name}:{tensor.value_index}")
    for name, attr in op.op_def.attrs.items():
        attr_value.write(attr.type, op._attrs[name], node.attr[name])
    return Description(
        node.SerializeToString(),
        _arguments(op.op_def.inputs, op),
        _arguments(op.op_def.outputs, op),
        [t.dtype.as_datatype_enum for t in op._inputs],
        [t.dtype.as_datatype_enum for t in op._outputs],
    )


def _arguments(args: list[Any], op: Operation) -> bytes:
    lines = []
    for arg in args:
        count = 1
        if arg.number_attr:
            count = op._attrs[arg.number_attr]
        elif arg.type_list_attr:
            count = len(op._attrs[arg.type_list_attr])
        lines.append(f"{arg.name}:{count}\n")
    return "".join(lines).encode()


def fill(tensor: interface.Tensor, dtype: int, value: Any, kept: list[Any]) -> None:
    """Shows an array to a library; what must live as long as the call goes to `kept`."""
    array = np.ascontiguousarray(value) if np.ndim(value) else np.asarray(value)
    base = dtype % 100
    if base in (STRING, RESOURCE):
        items = [bytes(item) if isinstance(item, bytes) else _element(item) for item in array.ravel().tolist()]
        lengths = np.array([len(item) for item in items], np.int64)
        data = np.frombuffer(b"".join(items) or b"\0", np.uint8)
        kept += [lengths, data]
        tensor.data, tensor.lengths = memory.address(data), memory.address(lengths)
    else:
        kept.append(array)
        tensor.data = memory.address(array)
    dims = np.array(array.shape, np.int64)
    kept.append(dims)
    tensor.dtype, tensor.rank, tensor.dims = dtype, array.ndim, memory.address(dims)


def _element(item: Any) -> bytes:
    if isinstance(item, str):
        return item.encode()
    raise errors.UnimplementedError(
        None, None, f"An operation in C++ cannot use this resource of Penstock's own: {type(item).__name__} {item!r}"
    )


def take_text(library: Any, status: interface.Status) -> str:
    """The text of an error, which is freed."""
    text = ctypes.string_at(status.text).decode("utf-8", "replace") if status.text else ""
    library.release(status.text)
    return text


def error_of(library: Any, status: interface.Status) -> errors.OpError:
    """The exception for an error of a library."""
    text = take_text(library, status)
    found: Any = _CLASSES.get(status.code)
    if found is None:
        return errors.UnknownError(None, None, text)
    return found(None, None, text)
