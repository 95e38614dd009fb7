"""Objects taken apart, so that they are freed at once."""

from __future__ import annotations

__all__ = ["dismantle_ordered_dict"]


def dismantle_ordered_dict(ordered_dict: object) -> None:
    """Undoes what makes a dictionary of Python 2 hold itself. Those of Python 3 do not, and stay as they are."""
