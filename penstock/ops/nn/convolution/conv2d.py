"""The public functions of convolution over images: `tf.nn.conv2d` and its relatives. Other ranks are in `conv_nd`.

Kernels and gradients are in `conv_kernels`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import dtypes, stack
from penstock.graph.build import apply
from penstock.graph.convert import constant, convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.typing import ShapeLike, SizesLike, TensorLike, TensorOrVariable
from penstock.ops.nn.convolution import kernels as _kernels  # noqa: F401 - registers the operations

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor

# -- arguments --------------------------------------------------------------------------------------------------------


def either(new_name: str, new: object, old_name: str, old: object) -> Any:
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


def _padding(padding: str | None) -> tuple[Any, list[int]]:
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
    input: TensorLike,  # noqa: A002 - the public name
    filter: TensorLike | None = None,  # noqa: A002
    strides: SizesLike | None = None,
    padding: str | None = None,
    use_cudnn_on_gpu: bool = True,
    data_format: str | None = "NHWC",
    dilations: SizesLike = (1, 1, 1, 1),
    name: str | None = None,
    filters: Any = None,
) -> Tensor:
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
    input: TensorLike,  # noqa: A002
    filter_sizes: SizesLike,
    out_backprop: TensorLike,
    strides: Any,
    padding: str,
    use_cudnn_on_gpu: bool = True,
    data_format: str = "NHWC",
    dilations: Any = (1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """Computes the gradient of `conv2d` with respect to the filter.

    Args:
      input: a tensor `[batch, height, width, channels]` (or as `data_format` says).
      filter_sizes: the shape of the filter.
      out_backprop: the gradient with respect to the result.
      strides, padding, use_cudnn_on_gpu, data_format, dilations: as in `conv2d`, one number per axis.
      name: a name for the operation.

    >>> import penstock as tf
    >>> x, grad = tf.constant([1.0, 2.0, 3.0], shape=[1, 1, 3, 1]), tf.ones([1, 1, 2, 1])
    >>> found = tf.nn.conv2d_backprop_filter(x, [1, 2, 1, 1], grad, [1, 1, 1, 1], "VALID")
    >>> tf.Session().run(found).ravel()
    array([3., 5.], dtype=float32)
    """
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
    input_sizes: ShapeLike | None,
    filter: TensorLike | None = None,  # noqa: A002
    out_backprop: TensorLike | None = None,
    strides: Any = None,
    padding: str | None = None,
    use_cudnn_on_gpu: bool = True,
    data_format: str = "NHWC",
    dilations: Any = (1, 1, 1, 1),
    name: str | None = None,
    filters: Any = None,
) -> Tensor:
    """Computes the gradient of `conv2d` with respect to the input.

    Args:
      input_sizes: the shape of the input.
      filter: a tensor `[height, width, input channels, output channels]`.
      out_backprop: the gradient with respect to the result.
      strides, padding, use_cudnn_on_gpu, data_format, dilations: as in `conv2d`, one number per axis.
      name: a name for the operation.
      filters: the newer name of `filter`.

    >>> import penstock as tf
    >>> filters, grad = tf.constant([1.0, 10.0], shape=[1, 2, 1, 1]), tf.ones([1, 1, 2, 1])
    >>> found = tf.nn.conv2d_backprop_input([1, 1, 3, 1], filters, grad, [1, 1, 1, 1], "VALID")
    >>> tf.Session().run(found).ravel()
    array([ 1., 11., 10.], dtype=float32)
    """
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
    value: TensorLike | None = None,
    filter: TensorLike | None = None,  # noqa: A002
    output_shape: ShapeLike | None = None,
    strides: SizesLike | None = None,
    padding: str = "SAME",
    data_format: str = "NHWC",
    name: str | None = None,
    input: TensorLike | None = None,  # noqa: A002
    filters: Any = None,
    dilations: SizesLike | None = None,
) -> Tensor:
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

    >>> import penstock as tf
    >>> x, filters = tf.constant([[1.0, 2.0]], shape=[1, 1, 2, 1]), tf.constant([1.0, 10.0], shape=[1, 2, 1, 1])
    >>> tf.Session().run(tf.nn.conv2d_transpose(x, filters, [1, 1, 4, 1], [1, 1, 2, 1], "VALID")).ravel()
    array([ 1., 10.,  2., 20.], dtype=float32)
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


# -- depthwise and separable ----------------------------------------------------------------------------------------------


@export("nn.depthwise_conv2d_native")
def depthwise_conv2d_native(
    input: TensorLike,  # noqa: A002
    filter: TensorLike,  # noqa: A002
    strides: SizesLike,
    padding: str,
    data_format: str = "NHWC",
    dilations: SizesLike = (1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """Convolves each channel with filters of its own; see `depthwise_conv2d`.

    Args:
      input: a tensor `[batch, height, width, channels]` (or as `data_format` says).
      filter: a tensor `[height, width, channels, channel_multiplier]`.
      strides: four numbers, one per axis of `input`.
      padding: "SAME" or "VALID".
      data_format: "NHWC" or "NCHW".
      dilations: distances between the filter's elements, one per axis.
      name: a name for the operation.

    >>> import penstock as tf
    >>> x = tf.constant([1.0, 10.0, 2.0, 20.0], shape=[1, 1, 2, 2])  # two pixels with two channels
    >>> filters = tf.constant([3.0, 4.0], shape=[1, 1, 2, 1])
    >>> tf.Session().run(tf.nn.depthwise_conv2d_native(x, filters, [1, 1, 1, 1], "VALID")).tolist()
    [[[[3.0, 40.0], [6.0, 80.0]]]]
    """
    return apply(
        "DepthwiseConv2dNative",
        name,
        input=input,
        filter=filter,
        strides=strides,
        padding=padding,
        data_format=data_format,
        dilations=dilations,
    )


@export("nn.depthwise_conv2d_backprop_input", "nn.depthwise_conv2d_native_backprop_input")
def depthwise_conv2d_backprop_input(
    input_sizes: ShapeLike,
    filter: TensorLike,  # noqa: A002
    out_backprop: TensorLike,
    strides: SizesLike,
    padding: str,
    data_format: str = "NHWC",
    dilations: SizesLike = (1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """Computes the gradient of a depthwise convolution with respect to the input.

    Args:
      input_sizes: the shape of the input.
      filter: a tensor `[height, width, channels, channel_multiplier]`.
      out_backprop: the gradient with respect to the result.
      strides, padding, data_format, dilations: as in `depthwise_conv2d_native`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> filters, grad = tf.constant([3.0, 4.0], shape=[1, 1, 2, 1]), tf.ones([1, 1, 2, 2])
    >>> found = tf.nn.depthwise_conv2d_backprop_input([1, 1, 2, 2], filters, grad, [1, 1, 1, 1], "VALID")
    >>> tf.Session().run(found).tolist()
    [[[[3.0, 4.0], [3.0, 4.0]]]]
    """
    return apply(
        "DepthwiseConv2dNativeBackpropInput",
        name,
        input_sizes=input_sizes,
        filter=filter,
        out_backprop=out_backprop,
        strides=strides,
        padding=padding,
        data_format=data_format,
        dilations=dilations,
    )


@export("nn.depthwise_conv2d_backprop_filter", "nn.depthwise_conv2d_native_backprop_filter")
def depthwise_conv2d_backprop_filter(
    input: TensorLike,  # noqa: A002
    filter_sizes: SizesLike,
    out_backprop: TensorLike,
    strides: SizesLike,
    padding: str,
    data_format: str = "NHWC",
    dilations: SizesLike = (1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """Computes the gradient of a depthwise convolution with respect to the filter.

    Args:
      input: a tensor `[batch, height, width, channels]` (or as `data_format` says).
      filter_sizes: the shape of the filter.
      out_backprop: the gradient with respect to the result.
      strides, padding, data_format, dilations: as in `depthwise_conv2d_native`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> x, grad = tf.constant([1.0, 10.0, 2.0, 20.0], shape=[1, 1, 2, 2]), tf.ones([1, 1, 2, 2])
    >>> found = tf.nn.depthwise_conv2d_backprop_filter(x, [1, 1, 2, 1], grad, [1, 1, 1, 1], "VALID")
    >>> tf.Session().run(found).tolist()
    [[[[3.0], [30.0]]]]
    """
    return apply(
        "DepthwiseConv2dNativeBackpropFilter",
        name,
        input=input,
        filter_sizes=filter_sizes,
        out_backprop=out_backprop,
        strides=strides,
        padding=padding,
        data_format=data_format,
        dilations=dilations,
    )


def _rate(rate: TensorLike) -> list[int]:
    rate = [1, 1] if rate is None else [int(r) for r in np.broadcast_to(np.asarray(rate), (2,))]
    if any(r < 1 for r in rate):
        raise ValueError("dilation_rate must be positive")
    return rate


def dynamic_paddings(images: Any) -> int:
    """How many operations 1.15 makes to find the paddings of a dilation, where the spatial axes are not known."""
    known = images.shape.ndims is not None and None not in images.shape.as_list()[1:-1]
    return 0 if known else 63


@export("nn.depthwise_conv2d")
def depthwise_conv2d(
    input: TensorLike,  # noqa: A002
    filter: TensorLike,  # noqa: A002
    strides: Sequence[int],
    padding: str,
    rate: TensorLike | None = None,
    name: str | None = None,
    data_format: str | None = None,
    dilations: SizesLike | None = None,
) -> Any:
    """Convolves each channel with `channel_multiplier` filters of its own, and puts the results side by side.

    Args:
      input: a tensor `[batch, height, width, channels]` (or as `data_format` says).
      filter: a tensor `[height, width, channels, channel_multiplier]`.
      strides: four numbers, one per axis of `input`.
      padding: "SAME" or "VALID".
      rate: distances between the filter's elements, one per spatial axis. With strides as well, each of the images
        that the distances leave apart is convolved with them, as in 1.15: this is not a dilated convolution's every
        other element.
      name: a name for the operation.
      data_format: "NHWC" or "NCHW".
      dilations: the newer name of `rate`.

    Returns:
      A tensor with `channels * channel_multiplier` channels.

    >>> import penstock as tf
    >>> x = tf.constant([1.0, 10.0, 2.0, 20.0], shape=[1, 1, 2, 2])  # two pixels with two channels
    >>> filters = tf.constant([1.0, -1.0, 3.0, 4.0], shape=[1, 1, 2, 2])
    >>> tf.Session().run(tf.nn.depthwise_conv2d(x, filters, [1, 1, 1, 1], "VALID")).tolist()
    [[[[1.0, -1.0, 30.0, 40.0], [2.0, -2.0, 60.0, 80.0]]]]
    """
    rate = either("dilations", dilations, "rate", rate)
    with name_scope(name, "depthwise", [input, filter]) as scope:
        images = convert_to_tensor(input, name="tensor_in")
        filters = convert_to_tensor(filter, name="filter_in")
        return _depthwise(images, filters, strides, padding, _rate(rate), data_format, scope)


def _depthwise(
    images: TensorOrVariable,
    filters: Any,
    strides: Sequence[int],
    padding: str,
    rate: Any,
    data_format: str | None,
    name: str,
) -> Any:
    dilated = sequence(rate, 2, _channel_index(data_format), "dilations")
    shape = find("shape")(filters)
    if max(rate) > 1 and max(strides) > 1:

        def strided(moved: Any, _: int, padding: str) -> Tensor:
            return depthwise_conv2d_native(moved, filters, list(strides), padding, data_format or "NHWC", name=name)

        wrap = find("nn.with_space_to_batch")
        return wrap(images, rate, padding, strided, filter_shape=shape, data_format=data_format)
    constant(rate, dtypes.int32, name="dilation_rate")  # as in 1.15, which dilates by SpaceToBatchND and BatchToSpaceND
    stack.current_graph()._count(10 + dynamic_paddings(images) if max(dilated) > 1 else 0)
    return apply(
        "DepthwiseConv2dNative",
        name,
        input=images,
        filter=filters,
        strides=list(strides),
        padding=padding,
        data_format=data_format or "NHWC",
        dilations=dilated,
    )


@export("nn.separable_conv2d")
def separable_conv2d(
    input: TensorLike,  # noqa: A002
    depthwise_filter: TensorLike,
    pointwise_filter: TensorLike,
    strides: Sequence[int],
    padding: str,
    rate: TensorLike | None = None,
    name: str | None = None,
    data_format: str | None = None,
    dilations: SizesLike | None = None,
) -> Tensor:
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

    >>> import penstock as tf
    >>> x = tf.constant([1.0, 10.0, 2.0, 20.0], shape=[1, 1, 2, 2])
    >>> channels, mix = tf.constant([3.0, 4.0], shape=[1, 1, 2, 1]), tf.ones([1, 1, 2, 1])
    >>> tf.Session().run(tf.nn.separable_conv2d(x, channels, mix, [1, 1, 1, 1], "VALID")).ravel()
    array([43., 86.], dtype=float32)
    """
    rate = either("dilations", dilations, "rate", rate)
    with name_scope(name, "separable_conv2d", [input, depthwise_filter, pointwise_filter]) as scope:
        images = convert_to_tensor(input, name="tensor_in")
        filters = convert_to_tensor(depthwise_filter, name="depthwise_filter")
        pointwise_filter = convert_to_tensor(pointwise_filter, name="pointwise_filter")
        shape = pointwise_filter.shape.with_rank(4).as_list()
        for size in shape[:2]:
            if size not in (1, None):
                raise ValueError(f"Dimensions {size} and 1 are not compatible")
        inner = _depthwise(images, filters, strides, padding, _rate(rate), data_format, "depthwise")
        return conv2d(inner, pointwise_filter, [1, 1, 1, 1], "VALID", data_format=data_format or "NHWC", name=scope)
