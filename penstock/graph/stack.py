"""The per-thread stacks of default graphs and default sessions. Depends on nothing."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import Any


class DefaultStack(threading.local):
    """Objects that are 'the default one' in the current thread, innermost last."""

    def __init__(self) -> None:
        super().__init__()
        self.items: list[Any] = []
        self.enforce_nesting = True

    def current(self) -> Any:
        return self.items[-1] if self.items else None

    @contextlib.contextmanager
    def entered(self, item: object) -> Iterator[Any]:
        self.items.append(item)
        try:
            yield item
        finally:
            if self.items:
                if self.enforce_nesting and self.items[-1] is not item:
                    raise AssertionError(f"Nesting violated for default stack of {type(item)} objects")
                # The innermost one: a graph may be entered again inside of itself.
                for i in range(len(self.items) - 1, -1, -1):
                    if self.items[i] is item:
                        del self.items[i]
                        break


class _Global(threading.local):
    """The graph that is used when none was entered; as in 1.15, each thread has its own."""

    graph: Any = None


graphs = DefaultStack()
sessions = DefaultStack()
base = _Global()
make_graph: Callable[[], Any] | None = None  # set by graph.py


def current_graph() -> Any:
    """The innermost entered graph of this thread, else its global one."""
    items = graphs.items
    if items:
        return items[-1]
    if base.graph is None:
        if make_graph is None:
            import importlib

            importlib.import_module("penstock.graph.graph")
        assert make_graph is not None
        base.graph = make_graph()
    return base.graph
