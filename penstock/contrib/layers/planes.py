"""Contrib's layers that look at images as planes and as sequences, the fully connected layers of its first versions,
and gradients that are scaled on their way."""

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
from penstock.contrib.layers.layers import _finished
from penstock.graph.collections_of_graph import add_to_collections
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import (
    CollectionsLike,
    InitializerLike,
    NestedTensors,
    SizesLike,
    TensorLike,
    TensorOrVariable,
)
from penstock.layers.base import ZEROS
from penstock.ops.state.variable_scope import variable_scope

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor

_XAVIER = xavier_initializer()


def _relu(x: TensorLike) -> Any:
    return tf.nn.relu(x)


@export(
    "contrib.layers.convolution2d_in_plane",
    "contrib.layers.conv2d_in_plane",
    "contrib.slim.convolution2d_in_plane",
    "contrib.slim.conv2d_in_plane",
)
@add_arg_scope
def convolution2d_in_plane(
    inputs: TensorOrVariable,
    kernel_size: SizesLike,
    stride: SizesLike = 1,
    padding: str = "SAME",
    activation_fn: Callable | None = _relu,
    normalizer_fn: Callable | None = None,
    normalizer_params: dict[str, Any] | None = None,
    weights_initializer: Any = _XAVIER,
    weights_regularizer: Callable | None = None,
    biases_initializer: Any = ZEROS,
    biases_regularizer: Callable | None = None,
    reuse: bool | None = None,
    variables_collections: object = None,
    outputs_collections: object = None,
    trainable: bool = True,
    scope: Any = None,
) -> Any:
    """Convolves each channel by itself, all with the same weights.

    Args:
      inputs: [batch, height, width, channels].
      kernel_size, stride: integers, or pairs.
      padding: "SAME" or "VALID".
      activation_fn, normalizer_fn, normalizer_params, weights_initializer, weights_regularizer, biases_initializer,
        biases_regularizer, reuse, variables_collections, outputs_collections, trainable, scope: see `fully_connected`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     y = tf.contrib.layers.conv2d_in_plane(tf.zeros([1, 4, 4, 3]), [2, 1])
    ...     print(y.shape, [v.shape.as_list() for v in tf.trainable_variables()])
    (1, 4, 4, 3) [[2, 1, 1, 1], [3]]
    """
    with variable_scope(scope, "ConvInPlane", [inputs], reuse=reuse) as entered:
        channels = utils.last_dimension(inputs.shape, min_rank=4)

        def made(name: str, shape: list[int], initializer: InitializerLike, regularizer: Any) -> Any:
            return model_variable(
                name,
                shape=shape,
                dtype=inputs.dtype.base_dtype,
                initializer=initializer,
                regularizer=regularizer,
                collections=utils.get_variable_collections(variables_collections, name),
                trainable=trainable,
            )

        size = [*utils.two_element_tuple(kernel_size), 1, 1]
        weights = tf.tile(made("weights", size, weights_initializer, weights_regularizer), [1, 1, channels, 1])
        outputs = tf.nn.depthwise_conv2d(inputs, weights, [1, *utils.two_element_tuple(stride), 1], padding)
        if normalizer_fn is None and biases_initializer is not None:
            outputs = tf.nn.bias_add(outputs, made("biases", [channels], biases_initializer, biases_regularizer))
        return _finished(outputs, entered, normalizer_fn, normalizer_params, activation_fn, outputs_collections)


@export("contrib.layers.spatial_softmax", "contrib.slim.spatial_softmax")
@add_arg_scope
def spatial_softmax(
    features: TensorOrVariable,
    temperature: float | None = None,
    name: str | None = None,
    variables_collections: CollectionsLike | None = None,
    trainable: bool = True,
    data_format: str = "NHWC",
) -> Tensor:
    """Where each channel is active: the mean place under the softmax of its plane.

    Args:
      features: [batch, height, width, channels].
      temperature: of the softmax at first, or None for 1; it is a variable.
      name: the variable scope.
      variables_collections: collections for the temperature.
      trainable: whether the temperature is trained.
      data_format: "NHWC" or "NCHW".

    Returns:
      [batch, 2 * channels]: for each channel a row and a column, between -1 and 1.

    Raises:
      ValueError: if the format is wrong or the channels are not known.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     y = tf.contrib.layers.spatial_softmax(100.0 * tf.one_hot([[[[2]]]], 3)[0, :, :, 0, :, None])
    ...     sess.run(tf.global_variables_initializer())
    ...     print(sess.run(y)[:, 1])
    [1.]
    """
    with variable_scope(name, "spatial_softmax"):
        shape, known = tf.shape(features), features.shape.as_list()
        if data_format not in ("NHWC", "NCHW"):
            raise ValueError("data_format has to be either NCHW or NHWC.")
        last = data_format == "NHWC"
        height, width = (shape[1], shape[2]) if last else (shape[2], shape[3])
        channels = known[3] if last else known[1]
        if channels is None:
            raise ValueError(
                "The num_channels dimension of the inputs to `spatial_softmax` should be defined. Found `None`."
            )
        with name_scope("spatial_softmax_op", "spatial_softmax_op", [features]):
            places = tf.meshgrid(tf.lin_space(-1.0, 1.0, num=height), tf.lin_space(-1.0, 1.0, num=width), indexing="ij")
            rows, columns = (tf.reshape(p, [height * width]) for p in places)
            warmth = model_variable(
                "temperature",
                shape=(),
                dtype=tf.float32,
                initializer=tf.ones_initializer() if temperature is None else tf.constant_initializer(temperature),
                collections=utils.get_variable_collections(variables_collections, "temperature") if trainable else None,
                trainable=trainable,
            )
            planes = tf.transpose(features, [0, 3, 1, 2]) if last else features
            attention = tf.nn.softmax(tf.reshape(planes, [-1, height * width]) / warmth)
            means = [tf.reduce_sum(p * attention, [1], keepdims=True) for p in (rows, columns)]
            found = tf.reshape(tf.concat(means, 1), [-1, channels * 2])
            found.set_shape([None, channels * 2])
        return found


@export("contrib.layers.images_to_sequence", "contrib.slim.images_to_sequence")
@add_arg_scope
def images_to_sequence(
    inputs: TensorOrVariable,
    data_format: str = "NHWC",
    outputs_collections: CollectionsLike | None = None,
    scope: Any = None,
) -> Any:
    """Images as sequences of their columns: [width, batch * height, channels].

    Args:
      inputs: [batch, height, width, channels].
      data_format: "NHWC" or "NCHW".
      outputs_collections: collections for the result.
      scope: a name for the operations.

    Raises:
      ValueError: if the format is wrong.

    >>> import penstock as tf
    >>> tf.contrib.layers.images_to_sequence(tf.zeros([2, 3, 4, 5])).shape.as_list()
    [4, 6, 5]
    """
    if data_format not in ("NCHW", "NHWC"):
        raise ValueError("data_format has to be either NCHW or NHWC.")
    with name_scope(scope, "ImagesToSequence", [inputs]) as entered:
        inputs = convert_to_tensor(inputs)
        if data_format == "NCHW":
            inputs = tf.transpose(inputs, [0, 2, 3, 1])
        width, depth = inputs.shape.as_list()[2:]
        rows = tf.shape(inputs)[0] * tf.shape(inputs)[1]
        outputs = tf.reshape(tf.transpose(inputs, [2, 0, 1, 3]), [width, rows, depth])
        return utils.collect_named_outputs(outputs_collections, entered, outputs)


@export("contrib.layers.sequence_to_images", "contrib.slim.sequence_to_images")
@add_arg_scope
def sequence_to_images(
    inputs: object,
    height: int,
    output_data_format: str = "channels_last",
    outputs_collections: CollectionsLike | None = None,
    scope: Any = None,
) -> Any:
    """Undoes `images_to_sequence`.

    Args:
      inputs: [width, batch * height, channels].
      height: of the images.
      output_data_format: "channels_last" or "channels_first".
      outputs_collections: collections for the result.
      scope: a name for the operations.

    >>> import penstock as tf
    >>> tf.contrib.layers.sequence_to_images(tf.zeros([4, 6, 5]), 3).shape.as_list()
    [2, 3, 4, 5]
    """
    with name_scope(scope, "SequenceToImages", [inputs]) as entered:
        inputs = convert_to_tensor(inputs)
        width, rows, depth = inputs.shape.as_list()
        split = tf.reshape(inputs, [width, -1 if rows is None else rows // height, height, depth])
        outputs = tf.transpose(split, [1, 3, 2, 0] if output_data_format == "channels_first" else [1, 2, 0, 3])
        return utils.collect_named_outputs(outputs_collections, entered, outputs)


@export("contrib.layers.scale_gradient", "contrib.slim.scale_gradient")
def scale_gradient(inputs: NestedTensors, gradient_multiplier: Any) -> Any:
    """`inputs`, whose gradient is multiplied on its way back.

    Args:
      inputs: a tensor.
      gradient_multiplier: a factor, whose shape broadcasts to that of `inputs`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x = tf.constant(3.0)
    ...     print(sess.run(tf.gradients(tf.square(tf.contrib.layers.scale_gradient(x, 0.5)), x)))
    [np.float32(3.0)]
    """

    @tf.custom_gradient
    def scaled(x: TensorLike, factor: TensorLike) -> Any:
        return tf.identity(x), lambda dy: (dy * factor, None)

    return scaled(inputs, gradient_multiplier)


# -- the first versions ------------------------------------------------------------------------------------------------


@export("contrib.layers.legacy_fully_connected", "contrib.slim.legacy_fully_connected")
def legacy_fully_connected(
    x: TensorLike,
    num_output_units: int,
    activation_fn: Callable | None = None,
    weight_init: Any = _XAVIER,
    bias_init: Any = ZEROS,
    name: str | None = None,
    weight_collections: CollectionsLike = (GraphKeys.WEIGHTS,),
    bias_collections: Any = (GraphKeys.BIASES,),
    output_collections: CollectionsLike = (GraphKeys.ACTIVATIONS,),
    trainable: bool = True,
    weight_regularizer: Callable | None = None,
    bias_regularizer: Callable | None = None,
) -> Any:
    """A fully connected layer as contrib had it at first: variables `weights` and `bias`, in collections of their own.

    Args:
      x: a tensor of rank 2 or more, whose last size is known.
      num_output_units: the size of the result's last axis.
      activation_fn: a function of the result, or None.
      weight_init, bias_init: initializers; without one for the bias, there is none.
      name: the variable scope.
      weight_collections, bias_collections, output_collections: collections for the variables and the result.
      trainable: whether the variables are trained.
      weight_regularizer, bias_regularizer: functions of a variable that give a loss.

    Raises:
      ValueError: if the rank or the last size is wrong.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     y = tf.contrib.layers.legacy_fully_connected(tf.zeros([2, 3]), 4)
    ...     print(y.shape, [v.name for v in tf.trainable_variables()])
    (2, 4) ['fully_connected/weights:0', 'fully_connected/bias:0']
    """
    with variable_scope(name, "fully_connected", [x]):
        x = convert_to_tensor(x)
        rank = x.shape.ndims
        if rank is None:
            raise ValueError("dims of x must be known but is None")
        if rank < 2:
            raise ValueError(f"rank of x must be at least 2 not: {rank}")
        size = x.shape.as_list()[-1]
        if size is None:
            raise ValueError("last dimension of x must be known but is None")

        def made(
            name: str,
            shape: list[int],
            initializer: InitializerLike,
            regularizer: Callable[..., Any] | None,
            collections: CollectionsLike,
        ) -> Any:
            return tf.get_variable(
                name,
                shape=shape,
                dtype=x.dtype.base_dtype,
                initializer=initializer,
                collections={*(collections or ()), GraphKeys.GLOBAL_VARIABLES},
                regularizer=regularizer,
                trainable=trainable,
            )

        weights = made("weights", [size, num_output_units], weight_init, weight_regularizer, weight_collections)
        y = tf.matmul(x if rank == 2 else tf.reshape(x, [-1, size]), weights)
        if bias_init is not None:
            y = tf.nn.bias_add(y, made("bias", [num_output_units], bias_init, bias_regularizer, bias_collections))
        if rank > 2:
            y = tf.reshape(y, tf.stack([*tf.unstack(tf.shape(x))[:-1], num_output_units]))
            y.set_shape([*x.shape.as_list()[:-1], num_output_units])
        if activation_fn is not None:
            y = activation_fn(y)
        add_to_collections([*(output_collections or ()), GraphKeys.ACTIVATIONS], y)
        return y


def _legacy(name: str, activation: Callable | None, summary: str) -> Callable:
    made = functools.partial(legacy_fully_connected, activation_fn=activation)
    made.__name__ = name  # type: ignore[attr-defined]
    made.__doc__ = f"{summary} See `tf.contrib.layers.legacy_fully_connected`."
    return made


legacy_relu = export("contrib.layers.legacy_relu", "contrib.slim.legacy_relu")(
    _legacy("legacy_relu", _relu, "A fully connected layer with `tf.nn.relu`.")
)
legacy_linear = export("contrib.layers.legacy_linear", "contrib.slim.legacy_linear")(
    _legacy("legacy_linear", None, "A fully connected layer without activation.")
)
