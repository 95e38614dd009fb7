"""The models of the pre-made estimators: linear, deep, and both together, on feature columns of either kind."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock.contrib.layers.feature_column_base import ContribColumn
from penstock.contrib.layers.feature_column_embeddings import _EmbeddingColumn
from penstock.contrib.learn.keys import ModeKeys
from penstock.contrib.learn.model_fn import ModelFnOps
from penstock.graph.typing import NestedTensors, ScopeLike, TensorLike
from penstock.train import training_step

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor
    from penstock.train.optimizer import Optimizer

_DNN_LEARNING_RATE = 0.05
_LINEAR_LEARNING_RATE = 0.2
_SLICE_SIZE = 64 << 20
_ACTIVATIONS = ("relu", "tanh", "sigmoid")


def _as_dict(features: object) -> dict[str, Any]:
    return features if isinstance(features, dict) else {"": features}


def _columns(columns: Sequence[Any], features: dict[str, Any]) -> Any:
    """The columns that were given; without any, as 0.9 allowed, each feature is a column of real values."""
    return columns if columns else tf.contrib.layers.infer_real_valued_columns(features)


def _ours(columns: Sequence[Any]) -> bool:
    """Whether columns are those of tf.contrib.layers."""
    return all(isinstance(column, ContribColumn) for column in columns)


def _made(optimizer: str | Optimizer | Callable[..., Any]) -> Any:
    return optimizer() if callable(optimizer) else optimizer


def _activation(activation: Callable[..., Any] | None) -> Any:
    if not isinstance(activation, str):
        return activation
    if activation not in _ACTIVATIONS:
        raise ValueError(f"Activation name should be one of [{', '.join(_ACTIVATIONS)}], you provided {activation}.")
    return getattr(tf.nn, activation)


def _partitioner(config: Any, min_slice_size: int | None = None) -> Any:
    given = {} if min_slice_size is None else {"min_slice_size": min_slice_size}
    return tf.min_max_variable_partitioner(max_partitions=config.num_ps_replicas if config else 0, **given)


def _summarize(value: TensorLike, tag: str, separator: str) -> None:
    tf.summary.scalar(f"{tag}{separator}fraction_of_zero_values", tf.nn.zero_fraction(value))
    tf.summary.histogram(f"{tag}{separator}activation", value)


def _multipliers(embeddings: Any, collection: str, input_scope: str) -> Any:
    """Variable → by how much its learning rate is multiplied, of embedding column → the same."""
    if not embeddings:
        return None
    found = {}
    for column, multiplier in embeddings.items():
        if not isinstance(column, _EmbeddingColumn):
            raise ValueError(
                f"learning rate multipler can only be defined for embedding columns. It is defined for {column}"
            )
        variables = tf.get_collection(collection, f"{input_scope}/{column.name}")
        if not variables:
            raise ValueError(f"Couldn't find a variable for column {column}")
        found.update(dict.fromkeys(variables, multiplier))
    return found


def _deep(
    features: dict[str, Any],
    columns: Sequence[Any],
    hidden_units: Sequence[Any],
    activation: Callable[..., Any],
    dropout: float | None,
    mode: str,
    dimension: int,
    input_partitioner: Any,
    separator: str,
) -> tuple[Any, str]:
    """The logits of a deep network, and the scope of its input."""
    with tf.variable_scope(
        "input_from_feature_columns", values=tuple(features.values()), partitioner=input_partitioner
    ) as input_scope:
        if _ours(columns):
            net = tf.contrib.layers.input_from_feature_columns(
                columns_to_tensors=features, feature_columns=columns, weight_collections=["dnn"], scope=input_scope
            )
        else:
            net = tf.feature_column.input_layer(features, columns, weight_collections=["dnn"])
    for i, units in enumerate(hidden_units):
        with tf.variable_scope(f"hiddenlayer_{i}", values=(net,)) as scope:
            net = tf.contrib.layers.fully_connected(
                net, units, activation_fn=activation, variables_collections=["dnn"], scope=scope
            )
            if dropout is not None and mode == ModeKeys.TRAIN:
                net = tf.contrib.layers.dropout(net, keep_prob=1.0 - dropout)
        _summarize(net, scope.name, separator)
    with tf.variable_scope("logits", values=(net,)) as scope:
        logits = tf.contrib.layers.fully_connected(
            net, dimension, activation_fn=None, variables_collections=["dnn"], scope=scope
        )
    _summarize(logits, scope.name, separator)
    return logits, input_scope.name


def _wide(features: dict[str, Any], columns: Sequence[Any], joint: bool, dimension: int, scope: ScopeLike) -> Any:
    """The logits of a linear model."""
    if not _ours(columns):
        return tf.feature_column.linear_model(features, columns, units=dimension, weight_collections=["linear"])
    build = "joint_weighted_sum_from_feature_columns" if joint else "weighted_sum_from_feature_columns"
    logits, _, _ = getattr(tf.contrib.layers, build)(
        columns_to_tensors=features,
        feature_columns=columns,
        num_outputs=dimension,
        weight_collections=["linear"],
        scope=scope,
    )
    return logits


def _scope(name: str, features: dict[str, Any], partitioner: Callable[..., Any]) -> Any:
    return tf.variable_scope(name, values=tuple(features.values()), partitioner=partitioner)


def dnn_model_fn(
    features: NestedTensors, labels: NestedTensors, mode: str, params: Any, config: Any = None
) -> ModelFnOps:
    """A deep network."""
    head = params["head"]
    features = _as_dict(features)
    columns = _columns(params["feature_columns"], features)
    slice_size = params.get("input_layer_min_slice_size") or _SLICE_SIZE
    with _scope("dnn", features, _partitioner(config)):
        logits, input_scope = _deep(
            features,
            columns,
            params["hidden_units"],
            _activation(params.get("activation_fn")),
            params.get("dropout"),
            mode,
            head.logits_dimension,
            _partitioner(config, slice_size),
            "_",
        )

        def train_op_fn(loss: TensorLike) -> Tensor:
            return tf.contrib.layers.optimize_loss(
                loss=loss,
                global_step=training_step.get_global_step(),
                learning_rate=_DNN_LEARNING_RATE,
                optimizer=_made(params.get("optimizer") or "Adagrad"),
                gradient_multipliers=_multipliers(params.get("embedding_lr_multipliers"), "dnn", input_scope),
                clip_gradients=params.get("gradient_clip_norm"),
                name="dnn",
                summaries=[],
            )

        return head.create_model_fn_ops(
            features=features, mode=mode, labels=labels, train_op_fn=train_op_fn, logits=logits
        )


def _linear_optimizer(optimizer: Optimizer | None, columns: Sequence[Any]) -> Any:
    if isinstance(optimizer, str):
        return tf.contrib.layers.OPTIMIZER_CLS_NAMES[optimizer](learning_rate=_LINEAR_LEARNING_RATE)
    if optimizer is None:
        return tf.train.FtrlOptimizer(learning_rate=_linear_rate(len(columns)))
    return _made(optimizer)


def _linear_rate(columns: int) -> float:
    return min(_LINEAR_LEARNING_RATE, 1.0 / math.sqrt(columns))


def linear_model_fn(
    features: NestedTensors, labels: TensorLike, mode: str, params: Mapping[Any, Any], config: object = None
) -> ModelFnOps:
    """A linear model."""
    head = params["head"]
    features = _as_dict(features)
    columns = _columns(params["feature_columns"], features)
    with _scope("linear", features, _partitioner(config, _SLICE_SIZE)) as scope:
        logits = _wide(features, columns, params.get("joint_weights", False), head.logits_dimension, scope)

        def train_op_fn(loss: TensorLike) -> Any:
            variables = tf.get_collection("linear")
            gradients = tf.gradients(loss, variables)
            if params.get("gradient_clip_norm"):
                gradients, _ = tf.clip_by_global_norm(gradients, params["gradient_clip_norm"])
            return _linear_optimizer(params.get("optimizer"), columns).apply_gradients(
                zip(gradients, variables, strict=True), global_step=training_step.get_global_step()
            )

        return head.create_model_fn_ops(
            features=features, mode=mode, labels=labels, train_op_fn=train_op_fn, logits=logits
        )


def _no_sync_replicas(optimizer: Optimizer) -> Any:
    if isinstance(optimizer, tf.train.SyncReplicasOptimizer):
        raise ValueError(
            "SyncReplicasOptimizer is not supported in DNNLinearCombined model. If you want to use this optimizer, please "
            "use either DNN or Linear model."
        )
    return optimizer


def combined_model_fn(
    features: object, labels: NestedTensors, mode: str, params: Any, config: Any = None
) -> ModelFnOps:
    """A linear model and a deep network whose logits are summed, each trained by an optimizer of its own."""
    head = params["head"]
    wide_columns, deep_columns = params["linear_feature_columns"], params["dnn_feature_columns"]
    if not wide_columns and not deep_columns:
        raise ValueError("Either linear_feature_columns or dnn_feature_columns must be defined.")
    features = _as_dict(features)
    wide_optimizer = _no_sync_replicas(_made(params.get("linear_optimizer") or "Ftrl"))
    deep_optimizer = _no_sync_replicas(_made(params.get("dnn_optimizer") or "Adagrad"))
    # With several minimizations a step would count several times; 1.15 does so unless told not to.
    counts_once = params.get("fix_global_step_increment_bug", True)
    parts: list[tuple[Any, Callable[[Any], Any]]] = []

    def trainer(
        scope: str, rate: float, optimizer: str | Optimizer | Callable[..., Any], multipliers: Callable[[], Any]
    ) -> Callable[[Any], Any]:
        return lambda loss: tf.contrib.layers.optimize_loss(
            loss=loss,
            global_step=training_step.get_global_step(),
            learning_rate=rate,
            optimizer=optimizer,
            gradient_multipliers=multipliers(),
            clip_gradients=params.get("gradient_clip_norm"),
            variables=tf.get_collection(scope),
            name=scope,
            summaries=[],
            increment_global_step=not counts_once,
        )

    if deep_columns:
        if not params.get("dnn_hidden_units"):
            raise ValueError("dnn_hidden_units must be defined when dnn_feature_columns is specified.")
        with _scope("dnn", features, _partitioner(config)):
            logits, input_scope = _deep(
                features,
                deep_columns,
                params["dnn_hidden_units"],
                _activation(params.get("dnn_activation_fn") or tf.nn.relu),
                params.get("dnn_dropout"),
                mode,
                head.logits_dimension,
                params.get("input_layer_partitioner") or _partitioner(config, _SLICE_SIZE),
                "/",
            )
        embeddings = params.get("embedding_lr_multipliers")
        multipliers = lambda: _multipliers(embeddings, "dnn", input_scope)  # noqa: E731
        parts.append((logits, trainer("dnn", _DNN_LEARNING_RATE, deep_optimizer, multipliers)))
    if wide_columns:
        joint = bool(params.get("joint_linear_weights"))
        with _scope("linear", features, _partitioner(config, _SLICE_SIZE)) as scope:
            logits = _wide(features, wide_columns, joint, head.logits_dimension, scope)
            _summarize(logits, scope.name, "/")
        rate = _linear_rate(len(wide_columns))
        parts.append((logits, trainer("linear", rate, wide_optimizer, lambda: None)))
    logits = parts[0][0] + parts[1][0] if len(parts) == 2 else parts[0][0]

    def train_op_fn(loss: TensorLike) -> Any:
        train_op = tf.group(*(train(loss) for _, train in parts))
        if not counts_once:
            return train_op
        step = training_step.get_global_step()
        with tf.control_dependencies([train_op]), tf.colocate_with(step):
            return tf.assign_add(step, 1).op

    return head.create_model_fn_ops(features=features, mode=mode, labels=labels, train_op_fn=train_op_fn, logits=logits)
