"""RMSprop: steps scaled by a moving mean of squared gradients."""

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
from penstock.keras.optimizer_v2.gradient_descent import uses_momentum

if TYPE_CHECKING:
    from penstock.graph.dtypes import DType
    from penstock.ops.state.resource_variable import BaseResourceVariable


@export("keras.optimizers.RMSprop")
class RMSprop(optimizer_v2.OptimizerV2):
    """RMSprop: gradients divided by the root of the running average of their squares.

    Args:
      learning_rate: the learning rate, a number, a schedule, or a function that returns it.
      rho: how slowly the mean changes.
      momentum: the part of the last step that is done again.
      epsilon: a small number that is added to divisors.
      centered: whether the variance of gradients counts, instead of the mean of their squares.
      name: a name.
      **kwargs: `clipnorm`, `clipvalue`, `lr` and `decay`, as in `tf.keras.optimizers.Optimizer`.

    >>> import penstock as tf
    >>> optimizer = tf.keras.optimizers.RMSprop(0.1)
    >>> v = tf.keras.backend.variable(1.0)
    >>> step = tf.keras.backend.function([], [v * v], updates=optimizer.get_updates(v * v, [v]))
    >>> step([]), optimizer.get_weights()[0]
    ([np.float32(1.0)], np.int64(1))
    """

    def __init__(
        self,
        learning_rate: TensorLike | Callable[..., Any] = 0.001,
        rho: TensorLike | Callable[..., Any] = 0.9,
        momentum: TensorLike = 0.0,
        epsilon: float = 1e-7,
        centered: bool = False,
        name: str = "RMSprop",
        **kwargs: Any,
    ) -> None:
        super().__init__(name, **kwargs)
        self._set_hyper("learning_rate", kwargs.get("lr", learning_rate))
        self._set_hyper("decay", self._initial_decay)
        self._set_hyper("rho", rho)
        self._momentum = uses_momentum(momentum)
        self._set_hyper("momentum", momentum)
        self.epsilon = epsilon or backend.epsilon()
        self.centered = centered

    def _create_slots(self, var_list: list[Any]) -> None:
        for slot, wanted in (("rms", True), ("momentum", self._momentum), ("mg", self.centered)):
            for var in var_list if wanted else ():
                self.add_slot(var, slot)

    def _prepare_local(
        self, var_device: str, var_dtype: DType, apply_state: dict[tuple[str, DType], dict[str, Any]]
    ) -> None:
        super()._prepare_local(var_device, var_dtype, apply_state)
        state = apply_state[var_device, var_dtype]
        rho = tf.identity(self._get_hyper("rho", var_dtype))
        state.update(
            neg_lr_t=-state["lr_t"],
            epsilon=tf.convert_to_tensor(self.epsilon, var_dtype),
            rho=rho,
            momentum=tf.identity(self._get_hyper("momentum", var_dtype)),
            one_minus_rho=1.0 - rho,
        )

    def _with_momentum(self, kind: str, var: BaseResourceVariable, found: Any, grad: TensorLike, **indices: Any) -> Any:
        mean = {"mg": self.get_slot(var, "mg").handle} if self.centered else {}
        return apply(
            f"{kind}CenteredRMSProp" if self.centered else f"{kind}RMSProp",
            var=var.handle,
            **mean,
            ms=self.get_slot(var, "rms").handle,
            mom=self.get_slot(var, "momentum").handle,
            lr=found["lr_t"],
            rho=found["rho"],
            momentum=found["momentum"],
            epsilon=found["epsilon"],
            grad=grad,
            **indices,
            use_locking=self._use_locking,
        )

    def _resource_apply_dense(self, grad: TensorLike, var: Any, apply_state: Any = None) -> Any:
        found = self._coefficients(var, apply_state)
        if self._momentum:
            return self._with_momentum("ResourceApply", var, found, grad)
        locking = self._use_locking
        rms = self.get_slot(var, "rms")
        rms_t = found["rho"] * rms + found["one_minus_rho"] * tf.square(grad)
        rms_t = tf.assign(rms, rms_t, use_locking=locking)
        divisor = rms_t
        if self.centered:
            mg = self.get_slot(var, "mg")
            mg_t = found["rho"] * mg + found["one_minus_rho"] * grad
            mg_t = tf.assign(mg, mg_t, use_locking=locking)
            divisor = rms_t - tf.square(mg_t)
        var_t = var - found["lr_t"] * grad / (tf.sqrt(divisor) + found["epsilon"])
        return tf.assign(var, var_t, use_locking=locking).op

    def _resource_apply_sparse(self, grad: Any, var: Any, indices: Any, apply_state: Any = None) -> Any:
        found = self._coefficients(var, apply_state)
        if self._momentum:
            return self._with_momentum("ResourceSparseApply", var, found, grad, indices=indices)
        rms = self.get_slot(var, "rms")
        scaled = (grad * grad) * found["one_minus_rho"]
        rms_t = tf.assign(rms, rms * found["rho"], use_locking=self._use_locking)
        with tf.control_dependencies([rms_t]):
            rms_t = self._resource_scatter_add(rms, indices, scaled)
            divisor = tf.gather(rms_t, indices)
        done = [rms_t]
        if self.centered:
            mg = self.get_slot(var, "mg")
            scaled = grad * found["one_minus_rho"]
            mg_t = tf.assign(mg, mg * found["rho"], use_locking=self._use_locking)
            with tf.control_dependencies([mg_t]):
                mg_t = self._resource_scatter_add(mg, indices, scaled)
                divisor = divisor - tf.square(tf.gather(mg_t, indices))
            done.append(mg_t)
        step = found["neg_lr_t"] * grad / (tf.sqrt(divisor) + found["epsilon"])
        return tf.group(self._resource_scatter_add(var, indices, step), *done)

    def set_weights(self, weights: Sequence[Any]) -> None:
        # Files of older releases have no number of steps.
        if len(self.weights) == len(weights) + 1:
            weights = [np.array(0), *weights]
        super().set_weights(weights)

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "learning_rate": self._serialize_hyperparameter("learning_rate"),
            "decay": self._serialize_hyperparameter("decay"),
            "rho": self._serialize_hyperparameter("rho"),
            "momentum": self._serialize_hyperparameter("momentum"),
            "epsilon": self.epsilon,
            "centered": self.centered,
        }


RMSProp = RMSprop
