"""Modules inside of 1.15: small programs on them give what they give there."""

import json

import pytest

import penstock
from tests.compat import inside_programs

with open(inside_programs.RECORD) as _file:
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


@pytest.mark.parametrize("name", inside_programs.PROGRAMS)
def test_1_15_gives_the_same(name):
    ours = inside_programs.outcome(inside_programs.PROGRAMS[name])
    assert _close(ours, RECORDED[name]), (ours, RECORDED[name])
