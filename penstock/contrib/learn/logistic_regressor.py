"""`LogisticRegressor`: a user's model of probabilities with the metrics of a binary classifier; also generator inputs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import FunctionType, GeneratorType
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.learn.estimator import Estimator
from penstock.contrib.learn.keys import MetricKey, ModeKeys, ProblemType
from penstock.contrib.learn.model_fn import ModelFnOps
from penstock.estimator.feeding import enqueue_data


def _metrics(labels: Any, predictions: Any, thresholds: Sequence[float]) -> dict[str, Any]:
    labels = next(iter(labels.values())) if isinstance(labels, dict) and len(labels) == 1 else labels
    found = {
        MetricKey.PREDICTION_MEAN: tf.metrics.mean(predictions),
        MetricKey.LABEL_MEAN: tf.metrics.mean(labels),
        MetricKey.ACCURACY_BASELINE: tf.metrics.mean(labels),
        MetricKey.AUC: tf.metrics.auc(labels, predictions),
    }
    for threshold in thresholds:
        positive = tf.cast(
            tf.greater_equal(predictions, threshold), tf.float32, name=f"predictions_at_threshold_{threshold:f}"
        )
        found[MetricKey.ACCURACY_MEAN % threshold] = tf.metrics.accuracy(labels, positive)
        found[MetricKey.PRECISION_MEAN % threshold] = tf.metrics.precision(labels, positive)
        found[MetricKey.RECALL_MEAN % threshold] = tf.metrics.recall(labels, positive)
    return found


@export("contrib.learn.LogisticRegressor")
def LogisticRegressor(  # noqa: N802
    model_fn: Callable[..., Any],
    thresholds: Sequence[float] | None = None,
    model_dir: str | None = None,
    config: Any = None,
    feature_engineering_fn: Any = None,
) -> Estimator:
    """An `Estimator` of probabilities, with the metrics of a binary classifier.

    Args:
      model_fn: a function of features, labels and mode that returns (predictions, loss, train_op).
      thresholds: at which accuracy, precision and recall are measured; 0.5 if None.
      model_dir: where the model is saved and continued.
      config: a `RunConfig`.
      feature_engineering_fn: a function of features and labels that returns others, which the model gets.

    >>> import penstock as tf
    >>> estimator = tf.contrib.learn.LogisticRegressor(lambda features, labels, mode: (None, None, None))
    """

    def with_metrics(features: Any, labels: Any, mode: str, params: Any) -> ModelFnOps:
        predictions, loss, train_op = model_fn(features, labels, mode)
        metrics = None
        if mode == ModeKeys.EVAL:
            metrics = _metrics(labels, predictions, params.get("thresholds") or [0.5])
        return ModelFnOps(
            mode=mode,
            predictions=predictions,
            loss=loss,
            train_op=train_op,
            eval_metric_ops=metrics,
            output_alternatives={"head": (ProblemType.LOGISTIC_REGRESSION, {"predictions": predictions})},
        )

    return Estimator(with_metrics, model_dir, config, {"thresholds": thresholds}, feature_engineering_fn)


@export("contrib.learn.io.generator_input_fn")
def generator_input_fn(
    x: Callable[[], Any],
    target_key: Any = None,
    batch_size: int = 128,
    num_epochs: int | None = 1,
    shuffle: bool = True,
    queue_capacity: int = 1000,
    num_threads: int = 1,
    pad_value: Any = None,
) -> Callable[[], Any]:
    """An input function that gives batches of the dictionaries that a generator yields.

    Args:
      x: a generator function.
      target_key: the key of the labels, or several.
      batch_size: how many dictionaries make a batch.
      num_epochs: how often the generator is run; for ever if None.
      shuffle: whether rows are shuffled.
      queue_capacity: of the queue.
      num_threads: how many threads fill it.
      pad_value: fills rows of different lengths up.

    >>> import numpy as np
    >>> import penstock as tf
    >>> def rows():
    ...     for i in range(2):
    ...         yield {"x": np.array([i]), "y": np.array([-i])}
    >>> with tf.Graph().as_default():
    ...     features, labels = tf.contrib.learn.io.generator_input_fn(rows, "y", batch_size=2, shuffle=False)()
    ...     with tf.train.MonitoredSession() as session:
    ...         print(session.run(features)["x"].tolist())
    [[0], [1]]
    """
    if not isinstance(x, FunctionType):
        raise TypeError(f"x must be generator function; got {type(x).__name__}")
    if not isinstance(generator := x(), GeneratorType):
        raise TypeError(f"x() must be generator; got {type(generator).__name__}")
    if not isinstance(first := next(generator), dict):
        raise TypeError(f"x() must yield dict; got {type(first).__name__}")
    keys = sorted(first)
    targets = [target_key] if isinstance(target_key, str) else target_key
    if targets is not None:
        if not isinstance(targets, (list, tuple, set, dict)) or not all(isinstance(key, str) for key in targets):
            raise TypeError(f"target_key must be str or Container of str; got {type(target_key).__name__}")
        for key in targets:
            if key not in keys:
                raise KeyError(f"target_key not in yielded dict. Expected {keys} keys; got {key}")

    def input_fn() -> Any:
        queue = enqueue_data(
            x,
            queue_capacity,
            shuffle=shuffle,
            num_threads=num_threads,
            enqueue_size=batch_size,
            num_epochs=num_epochs,
            pad_value=pad_value,
        )
        found = queue.dequeue_many(batch_size) if num_epochs is None else queue.dequeue_up_to(batch_size)
        found = list(found) if isinstance(found, (list, tuple)) else [found]
        features = dict(zip(keys, found, strict=True))
        if targets is None:
            return features
        labels = {key: features.pop(key) for key in targets}
        return features, labels if len(labels) > 1 else next(iter(labels.values()))

    return input_fn
