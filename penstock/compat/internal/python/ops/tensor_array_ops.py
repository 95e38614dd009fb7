"""TensorArrays that go on with other contents."""

from typing import Any

__all__ = ["build_ta_with_new_flow"]


def build_ta_with_new_flow(old_ta: Any, flow: Any) -> Any:
    """The TensorArray with another tensor that carries its contents."""
    return old_ta._with_flow(flow)
