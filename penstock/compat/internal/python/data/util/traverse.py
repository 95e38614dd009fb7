"""The operations that a dataset is made of."""

from __future__ import annotations

from typing import Any

from penstock.graph import dtypes
from penstock.graph.operation import Operation

__all__ = ["obtain_all_variant_tensor_ops"]


def obtain_all_variant_tensor_ops(dataset: Any) -> list[Operation]:
    """The operations that give a variant, from the dataset's own back to its sources."""
    found, seen, waiting = [], set(), [dataset._variant_tensor.op]
    while waiting:
        op = waiting.pop(0)
        if op in seen:
            continue
        seen.add(op)
        if op.outputs and op.outputs[0].dtype == dtypes.variant:
            found.append(op)
        waiting.extend(tensor.op for tensor in op.inputs)
    return found
