"""Arithmetic of convolutions: lengths of results, which inputs an output is connected to, arguments in their full form.

Makes no operations. Error texts are 1.15's.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

import penstock as tf

_FORMATS = {"channels_last": {3: "NWC", 4: "NHWC", 5: "NDHWC"}, "channels_first": {3: "NCW", 4: "NCHW", 5: "NCDHW"}}


def convert_data_format(data_format: str, ndim: int) -> str:
    """Keras's name of a format as that of operations: "channels_last" of rank 4 is "NHWC"."""
    if data_format not in _FORMATS:
        raise ValueError("Invalid data_format:", data_format)
    if ndim not in _FORMATS[data_format]:
        raise ValueError("Input rank not supported:", ndim)
    return _FORMATS[data_format][ndim]


def normalize_tuple(value: Any, n: int, name: str) -> tuple[int, ...]:
    """One integer for all `n` axes, or one for each, as a tuple."""
    if isinstance(value, int):
        return (value,) * n
    text = f"The `{name}` argument must be a tuple of {n} integers. Received: {value}"
    try:
        values = tuple(value)
    except TypeError:
        raise ValueError(text) from None
    if len(values) != n:
        raise ValueError(text)
    for single in values:
        try:
            int(single)
        except (ValueError, TypeError):
            raise ValueError(f"{text} including element {single} of type {type(single)}") from None
    return values


def normalize_data_format(value: str | None) -> str:
    """The format of an argument; None is the one of the configuration."""
    found = (tf.keras.backend.image_data_format() if value is None else value).lower()
    if found not in _FORMATS:
        raise ValueError(
            f'The `data_format` argument must be one of "channels_first", "channels_last". Received: {value}'
        )
    return found


def normalize_padding(value: Any) -> Any:
    """The padding of an argument in lower letters, checked."""
    if isinstance(value, (list, tuple)):
        return value
    padding = value.lower()
    if padding not in {"valid", "same", "causal"}:
        raise ValueError(
            'The `padding` argument must be a list/tuple or one of "valid", "same" (or "causal", only for `Conv1D). '
            f"Received: {padding}"
        )
    return padding


def conv_output_length(
    input_length: int | None, filter_size: int, padding: str, stride: int, dilation: int = 1
) -> int | None:
    """The length of a convolution's result."""
    if input_length is None:
        return None
    assert padding in {"same", "valid", "full", "causal"}
    wide = filter_size + (filter_size - 1) * (dilation - 1)
    full = {
        "same": input_length,
        "causal": input_length,
        "valid": input_length - wide + 1,
        "full": input_length + wide - 1,
    }[padding]
    return (full + stride - 1) // stride


def conv_input_length(output_length: int | None, filter_size: int, padding: str, stride: int) -> int | None:
    """The length of an input that gives a result of `output_length`."""
    if output_length is None:
        return None
    assert padding in {"same", "valid", "full"}
    pad = {"same": filter_size // 2, "valid": 0, "full": filter_size - 1}[padding]
    return (output_length - 1) * stride - 2 * pad + filter_size


def deconv_output_length(
    input_length: Any,
    filter_size: int,
    padding: str,
    output_padding: int | None = None,
    stride: int = 0,
    dilation: int = 1,
) -> Any:
    """The length of a transposed convolution's result; `input_length` may be a tensor."""
    assert padding in {"same", "valid", "full"}
    if input_length is None:
        return None
    filter_size = filter_size + (filter_size - 1) * (dilation - 1)
    if output_padding is not None:
        pad = {"same": filter_size // 2, "valid": 0, "full": filter_size - 1}[padding]
        return (input_length - 1) * stride + filter_size - 2 * pad + output_padding
    if padding == "valid":
        return input_length * stride + max(filter_size - stride, 0)
    if padding == "full":
        return input_length * stride - (stride + filter_size - 2)
    return input_length * stride


def convert_kernel(kernel: Any) -> np.ndarray:
    """A kernel with its spatial axes reversed: convolution to correlation, and back."""
    kernel = np.asarray(kernel)
    if not 3 <= kernel.ndim <= 5:
        raise ValueError("Invalid kernel shape:", kernel.shape)
    return np.flip(kernel, tuple(range(kernel.ndim - 2))).copy()


def conv_output_shape(input_shape: Any, kernel_shape: Any, strides: Any, padding: str) -> tuple[int, ...]:
    """The spatial shape of a convolution's result."""
    lengths = (conv_output_length(n, k, padding, s) for n, k, s in zip(input_shape, kernel_shape, strides))
    return tuple(0 if n == 0 else length for n, length in zip(input_shape, lengths))  # type: ignore[misc]


def conv_connected_inputs(
    input_shape: Any, kernel_shape: Any, output_position: Any, strides: Any, padding: str
) -> list[range]:
    """For each axis, the positions that the output at `output_position` is computed from."""
    ranges = []
    for n, size, position, stride in zip(input_shape, kernel_shape, output_position, strides):
        left = size // 2
        center = position * stride + (left if padding == "valid" else 0)
        ranges.append(range(max(0, center - left), min(n, center + size - left)))
    return ranges


def _per_axis(
    input_shape: Sequence[int | None], kernel_shape: Sequence[int | None], strides: Any, padding: str
) -> tuple[Any, Any, tuple[int, ...]]:
    if padding not in {"same", "valid"}:
        raise NotImplementedError(f'Padding type {padding} not supported. Only "valid" and "same" are implemented.')
    n = len(input_shape)
    kernel_shape = (kernel_shape,) * n if isinstance(kernel_shape, int) else kernel_shape
    strides = (strides,) * n if isinstance(strides, int) else strides
    if len(kernel_shape) != n or len(strides) != n:
        raise ValueError(
            "Number of strides, input and kernel dimensions must all match. "
            f"Received: {len(strides)}, {n}, {len(kernel_shape)}."
        )
    return kernel_shape, strides, conv_output_shape(input_shape, kernel_shape, strides, padding)


def conv_kernel_mask(input_shape: tuple[int, ...], kernel_shape: Any, strides: Any, padding: str) -> np.ndarray:
    """Which inputs (first axes) and outputs (last axes) of a convolution are connected."""
    kernel_shape, strides, output_shape = _per_axis(input_shape, kernel_shape, strides, padding)
    mask = np.zeros(tuple(input_shape) + output_shape, bool)
    for output in itertools.product(*map(range, output_shape)):
        for source in itertools.product(*conv_connected_inputs(input_shape, kernel_shape, output, strides, padding)):
            mask[source + output] = True
    return mask


def conv_kernel_idxs(
    input_shape: Any, kernel_shape: Any, strides: Any, padding: str, filters_in: int, filters_out: int, data_format: str
) -> Iterator[tuple[int, int]]:
    """(number of an output, number of an input) of all connections, in the flattened arrays."""
    kernel_shape, strides, output_shape = _per_axis(input_shape, kernel_shape, strides, padding)
    if data_format not in _FORMATS:
        raise ValueError(
            f'Data format {data_format} not recignized.`data_format` must be "channels_first" or "channels_last".'
        )
    first = data_format == "channels_first"

    def number(position: Any, channel: int, shape: Any, channels: int) -> int:
        index = (channel, *position) if first else (*position, channel)
        return int(np.ravel_multi_index(index, (channels, *shape) if first else (*shape, channels)))

    for output in itertools.product(*map(range, output_shape)):
        for source in itertools.product(*conv_connected_inputs(input_shape, kernel_shape, output, strides, padding)):
            for f_in in range(filters_in):
                for f_out in range(filters_out):
                    yield (
                        number(output, f_out, output_shape, filters_out),
                        number(source, f_in, input_shape, filters_in),
                    )
