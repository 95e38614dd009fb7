"""What an object that a checkpoint of objects can hold derives from, as 1.15's variables, optimizers, layers and modules do.

`Trackable` keeps what it was told to depend on; `AutoTrackable` depends on those of its attributes that can be saved.
`train/checkpoint_objects.py` walks from one object to the next.
"""

from __future__ import annotations

from typing import Any

from penstock._namespace import export


@export("contrib.checkpoint.CheckpointableBase")
class Trackable:
    """An object that names the objects that are saved with it.

    >>> import penstock as tf
    >>> isinstance(tf.train.Checkpoint(), tf.contrib.checkpoint.CheckpointableBase)
    True
    """

    def _track_trackable(self, trackable: Any, name: str, overwrite: bool = False) -> Any:
        """Makes an object a part of checkpoints under a name.

        Raises:
          TypeError: it is no `Trackable`.
          ValueError: the name is taken by another object.
        """
        if not isinstance(trackable, Trackable) and not hasattr(trackable, "_checkpoint_dependencies"):
            raise TypeError(
                f"Trackable._track_trackable() passed type {type(trackable)}, not a Trackable: only those can be saved."
            )
        tracked = self.__dict__.setdefault("_tracked", {})
        if name in tracked and tracked[name] is not trackable and not overwrite:
            raise ValueError(
                f"Called Trackable._track_trackable() with name='{name}', but a Trackable with this name is already "
                "declared as a dependency. Names must be unique (or overwrite=True)."
            )
        tracked[name] = trackable
        return trackable

    @property
    def _checkpoint_dependencies(self) -> list[tuple[str, Any]]:
        return list(self.__dict__.get("_tracked", {}).items())

    def _lookup_dependency(self, name: str) -> Any:
        """The object that is saved under a name, or None."""
        return dict(self._checkpoint_dependencies).get(name)


class TrackableAsset(Trackable):
    """A file that an object needs, and that is copied into a SavedModel of it.

    Args:
      path: a constant tensor with the path.
    """

    def __init__(self, path: Any) -> None:
        self.asset_path = path


class CapturableResource(Trackable):
    """What keeps state of its own in a session, and is made and filled by functions in a SavedModel: a table."""

    def _create_resource(self) -> Any:
        """Makes the operation that makes the resource; returns its handle."""
        raise NotImplementedError

    def _initialize(self) -> Any:
        """Makes the operation that fills it."""

    @property
    def resource_handle(self) -> Any:
        """The handle of the resource."""
        raise NotImplementedError


def is_nested(value: object) -> bool:
    """Whether something in a list or dictionary can be saved."""
    if isinstance(value, (list, tuple)):
        return any(is_saved(item) for item in value)
    return isinstance(value, dict) and any(is_saved(item) for item in value.values())


def is_saved(value: object) -> bool:
    """Whether a value, or something in it, can be part of a checkpoint of objects."""
    if isinstance(value, Trackable) or hasattr(value, "_checkpoint_dependencies"):
        return True
    if hasattr(value, "_gather_saveables_for_checkpoint") and not isinstance(value, type):
        return True
    return is_nested(value)


class NoDependency:
    """Wraps a value that shall not be saved with the `Checkpointable` it becomes an attribute of.

    The attribute is the value itself.

    >>> import penstock as tf
    >>> class Model(tf.contrib.checkpoint.Checkpointable):
    ...     def __init__(self):
    ...         self.kept = tf.Variable(1.0)
    ...         self.left_out = tf.contrib.checkpoint.NoDependency(tf.Variable(2.0))
    >>> model = Model()
    >>> len(tf.contrib.checkpoint.list_objects(model)), isinstance(model.left_out, tf.Variable)
    (2, True)
    """

    def __init__(self, value: Any) -> None:
        self.value = value


class AutoTrackable(Trackable):
    """An object whose attributes are saved with it, if they can be: variables, layers, optimizers, others of its kind.

    >>> import penstock as tf
    >>> class Model(tf.contrib.checkpoint.Checkpointable):
    ...     def __init__(self):
    ...         self.weights = tf.Variable([1.0, 2.0])
    >>> with tf.Graph().as_default():
    ...     [name for name, _ in Model()._checkpoint_dependencies]
    ['weights']
    """

    _unsaved: frozenset[str] = frozenset()
    _self_setattr_tracking = True

    def __setattr__(self, name: str, value: Any) -> None:
        wrapped = isinstance(value, NoDependency)
        if (wrapped or not self._self_setattr_tracking) != (name in self._unsaved):
            object.__setattr__(self, "_unsaved", self._unsaved ^ {name})
        object.__setattr__(self, name, value.value if wrapped else value)

    @property
    def _checkpoint_dependencies(self) -> list[tuple[str, Any]]:
        own = ((name, value) for name, value in vars(self).items() if name not in self._unsaved and name != "_tracked")
        return [(name, value) for name, value in own if is_saved(value)] + super()._checkpoint_dependencies
