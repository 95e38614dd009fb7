"""`tf.contrib.linear_optimizer`: stochastic dual coordinate ascent for linear models on contrib's feature columns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.layers.feature_column import _SparseColumn, _WeightedSparseColumn
from penstock.contrib.layers.feature_column_crosses import _CrossedColumn
from penstock.contrib.layers.feature_column_numbers import _BucketizedColumn, _RealValuedColumn
from penstock.estimator.canned import sdca_model
from penstock.graph.typing import TensorLike, TensorOrVariable


@export("contrib.linear_optimizer.SdcaModel")
class SdcaModel(sdca_model.SDCAModel):
    """A linear model and the operations that train it by stochastic dual coordinate ascent.

    Args:
      examples: a dictionary of `sparse_features` (a list of `SparseFeatureColumn`), `dense_features` (a list of
        matrices), `example_labels`, `example_weights` and `example_ids`.
      variables: a dictionary of `sparse_features_weights` and `dense_features_weights`, lists of variables.
      options: a dictionary of `loss_type`, `symmetric_l1_regularization`, `symmetric_l2_regularization` (1 at least) and,
        if wanted, `num_loss_partitions`, `num_table_shards` and `adaptive`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     w = tf.Variable([0.0])
    ...     examples = dict(sparse_features=[], dense_features=[tf.constant([[1.0], [2.0]])], example_ids=["a", "b"],
    ...                     example_labels=[2.0, 4.0], example_weights=[1.0, 1.0])
    ...     model = tf.contrib.linear_optimizer.SdcaModel(
    ...         examples, dict(sparse_features_weights=[], dense_features_weights=[w]),
    ...         dict(loss_type="squared_loss", symmetric_l1_regularization=0.0, symmetric_l2_regularization=1.0))
    ...     step = model.update_weights(model.minimize())
    ...     session.run(tf.global_variables_initializer())
    ...     for _ in range(20):
    ...         session.run(step)
    ...     print(session.run(w).round(3).tolist())
    [1.6670000553131104]
    """

    _suffix = "_unshrinked/SDCAOptimizer"
    _resource = None

    def _check_regularization(self, options: Any) -> None:
        for name in ("symmetric_l1_regularization", "symmetric_l2_regularization"):
            if options[name] < 0.0:
                raise ValueError(f"{name} should be non-negative. Found ({options[name]:f})")

    def _least_l2(self, l2: float) -> float:
        return max(l2, 1.0)


def _buckets(dense: TensorLike) -> sdca_model.SparseFeatureColumn:
    """A one-hot matrix as sparse features."""
    places = tf.where(tf.not_equal(dense, 0))
    values = tf.cast(tf.gather_nd(dense, places), tf.float32)
    return sdca_model.SparseFeatureColumn(places[:, 0], places[:, 1], values)


@export("contrib.linear_optimizer.SDCAOptimizer")
class SDCAOptimizer:
    """Stochastic dual coordinate ascent, as the `optimizer` of `tf.contrib.learn.LinearClassifier` or `LinearRegressor`.

    Args:
      example_id_column: the feature with the ids of examples, strings.
      num_loss_partitions: how many workers train at the same time.
      num_table_shards: in how many tables the states of examples are kept.
      symmetric_l1_regularization: the L1 regularization.
      symmetric_l2_regularization: the L2 regularization; less than 1 is 1.
      adaptive: whether examples that are far from their best come first.
      partitioner: splits the weights.

    >>> import penstock as tf
    >>> optimizer = tf.contrib.linear_optimizer.SDCAOptimizer("id", symmetric_l2_regularization=2.0)
    >>> columns = [tf.contrib.layers.real_valued_column("x")]
    >>> model = tf.contrib.learn.LinearRegressor(columns, optimizer=optimizer)
    >>> def input_fn():
    ...     features = {"id": tf.constant(["a", "b"]), "x": tf.constant([[1.0], [2.0]])}
    ...     return features, tf.constant([[1.0], [2.0]])
    >>> _ = model.fit(input_fn=input_fn, steps=20)
    >>> model.get_variable_value("linear/x/weight").shape
    (1, 1)
    """

    def __init__(
        self,
        example_id_column: str,
        num_loss_partitions: int = 1,
        num_table_shards: int | None = None,
        symmetric_l1_regularization: float = 0.0,
        symmetric_l2_regularization: float = 1.0,
        adaptive: bool = True,
        partitioner: Callable[..., Any] | None = None,
    ) -> None:
        self.example_id_column = example_id_column
        self.num_loss_partitions = num_loss_partitions
        self.num_table_shards = num_table_shards
        self.symmetric_l1_regularization = symmetric_l1_regularization
        self.symmetric_l2_regularization = symmetric_l2_regularization
        self.adaptive = adaptive
        self.partitioner = partitioner

    def get_name(self) -> str:
        """The optimizer's name."""
        return "SDCAOptimizer"

    def get_train_step(
        self,
        columns_to_variables: Any,
        weight_column_name: str | None,
        loss_type: str,
        features: TensorOrVariable,
        targets: TensorLike,
        global_step: TensorOrVariable,
    ) -> tuple[SdcaModel, Any]:
        """The model and its training step, of the variables of columns and of features with the transformed columns."""
        dense, dense_weights, sparse, sparse_weights = [], [], [], []
        for column in sorted(columns_to_variables, key=lambda column: column.key):
            tensor, variables = features[column], columns_to_variables[column]
            if isinstance(column, _RealValuedColumn):
                check = tf.Assert(tf.less_equal(tf.rank(tensor), 2), ["transformed_tensor should have rank at most 2."])
                with tf.control_dependencies([check]):
                    dense.append(tf.reshape(tensor, [tf.shape(tensor)[0], -1]))
                dense_weights.append(variables[0])
                continue
            if isinstance(column, _BucketizedColumn):
                sparse.append(_buckets(column._to_dnn_input_layer(tensor)))
            elif isinstance(column, _WeightedSparseColumn):
                sparse.append(sdca_model.unique_features(column.id_tensor(tensor), column.weight_tensor(tensor)))
            elif isinstance(column, (_CrossedColumn, _SparseColumn)):
                sparse.append(sdca_model.unique_features(tensor, None))
            else:
                raise ValueError(f"SDCAOptimizer does not support column type {type(column).__name__}.")
            sparse_weights.append(list(variables) if len(variables) > 1 else variables[0])
        labels = tf.cast(tf.reshape(targets, [-1]), tf.float32)
        weights = tf.reshape(features[weight_column_name], [-1]) if weight_column_name else tf.ones_like(labels)
        model = SdcaModel(
            examples={
                "sparse_features": sparse,
                "dense_features": dense,
                "example_labels": labels,
                "example_weights": weights,
                "example_ids": features[self.example_id_column],
            },
            variables={"sparse_features_weights": sparse_weights, "dense_features_weights": dense_weights},
            options={
                "symmetric_l1_regularization": self.symmetric_l1_regularization,
                "symmetric_l2_regularization": self.symmetric_l2_regularization,
                "adaptive": self.adaptive,
                "num_loss_partitions": self.num_loss_partitions,
                "num_table_shards": self.num_table_shards,
                "loss_type": loss_type,
            },
        )
        return model, model.minimize(global_step=global_step)
