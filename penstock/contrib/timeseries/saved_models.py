"""Predictions and states from exported models of time series: `tf.contrib.timeseries.saved_model_utils`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from penstock._namespace import export
from penstock.contrib.timeseries.head import state_to_dictionary
from penstock.contrib.timeseries.helpers import canonicalize_times_or_steps_from_output
from penstock.contrib.timeseries.keys import FilteringFeatures, FilteringResults, PredictionResults, SavedModelLabels
from penstock.contrib.timeseries.reading import canonical_arrays

_HERE = "contrib.timeseries.saved_model_utils."


def _run(
    session: Any, signatures: Any, label: str, features: Mapping[str, Any], continue_from: Mapping[str, Any] | None
) -> dict[str, Any]:
    """What a signature gives for these features, and the state before them."""
    signature = signatures.signature_def[label]
    if continue_from is not None and FilteringResults.STATE_TUPLE in continue_from:
        continue_from = state_to_dictionary(continue_from[FilteringResults.STATE_TUPLE])
    graph = session.graph
    inputs = {key: graph.as_graph_element(value.name) for key, value in signature.inputs.items()}
    outputs = {key: graph.as_graph_element(value.name) for key, value in signature.outputs.items()}
    given = {**(continue_from or {}), **features}
    return session.run(outputs, feed_dict={inputs[key]: value for key, value in given.items()})


@export(_HERE + "predict_continuation")
def predict_continuation(
    continue_from: Mapping[str, Any],
    signatures: Any,
    session: Any,
    steps: int | None = None,
    times: Any = None,
    exogenous_features: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Predictions that go on after an evaluation or a filter.

    Args:
      continue_from: what `evaluate`, `cold_start_filter` or `filter_continuation` has given.
      signatures: what `tf.saved_model.loader.load` has given.
      session: the session that it was loaded into.
      steps: how many times to predict.
      times: the times to predict, a row for each series.
      exogenous_features: other features at these times.

    Raises:
      ValueError: both or none of `steps` and `times` are given, or the times do not come after the output.

    >>> import numpy as np, penstock as tf
    >>> utils = tf.contrib.timeseries.saved_model_utils
    >>> utils.predict_continuation({"times": np.array([[1, 2]])}, signatures=None, session=None)
    Traceback (most recent call last):
    ...
    ValueError: One of `steps` and `times` must be specified.
    """
    predicted = canonicalize_times_or_steps_from_output(times=times, steps=steps, previous_model_output=continue_from)
    features = {PredictionResults.TIMES: predicted, **(exogenous_features or {})}
    output = _run(session, signatures, SavedModelLabels.PREDICT, features, continue_from)
    output[PredictionResults.TIMES] = features[PredictionResults.TIMES]
    return output


def _filter(
    label: str, signatures: Any, session: Any, features: Mapping[str, Any], continue_from: Mapping[str, Any] | None
) -> dict[str, Any]:
    arrays = canonical_arrays(data=features, require_single_batch=False)
    output = _run(session, signatures, label, arrays, continue_from)
    output[FilteringResults.TIMES] = arrays[FilteringFeatures.TIMES]  # so that predictions know where they begin
    return output


@export(_HERE + "cold_start_filter")
def cold_start_filter(signatures: Any, session: Any, features: Mapping[str, Any]) -> dict[str, Any]:
    """The state of an exported model after a series.

    Args:
      signatures: what `tf.saved_model.loader.load` has given.
      session: the session that it was loaded into.
      features: times, values and other features, of one time, of a series or of several.

    Raises:
      ValueError: the shapes do not fit.

    >>> import penstock as tf
    >>> tf.contrib.timeseries.saved_model_utils.cold_start_filter(tf.MetaGraphDef(), None, {"times": [1, 2]})
    Traceback (most recent call last):
    ...
    ValueError: times and values are required features.
    """
    return _filter(SavedModelLabels.COLD_START_FILTER, signatures, session, features, None)


@export(_HERE + "filter_continuation")
def filter_continuation(
    continue_from: Mapping[str, Any], signatures: Any, session: Any, features: Mapping[str, Any]
) -> dict[str, Any]:
    """The state of an exported model after a series that goes on.

    Args:
      continue_from: what `evaluate` or an earlier filter has given.
      signatures: what `tf.saved_model.loader.load` has given.
      session: the session that it was loaded into.
      features: times, values and other features, of one time, of a series or of several.

    Raises:
      ValueError: the shapes do not fit.

    >>> import penstock as tf
    >>> utils = tf.contrib.timeseries.saved_model_utils
    >>> utils.filter_continuation({}, tf.MetaGraphDef(), None, {"times": [[[1]]], "values": [[[1.0]]]})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    ValueError: Got an unexpected number of dimensions for times. Was expecting at most two ([batch size, series length]), ...
    """
    return _filter(SavedModelLabels.FILTER, signatures, session, features, continue_from)
