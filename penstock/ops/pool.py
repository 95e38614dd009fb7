"""The public functions of pooling: `tf.nn.max_pool` and its relatives, normalization over channels, morphology."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import dtypes, stack
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.ops import pool_kernels as _kernels  # noqa: F401 - registers the operations
from penstock.ops._define import function
from penstock.ops._grad_util import shape_of
from penstock.ops.conv import _channel_index, dynamic_paddings, either, sequence
from penstock.ops.conv_nd import _flat_format, spatial_pair

# Per number of spatial axes: formats with channels last and second.
_FORMATS = {1: ("NWC", "NCW"), 2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}
_OPERATIONS = {("MAX", 2): "MaxPool", ("MAX", 3): "MaxPool3D", ("AVG", 2): "AvgPool", ("AVG", 3): "AvgPool3D"}


def _pooled(kind: str, n: int, x: Any, ksize: Any, strides: Any, padding: str, data_format: str, name: str) -> Any:
    """One pooling operation over 2 or 3 spatial axes; sizes may leave out batch and channels."""
    channel = _channel_index(data_format)
    op_type = _OPERATIONS[kind, n]
    return apply(
        op_type,
        name,
        **{"value" if op_type == "AvgPool" else "input": x},
        ksize=sequence(ksize, n, channel, "ksize"),
        strides=sequence(strides, n, channel, "strides"),
        padding=padding,
        data_format=data_format,
    )


@export("nn.max_pool")
def max_pool(
    value: Any,
    ksize: Any,
    strides: Any,
    padding: str,
    data_format: str = "NHWC",
    name: str | None = None,
    input: Any = None,  # noqa: A002
) -> Any:
    """Takes the largest value in each window.

    Args:
      value: a tensor `[batch, height, width, channels]` (or as `data_format` says).
      ksize: window sizes: a number, one per spatial axis, or one per axis of `value`; or a tensor of four.
      strides: distances between windows, given like `ksize`.
      padding: "SAME" or "VALID".
      data_format: "NHWC" or "NCHW".
      name: a name for the operation.
      input: the newer name of `value`.

    Returns:
      The maxima.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     tf.nn.max_pool(tf.zeros([1, 28, 28, 3]), [1, 2, 2, 1], [1, 2, 2, 1], "SAME").shape.as_list()
    [1, 14, 14, 3]
    """
    value = either("input", input, "value", value)
    with name_scope(name, "MaxPool", [value]) as scope:
        if isinstance(ksize, Tensor) or isinstance(strides, Tensor):
            return apply(
                "MaxPoolV2",
                scope,
                input=value,
                ksize=ksize,
                strides=strides,
                padding=padding,
                data_format=data_format or "NHWC",
            )
        if np.any(np.equal(ksize, 0)):
            raise ValueError(f"ksize cannot be zero: {ksize}")
        return _pooled("MAX", 2, value, ksize, strides, padding, data_format or "NHWC", scope)


@export("nn.avg_pool", "nn.avg_pool2d")
def avg_pool(
    value: Any,
    ksize: Any,
    strides: Any,
    padding: str,
    data_format: str = "NHWC",
    name: str | None = None,
    input: Any = None,  # noqa: A002
) -> Any:
    """Takes the mean of each window, without the padding; arguments as in `max_pool`."""
    value = either("input", input, "value", value)
    with name_scope(name, "AvgPool", [value]) as scope:
        return _pooled("AVG", 2, value, ksize, strides, padding, data_format or "NHWC", scope)


@export("nn.max_pool2d")
def max_pool2d(
    input: Any,  # noqa: A002
    ksize: Any,
    strides: Any,
    padding: str,
    data_format: str = "NHWC",
    name: str | None = None,
) -> Any:
    """Takes the largest value in each window of images; arguments as in `max_pool`."""
    with name_scope(name, "MaxPool2d", [input]) as scope:
        return _pooled("MAX", 2, input, ksize, strides, padding, data_format or "NHWC", scope)


@export("nn.max_pool3d")
def max_pool3d(
    input: Any,  # noqa: A002
    ksize: Any,
    strides: Any,
    padding: str,
    data_format: str = "NDHWC",
    name: str | None = None,
) -> Any:
    """Takes the largest value in each window of volumes `[batch, depth, height, width, channels]`."""
    with name_scope(name, "MaxPool3D", [input]) as scope:
        return _pooled("MAX", 3, input, ksize, strides, padding, data_format or "NDHWC", scope)


@export("nn.avg_pool3d")
def avg_pool3d(
    input: Any,  # noqa: A002
    ksize: Any,
    strides: Any,
    padding: str,
    data_format: str = "NDHWC",
    name: str | None = None,
) -> Any:
    """Takes the mean of each window of volumes `[batch, depth, height, width, channels]`."""
    with name_scope(name, "AvgPool3D", [input]) as scope:
        return _pooled("AVG", 3, input, ksize, strides, padding, data_format or "NDHWC", scope)


def _pooled_sequence(
    kind: str, x: Any, ksize: Any, strides: Any, padding: str, data_format: str | None, scope: str
) -> Any:
    flat, axis = _flat_format(data_format)
    channel = 1 if flat == "NCHW" else 2
    ksize = [1, *sequence(ksize, 1, channel, "ksize")]
    strides = [1, *sequence(strides, 1, channel, "strides")]
    expanded = apply("ExpandDims", input=x, dim=axis)
    result = _pooled(kind, 2, expanded, ksize, strides, padding, flat, scope)
    return apply("Squeeze", input=result, squeeze_dims=[axis])


@export("nn.max_pool1d")
def max_pool1d(
    input: Any,  # noqa: A002
    ksize: Any,
    strides: Any,
    padding: str,
    data_format: str = "NWC",
    name: str | None = None,
) -> Any:
    """Takes the largest value in each window of sequences `[batch, width, channels]`."""
    with name_scope(name, "MaxPool1d", [input]) as scope:
        return _pooled_sequence("MAX", input, ksize, strides, padding, data_format, scope)


@export("nn.avg_pool1d")
def avg_pool1d(
    input: Any,  # noqa: A002
    ksize: Any,
    strides: Any,
    padding: str,
    data_format: str = "NWC",
    name: str | None = None,
) -> Any:
    """Takes the mean of each window of sequences `[batch, width, channels]`."""
    with name_scope(name, "AvgPool1D", [input]) as scope:
        return _pooled_sequence("AVG", input, ksize, strides, padding, data_format, scope)


def _any_rank(kind: str, x: Any, ksize: Any, strides: Any, padding: str, data_format: Any, name: str | None) -> Any:
    x = convert_to_tensor(x, name="input")
    second = data_format is not None and data_format.startswith("NC")
    if x.shape.ndims is not None:
        n = x.shape.ndims - 2
    elif data_format is not None:
        n = len(data_format) - 2
    else:
        raise ValueError("The input must have a rank or a data format must be given")
    if not 1 <= n <= 3:
        raise ValueError(f"Input tensor must be of rank 3, 4 or 5 but was {n + 2}.")
    suffix = {1: "1d", 2: "2d", 3: "3D"} if kind == "MAX" else {1: "1D", 2: "", 3: "3D"}
    with name_scope(name, f"{'MaxPool' if kind == 'MAX' else 'AvgPool'}{suffix[n]}", [x]) as scope:
        if n == 1:
            return _pooled_sequence(kind, x, ksize, strides, padding, _FORMATS[1][second], scope)
        return _pooled(kind, n, x, ksize, strides, padding, _FORMATS[n][second], scope)


@export("nn.max_pool_v2")
def max_pool_v2(
    input: Any,  # noqa: A002
    ksize: Any,
    strides: Any,
    padding: str,
    data_format: str | None = None,
    name: str | None = None,
) -> Any:
    """Takes the largest value in each window over one, two or three spatial axes, as many as `input` has."""
    return _any_rank("MAX", input, ksize, strides, padding, data_format, name)


@export("nn.avg_pool_v2")
def avg_pool_v2(
    input: Any,  # noqa: A002
    ksize: Any,
    strides: Any,
    padding: str,
    data_format: str | None = None,
    name: str | None = None,
) -> Any:
    """Takes the mean of each window over one, two or three spatial axes, as many as `input` has."""
    return _any_rank("AVG", input, ksize, strides, padding, data_format, name)


@export("nn.max_pool_with_argmax")
def max_pool_with_argmax(
    input: Any,  # noqa: A002
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: str,
    data_format: str = "NHWC",
    Targmax: Any = None,  # noqa: N803 - the public name
    name: str | None = None,
    output_dtype: Any = None,
    include_batch_in_index: bool = False,
) -> Any:
    """Takes the largest value in each window, and where it was.

    Args:
      input: a tensor `[batch, height, width, channels]`.
      ksize: window sizes, one per axis.
      strides: distances between windows, one per axis.
      padding: "SAME" or "VALID".
      data_format: "NHWC".
      Targmax: type of the indices, int64 by default.
      name: a name for the operation.
      output_dtype: the newer name of `Targmax`.
      include_batch_in_index: whether indices count from the start of the batch instead of the image.

    Returns:
      (maxima, flat indices of the first maximum in each window).
    """
    if data_format != "NHWC":
        raise ValueError("Data formats other than 'NHWC' are not yet supported")
    kind = either("output_dtype", output_dtype, "Targmax", Targmax)
    return apply(
        "MaxPoolWithArgmax",
        name,
        input=input,
        ksize=list(ksize),
        strides=list(strides),
        padding=padding,
        Targmax=dtypes.int64 if kind is None else kind,
        include_batch_in_index=include_batch_in_index,
    )


@export("nn.pool")
def pool(
    input: Any,  # noqa: A002
    window_shape: Sequence[int],
    pooling_type: str,
    padding: str,
    dilation_rate: Any = None,
    strides: Any = None,
    name: str | None = None,
    data_format: str | None = None,
    dilations: Any = None,
) -> Any:
    """Pools over one, two or three spatial axes, as many as `window_shape` has.

    Args:
      input: a tensor `[batch, *spatial axes, channels]`; channels come second if `data_format` starts with "NC".
      window_shape: window sizes, one per spatial axis.
      pooling_type: "MAX" or "AVG".
      padding: "SAME" or "VALID"; dilated windows need "VALID".
      dilation_rate: distances between the elements of a window, one per spatial axis.
      strides: distances between windows, one per spatial axis; must be 1 with dilated windows.
      name: a name for the operation.
      data_format: None or "N...C" for channels last, "NC..." for channels second.
      dilations: the newer name of `dilation_rate`.

    Returns:
      The pooled tensor.

    Raises:
      ValueError: arguments do not fit together.
    """
    dilation_rate = either("dilations", dilations, "dilation_rate", dilation_rate)
    kind = pooling_type.upper() if isinstance(pooling_type, str) else pooling_type
    with name_scope(name, f"{kind.lower()}_pool", [input]) as scope:
        x = convert_to_tensor(input, name="input")
        n = len(window_shape)
        if not 1 <= n <= 3:
            raise ValueError("num_spatial_dims must be 1, 2 or 3")
        if kind not in ("MAX", "AVG"):
            raise ValueError("pooling_type must be MAX or AVG")
        if x.shape.ndims is not None and x.shape.ndims != n + 2:
            raise ValueError(f"Shape must be rank {n + 2} but is rank {x.shape.ndims}")
        stride, rate = spatial_pair(n, strides, dilation_rate)
        if padding == "SAME" and any(r > 1 for r in rate):
            raise ValueError("pooling with SAME padding is not implemented for dilation_rate > 1")
        if any(s > k for s, k in zip(stride, window_shape, strict=True)):
            raise ValueError(
                "strides > window_shape not supported due to inconsistency between CPU and GPU implementations"
            )
        second = data_format is not None and data_format.startswith("NC")
        if all(r == 1 for r in rate):
            stack.current_graph()._count(1)  # the rate, a constant
            return _pool_axes(kind, n, x, window_shape, stride, padding, second, scope)
        with stack.current_graph()._counted_as(12 + dynamic_paddings(x)):
            return _dilated_pool(kind, n, x, window_shape, rate, padding, second, scope)


def _pool_axes(
    kind: str, n: int, x: Any, window: Any, stride: list[int], padding: str, second: bool, scope: str
) -> Any:
    window = [int(k) for k in window]
    if n == 1:
        return _pooled_sequence(kind, x, window, stride, padding, _FORMATS[1][second], scope)
    return _pooled(kind, n, x, window, stride, padding, _FORMATS[n][second], scope)


def _dilated_pool(
    kind: str, n: int, x: Any, window: Any, rate: list[int], padding: str, second: bool, scope: str
) -> Any:
    """Pools interleaved sub-images, one per offset within the rate, and weaves the results together again."""
    if second:
        x = apply("Transpose", x=x, perm=[0, *range(2, n + 2), 1])
    # The sub-images must be of equal size: padding at the end, which the crops take away again.
    if x.shape.ndims is not None and None not in x.shape.as_list()[1:-1]:
        pads: Any = np.asarray(
            [[0, -size % r] for size, r in zip(x.shape.as_list()[1:-1], rate, strict=True)], np.int32
        )
    else:
        sizes = shape_of(x)[1 : n + 1]
        rest = apply("FloorMod", x=apply("Neg", x=sizes), y=np.asarray(rate, np.int32))
        pads = apply("Pack", values=[apply("ZerosLike", x=rest), rest], axis=1)
    block = np.asarray(rate, np.int32)
    parts = apply("SpaceToBatchND", input=x, block_shape=block, paddings=pads)
    pooled = _pool_axes(kind, n, parts, window, [1] * n, padding, False, scope)
    result = apply("BatchToSpaceND", input=pooled, block_shape=block, crops=pads)
    return apply("Transpose", x=result, perm=[0, n + 1, *range(1, n + 1)]) if second else result


# -- normalization over channels ------------------------------------------------------------------------------------------

local_response_normalization = export("nn.local_response_normalization", "nn.lrn")(
    function(
        "LRN",
        "Divides each value by a power of the weighted sum of squares of the neighbouring channels.",
        "input", "depth_radius", "bias", "alpha", "beta",
    )
)  # fmt: skip


# -- morphology -----------------------------------------------------------------------------------------------------------


@export("nn.dilation2d")
def dilation2d(
    input: Any,  # noqa: A002
    filter: Any = None,  # noqa: A002
    strides: Any = None,
    rates: Any = None,
    padding: str | None = None,
    name: str | None = None,
    filters: Any = None,
    dilations: Any = None,
) -> Any:
    """Computes the grayscale dilation of images: the largest value of `input + filter` in each window.

    Args:
      input: a tensor `[batch, height, width, channels]`.
      filter: a tensor `[height, width, channels]`.
      strides: distances between windows, one per axis.
      rates: distances between the elements of the filter, one per axis.
      padding: "SAME" or "VALID".
      name: a name for the operation.
      filters: the newer name of `filter`.
      dilations: the newer name of `rates`.

    Returns:
      The dilated images.
    """
    return apply(
        "Dilation2D",
        name,
        input=input,
        filter=either("filters", filters, "filter", filter),
        strides=list(strides),
        rates=list(either("dilations", dilations, "rates", rates)),
        padding=padding,
    )


@export("nn.erosion2d")
def erosion2d(value: Any, kernel: Any, strides: Any, rates: Any, padding: str, name: str | None = None) -> Any:
    """Computes the grayscale erosion of images: the smallest value of `value - kernel` in each window."""
    with name_scope(name, "erosion2d", [value, kernel]) as scope:
        dilated = dilation2d(
            apply("Neg", x=value),
            apply("ReverseV2", tensor=kernel, axis=[0, 1]),
            strides,
            rates,
            padding,
            name=scope,
        )
        return apply("Neg", x=dilated)
