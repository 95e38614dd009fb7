"""Files that a program expects in its cache folder (`get_file`), and matrices that stay in an HDF5 file (`HDF5Matrix`)."""

from __future__ import annotations

import collections
import hashlib
import os
import shutil
import tarfile
import tempfile
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable
from typing import Any

import numpy as np

from penstock._namespace import export

_SECONDS = 30  # without an answer for so long, a server is taken for unreachable


def cache_folder(cache_dir: str | None, cache_subdir: str) -> str:
    """The folder that `get_file` looks into: `~/.keras/<cache_subdir>`, or one below the temporary folder."""
    base = os.path.expanduser(cache_dir or os.path.join("~", ".keras"))
    if cache_dir is None and not os.path.exists(base):
        try:
            os.makedirs(base)
        except OSError:
            pass
    if not os.access(base, os.W_OK):
        base = os.path.join(tempfile.gettempdir(), ".keras")
    return os.path.join(base, cache_subdir)


def _digest(path: str, algorithm: str) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, algorithm).hexdigest()


def validate_file(fpath: str, file_hash: str, algorithm: str = "auto", chunk_size: int = 65535) -> bool:
    """Whether a file has the given SHA-256 or MD5 sum; "auto" tells them apart by their length."""
    sha = algorithm == "sha256" or (algorithm == "auto" and len(file_hash) == 64)
    return _digest(fpath, "sha256" if sha else "md5") == str(file_hash)


def _extract(path: str, folder: str, formats: str | list[str] | None) -> bool:
    if formats is None:
        return False
    kinds = ["tar", "zip"] if formats == "auto" else [formats] if isinstance(formats, str) else formats
    for kind in kinds:
        if kind == "tar" and tarfile.is_tarfile(path):
            with tarfile.open(path) as archive:
                archive.extractall(folder, filter="data")  # nothing outside of the folder, no devices
            return True
        if kind == "zip" and zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as zipped:
                zipped.extractall(folder)
            return True
    return False


def _download(origin: str, path: str) -> None:
    from penstock.keras.utils.progress import Progbar

    print("Downloading data from", origin)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    partial = path + ".part"
    try:
        with urllib.request.urlopen(origin, timeout=_SECONDS) as source, open(partial, "wb") as target:
            size = int(source.headers.get("Content-Length") or 0)
            bar, done = Progbar(size or None), 0
            while chunk := source.read(1 << 16):
                target.write(chunk)
                done += len(chunk)
                bar.update(done)
        os.replace(partial, path)
    except (OSError, ValueError) as error:
        if os.path.exists(partial):
            os.remove(partial)
        reason = getattr(error, "reason", None) or getattr(error, "msg", None) or error
        raise Exception(
            f"URL fetch failure on {origin}: {getattr(error, 'code', None)} -- {reason}\n"
            f"The file {os.path.basename(path)!r} is not there and cannot be fetched. Get it from {origin} on a machine "
            f"that has access to it, and put it at {path}"
        ) from error


@export("keras.utils.get_file")
def get_file(
    fname: str,
    origin: str,
    untar: bool = False,
    md5_hash: str | None = None,
    file_hash: str | None = None,
    cache_subdir: str = "datasets",
    hash_algorithm: str = "auto",
    extract: bool = False,
    archive_format: Any = "auto",
    cache_dir: str | None = None,
) -> str:
    """Returns the path of a file in the cache folder, and fetches it if it is not there.

    Without access to the network, put the file at the place that the error names: it is used from then on.

    Args:
      fname: the name of the file in the folder.
      origin: its address.
      untar: whether `fname` is a folder that is made of `fname.tar.gz`.
      md5_hash: an MD5 sum; older than `file_hash`.
      file_hash: the SHA-256 or MD5 sum that the file must have.
      cache_subdir: the folder below `~/.keras`.
      hash_algorithm: "sha256", "md5" or "auto".
      extract: whether an archive is unpacked beside itself.
      archive_format: "tar", "zip", "auto", a list of them, or None.
      cache_dir: another folder than `~/.keras`.

    Returns:
      The path of the file, or of the folder with `untar`.

    Raises:
      Exception: if the file is not there and cannot be fetched; the text says where to put it.

    >>> import os
    >>> import penstock as tf
    >>> os.makedirs("cache/datasets")
    >>> _ = open("cache/datasets/words.txt", "w").write("a b")
    >>> path = tf.keras.utils.get_file("words.txt", "http://example.com/words.txt", cache_dir="cache")
    >>> open(path).read()
    'a b'
    """
    if md5_hash is not None and file_hash is None:
        file_hash, hash_algorithm = md5_hash, "md5"
    folder = cache_folder(cache_dir, cache_subdir)
    os.makedirs(folder, exist_ok=True)
    target = os.path.join(folder, fname)
    path = target + ".tar.gz" if untar else target
    fresh = not os.path.exists(path)
    if not fresh and file_hash is not None and not validate_file(path, file_hash, algorithm=hash_algorithm):
        print(
            "A local file was found, but it seems to be incomplete or outdated because the "
            f"{hash_algorithm} file hash does not match the original value of {file_hash} so we will re-download the data."
        )
        fresh = True
    if fresh:
        _download(origin, path)
    if untar:
        if not os.path.exists(target):
            _extract(path, folder, "tar")
        return target
    if extract:
        try:
            _extract(path, folder, archive_format)
        except (tarfile.TarError, RuntimeError, KeyboardInterrupt):
            shutil.rmtree(folder, ignore_errors=True) if not os.listdir(folder) else None
            raise
    return path


@export("keras.utils.HDF5Matrix")
class HDF5Matrix:
    """Rows of a dataset in an HDF5 file, read when they are asked for: input for `fit` that need not fit into memory.

    Args:
      datapath: the file.
      dataset: the name of the dataset in it.
      start, end: the first row, and the one behind the last.
      normalizer: a function applied to what is read.

    >>> import h5py, numpy as np
    >>> import penstock as tf
    >>> with h5py.File("rows.h5", "w") as file:
    ...     file["x"] = np.arange(10.0).reshape(5, 2)
    >>> rows = tf.keras.utils.HDF5Matrix("rows.h5", "x", start=1, end=4)
    >>> rows.shape, rows[0:2].tolist()
    ((3, 2), [[2.0, 3.0], [4.0, 5.0]])
    """

    refs: dict[str, Any] = collections.defaultdict(int)

    def __init__(
        self, datapath: str, dataset: str, start: int = 0, end: int | None = None, normalizer: Callable | None = None
    ) -> None:
        import h5py

        if datapath not in self.refs:
            self.refs[datapath] = h5py.File(datapath, "r")
        self.data = self.refs[datapath][dataset]
        self.start = start
        self.end = self.data.shape[0] if end is None else end
        self.normalizer = normalizer

    def __len__(self) -> int:
        return self.end - self.start

    def __getitem__(self, key: Any) -> Any:
        index: Any
        if isinstance(key, slice):
            first = 0 if key.start is None else key.start
            last = self.shape[0] if key.stop is None else key.stop
            highest, index = last + self.start - 1, slice(first + self.start, last + self.start)
        elif isinstance(key, (int, np.integer)):
            highest = index = key + self.start
        else:
            index = [int(k) + self.start for k in key]
            highest = max(index)
        if highest >= self.end:
            raise IndexError
        found = self.data[index]
        return found if self.normalizer is None else self.normalizer(found)

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of rows, and the shape of one."""
        return (self.end - self.start, *self.data.shape[1:])

    @property
    def dtype(self) -> Any:
        """NumPy's type of the values."""
        return self.data.dtype

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return self.data.ndim

    @property
    def size(self) -> int:
        """The number of values."""
        return np.prod(self.shape)  # type: ignore[return-value]


def ask_to_proceed_with_overwrite(filepath: str) -> bool:
    """Asks on the terminal whether a file may be overwritten."""
    answer = input(f"[WARNING] {filepath} already exists - overwrite? [y/n]").strip().lower()
    while answer not in ("y", "n"):
        answer = input('Enter "y" (overwrite) or "n" (cancel).').strip().lower()
    if answer == "y":
        print("[TIP] Next time specify overwrite=True!")
    return answer == "y"
