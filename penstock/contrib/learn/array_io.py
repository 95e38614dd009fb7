"""Input functions for arrays, frames and generators, as tf.contrib.learn had them before tf.estimator did."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType, GeneratorType
from typing import Any

from penstock._namespace import export
from penstock.contrib.learn.frames import extract_pandas_data, extract_pandas_labels, extract_pandas_matrix
from penstock.estimator import array_inputs
from penstock.estimator.feeding import enqueue_data
from penstock.graph.typing import TensorLike

_ = (extract_pandas_data, extract_pandas_labels, extract_pandas_matrix)  # are looked for in this module, too
# Which types of columns are read, and as what.
PANDAS_DTYPES = {
    **{f"{sign}int{bits}": "int" for sign in ("", "u") for bits in (8, 16, 32, 64)},
    **{f"float{bits}": "float" for bits in (16, 32, 64)},
    "bool": "i",
}


@export("contrib.learn.io.numpy_input_fn")
def numpy_input_fn(
    x: TensorLike,
    y: TensorLike | None = None,
    batch_size: int = 128,
    num_epochs: int | None = 1,
    shuffle: bool = True,
    queue_capacity: int = 1000,
    num_threads: int = 1,
) -> Callable[[], Any]:
    """`tf.estimator.inputs.numpy_input_fn`, which shuffles unless told not to.

    Args:
      x: a dict of arrays with the same number of rows.
      y: the labels, or None.
      batch_size: how many examples a batch has.
      num_epochs: how often to go through all of it; without end if it is None.
      shuffle: whether to shuffle.
      queue_capacity: how many examples the queue may hold.
      num_threads: how many threads fill it.

    >>> import numpy as np
    >>> import penstock as tf
    >>> input_fn = tf.contrib.learn.io.numpy_input_fn({"x": np.arange(2)}, np.arange(2), shuffle=False)
    >>> with tf.Graph().as_default():
    ...     features, labels = input_fn()
    ...     with tf.train.MonitoredSession() as session:
    ...         print(session.run(labels))
    [0 1]
    """
    return array_inputs.numpy_input_fn(x, y, batch_size, num_epochs, shuffle, queue_capacity, num_threads)


@export("contrib.learn.io.pandas_input_fn")
def pandas_input_fn(
    x: TensorLike,
    y: TensorLike | None = None,
    batch_size: int = 128,
    num_epochs: int | None = 1,
    shuffle: bool = True,
    queue_capacity: int = 1000,
    num_threads: int = 1,
    target_column: str = "target",
) -> Callable[[], Any]:
    """`tf.estimator.inputs.pandas_input_fn`, which shuffles unless told not to.

    Args:
      x: a `DataFrame`.
      y: a `Series`, or None.
      batch_size: how many examples a batch has.
      num_epochs: how often to go through all of it; without end if it is None.
      shuffle: whether to shuffle.
      queue_capacity: how many examples the queue may hold.
      num_threads: how many threads fill it.
      target_column: the name that the labels get among the columns.

    >>> import penstock as tf
    >>> callable(tf.contrib.learn.io.pandas_input_fn)
    True
    """
    return array_inputs.pandas_input_fn(
        x, y, batch_size, num_epochs, shuffle, queue_capacity, num_threads, target_column
    )


@export("contrib.learn.io.generator_input_fn")
def generator_input_fn(
    x: Callable[[], Any],
    target_key: Any = None,
    batch_size: int = 128,
    num_epochs: int | None = 1,
    shuffle: bool = True,
    queue_capacity: int = 1000,
    num_threads: int = 1,
    pad_value: Any = None,
) -> Callable[[], Any]:
    """An input function that gives batches of the dictionaries that a generator yields.

    Args:
      x: a generator function.
      target_key: the key of the labels, or several.
      batch_size: how many dictionaries make a batch.
      num_epochs: how often the generator is run; for ever if None.
      shuffle: whether rows are shuffled.
      queue_capacity: of the queue.
      num_threads: how many threads fill it.
      pad_value: fills rows of different lengths up.

    >>> import numpy as np
    >>> import penstock as tf
    >>> def rows():
    ...     for i in range(2):
    ...         yield {"x": np.array([i]), "y": np.array([-i])}
    >>> with tf.Graph().as_default():
    ...     features, labels = tf.contrib.learn.io.generator_input_fn(rows, "y", batch_size=2, shuffle=False)()
    ...     with tf.train.MonitoredSession() as session:
    ...         print(session.run(features)["x"].tolist())
    [[0], [1]]
    """
    if not isinstance(x, FunctionType):
        raise TypeError(f"x must be generator function; got {type(x).__name__}")
    if not isinstance(generator := x(), GeneratorType):
        raise TypeError(f"x() must be generator; got {type(generator).__name__}")
    if not isinstance(first := next(generator), dict):
        raise TypeError(f"x() must yield dict; got {type(first).__name__}")
    keys = sorted(first)
    targets = [target_key] if isinstance(target_key, str) else target_key
    if targets is not None:
        if not isinstance(targets, (list, tuple, set, dict)) or not all(isinstance(key, str) for key in targets):
            raise TypeError(f"target_key must be str or Container of str; got {type(target_key).__name__}")
        for key in targets:
            if key not in keys:
                raise KeyError(f"target_key not in yielded dict. Expected {keys} keys; got {key}")

    def input_fn() -> Any:
        queue = enqueue_data(
            x,
            queue_capacity,
            shuffle=shuffle,
            num_threads=num_threads,
            enqueue_size=batch_size,
            num_epochs=num_epochs,
            pad_value=pad_value,
        )
        found = queue.dequeue_many(batch_size) if num_epochs is None else queue.dequeue_up_to(batch_size)
        found = list(found) if isinstance(found, (list, tuple)) else [found]
        features = dict(zip(keys, found, strict=True))
        if targets is None:
            return features
        labels = {key: features.pop(key) for key in targets}
        return features, labels if len(labels) > 1 else next(iter(labels.values()))

    return input_fn
