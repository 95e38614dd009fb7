"""Nodes that 1.15's optimizer makes of several, taken apart again: a real master sends them to its workers."""

from __future__ import annotations

from typing import Any

from penstock.graph import errors

_FUSED = {"_FusedMatMul": "MatMul", "_FusedConv2D": "Conv2D"}
_ACTIVATIONS = ("Relu", "Relu6", "Elu")


def add(node: Any, nodes: Any) -> None:
    """Adds a node to the repeated field `nodes`, as the simple nodes that it stands for.

    Raises:
      tf.errors.UnimplementedError: it stands for something that is not known here.
    """
    if node.op not in _FUSED:
        nodes.add().CopyFrom(node)
        return
    parts = [part.decode() for part in node.attr["fused_ops"].list.s]
    if not parts or parts[0] not in ("BiasAdd", "FusedBatchNorm") or any(p not in _ACTIVATIONS for p in parts[1:]):
        raise errors.UnimplementedError(None, None, f"{node.op} with fused_ops {parts} is not known: {node.name}")
    data = [text for text in node.input if not text.startswith("^")]
    control = [text for text in node.input if text.startswith("^")]
    names = [f"{node.name}/_part_{i}" for i in range(len(parts))] + [node.name]
    first = nodes.add(name=names[0], op=_FUSED[node.op], input=data[:2] + control, device=node.device)
    for key, value in node.attr.items():
        if key not in ("fused_ops", "epsilon", "num_args"):
            first.attr[key].CopyFrom(value)
    before = names[0]
    for part, name in zip(parts, names[1:]):
        added = nodes.add(name=name, op=part, input=[before], device=node.device)
        added.attr["T"].CopyFrom(node.attr["T"])
        if part == "BiasAdd":
            added.input.append(data[2])
            if "data_format" in node.attr:
                added.attr["data_format"].CopyFrom(node.attr["data_format"])
        elif part == "FusedBatchNorm":
            added.input.extend(data[2:6])
            added.attr["epsilon"].CopyFrom(node.attr["epsilon"])
            added.attr["is_training"].b = False
            if "data_format" in node.attr:
                added.attr["data_format"].CopyFrom(node.attr["data_format"])
        before = name
