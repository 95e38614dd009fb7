"""`tf.contrib.checkpoint.split_dependency`: several objects of a checkpoint that are made, and taken back, together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from penstock._namespace import export, export_value, find
from penstock.graph.dtypes import DType
from penstock.graph.graph import device as on_device
from penstock.graph.typing import DTypeLike, TensorLike
from penstock.ops.state.saveable import SaveableObject, SaveSpec
from penstock.ops.state.trackable import Trackable
from penstock.protos import TrackableObjectGraph

CheckpointableObjectGraph = export_value(TrackableObjectGraph, "contrib.checkpoint.CheckpointableObjectGraph")


class _Together:
    """What the parts have in common: the tensors to be saved, and those that are restored."""

    def __init__(self, names: Sequence[str], fill: Callable[..., Any], consume: Callable[..., Any], place: str) -> None:
        self.names, self.fill, self.consume, self.place = names, fill, consume, place
        self.made: dict[str, Any] = {}
        self.restored: dict[str, Any] = {}

    def tensor(self, name: str) -> Any:
        """The tensor of one part; all are made anew when the first of them is asked for."""
        if not self.made:
            with on_device(self.place):
                self.fill(self.made)
        return self.made.pop(name)

    def give(self, name: str, tensor: TensorLike) -> Any:
        """Takes what was restored of one part; the last one makes the operation."""
        self.restored[name] = tensor
        if len(self.restored) < len(self.names):
            return find("no_op")()
        with on_device(self.place):
            made = self.consume(self.restored)
        self.restored = {}
        return made


class _PartSaveable(SaveableObject):
    def __init__(self, together: _Together, part: str, dtype: DType, name: str) -> None:
        self._together, self._part = together, part
        spec = SaveSpec(lambda: together.tensor(part), "", name, dtype=dtype, device=together.place)
        super().__init__((together, part), [spec], name)

    def restore(self, restored_tensors: list[Any], restored_shapes: Any) -> Any:
        return self._together.give(self._part, restored_tensors[0])


class _Part(Trackable):
    def __init__(self, together: _Together, part: str, dtype: DTypeLike) -> None:
        self._together, self._part, self._dtype = together, part, find("as_dtype")(dtype)

    def _gather_saveables_for_checkpoint(self) -> dict[str, Any]:
        return {"VARIABLE_VALUE": lambda name: _PartSaveable(self._together, self._part, self._dtype, name)}


@export("contrib.checkpoint.split_dependency")
def split_dependency(
    component_names: Sequence[str],
    component_dtypes: Sequence[DTypeLike],
    fill_save_buffer_fn: Callable[[dict[str, Any]], None],
    consume_restore_buffer_fn: Callable[[dict[str, Any]], Any],
    device: str,
) -> dict[str, Any]:
    """Makes objects of a checkpoint that stand for parts of one thing, such as the weights in one block of parameters.

    Args:
      component_names: the names of the parts.
      component_dtypes: their types.
      fill_save_buffer_fn: is given a dictionary, and puts the tensor of each part into it.
      consume_restore_buffer_fn: is given the restored tensor of each part, and returns the operation that takes them back.
      device: where both are done.

    Returns:
      Name → object; an object that has one of them for a part should have them all.

    >>> import os, tempfile
    >>> import penstock as tf
    >>> class Halves(tf.contrib.checkpoint.Checkpointable):
    ...     def __init__(self):
    ...         block = tf.get_variable("block", initializer=[1.0, 2.0])
    ...         parts = tf.contrib.checkpoint.split_dependency(
    ...             ["left", "right"], [tf.float32, tf.float32],
    ...             lambda buffer: buffer.update(left=block[:1], right=block[1:]),
    ...             lambda buffer: block.assign(tf.concat([buffer["left"], buffer["right"]], 0)),
    ...             device="/cpu:0")
    ...         self.left, self.right = parts["left"], parts["right"]
    ...         self.block = tf.contrib.checkpoint.NoDependency(block)
    >>> with tf.Graph().as_default(), tf.Session() as session, tempfile.TemporaryDirectory() as folder:
    ...     halves = Halves()
    ...     checkpoint = tf.train.Checkpoint(halves=halves)
    ...     session.run(tf.global_variables_initializer())
    ...     path = checkpoint.save(os.path.join(folder, "model"), session=session)
    ...     zeros = session.run(halves.block.assign([0.0, 0.0]))
    ...     checkpoint.restore(path).run_restore_ops(session)
    ...     print(session.run(halves.block))
    [1. 2.]
    """
    together = _Together(component_names, fill_save_buffer_fn, consume_restore_buffer_fn, device)
    return {name: _Part(together, name, dtype) for name, dtype in zip(component_names, component_dtypes, strict=True)}
