"""The classes inside of 1.15.5: what Penstock's have of their methods, properties and attributes, they keep."""

import json

import pytest

import penstock
from tests.parity import class_members

with open(class_members.MISSING) as _file:
    RECORDED = json.load(_file)


@pytest.fixture(autouse=True)
def _installed():
    penstock.install()
    yield
    penstock.uninstall()


@pytest.mark.slow
def test_no_member_of_a_class_is_lost():
    assert sorted({*class_members.missing()} - {*RECORDED}) == []


def test_the_bases_of_tests_lack_nothing():
    assert [name for name in RECORDED if name.startswith(("python.framework.test_util", "python.platform"))] == []
