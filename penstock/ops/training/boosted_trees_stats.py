"""Operations of boosted trees that add up gradients by node and bucket, and find the best split of each node by the sums.

Sums are made in the order of 1.15's loops, in float32, because the best of two nearly equal splits depends on it. They run on
the host, since how many nodes can be split is known only from data.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.registry import no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import Array
from penstock.ops.training.boosted_trees_ensemble import weights_and_gains

if TYPE_CHECKING:
    from penstock.graph.inference import Context
    pass


_F = np.float32
_LEAST = _F(1e-15)  # what a better gain is better by


def _make_shape(c: Context) -> list[Any]:
    count = c.attr("num_features")
    (examples,), gradients, hessians = rule.with_ranks(c, 1, 2, 2)
    rule.merge_dims(examples, gradients[0])
    rule.merge(TensorShape(gradients), TensorShape(hessians))
    for i in range(3, 3 + count):
        rule.merge_dims(examples, rule.with_rank(c.shape(i), 1).as_list()[0])
    return [[count, c.attr("max_splits"), c.attr("num_buckets"), 2]]


@op("BoostedTreesMakeStatsSummary", shape=_make_shape, host=True)
def _make(xp, node_ids, gradients, hessians, bucketized_features_list, *, max_splits, num_buckets, num_features):
    sums = np.zeros((num_features, max_splits, num_buckets, 2), _F)
    added = np.stack([gradients[:, 0], hessians[:, 0]], axis=1)
    for feature, buckets in enumerate(bucketized_features_list):
        # There may be one boundary more than buckets; 1.15 then counts the last bucket as the first of the next node.
        places = node_ids.astype(np.int64) * num_buckets + buckets
        _check_places(node_ids, max_splits, "node_ids")
        inside = places < max_splits * num_buckets
        np.add.at(sums[feature].reshape(-1, 2), places[inside], added[inside])
    return sums


def _check_places(ids: Array, limit: int, what: str) -> None:
    if np.size(ids) and (np.min(ids) < 0 or np.max(ids) >= limit):
        raise errors.InvalidArgumentError(
            None, None, f"{what} must be in [0, {limit}), got {np.min(ids)}..{np.max(ids)}"
        )


def _aggregate_shape(c: Context) -> list[Any]:
    gradients: Any
    hessians: Any
    gradients, hessians, feature = (c.shape(i).as_list() if c.shape(i).ndims else [None, None] for i in (1, 2, 3))
    known = gradients[-1] is not None and hessians[-1] is not None
    logits = gradients[-1] + hessians[-1] if known else None
    return [[c.attr("max_splits"), feature[-1], c.attr("num_buckets") + 1, logits]]


@op("BoostedTreesAggregateStats", shape=_aggregate_shape, host=True)
def _aggregate(xp, node_ids, gradients, hessians, feature, *, max_splits, num_buckets):
    added = np.concatenate([gradients, hessians], axis=1)
    dimensions = feature.shape[1]
    sums = np.zeros((max_splits, dimensions, num_buckets + 1, added.shape[1]), _F)
    _check_places(node_ids, max_splits, "node_ids")
    for dimension in range(dimensions):
        buckets = feature[:, dimension]
        # The last bucket is that of missing values.
        buckets = np.where(buckets == -1, num_buckets, buckets)
        _check_places(buckets, num_buckets + 1, "feature")
        np.add.at(sums[:, dimension], (node_ids, buckets), added)
    return sums


def _best(gains: np.ndarray) -> int:
    """The first gain that no later one exceeds by enough."""
    place = int(np.argmax(gains))
    if not (gains[:place] > gains[place] - _LEAST).any():
        return place
    best, place = gains[0], 0
    for number, gain in enumerate(gains):
        if gain - best >= _LEAST:
            best, place = gain, number
    return place


def _per_feature(c: Context) -> list[Any]:
    count = c.attr("num_features")
    rule.merge(rule.with_rank(c.shape(0), 1), TensorShape([2]))
    first = rule.with_rank(c.shape(1), 3)
    rule.merge(first, TensorShape([c.attr("max_splits"), None, 2]))
    for i in range(2, 1 + count):
        rule.merge(first, rule.with_rank(c.shape(i), 3))
    rule.check_scalars(c, count + 1, count + 2, count + 3)
    return [[None]] * (3 * count) + [[None, 1]] * (2 * count)


@op("BoostedTreesCalculateBestGainsPerFeature", shape=_per_feature, host=True)
def _best_gains(
    xp, node_id_range, stats_summary_list, l1, l2, tree_complexity, min_node_weight, *, max_splits, num_features
):
    if np.shape(node_id_range) != (2,):
        text = f"node_id_range must be a rank 1 tensor with shape=[2], but given {list(np.shape(node_id_range))}"
        raise errors.InvalidArgumentError(None, None, text)
    first, last = np.asarray(node_id_range).tolist()
    columns: list[list[np.ndarray]] = [[] for _ in range(5)]
    for summary in stats_summary_list:
        sums = np.cumsum(summary[first:last], axis=1, dtype=_F)  # [nodes, buckets, gradient and hessian]
        g, h = sums[..., 0], sums[..., 1]
        total_g, total_h = g[:, -1:], h[:, -1:]
        left, left_gain = weights_and_gains(g, h, l1, l2)
        right, right_gain = weights_and_gains(total_g - g, total_h - h, l1, l2)
        _, parent_gain = weights_and_gains(total_g, total_h, l1, l2)
        gains = left_gain + right_gain
        nodes = [node for node in range(len(g)) if not total_h[node, 0] < _F(min_node_weight)]
        buckets = [_best(gains[node]) for node in nodes]
        places = (np.array(nodes, np.int64), np.array(buckets, np.int64))
        columns[0].append((places[0] + first).astype(np.int32))
        columns[1].append((gains[places] - parent_gain[places[0], 0] - _F(tree_complexity)).astype(_F))
        columns[2].append(places[1].astype(np.int32))
        columns[3].append(left[places][:, None])
        columns[4].append(right[places][:, None])
    return tuple(array for column in columns for array in column)


for _name in ("MakeStatsSummary", "AggregateStats", "CalculateBestGainsPerFeature"):
    no_gradient(f"BoostedTrees{_name}")
