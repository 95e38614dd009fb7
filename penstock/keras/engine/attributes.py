"""How a layer learns of the layers and variables that become its attributes, also in lists and dictionaries.

A list or dictionary is kept as it is, and looked through when the layers are asked for, so that what is appended later counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from penstock.graph import nest
from penstock.ops.state.trackable import NoDependency, Trackable
from penstock.ops.state.variables import Variable


def is_layer(obj: Any) -> bool:
    """Whether it is a layer (not a class of layers)."""
    return hasattr(obj, "_is_layer") and not isinstance(obj, type)


def has_weights(obj: Any) -> bool:
    """Whether it has weights as layers have."""
    cls = type(obj)
    return hasattr(cls, "trainable_weights") and hasattr(cls, "non_trainable_weights") and not isinstance(obj, type)


def filter_empty_layer_containers(layer_list: Iterable[Any]) -> list[Any]:
    """The layers among these objects and in the lists and dictionaries among them; each once."""
    if not layer_list:
        return []
    existing: set[int] = set()
    queue = list(layer_list)[::-1]
    found = []
    while queue:
        obj = queue.pop()
        if id(obj) in existing:
            continue
        existing.add(id(obj))
        if is_layer(obj):
            found.append(obj)
        elif isinstance(obj, (list, tuple)):
            queue.extend(obj[::-1])
        elif isinstance(obj, dict):
            queue.extend(list(obj.values())[::-1])
        elif hasattr(obj, "layers"):
            queue.extend(obj.layers[::-1])
    return found


class AttributeTracking(Trackable):
    """The part of a layer that watches its attributes."""

    _self_setattr_tracking = True
    _is_graph_network = False
    _layers: list[Any]
    _trainable_weights: list[Any]
    _non_trainable_weights: list[Any]

    def _maybe_create_attribute(self, name: str, value: Any) -> None:
        if not hasattr(self, name):
            object.__setattr__(self, name, value)

    def _track_trackable(self, trackable: Any, name: str, overwrite: bool = False) -> Any:
        """Makes an object a part of checkpoints under a name."""
        tracked = self.__dict__.setdefault("_tracked", {})
        if name in tracked and tracked[name] is not trackable and not overwrite:
            raise ValueError(
                f"Called Trackable._track_trackable() with name='{name}', but a Trackable with this name is already "
                "declared as a dependency. Names must be unique (or overwrite=True)."
            )
        tracked[name] = trackable
        return trackable

    def _untrack_trackable(self, name: str) -> None:
        """Takes an object out of checkpoints."""
        self.__dict__.get("_tracked", {}).pop(name, None)

    @property
    def _checkpoint_dependencies(self) -> list[tuple[str, Any]]:
        return list(self.__dict__.get("_tracked", {}).items())

    def __setattr__(self, name: str, value: Any) -> None:
        if not self._self_setattr_tracking or self._is_graph_network or hasattr(type(self), name):
            try:
                object.__setattr__(self, name, value)
            except AttributeError:
                raise AttributeError(
                    f'Can\'t set the attribute "{name}", likely because it conflicts with an existing read-only @property of '
                    "the object. Please choose a different name."
                ) from None
            return
        is_saved = not isinstance(value, NoDependency)
        value = value.value if isinstance(value, NoDependency) else getattr(value, "_no_dependency_value", value)
        if name in self.__dict__ and self.__dict__[name] is not value:
            self._forget(name)
        if isinstance(value, (str, int, float, type(None))):
            object.__setattr__(self, name, value)
            return
        if type(self).__name__ != "Sequential" and (
            isinstance(value, (list, dict)) or is_layer(value) or has_weights(value)
        ):
            self._maybe_create_attribute("_layers", [])
            if not any(layer is value for layer in self._layers):
                self._layers.append(value)
                if hasattr(value, "_use_resource_variables"):  # a layer of tf.layers
                    value._use_resource_variables = True
            if is_saved:
                self._track_trackable(value, name, overwrite=True)
        elif is_saved and (isinstance(value, Variable) or hasattr(value, "_checkpoint_dependencies")):
            self._track_trackable(value, name, overwrite=True)
        for item in nest.flatten(value) if nest.is_sequence(value) else [value]:
            if isinstance(item, Variable):
                self._own(item)
        object.__setattr__(self, name, value)

    def _own(self, variable: Variable) -> None:
        """Makes a variable that became an attribute one of the weights, unless it is."""
        for kind in ("_trainable_weights", "_non_trainable_weights"):
            self._maybe_create_attribute(kind, [])
        weights = self._trainable_weights if variable.trainable else self._non_trainable_weights
        if not any(variable is w for w in weights):
            weights.append(variable)
        from penstock.keras.backend.sessions import track_variable

        track_variable(variable)

    def _forget(self, name: str) -> None:
        """Gives up an attribute's value, unless another attribute holds it too."""
        value = self.__dict__[name]
        object.__delattr__(self, name)
        self.__dict__.get("_tracked", {}).pop(name, None)
        own = ("_layers", "_trainable_weights", "_non_trainable_weights")
        if any(other is value for key, other in self.__dict__.items() if key not in own):
            return
        if is_layer(value) or has_weights(value) or isinstance(value, (list, dict)):
            object.__setattr__(self, "_layers", [x for x in getattr(self, "_layers", []) if x is not value])
        if isinstance(value, Variable):
            for kind in ("_trainable_weights", "_non_trainable_weights"):
                object.__setattr__(self, kind, [w for w in getattr(self, kind, []) if w is not value])

    def __delattr__(self, name: str) -> None:
        if name in self.__dict__ and self._self_setattr_tracking and not self._is_graph_network:
            self._forget(name)
        else:
            object.__delattr__(self, name)
