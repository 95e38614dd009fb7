"""Linear models trained by stochastic dual coordinate ascent: the state of the examples, the step, the losses.

The dual variables of all examples seen are in a table, by the fingerprint of the example's id. The step changes weights
of its own ("unshrunk"); what the user sees are these after the proximal step of L1, made by `update_weights`. Serves
`tf.estimator.experimental.LinearSDCA` and `tf.contrib.linear_optimizer`, which differ in names and in the least L2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.build import apply
from penstock.graph.graph import name_scope
from penstock.graph.typing import TensorLike
from penstock.ops.state.partitioned_variable import PartitionedVariable
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.graph.operation import Operation, Tensor

LOSSES = ("logistic_loss", "squared_loss", "hinge_loss", "smooth_hinge_loss", "poisson_loss")
_WEIGHTS = ("sparse_features_weights", "dense_features_weights")
_EXAMPLES = ("example_labels", "example_weights", "sparse_features", "dense_features")


@export("contrib.linear_optimizer.SparseFeatureColumn")
class SparseFeatureColumn:
    """The features of a batch that are mostly absent, as triples of example, feature and value.

    Args:
      example_indices: which example, ascending; int64.
      feature_indices: which feature of it; int64.
      feature_values: its value, float32; 1 everywhere if None.

    >>> import penstock as tf
    >>> column = tf.contrib.linear_optimizer.SparseFeatureColumn([0, 1, 1], [5, 6, 10], [1.0, 1.0, 0.5])
    >>> column.feature_values.shape
    TensorShape([Dimension(3)])
    """

    def __init__(self, example_indices: Any, feature_indices: Any, feature_values: Any) -> None:
        with name_scope(None, "SparseFeatureColumn", [example_indices, feature_indices]):
            self._example_indices = tf.convert_to_tensor(example_indices, tf.int64, name="example_indices")
            self._feature_indices = tf.convert_to_tensor(feature_indices, tf.int64, name="feature_indices")
        self._feature_values = None
        if feature_values is not None:
            with name_scope(None, "SparseFeatureColumn", [feature_values]):
                self._feature_values = tf.convert_to_tensor(feature_values, tf.float32, name="feature_values")

    @property
    def example_indices(self) -> Any:
        """The examples that the features belong to."""
        return self._example_indices

    @property
    def feature_indices(self) -> Any:
        """The features."""
        return self._feature_indices

    @property
    def feature_values(self) -> Any:
        """Their values, or None if all are 1."""
        return self._feature_values


def unique_features(ids: Any, weights: Any) -> SparseFeatureColumn:
    """Categories of examples as features: those below zero are left out, several that are the same are summed."""
    values = tf.ones([tf.shape(ids.indices)[0]], tf.float32) if weights is None else tf.reshape(weights.values, [-1])
    examples = tf.reshape(ids.indices[:, 0], [-1])
    flat = tf.cast(tf.reshape(ids.values, [-1]), tf.int64)
    valid = tf.greater_equal(flat, 0)  # a word that is not in the vocabulary is -1
    flat, examples, values = (tf.boolean_mask(t, valid) for t in (flat, examples, values))
    width = tf.reduce_max(flat) + 1
    pairs, places = tf.unique(width * examples + flat)
    count = tf.shape(pairs)[0]
    rows = tf.unsorted_segment_min(examples, places, count)
    return SparseFeatureColumn(
        rows, pairs - width * rows, tf.reshape(tf.unsorted_segment_sum(values, places, count), [-1])
    )


class ShardedTable:
    """The states of examples by fingerprint, in several tables: a key's is its first number modulo their number."""

    def __init__(self, shards: int, name: str = "ShardedMutableHashTable") -> None:
        with name_scope(name, "sharded_mutable_hash_table"):
            # No fingerprint begins with 0 or 1, so these two keys are free.
            self.tables = [
                tf.contrib.lookup.MutableDenseHashTable(
                    tf.int64, tf.float32, [0.0] * 4, empty_key=[0, 0], deleted_key=[1, 1],
                    name=f"{name}-{i + 1}-of-{shards}",
                )
                for i in range(shards)
            ]  # fmt: skip

    def _split(self, keys: Any, *values: Any) -> list[Any]:
        shards = tf.cast(tf.mod(tf.abs(keys[:, 0]), len(self.tables)), tf.int32)
        return [tf.dynamic_partition(value, shards, len(self.tables)) for value in (keys, *values)]

    def size(self) -> Any:
        """How many examples there are."""
        with name_scope(None, "sharded_mutable_hash_table_size"):
            return tf.add_n([table.size() for table in self.tables])

    def lookup(self, keys: object) -> Any:
        """The states of examples; zeros for new ones."""
        if len(self.tables) == 1:
            return self.tables[0].lookup(keys)
        parts, places = self._split(keys, tf.range(tf.shape(keys)[0]))
        return tf.dynamic_stitch(places, [t.lookup(part) for t, part in zip(self.tables, parts, strict=True)])

    def insert(self, keys: Sequence[Any], values: Any) -> Any:
        """Sets the states of examples."""
        if len(self.tables) == 1:
            return self.tables[0].insert(keys, values)
        parts = self._split(keys, values)
        return tf.group(*(t.insert(k, v) for t, k, v in zip(self.tables, *parts, strict=True)))

    def states(self) -> list[Any]:
        """All states, table by table."""
        return [table.export()[1] for table in self.tables]


def _listed(variable: Any) -> list[Any]:
    return list(variable) if isinstance(variable, (list, PartitionedVariable)) else [variable]


def _whole(values: Iterable[Any]) -> list[Any]:
    """Tensors, with those that are in parts put together."""
    return [
        tf.concat(_listed(v), 0) if isinstance(v, (list, PartitionedVariable)) else tf.convert_to_tensor(v)
        for v in values
    ]


def _specified(names: Iterable[str], given: Any) -> None:
    for name in names:
        if given[name] is None:
            raise ValueError(f"{name} must be specified.")
    for name in names:
        if "features" in name and not isinstance(given[name], list):
            raise ValueError(f"{name} must be a list.")


class SDCAModel:
    """A linear model and the operations that train it.

    Args:
      examples: a dictionary of `sparse_features` (a list of `SparseFeatureColumn`), `dense_features` (a list of
        matrices), `example_labels`, `example_weights` and `example_ids`.
      variables: a dictionary of `sparse_features_weights` and `dense_features_weights`, lists of variables.
      options: a dictionary of `loss_type`, `symmetric_l1_regularization`, `symmetric_l2_regularization` and, if wanted,
        `num_loss_partitions`, `num_table_shards` and `adaptive`.
    """

    _suffix = "_unshrunk"
    _resource: bool | None = True

    def __init__(self, examples: Any, variables: Any, options: Any) -> None:
        if not examples or not variables or not options:
            raise ValueError("examples, variables and options must all be specified.")
        if options["loss_type"] not in LOSSES:
            raise ValueError("Unsupported loss_type: ", options["loss_type"])
        _specified((*_EXAMPLES, "example_ids"), examples)
        _specified(_WEIGHTS, variables)
        _specified(("loss_type", "symmetric_l1_regularization", "symmetric_l2_regularization"), options)
        self._check_regularization(options)
        self._examples, self._variables, self._options = examples, variables, options
        self._l1 = options["symmetric_l1_regularization"]
        self._l2 = self._least_l2(options["symmetric_l2_regularization"])
        self._slots = {name: [self._slot(v) for v in variables[name]] for name in _WEIGHTS}
        self._hashtable = ShardedTable(options.get("num_table_shards") or 1)
        tf.summary.scalar("approximate_duality_gap", self.approximate_duality_gap())
        tf.summary.scalar("examples_seen", self._hashtable.size())

    def _check_regularization(self, options: Any) -> None:
        if options["symmetric_l2_regularization"] <= 0.0:
            raise ValueError("symmetric_l2_regularization should be positive.")
        if options["symmetric_l2_regularization"] <= 1.0:
            logging.warning(
                "symmetric_l2_regularization is small for SDCA: about the mean L2 norm of the examples is a good value."
            )
        if options["symmetric_l1_regularization"] < 0.0:
            raise ValueError("symmetric_l1_regularization should be non-negative.")

    def _least_l2(self, l2: float) -> float:
        return l2

    def _slot(self, variable: TensorLike) -> Any:
        """The unshrunk weights of a variable, in as many parts."""
        made = []
        for part in _listed(variable):
            with tf.colocate_with(part):
                zeros = tf.zeros_like(part.initialized_value(), tf.float32)
                made.append(tf.Variable(zeros, name=part.op.name + self._suffix, use_resource=self._resource))
        return made if isinstance(variable, (list, PartitionedVariable)) else made[0]

    # -- training -------------------------------------------------------------------------------------------------------

    def minimize(self, global_step: TensorLike | None = None, name: str | None = None) -> Any:
        """An operation that takes a step with the examples, and counts it; `update_weights` lets the user see it."""
        with name_scope(name, "sdca/minimize"):
            columns = self._examples["sparse_features"]
            keys = apply("SdcaFprint", None, input=self._examples["example_ids"])
            before = self._hashtable.lookup(keys)
            used = [tf.cast(tf.unique(tf.cast(c.feature_indices, tf.int32))[0], tf.int64) for c in columns]
            places = [_Places(w, i) for w, i in zip(self._slots[_WEIGHTS[0]], used, strict=True)]
            states, sparse, dense = apply(
                "SdcaOptimizerV2",
                None,
                sparse_example_indices=[c.example_indices for c in columns],
                sparse_feature_indices=[c.feature_indices for c in columns],
                sparse_feature_values=[c.feature_values for c in columns if c.feature_values is not None],
                dense_features=_whole(self._examples["dense_features"]),
                example_weights=self._examples["example_weights"],
                example_labels=self._examples["example_labels"],
                sparse_indices=used,
                sparse_weights=[place.weights() for place in places],
                dense_weights=_whole(self._slots[_WEIGHTS[1]]),
                example_state_data=before,
                loss_type=self._options["loss_type"],
                l1=self._l1,
                l2=self._l2,
                num_loss_partitions=self._options.get("num_loss_partitions", 1),
                num_inner_iterations=1,
                adaptive=self._options.get("adaptive", True),
            )
            with tf.control_dependencies([states]):
                updates = [self._hashtable.insert(keys, states)]
                for place, change in zip(places, sparse, strict=True):
                    updates += place.add(change)
                for slot, change in zip(self._slots[_WEIGHTS[1]], dense, strict=True):
                    updates += _add_dense(slot, change)
            if global_step is None:
                return tf.group(*updates)
            with tf.control_dependencies(updates):
                return tf.assign_add(global_step, 1, name=name).op

    def update_weights(self, train_op: Operation | Tensor) -> Operation:
        """An operation that gives the variables the weights after `train_op`, shrunk by L1."""
        shrinkage = self._l1 / self._l2
        with tf.control_dependencies([train_op]):
            updates = []
            for name in _WEIGHTS:
                for variable, slot in zip(self._variables[name], self._slots[name], strict=True):
                    for v, s in zip(_listed(variable), _listed(slot), strict=True):
                        w = s.read_value()
                        if shrinkage > 0:
                            w = tf.sign(w) * tf.maximum(0.0, tf.abs(w) - shrinkage)
                        updates.append(tf.assign(v, w))
            return tf.group(*updates)

    # -- losses ---------------------------------------------------------------------------------------------------------

    def _norm(self, function: Callable[..., Any]) -> Any:
        parts = [v for name in _WEIGHTS for variable in self._variables[name] for v in _listed(variable)]
        return tf.add_n([tf.reduce_sum(function(tf.cast(v, tf.float64))) for v in parts])

    def _l1_loss(self) -> Any:
        with name_scope("sdca/l1_loss"):
            return self._l1 * self._norm(tf.abs)

    def _l2_loss(self, l2: float) -> Any:
        with name_scope("sdca/l2_loss"):
            return l2 * self._norm(tf.square) / 2.0

    def approximate_duality_gap(self) -> Any:
        """How far the model is from its best, over all examples seen: zero there; NaN if none was seen."""
        with name_scope("sdca/approximate_duality_gap"):
            sums = tf.add_n([tf.reduce_sum(tf.cast(v, tf.float64), 0) for v in self._hashtable.states()])
            return (sums[1] + sums[2] + self._l1_loss() + 2.0 * self._l2_loss(self._l2)) / sums[3]

    def _linear_predictions(self, examples: Any) -> Any:
        with name_scope("sdca/prediction"):
            count = tf.shape(examples["example_weights"])[0]
            total = tf.zeros([count])
            weights = _whole(self._variables[_WEIGHTS[0]])
            for column, w in zip(examples["sparse_features"], weights, strict=True):
                products = tf.gather(tf.reshape(w, [-1]), column.feature_indices)
                if column.feature_values is not None:
                    products *= column.feature_values
                total += tf.unsorted_segment_sum(products, column.example_indices, count)
            dense = zip(_whole(examples["dense_features"]), _whole(self._variables[_WEIGHTS[1]]), strict=True)
            for features, w in dense:
                total += tf.reshape(tf.matmul(features, tf.reshape(w, [-1, 1])), [-1])
        return total

    def predictions(self, examples: Any) -> Any:
        """What the model says of examples: probabilities for the logistic loss, counts for Poisson's, else numbers."""
        _specified(_EXAMPLES[1:], examples)
        result = self._linear_predictions(examples)
        if self._options["loss_type"] == "logistic_loss":
            with name_scope("sdca/logistic_prediction"):
                result = tf.sigmoid(result)
        elif self._options["loss_type"] == "poisson_loss":
            with name_scope("sdca/poisson_prediction"):
                result = tf.exp(result)
        return result

    def unregularized_loss(self, examples: Any) -> Any:
        """The mean loss of examples."""
        _specified(_EXAMPLES, examples)
        with name_scope("sdca/unregularized_loss"):
            logits = tf.cast(self._linear_predictions(examples), tf.float64)
            labels, weights = (tf.cast(examples[name], tf.float64) for name in _EXAMPLES[:2])
            kind = self._options["loss_type"]
            if kind == "logistic_loss":
                losses = tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits)
            elif kind == "poisson_loss":
                losses = tf.nn.log_poisson_loss(targets=labels, log_input=logits)
            elif kind in ("hinge_loss", "smooth_hinge_loss"):
                losses = tf.nn.relu(1.0 - (2.0 * labels - 1.0) * logits)
            else:
                losses = tf.square(labels - logits) / 2.0
            return tf.reduce_sum(losses * weights) / tf.reduce_sum(weights)

    def regularized_loss(self, examples: Any) -> Any:
        """The mean loss of examples with that of the weights."""
        _specified(_EXAMPLES, examples)
        with name_scope("sdca/regularized_loss"):
            total = tf.reduce_sum(tf.cast(examples["example_weights"], tf.float64))
            # The regularization as the user gave it, not the least that the algorithm needs.
            of_weights = self._l1_loss() + self._l2_loss(self._options["symmetric_l2_regularization"])
            return of_weights / total + self.unregularized_loss(examples)


class _Places:
    """Where the rows of some features are in a variable, which may be split evenly into parts."""

    def __init__(self, variable: Any, indices: TensorLike) -> None:
        self._parts, self._split = _listed(variable), isinstance(variable, (list, PartitionedVariable))
        self._indices = indices
        if self._split:
            count = len(self._parts)
            total = sum(part.get_shape().as_list()[0] for part in self._parts)
            size, longer = divmod(total, count)  # the first `longer` parts have one row more
            part = tf.maximum(indices // (size + 1), (indices - longer) // size)
            row = tf.where(part < longer, indices % (size + 1), (indices - longer) % size)
            self._part = tf.cast(part, tf.int32)
            self._rows = tf.dynamic_partition(row, self._part, count)

    def weights(self) -> Tensor:
        """The weights of the features."""
        if not self._split:
            return tf.gather(self._parts[0], self._indices)
        found = [tf.gather(part, rows) for part, rows in zip(self._parts, self._rows, strict=True)]
        places = tf.dynamic_partition(tf.range(tf.shape(self._indices)[0]), self._part, len(self._parts))
        return tf.dynamic_stitch(places, found)

    def add(self, change: Any) -> list[Any]:
        """Operations that add to them."""
        if not self._split:
            return [tf.scatter_add(self._parts[0], self._indices, change)]
        changes = tf.dynamic_partition(change, self._part, len(self._parts))
        return [tf.scatter_add(p, i, c) for p, i, c in zip(self._parts, self._rows, changes, strict=True)]


def _add_dense(slot: Any, change: Any) -> Sequence[Any]:
    if not isinstance(slot, list):
        return [tf.assign_add(slot, change)]
    changes = tf.split(change, [part.get_shape().as_list()[0] for part in slot])
    return [tf.assign_add(part, c) for part, c in zip(slot, changes, strict=True)]
