"""Loops in C that were written for one program: their sources by the names under which XLA's programs call them."""

from __future__ import annotations

from penstock.ops.backend import native_calls

_sources: dict[str, str] = {}


def register(source: str) -> str | None:
    """Compiles a loop and makes it known to XLA; returns its name there, None if it cannot be compiled."""
    name = native_calls.register_source(source, "loop_written")
    if name is not None:
        _sources[name] = source
    return name


def source_of(name: str) -> str | None:
    """The source of the loop that programs call by this name; None if it is no such loop."""
    return _sources.get(name)
