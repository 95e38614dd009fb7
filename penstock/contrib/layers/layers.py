"""Contrib's layers with weights: fully connected and convolutional ones, with a normalizer and an activation after them.

They are `tf.layers` with other names of variables, `weights` and `biases`, other defaults, and `arg_scope`. Layers without
weights are in `shaping.py`, normalization in `normalization.py`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.framework.scoped_arguments import add_arg_scope
from penstock.contrib.framework.variables import model_variable
from penstock.contrib.layers import utils
from penstock.contrib.layers.initializers import xavier_initializer
from penstock.graph.collections_of_graph import add_to_collection, get_collection
from penstock.graph.convert import convert_to_tensor
from penstock.graph.typing import (
    CollectionsLike,
    InitializerLike,
    NestedTensors,
    ScopeLike,
    SizesLike,
    TensorLike,
    TensorOrVariable,
)
from penstock.layers.base import ZEROS
from penstock.layers.convolutional import Conv1D, Conv2D, Conv3D, sums
from penstock.layers.core import Dense
from penstock.layers.separable import SeparableConv2D
from penstock.layers.transposed import Conv2DTranspose, Conv3DTranspose, enlarged
from penstock.ops.state.partitioned_variable import PartitionedVariable
from penstock.ops.state.variable_scope import variable_scope

if TYPE_CHECKING:
    from penstock.ops.state.variables import Variable

_XAVIER = xavier_initializer()
_RENAMED = {"bias": "biases", "kernel": "weights"}
_SEPARABLE = {"bias": "biases", "depthwise_kernel": "depthwise_weights", "pointwise_kernel": "pointwise_weights"}


def _relu(x: TensorLike) -> Any:
    return tf.nn.relu(x)


def model_variable_getter(rename: dict[str, str] | None = None) -> Callable:
    """A custom getter that makes model variables, under contrib's names."""

    def model_getter(getter: Callable, name: str, **kwargs: Any) -> Any:
        head, slash, last = name.rpartition("/")
        kept = {k: v for k, v in kwargs.items() if k not in ("reuse", "validate_shape", "constraint", "custom_getter")}
        return model_variable(f"{head}{slash}{(rename or {}).get(last, last)}", custom_getter=getter, **kept)

    return model_getter


def collect_variable(variable: Variable, variables_collections: object, name: str) -> None:
    """Adds a variable, or its parts, to the collections that were asked for."""
    for collection in utils.get_variable_collections(variables_collections, name) or []:
        for part in variable if isinstance(variable, PartitionedVariable) else [variable]:
            if all(part is not v for v in get_collection(collection)):
                add_to_collection(collection, part)


def _finished(
    outputs: Any,
    scope: Any,
    normalizer_fn: Callable[..., Any] | None,
    normalizer_params: Any,
    activation_fn: Callable[..., Any] | None,
    collections: Any,
) -> Any:
    if normalizer_fn is not None:
        outputs = normalizer_fn(outputs, **(normalizer_params or {}))
    if activation_fn is not None:
        outputs = activation_fn(outputs)
    return utils.collect_named_outputs(collections, scope.name, outputs)


def _applied(layer: Any, inputs: object, variables_collections: object) -> Any:
    outputs = layer.apply(inputs)
    for attribute in ("kernel", "depthwise_kernel", "pointwise_kernel"):
        if hasattr(layer, attribute):
            collect_variable(getattr(layer, attribute), variables_collections, "weights")
    if layer.bias is not None:
        collect_variable(layer.bias, variables_collections, "biases")
    return outputs


def _layer(kind: Any, inputs: TensorOrVariable, scope: Any, given: dict[str, Any], **settings: Any) -> Any:
    """The result of a layer of `kind`; `given` are the arguments of the public function, of which all share most."""
    layer = kind(
        **settings,
        use_bias=bool(not given["normalizer_fn"] and given["biases_initializer"]),
        kernel_initializer=given["weights_initializer"],
        bias_initializer=given["biases_initializer"],
        kernel_regularizer=given["weights_regularizer"],
        bias_regularizer=given["biases_regularizer"],
        trainable=given["trainable"],
        name=scope.name,
        dtype=inputs.dtype.base_dtype,
        _scope=scope,
        _reuse=given["reuse"],
    )
    outputs = _applied(layer, inputs, given["variables_collections"])
    rest = [given[name] for name in ("normalizer_fn", "normalizer_params", "activation_fn", "outputs_collections")]
    return _finished(outputs, scope, *rest)


_CONVOLVED = """
      inputs: a tensor `[batch, ..., channels]`.
      num_outputs: how many channels the result has.
      kernel_size, stride, rate: integers, or one for each spatial axis.
      padding: "SAME" or "VALID".
      data_format: "NHWC" and its like, or "NCHW" for channels first."""
_WEIGHTS = """
      activation_fn: a function of the result, `tf.nn.relu` by default; None for none.
      normalizer_fn: a function to use instead of biases, such as `batch_norm`.
      normalizer_params: its arguments.
      weights_initializer, biases_initializer: initializers; without one for biases, there are none.
      weights_regularizer, biases_regularizer: functions of a variable that give a loss.
      reuse: whether to use the variables of `scope`, which must then be given.
      variables_collections: collections for variables, a list or a dictionary by "weights" and "biases".
      outputs_collections: collections for the result.
      trainable: whether the variables are trained.
      scope: the variable scope.
"""


@export("contrib.layers.fully_connected", "contrib.slim.fully_connected")
@add_arg_scope
def fully_connected(
    inputs: object,
    num_outputs: int,
    activation_fn: Callable | None = _relu,
    normalizer_fn: Callable | None = None,
    normalizer_params: dict[str, Any] | None = None,
    weights_initializer: InitializerLike = _XAVIER,
    weights_regularizer: Callable | None = None,
    biases_initializer: InitializerLike = ZEROS,
    biases_regularizer: Callable | None = None,
    reuse: bool | None = None,
    variables_collections: CollectionsLike | None = None,
    outputs_collections: CollectionsLike | None = None,
    trainable: bool = True,
    scope: Any = None,
) -> Any:
    """Applies a fully connected layer over the last axis.

    Args:
      inputs: a tensor of rank 2 or more, whose last size is known.
      num_outputs: the size of the result's last axis.{weights}
    Raises:
      ValueError: if `num_outputs` is not an integer, or the rank or last size is wrong.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     y = tf.contrib.layers.fully_connected(tf.zeros([2, 3]), 4)
    ...     print(y.name, [v.name for v in tf.trainable_variables()])
    fully_connected/Relu:0 ['fully_connected/weights:0', 'fully_connected/biases:0']
    """
    given = locals()
    if not isinstance(num_outputs, int):
        raise ValueError(f"num_outputs type should be one of [<class 'int'>], got {type(num_outputs)}.")
    getter = model_variable_getter(_RENAMED)
    with variable_scope(scope, "fully_connected", [inputs], reuse=reuse, custom_getter=getter) as entered:
        inputs = convert_to_tensor(inputs)
        return _layer(Dense, inputs, entered, given, units=num_outputs)


def _last(data_format: str | None) -> str:
    return "channels_first" if data_format and data_format.startswith("NC") else "channels_last"


@export("contrib.layers.convolution", "contrib.slim.convolution")
@add_arg_scope
def convolution(
    inputs: object,
    num_outputs: int,
    kernel_size: SizesLike,
    stride: SizesLike = 1,
    padding: str = "SAME",
    data_format: str | None = None,
    rate: TensorLike = 1,
    activation_fn: Callable | None = _relu,
    normalizer_fn: Callable | None = None,
    normalizer_params: dict[str, Any] | None = None,
    weights_initializer: InitializerLike = _XAVIER,
    weights_regularizer: Callable | None = None,
    biases_initializer: InitializerLike = ZEROS,
    biases_regularizer: Callable | None = None,
    reuse: bool | None = None,
    variables_collections: CollectionsLike | None = None,
    outputs_collections: CollectionsLike | None = None,
    trainable: bool = True,
    scope: Any = None,
    conv_dims: int | None = None,
) -> Any:
    """Convolves sequences, images or volumes, as the rank of `inputs` says.

    Args:
      inputs: a tensor `[batch, ..., channels]`.
      num_outputs: how many channels the result has.
      kernel_size, stride, rate: integers, or one for each spatial axis.
      padding: "SAME" or "VALID".
      data_format: "NHWC" and its like, or "NCHW" for channels first.
      conv_dims: the number of spatial axes that `inputs` must have.{weights}
    Raises:
      ValueError: if the rank or the format is wrong.

    >>> import penstock as tf
    >>> y = tf.contrib.layers.convolution(tf.zeros([1, 8, 8, 3]), num_outputs=5, kernel_size=3, stride=2)
    >>> y.op.type, y.shape.as_list(), [v.op.name for v in tf.trainable_variables()]
    ('Relu', [1, 4, 4, 5], ['Conv/weights', 'Conv/biases'])
    """
    given = locals()
    if data_format not in (None, "NWC", "NCW", "NHWC", "NCHW", "NDHWC", "NCDHW"):
        raise ValueError(f"Invalid data_format: {data_format!r}")
    getter = model_variable_getter(_RENAMED)
    with variable_scope(scope, "Conv", [inputs], reuse=reuse, custom_getter=getter) as entered:
        inputs = convert_to_tensor(inputs)
        rank = inputs.shape.ndims
        if conv_dims is not None and conv_dims + 2 != rank:
            raise ValueError(f"Convolution expects input with rank {conv_dims + 2}, got {rank}")
        kinds: dict[Any, Any] = {3: Conv1D, 4: Conv2D, 5: Conv3D}
        if rank not in kinds:
            raise ValueError("Convolution not supported for input with rank", rank)
        return _layer(
            kinds[rank],
            inputs,
            entered,
            given,
            filters=num_outputs,
            kernel_size=kernel_size,
            strides=stride,
            padding=padding,
            data_format=_last(data_format),
            dilation_rate=rate,
        )


_ONES = "weights_initializer=tf.ones_initializer()"


def _of_rank(n: int) -> Callable:
    def function(
        inputs: NestedTensors,
        num_outputs: int,
        kernel_size: SizesLike,
        stride: SizesLike = 1,
        padding: str = "SAME",
        data_format: str | None = None,
        rate: TensorLike = 1,
        activation_fn: Callable | None = _relu,
        normalizer_fn: Callable | None = None,
        normalizer_params: dict[str, Any] | None = None,
        weights_initializer: InitializerLike = _XAVIER,
        weights_regularizer: Callable | None = None,
        biases_initializer: InitializerLike = ZEROS,
        biases_regularizer: Callable | None = None,
        reuse: bool | None = None,
        variables_collections: CollectionsLike | None = None,
        outputs_collections: CollectionsLike | None = None,
        trainable: bool = True,
        scope: ScopeLike | None = None,
    ) -> Any:
        settings = {key: value for key, value in locals().items() if key != "n"}
        return convolution(**settings, conv_dims=n)

    function.__name__ = function.__qualname__ = f"convolution{n}d"
    example = sums(f"tf.contrib.layers.conv{n}d(x, 1, 2, padding='VALID', {_ONES})", n)
    function.__doc__ = (
        f"Convolves over {n} spatial {'axis' if n == 1 else 'axes'}; see `tf.contrib.layers.convolution`."
        f"\n\n    Args:{_CONVOLVED}{_WEIGHTS.rstrip()}\n{example}"
    )
    return add_arg_scope(function)


convolution1d = export("contrib.layers.convolution1d", "contrib.layers.conv1d", "contrib.slim.conv1d")(_of_rank(1))
convolution2d = export(
    "contrib.layers.convolution2d", "contrib.layers.conv2d", "contrib.slim.conv2d", "contrib.slim.convolution2d"
)(_of_rank(2))
convolution3d = export("contrib.layers.convolution3d", "contrib.layers.conv3d", "contrib.slim.conv3d")(_of_rank(3))


def _transposed(n: int) -> Callable:
    kind: Any = {2: Conv2DTranspose, 3: Conv3DTranspose}[n]
    formats = ("NCHW", "NHWC") if n == 2 else ("NCDHW", "NDHWC")

    def function(
        inputs: object,
        num_outputs: int,
        kernel_size: SizesLike,
        stride: SizesLike = 1,
        padding: str = "SAME",
        data_format: str = formats[1],
        activation_fn: Callable | None = _relu,
        normalizer_fn: Callable | None = None,
        normalizer_params: dict[str, Any] | None = None,
        weights_initializer: InitializerLike = _XAVIER,
        weights_regularizer: Callable | None = None,
        biases_initializer: InitializerLike = ZEROS,
        biases_regularizer: Callable | None = None,
        reuse: bool | None = None,
        variables_collections: CollectionsLike | None = None,
        outputs_collections: CollectionsLike | None = None,
        trainable: bool = True,
        scope: Any = None,
    ) -> Any:
        given = locals()
        getter = model_variable_getter(_RENAMED)
        with variable_scope(scope, f"Conv{n}d_transpose", [inputs], reuse=reuse, custom_getter=getter) as entered:
            if data_format not in formats:
                raise ValueError(f"data_format has to be either {formats[0]} or {formats[1]}.")
            inputs = convert_to_tensor(inputs)
            return _layer(
                kind,
                inputs,
                entered,
                given,
                filters=num_outputs,
                kernel_size=kernel_size,
                strides=stride,
                padding=padding,
                data_format=_last(data_format),
            )

    function.__name__ = function.__qualname__ = f"convolution{n}d_transpose"
    call = f"tf.contrib.layers.conv{n}d_transpose(x, 1, 2, stride=2, {_ONES})"
    function.__doc__ = f"""Applies the transpose of a convolution over {n} spatial axes.

    Args:
      inputs: a tensor `[batch, ..., channels]`.
      num_outputs: how many channels the result has.
      kernel_size, stride: integers, or one for each spatial axis.
      padding: "SAME" or "VALID".
      data_format: "{formats[1]}" or "{formats[0]}".{_WEIGHTS}{enlarged(call, n)}"""
    return add_arg_scope(function)


convolution2d_transpose = export(
    "contrib.layers.convolution2d_transpose", "contrib.layers.conv2d_transpose", "contrib.slim.conv2d_transpose"
)(_transposed(2))
convolution3d_transpose = export(
    "contrib.layers.convolution3d_transpose", "contrib.layers.conv3d_transpose", "contrib.slim.conv3d_transpose"
)(_transposed(3))


@export(
    "contrib.layers.separable_convolution2d",
    "contrib.layers.separable_conv2d",
    "contrib.slim.separable_conv2d",
    "contrib.slim.separable_convolution2d",
)
@add_arg_scope
def separable_convolution2d(
    inputs: Any,
    num_outputs: int | None,
    kernel_size: Any,
    depth_multiplier: int = 1,
    stride: Any = 1,
    padding: str = "SAME",
    data_format: str = "NHWC",
    rate: Any = 1,
    activation_fn: Callable | None = _relu,
    normalizer_fn: Callable | None = None,
    normalizer_params: dict[str, Any] | None = None,
    weights_initializer: Any = _XAVIER,
    pointwise_initializer: Any = None,
    weights_regularizer: Callable | None = None,
    biases_initializer: Any = ZEROS,
    biases_regularizer: Callable | None = None,
    reuse: bool | None = None,
    variables_collections: Any = None,
    outputs_collections: Any = None,
    trainable: bool = True,
    scope: Any = None,
) -> Any:
    """Applies a separable convolution to images; with `num_outputs=None`, only its first, depthwise step.

    Args:
      inputs: a tensor `[batch, height, width, channels]`.
      num_outputs: how many channels the result has, or None.
      kernel_size, stride, rate: integers, or two of them.
      depth_multiplier: how many results the first step has for each channel.
      padding: "SAME" or "VALID".
      data_format: "NHWC" or "NCHW".
      pointwise_initializer: the initializer of the second step's weights, by default that of the first.{weights}
    >>> import penstock as tf
    >>> y = tf.contrib.layers.separable_conv2d(tf.zeros([1, 8, 8, 3]), 5, kernel_size=3, depth_multiplier=2)
    >>> y.shape.as_list()
    [1, 8, 8, 5]
    >>> [(v.op.name, v.shape.as_list()) for v in tf.global_variables()[:2]]
    [('SeparableConv2d/depthwise_weights', [3, 3, 3, 2]), ('SeparableConv2d/pointwise_weights', [1, 1, 6, 5])]
    """
    if data_format not in ("NCHW", "NHWC"):
        raise ValueError("data_format has to be either NCHW or NHWC.")
    getter = model_variable_getter(_SEPARABLE)
    with variable_scope(scope, "SeparableConv2d", [inputs], reuse=reuse, custom_getter=getter) as entered:
        inputs = convert_to_tensor(inputs)
        rate = utils.two_element_tuple(rate)
        if num_outputs is not None:
            layer = SeparableConv2D(
                filters=num_outputs,
                kernel_size=kernel_size,
                strides=stride,
                padding=padding,
                data_format=_last(data_format),
                dilation_rate=rate,
                depth_multiplier=depth_multiplier,
                use_bias=bool(not normalizer_fn and biases_initializer),
                depthwise_initializer=weights_initializer,
                pointwise_initializer=pointwise_initializer or weights_initializer,
                bias_initializer=biases_initializer,
                depthwise_regularizer=weights_regularizer,
                pointwise_regularizer=weights_regularizer,
                bias_regularizer=biases_regularizer,
                trainable=trainable,
                name=entered.name,
                dtype=inputs.dtype.base_dtype,
                _scope=entered,
                _reuse=reuse,
            )
            outputs = _applied(layer, inputs, variables_collections)
        else:
            channels = utils.channel_dimension(inputs.shape, _last(data_format), min_rank=4)
            dtype = inputs.dtype.base_dtype
            common = {"dtype": dtype, "trainable": trainable}
            weights = model_variable(
                "depthwise_weights",
                shape=[*utils.two_element_tuple(kernel_size), channels, depth_multiplier],
                initializer=weights_initializer,
                regularizer=weights_regularizer,
                collections=utils.get_variable_collections(variables_collections, "weights"),
                **common,
            )
            steps = utils.two_element_tuple(stride)
            strides = [1, 1, *steps] if data_format == "NCHW" else [1, *steps, 1]
            outputs = tf.nn.depthwise_conv2d(inputs, weights, strides, padding, rate=rate, data_format=data_format)
            if normalizer_fn is None and biases_initializer is not None:
                biases = model_variable(
                    "biases",
                    shape=[depth_multiplier * channels],
                    initializer=biases_initializer,
                    regularizer=biases_regularizer,
                    collections=utils.get_variable_collections(variables_collections, "biases"),
                    **common,
                )
                outputs = tf.nn.bias_add(outputs, biases, data_format=data_format)
        return _finished(outputs, entered, normalizer_fn, normalizer_params, activation_fn, outputs_collections)


for _function in (fully_connected, convolution, separable_convolution2d):
    _function.__doc__ = (_function.__doc__ or "").replace("{weights}", _WEIGHTS)


def _with_activation(name: str, activation: Callable | None, summary: str) -> Callable:
    made = functools.partial(fully_connected, activation_fn=activation)
    made.__name__ = name  # type: ignore[attr-defined]
    made.__doc__ = f"{summary} See `tf.contrib.layers.fully_connected`."
    return made


relu = export("contrib.layers.relu")(_with_activation("relu", _relu, "A fully connected layer with `tf.nn.relu`."))
relu6 = export("contrib.layers.relu6")(
    _with_activation("relu6", lambda x: tf.nn.relu6(x), "A fully connected layer with `tf.nn.relu6`.")
)
elu = export("contrib.layers.elu")(
    _with_activation("elu", lambda x: tf.nn.elu(x), "A fully connected layer with `tf.nn.elu`.")
)
linear = export("contrib.layers.linear", "contrib.slim.linear")(
    _with_activation("linear", None, "A fully connected layer without activation.")
)
