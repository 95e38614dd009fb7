"""`tf.estimator.DNN*`: feed-forward networks over feature columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.estimator.canned.heads import SUM, Head, RegressionHead, classification_head
from penstock.estimator.canned.optimizers import INPUT_SLICE, check_features, get_optimizer_instance, partitioner
from penstock.estimator.estimator import Estimator
from penstock.estimator.run_config import RunConfig
from penstock.estimator.spec import EstimatorSpec, ModeKeys
from penstock.feature_column.base import is_feature_column_v2
from penstock.feature_column.functions import InputLayer
from penstock.feature_column.layers import DenseFeatures
from penstock.graph.graph import get_default_graph, name_scope
from penstock.graph.typing import NestedTensors, ScopeLike, TensorLike

if TYPE_CHECKING:
    import os

    from penstock.train.optimizer import Optimizer

_LEARNING_RATE = 0.05


def add_layer_summary(value: TensorLike, tag: str) -> None:
    """Shows in TensorBoard how active a layer is."""
    tf.summary.scalar(f"{tag}/fraction_of_zero_values", tf.nn.zero_fraction(value))
    tf.summary.histogram(f"{tag}/activation", value)


@export("estimator.experimental.dnn_logit_fn_builder", "contrib.estimator.dnn_logit_fn_builder")
def dnn_logit_fn_builder(
    units: int,
    hidden_units: Sequence[int],
    feature_columns: Iterable[Any],
    activation_fn: str | Callable[..., Any],
    dropout: float | None,
    input_layer_partitioner: str | Callable[..., Any],
    batch_norm: bool,
) -> Callable[..., Any]:
    """A function of `features` and `mode` that builds a network over feature columns and returns its logits.

    Args:
      units: the size of the last layer.
      hidden_units: the sizes of the hidden layers.
      feature_columns: dense columns.
      activation_fn: the activation of hidden layers.
      dropout: the probability that a hidden value is dropped in training, or None.
      input_layer_partitioner: splits the variables of columns.
      batch_norm: whether hidden layers are normalized.

    Raises:
      ValueError: `units` is not an integer.

    >>> import penstock as tf
    >>> columns = [tf.feature_column.numeric_column("x", shape=[2])]
    >>> build = tf.estimator.experimental.dnn_logit_fn_builder(3, [4], columns, tf.nn.relu, None, None, False)
    >>> with tf.Graph().as_default():
    ...     print(build(features={"x": tf.ones([5, 2])}, mode="eval").shape)
    (5, 3)
    """
    if not isinstance(units, int):
        raise ValueError(f"units must be an int.  Given type: {type(units)}")

    def dnn_logit_fn(features: NestedTensors, mode: str) -> Any:
        network = _Network(units, hidden_units, feature_columns, activation_fn, dropout, batch_norm)
        return network(features, mode, input_layer_partitioner)

    return dnn_logit_fn


class _Network:
    """The layers, made in the current variable scope, whose names variables have."""

    def __init__(
        self,
        units: int,
        hidden_units: Sequence[int],
        feature_columns: Any,
        activation_fn: object,
        dropout: float | None,
        batch_norm: bool,
    ) -> None:
        if is_feature_column_v2(feature_columns):
            self._input: Any = DenseFeatures(feature_columns=feature_columns, name="input_layer")
        else:
            self._input = InputLayer(feature_columns=feature_columns, name="input_layer", create_scope_now=False)
        self._hidden: list[tuple[str, Any, Any, Any]] = []
        for number, size in enumerate(hidden_units):
            with tf.variable_scope(f"hiddenlayer_{number}") as scope:
                dense = _dense(size, activation_fn, scope)
                drop = None if dropout is None else tf.layers.Dropout(rate=dropout)
                norm = None
                if batch_norm:
                    name = f"batchnorm_{number}"
                    norm = _resources(
                        tf.layers.BatchNormalization(momentum=0.999, trainable=True, name=name, _scope=name)
                    )
                self._hidden.append((scope.name, dense, drop, norm))
        with tf.variable_scope("logits") as scope:
            self._logits = scope.name, _dense(units, None, scope)

    def __call__(self, features: NestedTensors, mode: str, input_layer_partitioner: str | Callable[..., Any]) -> Any:
        training = mode == ModeKeys.TRAIN
        # In 1.15 this is a Keras model, named as the scope it is in, which goes back to that scope.
        here = get_default_graph().get_name_scope()
        with name_scope("dnn"), name_scope(f"{here}/" if here else "/"):
            with tf.variable_scope("input_from_feature_columns", partitioner=input_layer_partitioner):
                net = self._input(features)
            for name, dense, drop, norm in self._hidden:
                net = dense(net)
                if drop is not None and training:
                    net = drop(net, training=True)
                if norm is not None:
                    net = norm(net, training=training)
                add_layer_summary(net, name)
            name, dense = self._logits
            logits = dense(net)
            add_layer_summary(logits, name)
            return logits


def _dense(units: int, activation: object, scope: ScopeLike) -> Any:
    initializer = tf.glorot_uniform_initializer()
    return _resources(
        tf.layers.Dense(units, activation=activation, kernel_initializer=initializer, name=scope, _scope=scope)
    )


def _resources(layer: Any) -> Any:
    layer._use_resource_variables = True  # as layers in a model of Keras do
    return layer


def _dnn_model_fn(
    features: Any,
    labels: NestedTensors,
    mode: str,
    head: Any,
    hidden_units: Sequence[int],
    feature_columns: Iterable[Any],
    optimizer: str | Optimizer | Callable[..., Any],
    activation_fn: str | Callable[..., Any],
    dropout: float | None,
    input_layer_partitioner: str | Callable[..., Any],
    config: RunConfig | None,
    batch_norm: bool,
) -> EstimatorSpec:
    optimizer = get_optimizer_instance(optimizer, learning_rate=_LEARNING_RATE)
    check_features(features)
    with tf.variable_scope("dnn", values=tuple(features.values()), partitioner=partitioner(config)):
        logit_fn = dnn_logit_fn_builder(
            units=head.logits_dimension,
            hidden_units=hidden_units,
            feature_columns=feature_columns,
            activation_fn=activation_fn,
            dropout=dropout,
            input_layer_partitioner=input_layer_partitioner or partitioner(config, INPUT_SLICE),
            batch_norm=batch_norm,
        )
        logits = logit_fn(features=features, mode=mode)
        return head.create_estimator_spec(
            features=features, mode=mode, labels=labels, optimizer=optimizer, logits=logits
        )


# What all constructors take and `_dnn_model_fn` is told.
_NETWORK = "hidden_units optimizer activation_fn dropout input_layer_partitioner batch_norm".split()


class _DNN(Estimator):
    """A network with a head."""

    def _begin(self, head: Any, given: dict[str, Any]) -> None:
        """`given` are the arguments of a constructor."""
        columns = tuple(given["feature_columns"] or [])
        network = {key: given[key] for key in _NETWORK}

        def model_fn(features: object, labels: Any, mode: str, config: Any) -> EstimatorSpec:
            return _dnn_model_fn(features, labels, mode, head, feature_columns=columns, config=config, **network)

        warm_start = given["warm_start_from"]
        Estimator.__init__(self, model_fn, given["model_dir"], given["config"], warm_start_from=warm_start)


@export("estimator.DNNClassifier")
class DNNClassifier(_DNN):
    """A network that classifies.

    Args:
      hidden_units: the sizes of the hidden layers.
      feature_columns: dense columns.
      model_dir: where the model is kept.
      n_classes: the number of classes.
      weight_column: a feature's key, or a numeric column, with the weights of examples.
      label_vocabulary: the labels, if they are strings; else labels are integers below `n_classes`.
      optimizer: an optimizer, a function that makes one, or a name: 'Adagrad', 'Adam', 'Ftrl', 'RMSProp', 'SGD'.
      activation_fn: the activation of hidden layers.
      dropout: the probability that a hidden value is dropped in training, or None.
      input_layer_partitioner: splits the variables of columns.
      config: a `RunConfig`.
      warm_start_from: a checkpoint, a SavedModel or a `WarmStartSettings`, with whose values training begins.
      loss_reduction: one of `tf.losses.Reduction`, except NONE.
      batch_norm: whether hidden layers are normalized.

    >>> import numpy as np
    >>> import penstock as tf
    >>> x = np.array([[0.0], [0.1], [0.9], [1.0]], np.float32)
    >>> input_fn = tf.estimator.inputs.numpy_input_fn({"x": x}, np.array([0, 0, 1, 1]), shuffle=False, num_epochs=50)
    >>> columns = [tf.feature_column.numeric_column("x")]
    >>> model = tf.estimator.DNNClassifier(hidden_units=[8], feature_columns=columns).train(input_fn)
    >>> sorted(model.get_variable_names())[:2]
    ['dnn/hiddenlayer_0/bias', 'dnn/hiddenlayer_0/bias/t_0/Adagrad']
    """

    def __init__(
        self,
        hidden_units: Sequence[int],
        feature_columns: object,
        model_dir: str | os.PathLike[str] | None = None,
        n_classes: int = 2,
        weight_column: str | None = None,
        label_vocabulary: Sequence[Any] | None = None,
        optimizer: str | Optimizer | Callable[..., Any] = "Adagrad",
        activation_fn: Callable[..., Any] = tf.nn.relu,
        dropout: float | None = None,
        input_layer_partitioner: Callable[..., Any] | None = None,
        config: RunConfig | None = None,
        warm_start_from: object = None,
        loss_reduction: object = SUM,
        batch_norm: bool = False,
    ) -> None:
        self._begin(classification_head(n_classes, weight_column, label_vocabulary, loss_reduction), locals())


@export("estimator.DNNRegressor")
class DNNRegressor(_DNN):
    """A network that estimates numbers.

    Args:
      hidden_units: the sizes of the hidden layers.
      feature_columns: dense columns.
      model_dir: where the model is kept.
      label_dimension: how many numbers there are for each example.
      weight_column: a feature's key, or a numeric column, with the weights of examples.
      optimizer: an optimizer, a function that makes one, or a name: 'Adagrad', 'Adam', 'Ftrl', 'RMSProp', 'SGD'.
      activation_fn: the activation of hidden layers.
      dropout: the probability that a hidden value is dropped in training, or None.
      input_layer_partitioner: splits the variables of columns.
      config: a `RunConfig`.
      warm_start_from: a checkpoint, a SavedModel or a `WarmStartSettings`, with whose values training begins.
      loss_reduction: one of `tf.losses.Reduction`, except NONE.
      batch_norm: whether hidden layers are normalized.

    >>> import numpy as np
    >>> import penstock as tf
    >>> x = np.linspace(0, 1, 8, dtype=np.float32).reshape(8, 1)
    >>> input_fn = tf.estimator.inputs.numpy_input_fn({"x": x}, 2 * x, shuffle=False, num_epochs=50)
    >>> columns = [tf.feature_column.numeric_column("x")]
    >>> model = tf.estimator.DNNRegressor(hidden_units=[8], feature_columns=columns).train(input_fn)
    >>> sorted(model.evaluate(input_fn))
    ['average_loss', 'global_step', 'label/mean', 'loss', 'prediction/mean']
    """

    def __init__(
        self,
        hidden_units: Sequence[int],
        feature_columns: object,
        model_dir: str | os.PathLike[str] | None = None,
        label_dimension: int = 1,
        weight_column: str | None = None,
        optimizer: str | Optimizer | Callable[..., Any] = "Adagrad",
        activation_fn: Callable[..., Any] = tf.nn.relu,
        dropout: float | None = None,
        input_layer_partitioner: Callable[..., Any] | None = None,
        config: RunConfig | None = None,
        warm_start_from: object = None,
        loss_reduction: object = SUM,
        batch_norm: bool = False,
    ) -> None:
        self._begin(RegressionHead(label_dimension, weight_column, loss_reduction), locals())


@export("estimator.DNNEstimator", "contrib.estimator.DNNEstimator")
class DNNEstimator(_DNN):
    """A network with a head of the user's choice.

    Args:
      head: a head, such as `tf.contrib.estimator.multi_label_head`.
      hidden_units: the sizes of the hidden layers.
      feature_columns: dense columns.
      model_dir: where the model is kept.
      optimizer: an optimizer, a function that makes one, or a name: 'Adagrad', 'Adam', 'Ftrl', 'RMSProp', 'SGD'.
      activation_fn: the activation of hidden layers.
      dropout: the probability that a hidden value is dropped in training, or None.
      input_layer_partitioner: splits the variables of columns.
      config: a `RunConfig`.
      warm_start_from: a checkpoint, a SavedModel or a `WarmStartSettings`, with whose values training begins.
      batch_norm: whether hidden layers are normalized.

    >>> import penstock as tf
    >>> head = tf.contrib.estimator.multi_label_head(n_classes=3)
    >>> columns = [tf.feature_column.numeric_column("x")]
    >>> model = tf.estimator.DNNEstimator(head, hidden_units=[8], feature_columns=columns)
    """

    def __init__(
        self,
        head: Head,
        hidden_units: Sequence[int],
        feature_columns: Iterable[Any],
        model_dir: str | None = None,
        optimizer: str | Optimizer | Callable[..., Any] = "Adagrad",
        activation_fn: Callable[..., Any] = tf.nn.relu,
        dropout: float | None = None,
        input_layer_partitioner: Callable[..., Any] | None = None,
        config: RunConfig | None = None,
        warm_start_from: object = None,
        batch_norm: bool = False,
    ) -> None:
        self._begin(head, locals())
