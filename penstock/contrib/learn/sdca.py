"""The linear model of tf.contrib.learn that stochastic dual coordinate ascent trains: for `Linear*` and `SVM`."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock.contrib.layers.feature_column_numbers import real_valued_column
from penstock.contrib.learn import heads
from penstock.contrib.learn.model_fn import ModelFnOps
from penstock.contrib.linear_optimizer.sdca import SDCAOptimizer
from penstock.estimator.canned.linear_sdca import UpdateWeightsHook
from penstock.graph.typing import TensorLike
from penstock.train import training_step

_BIAS = "tf_virtual_bias_column"
_LOSSES: list[tuple[Any, str]] = [
    (heads._BinarySvmHead, "hinge_loss"),
    (heads._BinaryLogisticHead, "logistic_loss"),
    (heads._RegressionHead, "squared_loss"),
]


def _loss_type(head: object) -> str:
    for kind, loss_type in _LOSSES:
        if isinstance(head, kind):
            assert head.logits_dimension == 1, "SDCA only applies for logits_dimension=1."
            return loss_type
    raise ValueError(f"Unsupported head type: {head}")


def sdca_model_fn(features: Any, labels: Any, mode: str, params: Any) -> ModelFnOps:
    """A linear model on contrib's columns; the bias is one more column, of ones."""
    head, columns, optimizer = params["head"], params["feature_columns"], params["optimizer"]
    if not isinstance(optimizer, SDCAOptimizer):
        raise ValueError("Optimizer must be of type SDCAOptimizer")
    loss_type = _loss_type(head)
    if any(column.name == _BIAS for column in columns or ()):
        raise ValueError(f"{_BIAS} is a reserved column name.")
    if not columns:
        raise ValueError("feature_columns can't be empty.")
    hooks: list[Any] = []
    with tf.variable_scope("linear", values=tuple(features.values()), partitioner=optimizer.partitioner) as scope:
        features = {**features, **tf.contrib.layers.transform_features(features, columns)}
        logits, variables, bias = tf.contrib.layers.weighted_sum_from_feature_columns(
            columns_to_tensors=features, feature_columns=columns, num_outputs=1, scope=scope
        )
        bias_column = real_valued_column(_BIAS)
        features[bias_column] = tf.ones([tf.shape(logits)[0], 1])
        variables[bias_column] = [bias]

    def train_op_fn(loss: TensorLike) -> Any:
        model, train_op = optimizer.get_train_step(
            variables, params["weight_column_name"], loss_type, features, labels, training_step.get_global_step()
        )
        hooks.append(UpdateWeightsHook(model, train_op))
        return train_op

    made = head.create_model_fn_ops(features=features, labels=labels, mode=mode, train_op_fn=train_op_fn, logits=logits)
    return made._replace(training_chief_hooks=[*made.training_chief_hooks, *hooks])
