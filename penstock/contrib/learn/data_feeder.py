"""How `fit(x=, y=)` gets arrays into a graph: placeholders, and a function that gives what to feed at each step."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

import penstock as tf
from penstock.contrib.learn import frames
from penstock.graph.typing import DTypeLike, TensorLike
from penstock.platform import logging

Feed = dict[str, Any]


def _each(function: Callable[..., Any], values: Any, *others: Any) -> Any:
    """Applies a function to values, or to those of a dictionary."""
    if isinstance(values, dict):
        return {key: function(value, *(other[key] for other in others)) for key, value in values.items()}
    return function(values, *others)


def _first(values: Any) -> Any:
    return next(iter(values.values())) if isinstance(values, dict) else values


def _checked_batch_size(batch_size: int) -> int:
    if batch_size <= 0:
        raise ValueError(f"Invalid batch_size {batch_size}.")
    return batch_size


def _checked_dtype(dtype: DTypeLike) -> Any:
    if tf.as_dtype(dtype) == tf.float64:
        logging.warning("float64 is not supported by many models, consider casting to float32.")
    return dtype


def _is_stream(x: TensorLike) -> bool:
    return hasattr(x, "__next__")


def _label_shape(shape: Sequence[int], n_classes: int | None) -> list[int]:
    """The shape of one label: a single column is none, classes are spread into indicators."""
    rest = list(shape[1:])
    if rest and rest[0] == 1:
        rest = rest[1:]
    return [*rest, n_classes] if n_classes is not None and n_classes > 1 else rest


class DataFeeder:
    """Feeds arrays in batches, shuffled anew for each epoch if asked for.

    Args:
      x: an array, or a dictionary of them.
      y: the labels, likewise, or None.
      n_classes: if given, labels are fed as indicators of that many classes.
      batch_size: all rows if None.
      shuffle: whether the order is random.
      random_state: a `numpy.random.RandomState`; seeded with 42 if None.
      epochs: how often the rows are fed; for ever if None.
    """

    def __init__(
        self,
        x: TensorLike,
        y: TensorLike,
        n_classes: Any,
        batch_size: int | None = None,
        shuffle: bool = True,
        random_state: Any = None,
        epochs: int | None = None,
    ) -> None:
        self._x = _each(np.asarray, x)
        self._y = None if y is None else _each(np.asarray, y)
        if n_classes is not None and self._y is not None and not isinstance(n_classes, dict):
            self._y = self._y.astype(np.int64 if n_classes > 1 else np.float32)
        self.n_classes = n_classes
        self.max_epochs = epochs
        self._rows = _first(self._x).shape[0]
        self._batch_size = self._rows if batch_size is None else _checked_batch_size(batch_size)
        self.input_shape = _each(lambda a: [self._batch_size, *(a.shape[1:] or [1])], self._x)
        self._input_dtype = _each(lambda a: _checked_dtype(a.dtype), self._x)
        self.output_shape = self._output_dtype = None
        if self._y is not None:
            classes = self._classes(self._y)
            self.output_shape = _each(lambda a, n: [self._batch_size, *_label_shape(a.shape, n)], self._y, classes)
            self._output_dtype = _each(lambda a, n: np.float32 if n else _checked_dtype(a.dtype), self._y, classes)
        self._shuffle = shuffle
        self.random_state = np.random.RandomState(42) if random_state is None else random_state
        self.indices = self._order()
        self.offset = self.epoch = 0
        self._epoch_placeholder: Any = None
        self._input_placeholder: Any = None
        self._output_placeholder: Any = None

    def _classes(self, y: Any) -> Any:
        """The number of classes in the structure of the labels."""
        if isinstance(y, dict):
            return {key: (self.n_classes or {}).get(key) for key in y}
        return self.n_classes

    def _order(self) -> np.ndarray:
        return self.random_state.permutation(self._rows) if self._shuffle else np.arange(self._rows)

    x = property(lambda self: self._x, doc="The features.")
    y = property(lambda self: self._y, doc="The labels.")
    shuffle = property(lambda self: self._shuffle, doc="Whether the order is random.")
    input_dtype = property(lambda self: self._input_dtype, doc="The types of the features.")
    output_dtype = property(lambda self: self._output_dtype, doc="The types of the labels.")
    batch_size = property(lambda self: self._batch_size, doc="How many rows are fed at once.")

    def make_epoch_variable(self) -> Any:
        """Adds a placeholder that is fed the number of the epoch."""
        self._epoch_placeholder = tf.placeholder(tf.int32, [1], name="epoch")
        return self._epoch_placeholder

    def input_builder(self) -> tuple[Any, Any]:
        """Makes the placeholders of features and labels: an input function."""
        self._input_placeholder = _placeholders(self.input_shape, self._input_dtype, "input")
        self._output_placeholder = _placeholders(self.output_shape, self._output_dtype, "output")
        return self._input_placeholder, self._output_placeholder

    def set_placeholders(self, input_placeholder: Any, output_placeholder: Any) -> None:
        """Feeds these placeholders instead of new ones."""
        self._input_placeholder, self._output_placeholder = input_placeholder, output_placeholder

    def get_feed_params(self) -> dict[str, Any]:
        """Where feeding is."""
        return {"epoch": self.epoch, "offset": self.offset, "batch_size": self._batch_size}

    def get_feed_dict_fn(self) -> Callable[[], Feed]:
        """A function that returns the next feed, and raises StopIteration after the last epoch."""

        def feed_dict_fn() -> Feed:
            if self.max_epochs is not None and self.epoch >= self.max_epochs:
                raise StopIteration
            rows = self.indices[self.offset : self.offset + self._batch_size]
            feed: Feed = {}
            if self._epoch_placeholder is not None:
                feed[self._epoch_placeholder.name] = [self.epoch]
            _put(feed, self._input_placeholder, _each(lambda a: a[rows].reshape(-1, *(a.shape[1:] or [1])), self._x))
            if self._output_placeholder is not None:
                _put(feed, self._output_placeholder, _each(_labels(rows), self._y, self._classes(self._y)))
            self.offset += self._batch_size
            if self.offset >= self._rows:
                self.indices = self._order()
                self.offset = 0
                self.epoch += 1
            return feed

        return feed_dict_fn


def _placeholders(shapes: Any, types: Any, name: str) -> Any:
    if shapes is None:
        return None
    if isinstance(shapes, dict):
        return {k: tf.placeholder(types[k], [None, *shape[1:]], name=f"{name}_{k}") for k, shape in shapes.items()}
    return tf.placeholder(types, [None, *shapes[1:]], name=name)


def _put(feed: Feed, placeholders: Any, values: Any) -> None:
    if isinstance(placeholders, dict):
        feed.update({placeholders[key].name: values[key] for key in placeholders})
    else:
        feed[placeholders.name] = values


def _labels(rows: np.ndarray) -> Callable[[np.ndarray, int | None], np.ndarray]:
    def take(y: np.ndarray, n_classes: int | None) -> np.ndarray:
        return _spread(y[rows], n_classes)

    return take


def _spread(labels: np.ndarray, n_classes: int | None) -> np.ndarray:
    """Labels in the shape in which they are fed."""
    shape = [len(labels), *_label_shape(labels.shape, None)]
    labels = labels.reshape(shape)
    if n_classes is None or n_classes <= 1:
        return labels
    return (labels[..., np.newaxis] == np.arange(n_classes)).astype(np.float32)


class StreamingDataFeeder(DataFeeder):
    """Feeds what iterators give, row by row, until they end."""

    def __init__(self, x: Iterator[Any], y: Iterator[Any] | None, n_classes: Any, batch_size: int | None) -> None:
        first_x, first_y = next(x), None if y is None else next(y)
        self._x = itertools.chain([first_x], x)
        self._y = None if y is None else itertools.chain([first_y], y)
        self.n_classes = n_classes
        self._batch_size = 1 if batch_size is None else _checked_batch_size(batch_size)
        self.input_shape = _each(lambda a: [self._batch_size, *(np.shape(a) or [1])], first_x)
        self._input_dtype = _each(lambda a: _checked_dtype(np.asarray(a).dtype), first_x)
        self.output_shape = self._output_dtype = None
        if y is not None:
            classes = self._classes(first_y)
            self.output_shape = _each(
                lambda a, n: [self._batch_size, *_label_shape([1, *np.shape(a)], n)], first_y, classes
            )
            self._output_dtype = _each(
                lambda a, n: np.float32 if n else _checked_dtype(np.asarray(a).dtype), first_y, classes
            )
        self.stopped = False
        self._epoch_placeholder = self._input_placeholder = self._output_placeholder = None

    def get_feed_params(self) -> dict[str, Any]:
        """The size of a batch; a stream has no place to name."""
        return {"batch_size": self._batch_size}

    def get_feed_dict_fn(self) -> Callable[[], Feed]:
        """A function that returns the next feed, and raises StopIteration when the rows have ended."""
        self.stopped = False

        def feed_dict_fn() -> Feed:
            if self.stopped:
                raise StopIteration
            rows = list(itertools.islice(self._x, self._batch_size))
            self.stopped = len(rows) < self._batch_size
            if not rows:
                raise StopIteration
            feed: Feed = {}
            _put(feed, self._input_placeholder, _each(_filled(len(rows)), _stacked(rows), self.input_shape))
            if self._y is not None:
                labels = _stacked(list(itertools.islice(self._y, len(rows))))
                _put(feed, self._output_placeholder, _each(_spread, labels, self._classes(labels)))
            return feed

        return feed_dict_fn


def _stacked(rows: list[Any]) -> Any:
    if isinstance(rows[0], dict):
        return {key: np.stack([np.asarray(row[key]) for row in rows]) for key in rows[0]}
    return np.stack([np.asarray(row) for row in rows])


def _filled(count: int) -> Callable[[np.ndarray, Any], np.ndarray]:
    return lambda values, shape: values.reshape(count, *shape[1:])


def setup_train_data_feeder(
    x: Any,
    y: Any,
    n_classes: TensorLike | None,
    batch_size: int | None = None,
    shuffle: bool = True,
    epochs: int | None = None,
) -> DataFeeder:
    """The feeder for what a user passed as `x` and `y`: arrays, frames, dictionaries of arrays, or iterators."""
    x = frames.extract_pandas_data(frames.computed(x))
    y = None if y is None else frames.extract_pandas_labels(frames.computed(y))
    if _is_stream(x):
        if y is not None and not _is_stream(y):
            raise ValueError("Both x and y should be iterators for streaming learning to work.")
        return StreamingDataFeeder(x, y, n_classes, batch_size)
    return DataFeeder(x, y, n_classes, batch_size, shuffle=shuffle, epochs=epochs)


def setup_predict_data_feeder(x: Any, batch_size: int | None = None) -> Any:
    """Batches of the rows of `x`, as a list, or as an iterator if `x` is one."""
    x = frames.extract_pandas_data(frames.computed(x))
    if batch_size is not None:
        _checked_batch_size(batch_size)
    if _is_stream(x):
        return _batches(x, batch_size)
    x = x.reshape(-1, 1) if len(x.shape) == 1 else x
    size = batch_size or max(len(x), 1)
    return [x[start : start + size] for start in range(0, len(x), size)]


def _batches(rows: Iterator[Any], batch_size: int | None) -> Iterator[Any]:
    while chunk := list(itertools.islice(rows, batch_size)):
        yield _stacked(chunk)


def setup_processor_data_feeder(x: TensorLike) -> Any:
    """What a preprocessor reads: the values of a frame, or `x` itself."""
    return frames.extract_pandas_matrix(x)
