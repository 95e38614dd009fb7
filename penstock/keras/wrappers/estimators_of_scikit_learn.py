"""`tf.keras.wrappers.scikit_learn`: models with the methods that scikit-learn's searches and pipelines call.

scikit-learn itself is not needed.
"""

from __future__ import annotations

import copy
import types
from collections.abc import Callable
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph.typing import TensorLike
from penstock.keras.utils.arrays import to_categorical
from penstock.keras.utils.generic_utils import has_arg


def _loss_name(model: Any) -> Any:
    return getattr(model.loss, "__name__", model.loss)


class _Wrapper:
    """Parameters of a function that builds a model, and of the model's methods, in one place."""

    def __init__(self, build_fn: Callable | None = None, **sk_params: Any) -> None:
        self.build_fn = build_fn
        self.sk_params = sk_params
        self.check_params(sk_params)

    def _builder(self) -> Any:
        """What is called to build the model, and whose arguments count."""
        if self.build_fn is None:
            return self.__call__  # type: ignore[operator]
        plain = isinstance(self.build_fn, (types.FunctionType, types.MethodType))
        return self.build_fn if plain else self.build_fn.__call__  # type: ignore[operator]

    def check_params(self, params: dict[str, Any]) -> None:
        """Raises ValueError for a parameter that nothing takes."""
        Sequential = tf.keras.Sequential
        takers = [Sequential.fit, Sequential.predict, Sequential.predict_classes, Sequential.evaluate, self._builder()]
        for name in params:
            if name != "nb_epoch" and not any(has_arg(taker, name) for taker in takers):
                raise ValueError(f"{name} is not a legal parameter")

    def get_params(self, **params: Any) -> dict[str, Any]:
        """The parameters."""
        return {**copy.deepcopy(self.sk_params), "build_fn": self.build_fn}

    def set_params(self, **params: Any) -> Any:
        """Changes parameters."""
        self.check_params(params)
        self.sk_params.update(params)
        return self

    def filter_sk_params(self, fn: Callable, override: dict[str, Any] | None = None) -> dict[str, Any]:
        """The parameters that a function takes, with those of `override`."""
        return {**{k: v for k, v in self.sk_params.items() if has_arg(fn, k)}, **(override or {})}

    def fit(self, x: Any, y: Any, **kwargs: Any) -> Any:
        """Builds the model and trains it; returns its history."""
        self.model = self._builder()(**self.filter_sk_params(self._builder()))
        if _loss_name(self.model) == "categorical_crossentropy" and len(y.shape) != 2:
            y = to_categorical(y)
        arguments = copy.deepcopy(self.filter_sk_params(tf.keras.Sequential.fit))
        return self.model.fit(x, y, **{**arguments, **kwargs})


@export("keras.wrappers.scikit_learn.KerasClassifier")
class KerasClassifier(_Wrapper):
    """A classifier as scikit-learn wants it, made of a Keras model.

    Args:
      build_fn: a function that returns a compiled model.
      **sk_params: arguments of it, and of `fit`, `predict` and `evaluate`.

    >>> import numpy as np
    >>> import penstock as tf
    >>> def build(units=2):
    ...     model = tf.keras.Sequential([tf.keras.layers.Dense(units, activation="softmax", input_shape=(2,))])
    ...     model.compile("sgd", "categorical_crossentropy", metrics=["accuracy"])
    ...     return model
    >>> classifier = tf.keras.wrappers.scikit_learn.KerasClassifier(build, epochs=1, verbose=0)
    >>> _ = classifier.fit(np.eye(2), np.array(["a", "b"]))
    >>> classifier.predict_proba(np.eye(2)).shape
    (2, 2)
    """

    def fit(self, x: Any, y: Any, **kwargs: Any) -> Any:
        """Builds the model and trains it; `y` holds classes, or a row of numbers for each sample."""
        y = np.array(y)
        if y.ndim == 2 and y.shape[1] > 1:
            self.classes_ = np.arange(y.shape[1])
        elif y.ndim == 1 or (y.ndim == 2 and y.shape[1] == 1):
            self.classes_ = np.unique(y)
            y = np.searchsorted(self.classes_, y)
        else:
            raise ValueError("Invalid shape for y: " + str(y.shape))
        self.n_classes_ = len(self.classes_)
        return super().fit(x, y, **kwargs)

    def predict(self, x: Any, **kwargs: Any) -> Any:
        """The most probable classes."""
        kwargs = self.filter_sk_params(tf.keras.Sequential.predict_classes, kwargs)
        return self.classes_[self.model.predict_classes(x, **kwargs)]

    def predict_proba(self, x: TensorLike, **kwargs: Any) -> Any:
        """The probabilities of all classes."""
        kwargs = self.filter_sk_params(tf.keras.Sequential.predict_proba, kwargs)
        found = self.model.predict_proba(x, **kwargs)
        return np.hstack([1 - found, found]) if found.shape[1] == 1 else found

    def score(self, x: Any, y: Any, **kwargs: Any) -> Any:
        """The accuracy; ValueError if the model was compiled without."""
        y = np.searchsorted(self.classes_, y)
        kwargs = self.filter_sk_params(tf.keras.Sequential.evaluate, kwargs)
        if _loss_name(self.model) == "categorical_crossentropy" and y.ndim != 2:
            y = to_categorical(y)
        outputs = self.model.evaluate(x, y, **kwargs)
        for name, output in zip(self.model.metrics_names, outputs if isinstance(outputs, list) else [outputs]):
            if name in ("accuracy", "acc"):
                return output
        raise ValueError(
            'The model is not configured to compute accuracy. You should pass `metrics=["accuracy"]` to the '
            "`model.compile()` method."
        )


@export("keras.wrappers.scikit_learn.KerasRegressor")
class KerasRegressor(_Wrapper):
    """A regressor as scikit-learn wants it, made of a Keras model.

    Args:
      build_fn: a function that returns a compiled model.
      **sk_params: arguments of it, and of `fit`, `predict` and `evaluate`.

    >>> import numpy as np
    >>> import penstock as tf
    >>> def build():
    ...     model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    ...     model.compile("sgd", "mse")
    ...     return model
    >>> regressor = tf.keras.wrappers.scikit_learn.KerasRegressor(build, epochs=1, verbose=0)
    >>> _ = regressor.fit(np.eye(2), np.array([1.0, 2.0]))
    >>> regressor.predict(np.eye(2)).shape
    (2,)
    """

    def predict(self, x: Any, **kwargs: Any) -> Any:
        """The model's results."""
        kwargs = self.filter_sk_params(tf.keras.Sequential.predict, kwargs)
        return np.squeeze(self.model.predict(x, **kwargs))

    def score(self, x: Any, y: Any, **kwargs: Any) -> Any:
        """The loss times -1, so that more is better."""
        loss = self.model.evaluate(x, y, **self.filter_sk_params(tf.keras.Sequential.evaluate, kwargs))
        return -loss[0] if isinstance(loss, list) else -loss
