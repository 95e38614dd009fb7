"""`MetricSpec`: which prediction, label and weight a metric function gets, whatever its arguments are called.

And what is made of the metrics that a user passes to `evaluate`.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.typing import TensorLike
from penstock.platform import logging

# Under which names metric functions take what they need; the first is the usual one.
_ROLES = {
    "labels": ("labels", "label", "targets", "target"),
    "predictions": ("predictions", "prediction", "logits", "logit"),
    "weights": ("weights", "weight"),
}


def _arguments(fn: Callable[..., Any]) -> tuple[str, ...]:
    """The names of the arguments that are still to be given."""
    if isinstance(fn, functools.partial):
        return tuple(name for name in _arguments(fn.func) if name not in (fn.keywords or {}))
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return tuple(name for name, p in inspect.signature(fn).parameters.items() if p.kind in kinds)


def _name(fn: Callable[..., Any]) -> str:
    if isinstance(fn, functools.partial):
        fn = fn.func
    return str(getattr(fn, "__name__", fn))


def _argument_for(role: str, fn: Callable[..., Any], arguments: tuple[str, ...], required: bool) -> str | None:
    candidates = _ROLES[role]
    found = [name for name in arguments if name in candidates]
    if len(found) > 1:
        raise ValueError(f"Ambiguous arguments {found}, must provide only one of {candidates}.")
    if not found:
        if required:
            raise ValueError(f"{candidates} missing from {_name(fn)}({arguments}).")
        return None
    if found[0] != role:
        logging.warning("Canonical arg %s missing from %s(%s), using %s.", role, _name(fn), arguments, found[0])
    return found[0]


def _adapted(metric_fn: Callable[..., Any], needs_labels: bool, needs_weights: bool) -> Callable[..., Any]:
    """The metric as a function of `labels`, `predictions` and `weights`, by name.

    What has none of the known names is given by position: predictions first, or after the labels if those come first.
    """
    arguments = _arguments(metric_fn)
    labels_name = _argument_for("labels", metric_fn, arguments, needs_labels)
    predictions_name = _argument_for("predictions", metric_fn, arguments, False)
    weights_name = _argument_for("weights", metric_fn, arguments, needs_weights)

    def call(
        _sentinel: Any = None,
        labels: TensorLike | None = None,
        predictions: TensorLike | None = None,
        weights: TensorLike | None = None,
    ) -> Any:
        if _sentinel is not None:
            raise ValueError("`metric_fn` requires named args: `labels`, `predictions`, and optionally `weights`.")
        positional, named = [], {}
        if labels_name and not predictions_name and labels_name == arguments[0]:
            positional = [labels, predictions]
        else:
            if labels_name:
                named[labels_name] = labels
            if predictions_name:
                named[predictions_name] = predictions
            else:
                positional = [predictions]
        if weights is not None:
            named[weights_name or "weights"] = weights
        return metric_fn(*positional, **named)

    return call


def _chosen(values: Any, key: str | None, what: str) -> Any:
    """The value that is meant, of a dictionary or of a single one."""
    if key:
        if not isinstance(values, dict):
            raise ValueError(
                f"MetricSpec with {what}_key specified requires {what}s dict, got {values}.\nYou must not provide a "
                f"{what}_key if you only have a single Tensor as {what}s."
            )
        if key not in values:
            raise KeyError(f"Key '{key}' missing from {values.keys()}.")
        return values[key]
    if isinstance(values, dict):
        if len(values) != 1:
            raise ValueError(
                f"MetricSpec without specified {what}_key requires {what}s tensor or single element dict, got {values}"
            )
        return next(iter(values.values()))
    return values


@export("contrib.learn.MetricSpec")
class MetricSpec:
    """A metric of an evaluation.

    Args:
      metric_fn: returns a value or (value, update operation), as those of `tf.metrics` and `tf.contrib.metrics`; its
        arguments are found by their usual names.
      prediction_key: which prediction it gets, if there are several.
      label_key: which label, if there are several.
      weight_key: the feature that has the weights, if any.

    >>> import penstock as tf
    >>> spec = tf.contrib.learn.MetricSpec(tf.metrics.accuracy, prediction_key="classes")
    >>> spec.prediction_key
    'classes'
    """

    def __init__(
        self,
        metric_fn: Callable[..., Any],
        prediction_key: str | None = None,
        label_key: str | None = None,
        weight_key: str | None = None,
    ) -> None:
        self._metric_fn_name = _name(metric_fn)
        self._metric_fn = _adapted(metric_fn, label_key is not None, weight_key is not None)
        self._prediction_key, self._label_key, self._weight_key = prediction_key, label_key, weight_key

    prediction_key = property(lambda self: self._prediction_key, doc="Which prediction the metric gets.")
    label_key = property(lambda self: self._label_key, doc="Which label the metric gets.")
    weight_key = property(lambda self: self._weight_key, doc="Which feature has the weights.")
    metric_fn = property(
        lambda self: self._metric_fn, doc="The metric as a function of named labels, predictions and weights."
    )

    def __str__(self) -> str:
        return (
            f"MetricSpec(metric_fn={self._metric_fn_name}, prediction_key={self.prediction_key}, "
            f"label_key={self.label_key}, weight_key={self.weight_key})"
        )

    def create_metric_ops(self, inputs: Any, labels: TensorLike, predictions: TensorLike) -> Any:
        """Builds the metric from features, labels and predictions, and returns what its function returns."""
        prediction = _chosen(predictions, self._prediction_key, "prediction")
        label = _chosen(labels, self._label_key, "label")
        weights = inputs[self._weight_key] if self._weight_key else None
        try:
            return self._metric_fn(labels=label, predictions=prediction, weights=weights)
        except Exception as problem:
            logging.error("Could not create metric ops for %s, %s.", self, problem)
            raise


def metric_ops(metrics: Any, features: object, labels: Any, predictions: Any) -> dict[str, Any]:
    """Builds the metrics that a user passed to `evaluate`: `MetricSpec`s, or functions as before there were those."""
    result = {}
    single = next(iter(labels.values())) if isinstance(labels, dict) and len(labels) == 1 else labels
    for name, metric in sorted((metrics or {}).items()):
        if isinstance(metric, MetricSpec):
            result[name] = metric.create_metric_ops(features, labels, predictions)
            continue
        logging.warning(
            "Please specify metrics using MetricSpec. Using bare functions or (key, fn) tuples is deprecated and support "
            "for it will be removed on Oct 1, 2016."
        )
        if not isinstance(name, tuple):
            if isinstance(predictions, dict):
                raise ValueError(
                    f"Metrics passed provide only name, no prediction, but predictions are dict. Metrics: {metrics}, "
                    f"Labels: {single}."
                )
            result[name] = metric(predictions, single)
            continue
        if len(name) != 2:
            raise ValueError(f"Invalid metric for {name}. It returned a tuple with len {len(name)}, expected 2.")
        if not isinstance(predictions, dict):
            raise ValueError(
                f"Metrics passed provide (name, prediction), but predictions are not dict. Metrics: {metrics}, "
                f"Predictions: {predictions}."
            )
        label = labels[name[1]] if isinstance(labels, dict) and name[1] in labels else single
        result[name[0]] = metric(predictions[name[1]], label)
    return result


def separated(metrics: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    """The updates of all metrics as one operation, and their values."""
    updates, values = [], {}
    for name, metric in metrics.items():
        if not isinstance(metric, (list, tuple)):
            values[name] = metric
        elif len(metric) == 2:
            values[name] = metric[0]
            updates.append(metric[1])
        else:
            logging.warning("Ignoring metric %s. It returned a list|tuple with len %d, expected 2", name, len(metric))
            values[name] = metric
    return (tf.group(*updates) if updates else None), values
