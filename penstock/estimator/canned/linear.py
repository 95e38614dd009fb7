"""`tf.estimator.Linear*`: linear models over feature columns."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.estimator.canned.heads import SUM, Head, RegressionHead, classification_head
from penstock.estimator.canned.linear_sdca import LinearSDCA, check_sdca, sdca_spec
from penstock.estimator.canned.optimizers import INPUT_SLICE, check_features, get_optimizer_instance, partitioner
from penstock.estimator.estimator import Estimator
from penstock.estimator.run_config import RunConfig
from penstock.estimator.spec import EstimatorSpec
from penstock.feature_column.base import is_feature_column_v2
from penstock.feature_column.functions import OldLinearModel
from penstock.feature_column.layers import LinearModel
from penstock.graph.graph import name_scope
from penstock.graph.typing import NestedTensors
from penstock.ops.state.partitioned_variable import PartitionedVariable

if TYPE_CHECKING:
    import os

    from penstock.train.optimizer import Optimizer

_LEARNING_RATE = 0.2


def _parts(variables: Iterable[Any]) -> list[Any]:
    """Variables, with those that are split as their parts."""
    found: list[Any] = []
    for variable in variables:
        found.extend(variable if isinstance(variable, (PartitionedVariable, list, tuple)) else [variable])
    return found


def _fraction_of_zero(variables: list[Any]) -> Any:
    with name_scope("zero_fraction"):
        with name_scope("total_size"):
            sizes = [tf.size(variable, out_type=tf.int64) for variable in variables]
            total = tf.add_n(sizes)
        with name_scope("total_zero"):
            # Weights of a vocabulary that is empty have no fraction.
            counts = [
                tf.zeros([])
                if variable.shape.num_elements() == 0
                else tf.nn.zero_fraction(variable) * tf.cast(size, tf.float32)
                for variable, size in zip(variables, sizes, strict=True)
            ]
            # In 1.15 each count is a conditional.
            tf.get_default_graph()._count(10 * len(counts))
            zeros = tf.add_n(counts)
        with name_scope("compute"):
            fraction = zeros / tf.cast(total, tf.float32, name="float32_size")
        return tf.identity(fraction, name="zero_fraction_or_nan")


def linear_model(features: object, feature_columns: Any, units: int, sparse_combiner: str) -> tuple[Any, Any]:
    """The model and its logits, with summaries."""
    if is_feature_column_v2(feature_columns):
        model: Any = LinearModel(feature_columns, units, sparse_combiner, name="linear_model")
        logits = model(features)
        bias = _parts([model.bias])
        weights = _parts(v for v in (*model.trainable_weights, *model.non_trainable_weights) if v is not model.bias)
    else:
        model = OldLinearModel(feature_columns, units, sparse_combiner, name="linear_model")
        logits = model(features)
        by_column = dict(model.cols_to_vars())
        bias = _parts(by_column.pop("bias"))
        weights = _parts(by_column.values())
    if units > 1:
        tf.summary.histogram("bias", bias)
    else:
        tf.summary.scalar("bias", bias[0][0])
    tf.summary.scalar("fraction_of_zero_weights", _fraction_of_zero(weights))
    return model, logits


@export("estimator.experimental.linear_logit_fn_builder", "contrib.estimator.linear_logit_fn_builder")
def linear_logit_fn_builder(units: int, feature_columns: object, sparse_combiner: str = "sum") -> Callable[..., Any]:
    """A function of `features` that builds a linear model over feature columns and returns its logits.

    Args:
      units: the number of logits.
      feature_columns: dense and categorical columns.
      sparse_combiner: how several categories of one example are put together: 'sum', 'mean' or 'sqrtn'.

    >>> import penstock as tf
    >>> build = tf.estimator.experimental.linear_logit_fn_builder(2, [tf.feature_column.numeric_column("x")])
    >>> with tf.Graph().as_default():
    ...     print(build(features={"x": tf.ones([5, 1])}).shape)
    (5, 2)
    """

    def linear_logit_fn(features: NestedTensors) -> Any:
        return linear_model(features, feature_columns, units, sparse_combiner)[1]

    return linear_logit_fn


def _linear_model_fn(
    features: Any,
    labels: Any,
    mode: str,
    head: Any,
    feature_columns: Any,
    optimizer: Any,
    given_partitioner: Any,
    config: RunConfig | None,
    sparse_combiner: str,
) -> EstimatorSpec:
    check_features(features)
    split = given_partitioner or partitioner(config, INPUT_SLICE)
    with tf.variable_scope("linear", values=tuple(features.values()), partitioner=split):
        build = partial(linear_model, features, feature_columns, head.logits_dimension, sparse_combiner)
        if isinstance(optimizer, LinearSDCA):
            return sdca_spec(build, features, labels, mode, head, feature_columns, optimizer)
        _, logits = build()
        if not optimizer:
            optimizer = tf.train.FtrlOptimizer(min(_LEARNING_RATE, 1.0 / math.sqrt(len(feature_columns))))
        optimizer = get_optimizer_instance(optimizer, learning_rate=_LEARNING_RATE)
        return head.create_estimator_spec(
            features=features, mode=mode, labels=labels, optimizer=optimizer, logits=logits
        )


class _Linear(Estimator):
    """A linear model with a head."""

    def _begin(
        self,
        head: Any,
        feature_columns: Any,
        model_dir: str | os.PathLike[str],
        optimizer: str | Optimizer | Callable[..., Any] | None,
        config: Any,
        given_partitioner: Any,
        warm_start_from: object,
        sparse_combiner: str,
    ) -> None:
        columns = tuple(feature_columns or [])

        def model_fn(features: object, labels: Any, mode: str, config: Any) -> EstimatorSpec:
            return _linear_model_fn(
                features, labels, mode, head, columns, optimizer, given_partitioner, config, sparse_combiner
            )

        Estimator.__init__(self, model_fn=model_fn, model_dir=model_dir, config=config, warm_start_from=warm_start_from)


@export("estimator.LinearClassifier")
class LinearClassifier(_Linear):
    """A linear model that classifies.

    Args:
      feature_columns: dense and categorical columns.
      model_dir: where the model is kept.
      n_classes: the number of classes.
      weight_column: a feature's key, or a numeric column, with the weights of examples.
      label_vocabulary: the labels, if they are strings; else labels are integers below `n_classes`.
      optimizer: an optimizer, a function that makes one, or a name: 'Adagrad', 'Adam', 'Ftrl', 'RMSProp', 'SGD';
        or a `tf.estimator.experimental.LinearSDCA`.
      config: a `RunConfig`.
      partitioner: splits the variables.
      warm_start_from: a checkpoint, a SavedModel or a `WarmStartSettings`, with whose values training begins.
      loss_reduction: one of `tf.losses.Reduction`, except NONE.
      sparse_combiner: how several categories of one example are put together: 'sum', 'mean' or 'sqrtn'.

    >>> import numpy as np
    >>> import penstock as tf
    >>> x = np.array([[0.0], [0.1], [0.9], [1.0]], np.float32)
    >>> input_fn = tf.estimator.inputs.numpy_input_fn({"x": x}, np.array([0, 0, 1, 1]), shuffle=False, num_epochs=50)
    >>> model = tf.estimator.LinearClassifier([tf.feature_column.numeric_column("x")]).train(input_fn)
    >>> print(model.get_variable_value("linear/linear_model/x/weights").shape)
    (1, 1)
    """

    def __init__(
        self,
        feature_columns: object,
        model_dir: Any = None,
        n_classes: int = 2,
        weight_column: str | None = None,
        label_vocabulary: Sequence[Any] | None = None,
        optimizer: str | Optimizer | Callable[..., Any] = "Ftrl",
        config: RunConfig | None = None,
        partitioner: Callable[..., Any] | None = None,
        warm_start_from: object = None,
        loss_reduction: object = SUM,
        sparse_combiner: str = "sum",
    ) -> None:
        if check_sdca(optimizer, feature_columns, sparse_combiner) and n_classes > 2:
            raise ValueError("LinearSDCA cannot be used in a multi-class setting.")
        head = classification_head(n_classes, weight_column, label_vocabulary, loss_reduction)
        self._begin(head, feature_columns, model_dir, optimizer, config, partitioner, warm_start_from, sparse_combiner)


@export("estimator.LinearRegressor")
class LinearRegressor(_Linear):
    """A linear model that estimates numbers.

    Args:
      feature_columns: dense and categorical columns.
      model_dir: where the model is kept.
      label_dimension: how many numbers there are for each example.
      weight_column: a feature's key, or a numeric column, with the weights of examples.
      optimizer: an optimizer, a function that makes one, or a name: 'Adagrad', 'Adam', 'Ftrl', 'RMSProp', 'SGD';
        or a `tf.estimator.experimental.LinearSDCA`.
      config: a `RunConfig`.
      partitioner: splits the variables.
      warm_start_from: a checkpoint, a SavedModel or a `WarmStartSettings`, with whose values training begins.
      loss_reduction: one of `tf.losses.Reduction`, except NONE.
      sparse_combiner: how several categories of one example are put together: 'sum', 'mean' or 'sqrtn'.

    >>> import numpy as np
    >>> import penstock as tf
    >>> x = np.linspace(0, 1, 8, dtype=np.float32).reshape(8, 1)
    >>> input_fn = tf.estimator.inputs.numpy_input_fn({"x": x}, 2 * x, shuffle=False, num_epochs=50)
    >>> model = tf.estimator.LinearRegressor([tf.feature_column.numeric_column("x")]).train(input_fn)
    >>> print(next(model.predict(input_fn))["predictions"].shape)
    (1,)
    """

    def __init__(
        self,
        feature_columns: object,
        model_dir: Any = None,
        label_dimension: int = 1,
        weight_column: str | None = None,
        optimizer: str | Optimizer | Callable[..., Any] = "Ftrl",
        config: RunConfig | None = None,
        partitioner: Callable[..., Any] | None = None,
        warm_start_from: object = None,
        loss_reduction: object = SUM,
        sparse_combiner: str = "sum",
    ) -> None:
        if check_sdca(optimizer, feature_columns, sparse_combiner) and label_dimension > 1:
            raise ValueError("LinearSDCA can only be used with one-dimensional label.")
        head = RegressionHead(label_dimension, weight_column, loss_reduction)
        self._begin(head, feature_columns, model_dir, optimizer, config, partitioner, warm_start_from, sparse_combiner)


@export("estimator.LinearEstimator", "contrib.estimator.LinearEstimator")
class LinearEstimator(_Linear):
    """A linear model with a head of the user's choice.

    Args:
      head: a head, such as `tf.contrib.estimator.multi_label_head`.
      feature_columns: dense and categorical columns.
      model_dir: where the model is kept.
      optimizer: an optimizer, a function that makes one, or a name: 'Adagrad', 'Adam', 'Ftrl', 'RMSProp', 'SGD';
        or a `tf.estimator.experimental.LinearSDCA`.
      config: a `RunConfig`.
      partitioner: splits the variables.
      sparse_combiner: how several categories of one example are put together: 'sum', 'mean' or 'sqrtn'.

    >>> import penstock as tf
    >>> head = tf.contrib.estimator.poisson_regression_head()
    >>> model = tf.estimator.LinearEstimator(head, [tf.feature_column.numeric_column("x")])
    """

    def __init__(
        self,
        head: Head,
        feature_columns: object,
        model_dir: Any = None,
        optimizer: str | Optimizer | Callable[..., Any] = "Ftrl",
        config: RunConfig | None = None,
        partitioner: Callable[..., Any] | None = None,
        sparse_combiner: str = "sum",
    ) -> None:
        check_sdca(optimizer, feature_columns, sparse_combiner)
        self._begin(head, feature_columns, model_dir, optimizer, config, partitioner, None, sparse_combiner)
