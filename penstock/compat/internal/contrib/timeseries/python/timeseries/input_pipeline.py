"""Readers of time series and their windows: `tensorflow.contrib.timeseries.python.timeseries.input_pipeline`."""

from penstock.contrib.timeseries.reading import (
    CSVReader,
    NumpyReader,
    ReaderBaseTimeSeriesParser,
    TFExampleReader,
    TimeSeriesReader,
)
from penstock.contrib.timeseries.windows import (
    RandomWindowInputFn,
    TimeSeriesInputFn,
    WholeDatasetInputFn,
    predict_continuation_input_fn,
)

__all__ = [
    "CSVReader",
    "NumpyReader",
    "RandomWindowInputFn",
    "ReaderBaseTimeSeriesParser",
    "TFExampleReader",
    "TimeSeriesInputFn",
    "TimeSeriesReader",
    "WholeDatasetInputFn",
    "predict_continuation_input_fn",
]
