"""The Levenshtein distance between sequences held by sparse tensors. It runs on the host: sequences have any length."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.composite import SparseTensor, SparseTensorValue
from penstock.graph.operation import Tensor
from penstock.graph.registry import no_gradient, op
from penstock.ops.sparse.index_rows import bracketed

no_gradient("EditDistance")


def _shape(c):
    rule.check_sparse(*c.shapes[:3])
    rule.check_sparse(*c.shapes[3:])
    known = [c.const(2), c.const(5)]
    if any(k is None for k in known):
        return [None]
    if len(known[0]) != len(known[1]):
        raise ValueError(
            f"Num elements of hypothesis_shape does not match truth_shape: {len(known[0])} vs. {len(known[1])}"
        )
    return [[max(int(a), int(b)) for a, b in zip(*(k[:-1] for k in known), strict=True)]]


def _check(which: str, indices: np.ndarray, values: np.ndarray, shape: np.ndarray) -> None:
    if indices.ndim != 2:
        raise errors.invalid(f"{which}_indices should be a matrix, but got shape: {bracketed(indices.shape)}")
    for name, array in (("values", values), ("shape", shape)):
        if array.ndim != 1:
            raise errors.invalid(f"{which}_{name} should be a vector, but got shape: {bracketed(array.shape)}")
    if which == "truth" and len(shape) < 2:
        raise errors.invalid(f"Input SparseTensors must have rank at least 2, but truth_shape rank is: {len(shape)}")
    if len(shape) != indices.shape[1]:
        raise errors.invalid(
            f"Expected {which}_shape.NumElements == #cols({which}_indices), their shapes are: "
            f"{bracketed(shape.shape)} and {bracketed(indices.shape)}"
        )


@op("EditDistance", shape=_shape, host=True)
def _edit_distance(
    xp,
    hypothesis_indices,
    hypothesis_values,
    hypothesis_shape,
    truth_indices,
    truth_values,
    truth_shape,
    *,
    normalize,
):
    _check("hypothesis", hypothesis_indices, hypothesis_values, hypothesis_shape)
    _check("truth", truth_indices, truth_values, truth_shape)
    if len(truth_shape) != len(hypothesis_shape):
        raise errors.invalid(
            "Expected truth and hypothesis to have matching ranks, but their shapes are: "
            f"{bracketed(truth_shape.shape)} and {bracketed(hypothesis_shape.shape)}"
        )
    out = np.zeros(np.maximum(hypothesis_shape[:-1], truth_shape[:-1]), np.float32)
    hypotheses = _sequences(hypothesis_indices, hypothesis_values)
    truths = _sequences(truth_indices, truth_values)
    for place in hypotheses.keys() | truths.keys():
        if any(not 0 <= i < n for i, n in zip(place, out.shape, strict=True)):
            raise errors.invalid(f"The sequence at {bracketed(place)} lies outside of the shape {bracketed(out.shape)}")
        said, meant = hypotheses.get(place), truths.get(place)
        if said is None or meant is None:
            (only,) = (sequence for sequence in (said, meant) if sequence is not None)
            distance = len(only)
        else:
            distance = _distance(meant, said)
        if normalize:
            out[place] = np.float32(distance) / np.float32(len(meant)) if meant is not None else np.inf
        else:
            out[place] = distance
    return out


def _sequences(indices: np.ndarray, values: np.ndarray) -> dict[tuple, np.ndarray]:
    """The sequences along the last axis, by their place on the others."""
    if not len(indices):
        return {}
    groups = indices[:, :-1]
    starts = np.flatnonzero(np.any(groups[1:] != groups[:-1], axis=1)) + 1
    firsts = [0, *starts.tolist()]
    return {tuple(groups[i].tolist()): part for i, part in zip(firsts, np.split(values, starts), strict=True)}


def _distance(a: np.ndarray, b: np.ndarray) -> int:
    """How many insertions, deletions and replacements make `b` out of `a`: one row of the table after the other.

    Within a row, the cheapest run of insertions is a running minimum once the row's own slope is taken away.
    """
    steps = np.arange(len(b) + 1)
    row = steps
    for i, x in enumerate(a, 1):
        new = np.empty_like(row)
        new[0] = i
        np.minimum(row[1:] + 1, row[:-1] + (b != x), out=new[1:])
        row = np.minimum.accumulate(new - steps) + steps
    return int(row[-1])


@export("edit_distance")
def edit_distance(hypothesis: Any, truth: Any, normalize: bool = True, name: str = "edit_distance") -> Tensor:
    """The Levenshtein distance between sequences: how many insertions, deletions and replacements lead from one to the other.

    Args:
      hypothesis: a `SparseTensor` whose last axis holds sequences.
      truth: a `SparseTensor` of the same type and rank.
      normalize: whether the distance is divided by the length of the truth; without a truth it is `inf`.
      name: a name for the operation.

    Returns:
      A float tensor of rank one less.

    Raises:
      TypeError: an argument is not a SparseTensor.

    >>> import penstock as tf
    >>> said = tf.SparseTensor([[0, 0], [0, 1]], ["a", "b"], [1, 2])
    >>> meant = tf.SparseTensor([[0, 0], [0, 1]], ["a", "c"], [1, 2])
    >>> tf.Session().run(tf.edit_distance(said, meant))
    array([0.5], dtype=float32)
    """
    for what, given in (("Hypothesis", hypothesis), ("Truth", truth)):
        if not isinstance(given, (SparseTensor, SparseTensorValue)):
            raise TypeError(f"{what} must be a SparseTensor.")
    return apply(
        "EditDistance",
        name,
        hypothesis_indices=hypothesis.indices,
        hypothesis_values=hypothesis.values,
        hypothesis_shape=hypothesis.dense_shape,
        truth_indices=truth.indices,
        truth_values=truth.values,
        truth_shape=truth.dense_shape,
        normalize=normalize,
    )
