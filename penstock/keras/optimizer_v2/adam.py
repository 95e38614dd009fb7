"""Adam: steps scaled by moving means of gradients and of their squares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.build import apply
from penstock.graph.typing import TensorLike
from penstock.keras import backend
from penstock.keras.optimizer_v2 import optimizer_v2

if TYPE_CHECKING:
    from penstock.graph.dtypes import DType
    from penstock.graph.operation import Operation


@export("keras.optimizers.Adam")
class Adam(optimizer_v2.OptimizerV2):
    """Adam: steps by running averages of the gradient and of its square.

    Args:
      learning_rate: the learning rate, a number, a schedule, or a function that returns it.
      beta_1: how slowly the mean of gradients changes.
      beta_2: how slowly the mean of their squares changes.
      epsilon: a small number that is added to divisors.
      amsgrad: whether the largest mean of squares so far counts, instead of the present one.
      name: a name.
      **kwargs: `clipnorm`, `clipvalue`, `lr` and `decay`, as in `tf.keras.optimizers.Optimizer`.

    >>> import penstock as tf
    >>> optimizer = tf.keras.optimizers.Adam(0.1)
    >>> v = tf.keras.backend.variable(1.0)
    >>> step = tf.keras.backend.function([], [v * v], updates=optimizer.get_updates(v * v, [v]))
    >>> step([]), optimizer.get_weights()[0]
    ([np.float32(1.0)], np.int64(1))
    """

    def __init__(
        self,
        learning_rate: TensorLike | Callable[..., Any] = 0.001,
        beta_1: TensorLike | Callable[..., Any] = 0.9,
        beta_2: TensorLike | Callable[..., Any] = 0.999,
        epsilon: float = 1e-7,
        amsgrad: bool = False,
        name: str = "Adam",
        **kwargs: Any,
    ) -> None:
        super().__init__(name, **kwargs)
        self._set_hyper("learning_rate", kwargs.get("lr", learning_rate))
        self._set_hyper("decay", self._initial_decay)
        self._set_hyper("beta_1", beta_1)
        self._set_hyper("beta_2", beta_2)
        self.epsilon = epsilon or backend.epsilon()
        self.amsgrad = amsgrad

    def _create_slots(self, var_list: list[Any]) -> None:
        for slot in ("m", "v", "vhat") if self.amsgrad else ("m", "v"):
            for var in var_list:
                self.add_slot(var, slot)

    def _prepare_local(
        self, var_device: str, var_dtype: DType, apply_state: dict[tuple[str, DType], dict[str, Any]]
    ) -> None:
        super()._prepare_local(var_device, var_dtype, apply_state)
        state = apply_state[var_device, var_dtype]
        step = tf.cast(self.iterations + 1, var_dtype)
        beta_1 = tf.identity(self._get_hyper("beta_1", var_dtype))
        beta_2 = tf.identity(self._get_hyper("beta_2", var_dtype))
        power_1, power_2 = tf.pow(beta_1, step), tf.pow(beta_2, step)
        state.update(
            lr=state["lr_t"] * (tf.sqrt(1 - power_2) / (1 - power_1)),
            epsilon=tf.convert_to_tensor(self.epsilon, var_dtype),
            beta_1_t=beta_1,
            beta_1_power=power_1,
            one_minus_beta_1_t=1 - beta_1,
            beta_2_t=beta_2,
            beta_2_power=power_2,
            one_minus_beta_2_t=1 - beta_2,
        )

    def set_weights(self, weights: Sequence[Any]) -> None:
        # The separate package Keras writes a third slot, which only `amsgrad` needs.
        if len(weights) == 3 * ((len(self.weights) - 1) // 2) + 1:
            weights = weights[: len(self.weights)]
        super().set_weights(weights)

    def _resource_apply_dense(self, grad: TensorLike, var: Any, apply_state: Any = None) -> Any:
        found = self._coefficients(var, apply_state)
        largest = {"vhat": self.get_slot(var, "vhat").handle} if self.amsgrad else {}
        return apply(
            "ResourceApplyAdamWithAmsgrad" if self.amsgrad else "ResourceApplyAdam",
            var=var.handle,
            m=self.get_slot(var, "m").handle,
            v=self.get_slot(var, "v").handle,
            **largest,
            beta1_power=found["beta_1_power"],
            beta2_power=found["beta_2_power"],
            lr=found["lr_t"],
            beta1=found["beta_1_t"],
            beta2=found["beta_2_t"],
            epsilon=found["epsilon"],
            grad=grad,
            use_locking=self._use_locking,
        )

    def _resource_apply_sparse(self, grad: Any, var: Any, indices: Any, apply_state: Any = None) -> Operation:
        found = self._coefficients(var, apply_state)
        locking = self._use_locking
        m = self.get_slot(var, "m")
        m_scaled = grad * found["one_minus_beta_1_t"]
        m_t = tf.assign(m, m * found["beta_1_t"], use_locking=locking)
        with tf.control_dependencies([m_t]):
            m_t = self._resource_scatter_add(m, indices, m_scaled)
        v = self.get_slot(var, "v")
        v_scaled = (grad * grad) * found["one_minus_beta_2_t"]
        v_t = tf.assign(v, v * found["beta_2_t"], use_locking=locking)
        with tf.control_dependencies([v_t]):
            v_t = self._resource_scatter_add(v, indices, v_scaled)
        done, second = [m_t, v_t], v_t
        if self.amsgrad:
            largest = self.get_slot(var, "vhat")
            second = tf.maximum(largest, v_t)
            with tf.control_dependencies([second]):
                second = tf.assign(largest, second, use_locking=locking)
            done.append(second)
        root = tf.sqrt(second)
        update = tf.assign_sub(var, found["lr"] * m_t / (root + found["epsilon"]), use_locking=locking)
        return tf.group(update, *done)

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "learning_rate": self._serialize_hyperparameter("learning_rate"),
            "decay": self._serialize_hyperparameter("decay"),
            "beta_1": self._serialize_hyperparameter("beta_1"),
            "beta_2": self._serialize_hyperparameter("beta_2"),
            "epsilon": self.epsilon,
            "amsgrad": self.amsgrad,
        }
