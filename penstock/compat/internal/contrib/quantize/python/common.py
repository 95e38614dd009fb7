"""What the rewriters of 1.15's `tf.contrib.quantize` share: `tensorflow.contrib.quantize.python.common`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from penstock.contrib.quantize.folding import quantization_step as CreateOrGetQuantizationStep  # noqa: N812
from penstock.contrib.quantize.matching import SKIPPED as SKIPPED_PREFIXES
from penstock.contrib.quantize.matching import reroute
from penstock.graph.graph import Graph
from penstock.graph.operation import Operation, Tensor

__all__ = [
    "BatchNormGroups",
    "CreateOrGetQuantizationStep",
    "DropStringPrefix",
    "GetEndpointActivationOp",
    "RerouteTensor",
    "SKIPPED_PREFIXES",
]

_NORM = re.compile(r"^(.*)BatchNorm/batchnorm")


def BatchNormGroups(graph: Graph) -> list[str]:  # noqa: N802
    """What the names of normalized layers begin with, each once, in the order of the graph."""
    found = (_NORM.search(op.name) for op in graph.get_operations())
    names = (match.group(1) for match in found if match)
    return list(dict.fromkeys(name for name in names if not name.startswith(SKIPPED_PREFIXES)))


def GetEndpointActivationOp(graph: Graph, prefix: str) -> Operation | None:  # noqa: N802
    """The activation whose name begins with `prefix`; None if there is none."""
    for activation in ("Relu6", "Relu", "Identity"):
        try:
            return graph.get_operation_by_name(prefix + activation)
        except KeyError:
            continue
    return None


def DropStringPrefix(s: str, prefix: str) -> str:  # noqa: N802
    """`s` without `prefix`, if it begins so."""
    return s.removeprefix(prefix)


def RerouteTensor(t0: Tensor, t1: Tensor, can_modify: Sequence[Operation] | None = None) -> int:  # noqa: N802
    """Gives users of `t1` (all, or those in `can_modify`) `t0` instead; returns how many inputs changed."""
    users: Any = None if can_modify is None else list(can_modify)
    return reroute(t0, t1, users)
