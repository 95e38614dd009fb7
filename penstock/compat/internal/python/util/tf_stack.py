"""Call stacks in two forms: quickly taken, and as `traceback` has them."""

from __future__ import annotations

import inspect
import linecache
import sys
import threading
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Self

__all__ = [
    "CurrentModuleFilter",
    "StackFrame",
    "StackTraceFilter",
    "StackTraceMapper",
    "StackTraceTransform",
    "convert_stack",
    "extract_stack",
]


class _Entered(threading.local):
    """The transforms that this thread is in."""

    def __init__(self) -> None:
        self.filters: list[StackTraceFilter] = []
        self.mappers: list[StackTraceMapper] = []


_entered = _Entered()


class StackTraceTransform:
    """A block in which `extract_stack` shows other frames."""

    parent: Any = None

    def _own(self) -> list[Any]:
        raise NotImplementedError("subclasses need to override this")

    def __enter__(self) -> Self:
        self.reset()
        stack = self._own()
        self.parent = stack[-1] if stack else None
        stack.append(self)
        return self

    def __exit__(self, *unused: object) -> None:
        top = self._own().pop()
        assert top is self, "Concurrent access?"

    def reset(self) -> None:
        """Forgets what was worked out for the last block."""


class StackTraceFilter(StackTraceTransform):
    """A block in which the frames of some files are left out."""

    _filtered_filenames: frozenset[str | None] | None = None

    def _own(self) -> list[Any]:
        return _entered.filters

    def reset(self) -> None:
        """Forgets the files."""
        self._filtered_filenames = None

    def get_filtered_filenames(self) -> frozenset[str | None]:
        """The files whose frames are left out."""
        raise NotImplementedError("subclasses need to override this")


class StackTraceMapper(StackTraceTransform):
    """A block in which lines of generated code are shown as the lines that they were made of."""

    _effective_source_map: Any = None

    def _own(self) -> list[Any]:
        return _entered.mappers

    def reset(self) -> None:
        """Forgets the map."""
        self._effective_source_map = None

    def get_effective_source_map(self) -> Mapping[tuple[str, int], tuple[str, int, str]]:
        """File and line -> the file, line and function to show instead."""
        raise NotImplementedError("subclasses need to override this")


class CurrentModuleFilter(StackTraceFilter):
    """Leaves out the frames of the file that makes it."""

    def __init__(self) -> None:
        frame = inspect.currentframe()
        outer = frame.f_back if frame is not None else None
        self._filename = inspect.getsourcefile(outer) if outer is not None else None

    def get_filtered_filenames(self) -> frozenset[str | None]:
        """This file, and those of the blocks around."""
        if self._filtered_filenames is None:
            own = frozenset({self._filename})
            self._filtered_filenames = own | self.parent.get_filtered_filenames() if self.parent is not None else own
        return self._filtered_filenames


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
    hidden = _entered.filters[-1].get_filtered_filenames() if _entered.filters else frozenset()
    shown = _entered.mappers[-1].get_effective_source_map() if _entered.mappers else {}
    frame: Any = sys._getframe(1)
    while frame is not None and len(frames) != limit:
        code = frame.f_code
        place = (code.co_filename, frame.f_lineno)
        file, line, name = shown.get(place, (*place, code.co_name))
        if not frames or file not in hidden:  # the innermost one is always there
            frames.append(StackFrame(file, line, name, frame.f_globals, code.co_firstlineno))
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
