"""RMSProp, whose hyperparameters may be functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from penstock._namespace import export, find
from penstock.contrib.optimizer_v2.one_operation import OneOperation, example
from penstock.graph.typing import DTypeLike


@export("contrib.optimizer_v2.RMSPropOptimizer")
@example("0.1", "[1684.0, 2684.0]")
class RMSPropOptimizer(OneOperation):
    """RMSProp: gradients divided by the root of a running mean of their squares.

    The means begin with `epsilon`, and nothing is added to them in a step.
    """

    _numbers = {"lr": "learning_rate", "rho": "decay", "momentum": "momentum"}

    def __init__(
        self,
        learning_rate: Any,
        decay: Any = 0.9,
        momentum: Any = 0.0,
        epsilon: Any = 1e-10,
        use_locking: bool = False,
        centered: bool = False,
        name: str = "RMSProp",
    ) -> None:
        """Args:
        learning_rate, decay, momentum, epsilon: numbers, tensors, or functions that give them for each step.
        use_locking: recorded in the operations.
        centered: whether the variance takes the place of the mean of squares.
        name: the name of the operations and slots.
        """
        super().__init__(use_locking, name)
        self._set_hyper("learning_rate", learning_rate)
        self._set_hyper("decay", decay)
        self._set_hyper("momentum", momentum)
        self._set_hyper("epsilon", epsilon)
        self._centered = centered

    def _create_vars(self, var_list: Sequence[Any], state: Any) -> None:
        for var in var_list:
            epsilon = state.get_hyper("epsilon", var.dtype.base_dtype)
            state.create_slot(var, epsilon * find("ones_like")(var), "rms")
            if self._centered:
                state.zeros_slot(var, "mg")
            state.zeros_slot(var, "momentum")

    def _kind(self) -> str:
        return "CenteredRMSProp" if self._centered else "RMSProp"

    def _slots_used(self) -> dict[str, str]:
        means = {"mg": "mg"} if self._centered else {}
        return {**means, "ms": "rms", "mom": "momentum"}

    def _more(self, state: Any, dtype: DTypeLike) -> dict[str, Any]:
        return {"epsilon": 0.0}
