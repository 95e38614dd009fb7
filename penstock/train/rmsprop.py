"""RMSProp: gradients divided by the root of their mean square, optionally centered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock._namespace import export, find
from penstock.graph.typing import TensorLike
from penstock.ops.state.initial_values import initialized_value
from penstock.ops.state.resource_variable import is_resource_variable
from penstock.train.optimizer import Optimizer


@export("train.RMSPropOptimizer")
class RMSPropOptimizer(Optimizer):
    """RMSProp with momentum: `mom = momentum * mom + learning_rate * grad / sqrt(mean_square + epsilon); var -= mom`.

    >>> import penstock as tf
    >>> tf.train.RMSPropOptimizer(0.01, centered=True).get_name()
    'RMSProp'
    """

    _PARAMETERS = (
        ("lr", "_learning_rate", "_learning_rate_tensor", "learning_rate"),
        ("rho", "_decay", "_decay_tensor", "decay"),
        ("momentum", "_momentum", "_momentum_tensor", "momentum"),
        ("epsilon", "_epsilon", "_epsilon_tensor", "epsilon"),
    )

    def __init__(
        self,
        learning_rate: TensorLike | Callable[..., Any],
        decay: TensorLike = 0.9,
        momentum: TensorLike = 0.0,
        epsilon: TensorLike = 1e-10,
        use_locking: bool = False,
        centered: bool = False,
        name: str = "RMSProp",
    ) -> None:
        """Args:
        learning_rate: a number, a tensor, or a function that returns one.
        decay: how fast the means follow.
        momentum: a number or a tensor.
        epsilon: keeps the divisor from 0.
        use_locking: recorded in the operations.
        centered: whether to divide by the variance instead of the mean square.
        name: the name of the operations and slots.
        """
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._decay = decay
        self._momentum = momentum
        self._epsilon = epsilon
        self._centered = centered
        self._learning_rate_tensor = None
        self._decay_tensor = None
        self._momentum_tensor = None
        self._epsilon_tensor = None
        mean = {"mg": "mg"} if centered else {}
        self._METHOD = "CenteredRMSProp" if centered else "RMSProp"
        self._SLOTS = {"ms": "rms", **mean, "mom": "momentum"}

    def _create_slot(self, var: Any, slot: str) -> None:
        if slot != "rms":
            super()._create_slot(var, slot)
            return
        shape, dtype = var.get_shape(), var.dtype.base_dtype
        if shape.is_fully_defined():
            ones = find("ones_initializer")()
        else:  # the variable itself may get its value in the same run, later
            ones = find("ones_like")(initialized_value(var) if is_resource_variable(var) else var)
        self._get_or_make_slot_with_initializer(var, ones, shape, dtype, slot, self._name)
