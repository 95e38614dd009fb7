"""The pre-made estimators of tf.contrib.learn: linear, deep, and both together, to classify or to predict numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.contrib.learn import heads, networks
from penstock.contrib.learn.estimator import Estimator
from penstock.contrib.learn.keys import PredictionKey
from penstock.contrib.learn.sdca import sdca_model_fn
from penstock.contrib.linear_optimizer.sdca import SDCAOptimizer
from penstock.graph.typing import TensorLike
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.train.optimizer import Optimizer


class Predictions(Iterator[Any]):
    """Predictions that are made as they are asked for, as 1.x does; shown or used as an array, they are all made, as in 0.9."""

    def __init__(self, found: Iterable[Any]) -> None:
        self._found = iter(found)

    def __next__(self) -> Any:
        return next(self._found)

    def _all(self) -> np.ndarray:
        values = np.array(list(self._found))
        self._found = iter(values)
        return values

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return self._all().astype(dtype) if dtype is not None else self._all()

    def __str__(self) -> str:
        return str(self._all())


class _Predicting(Estimator):
    """Predictions by name: `predict` gives the usual one."""

    _usual = PredictionKey.SCORES

    def predict(
        self,
        x: TensorLike | None = None,
        input_fn: Callable[[], Any] | None = None,
        batch_size: int | None = None,
        outputs: Sequence[str] | None = None,
        as_iterable: bool = True,
        iterate_batches: bool = False,
    ) -> Any:
        """Predicts classes, or numbers; with `outputs`, dictionaries of these."""
        if not outputs:
            return self._only(self._usual, x, input_fn, batch_size, as_iterable)
        return super().predict(x, input_fn, batch_size, outputs, as_iterable, iterate_batches)

    def _values(self, pattern: str) -> dict[str, Any]:
        """Variables of the last checkpoint whose whole names fit a pattern, in the order of the layers."""
        names = [name for name in self.get_variable_names() if re.fullmatch(pattern, name)]
        names.sort(key=lambda name: ("logits" in name, [int(n) for n in re.findall(r"hiddenlayer_(\d+)", name)], name))
        return {name: self.get_variable_value(name) for name in names}

    @property
    def dnn_weights_(self) -> list[Any]:
        """Weights of the hidden layers and of the last one, as up to 1.0."""
        return list(self._values(r"dnn/(hiddenlayer_\d+|logits)/weights").values())

    @property
    def dnn_bias_(self) -> list[Any]:
        """Biases of the hidden layers, of the last one, and the centered one if there is one, as up to 1.0."""
        biases = self._values(r"dnn/(hiddenlayer_\d+|logits)/biases")
        return [*biases.values(), *self._values(r"centered_bias_weight").values()]

    @property
    def linear_weights_(self) -> Any:
        """Weights of a linear model: by name, or the only ones, as up to 1.0."""
        weights = self._values(r"linear/(?!bias_weight).*weights?")
        return next(iter(weights.values())) if len(weights) == 1 else weights

    @property
    def linear_bias_(self) -> Any:
        """The bias of a linear model, as up to 1.0."""
        return self.get_variable_value("linear/bias_weight")

    @property
    def weights_(self) -> Any:
        """The weights, as up to 1.0: a list by layers of a network; of a linear model, by name or the only ones."""
        return self.linear_weights_ if "linear/bias_weight" in self.get_variable_names() else self.dnn_weights_

    @property
    def bias_(self) -> Any:
        """The biases, as up to 1.0: a list by layers of a network, the only one of a linear model."""
        return self.linear_bias_ if "linear/bias_weight" in self.get_variable_names() else self.dnn_bias_

    def _only(
        self,
        key: str,
        x: TensorLike | None,
        input_fn: Callable[..., Any] | None,
        batch_size: int | None,
        as_iterable: bool,
    ) -> Any:
        found = super().predict(x, input_fn, batch_size, [key], as_iterable)
        return Predictions(each[key] for each in found) if as_iterable else found[key]


class _Classifier(_Predicting):
    _usual = PredictionKey.CLASSES

    def predict_classes(
        self,
        x: TensorLike | None = None,
        input_fn: Callable[..., Any] | None = None,
        batch_size: int | None = None,
        as_iterable: bool = True,
    ) -> Any:
        """Predicts the class of each example."""
        return self._only(PredictionKey.CLASSES, x, input_fn, batch_size, as_iterable)

    def predict_proba(
        self,
        x: TensorLike | None = None,
        input_fn: Callable[..., Any] | None = None,
        batch_size: int | None = None,
        as_iterable: bool = True,
    ) -> Any:
        """Predicts the probabilities of all classes for each example."""
        return self._only(PredictionKey.PROBABILITIES, x, input_fn, batch_size, as_iterable)


class _Regressor(_Predicting):
    def predict_scores(
        self,
        x: TensorLike | None = None,
        input_fn: Callable[..., Any] | None = None,
        batch_size: int | None = None,
        as_iterable: bool = True,
    ) -> Any:
        """Predicts the number of each example."""
        return self._only(PredictionKey.SCORES, x, input_fn, batch_size, as_iterable)


def _listed(columns: Any) -> tuple[Any, ...] | None:
    return tuple(columns) if columns else None


def _linear_params(head: object, joint_weights: bool, given: Mapping[str, Any]) -> dict[str, Any]:
    """What `linear_model_fn` is told of the arguments of a constructor."""
    own = {key: given[key] for key in ("optimizer", "gradient_clip_norm")}
    return {"head": head, "feature_columns": _listed(given["feature_columns"]), "joint_weights": joint_weights, **own}


_DNN = """hidden_units optimizer activation_fn dropout gradient_clip_norm embedding_lr_multipliers
input_layer_min_slice_size""".split()


def _dnn_params(head: object, given: Mapping[str, Any]) -> dict[str, Any]:
    """What `dnn_model_fn` is told of the arguments of a constructor."""
    return {"head": head, "feature_columns": _listed(given["feature_columns"]), **{key: given[key] for key in _DNN}}


@export("contrib.learn.LinearClassifier")
class LinearClassifier(_Classifier):
    """Linear models of the probabilities of classes.

    Args:
      feature_columns: the columns of the model; without any, all features are real values.
      model_dir: where the model is saved and continued.
      n_classes: how many classes there are; labels are numbers below that.
      weight_column_name: the feature with the weights of examples.
      optimizer: an optimizer, a function that makes one, or a name; Ftrl if None.
      gradient_clip_norm: the greatest global norm of the gradients.
      enable_centered_bias: whether a bias of its own learns the mean of the labels.
      _joint_weight: whether all weights are one variable.
      config: a `RunConfig`.
      feature_engineering_fn: a function of features and labels that returns others, which the model gets.
      label_keys: the names of classes, if labels are strings.

    >>> import numpy as np
    >>> import penstock as tf
    >>> columns = [tf.contrib.layers.real_valued_column("", dimension=1)]
    >>> classifier = tf.contrib.learn.LinearClassifier(columns, config=tf.contrib.learn.RunConfig(tf_random_seed=1))
    >>> _ = classifier.fit(np.float32([[-1], [1]]), np.int64([0, 1]), steps=20)
    >>> list(map(int, classifier.predict(np.float32([[-3], [2]]))))
    [0, 1]
    """

    def __init__(
        self,
        feature_columns: object = None,
        model_dir: str | None = None,
        n_classes: int = 2,
        weight_column_name: str | None = None,
        optimizer: Optimizer | None = None,
        gradient_clip_norm: float | None = None,
        enable_centered_bias: bool = False,
        _joint_weight: bool = False,
        config: Any = None,
        feature_engineering_fn: Callable[..., Any] | None = None,
        label_keys: Sequence[str] | None = None,
    ) -> None:
        by_sdca = isinstance(optimizer, SDCAOptimizer)
        if by_sdca:
            if enable_centered_bias:
                raise ValueError("enable_centered_bias is not supported with SDCA")
            assert not _joint_weight, "_joint_weight is incompatible with the SDCAOptimizer"
            assert n_classes == 2, "SDCA only applies to binary classification."
        head = heads.multi_class_head(
            n_classes,
            weight_column_name=weight_column_name,
            enable_centered_bias=enable_centered_bias,
            label_keys=label_keys,
        )
        params = _linear_params(head, _joint_weight, locals()) | {"weight_column_name": weight_column_name}
        model_fn = sdca_model_fn if by_sdca else networks.linear_model_fn
        super().__init__(model_fn, model_dir, config, params, feature_engineering_fn)


@export("contrib.learn.LinearRegressor")
class LinearRegressor(_Regressor):
    """Linear models of numbers. The arguments are those of `LinearClassifier`, and:

    Args:
      label_dimension: how many numbers each example has.

    >>> import numpy as np
    >>> import penstock as tf
    >>> columns = [tf.contrib.layers.real_valued_column("", dimension=1)]
    >>> regressor = tf.contrib.learn.LinearRegressor(columns, optimizer=tf.train.GradientDescentOptimizer(0.3))
    >>> _ = regressor.fit(np.float32([[-1], [1]]), np.float32([-2, 2]), steps=50)
    >>> round(float(next(regressor.predict(np.float32([[3]])))), 3)
    6.0
    """

    def __init__(
        self,
        feature_columns: object = None,
        model_dir: str | None = None,
        weight_column_name: str | None = None,
        optimizer: Optimizer | None = None,
        gradient_clip_norm: float | None = None,
        enable_centered_bias: bool = False,
        label_dimension: int = 1,
        _joint_weights: bool = False,
        config: Any = None,
        feature_engineering_fn: Callable[..., Any] | None = None,
    ) -> None:
        by_sdca = isinstance(optimizer, SDCAOptimizer)
        if by_sdca:
            if enable_centered_bias:
                logging.warning("centered_bias is not supported with SDCA, please disable it explicitly.")
                enable_centered_bias = False
            assert label_dimension == 1, "SDCA only applies for label_dimension=1."
            assert not _joint_weights, "_joint_weights is incompatible with SDCAOptimizer."
        head = heads.regression_head(
            weight_column_name=weight_column_name,
            label_dimension=label_dimension,
            enable_centered_bias=enable_centered_bias,
        )
        params = _linear_params(head, _joint_weights, locals()) | {"weight_column_name": weight_column_name}
        model_fn = sdca_model_fn if by_sdca else networks.linear_model_fn
        super().__init__(model_fn, model_dir, config, params, feature_engineering_fn)


@export("contrib.learn.LinearEstimator")
class LinearEstimator(Estimator):
    """A linear model with any head.

    >>> import penstock as tf
    >>> head = tf.contrib.learn.poisson_regression_head()
    >>> estimator = tf.contrib.learn.LinearEstimator([tf.contrib.layers.real_valued_column("x")], head)
    """

    def __init__(
        self,
        feature_columns: object,
        head: Any,
        model_dir: str | None = None,
        weight_column_name: str | None = None,
        optimizer: Optimizer | None = None,
        gradient_clip_norm: float | None = None,
        _joint_weights: bool = False,
        config: Any = None,
        feature_engineering_fn: Callable[..., Any] | None = None,
    ) -> None:
        if not feature_columns:
            raise ValueError("feature_columns must be given.")
        if isinstance(optimizer, SDCAOptimizer):
            raise ValueError("LinearEstimator does not support SDCA optimizer.")
        del weight_column_name  # the head has it
        params = _linear_params(head, _joint_weights, locals())
        super().__init__(networks.linear_model_fn, model_dir, config, params, feature_engineering_fn)


@export("contrib.learn.DNNClassifier")
class DNNClassifier(_Classifier):
    """Deep networks that classify.

    Args:
      hidden_units: the sizes of the hidden layers.
      feature_columns: the columns of the input; without any, all features are real values.
      model_dir: where the model is saved and continued.
      n_classes: how many classes there are; labels are numbers below that.
      weight_column_name: the feature with the weights of examples.
      optimizer: an optimizer, a function that makes one, or a name; Adagrad with a rate of 0.05 if None.
      activation_fn: of the hidden layers, a function or a name.
      dropout: the probability that a unit is left out.
      gradient_clip_norm: the greatest global norm of the gradients.
      enable_centered_bias: whether a bias of its own learns the mean of the labels.
      config: a `RunConfig`.
      feature_engineering_fn: a function of features and labels that returns others, which the model gets.
      embedding_lr_multipliers: embedding column → by how much its learning rate is multiplied.
      input_layer_min_slice_size: the least size of a part of a variable of the input layer.
      label_keys: the names of classes, if labels are strings.

    >>> import numpy as np
    >>> import penstock as tf
    >>> columns = [tf.contrib.layers.real_valued_column("", dimension=1)]
    >>> config = tf.contrib.learn.RunConfig(tf_random_seed=1)
    >>> classifier = tf.contrib.learn.DNNClassifier([8], columns, config=config)
    >>> _ = classifier.fit(np.float32([[-1], [1]]), np.int64([0, 1]), steps=50)
    >>> float(classifier.evaluate(np.float32([[-1], [1]]), np.int64([0, 1]))["accuracy"])
    1.0
    """

    def __init__(
        self,
        hidden_units: Sequence[int],
        feature_columns: Iterable[Any] | None = None,
        model_dir: str | None = None,
        n_classes: int = 2,
        weight_column_name: str | None = None,
        optimizer: Optimizer | None = None,
        activation_fn: Callable[..., Any] = tf.nn.relu,
        dropout: float | None = None,
        gradient_clip_norm: float | None = None,
        enable_centered_bias: bool = False,
        config: Any = None,
        feature_engineering_fn: Callable[..., Any] | None = None,
        embedding_lr_multipliers: Mapping[Any, float] | None = None,
        input_layer_min_slice_size: int | None = None,
        label_keys: Sequence[str] | None = None,
    ) -> None:
        head = heads.multi_class_head(
            n_classes,
            weight_column_name=weight_column_name,
            enable_centered_bias=enable_centered_bias,
            label_keys=label_keys,
        )
        super().__init__(networks.dnn_model_fn, model_dir, config, _dnn_params(head, locals()), feature_engineering_fn)


@export("contrib.learn.DNNRegressor")
class DNNRegressor(_Regressor):
    """Deep networks that predict numbers. The arguments are those of `DNNClassifier`, and:

    Args:
      label_dimension: how many numbers each example has.

    >>> import penstock as tf
    >>> columns = [tf.contrib.layers.real_valued_column("x")]
    >>> regressor = tf.contrib.learn.DNNRegressor([8, 4], columns)
    """

    def __init__(
        self,
        hidden_units: Sequence[int],
        feature_columns: Iterable[Any] | None = None,
        model_dir: str | None = None,
        weight_column_name: str | None = None,
        optimizer: Optimizer | None = None,
        activation_fn: Callable[..., Any] = tf.nn.relu,
        dropout: float | None = None,
        gradient_clip_norm: float | None = None,
        enable_centered_bias: bool = False,
        config: Any = None,
        feature_engineering_fn: Callable[..., Any] | None = None,
        label_dimension: int = 1,
        embedding_lr_multipliers: Mapping[Any, float] | None = None,
        input_layer_min_slice_size: int | None = None,
    ) -> None:
        head = heads.regression_head(
            weight_column_name=weight_column_name,
            label_dimension=label_dimension,
            enable_centered_bias=enable_centered_bias,
        )
        super().__init__(networks.dnn_model_fn, model_dir, config, _dnn_params(head, locals()), feature_engineering_fn)


@export("contrib.learn.DNNEstimator")
class DNNEstimator(Estimator):
    """A deep network with any head.

    >>> import penstock as tf
    >>> head = tf.contrib.learn.multi_label_head(3)
    >>> estimator = tf.contrib.learn.DNNEstimator(head, [8], [tf.contrib.layers.real_valued_column("x")])
    """

    def __init__(
        self,
        head: Any,
        hidden_units: Sequence[int],
        feature_columns: Iterable[Any],
        model_dir: str | None = None,
        optimizer: Optimizer | None = None,
        activation_fn: Callable[..., Any] = tf.nn.relu,
        dropout: float | None = None,
        gradient_clip_norm: float | None = None,
        config: Any = None,
        feature_engineering_fn: Callable[..., Any] | None = None,
        embedding_lr_multipliers: Mapping[Any, float] | None = None,
        input_layer_min_slice_size: int | None = None,
    ) -> None:
        super().__init__(networks.dnn_model_fn, model_dir, config, _dnn_params(head, locals()), feature_engineering_fn)
