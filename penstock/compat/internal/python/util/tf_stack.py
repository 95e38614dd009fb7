"""Call stacks in two forms: quickly taken, and as `traceback` has them."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Iterable
from typing import Any, NamedTuple

__all__ = ["StackFrame", "convert_stack", "extract_stack"]


class StackFrame(NamedTuple):
    """A line of the program that was running."""

    filename: str
    lineno: int
    name: str
    globals: dict[str, Any]
    func_start_lineno: int


def extract_stack(limit: int = -1) -> list[StackFrame]:
    """The call stack of this thread, outermost first, without this function.

    Args:
      limit: how many of the innermost frames to take; all of them if it is negative.
    """
    frames: list[StackFrame] = []
    frame: Any = sys._getframe(1)
    while frame is not None and len(frames) != limit:
        code = frame.f_code
        frames.append(StackFrame(code.co_filename, frame.f_lineno, code.co_name, frame.f_globals, code.co_firstlineno))
        frame = frame.f_back
    return frames[::-1]


def convert_stack(stack: Iterable[StackFrame], include_func_start_lineno: bool = False) -> tuple[tuple, ...]:
    """The frames as (file, line, function, text of the line), with the line on which the function begins if wanted."""
    found = []
    for frame in stack:
        linecache.checkcache(frame.filename)
        text = linecache.getline(frame.filename, frame.lineno, frame.globals).strip() or None
        row = (frame.filename, frame.lineno, frame.name, text)
        found.append((*row, frame.func_start_lineno) if include_func_start_lineno else row)
    return tuple(found)
