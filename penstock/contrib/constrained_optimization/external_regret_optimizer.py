"""Lagrange multipliers that are raised while their constraints are broken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.constrained_optimization.constrained_optimizer import TwoPlayers, nonnegative_with_sum
from penstock.graph.typing import DTypeLike, NestedTensors
from penstock.train.optimizer import Optimizer

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor



@export("contrib.constrained_optimization.AdditiveExternalRegretOptimizer")
class AdditiveExternalRegretOptimizer(TwoPlayers):
    """Minimizes the Lagrangian over the weights while its multipliers are raised by what constraints are broken by.

    >>> import penstock as tf
    >>> class Near(tf.contrib.constrained_optimization.ConstrainedMinimizationProblem):
    ...     def __init__(self, w):
    ...         self.objective_, self.constraints_ = tf.square(w - 3.0), tf.stack([w - 2.0])
    ...     objective = property(lambda self: self.objective_)
    ...     constraints = property(lambda self: self.constraints_)
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     w = tf.Variable(0.0)
    ...     optimizer = tf.contrib.constrained_optimization.AdditiveExternalRegretOptimizer(
    ...         tf.train.GradientDescentOptimizer(0.1))
    ...     step = optimizer.minimize(Near(w), global_step=tf.train.get_or_create_global_step())
    ...     session.run(tf.global_variables_initializer())
    ...     for _ in range(300):
    ...         session.run(step)
    ...     print(round(float(session.run(w)), 2))
    2.0
    """

    _state_name = "external_regret_optimizer_state"

    def __init__(
        self,
        optimizer: Optimizer,
        constraint_optimizer: Optimizer | None = None,
        maximum_multiplier_radius: float | None = None,
    ) -> None:
        """Args:
          optimizer: the optimizer of the weights.
          constraint_optimizer: that of the multipliers; the same by default.
          maximum_multiplier_radius: what the sum of the multipliers is at most.

        Raises:
          ValueError: `maximum_multiplier_radius` is negative.
        """
        super().__init__(optimizer, constraint_optimizer)
        if maximum_multiplier_radius and maximum_multiplier_radius <= 0.0:
            raise ValueError("maximum_multiplier_radius must be strictly positive")
        self._maximum_multiplier_radius = maximum_multiplier_radius

    def _initial_state(self, num_constraints: int, dtype: DTypeLike) -> Any:
        return tf.zeros((num_constraints,), dtype=dtype)

    def _lagrange_multipliers(self, state: Any) -> Any:
        return state

    def _lagrangian(self, state: NestedTensors, objective: Any, constraints: Any, proxies: Any) -> tuple[Any, Any]:
        loss = objective + tf.tensordot(self._lagrange_multipliers(state), proxies, 1)
        return loss, lambda: constraints

    def _constraint_grad_and_var(self, state: Any, gradient: Tensor) -> Any:
        return -gradient, state

    def _projection_op(self, state: Any, name: str | None = None) -> Any:
        radius = self._maximum_multiplier_radius
        if radius:
            size = state.shape.num_elements()
            projected = nonnegative_with_sum(state, radius, size, at_most=True)
        else:
            projected = tf.maximum(state, 0.0)
        return state.assign(projected, name=name)
