"""The public functions of convolution: `tf.nn.conv2d` and its relatives. Kernels and gradients are in `conv_kernels`.

Dilation is an attribute of the operations, so atrous convolutions are one operation; 1.15 built them from
SpaceToBatchND and BatchToSpaceND.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.tensor_shape import TensorShape
from penstock.ops import conv_kernels as _kernels  # noqa: F401 - registers the operations
from penstock.ops._define import function

# -- arguments --------------------------------------------------------------------------------------------------------


def either(new_name: str, new: Any, old_name: str, old: Any) -> Any:
    """The one of two spellings of an argument that was given."""
    if new is not None:
        if old is not None:
            raise ValueError(f"Cannot specify both '{old_name}' and '{new_name}'")
        return new
    return old


def sequence(value: Any, n: int, channel_index: int, name: str) -> list[int]:
    """Completes strides, dilations or window sizes to all axes: a number, one per spatial axis, or all of them."""
    if value is None:
        value = [1]
    elif not hasattr(value, "__len__"):
        value = [value]
    value = [int(v) for v in value]
    if len(value) == n + 2:
        return value
    if len(value) == 1:
        value = value * n
    elif len(value) != n:
        raise ValueError(f"{name} should be of length 1, {n} or {n + 2} but was {len(value)}")
    return [1, 1, *value] if channel_index == 1 else [1, *value, 1]


def _channel_index(data_format: str | None) -> int:
    return 1 if data_format is not None and data_format.startswith("NC") else -1


def _padding(padding: Any) -> tuple[Any, list[int]]:
    """(padding attribute, explicit_paddings attribute) of a padding argument, which may be a list of pairs."""
    if padding == "EXPLICIT":
        raise ValueError(
            '"EXPLICIT" is not a valid value for padding. To use explicit padding, the padding argument must be a list.'
        )
    if not isinstance(padding, (list, tuple)):
        return padding, []
    flat: list[int] = []
    for i, pair in enumerate(padding):
        if not isinstance(pair, (list, tuple)) or len(pair) != 2:
            size = f"has size {len(pair)}" if isinstance(pair, (list, tuple)) else "is not a list/tuple"
            raise ValueError(
                "When padding is a list, each element of padding must be a list/tuple of size 2. "
                f"Element with index {i} of padding {size}"
            )
        flat.extend(int(p) for p in pair)
    if len(padding) != 4:
        raise ValueError(f"When padding is a list, it must be of size 4. Got padding of size: {len(padding)}")
    return "EXPLICIT", flat


# -- two spatial axes ---------------------------------------------------------------------------------------------------


@export("nn.conv2d")
def conv2d(
    input: Any,  # noqa: A002 - the public name
    filter: Any = None,  # noqa: A002
    strides: Any = None,
    padding: Any = None,
    use_cudnn_on_gpu: bool = True,
    data_format: str | None = "NHWC",
    dilations: Any = (1, 1, 1, 1),
    name: str | None = None,
    filters: Any = None,
) -> Any:
    """Convolves images with filters.

    Args:
      input: a tensor `[batch, height, width, channels]` (or as `data_format` says).
      filter: a tensor `[height, width, input channels, output channels]`.
      strides: a number, one per spatial axis, or one per axis of `input`.
      padding: "SAME", "VALID", or a list of (before, after) pairs, one per axis.
      use_cudnn_on_gpu: kept for 1.x programs; XLA decides.
      data_format: "NHWC" or "NCHW".
      dilations: distances between the filter's elements, given like `strides`.
      name: a name for the operation.
      filters: the newer name of `filter`.

    Returns:
      The convolved images, of the type and data format of `input`.

    Raises:
      ValueError: shapes or arguments do not fit together.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     tf.nn.conv2d(tf.ones([1, 8, 8, 3]), tf.ones([3, 3, 3, 16]), [1, 2, 2, 1], "SAME").shape.as_list()
    [1, 4, 4, 16]
    """
    data_format = data_format or "NHWC"
    channel = _channel_index(data_format)
    padding, explicit = _padding(padding)
    return apply(
        "Conv2D",
        name,
        input=input,
        filter=either("filters", filters, "filter", filter),
        strides=sequence(strides, 2, channel, "strides"),
        padding=padding,
        use_cudnn_on_gpu=use_cudnn_on_gpu,
        explicit_paddings=explicit,
        data_format=data_format,
        dilations=sequence(dilations, 2, channel, "dilations"),
    )


@export("nn.conv2d_backprop_filter")
def conv2d_backprop_filter(
    input: Any,  # noqa: A002
    filter_sizes: Any,
    out_backprop: Any,
    strides: Any,
    padding: Any,
    use_cudnn_on_gpu: bool = True,
    data_format: str = "NHWC",
    dilations: Any = (1, 1, 1, 1),
    name: str | None = None,
) -> Any:
    """Computes the gradient of `conv2d` with respect to the filter, whose shape is `filter_sizes`."""
    padding, explicit = _padding(padding)
    return apply(
        "Conv2DBackpropFilter",
        name,
        input=input,
        filter_sizes=filter_sizes,
        out_backprop=out_backprop,
        strides=list(strides),
        padding=padding,
        use_cudnn_on_gpu=use_cudnn_on_gpu,
        explicit_paddings=explicit,
        data_format=data_format,
        dilations=list(dilations),
    )


@export("nn.conv2d_backprop_input")
def conv2d_backprop_input(
    input_sizes: Any,
    filter: Any = None,  # noqa: A002
    out_backprop: Any = None,
    strides: Any = None,
    padding: Any = None,
    use_cudnn_on_gpu: bool = True,
    data_format: str = "NHWC",
    dilations: Any = (1, 1, 1, 1),
    name: str | None = None,
    filters: Any = None,
) -> Any:
    """Computes the gradient of `conv2d` with respect to the input, whose shape is `input_sizes`."""
    padding, explicit = _padding(padding)
    return apply(
        "Conv2DBackpropInput",
        name,
        input_sizes=input_sizes,
        filter=either("filters", filters, "filter", filter),
        out_backprop=out_backprop,
        strides=list(strides),
        padding=padding,
        use_cudnn_on_gpu=use_cudnn_on_gpu,
        explicit_paddings=explicit,
        data_format=data_format,
        dilations=list(dilations),
    )


@export("nn.conv2d_transpose")
def conv2d_transpose(
    value: Any = None,
    filter: Any = None,  # noqa: A002
    output_shape: Any = None,
    strides: Any = None,
    padding: Any = "SAME",
    data_format: str = "NHWC",
    name: str | None = None,
    input: Any = None,  # noqa: A002
    filters: Any = None,
    dilations: Any = None,
) -> Any:
    """Computes the transpose of `conv2d`, sometimes called deconvolution.

    Args:
      value: a tensor `[batch, height, width, input channels]`.
      filter: a tensor `[height, width, output channels, input channels]`.
      output_shape: the shape of the result; a list or a tensor.
      strides: as in `conv2d`.
      padding: "SAME" or "VALID".
      data_format: "NHWC" or "NCHW".
      name: a name for the operation.
      input: the newer name of `value`.
      filters: the newer name of `filter`.
      dilations: as in `conv2d`.

    Returns:
      A tensor of shape `output_shape`.
    """
    value = either("input", input, "value", value)
    filter = either("filters", filters, "filter", filter)  # noqa: A001
    with name_scope(name, "conv2d_transpose", [value, filter, output_shape]) as scope:
        channel = _channel_index(data_format or "NHWC")
        return conv2d_backprop_input(
            output_shape,
            filter,
            value,
            sequence(strides, 2, channel, "strides"),
            padding,
            data_format=data_format or "NHWC",
            dilations=sequence(dilations, 2, channel, "dilations"),
            name=scope,
        )


@export("nn.atrous_conv2d")
def atrous_conv2d(value: Any, filters: Any, rate: int, padding: str, name: str | None = None) -> Any:
    """Convolves with filters whose elements lie `rate` apart.

    Args:
      value: a tensor `[batch, height, width, channels]`.
      filters: a tensor `[height, width, input channels, output channels]`.
      rate: a positive number.
      padding: "SAME" or "VALID".
      name: a name for the operation.

    Returns:
      The convolved images.
    """
    return convolution(value, filters, padding, dilation_rate=[int(rate)] * 2, name=name)


@export("nn.atrous_conv2d_transpose")
def atrous_conv2d_transpose(
    value: Any, filters: Any, output_shape: Any, rate: int, padding: str, name: str | None = None
) -> Any:
    """Computes the transpose of `atrous_conv2d`; the result has shape `output_shape`."""
    with name_scope(name, "atrous_conv2d_transpose", [value, filters, output_shape]):
        value = convert_to_tensor(value, name="value")
        filters = convert_to_tensor(filters, name="filters")
        _same_channels(
            value.shape, -1, filters.shape, 3, "value's input channels does not match filters' input channels"
        )
        if rate < 1:
            raise ValueError(f"rate {rate} cannot be less than one")
        return conv2d_backprop_input(output_shape, filters, value, [1, 1, 1, 1], padding, dilations=[1, rate, rate, 1])


def _same_channels(a: TensorShape, i: int, b: TensorShape, j: int, message: str) -> None:
    if a.ndims is None or b.ndims is None:
        return
    x, y = a.as_list()[i], b.as_list()[j]
    if x is not None and y is not None and x != y:
        raise ValueError(f"{message}, {x} != {y}")


# -- depthwise and separable ----------------------------------------------------------------------------------------------

depthwise_conv2d_native = export("nn.depthwise_conv2d_native")(
    function(
        "DepthwiseConv2dNative",
        "Convolves each channel with filters of its own.",
        "input", "filter", "strides", "padding", "data_format", "dilations",
    )
)  # fmt: skip
depthwise_conv2d_backprop_input = export(
    "nn.depthwise_conv2d_backprop_input", "nn.depthwise_conv2d_native_backprop_input"
)(
    function(
        "DepthwiseConv2dNativeBackpropInput",
        "Computes the gradient of a depthwise convolution with respect to the input.",
        "input_sizes", "filter", "out_backprop", "strides", "padding", "data_format", "dilations",
    )
)  # fmt: skip
depthwise_conv2d_backprop_filter = export(
    "nn.depthwise_conv2d_backprop_filter", "nn.depthwise_conv2d_native_backprop_filter"
)(
    function(
        "DepthwiseConv2dNativeBackpropFilter",
        "Computes the gradient of a depthwise convolution with respect to the filter.",
        "input", "filter_sizes", "out_backprop", "strides", "padding", "data_format", "dilations",
    )
)  # fmt: skip


def _dilated(rate: Any, strides: Any, data_format: str | None) -> list[int]:
    """The dilations attribute for a 2-D `rate`; 1.15 does not allow strides together with it."""
    rate = [1, 1] if rate is None else [int(r) for r in np.broadcast_to(np.asarray(rate), (2,))]
    channel = _channel_index(data_format)
    space = list(strides)[2:] if channel == 1 else list(strides)[1:3]
    if any(r > 1 for r in rate) and any(s > 1 for s in space):
        raise ValueError("strides > 1 not supported in conjunction with dilation_rate > 1")
    if any(r < 1 for r in rate):
        raise ValueError("dilation_rate must be positive")
    return sequence(rate, 2, channel, "dilations")


@export("nn.depthwise_conv2d")
def depthwise_conv2d(
    input: Any,  # noqa: A002
    filter: Any,  # noqa: A002
    strides: Sequence[int],
    padding: str,
    rate: Any = None,
    name: str | None = None,
    data_format: str | None = None,
    dilations: Any = None,
) -> Any:
    """Convolves each channel with `channel_multiplier` filters of its own, and puts the results side by side.

    Args:
      input: a tensor `[batch, height, width, channels]` (or as `data_format` says).
      filter: a tensor `[height, width, channels, channel_multiplier]`.
      strides: four numbers, one per axis of `input`.
      padding: "SAME" or "VALID".
      rate: distances between the filter's elements, one per spatial axis; strides must be 1 if any is greater than 1.
      name: a name for the operation.
      data_format: "NHWC" or "NCHW".
      dilations: the newer name of `rate`.

    Returns:
      A tensor with `channels * channel_multiplier` channels.
    """
    rate = either("dilations", dilations, "rate", rate)
    with name_scope(name, "depthwise", [input, filter]) as scope:
        return apply(
            "DepthwiseConv2dNative",
            scope,
            input=convert_to_tensor(input, name="tensor_in"),
            filter=convert_to_tensor(filter, name="filter_in"),
            strides=list(strides),
            padding=padding,
            data_format=data_format or "NHWC",
            dilations=_dilated(rate, strides, data_format),
        )


@export("nn.separable_conv2d")
def separable_conv2d(
    input: Any,  # noqa: A002
    depthwise_filter: Any,
    pointwise_filter: Any,
    strides: Sequence[int],
    padding: str,
    rate: Any = None,
    name: str | None = None,
    data_format: str | None = None,
    dilations: Any = None,
) -> Any:
    """Convolves channels separately, then mixes them with a 1x1 convolution.

    Args:
      input: a tensor `[batch, height, width, channels]` (or as `data_format` says).
      depthwise_filter: as the filter of `depthwise_conv2d`.
      pointwise_filter: a tensor `[1, 1, channels * channel_multiplier, output channels]`.
      strides: of the depthwise convolution, one per axis.
      padding: "SAME" or "VALID".
      rate: as in `depthwise_conv2d`.
      name: a name for the operation.
      data_format: "NHWC" or "NCHW".
      dilations: the newer name of `rate`.

    Returns:
      The convolved images.

    Raises:
      ValueError: `pointwise_filter` is not 1x1 or has the wrong number of channels.
    """
    rate = either("dilations", dilations, "rate", rate)
    with name_scope(name, "separable_conv2d", [input, depthwise_filter, pointwise_filter]) as scope:
        pointwise_filter = convert_to_tensor(pointwise_filter, name="pointwise_filter")
        shape = pointwise_filter.shape.with_rank(4).as_list()
        for size in shape[:2]:
            if size not in (1, None):
                raise ValueError(f"Dimensions {size} and 1 are not compatible")
        inner = depthwise_conv2d(
            input, depthwise_filter, strides, padding, rate=rate, name="depthwise", data_format=data_format
        )
        return conv2d(inner, pointwise_filter, [1, 1, 1, 1], "VALID", data_format=data_format or "NHWC", name=scope)


# -- one spatial axis -----------------------------------------------------------------------------------------------------


def _flat_format(data_format: str | None) -> tuple[str, int]:
    """(the 2-D format, the axis to add) for a 1-D one."""
    if data_format in (None, "NWC", "NHWC"):
        return "NHWC", 1
    if data_format in ("NCW", "NCHW"):
        return "NCHW", 2
    raise ValueError('data_format must be "NWC" or "NCW".')


def _unlisted(value: Any) -> Any:
    return value[0] if isinstance(value, (list, tuple)) and len(value) == 1 else value


@export("nn.conv1d")
def conv1d(
    value: Any = None,
    filters: Any = None,
    stride: Any = None,
    padding: Any = None,
    use_cudnn_on_gpu: bool | None = None,
    data_format: str | None = None,
    name: str | None = None,
    input: Any = None,  # noqa: A002
    dilations: Any = None,
) -> Any:
    """Convolves sequences with filters.

    Args:
      value: a tensor `[batch, width, channels]` (or as `data_format` says).
      filters: a tensor `[width, input channels, output channels]`.
      stride: how far the filter moves.
      padding: "SAME" or "VALID".
      use_cudnn_on_gpu: kept for 1.x programs.
      data_format: "NWC" or "NCW".
      name: a name for the operation.
      input: the newer name of `value`.
      dilations: distance between the filter's elements.

    Returns:
      The convolved sequences.
    """
    value = either("input", input, "value", value)
    with name_scope(name, "conv1d", [value, filters]) as scope:
        flat, axis = _flat_format(data_format)
        channel = 1 if flat == "NCHW" else 2
        strides = [1, *sequence(_unlisted(stride), 1, channel, "stride")]
        spread = [1, *sequence(_unlisted(dilations), 1, channel, "dilations")]
        value = apply("ExpandDims", input=value, dim=axis)
        filters = apply("ExpandDims", input=filters, dim=0)
        result = conv2d(
            value,
            filters,
            strides,
            padding,
            use_cudnn_on_gpu=True if use_cudnn_on_gpu is None else use_cudnn_on_gpu,
            data_format=flat,
            dilations=spread,
            name=scope,
        )
        return apply("Squeeze", input=result, squeeze_dims=[axis])


@export("nn.conv1d_transpose")
def conv1d_transpose(
    input: Any,  # noqa: A002
    filters: Any,
    output_shape: Any,
    strides: Any,
    padding: str = "SAME",
    data_format: str = "NWC",
    dilations: Any = None,
    name: str | None = None,
) -> Any:
    """Computes the transpose of `conv1d`; the result has shape `output_shape`."""
    with name_scope(name, "conv1d_transpose", [input, filters, output_shape]) as scope:
        flat, axis = _flat_format(data_format)
        channel = 1 if flat == "NCHW" else 2
        strides = [1, *sequence(strides, 1, channel, "strides")]
        spread = [1, *sequence(dilations, 1, channel, "dilations")]
        input = apply("ExpandDims", input=input, dim=axis)  # noqa: A001
        filters = apply("ExpandDims", input=filters, dim=0)
        if isinstance(output_shape, (list, tuple)):
            output_shape = [*output_shape[:axis], 1, *output_shape[axis:]]
        else:
            output_shape = convert_to_tensor(output_shape)
            ones = convert_to_tensor(np.asarray([1], output_shape.dtype.as_numpy_dtype))
            parts = [output_shape[:axis], ones, output_shape[axis:]]
            output_shape = apply("ConcatV2", values=parts, axis=0, name="concat")
        result = conv2d_backprop_input(
            output_shape, filters, input, strides, padding, data_format=flat, dilations=spread, name=scope
        )
        return apply("Squeeze", input=result, squeeze_dims=[axis])


# -- three spatial axes ---------------------------------------------------------------------------------------------------


@export("nn.conv3d")
def conv3d(
    input: Any,  # noqa: A002
    filter: Any = None,  # noqa: A002
    strides: Any = None,
    padding: Any = None,
    data_format: str = "NDHWC",
    dilations: Any = (1, 1, 1, 1, 1),
    name: str | None = None,
    filters: Any = None,
) -> Any:
    """Convolves volumes `[batch, depth, height, width, channels]` with filters; arguments as in `conv2d`."""
    return apply(
        "Conv3D",
        name,
        input=input,
        filter=either("filters", filters, "filter", filter),
        strides=list(strides),
        padding=padding,
        data_format=data_format or "NDHWC",
        dilations=list(dilations),
    )


conv3d_backprop_filter = export("nn.conv3d_backprop_filter", "nn.conv3d_backprop_filter_v2")(
    function(
        "Conv3DBackpropFilterV2",
        "Computes the gradient of `conv3d` with respect to the filter.",
        "input", "filter_sizes", "out_backprop", "strides", "padding", "data_format", "dilations",
    )
)  # fmt: skip


@export("nn.conv3d_transpose")
def conv3d_transpose(
    value: Any = None,
    filter: Any = None,  # noqa: A002
    output_shape: Any = None,
    strides: Any = None,
    padding: str = "SAME",
    data_format: str = "NDHWC",
    name: str | None = None,
    input: Any = None,  # noqa: A002
    filters: Any = None,
    dilations: Any = None,
) -> Any:
    """Computes the transpose of `conv3d`; arguments as in `conv2d_transpose`."""
    value = either("input", input, "value", value)
    filter = either("filters", filters, "filter", filter)  # noqa: A001
    with name_scope(name, "conv3d_transpose", [value, filter, output_shape]) as scope:
        channel = _channel_index(data_format)
        return apply(
            "Conv3DBackpropInputV2",
            scope,
            input_sizes=output_shape,
            filter=filter,
            out_backprop=value,
            strides=sequence(strides, 3, channel, "strides"),
            padding=padding,
            data_format=data_format or "NDHWC",
            dilations=sequence(dilations, 3, channel, "dilations"),
        )


# -- any number of axes ---------------------------------------------------------------------------------------------------


@export("nn.convolution")
def convolution(
    input: Any,  # noqa: A002
    filter: Any = None,  # noqa: A002
    padding: Any = None,
    strides: Any = None,
    dilation_rate: Any = None,
    name: str | None = None,
    data_format: str | None = None,
    filters: Any = None,
    dilations: Any = None,
) -> Any:
    """Convolves over one, two or three spatial axes, as many as `filter` has.

    Args:
      input: a tensor `[batch, *spatial axes, channels]`; channels come second if `data_format` starts with "NC".
      filter: a tensor `[*spatial axes, input channels, output channels]`.
      padding: "SAME" or "VALID".
      strides: a number, or one per spatial axis.
      dilation_rate: a number, or one per spatial axis; strides must be 1 if any is greater than 1.
      name: a name for the operation.
      data_format: None or "N...C" for channels last, "NC..." for channels second.
      filters: the newer name of `filter`.
      dilations: the newer name of `dilation_rate`.

    Returns:
      The convolved tensor.

    Raises:
      ValueError: ranks, strides or dilations do not fit together.
    """
    filter = either("filters", filters, "filter", filter)  # noqa: A001
    dilation_rate = either("dilations", dilations, "dilation_rate", dilation_rate)
    with name_scope(name, "convolution", [input, filter]) as scope:
        input = convert_to_tensor(input, name="input")  # noqa: A001
        filter = convert_to_tensor(filter, input.dtype, name="filter")  # noqa: A001
        if filter.shape.ndims is not None:
            n = filter.shape.ndims - 2
        elif input.shape.ndims is not None:
            n = input.shape.ndims - 2
        else:
            raise ValueError("rank of input or filter must be known")
        if not 1 <= n <= 3:
            raise ValueError(f"num_spatial_dims must be one of 1, 2 or 3 but {n} was passed.")
        if input.shape.ndims is not None and input.shape.ndims != n + 2:
            raise ValueError(f"Shape must be rank {n + 2} but is rank {input.shape.ndims}")
        stride, rate = spatial_pair(n, strides, dilation_rate)
        channels_second = data_format is not None and data_format.startswith("NC")
        if n == 1:
            form = "NCW" if channels_second else "NWC"
            return conv1d(input, filter, stride[0], padding, data_format=form, dilations=rate[0], name=scope)
        channel = 1 if channels_second else -1
        strides, dilations = (sequence(v, n, channel, "strides") for v in (stride, rate))
        if n == 2:
            form = "NCHW" if channels_second else "NHWC"
            return conv2d(input, filter, strides, padding, data_format=form, dilations=dilations, name=scope)
        form = "NCDHW" if channels_second else "NDHWC"
        return conv3d(input, filter, strides, padding, data_format=form, dilations=dilations, name=scope)


def spatial_pair(n: int, strides: Any, dilation_rate: Any) -> tuple[list[int], list[int]]:
    """Strides and dilation rates, one per spatial axis each, checked as 1.15 does."""
    found = []
    for what, value in (("dilation_rate", dilation_rate), ("strides", strides)):
        if value is None:
            value = [1] * n
        elif not hasattr(value, "__len__"):
            value = [value] * n
        value = [int(v) for v in value]
        if len(value) != n:
            raise ValueError(f"len({what})={len(value)} but should be {n}")
        if any(v < 1 for v in value):
            raise ValueError(f"all values of {what} must be positive")
        found.append(value)
    rate, stride = found
    if any(s > 1 for s in stride) and any(r > 1 for r in rate):
        raise ValueError("strides > 1 not supported in conjunction with dilation_rate > 1")
    return stride, rate


@export("nn.conv_transpose")
def conv_transpose(
    input: Any,  # noqa: A002
    filters: Any,
    output_shape: Any,
    strides: Any,
    padding: str = "SAME",
    data_format: str | None = None,
    dilations: Any = None,
    name: str | None = None,
) -> Any:
    """Computes the transpose of `convolution`, for one, two or three spatial axes (as many as `output_shape` says)."""
    with name_scope(name, "conv_transpose", [input, filters, output_shape]) as scope:
        if isinstance(output_shape, (list, tuple, np.ndarray, TensorShape)):
            n = len(output_shape) - 2
        else:
            known = convert_to_tensor(output_shape).shape.as_list()[0]
            if known is None:
                raise ValueError("output_shape must be a tensor of known length, or a list")
            n = known - 2
        functions = {1: conv1d_transpose, 2: conv2d_transpose, 3: conv3d_transpose}
        if n not in functions:
            raise ValueError(f"output_shape must be of length 3, 4 or 5 but was {n + 2}.")
        second = data_format is not None and data_format.startswith("NC")
        form = {1: ("NWC", "NCW"), 2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}[n][second]
        return functions[n](
            input, filters, output_shape, strides, padding=padding, data_format=form, dilations=dilations, name=scope
        )
