"""Candidate samplers: which classes stand for all the others in a loss over many classes, and how often they would.

The streams of numbers are those of TensorFlow: a sampler reads words of Philox in turn, and draws again what it has drawn
already when candidates must be unique. Whole blocks of tries are computed at once. There is a kernel in C for the two samplers
that need no table (`candidate_sampling_native.py`); all others run on the host.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from penstock._namespace import export
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.opdef import snake_case
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import TensorLike
from penstock.ops.losses import candidate_sampling_native as candidates
from penstock.ops.random import philox
from penstock.ops.random.seed import get_seed
from penstock.ops.random.uniform import unit_doubles, unit_float

# A kernel moves its counter by as much as this many words per candidate, used or not.
_WORDS_PER_CANDIDATE = 2048
LOWEST = np.finfo(np.float32).min
_INT32_MAX = 2**31 - 1


class _Words:
    """The uint32 words of one execution's part of the random stream, made as they are asked for."""

    def __init__(self, key: np.ndarray, counter: np.ndarray, reserved: int) -> None:
        self.key, self.counter, self.reserved = key, counter, reserved
        self.made = np.empty(0, np.uint32)

    def first(self, n: int) -> np.ndarray:
        if n > self.made.size:
            self.made = philox.strided_bits(self.key, self.counter, -(-n // 4), self.reserved).reshape(-1)
        return self.made[:n]


class _Sampler(NamedTuple):
    """A distribution over 0 ... range - 1."""

    range: int
    draw: Callable[[_Words, int], np.ndarray]  # at least n tries from the beginning of the stream, int64
    probability: Callable[[np.ndarray], np.ndarray]  # float32


def _below(bits: np.ndarray, n: int) -> np.ndarray:
    """Numbers of [0, n) from unsigned words, without bias: those that would favour small numbers are left out."""
    kind = bits.dtype.type
    if n & (n - 1) == 0:
        return bits & kind(n - 1)
    return bits[bits >= kind(np.iinfo(bits.dtype).max % n + 1)] % kind(n)


def _retry(draw: Callable[[int], np.ndarray], n: int) -> np.ndarray:
    """Calls `draw` for more and more words until it leaves `n` numbers."""
    asked = n
    while True:
        found = draw(asked)
        if found.size >= n:
            return found
        asked += asked // 8 + 16


def _uniform(size: int) -> _Sampler:
    chance = np.float32(1.0 / size)

    def draw(words, n):
        return _retry(lambda k: _below(words.first(2 * k).view(np.uint64), size), n).astype(np.int64)

    return _Sampler(size, draw, lambda values: np.full(values.shape, chance))


def _log_uniform(size: int) -> _Sampler:
    log_range = np.log1p(np.float64(size))

    def draw(words, n):
        unit = unit_doubles(words.first(2 * n).view(np.uint64))
        return (np.exp(unit * log_range).astype(np.int64) - 1) % size

    def probability(values):
        return (np.log((values + 2.0) / (values + 1.0)) / log_range).astype(np.float32)

    return _Sampler(size, draw, probability)


def _unigram(weights: np.ndarray) -> _Sampler:
    """Classes in proportion to integer `weights`."""
    ends = np.cumsum(weights, dtype=np.int64)
    total = int(ends[-1])

    def draw(words, n):
        places = _retry(lambda k: _below(words.first(k), total), n)
        return np.searchsorted(ends, places, side="right").astype(np.int64)

    return _Sampler(weights.size, draw, lambda values: weights[values].astype(np.float32) / np.float32(total))


def _fixed(weights: np.ndarray) -> _Sampler:
    """Classes in proportion to float32 `weights`, by Walker's method: a column, and one of the two classes it holds."""
    n_classes = weights.size
    share, other = _columns(weights)
    total = np.float32(0)
    for w in weights:
        total += w

    def draw(words, n):
        if n_classes & (n_classes - 1):
            floats, columns = _pairs_with_rejection(words, n, n_classes)
        else:
            pairs = words.first(2 * n).reshape(-1, 2)
            floats, columns = pairs[:, 0], pairs[:, 1] & np.uint32(n_classes - 1)
        return np.where(unit_float(np, floats) < share[columns], columns, other[columns]).astype(np.int64)

    def probability(values):
        inside = (values >= 0) & (values < n_classes)
        return np.where(inside, weights[np.where(inside, values, 0)] / total, np.float32(0))

    return _Sampler(n_classes, draw, probability)


def _pairs_with_rejection(words: _Words, n: int, n_classes: int) -> tuple[np.ndarray, np.ndarray]:
    """For each try a word, and then words until one is not left out by `_below`."""
    least = (2**32 - 1) % n_classes + 1
    bits = words.first(2 * n)
    if (bits[1::2] >= least).all():  # nearly always
        return bits[::2], bits[1::2] % np.uint32(n_classes)
    floats, columns = [], []
    place = 0
    while len(floats) < n:
        bits = words.first(place + 64)
        floats.append(bits[place])
        place += 1
        while bits[place] < least:
            place += 1
            bits = words.first(place + 64)
        columns.append(bits[place] % np.uint32(n_classes))
        place += 1
    return np.array(floats, np.uint32), np.array(columns, np.uint32)


def _columns(weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The table of Walker's method: which part of each column is its own, and whose the rest is."""
    n = weights.size
    total = float(np.sum(weights.astype(np.float64)))
    part = [float(w * np.float32(n)) / total for w in weights]
    other = list(range(n))
    low = [i for i in range(n) if part[i] < 1.0]
    high = [i for i in range(n) if not part[i] < 1.0]
    while low and high:
        poor, rich = low.pop(), high.pop()
        other[poor] = rich
        part[rich] -= 1.0 - part[poor]
        (low if part[rich] < 1.0 else high).append(rich)
    for i in low + high:  # what rounding left over
        part[i], other[i] = 1.0, i
    return np.array(part, np.float32), np.array(other, np.int64)


def _sample(sampler: _Sampler, words: _Words, true_classes, num_true: int, num_sampled: int, unique: bool) -> tuple:
    """Draws, and computes how often the drawn and the true classes are to be expected among as many tries."""
    _check(true_classes, num_true, num_sampled, unique, sampler.range)
    tries = num_sampled
    if unique:
        asked = num_sampled + num_sampled // 4 + 8
        while True:
            drawn = sampler.draw(words, asked)
            first = {}  # of each class, the number of the try that drew it
            for number, drawn_class in enumerate(drawn.tolist()):
                if first.setdefault(drawn_class, number) == number and len(first) == num_sampled:
                    break
            if len(first) == num_sampled:
                break
            asked *= 2
        tries = number + 1
        sampled = np.fromiter(first, np.int64, num_sampled)
    else:
        sampled = sampler.draw(words, num_sampled)[:num_sampled]

    def expected(classes):
        p = sampler.probability(classes)
        if tries == num_sampled:
            return p * np.float32(num_sampled)
        return -np.expm1(np.float32(tries) * np.log1p(-p))

    both = expected(np.concatenate([true_classes.reshape(-1), sampled]))
    return sampled, both[: true_classes.size].reshape(true_classes.shape), both[true_classes.size :]


def _check(true_classes, num_true: int, num_sampled: int, unique: bool, size: int) -> None:
    _check_classes(true_classes, num_true)
    if unique and num_sampled > size:
        raise errors.InvalidArgumentError(None, None, "Sampler's range is too small.")


def _check_classes(true_classes, num_true: int) -> None:
    if true_classes.ndim != 2:
        raise errors.InvalidArgumentError(None, None, "true_classes must be a matrix")
    if true_classes.shape[1] != num_true:
        text = f"true_classes must have num_true columns, expected: {true_classes.shape[1]} was: {num_true}"
        raise errors.InvalidArgumentError(None, None, text)


# -- kernels ------------------------------------------------------------------------------------------------------------


def _shape(c):
    n, num_true = c.attr("num_sampled"), c.attr("num_true")
    rows = rule.with_rank(c.shape(0), 2).as_list()[0]
    return [TensorShape([n]), TensorShape([rows, num_true]), TensorShape([n])]


def _reserve(ctx, num_sampled: int) -> _Words:
    reserved = _WORDS_PER_CANDIDATE * num_sampled // 4
    key, counter = ctx.philox(reserved)
    return _Words(np.asarray(key), np.asarray(counter), reserved)


def _by_kernel(xp, kind: int, sampler: Callable, true_classes, num_true, num_sampled, unique, range_max, ctx) -> tuple:
    """Candidates by the kernel in C if it is there, otherwise by the `sampler` that does the same in NumPy."""
    _check(true_classes, num_true, num_sampled, unique, range_max)
    reserved = _WORDS_PER_CANDIDATE * num_sampled // 4
    key, counter = ctx.philox(reserved)
    made = candidates.drawn(xp, kind, key, counter, true_classes, range_max, num_sampled, unique)
    if made is not None:
        return made
    words = _Words(np.asarray(key), np.asarray(counter), reserved)
    return _sample(sampler(range_max), words, true_classes, num_true, num_sampled, unique)


@op("UniformCandidateSampler", shape=_shape, host=candidates.missing)
def _uniform_kernel(xp, true_classes, *, num_true, num_sampled, unique, range_max, ctx):
    size = num_true, num_sampled, unique, range_max
    return _by_kernel(xp, candidates.UNIFORM, _uniform, true_classes, *size, ctx)


@op("LogUniformCandidateSampler", shape=_shape, host=candidates.missing)
def _log_uniform_kernel(xp, true_classes, *, num_true, num_sampled, unique, range_max, ctx):
    size = num_true, num_sampled, unique, range_max
    return _by_kernel(xp, candidates.LOG_UNIFORM, _log_uniform, true_classes, *size, ctx)


@op("AllCandidateSampler", shape=_shape, host=True)
def _all_kernel(xp, true_classes, *, num_true, num_sampled, ctx):
    _check_classes(true_classes, num_true)
    ones = np.ones(num_sampled, np.float32)
    return np.arange(num_sampled, dtype=np.int64), np.ones(true_classes.shape, np.float32), ones


# Each operation's table is made once.
_fixed_samplers: weakref.WeakKeyDictionary[Operation, _Sampler] = weakref.WeakKeyDictionary()


@op("FixedUnigramCandidateSampler", shape=_shape, host=True)
def _fixed_kernel(
    xp,
    true_classes,
    *,
    num_true,
    num_sampled,
    unique,
    range_max,
    vocab_file,
    distortion,
    num_reserved_ids,
    num_shards,
    shard,
    unigrams,
    ctx,
):
    sampler = _fixed_samplers.get(ctx.op)
    if sampler is None:
        counts = _counts(vocab_file, unigrams)
        reserved = [0.0] * sum(i % num_shards == shard for i in range(num_reserved_ids))
        first = len(reserved)
        mine = [w for i, w in enumerate(counts, first) if i % num_shards == shard]
        weights = np.array(reserved + mine, np.float32)
        weights[first:] = weights[first:] ** np.float32(distortion)
        if weights.size != range_max:
            text = f"range is {range_max} must be equal to weights size  {weights.size}"
            raise errors.InvalidArgumentError(None, None, text)
        sampler = _fixed_samplers[ctx.op] = _fixed(weights)
    return _sample(sampler, _reserve(ctx, num_sampled), true_classes, num_true, num_sampled, unique)


def _counts(vocab_file: str, unigrams: list[float]) -> list[float]:
    """The counts of the words, from the last column of a comma-separated file or as they are given."""
    if not vocab_file and not unigrams:
        raise errors.InvalidArgumentError(None, None, "Must provide either vocab_file or unigrams.")
    if vocab_file and unigrams:
        raise errors.InvalidArgumentError(None, None, "Must only provide one of vocab_file and unigrams.")
    if unigrams:
        return list(unigrams)
    counts = []
    try:
        with open(vocab_file.removeprefix("file://"), encoding="utf-8", errors="surrogateescape") as lines:
            for line in lines:
                try:
                    counts.append(float(line.rstrip("\n").rpartition(",")[2]))
                except ValueError:
                    text = f"Wrong vocabulary format at line: {line.rstrip()}"
                    raise errors.InvalidArgumentError(None, None, text) from None
    except FileNotFoundError:
        raise errors.NotFoundError(None, None, f"{vocab_file}; No such file or directory") from None
    return counts


class _Learned:
    """How often each class was a true one so far, and the place in the random stream."""

    def __init__(self, size: int, seed: int, seed2: int) -> None:
        if seed == 0 and seed2 == 0:
            seed, seed2 = (int(v) for v in np.random.SeedSequence().generate_state(2, np.uint64))
        self.lock = threading.Lock()
        self.weights = np.ones(size, np.int64)
        self.key, counter = philox.initial(seed, seed2)
        self.start = sum(int(word) << (32 * i) for i, word in enumerate(counter))

    def words(self, num_sampled: int) -> _Words:
        start, reserved = self.start, _WORDS_PER_CANDIDATE * num_sampled // 4
        self.start += reserved
        return _Words(self.key, np.array([start >> (32 * i) & 0xFFFFFFFF for i in range(4)], np.uint32), reserved)

    def update(self, classes: np.ndarray) -> None:
        room = _INT32_MAX - int(self.weights.sum())
        np.add.at(self.weights, classes.ravel()[:room], 1)


# Blocking, because its state is changed at once and cannot be a value that the run commits.
@op(("LearnedUnigramCandidateSampler", "ThreadUnsafeUnigramCandidateSampler"), shape=_shape, blocking=True)
def _learned_kernel(xp, true_classes, *, num_true, num_sampled, unique, range_max, seed, seed2, ctx):
    from penstock.graph.handles import ResourceHandle

    handle = ResourceHandle("UnigramSampler", "", ctx.op.name)
    learned = ctx.resources.get_or_create(handle, lambda: _Learned(range_max, seed, seed2))
    _check_classes(true_classes, num_true)
    bad = true_classes[(true_classes < 0) | (true_classes >= range_max)]
    if bad.size:
        text = f"`true_candidate` out of range [0, {range_max}), received {bad[0]}"
        raise errors.InvalidArgumentError(None, None, text)
    with learned.lock:
        words = learned.words(num_sampled)
        outputs = _sample(_unigram(learned.weights), words, true_classes, num_true, num_sampled, unique)
        learned.update(true_classes)
    return outputs


no_gradient(
    "UniformCandidateSampler",
    "LogUniformCandidateSampler",
    "AllCandidateSampler",
    "FixedUnigramCandidateSampler",
    "LearnedUnigramCandidateSampler",
    "ThreadUnsafeUnigramCandidateSampler",
    "ComputeAccidentalHits",
)


# -- public functions -----------------------------------------------------------------------------------------------------


def _function(op_type: str, summary: str, shown: str) -> Callable:
    def sampler(
        true_classes: TensorLike,
        num_true: int,
        num_sampled: int,
        unique: bool,
        range_max: int,
        seed: int | None = None,
        name: str | None = None,
    ) -> tuple[Tensor, Tensor, Tensor]:
        seed1, seed2 = get_seed(seed)
        return apply(
            op_type,
            name,
            true_classes=true_classes,
            num_true=num_true,
            num_sampled=num_sampled,
            unique=unique,
            range_max=range_max,
            seed=seed1,
            seed2=seed2,
        )

    sampler.__name__ = sampler.__qualname__ = snake_case(op_type)
    sampler.__doc__ = f"""{summary}

    Args:
      true_classes: int64 [batch_size, num_true], the target classes.
      num_true: the number of target classes of an example.
      num_sampled: how many classes to sample.
      unique: whether all sampled classes of a batch are different.
      range_max: the number of classes.
      seed: the operation's seed; see `tf.set_random_seed`.
      name: a name for the operation.

    Returns:
      The sampled classes (int64), and the expected counts of the true and of the sampled ones (float32).

    >>> import penstock as tf
    >>> sampled, _, _ = tf.nn.{sampler.__name__}([[2]], 1, 5, unique=False, range_max=4, seed=1)
    >>> tf.Session().run(sampled).tolist()
    {shown}
    """
    return sampler


uniform_candidate_sampler = export("random.uniform_candidate_sampler", "nn.uniform_candidate_sampler")(
    _function("UniformCandidateSampler", "Samples classes with equal probabilities.", "[3, 1, 1, 2, 3]")
)
log_uniform_candidate_sampler = export("random.log_uniform_candidate_sampler", "nn.log_uniform_candidate_sampler")(
    _function(
        "LogUniformCandidateSampler",
        "Samples classes by a Zipfian distribution, frequent ones first.",
        "[3, 0, 2, 2, 0]",
    )
)
learned_unigram_candidate_sampler = export(
    "random.learned_unigram_candidate_sampler", "nn.learned_unigram_candidate_sampler"
)(
    _function(
        "LearnedUnigramCandidateSampler",
        "Samples classes as often as they were true ones in training so far.",
        "[3, 3, 1, 2, 1]",
    )
)


@export("random.fixed_unigram_candidate_sampler", "nn.fixed_unigram_candidate_sampler")
def fixed_unigram_candidate_sampler(
    true_classes: TensorLike,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    vocab_file: str = "",
    distortion: float = 1.0,
    num_reserved_ids: int = 0,
    num_shards: int = 1,
    shard: int = 0,
    unigrams: Any = (),
    seed: int | None = None,
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    """Samples classes by given counts.

    Args:
      true_classes: int64 [batch_size, num_true], the target classes.
      num_true: the number of target classes of an example.
      num_sampled: how many classes to sample.
      unique: whether all sampled classes of a batch are different.
      range_max: the number of classes.
      vocab_file: a comma-separated file with the counts in its last column, one line per class.
      distortion: the power to which the counts are raised.
      num_reserved_ids: how many classes that are never sampled come before those with counts.
      num_shards: take every `num_shards`-th class only.
      shard: which ones.
      unigrams: the counts, instead of a file.
      seed: the operation's seed; see `tf.set_random_seed`.
      name: a name for the operation.

    Returns:
      The sampled classes (int64), and the expected counts of the true and of the sampled ones (float32).

    >>> import penstock as tf
    >>> sampled, true, expected = tf.nn.fixed_unigram_candidate_sampler(
    ...     [[0]], 1, 4, unique=False, range_max=2, unigrams=[1.0, 0.0])
    >>> print(*(part.tolist() for part in tf.Session().run([sampled, true, expected])))
    [0, 0, 0, 0] [[4.0]] [4.0, 4.0, 4.0, 4.0]
    """
    seed1, seed2 = get_seed(seed)
    return apply(
        "FixedUnigramCandidateSampler",
        name,
        true_classes=true_classes,
        num_true=num_true,
        num_sampled=num_sampled,
        unique=unique,
        range_max=range_max,
        vocab_file=vocab_file,
        distortion=distortion,
        num_reserved_ids=num_reserved_ids,
        num_shards=num_shards,
        shard=shard,
        unigrams=list(unigrams),
        seed=seed1,
        seed2=seed2,
    )


@export("random.all_candidate_sampler", "nn.all_candidate_sampler")
def all_candidate_sampler(
    true_classes: TensorLike,
    num_true: int,
    num_sampled: int,
    unique: bool,
    seed: int | None = None,
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    """Returns all classes 0 ... num_sampled - 1, for tests: a sampled loss becomes the full one.

    Args:
      true_classes: int64 [batch_size, num_true], the target classes.
      num_true: the number of target classes of an example.
      num_sampled: the number of classes.
      unique: not used.
      seed: not used.
      name: a name for the operation.

    Returns:
      The classes (int64), and ones for the true and for all classes (float32).

    >>> import penstock as tf
    >>> found = tf.nn.all_candidate_sampler([[2], [0]], 1, 3, unique=True)
    >>> print(*(part.tolist() for part in tf.Session().run(found)))
    [0, 1, 2] [[1.0], [1.0]] [1.0, 1.0, 1.0]
    """
    seed1, seed2 = get_seed(seed)
    return apply(
        "AllCandidateSampler",
        name,
        true_classes=true_classes,
        num_true=num_true,
        num_sampled=num_sampled,
        unique=unique,
        seed=seed1,
        seed2=seed2,
    )
