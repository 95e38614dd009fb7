"""Transforms that fold batch normalization into the weights of the convolution or product before it."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock.graph import dtypes, errors
from penstock.graph.tensor_shape import TensorShape
from penstock.tools.graph_transforms import matching
from penstock.tools.graph_transforms.nodes import Nodes, constant, copy_attr, copy_of, floats_of, make, value_of
from penstock.tools.graph_transforms.registry import Context, transform

_pattern = matching.pattern
F = np.float32


def _columns(conv: Any, weights: np.ndarray) -> int:
    if weights.ndim != (2 if conv.op == "MatMul" else 4):
        raise errors.invalid(f"The weights of {conv.name} have the shape {list(weights.shape)}")
    return weights.shape[2] * weights.shape[3] if conv.op == "DepthwiseConv2dNative" else weights.shape[-1]


@transform("fold_batch_norms")
def fold_batch_norms(nodes: Nodes, context: Context) -> Nodes:
    """A product with a constant after `Conv2D`, `MatMul` or `DepthwiseConv2dNative` goes into its weights."""

    def fold(match: matching.Match, used: set[str]) -> Nodes:
        conv, factors_node = match.inputs[0], match.inputs[1].node
        source, weights_node = conv.inputs[0].node, conv.inputs[1].node
        if used & {conv.node.name, weights_node.name, factors_node.name}:
            return [match.node, conv.node, source, weights_node, factors_node]
        weights, factors = floats_of(weights_node), floats_of(factors_node)
        columns = _columns(conv.node, weights)
        if factors.shape != (columns,):
            shape = TensorShape(factors.shape)
            raise errors.invalid(f"Mul constant input to batch norm has bad shape: {_shape_text(shape)}")
        scaled = (weights.reshape(-1, columns) * factors).reshape(weights.shape)
        new = copy_of(conv.node)
        new.name = match.node.name
        return [constant(weights_node.name, scaled, dtypes.float32), source, new]

    conv = _pattern("Conv2D|MatMul|DepthwiseConv2dNative", "*", "Const")
    return matching.replace(nodes, _pattern("Mul", conv, "Const"), fold)


def _shape_text(shape: TensorShape) -> str:
    return "[" + ",".join(str(size) for size in shape.as_list()) + "]"


def _scale_and_offset(match: matching.Match) -> tuple[np.ndarray, np.ndarray]:
    fused = match.node.op == "FusedBatchNorm"
    numbers = (3, 4, 2, 1) if fused else (1, 2, 3, 4)
    mean, variance, beta, gamma = (floats_of(match.inputs[i].node) for i in numbers)
    count = mean.shape[0] if mean.ndim else 0
    for name, value in (("Variance", variance), ("Beta", beta), ("gamma", gamma)):
        if value.shape != (count,):
            shape = _shape_text(TensorShape(value.shape))
            raise errors.invalid(f"{name} input to batch norm has bad shape: {shape}")
    epsilon = F(match.node.attr["epsilon" if fused else "variance_epsilon"].f)
    scale = F(1) / np.sqrt(variance + epsilon)
    if fused or match.node.attr["scale_after_normalization"].b:
        scale = scale * gamma
    return scale, -mean * scale + beta


def _folded(conv: matching.Match, scale: np.ndarray, offset: np.ndarray, name: str) -> Nodes:
    """A convolution with scaled weights, and the sum with the offset that follows it under the name `name`."""
    source, weights_node = conv.inputs[0].node, conv.inputs[1].node
    weights = floats_of(weights_node)
    if _columns(conv.node, weights) != scale.size:
        raise errors.invalid(f"Batch normalization of {scale.size} channels after {conv.node.name}, which has others")
    factors = scale.reshape(weights.shape[2:]) if conv.node.op == "DepthwiseConv2dNative" else scale
    bias = constant(f"{conv.node.name}_bn_offset", offset, dtypes.float32)
    add = make("BiasAdd", name, [conv.node.name, bias.name])
    if "data_format" in conv.node.attr:
        copy_attr(conv.node, "data_format", add)
    copy_attr(conv.node, "T", add)
    return [constant(weights_node.name, weights * factors, dtypes.float32), source, conv.node, bias, add]


def _after_convolution(match: matching.Match, used: set[str]) -> Nodes:
    return _folded(match.inputs[0], *_scale_and_offset(match), match.node.name)


def _after_batch_to_space(match: matching.Match, used: set[str]) -> Nodes:
    spread = match.inputs[0]
    conv = spread.inputs[0]
    name = f"{conv.node.name}/biasadd"
    found = _folded(conv, *_scale_and_offset(match), name)
    last = copy_of(spread.node)
    last.name = match.node.name
    last.input[0] = name
    return [*found, spread.inputs[1].node, spread.inputs[2].node, last]


def _after_concat(match: matching.Match, used: set[str]) -> Nodes:
    joined = match.inputs[0]
    if joined.node.op != "ConcatV2":
        raise errors.invalid(f"{joined.node.name}: only a ConcatV2 can be folded with the batch normalization after it")
    scale, offset = _scale_and_offset(match)
    parts = [(scale, offset)] * 2
    if int(value_of(joined.inputs[2].node)) == 3:
        first = floats_of(joined.inputs[0].inputs[1].node).shape[3]
        parts = [(scale[:first], offset[:first]), (scale[first:], offset[first:])]
    found: Nodes = []
    last = copy_of(joined.node)
    last.name = match.node.name
    for i, (conv, part) in enumerate(zip(joined.inputs[:2], parts, strict=True)):
        name = f"{joined.node.name}_bn_in{i}"
        found += _folded(conv, *part, name)
        last.input[i] = name
    return [*found, joined.inputs[2].node, last]


@transform("fold_old_batch_norms")
def fold_old_batch_norms(nodes: Nodes, context: Context) -> Nodes:
    """`BatchNormWithGlobalNormalization` and `FusedBatchNorm` by constants go into the weights of a `Conv2D`.

    The convolution may stand before it, before a `BatchToSpaceND`, or be one of two that are joined.
    """
    conv = _pattern(_FOLDED, "*", "Const")
    for before, fold in (
        (conv, _after_convolution),
        (_pattern("BatchToSpaceND", conv, "Const", "Const"), _after_batch_to_space),
        (_pattern("ConcatV2|Concat", conv, conv, "Const"), _after_concat),
    ):
        wanted = _pattern("BatchNormWithGlobalNormalization|FusedBatchNorm", before, *["Const"] * 4)
        # Those that share an input are not found all at once.
        while matching.matches(nodes, wanted):
            names = [node.name for node in nodes]
            nodes = matching.replace(nodes, wanted, fold)
            if names == [node.name for node in nodes]:
                break  # others use what would be lost; it will not get better
    return nodes


_FOLDED = "Conv2D|DepthwiseConv2dNative"
