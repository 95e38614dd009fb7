"""OverFeat, the fast model ("OverFeat: integrated recognition, localization and detection")."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.slim.nets.plain import EXAMPLE, chain, chain_arg_scope
from penstock.graph.typing import NestedTensors, ScopeLike

_VALID: dict[str, Any] = {"padding": "VALID"}
_STEPS = (
    ("conv", "conv1", 64, 11, {"stride": 4, **_VALID}),
    ("pool", "pool1", 2, {}),
    ("conv", "conv2", 256, 5, _VALID),
    ("pool", "pool2", 2, {}),
    ("conv", "conv3", 512, 3, {}),
    ("conv", "conv4", 1024, 3, {}),
    ("conv", "conv5", 1024, 3, {}),
    ("pool", "pool5", 2, {}),
)


@export("contrib.slim.nets.overfeat.overfeat_arg_scope")
def overfeat_arg_scope(weight_decay: float = 0.0005) -> dict[Any, dict[str, Any]]:
    """The defaults of OverFeat's layers, for `arg_scope`.

    >>> import penstock as tf
    >>> slim = tf.contrib.slim
    >>> with slim.arg_scope(slim.nets.overfeat.overfeat_arg_scope()) as scope:
    ...     print(len(scope))
    3
    """
    return chain_arg_scope(weight_decay, tf.zeros_initializer(), valid_pools=True)


@export("contrib.slim.nets.overfeat.overfeat")
def overfeat(
    inputs: NestedTensors,
    num_classes: int = 1000,
    is_training: bool = True,
    dropout_keep_prob: float = 0.5,
    spatial_squeeze: bool = True,
    scope: ScopeLike = "overfeat",
) -> tuple[Any, dict[str, Any]]:
    return chain(
        inputs,
        _STEPS,
        (("conv", "fc6", 3072, 6, _VALID), ("conv", "fc7", 4096, 1, {})),
        num_classes,
        is_training,
        dropout_keep_prob,
        spatial_squeeze,
        scope,
        "overfeat",
        {
            "weights_initializer": tf.truncated_normal_initializer(0.0, 0.005),
            "biases_initializer": tf.constant_initializer(0.1),
        },
        of_name_scope=False,
    )


overfeat.__doc__ = "OverFeat for images of 231 x 231." + EXAMPLE.format(name="overfeat.overfeat", size=231)
