"""Sequences in segments, dense and sparse, against what TensorFlow 1.15.5 says to the same programs (`record_115.py`)."""

import pytest

from tests.contrib.programs.training_segments import PROGRAMS
from tests.contrib.recorded import same_as_recorded


@pytest.mark.parametrize("title", PROGRAMS)
def test_segments_are_those_of_tensorflow(title, monkeypatch):
    same_as_recorded("training_segments", title, PROGRAMS[title], monkeypatch)
