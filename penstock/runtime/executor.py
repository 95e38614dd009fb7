"""The one interface of all ways to run a segment: values in, outputs out, or "not me".

There are three: the interpreter calls the kernels one by one (`interpret/interpreted.py`), a program compiled by XLA runs
through JAX, and a small one of these without it. Which of them a segment uses is the business of its policy (`policy.py`);
a program (`xla/compile.py`) itself sees to how it is called, through JAX (`xla/jax_call.py`) or without (`xla/direct`).
"""

from __future__ import annotations

from typing import Any, Protocol


class Executor(Protocol):
    """A way to run a segment."""

    def run(self, env: list[Any]) -> bool:
        """Reads the segment's inputs from their slots in `env`, and writes its outputs to theirs.

        Returns:
          False if the inputs are none that this way is for, for instance of other shapes; then `env` is as it was.

        Raises:
          tf.errors.OpError: a step fails.
        """


class ProgramCall(Protocol):
    """A way to call the machine code of a compiled program."""

    def call(self, values: list[Any]) -> Any:
        """The outputs for the arguments `values`; None if these are none that the program is for, or it fails."""
