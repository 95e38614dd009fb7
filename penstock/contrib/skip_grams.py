"""`tf.contrib.text`: pairs of a word and one near to it, from which vectors of words are learned."""

from __future__ import annotations

import csv
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, errors, opdef
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.inference import Context
from penstock.graph.operation import Tensor
from penstock.graph.registry import no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, TensorLike
from penstock.ops.random import philox
from penstock.ops.random.seed import get_seed


def _shape(c: Context) -> list[TensorShape]:
    from penstock.graph import shape_rules as rule

    rule.with_rank(c.shape(0), 1)
    rule.check_scalars(c, 1, 2, 3, 4, 5)
    return [TensorShape([None]), TensorShape([None])]


def _draws(key: Any, counter: Any, n: int, below: int) -> np.ndarray:
    """`n` numbers of [0, below): words of the stream, without those that would favour small numbers."""
    asked = n
    while True:
        words = philox.random_bits(np, key, counter, -(-asked // 4)).reshape(-1)
        if below & (below - 1) == 0:
            return (words[:n] & np.uint32(below - 1)).astype(np.int64)
        kept = words[words >= np.uint32(0xFFFFFFFF % below + 1)]
        if kept.size >= n:
            return (kept[:n] % np.uint32(below)).astype(np.int64)
        asked += asked // 8 + 16


@op(
    "SkipGramGenerateCandidates",
    shape=_shape,
    host=True,
    sig=opdef.parse_signature(
        [
            "input_tensor: T",
            "min_skips: int32",
            "max_skips: int32",
            "start: int32",
            "limit: int32",
            "emit_self_as_target: bool",
        ],
        ["tokens: T", "labels: T"],
        ["T: type", "seed: int = 0", "seed2: int = 0"],
        is_stateful=True,
    ),
)
def _candidates(xp, words, min_skips, max_skips, start, limit, emit_self_as_target, *, ctx):
    if words.ndim != 1:
        raise errors.invalid(f"input_tensor must be of rank 1, is of rank {words.ndim}")
    least, most, start, limit = (int(np.asarray(n).item()) for n in (min_skips, max_skips, start, limit))
    if least < 0 or most < 0:
        raise errors.invalid("Both min_skips and max_skips must be >= 0.")
    if least > most:
        raise errors.invalid("min_skips must be <= max_skips.")
    start = max(start, 0)
    end = words.size if limit < 0 else min(start + limit, words.size)
    count = max(end - start, 0)
    key, counter = ctx.philox(_reserved(count))
    reach = least + _draws(np.asarray(key), np.asarray(counter), count, most - least + 1)
    steps = np.arange(-most, most + 1)
    here = np.arange(start, start + count)[:, None]
    near = here + steps
    used = (np.abs(steps) <= reach[:, None]) & (near >= start) & (near < end)
    if not bool(np.asarray(emit_self_as_target).item()):
        used &= steps != 0
    return words[np.broadcast_to(here, used.shape)[used]], words[near[used]]


def _reserved(count: int) -> int:
    return (count + 4) // 4  # 128 bits for four words, and for one more


no_gradient("SkipGramGenerateCandidates")


@export("contrib.text.skip_gram_sample")
def skip_gram_sample(
    input_tensor: TensorLike,
    min_skips: TensorLike = 1,
    max_skips: TensorLike = 5,
    start: TensorLike = 0,
    limit: TensorLike = -1,
    emit_self_as_target: TensorLike = False,
    vocab_freq_table: Any = None,
    vocab_min_count: TensorLike | None = None,
    vocab_subsampling: float | None = None,
    corpus_size: TensorLike | None = None,
    batch_size: int | None = None,
    batch_capacity: int | None = None,
    seed: int | None = None,
    name: str | None = None,
) -> Any:
    """Pairs of each word and those near to it, up to a distance that is drawn anew for each.

    Args:
      input_tensor: the words, a vector of any type.
      min_skips: the least distance that may be drawn.
      max_skips: the largest.
      start: the index of the first word that is used.
      limit: how many words are used from there, -1 for all.
      emit_self_as_target: whether a word is also paired with itself.
      vocab_freq_table: a table with the count of each word, such as a `tf.contrib.lookup.HashTable`. Words with its
        `default_value` are left out.
      vocab_min_count: words with a smaller count are left out.
      vocab_subsampling: words that are more than this share of all are left out at random, the more often the more
        frequent they are; needs `corpus_size`.
      corpus_size: how many words the counts are of.
      batch_size: batches of so many pairs are wanted, through a queue; unless told, all pairs.
      batch_capacity: of this queue, 100 batches unless told.
      seed: for what is drawn.
      name: a name for the operations.

    Returns:
      Two vectors of the type of `input_tensor`: the words, and what each is paired with.

    Raises:
      ValueError: there are settings for a table, but none is given, or `vocab_subsampling` and `corpus_size` do not come
        together, or the first is not between 0 and 1.
      InvalidArgumentError: a distance is negative, or `min_skips` is larger than `max_skips`.

    >>> import penstock as tf
    >>> words, near = tf.contrib.text.skip_gram_sample(["the", "brown", "fox"], max_skips=1)
    >>> with tf.Session() as sess:
    ...     print([(a.decode(), b.decode()) for a, b in zip(*sess.run([words, near]))])
    [('the', 'brown'), ('brown', 'the'), ('brown', 'fox'), ('fox', 'brown')]
    """
    if vocab_freq_table is None and not vocab_min_count is vocab_subsampling is corpus_size is None:
        raise ValueError(
            f"vocab_freq_table is not provided, but vocab_min_count={vocab_min_count}, "
            f"vocab_subsampling={vocab_subsampling}, or corpus_size={corpus_size} is not None. These settings are useless "
            "without a vocab_freq_table."
        )
    if (vocab_subsampling is None) != (corpus_size is None):
        raise ValueError(
            f"vocab_subsampling is {vocab_subsampling} while corpus_size is {corpus_size} - both must be provided in order "
            "for subsampling to work."
        )
    with name_scope(name, "skip_gram_sample", [input_tensor, min_skips, max_skips, start, limit]):
        words: Any = input_tensor
        if vocab_freq_table is not None:
            words = _frequent(words, vocab_freq_table, vocab_min_count, vocab_subsampling, corpus_size, seed)
        seed1, seed2 = get_seed(seed)
        pairs = apply(
            "SkipGramGenerateCandidates",
            None,
            input_tensor=words,
            min_skips=min_skips,
            max_skips=max_skips,
            start=start,
            limit=limit,
            emit_self_as_target=emit_self_as_target,
            seed=seed1,
            seed2=seed2,
        )
        tokens, labels = pairs
        if batch_size is not None and batch_size > 0:
            room = batch_capacity if batch_capacity is not None and batch_capacity > 0 else 100 * batch_size
            return tf.train.batch([tokens, labels], batch_size, capacity=room, enqueue_many=True)
        return tokens, labels


def _frequent(words: Any, table: Any, least: Any, share: float | None, size: Any, seed: int | None) -> Tensor:
    """The words that a table has, often enough, without some of those that are very frequent."""
    if not isinstance(table, tf.contrib.lookup.InitializableLookupTableBase):
        raise ValueError(
            "vocab_freq_table must be a subclass of InitializableLookupTableBase (such as HashTable) instead of type "
            f"{type(table)}."
        )
    with name_scope(None, "filter_vocab", [table, words, least]):
        words = convert_to_tensor(words)
        counts = table.lookup(words)
        kept = tf.not_equal(counts, table.default_value)
        if least is not None:
            kept = tf.logical_and(kept, tf.greater_equal(counts, tf.cast(least, counts.dtype)))
        words, counts = tf.boolean_mask(words, kept), tf.boolean_mask(counts, kept)
    if not share:
        return words
    if not 0 <= share <= 1:
        raise ValueError(f"Invalid vocab_subsampling={share} - it should be within range [0, 1].")
    with name_scope(None, "subsample_vocab", [words, counts, share]):
        size, counts, share = (tf.cast(x, tf.float64) for x in (size, counts, share))
        # Equation 5 of arXiv:1310.4546, as the kernels of word2vec have it.
        chance = (tf.sqrt(counts / (share * size)) + 1.0) * (share * size / counts)
        drawn = tf.random_uniform(tf.shape(counts), minval=0, maxval=1, dtype=tf.float64, seed=seed)
        return tf.boolean_mask(words, tf.less_equal(drawn, chance))


def _read_counts(file: str, token: int, frequency: int, dtype: dtypes.DType, delimiter: str) -> tuple[int, float]:
    """How many words a file has, and the sum of their counts."""
    size, total = 0, 0.0
    with tf.gfile.GFile(file, "r") as lines:
        for row in csv.reader(lines, delimiter=delimiter):
            if max(token, frequency) >= len(row):
                raise ValueError(
                    f"Row in vocab file only has {len(row)} columns, so vocab_token_index={token} or "
                    f"vocab_freq_index={frequency} is out of bounds. Row content: {row}"
                )
            count = dtype.as_numpy_dtype(row[frequency])
            if count < 0:
                raise ValueError(f"Row in vocab file has negative frequency of {count}. Row content: {row}")
            size += 1
            total += count
    return size, total


@export("contrib.text.skip_gram_sample_with_text_vocab")
def skip_gram_sample_with_text_vocab(
    input_tensor: TensorLike,
    vocab_freq_file: str,
    vocab_token_index: int = 0,
    vocab_token_dtype: DTypeLike = dtypes.string,
    vocab_freq_index: int = 1,
    vocab_freq_dtype: Any = dtypes.float64,
    vocab_delimiter: str = ",",
    vocab_min_count: TensorLike = 0,
    vocab_subsampling: float | None = None,
    corpus_size: Any = None,
    min_skips: TensorLike = 1,
    max_skips: TensorLike = 5,
    start: TensorLike = 0,
    limit: TensorLike = -1,
    emit_self_as_target: TensorLike = False,
    batch_size: int | None = None,
    batch_capacity: int | None = None,
    seed: int | None = None,
    name: str | None = None,
) -> Any:
    """`skip_gram_sample` with the counts of words from a file of columns.

    Args:
      input_tensor: the words, a vector.
      vocab_freq_file: the file, with a line for each word.
      vocab_token_index: the column of words, from 0.
      vocab_token_dtype: their type.
      vocab_freq_index: the column of counts.
      vocab_freq_dtype: their type.
      vocab_delimiter: what stands between columns.
      vocab_min_count: words with a smaller count are left out.
      vocab_subsampling: words that are more than this share of all are left out at random.
      corpus_size: how many words the counts are of, unless told their sum.
      min_skips, max_skips, start, limit, emit_self_as_target, batch_size, batch_capacity, seed, name: see
        `skip_gram_sample`.

    Returns:
      Two vectors: the words, and what each is paired with.

    Raises:
      ValueError: a column is negative, the same as the other or not in the file, a count is negative, or `corpus_size` is
        smaller than the sum of the counts.

    >>> import os, tempfile
    >>> import penstock as tf
    >>> file = os.path.join(tempfile.mkdtemp(), "counts.csv")
    >>> _ = open(file, "w").write("the,100\\nbrown,7\\nfox,3\\n")
    >>> words, near = tf.contrib.text.skip_gram_sample_with_text_vocab(
    ...     ["the", "quick", "brown", "fox"], file, vocab_min_count=5)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.tables_initializer())
    ...     print([(a.decode(), b.decode()) for a, b in zip(*sess.run([words, near]))])
    [('the', 'brown'), ('brown', 'the')]
    """
    if vocab_token_index < 0 or vocab_freq_index < 0:
        raise ValueError(
            f"vocab_token_index={vocab_token_index} and vocab_freq_index={vocab_freq_index} must both be >= 0."
        )
    if vocab_token_index == vocab_freq_index:
        raise ValueError(
            f"vocab_token_index and vocab_freq_index should be different, but are both {vocab_token_index}."
        )
    columns = vocab_token_index, vocab_freq_index
    size, total = _read_counts(vocab_freq_file, *columns, dtypes.as_dtype(vocab_freq_dtype), vocab_delimiter)
    if not corpus_size:
        corpus_size = total
    elif total - corpus_size > 1e-6:
        raise ValueError(
            f"`corpus_size`={corpus_size} must be greater than or equal to the sum of all the frequency counts ({total}) of "
            f"`vocab_freq_file` ({vocab_freq_file})."
        )
    table = tf.contrib.lookup.HashTable(
        tf.contrib.lookup.TextFileInitializer(
            filename=vocab_freq_file,
            key_dtype=vocab_token_dtype,
            key_index=vocab_token_index,
            value_dtype=vocab_freq_dtype,
            value_index=vocab_freq_index,
            vocab_size=size,
            delimiter=vocab_delimiter,
        ),
        default_value=-1,
    )
    return skip_gram_sample(
        input_tensor,
        min_skips=min_skips,
        max_skips=max_skips,
        start=start,
        limit=limit,
        emit_self_as_target=emit_self_as_target,
        vocab_freq_table=table,
        vocab_min_count=vocab_min_count,
        vocab_subsampling=vocab_subsampling,
        corpus_size=None if vocab_subsampling is None else corpus_size,
        batch_size=batch_size,
        batch_capacity=batch_capacity,
        seed=seed,
        name=name,
    )
