"""Helpers say what the inputs of a decoder are: given ones, its own choices, or whatever functions make of them.

Those that mix given inputs with choices at random are in `scheduled.py`.
"""

from __future__ import annotations

import abc
from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, nest
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import counted_as, name_scope
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import NestedTensors, ShapeLike, TensorLike
from penstock.ops.control.tensor_array import TensorArray
from penstock.rnn.steps import transpose_batch_time


def embedding_function(embedding: TensorLike | None) -> Callable:
    """A function of integers: the one given, or a look-up in a table."""
    return embedding if callable(embedding) else lambda ids: tf.nn.embedding_lookup(embedding, ids)


def steps_of(x: Tensor) -> TensorArray:
    """The rows of a tensor `[time, ...]` as an array."""
    return TensorArray(dtype=x.dtype, size=tf.shape(x)[0], element_shape=x.shape[1:]).unstack(x)


def categorical_sample(logits: Tensor, seed: int | None = None) -> Tensor:
    """One integer for each row of logits, drawn by their probabilities."""
    with counted_as(24):  # 1.15 gets ready for any number of draws
        rows = logits if logits.shape.ndims == 2 else tf.reshape(logits, [-1, tf.shape(logits)[-1]])
        one = tf.constant(1)
    kind = dtypes.int64 if logits.dtype.size > 4 else dtypes.int32
    draws = tf.multinomial(rows, one, seed=seed, output_dtype=kind)
    with counted_as(14):
        return tf.cast(tf.reshape(draws, tf.shape(logits)[:-1]), dtypes.int32)


@export("contrib.seq2seq.Helper")
class Helper(abc.ABC):
    """What a decoder asks: the first inputs, what is chosen because of an output, and the next inputs.

    >>> import penstock as tf
    >>> issubclass(tf.contrib.seq2seq.TrainingHelper, tf.contrib.seq2seq.Helper)
    True
    """

    @property
    @abc.abstractmethod
    def batch_size(self) -> Any:
        """The number of rows."""

    @property
    @abc.abstractmethod
    def sample_ids_shape(self) -> TensorShape:
        """The shape of what is chosen for a row."""

    @property
    @abc.abstractmethod
    def sample_ids_dtype(self) -> Any:
        """Its type."""

    @abc.abstractmethod
    def initialize(self, name: str | None = None) -> tuple[Any, Any]:
        """Which rows are finished before the first step, and the first inputs."""

    @abc.abstractmethod
    def sample(self, time: Any, outputs: NestedTensors, state: object, name: str | None = None) -> Any:
        """What is chosen because of the outputs."""

    @abc.abstractmethod
    def next_inputs(
        self, time: object, outputs: object, state: object, sample_ids: TensorLike, name: str | None = None
    ) -> tuple[Any, Any, Any]:
        """Which rows are finished, the next inputs, and the next state."""


class _Integers(Helper):
    """A helper whose choices are integers, for as many rows as `_batch_size` says."""

    _batch_size: Any
    batch_size = property(lambda self: self._batch_size, doc="The number of rows.")
    sample_ids_shape = property(lambda self: TensorShape([]), doc="A scalar for each row.")
    sample_ids_dtype = property(lambda self: dtypes.int32, doc="Integers.")


@export("contrib.seq2seq.CustomHelper")
class CustomHelper(Helper):
    """A helper made of three functions.

    Args:
      initialize_fn: a function that returns which rows are finished, and the first inputs.
      sample_fn: a function of `time`, `outputs` and `state`.
      next_inputs_fn: a function of `time`, `outputs`, `state` and `sample_ids` that returns which rows are finished,
        the next inputs, and the next state.
      sample_ids_shape: the shape of what is chosen for a row, a scalar by default.
      sample_ids_dtype: its type, int32 by default.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     helper = tf.contrib.seq2seq.CustomHelper(
    ...         initialize_fn=lambda: (tf.tile([False], [2]), tf.zeros([2, 3])),
    ...         sample_fn=lambda time, outputs, state: tf.argmax(outputs, 1, output_type=tf.int32),
    ...         next_inputs_fn=lambda time, outputs, state, sample_ids: (sample_ids > 1, outputs, state))
    ...     finished, inputs = helper.initialize()
    >>> inputs.shape.as_list()
    [2, 3]
    """

    def __init__(
        self,
        initialize_fn: Callable,
        sample_fn: Callable,
        next_inputs_fn: Callable,
        sample_ids_shape: Any = None,
        sample_ids_dtype: Any = None,
    ) -> None:
        self._initialize_fn = initialize_fn
        self._sample_fn = sample_fn
        self._next_inputs_fn = next_inputs_fn
        self._batch_size: Any = None
        self._sample_ids_shape = TensorShape(sample_ids_shape or [])
        self._sample_ids_dtype = sample_ids_dtype or dtypes.int32

    @property
    def batch_size(self) -> Any:
        """The number of rows; ValueError before `initialize`."""
        if self._batch_size is None:
            raise ValueError("batch_size accessed before initialize was called")
        return self._batch_size

    sample_ids_shape = property(lambda self: self._sample_ids_shape, doc="As given.")
    sample_ids_dtype = property(lambda self: self._sample_ids_dtype, doc="As given.")

    def initialize(self, name: str | None = None) -> tuple[Any, Any]:
        """Which rows are finished before the first step, and the first inputs."""
        with name_scope(name, f"{type(self).__name__}Initialize"):
            finished, inputs = self._initialize_fn()
            if self._batch_size is None:
                self._batch_size = tf.size(finished)
        return finished, inputs

    def sample(self, time: TensorLike, outputs: NestedTensors, state: object, name: str | None = None) -> Any:
        """What is chosen because of the outputs."""
        with name_scope(name, f"{type(self).__name__}Sample", (time, outputs, state)):
            return self._sample_fn(time=time, outputs=outputs, state=state)

    def next_inputs(
        self, time: object, outputs: object, state: object, sample_ids: TensorLike, name: str | None = None
    ) -> tuple[Any, Any, Any]:
        """Which rows are finished, the next inputs, and the next state."""
        with name_scope(name, f"{type(self).__name__}NextInputs", (time, outputs, state)):
            return self._next_inputs_fn(time=time, outputs=outputs, state=state, sample_ids=sample_ids)


@export("contrib.seq2seq.TrainingHelper")
class TrainingHelper(_Integers):
    """The inputs of each step are given, as in training; what is chosen is the most likely symbol.

    Args:
      inputs: a tensor `[batch, time, ...]`, or a structure of them.
      sequence_length: the length of each row, `[batch]`.
      time_major: whether inputs are `[time, batch, ...]`.
      name: a name for the operations.

    Raises:
      ValueError: if `sequence_length` is not a vector.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     helper = tf.contrib.seq2seq.TrainingHelper(tf.reshape(tf.range(6.0), [1, 3, 2]), [3])
    ...     print(sess.run(helper.initialize()))
    (array([False]), array([[0., 1.]], dtype=float32))
    """

    def __init__(
        self, inputs: NestedTensors, sequence_length: TensorLike, time_major: bool = False, name: str | None = None
    ) -> None:
        with name_scope(name, "TrainingHelper", [inputs, sequence_length]):
            inputs = nest.map_structure(lambda x: convert_to_tensor(x, name="inputs"), inputs)
            self._inputs = inputs
            if not time_major:
                inputs = nest.map_structure(transpose_batch_time, inputs)
            self._input_tas = nest.map_structure(steps_of, inputs)
            self._sequence_length = convert_to_tensor(sequence_length, name="sequence_length")
            if self._sequence_length.shape.ndims != 1:
                raise ValueError(
                    f"Expected sequence_length to be a vector, but received shape: {self._sequence_length.shape}"
                )
            self._zero_inputs = nest.map_structure(lambda x: tf.zeros_like(x[0, :]), inputs)
            self._batch_size = tf.size(self._sequence_length)

    inputs = property(lambda self: self._inputs, doc="The inputs, as given.")
    sequence_length = property(lambda self: self._sequence_length, doc="The length of each row.")

    def _at(self, time: object, finished: Tensor) -> Any:
        return tf.cond(
            tf.reduce_all(finished),
            lambda: self._zero_inputs,
            lambda: nest.map_structure(lambda array: array.read(time), self._input_tas),
        )

    def initialize(self, name: str | None = None) -> tuple[Any, Any]:
        """Which rows are empty, and the first inputs."""
        with name_scope(name, "TrainingHelperInitialize"):
            finished = tf.equal(0, self._sequence_length)
            return finished, self._at(0, finished)

    def sample(self, time: TensorLike, outputs: NestedTensors, state: object = None, name: str | None = None) -> Any:
        """The most likely symbols."""
        with name_scope(name, "TrainingHelperSample", [time, outputs]):
            return tf.cast(tf.argmax(outputs, axis=-1), dtypes.int32)

    def next_inputs(
        self, time: Any, outputs: object, state: object, sample_ids: TensorLike | None = None, name: str | None = None
    ) -> tuple[Any, Any, Any]:
        """Which rows have ended, the inputs of the next step, and the state as it is."""
        with name_scope(name, "TrainingHelperNextInputs", [time, outputs, state]):
            following = time + 1
            finished = following >= self._sequence_length
            return finished, self._at(following, finished), state


@export("contrib.seq2seq.GreedyEmbeddingHelper")
class GreedyEmbeddingHelper(_Integers):
    """The most likely symbol of each step is embedded and is the next input.

    Args:
      embedding: a table of vectors, or a function of integers.
      start_tokens: the first symbol of each row, int32 `[batch]`.
      end_token: the symbol that ends a row.

    Raises:
      ValueError: if `start_tokens` is not a vector or `end_token` not a scalar.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     helper = tf.contrib.seq2seq.GreedyEmbeddingHelper(tf.eye(3), [2, 0], end_token=1)
    ...     print(sess.run(helper.initialize()[1]).tolist())
    [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
    """

    def __init__(self, embedding: Any, start_tokens: TensorLike, end_token: TensorLike) -> None:
        self._embedding_fn = embedding_function(embedding)
        self._start_tokens = convert_to_tensor(start_tokens, dtype=dtypes.int32, name="start_tokens")
        self._end_token = convert_to_tensor(end_token, dtype=dtypes.int32, name="end_token")
        if self._start_tokens.shape.ndims != 1:
            raise ValueError("start_tokens must be a vector")
        if self._end_token.shape.ndims != 0:
            raise ValueError("end_token must be a scalar")
        self._batch_size = tf.size(self._start_tokens)
        self._start_inputs = self._embedding_fn(self._start_tokens)

    def initialize(self, name: str | None = None) -> tuple[Any, Any]:
        """No row is finished; the first inputs are the embedded start tokens."""
        return tf.tile([False], [self._batch_size]), self._start_inputs

    def sample(self, time: TensorLike, outputs: NestedTensors, state: object, name: str | None = None) -> Any:
        """The most likely symbols; TypeError if outputs are not one tensor."""
        return tf.argmax(_one_tensor(outputs), axis=-1, output_type=dtypes.int32)

    def next_inputs(
        self, time: object, outputs: object, state: object, sample_ids: TensorLike, name: str | None = None
    ) -> tuple[Any, Any, Any]:
        """Which rows have ended, the embedded symbols, and the state as it is."""
        finished = tf.equal(sample_ids, self._end_token)
        following = tf.cond(tf.reduce_all(finished), lambda: self._start_inputs, lambda: self._embedding_fn(sample_ids))
        return finished, following, state


def _one_tensor(outputs: NestedTensors) -> Tensor:
    if not isinstance(outputs, Tensor):
        raise TypeError(f"Expected outputs to be a single Tensor, got: {type(outputs)}")
    return outputs


@export("contrib.seq2seq.SampleEmbeddingHelper")
class SampleEmbeddingHelper(GreedyEmbeddingHelper):
    """A symbol is drawn by the probabilities of each step, embedded, and is the next input.

    Args:
      embedding, start_tokens, end_token: see `GreedyEmbeddingHelper`.
      softmax_temperature: what the logits are divided by; above 1 choices are more even.
      seed: a seed.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     helper = tf.contrib.seq2seq.SampleEmbeddingHelper(tf.eye(3), [2, 0], end_token=1)
    ...     print(sess.run(helper.sample(0, tf.constant([[9.0, -99, -99], [-99, -99, 9]]), None)))
    [0 2]
    """

    def __init__(
        self,
        embedding: Any,
        start_tokens: TensorLike,
        end_token: TensorLike,
        softmax_temperature: Any = None,
        seed: int | None = None,
    ) -> None:
        super().__init__(embedding, start_tokens, end_token)
        self._softmax_temperature = softmax_temperature
        self._seed = seed

    def sample(self, time: TensorLike, outputs: NestedTensors, state: object, name: str | None = None) -> Tensor:
        """Symbols that were drawn; TypeError if outputs are not one tensor."""
        logits = _one_tensor(outputs)
        if self._softmax_temperature is not None:
            logits = logits / self._softmax_temperature
        return categorical_sample(logits, self._seed)


@export("contrib.seq2seq.InferenceHelper")
class InferenceHelper(Helper):
    """What a function makes of the outputs is the next input.

    Args:
      sample_fn: a function of outputs.
      sample_shape: the shape of what it makes of a row.
      sample_dtype: its type.
      start_inputs: the first inputs.
      end_fn: a function of what was made that says which rows are finished.
      next_inputs_fn: a function of what was made that makes the next inputs; by default they are the same.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     helper = tf.contrib.seq2seq.InferenceHelper(
    ...         sample_fn=tf.sigmoid, sample_shape=[3], sample_dtype=tf.float32, start_inputs=tf.zeros([2, 3]),
    ...         end_fn=lambda y: y[:, 0] > 0.9)
    >>> helper.sample_ids_shape.as_list()
    [3]
    """

    def __init__(
        self,
        sample_fn: Callable,
        sample_shape: ShapeLike,
        sample_dtype: Any,
        start_inputs: Any,
        end_fn: Callable,
        next_inputs_fn: Callable | None = None,
    ) -> None:
        self._sample_fn = sample_fn
        self._end_fn = end_fn
        self._sample_shape = TensorShape(sample_shape)
        self._sample_dtype = sample_dtype
        self._next_inputs_fn = next_inputs_fn
        self._start_inputs = convert_to_tensor(start_inputs, name="start_inputs")
        self._batch_size = tf.shape(self._start_inputs)[0]

    batch_size = property(lambda self: self._batch_size, doc="The number of rows.")
    sample_ids_shape = property(lambda self: self._sample_shape, doc="As given.")
    sample_ids_dtype = property(lambda self: self._sample_dtype, doc="As given.")

    def initialize(self, name: str | None = None) -> tuple[Any, Any]:
        """No row is finished; the first inputs are those given."""
        return tf.tile([False], [self._batch_size]), self._start_inputs

    def sample(self, time: TensorLike, outputs: NestedTensors, state: object, name: str | None = None) -> Any:
        """What the function makes of the outputs."""
        return self._sample_fn(outputs)

    def next_inputs(
        self, time: object, outputs: object, state: object, sample_ids: TensorLike, name: str | None = None
    ) -> tuple[Any, Any, Any]:
        """Which rows are finished, the next inputs, and the state as it is."""
        following = sample_ids if self._next_inputs_fn is None else self._next_inputs_fn(sample_ids)
        return self._end_fn(sample_ids), following, state
