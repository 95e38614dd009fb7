"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import saved_model_utils as saved_model_utils
from penstock.contrib.timeseries.autoregression import ARModel as ARModel
from penstock.contrib.timeseries.estimators import ARRegressor as ARRegressor
from penstock.contrib.timeseries.estimators import TimeSeriesRegressor as TimeSeriesRegressor
from penstock.contrib.timeseries.head import OneShotPredictionHead as OneShotPredictionHead
from penstock.contrib.timeseries.keys import FilteringResults as FilteringResults
from penstock.contrib.timeseries.keys import TrainEvalFeatures as TrainEvalFeatures
from penstock.contrib.timeseries.reading import CSVReader as CSVReader
from penstock.contrib.timeseries.reading import NumpyReader as NumpyReader
from penstock.contrib.timeseries.windows import RandomWindowInputFn as RandomWindowInputFn
from penstock.contrib.timeseries.windows import WholeDatasetInputFn as WholeDatasetInputFn
from penstock.contrib.timeseries.windows import predict_continuation_input_fn as predict_continuation_input_fn

__all__ = [
    "ARModel",
    "ARRegressor",
    "CSVReader",
    "FilteringResults",
    "NumpyReader",
    "OneShotPredictionHead",
    "RandomWindowInputFn",
    "TimeSeriesRegressor",
    "TrainEvalFeatures",
    "WholeDatasetInputFn",
    "predict_continuation_input_fn",
    "saved_model_utils",
]
