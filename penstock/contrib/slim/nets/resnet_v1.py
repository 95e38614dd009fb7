"""Residual networks ("Deep residual learning for image recognition"): units end in a relu."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.framework.scoped_arguments import add_arg_scope
from penstock.contrib.layers import layers, utils
from penstock.contrib.slim.nets import resnet_utils
from penstock.graph.typing import CollectionsLike, TensorOrVariable
from penstock.ops.state.variable_scope import variable_scope

resnet_arg_scope = resnet_utils.resnet_arg_scope


@export("contrib.slim.nets.resnet_v1.bottleneck")
@add_arg_scope
def bottleneck(
    inputs: TensorOrVariable,
    depth: int,
    depth_bottleneck: int,
    stride: int,
    rate: int = 1,
    outputs_collections: CollectionsLike | None = None,
    scope: Any = None,
) -> Any:
    """A unit of three convolutions beside a shortcut.

    Args:
      inputs: images.
      depth: how many channels the result has.
      depth_bottleneck: how many the inner convolutions have.
      stride, rate: of the middle convolution.
      outputs_collections: collections for the result.
      scope: a name for the variables' scope.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     print(tf.contrib.slim.nets.resnet_v1.bottleneck(tf.zeros([1, 8, 8, 3]), 8, 2, 2).shape)
    (1, 4, 4, 8)
    """
    with variable_scope(scope, "bottleneck_v1", [inputs]) as entered:
        if depth == utils.last_dimension(inputs.shape, min_rank=4):
            shortcut = resnet_utils.subsample(inputs, stride, "shortcut")
        else:
            shortcut = layers.convolution2d(inputs, depth, [1, 1], stride=stride, activation_fn=None, scope="shortcut")
        net = layers.convolution2d(inputs, depth_bottleneck, [1, 1], stride=1, scope="conv1")
        net = resnet_utils.conv2d_same(net, depth_bottleneck, 3, stride, rate=rate, scope="conv2")
        net = layers.convolution2d(net, depth, [1, 1], stride=1, activation_fn=None, scope="conv3")
        return utils.collect_named_outputs(outputs_collections, entered.name, tf.nn.relu(shortcut + net))


resnet_v1 = export("contrib.slim.nets.resnet_v1.resnet_v1")(
    resnet_utils.network_of_blocks("resnet_v1", bottleneck, relu_first=False)
)


@export("contrib.slim.nets.resnet_v1.resnet_v1_block")
def resnet_v1_block(scope: str, base_depth: int, num_units: int, stride: int) -> resnet_utils.Block:
    """A block of units with `4 * base_depth` channels; the last has the stride.

    Args:
      scope: the scope of the block.
      base_depth: a quarter of the channels.
      num_units: how many units the block has.
      stride: the stride of the last one.

    >>> import penstock as tf
    >>> len(tf.contrib.slim.nets.resnet_v1.resnet_v1_block("block1", base_depth=64, num_units=3, stride=2).args)
    3
    """
    return resnet_utils.block_of(bottleneck, scope, base_depth, num_units, stride)


resnet_v1_50, resnet_v1_101, resnet_v1_152, resnet_v1_200 = (
    export(f"contrib.slim.nets.resnet_v1.resnet_v1_{depth}")(
        resnet_utils.network_of_depth("resnet_v1", resnet_v1, bottleneck, depth)
    )
    for depth in (50, 101, 152, 200)
)
