"""Transforms that make one operation of several, or an older operation of a newer one."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock.graph import dtypes, errors
from penstock.tools.graph_transforms import matching
from penstock.tools.graph_transforms.nodes import (
    Nodes,
    constant,
    copy_attr,
    copy_of,
    floats_of,
    make,
    value_of,
    with_inputs_renamed,
)
from penstock.tools.graph_transforms.registry import Context, transform

_pattern = matching.pattern


def _copy_convolution(conv: Any, fused: Any) -> None:
    for key in ("T", "padding", "strides"):
        copy_attr(conv, key, fused)


@transform("fuse_resize_pad_and_conv")
def fuse_resize_pad_and_conv(nodes: Nodes, context: Context) -> Nodes:
    """`ResizeBilinear`, `MirrorPad` and `Conv2D` become `FusedResizeAndPadConv2D`."""

    def fuse(match: matching.Match, used: set[str]) -> Nodes:
        pad, resize = match.inputs[0].node, match.inputs[0].inputs[0].node
        inputs = [resize.input[0], resize.input[1], pad.input[1], match.node.input[1]]
        fused = make("FusedResizeAndPadConv2D", match.node.name, inputs)
        copy_attr(resize, "align_corners", fused, "resize_align_corners")
        copy_attr(pad, "mode", fused)
        _copy_convolution(match.node, fused)
        return [match.inputs[1].node, match.inputs[0].inputs[1].node, fused]

    return matching.replace(nodes, _pattern("Conv2D", _pattern("MirrorPad", "ResizeBilinear", "*"), "*"), fuse)


@transform("fuse_resize_and_conv")
def fuse_resize_and_conv(nodes: Nodes, context: Context) -> Nodes:
    """`ResizeBilinear` and `Conv2D` become `FusedResizeAndPadConv2D`, which pads by nothing."""

    def fuse(match: matching.Match, used: set[str]) -> Nodes:
        resize = match.inputs[0].node
        no_pads = constant(f"{match.node.name}_dummy_paddings", np.zeros([4, 2]), dtypes.int32)
        inputs = [resize.input[0], resize.input[1], no_pads.name, match.node.input[1]]
        fused = make("FusedResizeAndPadConv2D", match.node.name, inputs, mode="REFLECT")
        copy_attr(resize, "align_corners", fused, "resize_align_corners")
        _copy_convolution(match.node, fused)
        return [match.inputs[1].node, no_pads, fused]

    return matching.replace(nodes, _pattern("Conv2D", "ResizeBilinear", "*"), fuse)


@transform("fuse_pad_and_conv")
def fuse_pad_and_conv(nodes: Nodes, context: Context) -> Nodes:
    """`MirrorPad` and `Conv2D` become `FusedPadConv2D`."""

    def fuse(match: matching.Match, used: set[str]) -> Nodes:
        pad = match.inputs[0]
        fused = make("FusedPadConv2D", match.node.name, [*pad.node.input[:2], match.node.input[1]])
        copy_attr(pad.node, "mode", fused)
        _copy_convolution(match.node, fused)
        return [match.inputs[1].node, pad.inputs[0].node, pad.inputs[1].node, fused]

    return matching.replace(nodes, _pattern("Conv2D", _pattern("MirrorPad", "*", "*"), "*"), fuse)


@transform("flatten_atrous_conv")
def flatten_atrous_conv(nodes: Nodes, context: Context) -> Nodes:
    """A convolution between `SpaceToBatchND` and `BatchToSpaceND` becomes one with a filter that has holes."""

    def flatten(match: matching.Match, used: set[str]) -> Nodes:
        conv, spaced = match.inputs[0], match.inputs[0].inputs[0]
        block = value_of(spaced.inputs[1].node).ravel()
        weights = floats_of(conv.inputs[1].node)
        if block.size < 2 or weights.ndim != 4:
            raise errors.invalid(f"{match.node.name} is no convolution with holes in two dimensions")
        high, wide = (int(step) for step in block[:2])
        rows, columns = weights.shape[:2]
        spread = np.zeros([(rows - 1) * high + 1, (columns - 1) * wide + 1, *weights.shape[2:]], np.float32)
        spread[::high, ::wide] = weights
        source = spaced.inputs[0].node
        filters = constant(conv.inputs[1].node.name, spread, dtypes.float32)
        flat = make(conv.node.op, match.node.name, [source.name, filters.name], padding="SAME")
        flat.device = conv.node.device
        for key in ("T", "strides", "data_format", *(["use_cudnn_on_gpu"] if conv.node.op == "Conv2D" else [])):
            copy_attr(conv.node, key, flat)
        return [source, filters, flat]

    spaced = _pattern("SpaceToBatchND", "*", "*", "*")
    conv = _pattern("Conv2D|DepthwiseConv2dNative", spaced, "*")
    return matching.replace(nodes, _pattern("BatchToSpaceND", conv, "*", "*"), flatten)


# -- older operations ------------------------------------------------------------------------------------------------------


@transform("backport_concatv2")
def backport_concatv2(nodes: Nodes, context: Context) -> Nodes:
    """`ConcatV2` becomes `Concat`, whose axis comes first."""

    def older(match: matching.Match, used: set[str]) -> Nodes:
        new = copy_of(match.node)
        new.op = "Concat"
        new.input[:] = [*match.node.input[-1:], *match.node.input[:-1]]
        new.attr.pop("Tidx", None)
        return [new]

    return matching.replace(nodes, _pattern("ConcatV2"), older, may_lose=True)


@transform("backport_tensor_array_v3")
def backport_tensor_array_v3(nodes: Nodes, context: Context) -> Nodes:
    """Operations on tensor arrays become those of version 2, whose arrays have no flow: that is a constant."""
    renames: dict[str, str] = {}

    def older(match: matching.Match, used: set[str]) -> Nodes:
        new = copy_of(match.node)
        new.op = f"{match.node.op[:-1]}2"
        if not match.node.op.startswith(("TensorArrayV", "TensorArrayGrad")):
            return [new]
        flow = constant(f"{match.node.name}/replacement_flow_node", 1.0, dtypes.float32)
        renames[f"{match.node.name}:1"] = flow.name
        return [new, flow]

    nodes = matching.replace(nodes, _pattern("TensorArrayV3|TensorArrayGradV3"), older, may_lose=True)
    nodes = with_inputs_renamed(nodes, renames)
    users = "Write Read Gather Scatter Concat Split Size Close".split()
    return matching.replace(nodes, _pattern("|".join(f"TensorArray{u}V3" for u in users)), older, may_lose=True)
