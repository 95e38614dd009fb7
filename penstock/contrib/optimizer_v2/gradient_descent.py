"""Gradient descent, whose learning rate may be a function."""

from __future__ import annotations

from typing import Any

from penstock._namespace import export, find
from penstock.contrib.optimizer_v2.one_operation import OneOperation, example
from penstock.graph.build import apply
from penstock.graph.composite import IndexedSlices
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import TensorOrVariable


@export("contrib.optimizer_v2.GradientDescentOptimizer")
@example("0.1", "[1600.0, 2400.0]")
class GradientDescentOptimizer(OneOperation):
    """Gradient descent: `var -= learning_rate * grad`."""

    _numbers = {"alpha": "learning_rate"}

    def __init__(self, learning_rate: Any, use_locking: bool = False, name: str = "GradientDescent") -> None:
        """Args:
        learning_rate: a number, a tensor, or a function that gives one for each step.
        use_locking: recorded in the operations.
        name: the name of the operations.
        """
        super().__init__(use_locking, name)
        self._set_hyper("learning_rate", learning_rate)

    def _kind(self) -> str:
        return "GradientDescent"

    def _apply_sparse_duplicate_indices(self, grad: IndexedSlices, var: TensorOrVariable, state: Any) -> Any:  # type: ignore[override]
        delta = grad.values * state.get_hyper("learning_rate", var.dtype.base_dtype)
        return find("scatter_sub")(var, grad.indices, delta, use_locking=self._use_locking)

    def _resource_apply_sparse_duplicate_indices(  # type: ignore[override]
        self, grad: Tensor, handle: Any, indices: Tensor, state: Any
    ) -> Operation:
        delta = -grad * state.get_hyper("learning_rate", grad.dtype.base_dtype)
        return apply("ResourceScatterAdd", resource=handle.handle, indices=indices, updates=delta)
