"""Calls of a compiled program by XLA's runtime: values in, outputs out, or None if the program is not for such values.

What was loaded without JAX (`client.py`) is called without it, what JAX has compiled or loaded by JAX. `xla/direct` has another
way for small programs, without either.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from penstock.ops.backend.xla_array import XlaArray
from penstock.platform import private_interfaces
from penstock.runtime.xla import client
from penstock.runtime.xla.alignment import AlignedBuffers
from penstock.runtime.xla.packing import Packing

_Form = tuple[tuple[int, ...], np.dtype]  # shape and type


def matches(values: Sequence[Any], forms: Sequence[_Form]) -> bool:
    """Whether values have these shapes and types."""
    return all(
        v is not None and hasattr(v, "shape") and tuple(v.shape) == shape and np.dtype(v.dtype) == dtype
        for v, (shape, dtype) in zip(values, forms, strict=True)
    )


def _x64() -> Any:
    """A block in which JAX takes numbers of 64 bits."""
    import jax

    return jax.enable_x64(True)


class JaxCall:
    """A program as JAX calls it, or XLA's client.

    Args:
      executable: what JAX has compiled or loaded, or the client has.
      forms: shapes and types of the arguments.
      places: where large arguments are copied to, if they lie where XLA cannot use them.
      packing: how small arguments are joined; None if they are not.
    """

    def __init__(
        self, executable: Any, forms: Sequence[_Form], places: AlignedBuffers, packing: Packing | None
    ) -> None:
        self._executable = self._entry = executable
        self._forms, self._places, self._packing = forms, places, packing
        self._loaded = isinstance(executable, client.LoadedProgram)
        self._wide = not self._loaded and any(dtype.itemsize >= 8 and dtype.kind in "iufc" for _, dtype in forms)

    def shorten(self) -> None:
        """Calls what JAX's object calls, from its first call on, directly: to do so itself takes it 1 µs."""
        if private_interfaces.allowed("jax_call") and not self._loaded:
            self._entry = getattr(self._executable, "_call", None) or self._executable

    def to_device(self, value: np.ndarray) -> Any:
        """A copy of an array in XLA's memory, for further calls."""
        if self._loaded:
            return client.copied(value)
        import jax.numpy as jnp

        with _x64():
            return jnp.array(value, copy=True)

    def call(self, values: list[Any], wait: bool = True) -> Any:
        """The outputs for `values`; None if these are not of the program's shapes and types.

        Without `wait` the program may still run: the caller waits for its results.
        """
        taken = self._places.take(values) if self._places.large else None
        given: Sequence[Any] = values
        if self._packing is not None:
            packed = self._packing.pack(values)
            if packed is None:
                if taken:
                    self._places.give_back(taken)
                return None
            given = packed
        if client.is_started() and not self._loaded:
            given = [np.asarray(value) if type(value) is XlaArray else value for value in given]
        try:
            if self._wide:
                with _x64():
                    outputs = self._entry(*given)
            else:
                outputs = self._entry(*given)
        except TypeError:
            if matches(values, self._forms):
                raise
            return None
        if (wait or taken) and outputs and not outputs[0].is_ready():
            # A run that returns is done, as in 1.x; and nothing reads the caller's arrays any more.
            outputs[0].block_until_ready()
        if taken:
            self._places.give_back(taken)
        return outputs
