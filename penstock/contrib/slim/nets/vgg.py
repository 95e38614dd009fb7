"""The VGG networks of 11, 16 and 19 layers ("Very deep convolutional networks for large-scale image recognition")."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.slim.nets.plain import EXAMPLE, chain, chain_arg_scope
from penstock.graph.typing import NestedTensors, ScopeLike

# Name → how many convolutions there are between two poolings.
_DEPTHS = {"vgg_a": (1, 1, 2, 2, 2), "vgg_16": (2, 2, 3, 3, 3), "vgg_19": (2, 2, 4, 4, 4)}
_OUTPUTS = (64, 128, 256, 512, 512)


@export("contrib.slim.nets.vgg.vgg_arg_scope")
def vgg_arg_scope(weight_decay: float = 0.0005) -> dict[Any, dict[str, Any]]:
    """The defaults of VGG's layers, for `arg_scope`.

    >>> import penstock as tf
    >>> slim = tf.contrib.slim
    >>> with slim.arg_scope(slim.nets.vgg.vgg_arg_scope()) as scope:
    ...     print(len(scope))
    2
    """
    return chain_arg_scope(weight_decay, tf.zeros_initializer(), valid_pools=False)


def _network(name: str, aliases: str) -> Any:
    steps: list[Any] = []
    for number, (times, outputs) in enumerate(zip(_DEPTHS[name], _OUTPUTS, strict=True), 1):
        steps += [("repeat", f"conv{number}", times, outputs), ("pool", f"pool{number}", 2, {})]
    ends = (("conv", "fc6", 4096, 7, {"padding": "VALID"}), ("conv", "fc7", 4096, 1, {}))

    def function(
        inputs: NestedTensors,
        num_classes: int = 1000,
        is_training: bool = True,
        dropout_keep_prob: float = 0.5,
        spatial_squeeze: bool = True,
        scope: ScopeLike = name,
    ) -> tuple[Any, dict[str, Any]]:
        arguments = (num_classes, is_training, dropout_keep_prob, spatial_squeeze, scope, name)
        return chain(inputs, steps, ends, *arguments, of_name_scope=name != "vgg_19")

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"VGG of {sum(_DEPTHS[name]) + 3} layers, for images of 224 x 224." + EXAMPLE.format(
        name=f"vgg.{name}", size=224
    )
    vars(function)["default_image_size"] = 224
    return export(*(f"contrib.slim.nets.vgg.{alias}" for alias in (name, *aliases.split())))(function)


vgg_a = _network("vgg_a", "")
vgg_16 = _network("vgg_16", "vgg_d")
vgg_19 = _network("vgg_19", "vgg_e")
vgg_d, vgg_e = vgg_16, vgg_19
