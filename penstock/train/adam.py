"""Adam: means of gradients and of their squares, corrected for having begun with zeros."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from penstock._namespace import export, find
from penstock.graph import dtypes, stack
from penstock.graph.build import apply
from penstock.graph.composite import IndexedSlices
from penstock.graph.graph import colocate_with, control_dependencies, init_scope
from penstock.graph.typing import TensorLike
from penstock.train.optimizer import Optimizer, cast

if TYPE_CHECKING:
    from penstock.graph.operation import Operation, Tensor
    from penstock.ops.state.resource_variable import BaseResourceVariable
    from penstock.ops.state.variables import Variable


@export("train.AdamOptimizer")
class AdamOptimizer(Optimizer):
    """Adam, by Kingma and Ba: with `m` and `v` the running means of `grad` and `grad ** 2`,

    `var -= learning_rate * sqrt(1 - beta2 ** t) / (1 - beta1 ** t) * m / (sqrt(v) + epsilon)`.

    Sparse gradients move all of the variable, as dense ones do: `m` does not vanish at once where there is no gradient.

    >>> import penstock as tf
    >>> tf.train.AdamOptimizer(1e-4).get_name()
    'Adam'
    """

    _METHOD = "Adam"
    _SLOTS = {"m": "m", "v": "v"}
    _PARAMETERS = (
        ("lr", "_lr", "_lr_t", "learning_rate"),
        ("beta1", "_beta1", "_beta1_t", "beta1"),
        ("beta2", "_beta2", "_beta2_t", "beta2"),
        ("epsilon", "_epsilon", "_epsilon_t", "epsilon"),
    )

    def __init__(
        self,
        learning_rate: TensorLike | Callable[..., Any] = 0.001,
        beta1: TensorLike = 0.9,
        beta2: TensorLike = 0.999,
        epsilon: TensorLike = 1e-8,
        use_locking: bool = False,
        name: str = "Adam",
    ) -> None:
        """Args:
        learning_rate: a number, a tensor, or a function that returns one.
        beta1: how fast the mean of gradients follows.
        beta2: how fast the mean of squares follows.
        epsilon: keeps the divisor from 0; "epsilon hat" of the paper.
        use_locking: recorded in the operations.
        name: the name of the operations and slots.
        """
        super().__init__(use_locking, name)
        self._lr = learning_rate
        self._beta1 = beta1
        self._beta2 = beta2
        self._epsilon = epsilon
        self._lr_t: Any = None
        self._beta1_t: Any = None
        self._beta2_t: Any = None
        self._epsilon_t: Any = None

    def _get_beta_accumulators(self) -> tuple[Any, Any]:
        """The variables that hold beta1 and beta2 to the power of the step number."""
        with init_scope():
            graph = stack.current_graph()
        return (
            self._get_non_slot_variable("beta1_power", graph=graph),
            self._get_non_slot_variable("beta2_power", graph=graph),
        )

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        first = min(var_list, key=lambda v: v.name)
        self._create_non_slot_variable(self._call_if_callable(self._beta1), "beta1_power", first)
        self._create_non_slot_variable(self._call_if_callable(self._beta2), "beta2_power", first)
        super()._create_slots(var_list)

    def _scalars(self, dtype: dtypes.DType) -> dict[str, Any]:
        power1, power2 = self._get_beta_accumulators()
        return {"beta1_power": cast(power1, dtype), "beta2_power": cast(power2, dtype), **super()._scalars(dtype)}

    def _apply_sparse(self, grad: IndexedSlices, var: Variable) -> Operation:
        def scatter_add(x: TensorLike, indices: TensorLike, updates: TensorLike) -> Any:
            return find("scatter_add")(x, indices, updates, use_locking=self._use_locking)

        return self._apply_sparse_shared(grad.values, var, grad.indices, scatter_add)

    def _resource_apply_sparse(self, grad: Tensor, handle: BaseResourceVariable, indices: Tensor) -> Operation:
        return self._apply_sparse_shared(grad, handle, indices, self._resource_scatter_add)

    def _resource_scatter_add(self, x: Any, indices: TensorLike, updates: TensorLike) -> Any:
        with control_dependencies([apply("ResourceScatterAdd", resource=x.handle, indices=indices, updates=updates)]):
            return x.value()

    def _apply_sparse_shared(self, grad: Any, var: Any, indices: TensorLike, scatter_add: Any) -> Operation:
        dtype = var.dtype.base_dtype
        sqrt = find("sqrt")
        power1, power2 = (cast(p, dtype) for p in self._get_beta_accumulators())
        lr_t, beta1, beta2 = (cast(t, dtype) for t in (self._lr_t, self._beta1_t, self._beta2_t))
        epsilon = cast(self._epsilon_t, dtype)
        rate = lr_t * sqrt(1 - power2) / (1 - power1)
        means = []
        for slot, beta, values in (("m", beta1, lambda: grad), ("v", beta2, lambda: grad * grad)):
            mean = self.get_slot(var, slot)
            scaled = values() * (1 - beta)
            with control_dependencies([find("assign")(mean, mean * beta, use_locking=self._use_locking)]):
                means.append(scatter_add(mean, indices, scaled))
        m, v = means
        root = sqrt(v)
        update = find("assign_sub")(var, rate * m / (root + epsilon), use_locking=self._use_locking)
        return find("group")(update, m, v)

    def _finish(self, update_ops: list[Any], name_scope: str) -> Operation:
        with control_dependencies(update_ops):
            power1, power2 = self._get_beta_accumulators()
            with colocate_with(power1):
                powers = [
                    power1.assign(power1 * self._beta1_t, use_locking=self._use_locking),
                    power2.assign(power2 * self._beta2_t, use_locking=self._use_locking),
                ]
        return find("group")(*update_ops, *powers, name=name_scope)
