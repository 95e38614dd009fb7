"""`tf.estimator.experimental.LinearSDCA`: trains `LinearClassifier` and `LinearRegressor` by dual coordinate ascent."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.estimator.canned.heads import BinaryHead, RegressionHead
from penstock.estimator.canned.sdca_model import SDCAModel, unique_features
from penstock.estimator.spec import EstimatorSpec, ModeKeys
from penstock.feature_column.base import (
    CategoricalColumn,
    DenseColumn,
    FeatureTransformationCache,
    is_feature_column_v2,
)
from penstock.graph.typing import NestedTensors, TensorLike, TensorOrVariable
from penstock.train import training_step

if TYPE_CHECKING:
    from penstock.feature_column.base import StateManager
    from penstock.train.optimizer import Optimizer
    from penstock.train.session_run_hook import SessionRunContext


@export("estimator.experimental.LinearSDCA")
class LinearSDCA:
    """Stochastic dual coordinate ascent, as the `optimizer` of `tf.estimator.LinearClassifier` or `LinearRegressor`.

    Classes must be two and labels one number; the estimator's `sparse_combiner` is "sum". It converges to the best
    weights without a learning rate, as each example is recognized by its id.

    Args:
      example_id_column: the feature with the ids of examples, strings.
      num_loss_partitions: how many workers train at the same time.
      num_table_shards: in how many tables the states of examples are kept.
      symmetric_l1_regularization: the L1 regularization.
      symmetric_l2_regularization: the L2 regularization, above 0.
      adaptive: whether examples that are far from their best come first.

    >>> import penstock as tf
    >>> optimizer = tf.estimator.experimental.LinearSDCA("id", symmetric_l2_regularization=2.0)
    >>> def input_fn():
    ...     features = {"id": ["a", "b"], "x": [[1.0], [2.0]]}
    ...     return tf.data.Dataset.from_tensors((features, [[1.0], [2.0]])).repeat(20)
    >>> columns = [tf.feature_column.numeric_column("x")]
    >>> model = tf.estimator.LinearRegressor(columns, optimizer=optimizer).train(input_fn)
    >>> model.get_variable_value("linear/linear_model/x/weights").shape
    (1, 1)
    """

    def __init__(
        self,
        example_id_column: str,
        num_loss_partitions: int = 1,
        num_table_shards: int | None = None,
        symmetric_l1_regularization: float = 0.0,
        symmetric_l2_regularization: float = 1.0,
        adaptive: bool = False,
    ) -> None:
        self._example_id_column = example_id_column
        self._options = {
            "symmetric_l1_regularization": symmetric_l1_regularization,
            "symmetric_l2_regularization": symmetric_l2_regularization,
            "adaptive": adaptive,
            "num_loss_partitions": num_loss_partitions,
            "num_table_shards": num_table_shards,
        }

    def get_train_step(
        self,
        state_manager: StateManager,
        weight_column_name: Any,
        loss_type: str,
        feature_columns: Iterable[Any],
        features: Any,
        targets: TensorLike,
        bias_var: Any,
        global_step: TensorOrVariable,
    ) -> tuple[SDCAModel, Any]:
        """The model and its training step, of the variables that `state_manager` has for the columns."""
        batch_size = tf.shape(targets)[0]
        cache = FeatureTransformationCache(features)
        dense, dense_weights, sparse, sparse_weights = [], [], [], []
        for column in sorted(feature_columns, key=lambda column: column.name):
            if isinstance(column, CategoricalColumn):
                pair = column.get_sparse_tensors(cache, state_manager)
                sparse.append(unique_features(pair.id_tensor, pair.weight_tensor))
                sparse_weights.append(state_manager.get_variable(column, "weights"))
            elif isinstance(column, DenseColumn):
                if column.variable_shape.ndims != 1:
                    raise ValueError(
                        f"Column {type(column).__name__} has rank {column.variable_shape.ndims}, larger than 1."
                    )
                dense.append(column.get_dense_tensor(cache, state_manager))
                dense_weights.append(state_manager.get_variable(column, "weights"))
            else:
                raise ValueError(f"LinearSDCA does not support column type {type(column).__name__}.")
        dense.append(tf.ones([batch_size, 1]))
        dense_weights.append(bias_var)
        weights = tf.reshape(features[weight_column_name], [-1]) if weight_column_name else tf.ones([batch_size])
        model = SDCAModel(
            examples={
                "sparse_features": sparse,
                "dense_features": dense,
                "example_labels": tf.cast(tf.reshape(targets, [-1]), tf.float32),
                "example_weights": weights,
                "example_ids": features[self._example_id_column],
            },
            variables={"sparse_features_weights": sparse_weights, "dense_features_weights": dense_weights},
            options={**self._options, "loss_type": loss_type},
        )
        return model, model.minimize(global_step=global_step)


class UpdateWeightsHook(tf.train.SessionRunHook):
    """Lets the model's weights follow each step, on the chief."""

    def __init__(self, model: SDCAModel, train_op: Any) -> None:
        self._model, self._train_op = model, train_op

    def begin(self) -> None:
        """Makes the operation."""
        self._update = self._model.update_weights(self._train_op)

    def before_run(self, run_context: SessionRunContext) -> Any:
        """Asks for it with each step."""
        return tf.train.SessionRunArgs(self._update)


def check_sdca(optimizer: str | Optimizer | Callable[..., Any], feature_columns: object, sparse_combiner: str) -> bool:
    """Whether the optimizer is a `LinearSDCA`; ValueError if the model cannot be trained by it."""
    if not isinstance(optimizer, LinearSDCA):
        return False
    if sparse_combiner != "sum":
        raise ValueError('sparse_combiner must be "sum" when optimizer is a LinearSDCA object.')
    if not is_feature_column_v2(feature_columns or []):
        raise ValueError("V2 feature columns required when optimizer is a LinearSDCA object.")
    return True


def sdca_spec(
    build: Callable[[], tuple[Any, Any]],
    features: NestedTensors,
    labels: TensorLike,
    mode: str,
    head: object,
    feature_columns: Iterable[Any],
    optimizer: LinearSDCA,
) -> EstimatorSpec:
    """The model that `build` makes, trained by `optimizer`."""
    if isinstance(head, BinaryHead):
        loss_type = "logistic_loss"
    elif isinstance(head, RegressionHead) and head.logits_dimension == 1:
        loss_type = "squared_loss"
    else:
        raise ValueError(f"Unsupported head type: {head}")
    model, logits = build()
    if mode != ModeKeys.TRAIN:
        return head.create_estimator_spec(features=features, mode=mode, labels=labels, logits=logits)
    sdca, train_op = optimizer.get_train_step(
        model.layer._state_manager,
        head._weight_column,
        loss_type,
        feature_columns,
        features,
        labels,
        model.bias,
        training_step.get_global_step(),
    )
    spec = head.create_estimator_spec(
        features=features, mode=mode, labels=labels, train_op_fn=lambda loss: train_op, logits=logits
    )
    return spec._replace(training_chief_hooks=(*spec.training_chief_hooks, UpdateWeightsHook(sdca, train_op)))
