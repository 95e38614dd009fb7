"""Files of data sets, found in `~/.keras/datasets` and read without running anything that stands in them.

Some of the files are pickles. They are read by an unpickler that knows arrays, lists, dicts and numbers, and nothing else.
"""

from __future__ import annotations

import io
import os
import pickle
import zipfile
from typing import Any

import numpy as np

from penstock.keras.utils.files import get_file

_FOLDER = "https://storage.googleapis.com/tensorflow/tf-keras-datasets/"
_HARMLESS = {
    ("numpy.core.multiarray", "_reconstruct"),
    ("numpy._core.multiarray", "_reconstruct"),
    ("numpy", "ndarray"),
    ("numpy", "dtype"),
    ("_codecs", "encode"),
}


class _ArrayUnpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in _HARMLESS:
            return super().find_class(module.replace("numpy.core", "numpy._core"), name)
        raise ValueError(f"The file asks for {module}.{name}, which has no place in a file of data; it is not loaded.")


def unpickle(content: bytes, encoding: str = "ASCII") -> Any:
    """What a pickle of arrays, lists, dicts and numbers holds; ValueError if there is anything else in it."""
    try:
        return _ArrayUnpickler(io.BytesIO(content), encoding=encoding).load()
    except (pickle.UnpicklingError, EOFError, IndexError, KeyError, AttributeError, TypeError) as error:
        raise ValueError(f"The file is damaged: {error}") from error


def read_npz(path: str, *names: str) -> list[Any]:
    """Arrays of an .npz file, also such whose items are lists."""
    arrays = []
    try:
        with zipfile.ZipFile(path) as archive:
            for name in names:
                with archive.open(f"{name}.npy") as member:
                    content = io.BytesIO(member.read())
                version = np.lib.format.read_magic(content)
                read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
                if read(content)[2].hasobject:
                    arrays.append(unpickle(content.read()))
                else:
                    content.seek(0)
                    arrays.append(np.lib.format.read_array(content, allow_pickle=False))
    except (zipfile.BadZipFile, KeyError) as error:
        raise ValueError(f"{path} is damaged or no .npz file with the arrays {', '.join(names)}: {error}") from error
    return arrays


def local(name: str, origin: str | None = None, **kwargs: Any) -> str:
    """The path of a file in the folder of data sets; if it is not there, it is fetched or the error says where to put it."""
    return get_file(name, origin=origin or _FOLDER + os.path.basename(name), **kwargs)


def lists(arrays: list[list[int]]) -> np.ndarray:
    """Lists of different lengths as an array of lists."""
    if len({len(x) for x in arrays}) <= 1:
        return np.array(arrays)
    found = np.empty(len(arrays), dtype=object)
    found[:] = arrays
    return found
