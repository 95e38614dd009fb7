"""Convolutions, pooling, and biases of images, sequences and volumes.

With channels first, a tensor is transposed and back again: on the CPU, convolutions want the channels last.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike, TensorOrVariable
from penstock.keras.backend.arrays import concatenate, permute_dimensions, reshape, temporal_padding
from penstock.keras.backend.configuration import checked_data_format
from penstock.keras.backend.mathematics import batch_dot
from penstock.keras.backend.variables import int_shape, ndim, shape

_LAST = {1: "NWC", 2: "NHWC", 3: "NDHWC"}


def _channels_last(x: TensorLike, axes: int, data_format: str) -> Any:
    return tf.transpose(x, (0, *range(2, axes + 2), 1)) if data_format == "channels_first" else x


def _as_it_was(x: TensorLike, axes: int, data_format: str) -> Any:
    return tf.transpose(x, (0, axes + 1, *range(1, axes + 1))) if data_format == "channels_first" else x


def _padding(padding: str) -> str:
    if padding not in ("same", "valid"):
        raise ValueError("Invalid padding: " + str(padding))
    return padding.upper()


def _convolution(
    x: TensorLike,
    kernel: TensorLike,
    strides: int | Sequence[int],
    padding: str,
    data_format: str,
    rate: int | Sequence[int],
    axes: int,
) -> Tensor:
    x = _channels_last(x, axes, data_format)
    x = tf.nn.convolution(
        input=x,
        filter=kernel,
        dilation_rate=rate,
        strides=strides,
        padding=_padding(padding),
        data_format=_LAST[axes],
    )
    return _as_it_was(x, axes, data_format)


@export("keras.backend.conv1d")
def conv1d(
    x: TensorOrVariable,
    kernel: Any,
    strides: Any = 1,
    padding: str = "valid",
    data_format: str | None = None,
    dilation_rate: Any = 1,
) -> Tensor:
    """The convolution of sequences.

    Args:
      x: batch, time, channels.
      kernel: the kernel: time, channels in, channels out.
      strides: the distance between places.
      padding: "same", "valid" or "causal", where an output depends on earlier inputs only.
      data_format: "channels_last" or "channels_first".
      dilation_rate: the distance between the elements of the kernel.

    >>> from penstock.keras import backend as K
    >>> K.conv1d(K.zeros((1, 9, 2)), K.zeros((3, 2, 4)), padding="causal").shape.as_list()
    [1, 9, 4]
    """
    data_format = checked_data_format(data_format)
    if padding == "causal":
        x = temporal_padding(x, (dilation_rate * (kernel.shape.as_list()[0] - 1), 0))
        padding = "valid"
    return _convolution(x, kernel, strides, padding, data_format, dilation_rate, 1)


@export("keras.backend.conv2d")
def conv2d(
    x: TensorLike,
    kernel: TensorLike,
    strides: int | Sequence[int] = (1, 1),
    padding: str = "valid",
    data_format: str | None = None,
    dilation_rate: int | Sequence[int] = (1, 1),
) -> Tensor:
    """The convolution of images.

    Args:
      x: a tensor or variable: the batch, the axes of space, and the channels last or first.
      kernel: the kernel: its size, the channels of `x`, the channels of the result.
      strides: how far windows are apart, a number for each axis of space.
      padding: "same" or "valid".
      data_format: "channels_last" or "channels_first"; None for that of `image_data_format()`.
      dilation_rate: how far elements of the kernel are apart.

    >>> from penstock.keras import backend as K
    >>> K.conv2d(K.zeros((1, 8, 8, 3)), K.zeros((3, 3, 3, 4)), padding="same").shape.as_list()
    [1, 8, 8, 4]
    """
    return _convolution(x, kernel, strides, padding, checked_data_format(data_format), dilation_rate, 2)


@export("keras.backend.conv3d")
def conv3d(
    x: TensorLike,
    kernel: TensorLike,
    strides: int | Sequence[int] = (1, 1, 1),
    padding: str = "valid",
    data_format: str | None = None,
    dilation_rate: int | Sequence[int] = (1, 1, 1),
) -> Tensor:
    """The convolution of volumes.

    Args:
      x: a tensor or variable: the batch, the axes of space, and the channels last or first.
      kernel: the kernel: its size, the channels of `x`, the channels of the result.
      strides: how far windows are apart, a number for each axis of space.
      padding: "same" or "valid".
      data_format: "channels_last" or "channels_first"; None for that of `image_data_format()`.
      dilation_rate: how far elements of the kernel are apart.

    >>> from penstock.keras import backend as K
    >>> K.conv3d(K.zeros((1, 4, 4, 4, 3)), K.zeros((3, 3, 3, 3, 5))).shape.as_list()
    [1, 2, 2, 2, 5]
    """
    return _convolution(x, kernel, strides, padding, checked_data_format(data_format), dilation_rate, 3)


@export("keras.backend.conv2d_transpose")
def conv2d_transpose(
    x: TensorLike,
    kernel: TensorOrVariable,
    output_shape: Any,
    strides: Sequence[int] = (1, 1),
    padding: str = "valid",
    data_format: str | None = None,
    dilation_rate: Sequence[int] = (1, 1),
) -> Tensor:
    """The transposed convolution of images, which undoes the shape of a convolution.

    Args:
      x: a batch of images.
      kernel: the kernel: height, width, channels out, channels in.
      output_shape: the shape of the result.
      strides: the distance between places.
      padding: "same" or "valid".
      data_format: "channels_last" or "channels_first".
      dilation_rate: the distance between the elements of the kernel; the same in both directions.

    >>> from penstock.keras import backend as K
    >>> K.conv2d_transpose(K.zeros((1, 4, 4, 3)), K.zeros((2, 2, 5, 3)), (1, 8, 8, 5), (2, 2)).shape.as_list()
    [1, 8, 8, 5]
    """
    data_format = checked_data_format(data_format)
    x = _channels_last(x, 2, data_format)
    if data_format == "channels_first":
        output_shape = (output_shape[0], output_shape[2], output_shape[3], output_shape[1])
    if output_shape[0] is None:
        output_shape = (shape(x)[0], *output_shape[1:])
    if isinstance(output_shape, (tuple, list)):
        output_shape = tf.stack(list(output_shape))
    padding = _padding(padding)
    if tuple(dilation_rate) == (1, 1):
        x = tf.nn.conv2d_transpose(x, kernel, output_shape, (1, *strides, 1), padding=padding, data_format="NHWC")
    else:
        assert dilation_rate[0] == dilation_rate[1]
        x = tf.nn.atrous_conv2d_transpose(x, kernel, output_shape, rate=dilation_rate[0], padding=padding)
    return _as_it_was(x, 2, data_format)


def conv3d_transpose(
    x: TensorLike,
    kernel: TensorOrVariable,
    output_shape: Any,
    strides: Sequence[int] = (1, 1, 1),
    padding: str = "valid",
    data_format: str | None = None,
) -> Tensor:
    """The transposed convolution of volumes."""
    data_format = checked_data_format(data_format)
    if isinstance(output_shape, (tuple, list)):
        output_shape = tf.stack(output_shape)
    x = _channels_last(x, 3, data_format)
    if data_format == "channels_first":
        output_shape = tuple(output_shape[i] for i in (0, 2, 3, 4, 1))
    x = tf.nn.conv3d_transpose(
        x, kernel, output_shape, (1, *strides, 1), padding=_padding(padding), data_format="NDHWC"
    )
    return _as_it_was(x, 3, data_format)


def separable_conv1d(
    x: TensorLike,
    depthwise_kernel: TensorLike,
    pointwise_kernel: TensorLike,
    strides: int | Sequence[int] = 1,
    padding: str = "valid",
    data_format: str | None = None,
    dilation_rate: int | Sequence[int] = 1,
) -> Tensor:
    """The convolution of sequences, first within channels, then across them."""
    data_format = checked_data_format(data_format)
    strides = (strides,) if isinstance(strides, int) else tuple(strides)
    dilation_rate = (dilation_rate,) if isinstance(dilation_rate, int) else tuple(dilation_rate)
    x = tf.expand_dims(_channels_last(x, 1, data_format), 1)
    x = tf.nn.separable_conv2d(
        x,
        tf.expand_dims(depthwise_kernel, 0),
        tf.expand_dims(pointwise_kernel, 0),
        strides=(1, *strides, *strides, 1),
        padding=_padding(padding),
        rate=(1, *dilation_rate),
        data_format="NHWC",
    )
    return _as_it_was(tf.squeeze(x, [1]), 1, data_format)


@export("keras.backend.separable_conv2d")
def separable_conv2d(
    x: TensorLike,
    depthwise_kernel: TensorLike,
    pointwise_kernel: TensorLike,
    strides: Sequence[int] = (1, 1),
    padding: str = "valid",
    data_format: str | None = None,
    dilation_rate: int | Sequence[int] = (1, 1),
) -> Tensor:
    """The convolution of images, first within channels, then across them.

    Args:
      x: a tensor or variable: the batch, the axes of space, and the channels last or first.
      depthwise_kernel: a kernel for each channel.
      pointwise_kernel: the kernel of size one that mixes the channels.
      strides: how far windows are apart, a number for each axis of space.
      padding: "same" or "valid".
      data_format: "channels_last" or "channels_first"; None for that of `image_data_format()`.
      dilation_rate: how far elements of the kernel are apart.

    >>> from penstock.keras import backend as K
    >>> K.separable_conv2d(K.zeros((1, 8, 8, 3)), K.zeros((3, 3, 3, 2)), K.zeros((1, 1, 6, 5))).shape.as_list()
    [1, 6, 6, 5]
    """
    data_format = checked_data_format(data_format)
    if len(strides) != 2:
        raise ValueError("`strides` must be a tuple of 2 integers.")
    x = tf.nn.separable_conv2d(
        _channels_last(x, 2, data_format),
        depthwise_kernel,
        pointwise_kernel,
        strides=(1, *strides, 1),
        padding=_padding(padding),
        rate=dilation_rate,
        data_format="NHWC",
    )
    return _as_it_was(x, 2, data_format)


def depthwise_conv2d(
    x: TensorLike,
    depthwise_kernel: TensorLike,
    strides: Sequence[int] = (1, 1),
    padding: str = "valid",
    data_format: str | None = None,
    dilation_rate: int | Sequence[int] = (1, 1),
) -> Tensor:
    """The convolution of images within each channel."""
    data_format = checked_data_format(data_format)
    x = tf.nn.depthwise_conv2d(
        _channels_last(x, 2, data_format),
        depthwise_kernel,
        strides=(1, *strides, 1),
        padding=_padding(padding),
        rate=dilation_rate,
        data_format="NHWC",
    )
    return _as_it_was(x, 2, data_format)


# -- pooling ----------------------------------------------------------------------------------------------------------


def _pool(
    x: TensorOrVariable,
    size: Sequence[int],
    strides: Sequence[int],
    padding: str,
    data_format: str | None,
    mode: str,
    axes: int,
) -> Tensor:
    data_format = checked_data_format(data_format)
    functions = {("max", 2): "max_pool", ("avg", 2): "avg_pool", ("max", 3): "max_pool3d", ("avg", 3): "avg_pool3d"}
    x = _channels_last(x, axes, data_format)
    padding = _padding(padding)
    if (mode, axes) not in functions:
        raise ValueError("Invalid pooling mode: " + str(mode))
    function = getattr(tf.nn, functions[mode, axes])
    x = function(x, (1, *size, 1), (1, *strides, 1), padding=padding, data_format=_LAST[axes])
    return _as_it_was(x, axes, data_format)


@export("keras.backend.pool2d")
def pool2d(
    x: TensorOrVariable,
    pool_size: Any,
    strides: Any = (1, 1),
    padding: str = "valid",
    data_format: str | None = None,
    pool_mode: str = "max",
) -> Tensor:
    """The largest element, or the mean, of each window of images.

    Args:
      x: a batch of images.
      pool_size: height and width of a window.
      strides: the distance between windows.
      padding: "same" or "valid".
      data_format: "channels_last" or "channels_first".
      pool_mode: "max" or "avg".

    Raises:
      ValueError: an argument has another form.

    >>> from penstock.keras import backend as K
    >>> K.pool2d(K.zeros((1, 8, 8, 3)), (2, 2), (2, 2)).shape.as_list()
    [1, 4, 4, 3]
    """
    checked_data_format(data_format)
    if len(pool_size) != 2:
        raise ValueError("`pool_size` must be a tuple of 2 integers.")
    if len(strides) != 2:
        raise ValueError("`strides` must be a tuple of 2 integers.")
    return _pool(x, pool_size, strides, padding, data_format, pool_mode, 2)


@export("keras.backend.pool3d")
def pool3d(
    x: TensorOrVariable,
    pool_size: Sequence[int],
    strides: Sequence[int] = (1, 1, 1),
    padding: str = "valid",
    data_format: str | None = None,
    pool_mode: str = "max",
) -> Tensor:
    """The largest element, or the mean, of each window of volumes.

    Args:
      x: a tensor or variable: the batch, the axes of space, and the channels last or first.
      pool_size: the size of a window, three numbers.
      strides: how far windows are apart, a number for each axis of space.
      padding: "same" or "valid".
      data_format: "channels_last" or "channels_first"; None for that of `image_data_format()`.
      pool_mode: "max" or "avg".

    >>> from penstock.keras import backend as K
    >>> K.pool3d(K.zeros((1, 8, 8, 8, 3)), (2, 2, 2), (2, 2, 2)).shape.as_list()
    [1, 4, 4, 4, 3]
    """
    return _pool(x, pool_size, strides, padding, data_format, pool_mode, 3)


# -- a kernel for each place ------------------------------------------------------------------------------------------


def local_conv(
    inputs: TensorOrVariable,
    kernel: TensorOrVariable,
    kernel_size: Sequence[int],
    strides: Sequence[int],
    output_shape: Any,
    data_format: str | None = None,
) -> Tensor:
    """A convolution with another kernel at each place of the output."""
    data_format = checked_data_format(data_format)
    kernel_shape = int_shape(kernel)
    assert kernel_shape is not None
    axes = len(output_shape)
    patches = []
    for place in itertools.product(*[range(int(size)) for size in output_shape]):
        window = [slice(p * strides[i], p * strides[i] + kernel_size[i]) for i, p in enumerate(place)]
        whole = slice(None)
        slices = [whole, whole, *window] if data_format == "channels_first" else [whole, *window, whole]
        patches.append(reshape(inputs[tuple(slices)], (1, -1, kernel_shape[1])))
    output = batch_dot(concatenate(patches, axis=0), kernel)
    output = reshape(output, (*output_shape, -1, kernel_shape[-1]))
    places = list(range(axes))
    order = [axes, axes + 1, *places] if data_format == "channels_first" else [axes, *places, axes + 1]
    return permute_dimensions(output, order)


@export("keras.backend.local_conv1d")
def local_conv1d(
    inputs: TensorOrVariable,
    kernel: TensorOrVariable,
    kernel_size: Sequence[int],
    strides: Sequence[int],
    data_format: str | None = None,
) -> Tensor:
    """A convolution of sequences with another kernel at each place.

    Args:
      inputs: batch, time, channels.
      kernel: places, elements of a window, channels out.
      kernel_size: the length of a window, in a tuple.
      strides: the distance between windows, in a tuple.
      data_format: "channels_last" or "channels_first".

    >>> from penstock.keras import backend as K
    >>> K.local_conv1d(K.zeros((1, 5, 2)), K.zeros((4, 4, 3)), (2,), (1,)).shape.as_list()
    [1, 4, 3]
    """
    return local_conv(inputs, kernel, kernel_size, strides, (kernel.shape[0],), data_format)


@export("keras.backend.local_conv2d")
def local_conv2d(
    inputs: TensorOrVariable,
    kernel: TensorOrVariable,
    kernel_size: Sequence[int],
    strides: Sequence[int],
    output_shape: Any,
    data_format: str | None = None,
) -> Tensor:
    """A convolution of images with another kernel at each place.

    Args:
      inputs: images.
      kernel: a kernel for each place, `[places, elements of a window, filters]`.
      kernel_size: height and width of a window.
      strides: how far windows are apart, a number for each axis of space.
      output_shape: the rows and columns of the result.
      data_format: "channels_last" or "channels_first"; None for that of `image_data_format()`.

    >>> from penstock.keras import backend as K
    >>> K.local_conv2d(K.zeros((1, 3, 3, 2)), K.zeros((4, 8, 5)), (2, 2), (1, 1), (2, 2)).shape.as_list()
    [1, 2, 2, 5]
    """
    return local_conv(inputs, kernel, kernel_size, strides, output_shape, data_format)


# -- biases -----------------------------------------------------------------------------------------------------------


@export("keras.backend.bias_add")
def bias_add(x: TensorOrVariable, bias: Any, data_format: str | None = None) -> Tensor:
    """Adds a bias: a number for each channel, or for each element of an image.

    Args:
      x: a tensor or variable: the batch, the axes of space, and the channels last or first.
      bias: the bias, a vector or of the shape of an element of the batch.
      data_format: "channels_last" or "channels_first"; None for that of `image_data_format()`.

    Raises:
      ValueError: the data format is unknown, or the bias has another number of axes.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.bias_add(K.constant([[1.0, 2.0]]), K.constant([10.0, 20.0])))
    array([[11., 22.]], dtype=float32)
    """
    data_format = checked_data_format(data_format)
    size, rank = int_shape(bias), ndim(x)
    assert size is not None and rank is not None
    if len(size) != 1 and len(size) != rank - 1:
        raise ValueError(f"Unexpected bias dimensions {len(size)}, expect to be 1 or {rank} dimensions")
    if rank not in (3, 4, 5):
        return tf.nn.bias_add(x, bias)
    if data_format == "channels_first":
        if len(size) == 1:
            return x + reshape(bias, (1, size[0], *[1] * (rank - 2)))
        return x + reshape(bias, (1, size[-1], *size[:-1]))
    if len(size) > 1:
        return x + reshape(bias, (1, *size))
    if rank == 4:
        return tf.nn.bias_add(x, bias, data_format="NHWC")
    # 1.15 gave the bias of a volume one axis less, which comes to the same.
    return x + reshape(bias, (1, 1, size[0]) if rank == 3 else (1, 1, 1, size[0]))
