"""Non-maximum suppression: choosing boxes with high scores that do not overlap much. How many is known when it runs."""

from __future__ import annotations

import heapq
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
from penstock.ops._define import brackets

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
    threshold: Any,
    least: Any,
    overlap: Callable[[int, list[int]], np.ndarray],
    sigma: float = 0.0,
) -> tuple[list[int], list[Any]]:
    """The chosen boxes, best first, with their scores; with a `sigma`, overlap lowers scores instead of excluding."""
    heap = [(-float(s), i, 0) for i, s in enumerate(scores) if s > least]
    heapq.heapify(heap)
    chosen: list[int] = []
    final: list[Any] = []
    scale = _F(-0.5) / _F(sigma) if sigma > 0 else _F(0)
    while heap and len(chosen) < most:
        negative, i, begin = heapq.heappop(heap)
        before = score = _F(-negative)
        excluded = False
        others = chosen[begin:]
        if others:
            # The last chosen ones come first: they were not yet seen by this candidate.
            for amount in overlap(i, others)[::-1]:
                weight = np.exp(scale * _F(amount) * _F(amount)) if sigma > 0 else _F(1)
                score = _F(score * (weight if sigma > 0 or amount <= threshold else 0))
                if sigma <= 0 and amount > threshold:
                    excluded = True
                    break
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


def _check(boxes: Any, scores: Any, threshold: Any) -> None:
    if boxes.ndim != 2 or boxes.shape[1] != 4:
        raise errors.invalid(f"boxes must be 2-D with 4 columns, got {brackets(boxes.shape)}")
    if scores.ndim != 1 or len(scores) != len(boxes):
        raise errors.invalid("scores has incompatible shape")
    if not 0 <= threshold <= 1:
        raise errors.invalid("iou_threshold must be in [0, 1]")


def _run(boxes: Any, scores: Any, most: Any, threshold: Any, least: Any = -np.inf, sigma: Any = 0.0) -> Any:
    _check(boxes, scores, threshold)
    return _choose(scores, int(most), float(threshold), float(least), _overlaps(boxes), float(sigma))


_ANY = rule.fixed([None])


@op("NonMaxSuppression", shape=_ANY, host=True)
def _v1(xp, boxes, scores, most, *, iou_threshold):
    return np.array(_run(boxes, scores, most, iou_threshold)[0], np.int32)


@op("NonMaxSuppressionV2", shape=_ANY, host=True)
def _v2(xp, boxes, scores, most, threshold):
    return np.array(_run(boxes, scores, most, threshold)[0], np.int32)


@op("NonMaxSuppressionV3", shape=_ANY, host=True)
def _v3(xp, boxes, scores, most, threshold, least):
    return np.array(_run(boxes, scores, most, threshold, least)[0], np.int32)


def _padded_rule(c):
    most = c.const(2)
    size = int(most) if c.attr("pad_to_max_output_size") and most is not None else None
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


@op("NonMaxSuppressionWithOverlaps", shape=_ANY, host=True)
def _with_overlaps(xp, overlaps, scores, most, threshold, least):
    if overlaps.ndim != 2 or overlaps.shape[0] != overlaps.shape[1]:
        raise errors.invalid(f"overlaps must be square, got {brackets(overlaps.shape)}")
    if scores.shape != overlaps.shape[:1]:
        raise errors.invalid("scores has incompatible shape")
    chosen, _ = _choose(scores, int(most), float(threshold), float(least), lambda i, others: overlaps[i, others])
    return np.array(chosen, np.int32)


def _combined_rule(c):
    boxes, scores = rule.with_rank(c.shape(0), 4), rule.with_rank(c.shape(1), 3)
    batch = boxes.as_list()[0]
    per_class, total = c.const(2), c.const(3)
    size = None
    if total is not None:
        size = int(total)
        if c.attr("pad_per_class"):
            classes = scores.as_list()[2]
            size = None if per_class is None or classes is None else min(size, int(per_class) * classes)
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
            chosen, final = _run(own, scores[b, :, c], per_class, threshold, least)
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
    boxes: Any,
    scores: Any,
    max_output_size: Any,
    iou_threshold: Any = 0.5,
    score_threshold: Any = float("-inf"),
    name: str | None = None,
) -> Tensor:
    """Chooses boxes with high scores that do not overlap much.

    Args:
      boxes: [boxes, 4]: two opposite corners, (y1, x1, y2, x2).
      scores: [boxes].
      max_output_size: how many to choose at most.
      iou_threshold: which part of their union two chosen boxes share at most.
      score_threshold: boxes without a higher score are not chosen.
      name: a name for the operations.

    Returns:
      The indices of the chosen boxes, best first.
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
    boxes: Any,
    scores: Any,
    max_output_size: Any,
    iou_threshold: Any = 0.5,
    score_threshold: Any = float("-inf"),
    soft_nms_sigma: Any = 0.0,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """As `non_max_suppression`; with a `soft_nms_sigma` overlap lowers scores. Returns indices and final scores."""
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
    boxes: Any,
    scores: Any,
    max_output_size: Any,
    iou_threshold: Any = 0.5,
    score_threshold: Any = float("-inf"),
    pad_to_max_output_size: bool = False,
    name: str | None = None,
) -> Any:
    """As `non_max_suppression`, with zeros up to `max_output_size` if asked; returns indices and how many count."""
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
    scores: Any,
    max_output_size: Any,
    overlap_threshold: Any = 0.5,
    score_threshold: Any = float("-inf"),
    name: str | None = None,
) -> Tensor:
    """As `non_max_suppression`, with a matrix that says how much any two boxes overlap."""
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
    boxes: Any,
    scores: Any,
    max_output_size_per_class: Any,
    max_total_size: Any,
    iou_threshold: Any = 0.5,
    score_threshold: Any = float("-inf"),
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
