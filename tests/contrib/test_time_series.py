"""Models of time series train, evaluate, predict and are exported as those of 1.15.5 are."""

import pytest

import penstock as tf
from tests.contrib.programs.time_series import PROGRAMS
from tests.contrib.recorded import same_as_recorded


@pytest.mark.parametrize("title", PROGRAMS)
def test_a_program_says_what_it_says_in_tensorflow(title, monkeypatch):
    tf.install()
    try:
        # Steps of training add up what a float's last digits differ by.
        same_as_recorded("time_series", title, PROGRAMS[title], monkeypatch, rtol=2e-4, atol=1e-4)
    finally:
        tf.uninstall()


def test_the_modules_of_1_15_are_found():
    tf.install()
    try:
        from tensorflow.contrib.timeseries.python.timeseries import estimators, input_pipeline, saved_model_utils
    finally:
        tf.uninstall()
    assert estimators.ARRegressor is tf.contrib.timeseries.ARRegressor
    assert input_pipeline.NumpyReader is tf.contrib.timeseries.NumpyReader
    assert saved_model_utils.cold_start_filter is tf.contrib.timeseries.saved_model_utils.cold_start_filter
