"""Supervisors, monitored sessions and hooks say, log and leave what they did in TensorFlow 1.15.5 (`record_115.py`)."""

import pytest

from tests.contrib.programs.training_sessions import PROGRAMS
from tests.contrib.recorded import same_as_recorded

# Those whose arithmetic is worth compiling: what is logged in between does not depend on how a step is computed.
COMPILED = (
    "a training session with all it does by itself",
    "preemptions, and an error that is none",
    "a NaN of a loss",
)


@pytest.mark.parametrize("title", PROGRAMS)
def test_training_sessions_are_those_of_tensorflow(title, monkeypatch):
    tiers = ("interpret", "compile") if title in COMPILED else ("interpret",)
    same_as_recorded("training_sessions", title, PROGRAMS[title], monkeypatch, tiers)
