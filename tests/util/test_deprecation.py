"""Deprecation marks, and the decorators that can be seen through."""

import inspect
import logging

import numpy as np
import pytest

from penstock.util import deprecation, tf_decorator


@pytest.fixture
def warnings(caplog, monkeypatch):
    """The warnings so far, each from a function that has not warned before."""
    monkeypatch.setattr(deprecation, "_warned", set())
    monkeypatch.setattr(logging.getLogger("tensorflow"), "propagate", True)
    caplog.set_level(logging.WARNING, logger="tensorflow")
    return lambda: [record.getMessage() for record in caplog.records]


def test_a_deprecated_function_works_and_warns_once_with_the_place_of_the_call(warnings):
    @deprecation.deprecated("2030-01-02", "Use g.")
    def f(x):
        """Does it.

        Well.
        """
        return x + 1

    assert (f(1), f(2)) == (2, 3)
    (text,) = warnings()
    assert text.startswith("From ") and "test_deprecation.py:" in text
    assert "is deprecated and will be removed after 2030-01-02.\nInstructions for updating:\nUse g." in text
    assert f.__doc__.startswith("Does it. (deprecated)") and "Well." in f.__doc__
    assert f.__name__ == "f" and list(inspect.signature(f).parameters) == ["x"]


def test_a_deprecated_class_works_and_warns(warnings):
    @deprecation.deprecated(None, "Use D.")
    class C:
        def __init__(self, x):
            self.x = x

    assert C(1).x == 1 and C(2).x == 2 and isinstance(C(3), C)
    assert len(warnings()) == 1 and "in a future version" in warnings()[0]


def test_deprecated_arguments_warn_when_given(warnings):
    @deprecation.deprecated_args(None, "Use axis.", "dim", ("keep", None))
    def f(x, axis=None, dim=None, keep=None):
        return x, axis, dim, keep

    f(1, axis=2)
    f(1, keep=None)
    assert warnings() == []
    assert f(1, None, 3) == (1, None, 3, None)
    f(1, dim=3)
    f(1, keep=np.ones(2))
    assert len(warnings()) == 2 and "with dim is deprecated" in warnings()[0] and "with keep" in warnings()[1]
    with pytest.raises(TypeError):
        f()
    with pytest.raises(ValueError, match="not present in the function signature"):
        deprecation.deprecated_args(None, "x", "nothing")(f)


def test_deprecated_values_warn_when_given_or_by_default(warnings):
    @deprecation.deprecated_arg_values(None, "Use True.", flag=False)
    def f(flag=False):
        return flag

    assert f(True) is True and warnings() == []
    assert f() is False and len(warnings()) == 1 and "with flag=False is deprecated" in warnings()[0]


def test_an_alias_warns_with_the_new_name(warnings):
    old = deprecation.deprecated_alias("tf.old", "tf.new", len)
    assert old([1]) == 1 and "The name tf.old is deprecated. Please use tf.new instead." in warnings()[0]

    class New:
        def __init__(self, x):
            self.x = x

    Old = deprecation.deprecated_alias("tf.Old", "tf.New", New)
    assert isinstance(Old(3), New) and Old(3).x == 3 and len(warnings()) == 2


def test_one_of_two_names_of_an_argument_may_be_given():
    lookup = deprecation.deprecated_argument_lookup
    assert lookup("axis", 1, "dim", None) == lookup("axis", None, "dim", 1) == 1
    with pytest.raises(ValueError, match="Cannot specify both 'dim' and 'axis'"):
        lookup("axis", 1, "dim", 2)
    assert deprecation.rewrite_argument_docstring("dim: the `dim`.", "dim", "axis") == "axis: the `axis`."


def test_warnings_can_be_silenced(warnings):
    f = deprecation.deprecated(None, "x", warn_once=False)(lambda: 1)
    with deprecation.silence():
        f()
    assert warnings() == []
    f()
    f()
    assert len(warnings()) == 2


def test_marks_need_instructions_and_a_date():
    with pytest.raises(ValueError, match="YYYY-MM-DD"):
        deprecation.deprecated("tomorrow", "x")
    with pytest.raises(ValueError, match="without conversion instructions"):
        deprecation.deprecated(None, "")


def test_unwrap_shows_the_layers_around_a_function():
    def inner(x):
        """Says so."""
        return x

    middle = tf_decorator.make_decorator(inner, lambda x: inner(x) + 1, "plus")
    outer = tf_decorator.make_decorator(middle, lambda x: middle(x) * 2, "times", "Says more.")
    layers, target = tf_decorator.unwrap(outer)
    assert ([layer.decorator_name for layer in layers], target) == (["times", "plus"], inner)
    assert (outer(1), outer.__name__, outer.__doc__, middle.__doc__) == (4, "inner", "Says more.", "Says so.")
    assert tf_decorator.unwrap(inner) == ([], inner)
