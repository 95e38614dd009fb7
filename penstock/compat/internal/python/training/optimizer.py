"""Gradients as eager optimizers took them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["get_filtered_grad_fn"]


def get_filtered_grad_fn(grad_fn: Callable[..., Any]) -> Callable[..., list[tuple[Any, Any]]]:
    """The function, without the pairs of its result whose gradient is None."""

    def filtered_grad_fn(*args: Any, **kwargs: Any) -> list[tuple[Any, Any]]:
        return [(g, v) for g, v in grad_fn(*args, **kwargs) if g is not None]

    return filtered_grad_fn
