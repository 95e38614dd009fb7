"""Candidates by the kernel in C: the classes that the samplers in NumPy draw, in a tenth of the time and inside of programs."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock import native
from penstock.graph.typing import Array
from penstock.ops.backend import native_calls

if TYPE_CHECKING:
    from penstock.graph.operation import Operation

UNIFORM, LOG_UNIFORM = range(2)


def missing(op: Operation) -> bool:
    """Whether there is no kernel: a sampler then runs on the host."""
    return native.is_unavailable()


def drawn(
    xp: ModuleType, kind: int, key: Array, counter: Any, classes: Array, size: int, n: int, unique: bool
) -> tuple | None:
    """Classes, and how often the true and these are to be expected; None if they are to be found in another way.

    Args:
      kind: of the distribution over 0 ... size - 1.
      key: and `counter`, Philox's.
      classes: the true ones, int64.
      n: how many are wanted.
      unique: whether each only once.
    """
    settings = np.asarray([kind, size, n, unique], np.int64)
    if xp is not np:
        shapes, dtypes = [(n,), tuple(classes.shape), (n,)], [np.int64, np.float32, np.float32]
        sampled, true, expected = native_calls.call_xla(
            "candidates", shapes, key, counter, classes, settings, dtypes=dtypes
        )
        # The limits are known to those who look for indices out of range.
        return xp.clip(sampled, 0, size - 1), true, expected
    if not native.is_loaded():
        return None
    classes = np.ascontiguousarray(classes)
    out = np.empty(n, np.int64), np.empty(classes.shape, np.float32), np.empty(n, np.float32)
    state = [np.ascontiguousarray(a, np.uint32) for a in (key, counter)]
    native_calls.call("candidates", *state, classes, classes.size, settings, *out)
    return out
