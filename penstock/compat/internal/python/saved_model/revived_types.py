"""Classes whose objects can be made again from a SavedModel."""

from __future__ import annotations

from collections.abc import Callable, KeysView, Sequence
from typing import Any

from penstock import protos

__all__ = ["VersionedTypeRegistration", "deserialize", "register_revived_type", "registered_identifiers", "serialize"]

_registered: dict[str, tuple[Callable[[Any], bool], list[VersionedTypeRegistration]]] = {}


class VersionedTypeRegistration:
    """How objects of a version of a class are written and made again.

    Args:
      object_factory: makes an object of a `SavedUserObject`.
      version: the version that is written.
      min_producer_version: the oldest version that can be read.
      min_consumer_version: the oldest version that can read this one.
      bad_consumers: versions that cannot.
      setter: sets an attribute of an object that is made again.
    """

    def __init__(
        self,
        object_factory: Callable[[Any], Any],
        version: int,
        min_producer_version: int,
        min_consumer_version: int,
        bad_consumers: Sequence[int] | None = None,
        setter: Callable[[Any, str, Any], None] = setattr,
    ) -> None:
        self.setter = setter
        self.identifier: str | None = None
        self.version = version
        self._object_factory = object_factory
        self._min_producer_version, self._min_consumer_version = min_producer_version, min_consumer_version
        self._bad_consumers = list(bad_consumers or ())

    def to_proto(self) -> Any:
        """The `SavedUserObject` that stands for an object."""
        found = protos.SavedUserObject(identifier=self.identifier)
        found.version.producer, found.version.min_consumer = self.version, self._min_consumer_version
        found.version.bad_consumers.extend(self._bad_consumers)
        return found

    def from_proto(self, proto: Any) -> Any:
        """An object made of such a message."""
        return self._object_factory(proto)

    def should_load(self, proto: Any) -> bool:
        """Whether this version can read a message."""
        return (
            proto.identifier == self.identifier
            and self.version >= proto.version.min_consumer
            and proto.version.producer >= self._min_producer_version
            and self.version not in proto.version.bad_consumers
        )


def register_revived_type(
    identifier: str, predicate: Callable[[Any], bool], versions: list[VersionedTypeRegistration]
) -> None:
    """Registers the versions of a class.

    Args:
      identifier: its name in SavedModels.
      predicate: whether an object is one of them.
      versions: at least one.

    Raises:
      AssertionError: there is none, or two of the same number, or the name is taken.
    """
    versions.sort(key=lambda registration: registration.version, reverse=True)
    if not versions:
        raise AssertionError("Need at least one version of a registered type.")
    numbers = set()
    for registration in versions:
        registration.identifier = identifier
        if registration.version in numbers:
            raise AssertionError(
                f"Got multiple registrations with version {registration.version} for type {identifier}"
            )
        numbers.add(registration.version)
    if identifier in _registered:
        raise AssertionError(f"Duplicate registrations for type {identifier}")
    _registered[identifier] = predicate, versions


def registered_identifiers() -> KeysView[str]:
    """The names that are taken."""
    return _registered.keys()


def serialize(obj: Any) -> Any:
    """The `SavedUserObject` of the newest version for an object; None if its class is not registered."""
    return next((versions[0].to_proto() for predicate, versions in _registered.values() if predicate(obj)), None)


def deserialize(proto: Any) -> Any:
    """An object made of a message and the function that sets its attributes; None if no version can read it."""
    for registration in _registered.get(proto.identifier, (None, []))[1]:
        if registration.should_load(proto):
            return registration.from_proto(proto), registration.setter
    return None
