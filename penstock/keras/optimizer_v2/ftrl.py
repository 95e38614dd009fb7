"""FTRL: follows the regularized leader, for sparse linear models."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.build import apply
from penstock.graph.typing import TensorLike
from penstock.keras.optimizer_v2 import optimizer_v2

if TYPE_CHECKING:
    from penstock.graph.dtypes import DType
    from penstock.ops.state.resource_variable import BaseResourceVariable


@export("keras.optimizers.Ftrl")
class Ftrl(optimizer_v2.OptimizerV2):
    """Ftrl: follow the regularized leader, which keeps many weights at 0.

    Args:
      learning_rate: the learning rate, a number, a schedule, or a function that returns it.
      learning_rate_power: how the rate falls with the sum of squares, not positive.
      initial_accumulator_value: what the sums of squares start with.
      l1_regularization_strength: a penalty of absolute values.
      l2_regularization_strength: a penalty of squares.
      name: a name.
      l2_shrinkage_regularization_strength: a penalty of squares that is part of the gradient only.
      **kwargs: `clipnorm`, `clipvalue`, `lr` and `decay`, as in `tf.keras.optimizers.Optimizer`.

    Raises:
      ValueError: a number is on the wrong side of zero.

    >>> import penstock as tf
    >>> optimizer = tf.keras.optimizers.Ftrl(0.1)
    >>> v = tf.keras.backend.variable(1.0)
    >>> step = tf.keras.backend.function([], [v * v], updates=optimizer.get_updates(v * v, [v]))
    >>> step([]), optimizer.get_weights()[0]
    ([np.float32(1.0)], np.int64(1))
    """

    def __init__(
        self,
        learning_rate: TensorLike | Callable[..., Any] = 0.001,
        learning_rate_power: float = -0.5,
        initial_accumulator_value: float = 0.1,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        name: str = "Ftrl",
        l2_shrinkage_regularization_strength: float = 0.0,
        **kwargs: Any,
    ) -> None:
        super().__init__(name, **kwargs)
        if initial_accumulator_value < 0.0:
            raise ValueError("initial_accumulator_value %f needs to be positive or zero" % initial_accumulator_value)
        if learning_rate_power > 0.0:
            raise ValueError("learning_rate_power %f needs to be negative or zero" % learning_rate_power)
        for argument, value in (
            ("l1_regularization_strength", l1_regularization_strength),
            ("l2_regularization_strength", l2_regularization_strength),
            ("l2_shrinkage_regularization_strength", l2_shrinkage_regularization_strength),
        ):
            if value < 0.0:
                raise ValueError("%s %f needs to be positive or zero" % (argument, value))
        self._set_hyper("learning_rate", learning_rate)
        self._set_hyper("decay", self._initial_decay)
        self._set_hyper("learning_rate_power", learning_rate_power)
        self._set_hyper("l1_regularization_strength", l1_regularization_strength)
        self._set_hyper("l2_regularization_strength", l2_regularization_strength)
        self._initial_accumulator_value = initial_accumulator_value
        self._l2_shrinkage_regularization_strength = l2_shrinkage_regularization_strength

    def _create_slots(self, var_list: list[Any]) -> None:
        for var in var_list:
            start = tf.constant_initializer(self._initial_accumulator_value, dtype=var.dtype.base_dtype)
            self.add_slot(var, "accumulator", start)
            self.add_slot(var, "linear")

    def _prepare_local(
        self, var_device: str, var_dtype: DType, apply_state: dict[tuple[str, DType], dict[str, Any]]
    ) -> None:
        super()._prepare_local(var_device, var_dtype, apply_state)
        state = apply_state[var_device, var_dtype]
        for name in ("learning_rate_power", "l1_regularization_strength", "l2_regularization_strength"):
            state[name] = tf.identity(self._get_hyper(name, var_dtype))
        state["l2_shrinkage"] = tf.cast(self._l2_shrinkage_regularization_strength, var_dtype)

    def _apply(
        self,
        kind: str,
        grad: TensorLike,
        var: BaseResourceVariable,
        apply_state: dict[tuple[str, DType], dict[str, Any]],
        **indices: Any,
    ) -> Any:
        found = self._coefficients(var, apply_state)
        shrinks = self._l2_shrinkage_regularization_strength > 0.0
        shrinkage = {"l2_shrinkage": found["l2_shrinkage"]} if shrinks else {}
        return apply(
            f"{kind}V2" if shrinks else kind,
            var=var.handle,
            accum=self.get_slot(var, "accumulator").handle,
            linear=self.get_slot(var, "linear").handle,
            grad=grad,
            **indices,
            lr=found["lr_t"],
            l1=found["l1_regularization_strength"],
            l2=found["l2_regularization_strength"],
            **shrinkage,
            lr_power=found["learning_rate_power"],
            use_locking=self._use_locking,
        )

    def _resource_apply_dense(self, grad: Any, var: Any, apply_state: Any = None) -> Any:
        return self._apply("ResourceApplyFtrl", grad, var, apply_state)

    def _resource_apply_sparse(self, grad: Any, var: Any, indices: Any, apply_state: Any = None) -> Any:
        return self._apply("ResourceSparseApplyFtrl", grad, var, apply_state, indices=indices)

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "learning_rate": self._serialize_hyperparameter("learning_rate"),
            "decay": self._serialize_hyperparameter("decay"),
            "initial_accumulator_value": self._initial_accumulator_value,
            "learning_rate_power": self._serialize_hyperparameter("learning_rate_power"),
            "l1_regularization_strength": self._serialize_hyperparameter("l1_regularization_strength"),
            "l2_regularization_strength": self._serialize_hyperparameter("l2_regularization_strength"),
            "l2_shrinkage_regularization_strength": self._l2_shrinkage_regularization_strength,
        }
