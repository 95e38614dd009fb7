"""Steps along the gradient: plain, with momentum, and with proximal regularization."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from penstock._namespace import export
from penstock.graph.build import apply
from penstock.graph.composite import IndexedSlices
from penstock.graph.typing import TensorLike
from penstock.train.optimizer import Optimizer, cast

if TYPE_CHECKING:
    from penstock.graph.operation import Operation, Tensor
    from penstock.ops.state.resource_variable import BaseResourceVariable
    from penstock.ops.state.variables import Variable


@export("train.GradientDescentOptimizer")
class GradientDescentOptimizer(Optimizer):
    """Subtracts the gradient times the learning rate.

    >>> import penstock as tf
    >>> tf.train.GradientDescentOptimizer(0.5).get_name()
    'GradientDescent'
    """

    _METHOD = "GradientDescent"
    _PARAMETERS = (("alpha", "_learning_rate", "_learning_rate_tensor", "learning_rate"),)

    def __init__(
        self, learning_rate: TensorLike | Callable[..., Any], use_locking: bool = False, name: str = "GradientDescent"
    ) -> None:
        """Args:
        learning_rate: a number, a tensor, or a function that returns one.
        use_locking: recorded in the operations.
        name: the name of the operations.
        """
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._learning_rate_tensor = None

    # Adding slices one after the other is the right result already, so duplicates need no sum.
    def _apply_sparse_duplicate_indices(self, grad: IndexedSlices, var: Variable) -> Any:
        step = grad.values * cast(self._learning_rate_tensor, var.dtype.base_dtype)
        return var.scatter_sub(IndexedSlices(step, grad.indices, grad.dense_shape), use_locking=self._use_locking)

    def _resource_apply_sparse_duplicate_indices(
        self, grad: Tensor, handle: BaseResourceVariable, indices: Tensor
    ) -> Operation:
        step = -grad * cast(self._learning_rate_tensor, grad.dtype.base_dtype)
        return apply("ResourceScatterAdd", resource=handle.handle, indices=indices, updates=step)


@export("train.MomentumOptimizer")
class MomentumOptimizer(Optimizer):
    """Momentum: `accum = momentum * accum + grad; var -= learning_rate * accum`.

    >>> import penstock as tf
    >>> tf.train.MomentumOptimizer(0.1, momentum=0.9).get_slot_names()
    []
    """

    _METHOD = "Momentum"
    _SLOTS = {"accum": "momentum"}
    _PARAMETERS = (
        ("lr", "_learning_rate", "_learning_rate_tensor", "learning_rate"),
        ("momentum", "_momentum", "_momentum_tensor", "momentum"),
    )

    def __init__(
        self,
        learning_rate: TensorLike | Callable[..., Any],
        momentum: TensorLike,
        use_locking: bool = False,
        name: str = "Momentum",
        use_nesterov: bool = False,
    ) -> None:
        """Args:
        learning_rate: a number, a tensor, or a function that returns one.
        momentum: the same, for the momentum.
        use_locking: recorded in the operations.
        name: the name of the operations and slots.
        use_nesterov: whether to use Nesterov's momentum.
        """
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._momentum = momentum
        self._use_nesterov = use_nesterov

    def _attributes(self) -> dict[str, Any]:
        return {"use_nesterov": self._use_nesterov}


@export("train.ProximalGradientDescentOptimizer")
class ProximalGradientDescentOptimizer(Optimizer):
    """Gradient descent with L1 and L2 regularization by forward-backward splitting.

    >>> import penstock as tf
    >>> tf.train.ProximalGradientDescentOptimizer(0.1, l1_regularization_strength=0.01).get_name()
    'ProximalGradientDescent'
    """

    _METHOD = "ProximalGradientDescent"
    _PARAMETERS = (
        ("alpha", "_learning_rate", "_learning_rate_tensor", "learning_rate"),
        ("l1", "_l1_regularization_strength", "_l1_regularization_strength_tensor", "l1_regularization_strength"),
        ("l2", "_l2_regularization_strength", "_l2_regularization_strength_tensor", "l2_regularization_strength"),
    )

    def __init__(
        self,
        learning_rate: TensorLike | Callable[..., Any],
        l1_regularization_strength: TensorLike = 0.0,
        l2_regularization_strength: TensorLike = 0.0,
        use_locking: bool = False,
        name: str = "ProximalGradientDescent",
    ) -> None:
        """Args:
        learning_rate: a number or a tensor.
        l1_regularization_strength: a number, at least 0.
        l2_regularization_strength: a number, at least 0.
        use_locking: recorded in the operations.
        name: the name of the operations.
        """
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._l1_regularization_strength = l1_regularization_strength
        self._l2_regularization_strength = l2_regularization_strength
