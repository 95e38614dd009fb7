"""Sampled classes that happen to be the true ones: where they are, so that a loss can leave them out."""

from __future__ import annotations

import numpy as np

from penstock._namespace import export
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.registry import op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import TensorLike
from penstock.ops.losses.candidate_sampling import LOWEST
from penstock.ops.random.seed import get_seed


def _hits_shape(c):
    count = rule.with_rank(c.shape(0), 2).as_list()[1]
    if count not in (None, c.attr("num_true")):
        raise ValueError(f"Dimension must be {c.attr('num_true')} but is {count}")
    rule.with_rank(c.shape(1), 1)
    return [TensorShape([None])] * 3


@op("ComputeAccidentalHits", shape=_hits_shape, host=True)
def _accidental_hits(xp, true_classes, sampled_candidates, *, num_true):
    if true_classes.ndim != 2 or true_classes.shape[1] != num_true:
        text = "true_candidates must be a batch_size * num_true matrix"
        raise errors.InvalidArgumentError(None, None, text)
    if sampled_candidates.ndim != 1:
        text = "sampled_candidates must be a vector, which is typically an output from CandidateSampler"
        raise errors.InvalidArgumentError(None, None, text)
    if sampled_candidates.size == 0:
        return np.empty(0, np.int32), np.empty(0, np.int64), np.empty(0, np.float32)
    # Of equal candidates the last one is hit: after a stable sort that is the right end of their run.
    order = np.argsort(sampled_candidates, kind="stable")
    place = np.searchsorted(sampled_candidates, true_classes, side="right", sorter=order) - 1
    position = order[np.maximum(place, 0)]
    hit = (place >= 0) & (sampled_candidates[position] == true_classes)
    rows = np.nonzero(hit)[0].astype(np.int32)
    return rows, position[hit].astype(np.int64), np.full(rows.shape, LOWEST, np.float32)


@export("nn.compute_accidental_hits")
def compute_accidental_hits(
    true_classes: TensorLike,
    sampled_candidates: TensorLike,
    num_true: int,
    seed: int | None = None,
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    """Finds where sampled classes are true ones.

    Args:
      true_classes: int64 [batch_size, num_true], the target classes.
      sampled_candidates: int64 [num_sampled], from a sampler.
      num_true: the number of target classes of an example.
      seed: not used.
      name: a name for the operation.

    Returns:
      indices: int32, the rows of `true_classes`.
      ids: int64, the positions in `sampled_candidates`.
      weights: float32, the lowest number of the type for each; added to a logit, it removes the class.

    >>> import penstock as tf
    >>> rows, positions, weights = tf.nn.compute_accidental_hits([[3], [7]], [5, 7, 3], 1)
    >>> print(*tf.Session().run([rows, positions]))
    [0 1] [2 1]
    """
    seed1, seed2 = get_seed(seed)
    return apply(
        "ComputeAccidentalHits",
        name,
        true_classes=true_classes,
        sampled_candidates=sampled_candidates,
        num_true=num_true,
        seed=seed1,
        seed2=seed2,
    )
