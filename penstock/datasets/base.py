"""What the data set modules share: the named tuples of `tf.contrib.learn.datasets.base`, and finding a data file.

Nothing is ever downloaded. A file that is not where the program looks for it is replaced by the one that ships with
Penstock, if there is one, and the user is told so.
"""

import collections
import os
from pathlib import Path

from penstock.platform import logging

Dataset = collections.namedtuple("Dataset", ["data", "target"])
Datasets = collections.namedtuple("Datasets", ["train", "validation", "test"])

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


def maybe_download(filename: str, work_directory: str | os.PathLike[str], source_url: str | None = None) -> str:
    """Return where the data file is: in `work_directory`, else among the files that ship with Penstock.

    Args:
      filename: Name of the file, such as 'train-images-idx3-ubyte.gz'.
      work_directory: Folder to look into first.
      source_url: Ignored; 1.15 downloaded from there, Penstock does not.

    Raises:
      FileNotFoundError: The file is in neither place.
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
