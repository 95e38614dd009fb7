"""A tree ensemble that grows: nodes are split, trees are finished and pruned, and examples walk down to leaves.

The truth is the protocol message that checkpoints hold; for walking, each tree is also kept as arrays.
"""

from __future__ import annotations

import threading
from typing import Any, NamedTuple

import numpy as np

from penstock import protos
from penstock.graph.typing import TensorLike

_F = np.float32
_TREE_WEIGHT = 1.0  # the learning rate is in the leaves


class Split(NamedTuple):
    """How a node can be split."""

    feature_id: int
    gain: float
    threshold: int
    dimension_id: int
    left: list[np.float32]
    right: list[np.float32]
    split_type: str


class _Walk(NamedTuple):
    """A tree as arrays, one element for each node."""

    is_leaf: np.ndarray
    feature: np.ndarray
    dimension: np.ndarray
    threshold: np.ndarray
    equality: np.ndarray
    left: np.ndarray
    right: np.ndarray
    value: np.ndarray  # [nodes, logits]


def weights_and_gains(g: TensorLike, h: TensorLike, l1: TensorLike, l2: TensorLike) -> tuple[Any, Any]:
    """The best values of leaves with one logit, and how much better than zero they are; element by element."""
    g, h, l1, l2 = (np.asarray(x, _F) for x in (g, h, l1, l2))
    none = h + l2 <= _F(1e-15)
    if l1 > 0:
        none |= np.abs(g) <= l1
        g = g - np.sign(g) * l1
    weight = np.where(none, _F(0), -g / np.where(none, _F(1), h + l2))
    return weight, np.where(none, _F(0), -g * weight)


class Ensemble:
    """The resource."""

    def __init__(self, stamp: int, serialized: bytes) -> None:
        self.lock = threading.RLock()
        self.reset(stamp, serialized)

    def reset(self, stamp: int, serialized: bytes) -> None:
        """Becomes what was serialized."""
        self.message = protos.find("tensorflow.boosted_trees.TreeEnsemble").FromString(serialized)
        self.stamp = stamp
        self._walks: dict[int, _Walk] = {}

    @property
    def num_trees(self) -> int:
        """The number of trees, the one that grows included."""
        return len(self.message.trees)

    def is_finalized(self, tree: int) -> bool:
        """Whether a tree is finished."""
        return self.message.tree_metadata[tree].is_finalized

    def add_tree(self, logits: list[Any]) -> int:
        """Adds a tree of one leaf."""
        leaf = self.message.trees.add().nodes.add().leaf
        leaf.SetInParent()
        _set_values(leaf, logits)
        self.message.tree_weights.append(_TREE_WEIGHT)
        self.message.tree_metadata.add()
        return self.num_trees - 1

    # -- growing ----------------------------------------------------------------------------------------------------------

    def grow(self, best: dict[int, Split], max_depth: int, pruning_mode: int, logits: int = 1) -> None:
        """Adds a layer to the last tree: splits its nodes, and finishes it if it is deep enough."""
        self.stamp += 1
        growing = self.message.growing_metadata
        growing.num_layers_attempted += 1
        count = self.num_trees
        first_layer = (count == 1 or (count > 1 and self.is_finalized(count - 2))) and (
            len(self.message.trees[count - 1].nodes) == 1
        )
        if count == 0 or first_layer:
            growing.num_trees_attempted += 1
        current = count - 1 if count else self.add_tree([0.0] * logits)
        if not best:
            return
        self._walks.pop(current, None)
        metadata, nodes = self.message.tree_metadata[current], self.message.trees[current].nodes
        start, split_any = len(nodes), False
        for node_id in sorted(best):
            if pruning_mode == 1 and best[node_id].gain < 0:
                continue
            self._split(current, node_id, best[node_id], logits)
            split_any = True
        if not split_any:
            return
        end = len(nodes)
        metadata.num_layers_grown += 1
        if metadata.num_layers_grown >= max_depth:
            start, end = 0, 1
            metadata.is_finalized = True
            if pruning_mode == 2:
                self._prune(current, logits)
            self.add_tree([0.0] * logits)
        growing.last_layer_node_start, growing.last_layer_node_end = start, end

    def _split(self, tree: int, node_id: int, split: Split, logits: int) -> None:
        nodes = self.message.trees[tree].nodes
        left_id = len(nodes)
        left, right = nodes.add(), nodes.add()
        node = nodes[node_id]
        before = _values(node.leaf, logits) if node.WhichOneof("node") == "leaf" else np.zeros(logits, _F)
        has_value = node.HasField("leaf") and (node.leaf.HasField("vector") or (logits == 1 and node.leaf.scalar != 0))
        if node_id != 0 or has_value:
            node.metadata.original_leaf.CopyFrom(node.leaf)
        else:
            before = np.zeros(logits, _F)
        node.metadata.gain = split.gain
        for child, added in ((left, split.left), (right, split.right)):
            child.leaf.SetInParent()
            _set_values(child.leaf, [b + _F(a) for b, a in zip(before, added, strict=True)])
        if split.split_type == "EQUALITY_DEFAULT_RIGHT":
            made = node.categorical_split
            made.value = split.threshold
        else:
            made = node.bucketized_split
            made.threshold = split.threshold
            made.default_direction = int(split.split_type == "INEQUALITY_DEFAULT_RIGHT")
        made.feature_id, made.dimension_id = split.feature_id, split.dimension_id
        made.left_id, made.right_id = left_id, left_id + 1

    def _prune(self, tree: int, logits: int) -> None:
        """Takes back splits without gain, from the bottom up, and notes where cached examples are now."""
        nodes = self.message.trees[tree].nodes
        parent = list(range(len(nodes)))
        change = [np.zeros(logits, _F) for _ in nodes]
        removed: set[int] = set()

        def visit(node_id: int) -> None:
            node = nodes[node_id]
            if node.WhichOneof("node") == "leaf":
                return
            children = (node.bucketized_split.left_id, node.bucketized_split.right_id)
            for child in children:
                visit(child)
            if node.metadata.gain < 0 and all(nodes[child].WhichOneof("node") == "leaf" for child in children):
                original = node.metadata.original_leaf
                value = _values(original, logits)
                node.leaf.CopyFrom(original)
                for child in children:
                    removed.add(child)
                    parent[child] = node_id
                    change[child] = value - _values(nodes[child].leaf, logits)
                node.ClearField("metadata")

        visit(0)
        if not removed:
            return
        kept = [number for number in range(len(nodes)) if number not in removed]
        new_ids = {old: new for new, old in enumerate(kept)}
        for number in range(len(nodes)):
            place, total = number, np.zeros(logits, _F)
            while parent[place] != place:
                total = total + change[place]
                place = parent[place]
            update = self.message.tree_metadata[tree].post_pruned_nodes_meta.add(new_node_id=new_ids[place])
            update.logit_change.extend(total.tolist())
        remaining = []
        for number in kept:
            node = type(nodes[number])()
            node.CopyFrom(nodes[number])
            if node.WhichOneof("node") == "bucketized_split":
                split = node.bucketized_split
                split.left_id, split.right_id = new_ids[split.left_id], new_ids[split.right_id]
            remaining.append(node)
        del nodes[:]
        nodes.extend(remaining)

    def center_bias(self, gradients: TensorLike, hessians: TensorLike, l1: TensorLike, l2: TensorLike) -> bool:
        """Moves the first tree's only leaf towards the best constant; whether that should be done again."""
        self.stamp += 1
        step = weights_and_gains(gradients, hessians, l1, l2)[0]
        if self.num_trees == 0:
            self.add_tree([step])
            return True
        leaf = self.message.trees[0].nodes[0].leaf
        before = _F(leaf.scalar)
        leaf.scalar = float(before + step)
        self._walks.pop(0, None)
        with np.errstate(all="ignore"):
            return bool(np.abs(step / before) > _F(0.01))

    # -- walking ----------------------------------------------------------------------------------------------------------

    def walk(self, tree: int, logits: int) -> _Walk:
        """A tree as arrays."""
        nodes = self.message.trees[tree].nodes
        found = self._walks.get(tree)
        if found is not None and len(found.is_leaf) == len(nodes):
            return found
        rows = []
        for node in nodes:
            kind = node.WhichOneof("node")
            if kind == "leaf":
                rows.append((True, 0, 0, 0, False, 0, 0, _values(node.leaf, logits)))
                continue
            split = getattr(node, kind)
            equality = kind == "categorical_split"
            limit = split.value if equality else split.threshold
            value = _values(node.metadata.original_leaf, logits)
            rows.append(
                (False, split.feature_id, split.dimension_id, limit, equality, split.left_id, split.right_id, value)
            )
        found = self._walks[tree] = _Walk(*(np.array(column) for column in zip(*rows, strict=True)))
        return found

    def descend(self, walk: _Walk, features: list[np.ndarray], examples: np.ndarray, nodes: np.ndarray) -> np.ndarray:
        """The leaves that `examples` reach from `nodes`."""
        nodes = nodes.copy()
        moving = np.flatnonzero(~walk.is_leaf[nodes])
        while moving.size:
            nodes[moving] = self.next_nodes(walk, features, examples[moving], nodes[moving])
            moving = moving[~walk.is_leaf[nodes[moving]]]
        return nodes

    def next_nodes(self, walk: _Walk, features: list[np.ndarray], examples: Any, nodes: Any) -> np.ndarray:
        """One step down from splits."""
        buckets = np.empty(len(nodes), np.int64)
        wanted = walk.feature[nodes]
        for feature in np.unique(wanted):
            here = np.flatnonzero(wanted == feature)
            buckets[here] = features[feature][examples[here], walk.dimension[nodes[here]]]
        limit = walk.threshold[nodes]
        to_left = np.where(walk.equality[nodes], buckets == limit, buckets <= limit)
        return np.where(to_left, walk.left[nodes], walk.right[nodes])


def _values(leaf: Any, logits: int) -> np.ndarray:
    if leaf.HasField("vector"):
        return np.array(leaf.vector.value, _F)
    return np.full(logits, leaf.scalar, _F)


def _set_values(leaf: Any, values: Any) -> None:
    if len(values) == 1:
        leaf.scalar = float(values[0])
    else:
        leaf.vector.value.extend(float(value) for value in values)
