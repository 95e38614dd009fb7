"""`tf.contrib.checkpoint.UniqueNameTracker`: objects of a checkpoint whose names are made different from each other."""

from __future__ import annotations

from typing import Any

from penstock._namespace import export
from penstock.ops.state.trackable import Trackable


@export("contrib.checkpoint.UniqueNameTracker")
class UniqueNameTracker(Trackable):
    """Keeps objects for a checkpoint under names of which later ones get a number.

    >>> import penstock as tf
    >>> tracker = tf.contrib.checkpoint.UniqueNameTracker()
    >>> slots = [tracker.track(tf.Variable(value), "x") for value in (3.0, 4.0)]
    >>> [name for name, _ in tracker._checkpoint_dependencies]
    ['x', 'x_1']
    """

    def __init__(self) -> None:
        super().__init__()
        self._name_counts: dict[str, int] = {}

    @property
    def _values(self) -> list[Any]:
        return [value for _, value in self._checkpoint_dependencies]

    def track(self, trackable: Any, base_name: str) -> Any:
        """Makes an object a part of checkpoints.

        Args:
          trackable: a variable, a layer or another object that can be saved.
          base_name: its name, to which a number is added if it is taken.

        Returns:
          The object.

        Raises:
          ValueError: it cannot be saved.
        """
        if not isinstance(trackable, Trackable) and not hasattr(trackable, "_checkpoint_dependencies"):
            raise ValueError(
                f"Expected a trackable value, got {trackable} which does not inherit from tf.track.Trackable."
            )
        number = self._name_counts.get(base_name, 0)
        while self._lookup_dependency(name := f"{base_name}_{number}" if number else base_name) is not None:
            number += 1
        self._name_counts[base_name] = number + 1
        self._track_trackable(trackable, name)
        return trackable
