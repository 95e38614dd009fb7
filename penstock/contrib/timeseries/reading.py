"""Where time series come from: arrays, and files of lines or of examples."""

from __future__ import annotations

import abc
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.contrib.timeseries.keys import TrainEvalFeatures
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Tensor

TIMES, VALUES = TrainEvalFeatures.TIMES, TrainEvalFeatures.VALUES

Features = dict[str, Tensor]


class TimeSeriesReader:
    """Reads a series into dictionaries of features."""

    def check_dataset_size(self, minimum_dataset_size: int) -> None:
        """Raises if it is known that there are fewer records.

        Args:
          minimum_dataset_size: how many there must be.
        """

    @abc.abstractmethod
    def read(self) -> Features:
        """Some records, mostly one after the other."""

    @abc.abstractmethod
    def read_full(self) -> Features:
        """All records, each time from the first one."""


def _too_many_axes(most: int, shape: str, lacking: str, found: tuple[int, ...]) -> ValueError:
    return ValueError(
        f"Got an unexpected number of dimensions for the '{VALUES}' feature. Was expecting at most {most} "
        f"dimension{'s' * (most > 1)} ({shape}) since '{TIMES}' does not have a {lacking}, but got shape {found}"
    )


def canonical_arrays(data: Mapping[str, Any], require_single_batch: bool) -> dict[str, np.ndarray]:
    """Arrays of features with axes for the series and for the times, and values with one for their parts.

    Args:
      data: arrays, or what becomes arrays, of which the first axes are those of the times.
      require_single_batch: whether there must be a single series.

    Raises:
      ValueError: their shapes do not fit.
    """
    features = {key: np.array(value) for key, value in data.items()}
    if TIMES not in features or VALUES not in features:
        raise ValueError(f"{TIMES} and {VALUES} are required features.")
    times = features[TIMES]
    for key, value in features.items():
        if value.shape[: times.ndim] != times.shape:
            raise ValueError(
                "All features must have their shapes prefixed by the shape of the times feature. Got shape "
                f"{value.shape} for feature '{key}', but shape {times.shape} for '{TIMES}'"
            )
    shape = features[VALUES].shape
    if times.ndim == 0:
        if len(shape) > 1:
            raise _too_many_axes(1, "[number of features]", "batch or time dimension", shape)
        if not shape:
            features[VALUES] = features[VALUES][..., None]
        features = {key: value[None, None, ...] for key, value in features.items()}
    elif times.ndim == 1:
        if len(shape) > 2:
            raise _too_many_axes(2, "[series length, number of features]", "batch dimension", shape)
        if len(shape) == 1:
            features[VALUES] = features[VALUES][..., None]
        features = {key: value[None, ...] for key, value in features.items()}
    elif times.ndim != 2:
        raise ValueError(
            "Got an unexpected number of dimensions for times. Was expecting at most two ([batch size, series "
            f"length]), but got shape {times.shape}."
        )
    if require_single_batch and features[TIMES].shape[0] != 1:
        raise ValueError("Got batch input, was expecting unbatched input.")
    return features


@export("contrib.timeseries.NumpyReader")
class NumpyReader(TimeSeriesReader):
    """Reads a series from arrays, which do not become constants of the graph.

    Args:
      data: `times`, a vector, `values`, a vector or a matrix with a row for each time, and any other features.
      read_num_records_hint: how many records are read at once.

    Raises:
      ValueError: the shapes do not fit.

    >>> import numpy as np, penstock as tf
    >>> series = tf.contrib.timeseries
    >>> reader = series.NumpyReader({"times": np.arange(10), "values": np.arange(10.0)})
    >>> reader.check_dataset_size(10)
    >>> reader.check_dataset_size(20)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    ValueError: A TimeSeriesInputFn is configured to create windows of size 20, but only 10 records were available ...
    """

    def __init__(self, data: Mapping[str, Any], read_num_records_hint: int = 4096) -> None:
        self._features = canonical_arrays(data, require_single_batch=True)
        self._read_num_records_hint = read_num_records_hint

    def check_dataset_size(self, minimum_dataset_size: int) -> None:
        """Raises if there are fewer records.

        Args:
          minimum_dataset_size: how many there must be.

        Raises:
          ValueError: there are fewer.
        """
        size = self._features[TIMES].shape[1]
        if size < minimum_dataset_size:
            raise ValueError(
                f"A TimeSeriesInputFn is configured to create windows of size {minimum_dataset_size}, but only {size} "
                "records were available in the dataset. Either decrease the window size or provide more records."
            )

    def read(self) -> Features:
        """Many records, from the beginning again after the last one."""
        records = {key: np.squeeze(value, axis=0) for key, value in self._features.items()}
        return tf.estimator.inputs.numpy_input_fn(
            x=records, batch_size=self._read_num_records_hint, num_epochs=None, shuffle=False
        )()

    def read_full(self) -> Features:
        """All records."""
        features = tf.estimator.inputs.numpy_input_fn(
            x=self._features, batch_size=1, num_epochs=None, queue_capacity=2, shuffle=False
        )()
        return {name: tf.squeeze(value, axis=0) for name, value in features.items()}


class ReaderBaseTimeSeriesParser(TimeSeriesReader):
    """Reads a series from files by a `tf.ReaderBase`.

    Args:
      filenames: the files.
      read_num_records_hint: how many records are read at once.
    """

    def __init__(self, filenames: str | Sequence[str], read_num_records_hint: int = 4096) -> None:
        self._filenames = filenames
        self._read_num_records_hint = read_num_records_hint

    @abc.abstractmethod
    def _get_reader(self) -> Any:
        """A new reader of records."""

    @abc.abstractmethod
    def _process_records(self, lines: Tensor) -> Features:
        """Features of records.

        Args:
          lines: a vector of records.
        """

    def _get_filename_queue(self, epoch_limit: int) -> tuple[Any, Any]:
        """A queue of the files' names, again and again, and a counter of how often.

        Where no file has a record, a reader would ask for names for ever; so it ends at `epoch_limit`, unless the
        counter is set to zero meanwhile. Queues run before local variables have values; until then nothing is counted.
        """
        counter = tf.Variable(
            tf.constant(0, dtype=tf.int64),
            name="epoch_limiter",
            trainable=False,
            collections=[GraphKeys.LOCAL_VARIABLES],
        )
        names = tf.reshape(tf.convert_to_tensor(self._filenames), [-1])
        counted = tf.cond(
            tf.is_variable_initialized(counter),
            lambda: counter.count_up_to(epoch_limit),
            lambda: tf.constant(0, dtype=tf.int64),
        )
        with tf.control_dependencies([counted]):
            names = tf.identity(names)
        return tf.train.string_input_producer(names, shuffle=False, capacity=1), counter

    def read(self) -> Features:
        """Many records, from the first file again after the last one."""
        names, counter = self._get_filename_queue(epoch_limit=self._read_num_records_hint)
        reader = self._get_reader()
        with tf.control_dependencies([tf.assign(counter, 0)]):
            _, records = reader.read_up_to(names, self._read_num_records_hint)
        return self._process_records(records)

    def read_full(self) -> Features:
        """All records: up to where the first one comes again."""
        reader = self._get_reader()
        names, counter = self._get_filename_queue(epoch_limit=2)
        with tf.control_dependencies([tf.assign(counter, 0)]):
            first_key, first_value = reader.read_up_to(names, 1)

        def other(key: Tensor, *_: Any) -> Tensor:
            return tf.not_equal(tf.squeeze(key, axis=0), tf.squeeze(first_key, axis=0))

        def gather(key: Tensor, value: Tensor, index: Tensor, found: Any) -> tuple[Any, ...]:
            del key
            next_key, next_value = reader.read_up_to(names, 1)
            next_key.set_shape([1])  # not always so: at the end of what is read it may be shorter
            next_value.set_shape([1])
            return next_key, next_value, index + 1, found.write(index, value)

        found = tf.TensorArray(dtype=tf.string, size=0, dynamic_size=True)
        *_, found = tf.while_loop(other, gather, [tf.constant([""]), first_value, 0, found])
        records = found.concat()
        with tf.control_dependencies([records]):
            again = reader.reset()  # so that the next run begins with the first record
        with tf.control_dependencies([again]):
            records = tf.identity(records)
        return self._process_records(records)


def _required(names: Any) -> None:
    for name in (TIMES, VALUES):
        if name not in names:
            raise ValueError(f"'{name}' is a required column.")


@export("contrib.timeseries.CSVReader")
class CSVReader(ReaderBaseTimeSeriesParser):
    """Reads a series from files with a line for each time.

    Args:
      filenames: the files.
      column_names: what each column is; columns of one name are parts of one feature.
      column_dtypes: the columns' types; `int64` for times and `float32` for the others by default.
      skip_header_lines: how many lines each file begins with that are not read.
      read_num_records_hint: how many lines are read at once.

    Raises:
      ValueError: times or values are missing, there are several columns of times, or the types are not as many.

    >>> import penstock as tf
    >>> with open("series.csv", "w") as file:
    ...     _ = file.write("0,1.5\\n1,2.5\\n2,3.5\\n")
    >>> features = tf.contrib.timeseries.CSVReader("series.csv").read_full()
    >>> with tf.train.MonitoredSession() as session:
    ...     print(session.run(features["values"]).tolist())
    [[1.5], [2.5], [3.5]]
    """

    def __init__(
        self,
        filenames: str | Sequence[str],
        column_names: Sequence[str] = (TIMES, VALUES),
        column_dtypes: Sequence[Any] | None = None,
        skip_header_lines: int | None = None,
        read_num_records_hint: int = 4096,
    ) -> None:
        _required(column_names)
        if column_dtypes is not None and len(column_dtypes) != len(column_names):
            raise ValueError(
                "If specified, the length of column_dtypes must match the length of column_names (got column_dtypes="
                f"{column_dtypes} and column_names={column_names})."
            )
        if list(column_names).count(TIMES) != 1:
            raise ValueError(f"Got more than one times column ('{TIMES}'), but exactly one is required.")
        self._column_names = column_names
        self._column_dtypes = column_dtypes
        self._skip_header_lines = skip_header_lines
        super().__init__(filenames=filenames, read_num_records_hint=read_num_records_hint)

    def _get_reader(self) -> Any:
        return tf.TextLineReader(skip_header_lines=self._skip_header_lines)

    def _process_records(self, lines: Tensor) -> Features:
        if self._column_dtypes is None:
            defaults = [(tf.zeros([], tf.int64),) if name == TIMES else () for name in self._column_names]
        else:
            defaults = [(tf.zeros([], dtype),) for dtype in self._column_dtypes]
        columns: dict[str, list[Tensor]] = {}
        for name, column in zip(self._column_names, tf.decode_csv(lines, defaults)):
            columns.setdefault(name, []).append(column)
        return {name: parts[0] if name == TIMES else tf.stack(parts, axis=1) for name, parts in columns.items()}


class TFExampleReader(ReaderBaseTimeSeriesParser):
    """Reads a series from TFRecord files with a `tf.train.Example` for each time.

    Args:
      filenames: the files.
      features: how the examples are parsed.

    Raises:
      ValueError: times or values are missing.
    """

    def __init__(self, filenames: str | Sequence[str], features: Mapping[str, Any]) -> None:
        _required(features)
        self._features = features
        super().__init__(filenames=filenames)

    def _get_reader(self) -> Any:
        return tf.TFRecordReader()

    def _process_records(self, lines: Tensor) -> Features:
        return tf.parse_example(serialized=lines, features=dict(self._features))


InputFn = Callable[[], tuple[Features, None]]
