"""Features and labels of random forests are the numbers that 1.15.5 makes of them."""

import pytest

from tests.contrib.programs.forest_data import PROGRAMS
from tests.contrib.recorded import same_as_recorded


@pytest.mark.parametrize("title", PROGRAMS)
def test_a_program_says_what_it_says_in_tensorflow(title, monkeypatch):
    same_as_recorded("forest_data", title, PROGRAMS[title], monkeypatch)
