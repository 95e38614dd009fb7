"""The public functions of pooling: `tf.nn.max_pool` and its relatives, normalization over channels, morphology."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, SizesLike, TensorLike
from penstock.ops.common.definitions import function
from penstock.ops.nn.convolution.any_rank import _flat_format, spatial_pair
from penstock.ops.nn.convolution.conv2d import _channel_index, either, sequence
from penstock.ops.nn.pooling import kernels as _kernels  # noqa: F401 - registers the operations

# Per number of spatial axes: formats with channels last and second.
_FORMATS = {1: ("NWC", "NCW"), 2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}
_OPERATIONS = {("MAX", 2): "MaxPool", ("MAX", 3): "MaxPool3D", ("AVG", 2): "AvgPool", ("AVG", 3): "AvgPool3D"}


def _pooled(
    kind: str, n: int, x: TensorLike, ksize: SizesLike, strides: SizesLike, padding: str, data_format: str, name: str
) -> Any:
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
    value: TensorLike,
    ksize: SizesLike,
    strides: SizesLike,
    padding: str,
    data_format: str = "NHWC",
    name: str | None = None,
    input: TensorLike | None = None,  # noqa: A002
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
    value: TensorLike,
    ksize: SizesLike,
    strides: SizesLike,
    padding: str,
    data_format: str = "NHWC",
    name: str | None = None,
    input: TensorLike | None = None,  # noqa: A002
) -> Any:
    """Takes the mean of each window, without the padding; arguments as in `max_pool`.

    Args:
      value, input: images `[batch, height, width, channels]`; `input` is the name in 2.x.
      ksize: the size of the window in each dimension.
      strides: how far windows are apart in each dimension.
      padding: "SAME" or "VALID".
      data_format: "NHWC" or "NCHW".
      name: a name for the operation.

    >>> import penstock as tf
    >>> x = tf.reshape([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0], [1, 2, 4, 1])
    >>> tf.Session().run(tf.nn.avg_pool(x, [1, 2, 2, 1], [1, 2, 2, 1], "VALID")).ravel().tolist()
    [3.5, 5.5]
    """
    value = either("input", input, "value", value)
    with name_scope(name, "AvgPool", [value]) as scope:
        return _pooled("AVG", 2, value, ksize, strides, padding, data_format or "NHWC", scope)


@export("nn.max_pool2d")
def max_pool2d(
    input: TensorLike,  # noqa: A002
    ksize: SizesLike,
    strides: SizesLike,
    padding: str,
    data_format: str = "NHWC",
    name: str | None = None,
) -> Any:
    """Takes the largest value in each window of images; arguments as in `max_pool`.

    Args:
      input: images `[batch, height, width, channels]`.
      ksize: the size of the window in each dimension.
      strides: how far windows are apart in each dimension.
      padding: "SAME" or "VALID".
      data_format: "NHWC" or "NCHW".
      name: a name for the operation.

    >>> import penstock as tf
    >>> x = tf.reshape([1.0, 2.0, 3.0, 4.0, 8.0, 7.0, 6.0, 5.0], [1, 2, 4, 1])
    >>> tf.Session().run(tf.nn.max_pool2d(x, 2, 2, "VALID")).ravel().tolist()
    [8.0, 6.0]
    """
    with name_scope(name, "MaxPool2d", [input]) as scope:
        return _pooled("MAX", 2, input, ksize, strides, padding, data_format or "NHWC", scope)


@export("nn.max_pool3d")
def max_pool3d(
    input: TensorLike,  # noqa: A002
    ksize: SizesLike,
    strides: SizesLike,
    padding: str,
    data_format: str = "NDHWC",
    name: str | None = None,
) -> Any:
    """Takes the largest value in each window of volumes `[batch, depth, height, width, channels]`.

    Args:
      input: the volumes.
      ksize: window sizes, one per axis or per spatial axis, or one for all of these.
      strides: distances between windows, likewise.
      padding: "SAME" or "VALID".
      data_format: "NDHWC".
      name: a name for the operation.

    >>> import penstock as tf
    >>> x = tf.reshape(tf.range(16.0), [1, 2, 2, 4, 1])
    >>> tf.Session().run(tf.nn.max_pool3d(x, 2, 2, "VALID")).ravel().tolist()
    [13.0, 15.0]
    """
    with name_scope(name, "MaxPool3D", [input]) as scope:
        return _pooled("MAX", 3, input, ksize, strides, padding, data_format or "NDHWC", scope)


@export("nn.avg_pool3d")
def avg_pool3d(
    input: TensorLike,  # noqa: A002
    ksize: SizesLike,
    strides: SizesLike,
    padding: str,
    data_format: str = "NDHWC",
    name: str | None = None,
) -> Any:
    """Takes the mean of each window of volumes `[batch, depth, height, width, channels]`.

    Args:
      input: the volumes.
      ksize: window sizes, one per axis or per spatial axis, or one for all of these.
      strides: distances between windows, likewise.
      padding: "SAME" or "VALID".
      data_format: "NDHWC".
      name: a name for the operation.

    >>> import penstock as tf
    >>> x = tf.reshape(tf.range(16.0), [1, 2, 2, 4, 1])
    >>> tf.Session().run(tf.nn.avg_pool3d(x, 2, 2, "VALID")).ravel().tolist()
    [6.5, 8.5]
    """
    with name_scope(name, "AvgPool3D", [input]) as scope:
        return _pooled("AVG", 3, input, ksize, strides, padding, data_format or "NDHWC", scope)


def _pooled_sequence(
    kind: str, x: TensorLike, ksize: SizesLike, strides: SizesLike, padding: str, data_format: str | None, scope: str
) -> Tensor:
    flat, axis = _flat_format(data_format)
    channel = 1 if flat == "NCHW" else 2
    ksize = [1, *sequence(ksize, 1, channel, "ksize")]
    strides = [1, *sequence(strides, 1, channel, "strides")]
    expanded = apply("ExpandDims", input=x, dim=axis)
    result = _pooled(kind, 2, expanded, ksize, strides, padding, flat, scope)
    return apply("Squeeze", input=result, squeeze_dims=[axis])


@export("nn.max_pool1d")
def max_pool1d(
    input: TensorLike,  # noqa: A002
    ksize: SizesLike,
    strides: SizesLike,
    padding: str,
    data_format: str = "NWC",
    name: str | None = None,
) -> Tensor:
    """Takes the largest value in each window of sequences `[batch, width, channels]`.

    Args:
      input: the sequences.
      ksize: the size of a window.
      strides: the distance between windows.
      padding: "SAME" or "VALID".
      data_format: "NWC", or "NCW" for channels second.
      name: a name for the operation.

    >>> import penstock as tf
    >>> x = tf.reshape([1.0, 3.0, 5.0, 2.0], [1, 4, 1])
    >>> tf.Session().run(tf.nn.max_pool1d(x, 2, 2, "VALID")).ravel().tolist()
    [3.0, 5.0]
    """
    with name_scope(name, "MaxPool1d", [input]) as scope:
        return _pooled_sequence("MAX", input, ksize, strides, padding, data_format, scope)


@export("nn.avg_pool1d")
def avg_pool1d(
    input: TensorLike,  # noqa: A002
    ksize: SizesLike,
    strides: SizesLike,
    padding: str,
    data_format: str = "NWC",
    name: str | None = None,
) -> Tensor:
    """Takes the mean of each window of sequences `[batch, width, channels]`.

    Args:
      input: the sequences.
      ksize: the size of a window.
      strides: the distance between windows.
      padding: "SAME" or "VALID".
      data_format: "NWC", or "NCW" for channels second.
      name: a name for the operation.

    >>> import penstock as tf
    >>> x = tf.reshape([1.0, 3.0, 5.0, 11.0], [1, 4, 1])
    >>> tf.Session().run(tf.nn.avg_pool1d(x, 2, 2, "VALID")).ravel().tolist()
    [2.0, 8.0]
    """
    with name_scope(name, "AvgPool1D", [input]) as scope:
        return _pooled_sequence("AVG", input, ksize, strides, padding, data_format, scope)


def _any_rank(
    kind: str,
    x: TensorLike,
    ksize: SizesLike,
    strides: SizesLike,
    padding: str,
    data_format: str | None,
    name: str | None,
) -> Any:
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
    input: TensorLike,  # noqa: A002
    ksize: SizesLike,
    strides: SizesLike,
    padding: str,
    data_format: str | None = None,
    name: str | None = None,
) -> Any:
    """Takes the largest value in each window over one, two or three spatial axes, as many as `input` has.

    Args:
      input: a tensor `[batch, *spatial axes, channels]`.
      ksize: window sizes, one per spatial axis, or one for all.
      strides: distances between windows, likewise.
      padding: "SAME" or "VALID".
      data_format: "NWC", "NHWC", "NDHWC", or a format with channels second.
      name: a name for the operation.

    >>> import penstock as tf
    >>> x = tf.reshape([1.0, 3.0, 5.0, 2.0], [1, 4, 1])
    >>> tf.Session().run(tf.nn.max_pool_v2(x, 2, 2, "VALID")).ravel().tolist()
    [3.0, 5.0]
    """
    return _any_rank("MAX", input, ksize, strides, padding, data_format, name)


@export("nn.avg_pool_v2")
def avg_pool_v2(
    input: TensorLike,  # noqa: A002
    ksize: SizesLike,
    strides: SizesLike,
    padding: str,
    data_format: str | None = None,
    name: str | None = None,
) -> Any:
    """Takes the mean of each window over one, two or three spatial axes, as many as `input` has.

    Args:
      input: a tensor `[batch, *spatial axes, channels]`.
      ksize: window sizes, one per spatial axis, or one for all.
      strides: distances between windows, likewise.
      padding: "SAME" or "VALID".
      data_format: "NWC", "NHWC", "NDHWC", or a format with channels second.
      name: a name for the operation.

    >>> import penstock as tf
    >>> x = tf.reshape([1.0, 3.0, 5.0, 11.0], [1, 4, 1])
    >>> tf.Session().run(tf.nn.avg_pool_v2(x, 2, 2, "VALID")).ravel().tolist()
    [2.0, 8.0]
    """
    return _any_rank("AVG", input, ksize, strides, padding, data_format, name)


@export("nn.max_pool_with_argmax")
def max_pool_with_argmax(
    input: TensorLike,  # noqa: A002
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: str,
    data_format: str = "NHWC",
    Targmax: DTypeLike | None = None,  # noqa: N803 - the public name
    name: str | None = None,
    output_dtype: DTypeLike | None = None,
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

    >>> import penstock as tf
    >>> x = tf.reshape([1.0, 2.0, 3.0, 4.0, 8.0, 7.0, 6.0, 5.0], [1, 2, 4, 1])
    >>> found = tf.nn.max_pool_with_argmax(x, [1, 2, 2, 1], [1, 2, 2, 1], "VALID")
    >>> [y.ravel().tolist() for y in tf.Session().run(found)]
    [[8.0, 6.0], [4, 6]]
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
    input: TensorLike,  # noqa: A002
    window_shape: Sequence[int],
    pooling_type: str,
    padding: str,
    dilation_rate: SizesLike | None = None,
    strides: SizesLike | None = None,
    name: str | None = None,
    data_format: str | None = None,
    dilations: SizesLike | None = None,
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

    >>> import penstock as tf
    >>> x = tf.reshape([1.0, 3.0, 5.0, 2.0, 9.0], [1, 5, 1])
    >>> tf.Session().run(tf.nn.pool(x, [2], "MAX", "VALID")).ravel().tolist()
    [3.0, 5.0, 5.0, 9.0]
    >>> tf.Session().run(tf.nn.pool(x, [2], "AVG", "VALID", dilation_rate=[2])).ravel().tolist()
    [3.0, 2.5, 7.0]
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

        def pooled(moved: TensorLike, _: int, padding: str) -> Any:
            return _pool_axes(kind, n, moved, window_shape, stride, padding, second, scope)

        axes = range(2, n + 2) if second else range(1, n + 1)
        wrap = find("nn.with_space_to_batch")
        return wrap(x, rate, padding, pooled, filter_shape=window_shape, spatial_dims=axes)


def _pool_axes(
    kind: str, n: int, x: TensorLike, window: Any, stride: list[int], padding: str, second: bool, scope: str
) -> Any:
    window = [int(k) for k in window]
    if n == 1:
        return _pooled_sequence(kind, x, window, stride, padding, _FORMATS[1][second], scope)
    return _pooled(kind, n, x, window, stride, padding, _FORMATS[n][second], scope)


# -- normalization over channels ------------------------------------------------------------------------------------------

local_response_normalization = export("nn.local_response_normalization", "nn.lrn")(
    function(
        "LRN",
        "Divides each value by a power of the weighted sum of squares of the neighbouring channels.",
        "input", "depth_radius", "bias", "alpha", "beta",
        example=""">>> x = [[[[0.0, 3.0, 4.0]]]]
>>> tf.Session().run(tf.nn.lrn(x, depth_radius=1, bias=0.0, beta=1.0) * 25.0).round(4).tolist()
[[[[0.0, 3.0, 4.0]]]]""",
    )
)  # fmt: skip


# -- morphology -----------------------------------------------------------------------------------------------------------


@export("nn.dilation2d")
def dilation2d(
    input: TensorLike,  # noqa: A002
    filter: TensorLike | None = None,  # noqa: A002
    strides: Any = None,
    rates: TensorLike | None = None,
    padding: str | None = None,
    name: str | None = None,
    filters: Any = None,
    dilations: SizesLike | None = None,
) -> Tensor:
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

    >>> import penstock as tf
    >>> image, kernel = tf.reshape([1.0, 5.0, 2.0], [1, 1, 3, 1]), tf.reshape([0.0, 10.0], [1, 2, 1])
    >>> tf.Session().run(tf.nn.dilation2d(image, kernel, [1, 1, 1, 1], [1, 1, 1, 1], "VALID")).ravel().tolist()
    [15.0, 12.0]
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
def erosion2d(
    value: TensorLike, kernel: TensorLike, strides: SizesLike, rates: TensorLike, padding: str, name: str | None = None
) -> Tensor:
    """Computes the grayscale erosion of images: the smallest value of `value - kernel` in each window.

    Args:
      value: a tensor `[batch, height, width, channels]`.
      kernel: a tensor `[height, width, channels]`; it is read backwards.
      strides: distances between windows, one per axis.
      rates: distances between the elements of the kernel, one per axis.
      padding: "SAME" or "VALID".
      name: a name for the operations.

    >>> import penstock as tf
    >>> image, kernel = tf.reshape([1.0, 5.0, 2.0], [1, 1, 3, 1]), tf.reshape([0.0, 10.0], [1, 2, 1])
    >>> tf.Session().run(tf.nn.erosion2d(image, kernel, [1, 1, 1, 1], [1, 1, 1, 1], "VALID")).ravel().tolist()
    [-9.0, -5.0]
    """
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
