"""Shampoo, GGT and the Adam of the global step make the steps of 1.15."""

import pytest

from tests.contrib.programs.opt_more import PROGRAMS
from tests.contrib.recorded import same_as_recorded

COMPILED = ("AdamGS", "LazyAdamGS, sparse")


@pytest.mark.parametrize("title", PROGRAMS)
def test_steps_are_those_of_tensorflow(title, monkeypatch):
    tiers = ("interpret", "compile") if title in COMPILED else ("interpret",)
    same_as_recorded("opt_more", title, PROGRAMS[title], monkeypatch, tiers)
