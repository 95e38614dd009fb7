"""PythonState: objects whose state is Python's own, and is saved as a string in checkpoints of objects."""

from __future__ import annotations

import abc
from collections.abc import Callable
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import dtypes
from penstock.ops.state.saveable import SaveableObject, SaveSpec
from penstock.ops.state.trackable import Trackable


class _StringState(SaveableObject):
    """Calls Python when a checkpoint is written. What is restored is not brought by an operation: `restore` has done it."""

    def __init__(self, name: str, save: Callable[[], Any]) -> None:
        def state() -> np.ndarray:
            made = save()
            return np.array(made.encode() if isinstance(made, str) else made, object)

        tensor = find("py_func")(state, [], dtypes.string)
        tensor.set_shape([])
        super().__init__(tensor, [SaveSpec(tensor, "", name, dtype=dtypes.string)], name)

    def restore(self, restored_tensors: list[Any], restored_shapes: Any) -> Any:
        return find("no_op")()


@export("train.experimental.PythonState", "contrib.checkpoint.PythonStateWrapper")
class PythonState(Trackable, abc.ABC):
    """A part of a `tf.train.Checkpoint` that is not made of tensors. Subclasses say how it becomes a string and back.

    `tf.train.Checkpoint.restore` gives it its state at once, without a run.

    >>> import os, tempfile
    >>> import penstock as tf
    >>> class Name(tf.train.experimental.PythonState):
    ...     def __init__(self, text):
    ...         self.text = text
    ...     def serialize(self):
    ...         return self.text.encode()
    ...     def deserialize(self, string_value):
    ...         self.text = string_value.decode()
    >>> with tf.Graph().as_default(), tf.Session() as session, tempfile.TemporaryDirectory() as folder:
    ...     name = Name("before")
    ...     checkpoint = tf.train.Checkpoint(name=name)
    ...     path = checkpoint.save(os.path.join(folder, "ckpt"), session=session)
    ...     name.text = "after"
    ...     status = checkpoint.restore(path)
    ...     print(name.text)
    before
    """

    @abc.abstractmethod
    def serialize(self) -> Any:
        """The state as a string."""

    @abc.abstractmethod
    def deserialize(self, string_value: bytes) -> None:
        """Takes the state from a string that `serialize` made."""

    def _gather_saveables_for_checkpoint(self) -> dict[str, Callable]:
        return {"py_state": lambda name: _StringState(name, self.serialize)}
