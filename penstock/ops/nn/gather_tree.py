"""`GatherTree`: the sequences of a beam search, read back from the last step through the parents of each step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from penstock._namespace import export
from penstock.graph import errors, opdef
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.registry import check, no_gradient, op
from penstock.graph.typing import TensorLike
from penstock.ops.backend.scan import scan

if TYPE_CHECKING:
    from penstock.graph.inference import Context



def _shape(c: Context) -> list[Any]:
    if c.shape(0).ndims not in (None, 3):
        raise ValueError(f"Shape must be rank 3 but is rank {c.shape(0).ndims}")
    return [c.shape(0).merge_with(c.shape(1))]


@op(
    "GatherTree",
    shape=_shape,
    sig=opdef.parse_signature(
        ["step_ids: T", "parent_ids: T", "max_sequence_lengths: int32", "end_token: T"],
        ["beams: T"],
        ["T: {int32}"],
    ),
)
def _gather_tree(xp, step_ids, parent_ids, max_sequence_lengths, end_token):
    if step_ids.ndim != 3:
        raise errors.InvalidArgumentError(None, None, f"step_ids must be a 3-tensor, saw shape: {step_ids.shape}")
    if parent_ids.shape != step_ids.shape:
        message = f"parent_ids.shape must match step_ids.shape: {parent_ids.shape} vs. {step_ids.shape}"
        raise errors.InvalidArgumentError(None, None, message)
    length, batch, width = step_ids.shape
    if max_sequence_lengths.shape != (batch,):
        message = (
            "batch size dimensions step_ids.shape[1] and max_sequence_lengths.shape[0] must match.  "
            f"but shapes are: {step_ids.shape} and {max_sequence_lengths.shape}"
        )
        raise errors.InvalidArgumentError(None, None, message)
    if step_ids.size == 0:
        return xp.zeros(step_ids.shape, step_ids.dtype)
    times = xp.arange(length, dtype=step_ids.dtype)
    inside = times[:, None] < max_sequence_lengths[None, :]
    own = xp.broadcast_to(xp.arange(width, dtype=step_ids.dtype), (batch, width))

    def back(carry: tuple, row: tuple) -> tuple:
        (place,) = carry
        ids, parents, within = row
        taken = xp.where(within[:, None], xp.take_along_axis(ids, place, 1), end_token)
        parent = xp.where(within[:, None], xp.take_along_axis(parents, place, 1), place)
        return (xp.clip(parent, 0, width - 1),), (taken, parent)

    _, (beams, parents) = scan(xp, back, (own,), (step_ids, parent_ids, inside), length, reverse=True)
    followed = parents[1:]  # those of the first step lead nowhere
    bad = (followed < 0) | (followed >= width)
    check(~xp.any(bad), errors.InvalidArgumentError, lambda: _first_bad(bad, followed, width))
    # What follows an end is an end.
    ended = xp.cumsum((beams == end_token).astype(step_ids.dtype), axis=0) > 0
    return xp.where(ended, end_token, beams).astype(step_ids.dtype)


def _first_bad(bad: Any, parents: Any, width: int) -> str:
    t, b, k = np.argwhere(bad)[-1]
    where = f"(batch, time, beam) == ({b}, {t + 1}, {k})"
    return f"Saw invalid parent id {parents[t, b, k]} at {where}; there are {width} beams"


no_gradient("GatherTree")


@export("contrib.seq2seq.gather_tree")
def gather_tree(
    step_ids: TensorLike,
    parent_ids: TensorLike,
    max_sequence_lengths: TensorLike,
    end_token: TensorLike,
    name: str | None = None,
) -> Tensor:
    """The sequences of a beam search.

    Args:
      step_ids: what each beam chose at each step, int32 `[time, batch, beam]`.
      parent_ids: which beam of the step before it goes on from, of the same shape.
      max_sequence_lengths: the longest sequence of each row, int32 `[batch]`; what follows is `end_token`.
      end_token: the integer that ends a sequence; all that follow it are the same.
      name: a name for the operation.

    Returns:
      Sequences, int32 `[time, batch, beam]`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     beams = tf.contrib.seq2seq.gather_tree([[[1, 2]], [[3, 4]]], [[[0, 0]], [[1, 1]]], [2], 9)
    ...     print(sess.run(beams)[:, 0].tolist())
    [[2, 2], [3, 4]]
    """
    return apply(
        "GatherTree",
        step_ids=step_ids,
        parent_ids=parent_ids,
        max_sequence_lengths=max_sequence_lengths,
        end_token=end_token,
        name=name,
    )
