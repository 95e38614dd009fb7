"""How well a candidate parts the examples of a leaf, in float32 and in the order of additions of 1.15."""

from __future__ import annotations

import heapq
import math
from typing import Any

import numpy as np

from penstock import protos
from penstock.contrib.tensor_forest.trees import resolved
from penstock.graph import errors

_F = np.float32


def _sum(values: np.ndarray) -> np.ndarray:
    """Sums along the last axis, one number after the other."""
    return np.add.accumulate(values, axis=-1, dtype=_F)[..., -1]


def _weighted_gini(total: np.ndarray, squares: np.ndarray, classes: int) -> np.ndarray:
    """How mixed the classes of examples are, times their number; each class counts as if seen once more."""
    smoothed = (total + _F(classes)).astype(_F)
    part = (squares + _F(2) * total + _F(classes)) / (smoothed * smoothed)
    return total * (1.0 - part.astype(np.float64)).astype(_F)


def gini(left: np.ndarray, total: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Scores of candidates (less is better), and the weights of examples to their left and right.

    Args:
      left: for each candidate, the weights of each class to the left.
      total: the weights of each class.

    >>> score, _, _ = gini(np.float32([[2, 0], [1, 1]]), np.float32([2, 2]))
    >>> print(score)
    [1.5 2. ]
    """
    right = total - left
    left_sum, right_sum = _sum(left), _sum(right)
    both = _weighted_gini(left_sum, _sum(left * left), len(total))
    return both + _weighted_gini(right_sum, _sum(right * right), len(total)), left_sum, right_sum


def gini_of_sums(running: np.ndarray, classes: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The same from sums and sums of squares to the left, then to the right, which were kept up."""
    left_sum, left_squares, right_sum, right_squares = running.T
    both = _weighted_gini(left_sum, left_squares, classes)
    return both + _weighted_gini(right_sum, right_squares, classes), left_sum, right_sum


def variance(
    left: np.ndarray, total: np.ndarray, left_squares: np.ndarray, squares: np.ndarray, number: np.ndarray, all_: Any
) -> np.ndarray:
    """The variances on both sides of candidates, added for all outputs; `number` of `all_` examples are to the left."""
    score = np.zeros(len(number), _F)
    with np.errstate(divide="ignore", invalid="ignore"):
        for j in range(len(total)):
            for sums, sums_of_squares, count in (
                (left[:, j], left_squares[:, j], number),
                (total[j] - left[:, j], squares[j] - left_squares[:, j], _F(all_) - number),
            ):
                mean = sums / count
                score += sums_of_squares / count - mean * mean
    return score


class Checks:
    """Whether leaves are ready before they have seen all, and which candidates are given up on the way.

    Raises:
      InvalidArgumentError: what is needed to finish early is not among the parameters.
    """

    def __init__(self, parameters: Any) -> None:
        finish, prune = parameters.finish_type.type, parameters.pruning_type.type
        self._finish = finish if finish != protos.SPLIT_FINISH_BASIC else None
        self._prune = prune if prune != protos.SPLIT_PRUNE_NONE else None
        self._parameters = parameters
        # Whether an example has to be looked at alone.
        self.in_steps = self._finish is not None or self._prune is not None
        if self._finish is not None and not (
            parameters.HasField("dominate_fraction") and parameters.HasField("min_split_samples")
        ):
            text = "dominate_fraction and min_split_samples required for early-finish strategy."
            raise errors.InvalidArgumentError(None, None, text)
        self._share = resolved(parameters.dominate_fraction, 0)
        if self._finish is not None and not 0 < self._share <= 1:
            raise errors.InvalidArgumentError(None, None, f"Invalid dominate fraction {self._share:g}")
        # By row: after how many examples the next check is due.
        self._finish_state: dict[int, tuple[int, int, int]] = {}
        self._prune_state: dict[int, tuple[int, int]] = {}

    def begin(self, row: int, depth: int, after: int) -> None:
        """A new leaf, which waits for `after` examples."""
        if self._finish is not None:
            least = int(resolved(self._parameters.min_split_samples, depth))
            every = int(resolved(self._parameters.finish_type.check_every_steps, depth))
            if every <= 0:
                raise errors.InvalidArgumentError(None, None, "finish_type.check_every_steps must be positive.")
            self._finish_state[row] = least, every, least // every
        if self._prune is not None:
            self._prune_state[row] = int(resolved(self._parameters.pruning_type.prune_every_samples, depth)), 1

    def finish_due(self, row: int, weight: float) -> bool:
        """Whether it is time to ask `finishes`."""
        if self._finish is None:
            return False
        least, every, epoch = self._finish_state[row]
        if weight < least or weight < epoch * every:
            return False
        self._finish_state[row] = least, every, epoch + 1
        return True

    def finishes(self, score: np.ndarray, left: np.ndarray, total: np.ndarray, weight: float) -> bool:
        """Whether the best candidate is so much better than the next that no more examples are needed.

        Samples of 1.15's bootstrap never say so: it compares 0, the worst that the best candidate can be, with the best of
        the next one, which is below.
        """
        if self._finish != protos.SPLIT_FINISH_DOMINATE_HOEFFDING:
            return False
        best = np.sort(np.concatenate([score, np.full(2, np.finfo(_F).max, _F)]))[:2]
        reach = 0.25 * len(total) * weight
        doubt = math.log(1.0 / (1.0 - self._share)) if self._share < 1 else math.inf
        return bool(best[1] - best[0] > _F(reach * math.sqrt(doubt / (2.0 * weight))))

    def prune_due(self, row: int, weight: float, finished: bool) -> bool:
        """Whether it is time to ask `pruned`."""
        if self._prune is None or finished:
            return False
        every, epoch = self._prune_state[row]
        if weight < epoch * every:
            return False
        self._prune_state[row] = every, epoch + 1
        return True

    def pruned(self, score: np.ndarray, weight: float) -> list[int]:
        """Which candidates go, by their place."""
        if self._prune == protos.SPLIT_PRUNE_HOEFFDING:
            reach = _F(weight * (1.0 - 1.0 / self._parameters.num_outputs))
            doubt = 0.5 * math.log(1.0 / (1.0 - self._share)) if self._share < 1 else math.inf
            least = score.min() if len(score) else _F(0)
            return np.flatnonzero(score - least > reach * _F(math.sqrt(doubt / weight))).tolist()
        names = ("SPLIT_PRUNE_HALF", "SPLIT_PRUNE_QUARTER", "SPLIT_PRUNE_10_PERCENT")
        shares = dict(zip((getattr(protos, name) for name in names), (0.5, 0.25, 0.1), strict=True))
        number = int(_F(len(score)) * _F(shares[self._prune]))
        worst: list[tuple[Any, int]] = []
        for i, value in enumerate(score if number else ()):
            if len(worst) < number:
                heapq.heappush(worst, (value, i))
            elif worst[0][0] < value:
                heapq.heapreplace(worst, (value, i))
        return sorted(i for _, i in worst)
