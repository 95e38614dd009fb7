"""How variables are made, and what is checked before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock.ops.state import variables

__all__ = ["default_variable_creator", "validate_synchronization_aggregation_trainable"]


def validate_synchronization_aggregation_trainable(
    synchronization: Any, aggregation: Any, trainable: bool | None, name: str | None
) -> tuple[Any, Any, bool]:
    """The three arguments of variables with defaults filled in.

    Raises:
      ValueError: there is no such synchronization or aggregation.
    """
    return variables.validate_distribution(synchronization, aggregation, trainable, name)


def default_variable_creator(next_creator: Callable[..., Any] | None = None, **kwargs: Any) -> Any:
    """Makes a variable as `tf.Variable` does where no creator changes it."""
    assert next_creator is None
    return variables._default_creator(**kwargs)
