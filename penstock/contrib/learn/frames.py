"""What tf.contrib.learn takes besides arrays: frames and series of pandas and dask, turned into arrays of numbers."""

from __future__ import annotations

import sys
from typing import Any

from penstock._namespace import export
from penstock.graph.typing import TensorLike

# The types of columns that are numbers, and what they become.
_NUMBERS = {
    **{f"{sign}int{bits}": "int" for sign in ("", "u") for bits in (8, 16, 32, 64)},
    **{"float16": "float", "float32": "float", "float64": "float", "bool": "i"},
}


def _loaded(package: str) -> Any:
    """A package if the program has imported it: data of a package that is not loaded cannot have been passed."""
    return sys.modules.get(package)


def is_frame(data: TensorLike) -> bool:
    """Whether data is a frame of pandas."""
    pandas = _loaded("pandas")
    return pandas is not None and isinstance(data, pandas.DataFrame)


def is_series(data: TensorLike) -> bool:
    """Whether data is a series of pandas."""
    pandas = _loaded("pandas")
    return pandas is not None and isinstance(data, pandas.Series)


@export("contrib.learn.extract_pandas_data", "contrib.learn.io.extract_pandas_data")
def extract_pandas_data(data: Any) -> Any:
    """The values of a pandas frame as floats; anything else is returned as it is.

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.contrib.learn.extract_pandas_data(np.ones(2))
    array([1., 1.])
    """
    if not is_frame(data):
        return data
    bad = [column for column in data if data[column].dtype.name not in _NUMBERS]
    if bad:
        types = ", ".join(f"'{column}' type='{data[column].dtype.name}'" for column in bad)
        raise ValueError(f"Data types for extracting pandas data must be int, float, or bool. Found: {types}")
    return data.values.astype("float")


@export("contrib.learn.extract_pandas_matrix", "contrib.learn.io.extract_pandas_matrix")
def extract_pandas_matrix(data: Any) -> Any:
    """The values of a pandas frame, in whatever type they are; anything else is returned as it is.

    >>> import penstock as tf
    >>> tf.contrib.learn.extract_pandas_matrix([1, 2])
    [1, 2]
    """
    return data.values if is_frame(data) else data


@export("contrib.learn.extract_pandas_labels", "contrib.learn.io.extract_pandas_labels")
def extract_pandas_labels(labels: Any) -> Any:
    """The values of a pandas series, or of a frame with one column; anything else is returned as it is.

    >>> import penstock as tf
    >>> tf.contrib.learn.extract_pandas_labels([0, 1])
    [0, 1]
    """
    if not is_frame(labels):
        return labels
    if len(labels.columns) > 1:
        raise ValueError("Only one column for labels is allowed.")
    bad = [column for column in labels if labels[column].dtype.name not in _NUMBERS]
    if bad:
        raise ValueError(f"Data types for extracting labels must be int, float, or bool. Found: {bad}")
    return labels.values


def _dask_frame() -> Any:
    return _loaded("dask.dataframe")


def _with_divisions(data: Any) -> Any:
    """Dask data with a new index that says where each part begins, so that parts can be put side by side."""
    if data.known_divisions:
        return data
    import numpy as np

    ends = np.cumsum([0, *(len(part) for part in data.partitions)])
    frame = data.to_frame() if hasattr(data, "to_frame") and not hasattr(data, "columns") else data
    frame = frame.reset_index(drop=True)
    frame.divisions = (*(int(end) for end in ends[:-1]), int(ends[-1]) - 1)
    return frame


@export("contrib.learn.extract_dask_data", "contrib.learn.io.extract_dask_data")
def extract_dask_data(data: TensorLike) -> Any:
    """A dask frame or series with known divisions; anything else is returned as it is.

    >>> import penstock as tf
    >>> tf.contrib.learn.extract_dask_data([1, 2])
    [1, 2]
    """
    dask = _dask_frame()
    return _with_divisions(data) if dask is not None and isinstance(data, (dask.DataFrame, dask.Series)) else data


@export("contrib.learn.extract_dask_labels", "contrib.learn.io.extract_dask_labels")
def extract_dask_labels(labels: TensorLike) -> Any:
    """A dask series, or a frame with one column, with known divisions; anything else is returned as it is.

    >>> import penstock as tf
    >>> tf.contrib.learn.extract_dask_labels([0, 1])
    [0, 1]
    """
    dask = _dask_frame()
    if dask is None or not isinstance(labels, (dask.DataFrame, dask.Series)):
        return labels
    if isinstance(labels, dask.DataFrame) and len(labels.columns) > 1:
        raise ValueError("Only one column for labels is allowed.")
    return _with_divisions(labels)


def computed(data: TensorLike) -> Any:
    """Dask data read into memory, as pandas."""
    dask = _dask_frame()
    return data.compute() if dask is not None and isinstance(data, (dask.DataFrame, dask.Series)) else data
