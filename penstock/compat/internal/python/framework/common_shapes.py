"""Shape functions of operations, as programs registered them before shapes were inferred in C++."""

from __future__ import annotations

from typing import Any

from penstock.graph.operation import Operation, Tensor
from penstock.graph.tensor_shape import TensorShape

__all__ = [
    "avg_pool_shape",
    "call_cpp_shape_fn",
    "conv2d_shape",
    "depthwise_conv2d_native_shape",
    "get2d_conv_output_size",
    "get_conv_output_size",
    "has_fully_defined_shape",
    "matmul_shape",
    "max_pool_shape",
    "rank",
    "separable_conv2d_shape",
]


def has_fully_defined_shape(tensor: Tensor) -> bool:
    """Whether all sizes of a tensor are known."""
    return tensor.shape.is_fully_defined()


def rank(tensor: Any) -> int | None:
    """The rank of a tensor, if it is one and its rank is known."""
    return tensor.shape.ndims if isinstance(tensor, Tensor) else None


def _inferred(op: Operation) -> list[TensorShape]:
    return [output.get_shape() for output in op.outputs]


def matmul_shape(op: Operation) -> list[TensorShape]:
    """The shapes of what a MatMul gives."""
    return _inferred(op)


def conv2d_shape(op: Operation) -> list[TensorShape]:
    """The shapes of what a Conv2D gives."""
    return _inferred(op)


def depthwise_conv2d_native_shape(op: Operation) -> list[TensorShape]:
    """The shapes of what a DepthwiseConv2dNative gives."""
    return _inferred(op)


def separable_conv2d_shape(op: Operation) -> list[TensorShape]:
    """The shapes of what a separable convolution gives."""
    return _inferred(op)


def avg_pool_shape(op: Operation) -> list[TensorShape]:
    """The shapes of what an AvgPool gives."""
    return _inferred(op)


def max_pool_shape(op: Operation) -> list[TensorShape]:
    """The shapes of what a MaxPool gives."""
    return _inferred(op)


def call_cpp_shape_fn(op: Operation, require_shape_fn: bool = True) -> dict[str, Any]:
    """The shapes of what an operation gives, as they were inferred: `shapes`, and what other entries there were."""
    return {
        "shapes": [shape.as_proto() for shape in _inferred(op)],
        "handle_data": [None] * len(op.outputs),
        "inputs_needed": b"",
    }


def get_conv_output_size(input_size: Any, filter_size: Any, strides: Any, padding_type: Any) -> tuple[int | None, ...]:
    """The sizes that a window which moves over an input gives; None where one is not known.

    Args:
      input_size, filter_size, strides: a number for each dimension.
      padding_type: `b"SAME"` or `b"VALID"`.

    Raises:
      ValueError: the window is larger than the input, or the padding is another.
    """
    sizes = [getattr(size, "value", size) for size in input_size]
    windows = [getattr(size, "value", size) for size in filter_size]
    if all(size is not None for size in (*sizes, *windows)):
        if any(window > size for size, window in zip(sizes, windows)):
            raise ValueError(
                f"Filter must not be larger than the input: Filter: {tuple(windows)!r} Input: {tuple(sizes)!r}"
            )
    if padding_type not in (b"VALID", b"SAME"):
        raise ValueError(f"Invalid padding: {padding_type!r}")
    padding = padding_type.decode()
    found: list[int | None] = []
    for size, window, stride in zip(sizes, windows, strides):
        if size is None or (padding == "VALID" and window is None):
            found.append(None)
        else:
            span = size - window + stride if padding == "VALID" else size + stride - 1
            found.append(span // stride)
    return tuple(found)


def get2d_conv_output_size(
    input_height: Any,
    input_width: Any,
    filter_height: Any,
    filter_width: Any,
    row_stride: int,
    col_stride: int,
    padding_type: Any,
) -> tuple[int | None, ...]:
    """`get_conv_output_size` for two dimensions."""
    return get_conv_output_size(
        (input_height, input_width), (filter_height, filter_width), (row_stride, col_stride), padding_type
    )
