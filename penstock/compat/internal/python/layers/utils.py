"""What layers written for 1.x share: arguments brought into one form, lengths of convolutions, known conditions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock._namespace import find
from penstock.compat.internal.python.framework import smart_cond as _smart
from penstock.graph import nest
from penstock.graph.typing import TensorLike
from penstock.layers import arguments
from penstock.layers.arguments import sizes as _sizes

__all__ = [
    "constant_value",
    "conv_input_length",
    "conv_output_length",
    "convert_data_format",
    "deconv_output_length",
    "get_reachable_from_inputs",
    "normalize_data_format",
    "normalize_padding",
    "normalize_tuple",
    "object_list_uid",
    "smart_cond",
    "static_shape",
]


def convert_data_format(data_format: str, ndim: int) -> str:
    """The format of data as operations spell it, for tensors of rank `ndim`."""
    if data_format not in ("channels_last", "channels_first"):
        raise ValueError("Invalid data_format:", data_format)
    if ndim not in (3, 4, 5):
        raise ValueError("Input rank not supported:", ndim)
    return arguments.short_format(data_format, ndim)


def normalize_tuple(value: Any, n: int, name: str) -> tuple[int, ...]:
    """An integer for all of `n` axes, or one for each, as a tuple."""
    return _sizes(value, n, name)


def normalize_data_format(value: str) -> str:
    """ "channels_last" or "channels_first" in lower case; ValueError for anything else."""
    return arguments.data_format(value)


def normalize_padding(value: str) -> str:
    """ "valid" or "same" in lower case; ValueError for anything else."""
    if value.lower() not in ("valid", "same"):
        raise ValueError(f'The `padding` argument must be one of "valid", "same". Received: {value.lower()}')
    return value.lower()


def conv_output_length(
    input_length: int | None, filter_size: int, padding: str, stride: int, dilation: int = 1
) -> int | None:
    """The length of a convolution's result; `padding` is "same", "valid" or "full"."""
    assert padding in ("same", "valid", "full")
    if input_length is not None and padding == "full":
        return -(-(input_length + (filter_size - 1) * dilation) // stride)
    return arguments.convolved_length(input_length, filter_size, padding, stride, dilation)


def conv_input_length(output_length: int | None, filter_size: int, padding: str, stride: int) -> int | None:
    """The length that a convolution's input had; `padding` is "same", "valid" or "full"."""
    if output_length is None:
        return None
    around = {"same": filter_size // 2, "valid": 0, "full": filter_size - 1}[padding]
    return (output_length - 1) * stride + filter_size - 2 * around


def deconv_output_length(input_length: int | None, filter_size: int, padding: str, stride: int) -> int | None:
    """The length of a transposed convolution's result; `padding` is "same", "valid" or "full"."""
    if input_length is not None and padding == "full":
        return input_length * stride - (stride + filter_size - 2)
    return arguments.transposed_length(input_length, filter_size, padding, stride)


def constant_value(pred: TensorLike) -> Any:
    """The value of a condition (a bool, 0, 1, a tensor), or None if only a run can tell, as for a variable."""
    return None if isinstance(pred, find("Variable")) else _smart.smart_constant_value(pred)


def smart_cond(
    pred: TensorLike, true_fn: Callable | None = None, false_fn: Callable | None = None, name: str | None = None
) -> Any:
    """What one of two functions returns; a `tf.cond` only if the condition is not known yet."""
    if isinstance(pred, find("Variable")):
        return find("cond")(pred, true_fn=true_fn, false_fn=false_fn, name=name)
    return _smart.smart_cond(pred, true_fn=true_fn, false_fn=false_fn, name=name)


def object_list_uid(object_list: Any) -> str:
    """A text that tells objects apart by their identity."""
    return ", ".join(str(abs(id(item))) for item in nest.flatten(object_list))


def static_shape(x: Any) -> tuple | None:
    """The static shape of a tensor as a tuple; None if even its rank is unknown."""
    if x is None or x.get_shape().ndims is None:
        return None
    return tuple(x.get_shape().as_list())


def get_reachable_from_inputs(inputs: list, targets: list | None = None) -> set:
    """The tensors that depend on `inputs`, these included; not all of them once `targets` are found."""
    reached, waiting, wanted = set(inputs), list(inputs), set(targets or ())
    while waiting and not (wanted and wanted <= reached):
        item = waiting.pop()
        for operation in item.consumers() if hasattr(item, "consumers") else [item.op]:
            new = [tensor for tensor in operation.outputs if tensor not in reached]
            reached.update(new)
            waiting[:0] = new
    return reached
