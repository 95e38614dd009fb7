"""What residual networks share: blocks of units, strides that become rates, defaults."""

from __future__ import annotations

import collections
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.framework.scoped_arguments import add_arg_scope, arg_scope
from penstock.contrib.layers import initializers, layers, normalization, regularizers, shaping, utils
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import CollectionsLike, NestedTensors, ScopeLike, TensorLike
from penstock.ops.state.variable_scope import variable_scope


@export("contrib.slim.nets.resnet_utils.Block")
class Block(collections.namedtuple("Block", ["scope", "unit_fn", "args"])):
    """A block of units: its scope, the function that makes a unit, and a dictionary of its arguments for each unit.

    >>> import penstock as tf
    >>> tf.contrib.slim.nets.resnet_utils.Block("block1", None, [{"stride": 2}]).scope
    'block1'
    """

    __slots__ = ()


@export("contrib.slim.nets.resnet_utils.subsample")
def subsample(inputs: object, factor: int, scope: ScopeLike | None = None) -> Any:
    """Each `factor`-th row and column of images.

    Args:
      inputs: images `[batch, height, width, channels]`.
      factor: how many rows and columns to go on each time.
      scope: a name for the scope of the operations.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     print(tf.contrib.slim.nets.resnet_utils.subsample(tf.zeros([1, 8, 8, 3]), 2).shape)
    (1, 4, 4, 3)
    """
    return inputs if factor == 1 else shaping.max_pool2d(inputs, [1, 1], stride=factor, scope=scope)


@export("contrib.slim.nets.resnet_utils.conv2d_same")
def conv2d_same(
    inputs: object, num_outputs: int, kernel_size: int, stride: int, rate: int = 1, scope: ScopeLike | None = None
) -> Any:
    """A convolution whose padding depends on the kernel only, not on the size of the images.

    So a stride gives the same as a convolution without it and `subsample`.

    Args:
      inputs: images `[batch, height, width, channels]`.
      num_outputs: the number of channels of the result.
      kernel_size: height and width of the kernel.
      stride: how far windows are apart.
      rate: how far elements of the kernel are apart.
      scope: the scope of the variables.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     print(tf.contrib.slim.nets.resnet_utils.conv2d_same(tf.zeros([1, 9, 9, 3]), 4, 3, 2).shape)
    (1, 5, 5, 4)
    """
    if stride == 1:
        return layers.convolution2d(inputs, num_outputs, kernel_size, stride=1, rate=rate, padding="SAME", scope=scope)
    padded = (kernel_size - 1) * rate
    both = [padded // 2, padded - padded // 2]
    inputs = tf.pad(inputs, [[0, 0], both, both, [0, 0]])
    return layers.convolution2d(
        inputs, num_outputs, kernel_size, stride=stride, rate=rate, padding="VALID", scope=scope
    )


@export("contrib.slim.nets.resnet_utils.stack_blocks_dense")
@add_arg_scope
def stack_blocks_dense(
    net: Any, blocks: Any, output_stride: float | None = None, outputs_collections: CollectionsLike | None = None
) -> Any:
    """Builds blocks, one after the other.

    Args:
      net: images.
      blocks: a list of `Block`.
      output_stride: how much smaller the result is; where it is reached, further strides become rates.
      outputs_collections: collections for the results of the blocks.

    Raises:
      ValueError: if the stride cannot be reached.

    >>> import penstock as tf
    >>> utils = tf.contrib.slim.nets.resnet_utils
    >>> block = utils.Block("b", lambda net, rate, stride: utils.subsample(net, stride), [{"stride": 2}])
    >>> with tf.Graph().as_default():
    ...     print(utils.stack_blocks_dense(tf.zeros([1, 8, 8, 3]), [block]).shape)
    (1, 4, 4, 3)
    """
    reached, rate = 1, 1
    for block in blocks:
        with variable_scope(block.scope, "block", [net]) as entered:
            for number, unit in enumerate(block.args, 1):
                if output_stride is not None and reached > output_stride:
                    raise ValueError("The target output_stride cannot be reached.")
                with variable_scope(f"unit_{number}", values=[net]):
                    if output_stride is not None and reached == output_stride:
                        net = block.unit_fn(net, rate=rate, **{**unit, "stride": 1})
                        rate *= unit.get("stride", 1)
                    else:
                        net = block.unit_fn(net, rate=1, **unit)
                        reached *= unit.get("stride", 1)
            net = utils.collect_named_outputs(outputs_collections, entered.name, net)
    if output_stride is not None and reached != output_stride:
        raise ValueError("The target output_stride cannot be reached.")
    return net


@export(
    "contrib.slim.nets.resnet_utils.resnet_arg_scope",
    "contrib.slim.nets.resnet_v1.resnet_arg_scope",
    "contrib.slim.nets.resnet_v2.resnet_arg_scope",
)
def resnet_arg_scope(
    weight_decay: float = 0.0001,
    batch_norm_decay: float = 0.997,
    batch_norm_epsilon: float = 1e-5,
    batch_norm_scale: bool = True,
) -> dict[Any, dict[str, Any]]:
    """The defaults of residual networks' layers, for `arg_scope`.

    Args:
      weight_decay: the factor of the L2 penalty on weights.
      batch_norm_decay: how much of the old moving mean stays in each step.
      batch_norm_epsilon: a small number that is added to variances.
      batch_norm_scale: whether batch normalization has a factor, `gamma`.

    >>> import penstock as tf
    >>> slim = tf.contrib.slim
    >>> with slim.arg_scope(slim.nets.resnet_v1.resnet_arg_scope()) as scope:
    ...     print(len(scope))
    3
    """
    settings = {
        "decay": batch_norm_decay,
        "epsilon": batch_norm_epsilon,
        "scale": batch_norm_scale,
        "updates_collections": GraphKeys.UPDATE_OPS,
    }
    with (
        arg_scope(
            [layers.convolution2d],
            weights_regularizer=regularizers.l2_regularizer(weight_decay),
            weights_initializer=initializers.variance_scaling_initializer(),
            activation_fn=tf.nn.relu,
            normalizer_fn=normalization.batch_norm,
            normalizer_params=settings,
        ),
        arg_scope([normalization.batch_norm], **settings),
        arg_scope([shaping.max_pool2d], padding="SAME") as scope,
    ):
        return scope


# -- the two versions -------------------------------------------------------------------------------------------------------

_DEPTHS = {50: (3, 4, 6, 3), 101: (3, 4, 23, 3), 152: (3, 8, 36, 3), 200: (3, 24, 36, 3)}

ARGUMENTS = """

    Args:
      inputs: images `[batch, height, width, 3]`.{blocks}
      num_classes: how many classes; None gives the features before the logits.
      is_training: whether batches are normalized by their own moments.
      global_pool: whether to average over the image, so that the result is `[batch, 1, 1, channels]`.
      output_stride: how much smaller than the images features are at least; None for all strides.{root}
      reuse: whether to use the variables that exist.
      scope: a name for the variables' scope.

    Returns:
      The logits or features, and a dictionary of the results of all layers."""
_EXAMPLE = """

    >>> import penstock as tf
    >>> resnet = tf.contrib.slim.nets.{version}
    >>> with tf.Graph().as_default(), tf.contrib.slim.arg_scope(resnet.resnet_arg_scope()):
    ...     net, _ = resnet.resnet_{short}_{depth}(tf.placeholder(tf.float32, [2, 64, 64, 3]), 10, is_training=False)
    ...     print(net.shape)
    (2, 1, 1, 10)
    """
_BLOCKS_EXAMPLE = """

    >>> import penstock as tf
    >>> resnet = tf.contrib.slim.nets.{version}
    >>> blocks = [resnet.{version}_block("block1", base_depth=4, num_units=2, stride=2)]
    >>> net, end_points = resnet.{version}(tf.zeros([1, 32, 32, 3]), blocks, num_classes=10)
    >>> net.shape.as_list(), end_points["{version}/block1"].shape.as_list()
    ([1, 1, 1, 10], [1, 4, 4, 16])
    """


def blocks_of(bottleneck: TensorLike | None, depths: Any) -> list[Block]:
    """The four blocks of a network; the last unit of each but the last halves the image."""
    found = []
    for number, units in enumerate(depths):
        depth = 64 * 2**number
        unit = {"depth": depth * 4, "depth_bottleneck": depth, "stride": 1}
        last = {**unit, "stride": 1 if number == 3 else 2}
        found.append(Block(f"block{number + 1}", bottleneck, [unit] * (units - 1) + [last]))
    return found


def network_of_blocks(version: str, bottleneck: Any, relu_first: bool) -> Any:
    """The public function of a network of given blocks.

    Args:
      version: its name.
      bottleneck: the unit that blocks are made of.
      relu_first: whether units begin with a normalization and a relu, so that the first convolution has none of its own
        and one more follows the last block.
    """

    def network(
        inputs: object,
        blocks: Any,
        num_classes: int | None = None,
        is_training: bool = True,
        global_pool: bool = True,
        output_stride: float | None = None,
        include_root_block: bool = True,
        reuse: bool | None = None,
        scope: Any = None,
    ) -> tuple[Any, dict[str, Any]]:
        with variable_scope(scope, version, [inputs], reuse=reuse) as entered:
            collection = f"{entered.original_name_scope}_end_points"
            collecting = [layers.convolution2d, bottleneck, stack_blocks_dense]
            with (
                arg_scope(collecting, outputs_collections=collection),
                arg_scope([normalization.batch_norm], is_training=is_training),
            ):
                net = inputs
                if include_root_block:
                    if output_stride is not None:
                        if output_stride % 4 != 0:
                            raise ValueError("The output_stride needs to be a multiple of 4.")
                        output_stride /= 4
                    plain: dict[str, Any] = {"activation_fn": None, "normalizer_fn": None} if relu_first else {}
                    with arg_scope([layers.convolution2d], **plain):
                        net = conv2d_same(net, 64, 7, stride=2, scope="conv1")
                    net = shaping.max_pool2d(net, [3, 3], stride=2, scope="pool1")
                net = stack_blocks_dense(net, blocks, output_stride)
                if relu_first:
                    net = normalization.batch_norm(net, activation_fn=tf.nn.relu, scope="postnorm")
                if global_pool:
                    net = tf.reduce_mean(net, [1, 2], name="pool5", keepdims=True)
                if num_classes is not None:
                    net = layers.convolution2d(
                        net, num_classes, [1, 1], activation_fn=None, normalizer_fn=None, scope="logits"
                    )
                end_points = utils.convert_collection_to_dict(collection)
                if num_classes is not None:
                    end_points["predictions"] = shaping.softmax(net, scope="predictions")
                return net, end_points

    network.__name__ = network.__qualname__ = version
    vars(network)["default_image_size"] = 224
    network.__doc__ = "A residual network of the given blocks." + ARGUMENTS.format(
        blocks="\n      blocks: a list of `resnet_utils.Block`.",
        root="\n      include_root_block: whether to begin with a convolution and a pooling, which make images 4 times "
        "smaller.",
    )
    network.__doc__ += _BLOCKS_EXAMPLE.format(version=version)
    return network


def block_of(bottleneck: Any, scope: str, base_depth: int, num_units: int, stride: int) -> Block:
    """A block of units with `4 * base_depth` channels; the last has the stride."""
    unit = {"depth": base_depth * 4, "depth_bottleneck": base_depth, "stride": 1}
    return Block(scope, bottleneck, [unit] * (num_units - 1) + [{**unit, "stride": stride}])


def network_of_depth(version: str, network: Any, bottleneck: Any, depth: int) -> Any:
    """The public function of a network of some depth."""
    name = f"{version}_{depth}"

    def function(
        inputs: NestedTensors,
        num_classes: int | None = None,
        is_training: bool = True,
        global_pool: bool = True,
        output_stride: int | None = None,
        reuse: bool | None = None,
        scope: ScopeLike = name,
    ) -> tuple[Any, dict[str, Any]]:
        blocks = blocks_of(bottleneck, _DEPTHS[depth])
        return network(
            inputs, blocks, num_classes, is_training, global_pool, output_stride, True, reuse=reuse, scope=scope
        )

    function.__name__ = function.__qualname__ = name
    short = version.removeprefix("resnet_")
    function.__doc__ = f"A residual network of {depth} layers, version {short[1:]}." + ARGUMENTS.format(
        blocks="", root=""
    )
    function.__doc__ += _EXAMPLE.format(version=version, short=short, depth=depth)
    vars(function)["default_image_size"] = 224
    return function
