"""Names and places of functions that control flow makes."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from penstock._namespace import find
from penstock.compat.internal.python.framework.ops import uid

__all__ = ["clear_control_inputs", "in_defun", "unique_fn_name", "unique_grad_fn_name"]


def in_defun() -> bool:
    """Whether the body of a function is being built."""
    return bool(find("get_default_graph")().building_function)


def unique_fn_name(scope: str, name: str) -> str:
    """A name for a function that no other has."""
    return f"{scope}{name}_{uid()}".replace("/", "_")


def unique_grad_fn_name(forward_name: str) -> str:
    """A name for the gradient of a function that no other has."""
    return f"{forward_name}_grad_{uid()}"


@contextlib.contextmanager
def clear_control_inputs() -> Iterator[None]:
    """A block whose operations wait for nothing that the blocks around say."""
    with find("control_dependencies")(None):
        yield
