"""Stochastic gradient descent, with momentum."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike
from penstock.keras.optimizer_v2 import optimizer_v2

if TYPE_CHECKING:
    from penstock.graph.dtypes import DType
    from penstock.ops.state.resource_variable import BaseResourceVariable


def uses_momentum(momentum: Any) -> bool:
    """Says whether there is momentum.

    Raises:
      ValueError: it is not between 0 and 1.
    """
    found = isinstance(momentum, Tensor) or callable(momentum) or momentum > 0
    if isinstance(momentum, (int, float)) and (momentum < 0 or momentum > 1):
        raise ValueError("`momentum` must be between [0, 1].")
    return bool(found)


@export("keras.optimizers.SGD")
class SGD(optimizer_v2.OptimizerV2):
    """SGD: gradient descent, with momentum if it is given.

    Args:
      learning_rate: the learning rate, a number, a schedule, or a function that returns it.
      momentum: the part of the last step that is done again.
      nesterov: whether the gradient counts as after that part, as Nesterov proposed.
      name: a name.
      **kwargs: `clipnorm`, `clipvalue`, `lr` and `decay`, as in `tf.keras.optimizers.Optimizer`.

    >>> import penstock as tf
    >>> optimizer = tf.keras.optimizers.SGD(0.1)
    >>> v = tf.keras.backend.variable(1.0)
    >>> step = tf.keras.backend.function([], [v * v], updates=optimizer.get_updates(v * v, [v]))
    >>> step([]), optimizer.get_weights()[0]
    ([np.float32(1.0)], np.int64(1))
    """

    def __init__(
        self,
        learning_rate: TensorLike | Callable[..., Any] = 0.01,
        momentum: TensorLike = 0.0,
        nesterov: bool = False,
        name: str = "SGD",
        **kwargs: Any,
    ) -> None:
        super().__init__(name, **kwargs)
        self._set_hyper("learning_rate", kwargs.get("lr", learning_rate))
        self._set_hyper("decay", self._initial_decay)
        self._momentum = uses_momentum(momentum)
        self._set_hyper("momentum", momentum)
        self.nesterov = nesterov

    def _create_slots(self, var_list: list[Any]) -> None:
        if self._momentum:
            for var in var_list:
                self.add_slot(var, "momentum")

    def _prepare_local(
        self, var_device: str, var_dtype: DType, apply_state: dict[tuple[str, DType], dict[str, Any]]
    ) -> None:
        super()._prepare_local(var_device, var_dtype, apply_state)
        apply_state[var_device, var_dtype]["momentum"] = tf.identity(self._get_hyper("momentum", var_dtype))

    def _with_momentum(self, kind: str, grad: TensorLike, var: BaseResourceVariable, found: Any, **indices: Any) -> Any:
        return apply(
            kind,
            var=var.handle,
            accum=self.get_slot(var, "momentum").handle,
            lr=found["lr_t"],
            grad=grad,
            **indices,
            momentum=found["momentum"],
            use_locking=self._use_locking,
            use_nesterov=self.nesterov,
        )

    def _resource_apply_dense(self, grad: Any, var: Any, apply_state: Any = None) -> Any:
        found = self._coefficients(var, apply_state)
        if self._momentum:
            return self._with_momentum("ResourceApplyKerasMomentum", grad, var, found)
        locking = self._use_locking
        return apply(
            "ResourceApplyGradientDescent", var=var.handle, alpha=found["lr_t"], delta=grad, use_locking=locking
        )

    def _resource_apply_sparse_duplicate_indices(self, grad: Tensor, var: Any, indices: Any, **kwargs: Any) -> Any:  # type: ignore[override]
        if self._momentum:
            return super()._resource_apply_sparse_duplicate_indices(grad, var, indices, **kwargs)
        found = self._coefficients(var, kwargs.get("apply_state"))
        return apply("ResourceScatterAdd", resource=var.handle, indices=indices, updates=-grad * found["lr_t"])

    def _resource_apply_sparse(self, grad: TensorLike, var: Any, indices: TensorLike, apply_state: Any = None) -> Any:
        found = self._coefficients(var, apply_state)
        return self._with_momentum("ResourceSparseApplyKerasMomentum", grad, var, found, indices=indices)

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "learning_rate": self._serialize_hyperparameter("learning_rate"),
            "decay": self._serialize_hyperparameter("decay"),
            "momentum": self._serialize_hyperparameter("momentum"),
            "nesterov": self.nesterov,
        }
