"""Parameters that may depend on the step."""

from typing import Any

__all__ = ["GetParam"]


def GetParam(var: Any, timestep: Any) -> Any:  # noqa: N802
    """A parameter at a step: what the function gives if it is one."""
    return var(timestep) if callable(var) else var
