"""Nadam: Adam with Nesterov's momentum."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.typing import TensorLike
from penstock.keras import backend
from penstock.keras.optimizer_v2 import learning_rate_schedule, optimizer_v2

if TYPE_CHECKING:
    from penstock.graph.dtypes import DType
    from penstock.graph.operation import Operation


@export("keras.optimizers.Nadam")
class Nadam(optimizer_v2.OptimizerV2):
    """Nadam: Adam with Nesterov's momentum.

    Args:
      learning_rate: the learning rate.
      beta_1: how slowly the mean of gradients changes.
      beta_2: how slowly the mean of their squares changes.
      epsilon: a small number that is added to divisors.
      name: a name.
      **kwargs: `clipnorm`, `clipvalue`, `lr` and `decay`, as in `tf.keras.optimizers.Optimizer`.

    Raises:
      ValueError: the learning rate is a schedule.

    >>> import penstock as tf
    >>> optimizer = tf.keras.optimizers.Nadam(0.1)
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
        name: str = "Nadam",
        **kwargs: Any,
    ) -> None:
        kwargs["decay"] = kwargs.pop("schedule_decay", 0.004)
        if isinstance(kwargs.get("lr", learning_rate), learning_rate_schedule.LearningRateSchedule):
            raise ValueError(
                "The Nadam optimizer does not support tf.keras.optimizers.LearningRateSchedules as the learning rate."
            )
        super().__init__(name, **kwargs)
        self._set_hyper("learning_rate", kwargs.get("lr", learning_rate))
        self._set_hyper("decay", self._initial_decay)
        self._set_hyper("beta_1", beta_1)
        self._set_hyper("beta_2", beta_2)
        self.epsilon = epsilon or backend.epsilon()
        self._m_cache: Any = None

    def _create_slots(self, var_list: list[Any]) -> None:
        if self._m_cache is None:
            kind = var_list[0].dtype.base_dtype
            self._m_cache = self.add_weight("momentum_cache", shape=[], dtype=kind, initializer="ones", trainable=False)
            self._weights.append(self._m_cache)
        for slot in ("m", "v"):
            for var in var_list:
                self.add_slot(var, slot)

    def _prepare_local(
        self, var_device: str, var_dtype: DType, apply_state: dict[tuple[str, DType], dict[str, Any]]
    ) -> None:
        rate = tf.identity(self._get_hyper("learning_rate", var_dtype))
        beta_1 = tf.identity(self._get_hyper("beta_1", var_dtype))
        beta_2 = tf.identity(self._get_hyper("beta_2", var_dtype))
        step = tf.cast(self.iterations + 1, var_dtype)
        following = tf.cast(self.iterations + 2, var_dtype)
        base = tf.cast(0.96, var_dtype)
        m_t = beta_1 * (1.0 - 0.5 * (tf.pow(base, self._initial_decay * step)))
        m_t_1 = beta_1 * (1.0 - 0.5 * (tf.pow(base, self._initial_decay * following)))
        schedule = tf.cast(self._m_cache_read, var_dtype) * m_t
        if var_dtype is self._m_cache.dtype:
            schedule = tf.identity(tf.assign(self._m_cache, schedule, use_locking=self._use_locking))
        schedule_next = schedule * m_t_1
        apply_state[var_device, var_dtype] = {
            "lr_t": rate,
            "neg_lr_t": -rate,
            "epsilon": tf.convert_to_tensor(self.epsilon, var_dtype),
            "beta_1_t": beta_1,
            "beta_2_t": beta_2,
            "m_t": m_t,
            "m_t_1": m_t_1,
            "one_minus_beta_1_t": 1 - beta_1,
            "one_minus_beta_2_t": 1 - beta_2,
            "one_minus_m_t": 1.0 - m_t,
            "one_minus_m_schedule_new": 1.0 - schedule,
            "one_minus_m_schedule_next": 1.0 - schedule_next,
            "v_t_prime_denominator": 1.0 - tf.pow(beta_2, step),
        }

    def _prepare(self, var_list: list[Any]) -> Any:
        # Before any update of the step.
        self._m_cache_read = tf.identity(self._m_cache)
        return super()._prepare(var_list)

    def _resource_apply_dense(self, grad: TensorLike, var: Any, apply_state: Any = None) -> Any:
        found = self._coefficients(var, apply_state)
        locking = self._use_locking
        m, v = self.get_slot(var, "m"), self.get_slot(var, "v")
        g_prime = grad / found["one_minus_m_schedule_new"]
        m_t = found["beta_1_t"] * m + found["one_minus_beta_1_t"] * grad
        m_t = tf.assign(m, m_t, use_locking=locking)
        m_t_prime = m_t / found["one_minus_m_schedule_next"]
        v_t = found["beta_2_t"] * v + found["one_minus_beta_2_t"] * tf.square(grad)
        v_t = tf.assign(v, v_t, use_locking=locking)
        v_t_prime = v_t / found["v_t_prime_denominator"]
        m_t_bar = found["one_minus_m_t"] * g_prime + found["m_t_1"] * m_t_prime
        var_t = var - found["lr_t"] * m_t_bar / (tf.sqrt(v_t_prime) + found["epsilon"])
        return tf.assign(var, var_t, use_locking=locking).op

    def _resource_apply_sparse(self, grad: Any, var: Any, indices: Any, apply_state: Any = None) -> Operation:
        found = self._coefficients(var, apply_state)
        locking = self._use_locking
        m, v = self.get_slot(var, "m"), self.get_slot(var, "v")
        g_prime = grad / found["one_minus_m_schedule_new"]
        m_scaled = grad * found["one_minus_beta_1_t"]
        m_t = tf.assign(m, m * found["beta_1_t"], use_locking=locking)
        with tf.control_dependencies([m_t]):
            m_t = self._resource_scatter_add(m, indices, m_scaled)
            m_t_slice = tf.gather(m_t, indices)
        m_t_prime = m_t_slice / found["one_minus_m_schedule_next"]
        m_t_bar = found["one_minus_m_t"] * g_prime + found["m_t_1"] * m_t_prime
        v_scaled = (grad * grad) * found["one_minus_beta_2_t"]
        v_t = tf.assign(v, v * found["beta_2_t"], use_locking=locking)
        with tf.control_dependencies([v_t]):
            v_t = self._resource_scatter_add(v, indices, v_scaled)
            v_t_slice = tf.gather(v_t, indices)
        v_t_prime = v_t_slice / found["v_t_prime_denominator"]
        divisor = tf.sqrt(v_t_prime) + found["epsilon"]
        update = self._resource_scatter_add(var, indices, found["neg_lr_t"] * m_t_bar / divisor)
        return tf.group(update, m_t_bar, v_t)

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "learning_rate": self._serialize_hyperparameter("learning_rate"),
            "decay": self._serialize_hyperparameter("decay"),
            "beta_1": self._serialize_hyperparameter("beta_1"),
            "beta_2": self._serialize_hyperparameter("beta_2"),
            "epsilon": self.epsilon,
        }
