"""Predictors as classes: `tensorflow.contrib.predictor.contrib_estimator_predictor`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock.contrib.predictor.predictors import Predictor, from_contrib_estimator

__all__ = ["ContribEstimatorPredictor"]


class ContribEstimatorPredictor(Predictor):
    """A predictor of an estimator of `contrib.learn`; `from_contrib_estimator` tells of its arguments."""

    def __init__(
        self,
        estimator: Any,
        prediction_input_fn: Callable[[], Any],
        input_alternative_key: str | None = None,
        output_alternative_key: str | None = None,
        graph: Any = None,
        config: Any = None,
    ) -> None:
        made = from_contrib_estimator(
            estimator, prediction_input_fn, input_alternative_key, output_alternative_key, graph, config
        )
        super().__init__(made.graph, made.session, made.feed_tensors, made.fetch_tensors)
