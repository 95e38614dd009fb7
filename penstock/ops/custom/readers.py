"""Readers in C++: a user's file format behind the operations of `tf.ReaderBase`.

The library opens a work unit and gives its records; names from queues, counts and waiting are those of all readers.
"""

from __future__ import annotations

import ctypes
import types
import weakref
from typing import TYPE_CHECKING, Any

from penstock.graph import registry
from penstock.ops.custom import interface, kernels, nodes
from penstock.ops.io import reader_state
from penstock.ops.state import named_state

if TYPE_CHECKING:
    import numpy as np

    from penstock.ops.queues.queues import QueueBase


_START, _READ, _FINISH, _RESET, _SAVE, _LOAD = range(6)


class LibraryReader(reader_state.Reader):
    """A reader that a library has made."""

    def __init__(self, library: Any, kernel: Any) -> None:
        super().__init__()
        self._library, self._kernel = library, kernel  # the kernel must outlive the reader
        status = interface.Status()
        self._address = library.find_reader(kernel.address, ctypes.byref(status))
        if not self._address:
            raise nodes.error_of(library, status)
        weakref.finalize(self, library.delete_reader, self._address).atexit = False

    def _call(self, what: int, text: bytes = b"") -> tuple[bytes, bytes, bool, bool]:
        key, value = ctypes.c_void_p(), ctypes.c_void_p()
        key_bytes, value_bytes = ctypes.c_size_t(), ctypes.c_size_t()
        produced, at_end = ctypes.c_int32(), ctypes.c_int32()
        status = interface.Status()
        self._library.reader_call(
            self._address, what, text, len(text), key, key_bytes, value, value_bytes, produced, at_end, status
        )
        found = [ctypes.string_at(p.value or 0, n.value) for p, n in ((key, key_bytes), (value, value_bytes))]
        self._library.release(key)
        self._library.release(value)
        if status.code:
            raise nodes.error_of(self._library, status)
        return found[0], found[1], bool(produced.value), bool(at_end.value)

    def read(self, queue: QueueBase, count: int, cancel: Any) -> list[reader_state.Record]:
        self._enter(cancel)
        try:
            found: list[reader_state.Record] = []
            while not found:
                if self.started == self.finished:
                    (name,) = queue.dequeue(cancel)
                    self.work = name if isinstance(name, bytes) else name[()]
                    self.started += 1
                    self._call(_START, self.work)
                at_end = False
                while len(found) < count and not at_end:
                    key, value, produced, at_end = self._call(_READ)
                    if produced:
                        found.append((key, value))
                        self.produced += 1
                if at_end:
                    self._call(_FINISH)
                    self.finished = self.started
            return found
        finally:
            self._leave()

    def reset(self) -> None:
        super().reset()
        self._call(_RESET)

    def serialize(self) -> bytes:
        return self._call(_SAVE)[1]

    def restore(self, data: bytes) -> None:
        self._call(_LOAD, data)
        self.supports_serialize = True  # it has just shown it: the counts are in the message
        try:
            super().reset()
            super().restore(data)
        finally:
            self.supports_serialize = False


def kernel_of(xp: types.ModuleType, *, ctx: Any) -> np.ndarray:
    """The kernel of an operation whose kernel in C++ is a reader."""
    known = named_state.quick(ctx)
    if known is not None:
        return known
    registration, kernel = kernels.of(ctx)
    handle, state = named_state.state_of(ctx, "reader", lambda name: LibraryReader(registration.library, kernel))
    return named_state.remember(ctx, handle, state)


def define(name: str, shape: Any) -> None:
    """Makes an operation type one of readers."""
    registry.op(name, shape=shape, host=True)(kernel_of)
