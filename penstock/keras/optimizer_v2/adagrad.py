"""Adagrad: steps scaled by the sum of squared gradients so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph.build import apply
from penstock.graph.typing import TensorLike
from penstock.keras import backend
from penstock.keras.optimizer_v2 import optimizer_v2

if TYPE_CHECKING:
    from penstock.graph.dtypes import DType
    from penstock.ops.state.resource_variable import BaseResourceVariable


@export("keras.optimizers.Adagrad")
class Adagrad(optimizer_v2.OptimizerV2):
    """Adagrad: steps that get smaller for weights whose gradients have been large.

    Args:
      learning_rate: the learning rate, a number, a schedule, or a function that returns it.
      initial_accumulator_value: what the sums of squares start with.
      epsilon: a small number that is added to divisors.
      name: a name.
      **kwargs: `clipnorm`, `clipvalue`, `lr` and `decay`, as in `tf.keras.optimizers.Optimizer`.

    Raises:
      ValueError: the initial value is negative.

    >>> import penstock as tf
    >>> optimizer = tf.keras.optimizers.Adagrad(0.1)
    >>> v = tf.keras.backend.variable(1.0)
    >>> step = tf.keras.backend.function([], [v * v], updates=optimizer.get_updates(v * v, [v]))
    >>> step([]), optimizer.get_weights()[0]
    ([np.float32(1.0)], np.int64(1))
    """

    def __init__(
        self,
        learning_rate: TensorLike | Callable[..., Any] = 0.001,
        initial_accumulator_value: float = 0.1,
        epsilon: float = 1e-7,
        name: str = "Adagrad",
        **kwargs: Any,
    ) -> None:
        if initial_accumulator_value < 0.0:
            raise ValueError(f"initial_accumulator_value must be non-negative: {initial_accumulator_value}")
        super().__init__(name, **kwargs)
        self._set_hyper("learning_rate", kwargs.get("lr", learning_rate))
        self._set_hyper("decay", self._initial_decay)
        self._initial_accumulator_value = initial_accumulator_value
        self.epsilon = epsilon or backend.epsilon()

    def _create_slots(self, var_list: list[Any]) -> None:
        for var in var_list:
            start = tf.constant_initializer(self._initial_accumulator_value, dtype=var.dtype.base_dtype)
            self.add_slot(var, "accumulator", start)

    def _prepare_local(
        self, var_device: str, var_dtype: DType, apply_state: dict[tuple[str, DType], dict[str, Any]]
    ) -> None:
        super()._prepare_local(var_device, var_dtype, apply_state)
        state = apply_state[var_device, var_dtype]
        state.update(
            epsilon=tf.convert_to_tensor(self.epsilon, var_dtype),
            neg_lr_t=-state["lr_t"],
            zero=tf.zeros((), dtype=tf.int64),
        )

    def set_weights(self, weights: Sequence[Any]) -> None:
        # Files of older releases have no number of steps.
        if len(self.weights) == len(weights) + 1:
            weights = [np.array(0), *weights]
        super().set_weights(weights)

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Any:
        # Files of older releases do not tell what the sums started with, which was zero.
        config.setdefault("initial_accumulator_value", 0.0)
        if "lr" in config:
            config["learning_rate"] = config.pop("lr")
        return cls(**config)

    def _apply(
        self,
        kind: str,
        grad: TensorLike,
        var: BaseResourceVariable,
        apply_state: dict[tuple[str, DType], dict[str, Any]],
        **indices: Any,
    ) -> Any:
        found = self._coefficients(var, apply_state)
        return apply(
            kind,
            var=var.handle,
            accum=self.get_slot(var, "accumulator").handle,
            lr=found["lr_t"],
            epsilon=found["epsilon"],
            grad=grad,
            **indices,
            use_locking=self._use_locking,
        )

    def _resource_apply_dense(self, grad: Any, var: Any, apply_state: Any = None) -> Any:
        return self._apply("ResourceApplyAdagradV2", grad, var, apply_state)

    def _resource_apply_sparse(self, grad: Any, var: Any, indices: Any, apply_state: Any = None) -> Any:
        return self._apply("ResourceSparseApplyAdagradV2", grad, var, apply_state, indices=indices)

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "learning_rate": self._serialize_hyperparameter("learning_rate"),
            "decay": self._serialize_hyperparameter("decay"),
            "initial_accumulator_value": self._initial_accumulator_value,
            "epsilon": self.epsilon,
        }
