"""Estimators of random forests: of `contrib.learn`, of `tf.estimator`, and for several columns of labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from penstock._namespace import export
from penstock.contrib.learn.estimator import Estimator
from penstock.contrib.tensor_forest.forest import RandomForestGraphs
from penstock.contrib.tensor_forest.model_function import (
    ModelBuilderOutputType,
    default_head,
    get_combined_model_fn,
    get_model_fn,
)
from penstock.estimator.estimator import Estimator as CoreEstimator

_HERE = "contrib.tensor_forest.client.random_forest."


def _trainers(num_trainers: int, config: Any) -> int:
    """How many trainers share the trees: what was asked for, else as many as there are workers."""
    return max(1, config.num_worker_replicas) if num_trainers == 1 and config is not None else num_trainers


@export(_HERE + "TensorForestEstimator")
class TensorForestEstimator(Estimator):
    """A random forest with `fit`, `evaluate` and `predict`.

    Args:
      params: `ForestHParams`; they are filled.
      device_assigner: where trees are placed.
      model_dir: where the forest is saved and continued.
      feature_columns: columns by which features are made.
      graph_builder_class: `RandomForestGraphs`, or a class like it.
      config: a `RunConfig`.
      weight_column: the feature with the weights of examples.
      keys_column: the feature that is no feature, but is given back with the predictions.
      feature_engineering_fn: a function of features and labels that returns others, which the forest gets.
      early_stopping_rounds: after how many steps without a lower loss training stops; 0: never.
      early_stopping_loss_threshold: by which part the loss must fall.
      num_trainers: how many trainers share the trees.
      trainer_id: which of them this is.
      report_feature_importances: whether the importance of features is logged at the end.
      local_eval: whether evaluation ignores `device_assigner`.
      version: not used.
      head: the head; one that fits the parameters if None.
      include_all_in_serving: whether exports have all predictions.

    >>> import numpy as np, penstock as tf
    >>> forest = tf.contrib.tensor_forest
    >>> x = np.random.RandomState(0).rand(200, 2).astype(np.float32)
    >>> params = forest.python.tensor_forest.ForestHParams(
    ...     num_classes=2, num_features=2, num_trees=3, max_nodes=50, split_after_samples=20, base_random_seed=1)
    >>> estimator = forest.client.random_forest.TensorForestEstimator(params)
    >>> _ = estimator.fit(x={"x": x}, y=(x[:, 0] > 0.5).astype(np.int32), steps=30)
    >>> bool(estimator.evaluate(x={"x": x}, y=(x[:, 0] > 0.5).astype(np.int32), steps=1)["accuracy"] > 0.9)
    True
    """

    def __init__(
        self,
        params: Any,
        device_assigner: Any = None,
        model_dir: str | None = None,
        feature_columns: Sequence[Any] | None = None,
        graph_builder_class: Callable[..., Any] = RandomForestGraphs,
        config: Any = None,
        weight_column: str | None = None,
        keys_column: str | None = None,
        feature_engineering_fn: Callable[..., Any] | None = None,
        early_stopping_rounds: int = 100,
        early_stopping_loss_threshold: float = 0.001,
        num_trainers: int = 1,
        trainer_id: int = 0,
        report_feature_importances: bool = False,
        local_eval: bool = False,
        version: Any = None,
        head: Any = None,
        include_all_in_serving: bool = False,
    ) -> None:
        model_fn = get_model_fn(
            params.fill(),
            graph_builder_class,
            device_assigner,
            feature_columns=feature_columns,
            model_head=head,
            weights_name=weight_column,
            keys_name=keys_column,
            early_stopping_rounds=early_stopping_rounds,
            early_stopping_loss_threshold=early_stopping_loss_threshold,
            num_trainers=_trainers(num_trainers, config),
            trainer_id=trainer_id,
            report_feature_importances=report_feature_importances,
            local_eval=local_eval,
            include_all_in_serving=include_all_in_serving,
        )
        super().__init__(
            model_fn=model_fn, model_dir=model_dir, config=config, feature_engineering_fn=feature_engineering_fn
        )


@export(_HERE + "MultiForestMultiHeadEstimator")
class MultiForestMultiHeadEstimator(Estimator):
    """A forest for each column of the labels.

    Args:
      params_list: for each column, its `ForestHParams`.
      device_assigner: where trees are placed.
      model_dir: where the forests are saved and continued.
      feature_columns: columns by which features are made.
      graph_builder_class: `RandomForestGraphs`, or a class like it.
      config: a `RunConfig`.
      weight_column: the feature with the weights of examples.
      keys_column: the feature that is no feature, but is given back with the predictions.
      feature_engineering_fn: a function of features and labels that returns others, which the forests get.
      early_stopping_rounds: after how many steps without a lower loss training stops; 0: never.
      num_trainers: how many trainers share the trees.
      trainer_id: which of them this is.
      report_feature_importances: whether the importance of features is logged at the end.
      local_eval: whether evaluation ignores `device_assigner`.

    >>> import penstock as tf
    >>> forest = tf.contrib.tensor_forest
    >>> params = [forest.python.tensor_forest.ForestHParams(num_classes=n, num_features=2, num_trees=1) for n in (2, 3)]
    >>> estimator = forest.client.random_forest.MultiForestMultiHeadEstimator(params)
    """

    def __init__(
        self,
        params_list: Sequence[Any],
        device_assigner: Any = None,
        model_dir: str | None = None,
        feature_columns: Sequence[Any] | None = None,
        graph_builder_class: Callable[..., Any] = RandomForestGraphs,
        config: Any = None,
        weight_column: str | None = None,
        keys_column: str | None = None,
        feature_engineering_fn: Callable[..., Any] | None = None,
        early_stopping_rounds: int = 100,
        num_trainers: int = 1,
        trainer_id: int = 0,
        report_feature_importances: bool = False,
        local_eval: bool = False,
    ) -> None:
        of_learn = ModelBuilderOutputType.MODEL_FN_OPS
        model_fns = [
            get_model_fn(
                params.fill(),
                graph_builder_class,
                device_assigner,
                model_head=default_head(params, weight_column, of_learn, name=f"head{i}"),
                weights_name=weight_column,
                keys_name=keys_column,
                early_stopping_rounds=early_stopping_rounds,
                num_trainers=_trainers(num_trainers, config),
                trainer_id=trainer_id,
                report_feature_importances=report_feature_importances,
                local_eval=local_eval,
                head_scope=f"output{i}",
            )
            for i, params in enumerate(params_list)
        ]
        super().__init__(
            model_fn=get_combined_model_fn(model_fns),
            model_dir=model_dir,
            config=config,
            feature_engineering_fn=feature_engineering_fn,
        )


@export(_HERE + "CoreTensorForestEstimator")
class CoreTensorForestEstimator(CoreEstimator):
    """A random forest with `train`, `evaluate` and `predict`, an estimator of `tf.estimator`.

    Args:
      params: `ForestHParams`; they are filled.
      device_assigner: where trees are placed.
      model_dir: where the forest is saved and continued.
      feature_columns: columns by which features are made.
      graph_builder_class: `RandomForestGraphs`, or a class like it.
      config: a `tf.estimator.RunConfig`.
      weight_column: the feature with the weights of examples.
      keys_column: the feature that is no feature, but is given back with the predictions.
      feature_engineering_fn: not used.
      early_stopping_rounds: after how many steps without a lower loss training stops; 0: never.
      early_stopping_loss_threshold: by which part the loss must fall.
      num_trainers: how many trainers share the trees.
      trainer_id: which of them this is.
      report_feature_importances: whether the importance of features is logged at the end.
      local_eval: whether evaluation ignores `device_assigner`.
      version: not used.
      head: the head; one that fits the parameters if None.
      include_all_in_serving: whether exports have all predictions.

    >>> import numpy as np, penstock as tf
    >>> forest = tf.contrib.tensor_forest
    >>> x = np.random.RandomState(0).rand(200, 2).astype(np.float32)
    >>> params = forest.python.tensor_forest.ForestHParams(
    ...     num_classes=1, num_features=2, num_trees=3, max_nodes=50, split_after_samples=20, base_random_seed=1,
    ...     regression=True)
    >>> estimator = forest.client.random_forest.CoreTensorForestEstimator(params)
    >>> feed = tf.estimator.inputs.numpy_input_fn({"x": x}, x[:, :1] * 2, num_epochs=None, shuffle=False)
    >>> bool(estimator.train(feed, steps=50).evaluate(feed, steps=1)["average_loss"] < 0.1)
    True
    """

    def __init__(
        self,
        params: Any,
        device_assigner: Any = None,
        model_dir: str | None = None,
        feature_columns: Sequence[Any] | None = None,
        graph_builder_class: Callable[..., Any] = RandomForestGraphs,
        config: Any = None,
        weight_column: str | None = None,
        keys_column: str | None = None,
        feature_engineering_fn: Callable[..., Any] | None = None,
        early_stopping_rounds: int = 100,
        early_stopping_loss_threshold: float = 0.001,
        num_trainers: int = 1,
        trainer_id: int = 0,
        report_feature_importances: bool = False,
        local_eval: bool = False,
        version: Any = None,
        head: Any = None,
        include_all_in_serving: bool = False,
    ) -> None:
        if trainer_id == 0 and config is not None:
            trainer_id = config.global_id_in_cluster
        model_fn = get_model_fn(
            params.fill(),
            graph_builder_class,
            device_assigner,
            feature_columns=feature_columns,
            model_head=head,
            weights_name=weight_column,
            keys_name=keys_column,
            early_stopping_rounds=early_stopping_rounds,
            early_stopping_loss_threshold=early_stopping_loss_threshold,
            num_trainers=_trainers(num_trainers, config),
            trainer_id=trainer_id,
            report_feature_importances=report_feature_importances,
            local_eval=local_eval,
            include_all_in_serving=include_all_in_serving,
            output_type=ModelBuilderOutputType.ESTIMATOR_SPEC,
        )
        super().__init__(model_fn=model_fn, model_dir=model_dir, config=config)
