"""What a tree knows of its leaves while they wait to be split: candidates for the test, and what each would part.

Every leaf has a row in arrays, with a column for each candidate, so that a batch is counted at once. A leaf first takes
examples to make candidates of, as many as it needs; then it counts, and is ready when it has seen enough.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from penstock import protos
from penstock.contrib.tensor_forest import scores
from penstock.contrib.tensor_forest.examples import Draws, Examples, message_of_test
from penstock.contrib.tensor_forest.hash_order import unordered
from penstock.contrib.tensor_forest.trees import resolved
from penstock.graph import errors

_F = np.float32


class Targets(NamedTuple):
    """Labels of a batch, a row each, and weights, a number each."""

    labels: np.ndarray
    weights: np.ndarray

    @property
    def classes(self) -> np.ndarray:
        """The first label as a class."""
        return self.labels[:, 0].astype(np.int32)


class BestSplit(NamedTuple):
    """The best candidate of a leaf: its test, and the values of the two leaves that it makes."""

    test: Any
    left: np.ndarray
    right: np.ndarray


def targets_of(labels: Any, weights: Any, parameters: Any, size: int) -> Targets:
    """The tensors of labels and weights as a batch of `size` examples."""
    labels, weights = np.asarray(labels, _F), np.asarray(weights, _F).ravel()
    columns = labels.shape[1] if labels.ndim > 1 and parameters.is_regression else 1
    rows = labels.ravel()
    if rows.size < size * columns or columns < (parameters.num_outputs if parameters.is_regression else 1):
        text = f"Labels of the shape {list(labels.shape)} are too few for {size} examples."
        raise errors.InvalidArgumentError(None, None, text)
    given = np.ones(size, _F)
    given[: len(weights)] = weights[:size]
    return Targets(rows[: size * columns].reshape(size, columns), given)


def check_classes(classes: np.ndarray, parameters: Any) -> None:
    """Raises an error unless all are classes of the forest; 1.15 ends the process."""
    if classes.size and classes.max() >= parameters.num_outputs:
        text = "Got label greater than indicated number of classes. Is params.num_classes set correctly?"
        raise errors.InvalidArgumentError(None, None, text)
    if classes.size and classes.min() < 0:
        raise errors.InvalidArgumentError(None, None, "Got a label below 0.")


class Growth:
    """The leaves of one tree that may be split.

    Args:
      parameters: `TensorForestParams`.
      serialized: a `FertileStats`; an empty one becomes the root alone.

    Raises:
      google.protobuf.message.DecodeError: it is no such message.
    """

    # By row: how many candidates there are and are wanted, weights seen and wanted, depth. By row and candidate: the
    # test; the threshold by which is counted stays what it was at first, when the one that the tree will have moves.
    # Then what was counted, in all and by candidate to the left; squares are those of regression.
    _made: np.ndarray
    _wanted: np.ndarray
    _weight: np.ndarray
    _after: np.ndarray
    _depth: np.ndarray
    _early: np.ndarray
    _feature: np.ndarray
    _threshold: np.ndarray
    _shown: np.ndarray
    _categorical: np.ndarray
    _total: np.ndarray
    _total_squares: np.ndarray
    _left: np.ndarray
    _left_squares: np.ndarray
    _left_number: np.ndarray
    _running: np.ndarray

    def __init__(self, parameters: Any, serialized: bytes) -> None:
        self.parameters = parameters
        self.lock = threading.Lock()
        own = protos.find("tensorflow.tensorforest.StatsModelType")
        self.regression = parameters.stats_type == own.Value("STATS_LEAST_SQUARES_REGRESSION")
        self.sparse = parameters.stats_type == own.Value("STATS_SPARSE_GINI")
        if not (self.regression or self.sparse or parameters.stats_type == own.Value("STATS_DENSE_GINI")):
            name = own.Name(parameters.stats_type)
            raise errors.UnimplementedError(None, None, f"Forests cannot grow with statistics of the type {name}.")
        self._checks = scores.Checks(parameters) if not self.regression else None
        self.reset(serialized)

    def reset(self, serialized: bytes) -> None:
        """Becomes what was serialized."""
        message = protos.find("tensorflow.tensorforest.FertileStats").FromString(serialized)
        self._rows: dict[int, int] = {}
        self._free: list[int] = []
        self._used = 0
        self._half: dict[int, dict[int, int]] = {}
        self._allocate(8, max(1, int(resolved(self.parameters.num_splits_to_consider, 0))))
        for slot in message.node_to_slot:
            self._read(slot)
        if not self._rows:
            self.add(0, 0)

    def _allocate(self, rows: int, columns: int) -> None:
        """Makes room for more leaves and candidates; what is there stays."""
        outputs = self.parameters.num_outputs
        squares = outputs if self.regression else 0
        running = 4 if self._checks is not None and self.parameters.use_running_stats_method else 0
        wanted: dict[str, tuple[tuple[int, ...], Any]] = {
            "_made": ((), np.int32),
            "_wanted": ((), np.int32),
            "_weight": ((), _F),
            "_after": ((), np.int32),
            "_depth": ((), np.int32),
            "_early": ((), bool),
            "_feature": ((columns,), np.int32),
            "_threshold": ((columns,), _F),
            "_shown": ((columns,), _F),
            "_categorical": ((columns,), bool),
            "_total": ((outputs,), _F),
            "_total_squares": ((squares,), _F),
            "_left": ((columns, outputs), _F),
            "_left_squares": ((columns, squares), _F),
            "_left_number": ((columns,), _F),
            "_running": ((columns, running), _F),
        }
        for name, (shape, dtype) in wanted.items():
            larger = np.zeros((rows, *shape), dtype)
            if self._used:
                before = getattr(self, name)
                larger[tuple(slice(0, n) for n in before.shape)] = before
            setattr(self, name, larger)
        self._arrays = list(wanted)
        self._capacity, self._columns = rows, columns

    # -- leaves come and go -----------------------------------------------------------------------------------------------

    def add(self, node: int, depth: int) -> int:
        """A new leaf, which has seen nothing; gives its row."""
        wanted = int(resolved(self.parameters.num_splits_to_consider, depth))
        if not self._free and self._used == self._capacity or wanted > self._columns:
            self._allocate(2 * self._capacity, max(self._columns, wanted))
        if self._free:
            row = self._free.pop()
            for name in self._arrays:
                getattr(self, name)[row] = 0
        else:
            row, self._used = self._used, self._used + 1
        self._rows[node] = row
        self._depth[row], self._wanted[row] = depth, wanted
        self._after[row] = int(resolved(self.parameters.split_after_samples, depth))
        if self._checks is not None:
            self._checks.begin(row, depth, int(self._after[row]))
        return row

    def remove(self, node: int) -> None:
        """A leaf that was split."""
        row = self._rows.pop(node)
        self._half.pop(row, None)
        self._free.append(row)

    def depth(self, node: int) -> int:
        """How deep the leaf is below the root."""
        return int(self._depth[self._row(node)])

    def _row(self, node: int) -> int:
        try:
            return self._rows[node]
        except KeyError:
            text = f"Node {node} of the tree is no leaf that may be split."
            raise errors.InvalidArgumentError(None, None, text) from None

    def _is_initialized(self, row: int) -> bool:
        return bool(self._weight[row] > 0) or (self._made[row] == self._wanted[row] and not self._half.get(row))

    def _is_finished(self, rows: Any) -> Any:
        finished = self._weight[rows] >= self._after[rows]
        if self._checks is not None:
            finished = finished & (np.count_nonzero(self._total[rows], axis=-1) > 1) | self._early[rows]
        return finished

    # -- examples ---------------------------------------------------------------------------------------------------------

    def see(self, examples: Examples, targets: Targets, leaves: np.ndarray, draws: Draws) -> list[int]:
        """Counts a batch whose examples are in these leaves; returns the leaves that are ready, in their order."""
        nodes = leaves.tolist()
        rows = np.array([self._row(node) for node in nodes], np.int32)
        finished = self._is_finished(rows)
        ready: dict[int, int] = {}  # leaf → the example with which it was
        counted = []
        initialized: set[int] = set()
        for i, row in enumerate(rows.tolist()):
            if row in initialized or self._is_initialized(row):
                initialized.add(row)
                counted.append(i)
            else:
                self._propose(row, i, examples.candidate(i, draws), examples, targets)
            if finished[i]:
                ready.setdefault(nodes[i], i)
        if self._checks is not None and self._checks.in_steps:
            for i in counted:
                self._count(np.array([i]), rows[[i]], examples, targets)
                if self._is_finished(rows[i]):
                    ready.setdefault(nodes[i], i)
        elif counted:
            self._count(np.array(counted), rows[counted], examples, targets)
            for node in dict.fromkeys(nodes[i] for i in counted):
                if node not in ready and self._is_finished(self._rows[node]):
                    ready[node] = self._when_finished(
                        self._rows[node], [i for i in counted if nodes[i] == node], targets
                    )
        return unordered(sorted(ready, key=lambda node: ready[node]))

    def see_collated(self, examples: Examples, targets: Targets, leaves: np.ndarray, draws: Draws) -> list[int]:
        """Like `see`, leaf by leaf; of a leaf that only now has all its candidates the other examples are not counted."""
        members: dict[int, list[int]] = {}
        for i, node in enumerate(leaves.tolist()):
            members.setdefault(node, []).append(i)
        ready = []
        for node in unordered(members):
            row, own = self._row(node), members[node]
            if self._is_initialized(row):
                steps = [[i] for i in own] if self._checks is not None and self._checks.in_steps else [own]
                for step in steps:
                    self._count(np.array(step), np.full(len(step), row), examples, targets)
            else:
                for i in own:
                    self._propose(row, i, examples.candidate(i, draws), examples, targets)
                    if self._is_initialized(row):
                        break
            if self._is_finished(row):
                ready.append(node)
        return unordered(ready)

    def _propose(
        self, row: int, example: int, test: tuple[int, float, bool], examples: Examples, targets: Targets
    ) -> None:
        """One more candidate, if the leaf has not enough; else the example may only move the thresholds of others."""
        label = int(targets.labels[example, 0])
        if self._made[row] < self._wanted[row]:
            self._candidate(row, *test)
            if self._checks is not None and self.parameters.initialize_average_splits and not test[2]:
                self._half.setdefault(row, {})[int(self._made[row]) - 1] = label
        half = self._half.get(row, {})
        for column in [column for column, known in half.items() if known != label]:
            value = examples.values(example, self._feature[row, column])
            self._shown[row, column] = (self._shown[row, column] + _F(value)) / _F(2)
            del half[column]

    def _candidate(self, row: int, feature: int, threshold: float, categorical: bool) -> int:
        column = int(self._made[row])
        if column == self._columns:
            self._allocate(self._capacity, 2 * self._columns)
        self._made[row] += 1
        self._feature[row, column] = feature
        self._threshold[row, column] = self._shown[row, column] = threshold
        self._categorical[row, column] = categorical
        return column

    def _count(self, which: np.ndarray, rows: np.ndarray, examples: Examples, targets: Targets) -> None:
        """Adds some of the examples to what their leaves know."""
        columns = np.arange(int(self._made[rows].max()))
        value = examples.values(which[:, None], self._feature[rows[:, None], columns])
        threshold = self._threshold[rows[:, None], columns]
        less = value <= threshold if self.parameters.inequality_test_type == 0 else value < threshold
        left = np.where(self._categorical[rows[:, None], columns], value == threshold, less)
        left &= columns < self._made[rows, None]
        at, column = np.nonzero(left)
        if self._checks is None:
            for j in range(self.parameters.num_outputs):
                y = targets.labels[which, j]
                for left_sums, totals, added in (
                    (self._left, self._total, y),
                    (self._left_squares, self._total_squares, y * y),
                ):
                    np.add.at(left_sums[..., j], (rows[at], column), added[at])
                    np.add.at(totals[:, j], rows, added)
            np.add.at(self._left_number, (rows[at], column), _F(1))
            np.add.at(self._weight, rows, _F(1))
            return
        classes, weights = targets.classes[which], targets.weights[which]
        if self._running.shape[2]:
            self._count_running(rows, classes, weights, left, columns)
        np.add.at(self._left, (rows[at], column, classes[at]), weights[at])
        np.add.at(self._total, (rows, classes), weights)
        np.add.at(self._weight, rows, weights)
        if self._checks.in_steps:
            self._check(int(rows[0]))

    def _count_running(
        self, rows: np.ndarray, classes: np.ndarray, weights: np.ndarray, left: np.ndarray, columns: np.ndarray
    ) -> None:
        """Sums and sums of squares on both sides, kept up example by example; `left` says where each goes."""
        known = {row: (self._left[row].copy(), self._total[row].copy()) for row in set(rows.tolist())}
        for row, label, weight, goes_left in zip(rows.tolist(), classes.tolist(), weights, left, strict=True):
            lefts, total = known[row]
            on_left = lefts[columns, label]
            old = np.where(goes_left, on_left, total[label] - on_left)
            new, own = old + weight, self._running[row]
            for side, here in ((0, goes_left), (2, ~goes_left)):
                here = here & (columns < self._made[row])
                own[columns[here], side] += weight
                own[columns[here], side + 1] = own[columns[here], side + 1] - (old * old)[here] + (new * new)[here]
            lefts[columns[goes_left], label] += weight
            total[label] += weight

    def _when_finished(self, row: int, which: list[int], targets: Targets) -> int:
        """With which of these examples, which are all of a batch in this leaf, it became ready."""
        weights = np.ones(len(which), _F) if self.regression else targets.weights[which]
        seen = np.add.accumulate(np.concatenate([[self._weight[row] - weights.sum(dtype=_F)], weights]).astype(_F))[1:]
        enough = seen >= self._after[row]
        if not self.regression:
            total = self._total[row].copy()
            classes = targets.classes[which]
            for label, weight in zip(classes.tolist(), weights, strict=True):
                total[label] -= weight
            mixed = np.zeros(len(which), bool)
            for i, (label, weight) in enumerate(zip(classes.tolist(), weights, strict=True)):
                total[label] += weight
                mixed[i] = np.count_nonzero(total) > 1
            enough &= mixed
        return which[int(np.argmax(enough))] if enough.any() else which[-1]

    # -- which candidate is best ------------------------------------------------------------------------------------------

    def _gini(self, row: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        made = int(self._made[row])
        if self._running.shape[2]:
            return scores.gini_of_sums(self._running[row, :made], self.parameters.num_outputs)
        return scores.gini(self._left[row, :made], self._total[row])

    def best_split(self, node: int) -> BestSplit | None:
        """The best candidate of a leaf, if any of them parts its examples."""
        row = self._row(node)
        made = int(self._made[row])
        if self.regression:
            number = self._left_number[row, :made]
            squares = self._left_squares[row, :made], self._total_squares[row]
            score = scores.variance(self._left[row, :made], self._total[row], *squares, number, self._weight[row])
            parts = (number > 0) & (self._weight[row] - number > 0)
        else:
            score, left_sum, right_sum = self._gini(row)
            parts = (left_sum > 0) & (right_sum > 0)
        score = np.where(parts & (score < np.finfo(_F).max), score, np.inf)
        if not made or not np.isfinite(best := score.min()):
            return None
        column = int(np.flatnonzero(score == best)[0])
        left = self._left[row, column].copy()
        right = self._total[row] - left
        if self.regression:
            left, right = left / number[column], right / (self._weight[row] - number[column])
        return BestSplit(self._test(row, column), left, right)

    def _test(self, row: int, column: int) -> Any:
        asked = int(self._feature[row, column]), float(self._shown[row, column])
        return message_of_test(*asked, bool(self._categorical[row, column]), self.parameters.inequality_test_type)

    def _check(self, row: int) -> None:
        """After an example: whether the leaf is ready earlier, and whether bad candidates are to go."""
        assert self._checks is not None
        weight, state = float(self._weight[row]), self._checks
        if state.finish_due(row, weight):
            score = self._gini(row)[0]
            made, total = int(self._made[row]), self._total[row]
            self._early[row] = state.finishes(score, self._left[row, :made], total, weight)
        if state.prune_due(row, weight, bool(self._is_finished(row))):
            keep = np.ones(self._columns, bool)
            keep[state.pruned(self._gini(row)[0], weight)] = False
            keep[int(self._made[row]) :] = False
            left = int(keep.sum())
            for name in self._arrays:
                array = getattr(self, name)
                if array.ndim > 1 and array.shape[1] == self._columns and name not in ("_total", "_total_squares"):
                    array[row, :left], array[row, left:] = array[row, keep], 0
            self._made[row] = left

    # -- messages ---------------------------------------------------------------------------------------------------------

    def _read(self, slot: Any) -> None:
        row = self.add(slot.node_id, slot.depth)
        if not slot.HasField("post_init_leaf_stats"):
            return
        stats = slot.post_init_leaf_stats
        self._weight[row] = stats.weight_sum
        self._total[row], squares = self._read_counts(stats)
        self._total_squares[row] = squares
        for candidate in slot.candidates:
            column = self._candidate(row, *_read_test(candidate.split))
            self._left[row, column], squares = self._read_counts(candidate.left_stats)
            self._left_squares[row, column] = squares
            self._left_number[row, column] = candidate.left_stats.weight_sum if self.regression else 0
            if self._running.shape[2]:  # as in 1.15, both sides begin with what was on the left
                left = self._left[row, column]
                self._running[row, column] = np.tile([left.sum(), (left * left).sum()], 2)

    def _read_counts(self, stats: Any) -> tuple[Any, Any]:
        outputs = self.parameters.num_outputs
        if self.regression:
            means = stats.regression.mean_output, stats.regression.mean_output_squares
            first, second = ([value.float_value for value in vector.value][:outputs] for vector in means)
            return first, second
        if self.sparse:
            found = np.zeros(outputs, _F)
            for key, value in stats.classification.sparse_counts.sparse_value.items():
                found[key] = value.float_value
            return found, ()
        return [value.float_value for value in stats.classification.dense_counts.value][:outputs], ()

    def _write_counts(self, stats: Any, counts: np.ndarray, squares: np.ndarray) -> None:
        if self.regression:
            both = (stats.regression.mean_output, counts), (stats.regression.mean_output_squares, squares)
        elif self.sparse:
            stats.classification.sparse_counts.SetInParent()
            for key in np.flatnonzero(counts).tolist():
                stats.classification.sparse_counts.sparse_value[key].float_value = counts[key]
            return
        else:
            both = ((stats.classification.dense_counts, counts),)  # type: ignore[assignment]
        for vector, values in both:
            for value in values.tolist():
                vector.value.add().float_value = value

    def serialized(self) -> bytes:
        """All that is known, as `FertileStats`; what was counted only if the parameters ask for it."""
        message = protos.find("tensorflow.tensorforest.FertileStats")()
        for node, row in self._in_order():
            slot = message.node_to_slot.add()
            slot.node_id, slot.depth = node, int(self._depth[row])
            if not self.parameters.checkpoint_stats:
                continue
            slot.post_init_leaf_stats.weight_sum = self._weight[row]
            self._write_counts(slot.post_init_leaf_stats, self._total[row], self._total_squares[row])
            for column in range(int(self._made[row])):
                candidate = slot.candidates.add()
                candidate.split.CopyFrom(self._test(row, column))
                self._write_counts(candidate.left_stats, self._left[row, column], self._left_squares[row, column])
                if self.regression:
                    candidate.left_stats.weight_sum = self._left_number[row, column]
        return message.SerializeToString()

    def _in_order(self) -> Iterable[tuple[int, int]]:
        return sorted(self._rows.items())


def _read_test(split: Any) -> tuple[int, float, bool]:
    if split.HasField("inequality_left_child_test"):
        test = split.inequality_left_child_test
        return int(test.feature_id.id.value or 0), test.threshold.float_value, False
    matching = protos.find("tensorflow.decision_trees.MatchingValuesTest")()
    if not split.custom_left_child_test.Unpack(matching) or len(matching.value) != 1:
        raise errors.InvalidArgumentError(None, None, "A candidate must compare a feature with one value.")
    return int(matching.feature_id.id.value or 0), matching.value[0].float_value, True
