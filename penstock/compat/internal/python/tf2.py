"""Whether a program asked for the behaviour of 2.x, by a call or by `TF2_BEHAVIOR=1` in the environment."""

from penstock.platform import switches

__all__ = ["disable", "enable", "enabled"]


def enable() -> None:
    """Says that a program wants the behaviour of 2.x; changes nothing but what `enabled` answers."""
    switches.set_behavior_of_2(True)


def disable() -> None:
    """Says that a program wants the behaviour of 1.x."""
    switches.set_behavior_of_2(False)


def enabled() -> bool:
    """Whether the behaviour of 2.x was asked for."""
    return switches.behavior_of_2()
