"""Variables that start from a checkpoint: `tf.train.init_from_checkpoint`; and waiting for new checkpoints."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from penstock._namespace import export
from penstock.graph import replication
from penstock.graph.build import apply
from penstock.graph.graph import device
from penstock.graph.typing import TensorLike, TensorOrVariable
from penstock.ops.state import resource_variable, saveable, variables
from penstock.ops.state.variable_scope_defaults import _get_default_variable_store
from penstock.platform import logging
from penstock.train import checkpoint_management, checkpoint_reader

if TYPE_CHECKING:
    from penstock.ops.state.variables import Variable


@export("contrib.training.wait_for_new_checkpoint")
def wait_for_new_checkpoint(
    checkpoint_dir: str, last_checkpoint: str | None = None, seconds_to_sleep: float = 1, timeout: float | None = None
) -> str | None:
    """Waits until the latest checkpoint of a folder is another than `last_checkpoint`; None after `timeout` seconds.

    Args:
      checkpoint_dir: the folder.
      last_checkpoint: the path of the last one that is known already, or None.
      seconds_to_sleep: how long to wait between two looks.
      timeout: how long to wait in all, in seconds; without end if it is None.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     sess.run(tf.Variable(1.0).initializer)
    ...     _ = tf.train.Saver().save(sess, "waiting/model", global_step=3)
    >>> tf.contrib.training.wait_for_new_checkpoint("waiting")
    'waiting/model-3'
    >>> tf.contrib.training.wait_for_new_checkpoint("waiting", "waiting/model-3", timeout=0) is None
    True
    """
    logging.info("Waiting for new checkpoint at %s", checkpoint_dir)
    stop_time = time.time() + timeout if timeout is not None else None
    while True:
        path = checkpoint_management.latest_checkpoint(checkpoint_dir)
        if path is not None and path != last_checkpoint:
            logging.info("Found new checkpoint at %s", path)
            return path
        if stop_time is not None and time.time() + seconds_to_sleep > stop_time:
            return None
        time.sleep(seconds_to_sleep)


@export("train.checkpoints_iterator", "contrib.training.checkpoints_iterator")
def checkpoints_iterator(
    checkpoint_dir: str,
    min_interval_secs: float = 0,
    timeout: float | None = None,
    timeout_fn: Callable[[], bool] | None = None,
) -> Iterator[str]:
    """Yields the latest checkpoint of a folder, each time there is a new one.

    Args:
      checkpoint_dir: the folder.
      min_interval_secs: the time between two results is at least this.
      timeout: seconds to wait for a new one; None for ever.
      timeout_fn: called after a time-out; waiting goes on if it returns False.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     sess.run(tf.Variable(1.0).initializer)
    ...     _ = tf.train.Saver().save(sess, "watched/model", global_step=3)
    >>> for path in tf.train.checkpoints_iterator("watched", timeout=0):
    ...     print(path)
    watched/model-3
    """
    path = None
    while True:
        found = wait_for_new_checkpoint(checkpoint_dir, path, timeout=timeout)
        if found is None:
            if not timeout_fn:
                logging.info("Timed-out waiting for a checkpoint.")
                return
            if timeout_fn():
                return
            continue
        start, path = time.time(), found
        yield path
        rest = start + min_interval_secs - time.time()
        if rest > 0:
            time.sleep(rest)


@export("train.init_from_checkpoint")
def init_from_checkpoint(ckpt_dir_or_file: str, assignment_map: Mapping[str, Any]) -> None:
    """Replaces the initializers of variables by ones that read a checkpoint. Nothing is restored before they run.

    Args:
      ckpt_dir_or_file: a checkpoint, or a folder whose latest one is taken.
      assignment_map: from what is in the checkpoint to what is in the graph: "scope/" → "other_scope/" for all variables
        in a scope ("/" for all there are); name → variable, list of the slices of one, or name of a variable.

    Raises:
      ValueError: if something is not in the checkpoint, or has another shape there.

    >>> import os, tempfile
    >>> import penstock as tf
    >>> path = os.path.join(tempfile.mkdtemp(), "model")
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     v = tf.get_variable("old/v", initializer=[1.0, 2.0])
    ...     sess.run(v.initializer)
    ...     path = tf.train.Saver().save(sess, path)
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     v = tf.get_variable("new/v", shape=[2])
    ...     tf.train.init_from_checkpoint(path, {"old/": "new/"})
    ...     sess.run(v.initializer)
    ...     print(sess.run(v))
    [1. 2.]
    """
    mode = replication.current()
    if mode is not None and mode.replica_context is not None:
        mode.replica_context.merge_call(lambda strategy: init_from_checkpoint(ckpt_dir_or_file, assignment_map))
        return
    path = checkpoint_reader.checkpoint_filename(ckpt_dir_or_file)
    shapes = checkpoint_reader.load_checkpoint(ckpt_dir_or_file).get_variable_to_shape_map()
    assert path is not None
    for name, target in sorted(assignment_map.items(), key=lambda item: item[0]):
        if is_variable(target) or (isinstance(target, list) and all(is_variable(v) for v in target)):
            found: Any = target
        else:
            found = _variable_or_slices(target)
        if found is not None:
            _check(name, found, shapes, ckpt_dir_or_file)
            _set_initializers(found, path, name)
            logging.debug("Initialize variable %s from checkpoint %s with %s", _names(found), ckpt_dir_or_file, name)
        else:
            _initialize_scope(target, name, path, shapes, ckpt_dir_or_file)


def is_variable(value: TensorLike | None) -> bool:
    """True for a variable of any kind."""
    return isinstance(value, variables.Variable) or resource_variable.is_resource_variable(value)


def _names(variable: Variable) -> str:
    return variable.name if is_variable(variable) else ",".join(v.name for v in variable)


def _check(name: str, variable: TensorOrVariable, shapes: Mapping[str, list[int]], checkpoint: str) -> None:
    if name not in shapes:
        raise ValueError(f"Tensor {name} is not found in {checkpoint} checkpoint {shapes}")
    if is_variable(variable) and not variable.get_shape().is_compatible_with(shapes[name]):
        raise ValueError(
            f"Shape of variable {variable.name} ({variable.get_shape()}) doesn't match with shape of tensor {name} "
            f"({shapes[name]}) from checkpoint reader."
        )


def _initialize_scope(
    scope: str, stored_scope: str, path: str, shapes: Mapping[str, list[int]], checkpoint: str
) -> None:
    """Initializes all variables of a scope from those of a scope of the checkpoint."""
    prefix = scope[: scope.rindex("/")] if "/" in scope else ""
    if not stored_scope.endswith("/"):
        raise ValueError(
            f"Assignment map with scope only name {prefix} should map to scope only {stored_scope}. Should be 'scope/': "
            "'other_scope/'."
        )
    names = {
        name.partition("/part_")[0]
        for name in _get_default_variable_store()._vars
        if not prefix or name.startswith(prefix + "/")
    }
    for name in sorted(names):
        stored = name[len(prefix) :]
        if scope != "/":
            stored = stored[1:]
        if stored_scope != "/":
            stored = stored_scope + stored
        stored = stored.removesuffix("/")
        if stored not in shapes:
            inside = name[len(prefix) + 1 :]
            raise ValueError(f"Tensor {stored} ({inside} in {stored_scope}) is not found in {checkpoint} checkpoint")
        _set_initializers(_variable_or_slices(name), path, stored)
        logging.debug("Initialize variable %s from checkpoint %s with %s", name, checkpoint, stored)


def _variable_or_slices(name: str) -> Any:
    """The variable that `get_variable` made under a name, or the list of its slices, or None."""
    made = _get_default_variable_store()._vars
    if name in made:
        return made[name]
    parts: list[Any] = []
    while f"{name}/part_{len(parts)}" in made:
        parts.append(made[f"{name}/part_{len(parts)}"])
    return parts or None


def _set_initializers(variable: Variable, path: str, name: str) -> None:
    if not isinstance(variable, (list, tuple)):
        _set_initializer(variable, path, name, "")
        return
    whole = None
    for part in variable:
        info = part._save_slice_info
        whole = info.full_name if whole is None else whole
        if whole != info.full_name:
            raise ValueError(f"Slices must all be from the same tensor: {whole} != {info.full_name}")
        _set_initializer(part, path, name, info.spec)


def _set_initializer(variable: Variable, path: str, name: str, spec: str) -> None:
    with device(variable.device), device("/cpu:0"):
        restored = apply(
            "RestoreV2",
            prefix=path,
            tensor_names=[name],
            shape_and_slices=[spec],
            dtypes=[variable.dtype.base_dtype],
            name="checkpoint_initializer",
        )[0]
    ((key, value),) = saveable.op_list_to_dict([variable]).items()
    (target,) = saveable.saveable_objects_for_op(value, key)
    assigned = target.restore([restored], restored_shapes=None)
    variable._initializer_op = getattr(assigned, "op", assigned)
    restored.set_shape(variable.shape)
    variable._initial_value = restored
