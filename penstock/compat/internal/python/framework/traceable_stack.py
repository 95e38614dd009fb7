"""Stacks whose items know the line of the program that put them there."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

__all__ = ["TraceableObject", "TraceableStack"]


class TraceableObject:
    """An object, and where it was put onto a stack.

    Args:
      obj: the object.
      filename, lineno: the place.
    """

    SUCCESS, HEURISTIC_USED, FAILURE = (0, 1, 2)

    def __init__(self, obj: Any, filename: str | None = None, lineno: int | None = None) -> None:
        self.obj, self.filename, self.lineno = obj, filename, lineno

    def set_filename_and_line_from_caller(self, offset: int = 0) -> int:
        """Takes the place from the call stack.

        Args:
          offset: 0 for the line that calls this method, 1 for the caller of its function, and so on.

        Returns:
          `SUCCESS`, or `HEURISTIC_USED` if the stack is not that deep and the outermost line was taken.
        """
        frame, result = sys._getframe(1), self.SUCCESS
        for _ in range(offset):
            if frame.f_back is None:
                result = self.HEURISTIC_USED
                break
            frame = frame.f_back
        self.filename, self.lineno = frame.f_code.co_filename, frame.f_lineno
        return result

    def copy_metadata(self) -> TraceableObject:
        """The place, without the object."""
        return type(self)(None, filename=self.filename, lineno=self.lineno)


class TraceableStack:
    """A stack of `TraceableObject`s.

    Args:
      existing_stack: what is on it to begin with.
    """

    def __init__(self, existing_stack: list[TraceableObject] | None = None) -> None:
        self._stack = existing_stack[:] if existing_stack else []

    def push_obj(self, obj: Any, offset: int = 0) -> int:
        """Puts an object on top, with the line `offset` calls above the caller's; tells how that was found."""
        traceable = TraceableObject(obj)
        self._stack.append(traceable)
        return traceable.set_filename_and_line_from_caller(offset + 1)

    def pop_obj(self) -> Any:
        """Takes the object on top away and returns it."""
        return self._stack.pop().obj

    def peek_top_obj(self) -> Any:
        """The object on top."""
        return self._stack[-1].obj

    def peek_objs(self) -> Iterator[Any]:
        """The objects, from the top."""
        return (item.obj for item in reversed(self._stack))

    def peek_traceable_objs(self) -> Iterator[TraceableObject]:
        """The objects with their places, from the top."""
        return reversed(self._stack)

    def __len__(self) -> int:
        return len(self._stack)

    def copy(self) -> TraceableStack:
        """Another stack with the same items."""
        return TraceableStack(self._stack)
