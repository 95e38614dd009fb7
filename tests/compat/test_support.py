"""The small functions that programs import from inside of TensorFlow."""

import sys
from types import SimpleNamespace

import pytest

from penstock.compat import support
from penstock.graph.tensor_shape import TensorShape


def operation(*shapes):
    return SimpleNamespace(
        inputs=[SimpleNamespace(get_shape=lambda s=s: TensorShape(s)) for s in shapes], outputs=[1, 2]
    )


def test_shape_functions_for_register_shape():
    assert support.scalar_shape(operation([2])) == [TensorShape([])]
    assert support.unchanged_shape(operation([2, None]))[0].as_list() == [2, None]
    assert [s.ndims for s in support.unknown_shape(operation())] == [None, None]
    assert support.no_outputs(operation()) == []
    assert support.unchanged_shape_with_rank(2)(operation(None))[0].as_list() == [None, None]
    with pytest.raises(ValueError, match="must have rank"):
        support.unchanged_shape_with_rank(2)(operation([1]))
    with pytest.raises(ValueError):
        support.unchanged_shape_with_rank_at_least(2)(operation([1]))
    with pytest.raises(ValueError):
        support.unchanged_shape_with_rank_at_most(0)(operation([1]))


@pytest.mark.parametrize(
    ("x", "y", "result"),
    [([2, 1], [3], "(2, 3)"), ([None, 3], [1], "(?, 3)"), (None, [3], "<unknown>"), ([None], [4], "(4,)")],
)
def test_shapes_broadcast(x, y, result):
    assert str(support.broadcast_shape(TensorShape(x), TensorShape(y))) == result


def test_shapes_that_do_not_broadcast_are_named():
    x, y = TensorShape([2, 3]), TensorShape([4])
    with pytest.raises(ValueError, match=r"Received: \(2, 3\) and \(4,\)\."):
        support.broadcast_shape(x, y)
    assert not support.is_broadcast_compatible(x, y)
    assert support.is_broadcast_compatible(x, TensorShape([1]))
    assert not support.is_broadcast_compatible(x, TensorShape(None))


def test_a_lazy_module_is_imported_when_used_and_takes_its_own_place():
    names = {}
    names["colorsys"] = support.LazyLoader("colorsys", names, "colorsys")
    sys.modules.pop("colorsys", None)
    assert names["colorsys"].ONE_THIRD == 1 / 3
    assert names["colorsys"] is sys.modules["colorsys"]


def test_keyword_args_only_refuses_positions():
    @support.keyword_args_only
    def f(a, b=2):
        return a + b

    assert f(a=1) == 3
    with pytest.raises(ValueError, match="f only takes keyword args"):
        f(1)


def test_make_all_lists_public_names():
    assert "make_all" in support.make_all(support.__name__)
    assert not [name for name in support.make_all(support.__name__) if name.startswith("_")]


def test_the_devices_of_this_machine_are_listed():
    first = support.list_local_devices()[0]
    assert (first.name, first.device_type) == ("/device:CPU:0", "CPU")
