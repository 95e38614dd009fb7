"""Shape functions in C++, called as shape rules of the graph: first without values, then with those that they ask for."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.graph.inference import Context
from penstock.graph.tensor_shape import TensorShape
from penstock.ops.backend import memory
from penstock.ops.custom import interface, nodes

if TYPE_CHECKING:
    from penstock.graph.operation import Operation


_VALUE, _SHAPE = 1, 2  # what a function has asked for


def rule_of(operations: Any, function: int) -> Callable[[Context], list[TensorShape]]:
    """The shape rule that calls a function of a library."""

    def rule(c: Context) -> list[TensorShape]:
        node = nodes.describe(c.op)
        values: dict[int, np.ndarray] = {}
        as_shapes: dict[int, TensorShape] = {}
        while True:
            shapes, asked, error = _call(operations, function, node, c.shapes, values, as_shapes)
            more = False
            for i, kind in enumerate(asked):
                if kind & _SHAPE and i not in as_shapes and c.shape(i).ndims in (None, 1):
                    as_shapes[i] = c.const_as_shape(i)
                    more = more or as_shapes[i].ndims is not None
                if kind & _VALUE and i not in values:
                    value = c.const(i)
                    if value is not None:
                        values[i], more = np.asarray(value), True
            if not more or (error is not None and not values and not as_shapes):
                break
        if error is not None:
            raise ValueError(error)
        return shapes

    return rule


def infer(
    operations: Any, function: int, op: Operation, shapes: list[TensorShape], values: dict[int, np.ndarray]
) -> list[TensorShape] | None:
    """The shapes of the outputs for inputs of these shapes, and values where they are known; None if that does not tell all."""
    as_shapes = {
        i: TensorShape([None if d < 0 else d for d in value.tolist()])
        for i, value in values.items()
        if value.ndim == 1 and value.dtype in (np.int32, np.int64)
    }
    found, _, error = _call(operations, function, nodes.describe(op), shapes, values, as_shapes)
    if error is not None or not all(s.is_fully_defined() for s in found):
        return None
    return found


def asked_for(operations: Any, function: int, op: Operation, shapes: list[TensorShape]) -> list[int]:
    """For each input whether the function looks at its value; 0 if not."""
    return _call(operations, function, nodes.describe(op), shapes, {}, {})[1]


def _call(
    operations: Any,
    function: int,
    node: nodes.Description,
    shapes: list[TensorShape],
    values: dict[int, np.ndarray],
    as_shapes: dict[int, TensorShape],
) -> tuple[list[TensorShape], list[int], str | None]:
    kept: list[Any] = []
    n_in, n_out = len(shapes), len(node.output_types)
    inputs, given, stood_for = ((interface.Tensor * max(1, n_in))() for _ in range(3))
    for i, shape in enumerate(shapes):
        _set_shape(inputs[i], shape, kept)
        _set_shape(stood_for[i], as_shapes.get(i, _UNKNOWN), kept)
        given[i].rank = -1
        if i in values:
            nodes.fill(given[i], node.input_types[i], values[i], kept)
    asked = (ctypes.c_uint8 * max(1, n_in))()
    ranks = (ctypes.c_int32 * max(1, n_out))()
    dims = (ctypes.POINTER(ctypes.c_int64) * max(1, n_out))()
    call = interface.Inference(
        node.message,
        len(node.message),
        node.input_args,
        node.output_args,
        n_in,
        n_out,
        inputs,
        given,
        stood_for,
        asked,
        ranks,
        dims,
    )
    operations.infer(function, ctypes.byref(call))
    if call.status.code:
        return [], list(asked[:n_in]), nodes.take_text(operations, call.status)
    found = []
    for i in range(n_out):
        found.append(_UNKNOWN if ranks[i] < 0 else TensorShape([None if d < 0 else d for d in dims[i][: ranks[i]]]))
        if dims[i]:
            operations.release(ctypes.cast(dims[i], ctypes.c_void_p))
    return found, list(asked[:n_in]), None


_UNKNOWN = TensorShape(None)


def _set_shape(tensor: interface.Tensor, shape: TensorShape, kept: list[Any]) -> None:
    dims = shape._dims
    tensor.rank = -1 if dims is None else len(dims)
    array = np.array([-1 if d is None else d for d in dims or ()], np.int64)
    kept.append(array)
    tensor.dims = memory.address(array)
