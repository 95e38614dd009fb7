"""The best of several solutions of a problem with constraints, or the best mixture of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock._namespace import export


def _checked(objective_vector: Any, constraints_matrix: Any) -> tuple[int, int]:
    rows, columns = np.shape(constraints_matrix)
    if np.shape(objective_vector) != (columns,):
        raise ValueError(
            "objective_vector must have shape (n,), and constraints_matrix (m, n), where n is the number of candidates, "
            "and m is the number of constraints"
        )
    return rows, columns


def _mixture(objective: Any, constraints: Any, slack: float) -> Any:
    """The best mixture that breaks no constraint by more than `slack`, or None."""
    from scipy import optimize

    rows, columns = np.shape(constraints)
    found = optimize.linprog(
        objective, A_ub=constraints, b_ub=np.full(rows, slack), A_eq=np.ones((1, columns)), b_eq=np.ones(1)
    )
    return found.x if found.success else None


@export("contrib.constrained_optimization.find_best_candidate_distribution")
def find_best_candidate_distribution(objective_vector: Any, constraints_matrix: Any, epsilon: float = 0.0) -> Any:
    """Finds how to mix solutions so that, in the mean, constraints are broken as little as can be and the objective is small.

    Args:
      objective_vector: the objective of each solution.
      constraints_matrix: what each solution breaks each constraint by; a row for each constraint.
      epsilon: how near the search comes to the least possible breaking.

    Returns:
      The share of each solution.

    Raises:
      ValueError: shapes do not fit, or `epsilon` is negative.

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.contrib.constrained_optimization.find_best_candidate_distribution(
    ...     np.array([1.0, 3.0]), np.array([[2.0, -2.0]])).tolist()
    [0.5, 0.5]
    """
    _checked(objective_vector, constraints_matrix)
    if epsilon < 0.0:
        raise ValueError("epsilon must be nonnegative")
    best = _mixture(objective_vector, constraints_matrix, 0.0)
    if best is not None:
        return best
    low, high = 0.0, float(np.min(np.amax(constraints_matrix, axis=0)))
    best = _mixture(objective_vector, constraints_matrix, high)
    while True:
        middle = 0.5 * (low + high)
        if middle - low <= epsilon or high - middle <= epsilon:
            return best
        found = _mixture(objective_vector, constraints_matrix, middle)
        if found is None:
            low = middle
        else:
            best, high = found, middle


@export("contrib.constrained_optimization.find_best_candidate_index")
def find_best_candidate_index(objective_vector: Any, constraints_matrix: Any, rank_objectives: bool = False) -> int:
    """Picks one solution: the one whose worst rank, over all constraints, is best.

    Of equal ones, it is that with the least objective, and the last of those.

    Args:
      objective_vector: the objective of each solution.
      constraints_matrix: what each solution breaks each constraint by; a row for each constraint.
      rank_objectives: whether the objective is ranked, too.

    Returns:
      The number of the solution.

    Raises:
      ValueError: shapes do not fit.

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.contrib.constrained_optimization.find_best_candidate_index(
    ...     np.array([1.0, 3.0, 2.0]), np.array([[2.0, -2.0, -1.0]]))
    2
    """
    from scipy import stats

    _, count = _checked(objective_vector, constraints_matrix)
    ranked = [np.maximum(0.0, row) for row in constraints_matrix]
    if rank_objectives:
        ranked.append(objective_vector)
    worst = np.max([np.zeros(count), *(stats.rankdata(values, method="min") for values in ranked)], axis=0)
    return min(reversed(range(count)), key=lambda number: (worst[number], objective_vector[number]))
