"""`tf.train.Checkpoint` and `tf.train.CheckpointManager`: saving by objects, not by the names of variables."""

from __future__ import annotations

import collections
import os
import time
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock import _namespace
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.graph import control_dependencies, device, get_default_graph
from penstock.graph.typing import SessionLike, TensorLike
from penstock.ops.state.saveable import SaveableObject, SaveSpec
from penstock.ops.state.trackable import AutoTrackable
from penstock.platform import logging
from penstock.train import checkpoint_management, checkpoint_restore
from penstock.train.checkpoint_objects import OBJECT_GRAPH_KEY, ObjectGraph, dependencies, is_trackable
from penstock.train.checkpoint_restore import session_or_default
from penstock.train.saver import Saver

if TYPE_CHECKING:
    from penstock.graph.operation import Operation


class _ObjectGraphSaveable(SaveableObject):
    """The graph of objects: saved with the values, read by Python."""

    def __init__(self, tensor: TensorLike) -> None:
        super().__init__(tensor, [SaveSpec(tensor, "", OBJECT_GRAPH_KEY)], OBJECT_GRAPH_KEY)

    def restore(self, restored_tensors: list[Any], restored_shapes: Any) -> Operation:
        return apply("NoOp")


@export("train.Checkpoint", "contrib.eager.Checkpoint", "contrib.checkpoint.Checkpoint")
class Checkpoint(AutoTrackable):
    """Saves and restores objects: variables, optimizers, layers, and what they depend on.

    Args:
      **kwargs: objects to save; they become attributes. More can be set later.

    Raises:
      ValueError: a value cannot be saved.

    >>> import tempfile
    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     v = tf.Variable(3.0)
    ...     checkpoint = tf.train.Checkpoint(v=v)
    ...     sess.run(v.initializer)
    ...     path = checkpoint.save(tempfile.mkdtemp() + "/ckpt", session=sess)
    ...     _ = sess.run(v.assign(0.0))
    ...     checkpoint.restore(path).assert_consumed().run_restore_ops(sess)
    ...     print(path[-6:], sess.run(v))
    ckpt-1 3.0
    """

    def __init__(self, **kwargs: Any) -> None:
        for name, value in sorted(kwargs.items()):
            if not is_trackable(value):
                raise ValueError(
                    "`Checkpoint` was expecting a trackable object (an object derived from `TrackableBase`), got "
                    f"{value}. If you believe this object should be trackable (i.e. it is part of the TensorFlow Python "
                    "API and manages state), please open an issue."
                )
            setattr(self, name, value)
        self._save_counter: Any = None
        self._count_up: Any = None
        self._saver: tuple[Any, bytes, Saver] | None = None

    @property
    def _checkpoint_dependencies(self) -> list[tuple[str, Any]]:
        found = [(name, value) for name, value in super()._checkpoint_dependencies if name != "_save_counter"]
        return found + ([] if self._save_counter is None else [("save_counter", self._save_counter)])

    @property
    def save_counter(self) -> Any:
        """A variable that counts how often this was saved."""
        if self._save_counter is None:
            with device("/cpu:0"):
                self._save_counter = _namespace.find("Variable")(
                    lambda: 0, name="save_counter", trainable=False, dtype=dtypes.int64, use_resource=True
                )
        return self._save_counter

    def write(self, file_prefix: str, session: Any = None) -> str:
        """Saves under a path as it is: no number, no state file.

        Args:
          file_prefix: the path without endings.
          session: the session, by default the default one.

        Returns:
          The path.
        """
        session = session_or_default(session)
        with session.graph.as_default():
            saver = self._make_saver()
        os.makedirs(os.path.dirname(file_prefix) or ".", exist_ok=True)
        definition = saver.saver_def
        session.run(definition.save_tensor_name, {definition.filename_tensor_name: file_prefix})
        return file_prefix

    def _make_saver(self) -> Saver:
        """A saver for the objects as they are now; operations are added to the graph only if they changed."""
        proto, saveables = ObjectGraph(self).to_proto()
        data = proto.SerializeToString(deterministic=True)
        graph = get_default_graph()
        if self._saver is None or self._saver[0] is not graph or self._saver[1] != data:
            with device("/cpu:0"):
                text = _namespace.find("constant")(data, dtype=dtypes.string)
            self._saver = (
                graph,
                data,
                Saver([*saveables, _ObjectGraphSaveable(text)], name="save_objects", sharded=True),
            )
        return self._saver[2]

    def save(self, file_prefix: str, session: SessionLike | None = None) -> str:
        """Saves under a path with a number, which counts up, and writes the state file of the folder.

        Args:
          file_prefix: the path without number and endings.
          session: the session, by default the default one.

        Returns:
          The path with the number.
        """
        session = session_or_default(session)
        path = self.write(f"{file_prefix}-{self._counted_up(session)}", session)
        checkpoint_management.update_checkpoint_state_internal(
            os.path.dirname(file_prefix), path, [path], save_relative_paths=True
        )
        return path

    def _counted_up(self, session: SessionLike) -> int:
        with session.graph.as_default():
            if self._save_counter is None:
                session.run(self.save_counter.initializer)
            if self._count_up is None:
                with control_dependencies([self.save_counter.assign_add(1, read_value=False)]):
                    self._count_up = self.save_counter.read_value()
        return int(session.run(self._count_up))

    def restore(self, save_path: str | None) -> Any:
        """Matches the objects with a checkpoint; values are read when the result is told so.

        Args:
          save_path: the path of the checkpoint; None if there is none yet. A checkpoint of `tf.train.Saver` is matched by names.

        Returns:
          An object with `assert_consumed()`, `run_restore_ops()`, `initialize_or_restore()` and the like.

        Raises:
          tf.errors.NotFoundError: there is no such checkpoint.
        """
        status = checkpoint_restore.restore(self, save_path)
        # So that the counter of the checkpoint is restored too.
        if save_path is not None:
            _ = self.save_counter
        return status


class RootedCheckpoint(Checkpoint):
    """A checkpoint whose root is a given object: a Keras model in the format of checkpoints, without a counter."""

    def __init__(self, root: Any) -> None:
        super().__init__()
        object.__setattr__(self, "_root", root)

    @property
    def _checkpoint_dependencies(self) -> list[tuple[str, Any]]:
        return dependencies(self.__dict__["_root"])

    def restore(self, save_path: str | None) -> Any:
        """As `Checkpoint.restore`, without the counter."""
        return checkpoint_restore.restore(self, save_path)

    def saver(self) -> Saver:
        """A `Saver` that writes and reads the objects as they are now, in the current graph."""
        return self._make_saver()


@export("train.CheckpointManager", "contrib.checkpoint.CheckpointManager")
class CheckpointManager:
    """Saves a `tf.train.Checkpoint` into a folder and deletes old ones; remembers across programs what it has kept.

    Args:
      checkpoint: the `tf.train.Checkpoint`.
      directory: the folder.
      max_to_keep: how many to keep; None for all.
      keep_checkpoint_every_n_hours: of those that would be deleted, keeps one for every so many hours.
      checkpoint_name: the beginning of their names.

    Raises:
      ValueError: `max_to_keep` is not positive.

    >>> import tempfile
    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     v = tf.Variable(3.0)
    ...     sess.run(v.initializer)
    ...     manager = tf.train.CheckpointManager(tf.train.Checkpoint(v=v), tempfile.mkdtemp(), max_to_keep=2)
    ...     for _ in range(3):
    ...         _ = manager.save()
    ...     [path[-6:] for path in manager.checkpoints]
    ['ckpt-2', 'ckpt-3']
    """

    def __init__(
        self,
        checkpoint: Checkpoint,
        directory: str,
        max_to_keep: int | None,
        keep_checkpoint_every_n_hours: float | None = None,
        checkpoint_name: str = "ckpt",
    ) -> None:
        if max_to_keep is not None and max_to_keep <= 0:
            raise ValueError(f"Expected a positive integer or `None` for `max_to_max_to_keep`, got {max_to_keep}.")
        self._checkpoint = checkpoint
        self._max_to_keep = max_to_keep
        self._every_n_hours = keep_checkpoint_every_n_hours
        self._directory = directory
        self._prefix = os.path.join(directory, checkpoint_name)
        self._kept: collections.OrderedDict[str, float] = collections.OrderedDict()
        self._latest: str | None = None
        now = time.time()
        self._last_preserved = now - 1.0
        state = checkpoint_management.get_checkpoint_state(directory)
        if state is None:
            return
        self._latest = state.model_checkpoint_path
        self._last_preserved = state.last_preserved_timestamp
        if now < self._last_preserved:
            behind = self._last_preserved - now
            logging.warning(f"time.time() is {behind} seconds behind the last preserved checkpoint.")
            self._last_preserved = now
        paths = state.all_model_checkpoint_paths
        times = state.all_model_checkpoint_timestamps or [self._last_preserved] * len(paths)
        for path, saved in zip(paths, times):
            if min(saved, now) > self._last_preserved:
                self._kept[path] = min(saved, now)

    @property
    def latest_checkpoint(self) -> str | None:
        """The path of the latest checkpoint in the folder, or None."""
        return self._latest

    @property
    def checkpoints(self) -> list[str]:
        """The paths of the checkpoints that may be deleted one day, oldest first."""
        return list(self._kept)

    def save(self, checkpoint_number: Any = None) -> str:
        """Saves, and deletes what is too old.

        Args:
          checkpoint_number: a number for the name, or a variable or tensor with it; by default `Checkpoint.save_counter`, which
            counts up in any case.

        Returns:
          The path.
        """
        session = session_or_default(None)
        count = self._checkpoint._counted_up(session)
        if checkpoint_number is None:
            checkpoint_number = count
        elif not isinstance(checkpoint_number, (int, np.integer)):
            checkpoint_number = session.run(checkpoint_number)
        path = self._checkpoint.write(f"{self._prefix}-{int(checkpoint_number)}", session)
        self._kept.pop(path, None)
        self._kept[path] = time.time()
        self._latest = path
        self._record()  # before anything is deleted: the state never names what is gone
        self._sweep()
        self._record()
        return path

    def _sweep(self) -> None:
        while self._max_to_keep and len(self._kept) > self._max_to_keep:
            path, saved = self._kept.popitem(last=False)
            if self._every_n_hours and saved - self._every_n_hours * 3600.0 >= self._last_preserved:
                self._last_preserved = saved
                continue
            checkpoint_management.remove(path)

    def _record(self) -> None:
        assert self._latest is not None
        checkpoint_management.update_checkpoint_state_internal(
            self._directory,
            self._latest,
            list(self._kept),
            save_relative_paths=True,
            all_model_checkpoint_timestamps=list(self._kept.values()),
            last_preserved_timestamp=self._last_preserved,
        )
