"""Dense layers and times: `tensorflow.contrib.timeseries.python.timeseries.model_utils`."""

from penstock.contrib.timeseries.helpers import (
    canonicalize_times_or_steps_from_output,
    fully_connected,
    parameter_switch,
)

__all__ = ["canonicalize_times_or_steps_from_output", "fully_connected", "parameter_switch"]
