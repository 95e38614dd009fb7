"""What the data set modules share: the named tuples of `tf.contrib.learn.datasets.base`, and finding a data file.

Nothing is ever downloaded. A file that is not where the program looks for it is replaced by the one that ships with
Penstock, if there is one, and the user is told so.
"""

import os
from pathlib import Path

from penstock._namespace import export
from penstock.datasets.named import Dataset, Datasets
from penstock.datasets.tables import (
    load_csv,
    load_csv_with_header,
    load_csv_without_header,
    load_iris,
    shrink_csv,
)
from penstock.platform import logging

__all__ = [
    "SHIPPED",
    "Dataset",
    "Datasets",
    "find_file",
    "load_csv",
    "load_csv_with_header",
    "load_csv_without_header",
    "load_iris",
    "maybe_download",
    "shrink_csv",
    "warn_once",
]

SHIPPED = Path(__file__).parent / "digits"

_warned: set[str] = set()


def warn_once(message: str) -> None:
    """Log `message` as a warning of the 'tensorflow' logger, the first time only."""
    if message not in _warned:
        _warned.add(message)
        logging.warning(message)


def find_file(filename: str, folder: str | os.PathLike[str]) -> str | None:
    """Return the path of `filename` in `folder`, with or without its '.gz', or None when it is not there."""
    for name in (filename, filename.removesuffix(".gz")):
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    return None


@export("contrib.learn.datasets.base.maybe_download")
def maybe_download(filename: str, work_directory: str | os.PathLike[str], source_url: str | None = None) -> str:
    """Return where the data file is: in `work_directory`, else among the files that ship with Penstock.

    Args:
      filename: Name of the file, such as 'train-images-idx3-ubyte.gz'.
      work_directory: Folder to look into first.
      source_url: Ignored; 1.15 downloaded from there, Penstock does not.

    Raises:
      FileNotFoundError: The file is in neither place.

    >>> import penstock as tf
    >>> try:
    ...     tf.contrib.learn.datasets.base.maybe_download("words.zip", "data", "http://example.com/words.zip")
    ... except FileNotFoundError as problem:
    ...     print(problem)
    words.zip is not in 'data'. Penstock downloads nothing: put the file there.
    """
    del source_url
    found = find_file(filename, work_directory)
    if found is None:
        found = find_file(filename, SHIPPED)
        if found is None:
            raise FileNotFoundError(
                f"{filename} is not in {os.fspath(work_directory)!r}. Penstock downloads nothing: put the file there."
            )
        warn_once(
            f"{filename} is not in {os.fspath(work_directory)!r}: using the file of that name that ships with Penstock."
        )
    return found
