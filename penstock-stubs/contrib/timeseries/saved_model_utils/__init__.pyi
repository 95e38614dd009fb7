"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.timeseries.saved_models import cold_start_filter as cold_start_filter
from penstock.contrib.timeseries.saved_models import filter_continuation as filter_continuation
from penstock.contrib.timeseries.saved_models import predict_continuation as predict_continuation

__all__ = [
    "cold_start_filter",
    "filter_continuation",
    "predict_continuation",
]
