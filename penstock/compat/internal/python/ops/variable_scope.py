"""How variables are made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock._namespace import find
from penstock.compat.internal.python.ops.variables import default_variable_creator

__all__ = ["default_variable_creator", "default_variable_creator_v2"]


def default_variable_creator_v2(next_creator: Callable[..., Any] | None = None, **kwargs: Any) -> Any:
    """Makes a variable as `tf.compat.v2.Variable` does where no creator changes it: always one with a handle."""
    assert next_creator is None
    return find("compat.v2.Variable")(**kwargs)
