"""`tf.estimator.inputs`: input functions that read NumPy arrays and pandas frames."""

from __future__ import annotations

import importlib
import uuid
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock._namespace import export
from penstock.estimator.feeding import enqueue_data

if TYPE_CHECKING:
    from penstock.ops.queues.queues import QueueBase


_TARGET_KEY = "__target_key__"


def _checked_shuffle(shuffle: Any) -> None:
    if not isinstance(shuffle, bool):
        raise ValueError(
            "shuffle must be provided and explicitly set as boolean (it is recommended to set it as True for training);"
            f" got {shuffle}"
        )


def _batch(queue: QueueBase, batch_size: int, num_epochs: int | None) -> list[Any]:
    """The components of a batch, without the number of the row."""
    found = queue.dequeue_many(batch_size) if num_epochs is None else queue.dequeue_up_to(batch_size)
    return list(found)[1:]


@export("estimator.inputs.numpy_input_fn")
def numpy_input_fn(
    x: Any,
    y: Any = None,
    batch_size: int = 128,
    num_epochs: int | None = 1,
    shuffle: bool | None = None,
    queue_capacity: int = 1000,
    num_threads: int = 1,
) -> Callable[[], Any]:
    """Makes an input function that gives the rows of arrays in batches.

    The order is that of the arrays, or a random one that depends only on the seed of the graph, if it has one.

    Args:
      x: an array, or a dictionary of arrays: the features.
      y: the same for the labels; None if there are none.
      batch_size: how many rows a batch has; the last one of all can have fewer, if `num_epochs` is given.
      num_epochs: how often each row comes; None for no end.
      shuffle: whether rows come in random order; must be given.
      queue_capacity: among how many rows the next one is chosen, if so.
      num_threads: how many threads read; each reads all of the rows.

    Raises:
      ValueError: `shuffle` is not given; when the function is called, if there are no arrays, they differ in length, or
        features and labels have a key in common.
      TypeError: when the function is called, if `x` is something else.

    >>> import numpy as np
    >>> import penstock as tf
    >>> input_fn = tf.estimator.inputs.numpy_input_fn({"x": np.arange(3.0)}, np.arange(3), batch_size=2, shuffle=False)
    >>> with tf.Graph().as_default():
    ...     features, labels = input_fn()
    ...     with tf.train.MonitoredSession() as sess:
    ...         while not sess.should_stop():
    ...             print(*sess.run([features["x"], labels]))
    [0. 1.] [0 1]
    [2.] [2]
    """
    _checked_shuffle(shuffle)

    def input_fn() -> Any:
        data = _features(x)
        feature_keys = list(data)
        label_keys: list[str] | None = None
        if isinstance(y, dict):
            if not y:
                raise ValueError("y cannot be empty dict, use None instead.")
            label_keys = sorted(y)
            common = set(feature_keys) & set(label_keys)
            if common:
                raise ValueError(f"{len(common)} duplicate keys are found in both x and y: {common}")
            data.update((key, y[key]) for key in label_keys)
        elif y is not None:
            key = _TARGET_KEY
            while key in data:
                key += "_n"
            data[key] = y
        if len({value.shape[0] for value in data.values()}) != 1:
            labels_shape = None
            if y is not None:
                labels_shape = y.shape if label_keys is None else {key: y[key].shape for key in label_keys}
            raise ValueError(
                "Length of tensors in x and y is mismatched. All elements in x and y must have the same length.\n"
                f"Shapes in x: { {key: data[key].shape for key in feature_keys} }\n"
                f"Shapes in y: {labels_shape}\n"
            )
        queue = enqueue_data(
            data,
            queue_capacity,
            shuffle=bool(shuffle),
            num_threads=num_threads,
            enqueue_size=batch_size,
            num_epochs=num_epochs,
        )
        batch = _batch(queue, batch_size, num_epochs)
        features: Any = dict(zip(feature_keys, batch, strict=False))
        if isinstance(x, np.ndarray):
            features = batch[0]
        if y is None:
            return features
        if label_keys is None:
            return features, batch[-1]
        return features, dict(zip(label_keys, batch[len(feature_keys) :], strict=True))

    return input_fn


def _features(x: Any) -> OrderedDict[str, np.ndarray]:
    if isinstance(x, dict):
        if not x:
            raise ValueError("x cannot be an empty dict")
        return OrderedDict(sorted(x.items(), key=lambda item: item[0]))
    if not isinstance(x, np.ndarray):
        raise TypeError(f"x must be a dict or array; got {type(x).__name__}")
    if x.size == 0:
        raise ValueError("x cannot be an empty array")
    return OrderedDict({"__direct_np_input__": x})


@export("estimator.inputs.pandas_input_fn")
def pandas_input_fn(
    x: Any,
    y: Any = None,
    batch_size: int = 128,
    num_epochs: int | None = 1,
    shuffle: bool | None = None,
    queue_capacity: int | None = 1000,
    num_threads: int = 1,
    target_column: str = "target",
) -> Callable[[], Any]:
    """Makes an input function that gives the rows of a pandas `DataFrame` in batches.

    Args:
      x: the frame with the features.
      y: a `Series` or frame with the labels, and the same index; None if there are none.
      batch_size, num_epochs, shuffle, num_threads: as for `numpy_input_fn`.
      queue_capacity: among how many rows the next one is chosen, if they are shuffled; None for all.
      target_column: a name for the labels that no feature has.

    Raises:
      TypeError: pandas is not installed, or `target_column` is not a string.
      ValueError: `shuffle` is not given, a feature is called `target_column`, or the indices differ.

    >>> import penstock as tf
    >>> try:
    ...     import pandas as pd
    ... except ImportError:
    ...     shape = (2,)
    ... else:
    ...     frame = pd.DataFrame({"a": [1.0, 2.0, 3.0]})
    ...     input_fn = tf.estimator.inputs.pandas_input_fn(frame, batch_size=2, shuffle=False)
    ...     with tf.Graph().as_default():
    ...         features = input_fn()
    ...         with tf.train.MonitoredSession() as sess:
    ...             shape = sess.run(features["a"]).shape
    >>> shape
    (2,)
    """
    try:
        pandas: Any = importlib.import_module("pandas")
    except (ImportError, OSError):
        raise TypeError("pandas_input_fn should not be called without pandas installed") from None
    _checked_shuffle(shuffle)
    if not isinstance(target_column, str):
        raise TypeError("target_column must be a string type")
    frame = x.copy()
    labels: dict[str, str] = {}  # name of a label → its column
    if y is not None:
        if target_column in frame:
            raise ValueError(
                f"Cannot use name {target_column} for target column: DataFrame already has a column with that name: "
                f"{frame.columns}"
            )
        if not np.array_equal(frame.index, y.index):
            raise ValueError(f"Index for x and y are mismatched.\nIndex for x: {frame.index}\nIndex for y: {y.index}\n")
        if isinstance(y, pandas.DataFrame):
            labels = {name: f"{name}_{uuid.uuid4()}" if name in frame else name for name in y}
            frame[list(labels.values())] = y
        else:
            frame[target_column] = y
    if queue_capacity is None:
        queue_capacity = 4 * len(frame) if shuffle else len(frame)
    capacity: int = queue_capacity

    def input_fn() -> Any:
        queue = enqueue_data(
            frame,
            capacity,
            shuffle=bool(shuffle),
            min_after_dequeue=max(capacity / 4, 1),
            num_threads=num_threads,
            enqueue_size=batch_size,
            num_epochs=num_epochs,
        )
        features = dict(zip(frame.columns, _batch(queue, batch_size, num_epochs), strict=True))
        if y is None:
            return features
        if labels:
            return features, {name: features.pop(column) for name, column in labels.items()}
        return features, features.pop(target_column)

    return input_fn
