"""The pre-made estimators of tf.contrib.learn that join a linear model with a deep network."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.learn import heads, networks
from penstock.contrib.learn.canned import _Classifier, _Regressor
from penstock.contrib.learn.estimator import Estimator


def _params(head: object, config: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of the model, out of the arguments of a constructor."""
    found = {key: given[key] for key in _SAME}
    found["head"] = head
    found["joint_linear_weights"] = given["_joint_linear_weights"]
    for key in ("linear_feature_columns", "dnn_feature_columns"):
        found[key] = tuple(given[key] or ())
    if not found["linear_feature_columns"] + found["dnn_feature_columns"]:
        raise ValueError("Either linear_feature_columns or dnn_feature_columns must be defined.")
    size = given.get("input_layer_min_slice_size")
    found["input_layer_partitioner"] = given.get("input_layer_partitioner")
    if size is not None:
        parts = config.num_ps_replicas if config else 0
        found["input_layer_partitioner"] = tf.min_max_variable_partitioner(max_partitions=parts, min_slice_size=size)
    return found


_SAME = (
    "linear_optimizer",
    "dnn_optimizer",
    "dnn_hidden_units",
    "dnn_activation_fn",
    "dnn_dropout",
    "gradient_clip_norm",
    "embedding_lr_multipliers",
    "fix_global_step_increment_bug",
)


@export("contrib.learn.DNNLinearCombinedClassifier")
class DNNLinearCombinedClassifier(_Classifier):
    """A linear model and a deep network, trained jointly to classify.

    Args:
      model_dir: where the model is saved and continued.
      n_classes: how many classes there are; labels are numbers below that.
      weight_column_name: the feature with the weights of examples.
      linear_feature_columns: the columns of the linear model.
      linear_optimizer: its optimizer; Ftrl if None.
      _joint_linear_weights: whether all linear weights are one variable.
      dnn_feature_columns: the columns of the deep network.
      dnn_optimizer: its optimizer; Adagrad with a rate of 0.05 if None.
      dnn_hidden_units: the sizes of its hidden layers.
      dnn_activation_fn: of its hidden layers.
      dnn_dropout: the probability that a unit is left out.
      gradient_clip_norm: the greatest global norm of the gradients.
      enable_centered_bias: whether a bias of its own learns the mean of the labels.
      config: a `RunConfig`.
      feature_engineering_fn: a function of features and labels that returns others, which the model gets.
      embedding_lr_multipliers: embedding column → by how much its learning rate is multiplied.
      input_layer_min_slice_size: the least size of a part of a variable of the input layer.
      label_keys: the names of classes, if labels are strings.
      fix_global_step_increment_bug: whether a step counts once; else, as 1.15 does, once for each of the two models.

    >>> import penstock as tf
    >>> column = tf.contrib.layers.real_valued_column("x")
    >>> classifier = tf.contrib.learn.DNNLinearCombinedClassifier(
    ...     linear_feature_columns=[column], dnn_feature_columns=[column], dnn_hidden_units=[4])
    """

    def __init__(
        self,
        model_dir: str | None = None,
        n_classes: int = 2,
        weight_column_name: str | None = None,
        linear_feature_columns: Sequence[Any] | None = None,
        linear_optimizer: Any = None,
        _joint_linear_weights: bool = False,
        dnn_feature_columns: Sequence[Any] | None = None,
        dnn_optimizer: Any = None,
        dnn_hidden_units: Sequence[int] | None = None,
        dnn_activation_fn: Callable[..., Any] = tf.nn.relu,
        dnn_dropout: float | None = None,
        gradient_clip_norm: float | None = None,
        enable_centered_bias: bool = False,
        config: Any = None,
        feature_engineering_fn: Callable[..., Any] | None = None,
        embedding_lr_multipliers: Mapping[Any, float] | None = None,
        input_layer_min_slice_size: int | None = None,
        label_keys: Sequence[str] | None = None,
        fix_global_step_increment_bug: bool = False,
    ) -> None:
        head = heads.multi_class_head(
            n_classes,
            weight_column_name=weight_column_name,
            enable_centered_bias=enable_centered_bias,
            label_keys=label_keys,
        )
        params = _params(head, config, locals())
        super().__init__(networks.combined_model_fn, model_dir, config, params, feature_engineering_fn)


@export("contrib.learn.DNNLinearCombinedRegressor")
class DNNLinearCombinedRegressor(_Regressor):
    """A linear model and a deep network, trained jointly to predict numbers.

    The arguments are those of `DNNLinearCombinedClassifier`, and:

    Args:
      label_dimension: how many numbers each example has.

    >>> import penstock as tf
    >>> column = tf.contrib.layers.real_valued_column("x")
    >>> regressor = tf.contrib.learn.DNNLinearCombinedRegressor(linear_feature_columns=[column])
    """

    def __init__(
        self,
        model_dir: str | None = None,
        weight_column_name: str | None = None,
        linear_feature_columns: Any = None,
        linear_optimizer: Any = None,
        _joint_linear_weights: bool = False,
        dnn_feature_columns: Sequence[Any] | None = None,
        dnn_optimizer: Any = None,
        dnn_hidden_units: Sequence[int] | None = None,
        dnn_activation_fn: Callable[..., Any] = tf.nn.relu,
        dnn_dropout: float | None = None,
        gradient_clip_norm: float | None = None,
        enable_centered_bias: bool = False,
        label_dimension: int = 1,
        config: Any = None,
        feature_engineering_fn: Callable[..., Any] | None = None,
        embedding_lr_multipliers: Mapping[Any, float] | None = None,
        input_layer_min_slice_size: int | None = None,
        fix_global_step_increment_bug: bool = False,
    ) -> None:
        head = heads.regression_head(
            weight_column_name=weight_column_name,
            label_dimension=label_dimension,
            enable_centered_bias=enable_centered_bias,
        )
        params = _params(head, config, locals())
        super().__init__(networks.combined_model_fn, model_dir, config, params, feature_engineering_fn)


@export("contrib.learn.DNNLinearCombinedEstimator")
class DNNLinearCombinedEstimator(Estimator):
    """A linear model and a deep network with any head.

    >>> import penstock as tf
    >>> column = tf.contrib.layers.real_valued_column("x")
    >>> head = tf.contrib.learn.regression_head()
    >>> estimator = tf.contrib.learn.DNNLinearCombinedEstimator(head, linear_feature_columns=[column])
    """

    def __init__(
        self,
        head: Any,
        model_dir: str | None = None,
        linear_feature_columns: Any = None,
        linear_optimizer: Any = None,
        _joint_linear_weights: bool = False,
        dnn_feature_columns: Sequence[Any] | None = None,
        dnn_optimizer: Any = None,
        dnn_hidden_units: Sequence[int] | None = None,
        dnn_activation_fn: Callable[..., Any] | None = None,
        dnn_dropout: float | None = None,
        gradient_clip_norm: float | None = None,
        config: Any = None,
        feature_engineering_fn: Callable[..., Any] | None = None,
        embedding_lr_multipliers: Mapping[Any, float] | None = None,
        fix_global_step_increment_bug: bool = False,
        input_layer_partitioner: Callable[..., Any] | None = None,
    ) -> None:
        params = _params(head, config, locals())
        super().__init__(networks.combined_model_fn, model_dir, config, params, feature_engineering_fn)
