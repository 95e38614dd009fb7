"""`Skipgram` and `NegTrain`, which trained word vectors in the first versions; graphs of those days still have them.

`Skipgram` reads a text and gives pairs of a word and one near to it; `NegTrain` moves the vectors of each pair towards each
other and away from words drawn at random. Both draw as they like: no seed of the graph reaches them in 1.15 either.
"""

from __future__ import annotations

import collections
import threading
from typing import Any

import numpy as np

from penstock.graph import errors
from penstock.graph.handles import ResourceHandle
from penstock.graph.inference import Context
from penstock.graph.registry import no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import Array

_SENTENCE = 1000  # words that are looked at together: no pair reaches over their end
_AHEAD = 3000  # pairs that are made at once


class _Text:
    """A text as numbers of words, and how far it was read."""

    def __init__(self, filename: str, window: int, min_count: int, subsample: float) -> None:
        from penstock.storage import gfile

        with gfile.GFile(filename, "rb") as file:
            words = file.read().split()
        if len(words) < window * 10:
            raise errors.invalid(f"The text file {filename} contains too little data: {len(words)} words")
        counts = collections.Counter(words)
        kept = [(word, n) for word, n in counts.most_common() if n >= min_count]
        unknown = len(words) - sum(n for _, n in kept)
        self.words = np.array([b"UNK", *(word for word, _ in kept)], object)
        self.counts = np.array([unknown, *(n for _, n in kept)], np.int32)
        number = {word: i for i, (word, _) in enumerate(kept, 1)}
        self.corpus = np.array([number.get(word, 0) for word in words], np.int32)
        self.window, self.subsample = window, subsample
        self.random = np.random.default_rng()
        self.place, self.epoch, self.processed = 0, 0, 0
        self.sentence = np.zeros(0, np.int32)
        self.next = _SENTENCE
        self.pairs = np.zeros((2, 0), np.int32)
        self.lock = threading.Lock()

    def _read_sentence(self) -> None:
        """The next words of the text, frequent ones left out at random."""
        room, parts = _SENTENCE, []
        while room:
            if self.place >= self.corpus.size:
                self.epoch, self.place = self.epoch + 1, 0
            part = self.corpus[self.place : self.place + room]
            self.place += part.size
            if self.subsample > 0:
                share = self.subsample * self.corpus.size / np.maximum(self.counts[part], 1)
                part = part[self.random.random(part.size) <= np.sqrt(share) + share]
            parts.append(part)
            room -= part.size
        self.sentence, self.next = np.concatenate(parts), 0

    def _read_pairs(self) -> None:
        """Pairs of all words of a sentence, each with its neighbours up to a distance that is drawn for it."""
        made = []
        total = 0
        while total < _AHEAD:
            if self.next >= _SENTENCE:
                self._read_sentence()
            here = self.next
            reach = int(self.random.integers(1, self.window + 1))
            near = np.r_[max(0, here - reach) : here, here + 1 : min(_SENTENCE, here + reach + 1)]
            made.append(np.stack([np.full(near.size, self.sentence[here]), self.sentence[near]]))
            total += near.size
            self.next += 1
            self.processed += 1
        self.pairs = np.concatenate([self.pairs, *made], axis=1)

    def take(self, count: int) -> np.ndarray:
        while self.pairs.shape[1] < count:
            self._read_pairs()
        taken, self.pairs = self.pairs[:, :count], self.pairs[:, count:]
        return taken.astype(np.int32)


def _skipgram_shape(c: Context) -> list[TensorShape]:
    batch = TensorShape([c.attr("batch_size")])
    return [TensorShape([None])] * 2 + [TensorShape([])] * 3 + [batch, batch]


@op("Skipgram", shape=_skipgram_shape, host=True)
def _skipgram(xp, *, filename, batch_size, window_size, min_count, subsample, ctx):
    handle = ResourceHandle("Skipgram", "", ctx.op.name)
    text: _Text = ctx.resources.get_or_create(handle, lambda: _Text(filename, window_size, min_count, subsample))
    with text.lock:
        examples, labels = text.take(batch_size)
        numbers = np.int64(text.corpus.size), np.int32(text.epoch), np.int64(text.processed)
    return (text.words.copy(), text.counts.copy(), *map(np.asarray, numbers), examples, labels)


def _nothing(c: Context) -> list[TensorShape]:
    return []


@op("NegTrain", shape=_nothing, host=True, updates=("w_in", "w_out"))
def _neg_train(xp, w_in, w_out, examples, labels, lr, *, vocab_count, num_negative_samples):
    _check(w_in, w_out, examples, labels, vocab_count)
    w_in, w_out = np.array(w_in), np.array(w_out)
    weights = np.power(np.asarray(vocab_count, np.float64), 0.75)
    shape = (examples.size, num_negative_samples)
    others = np.random.default_rng().choice(weights.size, shape, p=weights / weights.sum())
    for example, label, row in zip(examples, labels, others, strict=True):
        inside = w_in[example]
        moved = np.zeros_like(inside)
        for word in (label, *row[row != label]):
            product = np.float32(inside @ w_out[word])
            pull = lr * (_sigmoid(-product) if word == label else -_sigmoid(product))
            moved += w_out[word] * pull
            w_out[word] += inside * pull
        w_in[example] += moved
    return w_in, w_out


def _sigmoid(x: np.float32) -> np.float32:
    return np.float32(1) / (np.float32(1) + np.exp(-x))


def _check(w_in: Any, w_out: Any, examples: Any, labels: Array, vocab_count: Any) -> None:
    if w_in.ndim != 2:
        raise errors.invalid("Must be a matrix")
    if w_in.shape != w_out.shape:
        raise errors.invalid("w_in.shape == w_out.shape")
    if examples.ndim != 1:
        raise errors.invalid("Must be a vector")
    if examples.shape != labels.shape:
        raise errors.invalid("examples.shape == labels.shape")
    if w_in.shape[0] != len(vocab_count):
        raise errors.invalid(f"vocab_size mismatches: {w_in.shape[0]} vs. {len(vocab_count)}")


no_gradient("Skipgram", "NegTrain")
