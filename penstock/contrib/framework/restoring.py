"""Variables that get their values from checkpoints, variables chosen by name, and where variables are placed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.framework.variables import get_variable_full_name
from penstock.graph.device import DeviceSpec
from penstock.graph.typing import DTypeLike, ShapeLike
from penstock.platform import logging
from penstock.train.checkpoint_reader import NewCheckpointReader
from penstock.train.remap import load_and_remap_matrix_initializer

if TYPE_CHECKING:
    from penstock.graph.operation import Operation
    from penstock.ops.state.variables import Variable


def _by_name(var_list: Any) -> dict[str, list[Any]]:
    """Name in the checkpoint → the variables that come from it; several if they are parts of one."""
    found: dict[str, list[Any]] = {}
    if isinstance(var_list, (tuple, list)):
        for variable in var_list:
            found.setdefault(get_variable_full_name(variable), []).append(variable)
        return found
    for name, value in var_list.items():
        found[name] = list(value) if isinstance(value, (tuple, list)) else [value]
    return found


@export("contrib.framework.assign_from_checkpoint", "contrib.slim.assign_from_checkpoint")
def assign_from_checkpoint(
    model_path: str, var_list: Sequence[Any], ignore_missing_vars: bool = False
) -> tuple[Any, dict[Any, Any]]:
    """An operation that sets variables to the values in a checkpoint, and what to feed to it.

    Args:
      model_path: the checkpoint.
      var_list: a list of variables, or a dictionary of names in the checkpoint to variables.
      ignore_missing_vars: whether to leave variables alone that the checkpoint has not.

    Raises:
      ValueError: if the checkpoint has no such variable, or it has another shape.

    >>> import os, tempfile
    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     v, w = tf.get_variable("v", initializer=3.0), tf.get_variable("w", initializer=0.0)
    ...     sess.run(tf.global_variables_initializer())
    ...     path = tf.train.Saver([v]).save(sess, os.path.join(tempfile.mkdtemp(), "model"))
    ...     assign, feeds = tf.contrib.framework.assign_from_checkpoint(path, {"v": w})
    ...     sess.run(assign, feeds)
    ...     print(sess.run(w))
    3.0
    """
    reader = NewCheckpointReader(model_path)
    feeds: dict[Any, Any] = {}
    assigned = []
    for name, group in _by_name(var_list).items():
        if not reader.has_tensor(name):
            message = f"Checkpoint is missing variable [{name}]"
            if not ignore_missing_vars:
                raise ValueError(message)
            logging.warning(message)
            continue
        value = reader.get_tensor(name)
        for variable in group:
            shape = variable.shape
            fed = tf.placeholder(variable.dtype.base_dtype, shape, name=f"placeholder/{variable.op.name}")
            assigned.append(variable.assign(fed))
            part = getattr(variable, "_save_slice_info", None)
            if part:
                ends = zip(part.var_offset, part.var_shape, strict=True)
                feeds[fed] = value[tuple(slice(start, start + size) for start, size in ends)]
            elif shape.as_list() != list(value.shape):
                raise ValueError(
                    f"Total size of new array must be unchanged for {name} "
                    f"lh_shape: [{value.shape}], rh_shape: [{shape}]"
                )
            else:
                feeds[fed] = value
    return tf.group(*assigned), feeds


@export("contrib.framework.assign_from_checkpoint_fn", "contrib.slim.assign_from_checkpoint_fn")
def assign_from_checkpoint_fn(
    model_path: str, var_list: Iterable[Any], ignore_missing_vars: bool = False, reshape_variables: bool = False
) -> Callable[[Any], None] | None:
    """A function of a session that restores variables from a checkpoint; None if there is nothing to restore.

    Args:
      model_path: the checkpoint.
      var_list: a list of variables, or a dictionary of names in the checkpoint to variables.
      ignore_missing_vars: whether to leave variables alone that the checkpoint has not.
      reshape_variables: whether values may have another shape of the same size.

    Raises:
      ValueError: if there are no variables.

    >>> import os, tempfile
    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     v = tf.get_variable("v", initializer=3.0)
    ...     sess.run(v.initializer)
    ...     path = tf.train.Saver().save(sess, os.path.join(tempfile.mkdtemp(), "model"))
    ...     _ = sess.run(v.assign(5.0))
    ...     tf.contrib.framework.assign_from_checkpoint_fn(path, [v])(sess)
    ...     print(sess.run(v))
    3.0
    """
    if not var_list:
        raise ValueError("var_list cannot be empty")
    if ignore_missing_vars:
        reader = NewCheckpointReader(model_path)
        named = var_list if isinstance(var_list, dict) else {variable.op.name: variable for variable in var_list}
        var_list = {}
        for name, variable in named.items():
            if reader.has_tensor(name):
                var_list[name] = variable
            else:
                logging.warning("Variable %s missing in checkpoint %s", name, model_path)
    if not var_list:
        logging.warning("No Variables to restore")
        return None
    saver = tf.train.Saver(var_list, reshape=reshape_variables)
    return lambda session: saver.restore(session, model_path)


@export("contrib.framework.filter_variables", "contrib.slim.filter_variables")
def filter_variables(
    var_list: Sequence[Any], include_patterns: Any = None, exclude_patterns: Any = None, reg_search: bool = True
) -> list[Any]:
    """The variables whose names match one of some patterns and none of others.

    Args:
      var_list: the variables.
      include_patterns, exclude_patterns: lists of regular expressions, or None.
      reg_search: whether a pattern may match anywhere, not only at the beginning.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     v, w = tf.get_variable("a/v", []), tf.get_variable("a/w", [])
    ...     print([x.op.name for x in tf.contrib.framework.filter_variables([v, w], exclude_patterns=["v"])])
    ['a/w']
    """
    match = re.search if reg_search else re.match

    def any_of(patterns: Any, variable: Variable) -> bool:
        return any(match(pattern, variable.name) for pattern in patterns)

    found = [v for v in var_list if include_patterns is None or any_of(include_patterns, v)]
    return [v for v in found if exclude_patterns is None or not any_of(exclude_patterns, v)]


@export("contrib.framework.VariableDeviceChooser", "contrib.slim.VariableDeviceChooser")
class VariableDeviceChooser:
    """A device function that deals variables out to parameter servers in turn.

    Args:
      num_tasks: how many there are; 0 places variables on the local device.
      job_name: their job.
      device_type, device_index, replica: the rest of the device's name.

    >>> import penstock as tf
    >>> choose = tf.contrib.framework.VariableDeviceChooser(num_tasks=2)
    >>> [choose(None) for _ in range(3)]
    ['/job:ps/task:0/device:CPU:0', '/job:ps/task:1/device:CPU:0', '/job:ps/task:0/device:CPU:0']
    """

    def __init__(
        self,
        num_tasks: int = 0,
        job_name: str = "ps",
        device_type: str = "CPU",
        device_index: int = 0,
        replica: int | None = None,
    ):
        self._num_tasks, self._job_name = num_tasks, job_name
        self._fixed: dict[str, Any] = {"replica": replica, "device_type": device_type, "device_index": device_index}
        self._next_task_id = 0

    def __call__(self, op: Operation) -> str:
        if self._num_tasks <= 0:
            return DeviceSpec(**self._fixed).to_string()
        task = self._next_task_id
        self._next_task_id = (task + 1) % self._num_tasks
        return DeviceSpec(job=self._job_name, task=task, **self._fixed).to_string()


@export("contrib.framework.load_linear_multiclass_bias_initializer")
def load_linear_multiclass_bias_initializer(
    ckpt_path: str,
    bias_tensor_name: str,
    new_class_vocab_size: int,
    old_class_vocab_file: str,
    new_class_vocab_file: str,
    num_class_oov_buckets: int = 0,
    initializer: Any = None,
    max_rows_in_memory: int = -1,
) -> Callable:
    """An initializer of the biases of classes, from a checkpoint whose classes are others; new classes start at 0.

    Args:
      ckpt_path: the checkpoint.
      bias_tensor_name: the biases in it, `[classes, 1]`.
      new_class_vocab_size: how many classes there are.
      old_class_vocab_file, new_class_vocab_file: files with a class in each line.
      num_class_oov_buckets: how many classes there are beside.
      initializer: gives the biases of new classes, by default zeros.
      max_rows_in_memory: how many rows to read at once.

    >>> import penstock as tf
    >>> callable(tf.contrib.framework.load_linear_multiclass_bias_initializer("model", "bias", 3, "old", "new"))
    True
    """
    return load_and_remap_matrix_initializer(
        ckpt_path=ckpt_path,
        old_tensor_name=bias_tensor_name,
        new_row_vocab_size=new_class_vocab_size,
        new_col_vocab_size=1,
        old_row_vocab_file=old_class_vocab_file,
        new_row_vocab_file=new_class_vocab_file,
        num_row_oov_buckets=num_class_oov_buckets,
        initializer=tf.zeros_initializer() if initializer is None else initializer,
        max_rows_in_memory=max_rows_in_memory,
    )


@export("contrib.framework.load_variable_slot_initializer")
def load_variable_slot_initializer(
    ckpt_path: str,
    old_tensor_name: str,
    primary_partition_info: Any,
    new_row_vocab_size: int,
    new_col_vocab_size: int,
    old_row_vocab_file: str | None = None,
    new_row_vocab_file: str | None = None,
    old_col_vocab_file: str | None = None,
    new_col_vocab_file: str | None = None,
    num_row_oov_buckets: int = 0,
    num_col_oov_buckets: int = 0,
    initializer: Any = None,
    max_rows_in_memory: int = -1,
) -> Callable:
    """As `load_and_remap_matrix_initializer`, for a slot of a variable: it is cut as that variable is.

    Args:
      primary_partition_info: which part of the variable it belongs to.
      ckpt_path, old_tensor_name, new_row_vocab_size, new_col_vocab_size, old_row_vocab_file, new_row_vocab_file,
        old_col_vocab_file, new_col_vocab_file, num_row_oov_buckets, num_col_oov_buckets, initializer,
        max_rows_in_memory: see `load_and_remap_matrix_initializer`.

    >>> import penstock as tf
    >>> callable(tf.contrib.framework.load_variable_slot_initializer("model", "v/Adagrad", None, 3, 2, "old", "new"))
    True
    """
    rows_and_columns = load_and_remap_matrix_initializer(
        ckpt_path=ckpt_path,
        old_tensor_name=old_tensor_name,
        new_row_vocab_size=new_row_vocab_size,
        new_col_vocab_size=new_col_vocab_size,
        old_row_vocab_file=old_row_vocab_file,
        new_row_vocab_file=new_row_vocab_file,
        old_col_vocab_file=old_col_vocab_file,
        new_col_vocab_file=new_col_vocab_file,
        num_row_oov_buckets=num_row_oov_buckets,
        num_col_oov_buckets=num_col_oov_buckets,
        initializer=initializer,
        max_rows_in_memory=max_rows_in_memory,
    )

    def initial(shape: ShapeLike, dtype: DTypeLike = tf.float32, partition_info: object = None) -> Any:
        return rows_and_columns(shape, dtype, partition_info=primary_partition_info)

    return initial
