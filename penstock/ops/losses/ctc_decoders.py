"""Decoders of connectionist temporal classification: the labels that outputs spell, by the best path or by a beam search.

How many labels come out is known only from the data, so both run on the host.
"""

from __future__ import annotations

import heapq
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.composite import SparseTensor
from penstock.graph.operation import Tensor
from penstock.graph.registry import no_gradient, op
from penstock.graph.typing import NestedTensors, TensorLike

no_gradient("CTCGreedyDecoder", "CTCBeamSearchDecoder")


def _shape(c):
    (_, batch, _), (lengths,) = rule.with_ranks(c, 3, 1)
    batch = rule.merge_dims(batch, lengths)
    paths = c.attr("top_paths") if c.op.type == "CTCBeamSearchDecoder" else 1
    return [[None, 2]] * paths + [[None]] * paths + [[2]] * paths + [[batch, paths]]


def _check(inputs: np.ndarray, lengths: np.ndarray) -> None:
    if inputs.ndim != 3:
        raise errors.invalid("inputs is not a 3-Tensor")
    if not inputs.size:
        raise errors.invalid("inputs must not be empty")
    if lengths.ndim != 1:
        raise errors.invalid("sequence_length is not a vector")
    steps, batch = inputs.shape[:2]
    if len(lengths) != batch:
        text = f"len(sequence_length) != batch_size.  len(sequence_length):  {len(lengths)} batch_size: {batch}"
        raise errors.FailedPreconditionError(None, None, text)
    for b, length in enumerate(lengths.tolist()):
        if length > steps:
            raise errors.FailedPreconditionError(None, None, f"sequence_length({b}) <= {steps}")


def _sparse(rows: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Indices, values and shape of a sparse matrix with the given rows."""
    sizes = [len(row) for row in rows]
    indices = np.empty((sum(sizes), 2), np.int64)
    indices[:, 0] = np.repeat(np.arange(len(rows)), sizes)
    indices[:, 1] = np.concatenate([np.arange(n) for n in sizes])
    return indices, np.concatenate(rows).astype(np.int64), np.array([len(rows), max(sizes)], np.int64)


@op("CTCGreedyDecoder", shape=_shape, host=True)
def _greedy(xp, inputs, sequence_length, *, merge_repeated):
    _check(inputs, sequence_length)
    steps, _, classes = inputs.shape
    best = inputs.argmax(axis=2)
    used = np.arange(steps)[:, None] < sequence_length
    score = -np.where(used, inputs.max(axis=2), 0).sum(axis=0, dtype=inputs.dtype)
    kept = used & (best != classes - 1)
    if merge_repeated:
        kept[1:] &= best[1:] != best[:-1]
    rows = [best[kept[:, b], b] for b in range(inputs.shape[1])]
    return *_sparse(rows), score[:, None]


@op("CTCBeamSearchDecoder", shape=_shape, host=True)
def _beam_search(xp, inputs, sequence_length, *, beam_width, top_paths, merge_repeated):
    _check(inputs, sequence_length)
    if top_paths > beam_width:
        raise errors.invalid("requested more paths than the beam width.")
    batch = inputs.shape[1]
    top = inputs.max(axis=2, keepdims=True)
    log_p = inputs - (top + np.log(np.exp(inputs - top).sum(axis=2, keepdims=True)))
    paths: list[list[np.ndarray]] = [[] for _ in range(top_paths)]
    scores = np.empty((batch, top_paths), inputs.dtype)
    for b in range(batch):
        beam = _Beam(beam_width, inputs.dtype)
        for step in log_p[: max(int(sequence_length[b]), 0), b]:
            beam.advance(step)
        if top_paths > len(beam.total):
            raise errors.invalid("Less leaves in the beam search than requested.")
        scores[b] = beam.total[:top_paths]
        for p in range(top_paths):
            paths[p].append(beam.labels(p, merge_repeated))
    found = [_sparse(rows) for rows in paths]
    return *(f[0] for f in found), *(f[1] for f in found), *(f[2] for f in found), scores


class _Beam:
    """The most probable beginnings of an answer, best first, as nodes of a tree whose edges are labels.

    For each: the node, and the logarithms of the chances that it ended with a blank, with its last label, or either.
    """

    def __init__(self, width: int, dtype: Any) -> None:
        self.width = width
        self.parents = [-1]
        self.last = [-1]
        self.children: dict[tuple[int, int], int] = {}
        self.nodes = np.zeros(1, np.int64)
        self.blank, self.total = np.zeros((2, 1), dtype)
        self.label = np.full(1, -np.inf, dtype)

    def advance(self, log_p: np.ndarray) -> None:
        """Takes one step in time, with the logarithm of the probability of each class; the last is the blank."""
        count, others = len(self.nodes), len(log_p) - 1
        last = np.array([self.last[n] for n in self.nodes])
        position = {int(node): i for i, node in enumerate(self.nodes)}
        parent = np.array([position.get(self.parents[n], -1) for n in self.nodes])

        # Sequences that stay in the beam, and grow out of one that is in it too.
        from_parent = np.where(last == last[parent], self.blank[parent], self.total[parent])
        label = np.where(parent >= 0, np.logaddexp(self.label, from_parent), self.label)
        label = np.where(last >= 0, label + log_p[last], label)
        blank = self.total + log_p[-1]
        total = np.logaddexp(blank, label)

        # New ones: each by each class, a repeated label only after a blank.
        grown = self.total[:, None] + log_p[:-1]
        rows = np.flatnonzero(last >= 0)
        grown[rows, last[rows]] = self.blank[rows] + log_p[last[rows]]
        rows = np.flatnonzero(parent >= 0)
        grown[parent[rows], last[rows]] = -np.inf  # they are in the beam already

        inside: list[list[tuple[int, int]]] = [[] for _ in range(count)]
        for child in rows.tolist():
            inside[parent[child]].append((int(last[child]), child))
        best = self._select(total, grown, inside)
        old = best < count
        places = np.where(old, best, 0)
        flat = grown.ravel()
        self.total = np.where(old, total[places], flat[np.where(old, 0, best - count)] if flat.size else 0).astype(
            total.dtype
        )
        self.nodes = np.array([self._node(i, count, others) for i in best.tolist()], np.int64)
        self.blank = np.where(old, blank[places], -np.inf).astype(total.dtype)
        self.label = np.where(old, label[places], self.total).astype(total.dtype)

    def _select(self, total: np.ndarray, grown: np.ndarray, inside: list[list[tuple[int, int]]]) -> np.ndarray:
        """The best of the old sequences (numbered 0 ...) and the new ones (numbered on, row by row), best first.

        The order of 1.x's search shows in its result: sequences grow best first, each pushes out the worst; one that was
        pushed out before its parent's turn does not grow any more.
        """
        count, others = grown.shape
        heap = [(value, i) for i, value in enumerate(total.tolist())]
        heapq.heapify(heap)
        pushed_out: set[int] = set()
        barren: set[int] = set()
        highest = grown.max(axis=1, initial=-np.inf).tolist()
        for i, chance in enumerate(self.total.tolist()):
            bottom = heap[0][0] if len(heap) >= self.width else -np.inf
            if chance <= bottom:
                break  # the following ones have even less
            if i in barren:
                continue
            turns = inside[i]
            if highest[i] > bottom:
                turns = sorted(turns + [(label, -1) for label in np.flatnonzero(grown[i] > bottom).tolist()])
            for label, child in turns:
                if child >= 0:
                    if child in pushed_out:
                        barren.add(child)
                    continue
                new = (float(grown[i, label]), count + i * others + label)
                if len(heap) < self.width:
                    heapq.heappush(heap, new)
                elif new[0] > heap[0][0]:
                    pushed_out.add(heapq.heapreplace(heap, new)[1])
        return np.array([i for _, i in sorted(heap, key=lambda pair: (-pair[0], pair[1]))])

    def _node(self, i: int, count: int, others: int) -> int:
        if i < count:
            return int(self.nodes[i])
        row, label = divmod(i - count, others)
        return self._child(int(self.nodes[row]), label)

    def _child(self, node: int, label: int) -> int:
        key = (node, label)
        found = self.children.get(key)
        if found is None:
            found = self.children[key] = len(self.parents)
            self.parents.append(node)
            self.last.append(label)
        return found

    def labels(self, place: int, merge_repeated: bool) -> np.ndarray:
        """The labels of the sequence at one place of the beam."""
        found: list[int] = []
        node, after = int(self.nodes[place]), -1
        while self.parents[node] >= 0:
            if not merge_repeated or self.last[node] != after:
                found.append(self.last[node])
            after = self.last[node]
            node = self.parents[node]
        return np.array(found[::-1], np.int64)


# -- public functions -----------------------------------------------------------------------------------------------------


@export("nn.ctc_greedy_decoder")
def ctc_greedy_decoder(
    inputs: NestedTensors, sequence_length: TensorLike, merge_repeated: bool = True
) -> tuple[list[SparseTensor], Tensor]:
    """Decodes by taking the best class of each step; blanks, the last class, are left out.

    Args:
      inputs: logits [time, batch, num_classes].
      sequence_length: int32 [batch].
      merge_repeated: whether a class that follows itself is given once.

    Returns:
      A list with one `SparseTensor` of int64 labels, and the negative sum of the greatest logits, [batch, 1].

    >>> import penstock as tf
    >>> [found], _ = tf.nn.ctc_greedy_decoder(tf.one_hot([[0], [1], [1], [2], [1]], 3), [5])
    >>> tf.Session().run(found).values.tolist()
    [0, 1, 1]
    """
    indices, values, shape, score = apply(
        "CTCGreedyDecoder", inputs=inputs, sequence_length=sequence_length, merge_repeated=merge_repeated
    )
    return [SparseTensor(indices, values, shape)], score


@export("nn.ctc_beam_search_decoder")
def ctc_beam_search_decoder(
    inputs: NestedTensors,
    sequence_length: TensorLike,
    beam_width: int = 100,
    top_paths: int = 1,
    merge_repeated: bool = True,
) -> tuple[list[SparseTensor], Tensor]:
    """Decodes by a search among the `beam_width` most probable answers at each step.

    Args:
      inputs: logits [time, batch, num_classes]; the last class is the blank.
      sequence_length: int32 [batch].
      beam_width: how many answers are followed.
      top_paths: how many are returned, at most `beam_width`.
      merge_repeated: whether a label that follows itself in an answer is given once (even if a blank stood between).

    Returns:
      A list of `top_paths` sparse tensors of int64 labels, and the logarithms of their probabilities, [batch, top_paths].

    >>> import penstock as tf
    >>> [found], _ = tf.nn.ctc_beam_search_decoder(5.0 * tf.one_hot([[0], [1], [2], [1]], 3), [4], merge_repeated=False)
    >>> tf.Session().run(found).values.tolist()
    [0, 1, 1]
    """
    indices, values, shapes, scores = apply(
        "CTCBeamSearchDecoder",
        inputs=inputs,
        sequence_length=sequence_length,
        beam_width=beam_width,
        top_paths=top_paths,
        merge_repeated=merge_repeated,
    )
    return [SparseTensor(i, v, s) for i, v, s in zip(indices, values, shapes, strict=True)], scores


@export("nn.ctc_beam_search_decoder_v2")
def ctc_beam_search_decoder_v2(
    inputs: NestedTensors, sequence_length: TensorLike, beam_width: int = 100, top_paths: int = 1
) -> tuple[list[SparseTensor], Tensor]:
    """`ctc_beam_search_decoder` that leaves repeated labels as they are.

    Args:
      inputs: logits [time, batch, num_classes].
      sequence_length: int32 [batch].
      beam_width: how many answers are followed.
      top_paths: how many are returned.

    >>> import penstock as tf
    >>> found, scores = tf.nn.ctc_beam_search_decoder_v2(tf.zeros([2, 1, 3]), [2], top_paths=2)
    >>> len(found), scores.shape.as_list()
    (2, [1, 2])
    """
    return ctc_beam_search_decoder(inputs, sequence_length, beam_width, top_paths, merge_repeated=False)
