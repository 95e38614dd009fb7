"""Tests as users of 1.15 write them end here as they end there."""

import json

import pytest

import penstock
from tests.compat import testing_programs

with open(testing_programs.RECORD) as _file:
    RECORDED = json.load(_file)


@pytest.fixture(autouse=True)
def _installed():
    penstock.install()
    yield
    penstock.uninstall()


@pytest.mark.parametrize("name", testing_programs.PROGRAMS)
def test_1_15_says_the_same(name):
    assert testing_programs.outcome(testing_programs.PROGRAMS[name]) == RECORDED[name]
