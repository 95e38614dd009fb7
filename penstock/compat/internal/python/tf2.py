"""Whether a program asked for the behaviour of 2.x, by a call or by `TF2_BEHAVIOR=1` in the environment."""

import os

__all__ = ["disable", "enable", "enabled"]

_forced: bool | None = None


def enable() -> None:
    """Says that a program wants the behaviour of 2.x; changes nothing but what `enabled` answers."""
    global _forced
    _forced = True


def disable() -> None:
    """Says that a program wants the behaviour of 1.x."""
    global _forced
    _forced = False


def enabled() -> bool:
    """Whether the behaviour of 2.x was asked for."""
    return os.environ.get("TF2_BEHAVIOR", "0") == "1" if _forced is None else _forced
