"""How an Inception network is written down, and what builds it from that.

Each line is an end point: its name, and its branches with `|` between them. A step of a branch is the end of its scope
and, for a convolution, how many channels it has: `0b_3x3=96` is the scope `Conv2d_0b_3x3`; `max1a_3x3` and `avg0a_3x3`
are poolings. After a colon come settings: `s2` a stride, `V` or `S` a padding, `k3` a kernel other than in the scope's
name, `i.09` the deviation of the initial weights, `n...` another beginning of the scope. Steps in `[...]` stand side by
side. A line that begins with `|` goes on with the one before. An end point that is a step itself has no branches.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock.contrib.framework.scoped_arguments import arg_scope
from penstock.contrib.layers import initializers, layers, normalization, regularizers, shaping
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import CollectionsLike
from penstock.ops.state.variable_scope import variable_scope

Depth = Callable[[int], int]


def normal(deviation: float) -> Any:
    """The initializer of weights."""
    return tf.truncated_normal_initializer(0.0, deviation)


def _settings(text: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for part in filter(None, text.split(":")):
        if part in ("V", "S"):
            found["padding"] = "VALID" if part == "V" else "SAME"
        elif part[0] == "s":
            found["stride"] = int(part[1:])
        elif part[0] == "i":
            found["weights_initializer"] = normal(float(part[1:]))
    return found


def _step(net: Any, text: str, depth: Depth, scope: str | None = None) -> Any:
    if text[0] == "[":
        return tf.concat([_step(net, part, depth) for part in text[1:-1].split(",")], 3)
    text, _, more = text.partition(":")
    name, _, outputs = text.partition("=")
    kernel = [int(size) for size in re.search(r"(\d+)x(\d+)$", name).groups()]  # type: ignore[union-attr]
    settings = _settings(more)
    if not outputs:
        kind, pool = ("MaxPool_", shaping.max_pool2d) if name[0] in "mM" else ("AvgPool_", shaping.avg_pool2d)
        return pool(net, kernel, scope=scope or kind + name[3:], **settings)
    begin = "Conv2d_"
    for part in more.split(":"):
        if part.startswith("k"):
            kernel = [int(part[1:])] * 2
        elif part.startswith("n"):
            begin = part[1:]
    return layers.convolution2d(net, depth(int(outputs)), kernel, scope=scope or begin + name, **settings)


def build(net: Any, table: str, depth: Depth, end_points: dict[str, Any], final: str) -> Any | None:
    """Builds the end points of a table up to `final`; returns its result, or the last with `final` not met yet."""
    whole = re.sub(r"\n\s*\|", " |", table)  # a line that begins with `|` goes on with the one before
    for line in filter(None, map(str.strip, whole.splitlines())):
        name, *branches = re.split(r"\s*\|\s*|\s{2,}", line)
        if len(branches) == 0:  # a step of its own, as `Conv2d_2b_1x1=64`
            name = line.partition("=")[0].partition(":")[0]
            net = _step(net, line, depth, scope=name)
        else:
            with variable_scope(name):
                results = []
                for number, branch in enumerate(branches):
                    with variable_scope(f"Branch_{number}"):
                        result = net
                        for step in branch.split():
                            result = _step(result, step, depth)
                        results.append(result)
                net = tf.concat(results, 3)
        end_points[name] = net
        if name == final:
            break
    return net


def inception_arg_scope(
    weight_decay: float,
    use_batch_norm: bool,
    moving_collection: str,
    decay: float = 0.9997,
    epsilon: float = 0.001,
    updates_collections: CollectionsLike = GraphKeys.UPDATE_OPS,
    use_fused_batchnorm: bool | None = None,
) -> dict[Any, dict[str, Any]]:
    """The defaults of an Inception network's layers."""
    settings: dict[str, Any] = {
        "decay": decay,
        "epsilon": epsilon,
        "updates_collections": updates_collections,
        "variables_collections": {
            "beta": None,
            "gamma": None,
            "moving_mean": [moving_collection],
            "moving_variance": [moving_collection],
        },
    }
    if use_fused_batchnorm is not None:
        settings["fused"] = use_fused_batchnorm
    with (
        arg_scope(
            [layers.convolution2d, layers.fully_connected],
            weights_regularizer=regularizers.l2_regularizer(weight_decay),
        ),
        arg_scope(
            [layers.convolution2d],
            weights_initializer=initializers.variance_scaling_initializer(),
            activation_fn=tf.nn.relu,
            normalizer_fn=normalization.batch_norm if use_batch_norm else None,
            normalizer_params=settings if use_batch_norm else {},
        ) as scope,
    ):
        return scope


def kernel_for(net: Any, kernel: list[int]) -> list[int]:
    """The kernel, no larger than the image if its size is known."""
    _, height, width, _ = net.shape.as_list()
    return kernel if height is None or width is None else [min(height, kernel[0]), min(width, kernel[1])]


def check_multiplier(depth_multiplier: float) -> None:
    """ValueError if a multiplier is not positive."""
    if depth_multiplier <= 0:
        raise ValueError("depth_multiplier is not greater than zero.")
