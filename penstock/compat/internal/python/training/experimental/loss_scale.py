"""The variables of a loss scale."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

__all__ = ["get_loss_scale_weights"]


def get_loss_scale_weights(loss_scale: Any) -> Iterable[Any]:
    """The variables that a loss scale made."""
    return [variable for _, variable in loss_scale._checkpoint_dependencies]
