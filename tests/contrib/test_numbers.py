"""Networks of tf.contrib that have no seeds of their own start from the values, and draw the symbols, of 1.15."""

import pytest

from tests.contrib.programs.numbers import PROGRAMS
from tests.contrib.recorded import same_as_recorded


@pytest.mark.parametrize("title", PROGRAMS)
def test_operations_are_counted_as_in_tensorflow(title, monkeypatch):
    same_as_recorded("numbers", title, PROGRAMS[title], monkeypatch)
