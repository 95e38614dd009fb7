"""Adadelta: steps scaled by moving means of squared gradients and of squared steps."""

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


@export("keras.optimizers.Adadelta")
class Adadelta(optimizer_v2.OptimizerV2):
    """Adadelta: steps scaled by running averages of squared gradients and squared updates.

    Args:
      learning_rate: the learning rate, a number, a schedule, or a function that returns it.
      rho: how slowly the means change.
      epsilon: a small number that is added to divisors.
      name: a name.
      **kwargs: `clipnorm`, `clipvalue`, `lr` and `decay`, as in `tf.keras.optimizers.Optimizer`.

    >>> import penstock as tf
    >>> optimizer = tf.keras.optimizers.Adadelta(0.1)
    >>> v = tf.keras.backend.variable(1.0)
    >>> step = tf.keras.backend.function([], [v * v], updates=optimizer.get_updates(v * v, [v]))
    >>> step([]), optimizer.get_weights()[0]
    ([np.float32(1.0)], np.int64(1))
    """

    def __init__(
        self,
        learning_rate: TensorLike | Callable[..., Any] = 0.001,
        rho: TensorLike | Callable[..., Any] = 0.95,
        epsilon: float = 1e-7,
        name: str = "Adadelta",
        **kwargs: Any,
    ) -> None:
        super().__init__(name, **kwargs)
        self._set_hyper("learning_rate", kwargs.get("lr", learning_rate))
        self._set_hyper("decay", self._initial_decay)
        self._set_hyper("rho", rho)
        self.epsilon = epsilon or backend.epsilon()

    def _create_slots(self, var_list: list[Any]) -> None:
        for slot in ("accum_grad", "accum_var"):
            for var in var_list:
                self.add_slot(var, slot)

    def _prepare_local(
        self, var_device: str, var_dtype: DType, apply_state: dict[tuple[str, DType], dict[str, Any]]
    ) -> None:
        super()._prepare_local(var_device, var_dtype, apply_state)
        apply_state[var_device, var_dtype].update(
            epsilon=tf.convert_to_tensor(self.epsilon, var_dtype),
            rho=tf.identity(self._get_hyper("rho", var_dtype)),
        )

    def set_weights(self, weights: Sequence[Any]) -> None:
        # Files of older releases have no number of steps.
        if len(self.weights) == len(weights) + 1:
            weights = [np.array(0), *weights]
        super().set_weights(weights)

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
            accum=self.get_slot(var, "accum_grad").handle,
            accum_update=self.get_slot(var, "accum_var").handle,
            lr=found["lr_t"],
            rho=found["rho"],
            epsilon=found["epsilon"],
            grad=grad,
            **indices,
            use_locking=self._use_locking,
        )

    def _resource_apply_dense(self, grad: Any, var: Any, apply_state: Any = None) -> Any:
        return self._apply("ResourceApplyAdadelta", grad, var, apply_state)

    def _resource_apply_sparse(self, grad: Any, var: Any, indices: Any, apply_state: Any = None) -> Any:
        return self._apply("ResourceSparseApplyAdadelta", grad, var, apply_state, indices=indices)

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "learning_rate": self._serialize_hyperparameter("learning_rate"),
            "decay": self._serialize_hyperparameter("decay"),
            "rho": self._serialize_hyperparameter("rho"),
            "epsilon": self.epsilon,
        }
