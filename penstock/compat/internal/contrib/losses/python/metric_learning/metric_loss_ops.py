"""Losses of clusters, and the parts that they are made of: `tensorflow.contrib.losses.python.metric_learning.metric_loss_ops`.

The centres of clusters are chosen so that they violate the labels most: one after the other, each the example that adds most
to the (negative) distances to the nearest centre and to how far the clusters are from the labels.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import penstock as tf
from penstock.contrib.losses.metric_learning import pairwise_distance
from penstock.graph import dtypes
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import TensorLike, TensorOrVariable

__all__ = [
    "cluster_loss",
    "compute_augmented_facility_locations",
    "compute_augmented_facility_locations_pam",
    "compute_clustering_score",
    "compute_facility_energy",
    "compute_gt_cluster_score",
    "get_cluster_assignment",
    "masked_maximum",
    "masked_minimum",
    "pairwise_distance",
    "update_1d_tensor",
    "update_all_medoids",
    "update_medoid_per_cluster",
]

_SCORES = {
    "nmi": "normalized_mutual_info_score",
    "ami": "adjusted_mutual_info_score",
    "ari": "adjusted_rand_score",
    "vmeasure": "v_measure_score",
}


def masked_maximum(data: TensorOrVariable, mask: TensorLike, dim: int = 1) -> Tensor:
    """The greatest along a dimension where the mask is 1; the least of all if it is 0 everywhere."""
    least = tf.reduce_min(data, dim, keepdims=True)
    return tf.reduce_max(tf.multiply(data - least, mask), dim, keepdims=True) + least


def masked_minimum(data: TensorOrVariable, mask: TensorLike, dim: int = 1) -> Tensor:
    """The least along a dimension where the mask is 1; the greatest of all if it is 0 everywhere."""
    greatest = tf.reduce_max(data, dim, keepdims=True)
    return tf.reduce_min(tf.multiply(data - greatest, mask), dim, keepdims=True) + greatest


def update_1d_tensor(y: TensorLike, index: TensorOrVariable, value: TensorLike) -> Tensor:
    """A vector with another value at an index."""
    return tf.concat([tf.slice(y, [0], [index]), [tf.squeeze(value)], tf.slice(y, [index + 1], [-1])], 0)


def get_cluster_assignment(pairwise_distances: TensorLike, centroid_ids: TensorLike) -> Tensor:
    """For each example, the number of the nearest centre; a centre belongs to itself, whatever rounding says.

    Args:
      pairwise_distances: the distances between all examples.
      centroid_ids: the examples that are centres.
    """
    nearest = tf.argmin(tf.gather(pairwise_distances, centroid_ids), axis=0)
    count = tf.shape(pairwise_distances)[0]
    is_centre = tf.reduce_any(tf.one_hot(centroid_ids, count, True, False, axis=-1, dtype=dtypes.bool), axis=0)
    numbers = tf.cast(tf.range(tf.shape(centroid_ids)[0]), dtypes.int64)
    own = tf.one_hot(centroid_ids, count, tf.constant(1, dtypes.int64), tf.constant(0, dtypes.int64), axis=0)
    return tf.where(is_centre, tf.reduce_sum(tf.transpose(own * numbers), axis=0), nearest)


def compute_facility_energy(pairwise_distances: TensorLike, centroid_ids: TensorLike) -> Tensor:
    """The negative sum of the distances of all examples to the nearest centre."""
    return -1.0 * tf.reduce_sum(tf.reduce_min(tf.gather(pairwise_distances, centroid_ids), axis=0))


def compute_clustering_score(labels: TensorLike, predictions: TensorLike, margin_type: str) -> Tensor:
    """How well clusters agree with labels.

    Args:
      labels: the labels.
      predictions: the number of each example's cluster.
      margin_type: "nmi", "ami", "ari" or "vmeasure", scores of scikit-learn; "const": whether all are the same.

    Raises:
      ValueError: it is none of these.
    """
    if margin_type == "const":
        same = tf.equal(tf.reduce_sum(tf.cast(tf.equal(labels, predictions), dtypes.int32)), tf.shape(labels)[0])
        return tf.squeeze(tf.cast(same, dtypes.float32))
    if margin_type not in _SCORES:
        raise ValueError(f"Unrecognized margin_type: {margin_type}")

    def score(expected: Any, found: Any) -> Any:
        from sklearn import metrics

        return np.asarray(getattr(metrics, _SCORES[margin_type])(expected, found), np.float32)

    return tf.squeeze(tf.py_func(score, [labels, predictions], [dtypes.float32], name=margin_type)[0])


def _subset(pairwise_distances: TensorLike, ids: TensorLike) -> Tensor:
    """The distances between some examples."""
    return tf.transpose(tf.gather(tf.transpose(tf.gather(pairwise_distances, ids)), ids))


def compute_gt_cluster_score(pairwise_distances: Any, labels: TensorLike) -> Tensor:
    """The negative sum of the distances to the best centre of each label's examples."""
    classes = tf.unique(labels)[0]

    def body(i: Any, score: TensorOrVariable) -> Any:
        ids = tf.where(tf.equal(labels, classes[i]))
        return i + 1, score - tf.reduce_min(tf.reduce_sum(_subset(pairwise_distances, ids), axis=0))

    return tf.while_loop(lambda i, score: i < tf.size(classes), body, [tf.constant(0), tf.constant(0.0)])[1]


def _lacking(count: Any, one: Any) -> Tensor:
    """1 minus the score of each of several choices; `one` gives the score of the choice of a number."""

    def body(i: Any, lacking: TensorOrVariable) -> Any:
        parts = [tf.zeros([i]), [1.0 - one(i)], tf.zeros([count - 1 - i])]
        return i + 1, lacking + tf.concat(parts, 0)

    return tf.while_loop(lambda i, lacking: i < count, body, [tf.constant(0), tf.zeros([count])])[1]


def _next_centre(
    distances: Any,
    labels: Any,
    chosen: TensorLike,
    candidates: TensorOrVariable,
    margin_multiplier: float,
    margin_type: str,
) -> Tensor:
    count = tf.shape(candidates)[0]
    before = tf.tile(tf.gather(distances, chosen), [1, count])
    new = tf.reshape(tf.gather(distances, candidates), [1, -1])
    nearest = tf.reduce_min(tf.concat([before, new], 0), axis=0, keepdims=True)
    energies = -1.0 * tf.reduce_sum(tf.reshape(nearest, [count, -1]), axis=1)

    def one(i: Any) -> Tensor:
        clusters = get_cluster_assignment(distances, tf.concat([chosen, [candidates[i]]], 0))
        return compute_clustering_score(labels, clusters, margin_type)

    scores = energies + margin_multiplier * _lacking(count, one)
    return candidates[tf.cast(tf.argmax(scores, axis=0), dtypes.int32)]


def compute_augmented_facility_locations(
    pairwise_distances: Any, labels: Any, all_ids: TensorLike, margin_multiplier: float, margin_type: str
) -> Tensor:
    """As many centres as there are labels, each chosen to make the loss greatest.

    Args:
      pairwise_distances: the distances between all examples.
      labels: their labels.
      all_ids: their numbers.
      margin_multiplier: what disagreement with the labels counts, beside distances.
      margin_type: as of `compute_clustering_score`.
    """
    classes = tf.size(tf.unique(labels)[0])

    def body(i: TensorOrVariable, chosen: Any) -> Any:
        rest = tf.setdiff1d(all_ids, chosen)[0]
        new = _next_centre(pairwise_distances, labels, chosen, rest, margin_multiplier, margin_type)
        return i + 1, tf.concat([chosen, [new]], 0)

    start = tf.constant(0), tf.constant(0, dtype=dtypes.int32, shape=[0])
    shapes = [TensorShape([]), TensorShape([None])]
    return tf.while_loop(lambda i, chosen: i < classes, body, list(start), shape_invariants=shapes)[1]


def update_medoid_per_cluster(
    pairwise_distances: Any,
    pairwise_distances_subset: TensorLike,
    labels: Any,
    chosen_ids: Any,
    cluster_member_ids: TensorOrVariable,
    cluster_idx: Any,
    margin_multiplier: float,
    margin_type: str,
) -> Tensor:
    """The centres, with that of one cluster replaced by the member that makes the loss greatest.

    Args:
      pairwise_distances: the distances between all examples.
      pairwise_distances_subset: those between the members, `[p, 1, 1, p]`.
      labels: the labels.
      chosen_ids: the centres.
      cluster_member_ids: the members, `[p, 1]`.
      cluster_idx: the number of the cluster.
      margin_multiplier: what disagreement with the labels counts.
      margin_type: as of `compute_clustering_score`.
    """
    energies = -1.0 * tf.reduce_sum(tf.squeeze(pairwise_distances_subset, [1, 2]), axis=0)

    def one(i: Any) -> Tensor:
        changed = update_1d_tensor(chosen_ids, cluster_idx, tf.cast(cluster_member_ids[i], dtypes.int32))
        return compute_clustering_score(labels, get_cluster_assignment(pairwise_distances, changed), margin_type)

    scores = energies + margin_multiplier * _lacking(tf.size(cluster_member_ids), one)
    best = tf.cast(tf.argmax(scores, axis=0), dtypes.int32)
    return update_1d_tensor(chosen_ids, cluster_idx, tf.cast(cluster_member_ids[best], dtypes.int32))


def update_all_medoids(
    pairwise_distances: Any,
    predictions: TensorLike,
    labels: Any,
    chosen_ids: TensorLike,
    margin_multiplier: float,
    margin_type: str,
) -> Tensor:
    """The centres, each replaced as by `update_medoid_per_cluster`, one after the other."""
    classes = tf.size(tf.unique(labels)[0])

    def body(i: Any, chosen: Any) -> Any:
        members = tf.where(tf.equal(tf.cast(predictions, dtypes.int64), tf.cast(i, dtypes.int64)))
        inner = _subset(pairwise_distances, members)
        return i + 1, update_medoid_per_cluster(
            pairwise_distances, inner, labels, chosen, members, i, margin_multiplier, margin_type
        )

    shapes = [TensorShape([]), TensorShape([None])]
    return tf.while_loop(lambda i, chosen: i < classes, body, [tf.constant(0), chosen_ids], shape_invariants=shapes)[1]


def compute_augmented_facility_locations_pam(
    pairwise_distances: Any,
    labels: Any,
    margin_multiplier: float,
    margin_type: str,
    chosen_ids: Any,
    pam_max_iter: int = 5,
) -> Tensor:
    """The centres, replaced a number of times."""
    for _ in range(pam_max_iter):
        clusters = get_cluster_assignment(pairwise_distances, chosen_ids)
        chosen_ids = update_all_medoids(
            pairwise_distances, clusters, labels, chosen_ids, margin_multiplier, margin_type
        )
    return chosen_ids


def cluster_loss(
    labels: Any,
    embeddings: Any,
    margin_multiplier: float,
    enable_pam_finetuning: bool = True,
    margin_type: str = "nmi",
    print_losses: bool = False,
) -> Tensor:
    """How much better the worst clusters explain the distances than those of the labels do, with a margin.

    Args:
      labels: int32 labels.
      embeddings: a row for each example, of length 1.
      margin_multiplier: what disagreement with the labels counts, beside distances.
      enable_pam_finetuning: whether the centres are improved after they were chosen.
      margin_type: "nmi", "ami", "ari", "vmeasure" (which need scikit-learn) or "const".
      print_losses: whether the loss is printed when it is computed.
    """
    distances = pairwise_distance(embeddings)
    labels = tf.squeeze(labels)
    everything = tf.range(tf.shape(embeddings)[0])
    chosen = compute_augmented_facility_locations(distances, labels, everything, margin_multiplier, margin_type)
    if enable_pam_finetuning:
        chosen = compute_augmented_facility_locations_pam(distances, labels, margin_multiplier, margin_type, chosen)
    predicted = compute_facility_energy(distances, chosen)
    agreement = compute_clustering_score(labels, get_cluster_assignment(distances, chosen), margin_type)
    expected = compute_gt_cluster_score(distances, labels)
    loss = tf.maximum(predicted + margin_multiplier * (1.0 - agreement) - expected, 0.0, name="clustering_loss")
    loss.set_shape([])
    if print_losses:
        loss = tf.Print(loss, ["clustering_loss: ", loss, tf.shape(loss)])
    for name, value in (("score_pred", predicted), (margin_type, agreement), ("score_gt", expected)):
        tf.summary.scalar(f"losses/{name}", value)
    return loss
