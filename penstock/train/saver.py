"""`tf.train.Saver`: saves variables to checkpoints, restores them, and keeps the latest ones."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from penstock import protos
from penstock._namespace import export, find
from penstock.graph import errors
from penstock.graph.graph import get_default_graph
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import SessionLike, TensorLike
from penstock.ops.state import saveable
from penstock.ops.state.partitioned_variable import prepend_name_scope, strip_name_scope
from penstock.ops.state.variable_functions import _all_saveable_objects
from penstock.platform import logging
from penstock.runtime.session.session import BaseSession
from penstock.runtime.state import malloc
from penstock.storage import gfile
from penstock.train import checkpoint_management as management
from penstock.train import checkpoint_reader, training_step
from penstock.train.saver_builder import BaseSaverBuilder, BulkSaverBuilder
from penstock.util import compat

V2 = 2  # SaverDef.CheckpointFormatVersion


@export("train.Saver")
class Saver:
    """Saves variables to files and restores them.

    Constructing a Saver adds operations to the graph; `save` and `restore` run them. A checkpoint maps names to values.
    `save` returns the path to give to `restore`; it is the beginning of several files' names.

    Args:
      var_list: what to save: a list of variables (each under the name of its operation) or a dictionary from names in
        the checkpoint to variables; all variables and saveable objects of the graph by default.
      reshape: allows restoring values of another shape with as many elements.
      sharded: one file for each device.
      max_to_keep: how many recent checkpoints to keep; older ones are deleted. None or 0 keeps all.
      keep_checkpoint_every_n_hours: in addition, one checkpoint of each so many hours is kept for ever.
      name: prefix of the names of the operations, "save" by default.
      restore_sequentially: accepted; values are assigned one after the other anyway.
      saver_def: a `SaverDef` of operations that are in the graph already; nothing is added then.
      builder: a `BaseSaverBuilder` that makes the operations.
      defer_build: the operations are made by `build()`, when all variables are there.
      allow_empty: no error if there is nothing to save; `save` and `restore` do nothing then.
      write_version: the format of the checkpoints.
      pad_step_number: step numbers in file names have eight digits at least.
      save_relative_paths: the state file has paths relative to its folder, so that this can be moved.
      filename: the file name that the operations use if none is fed.

    Raises:
      TypeError: if `var_list` is not a list or dictionary of variables.
      ValueError: if a name or a variable is there twice, or there is nothing to save.

    >>> import os, tempfile
    >>> import penstock as tf
    >>> v = tf.Variable(3.0, name="weights")
    >>> saver = tf.train.Saver({"weights": v})
    >>> sess = tf.Session()
    >>> sess.run(v.initializer)
    >>> path = saver.save(sess, os.path.join(tempfile.mkdtemp(), "model"), global_step=7)
    >>> os.path.basename(path)
    'model-7'
    >>> sess.run(v.assign(0.0))
    np.float32(0.0)
    >>> saver.restore(sess, path)
    >>> print(sess.run(v))
    3.0
    """

    def __init__(
        self,
        var_list: Mapping[str, Any] | Iterable[Any] | None = None,
        reshape: bool = False,
        sharded: bool = False,
        max_to_keep: int | None = 5,
        keep_checkpoint_every_n_hours: float = 10000.0,
        name: str | None = None,
        restore_sequentially: bool = False,
        saver_def: Any = None,
        builder: BaseSaverBuilder | None = None,
        defer_build: bool = False,
        allow_empty: bool = False,
        write_version: int = V2,
        pad_step_number: bool = False,
        save_relative_paths: bool = False,
        filename: str | None = None,
    ) -> None:
        if defer_build and var_list:
            raise ValueError(
                "If `var_list` is provided then build cannot be deferred. Either set defer_build=False or var_list=None."
            )
        self._var_list = var_list
        self._reshape = reshape
        self._sharded = sharded
        self._max_to_keep = max_to_keep
        self._keep_checkpoint_every_n_hours = keep_checkpoint_every_n_hours
        self._name = name
        self._restore_sequentially = restore_sequentially
        self.saver_def = saver_def
        self._builder = builder
        self._is_built = False
        self._allow_empty = allow_empty
        self._is_empty: bool | None = None
        self._write_version = write_version
        self._pad_step_number = pad_step_number
        self._filename = filename
        self._save_relative_paths = save_relative_paths
        self._last_checkpoints: list[tuple[str, float]] = []  # (path, time of writing), oldest first
        self._checkpoints_to_be_deleted: list[tuple[str, float]] = []
        self._object_restore_saver: Saver | None = None
        # A Supervisor saves in a thread of its own: without this, a save that began at an earlier step could name its
        # checkpoint as the latest after one of a later step.
        self._saving = threading.RLock()
        if not defer_build:
            self.build()
        if self.saver_def:
            self._check_saver_def()
            self._write_version = self.saver_def.version

    # -- building -----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Adds the operations to the graph, if the constructor was told not to; later calls do nothing."""
        if self._is_built:
            return
        self._is_built = True
        if not self.saver_def:
            if self._builder is None:
                self._builder = BulkSaverBuilder(self._write_version)
            if self._var_list is None:
                self._var_list = _all_saveable_objects()
            if not self._var_list:
                if not self._allow_empty:
                    raise ValueError("No variables to save")
                self._is_empty = True
                return
            self._is_empty = False
            self.saver_def = self._builder.build(
                self._var_list,
                reshape=self._reshape,
                sharded=self._sharded,
                max_to_keep=self._max_to_keep,
                keep_checkpoint_every_n_hours=self._keep_checkpoint_every_n_hours,
                name=self._name,
                restore_sequentially=self._restore_sequentially,
                filename=self._filename,
            )
        elif self._name:
            for field in _NAMES:
                setattr(self.saver_def, field, prepend_name_scope(getattr(self.saver_def, field), self._name))
        self._check_saver_def()
        self._next_checkpoint_time = time.time() + self.saver_def.keep_checkpoint_every_n_hours * 3600

    def _check_saver_def(self) -> None:
        if not isinstance(self.saver_def, protos.SaverDef):
            raise ValueError(f"saver_def must be a saver_pb2.SaverDef: {self.saver_def}")
        for field in ("save_tensor_name", "restore_op_name"):
            if not getattr(self.saver_def, field):
                raise ValueError(f"saver_def must specify the {field}: {self.saver_def}")

    # -- saving -------------------------------------------------------------------------------------------------------

    def save(
        self,
        sess: SessionLike,
        save_path: str,
        global_step: TensorLike | None = None,
        latest_filename: str | None = None,
        meta_graph_suffix: str = "meta",
        write_meta_graph: bool = True,
        write_state: bool = True,
        strip_default_attrs: bool = False,
        save_debug_info: bool = False,
    ) -> str | None:
        """Saves the variables of a session.

        The files appear when they are complete; a run that is killed, or a full disk, leaves the checkpoints from before
        and a state file that names the last of them. Threads that save with one Saver do so one after the other.

        Args:
          sess: a session; the variables must be initialized.
          save_path: the path of the checkpoint, to which the step is added.
          global_step: a number, or a tensor, variable or the name of one, that is evaluated: `path-1000`.
          latest_filename: the name of the state file in the folder, "checkpoint" by default.
          meta_graph_suffix: the suffix of the file with the graph.
          write_meta_graph: whether the graph is written too.
          write_state: whether the state file is updated, and old checkpoints are deleted.
          strip_default_attrs: attributes with default values are left out of the graph.
          save_debug_info: accepted as in 1.15.

        Returns:
          The path to give to `restore`, or None if the Saver is empty.

        Raises:
          TypeError: if `sess` is not a session.
          ValueError: if `latest_filename` has folders in it or is that of the checkpoint, or the folder does not exist.
          RuntimeError: if `build()` has not been called.
          ResourceExhaustedError: if the disk is full.
        """
        if not self._is_built:
            raise RuntimeError("`build()` should be called before save if defer_build==True")
        save_path = compat.as_text(os.fspath(save_path))
        latest_filename = "checkpoint" if latest_filename is None else latest_filename
        if self._write_version != V2:
            _warn_of_v1()
        if os.path.split(latest_filename)[0]:
            raise ValueError("'latest_filename' must not contain path components")
        with self._saving:
            checkpoint_file = self._checkpoint_path(sess, save_path, global_step, latest_filename)
            if not isinstance(sess, BaseSession):
                raise TypeError(f"'sess' must be a Session; {sess}")
            saved_path = None
            if not self._is_empty:
                try:
                    saved_path = compat.as_str(
                        sess.run(
                            self.saver_def.save_tensor_name, {self.saver_def.filename_tensor_name: checkpoint_file}
                        )
                    )
                    if write_state:
                        self._record(saved_path, os.path.dirname(save_path), latest_filename, meta_graph_suffix)
                except (errors.FailedPreconditionError, errors.NotFoundError):
                    if not gfile.isdir(os.path.dirname(save_path) or "."):
                        raise ValueError(f"Parent directory of {save_path} doesn't exist, can't save.") from None
                    raise
            if write_meta_graph:
                path = management.meta_graph_filename(checkpoint_file, meta_graph_suffix=meta_graph_suffix)
                with sess.graph.as_default():
                    self.export_meta_graph(
                        path, strip_default_attrs=strip_default_attrs, save_debug_info=save_debug_info
                    )
        return saved_path

    def _checkpoint_path(
        self, sess: SessionLike, save_path: str, global_step: TensorLike | None, latest_filename: str
    ) -> str:
        if global_step is None:
            if os.path.basename(save_path) == latest_filename and not self._sharded:
                # The state file would overwrite a checkpoint of format V1.
                raise ValueError(f"'latest_filename' collides with 'save_path': '{latest_filename}' and '{save_path}'")
            return save_path
        if not isinstance(global_step, compat.integral_types):
            global_step = training_step.global_step(sess, global_step)
        return f"{save_path}-{global_step:08d}" if self._pad_step_number else f"{save_path}-{global_step:d}"

    def _record(self, path: str, folder: str, latest_filename: str, meta_graph_suffix: str) -> None:
        """Enters a new checkpoint into the state file, and deletes the one it replaces."""
        self._RecordLastCheckpoint(path)
        management.update_checkpoint_state_internal(
            save_dir=folder,
            model_checkpoint_path=path,
            all_model_checkpoint_paths=self.last_checkpoints,
            latest_filename=latest_filename,
            save_relative_paths=self._save_relative_paths,
        )
        self._MaybeDeleteOldCheckpoints(meta_graph_suffix=meta_graph_suffix)

    def _RecordLastCheckpoint(self, latest_save_path: str) -> None:  # noqa: N802 - hooks of 1.x know these names
        if not self.saver_def.max_to_keep:
            return
        self._last_checkpoints = [p for p in self._last_checkpoints if p[0] != latest_save_path]
        self._last_checkpoints.append((latest_save_path, time.time()))
        if len(self._last_checkpoints) > self.saver_def.max_to_keep:
            self._checkpoints_to_be_deleted.append(self._last_checkpoints.pop(0))

    def _MaybeDeleteOldCheckpoints(self, meta_graph_suffix: str = "meta") -> None:  # noqa: N802
        if not self._checkpoints_to_be_deleted:
            return
        path, written = self._checkpoints_to_be_deleted.pop(0)
        if written > self._next_checkpoint_time:
            self._next_checkpoint_time += self.saver_def.keep_checkpoint_every_n_hours * 3600
            return
        try:
            management.remove(path, self.saver_def.version, meta_graph_suffix)
        except Exception as error:  # noqa: BLE001 - the new checkpoint is there; an old one too many does no harm
            logging.warning("Ignoring: %s", error)

    # -- restoring ----------------------------------------------------------------------------------------------------

    def restore(self, sess: SessionLike, save_path: str) -> None:
        """Restores the variables in a session; they need not be initialized.

        Args:
          sess: a session.
          save_path: what `save` or `tf.train.latest_checkpoint` returned.

        Raises:
          ValueError: if `save_path` is None or there is no such checkpoint.
          NotFoundError: if a variable is not in the checkpoint.
          InvalidArgumentError: if a variable has another type or shape there.
          DataLossError: if the checkpoint is damaged.
        """
        if self._is_empty:
            return
        if save_path is None:
            raise ValueError("Can't load save_path when it is None.")
        path = compat.as_text(os.fspath(save_path))
        if not management.checkpoint_exists_internal(path):
            raise ValueError("The passed save_path is not a valid checkpoint: " + path)
        logging.info("Restoring parameters from %s", path)
        malloc.keep_freed_memory()  # what the variables had before is the memory of the next restore
        try:
            sess.run(self.saver_def.restore_op_name, {self.saver_def.filename_tensor_name: path})
        except errors.NotFoundError as error:
            self._restore_by_objects(sess, path, error)
        except errors.InvalidArgumentError as error:
            raise _explained(error, "a mismatch between the current graph and the graph") from None

    def _restore_by_objects(self, sess: SessionLike, path: str, error: errors.OpError) -> None:
        """Checkpoints of `tf.train.Checkpoint` have other keys, and tell which variables they belong to."""
        try:
            keys = checkpoint_reader.object_graph_key_mapping(path)
        except errors.NotFoundError:
            raise _explained(error, "a Variable name or other graph key that is missing") from None
        logging.warning(
            "Restoring an object-based checkpoint using a name-based saver. This may be somewhat fragile, and will re-build "
            "the Saver. Instead, consider loading object-based checkpoints using tf.train.Checkpoint()."
        )
        if self._object_restore_saver is None:
            self._object_restore_saver = saver_from_object_based_checkpoint(path, self._var_list, self._builder, keys)
        self._object_restore_saver.restore(sess, path)

    # -- which checkpoints there are ------------------------------------------------------------------------------------

    @property
    def last_checkpoints(self) -> list[str]:
        """The paths of the checkpoints that were not deleted yet, oldest first. Any of them can be restored."""
        return [path for path, _ in self._last_checkpoints]

    def set_last_checkpoints(self, last_checkpoints: list[str]) -> None:
        """Sets the list of old checkpoints (deprecated: use `set_last_checkpoints_with_time`)."""
        assert isinstance(last_checkpoints, list)
        # Times are not known: these are deleted before any that is newer.
        self._last_checkpoints = [(path, np.inf) for path in last_checkpoints]

    def set_last_checkpoints_with_time(self, last_checkpoints_with_time: list[tuple[str, float]]) -> None:
        """Sets the list of old checkpoints and the times when they were written, oldest first."""
        assert isinstance(last_checkpoints_with_time, list)
        self._last_checkpoints = last_checkpoints_with_time

    def recover_last_checkpoints(self, checkpoint_paths: Sequence[str]) -> None:
        """Takes over checkpoints of an earlier process, to delete them in turn; those that are gone are left out."""
        found = [(path, times[0]) for path in checkpoint_paths if (times := management.mtimes([path]))]
        self.set_last_checkpoints_with_time(found)

    # -- protos ---------------------------------------------------------------------------------------------------------

    def as_saver_def(self) -> Any:
        """The `SaverDef` of this Saver."""
        return self.saver_def

    def to_proto(self, export_scope: str | None = None) -> Any:
        """The `SaverDef` of this Saver; None if it is outside of `export_scope`."""
        if export_scope is None:
            return self.saver_def
        if not all(getattr(self.saver_def, field).startswith(export_scope) for field in _NAMES):
            return None
        proto = protos.SaverDef()
        proto.CopyFrom(self.saver_def)
        for field in _NAMES:
            setattr(proto, field, strip_name_scope(getattr(proto, field), export_scope))
        return proto

    @staticmethod
    def from_proto(saver_def: Any, import_scope: str | None = None) -> Saver:
        """The Saver that a `SaverDef` describes, with names in `import_scope`."""
        return Saver(saver_def=saver_def, name=import_scope)

    def export_meta_graph(
        self,
        filename: str | None = None,
        collection_list: Sequence[str] | None = None,
        as_text: bool = False,
        export_scope: str | None = None,
        clear_devices: bool = False,
        clear_extraneous_savers: bool = False,
        strip_default_attrs: bool = False,
        save_debug_info: bool = False,
    ) -> Any:
        """Writes the default graph with this Saver as a `MetaGraphDef`; see `tf.train.export_meta_graph`."""
        try:
            export_function = find("train.export_meta_graph")
        except AttributeError:
            return None
        return export_function(
            filename=filename,
            graph_def=get_default_graph().as_graph_def(add_shapes=True),
            saver_def=self.saver_def,
            collection_list=collection_list,
            as_text=as_text,
            export_scope=export_scope,
            clear_devices=clear_devices,
            clear_extraneous_savers=clear_extraneous_savers,
            strip_default_attrs=strip_default_attrs,
            save_debug_info=save_debug_info,
        )


_NAMES = ("filename_tensor_name", "save_tensor_name", "restore_op_name")


def _warn_of_v1() -> None:
    frame = "*******************************************************"
    for line in (
        frame,
        "TensorFlow's V1 checkpoint format has been deprecated.",
        "Consider switching to the more efficient V2 format:",
        "   `tf.train.Saver(write_version=tf.train.SaverDef.V2)`",
        "now on by default.",
        frame,
    ):
        logging.warning(line)


def _explained(error: errors.OpError, reason: str) -> errors.OpError:
    text = (
        f"Restoring from checkpoint failed. This is most likely due to {reason} from the checkpoint. Please ensure that you "
        f"have not altered the graph expected based on the checkpoint. Original error:\n\n{error.message}"
    )
    return type(error)(error.node_def, error.op, text)  # type: ignore[call-arg]


def saver_from_object_based_checkpoint(
    checkpoint_path: str,
    var_list: Iterable[Any] | None = None,
    builder: Any = None,
    names_to_keys: Mapping[str, str] | None = None,
) -> Saver:
    """A Saver that restores variables, by their names, from a checkpoint that was written by objects.

    Raises:
      ValueError: if the checkpoint was not written by objects.
      NotFoundError: if it has no value for some variable.
    """
    if names_to_keys is None:
        try:
            names_to_keys = checkpoint_reader.object_graph_key_mapping(checkpoint_path)
        except errors.NotFoundError:
            raise ValueError(f"Checkpoint in {checkpoint_path} not an object-based checkpoint.") from None
    saveables = saveable.validate_and_slice_inputs(_all_saveable_objects() if var_list is None else var_list)
    present, stored = {spec.name for s in saveables for spec in s.specs}, set(names_to_keys)
    if present - stored:
        raise errors.NotFoundError(
            None,
            None,
            f"\n\nExisting variables not in the checkpoint: {', '.join(sorted(present - stored))}\n\nVariables names when "
            f"this checkpoint was written which don't exist now: {', '.join(sorted(stored - present))}\n\n"
            f"({len(stored & present)} variable name(s) did match)\n\nCould not find some variables in the checkpoint (see "
            "names above). Saver was attempting to load an object-based checkpoint (saved using tf.train.Checkpoint or "
            "tf.keras.Model.save_weights) using variable names. Names may have changed since then: a "
            "Saver(var_list=...) of a dictionary with the old names as keys restores them.",
        )
    for item in saveables:
        for spec in item.specs:
            spec.name = names_to_keys[spec.name]
    return Saver(saveables, builder=builder)


def get_saver_or_default() -> Saver:
    """The Saver in the collection of savers of the graph; a new sharded one if there is none.

    Raises:
      RuntimeError: if there are several.
    """
    graph = get_default_graph()
    savers = graph.get_collection(GraphKeys.SAVERS)
    if len(savers) > 1:
        raise RuntimeError(
            f"More than one item in collection {GraphKeys.SAVERS}. Please indicate which one to use by passing it to the "
            "constructor."
        )
    if savers:
        return savers[0]
    saver = Saver(sharded=True, allow_empty=True)
    graph.add_to_collection(GraphKeys.SAVERS, saver)
    return saver
