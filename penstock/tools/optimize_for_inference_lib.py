"""`tensorflow.python.tools.optimize_for_inference_lib`: graphs rewritten for inference.

Each function takes a `GraphDef` and returns a new one: cut to what is needed, batch normalization folded into the weights of
the convolution before it, resizing and padding fused into the convolution after it.
"""

from __future__ import annotations

import collections
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock import protos
from penstock.graph import dtypes, graph_util, tensor_proto
from penstock.platform import logging
from penstock.tools import strip_unused_lib

if TYPE_CHECKING:
    from penstock.protos import GraphDef, NodeDef

_FUSED = ["conv_op", "gamma_op", "beta_op", "mean_op", "var_op"]
INPUT_ORDER = {
    "BatchNormWithGlobalNormalization": ["conv_op", "mean_op", "var_op", "beta_op", "gamma_op"],
    "FusedBatchNorm": _FUSED,
    "FusedBatchNormV2": _FUSED,
    "FusedBatchNormV3": _FUSED,
}
EPSILON_ATTR = {
    "BatchNormWithGlobalNormalization": "variance_epsilon",
    "FusedBatchNorm": "epsilon",
    "FusedBatchNormV2": "epsilon",
    "FusedBatchNormV3": "epsilon",
}


def optimize_for_inference(
    input_graph_def: GraphDef,
    input_node_names: Sequence[str],
    output_node_names: Sequence[str],
    placeholder_type_enum: int | Sequence[int],
    toco_compatible: bool = False,
) -> Any:
    """All rewritings one after the other.

    Args:
      input_graph_def: the `GraphDef`, with variables frozen.
      input_node_names: the nodes that will be fed.
      output_node_names: the nodes that will be fetched.
      placeholder_type_enum: the type of the inputs, or one for each.
      toco_compatible: whether to leave out rewritings whose operations TensorFlow Lite's converter does not know.
    """
    ensure_graph_is_valid(input_graph_def)
    result = strip_unused_lib.strip_unused(input_graph_def, input_node_names, output_node_names, placeholder_type_enum)
    result = graph_util.remove_training_nodes(result, output_node_names)
    result = fold_batch_norms(result)
    if not toco_compatible:
        result = fuse_resize_and_conv(result, output_node_names)
    ensure_graph_is_valid(result)
    return result


def _by_name(graph_def: GraphDef) -> dict[str, Any]:
    nodes: dict[str, Any] = {}
    for node in graph_def.node:
        if node.name in nodes:
            raise ValueError("Duplicate node names detected for ", node.name)
        nodes[node.name] = node
    return nodes


def ensure_graph_is_valid(graph_def: GraphDef) -> None:
    """Checks that names are unique and inputs are there.

    Raises:
      ValueError: they are not.
    """
    nodes = _by_name(graph_def)
    for node in graph_def.node:
        for name in node.input:
            if node_name_from_input(name) not in nodes:
                raise ValueError("Input for ", node.name, " not found: ", name)


def node_name_from_input(node_name: str) -> str:
    """The node that an input names.

    >>> node_name_from_input("^a"), node_name_from_input("b/c:1")
    ('a', 'b/c')
    """
    return re.sub(r":\d+$", "", node_name.removeprefix("^"))


def node_from_map(node_map: dict[str, Any], name: str) -> Any:
    """The node that an input names.

    Raises:
      ValueError: there is none.
    """
    found = node_map.get(node_name_from_input(name))
    if found is None:
        raise ValueError(f"No node named '{name}' found in map.")
    return found


def values_from_const(node_def: NodeDef) -> np.ndarray:
    """The value of a constant.

    Raises:
      ValueError: the node is something else.
    """
    if node_def.op != "Const":
        raise ValueError(f"Node named '{node_def.name}' should be a Const op for values_from_const.")
    return tensor_proto.make_ndarray(node_def.attr["value"].tensor)


def scale_after_normalization(node: NodeDef) -> bool:
    """Whether a batch normalization multiplies by gamma."""
    if node.op == "BatchNormWithGlobalNormalization":
        return node.attr["scale_after_normalization"].b
    return True


def _const(name: str, like: Any, value: np.ndarray) -> Any:
    node = protos.NodeDef(op="Const", name=name)
    node.attr["dtype"].CopyFrom(like.attr["dtype"])
    dtype = dtypes.as_dtype(like.attr["dtype"].type)
    node.attr["value"].tensor.CopyFrom(tensor_proto.make_tensor_proto(value, dtype, value.shape))
    return node


def _channels(conv: Any, weights: np.ndarray) -> int:
    return weights.shape[3] if conv.op == "Conv2D" else weights.shape[2] * weights.shape[3]


def _statistics(node: NodeDef, nodes: dict[str, Any], channels: int) -> dict[str, Any] | None:
    """The four constants of a batch normalization, or None (with a warning) if one is not a constant of that size."""
    found = {}
    for index, role in enumerate(INPUT_ORDER[node.op]):
        if role == "conv_op":
            continue
        source = node_from_map(nodes, node.input[index])
        what = role.removesuffix("_op")
        if source.op != "Const":
            logging.warning(
                "Didn't find expected %s Constant input to '%s', found %s instead. Maybe because freeze_graph wasn't "
                "run first?" % (what, node.name, source)
            )
            return None
        shape = values_from_const(source).shape
        if shape != (channels,):
            text = "Incorrect shape for %s, found %s, expected %s, for node %s"
            logging.warning(text % (what, shape, (channels,), node.name))
            return None
        found[role] = source
    return found


def fold_batch_norms(input_graph_def: GraphDef) -> Any:
    """Folds batch normalizations into the weights of the convolution before them and a bias.

    A pattern that is not there in full (weights that are not constant, other shapes) is left alone, with a warning.

    Raises:
      ValueError: two nodes have one name.
    """
    nodes = _by_name(input_graph_def)
    uses = collections.Counter(node_name_from_input(name) for node in input_graph_def.node for name in node.input)
    replaced: set[str] = set()
    added = []
    for node in input_graph_def.node:
        if node.op not in INPUT_ORDER:
            continue
        if "is_training" in node.attr and node.attr["is_training"].b:
            continue  # it normalizes by the batch, not by constants
        conv = node_from_map(nodes, node.input[0])
        if conv.op not in ("Conv2D", "DepthwiseConv2dNative"):
            text = "Didn't find expected Conv2D or DepthwiseConv2dNative input to '%s'"
            logging.warning(text % node.name)
            continue
        weights_op = node_from_map(nodes, conv.input[1])
        if weights_op.op != "Const":
            logging.warning(
                "Didn't find expected conv Constant input to '%s', found %s instead. Maybe because freeze_graph "
                "wasn't run first?" % (conv.name, weights_op)
            )
            continue
        weights = values_from_const(weights_op)
        found = _statistics(node, nodes, _channels(conv, weights))
        if found is None or uses[conv.name] != 1:
            continue  # somebody else wants what the convolution gives
        gamma, beta, mean, variance = (
            values_from_const(found[k]) for k in ("gamma_op", "beta_op", "mean_op", "var_op")
        )
        scale = 1.0 / np.sqrt(variance.astype(np.float64) + node.attr[EPSILON_ATTR[node.op]].f)
        if scale_after_normalization(node):
            scale = scale * gamma
        offset = beta - mean * scale
        shaped = scale if conv.op == "Conv2D" else scale.reshape(weights.shape[2:])
        own = [node.name, conv.name, *(n.name for n in (weights_op, *found.values()) if uses[n.name] == 1)]
        replaced.update(own)
        # A constant that others use as well keeps its name for them.
        name = weights_op.name if uses[weights_op.name] == 1 else conv.name + "_bn_weights"
        new_conv = protos.NodeDef()
        new_conv.CopyFrom(conv)
        new_conv.input[1] = name
        bias = protos.NodeDef(op="BiasAdd", name=node.name, input=[conv.name, conv.name + "_bn_offset"])
        for key in ("T", "data_format"):
            bias.attr[key].CopyFrom(conv.attr[key])
        if not bias.attr["data_format"].s:
            bias.attr["data_format"].s = b"NHWC"
        added += [
            _const(name, weights_op, (weights * shaped).astype(weights.dtype)),
            new_conv,
            _const(conv.name + "_bn_offset", found["mean_op"], offset.astype(mean.dtype)),
            bias,
        ]
    return _without(input_graph_def, replaced, added)


def _without(graph_def: GraphDef, replaced: set[str], added: list[Any]) -> Any:
    result = protos.GraphDef()
    result.node.extend(node for node in graph_def.node if node.name not in replaced)
    result.node.extend(added)
    result.library.CopyFrom(graph_def.library)
    result.versions.CopyFrom(graph_def.versions)
    return result


def fuse_resize_and_conv(input_graph_def: GraphDef, output_node_names: Sequence[str]) -> Any:
    """Fuses `ResizeBilinear` and `MirrorPad` into the convolution after them.

    Args:
      input_graph_def: the `GraphDef`.
      output_node_names: nodes that are fetched, and so must stay.

    Raises:
      ValueError: two nodes have one name.
    """
    nodes = _by_name(input_graph_def)
    uses = collections.Counter(node_name_from_input(name) for node in input_graph_def.node for name in node.input)
    uses.update(output_node_names)
    added = []
    for conv in input_graph_def.node:
        if conv.op != "Conv2D" or conv.attr["data_format"].s not in (b"", b"NHWC"):
            continue
        before = node_from_map(nodes, conv.input[0])
        pad = before if before.op == "MirrorPad" else None
        resize = node_from_map(nodes, pad.input[0]) if pad is not None else before
        if resize.op != "ResizeBilinear" or resize.attr["half_pixel_centers"].b:
            resize = None
        if pad is None and resize is None:
            continue
        uses[conv.name] = 0
        for used in (pad, resize):
            if used is not None:
                uses[used.name] -= 1
        fused = protos.NodeDef(op="FusedResizeAndPadConv2D" if resize is not None else "FusedPadConv2D", name=conv.name)
        if pad is not None:
            paddings, mode = pad.input[1], pad.attr["mode"].s
        else:  # the fused operation always pads
            paddings, mode = conv.name + "_dummy_paddings", b"REFLECT"
            none = protos.NodeDef(op="Const", name=paddings)
            none.attr["dtype"].type = dtypes.int32.as_datatype_enum
            none.attr["value"].tensor.CopyFrom(tensor_proto.make_tensor_proto([0] * 8, dtypes.int32, [4, 2]))
            added.append(none)
        if resize is not None:
            fused.input.extend([resize.input[0], resize.input[1], paddings, conv.input[1]])
            fused.attr["resize_align_corners"].CopyFrom(resize.attr["align_corners"])
        else:
            assert pad is not None
            fused.input.extend([pad.input[0], paddings, conv.input[1]])
        fused.attr["mode"].s = mode
        for key in ("T", "strides", "padding"):
            fused.attr[key].CopyFrom(conv.attr[key])
        added.append(fused)
    return _without(input_graph_def, {name for name in nodes if uses[name] < 1}, added)
