"""What the compiler makes of a source: machine code and what a program needs beside it, or a refusal; as bytes, too.

The bytes go from the process that compiles to the one that runs, and into the cache. Reading them executes nothing; the machine
code in them is loaded by XLA (`load.py`), so they must come from where only the user can write.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from penstock.runtime.xla.source import Form, Place, type_name, type_named

_MARK = b"penstock product 1\n"
# Programs that are made faster than this are not kept.
MIN_SECONDS = 0.05
_REFUSED = b"penstock refusal 1\n"


class Refusal(NamedTuple):
    """A source that can be no program, as it is.

    >>> from_bytes(Refusal("a list leaves the segment").to_bytes()).reason
    'a list leaves the segment'
    """

    reason: str
    needs: tuple[Place, int] | None = None  # the input of a step whose value must be known
    inside: tuple[Place, ...] = ()  # the steps whose functions were being traced, outermost first
    failed: bool = False  # an error that nobody has foreseen: it is not kept

    def to_bytes(self) -> bytes:
        """The refusal as bytes."""
        return _REFUSED + json.dumps(self._asdict()).encode()


class Product(NamedTuple):
    """A compiled program as plain data."""

    executable: bytes  # as XLA serializes it
    checks: bytes | None  # a program that finds errors in the arguments before
    check_arguments: list[int] | None  # the numbers of the arguments that the checks take, in XLA or in NumPy
    host_checks: dict[str, Any] | None  # checks in NumPy: see `argument_checks.py`
    has_flags: bool  # whether the last result says that all went well
    results: list[Form]
    small: bool  # whether it may be called without JAX
    kernels: list[str]  # the kernels in C that it calls
    sources: list[str]  # loops in C that were written for it
    seconds: float  # what it took to make it

    def to_bytes(self) -> bytes:
        """The product as bytes."""
        plain = self._asdict()
        executable, checks = plain.pop("executable"), plain.pop("checks") or b""
        plain["results"] = [[list(shape), type_name(dtype)] for shape, dtype in self.results]
        plain["lengths"] = [len(executable), len(checks)]
        text = json.dumps(plain).encode()
        return b"".join([_MARK, len(text).to_bytes(8, "little"), text, executable, checks])


def from_bytes(data: bytes) -> Product | Refusal:
    """What bytes stand for.

    Raises:
      ValueError: they are neither a product nor a refusal.
    """
    if data.startswith(_REFUSED):
        return Refusal(**json.loads(data[len(_REFUSED) :]))
    if not data.startswith(_MARK):
        raise ValueError("these bytes are no compiled program")
    at = len(_MARK) + 8
    end = at + int.from_bytes(data[at - 8 : at], "little")
    plain = json.loads(data[at:end])
    first, second = plain.pop("lengths")
    if len(data) != end + first + second:
        raise ValueError("a compiled program was cut off")
    plain["results"] = [(tuple(shape), type_named(name)) for shape, name in plain["results"]]
    return Product(data[end : end + first], data[end + first :] if second else None, **plain)
