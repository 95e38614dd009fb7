"""Tables of numbers in CSV files, as `tf.contrib.learn.datasets.base` reads them, and the Iris data, which ships."""

from __future__ import annotations

import csv
import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.datasets.named import Dataset
from penstock.graph.typing import DTypeLike
from penstock.storage import gfile

_IRIS = Path(__file__).parent / "iris" / "iris.csv.gz"


@contextmanager
def _rows(filename: str) -> Iterator[Iterator[list[str]]]:
    """The rows of a CSV file, gzipped or not."""
    if str(filename).endswith(".gz"):
        with gzip.open(filename, "rt") as file:
            yield csv.reader(file)
    else:
        with gfile.GFile(filename, "r") as file:
            yield csv.reader(file)


@export("contrib.learn.datasets.base.load_csv_with_header")
def load_csv_with_header(filename: Any, target_dtype: Any, features_dtype: Any, target_column: int = -1) -> Dataset:
    """Reads a CSV file whose first line begins with the numbers of rows and of features.

    Args:
      filename: the file.
      target_dtype: the NumPy type of the labels.
      features_dtype: the NumPy type of the features.
      target_column: which column has the labels.

    Returns:
      A `Dataset(data, target)`.

    >>> import os, tempfile
    >>> import numpy as np
    >>> import penstock as tf
    >>> path = os.path.join(tempfile.mkdtemp(), "two.csv")
    >>> _ = open(path, "w").write("2,1,no,yes\\n1.5,0\\n2.5,1\\n")
    >>> tf.contrib.learn.datasets.base.load_csv_with_header(path, np.int64, np.float32).target
    array([0, 1])
    """
    with _rows(filename) as rows:
        header = next(rows)
        n_samples, n_features = int(header[0]), int(header[1])
        data = np.zeros((n_samples, n_features), dtype=features_dtype)
        target = np.zeros((n_samples,), dtype=target_dtype)
        for i, row in enumerate(rows):
            target[i] = np.asarray(row.pop(target_column), dtype=target_dtype)
            data[i] = np.asarray(row, dtype=features_dtype)
    return Dataset(data=data, target=target)


@export("contrib.learn.datasets.base.load_csv_without_header")
def load_csv_without_header(filename: str, target_dtype: Any, features_dtype: Any, target_column: int = -1) -> Dataset:
    """Reads a CSV file that has only rows of numbers.

    Args:
      filename: the file.
      target_dtype: the type of the targets.
      features_dtype: the type of the features.
      target_column: the column that the targets are in.

    >>> import os, tempfile
    >>> import numpy as np
    >>> import penstock as tf
    >>> path = os.path.join(tempfile.mkdtemp(), "two.csv")
    >>> _ = open(path, "w").write("1.5,0\\n2.5,1\\n")
    >>> tf.contrib.learn.datasets.base.load_csv_without_header(path, np.int64, np.float32).data.shape
    (2, 1)
    """
    data, target = [], []
    with _rows(filename) as rows:
        for row in rows:
            target.append(row.pop(target_column))
            data.append(np.asarray(row, dtype=features_dtype))
    return Dataset(data=np.array(data), target=np.array(target).astype(target_dtype))


@export("contrib.learn.datasets.base.load_csv")
def load_csv(filename: str, target_dtype: DTypeLike, target_column: int = -1, has_header: bool = True) -> Dataset:
    """Reads a CSV file as 0.9 did: the features are 64-bit floats.

    Args:
      filename: the file.
      target_dtype: the type of the targets.
      target_column: the column that they are in.
      has_header: whether the first line tells the numbers of rows and features.

    >>> import os, tempfile
    >>> import numpy as np
    >>> import penstock as tf
    >>> path = os.path.join(tempfile.mkdtemp(), "two.csv")
    >>> _ = open(path, "w").write("2,1,no,yes\\n1.5,0\\n2.5,1\\n")
    >>> tf.contrib.learn.datasets.base.load_csv(filename=path, target_dtype=np.int64).data.dtype
    dtype('float64')
    """
    load = load_csv_with_header if has_header else load_csv_without_header
    return load(filename, target_dtype, np.float64, target_column)


@export("contrib.learn.datasets.base.shrink_csv")
def shrink_csv(filename: str, ratio: int) -> None:
    """Writes every `ratio`-th line of a file to one with `_small` in its name.

    Args:
      filename: the file.
      ratio: which lines to keep: 10 keeps every tenth.

    >>> import os, tempfile
    >>> import penstock as tf
    >>> path = os.path.join(tempfile.mkdtemp(), "four.csv")
    >>> _ = open(path, "w").write("1\\n2\\n3\\n4\\n")
    >>> tf.contrib.learn.datasets.base.shrink_csv(path, 2)
    >>> open(path.replace(".", "_small.")).read().split()
    ['1', '3']
    """
    with gfile.GFile(filename.replace(".", "_small."), "w") as small, _rows(filename) as rows:
        for i, row in enumerate(rows):
            if i % ratio == 0:
                csv.writer(small).writerow(row)


@export("contrib.learn.datasets.load_iris", "contrib.learn.datasets.base.load_iris")
def load_iris(data_path: Any = None) -> Dataset:
    """The Iris data: 150 flowers, four features, three species.

    >>> import penstock as tf
    >>> iris = tf.contrib.learn.datasets.load_iris()
    >>> iris.data.shape, sorted(set(iris.target.tolist()))
    ((150, 4), [0, 1, 2])
    """
    return load_csv_with_header(data_path or _IRIS, target_dtype=np.int64, features_dtype=np.float64)


@export("contrib.learn.datasets.load_dataset")
def load_dataset(name: str, size: str = "small", test_with_fake_data: bool = False) -> Any:
    """A data set by its name: `iris` or `mnist`. Others would have to be downloaded, which Penstock does not do.

    Args:
      name: "iris" or "mnist".
      size: "small" or "large", of data sets that have both.
      test_with_fake_data: not used for these.

    >>> import penstock as tf
    >>> tf.contrib.learn.datasets.load_dataset("iris").target.shape
    (150,)
    """
    from penstock.datasets.mnist import load_mnist

    del size, test_with_fake_data  # of dbpedia
    loaders = {"iris": load_iris, "mnist": load_mnist}
    if name in ("boston", "dbpedia"):
        raise FileNotFoundError(f"The data set {name} does not ship with Penstock, and Penstock downloads nothing.")
    if name not in loaders:
        raise ValueError(f"Name of dataset is not found: {name}")
    return loaders[name]()
