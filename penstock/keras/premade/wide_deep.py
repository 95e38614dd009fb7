"""`WideDeepModel`: a linear model and a network that are trained together, each by an optimizer of its own if wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.keras import activations
from penstock.keras import backend as K
from penstock.keras.engine import base_layer_utils
from penstock.keras.engine.base_layer import Layer
from penstock.keras.engine.training import Model
from penstock.keras.utils import generic_utils


@export("keras.experimental.WideDeepModel")
class WideDeepModel(Model):
    """The mean of a linear model and of a network.

    It is compiled with one optimizer, or with a list of one for each.

    Args:
      linear_model: a model, such as `LinearModel`.
      dnn_model: a model.
      activation: a function of the mean, or its name.
      **kwargs: further arguments of a model, such as `name`.

    >>> import numpy as np
    >>> import penstock as tf
    >>> linear = tf.keras.experimental.LinearModel(kernel_initializer="ones")
    >>> deep = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="zeros")])
    >>> model = tf.keras.experimental.WideDeepModel(linear, deep)
    >>> model.compile(["sgd", "adam"], "mse")
    >>> model.predict(np.array([[1.0, 3.0]], np.float32))
    array([[2.]], dtype=float32)
    """

    def __init__(self, linear_model: Any, dnn_model: Any, activation: Any = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.linear_model = linear_model
        self.dnn_model = dnn_model
        self.activation = activations.get(activation)

    def call(self, inputs: Sequence[Any]) -> Any:  # type: ignore[override]
        both = isinstance(inputs, (tuple, list)) and len(inputs) == 2
        wide, deep = inputs if both else (inputs, inputs)
        output = 0.5 * (self.linear_model(wide) + self.dnn_model(deep))
        return self.activation(output) if self.activation else output

    def _get_optimizers(self) -> tuple[Any, Any]:
        if isinstance(self.optimizer, (tuple, list)):
            return self.optimizer[0], self.optimizer[1]
        return self.optimizer, self.optimizer

    @base_layer_utils.no_automatic_dependency_tracking
    def _make_train_function(self) -> None:
        recompiled = self._recompile_weights_loss_and_weighted_metrics()
        self._check_trainable_weights_consistency()
        if getattr(self, "train_function", None) is not None and not recompiled:
            return
        current = self._get_trainable_state()
        self._set_trainable_state(self._compiled_trainable_state)
        inputs = self._feed_inputs + self._feed_targets + self._feed_sample_weights
        phase = K.symbolic_learning_phase()
        if not isinstance(phase, int):
            inputs = [*inputs, phase]
        with tf.name_scope("training"):
            updates: list[Any] = []
            for optimizer, model in zip(self._get_optimizers(), (self.linear_model, self.dnn_model)):
                updates += optimizer.get_updates(params=model._unique_trainable_weights, loss=self.total_loss)
            updates = updates + self.get_updates_for(None) + self.get_updates_for(self.inputs)
        results = self._results()
        with tf.name_scope("training"):
            self.train_function = K.function(
                inputs, results, updates=updates, name="train_function", **self._function_kwargs
            )
        self._set_trainable_state(current)

    def get_config(self) -> dict[str, Any]:
        return {
            **Layer.get_config(self),
            "linear_model": generic_utils.serialize_keras_object(self.linear_model),
            "dnn_model": generic_utils.serialize_keras_object(self.dnn_model),
            "activation": activations.serialize(self.activation),
        }

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Any:
        from penstock.keras.layers import serialization

        return cls(
            linear_model=serialization.deserialize(config.pop("linear_model"), custom_objects),
            dnn_model=serialization.deserialize(config.pop("dnn_model"), custom_objects),
            activation=activations.deserialize(config.pop("activation", None), custom_objects=custom_objects),
            **config,
        )
