"""The estimators of 0.9 that came from skflow: `TensorFlowDNNClassifier` and the like, on arrays, in the manner of scikit-learn.

Each is a model of `tf.contrib.learn.models`, trained by one optimizer; `fit` starts anew unless told to continue.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.contrib.learn import models
from penstock.contrib.learn.data_feeder import setup_train_data_feeder
from penstock.contrib.learn.estimator import Estimator
from penstock.contrib.learn.keys import ModeKeys, NotFittedError
from penstock.graph.typing import NestedTensors, TensorLike
from penstock.train import training_step
from penstock.train.basic_session_run_hooks import FeedFnHook

if TYPE_CHECKING:
    from penstock.train.optimizer import Optimizer


@export("contrib.learn.TensorFlowEstimator")
class TensorFlowEstimator:
    """A model on arrays, with the methods of scikit-learn.

    Args:
      model_fn: a function of features and labels that returns predictions and a loss. With classes, labels are one-hot.
      n_classes: how many classes there are; 0 or 1 for numbers.
      batch_size: rows in a step.
      steps: how many steps `fit` trains.
      optimizer: a name, a class, or an optimizer.
      learning_rate: a number, or a function of the global step.
      clip_gradients: the greatest global norm of the gradients.
      class_weight: what logits are multiplied with, one number per class.
      continue_training: whether `fit` goes on with what an earlier one learned.
      config: a `RunConfig`.
      verbose: for the signature's sake; `tf.logging` decides what is told.

    >>> import numpy as np
    >>> import penstock as tf
    >>> estimator = tf.contrib.learn.TensorFlowEstimator(tf.contrib.learn.models.linear_regression, n_classes=0, steps=50)
    >>> _ = estimator.fit(np.float32([[-1], [1]]), np.float32([-2, 2]))
    >>> estimator.predict(np.float32([[1]])).shape
    (1,)
    """

    def __init__(
        self,
        model_fn: Callable[[Any, Any], Any],
        n_classes: int,
        batch_size: int = 32,
        steps: int = 200,
        optimizer: str | Optimizer | Callable[..., Any] = "Adagrad",
        learning_rate: TensorLike = 0.1,
        clip_gradients: float | None = 5.0,
        class_weight: Sequence[float] | None = None,
        continue_training: bool = False,
        config: Any = None,
        verbose: int = 1,
    ) -> None:
        self.model_fn, self.n_classes = model_fn, n_classes
        self.batch_size, self.steps, self.verbose = batch_size, steps, verbose
        self.optimizer, self.learning_rate, self.clip_gradients = optimizer, learning_rate, clip_gradients
        self.class_weight, self.continue_training, self._config = class_weight, continue_training, config
        self._estimator: Estimator | None = None

    def _build(self, features: NestedTensors, labels: NestedTensors, mode: str) -> Any:
        if self.class_weight is not None:
            tf.constant(self.class_weight, tf.float32, name="class_weight")
        if labels is None:
            labels = tf.zeros([tf.shape(features)[0], *([self.n_classes] if self.n_classes > 1 else [])])
            labels.set_shape([None, self.n_classes] if self.n_classes > 1 else [None])
        predictions, loss = self.model_fn(features, labels)
        if mode != ModeKeys.TRAIN:
            return {"predictions": predictions}, loss, None
        step = training_step.get_global_step()
        rate = self.learning_rate(step) if callable(self.learning_rate) else self.learning_rate
        train_op = tf.contrib.layers.optimize_loss(
            loss, step, learning_rate=rate, optimizer=self.optimizer, clip_gradients=self.clip_gradients
        )
        return {"predictions": predictions}, loss, train_op

    def _fitted(self) -> Estimator:
        if self._estimator is None:
            raise NotFittedError("This estimator has not been fitted yet: call fit first.")
        return self._estimator

    def fit(
        self,
        x: TensorLike,
        y: TensorLike | None,
        steps: int | None = None,
        monitors: Sequence[Any] | None = None,
        logdir: str | None = None,
    ) -> Any:
        """Trains; `logdir` is where the model is saved."""
        if self._estimator is None or not self.continue_training:
            self._estimator = Estimator(self._build, model_dir=logdir, config=self._config)
        classes = self.n_classes if self.n_classes > 1 else None
        feeder = setup_train_data_feeder(x, y, classes, batch_size=min(self.batch_size, _rows(x) or self.batch_size))
        feed = FeedFnHook(feeder.get_feed_dict_fn())
        hooks = [feed, *(monitors or [])]
        self._estimator.fit(input_fn=feeder.input_builder, steps=steps or self.steps, monitors=hooks)
        return self

    def partial_fit(self, x: TensorLike, y: TensorLike) -> Any:
        """Trains one step more with the next part of the data."""
        saved, self.continue_training = self.continue_training, True
        try:
            return self.fit(x, y, steps=1)
        finally:
            self.continue_training = saved

    def _predict(self, x: TensorLike, batch_size: int | None) -> np.ndarray:
        found = self._fitted().predict(x=np.asarray(x), batch_size=batch_size, as_iterable=False)
        return found["predictions"]

    def predict(self, x: TensorLike, axis: int = 1, batch_size: int | None = None) -> np.ndarray:
        """The class of each row, or its number; `axis` is that of the classes."""
        found = self._predict(x, batch_size)
        return found.argmax(axis=axis) if self.n_classes > 1 else found

    def predict_proba(self, x: TensorLike, batch_size: int | None = None) -> np.ndarray:
        """The probabilities of all classes for each row."""
        return self._predict(x, batch_size)

    def evaluate(self, x: TensorLike, y: TensorLike, batch_size: int | None = None) -> dict[str, Any]:
        """The accuracy of classes, or the mean squared error of numbers."""
        found = self.predict(x, batch_size=batch_size)
        if self.n_classes > 1:
            return {"accuracy": float(np.mean(found == np.asarray(y)))}
        return {"mean_squared_error": float(np.mean((found - np.asarray(y).reshape(found.shape)) ** 2))}

    def score(self, x: TensorLike, y: TensorLike) -> float:
        """The number of `evaluate`, as scikit-learn's selection wants it: more is better."""
        (found,) = self.evaluate(x, y).values()
        return found if self.n_classes > 1 else -found

    def get_variable_names(self) -> list[str]:
        """The names of the variables."""
        return self._fitted().get_variable_names()

    def get_variable_value(self, name: str) -> Any:
        """The value of a variable."""
        return self._fitted().get_variable_value(name)

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The settings, as scikit-learn asks for them."""
        return {key: value for key, value in vars(self).items() if not key.startswith("_")}


def _rows(x: Any) -> int | None:
    return len(x) if hasattr(x, "__len__") and not isinstance(x, dict) else None


_COMMON: dict[str, Any] = {
    "batch_size": 32,
    "steps": 200,
    "optimizer": "Adagrad",
    "learning_rate": 0.1,
    "clip_gradients": 5.0,
    "continue_training": False,
    "config": None,
    "verbose": 1,
}


def _settings(given: dict[str, Any], **defaults: Any) -> dict[str, Any]:
    """The settings that all have, with what a user gave."""
    allowed = {**_COMMON, **defaults}
    for name in given:
        if name not in allowed:
            raise TypeError(f"unexpected keyword argument {name!r}")
    return {**allowed, **given}


class _Linear(TensorFlowEstimator):
    _scope = ""

    @property
    def weights_(self) -> Any:
        """The weights."""
        return self.get_variable_value(f"{self._scope}/weights")

    @property
    def bias_(self) -> Any:
        """The bias."""
        return self.get_variable_value(f"{self._scope}/bias")


@export("contrib.learn.TensorFlowLinearRegressor", "contrib.learn.TensorFlowRegressor")
class TensorFlowLinearRegressor(_Linear):
    """A linear model of numbers. The other arguments are those of `TensorFlowEstimator`.

    >>> import penstock as tf
    >>> regressor = tf.contrib.learn.TensorFlowLinearRegressor(steps=10)
    """

    _scope = "linear_regression"

    def __init__(self, n_classes: int = 0, **settings: Any) -> None:
        super().__init__(models.linear_regression_zero_init, n_classes, **_settings(settings))


@export("contrib.learn.TensorFlowLinearClassifier", "contrib.learn.TensorFlowClassifier")
class TensorFlowLinearClassifier(_Linear):
    """A linear model of classes. The other arguments are those of `TensorFlowEstimator`.

    >>> import numpy as np
    >>> import penstock as tf
    >>> classifier = tf.contrib.learn.TensorFlowLinearClassifier(n_classes=2, steps=50)
    >>> classifier.fit(np.float32([[-1], [1]]), np.array([0, 1])).predict(np.float32([[-2], [2]]))
    array([0, 1])
    """

    _scope = "logistic_regression"

    def __init__(self, n_classes: int, **settings: Any) -> None:
        super().__init__(models.logistic_regression_zero_init, n_classes, **_settings(settings, class_weight=None))


@export("contrib.learn.TensorFlowDNNClassifier")
class TensorFlowDNNClassifier(TensorFlowEstimator):
    """A network of hidden layers that classifies. The other arguments are those of `TensorFlowEstimator`.

    >>> import penstock as tf
    >>> classifier = tf.contrib.learn.TensorFlowDNNClassifier(hidden_units=[10, 20, 10], n_classes=3)
    """

    def __init__(
        self, hidden_units: Sequence[int], n_classes: int, dropout: float | None = None, **settings: Any
    ) -> None:
        self.hidden_units, self.dropout = hidden_units, dropout
        model = models.get_dnn_model(hidden_units, models.logistic_regression, dropout)
        super().__init__(model, n_classes, **_settings(settings, class_weight=None))


@export("contrib.learn.TensorFlowDNNRegressor")
class TensorFlowDNNRegressor(TensorFlowEstimator):
    """A network of hidden layers that predicts numbers. The other arguments are those of `TensorFlowEstimator`.

    >>> import penstock as tf
    >>> regressor = tf.contrib.learn.TensorFlowDNNRegressor(hidden_units=[10])
    """

    def __init__(
        self, hidden_units: Sequence[int], n_classes: int = 0, dropout: float | None = None, **settings: Any
    ) -> None:
        self.hidden_units, self.dropout = hidden_units, dropout
        model = models.get_dnn_model(hidden_units, models.linear_regression, dropout)
        super().__init__(model, n_classes, **_settings(settings))


class _Recurrent(TensorFlowEstimator):
    _predictor: Callable[..., Any] = staticmethod(models.linear_regression)

    def __init__(
        self,
        rnn_size: int,
        n_classes: int,
        cell_type: str = "gru",
        num_layers: int = 1,
        input_op_fn: Callable[[Any], Any] | None = None,
        initial_state: NestedTensors | None = None,
        bidirectional: bool = False,
        sequence_length: TensorLike | None = None,
        **settings: Any,
    ) -> None:
        self.rnn_size, self.cell_type, self.num_layers = rnn_size, cell_type, num_layers
        self.bidirectional = bidirectional
        model = models.get_rnn_model(
            rnn_size,
            cell_type,
            num_layers,
            input_op_fn or (lambda x: x),
            bidirectional,
            self._predictor,
            sequence_length,
            initial_state,
        )
        super().__init__(model, n_classes, **_settings(settings, steps=50, class_weight=None))


@export("contrib.learn.TensorFlowRNNClassifier")
class TensorFlowRNNClassifier(_Recurrent):
    """A recurrent network that classifies sequences. `input_op_fn` makes the list of inputs out of the features.

    >>> import penstock as tf
    >>> classifier = tf.contrib.learn.TensorFlowRNNClassifier(
    ...     rnn_size=8, n_classes=2, input_op_fn=lambda x: tf.unstack(x, axis=1))
    """

    _predictor = staticmethod(models.logistic_regression)


@export("contrib.learn.TensorFlowRNNRegressor")
class TensorFlowRNNRegressor(_Recurrent):
    """A recurrent network that predicts numbers for sequences. `input_op_fn` makes the list of inputs.

    >>> import penstock as tf
    >>> regressor = tf.contrib.learn.TensorFlowRNNRegressor(
    ...     rnn_size=8, input_op_fn=lambda x: tf.unstack(x, axis=1))
    """

    def __init__(self, rnn_size: int, n_classes: int = 0, **settings: Any) -> None:
        super().__init__(rnn_size, n_classes, **settings)
