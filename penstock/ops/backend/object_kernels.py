"""C kernels that work on Python objects and NumPy arrays directly: the library, and what it must know of both.

They get the addresses of C API functions and the offset of an array's data pointer (asking an array for it in Python takes
longer than many a kernel), and are called with the GIL held. `ready` returns None where there are none, and every caller has a
fallback.
"""

from __future__ import annotations

import ctypes
import functools
from typing import Any

import numpy as np

from penstock import native
from penstock.ops.backend import memory
from penstock.platform import private_interfaces

# In the order of the struct in C.
_NEEDED = (
    *("PyBytes_AsStringAndSize", "PyUnicode_AsUTF8AndSize", "PyBytes_FromStringAndSize", "PyObject_Type", "Py_DecRef"),
    *("Py_IncRef", "PyErr_Clear", "PyOS_string_to_double"),
)
_OBJECT_HEADER_BYTES = object.__basicsize__
_POINTER, _LONG, _UNSIGNED, _BYTES = ctypes.c_void_p, ctypes.c_int64, ctypes.c_uint64, ctypes.c_char_p
_CODES = {"p": _POINTER, "i": _LONG, "u": _UNSIGNED, "b": _BYTES}
# Name → its arguments, after the first one: addresses (of arrays, which is what `id` gives), integers, bytes.
_RETURN_STATUS = {
    "hash": "piipup",
    "cross_columns": "piiiiup",
    "encode": "pip",
    "decimal": "pip",
    "text_sizes": "piip",
    "text_parts": "piiippip",
    "text_strip": "pip",
    "text_case": "piip",
    "text_base64": "piip",
    "text_join": "biiibip",
    "text_fields": "piiipip",
    "examples_scan": "pibppipippp",
    "examples_values": "iiipppp",
}
_RETURN_COUNT = {
    "of_type": "pip",
    "text_split": "pibipipp",
    "text_numbers": "piipp",
    "text_column": "piiibipp",
    "text_fixed": "piipp",
    "text_raw": "piip",
}


class Kernels:
    """The kernels by name, each with its first argument bound."""

    def __init__(self, library: ctypes.CDLL) -> None:
        found = [ctypes.cast(getattr(ctypes.pythonapi, name), _POINTER).value for name in _NEEDED]
        self._known = (_POINTER * (len(found) + 3))(*found, _OBJECT_HEADER_BYTES, *_bytes_layout())
        self.python = ctypes.addressof(self._known)
        holding_the_lock = ctypes.PyDLL(library._name, handle=library._handle)
        for table, result in ((_RETURN_STATUS, ctypes.c_int), (_RETURN_COUNT, _LONG)):
            for name, kinds in table.items():
                function = getattr(holding_the_lock, f"penstock_{name}")
                function.argtypes = (_POINTER, *(_CODES[kind] for kind in kinds))
                function.restype = result
                setattr(self, name, function)

    def __getattr__(self, name: str) -> Any:  # for the type checker: all are there
        raise AttributeError(name)


def _bytes_layout() -> tuple[int | None, int]:
    """The type of bytes and the offset of their data in an object; None for the type if the layout is unknown."""
    text, at = b"some text", bytes.__basicsize__ - 1
    word = ctypes.c_ssize_t.from_address
    known = word(id(text) + _OBJECT_HEADER_BYTES - ctypes.sizeof(_POINTER)).value == id(bytes)
    known = (
        known
        and word(id(text) + _OBJECT_HEADER_BYTES).value == len(text)
        and ctypes.string_at(id(text) + at, len(text)) == text
    )
    if not known:
        private_interfaces.step_aside("python_objects", "bytes are laid out otherwise in this Python")
    return id(bytes) if known and private_interfaces.allowed("python_objects") else None, at


@functools.cache
def _make_kernels(library: ctypes.CDLL) -> Kernels | None:
    return Kernels(library) if hasattr(ctypes, "pythonapi") and memory.header_holds_address(np.zeros(2)) else None


def ready() -> Kernels | None:
    """The kernels, if they can be called now."""
    library = native.ready()
    return None if library is None else _make_kernels(library)
