"""Convolution over one, two or three spatial axes: `tf.nn.conv1d`, `conv3d`, `convolution`, the atrous functions.

Dilation is an attribute of the operations, so an atrous convolution is one operation; 1.15 built it from SpaceToBatchND
and BatchToSpaceND.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import stack
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import ShapeLike, SizesLike, TensorLike
from penstock.ops.nn.convolution.conv2d import (
    _channel_index,
    conv2d,
    conv2d_backprop_input,
    conv2d_transpose,
    dynamic_paddings,
    either,
    sequence,
)

# -- one spatial axis -----------------------------------------------------------------------------------------------------


def _flat_format(data_format: str | None) -> tuple[str, int]:
    """(the 2-D format, the axis to add) for a 1-D one."""
    if data_format in (None, "NWC", "NHWC"):
        return "NHWC", 1
    if data_format in ("NCW", "NCHW"):
        return "NCHW", 2
    raise ValueError('data_format must be "NWC" or "NCW".')


def _unlisted(value: TensorLike | None) -> Any:
    return value[0] if isinstance(value, (list, tuple)) and len(value) == 1 else value


@export("nn.conv1d")
def conv1d(
    value: TensorLike | None = None,
    filters: Any = None,
    stride: SizesLike | None = None,
    padding: str | None = None,
    use_cudnn_on_gpu: bool | None = None,
    data_format: str | None = None,
    name: str | None = None,
    input: TensorLike | None = None,  # noqa: A002
    dilations: SizesLike | None = None,
) -> Tensor:
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

    >>> import penstock as tf
    >>> x, filters = tf.constant([1.0, 2.0, 4.0, 8.0], shape=[1, 4, 1]), tf.constant([1.0, 10.0], shape=[2, 1, 1])
    >>> tf.Session().run(tf.nn.conv1d(x, filters, 1, "VALID")).ravel()
    array([21., 42., 84.], dtype=float32)
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
    input: TensorLike,  # noqa: A002
    filters: Any,
    output_shape: Sequence[int],
    strides: SizesLike,
    padding: str = "SAME",
    data_format: str = "NWC",
    dilations: SizesLike | None = None,
    name: str | None = None,
) -> Tensor:
    """Computes the transpose of `conv1d`.

    Args:
      input: a tensor `[batch, width, input channels]` (or as `data_format` says).
      filters: a tensor `[width, output channels, input channels]`.
      output_shape: the shape of the result; a list or a tensor.
      strides: how far the filter moves.
      padding: "SAME" or "VALID".
      data_format: "NWC" or "NCW".
      dilations: distance between the filter's elements.
      name: a name for the operation.

    >>> import penstock as tf
    >>> x, filters = tf.constant([1.0, 2.0], shape=[1, 2, 1]), tf.constant([1.0, 10.0], shape=[2, 1, 1])
    >>> tf.Session().run(tf.nn.conv1d_transpose(x, filters, [1, 4, 1], 2)).ravel()
    array([ 1., 10.,  2., 20.], dtype=float32)
    """
    with name_scope(name, "conv1d_transpose", [input, filters, output_shape]) as scope:
        flat, axis = _flat_format(data_format)
        channel = 1 if flat == "NCHW" else 2
        strides = [1, *sequence(strides, 1, channel, "strides")]
        spread = [1, *sequence(dilations, 1, channel, "dilations")]
        input = apply("ExpandDims", input=input, dim=axis)  # noqa: A001
        filters = apply("ExpandDims", input=filters, dim=0)
        if not isinstance(output_shape, Tensor):
            output_shape = list(output_shape)
        output_shape = find("concat")([output_shape[:axis], [1], output_shape[axis:]], 0)
        result = conv2d_backprop_input(
            output_shape, filters, input, strides, padding, data_format=flat, dilations=spread, name=scope
        )
        return apply("Squeeze", input=result, squeeze_dims=[axis])


# -- three spatial axes ---------------------------------------------------------------------------------------------------


@export("nn.conv3d")
def conv3d(
    input: TensorLike,  # noqa: A002
    filter: TensorLike | None = None,  # noqa: A002
    strides: Any = None,
    padding: str | None = None,
    data_format: str = "NDHWC",
    dilations: Any = (1, 1, 1, 1, 1),
    name: str | None = None,
    filters: Any = None,
) -> Tensor:
    """Convolves volumes with filters.

    Args:
      input: a tensor `[batch, depth, height, width, channels]` (or as `data_format` says).
      filter: a tensor `[depth, height, width, input channels, output channels]`.
      strides: five numbers, one per axis of `input`.
      padding: "SAME" or "VALID".
      data_format: "NDHWC" or "NCDHW".
      dilations: distances between the filter's elements, one per axis.
      name: a name for the operation.
      filters: the newer name of `filter`.

    >>> import penstock as tf
    >>> x, filters = tf.reshape(tf.range(12.0), [1, 3, 2, 2, 1]), tf.ones([2, 2, 2, 1, 1])
    >>> tf.Session().run(tf.nn.conv3d(x, filters, [1, 1, 1, 1, 1], "VALID")).ravel()
    array([28., 60.], dtype=float32)
    """
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


@export("nn.conv3d_backprop_filter", "nn.conv3d_backprop_filter_v2")
def conv3d_backprop_filter(
    input: TensorLike,  # noqa: A002
    filter_sizes: SizesLike,
    out_backprop: TensorLike,
    strides: SizesLike,
    padding: str,
    data_format: str = "NDHWC",
    dilations: SizesLike = (1, 1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """Computes the gradient of `conv3d` with respect to the filter.

    Args:
      input: a tensor `[batch, depth, height, width, channels]` (or as `data_format` says).
      filter_sizes: the shape of the filter.
      out_backprop: the gradient with respect to the result.
      strides, padding, data_format, dilations: as in `conv3d`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> x, grad = tf.constant([1.0, 2.0, 3.0], shape=[1, 3, 1, 1, 1]), tf.ones([1, 2, 1, 1, 1])
    >>> found = tf.nn.conv3d_backprop_filter(x, [2, 1, 1, 1, 1], grad, [1, 1, 1, 1, 1], "VALID")
    >>> tf.Session().run(found).ravel()
    array([3., 5.], dtype=float32)
    """
    return apply(
        "Conv3DBackpropFilterV2",
        name,
        input=input,
        filter_sizes=filter_sizes,
        out_backprop=out_backprop,
        strides=strides,
        padding=padding,
        data_format=data_format,
        dilations=dilations,
    )


@export("nn.conv3d_transpose")
def conv3d_transpose(
    value: TensorLike | None = None,
    filter: TensorLike | None = None,  # noqa: A002
    output_shape: ShapeLike | None = None,
    strides: SizesLike | None = None,
    padding: str = "SAME",
    data_format: str = "NDHWC",
    name: str | None = None,
    input: TensorLike | None = None,  # noqa: A002
    filters: Any = None,
    dilations: SizesLike | None = None,
) -> Tensor:
    """Computes the transpose of `conv3d`; arguments as in `conv2d_transpose`, with a depth before height and width.

    Args:
      value, input: the tensor, `[batch, depth, height, width, channels]`; `input` is the name in 2.x.
      filter, filters: `[depth, height, width, output_channels, channels]`; `filters` is the name in 2.x.
      output_shape: the shape of the result, five numbers.
      strides: the strides of the convolution whose transpose it is, five numbers.
      padding: "SAME" or "VALID".
      data_format: "NDHWC" or "NCDHW".
      name: a name for the operation.
      dilations: distances between the filter's elements, one per axis.

    >>> import penstock as tf
    >>> x, filters = tf.constant([1.0, 2.0], shape=[1, 2, 1, 1, 1]), tf.constant([1.0, 10.0], shape=[2, 1, 1, 1, 1])
    >>> tf.Session().run(tf.nn.conv3d_transpose(x, filters, [1, 4, 1, 1, 1], [1, 2, 1, 1, 1])).ravel()
    array([ 1., 10.,  2., 20.], dtype=float32)
    """
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
    input: TensorLike,  # noqa: A002
    filter: TensorLike | None = None,  # noqa: A002
    padding: str | None = None,
    strides: SizesLike | None = None,
    dilation_rate: SizesLike | None = None,
    name: str | None = None,
    data_format: str | None = None,
    filters: Any = None,
    dilations: SizesLike | None = None,
) -> Tensor:
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

    >>> import penstock as tf
    >>> x, filters = tf.constant([1.0, 2.0, 4.0, 8.0], shape=[1, 4, 1]), tf.constant([1.0, 10.0], shape=[2, 1, 1])
    >>> tf.Session().run(tf.nn.convolution(x, filters, "VALID", dilation_rate=[2])).ravel()
    array([41., 82.], dtype=float32)
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
        if max(rate) > 1:
            # 1.15 dilates by SpaceToBatchND and BatchToSpaceND around the convolution.
            stack.current_graph()._count((12 if padding == "SAME" else 11) + dynamic_paddings(input))
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
    input: TensorLike,  # noqa: A002
    filters: Any,
    output_shape: ShapeLike,
    strides: SizesLike,
    padding: str = "SAME",
    data_format: str | None = None,
    dilations: SizesLike | None = None,
    name: str | None = None,
) -> Any:
    """Computes the transpose of `convolution`, for one, two or three spatial axes (as many as `output_shape` says).

    Args:
      input: a tensor `[batch, *spatial axes, input channels]`; channels come second if `data_format` starts with "NC".
      filters: a tensor `[*spatial axes, output channels, input channels]`.
      output_shape: the shape of the result; a list, or a tensor of known length.
      strides: a number, or one per spatial axis.
      padding: "SAME" or "VALID".
      data_format: None or "N...C" for channels last, "NC..." for channels second.
      dilations: distances between the filter's elements, given like `strides`.
      name: a name for the operation.

    Raises:
      ValueError: if there is another number of spatial axes.

    >>> import penstock as tf
    >>> x, filters = tf.constant([1.0, 2.0], shape=[1, 2, 1]), tf.constant([1.0, 10.0], shape=[2, 1, 1])
    >>> tf.Session().run(tf.nn.conv_transpose(x, filters, [1, 4, 1], 2)).ravel()
    array([ 1., 10.,  2., 20.], dtype=float32)
    """
    with name_scope(name, "conv_transpose", [input, filters, output_shape]) as scope:
        if isinstance(output_shape, (list, tuple, np.ndarray, TensorShape)):
            n = len(output_shape) - 2
        else:
            known = convert_to_tensor(output_shape).shape.as_list()[0]
            if known is None:
                raise ValueError("output_shape must be a tensor of known length, or a list")
            n = known - 2
        functions: dict[int, Any] = {1: conv1d_transpose, 2: conv2d_transpose, 3: conv3d_transpose}
        if n not in functions:
            raise ValueError(f"output_shape must be of length 3, 4 or 5 but was {n + 2}.")
        second = data_format is not None and data_format.startswith("NC")
        form = {1: ("NWC", "NCW"), 2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}[n][second]
        return functions[n](
            input, filters, output_shape, strides, padding=padding, data_format=form, dilations=dilations, name=scope
        )


# -- atrous ---------------------------------------------------------------------------------------------------------------


@export("nn.atrous_conv2d")
def atrous_conv2d(value: TensorLike, filters: Any, rate: int, padding: str, name: str | None = None) -> Tensor:
    """Convolves with filters whose elements lie `rate` apart.

    Args:
      value: a tensor `[batch, height, width, channels]`.
      filters: a tensor `[height, width, input channels, output channels]`.
      rate: a positive number.
      padding: "SAME" or "VALID".
      name: a name for the operation.

    Returns:
      The convolved images.

    >>> import penstock as tf
    >>> x, filters = tf.constant([1.0, 2.0, 4.0, 8.0], shape=[1, 1, 4, 1]), tf.constant([1.0, 10.0], shape=[1, 2, 1, 1])
    >>> tf.Session().run(tf.nn.atrous_conv2d(x, filters, 2, "VALID")).ravel()
    array([41., 82.], dtype=float32)
    """
    return convolution(value, filters, padding, dilation_rate=[int(rate)] * 2, name=name)


@export("nn.atrous_conv2d_transpose")
def atrous_conv2d_transpose(
    value: TensorLike, filters: Any, output_shape: ShapeLike, rate: int, padding: str, name: str | None = None
) -> Tensor:
    """Computes the transpose of `atrous_conv2d`.

    Args:
      value: a tensor `[batch, height, width, input channels]`.
      filters: a tensor `[height, width, output channels, input channels]`.
      output_shape: the shape of the result.
      rate: how far the filter's elements lie apart.
      padding: "SAME" or "VALID".
      name: a name for the operation.

    Raises:
      ValueError: if channels do not fit, or `rate` is less than one.

    >>> import penstock as tf
    >>> x, filters = tf.constant([1.0, 2.0], shape=[1, 1, 2, 1]), tf.constant([1.0, 10.0], shape=[1, 2, 1, 1])
    >>> tf.Session().run(tf.nn.atrous_conv2d_transpose(x, filters, [1, 1, 4, 1], 2, "VALID")).ravel()
    array([ 1.,  2., 10., 20.], dtype=float32)
    """
    with name_scope(name, "atrous_conv2d_transpose", [value, filters, output_shape]):
        value = convert_to_tensor(value, name="value")
        filters = convert_to_tensor(filters, name="filters")
        _same_channels(
            value.shape, -1, filters.shape, 3, "value's input channels does not match filters' input channels"
        )
        if rate < 1:
            raise ValueError(f"rate {rate} cannot be less than one")
        stack.current_graph()._count(7 if rate > 1 else 0)
        return conv2d_backprop_input(output_shape, filters, value, [1, 1, 1, 1], padding, dilations=[1, rate, rate, 1])


def _same_channels(a: TensorShape, i: int, b: TensorShape, j: int, message: str) -> None:
    if a.ndims is None or b.ndims is None:
        return
    x, y = a.as_list()[i], b.as_list()[j]
    if x is not None and y is not None and x != y:
        raise ValueError(f"{message}, {x} != {y}")
