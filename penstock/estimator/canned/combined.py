"""`tf.estimator.DNNLinearCombined*`: wide and deep models, a network and a linear model whose logits are added."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.estimator.canned.dnn import add_layer_summary, dnn_logit_fn_builder
from penstock.estimator.canned.heads import SUM, Head, RegressionHead, classification_head
from penstock.estimator.canned.linear import linear_logit_fn_builder
from penstock.estimator.canned.optimizers import INPUT_SLICE, check_features, get_optimizer_instance, partitioner
from penstock.estimator.estimator import Estimator
from penstock.estimator.run_config import RunConfig
from penstock.estimator.spec import EstimatorSpec
from penstock.graph.graph import control_dependencies
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import NestedTensors, TensorLike

if TYPE_CHECKING:
    import os


_DNN_LEARNING_RATE = 0.001
_LINEAR_LEARNING_RATE = 0.005


def _optimizer(given: object, learning_rate: float) -> Any:
    optimizer = get_optimizer_instance(given, learning_rate=learning_rate)
    if isinstance(optimizer, tf.train.SyncReplicasOptimizer):
        raise ValueError(
            "SyncReplicasOptimizer does not support multi optimizers case. Therefore, it is not supported in "
            "DNNLinearCombined model. If you want to use this optimizer, please use either DNN or Linear model."
        )
    return optimizer


def _combined_model_fn(
    features: Any,
    labels: NestedTensors,
    mode: str,
    head: Any,
    linear_feature_columns: Any,
    linear_optimizer: Any,
    dnn_feature_columns: Iterable[Any],
    dnn_optimizer: Any,
    dnn_hidden_units: Sequence[int] | None,
    dnn_activation_fn: str | Callable[..., Any],
    dnn_dropout: float | None,
    input_layer_partitioner: str | Callable[..., Any],
    config: RunConfig | None,
    batch_norm: bool,
    linear_sparse_combiner: str,
) -> EstimatorSpec:
    check_features(features)
    split_inputs = input_layer_partitioner or partitioner(config, INPUT_SLICE)
    values = tuple(features.values())
    parts: list[tuple[Any, str, Any]] = []  # an optimizer, the scope whose variables it trains, logits
    if dnn_feature_columns:
        optimizer = _optimizer(dnn_optimizer, _DNN_LEARNING_RATE)
        if not dnn_hidden_units:
            raise ValueError("dnn_hidden_units must be defined when dnn_feature_columns is specified.")
        with tf.variable_scope("dnn", values=values, partitioner=partitioner(config)) as scope:
            build = dnn_logit_fn_builder(
                units=head.logits_dimension,
                hidden_units=dnn_hidden_units,
                feature_columns=dnn_feature_columns,
                activation_fn=dnn_activation_fn,
                dropout=dnn_dropout,
                input_layer_partitioner=split_inputs,
                batch_norm=batch_norm,
            )
            parts.append((optimizer, scope.name, build(features=features, mode=mode)))
    if linear_feature_columns:
        rate = min(_LINEAR_LEARNING_RATE, 1.0 / math.sqrt(len(linear_feature_columns)))
        optimizer = _optimizer(linear_optimizer, rate)
        with tf.variable_scope("linear", values=values, partitioner=split_inputs) as scope:
            linear = linear_logit_fn_builder(
                head.logits_dimension, linear_feature_columns, sparse_combiner=linear_sparse_combiner
            )
            logits = linear(features=features)
            add_layer_summary(logits, scope.name)
            parts.append((optimizer, scope.name, logits))
    logits = parts[0][2] if len(parts) == 1 else parts[0][2] + parts[1][2]

    def train_op_fn(loss: TensorLike) -> Any:
        step = tf.train.get_global_step()
        steps = [
            optimizer.minimize(loss, var_list=tf.get_collection(GraphKeys.TRAINABLE_VARIABLES, scope=scope))
            for optimizer, scope, _ in parts
        ]
        with control_dependencies([tf.group(*steps)]):
            return tf.assign_add(step, 1).op

    return head.create_estimator_spec(
        features=features, mode=mode, labels=labels, train_op_fn=train_op_fn, logits=logits
    )


# What all constructors take and `_combined_model_fn` is told.
_MODEL = """linear_feature_columns linear_optimizer linear_sparse_combiner dnn_feature_columns dnn_optimizer dnn_hidden_units
dnn_activation_fn dnn_dropout input_layer_partitioner""".split()


class _Combined(Estimator):
    """A wide and deep model with a head."""

    def _begin(self, head: Any, given: dict[str, Any]) -> None:
        """`given` are the arguments of a constructor."""
        columns = [*(given["linear_feature_columns"] or []), *(given["dnn_feature_columns"] or [])]
        if not columns:
            raise ValueError("Either linear_feature_columns or dnn_feature_columns must be defined.")
        self._feature_columns = columns
        model = {key: given[key] for key in _MODEL} | {"batch_norm": given.get("batch_norm", False)}

        def model_fn(features: object, labels: Any, mode: str, config: Any) -> EstimatorSpec:
            return _combined_model_fn(features, labels, mode, head, config=config, **model)

        warm_start = given.get("warm_start_from")
        Estimator.__init__(self, model_fn, given["model_dir"], given["config"], warm_start_from=warm_start)


@export("estimator.DNNLinearCombinedClassifier")
class DNNLinearCombinedClassifier(_Combined):
    """A wide and deep model that classifies.

    Args:
      model_dir: where the model is kept.
      linear_feature_columns: columns of the linear part.
      linear_optimizer: optimizer of the linear part: an object, a function that makes one, or a name.
      dnn_feature_columns: dense columns of the network.
      dnn_optimizer: optimizer of the network.
      dnn_hidden_units: the sizes of the hidden layers.
      dnn_activation_fn: the activation of hidden layers.
      dnn_dropout: the probability that a hidden value is dropped in training, or None.
      n_classes: the number of classes.
      weight_column: a feature's key, or a numeric column, with the weights of examples.
      label_vocabulary: the labels, if they are strings; else labels are integers below `n_classes`.
      input_layer_partitioner: splits the variables of columns.
      config: a `RunConfig`.
      warm_start_from: a checkpoint, a SavedModel or a `WarmStartSettings`, with whose values training begins.
      loss_reduction: one of `tf.losses.Reduction`, except NONE.
      batch_norm: whether hidden layers are normalized.
      linear_sparse_combiner: how several categories of one example are put together: 'sum', 'mean' or 'sqrtn'.

    Raises:
      ValueError: there are no columns.

    >>> import penstock as tf
    >>> age = tf.feature_column.numeric_column("age")
    >>> model = tf.estimator.DNNLinearCombinedClassifier(
    ...     linear_feature_columns=[tf.feature_column.bucketized_column(age, [20.0, 40.0])],
    ...     dnn_feature_columns=[age], dnn_hidden_units=[8])
    """

    def __init__(
        self,
        model_dir: str | os.PathLike[str] | None = None,
        linear_feature_columns: Any = None,
        linear_optimizer: Any = "Ftrl",
        dnn_feature_columns: Sequence[Any] | None = None,
        dnn_optimizer: Any = "Adagrad",
        dnn_hidden_units: Sequence[int] | None = None,
        dnn_activation_fn: Callable[..., Any] = tf.nn.relu,
        dnn_dropout: float | None = None,
        n_classes: int = 2,
        weight_column: str | None = None,
        label_vocabulary: Sequence[Any] | None = None,
        input_layer_partitioner: Callable[..., Any] | None = None,
        config: RunConfig | None = None,
        warm_start_from: object = None,
        loss_reduction: object = SUM,
        batch_norm: bool = False,
        linear_sparse_combiner: str = "sum",
    ) -> None:
        self._begin(classification_head(n_classes, weight_column, label_vocabulary, loss_reduction), locals())


@export("estimator.DNNLinearCombinedRegressor")
class DNNLinearCombinedRegressor(_Combined):
    """A wide and deep model that estimates numbers.

    Args:
      model_dir: where the model is kept.
      linear_feature_columns: columns of the linear part.
      linear_optimizer: optimizer of the linear part: an object, a function that makes one, or a name.
      dnn_feature_columns: dense columns of the network.
      dnn_optimizer: optimizer of the network.
      dnn_hidden_units: the sizes of the hidden layers.
      dnn_activation_fn: the activation of hidden layers.
      dnn_dropout: the probability that a hidden value is dropped in training, or None.
      label_dimension: how many numbers there are for each example.
      weight_column: a feature's key, or a numeric column, with the weights of examples.
      input_layer_partitioner: splits the variables of columns.
      config: a `RunConfig`.
      warm_start_from: a checkpoint, a SavedModel or a `WarmStartSettings`, with whose values training begins.
      loss_reduction: one of `tf.losses.Reduction`, except NONE.
      batch_norm: whether hidden layers are normalized.
      linear_sparse_combiner: how several categories of one example are put together: 'sum', 'mean' or 'sqrtn'.

    Raises:
      ValueError: there are no columns.

    >>> import penstock as tf
    >>> tf.estimator.DNNLinearCombinedRegressor()
    Traceback (most recent call last):
      ...
    ValueError: Either linear_feature_columns or dnn_feature_columns must be defined.
    """

    def __init__(
        self,
        model_dir: str | os.PathLike[str] | None = None,
        linear_feature_columns: Any = None,
        linear_optimizer: Any = "Ftrl",
        dnn_feature_columns: Sequence[Any] | None = None,
        dnn_optimizer: Any = "Adagrad",
        dnn_hidden_units: Sequence[int] | None = None,
        dnn_activation_fn: Callable[..., Any] = tf.nn.relu,
        dnn_dropout: float | None = None,
        label_dimension: int = 1,
        weight_column: str | None = None,
        input_layer_partitioner: Callable[..., Any] | None = None,
        config: RunConfig | None = None,
        warm_start_from: object = None,
        loss_reduction: object = SUM,
        batch_norm: bool = False,
        linear_sparse_combiner: str = "sum",
    ) -> None:
        self._begin(RegressionHead(label_dimension, weight_column, loss_reduction), locals())


@export("estimator.DNNLinearCombinedEstimator", "contrib.estimator.DNNLinearCombinedEstimator")
class DNNLinearCombinedEstimator(_Combined):
    """A wide and deep model with a head of the user's choice.

    Args:
      head: a head, such as `tf.contrib.estimator.multi_label_head`.
      model_dir: where the model is kept.
      linear_feature_columns: columns of the linear part.
      linear_optimizer: optimizer of the linear part: an object, a function that makes one, or a name.
      dnn_feature_columns: dense columns of the network.
      dnn_optimizer: optimizer of the network.
      dnn_hidden_units: the sizes of the hidden layers.
      dnn_activation_fn: the activation of hidden layers.
      dnn_dropout: the probability that a hidden value is dropped in training, or None.
      input_layer_partitioner: splits the variables of columns.
      config: a `RunConfig`.
      linear_sparse_combiner: how several categories of one example are put together: 'sum', 'mean' or 'sqrtn'.

    Raises:
      ValueError: there are no columns.

    >>> import penstock as tf
    >>> head = tf.contrib.estimator.multi_class_head(n_classes=3)
    >>> model = tf.estimator.DNNLinearCombinedEstimator(
    ...     head, dnn_feature_columns=[tf.feature_column.numeric_column("x")], dnn_hidden_units=[8])
    """

    def __init__(
        self,
        head: Head,
        model_dir: str | os.PathLike[str] | None = None,
        linear_feature_columns: Any = None,
        linear_optimizer: Any = "Ftrl",
        dnn_feature_columns: Sequence[Any] | None = None,
        dnn_optimizer: Any = "Adagrad",
        dnn_hidden_units: Sequence[int] | None = None,
        dnn_activation_fn: Callable[..., Any] = tf.nn.relu,
        dnn_dropout: float | None = None,
        input_layer_partitioner: Callable[..., Any] | None = None,
        config: RunConfig | None = None,
        linear_sparse_combiner: str = "sum",
    ) -> None:
        self._begin(head, locals())
