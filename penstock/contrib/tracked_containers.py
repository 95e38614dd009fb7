"""`tf.contrib.checkpoint.List` and `Mapping`: objects of a checkpoint by number or by name, to which more can be added."""

from __future__ import annotations

import collections.abc
from collections.abc import Iterable, Iterator
from typing import Any

from penstock._namespace import export
from penstock.ops.state.trackable import Trackable, is_saved
from penstock.ops.state.variables import Variable


class _Holder(Trackable):
    """What both kinds tell of the variables and layers in them."""

    trainable = True

    @property
    def _held(self) -> list[Any]:
        raise NotImplementedError

    @property
    def layers(self) -> list[Any]:
        """The layers of Keras in it, and those of the containers in it."""
        found: list[Any] = []
        for value in self._held:
            inner = value.layers if isinstance(value, _Holder) else [value] * hasattr(value, "get_config")
            found += [layer for layer in inner if layer not in found]
        return found

    def _variables(self, trainable: bool | None) -> list[Any]:
        found: list[Any] = []
        for value in self._held:
            if isinstance(value, Variable):
                own = [value]
            else:
                own = list(getattr(value, "variables", []))
            found += [v for v in own if trainable in (None, v.trainable)]
        return found

    @property
    def trainable_weights(self) -> list[Any]:
        """The variables that are trained."""
        return self._variables(True) if self.trainable else []

    @property
    def non_trainable_weights(self) -> list[Any]:
        """The variables that are not."""
        return self._variables(False if self.trainable else None)

    @property
    def weights(self) -> list[Any]:
        """All variables."""
        return self.trainable_weights + self.non_trainable_weights

    trainable_variables, non_trainable_variables, variables = trainable_weights, non_trainable_weights, weights

    @property
    def updates(self) -> list[Any]:
        """What the layers update."""
        return [update for layer in self.layers for update in layer.updates]

    @property
    def losses(self) -> list[Any]:
        """What the layers add to the loss."""
        return [loss for layer in self.layers for loss in layer.losses]

    def _checked(self, value: Any) -> Any:
        if isinstance(value, dict):
            value = Mapping(value)
        elif isinstance(value, list):
            value = List(value)
        if not is_saved(value):
            raise ValueError(
                f"Only trackable objects (such as Layers or Optimizers) may be stored in a List object. Got {value}, "
                "which does not inherit from Trackable."
            )
        return value

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other


@export("contrib.checkpoint.List")
class List(_Holder, collections.abc.Sequence):
    """A list of objects that are saved with a checkpoint. Objects can be added, not taken away.

    Raises:
      ValueError: an object cannot be saved.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     kept = tf.contrib.checkpoint.List([tf.Variable(1.0)])
    ...     kept.append(tf.Variable(2.0))
    ...     len(kept), [name for name, _ in kept._checkpoint_dependencies], len(kept.trainable_weights)
    (2, ['0', '1'], 2)
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._storage: list[Any] = []
        self.extend(list(*args, **kwargs))

    @property
    def _held(self) -> list[Any]:
        return self._storage

    def append(self, value: Any) -> None:
        """Adds an object."""
        value = self._checked(value)
        self._track_trackable(value, str(len(self._storage)))
        self._storage.append(value)

    def extend(self, values: Iterable[Any]) -> None:
        """Adds several objects."""
        for value in values:
            self.append(value)

    def copy(self) -> List:
        """Another list of the same objects."""
        return type(self)(self._storage)

    def __add__(self, other: Iterable[Any]) -> List:
        return type(self)([*self._storage, *other])

    def __radd__(self, other: Iterable[Any]) -> List:
        return type(self)([*other, *self._storage])

    def __iadd__(self, other: Iterable[Any]) -> List:
        self.extend(other)
        return self

    def __getitem__(self, key: Any) -> Any:
        return self._storage[key]

    def __len__(self) -> int:
        return len(self._storage)

    def __repr__(self) -> str:
        return f"List({self._storage!r})"


@export("contrib.checkpoint.Mapping")
class Mapping(_Holder, collections.abc.Mapping):
    """Objects that are saved with a checkpoint, by name. Objects can be added, not taken away or replaced.

    Raises:
      ValueError: an object cannot be saved, or its name is taken.
      TypeError: a name is no text.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     kept = tf.contrib.checkpoint.Mapping(weights=tf.Variable(1.0))
    ...     kept["bias"] = tf.Variable(2.0)
    ...     list(kept), [name for name, _ in kept._checkpoint_dependencies]
    (['weights', 'bias'], ['weights', 'bias'])
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._storage: dict[str, Any] = {}
        self.update(*args, **kwargs)

    @property
    def _held(self) -> list[Any]:
        return [self._storage[key] for key in sorted(self._storage)]

    def __setitem__(self, key: str, value: Any) -> None:
        if not isinstance(key, str):
            raise TypeError(f"Mapping accepts only string keys, but got a key {key!r}.")
        value = self._checked(value)
        if key in self._storage:
            if self._storage[key] is value:
                return
            raise ValueError(
                f"Mappings are an append-only data structure. Tried to overwrite the key '{key}' with value {value}, but "
                f"it already contains {self._storage[key]}"
            )
        self._track_trackable(value, key)
        self._storage[key] = value

    def update(self, *args: Any, **kwargs: Any) -> None:
        """Adds several objects."""
        for key, value in dict(*args, **kwargs).items():
            self[key] = value

    def __getitem__(self, key: str) -> Any:
        return self._storage[key]

    def __len__(self) -> int:
        return len(self._storage)

    def __iter__(self) -> Iterator[str]:
        return iter(self._storage)

    def __repr__(self) -> str:
        return f"Mapping({self._storage!r})"
