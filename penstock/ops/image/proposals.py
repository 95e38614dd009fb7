"""Regions of images in which a detector has found something. 1.x computes them on GPUs only, so no run here does."""

from __future__ import annotations

from typing import Any

from penstock._namespace import export
from penstock.graph import opdef
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.inference import Context
from penstock.graph.registry import no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import TensorLike
from penstock.ops.control.without_kernels import refuse

_SIGNATURE = opdef.parse_signature(
    [
        "scores: float",
        "bbox_deltas: float",
        "image_info: float",
        "anchors: float",
        "nms_threshold: float",
        "pre_nms_topn: int32",
        "min_size: float",
    ],
    ["rois: float", "roi_probabilities: float"],
    ["post_nms_topn: int = 300"],
)


def _shapes(c: Context) -> list[TensorShape]:
    images = rule.with_ranks(c, 4, 4, 2, 3, 0, 0, 0)[0][0]
    found = c.attr("post_nms_topn")
    return [TensorShape([images, found, 4]), TensorShape([images, found])]


@op("GenerateBoundingBoxProposals", shape=_shapes, host=True, sig=_SIGNATURE)
def _without_gpus(xp, *inputs, ctx):
    refuse(ctx.op)


no_gradient("GenerateBoundingBoxProposals")


@export("image.generate_bounding_box_proposals")
def generate_bounding_box_proposals(
    scores: TensorLike,
    bbox_deltas: TensorLike,
    image_info: TensorLike,
    anchors: TensorLike,
    nms_threshold: TensorLike = 0.7,
    pre_nms_topn: TensorLike = 6000,
    min_size: TensorLike = 16,
    post_nms_topn: int = 300,
    name: str | None = None,
) -> Any:
    """Regions of images in which a detector has found something; a run of it needs a GPU, as in 1.x.

    Args:
      scores: how sure the detector is, of images, rows, columns and anchors.
      bbox_deltas: how each region differs from its anchor, four numbers for each.
      image_info: height, width, scale and more of each image.
      anchors: their boxes, of rows, columns and four numbers for each anchor.
      nms_threshold: how much two regions may overlap.
      pre_nms_topn: how many of the best regions are looked at.
      min_size: the smallest side of a region.
      post_nms_topn: how many regions of an image there are at most.
      name: a name for the operation.

    Returns:
      The regions of each image, and how sure the detector is of each.

    >>> import penstock as tf
    >>> found = tf.image.generate_bounding_box_proposals(
    ...     tf.zeros([2, 5, 5, 3]), tf.zeros([2, 5, 5, 12]), tf.ones([2, 5]), tf.zeros([5, 5, 12]), post_nms_topn=7)
    >>> [part.shape.as_list() for part in found]
    [[2, 7, 4], [2, 7]]
    """
    return apply(
        "GenerateBoundingBoxProposals",
        name,
        scores=scores,
        bbox_deltas=bbox_deltas,
        image_info=image_info,
        anchors=anchors,
        nms_threshold=nms_threshold,
        pre_nms_topn=pre_nms_topn,
        min_size=min_size,
        post_nms_topn=post_nms_topn,
    )
