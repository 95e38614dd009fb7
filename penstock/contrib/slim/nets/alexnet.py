"""AlexNet, version 2 ("One weird trick for parallelizing convolutional neural networks")."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.slim.nets.plain import EXAMPLE, chain, chain_arg_scope
from penstock.graph.typing import NestedTensors, ScopeLike

_VALID: dict[str, Any] = {"padding": "VALID"}
_STEPS = (
    ("conv", "conv1", 64, 11, {"stride": 4, **_VALID}),
    ("pool", "pool1", 3, {"stride": 2}),
    ("conv", "conv2", 192, 5, {}),
    ("pool", "pool2", 3, {"stride": 2}),
    ("conv", "conv3", 384, 3, {}),
    ("conv", "conv4", 384, 3, {}),
    ("conv", "conv5", 256, 3, {}),
    ("pool", "pool5", 3, {"stride": 2}),
)


@export("contrib.slim.nets.alexnet.alexnet_v2_arg_scope")
def alexnet_v2_arg_scope(weight_decay: float = 0.0005) -> dict[Any, dict[str, Any]]:
    """The defaults of AlexNet's layers, for `arg_scope`.

    >>> import penstock as tf
    >>> slim = tf.contrib.slim
    >>> with slim.arg_scope(slim.nets.alexnet.alexnet_v2_arg_scope()) as scope:
    ...     print(len(scope))
    3
    """
    return chain_arg_scope(weight_decay, tf.constant_initializer(0.1), valid_pools=True)


@export("contrib.slim.nets.alexnet.alexnet_v2")
def alexnet_v2(
    inputs: NestedTensors,
    num_classes: int = 1000,
    is_training: bool = True,
    dropout_keep_prob: float = 0.5,
    spatial_squeeze: bool = True,
    scope: ScopeLike = "alexnet_v2",
) -> tuple[Any, dict[str, Any]]:
    return chain(
        inputs,
        _STEPS,
        (("conv", "fc6", 4096, 5, _VALID), ("conv", "fc7", 4096, 1, {})),
        num_classes,
        is_training,
        dropout_keep_prob,
        spatial_squeeze,
        scope,
        "alexnet_v2",
        {
            "weights_initializer": tf.truncated_normal_initializer(0.0, 0.005),
            "biases_initializer": tf.constant_initializer(0.1),
        },
    )


vars(alexnet_v2)["default_image_size"] = 224
alexnet_v2.__doc__ = "AlexNet for images of 224 x 224." + EXAMPLE.format(name="alexnet.alexnet_v2", size=231).replace(
    "logits, _ = tf",
    "with tf.contrib.slim.arg_scope(tf.contrib.slim.nets.alexnet.alexnet_v2_arg_scope()):\n"
    "    ...         logits, _ = tf",
).replace("231", "224")
