"""Adam, whose hyperparameters may be functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from penstock._namespace import export, find
from penstock.contrib.optimizer_v2.one_operation import OneOperation, example
from penstock.graph.build import apply
from penstock.graph.composite import IndexedSlices
from penstock.graph.graph import control_dependencies
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import DTypeLike, TensorLike, TensorOrVariable


@export("contrib.optimizer_v2.AdamOptimizer")
@example("0.1", "[1900.0, 2900.0]")
class AdamOptimizer(OneOperation):
    """Adam, by Kingma and Ba: with `m` and `v` the running means of `grad` and `grad ** 2`,

    `var -= learning_rate * sqrt(1 - beta2 ** t) / (1 - beta1 ** t) * m / (sqrt(v) + epsilon)`.
    """

    _inputs = {"m": "m", "v": "v"}
    _numbers = {"lr": "learning_rate", "beta1": "beta1", "beta2": "beta2", "epsilon": "epsilon"}

    def __init__(
        self,
        learning_rate: Any = 0.001,
        beta1: Any = 0.9,
        beta2: Any = 0.999,
        epsilon: Any = 1e-8,
        use_locking: bool = False,
        name: str = "Adam",
    ) -> None:
        """Args:
        learning_rate, beta1, beta2, epsilon: numbers, tensors, or functions that give them for each step.
        use_locking: recorded in the operations.
        name: the name of the operations and slots.
        """
        super().__init__(use_locking, name)
        self._set_hyper("learning_rate", learning_rate)
        self._set_hyper("beta1", beta1)
        self._set_hyper("beta2", beta2)
        self._set_hyper("epsilon", epsilon)

    def _get_beta_accumulators(self, state: Any = None) -> tuple[Any, Any]:
        """The variables that hold beta1 and beta2 to the power of the step number."""
        state = self._get_or_create_state() if state is None else state
        return state.get_non_slot("beta1_power"), state.get_non_slot("beta2_power")

    def _create_vars(self, var_list: Sequence[Any], state: Any) -> None:
        state.create_non_slot(initial_value=lambda: state.get_hyper("beta1"), name="beta1_power")
        state.create_non_slot(initial_value=lambda: state.get_hyper("beta2"), name="beta2_power")
        for var in var_list:
            state.zeros_slot(var, "m")
            state.zeros_slot(var, "v")

    def _kind(self) -> str:
        return "Adam"

    def _more(self, state: Any, dtype: DTypeLike) -> dict[str, Any]:
        power1, power2 = (find("cast")(power, dtype) for power in self._get_beta_accumulators(state))
        return {"beta1_power": power1, "beta2_power": power2}

    def _apply_sparse(self, grad: IndexedSlices, var: TensorOrVariable, state: Any) -> Operation:  # type: ignore[override]
        def scatter_add(x: TensorLike, indices: TensorLike, updates: Any) -> Any:
            return find("scatter_add")(x, indices, updates, use_locking=self._use_locking)

        return self._apply_sparse_shared(grad.values, var, grad.indices, scatter_add, state)

    def _resource_apply_sparse(self, grad: Tensor, handle: Any, indices: Tensor, state: Any) -> Operation:  # type: ignore[override]
        return self._apply_sparse_shared(grad, handle, indices, self._resource_scatter_add, state)

    def _resource_scatter_add(self, x: Any, indices: Any, updates: Any) -> Any:
        with control_dependencies([apply("ResourceScatterAdd", resource=x.handle, indices=indices, updates=updates)]):
            return x.value()

    def _apply_sparse_shared(self, grad: Any, var: Any, indices: Any, scatter_add: Any, state: Any) -> Operation:
        dtype = var.dtype.base_dtype
        sqrt, assign = find("sqrt"), find("assign")
        power1, power2 = (find("cast")(power, dtype) for power in self._get_beta_accumulators(state))
        rate, beta1, beta2, epsilon = (
            state.get_hyper(name, dtype) for name in ("learning_rate", "beta1", "beta2", "epsilon")
        )
        rate = rate * sqrt(1 - power2) / (1 - power1)
        means = []
        for slot, beta, values in (("m", beta1, lambda: grad), ("v", beta2, lambda: grad * grad)):
            mean = state.get_slot(var, slot)
            scaled = values() * (1 - beta)
            with control_dependencies([assign(mean, mean * beta, use_locking=self._use_locking)]):
                means.append(scatter_add(mean, indices, scaled))
        m, v = means
        root = sqrt(v)
        update = find("assign_sub")(var, rate * m / (root + epsilon), use_locking=self._use_locking)
        return find("group")(update, m, v)

    def _finish(self, state: Any) -> Operation:  # type: ignore[override]
        power1, power2 = self._get_beta_accumulators(state)
        return find("group")(
            power1.assign(power1 * state.get_hyper("beta1"), use_locking=self._use_locking),
            power2.assign(power2 * state.get_hyper("beta2"), use_locking=self._use_locking),
        )
