"""Arrays in XLA's memory that programs have made which were called without JAX (`runtime/xla/client.py`)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from penstock.ops.backend import memory

Form = tuple[tuple[int, ...], np.dtype]  # shape and type
_forms: dict[Form, Form] = {}


def form_of(shape: tuple[int, ...], dtype: np.dtype) -> Form:
    """A shape and a type as one object, whoever asks: two are equal only if they are the same."""
    form = tuple(shape), dtype
    return _forms.setdefault(form, form)


class XlaArray:
    """An array in XLA's memory. NumPy reads it where it lies; nobody writes it but a program to which it was donated.

    Args:
      buffer: jaxlib's array.
      form: its shape and type, of which there is one object (`form_of`).
    """

    __slots__ = ("__weakref__", "buffer", "form")

    def __init__(self, buffer: Any, form: Form) -> None:
        self.buffer = buffer
        self.form = form

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes of its dimensions."""
        return self.form[0]

    @property
    def dtype(self) -> np.dtype:
        """The type of its elements."""
        return self.form[1]

    def __array__(self, dtype: np.dtype[Any] | None = None, copy: bool | None = None) -> np.ndarray:
        view = np.asarray(self.buffer)  # by the buffer protocol; it keeps the memory
        if dtype is not None and np.dtype(dtype) != self.dtype:
            return view.astype(dtype)
        return view.copy() if copy else view

    def __bool__(self) -> bool:
        return bool(np.asarray(self.buffer))

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        """The number of bytes."""
        return self.size * self.dtype.itemsize

    def is_ready(self) -> bool:
        """Whether the program that makes it is done."""
        return bool(self.buffer.is_ready())

    def block_until_ready(self) -> XlaArray:
        """Waits for the program that makes it."""
        self.buffer.block_until_ready()
        return self

    def is_deleted(self) -> bool:
        """Whether a program has taken its memory."""
        return bool(self.buffer.is_deleted())

    def unsafe_buffer_pointer(self) -> int:
        """The address of its first element; JAX's arrays have a method of this name."""
        return memory.address(np.asarray(self.buffer))
