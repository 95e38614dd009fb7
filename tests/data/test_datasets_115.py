"""Datasets and iterators against what TensorFlow 1.15.5 says to the same programs (`tests/contrib/record_115.py`)."""

import pytest

from tests.contrib.programs.datasets import PROGRAMS
from tests.contrib.recorded import same_as_recorded


@pytest.mark.parametrize("title", PROGRAMS)
def test_elements_are_those_of_tensorflow(title, monkeypatch):
    same_as_recorded("datasets", title, PROGRAMS[title], monkeypatch)
