"""Objects of 1.15 as libraries use them: small programs give what they give there, interpreted and compiled."""

import importlib
import json

import pytest

import penstock
from penstock import _namespace
from penstock.compat import homes
from tests.compat import object_programs

with open(object_programs.RECORD) as _file:
    RECORDED = json.load(_file)


@pytest.fixture(autouse=True)
def _installed():
    penstock.install()
    yield
    penstock.uninstall()


def _close(ours, theirs):
    if isinstance(theirs, list):
        return isinstance(ours, list) and len(ours) == len(theirs) and all(map(_close, ours, theirs))
    if isinstance(theirs, float):
        return ours == pytest.approx(theirs, rel=1e-5)
    return ours == theirs


@pytest.mark.parametrize("level", [0, 1], ids=["interpreted", "compiled"])
@pytest.mark.parametrize("name", object_programs.PROGRAMS)
def test_1_15_gives_the_same(name, level):
    ours = object_programs.outcome(object_programs.PROGRAMS[name], level)
    assert _close(ours, RECORDED[name]), (ours, RECORDED[name])


def test_a_class_is_found_in_the_module_that_it_says():
    wrong = []
    for public, home in sorted(homes._of_classes().items()):
        value = _namespace.find(public)
        if isinstance(value, type) and value.__module__ == home:
            found = getattr(importlib.import_module(home), value.__qualname__, None)
            if found is not value:
                wrong.append((home, value.__qualname__))
    assert not wrong


def test_classes_say_their_own_modules_without_install():
    kind = penstock.train.AdamOptimizer
    assert kind.__module__ == "tensorflow.python.training.adam"
    penstock.uninstall()
    assert kind.__module__ == "penstock.train.adam"
