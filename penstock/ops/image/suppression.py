"""Non-maximum suppression: choosing boxes with high scores that do not overlap much. How many is known when it runs."""

from __future__ import annotations

import heapq
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.dtypes import float32
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.registry import no_gradient, op
from penstock.graph.typing import Array, TensorLike
from penstock.ops.common.definitions import brackets

_F = np.float32


def _overlaps(boxes: np.ndarray) -> Callable[[int, list[int]], np.ndarray]:
    """How much one box overlaps others: the area of the intersection over that of the union."""
    boxes = boxes.astype(_F)
    top, bottom = np.minimum(boxes[:, 0], boxes[:, 2]), np.maximum(boxes[:, 0], boxes[:, 2])
    left, right = np.minimum(boxes[:, 1], boxes[:, 3]), np.maximum(boxes[:, 1], boxes[:, 3])
    area = (bottom - top) * (right - left)

    def overlap(i: int, others: list[int]) -> np.ndarray:
        height = np.maximum(np.minimum(bottom[i], bottom[others]) - np.maximum(top[i], top[others]), 0)
        width = np.maximum(np.minimum(right[i], right[others]) - np.maximum(left[i], left[others]), 0)
        shared = height * width
        union = area[i] + area[others] - shared
        return np.where((area[i] > 0) & (area[others] > 0), shared / np.where(union > 0, union, 1), 0)

    return overlap


def _choose(
    scores: np.ndarray,
    most: int,
    threshold: TensorLike,
    least: Any,
    overlap: Callable[[int, list[int]], np.ndarray],
    sigma: float = 0.0,
    more: Callable[[Any, Any], Any] = operator.ge,
) -> tuple[list[int], list[Any]]:
    """The chosen boxes, best first, with their scores.

    Who overlaps a chosen one as much as the threshold (or more than that: `more`) is excluded; with a `sigma`, smaller
    overlaps lower the score. A negative `most` is no limit.
    """
    heap = [(-float(s), i, 0) for i, s in enumerate(scores) if s > least]
    heapq.heapify(heap)
    chosen: list[int] = []
    final: list[Any] = []
    scale = _F(-0.5) / _F(sigma) if sigma > 0 else _F(0)
    while heap and not 0 <= most <= len(chosen):
        negative, i, begin = heapq.heappop(heap)
        before = score = _F(-negative)
        excluded = False
        others = chosen[begin:]
        if others:
            # The last chosen ones come first: they were not yet seen by this candidate.
            for amount in overlap(i, others)[::-1]:
                if more(amount, threshold):
                    excluded = True
                    break
                if sigma > 0:
                    score = _F(score * np.exp(scale * _F(amount) * _F(amount)))
                if score <= least:
                    break
        if excluded:
            continue
        if score == before:
            chosen.append(i)
            final.append(score)
        elif score > least:
            heapq.heappush(heap, (-float(score), i, len(chosen)))
    return chosen, final


def _check(boxes: Any, scores: Any, threshold: Array) -> None:
    if boxes.ndim != 2 or boxes.shape[1] != 4:
        raise errors.invalid(f"boxes must be 2-D with 4 columns, got {brackets(boxes.shape)}")
    if scores.ndim != 1 or len(scores) != len(boxes):
        raise errors.invalid("scores has incompatible shape")
    if not 0 <= threshold <= 1:
        raise errors.invalid("iou_threshold must be in [0, 1]")


def _run(
    boxes: Any, scores: Any, most: Any, threshold: Any, least: Any = -np.inf, sigma: Any = 0.0
) -> tuple[list[int], list[Any]]:
    _check(boxes, scores, threshold)
    return _choose(scores, int(most), float(threshold), float(least), _overlaps(boxes), float(sigma))


def _check_rule(c, sides: int | None) -> None:
    """Input 0 is a matrix with `sides` columns (a square one, if None) and a row for each score in input 1."""
    (rows, columns), (count,) = rule.with_ranks(c, 2, 1)
    rule.check_scalars(c, *range(2, len(c.shapes)))
    rule.merge_dims(rows, count)
    if sides is None:
        rule.merge_dims(rows, columns)
    else:
        rule.with_value(columns, sides)


def _chosen_rule(c):
    _check_rule(c, None if c.op.type == "NonMaxSuppressionWithOverlaps" else 4)
    return [[None]]


@op("NonMaxSuppression", shape=_chosen_rule, host=True)
def _v1(xp, boxes, scores, most, *, iou_threshold):
    return np.array(_run(boxes, scores, most, iou_threshold)[0], np.int32)


@op("NonMaxSuppressionV2", shape=_chosen_rule, host=True)
def _v2(xp, boxes, scores, most, threshold):
    return np.array(_run(boxes, scores, most, threshold)[0], np.int32)


@op("NonMaxSuppressionV3", shape=_chosen_rule, host=True)
def _v3(xp, boxes, scores, most, threshold, least):
    return np.array(_run(boxes, scores, most, threshold, least)[0], np.int32)


def _padded_rule(c):
    _check_rule(c, 4)
    size = rule.dim_of_scalar(c, 2) if c.attr("pad_to_max_output_size") else None
    return [[size]] * (len(c.op.outputs) - 1) + [[]]


@op("NonMaxSuppressionV4", shape=_padded_rule, host=True)
def _v4(xp, boxes, scores, most, threshold, least, *, pad_to_max_output_size):
    chosen, _ = _run(boxes, scores, most, threshold, least)
    padding = [0] * (int(most) - len(chosen)) if pad_to_max_output_size else []
    return np.array(chosen + padding, np.int32), np.int32(len(chosen))


@op("NonMaxSuppressionV5", shape=_padded_rule, host=True)
def _v5(xp, boxes, scores, most, threshold, least, sigma, *, pad_to_max_output_size):
    chosen, final = _run(boxes, scores, most, threshold, least, sigma)
    padding = [0] * (int(most) - len(chosen)) if pad_to_max_output_size else []
    return np.array(chosen + padding, np.int32), np.array([*final, *padding], scores.dtype), np.int32(len(chosen))


@op("NonMaxSuppressionWithOverlaps", shape=_chosen_rule, host=True)
def _with_overlaps(xp, overlaps, scores, most, threshold, least):
    if overlaps.ndim != 2 or overlaps.shape[0] != overlaps.shape[1]:
        raise errors.invalid(f"overlaps must be square, got {brackets(overlaps.shape)}")
    if scores.shape != overlaps.shape[:1]:
        raise errors.invalid("scores has incompatible shape")
    chosen, _ = _choose(scores, int(most), float(threshold), float(least), lambda i, others: overlaps[i, others])
    return np.array(chosen, np.int32)


def _combined_rule(c):
    (batch, count, kinds, sides), scores, *_ = rule.with_ranks(c, 4, 3, 0, 0, 0, 0)
    rule.merge_dims(batch, scores[0])
    rule.merge_dims(count, scores[1])
    rule.with_value(sides, 4)
    classes = scores[2]
    if kinds not in (None, 1) and classes not in (None, kinds):
        raise ValueError("third dimension of boxes must be either 1 or equal to the third dimension of scores")
    total = c.const(3)
    size = None if total is None else int(total)
    if size is not None and size <= 0:
        raise ValueError("max_total_size should be > 0 ")
    if size is not None and c.attr("pad_per_class"):
        per_class = rule.dim_of_scalar(c, 2)
        size = None if per_class is None or classes is None else min(size, per_class * classes)
    return [[batch, size, 4], [batch, size], [batch, size], [batch]]


@op("CombinedNonMaxSuppression", shape=_combined_rule, host=True)
def _combined(xp, boxes, scores, per_class, total, threshold, least, *, pad_per_class, clip_boxes):
    batch, _, kinds, _ = boxes.shape
    classes = scores.shape[2]
    if kinds not in (1, classes):
        raise errors.invalid(f"third dimension of boxes must be either 1 or num classes: {brackets(boxes.shape)}")
    size = min(int(total), int(per_class) * classes) if pad_per_class else int(total)
    out = [np.zeros((batch, size, 4), _F), np.zeros((batch, size), _F), np.zeros((batch, size), _F)]
    valid = np.zeros(batch, np.int32)
    for b in range(batch):
        found: list[tuple[float, int, int]] = []
        for c in range(classes):
            own = boxes[b, :, min(c, kinds - 1)]
            _check(own, scores[b, :, c], threshold)
            how = int(per_class), float(threshold), float(least), _overlaps(own)
            chosen, final = _choose(scores[b, :, c], *how, more=operator.gt)
            found += [(-float(s), c, i) for s, i in zip(final, chosen)]
        found.sort(key=lambda f: f[0])
        found = found[:size]
        valid[b] = len(found)
        for k, (negative, c, i) in enumerate(found):
            box = boxes[b, i, min(c, kinds - 1)]
            out[0][b, k] = np.clip(box, 0, 1) if clip_boxes else box
            out[1][b, k] = -negative
            out[2][b, k] = c
    return (*out, valid)


no_gradient("NonMaxSuppression", "NonMaxSuppressionV2", "NonMaxSuppressionV3", "NonMaxSuppressionV4",
            "NonMaxSuppressionV5", "NonMaxSuppressionWithOverlaps", "CombinedNonMaxSuppression")  # fmt: skip


@export("image.non_max_suppression")
def non_max_suppression(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size: TensorLike,
    iou_threshold: TensorLike = 0.5,
    score_threshold: TensorLike = float("-inf"),
    name: str | None = None,
) -> Tensor:
    """Chooses boxes with high scores that do not overlap much.

    Args:
      boxes: [boxes, 4]: two opposite corners, (y1, x1, y2, x2).
      scores: [boxes].
      max_output_size: how many to choose at most.
      iou_threshold: of two boxes that share this part of their union, or more, one is left out.
      score_threshold: boxes without a higher score are not chosen.
      name: a name for the operations.

    Returns:
      The indices of the chosen boxes, best first.

    >>> import penstock as tf
    >>> boxes = [[0.0, 0.0, 1.0, 1.0], [0.0, 0.1, 1.0, 1.1], [0.0, 2.0, 1.0, 3.0]]
    >>> tf.Session().run(tf.image.non_max_suppression(boxes, [0.5, 0.75, 0.25], 3))
    array([1, 2], dtype=int32)
    """
    with name_scope(name, "non_max_suppression"):
        iou = convert_to_tensor(iou_threshold, name="iou_threshold")
        least = convert_to_tensor(score_threshold, name="score_threshold")
        return apply(
            "NonMaxSuppressionV3",
            None,
            boxes=boxes,
            scores=scores,
            max_output_size=max_output_size,
            iou_threshold=iou,
            score_threshold=least,
        )


@export("image.non_max_suppression_with_scores")
def non_max_suppression_with_scores(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size: TensorLike,
    iou_threshold: TensorLike = 0.5,
    score_threshold: TensorLike = float("-inf"),
    soft_nms_sigma: Any = 0.0,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """As `non_max_suppression`, but returns the scores, too, and can lower those of boxes that overlap.

    Args:
      boxes, scores, max_output_size, iou_threshold, score_threshold: as in `non_max_suppression`.
      soft_nms_sigma: if it is positive, the score of a box that overlaps a chosen one by less than `iou_threshold` is
        multiplied by exp(-overlap ** 2 / (2 * soft_nms_sigma)).
      name: a name for the operations.

    Returns:
      The indices of the chosen boxes, best first, and their scores.

    >>> import penstock as tf
    >>> boxes = [[0.0, 0.0, 1.0, 1.0], [0.0, 0.5, 1.0, 1.5]]
    >>> chosen, scores = tf.image.non_max_suppression_with_scores(boxes, [0.5, 0.75], 2, soft_nms_sigma=0.5)
    >>> print(tf.Session().run(chosen), tf.Session().run(scores).round(4))
    [1 0] [0.75   0.4474]
    """
    with name_scope(name, "non_max_suppression_with_scores"):
        chosen, final, _ = apply(
            "NonMaxSuppressionV5",
            None,
            boxes=boxes,
            scores=scores,
            max_output_size=max_output_size,
            iou_threshold=convert_to_tensor(iou_threshold, name="iou_threshold"),
            score_threshold=convert_to_tensor(score_threshold, name="score_threshold"),
            soft_nms_sigma=convert_to_tensor(soft_nms_sigma, name="soft_nms_sigma"),
            pad_to_max_output_size=False,
        )
        return chosen, final


@export("image.non_max_suppression_padded")
def non_max_suppression_padded(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size: TensorLike,
    iou_threshold: TensorLike = 0.5,
    score_threshold: TensorLike = float("-inf"),
    pad_to_max_output_size: bool = False,
    name: str | None = None,
) -> Any:
    """As `non_max_suppression`, with zeros up to `max_output_size` if asked for.

    Args:
      boxes, scores, max_output_size, iou_threshold, score_threshold: as in `non_max_suppression`.
      pad_to_max_output_size: whether there are always `max_output_size` indices.
      name: a name for the operations.

    Returns:
      The indices, and how many of them count.

    >>> import penstock as tf
    >>> boxes = [[0.0, 0.0, 1.0, 1.0], [0.0, 0.1, 1.0, 1.1]]
    >>> found = tf.image.non_max_suppression_padded(boxes, [0.5, 0.75], 3, pad_to_max_output_size=True)
    >>> print(*tf.Session().run(found))
    [1 0 0] 1
    """
    with name_scope(name, "non_max_suppression_padded"):
        return apply(
            "NonMaxSuppressionV4",
            None,
            boxes=boxes,
            scores=scores,
            max_output_size=max_output_size,
            iou_threshold=convert_to_tensor(iou_threshold, name="iou_threshold"),
            score_threshold=convert_to_tensor(score_threshold, name="score_threshold"),
            pad_to_max_output_size=pad_to_max_output_size,
        )


@export("image.non_max_suppression_overlaps")
def non_max_suppression_overlaps(
    overlaps: Any,
    scores: TensorLike,
    max_output_size: TensorLike,
    overlap_threshold: Any = 0.5,
    score_threshold: TensorLike = float("-inf"),
    name: str | None = None,
) -> Tensor:
    """As `non_max_suppression`, with a matrix that says how much any two boxes overlap.

    Args:
      overlaps: [boxes, boxes].
      scores: [boxes].
      max_output_size: how many to choose at most.
      overlap_threshold: of two boxes that overlap so much, or more, one is left out.
      score_threshold: boxes without a higher score are not chosen.
      name: a name for the operations.

    Returns:
      The indices of the chosen boxes, best first.

    >>> import penstock as tf
    >>> overlaps = [[1.0, 0.9, 0.0], [0.9, 1.0, 0.0], [0.0, 0.0, 1.0]]
    >>> tf.Session().run(tf.image.non_max_suppression_overlaps(overlaps, [0.5, 0.75, 0.25], 3))
    array([1, 2], dtype=int32)
    """
    with name_scope(name, "non_max_suppression_overlaps"):
        return apply(
            "NonMaxSuppressionWithOverlaps",
            None,
            overlaps=overlaps,
            scores=scores,
            max_output_size=max_output_size,
            overlap_threshold=convert_to_tensor(overlap_threshold, name="overlap_threshold"),
            score_threshold=score_threshold,
        )


@export("image.combined_non_max_suppression")
def combined_non_max_suppression(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size_per_class: Any,
    max_total_size: Any,
    iou_threshold: TensorLike = 0.5,
    score_threshold: TensorLike = float("-inf"),
    pad_per_class: bool = False,
    clip_boxes: bool = True,
    name: str | None = None,
) -> Any:
    """Chooses boxes for each class of each image of a batch, and the best of all classes.

    Args:
      boxes: [batch, boxes, classes or 1, 4].
      scores: [batch, boxes, classes].
      max_output_size_per_class, max_total_size: how many to choose at most.
      iou_threshold, score_threshold: as in `non_max_suppression`.
      pad_per_class: whether fewer than `max_total_size` places are kept, if there cannot be as many.
      clip_boxes: whether to move corners into [0, 1].
      name: a name for the operations.

    Returns:
      Boxes, scores, classes, and how many of them count, for each image.

    >>> import penstock as tf
    >>> boxes = tf.reshape([[0.0, 0.0, 0.5, 0.5], [0.0, 0.0, 0.5, 0.5], [0.5, 0.5, 1.0, 1.0]], [1, 3, 1, 4])
    >>> scores = [[[0.5, 0.0], [0.75, 0.0], [0.0, 0.25]]]
    >>> found = tf.image.combined_non_max_suppression(boxes, scores, 2, 2, score_threshold=0.1)
    >>> print(*[part.tolist() for part in tf.Session().run(found)][1:])
    [[0.75, 0.25]] [[0.0, 1.0]] [2]
    """
    with name_scope(name, "combined_non_max_suppression"):
        return apply(
            "CombinedNonMaxSuppression",
            None,
            boxes=boxes,
            scores=scores,
            max_output_size_per_class=max_output_size_per_class,
            max_total_size=max_total_size,
            iou_threshold=convert_to_tensor(iou_threshold, float32, name="iou_threshold"),
            score_threshold=convert_to_tensor(score_threshold, float32, name="score_threshold"),
            pad_per_class=pad_per_class,
            clip_boxes=clip_boxes,
        )
