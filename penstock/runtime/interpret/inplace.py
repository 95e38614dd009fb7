"""In-place arithmetic in the interpreter: writes a result over an input that nobody needs any more.

Allocating a large array costs more than the arithmetic. An input may be overwritten if the segment has allocated it, and it
does not escape: no other step, no later segment and no fetch reads it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from penstock.graph.operation import Operation

_UFUNCS = {"Add": np.add, "AddV2": np.add, "Sub": np.subtract, "Mul": np.multiply}
# Below this many elements, the look at the arrays costs more than their memory.
_MIN_ELEMENTS = 1 << 13


class BufferReuse:
    """Finds the steps of a segment that may overwrite an input.

    Args:
      steps: the steps of the segment.
      outputs: slots that are needed after it.
    """

    def __init__(self, steps: Iterable[Any], outputs: Iterable[int]) -> None:
        steps = list(steps)
        uses = Counter(slot for step in steps for slot in step.input_slots())
        uses.update(outputs)
        made = {slot for step in steps if _allocates(step.op) for slot in step.output_slots()}
        self._free = {slot for slot in made if uses[slot] == 1}

    def apply(self, step: Any, kernel: Callable) -> Callable:
        """The kernel of a step, or one that computes in place."""
        ufunc = _UFUNCS.get(step.op.type)
        if ufunc is None or step.condition or not step.op._outputs[0].dtype.is_floating:
            return kernel
        slots = step.input_slots()
        for position, slot in enumerate(slots):
            if len(slots) == 2 and slot in self._free:
                return _into_first(ufunc, kernel) if position == 0 else _into_second(ufunc, kernel)
        return kernel


def _allocates(op: Operation) -> bool:
    if op.type == "Cast":
        return op._attrs["SrcT"].storage != op._attrs["DstT"].storage
    return op.type in _UFUNCS


def _can_overwrite(target: Any, other: Any) -> bool:
    return (
        type(target) is np.ndarray
        and target.size >= _MIN_ELEMENTS
        and (other.shape == target.shape or (other.size == 1 and other.ndim <= target.ndim))
    )


def _into_first(ufunc: Callable, kernel: Callable) -> Callable:
    def compute(x: Any, y: Any) -> Any:
        return ufunc(x, y, x) if _can_overwrite(x, y) else kernel(x, y)

    return compute


def _into_second(ufunc: Callable, kernel: Callable) -> Callable:
    def compute(x: Any, y: Any) -> Any:
        return ufunc(x, y, y) if _can_overwrite(y, x) else kernel(x, y)

    return compute
