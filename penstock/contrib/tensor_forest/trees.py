"""A decision tree that grows: its message, and its nodes as arrays, so that a whole batch walks down at once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from penstock import protos
from penstock.contrib.tensor_forest.examples import Examples

_F = np.float32
# What a node asks. `_MATCHES`: whether the feature is the threshold; `_OTHER`: a function knows.
_LEAF, _AT_MOST, _BELOW, _MATCHES, _OTHER = range(5)


def parameters_of(serialized: bytes) -> Any:
    """The parameters of a forest, from an attribute of an operation."""
    return protos.find("tensorflow.tensorforest.TensorForestParams").FromString(serialized)


def resolved(parameter: Any, depth: int) -> float:
    """The value that a parameter has at a depth, in float32."""
    kind = parameter.WhichOneof("ParamType")
    if kind == "linear":
        linear = parameter.linear
        value = _F(depth) * _F(linear.slope) + _F(linear.y_intercept)
        return float(min(max(value, _F(linear.min_val)), _F(linear.max_val)))
    if kind == "exponential":
        own = parameter.exponential
        power = np.power(_F(own.base), _F(own.depth_multiplier) * _F(depth))
        return float(_F(own.bias) + _F(own.multiplier) * power)
    if kind == "threshold":
        reached = depth >= parameter.threshold.threshold
        return parameter.threshold.on_value if reached else parameter.threshold.off_value
    return parameter.constant_value


class Tree:
    """One tree of a forest.

    Args:
      parameters: `TensorForestParams`.
      serialized: a `decision_trees.Model`; an empty one becomes a tree of one leaf.

    Raises:
      google.protobuf.message.DecodeError: it is no such message.
    """

    # What each node asks and of which feature, its threshold, two children, number, and values if it is a leaf.
    _kind: np.ndarray
    _feature: np.ndarray
    _threshold: np.ndarray
    _next: np.ndarray
    _id: np.ndarray
    _values: np.ndarray

    def __init__(self, parameters: Any, serialized: bytes) -> None:
        self.parameters = parameters
        self.lock = threading.Lock()
        self.reset(serialized)

    def reset(self, serialized: bytes) -> None:
        """Becomes what was serialized."""
        self.message = protos.find("tensorflow.decision_trees.Model").FromString(serialized)
        self._nodes = self.message.decision_tree.nodes
        self.size = 0
        self._others: dict[int, Callable[[Examples, np.ndarray], np.ndarray]] = {}
        self._allocate(max(16, len(self._nodes)))
        if not self._nodes:
            kinds = ("MODEL_DENSE_CLASSIFICATION", "MODEL_REGRESSION")
            leaf = self._nodes.add().leaf
            leaf.SetInParent()
            if self.parameters.leaf_type in [getattr(protos, kind) for kind in kinds]:
                for _ in range(self.parameters.num_outputs):
                    leaf.vector.value.add()
        for node in self._nodes:
            self._append(node)

    def _allocate(self, capacity: int) -> None:
        """Makes room for more nodes; what is there stays."""
        outputs = self.parameters.num_outputs
        wanted = {
            "_kind": ((), np.int8), "_feature": ((), np.int32), "_threshold": ((), _F), "_next": ((2,), np.int32),
            "_id": ((), np.int32), "_values": ((outputs,), _F),
        }  # fmt: skip
        for name, (shape, dtype) in wanted.items():
            larger = np.zeros((capacity, *shape), dtype)
            if self.size:
                larger[: self.size] = getattr(self, name)[: self.size]
            setattr(self, name, larger)
        self._capacity = capacity

    def _append(self, node: Any) -> None:
        if self.size == self._capacity:
            self._allocate(2 * self._capacity)
        number, self.size = self.size, self.size + 1
        self._id[number] = node.node_id.value
        if node.HasField("leaf"):
            self._values[number] = _leaf_values(node.leaf, self.parameters.num_outputs)
        else:
            self._read_test(number, node.binary_node)

    def _read_test(self, number: int, node: Any) -> None:
        self._next[number] = node.left_child_id.value, node.right_child_id.value
        if node.HasField("inequality_left_child_test"):
            test = node.inequality_left_child_test
            self._threshold[number] = test.threshold.float_value
            if test.HasField("oblique"):
                self._kind[number], self._others[number] = _OTHER, _oblique(test)
            else:
                self._kind[number] = _AT_MOST if test.type == test.LESS_OR_EQUAL else _BELOW
                self._feature[number] = _feature_number(test.feature_id)
            return
        matching = protos.find("tensorflow.decision_trees.MatchingValuesTest")()
        if not node.custom_left_child_test.Unpack(matching):
            raise ValueError(f"Unknown split test: {node}")
        self._feature[number] = _feature_number(matching.feature_id)
        if len(matching.value) == 1 and not matching.inverse:
            self._kind[number], self._threshold[number] = _MATCHES, matching.value[0].float_value
        else:
            self._kind[number], self._others[number] = _OTHER, _one_of(matching)

    def leaves(self, examples: Examples) -> np.ndarray:
        """The number of the leaf in which each example ends."""
        found = np.zeros(examples.size, np.int32)
        rows = np.flatnonzero(self._kind[found] != _LEAF)
        while rows.size:
            nodes = found[rows]
            kind, threshold = self._kind[nodes], self._threshold[nodes]
            values = examples.values(rows, self._feature[nodes])
            left = np.where(kind == _MATCHES, values == threshold, values < threshold)
            left |= (kind == _AT_MOST) & (values == threshold)
            for place in np.flatnonzero(kind == _OTHER).tolist():
                left[place] = self._others[int(nodes[place])](examples, rows[place : place + 1])[0]
            nodes = self._id[self._next[nodes, 1 - left.astype(np.int8)]]
            found[rows] = nodes
            rows = rows[self._kind[nodes] != _LEAF]
        return found

    def paths(self, examples: Examples) -> np.ndarray:
        """The nodes that each example visits, serialized as `TreePath`."""
        self._write_leaves()
        parent = {int(child): node for node in range(self.size) if self._kind[node] for child in self._next[node]}
        texts = np.empty(examples.size, object)
        for i, node in enumerate(self.leaves(examples).tolist()):
            visited = [node]
            while visited[-1] in parent:
                visited.append(parent[visited[-1]])
            path = protos.find("tensorflow.tensorforest.TreePath")()
            for number in reversed(visited):
                path.nodes_visited.add().CopyFrom(self._nodes[number])
            texts[i] = path.SerializeToString()
        return texts

    def predictions(self, examples: Examples) -> np.ndarray:
        """The values of the leaves in which examples end; counts of classes as probabilities."""
        found = self._values[self.leaves(examples)]
        if not self.parameters.is_regression:
            total = np.add.accumulate(found, axis=1)[:, -1:] if found.shape[1] else found
            found = np.where(total > 0, found / np.where(total > 0, total, _F(1)), found)
        return found

    def count(self, leaves: np.ndarray, classes: np.ndarray, weights: np.ndarray) -> None:
        """Adds examples of some classes to the counts of leaves."""
        np.add.at(self._values, (leaves, classes), weights)

    def split(self, number: int, test: Any, left: np.ndarray, right: np.ndarray, sparse: bool) -> tuple[int, int]:
        """A leaf becomes a test with two new leaves, whose numbers are returned."""
        children = self.size, self.size + 1
        for child, values in zip(children, (left, right), strict=True):
            node = self._nodes.add()
            node.node_id.value = child
            _set_leaf(node.leaf, values, sparse)
            self._append(node)
        node = self._nodes[number].binary_node  # a node is a leaf or a test: now it is no leaf any more
        node.CopyFrom(test)
        node.left_child_id.value, node.right_child_id.value = children
        self._read_test(number, node)
        return children

    def _write_leaves(self) -> None:
        """Brings the counts of leaves into the message."""
        for node, values in zip(self._nodes, self._values[: self.size], strict=True):
            if node.HasField("leaf"):
                sparse = not node.leaf.HasField("vector")
                if sparse or not np.array_equal(_leaf_values(node.leaf, len(values)), values):
                    _set_leaf(node.leaf, values, sparse)

    def serialized(self) -> bytes:
        """The tree as a `decision_trees.Model`."""
        self._write_leaves()
        return self.message.SerializeToString()

    def feature_counts(self) -> np.ndarray:
        """How often each feature is asked for."""
        counts = np.zeros(self.parameters.num_features, np.int32)
        for node in self._nodes:
            test = node.binary_node.inequality_left_child_test
            if test.HasField("oblique"):
                np.add.at(counts, [_feature_number(feature) for feature in test.oblique.features], 1)
        asked = self._feature[: self.size][(self._kind[: self.size] != _LEAF) & ~self._is_oblique()]
        np.add.at(counts, asked, 1)
        return counts

    def _is_oblique(self) -> np.ndarray:
        tests = (node.binary_node.inequality_left_child_test for node in self._nodes)
        return np.array([test.HasField("oblique") for test in tests], bool)


def _feature_number(feature: Any) -> int:
    text = feature.id.value
    return int(text) if text.lstrip("-").isdigit() else 0


def _leaf_values(leaf: Any, outputs: int) -> np.ndarray:
    values = np.zeros(outputs, _F)
    if leaf.HasField("vector"):
        given = [value.float_value for value in leaf.vector.value][:outputs]
        values[: len(given)] = given
    else:
        for key, value in leaf.sparse_vector.sparse_value.items():
            if 0 <= key < outputs:
                values[key] = value.float_value
    return values


def _set_leaf(leaf: Any, values: np.ndarray, sparse: bool) -> None:
    if sparse:
        for key in np.flatnonzero(values).tolist():
            leaf.sparse_vector.sparse_value[key].float_value = values[key]
        return
    known = leaf.vector.value
    leaf.vector.SetInParent()
    for i, value in enumerate(values.tolist()):
        if i == len(known):
            known.add().float_value = value
        elif known[i].float_value != value:
            known[i].float_value = value


def _oblique(test: Any) -> Callable[[Examples, np.ndarray], np.ndarray]:
    features = [_feature_number(feature) for feature in test.oblique.features]
    weights, limit = np.array(test.oblique.weights, _F), _F(test.threshold.float_value)

    def goes_left(examples: Examples, rows: np.ndarray) -> np.ndarray:
        total = np.zeros(rows.shape, _F)
        for feature, weight in zip(features, weights, strict=False):
            total += weight * examples.values(rows, feature)
        return total <= limit

    return goes_left


def _one_of(matching: Any) -> Callable[[Examples, np.ndarray], np.ndarray]:
    feature, inverse = _feature_number(matching.feature_id), matching.inverse
    known = np.array([value.float_value for value in matching.value], _F)

    def goes_left(examples: Examples, rows: np.ndarray) -> np.ndarray:
        return np.isin(examples.values(rows, feature), known) != inverse

    return goes_left
