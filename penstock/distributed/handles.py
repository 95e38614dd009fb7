"""Tensors that stay on the tasks of a cluster between runs, as the client sees them.

1.15 has no session handles over the network; its workers say that they have no session. A worker of ours keeps them with the
session of its master.
"""

from __future__ import annotations

import weakref
from typing import Any

import numpy as np

from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.graph import device


class RemoteHandles:
    """What a client's session has in the place of its own table of kept tensors.

    Those that nobody holds any more are freed before the next run: a handle may go away at any moment, in any thread.
    """

    def __init__(self, session: Any) -> None:
        self._session = weakref.proxy(session)
        self._dead: list[str] = []
        self._operations: dict[tuple[str, Any], tuple[Any, Any]] = {}  # device, type → placeholder, what uses it

    def get_typed(self, handle: str, dtype: dtypes.DType) -> np.ndarray:
        """The value of a kept tensor."""
        holder, tensor = self._uses(handle, dtype)
        return self._session.run(tensor, {holder: handle})

    def pop(self, handle: str, default: Any = None) -> None:
        """Has a tensor be freed."""
        self._dead.append(handle)

    def clear(self) -> None:
        """Forgets all; their workers free them with the session."""
        self._dead.clear()

    def free(self) -> None:
        """Frees those that nobody holds any more."""
        while self._dead:
            handle = self._dead.pop()
            holder, delete = self._uses(handle, None)
            self._session.run(delete, {holder: handle})

    def _uses(self, handle: str, dtype: dtypes.DType | None) -> tuple[Any, Any]:
        where = handle.split(";")[-1]
        found = self._operations.get((where, dtype))
        if found is None:
            with self._session.graph.as_default(), device(where):
                holder = apply("Placeholder", dtype=dtypes.string)
                if dtype is None:
                    found = holder, apply("DeleteSessionTensor", handle=holder)
                else:
                    found = holder, apply("GetSessionTensor", handle=holder, dtype=dtype)
            self._operations[where, dtype] = found
        return found
