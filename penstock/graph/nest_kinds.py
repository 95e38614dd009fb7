"""Which kind of nested structure a value of Python is, its items in order, and one like it with other items."""

from collections.abc import Mapping, MappingView, Sequence
from typing import Any

LEAF, SEQUENCE, NAMEDTUPLE, MAPPING, VIEW, ATTRS, COMPOSITE = range(7)

# What a class is to this module; the answer never changes, and asking is most of the work.
_kinds: dict[type, int] = {}


def kind_of(value: Any) -> int:
    cls = type(value)
    kind = _kinds.get(cls)
    if kind is None:
        kind = _kinds[cls] = _classify(cls)
    return kind


def _classify(cls: type) -> int:
    if getattr(cls, "_is_composite", False):
        return COMPOSITE
    if issubclass(cls, (str, bytes)):
        return LEAF
    if issubclass(cls, tuple) and isinstance(getattr(cls, "_fields", None), tuple):
        return NAMEDTUPLE
    if issubclass(cls, Mapping):
        return MAPPING
    if issubclass(cls, Sequence):
        return SEQUENCE
    if issubclass(cls, MappingView):
        return VIEW
    if hasattr(cls, "__attrs_attrs__"):
        return ATTRS
    return LEAF


def is_structure(value: Any, expand: bool) -> bool:
    kind = kind_of(value)
    return kind != LEAF and (kind != COMPOSITE or expand)


def sorted_keys(mapping: Mapping[Any, Any]) -> list[Any]:
    """The keys in the order of `flatten`."""
    try:
        return sorted(mapping)
    except TypeError:
        raise TypeError("nest only supports dicts with sortable keys.") from None


def items_of(value: Any) -> list[tuple[Any, Any]]:
    """(path element, child) pairs in the order of `flatten`."""
    kind = kind_of(value)
    if kind == MAPPING:
        return [(key, value[key]) for key in sorted_keys(value)]
    if kind == NAMEDTUPLE:
        return list(zip(value._fields, value))
    if kind == ATTRS:
        return [(a.name, getattr(value, a.name)) for a in type(value).__attrs_attrs__]
    if kind == COMPOSITE:
        # As in 1.x, a path shows the type of the whole, then the index of the component.
        return [(type(value).__name__ + f"/{i}", c) for i, c in enumerate(value._to_components())]
    return list(enumerate(value))


def children_of(value: Any) -> Any:
    """The children of a nested value in the order of `flatten`; values must not be changed."""
    kind = kind_of(value)
    if kind in (SEQUENCE, NAMEDTUPLE, VIEW):
        return value
    return [child for _, child in items_of(value)]


def structure_like(value: Any, children: list[Any]) -> Any:
    """A structure of the kind of `value` with other children, given in the order of `flatten`."""
    kind, cls = kind_of(value), type(value)
    if cls is list or kind == VIEW:
        return children
    if cls is tuple:
        return tuple(children)
    if kind == MAPPING:
        # Sorted keys give the order of `children`, the original keys that of the result.
        new = dict(zip(sorted_keys(value), children))
        pairs = [(key, new[key]) for key in value]
        if hasattr(value, "default_factory"):
            return cls(value.default_factory, pairs)
        return cls(pairs)
    if kind in (NAMEDTUPLE, ATTRS):
        return cls(*children)
    if kind == COMPOSITE:
        return value._from_components(children)
    if cls is range:
        return children
    return cls(children)


def same_types(a: Any, b: Any) -> bool:
    if type(a) is type(b):
        return True
    kinds = kind_of(a), kind_of(b)
    if kinds == (NAMEDTUPLE, NAMEDTUPLE):
        # Such as two classes made by the same call of `namedtuple` in different places.
        return type(a).__name__ == type(b).__name__ and a._fields == b._fields
    return kinds == (MAPPING, MAPPING) or (isinstance(a, list) and isinstance(b, list))
