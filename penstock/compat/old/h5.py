"""h5py 3 gives text where h5py 2 gave bytes, and the other way round; here a program sees what it saw with h5py 2.

Strings of variable length that are marked ASCII were bytes, those marked UTF-8 text. A file opened without a mode could be
written to.
"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from penstock.compat.old import uses


def new_vlen(kind: type) -> np.dtype:
    """The type of strings of variable length."""
    import h5py

    return h5py.special_dtype(vlen=kind)


def get_vlen(dt: np.dtype) -> Any:
    """The type of what a type of variable length holds."""
    import h5py

    return h5py.check_dtype(vlen=dt)


def new_enum(dt: Any, enum_vals: dict) -> np.dtype:
    """The type of an enumeration."""
    import h5py

    return h5py.special_dtype(enum=(dt, enum_vals))


def get_enum(dt: np.dtype) -> Any:
    """The names and values of an enumeration."""
    import h5py

    return h5py.check_dtype(enum=dt)


def _value(self: Any) -> Any:
    """All of a dataset."""
    uses.noted("h5py.Dataset.value")
    return lenient_read(self, self[()])


dataset_value = property(_value)


def _each(function: Callable, value: Any) -> Any:
    """A function of a string, or of each in an array of objects."""
    if isinstance(value, np.ndarray):
        changed = np.empty(value.shape, dtype=object)
        changed.flat[:] = [function(item) for item in value.flat]
        return changed
    return function(value)


def _bytes(item: Any) -> Any:
    return item.encode("utf-8", "surrogateescape") if isinstance(item, str) else item


def _text(item: Any) -> Any:
    return item.decode("utf-8", "surrogateescape") if isinstance(item, bytes) else item


def lenient_attribute(original: Callable, name: str) -> Callable:
    """`attrs[name]`: strings marked ASCII are bytes, so `.decode("utf8")` works as it did."""

    @functools.wraps(original)
    def call(self: Any, key: Any) -> Any:
        value = original(self, key)
        is_text = isinstance(value, str) or isinstance(value, np.ndarray) and value.dtype.kind == "O"
        if not is_text or (frame := uses.program_frame(sys._getframe(1))) is None:
            return value
        import h5py

        kind = self.get_id(key).get_type()
        if isinstance(kind, h5py.h5t.TypeStringID) and kind.get_cset() == h5py.h5t.CSET_ASCII:
            uses.note("h5py attributes as bytes", frame)
            return _each(_bytes, value)
        return value

    return call


def lenient_attribute_list(original: Callable, name: str) -> Callable:
    """`attrs[name] = [b"a", b"b"]`: strings of one length, as Keras expects of the names in its files."""

    @functools.wraps(original)
    def call(self: Any, key: Any, value: Any) -> None:
        if isinstance(value, (list, tuple)) and value and all(isinstance(item, bytes) for item in value):
            frame = uses.program_frame(sys._getframe(1))
            if frame is not None:
                uses.note("h5py attributes from lists of bytes", frame)
                value = np.array(value)
        original(self, key, value)

    return call


def lenient_read(dataset: Any, value: Any) -> Any:
    """What h5py 2 read from a dataset that holds `value`: strings marked UTF-8 are text."""
    import h5py

    told = h5py.check_string_dtype(dataset.dtype)
    if told is None or told.length is not None or told.encoding != "utf-8":
        return value
    return _each(_text, value)


def lenient_dataset(original: Callable, name: str) -> Callable:
    """`dataset[...]`: strings marked UTF-8 are text."""

    @functools.wraps(original)
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        value = original(self, *args, **kwargs)
        is_object = isinstance(value, bytes) or isinstance(value, np.ndarray) and value.dtype.kind == "O"
        if is_object and (frame := uses.program_frame(sys._getframe(1))) is not None:
            changed = lenient_read(self, value)
            if changed is not value:
                uses.note("h5py datasets as text", frame)
            return changed
        return value

    return call


def lenient_file(original: Callable, name: str) -> Callable:
    """`h5py.File(path)`: without a mode, a file is opened to be read and written, and made if it is not there."""

    @functools.wraps(original)
    def call(self: Any, name: Any, *args: Any, **kwargs: Any) -> None:
        frame = uses.program_frame(sys._getframe(1))
        asked = args[0] if args else kwargs.get("mode")
        if frame is not None and asked is None and isinstance(name, (str, bytes, os.PathLike)):
            there = os.path.exists(name)
            kwargs["mode"] = "w-" if not there else "r+" if os.access(name, os.W_OK) else "r"
            args = args[1:] and (kwargs["mode"], *args[1:])
            if args:
                del kwargs["mode"]
            uses.note("h5py.File without a mode", frame)
        original(self, name, *args, **kwargs)

    return call
