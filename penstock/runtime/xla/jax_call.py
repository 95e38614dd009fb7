"""Calls of a compiled program through JAX: values in, outputs out, or None if the program is not for such values.

`xla/direct` has the other way to call one, without JAX, for small programs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import numpy as np

from penstock.platform import private_interfaces
from penstock.runtime.xla.alignment import AlignedBuffers
from penstock.runtime.xla.packing import Packing

_x64 = jax.enable_x64
_Form = tuple[tuple[int, ...], np.dtype]  # shape and type


def matches(values: Sequence[Any], forms: Sequence[_Form]) -> bool:
    """Whether values have these shapes and types."""
    return all(
        v is not None and hasattr(v, "shape") and tuple(v.shape) == shape and np.dtype(v.dtype) == dtype
        for v, (shape, dtype) in zip(values, forms, strict=True)
    )


class JaxCall:
    """A program as JAX calls it.

    Args:
      executable: what JAX has compiled.
      forms: shapes and types of the arguments.
      places: where large arguments are copied to, if they lie where XLA cannot use them.
      packing: how small arguments are joined; None if they are not.
    """

    def __init__(
        self, executable: Any, forms: Sequence[_Form], places: AlignedBuffers, packing: Packing | None
    ) -> None:
        self._executable = self._entry = executable
        self._forms, self._places, self._packing = forms, places, packing
        self._wide = any(dtype.itemsize >= 8 and dtype.kind in "iufc" for _, dtype in forms)

    def shorten(self) -> None:
        """Calls what JAX's object calls, from its first call on, directly: to do so itself takes it 1 µs."""
        if private_interfaces.allowed("jax_call"):
            self._entry = getattr(self._executable, "_call", None) or self._executable

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
        try:
            if self._wide:
                with _x64(True):
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
