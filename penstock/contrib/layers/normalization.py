"""Contrib's normalization: of batches, with moving averages, and of layers; and a bias alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.framework.scoped_arguments import add_arg_scope
from penstock.contrib.framework.variables import model_variable
from penstock.contrib.layers import utils
from penstock.contrib.layers.layers import collect_variable, model_variable_getter
from penstock.graph import dtypes
from penstock.graph.collections_of_graph import add_to_collections
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import CollectionsLike, DTypeLike, InitializerLike, ShapeLike, TensorLike, TensorOrVariable
from penstock.layers.base import ONES, ZEROS
from penstock.layers.normalization import BatchNormalization
from penstock.ops.state.variable_scope import variable_scope
from penstock.ops.state.variable_scope_defaults import get_variable_scope
from penstock.train.moving_averages import assign_moving_average

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


@export("contrib.layers.batch_norm", "contrib.slim.batch_norm")
@add_arg_scope
def batch_norm(
    inputs: object,
    decay: float = 0.999,
    center: bool = True,
    scale: bool = False,
    epsilon: float = 0.001,
    activation_fn: Callable | None = None,
    param_initializers: dict[str, Any] | None = None,
    param_regularizers: dict[str, Any] | None = None,
    updates_collections: CollectionsLike = GraphKeys.UPDATE_OPS,
    is_training: bool = True,
    reuse: bool | None = None,
    variables_collections: CollectionsLike | None = None,
    outputs_collections: CollectionsLike | None = None,
    trainable: bool = True,
    batch_weights: Any = None,
    fused: bool | None = None,
    data_format: str = "NHWC",
    zero_debias_moving_mean: bool = False,
    scope: Any = None,
    renorm: bool = False,
    renorm_clipping: dict[str, Any] | None = None,
    renorm_decay: float = 0.99,
    adjustment: Callable | None = None,
) -> Any:
    """Normalizes activations by the batch, or afterwards by moving averages.

    Args:
      inputs: a tensor, `[batch, ..., channels]`.
      decay: how much of the moving averages stays at each step.
      center, scale: whether there are `beta` and `gamma`.
      epsilon: added to the variance.
      activation_fn: a function of the result.
      param_initializers, param_regularizers: dictionaries by `beta`, `gamma`, `moving_mean` and `moving_variance`.
      updates_collections: collections for the updates of averages, which training must run; None to run them in place.
      is_training: whether to normalize by the batch; a Python value or a tensor.
      reuse, variables_collections, outputs_collections, trainable, scope: see `fully_connected`.
      batch_weights: the weight of each element of the batch.
      fused: whether to use the fused kernel; None where it can be.
      data_format: "NHWC" or "NCHW".
      zero_debias_moving_mean: whether to correct the moving mean for its beginning with 0.
      renorm, renorm_clipping, renorm_decay, adjustment: see `tf.layers.BatchNormalization`.

    Raises:
      ValueError: if the format, the rank or the number of channels is wrong.

    >>> import penstock as tf
    >>> y = tf.contrib.layers.batch_norm(tf.constant([[0.0], [2.0]]), epsilon=0.0)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.global_variables_initializer())
    ...     print(sess.run(y).round(3).tolist(), len(tf.get_collection(tf.GraphKeys.UPDATE_OPS)))
    [[-1.0], [1.0]] 2
    """
    if data_format not in ("NCHW", "NHWC"):
        raise ValueError("data_format has to be either NCHW or NHWC.")
    inputs = convert_to_tensor(inputs)
    initializers, regularizers = param_initializers or {}, param_regularizers or {}
    fusible = batch_weights is None and not renorm and inputs.shape.ndims in (2, 4) and adjustment is None
    plain = updates_collections == GraphKeys.UPDATE_OPS and not zero_debias_moving_mean
    use_fused = fused in (None, True)
    by_hand = use_fused and fusible and (not plain or inputs.shape.ndims == 2)
    if not by_hand and batch_weights is None and plain:
        with variable_scope(
            scope, "BatchNorm", [inputs], reuse=reuse, custom_getter=model_variable_getter()
        ) as entered:
            layer = BatchNormalization(
                axis=1 if data_format == "NCHW" else -1,
                momentum=decay,
                epsilon=epsilon,
                center=center,
                scale=scale,
                beta_initializer=initializers.get("beta", ZEROS),
                gamma_initializer=initializers.get("gamma", ONES),
                moving_mean_initializer=initializers.get("moving_mean", ZEROS),
                moving_variance_initializer=initializers.get("moving_variance", ONES),
                beta_regularizer=regularizers.get("beta"),
                gamma_regularizer=regularizers.get("gamma"),
                trainable=trainable,
                renorm=renorm,
                renorm_clipping=renorm_clipping,
                renorm_momentum=renorm_decay,
                adjustment=adjustment,
                name=entered.name,
                _scope=entered,
                _reuse=reuse,
                fused=use_fused,
            )
            outputs = layer.apply(inputs, training=is_training)
            for name in ("moving_mean", "moving_variance", "beta", "gamma"):
                if getattr(layer, name) is not None:
                    collect_variable(getattr(layer, name), variables_collections, name)
            outputs = outputs if activation_fn is None else activation_fn(outputs)
            return utils.collect_named_outputs(outputs_collections, entered.name, outputs)
    if renorm:
        raise ValueError("renorm is not supported with batch_weights, updates_collections or zero_debias_moving_mean")
    with variable_scope(scope, "BatchNorm", [inputs], reuse=reuse) as entered:
        if inputs.shape.ndims is None:
            raise ValueError(f"Inputs {inputs.name} has undefined rank.")
        channels = inputs.shape[1:2] if data_format == "NCHW" else inputs.shape[-1:]
        if not channels.is_fully_defined():
            raise ValueError(f"Inputs {inputs.name} has undefined channels dimension {channels}.")
        made = _parameters(
            channels,
            dtypes.float32 if by_hand else inputs.dtype.base_dtype,
            {"beta": center, "gamma": scale},
            (initializers, regularizers, variables_collections),
            trainable,
        )
        averages = made["moving_mean"], made["moving_variance"]
        move = _mover(averages, decay, zero_debias_moving_mean)
        if by_hand:
            outputs = _fused(inputs, made, averages, move, is_training, updates_collections, epsilon, data_format)
        else:
            mean, variance = _moments(inputs, batch_weights, data_format, is_training, averages)
            mean, variance = _updated(mean, variance, move, is_training, updates_collections, averages)
            vectors = [mean, variance, made["beta"], made["gamma"]]
            if data_format == "NCHW":
                broadcast = [1, channels.as_list()[0], *[1] * (inputs.shape.ndims - 2)]
                vectors = [None if v is None else tf.reshape(v, broadcast) for v in vectors]
            outputs = tf.nn.batch_normalization(inputs, *vectors, epsilon)
            outputs.set_shape(inputs.shape)
        outputs = outputs if activation_fn is None else activation_fn(outputs)
        return utils.collect_named_outputs(outputs_collections, entered.name, outputs)


def _parameters(
    shape: ShapeLike, dtype: DTypeLike, wanted: dict[str, bool], given: tuple, trainable: bool
) -> dict[str, Any]:
    """The variables that are wanted, and the moving averages, which are never cut into parts."""
    initializers, regularizers, collections = given

    def made(name: str, default: object, trained: bool) -> Any:
        return model_variable(
            name,
            shape=shape,
            dtype=dtype,
            initializer=initializers.get(name, default),
            regularizer=regularizers.get(name),
            collections=utils.get_variable_collections(collections, name),
            trainable=trained,
        )

    found = {"beta": made("beta", ZEROS, trainable) if wanted["beta"] else None}
    found["gamma"] = made("gamma", ONES, trainable) if wanted["gamma"] else None
    with variable_scope(get_variable_scope()) as local:
        local.set_partitioner(None)
        found["moving_mean"] = made("moving_mean", ZEROS, False)
        found["moving_variance"] = made("moving_variance", ONES, False)
    return found


def _mover(averages: tuple[Any, Any], decay: float, zero_debias: bool) -> Callable[[Any, Any], list[Any]]:
    def move(mean: TensorLike, variance: TensorLike) -> list[Any]:
        return [
            assign_moving_average(averages[0], mean, decay, zero_debias=zero_debias),
            assign_moving_average(averages[1], variance, decay, zero_debias=False),
        ]

    return move


def _moments(inputs: Any, weights: Any, data_format: str, is_training: bool | None, averages: tuple[Any, Any]) -> tuple:
    if utils.constant_value(is_training) is not None and not utils.constant_value(is_training):
        return averages
    rank = inputs.shape.ndims
    axes = [0, *range(2, rank)] if data_format == "NCHW" else list(range(rank - 1))
    if weights is None:
        return tf.nn.moments(inputs, axes)
    weights = convert_to_tensor(weights)
    inputs.shape[0:1].assert_is_compatible_with(weights.shape)
    return tf.nn.weighted_moments(inputs, axes, tf.reshape(weights, [-1, *[1] * (rank - 1)]))


def _updated(
    mean: TensorLike,
    variance: TensorLike,
    move: Callable,
    is_training: bool,
    collections: CollectionsLike,
    averages: tuple,
) -> tuple:
    """Mean and variance to normalize by, after the averages were moved or their updates put in collections."""
    known = utils.constant_value(is_training)
    if known is not None and not known:
        return averages
    before = lambda: tuple(tf.convert_to_tensor(v) for v in averages)  # noqa: E731
    if collections is None:

        def forced() -> tuple:
            with control_dependencies(move(mean, variance)):
                return tf.identity(mean), tf.identity(variance)

        return utils.smart_cond(is_training, forced, before)
    for update in utils.smart_cond(is_training, lambda: tuple(move(mean, variance)), before):
        add_to_collections(collections, update)
    return utils.smart_cond(is_training, lambda: (mean, variance), before)


def _fused(
    inputs: TensorOrVariable,
    made: dict[str, Any],
    averages: tuple[Any, Any],
    move: Callable,
    is_training: Any,
    collections: CollectionsLike,
    epsilon: float,
    data_format: str,
) -> Any:
    original = inputs
    channels = made["moving_mean"].shape.as_list()[0]
    if inputs.shape.ndims == 2:
        inputs = tf.reshape(inputs, [-1, channels, 1, 1] if data_format == "NCHW" else [-1, 1, 1, channels])
    beta = tf.constant(0.0, shape=[channels]) if made["beta"] is None else made["beta"]
    gamma = tf.constant(1.0, shape=[channels]) if made["gamma"] is None else made["gamma"]
    settings = {"epsilon": epsilon, "data_format": data_format}

    def training() -> tuple[Tensor, Tensor, Tensor]:
        return tf.nn.fused_batch_norm(inputs, gamma, beta, **settings)

    def afterwards() -> tuple[Tensor, Tensor, Tensor]:
        known = {"mean": averages[0], "variance": averages[1]}
        return tf.nn.fused_batch_norm(inputs, gamma, beta, is_training=False, **known, **settings)

    outputs, mean, variance = utils.smart_cond(is_training, training, afterwards)
    constant = utils.constant_value(is_training)
    if constant is None or constant:
        before = lambda: tuple(tf.convert_to_tensor(v) for v in averages)  # noqa: E731
        if collections is None:

            def forced() -> Any:
                with control_dependencies(move(mean, variance)):
                    return tf.identity(outputs)

            normalized = outputs
            outputs = utils.smart_cond(is_training, forced, lambda: tf.identity(normalized))
        else:
            for update in utils.smart_cond(is_training, lambda: tuple(move(mean, variance)), before):
                add_to_collections(collections, update)
    outputs.set_shape(inputs.shape)
    return tf.reshape(outputs, tf.shape(original)) if original.shape.ndims == 2 else outputs


@export("contrib.layers.layer_norm", "contrib.slim.layer_norm")
@add_arg_scope
def layer_norm(
    inputs: object,
    center: bool = True,
    scale: bool = True,
    activation_fn: Callable | None = None,
    reuse: bool | None = None,
    variables_collections: CollectionsLike | None = None,
    outputs_collections: CollectionsLike | None = None,
    trainable: bool = True,
    begin_norm_axis: int = 1,
    begin_params_axis: int = -1,
    scope: Any = None,
) -> Any:
    """Normalizes each element of the batch by itself, over the axes from `begin_norm_axis` on.

    Args:
      inputs: a tensor of known rank.
      center, scale: whether there are `beta` and `gamma`, of the shape from `begin_params_axis` on.
      activation_fn: a function of the result.
      reuse, variables_collections, outputs_collections, trainable, scope: see `fully_connected`.

    Raises:
      ValueError: if the rank is not known, or axes are beyond it.

    >>> import penstock as tf
    >>> y = tf.contrib.layers.layer_norm(tf.constant([[0.0, 2.0], [10.0, 30.0]]))
    >>> with tf.Session() as sess:
    ...     sess.run(tf.global_variables_initializer())
    ...     print(sess.run(y).round(3).tolist())
    [[-1.0, 1.0], [-1.0, 1.0]]
    """
    with variable_scope(scope, "LayerNorm", [inputs], reuse=reuse) as entered:
        inputs = convert_to_tensor(inputs)
        rank = inputs.shape.ndims
        if rank is None:
            raise ValueError(f"Inputs {inputs.name} has undefined rank.")
        if begin_norm_axis < 0:
            begin_norm_axis += rank
        if begin_params_axis >= rank or begin_norm_axis >= rank:
            raise ValueError(
                f"begin_params_axis ({begin_params_axis}) and begin_norm_axis ({begin_norm_axis}) must be < rank(inputs) "
                f"({rank})"
            )
        shape = inputs.shape[begin_params_axis:]
        if not shape.is_fully_defined():
            raise ValueError(
                f"Inputs {inputs.name}: shape(inputs)[{begin_params_axis}:] is not fully defined: {inputs.shape}"
            )
        dtype = inputs.dtype.base_dtype

        def parameter(name: str, initializer: InitializerLike) -> Any:
            collections = utils.get_variable_collections(variables_collections, name)
            return model_variable(
                name, shape=shape, dtype=dtype, initializer=initializer, collections=collections, trainable=trainable
            )

        beta = parameter("beta", ZEROS) if center else None
        gamma = parameter("gamma", ONES) if scale else None
        mean, variance = tf.nn.moments(inputs, list(range(begin_norm_axis, rank)), keep_dims=True)
        epsilon = 1e-3 if dtype == dtypes.float16 else 1e-12
        outputs = tf.nn.batch_normalization(inputs, mean, variance, offset=beta, scale=gamma, variance_epsilon=epsilon)
        outputs.set_shape(inputs.shape)
        outputs = outputs if activation_fn is None else activation_fn(outputs)
        return utils.collect_named_outputs(outputs_collections, entered.name, outputs)


@export("contrib.layers.bias_add", "contrib.slim.bias_add")
@add_arg_scope
def bias_add(
    inputs: object,
    activation_fn: Callable | None = None,
    initializer: InitializerLike = ZEROS,
    regularizer: Callable | None = None,
    reuse: bool | None = None,
    variables_collections: CollectionsLike | None = None,
    outputs_collections: CollectionsLike | None = None,
    trainable: bool = True,
    data_format: str = "NHWC",
    scope: Any = None,
) -> Any:
    """Adds a variable `biases` along the channels.

    Args:
      inputs: a tensor `[batch, ..., channels]`, whose number of channels is known.
      activation_fn: a function of the result; None for none.
      initializer: the initializer of the biases, zeros by default.
      regularizer: a function of the biases that gives a loss.
      reuse, variables_collections, outputs_collections, trainable, scope: see `fully_connected`.
      data_format: "NHWC", or "NCHW" for channels first.

    Raises:
      ValueError: the format is another, or the rank or the number of channels is not known.

    >>> import penstock as tf
    >>> y = tf.contrib.layers.bias_add(tf.constant([[1.0, 2.0]]), initializer=tf.constant_initializer([0.5, -1.0]))
    >>> with tf.Session() as sess:
    ...     sess.run(tf.global_variables_initializer())
    ...     print(sess.run(y).tolist())
    [[1.5, 1.0]]
    """
    if data_format not in ("NCHW", "NHWC"):
        raise ValueError("data_format has to be either NCHW or NHWC.")
    with variable_scope(scope, "BiasAdd", [inputs], reuse=reuse) as entered:
        inputs = convert_to_tensor(inputs)
        if inputs.shape.ndims is None:
            raise ValueError("Dims of shape must be known but is None")
        if inputs.shape.ndims != 4 and data_format == "NCHW":
            raise ValueError("Data format NCHW only supports 4D Tensor")
        channels = inputs.shape.as_list()[1 if data_format == "NCHW" else -1]
        if channels is None:
            raise ValueError("`C` dimension must be known but is None")
        biases = model_variable(
            "biases",
            shape=[channels],
            dtype=inputs.dtype.base_dtype,
            initializer=initializer,
            regularizer=regularizer,
            collections=utils.get_variable_collections(variables_collections, "biases"),
            trainable=trainable,
        )
        outputs = tf.nn.bias_add(inputs, biases, data_format=data_format)
        outputs = outputs if activation_fn is None else activation_fn(outputs)
        return utils.collect_named_outputs(outputs_collections, entered.name, outputs)
