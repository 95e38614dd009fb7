"""Collections of objects that are told apart by identity, for those whose `==` means something else."""

from __future__ import annotations

import collections.abc
import weakref
from collections.abc import Iterator
from typing import Any

__all__ = [
    "ObjectIdentityDictionary",
    "ObjectIdentitySet",
    "ObjectIdentityWeakKeyDictionary",
    "ObjectIdentityWeakSet",
    "Reference",
    "_ObjectIdentityWrapper",
    "_WeakObjectIdentityWrapper",
]


class _ObjectIdentityWrapper:
    """An object, equal only to a wrapper of the same one."""

    def __init__(self, wrapped: Any) -> None:
        self._wrapped = wrapped

    @property
    def unwrapped(self) -> Any:
        return self._wrapped

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _ObjectIdentityWrapper):
            raise TypeError("Cannot compare wrapped object with unwrapped object")
        return self.unwrapped is other.unwrapped

    def __hash__(self) -> int:
        return id(self.unwrapped)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} wrapping {self._wrapped!r}>"


class _WeakObjectIdentityWrapper(_ObjectIdentityWrapper):
    """The same, without keeping the object."""

    def __init__(self, wrapped: Any) -> None:
        super().__init__(weakref.ref(wrapped))
        self._id = id(wrapped)

    @property
    def unwrapped(self) -> Any:
        return self._wrapped()

    def __hash__(self) -> int:
        return self._id


class Reference(_ObjectIdentityWrapper):
    """A reference to an object that can be compared and hashed by identity."""

    def deref(self) -> Any:
        """The object."""
        return self._wrapped

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Reference):
            raise TypeError("Cannot compare wrapped object with unwrapped object")
        return self._wrapped is other._wrapped

    def __hash__(self) -> int:
        return id(self._wrapped)


class ObjectIdentityDictionary(collections.abc.MutableMapping):
    """A dictionary whose keys are told apart by identity."""

    def __init__(self) -> None:
        self._storage: dict[Any, Any] = {}

    def _wrap_key(self, key: Any) -> _ObjectIdentityWrapper:
        return _ObjectIdentityWrapper(key)

    def __getitem__(self, key: Any) -> Any:
        return self._storage[self._wrap_key(key)]

    def __setitem__(self, key: Any, value: Any) -> None:
        self._storage[self._wrap_key(key)] = value

    def __delitem__(self, key: Any) -> None:
        del self._storage[self._wrap_key(key)]

    def __len__(self) -> int:
        return len(self._storage)

    def __iter__(self) -> Iterator[Any]:
        for key in self._storage:
            yield key.unwrapped

    def __repr__(self) -> str:
        return f"ObjectIdentityDictionary({self._storage!r})"


class ObjectIdentityWeakKeyDictionary(ObjectIdentityDictionary):
    """The same, from which keys vanish that nobody else keeps."""

    def _wrap_key(self, key: Any) -> _ObjectIdentityWrapper:
        return _WeakObjectIdentityWrapper(key)

    def __len__(self) -> int:
        return len(list(self))

    def __iter__(self) -> Iterator[Any]:
        for key in list(self._storage):
            found = key.unwrapped
            if found is None:
                del self._storage[key]
            else:
                yield found


class ObjectIdentitySet(collections.abc.MutableSet):
    """A set whose elements are told apart by identity."""

    def __init__(self, *args: Any) -> None:
        self._storage = {self._wrap_key(item) for item in (args[0] if args else ())}

    def _wrap_key(self, key: Any) -> _ObjectIdentityWrapper:
        return _ObjectIdentityWrapper(key)

    def __contains__(self, key: Any) -> bool:
        return self._wrap_key(key) in self._storage

    def add(self, key: Any) -> None:
        self._storage.add(self._wrap_key(key))

    def discard(self, key: Any) -> None:
        self._storage.discard(self._wrap_key(key))

    def update(self, items: Any) -> None:
        self._storage.update(self._wrap_key(item) for item in items)

    def intersection(self, items: Any) -> set[Any]:
        return self._storage.intersection(self._wrap_key(item) for item in items)

    def difference(self, items: Any) -> ObjectIdentitySet:
        """The elements that are not among `items`."""
        found = ObjectIdentitySet()
        found._storage = self._storage.difference(self._wrap_key(item) for item in items)
        return found

    def __len__(self) -> int:
        return len(self._storage)

    def __iter__(self) -> Iterator[Any]:
        for key in list(self._storage):
            yield key.unwrapped


class ObjectIdentityWeakSet(ObjectIdentitySet):
    """The same, from which elements vanish that nobody else keeps."""

    def _wrap_key(self, key: Any) -> _ObjectIdentityWrapper:
        return _WeakObjectIdentityWrapper(key)

    def __len__(self) -> int:
        return len(list(self))

    def __iter__(self) -> Iterator[Any]:
        for key in list(self._storage):
            found = key.unwrapped
            if found is None:
                self._storage.discard(key)
            else:
                yield found
