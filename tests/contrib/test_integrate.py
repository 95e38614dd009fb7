"""Differential equations are solved as 1.15 solves them, step by step."""

import pytest

from tests.contrib.programs.integrate import PROGRAMS
from tests.contrib.recorded import same_as_recorded


@pytest.mark.parametrize("title", PROGRAMS)
def test_solutions_are_those_of_tensorflow(title, monkeypatch):
    tiers = ("interpret", "compile") if title == "grids" else ("interpret",)
    same_as_recorded("integrate", title, PROGRAMS[title], monkeypatch, tiers)
