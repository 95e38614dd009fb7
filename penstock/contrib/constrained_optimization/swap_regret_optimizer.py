"""A stochastic matrix in place of Lagrange multipliers: its stationary distribution weighs objective and constraints."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.constrained_optimization.constrained_optimizer import TwoPlayers, nonnegative_with_sum
from penstock.graph.typing import DTypeLike, NestedTensors, TensorOrVariable
from penstock.train.optimizer import Optimizer

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


_MOST_STEPS, _NEAR = 100, 1e-6


def _stationary(matrix: TensorOrVariable) -> Any:
    """The distribution that a stochastic matrix leaves as it is, by the power method."""

    def goes_on(iteration: Any, vector: Any, before: Any) -> Any:
        return (iteration < _MOST_STEPS) & (tf.norm(vector - before) > _NEAR)

    def step(iteration: Any, vector: Any, before: Any) -> Any:
        iteration += 1
        image = tf.matmul(matrix, tf.expand_dims(vector, 1))[:, 0]
        return iteration, image / tf.norm(image), vector

    number = tf.constant(0)
    first = tf.ones_like(matrix[:, 0])
    start = step(number, first / tf.norm(first), None)
    vector = tf.abs(tf.while_loop(goes_on, step, start, name="power_method")[1])
    return vector / tf.reduce_sum(vector)


class _SwapRegretOptimizer(TwoPlayers):
    _state_name = "swap_regret_optimizer_state"

    def _stochastic_matrix(self, state: Any) -> Any:
        raise NotImplementedError

    def _distribution(self, state: Any) -> Any:
        return _stationary(self._stochastic_matrix(state))

    def _lagrangian(self, state: NestedTensors, objective: Any, constraints: Any, proxies: Any) -> tuple[Any, Any]:
        dtype = constraints.dtype.base_dtype
        all_constraints = tf.concat([tf.zeros((1,), dtype=dtype), constraints], 0)
        everything = tf.concat([tf.expand_dims(objective, 0), proxies], 0)
        distribution = self._distribution(state)
        loss = tf.tensordot(tf.cast(distribution, everything.dtype), everything, 1)

        def gradient() -> Any:
            return tf.matmul(tf.expand_dims(all_constraints, 1), tf.expand_dims(distribution, 0))

        return loss, gradient

    def _constraint_grad_and_var(self, state: Any, gradient: Tensor) -> Any:
        return -gradient, state


@export("contrib.constrained_optimization.AdditiveSwapRegretOptimizer")
class AdditiveSwapRegretOptimizer(_SwapRegretOptimizer):
    """Weighs objective and constraints by a stochastic matrix, to which what constraints are broken by is added.

    Unlike with Lagrange multipliers, weights that only proxies of the constraints were differentiated for are good for the
    constraints themselves.

    >>> import penstock as tf
    >>> class Near(tf.contrib.constrained_optimization.ConstrainedMinimizationProblem):
    ...     def __init__(self, w):
    ...         self.objective_, self.constraints_ = tf.square(w - 3.0), tf.stack([w - 2.0])
    ...     objective = property(lambda self: self.objective_)
    ...     constraints = property(lambda self: self.constraints_)
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     w = tf.Variable(0.0)
    ...     optimizer = tf.contrib.constrained_optimization.AdditiveSwapRegretOptimizer(
    ...         tf.train.GradientDescentOptimizer(0.1))
    ...     step = optimizer.minimize(Near(w), global_step=tf.train.get_or_create_global_step())
    ...     session.run(tf.global_variables_initializer())
    ...     for _ in range(300):
    ...         session.run(step)
    ...     print(round(float(session.run(w)), 1))
    2.0
    """

    def __init__(self, optimizer: Optimizer, constraint_optimizer: Optimizer | None = None) -> None:
        """Args:
        optimizer: the optimizer of the weights.
        constraint_optimizer: that of the matrix; the same by default.
        """
        super().__init__(optimizer, constraint_optimizer)

    def _initial_state(self, num_constraints: int, dtype: DTypeLike) -> Any:
        size = num_constraints + 1
        return tf.concat([tf.ones((1, size), dtype=dtype), tf.zeros((size - 1, size), dtype=dtype)], axis=0)

    def _stochastic_matrix(self, state: Any) -> Any:
        return state

    def _projection_op(self, state: Any, name: str | None = None) -> Any:
        return state.assign(nonnegative_with_sum(state, 1.0, int(state.shape[0]), at_most=False), name=name)


@export("contrib.constrained_optimization.MultiplicativeSwapRegretOptimizer")
class MultiplicativeSwapRegretOptimizer(_SwapRegretOptimizer):
    """Weighs objective and constraints by a stochastic matrix, whose numbers are multiplied in each step.

    >>> import penstock as tf
    >>> class Near(tf.contrib.constrained_optimization.ConstrainedMinimizationProblem):
    ...     def __init__(self, w):
    ...         self.objective_, self.constraints_ = tf.square(w - 3.0), tf.stack([w - 2.0])
    ...     objective = property(lambda self: self.objective_)
    ...     constraints = property(lambda self: self.constraints_)
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     w = tf.Variable(0.0)
    ...     optimizer = tf.contrib.constrained_optimization.MultiplicativeSwapRegretOptimizer(
    ...         tf.train.GradientDescentOptimizer(0.1))
    ...     step = optimizer.minimize(Near(w), global_step=tf.train.get_or_create_global_step())
    ...     session.run(tf.global_variables_initializer())
    ...     for _ in range(500):
    ...         session.run(step)
    ...     print(round(float(session.run(w)), 1))
    2.0
    """

    def __init__(
        self,
        optimizer: Optimizer,
        constraint_optimizer: Optimizer | None = None,
        minimum_multiplier_radius: float = 1e-3,
        initial_multiplier_radius: float | None = None,
    ) -> None:
        """Args:
          optimizer: the optimizer of the weights.
          constraint_optimizer: that of the matrix; the same by default.
          minimum_multiplier_radius: each number of the matrix is at least this, divided by the length of a row.
          initial_multiplier_radius: numbers of constraints begin with this, divided by the length of a row.

        Raises:
          ValueError: a radius is out of its range.
        """
        super().__init__(optimizer, constraint_optimizer)
        if minimum_multiplier_radius <= 0.0 or minimum_multiplier_radius >= 1.0:
            raise ValueError("minimum_multiplier_radius must be in the range (0,1)")
        if initial_multiplier_radius is None:
            initial_multiplier_radius = minimum_multiplier_radius
        elif initial_multiplier_radius < minimum_multiplier_radius:
            raise ValueError("initial_multiplier_radius must be in the range [minimum_multiplier_radius,1]")
        self._minimum_multiplier_radius = minimum_multiplier_radius
        self._initial_multiplier_radius = initial_multiplier_radius

    def _initial_state(self, num_constraints: int, dtype: DTypeLike) -> Any:
        size, radius = num_constraints + 1, self._initial_multiplier_radius
        first = math.log(1.0 - radius * (size - 1) / size)
        others = math.log(radius / size)
        return tf.concat(
            [
                tf.constant(first, dtype=dtype, shape=(1, size)),
                tf.constant(others, dtype=dtype, shape=(size - 1, size)),
            ],
            axis=0,
        )

    def _stochastic_matrix(self, state: NestedTensors) -> Any:
        return tf.exp(state)

    def _projection_op(self, state: Any, name: str | None = None) -> Any:
        least = tf.log(self._minimum_multiplier_radius / tf.to_float(int(state.shape[0])))
        moved = state - tf.reduce_max(state, axis=0, keepdims=True)
        moved = moved - tf.log(tf.reduce_sum(tf.exp(moved), axis=0, keepdims=True))
        return state.assign(tf.maximum(moved, least), name=name)
