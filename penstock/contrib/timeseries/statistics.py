"""Means and variances of a series, kept in variables and brought up to date by each batch; tables of states by time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import penstock as tf
from penstock.contrib.timeseries.keys import TrainEvalFeatures
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import DTypeLike, NestedTensors, TensorLike
from penstock.ops.lookup.mutable import DenseHashTable
from penstock.ops.lookup.tables import LookupInterface

nest = tf.contrib.framework.nest


class TensorValuedMutableDenseHashTable(DenseHashTable):
    """A table whose values have any shape.

    Args:
      key_dtype: the type of the keys.
      value_dtype: the type of the values.
      default_value: what is found where nothing is.
      *args: further arguments of the table.
      **kwargs: further arguments of the table.
    """

    def __init__(
        self, key_dtype: DTypeLike, value_dtype: DTypeLike, default_value: TensorLike, *args: Any, **kwargs: Any
    ) -> None:
        self._part_shape = tf.shape(default_value)
        super().__init__(key_dtype, value_dtype, tf.reshape(default_value, [-1]), *args, **kwargs)

    def insert(self, keys: Any, values: TensorLike, name: str | None = None) -> Any:
        """Puts values in.

        Args:
          keys: their keys.
          values: the values.
          name: the operation's name.
        """
        flat = tf.reshape(tf.convert_to_tensor(keys, dtype=self.key_dtype), [-1])
        return super().insert(flat, tf.reshape(values, [tf.shape(flat)[0], -1]), name=name)

    def lookup(self, keys: Any, name: str | None = None) -> Any:
        """Finds values.

        Args:
          keys: their keys.
          name: the operation's name.
        """
        flat = tf.reshape(tf.convert_to_tensor(keys, dtype=self.key_dtype), [-1])
        return tf.reshape(super().lookup(flat, name=name), tf.concat([tf.shape(keys), self._part_shape], 0))


class TupleOfTensorsLookup(LookupInterface):
    """A table whose values are nested: a table for each part.

    Args:
      key_dtype: the type of the keys.
      default_values: what is found where nothing is.
      empty_key: a key that nobody uses.
      deleted_key: another one.
      name: how the tables' names begin.
      checkpoint: whether they are saved.
    """

    def __init__(
        self,
        key_dtype: DTypeLike,
        default_values: NestedTensors,
        empty_key: TensorLike,
        deleted_key: TensorLike,
        name: str,
        checkpoint: bool = True,
    ) -> None:
        tables = [
            TensorValuedMutableDenseHashTable(
                key_dtype=key_dtype,
                value_dtype=default.dtype.base_dtype,
                default_value=default,
                empty_key=empty_key,
                deleted_key=deleted_key,
                name=f"{name}_{number}",
                checkpoint=checkpoint,
            )
            for number, default in enumerate(nest.flatten(default_values))
        ]
        self._hash_tables = nest.pack_sequence_as(default_values, tables)
        self._name = name

    def lookup(self, keys: Any, name: str | None = None) -> Any:
        """Finds values.

        Args:
          keys: their keys.
          name: not used.
        """
        return nest.pack_sequence_as(self._hash_tables, [t.lookup(keys) for t in nest.flatten(self._hash_tables)])

    def insert(self, keys: TensorLike, values: NestedTensors) -> Operation:
        """Puts values in, once all of them are there: some may have been found in the same tables.

        Args:
          keys: their keys.
          values: the values.
        """
        nest.assert_same_structure(self._hash_tables, values)
        parts = [tf.identity(value) for value in nest.flatten(values)]
        with tf.control_dependencies(parts):
            inserts = [table.insert(keys, part) for table, part in zip(nest.flatten(self._hash_tables), parts)]
        return tf.group(*inserts)

    def check_table_dtypes(self, key_dtype: DTypeLike, value_dtype: DTypeLike) -> None:
        """Nothing: the tables check their types.

        Args:
          key_dtype: not used.
          value_dtype: not used.
        """


class Moments(NamedTuple):
    """A mean and a variance for each part of the values."""

    mean: Any
    variance: Any


class InputStatistics(NamedTuple):
    """What is known of a series: moments of its beginning and of all, its first time, and how many times it has."""

    series_start_moments: Any
    overall_feature_moments: Any
    start_time: Any
    total_observation_count: Any


class _Sums(NamedTuple):
    """What the statistics are computed from."""

    max_time_seen: Any
    chunk_count: Any
    inter_observation_duration_sum: Any
    example_count: Any
    overall_feature_sum: Any
    overall_feature_sum_of_squares: Any


def _variable(name: str, dtype: Any, initializer: Any = None, shape: Any = None) -> Any:
    return tf.get_variable(name, shape=shape, dtype=dtype, initializer=initializer, trainable=False)


def _of_features(values: Tensor) -> Tensor:
    """The sum over windows and times."""
    axes: Any = [0, 1]
    return tf.reduce_sum(values, axis=axes)


class InputStatisticsFromMiniBatch:
    """Statistics of a series from the batches that a model is trained with.

    Args:
      num_features: how many parts the values have.
      dtype: their type.
      starting_variance_window_size: how many times the beginning has.
    """

    def __init__(self, num_features: int, dtype: DTypeLike, starting_variance_window_size: int = 16) -> None:
        self._starting_variance_window_size = starting_variance_window_size
        self._num_features = num_features
        self._dtype = dtype

    def initialize_graph(self, features: Mapping[str, Tensor], update_statistics: bool = True) -> InputStatistics:
        """Makes the variables, and with times and values what brings them up to date.

        Args:
          features: a batch.
          update_statistics: whether the batch counts.
        """
        times, values = features.get(TrainEvalFeatures.TIMES), features.get(TrainEvalFeatures.VALUES)
        # Their first values depend on no data: variables get theirs before queues run.
        with tf.variable_scope("input_statistics", use_resource=True):
            statistics = self._statistics()
        with tf.variable_scope("input_statistics_auxiliary", use_resource=True):
            sums = self._sums()
        if not update_statistics or times is None or values is None:
            return statistics
        with tf.control_dependencies([self._update(statistics, sums, times, values)]):
            read = nest.pack_sequence_as(statistics, [tf.identity(part) for part in nest.flatten(statistics)])
            # Workers may overtake each other; for none a time of its batch may lie before the start.
            return read._replace(start_time=tf.minimum(read.start_time, tf.reduce_min(times)))

    def _statistics(self) -> InputStatistics:
        moments: list[Moments] = []
        for name, end in (("series_start", "variance"), ("overall_feature", "var")):
            mean = _variable(f"{name}_mean", self._dtype, tf.zeros_initializer(), [self._num_features])
            moments.append(
                Moments(mean, _variable(f"{name}_{end}", self._dtype, tf.ones_initializer(), [self._num_features]))
            )
        return InputStatistics(
            series_start_moments=moments[0],
            overall_feature_moments=moments[1],
            start_time=_variable("start_time", tf.int64, tf.int64.max),
            total_observation_count=_variable("total_observation_count", tf.int64, tf.ones_initializer(), []),
        )

    def _sums(self) -> _Sums:
        zeros, many = tf.zeros_initializer(), [self._num_features]
        return _Sums(
            max_time_seen=_variable("max_time_seen", tf.int64, tf.int64.min),
            chunk_count=_variable("chunk_count", tf.int64, zeros, []),
            inter_observation_duration_sum=_variable("inter_observation_duration_sum", self._dtype, zeros, []),
            example_count=_variable("example_count", tf.int64, shape=[]),
            overall_feature_sum=_variable("overall_feature_sum", self._dtype, zeros, many),
            overall_feature_sum_of_squares=_variable("overall_feature_sum_of_squares", self._dtype, zeros, many),
        )

    def _update(self, statistics: InputStatistics, sums: _Sums, times: Tensor, values: Tensor) -> Operation:
        """Adds a batch."""
        dtype = self._dtype
        values = tf.cast(values, dtype)
        spans = tf.cast(tf.reduce_max(times, axis=1) - tf.reduce_min(times, axis=1), dtype)
        durations = spans / tf.cast(tf.shape(times)[1] - 1, dtype)

        def beside(variable: Any, change: Any) -> Any:
            with tf.device(variable.device):
                return change(variable)

        last_time = beside(sums.max_time_seen, lambda v: tf.assign(v, tf.maximum(v, tf.reduce_max(times))))
        added = [
            last_time,
            beside(sums.chunk_count, lambda v: tf.assign_add(v, tf.shape(times, out_type=tf.int64)[0])),
            beside(sums.inter_observation_duration_sum, lambda v: tf.assign_add(v, tf.reduce_sum(durations))),
            beside(sums.example_count, lambda v: tf.assign_add(v, tf.size(times, out_type=tf.int64))),
            beside(sums.overall_feature_sum, lambda v: tf.assign_add(v, _of_features(values))),
            beside(
                sums.overall_feature_sum_of_squares,
                lambda v: tf.assign_add(v, _of_features(values**2)),
            ),
        ]
        with tf.control_dependencies([tf.group(*added)]):
            count = tf.cast(sums.example_count, dtype)
            mean = sums.overall_feature_sum / count
            overall = statistics.overall_feature_moments
            new_mean = tf.assign(overall.mean, mean)
            # Divided by one less than there are, so that its expectation is the variance.
            variance = count / (count - 1.0) * (sums.overall_feature_sum_of_squares / count - mean**2)
            new_variance = tf.assign(overall.variance, variance)
            new_beginning, new_start = self._update_start(statistics, times, values)
            duration = sums.inter_observation_duration_sum / tf.cast(sums.chunk_count, dtype)
            # From the first time to the last, as many as windows have on average.
            many = tf.round(tf.cast(last_time - new_start + 1, dtype) / duration)
            new_count = tf.assign(statistics.total_observation_count, tf.cast(many, tf.int64))
            return tf.group(new_mean, new_variance, new_beginning, new_start, new_count)

    def _update_start(self, statistics: InputStatistics, times: Tensor, values: Tensor) -> tuple[Any, Any]:
        """The moments of the beginning, if this batch has it, and the first time."""
        first = tf.cast(tf.argmin(times[:, 0]), tf.int32)

        def beginning() -> Operation:
            mean, variance = tf.nn.moments(values[first, : self._starting_variance_window_size], axes=[0])
            start = statistics.series_start_moments
            return tf.group(tf.assign(start.mean, mean), tf.assign(start.variance, variance))

        with tf.device(statistics.start_time.device):
            known = tf.less_equal(times[first, 0], statistics.start_time)
            new_beginning = tf.cond(known, beginning, tf.no_op)
            with tf.control_dependencies([new_beginning]):
                earliest = tf.minimum(statistics.start_time, tf.reduce_min(times))
                return new_beginning, tf.assign(statistics.start_time, earliest)
