"""`tf.contrib.checkpoint.NumpyState`: arrays of NumPy that are saved with the variables of a checkpoint."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.ops.state.trackable import Trackable
from penstock.train.python_state import PythonState


class _Array(PythonState):
    """An array, in checkpoints a file of `numpy.save`."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def serialize(self) -> bytes:
        file = io.BytesIO()
        np.save(file, self.array, allow_pickle=False)
        return file.getvalue()

    def deserialize(self, string_value: bytes) -> None:
        self.array = np.load(io.BytesIO(string_value), allow_pickle=False)


@export("contrib.checkpoint.NumpyState")
class NumpyState(Trackable):
    """An object whose attributes are arrays, and which is saved as a part of a `tf.train.Checkpoint`.

    `restore` gives the arrays back at once, without a run, and makes attributes that are not there.

    Raises:
      NotImplementedError: something else than an array is assigned to an attribute.

    >>> import os, tempfile
    >>> import numpy as np
    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as session, tempfile.TemporaryDirectory() as folder:
    ...     arrays = tf.contrib.checkpoint.NumpyState()
    ...     arrays.x = np.zeros([2])
    ...     checkpoint = tf.train.Checkpoint(arrays=arrays)
    ...     path = checkpoint.save(os.path.join(folder, "model"), session=session)
    ...     arrays.x[1] = 4.0
    ...     status = checkpoint.restore(path)
    ...     print(arrays.x)
    [0. 0.]
    """

    def _made_for_checkpoint(self, name: str) -> _Array:
        """An attribute that a checkpoint has, and that gets its array from it."""
        made: _Array = self._track_trackable(_Array(np.array([])), name)
        object.__setattr__(self, name, made)
        return made

    def __getattribute__(self, name: str) -> Any:
        value = super().__getattribute__(name)
        return value.array if isinstance(value, _Array) else value

    def __setattr__(self, name: str, value: Any) -> None:
        if not isinstance(value, (np.ndarray, np.generic)):
            raise NotImplementedError(
                f"Assigned {value} to the {name} property of {self}, which is not a NumPy array. Currently mixing NumPy "
                "arrays and other trackable objects is not supported. File a feature request if this limitation bothers "
                "you."
            )
        kept = self._lookup_dependency(name)
        if kept is None:
            kept = self._made_for_checkpoint(name)
        kept.array = value
