"""Input functions: windows of a series in batches, a whole series, and what a prediction goes on from."""

from __future__ import annotations

import abc
from collections.abc import Mapping
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.timeseries.helpers import canonicalize_times_or_steps_from_output
from penstock.contrib.timeseries.keys import FilteringResults, PredictionFeatures
from penstock.contrib.timeseries.reading import TIMES, Features, InputFn, TimeSeriesReader
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Tensor


@export("contrib.timeseries.predict_continuation_input_fn")
def predict_continuation_input_fn(
    evaluation: Mapping[str, Any],
    steps: int | None = None,
    times: Any = None,
    exogenous_features: Mapping[str, Any] | None = None,
) -> InputFn:
    """An input function for predictions that go on after an evaluation.

    Args:
      evaluation: what `evaluate` has given.
      steps: how many times to predict.
      times: the times to predict, a row for each series of the evaluation.
      exogenous_features: other features at these times.

    Raises:
      ValueError: both or none of `steps` and `times` are given, or the times do not come after the evaluation.

    >>> import numpy as np, penstock as tf
    >>> tf.contrib.timeseries.predict_continuation_input_fn({"times": np.array([[1, 2, 3]])})
    Traceback (most recent call last):
    ...
    ValueError: One of `steps` and `times` must be specified.
    """
    predicted = canonicalize_times_or_steps_from_output(times=times, steps=steps, previous_model_output=evaluation)
    features = {
        PredictionFeatures.STATE_TUPLE: evaluation[FilteringResults.STATE_TUPLE],
        PredictionFeatures.TIMES: predicted,
        **(exogenous_features or {}),
    }

    def once(value: Any) -> Tensor:
        return tf.train.limit_epochs(value, num_epochs=1)

    def input_fn() -> tuple[Features, None]:
        return {key: tf.contrib.framework.nest.map_structure(once, value) for key, value in features.items()}, None

    return input_fn


class TimeSeriesInputFn:
    """Makes batches of windows from what a reader reads; it is called as an input function."""

    @abc.abstractmethod
    def create_batch(self) -> tuple[Features, None]:
        """A batch of windows."""

    def __call__(self) -> tuple[Features, None]:
        return self.create_batch()


@export("contrib.timeseries.WholeDatasetInputFn")
class WholeDatasetInputFn(TimeSeriesInputFn):
    """The whole series as the one window of a batch.

    Args:
      time_series_reader: the reader.

    >>> import numpy as np, penstock as tf
    >>> series = tf.contrib.timeseries
    >>> features, _ = series.WholeDatasetInputFn(
    ...     series.NumpyReader({"times": np.arange(4), "values": np.arange(4.0)}))()
    >>> with tf.train.MonitoredSession() as session:
    ...     print(session.run(features["times"]).tolist())
    [[0, 1, 2, 3]]
    """

    def __init__(self, time_series_reader: TimeSeriesReader) -> None:
        self._reader = time_series_reader

    def create_batch(self) -> tuple[Features, None]:
        """The series with an axis more."""
        return {name: value[None, ...] for name, value in self._reader.read_full().items()}, None


@export("contrib.timeseries.RandomWindowInputFn")
class RandomWindowInputFn(TimeSeriesInputFn):
    """Windows from anywhere in a series, in batches.

    Args:
      time_series_reader: the reader.
      window_size: how many times a window has.
      batch_size: how many windows a batch has.
      queue_capacity_multiplier: how many batches wait.
      shuffle_min_after_dequeue_multiplier: how many batches the windows of one are drawn from at least.
      discard_out_of_order: whether windows in which the series begins again are left out; else they are sorted.
      discard_consecutive_batches_limit: after how many batches without a single window that is left an error is raised.
      jitter: whether now and then a time is left out, so that windows begin everywhere.
      num_threads: how many threads fill the queues; `batch_size` if None.
      shuffle_seed: the seed by which windows are drawn.

    Raises:
      ValueError: the series is shorter than a window.

    >>> import numpy as np, penstock as tf
    >>> series = tf.contrib.timeseries
    >>> reader = series.NumpyReader({"times": np.arange(100), "values": np.arange(100.0)})
    >>> features, _ = series.RandomWindowInputFn(reader, window_size=5, batch_size=3)()
    >>> features["values"].shape
    TensorShape([Dimension(3), Dimension(5), Dimension(1)])
    """

    def __init__(
        self,
        time_series_reader: TimeSeriesReader,
        window_size: int,
        batch_size: int,
        queue_capacity_multiplier: int = 1000,
        shuffle_min_after_dequeue_multiplier: int = 2,
        discard_out_of_order: bool = True,
        discard_consecutive_batches_limit: int = 1000,
        jitter: bool = True,
        num_threads: int | None = 2,
        shuffle_seed: int | None = None,
    ) -> None:
        self._reader = time_series_reader
        self._window_size = window_size
        self._reader.check_dataset_size(minimum_dataset_size=window_size)
        self._batch_size = batch_size
        self._queue_capacity_multiplier = queue_capacity_multiplier
        self._shuffle_min_after_dequeue_multiplier = shuffle_min_after_dequeue_multiplier
        self._discard_out_of_order = discard_out_of_order
        self._discard_limit = discard_consecutive_batches_limit
        self._jitter = jitter
        self._num_threads = batch_size if num_threads is None else num_threads
        self._shuffle_seed = shuffle_seed

    def create_batch(self) -> tuple[Features, None]:
        """A batch of windows."""
        features = self._windows(self._reader.read())
        times = features[TIMES]
        kept: Tensor | bool
        if self._discard_out_of_order:
            kept = self._in_order(times)
        else:
            # 1.15 sorts along the wrong axis and gathers whole windows: programs get what they got.
            _, falling = tf.nn.top_k(times, k=tf.shape(times)[-1], sorted=True)
            order = tf.reverse(falling, axis=[0])
            features = {key: tf.gather(params=value, indices=order) for key, value in features.items()}
            kept = True
        batch = tf.train.maybe_shuffle_batch(
            features,
            num_threads=self._num_threads,
            seed=self._shuffle_seed,
            batch_size=self._batch_size,
            capacity=self._queue_capacity_multiplier * self._batch_size,
            min_after_dequeue=self._shuffle_min_after_dequeue_multiplier * self._batch_size,
            keep_input=kept,
            enqueue_many=True,
        )
        return batch, None

    def _windows(self, features: Features) -> Features:
        """As many windows as a batch has, each where the last one ends."""
        many, size = self._batch_size, self._window_size
        skipped = tf.random_uniform(shape=[], maxval=2, dtype=tf.int32) if self._jitter else 0
        flat = tf.train.batch(
            features,
            batch_size=size * many + skipped,
            enqueue_many=True,
            capacity=self._queue_capacity_multiplier * many * size,
            num_threads=self._num_threads,
        )
        cut = {key: value[skipped:] for key, value in flat.items()} if self._jitter else flat
        windows = {
            key: tf.reshape(value, tf.concat([[many, size], tf.shape(value)[1:]], axis=0)) for key, value in cut.items()
        }
        for key, value in windows.items():
            value.set_shape(tf.TensorShape([many, size]).concatenate(flat[key].get_shape()[1:]))
        return windows

    def _in_order(self, times: Tensor) -> Tensor:
        """Which windows to keep; raises where so many batches have had none that there may never be one."""
        kept = tf.reduce_all(times[:, 1:] >= times[:, :-1], axis=1)
        refused = tf.Variable(
            tf.constant(0, dtype=tf.int64),
            name="discarded_windows_limiter",
            trainable=False,
            collections=[GraphKeys.LOCAL_VARIABLES],
        )

        def count() -> Tensor:
            return tf.cond(
                tf.reduce_any(kept), lambda: tf.assign(refused, 0), lambda: refused.count_up_to(self._discard_limit)
            )

        counted = tf.cond(tf.is_variable_initialized(refused), count, lambda: tf.constant(0, dtype=tf.int64))
        with tf.control_dependencies([counted]):
            return tf.identity(kept)
