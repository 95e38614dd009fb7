"""Readers, producers, batches and queues against what TensorFlow 1.15.5 says to the same programs (`record_115.py`)."""

import pytest

from tests.contrib.programs.input import PROGRAMS
from tests.contrib.recorded import same_as_recorded


@pytest.mark.parametrize("title", PROGRAMS)
def test_input_is_that_of_tensorflow(title, monkeypatch):
    same_as_recorded("input", title, PROGRAMS[title], monkeypatch)
