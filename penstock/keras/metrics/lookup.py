"""Metrics by name and as configurations, and copies of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import penstock as tf
from penstock._namespace import export, own_module
from penstock.keras import loss_functions
from penstock.keras.metrics import base, confusion, functions, means
from penstock.keras.metrics.base import Metric
from penstock.keras.typing import FunctionLike
from penstock.keras.utils.generic_utils import deserialize_keras_object, serialize_keras_object


def clone_metric(metric: Metric | FunctionLike) -> Any:
    """A new metric with the same configuration; a function is returned as it is."""
    if isinstance(metric, Metric):
        with tf.init_scope():
            return metric.__class__.from_config(metric.get_config())
    return metric


def clone_metrics(metrics: Any) -> Any:
    """New metrics for a list or dictionary of them."""
    if metrics is None:
        return None
    if isinstance(metrics, dict):
        return {key: clone_metric(value) for key, value in metrics.items()}
    return [clone_metric(metric) for metric in metrics]


def _known() -> dict[str, Any]:
    found = {
        name: value
        for module in (base, confusion, means)
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Metric)
    }
    for module in (functions, loss_functions):
        found.update(
            {name: value for name, value in vars(module).items() if own_module(value) == module.__name__}
        )
    for name, short in (
        ("mean_squared_error", "mse"),
        ("mean_absolute_error", "mae"),
        ("mean_absolute_percentage_error", "mape"),
        ("mean_squared_logarithmic_error", "msle"),
    ):
        found[short] = found[short.upper()] = found[name]
    found["cosine_similarity"] = found["cosine_proximity"]
    return found


_KNOWN = _known()


@export("keras.metrics.serialize")
def serialize(metric: Metric | FunctionLike) -> Any:
    """A metric as its name or configuration.

    >>> import penstock as tf
    >>> tf.keras.metrics.serialize(tf.keras.metrics.Mean(name="m"))
    {'class_name': 'Mean', 'config': {'name': 'm', 'dtype': 'float32'}}
    """
    return serialize_keras_object(metric)


@export("keras.metrics.deserialize")
def deserialize(config: Mapping[str, Any] | str, custom_objects: dict[str, Any] | None = None) -> Any:
    """The metric of a name or configuration.

    Args:
      config: a name, or a dict with `class_name` and `config`.
      custom_objects: a dict of classes and functions of your own, by the names that the configuration uses.

    Raises:
      ValueError: there is none.

    >>> import penstock as tf
    >>> tf.keras.metrics.deserialize("mse") is tf.keras.metrics.mean_squared_error
    True
    """
    return deserialize_keras_object(
        config, module_objects=_KNOWN, custom_objects=custom_objects, printable_module_name="metric function"
    )


@export("keras.metrics.get")
def get(identifier: Any) -> Any:
    """The metric that is given by its name, its configuration, or itself.

    Raises:
      ValueError: it is none of these, or unknown.

    >>> import penstock as tf
    >>> tf.keras.metrics.get("categorical_accuracy") is tf.keras.metrics.categorical_accuracy
    True
    """
    if isinstance(identifier, (dict, str)):
        return deserialize(identifier)
    if callable(identifier):
        return identifier
    raise ValueError("Could not interpret metric function identifier: %s" % identifier)
