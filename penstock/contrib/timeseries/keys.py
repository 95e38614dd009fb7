"""The names that times, values and states have among features, results and signatures."""

from penstock._namespace import export


class State:
    """A model's state."""

    STATE_TUPLE = "start_tuple"  # as one tuple
    STATE_PREFIX = "model_state"  # each part by itself, with a number behind this


class Times:
    """Whole numbers that grow."""

    TIMES = "times"


class Values:
    """One number or more for each time."""

    VALUES = "values"


@export("contrib.timeseries.TrainEvalFeatures")
class TrainEvalFeatures(Times, Values):
    """The names of features for training and evaluation.

    >>> import penstock as tf
    >>> tf.contrib.timeseries.TrainEvalFeatures.TIMES, tf.contrib.timeseries.TrainEvalFeatures.VALUES
    ('times', 'values')
    """


class PredictionFeatures(Times, State):
    """The names of features for predictions."""


class FilteringFeatures(Times, Values, State):
    """The names of features from which a state is made."""


class PredictionResults(Times):
    """The names of what a prediction gives beside its values."""


@export("contrib.timeseries.FilteringResults")
class FilteringResults(Times, State):
    """The names of what an evaluation gives, so that predictions can go on from there.

    >>> import penstock as tf
    >>> tf.contrib.timeseries.FilteringResults.STATE_TUPLE
    'start_tuple'
    """


class SavedModelLabels:
    """The names of an exported model's signatures."""

    PREDICT = "serving_default"
    FILTER = "filter"
    COLD_START_FILTER = "cold_start_filter"
