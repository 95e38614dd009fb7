"""What counts as a structure, the order of its items, and copies of it with others."""

import collections

import pytest

from penstock.graph import nest_kinds

Point = collections.namedtuple("Point", "y x")


@pytest.mark.parametrize("leaf", [1, None, "text", b"bytes", 1.5, {1, 2}, iter([1]), object()])
def test_values_that_are_leaves(leaf):
    assert nest_kinds.kind_of(leaf) == nest_kinds.LEAF
    assert not nest_kinds.is_structure(leaf, expand=True)


@pytest.mark.parametrize(
    "structure, items",
    [
        ([5, 6], [(0, 5), (1, 6)]),
        ((5, 6), [(0, 5), (1, 6)]),
        ({"b": 5, "a": 6}, [("a", 6), ("b", 5)]),
        (collections.OrderedDict([("b", 5), ("a", 6)]), [("a", 6), ("b", 5)]),
        (Point(5, 6), [("y", 5), ("x", 6)]),
    ],
)
def test_items_in_the_order_of_flatten_and_back(structure, items):
    assert nest_kinds.is_structure(structure, expand=False)
    assert nest_kinds.items_of(structure) == items
    assert list(nest_kinds.children_of(structure)) == [child for _, child in items]
    again = nest_kinds.structure_like(structure, [10 * child for _, child in items])
    assert type(again) is type(structure)
    assert nest_kinds.items_of(again) == [(key, 10 * child) for key, child in items]


def test_an_ordered_dictionary_keeps_its_own_order():
    given = collections.OrderedDict([("b", 1), ("a", 2)])
    assert list(nest_kinds.structure_like(given, [20, 10])) == ["b", "a"]


def test_keys_that_cannot_be_sorted_are_refused():
    with pytest.raises(TypeError, match="nest only supports dicts with sortable keys"):
        nest_kinds.sorted_keys({1: 0, "a": 0})
