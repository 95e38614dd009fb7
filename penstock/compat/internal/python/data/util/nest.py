"""Nested structures as datasets have them: lists and arrays are elements, tuples and dictionaries are not."""

from collections.abc import Callable, Mapping
from typing import Any

from penstock.graph.composite import SparseTensor, SparseTensorValue

__all__ = [
    "assert_same_structure",
    "flatten",
    "flatten_up_to",
    "is_sequence",
    "map_structure",
    "map_structure_up_to",
    "pack_sequence_as",
]


def is_sequence(o: object) -> bool:
    """Whether something has elements of its own: a tuple or a dictionary."""
    return isinstance(o, (tuple, Mapping)) and not isinstance(o, (SparseTensor, SparseTensorValue))


def _values(structure: Any) -> list[Any]:
    return [structure[key] for key in sorted(structure)] if isinstance(structure, Mapping) else list(structure)


def _like(structure: Any, values: list[Any]) -> Any:
    if isinstance(structure, Mapping):
        by_key = dict(zip(sorted(structure), values, strict=True))
        kind: Any = type(structure)
        return kind((key, by_key[key]) for key in structure)
    return type(structure)(*values) if hasattr(structure, "_fields") else type(structure)(values)


def flatten(nested: Any) -> list[Any]:
    """The elements, in order; of dictionaries, by their keys."""
    return [leaf for v in _values(nested) for leaf in flatten(v)] if is_sequence(nested) else [nested]


def pack_sequence_as(structure: Any, flat_sequence: Any) -> Any:
    """Elements in the form of `structure`.

    Raises:
      TypeError: `flat_sequence` is not a list or tuple.
      ValueError: their number differs.
    """
    if not isinstance(flat_sequence, (list, tuple)):
        raise TypeError("flat_sequence must be a sequence")
    wanted = flatten(structure)
    if len(wanted) != len(flat_sequence):
        raise ValueError(
            f"Could not pack sequence. Structure had {len(wanted)} elements, but flat_sequence had {len(flat_sequence)} "
            f"elements.  Structure: {structure}, flat_sequence: {flat_sequence}."
        )
    remaining = iter(flat_sequence)

    def packed(part: Any) -> Any:
        return _like(part, [packed(v) for v in _values(part)]) if is_sequence(part) else next(remaining)

    return packed(structure)


def assert_same_structure(nest1: Any, nest2: Any, check_types: bool = True) -> None:
    """Checks that two structures have the same form.

    Raises:
      ValueError: they have different numbers of elements, or keys.
      TypeError: with `check_types`, their sequences are of different types.
    """
    if len(flatten(nest1)) != len(flatten(nest2)):
        raise ValueError(
            "The two structures don't have the same number of elements. First structure: "
            f"{nest1}, second structure: {nest2}."
        )
    _assert_same(nest1, nest2, check_types)


def _assert_same(a: Any, b: Any, check_types: bool) -> None:
    if is_sequence(a) != is_sequence(b):
        raise ValueError(f"The two structures don't have the same nested structure. First: {a}, second: {b}")
    if not is_sequence(a):
        return
    if check_types and type(a) is not type(b):
        raise TypeError(
            "The two structures don't have the same sequence type. First structure has type "
            f"{type(a)}, while second structure has type {type(b)}."
        )
    if isinstance(a, Mapping) and set(a) != set(b):
        raise ValueError(f"The two dictionaries don't have the same set of keys. First: {list(a)}, second: {list(b)}")
    for x, y in zip(_values(a), _values(b), strict=True):
        _assert_same(x, y, check_types)


def map_structure(func: Callable, *structure: Any, **check_types_dict: bool) -> Any:
    """`func` of the elements of structures that have the same form."""
    for other in structure[1:]:
        assert_same_structure(structure[0], other, check_types_dict.get("check_types", True))
    leaves = zip(*(flatten(s) for s in structure), strict=True)
    return pack_sequence_as(structure[0], [func(*values) for values in leaves])


def flatten_up_to(shallow_tree: Any, input_tree: Any) -> list[Any]:
    """The parts of `input_tree` where `shallow_tree` has an element."""
    if not is_sequence(shallow_tree):
        return [input_tree]
    if not is_sequence(input_tree):
        raise TypeError(
            f"If shallow structure is a sequence, input must also be a sequence. Input has type: {type(input_tree)}."
        )
    pairs = zip(_values(shallow_tree), _values(input_tree), strict=True)
    return [leaf for shallow, deep in pairs for leaf in flatten_up_to(shallow, deep)]


def map_structure_up_to(shallow_tree: Any, func: Callable, *inputs: Any) -> Any:
    """`func` of the parts of structures where `shallow_tree` has an element."""
    parts = zip(*(flatten_up_to(shallow_tree, tree) for tree in inputs), strict=True)
    return pack_sequence_as(shallow_tree, [func(*values) for values in parts])
