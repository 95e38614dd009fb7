"""What networks that are a chain of convolutions and poolings share: AlexNet, OverFeat, VGG.

Such a network is a table of steps. Its fully connected layers are convolutions too, so that larger images give a map of
predictions. Variables and end points have the names of 1.15, so its checkpoints fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import penstock as tf
from penstock.contrib.framework.scoped_arguments import arg_scope
from penstock.contrib.layers import layers, regularizers, shaping, utils
from penstock.graph.typing import TensorLike
from penstock.ops.state.variable_scope import variable_scope

EXAMPLE = """

    Args:
      inputs: images `[batch, height, width, channels]`.
      num_classes: how many classes.
      is_training: whether to drop out.
      dropout_keep_prob: how much dropout keeps.
      spatial_squeeze: whether the predictions lose their height and width, which must be 1 then.
      scope: a name for the variables' scope.

    Returns:
      The logits, and a dictionary of the results of all layers.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     images = tf.placeholder(tf.float32, [2, {size}, {size}, 3])
    ...     logits, _ = tf.contrib.slim.nets.{name}(images, num_classes=10)
    ...     print(logits.shape)
    (2, 10)
    """

# A step: ("conv", scope, outputs, size, settings), ("repeat", scope, times, outputs) or ("pool", scope, size, settings).
Step = tuple


def chain_arg_scope(weight_decay: float, biases: TensorLike, valid_pools: bool) -> dict[Any, dict[str, Any]]:
    """The defaults of such a network's layers."""
    with arg_scope(
        [layers.convolution2d, layers.fully_connected],
        activation_fn=tf.nn.relu,
        biases_initializer=biases,
        weights_regularizer=regularizers.l2_regularizer(weight_decay),
    ):
        with arg_scope([layers.convolution2d], padding="SAME") as scope:
            if not valid_pools:
                return scope
        with arg_scope(scope), arg_scope([shaping.max_pool2d], padding="VALID") as scope:
            return scope


def _step(net: Any, step: Step) -> Any:
    kind, scope = step[:2]
    if kind == "pool":
        return shaping.max_pool2d(net, [step[2]] * 2, scope=scope, **step[3])
    if kind == "repeat":
        return shaping.repeat(net, step[2], layers.convolution2d, step[3], [3, 3], scope=scope)
    return layers.convolution2d(net, step[2], [step[3]] * 2, scope=scope, **step[4])


def chain(
    inputs: Any,
    steps: Sequence[Step],
    ends: tuple[Step, Step],
    num_classes: int,
    is_training: bool,
    dropout_keep_prob: float,
    spatial_squeeze: bool,
    scope: Any,
    default_scope: str,
    end_settings: dict[str, Any] | None = None,
    of_name_scope: bool = True,
) -> tuple[Any, dict[str, Any]]:
    """Builds the network: steps, two layers with dropout, logits.

    Args:
      ends: the two steps with dropout after them.
      end_settings: defaults of the last three convolutions.
      of_name_scope: whether the collection of end points is called after the name scope, not after the variables'.
      inputs, num_classes, is_training, dropout_keep_prob, spatial_squeeze, scope: those of the public function.
      steps: the steps before.
      default_scope: the scope if none is given.
    """
    with variable_scope(scope, default_scope, [inputs]) as entered:
        collection = (entered.original_name_scope if of_name_scope else entered.name) + "_end_points"
        with arg_scope(
            [layers.convolution2d, layers.fully_connected, shaping.max_pool2d], outputs_collections=[collection]
        ):
            net = inputs
            for step in steps:
                net = _step(net, step)
            with arg_scope([layers.convolution2d], **(end_settings or {})):
                for number, step in zip((6, 7), ends, strict=True):
                    net = _step(net, step)
                    net = shaping.dropout(net, dropout_keep_prob, is_training=is_training, scope=f"dropout{number}")
                last: dict[str, Any] = {"activation_fn": None, "normalizer_fn": None}
                if end_settings:
                    last["biases_initializer"] = tf.zeros_initializer()
                net = layers.convolution2d(net, num_classes, [1, 1], scope="fc8", **last)
            end_points = utils.convert_collection_to_dict(collection)
            if spatial_squeeze:
                net = tf.squeeze(net, [1, 2], name="fc8/squeezed")
                end_points[f"{entered.name}/fc8"] = net
            return net, end_points
