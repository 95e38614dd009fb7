"""`cPickle`: `pickle` that also reads what Python 2 wrote, as the module of that name always did."""

from __future__ import annotations

import io
import pickle
from pickle import *  # noqa: F403 - cPickle is this module, with two functions of its own
from typing import Any

from penstock.compat.old import uses


def load(file: Any, **kwargs: Any) -> Any:  # type: ignore[no-redef]
    """What the next pickle of an open file holds; strings of Python 2 that are no text come as their bytes' characters."""
    if kwargs or not (hasattr(file, "tell") and hasattr(file, "seek")):
        return pickle.load(file, **kwargs)
    start = file.tell()
    try:
        return pickle.load(file)
    except UnicodeDecodeError:
        uses.noted("cPickle.load of Python 2's strings")
        file.seek(start)
        return pickle.load(file, encoding="latin1")


def loads(data: Any, **kwargs: Any) -> Any:  # type: ignore[no-redef]
    """What a pickle in memory holds."""
    return load(io.BytesIO(data if not isinstance(data, str) else data.encode("latin1")), **kwargs)
