"""Adadelta, whose hyperparameters may be functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from penstock._namespace import export
from penstock.contrib.optimizer_v2.one_operation import OneOperation, example


@export("contrib.optimizer_v2.AdadeltaOptimizer")
@example("1.0", "[2000.0, 3000.0]")
class AdadeltaOptimizer(OneOperation):
    """Adadelta, by Zeiler: steps in the size of earlier steps, for each weight."""

    _inputs = {"accum": "accum", "accum_update": "accum_update"}
    _numbers = {"lr": "learning_rate", "rho": "rho", "epsilon": "epsilon"}

    def __init__(
        self,
        learning_rate: Any = 0.001,
        rho: Any = 0.95,
        epsilon: Any = 1e-8,
        use_locking: bool = False,
        name: str = "Adadelta",
    ) -> None:
        """Args:
        learning_rate, rho, epsilon: numbers, tensors, or functions that give them for each step.
        use_locking: recorded in the operations.
        name: the name of the operations and slots.
        """
        super().__init__(use_locking, name)
        self._set_hyper("learning_rate", learning_rate)
        self._set_hyper("rho", rho)
        self._set_hyper("epsilon", epsilon)

    def _create_vars(self, var_list: Sequence[Any], state: Any) -> None:
        for var in var_list:
            state.zeros_slot(var, "accum")
            state.zeros_slot(var, "accum_update")

    def _kind(self) -> str:
        return "Adadelta"
