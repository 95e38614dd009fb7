"""Nested structures."""

import collections

import numpy as np
import pytest

from penstock.graph import nest

Point = collections.namedtuple("Point", "x y")
Other = collections.namedtuple("Other", "x y")


class Attrs:
    """What the attrs library makes: a class with a list of attributes."""

    __attrs_attrs__ = (
        collections.namedtuple("Attribute", "name")("a"),
        collections.namedtuple("Attribute", "name")("b"),
    )

    def __init__(self, a, b):
        self.a, self.b = a, b


class Pair:
    """A composite tensor as far as nest is concerned."""

    _is_composite = True

    def __init__(self, *parts):
        self.parts = parts

    def _to_components(self):
        return list(self.parts)

    def _from_components(self, components):
        return Pair(*components)


# Structures whose errors and results, as text, must be those of the peer.
CASES = """
cases = {
    "flatten": lambda: nest.flatten({"b": [1, (2,)], "a": Point(3, None), "c": {}}),
    "leaf": lambda: nest.flatten("text"),
    "range": lambda: nest.map_structure(lambda x: x + 1, range(3)),
    "ordered": lambda: nest.pack_sequence_as(collections.OrderedDict([("b", 0), ("a", 0)]), [1, 2]),
    "default": lambda: nest.pack_sequence_as(collections.defaultdict(list, {"b": 0, "a": 0}), [1, 2]),
    "map": lambda: nest.map_structure(lambda *x: x, {"a": 1, "b": [2]}, collections.OrderedDict(b=[3], a=4)),
    "no types": lambda: nest.map_structure(lambda x, y: x + y, [1, 2], (1, 2), check_types=False),
    "leaf for list": lambda: nest.assert_same_structure([1, [2]], [1, 2]),
    "list for leaf": lambda: nest.assert_same_structure(1, [1]),
    "lengths": lambda: nest.assert_same_structure([1, 2], [1, 2, 3]),
    "types": lambda: nest.assert_same_structure((1, 2), [1, 2]),
    "names": lambda: nest.assert_same_structure(Point(1, 2), Other(1, 2)),
    "keys": lambda: nest.assert_same_structure({"a": 1}, {"b": 1}),
    "inner": lambda: nest.assert_same_structure([[1], 2], [1, 2, 3]),
    "dict types": lambda: nest.assert_same_structure({"a": 1}, collections.OrderedDict(a=1)),
    "scalar": lambda: nest.pack_sequence_as(1, [1, 2]),
    "no sequence": lambda: nest.pack_sequence_as([1], 5),
    "nothing": lambda: nest.map_structure(lambda x: x),
    "no function": lambda: nest.map_structure(3, [1]),
    "keyword": lambda: nest.map_structure(lambda x: x, [1], foo=1),
    "dict items": lambda: nest.flatten_dict_items({(4, 5, (6, 8)): ("a", "b", ("c", "d")), 9: [1]}),
    "dict lengths": lambda: nest.flatten_dict_items({(4, 5): ("a", "b", "c")}),
    "up to": lambda: nest.flatten_up_to([[1], 2], [[(3, 4)], [5]]),
    "up to short": lambda: nest.flatten_up_to([1, 2], [1]),
    "up to leaf": lambda: nest.flatten_up_to([1, [2]], [1, 2]),
    "up to type": lambda: nest.flatten_up_to((1,), [1]),
    "up to keys": lambda: nest.flatten_up_to({"a": 1}, {"b": 1}),
    "map up to": lambda: nest.map_structure_up_to([1, 1], lambda a, b: (a, b), [[1], 2], [3, [4]]),
    "map up to nothing": lambda: nest.map_structure_up_to([1, 1], lambda a: a),
    "joined": lambda: nest.flatten_with_joined_string_paths({"b": [1, (2,)], "a": Point(3, 4)}),
    "paths": lambda: list(nest.yield_flat_paths({"b": [1, (2,)], "a": Point(3, 4)})),
    "leaf path": lambda: list(nest.yield_flat_paths(1)),
    "tuple paths": lambda: nest.flatten_with_tuple_paths({"b": [1, (2,)]}),
    "with paths": lambda: nest.map_structure_with_paths(lambda p, a: (p, a), {"b": [1, (2,)]}),
    "traverse": lambda: nest.get_traverse_shallow_structure(lambda s: isinstance(s, list), [[1], (2,), [[3]]]),
    "traverse int": lambda: nest.get_traverse_shallow_structure(lambda s: 3, [1]),
    "traverse deep": lambda: nest.get_traverse_shallow_structure(lambda s: [2, True], [1, 2]),
    "traverse leaf": lambda: nest.get_traverse_shallow_structure(lambda s: [True], 3),
}
result = {}
for name, case in cases.items():
    try:
        result[name] = repr(case())
    except Exception as e:
        result[name] = f"{type(e).__name__}: {e}"
"""
PEER_START = """
import collections
from tensorflow.python.util import nest
Point = collections.namedtuple("Point", "x y")
Other = collections.namedtuple("Other", "x y")
"""


def test_results_and_errors_are_those_of_tensorflow(peer):
    here = {"nest": nest, "collections": collections, "Point": Point, "Other": Other}
    exec(CASES, here)
    theirs = peer.run(PEER_START + CASES)
    assert here["result"] == theirs


def test_arrays_strings_and_none_are_leaves():
    array = np.ones(2)
    assert nest.flatten(array)[0] is array and nest.flatten(None) == [None] and nest.flatten(b"ab") == [b"ab"]
    assert [nest.is_sequence(x) for x in ([], (), {}, Point(1, 2), Attrs(1, 2))] == [True] * 5
    assert [nest.is_sequence(x) for x in (array, "ab", b"ab", None, 3, {1}, object())] == [False] * 7


def test_attrs_classes_are_taken_apart_in_the_order_of_their_attributes():
    value = nest.map_structure(lambda x: x * 2, Attrs([1], 2))
    assert isinstance(value, Attrs) and (value.a, value.b) == ([2], 4)
    assert list(nest.yield_flat_paths(Attrs([1], 2))) == [("a", 0), ("b",)]


def test_composites_are_taken_apart_on_demand():
    pair = Pair(1, 2)
    assert nest.flatten([pair]) == [pair] and nest.flatten([pair], expand_composites=True) == [1, 2]
    mapped = nest.map_structure(lambda x: x + 1, [pair], expand_composites=True)
    assert mapped[0].parts == (2, 3)
    assert not nest.is_sequence(pair) and nest.is_sequence_or_composite(pair)


def test_packing_keeps_the_order_of_a_dict_and_uses_sorted_keys():
    packed = nest.pack_sequence_as({"b": 0, "a": (0, Point(0, 0))}, [1, 2, 3, 4])
    assert packed == {"a": (1, Point(2, 3)), "b": 4} and list(packed) == ["b", "a"]
    with pytest.raises(ValueError, match="Structure had 2 elements, but flat_sequence had 1 elements"):
        nest.pack_sequence_as([1, [2]], [1])


def test_keys_that_cannot_be_sorted_are_an_error():
    with pytest.raises(TypeError, match="nest only supports dicts with sortable keys"):
        nest.flatten({1: 2, "a": 3})


def test_keys_that_come_twice_are_an_error():
    with pytest.raises(ValueError, match="key 4 is not unique"):
        nest.flatten_dict_items({(4, 5): ("a", "b"), 4: 1})
    with pytest.raises(TypeError, match="input must be a dictionary"):
        nest.flatten_dict_items(3)
