"""The base class of objects that can be saved, and how a method sets attributes that are not."""

import contextlib
from collections.abc import Iterator
from typing import Any

from penstock.keras.engine.base_layer_utils import no_automatic_dependency_tracking
from penstock.ops.state.trackable import Trackable

__all__ = ["Trackable", "no_automatic_dependency_tracking", "no_automatic_dependency_tracking_scope"]


@contextlib.contextmanager
def no_automatic_dependency_tracking_scope(obj: Any) -> Iterator[None]:
    """In the block, attributes that `obj` gets are not saved with it."""
    before = getattr(obj, "_self_setattr_tracking", True)
    object.__setattr__(obj, "_self_setattr_tracking", False)
    try:
        yield
    finally:
        object.__setattr__(obj, "_self_setattr_tracking", before)
