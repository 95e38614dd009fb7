"""Predictors as classes: `tensorflow.contrib.predictor.core_estimator_predictor`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock.contrib.predictor.predictors import Predictor, from_estimator

__all__ = ["CoreEstimatorPredictor"]


class CoreEstimatorPredictor(Predictor):
    """A predictor of a `tf.estimator.Estimator`; `tf.contrib.predictor.from_estimator` tells of its arguments."""

    def __init__(
        self,
        estimator: Any,
        serving_input_receiver_fn: Callable[[], Any],
        output_key: str | None = None,
        graph: Any = None,
        config: Any = None,
    ) -> None:
        made = from_estimator(estimator, serving_input_receiver_fn, output_key, graph, config)
        super().__init__(made.graph, made.session, made.feed_tensors, made.fetch_tensors)
