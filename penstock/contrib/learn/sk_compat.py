"""`tf.contrib.learn.SKCompat`: an estimator as scikit-learn would have it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.contrib.learn.inputs import input_of_arrays
from penstock.graph.typing import TensorLike
from penstock.train.basic_session_run_hooks import FeedFnHook


@export("contrib.learn.SKCompat")
class SKCompat:
    """An estimator with the methods of scikit-learn: `fit(x, y)`, `score(x, y)`, `predict(x)`, on arrays.

    >>> import penstock as tf
    >>> columns = [tf.contrib.layers.real_valued_column("", dimension=2)]
    >>> model = tf.contrib.learn.SKCompat(tf.contrib.learn.LinearRegressor(columns))
    """

    def __init__(self, estimator: Any) -> None:
        self._estimator = estimator

    def fit(
        self,
        x: TensorLike,
        y: TensorLike,
        batch_size: int | None = 128,
        steps: int | None = None,
        max_steps: int | None = None,
        monitors: Sequence[Any] | None = None,
    ) -> SKCompat:
        """Trains with rows in a random order, again and again."""
        input_fn, feed_fn = input_of_arrays(x, y, batch_size, shuffle=True, epochs=None)
        self._estimator.fit(
            input_fn=input_fn, steps=steps, max_steps=max_steps, monitors=[FeedFnHook(feed_fn), *(monitors or [])]
        )
        return self

    def score(
        self,
        x: TensorLike,
        y: TensorLike,
        batch_size: int | None = 128,
        steps: int | None = None,
        metrics: Mapping[Any, Any] | None = None,
        name: str | None = None,
    ) -> Any:
        """Evaluates with each row once; returns a dictionary."""
        return self._estimator.evaluate(x=x, y=y, batch_size=batch_size, steps=steps, metrics=metrics, name=name)

    def predict(self, x: TensorLike, batch_size: int | None = 128, outputs: Sequence[str] | None = None) -> Any:
        """Predicts for each row; returns an array, or a dictionary of arrays."""
        input_fn, feed_fn = input_of_arrays(x, None, batch_size)
        found = list(self._estimator._infer_model(input_fn, feed_fn, outputs, as_iterable=True, iterate_batches=True))
        if isinstance(found[0], dict):
            return {key: np.concatenate([batch[key] for batch in found], axis=0) for key in found[0]}
        return np.concatenate(found, axis=0)
