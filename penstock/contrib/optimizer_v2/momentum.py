"""Gradient descent with momentum, whose hyperparameters may be functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from penstock._namespace import export
from penstock.contrib.optimizer_v2.one_operation import OneOperation, example
from penstock.graph.typing import DTypeLike


@export("contrib.optimizer_v2.MomentumOptimizer")
@example("0.1, 0.9", "[1600.0, 2400.0]")
class MomentumOptimizer(OneOperation):
    """Gradient descent with momentum: `accum = momentum * accum + grad; var -= learning_rate * accum`."""

    _inputs = {"accum": "momentum"}
    _numbers = {"lr": "learning_rate", "momentum": "momentum"}

    def __init__(
        self,
        learning_rate: Any,
        momentum: Any,
        use_locking: bool = False,
        name: str = "Momentum",
        use_nesterov: bool = False,
    ) -> None:
        """Args:
        learning_rate, momentum: numbers, tensors, or functions that give them for each step.
        use_locking: recorded in the operations.
        name: the name of the operations and slots.
        use_nesterov: whether the step is Nesterov's.
        """
        super().__init__(use_locking, name)
        self._set_hyper("learning_rate", learning_rate)
        self._set_hyper("momentum", momentum)
        self._use_nesterov = use_nesterov

    def _create_vars(self, var_list: Sequence[Any], state: Any) -> None:
        for var in var_list:
            state.zeros_slot(var, "momentum")

    def _kind(self) -> str:
        return "Momentum"

    def _more(self, state: Any, dtype: DTypeLike) -> dict[str, Any]:
        return {"use_nesterov": self._use_nesterov}
