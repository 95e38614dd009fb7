"""Inception, versions 1, 2 and 3 ("Going deeper with convolutions", "Batch normalization", "Rethinking the Inception
architecture for computer vision"); the notation of the tables is explained in `inception_modules.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import penstock as tf
from penstock._namespace import export
from penstock.contrib.framework.scoped_arguments import arg_scope
from penstock.contrib.layers import layers, normalization, shaping
from penstock.contrib.slim.nets.inception_modules import (
    build,
    check_multiplier,
    inception_arg_scope,
    kernel_for,
    normal,
)
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import CollectionsLike, TensorOrVariable
from penstock.ops.state.variable_scope import variable_scope

_V1 = """
    Conv2d_1a_7x7=64:s2
    MaxPool_2a_3x3:s2
    Conv2d_2b_1x1=64
    Conv2d_2c_3x3=192
    MaxPool_3a_3x3:s2
    Mixed_3b  0a_1x1=64 | 0a_1x1=96 0b_3x3=128 | 0a_1x1=16 0b_3x3=32 | max0a_3x3 0b_1x1=32
    Mixed_3c  0a_1x1=128 | 0a_1x1=128 0b_3x3=192 | 0a_1x1=32 0b_3x3=96 | max0a_3x3 0b_1x1=64
    MaxPool_4a_3x3:s2
    Mixed_4b  0a_1x1=192 | 0a_1x1=96 0b_3x3=208 | 0a_1x1=16 0b_3x3=48 | max0a_3x3 0b_1x1=64
    Mixed_4c  0a_1x1=160 | 0a_1x1=112 0b_3x3=224 | 0a_1x1=24 0b_3x3=64 | max0a_3x3 0b_1x1=64
    Mixed_4d  0a_1x1=128 | 0a_1x1=128 0b_3x3=256 | 0a_1x1=24 0b_3x3=64 | max0a_3x3 0b_1x1=64
    Mixed_4e  0a_1x1=112 | 0a_1x1=144 0b_3x3=288 | 0a_1x1=32 0b_3x3=64 | max0a_3x3 0b_1x1=64
    Mixed_4f  0a_1x1=256 | 0a_1x1=160 0b_3x3=320 | 0a_1x1=32 0b_3x3=128 | max0a_3x3 0b_1x1=128
    MaxPool_5a_2x2:s2
    Mixed_5b  0a_1x1=256 | 0a_1x1=160 0b_3x3=320 | 0a_1x1=32 0a_3x3=128 | max0a_3x3 0b_1x1=128
    Mixed_5c  0a_1x1=384 | 0a_1x1=192 0b_3x3=384 | 0a_1x1=48 0b_3x3=128 | max0a_3x3 0b_1x1=128
"""
_V2 = """
    MaxPool_2a_3x3:s2
    Conv2d_2b_1x1=64:i.1
    Conv2d_2c_3x3=192
    MaxPool_3a_3x3:s2
    Mixed_3b  0a_1x1=64 | 0a_1x1=64:i.09 0b_3x3=64 | 0a_1x1=64:i.09 0b_3x3=96 0c_3x3=96 | avg0a_3x3 0b_1x1=32:i.1
    Mixed_3c  0a_1x1=64 | 0a_1x1=64:i.09 0b_3x3=96 | 0a_1x1=64:i.09 0b_3x3=96 0c_3x3=96 | avg0a_3x3 0b_1x1=64:i.1
    Mixed_4a  0a_1x1=128:i.09 1a_3x3=160:s2 | 0a_1x1=64:i.09 0b_3x3=96 1a_3x3=96:s2 | max1a_3x3:s2
    Mixed_4b  0a_1x1=224 | 0a_1x1=64:i.09 0b_3x3=96 | 0a_1x1=96:i.09 0b_3x3=128 0c_3x3=128 | avg0a_3x3 0b_1x1=128:i.1
    Mixed_4c  0a_1x1=192 | 0a_1x1=96:i.09 0b_3x3=128 | 0a_1x1=96:i.09 0b_3x3=128 0c_3x3=128 | avg0a_3x3 0b_1x1=128:i.1
    Mixed_4d  0a_1x1=160 | 0a_1x1=128:i.09 0b_3x3=160
        | 0a_1x1=128:i.09 0b_3x3=160 0c_3x3=160 | avg0a_3x3 0b_1x1=96:i.1
    Mixed_4e  0a_1x1=96 | 0a_1x1=128:i.09 0b_3x3=192 | 0a_1x1=160:i.09 0b_3x3=192 0c_3x3=192 | avg0a_3x3 0b_1x1=96:i.1
    Mixed_5a  0a_1x1=128:i.09 1a_3x3=192:s2 | 0a_1x1=192:i.09 0b_3x3=256 1a_3x3=256:s2 | max1a_3x3:s2
    Mixed_5b  0a_1x1=352 | 0a_1x1=192:i.09 0b_3x3=320
        | 0a_1x1=160:i.09 0b_3x3=224 0c_3x3=224 | avg0a_3x3 0b_1x1=128:i.1
    Mixed_5c  0a_1x1=352 | 0a_1x1=192:i.09 0b_3x3=320
        | 0a_1x1=192:i.09 0b_3x3=224 0c_3x3=224 | max0a_3x3 0b_1x1=128:i.1
"""
_V3_BEGIN = """
    Conv2d_1a_3x3=32:s2
    Conv2d_2a_3x3=32
    Conv2d_2b_3x3=64:S
    MaxPool_3a_3x3:s2
    Conv2d_3b_1x1=80
    Conv2d_4a_3x3=192
    MaxPool_5a_3x3:s2
"""
_V3 = """
    Mixed_5b  0a_1x1=64 | 0a_1x1=48 0b_5x5=64 | 0a_1x1=64 0b_3x3=96 0c_3x3=96 | avg0a_3x3 0b_1x1=32
    Mixed_5c  0a_1x1=64 | 0b_1x1=48 0c_5x5=64:nConv_1_ | 0a_1x1=64 0b_3x3=96 0c_3x3=96 | avg0a_3x3 0b_1x1=64
    Mixed_5d  0a_1x1=64 | 0a_1x1=48 0b_5x5=64 | 0a_1x1=64 0b_3x3=96 0c_3x3=96 | avg0a_3x3 0b_1x1=64
    Mixed_6a  1a_1x1=384:s2:V:k3 | 0a_1x1=64 0b_3x3=96 1a_1x1=96:s2:V:k3 | max1a_3x3:s2:V
    Mixed_6b  0a_1x1=192 | 0a_1x1=128 0b_1x7=128 0c_7x1=192
        | 0a_1x1=128 0b_7x1=128 0c_1x7=128 0d_7x1=128 0e_1x7=192 | avg0a_3x3 0b_1x1=192
    Mixed_6c  0a_1x1=192 | 0a_1x1=160 0b_1x7=160 0c_7x1=192
        | 0a_1x1=160 0b_7x1=160 0c_1x7=160 0d_7x1=160 0e_1x7=192 | avg0a_3x3 0b_1x1=192
    Mixed_6d  0a_1x1=192 | 0a_1x1=160 0b_1x7=160 0c_7x1=192
        | 0a_1x1=160 0b_7x1=160 0c_1x7=160 0d_7x1=160 0e_1x7=192 | avg0a_3x3 0b_1x1=192
    Mixed_6e  0a_1x1=192 | 0a_1x1=192 0b_1x7=192 0c_7x1=192
        | 0a_1x1=192 0b_7x1=192 0c_1x7=192 0d_7x1=192 0e_1x7=192 | avg0a_3x3 0b_1x1=192
    Mixed_7a  0a_1x1=192 1a_3x3=320:s2:V | 0a_1x1=192 0b_1x7=192 0c_7x1=192 1a_3x3=192:s2:V | max1a_3x3:s2:V
    Mixed_7b  0a_1x1=320 | 0a_1x1=384 [0b_1x3=384,0b_3x1=384]
        | 0a_1x1=448 0b_3x3=384 [0c_1x3=384,0d_3x1=384] | avg0a_3x3 0b_1x1=192
    Mixed_7c  0a_1x1=320 | 0a_1x1=384 [0b_1x3=384,0c_3x1=384]
        | 0a_1x1=448 0b_3x3=384 [0c_1x3=384,0d_3x1=384] | avg0a_3x3 0b_1x1=192
"""
_CONVOLUTIONS = [layers.convolution2d, shaping.max_pool2d, shaping.avg_pool2d]
_BASE = """

    Args:
      inputs: images `[batch, height, width, 3]`.
      final_endpoint: the end point at which to stop.{more}
      scope: a name for the variables' scope.

    Returns:
      The result of that end point, and a dictionary of the results of all before.

    Raises:
      ValueError: if there is no such end point.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     net, ends = tf.contrib.slim.nets.inception.{name}(tf.zeros([1, 64, 64, 3]), {stop!r})
    ...     print(net.shape, len(ends))
    {result}
    """
_NETWORK = """

    Args:
      inputs: images `[batch, height, width, 3]`.
      num_classes: how many classes.
      is_training: whether to drop out, and normalize batches by their own moments.
      dropout_keep_prob: how much dropout keeps.{more}
      prediction_fn: a function of the logits and `scope`.
      spatial_squeeze: whether the logits lose their height and width, which must be 1 then.
      reuse: whether to use the variables that exist.
      scope: a name for the variables' scope.

    Returns:
      The logits, and a dictionary of the results of all layers.

    >>> import penstock as tf
    >>> nets = tf.contrib.slim.nets.inception
    >>> with tf.Graph().as_default(), tf.contrib.slim.arg_scope(nets.{name}_arg_scope()):
    ...     logits, _ = nets.{name}(tf.placeholder(tf.float32, [2, {size}, {size}, 3]), 10, is_training=False)
    ...     print(logits.shape)
    (2, 10)
    """
_MULTIPLIER = """
      min_depth: the least number of channels.
      depth_multiplier: a factor for the number of channels."""


T = TypeVar("T")


def _both(name: str) -> Callable[[T], T]:
    version = "_".join(name.split("_")[:2])
    return export(f"contrib.slim.nets.inception.{name}", f"contrib.slim.nets.{version}.{name}")


def _found(net: Any, end_points: dict[str, Any], final: str) -> tuple[Any, dict[str, Any]]:
    if final not in end_points:
        raise ValueError(f"Unknown final endpoint {final}")
    return net, end_points


def _depth(depth_multiplier: float, min_depth: int) -> Callable[[int], int]:
    check_multiplier(depth_multiplier)
    return lambda channels: max(int(channels * depth_multiplier), min_depth)


def _logits(net: Any, num_classes: int, scope: str, **settings: Any) -> Any:
    plain: dict[str, Any] = {"activation_fn": None, "normalizer_fn": None}
    return layers.convolution2d(net, num_classes, [1, 1], scope=scope, **plain, **settings)


# -- version 1 --------------------------------------------------------------------------------------------------------------


@_both("inception_v1_base")
def inception_v1_base(
    inputs: TensorOrVariable, final_endpoint: str = "Mixed_5c", scope: Any = "InceptionV1"
) -> tuple[Any, dict[str, Any]]:
    end_points: dict[str, Any] = {}
    with (
        variable_scope(scope, "InceptionV1", [inputs]),
        arg_scope([layers.convolution2d, layers.fully_connected], weights_initializer=normal(0.01)),
        arg_scope(_CONVOLUTIONS[:2], stride=1, padding="SAME"),
    ):
        net = build(inputs, _V1, int, end_points, final_endpoint)
        return _found(net, end_points, final_endpoint)


@_both("inception_v1")
def inception_v1(
    inputs: TensorOrVariable,
    num_classes: int = 1000,
    is_training: bool = True,
    dropout_keep_prob: float = 0.8,
    prediction_fn: Callable = shaping.softmax,
    spatial_squeeze: bool = True,
    reuse: bool | None = None,
    scope: Any = "InceptionV1",
) -> tuple[Any, dict[str, Any]]:
    with (
        variable_scope(scope, "InceptionV1", [inputs, num_classes], reuse=reuse) as entered,
        arg_scope([normalization.batch_norm, shaping.dropout], is_training=is_training),
    ):
        net, end_points = inception_v1_base(inputs, scope=entered)
        with variable_scope("Logits"):
            net = shaping.avg_pool2d(net, [7, 7], stride=1, scope="MaxPool_0a_7x7")
            net = shaping.dropout(net, dropout_keep_prob, scope="Dropout_0b")
            logits = _logits(net, num_classes, "Conv2d_0c_1x1")
            if spatial_squeeze:
                logits = tf.squeeze(logits, [1, 2], name="SpatialSqueeze")
            end_points["Logits"] = logits
            end_points["Predictions"] = prediction_fn(logits, scope="Predictions")
    return logits, end_points


@_both("inception_v1_arg_scope")
def inception_v1_arg_scope(
    weight_decay: float = 0.00004, use_batch_norm: bool = True, batch_norm_var_collection: str = "moving_vars"
) -> dict[Any, dict[str, Any]]:
    """The defaults of the layers of version 1, for `arg_scope`; see `inception_v1`.

    Args:
      weight_decay: the factor of the L2 penalty on weights.
      use_batch_norm: whether layers have batch normalization.
      batch_norm_var_collection: the collection that moving means and variances are put into.

    >>> import penstock as tf
    >>> slim = tf.contrib.slim
    >>> with slim.arg_scope(slim.nets.inception.inception_v1_arg_scope(weight_decay=0.5)):
    ...     _ = slim.conv2d(tf.zeros([1, 4, 4, 3]), 2, 1)
    >>> len(tf.losses.get_regularization_losses()), [v.op.name for v in tf.trainable_variables()]
    (1, ['Conv/weights', 'Conv/BatchNorm/beta'])
    """
    return inception_arg_scope(weight_decay, use_batch_norm, batch_norm_var_collection)


# -- version 2 --------------------------------------------------------------------------------------------------------------


@_both("inception_v2_base")
def inception_v2_base(
    inputs: object,
    final_endpoint: str = "Mixed_5c",
    min_depth: int = 16,
    depth_multiplier: float = 1.0,
    scope: Any = None,
) -> tuple[Any, dict[str, Any]]:
    depth = _depth(depth_multiplier, min_depth)
    end_points: dict[str, Any] = {}
    with (
        variable_scope(scope, "InceptionV2", [inputs]),
        arg_scope([*_CONVOLUTIONS, layers.separable_convolution2d], stride=1, padding="SAME"),
    ):
        name = "Conv2d_1a_7x7"
        net = layers.separable_convolution2d(
            inputs,
            depth(64),
            [7, 7],
            depth_multiplier=min(int(depth(64) / 3), 8),
            stride=2,
            weights_initializer=normal(1.0),
            scope=name,
        )
        end_points[name] = net
        if final_endpoint != name:
            net = build(net, _V2, depth, end_points, final_endpoint)
        return _found(net, end_points, final_endpoint)


@_both("inception_v2")
def inception_v2(
    inputs: TensorOrVariable,
    num_classes: int = 1000,
    is_training: bool = True,
    dropout_keep_prob: float = 0.8,
    min_depth: int = 16,
    depth_multiplier: float = 1.0,
    prediction_fn: Callable = shaping.softmax,
    spatial_squeeze: bool = True,
    reuse: bool | None = None,
    scope: Any = "InceptionV2",
) -> tuple[Any, dict[str, Any]]:
    check_multiplier(depth_multiplier)
    with (
        variable_scope(scope, "InceptionV2", [inputs, num_classes], reuse=reuse) as entered,
        arg_scope([normalization.batch_norm, shaping.dropout], is_training=is_training),
    ):
        net, end_points = inception_v2_base(
            inputs, scope=entered, min_depth=min_depth, depth_multiplier=depth_multiplier
        )
        return _ended(net, end_points, [7, 7], num_classes, dropout_keep_prob, prediction_fn, spatial_squeeze)


def _ended(
    net: Any,
    end_points: dict[str, Any],
    kernel: list[int],
    num_classes: int,
    dropout_keep_prob: float,
    prediction_fn: Callable,
    spatial_squeeze: bool,
    before: str | None = None,
) -> tuple[Any, dict[str, Any]]:
    """Pooling, dropout, logits and predictions."""
    with variable_scope("Logits"):
        kernel = kernel_for(net, kernel)
        net = shaping.avg_pool2d(net, kernel, padding="VALID", scope="AvgPool_1a_{}x{}".format(*kernel))
        net = shaping.dropout(net, keep_prob=dropout_keep_prob, scope="Dropout_1b")
        if before:
            end_points[before] = net
        logits = _logits(net, num_classes, "Conv2d_1c_1x1")
        if spatial_squeeze:
            logits = tf.squeeze(logits, [1, 2], name="SpatialSqueeze")
    end_points["Logits"] = logits
    end_points["Predictions"] = prediction_fn(logits, scope="Predictions")
    return logits, end_points


@_both("inception_v2_arg_scope")
def inception_v2_arg_scope(
    weight_decay: float = 0.00004, batch_norm_var_collection: str = "moving_vars"
) -> dict[Any, dict[str, Any]]:
    """The defaults of the layers of version 2, for `arg_scope`; see `inception_v2`.

    Args:
      weight_decay: the factor of the L2 penalty on weights.
      batch_norm_var_collection: the collection that moving means and variances are put into.

    >>> import penstock as tf
    >>> slim = tf.contrib.slim
    >>> with slim.arg_scope(slim.nets.inception.inception_v2_arg_scope()):
    ...     _ = slim.conv2d(tf.zeros([1, 4, 4, 3]), 2, 1)
    >>> [v.op.name for v in tf.get_collection("moving_vars")]
    ['Conv/BatchNorm/moving_mean', 'Conv/BatchNorm/moving_variance']
    """
    return inception_arg_scope(weight_decay, True, batch_norm_var_collection)


# -- version 3 --------------------------------------------------------------------------------------------------------------


@_both("inception_v3_base")
def inception_v3_base(
    inputs: object,
    final_endpoint: str = "Mixed_7c",
    min_depth: int = 16,
    depth_multiplier: float = 1.0,
    scope: Any = None,
) -> tuple[Any, dict[str, Any]]:
    depth = _depth(depth_multiplier, min_depth)
    end_points: dict[str, Any] = {}
    with variable_scope(scope, "InceptionV3", [inputs]):
        with arg_scope(_CONVOLUTIONS, stride=1, padding="VALID"):
            net = build(inputs, _V3_BEGIN, depth, end_points, final_endpoint)
        if final_endpoint not in end_points:
            with arg_scope(_CONVOLUTIONS, stride=1, padding="SAME"):
                net = build(net, _V3, depth, end_points, final_endpoint)
        return _found(net, end_points, final_endpoint)


@_both("inception_v3")
def inception_v3(
    inputs: TensorOrVariable,
    num_classes: int = 1000,
    is_training: bool = True,
    dropout_keep_prob: float = 0.8,
    min_depth: int = 16,
    depth_multiplier: float = 1.0,
    prediction_fn: Callable = shaping.softmax,
    spatial_squeeze: bool = True,
    reuse: bool | None = None,
    scope: Any = "InceptionV3",
) -> tuple[Any, dict[str, Any]]:
    depth = _depth(depth_multiplier, min_depth)
    with (
        variable_scope(scope, "InceptionV3", [inputs, num_classes], reuse=reuse) as entered,
        arg_scope([normalization.batch_norm, shaping.dropout], is_training=is_training),
    ):
        net, end_points = inception_v3_base(
            inputs, scope=entered, min_depth=min_depth, depth_multiplier=depth_multiplier
        )
        with arg_scope(_CONVOLUTIONS, stride=1, padding="SAME"), variable_scope("AuxLogits"):
            aux = shaping.avg_pool2d(end_points["Mixed_6e"], [5, 5], stride=3, padding="VALID", scope="AvgPool_1a_5x5")
            aux = layers.convolution2d(aux, depth(128), [1, 1], scope="Conv2d_1b_1x1")
            kernel = kernel_for(aux, [5, 5])
            name = "Conv2d_2a_{}x{}".format(*kernel)
            settings: dict[str, Any] = {"weights_initializer": normal(0.01), "padding": "VALID"}
            aux = layers.convolution2d(aux, depth(768), kernel, scope=name, **settings)
            aux = _logits(aux, num_classes, "Conv2d_2b_1x1", weights_initializer=normal(0.001))
            if spatial_squeeze:
                aux = tf.squeeze(aux, [1, 2], name="SpatialSqueeze")
            end_points["AuxLogits"] = aux
        rest = (num_classes, dropout_keep_prob, prediction_fn, spatial_squeeze)
        return _ended(net, end_points, [8, 8], *rest, before="PreLogits")


@_both("inception_v3_arg_scope")
def inception_v3_arg_scope(
    weight_decay: float = 0.00004,
    batch_norm_var_collection: str = "moving_vars",
    batch_norm_decay: float = 0.9997,
    batch_norm_epsilon: float = 0.001,
    updates_collections: CollectionsLike = GraphKeys.UPDATE_OPS,
    use_fused_batchnorm: bool = True,
) -> dict[Any, dict[str, Any]]:
    """The defaults of the layers of version 3, for `arg_scope`; see `inception_v3`.

    Args:
      weight_decay: the factor of the L2 penalty on weights.
      batch_norm_var_collection: the collection that moving means and variances are put into.
      batch_norm_decay: how much of the old moving mean stays in each step.
      batch_norm_epsilon: a small number that is added to variances.
      updates_collections: the collection that updates of moving means are put into.
      use_fused_batchnorm: whether batch normalization is one operation.

    >>> import penstock as tf
    >>> slim = tf.contrib.slim
    >>> with slim.arg_scope(slim.nets.inception.inception_v3_arg_scope(use_fused_batchnorm=False)):
    ...     _ = slim.conv2d(tf.zeros([1, 4, 4, 3]), 2, 1)
    >>> len(tf.get_collection(tf.GraphKeys.UPDATE_OPS)), [v.op.name for v in tf.trainable_variables()]
    (2, ['Conv/weights', 'Conv/BatchNorm/beta'])
    """
    return inception_arg_scope(
        weight_decay,
        True,
        batch_norm_var_collection,
        batch_norm_decay,
        batch_norm_epsilon,
        updates_collections,
        use_fused_batchnorm,
    )


for _version, _size, _stop, _result in (
    ("v1", 224, "Mixed_3b", "(1, 8, 8, 256) 6"),
    ("v2", 224, "Mixed_3b", "(1, 8, 8, 256) 6"),
    ("v3", 299, "Conv2d_2b_3x3", "(1, 29, 29, 64) 3"),
):
    _name = f"inception_{_version}"
    _more = "" if _version == "v1" else _MULTIPLIER
    globals()[_name].default_image_size = _size
    globals()[_name].__doc__ = f"Inception, version {_version[1]}, with logits." + _NETWORK.format(
        name=_name, size=_size, more=_more
    )
    globals()[f"{_name}_base"].__doc__ = f"Inception, version {_version[1]}, up to an end point." + _BASE.format(
        name=f"{_name}_base", stop=_stop, result=_result, more=_more
    )
