"""Scheduled sampling (http://arxiv.org/abs/1506.03099): at random, a decoder's own output takes the place of an input.

The rows that were chosen are selected with `tf.where`, so that a step has fixed shapes and compiles. A user's function
therefore sees all rows, and what it makes of those that were not chosen is dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.seq2seq.helpers import TrainingHelper, categorical_sample, embedding_function, steps_of
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import counted_as, name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, NestedTensors, TensorLike
from penstock.rnn.steps import transpose_batch_time


def _probability(given: object) -> Tensor:
    tensor = convert_to_tensor(given, name="sampling_probability")
    if tensor.shape.ndims not in (0, 1):
        raise ValueError(f"sampling_probability must be either a scalar or a vector. saw shape: {tensor.shape}")
    return tensor


def _drawn(probability: Tensor, batch_size: TensorLike, seed: int | None, dtype: DTypeLike) -> Tensor:
    """Which rows are chosen. A vector of probabilities gives a matrix, as it did in 1.15."""
    with counted_as(17):  # 1.15 gets ready for samples of any shape
        shape = tf.concat([tf.reshape(batch_size, [1]), tf.shape(probability)], 0)
    chosen = tf.cast(tf.random_uniform(shape, seed=seed, dtype=probability.dtype) < probability, dtype)
    with counted_as(8):
        return chosen


@export("contrib.seq2seq.ScheduledEmbeddingTrainingHelper")
class ScheduledEmbeddingTrainingHelper(TrainingHelper):
    """A `TrainingHelper` that at random replaces an input by the embedding of a symbol drawn from the last output.

    Args:
      inputs, sequence_length, time_major, name: see `TrainingHelper`.
      embedding: a table of vectors, or a function of integers.
      sampling_probability: how likely an input is replaced.
      seed: a seed for the symbols.
      scheduling_seed: a seed for which inputs are replaced.

    Raises:
      ValueError: if `sampling_probability` is neither a scalar nor a vector.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     helper = tf.contrib.seq2seq.ScheduledEmbeddingTrainingHelper(
    ...         tf.zeros([2, 5, 3]), [5, 4], embedding=tf.eye(3), sampling_probability=0.0)
    ...     print(sess.run(helper.sample(0, tf.zeros([2, 3]), None)))
    [-1 -1]
    """

    def __init__(
        self,
        inputs: NestedTensors,
        sequence_length: TensorLike,
        embedding: Any,
        sampling_probability: TensorLike,
        time_major: bool = False,
        seed: int | None = None,
        scheduling_seed: int | None = None,
        name: str | None = None,
    ) -> None:
        with name_scope(name, "ScheduledEmbeddingSamplingWrapper", [embedding, sampling_probability]):
            self._embedding_fn = embedding_function(embedding)
            self._sampling_probability = _probability(sampling_probability)
            self._seed = seed
            self._scheduling_seed = scheduling_seed
            super().__init__(inputs, sequence_length, time_major=time_major, name=name)

    def sample(self, time: TensorLike, outputs: Any, state: object = None, name: str | None = None) -> Tensor:
        """Symbols for rows that are chosen, -1 for others."""
        with name_scope(name, "ScheduledEmbeddingTrainingHelperSample", [time, outputs, state]):
            chosen = _drawn(self._sampling_probability, self.batch_size, self._scheduling_seed, dtypes.bool)
            return tf.where(chosen, categorical_sample(outputs, self._seed), tf.fill([self.batch_size], -1))

    def next_inputs(
        self, time: Any, outputs: Any, state: Any, sample_ids: Any = None, name: str | None = None
    ) -> tuple[Any, Any, Any]:
        """Which rows have ended, the inputs of the next step, some of them replaced, and the state as it is."""
        with name_scope(name, "ScheduledEmbeddingTrainingHelperNextInputs", [time, outputs, state, sample_ids]):
            finished, given, state = super().next_inputs(time, outputs, state, sample_ids, name)

            def mixed() -> Tensor:
                with counted_as(10):  # 1.15 gathers the rows that are replaced, and scatters them
                    chosen, symbols = sample_ids > -1, tf.maximum(sample_ids, 0)
                embedded = self._embedding_fn(symbols)
                with counted_as(4):
                    return tf.where(chosen, embedded, given)

            return finished, tf.cond(tf.reduce_all(finished), lambda: given, mixed), state


@export("contrib.seq2seq.ScheduledOutputTrainingHelper")
class ScheduledOutputTrainingHelper(TrainingHelper):
    """A `TrainingHelper` that at random replaces an input by the last output.

    Args:
      inputs, sequence_length, time_major, name: see `TrainingHelper`.
      sampling_probability: how likely an input is replaced.
      seed: a seed for which inputs are replaced.
      next_inputs_fn: a function of the outputs that makes inputs of them; by default they are the inputs.
      auxiliary_inputs: a tensor `[batch, time, ...]` that is put after all inputs, replaced or not.

    Raises:
      ValueError: if `sampling_probability` is neither a scalar nor a vector.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     helper = tf.contrib.seq2seq.ScheduledOutputTrainingHelper(tf.zeros([2, 5, 3]), [5, 4], 1.0)
    ...     ids = helper.sample(0, tf.ones([2, 3]), None)
    ...     print(sess.run(helper.next_inputs(0, tf.ones([2, 3]), (), ids)[1]).tolist())
    [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]
    """

    def __init__(
        self,
        inputs: NestedTensors,
        sequence_length: TensorLike,
        sampling_probability: TensorLike,
        time_major: bool = False,
        seed: int | None = None,
        next_inputs_fn: Callable | None = None,
        auxiliary_inputs: Any = None,
        name: str | None = None,
    ) -> None:
        with name_scope(name, "ScheduledOutputTrainingHelper", [inputs, auxiliary_inputs, sampling_probability]):
            self._sampling_probability = _probability(sampling_probability)
            self._seed = seed
            self._next_inputs_fn = next_inputs_fn
            self._auxiliary = None
            if auxiliary_inputs is not None:
                inputs = convert_to_tensor(inputs, name="inputs")
                more = convert_to_tensor(auxiliary_inputs, name="auxiliary_inputs")
                inputs = tf.concat((inputs, more), -1)
                self._auxiliary = steps_of(more if time_major else transpose_batch_time(more))
            super().__init__(inputs, sequence_length, time_major=time_major, name=name)

    def sample(self, time: TensorLike, outputs: NestedTensors, state: object = None, name: str | None = None) -> Tensor:
        """1 for rows that are chosen, 0 for others."""
        with name_scope(name, "ScheduledOutputTrainingHelperSample", [time, outputs, state]):
            return _drawn(self._sampling_probability, self.batch_size, self._seed, dtypes.int32)

    def next_inputs(
        self, time: Any, outputs: object, state: object, sample_ids: TensorLike | None = None, name: str | None = None
    ) -> tuple[Any, Any, Any]:
        """Which rows have ended, the inputs of the next step, some of them replaced, and the state as it is."""
        with name_scope(name, "ScheduledOutputTrainingHelperNextInputs", [time, outputs, state, sample_ids]):
            finished, given, state = super().next_inputs(time, outputs, state, sample_ids, name)
            chosen = tf.cast(sample_ids, dtypes.bool)

            def mixed() -> Tensor:
                gathers = self._next_inputs_fn is not None  # 1.15 then does so with the rows that are replaced
                if gathers:
                    tf.get_default_graph()._count(7)
                made = self._next_inputs_fn(outputs) if self._next_inputs_fn is not None else outputs
                if self._auxiliary is not None:
                    tf.get_default_graph()._count(int(gathers))
                    made = tf.concat((made, self._auxiliary.read(time + 1)), -1)
                with counted_as(4 if gathers else 1):
                    return tf.where(chosen, made, given)

            nothing = tf.logical_or(tf.reduce_all(finished), tf.logical_not(tf.reduce_any(chosen)))
            return finished, tf.cond(nothing, lambda: given, mixed), state
