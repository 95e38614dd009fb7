"""Which checkpoints there are: the `checkpoint` state file in their folder, and functions that find and delete them."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Any

from penstock import protos
from penstock._namespace import export
from penstock.graph import errors
from penstock.platform import logging
from penstock.storage import atomic, gfile
from penstock.util.deprecation import deprecated

V1, V2 = 1, 2  # SaverDef.CheckpointFormatVersion


def state_filename(save_dir: str, latest_filename: str | None) -> str:
    """The path of the state file of a folder."""
    return os.path.join(save_dir, "checkpoint" if latest_filename is None else latest_filename)


def prefix_to_checkpoint_path(prefix: str, format_version: int) -> str:
    """The file, or pattern, by which a checkpoint is recognized."""
    return f"{prefix}.index" if format_version == V2 else prefix


@export("train.generate_checkpoint_state_proto")
def generate_checkpoint_state_proto(
    save_dir: str,
    model_checkpoint_path: str,
    all_model_checkpoint_paths: Sequence[str] | None = None,
    all_model_checkpoint_timestamps: Sequence[float] | None = None,
    last_preserved_timestamp: float | None = None,
) -> Any:
    """Returns a `CheckpointState`, what the state file holds.

    Args:
      save_dir: the folder of the state file.
      model_checkpoint_path: the latest checkpoint.
      all_model_checkpoint_paths: those that were not deleted, oldest first; the latest is added if it is not the last.
      all_model_checkpoint_timestamps: when they were written, in seconds since 1970.
      last_preserved_timestamp: when the last one that is kept for ever was written.

    Raises:
      ValueError: if there are timestamps, but not one for each path.

    >>> import penstock as tf
    >>> state = tf.train.generate_checkpoint_state_proto("runs", "runs/model-2", ["runs/model-1"])
    >>> print(state.model_checkpoint_path, list(state.all_model_checkpoint_paths))
    model-2 ['model-1', 'model-2']
    """
    paths = list(all_model_checkpoint_paths or ())
    if not paths or paths[-1] != model_checkpoint_path:
        logging.info("%s is not in all_model_checkpoint_paths. Manually adding it.", model_checkpoint_path)
        paths.append(model_checkpoint_path)
    timestamps = all_model_checkpoint_timestamps
    if timestamps and len(timestamps) != len(paths):
        raise ValueError(
            "Checkpoint timestamps, if provided, must match checkpoint paths (got paths "
            f"{paths} and timestamps {timestamps})"
        )
    if not os.path.isabs(save_dir):
        # A folder that is named relatively can be moved with its checkpoints.
        model_checkpoint_path = _relative(model_checkpoint_path, save_dir)
        paths = [_relative(path, save_dir) for path in paths]
    return protos.CheckpointState(
        model_checkpoint_path=model_checkpoint_path,
        all_model_checkpoint_paths=paths,
        all_model_checkpoint_timestamps=timestamps,
        last_preserved_timestamp=last_preserved_timestamp,
    )


def _relative(path: str, folder: str) -> str:
    return path if os.path.isabs(path) else os.path.relpath(path, folder)


@export("train.update_checkpoint_state")
@deprecated(
    None,
    "Use `tf.train.CheckpointManager` to manage checkpoints rather than manually editing the Checkpoint proto.",
)
def update_checkpoint_state(
    save_dir: str,
    model_checkpoint_path: str,
    all_model_checkpoint_paths: Sequence[str] | None = None,
    latest_filename: str | None = None,
    all_model_checkpoint_timestamps: Sequence[float] | None = None,
    last_preserved_timestamp: float | None = None,
) -> None:
    """Writes the state file of a folder; see `tf.train.generate_checkpoint_state_proto`.

    Args:
      save_dir: the folder.
      model_checkpoint_path: the path of the latest checkpoint.
      all_model_checkpoint_paths: the paths of all that are kept, the oldest first.
      latest_filename: the name of the state file; "checkpoint" by default.
      all_model_checkpoint_timestamps: when each of them was written, in seconds.
      last_preserved_timestamp: when the last one that is kept for good was written.

    Raises:
      RuntimeError: if a checkpoint has the name of the state file.

    >>> import penstock as tf
    >>> tf.io.gfile.makedirs("kept")
    >>> tf.train.update_checkpoint_state("kept", "kept/model-7")
    >>> tf.train.latest_checkpoint("kept") is None
    True
    >>> print(tf.train.get_checkpoint_state("kept").model_checkpoint_path)
    kept/model-7
    """
    update_checkpoint_state_internal(
        save_dir,
        model_checkpoint_path,
        all_model_checkpoint_paths,
        latest_filename,
        False,
        all_model_checkpoint_timestamps,
        last_preserved_timestamp,
    )


def update_checkpoint_state_internal(
    save_dir: str,
    model_checkpoint_path: str,
    all_model_checkpoint_paths: Sequence[str] | None = None,
    latest_filename: str | None = None,
    save_relative_paths: bool = False,
    all_model_checkpoint_timestamps: Sequence[float] | None = None,
    last_preserved_timestamp: float | None = None,
) -> None:
    """`update_checkpoint_state`, with the choice to store all paths relative to the folder."""
    path = state_filename(save_dir, latest_filename)
    latest, others = model_checkpoint_path, list(all_model_checkpoint_paths or ())
    if save_relative_paths:
        latest = os.path.relpath(latest, save_dir) if os.path.isabs(latest) else latest
        others = [os.path.relpath(p, save_dir) if os.path.isabs(p) else p for p in others]
    state = generate_checkpoint_state_proto(
        save_dir, latest, others, all_model_checkpoint_timestamps, last_preserved_timestamp
    )
    if path == state.model_checkpoint_path:
        raise RuntimeError(
            f"Save path '{model_checkpoint_path}' conflicts with path used for checkpoint state.  Please use a different "
            "save path."
        )
    from google.protobuf import text_format

    atomic.write_file(path, text_format.MessageToString(state, as_utf8=False).encode())


@export("train.get_checkpoint_state")
def get_checkpoint_state(checkpoint_dir: str, latest_filename: str | None = None) -> Any:
    """Returns the `CheckpointState` of a folder, with paths from here, or None if there is no readable state file.

    Args:
      checkpoint_dir: the folder.
      latest_filename: the name of the state file, "checkpoint" by default.

    Raises:
      ValueError: if the state file names no checkpoint.

    >>> import penstock as tf
    >>> saver = tf.train.Saver([tf.Variable(1.0)])
    >>> with tf.Session() as sess:
    ...     sess.run(tf.global_variables_initializer())
    ...     for step in (1, 2):
    ...         _ = saver.save(sess, "steps/model", global_step=step)
    >>> state = tf.train.get_checkpoint_state("steps")
    >>> print(state.model_checkpoint_path, list(state.all_model_checkpoint_paths))
    steps/model-2 ['steps/model-1', 'steps/model-2']
    >>> tf.train.get_checkpoint_state("elsewhere") is None
    True
    """
    checkpoint_dir = os.fspath(checkpoint_dir)
    path = state_filename(checkpoint_dir, latest_filename)
    from google.protobuf import text_format

    try:
        if not gfile.exists(path):
            return None
        content = gfile.read_file_to_string(path, binary_mode=True)
        state = text_format.Merge(content.decode(), protos.CheckpointState())
    except (errors.OpError, text_format.ParseError, UnicodeDecodeError) as error:
        logging.warning("%s: %s", type(error).__name__, error)
        logging.warning("%s: Checkpoint ignored", path)
        return None
    if not state.model_checkpoint_path:
        raise ValueError("Invalid checkpoint state loaded from " + checkpoint_dir)
    # Joining leaves an absolute path as it is.
    state.model_checkpoint_path = os.path.join(checkpoint_dir, state.model_checkpoint_path)
    for i, other in enumerate(state.all_model_checkpoint_paths):
        state.all_model_checkpoint_paths[i] = os.path.join(checkpoint_dir, other)
    return state


@export("train.latest_checkpoint")
def latest_checkpoint(checkpoint_dir: str, latest_filename: str | None = None) -> str | None:
    """Returns the path of the latest checkpoint of a folder, or None if there is none.

    Args:
      checkpoint_dir: the folder.
      latest_filename: the name of the state file in it; "checkpoint" by default.

    >>> import tempfile
    >>> import penstock as tf
    >>> print(tf.train.latest_checkpoint(tempfile.mkdtemp()))
    None
    """
    state = get_checkpoint_state(checkpoint_dir, latest_filename)
    if state is not None:
        if checkpoint_exists_internal(state.model_checkpoint_path):
            return state.model_checkpoint_path
        logging.error("Couldn't match files for checkpoint %s", state.model_checkpoint_path)
    return None


def checkpoint_exists_internal(checkpoint_prefix: str) -> bool:
    """`checkpoint_exists`, without its warning."""
    return bool(_files_of(checkpoint_prefix))


def _files_of(prefix: str) -> list[str]:
    return gfile.glob(prefix_to_checkpoint_path(prefix, V2)) or gfile.glob(prefix)


@export("train.checkpoint_exists")
@deprecated(None, "Use standard file APIs to check for files with this prefix.")
def checkpoint_exists(checkpoint_prefix: str) -> bool:
    """Says whether there is a checkpoint, of either format, with this path; it may be a pattern for shards of V1.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     sess.run(tf.Variable(1.0).initializer)
    ...     path = tf.train.Saver().save(sess, "./there")
    >>> tf.train.checkpoint_exists(path), tf.train.checkpoint_exists("./elsewhere")
    (True, False)
    """
    return checkpoint_exists_internal(checkpoint_prefix)


@export("train.get_checkpoint_mtimes")
@deprecated(None, "Use standard file utilities to get mtimes.")
def get_checkpoint_mtimes(checkpoint_prefixes: Sequence[str]) -> list[float]:
    """Returns when checkpoints were written, in seconds since 1970; those that are not there are left out.

    >>> import penstock as tf
    >>> import time
    >>> with tf.Session() as sess:
    ...     sess.run(tf.Variable(1.0).initializer)
    ...     path = tf.train.Saver().save(sess, "./timed")
    >>> [abs(seconds - time.time()) < 60 for seconds in tf.train.get_checkpoint_mtimes([path, "./elsewhere"])]
    [True]
    """
    return mtimes(checkpoint_prefixes)


def mtimes(checkpoint_prefixes: Sequence[str]) -> list[float]:
    """`get_checkpoint_mtimes`, without its warning."""
    found = [_files_of(prefix) for prefix in checkpoint_prefixes]
    return [gfile.stat(files[0]).mtime_nsec / 1e9 for files in found if files]


@export("train.remove_checkpoint")
@deprecated(None, "Use standard file APIs to delete files with this prefix.")
def remove_checkpoint(
    checkpoint_prefix: str, checkpoint_format_version: int = V2, meta_graph_suffix: str = "meta"
) -> None:
    """Deletes a checkpoint and the meta graph that was saved with it.

    Args:
      checkpoint_prefix: the path of the checkpoint, as `tf.train.latest_checkpoint` gives it.
      checkpoint_format_version: `tf.train.SaverDef.V2`, or V1 for a checkpoint of one file.
      meta_graph_suffix: the ending of the meta graph's file.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     sess.run(tf.Variable(1.0).initializer)
    ...     path = tf.train.Saver().save(sess, "./old")
    >>> tf.train.remove_checkpoint(path)
    >>> tf.train.checkpoint_exists(path)
    False
    """
    remove(checkpoint_prefix, checkpoint_format_version, meta_graph_suffix)


def remove(checkpoint_prefix: str, checkpoint_format_version: int = V2, meta_graph_suffix: str = "meta") -> None:
    """`remove_checkpoint`, without its warning."""
    patterns = [meta_graph_filename(checkpoint_prefix, meta_graph_suffix)]
    if checkpoint_format_version == V2:
        # The index first: without it, nothing takes the rest for a checkpoint.
        patterns += [f"{checkpoint_prefix}.index", f"{checkpoint_prefix}.data-?????-of-?????"]
    else:
        patterns.append(checkpoint_prefix)
    for pattern in patterns:
        for path in gfile.glob(pattern):
            gfile.remove(path)


def meta_graph_filename(checkpoint_filename: str, meta_graph_suffix: str = "meta") -> str:
    """The path of the meta graph of a checkpoint; all shards have one."""
    return re.sub(r"-[\d\?]+-of-\d+$", "", checkpoint_filename) + "." + meta_graph_suffix
