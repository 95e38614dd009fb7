"""Libraries of one's own operations. A library for TensorFlow needs the symbols of its C++ runtime, which is not here, so
loading one reports what is missing; libraries that need nothing of it are loaded.
"""

from __future__ import annotations

import ctypes
import errno
import os
import types

from penstock._namespace import export
from penstock.graph import errors


def _load(path: str) -> ctypes.CDLL:
    try:
        return ctypes.CDLL(os.fspath(path))
    except OSError as error:
        raise errors.NotFoundError(None, None, str(error)) from None


@export("load_op_library")
def load_op_library(library_filename: str) -> types.ModuleType:
    """Loads a library of operations and returns a module with their wrappers.

    Args:
      library_filename: the path of a shared library.

    Raises:
      NotFoundError: there is no such library, or it needs symbols of TensorFlow's C++ runtime.

    >>> import penstock as tf
    >>> try:
    ...     tf.load_op_library("nowhere.so")
    ... except tf.errors.NotFoundError as error:
    ...     print("nowhere.so" in error.message)
    True
    """
    module = types.ModuleType(os.path.basename(os.fspath(library_filename)))
    module.LIB_HANDLE = _load(library_filename)  # type: ignore[attr-defined]
    return module


@export("load_file_system_library")
def load_file_system_library(library_filename: str) -> None:
    """Loads a library with a file system.

    Args:
      library_filename: the path of a shared library.

    Raises:
      NotFoundError: there is no such library, or it needs symbols of TensorFlow's C++ runtime.

    >>> import penstock as tf
    >>> try:
    ...     tf.load_file_system_library("nowhere.so")
    ... except tf.errors.NotFoundError:
    ...     print("not found")
    not found
    """
    _load(library_filename)


@export("load_library")
def load_library(library_location: str) -> None:
    """Loads a library, or all libraries of a folder.

    Args:
      library_location: a path.

    Raises:
      OSError: there is nothing at that path.
      NotFoundError: a library needs symbols of TensorFlow's C++ runtime.

    >>> import penstock as tf
    >>> try:
    ...     tf.load_library("nowhere")
    ... except OSError as error:
    ...     print(error.strerror)
    The file or folder to load kernel libraries from does not exist.
    """
    if not os.path.exists(library_location):
        text = "The file or folder to load kernel libraries from does not exist."
        raise OSError(errno.ENOENT, text, library_location)
    found = [library_location]
    if os.path.isdir(library_location):
        found = [os.path.join(library_location, f) for f in sorted(os.listdir(library_location)) if f.endswith(".so")]
    for path in found:
        _load(path)
