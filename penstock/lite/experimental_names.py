"""`tf.lite.experimental`: which operations can be converted, and libraries that take over operators."""

from __future__ import annotations

import collections
import ctypes
import sys
from collections.abc import Mapping
from typing import Any

from penstock._namespace import export
from penstock.lite.conversion import passes, writing

SupportedOp = collections.namedtuple("SupportedOp", ["op"])


@export("lite.experimental.get_potentially_supported_ops")
def get_potentially_supported_ops() -> list[SupportedOp]:
    """The operations that `tf.lite.TFLiteConverter` may find an operator for; whether it does depends on their arguments.

    Returns:
      A list of objects whose `op` is the name of an operation.

    >>> import penstock as tf
    >>> "Conv2D" in [row.op for row in tf.lite.experimental.get_potentially_supported_ops()]
    True
    """
    return [SupportedOp(op=name) for name in sorted(writing.OPERATIONS | passes.OPERATIONS)]


@export("lite.experimental.load_delegate", "compat.v2.lite.experimental.load_delegate")
def load_delegate(library: str, options: Mapping[str, Any] | None = None) -> Any:
    """Loads a library that takes over operators; this interpreter has no place for one, so it ends with an error.

    Args:
      library: the name of a shared library with a TfLiteDelegate.
      options: what the library is told.

    Raises:
      OSError: there is no such library.
      ValueError: there is, but it is for TensorFlow Lite's own interpreter.
      RuntimeError: the system is macOS, as in 1.15.

    >>> import penstock as tf
    >>> tf.lite.experimental.load_delegate("libnot_there.so")
    Traceback (most recent call last):
      ...
    OSError: libnot_there.so: cannot open shared object file: No such file or directory
    """
    del options
    if sys.platform == "darwin":
        raise RuntimeError("Dynamic loading of delegates on Darwin not supported.")
    found = ctypes.PyDLL(library)
    if not hasattr(found, "tflite_plugin_create_delegate"):
        raise AttributeError(f"{library}: undefined symbol: tflite_plugin_create_delegate")
    told = "A delegate is machine code for TensorFlow Lite's own interpreter; Penstock runs models as graphs."
    raise ValueError(f"Failed to load delegate from {library}\n{told}")
