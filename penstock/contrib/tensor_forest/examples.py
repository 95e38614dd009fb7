"""A batch of examples as forests see it: columns of numbers, dense ones first, then sparse ones, and what they were."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from penstock import protos
from penstock.graph import errors
from penstock.ops.random import philox

FLOAT, CATEGORICAL = 0, 1

_COLUMN = re.compile(r"name: (\S*) original_type: (\S+) size: (\S+)")


class Specification:
    """What columns an input has, read from the text that `ParseDataTensorOrDict` writes."""

    def __init__(self, text: str) -> None:
        head, _, rest = text.partition("[")
        dense, _, sparse = rest.partition("] sparse: [")
        self.dense_size = _whole(head.split()[1])
        self.types: list[int] = []
        for column in _columns(dense):
            self.types += [column[1]] * column[2]
        self.sparse_types = [column[1] for column in _columns(sparse)]


def _whole(text: str) -> int:
    return int(text) if re.fullmatch(r"-?\d+", text) else 0


def _columns(text: str) -> list[tuple[str, int, int]]:
    found = []
    for part in re.findall(r"{(.*?)}", text):
        match = _COLUMN.fullmatch(part)
        if match is None:
            raise errors.InvalidArgumentError(None, None, f"A column of a forest must not be described as {part!r}.")
        found.append((match[1], _whole(match[2]), _whole(match[3])))
    return found


class Draws:
    """Random numbers from a seed, one after the other, as `SimplePhilox` gives them."""

    def __init__(self, seed: int) -> None:
        self._key, self._counter = philox.initial(seed & 0xFFFFFFFFFFFFFFFF, 0)
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            groups = 16
            self._words = philox.random_bits(np, self._key, self._counter, groups).ravel().tolist()[::-1]
            self._counter = philox.skip(self._counter, groups)
        return self._words.pop()

    def below(self, n: int) -> int:
        """A number from 0 to `n - 1`; those that would make the first ones likelier are drawn again."""
        if n & (n - 1) == 0:
            return self._word() & (n - 1) if n else self._word() * 0
        skewed = 0xFFFFFFFF % n + 1
        while (word := self._word()) < skewed:
            pass
        return word % n


class Examples:
    """The tensors of a batch.

    Args:
      specification: the columns.
      dense: a matrix; anything of another rank stands for none.
      indices: the rows and columns of sparse values, sorted; not a matrix if there are none.
      values: the sparse values.
      shape: the dense shape of the sparse values.
    """

    def __init__(self, specification: Specification, dense: Any, indices: Any, values: Any, shape: Any) -> None:
        self.specification = specification
        self.dense = np.asarray(dense) if np.ndim(dense) == 2 else None
        self.size = 0
        self._sparse: tuple[np.ndarray, np.ndarray] | None = None
        if np.ndim(indices) == 2:
            self._sparse = np.asarray(indices), np.asarray(values)
            self.size = int(np.asarray(shape).ravel()[0])
            self._width = int(self._sparse[0][:, 1].max(initial=0)) + 1
            self._places = self._sparse[0][:, 0] * self._width + self._sparse[0][:, 1]
        if self.dense is not None:
            self.size = len(self.dense)

    def values(self, rows: Any, features: Any) -> np.ndarray:
        """The values of some features in some rows, side by side; 0 where a sparse one is missing."""
        rows, features = np.broadcast_arrays(rows, features)
        width = 0 if self.dense is None else min(self.specification.dense_size, self.dense.shape[1])
        if self.dense is not None and (not features.size or features.max() < width):
            return self.dense[rows, features]
        found = np.zeros(rows.shape, np.float32)
        here = features < width
        if self.dense is not None:
            found[here] = self.dense[rows[here], features[here]]
        if self._sparse is not None:
            away = (features >= self.specification.dense_size) & (features < self._width)
            wanted = rows[away] * self._width + features[away]
            places = np.minimum(np.searchsorted(self._places, wanted), max(0, len(self._places) - 1))
            if len(self._places):
                found[away] = np.where(self._places[places] == wanted, self._sparse[1][places], np.float32(0))
        return found

    def candidate(self, example: int, draws: Draws) -> tuple[int, float, bool]:
        """A test made of an example: one of its features at random, its value, and whether it is categorical."""
        dense = self.specification.dense_size
        if self.dense is not None:  # a tree that sees some of the features only; 1.15 reads beyond them
            dense = min(dense, self.dense.shape[1])
        total, start = dense, 0
        if self._sparse is not None:
            start, end = np.searchsorted(self._sparse[0][:, 0], [example, example + 1]).tolist()
            total += end - start
        column = draws.below(total)
        if column < min(dense, len(self.specification.types)):
            feature, kind = column, self.specification.types[column]
        else:  # an example without sparse values asks for the first sparse column, which it has not
            place = start + column - dense
            known = self._sparse is not None and total > dense and place < len(self._sparse[0])
            feature = dense + (int(self._sparse[0][place, 1]) if known and self._sparse is not None else 0)
            kind = next(iter(self.specification.sparse_types), FLOAT)
        return feature, float(self.values(example, feature)), kind == CATEGORICAL


def message_of_test(feature: int, threshold: float, categorical: bool, inequality: int) -> Any:
    """The test as a `BinaryNode`."""
    node = protos.find("tensorflow.decision_trees.BinaryNode")()
    if categorical:
        matching = protos.find("tensorflow.decision_trees.MatchingValuesTest")()
        matching.feature_id.id.value = str(feature)
        matching.value.add().float_value = threshold
        node.custom_left_child_test.Pack(matching)
    else:
        test = node.inequality_left_child_test
        test.feature_id.id.value = str(feature)
        test.threshold.float_value = threshold
        test.type = inequality
    return node
