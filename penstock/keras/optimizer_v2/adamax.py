"""Adamax: Adam with the largest gradient instead of the mean of squares."""

from __future__ import annotations

from collections.abc import Callable
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


@export("keras.optimizers.Adamax")
class Adamax(optimizer_v2.OptimizerV2):
    """Adamax: Adam with the largest recent gradient in place of the average of squares.

    Args:
      learning_rate: the learning rate, a number, a schedule, or a function that returns it.
      beta_1: how slowly the mean of gradients changes.
      beta_2: how slowly the mean of their largest values changes.
      epsilon: a small number that is added to divisors.
      name: a name.
      **kwargs: `clipnorm`, `clipvalue`, `lr` and `decay`, as in `tf.keras.optimizers.Optimizer`.

    >>> import penstock as tf
    >>> optimizer = tf.keras.optimizers.Adamax(0.1)
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
        name: str = "Adamax",
        **kwargs: Any,
    ) -> None:
        super().__init__(name, **kwargs)
        self._set_hyper("learning_rate", kwargs.get("lr", learning_rate))
        self._set_hyper("decay", self._initial_decay)
        self._set_hyper("beta_1", beta_1)
        self._set_hyper("beta_2", beta_2)
        self.epsilon = epsilon or backend.epsilon()

    def _create_slots(self, var_list: list[Any]) -> None:
        for slot in ("m", "v"):
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
        power_1 = tf.pow(beta_1, step)
        state.update(
            neg_scaled_lr=-state["lr_t"] / (1 - power_1),
            epsilon=tf.convert_to_tensor(self.epsilon, var_dtype),
            beta_1_t=beta_1,
            beta_1_power=power_1,
            one_minus_beta_1_t=1 - beta_1,
            beta_2_t=beta_2,
            zero=tf.zeros((), dtype=tf.int64),
        )

    def _resource_apply_dense(self, grad: TensorLike, var: Any, apply_state: Any = None) -> Operation:
        found = self._coefficients(var, apply_state)
        return apply(
            "ResourceApplyAdaMax",
            var=var.handle,
            m=self.get_slot(var, "m").handle,
            v=self.get_slot(var, "v").handle,
            beta1_power=found["beta_1_power"],
            lr=found["lr_t"],
            beta1=found["beta_1_t"],
            beta2=found["beta_2_t"],
            epsilon=found["epsilon"],
            grad=grad,
            use_locking=self._use_locking,
        )

    def _resource_apply_sparse(
        self, grad: TensorLike, var: Any, indices: TensorLike, apply_state: Any = None
    ) -> Operation:
        found = self._coefficients(var, apply_state)
        m = self.get_slot(var, "m")
        m_slice = tf.gather(m, indices, axis=found["zero"])
        m_t_slice = m_slice * found["beta_1_t"] + grad * found["one_minus_beta_1_t"]
        with tf.control_dependencies([m_t_slice]):
            m_t = self._resource_scatter_update(m, indices, m_t_slice)
        v = self.get_slot(var, "v")
        v_slice = tf.gather(v, indices, axis=found["zero"])
        v_t_slice = tf.maximum(v_slice * found["beta_2_t"], tf.abs(grad))
        with tf.control_dependencies([v_t_slice]):
            v_t = self._resource_scatter_update(v, indices, v_t_slice)
        var_slice = found["neg_scaled_lr"] * (m_t_slice / (v_t_slice + found["epsilon"]))
        with tf.control_dependencies([var_slice]):
            update = self._resource_scatter_add(var, indices, var_slice)
        return tf.group(update, m_t, v_t)

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "learning_rate": self._serialize_hyperparameter("learning_rate"),
            "decay": self._serialize_hyperparameter("decay"),
            "beta_1": self._serialize_hyperparameter("beta_1"),
            "beta_2": self._serialize_hyperparameter("beta_2"),
            "epsilon": self.epsilon,
        }
