"""Attention mechanisms: how a query weighs the steps of a memory. Luong's and Bahdanau's, each also monotonic.

`AttentionWrapper`, which puts them into a cell, is in `attention_wrapper.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, nest
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, NestedTensors, TensorLike
from penstock.layers.core import Dense
from penstock.ops.state.variable_scope import get_variable, variable_scope
from penstock.rnn.cell_base import zero_state_tensors


@export("contrib.seq2seq.hardmax")
def hardmax(logits: TensorLike, name: str | None = None) -> Tensor:
    """1 at the largest element of each row, 0 elsewhere.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.contrib.seq2seq.hardmax([[1.0, 3, 2]])))
    [[0. 1. 0.]]
    """
    with name_scope(name, "Hardmax", [logits]):
        logits = convert_to_tensor(logits, name="logits")
        depth = logits.shape.as_list()[-1]
        return tf.one_hot(tf.argmax(logits, -1), tf.shape(logits)[-1] if depth is None else depth, dtype=logits.dtype)


@export("contrib.seq2seq.safe_cumprod")
def safe_cumprod(x: TensorLike, *args: Any, **kwargs: Any) -> Tensor:
    """A cumulative product of numbers between 0 and 1, by way of logarithms, whose gradient stays finite.

    Args:
      x: a tensor.
      *args, **kwargs: as for `tf.cumsum`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.contrib.seq2seq.safe_cumprod([0.5, 0.5, 1.0], exclusive=True)))
    [1.   0.5  0.25]
    """
    with name_scope(None, "SafeCumprod", [x]):
        x = convert_to_tensor(x, name="x")
        tiny = np.finfo(x.dtype.as_numpy_dtype).tiny
        return tf.exp(tf.cumsum(tf.log(tf.clip_by_value(x, tiny, 1)), *args, **kwargs))


@export("contrib.seq2seq.monotonic_attention")
def monotonic_attention(p_choose_i: Any, previous_attention: Any, mode: str) -> Tensor:
    """Attention that only moves forward (http://arxiv.org/abs/1704.00784).

    Args:
      p_choose_i: how likely each step is chosen when it is looked at, `[batch, time]`.
      previous_attention: where the last step attended to, `[batch, time]`.
      mode: "recursive" (slow, exact), "parallel" (fast, less exact), or "hard" (for probabilities 0 and 1).

    Returns:
      Where this step attends to.

    Raises:
      ValueError: if there is no such mode.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.contrib.seq2seq.monotonic_attention([[0.0, 1.0, 1.0]], [[1.0, 0.0, 0.0]], "hard")))
    [[0. 1. 0.]]
    """
    p = convert_to_tensor(p_choose_i, name="p_choose_i")
    previous = convert_to_tensor(previous_attention, name="previous_attention")
    if mode == "recursive":
        batch = p.shape.as_list()[0]
        batch = tf.shape(p)[0] if batch is None else batch
        passed = tf.concat([tf.ones((batch, 1)), 1 - p[:, :-1]], 1)
        sums = tf.scan(
            lambda x, step: tf.reshape(step[0] * x + step[1], (batch,)),
            [tf.transpose(passed), tf.transpose(previous)],
            tf.zeros((batch,)),
        )
        return p * tf.transpose(sums)
    if mode == "parallel":
        passed = safe_cumprod(1 - p, axis=1, exclusive=True)
        # Dividing by what is nearly 0 is bounded.
        return p * passed * tf.cumsum(previous / tf.clip_by_value(passed, 1e-10, 1.0), axis=1)
    if mode == "hard":
        p *= tf.cumsum(previous, axis=1)
        return p * tf.cumprod(1 - p, axis=1, exclusive=True)
    raise ValueError("mode must be 'recursive', 'parallel', or 'hard'.")


# -- memories -------------------------------------------------------------------------------------------------------------


def _masked_memory(memory: object, lengths: TensorLike | None) -> Any:
    """The memory with zeros after the length of each row."""
    memory = nest.map_structure(lambda m: convert_to_tensor(m, name="memory"), memory)
    for m in nest.flatten(memory):
        if not m.shape[2:].is_fully_defined():
            raise ValueError(f"Expected memory {m.name} to have fully defined inner dims, but saw shape: {m.shape}")
    if lengths is None:
        return memory
    first = nest.flatten(memory)[0]
    mask = tf.sequence_mask(lengths, maxlen=tf.shape(first)[1], dtype=first.dtype)

    def masked(m: Tensor) -> Tensor:
        more = tf.ones((tf.rank(m) if m.shape.ndims is None else m.shape.ndims) - 2, dtype=dtypes.int32)
        return m * tf.reshape(mask, tf.concat((tf.shape(mask), more), 0))

    return nest.map_structure(masked, memory)


def _masked_score(score: Tensor, lengths: TensorLike | None, value: TensorLike) -> Tensor:
    """The score with `value` after the length of each row."""
    if lengths is None:
        return score
    positive = tf.assert_positive(lengths, message="All values in memory_sequence_length must be greater than zero.")
    with control_dependencies([positive]):
        mask = tf.sequence_mask(lengths, maxlen=tf.shape(score)[1])
    return tf.where(mask, score, value * tf.ones_like(score))


# -- mechanisms -----------------------------------------------------------------------------------------------------------


@export("contrib.seq2seq.AttentionMechanism")
class AttentionMechanism:
    """What `AttentionWrapper` asks: `alignments, state = mechanism(query, state)`.

    >>> import penstock as tf
    >>> issubclass(tf.contrib.seq2seq.LuongAttention, tf.contrib.seq2seq.AttentionMechanism)
    True
    """

    @property
    def alignments_size(self) -> Any:
        """The number of steps of the memory."""
        raise NotImplementedError

    @property
    def state_size(self) -> Any:
        """The size of the mechanism's state."""
        raise NotImplementedError


class _Mechanism(AttentionMechanism):
    """A memory, its keys, and a probability of each of its steps; subclasses say how a query scores the keys."""

    scope: str
    asks: bool  # whether queries go through a layer

    def _begin(
        self,
        num_units: int,
        memory: TensorLike,
        lengths: TensorLike,
        probability: Callable,
        mask_value: Any,
        dtype: DTypeLike | None,
        name: str,
        custom: Callable | None = None,
    ) -> None:
        dtype = dtype or dtypes.float32
        dense = lambda title: Dense(num_units, name=title, use_bias=False, dtype=dtype)  # noqa: E731
        self._query_layer = dense("query_layer") if self.asks else None
        self._memory_layer = dense("memory_layer")
        self.dtype = self._memory_layer.dtype
        if mask_value is None:
            mask_value = dtypes.as_dtype(self.dtype).as_numpy_dtype(-np.inf)
        self._num_units = num_units
        self._name = name
        self._probability = lambda score, previous: probability(_masked_score(score, lengths, mask_value), previous)
        with name_scope(name, "BaseAttentionMechanismInit", nest.flatten(memory)):
            self._values = _masked_memory(memory, lengths)
            self._keys = self._memory_layer(self._values)
            if custom is not None:
                self._keys, self._values = custom(self._keys, self._values)
            batch, length = self._keys.shape.as_list()[:2]
            self._batch_size = batch or tf.shape(self._keys)[0]
            self._alignments_size = length or tf.shape(self._keys)[1]

    memory_layer = property(lambda self: self._memory_layer, doc="The layer that makes keys of the memory.")
    query_layer = property(lambda self: self._query_layer, doc="The layer of queries, or None.")
    values = property(lambda self: self._values, doc="The memory.")
    keys = property(lambda self: self._keys, doc="What queries are compared with.")
    batch_size = property(lambda self: self._batch_size, doc="The number of rows.")
    alignments_size = property(lambda self: self._alignments_size, doc="The number of steps of the memory.")
    state_size = property(lambda self: self._alignments_size, doc="The state are the alignments.")

    def initial_alignments(self, batch_size: TensorLike, dtype: DTypeLike) -> Tensor:
        """Zeros: nothing is attended to."""
        return zero_state_tensors(self._alignments_size, batch_size, dtype)

    def initial_state(self, batch_size: TensorLike, dtype: DTypeLike) -> Tensor:
        """The first state, the initial alignments."""
        return self.initial_alignments(batch_size, dtype)

    def _score(self, query: Tensor) -> Tensor:
        raise NotImplementedError

    def __call__(self, query: Tensor, state: NestedTensors) -> tuple[Tensor, Any]:
        """How much each step of the memory is attended to, twice: it is the next state too."""
        with variable_scope(None, self.scope, [query]):
            score = self._score(query)
        alignments = self._probability(score, state)
        return alignments, alignments


class _Luong(_Mechanism):
    """A product of query and key, scaled by a variable if asked."""

    asks = False
    _scale: bool

    def _score(self, query: Tensor) -> Tensor:
        units, keys = query.shape[-1], self._keys.shape[-1]
        if units != keys:
            raise ValueError(
                f"Incompatible or unknown inner dimensions between query and keys.  Query ({query}) has units: {units}.  "
                f"Keys ({self._keys}) have units: {keys}.  Perhaps you need to set num_units to the keys' dimension ({keys})?"
            )
        scale = None
        if self._scale:
            scale = get_variable("attention_g", dtype=query.dtype, initializer=tf.ones_initializer, shape=())
        score = tf.squeeze(tf.matmul(tf.expand_dims(query, 1), self._keys, transpose_b=True), [1])
        return score if scale is None else scale * score


class _Bahdanau(_Mechanism):
    """A network with one hidden layer over query and key, with weights of a fixed length if asked."""

    asks = True
    _normalize: bool

    def _score(self, query: Tensor) -> Tensor:
        asked = tf.expand_dims(self._query_layer(query), 1)  # type: ignore[misc]
        v = get_variable("attention_v", [self._num_units], dtype=query.dtype)
        if not self._normalize:
            return tf.reduce_sum(v * tf.tanh(self._keys + asked), [2])
        length = tf.constant_initializer(math.sqrt(1.0 / self._num_units))
        g = get_variable("attention_g", dtype=query.dtype, initializer=length, shape=())
        b = get_variable("attention_b", [self._num_units], dtype=query.dtype, initializer=tf.zeros_initializer())
        normed = g * v * tf.rsqrt(tf.reduce_sum(tf.square(v)))
        return tf.reduce_sum(normed * tf.tanh(self._keys + asked + b), [2])


class _Monotonic(_Mechanism):
    """Attention that only moves forward: the score has a bias, the probability depends on the last alignments."""

    _score_bias_init: float

    def _moving(self, noise: float, seed: int | None, mode: str) -> Callable:
        def probability(score: Tensor, previous: Tensor) -> Tensor:
            if noise > 0:
                score += noise * tf.random_normal(tf.shape(score), dtype=score.dtype, seed=seed)
            chosen = tf.cast(score > 0, score.dtype) if mode == "hard" else tf.sigmoid(score)
            return monotonic_attention(chosen, previous, mode)

        return probability

    def _score(self, query: Tensor) -> Tensor:
        score = super()._score(query)
        return score + get_variable("attention_score_bias", dtype=query.dtype, initializer=self._score_bias_init)

    def initial_alignments(self, batch_size: TensorLike, dtype: DTypeLike) -> Tensor:
        """The first step of the memory."""
        return tf.one_hot(tf.zeros((batch_size,), dtype=dtypes.int32), self._alignments_size, dtype=dtype)


@export("contrib.seq2seq.LuongAttention")
class LuongAttention(_Luong):
    """Multiplicative attention (http://arxiv.org/abs/1508.04025).

    Args:
      num_units: the size of keys, which must be that of queries.
      memory: what is attended to, `[batch, time, ...]`, usually the outputs of an encoder.
      memory_sequence_length: the length of each row.
      scale: whether the score is scaled by a variable.
      probability_fn: a function of the score, `tf.nn.softmax` by default.
      score_mask_value: the score of steps after the length, minus infinity by default.
      dtype: the type of the variables.
      custom_key_value_fn: a function of keys and values that returns others.
      name: a name for the operations.

    Raises:
      ValueError: if the memory's size is not known, or when called, if it is not that of the query.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     mechanism = tf.contrib.seq2seq.LuongAttention(4, tf.zeros([2, 5, 3]), memory_sequence_length=[5, 2])
    ...     alignments, _ = mechanism(tf.zeros([2, 4]), mechanism.initial_state(2, tf.float32))
    >>> alignments.shape.as_list()
    [2, 5]
    """

    scope = "luong_attention"

    def __init__(
        self,
        num_units: int,
        memory: TensorLike,
        memory_sequence_length: Any = None,
        scale: bool = False,
        probability_fn: Callable | None = None,
        score_mask_value: TensorLike | None = None,
        dtype: DTypeLike | None = None,
        custom_key_value_fn: Callable | None = None,
        name: str = "LuongAttention",
    ) -> None:
        self._scale = scale
        chosen = _checked(probability_fn)
        args = (num_units, memory, memory_sequence_length, chosen, score_mask_value, dtype, name, custom_key_value_fn)
        self._begin(*args)


@export("contrib.seq2seq.BahdanauAttention")
class BahdanauAttention(_Bahdanau):
    """Additive attention (http://arxiv.org/abs/1409.0473).

    Args:
      num_units: the size of the hidden layer.
      memory: what is attended to, `[batch, time, ...]`, usually the outputs of an encoder.
      memory_sequence_length: the length of each row.
      normalize: whether the weights are normalized (http://arxiv.org/abs/1602.07868).
      probability_fn: a function of the score, `tf.nn.softmax` by default.
      score_mask_value: the score of steps after the length, minus infinity by default.
      dtype: the type of the variables.
      custom_key_value_fn: a function of keys and values that returns others.
      name: a name for the operations.

    Raises:
      ValueError: if the memory's size is not known.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     mechanism = tf.contrib.seq2seq.BahdanauAttention(6, tf.zeros([2, 5, 3]), normalize=True)
    ...     alignments, _ = mechanism(tf.zeros([2, 4]), mechanism.initial_state(2, tf.float32))
    >>> alignments.shape.as_list()
    [2, 5]
    """

    scope = "bahdanau_attention"

    def __init__(
        self,
        num_units: int,
        memory: TensorLike,
        memory_sequence_length: Any = None,
        normalize: bool = False,
        probability_fn: Callable | None = None,
        score_mask_value: TensorLike | None = None,
        dtype: DTypeLike | None = None,
        custom_key_value_fn: Callable | None = None,
        name: str = "BahdanauAttention",
    ) -> None:
        self._normalize = normalize
        chosen = _checked(probability_fn)
        args = (num_units, memory, memory_sequence_length, chosen, score_mask_value, dtype, name, custom_key_value_fn)
        self._begin(*args)


def _checked(probability_fn: Callable | None) -> Callable:
    if probability_fn is None:
        probability_fn = tf.nn.softmax
    if not callable(probability_fn):
        raise TypeError(f"probability_fn must be callable, saw type: {type(probability_fn).__name__}")
    return lambda score, _: probability_fn(score)


@export("contrib.seq2seq.LuongMonotonicAttention")
class LuongMonotonicAttention(_Monotonic, _Luong):
    """Multiplicative attention that only moves forward (http://arxiv.org/abs/1704.00784).

    Args:
      num_units, memory, memory_sequence_length, scale, score_mask_value, dtype, name: see `LuongAttention`.
      sigmoid_noise: how much noise is added to scores, so that they become nearly 0 or 1 in training.
      sigmoid_noise_seed: a seed for it.
      score_bias_init: the first value of the score's bias.
      mode: see `monotonic_attention`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     mechanism = tf.contrib.seq2seq.LuongMonotonicAttention(4, tf.zeros([2, 5, 3]))
    ...     alignments, _ = mechanism(tf.zeros([2, 4]), mechanism.initial_state(2, tf.float32))
    >>> alignments.shape.as_list()
    [2, 5]
    """

    scope = "luong_monotonic_attention"

    def __init__(
        self,
        num_units: int,
        memory: TensorLike,
        memory_sequence_length: Any = None,
        scale: bool = False,
        score_mask_value: TensorLike | None = None,
        sigmoid_noise: float = 0.0,
        sigmoid_noise_seed: int | None = None,
        score_bias_init: float = 0.0,
        mode: str = "parallel",
        dtype: DTypeLike | None = None,
        name: str = "LuongMonotonicAttention",
    ) -> None:
        self._scale = scale
        self._score_bias_init = score_bias_init
        moving = self._moving(sigmoid_noise, sigmoid_noise_seed, mode)
        self._begin(num_units, memory, memory_sequence_length, moving, score_mask_value, dtype, name)


@export("contrib.seq2seq.BahdanauMonotonicAttention")
class BahdanauMonotonicAttention(_Monotonic, _Bahdanau):
    """Additive attention that only moves forward (http://arxiv.org/abs/1704.00784).

    Args:
      num_units, memory, memory_sequence_length, normalize, score_mask_value, dtype, name: see `BahdanauAttention`.
      sigmoid_noise, sigmoid_noise_seed, score_bias_init, mode: see `LuongMonotonicAttention`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     mechanism = tf.contrib.seq2seq.BahdanauMonotonicAttention(6, tf.zeros([2, 5, 3]), mode="hard")
    ...     alignments, _ = mechanism(tf.zeros([2, 4]), mechanism.initial_state(2, tf.float32))
    >>> alignments.shape.as_list()
    [2, 5]
    """

    scope = "bahdanau_monotonic_attention"

    def __init__(
        self,
        num_units: int,
        memory: TensorLike,
        memory_sequence_length: Any = None,
        normalize: bool = False,
        score_mask_value: TensorLike | None = None,
        sigmoid_noise: float = 0.0,
        sigmoid_noise_seed: int | None = None,
        score_bias_init: float = 0.0,
        mode: str = "parallel",
        dtype: DTypeLike | None = None,
        name: str = "BahdanauMonotonicAttention",
    ) -> None:
        self._normalize = normalize
        self._score_bias_init = score_bias_init
        moving = self._moving(sigmoid_noise, sigmoid_noise_seed, mode)
        self._begin(num_units, memory, memory_sequence_length, moving, score_mask_value, dtype, name)
