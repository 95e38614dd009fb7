"""An Estimator made from a SavedModel evaluates, trains, predicts and exports as in 1.15."""

import pytest

from tests.contrib.programs.saved_model_estimator import PROGRAMS
from tests.contrib.recorded import same_as_recorded


@pytest.mark.parametrize("title", PROGRAMS)
def test_what_an_estimator_has_exported_goes_on_as_in_tensorflow(title, monkeypatch):
    same_as_recorded("saved_model_estimator", title, PROGRAMS[title], monkeypatch)
