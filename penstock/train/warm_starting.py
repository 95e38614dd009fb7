"""`tf.train.warm_start`: a model that begins with the values of another one, also where the vocabulary has changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from penstock._namespace import export
from penstock.graph import errors
from penstock.graph.graph import get_default_graph
from penstock.graph.keys import GraphKeys
from penstock.ops.state import saveable
from penstock.ops.state.partitioned_variable import PartitionedVariable
from penstock.ops.state.variable_functions import assign
from penstock.ops.state.variable_store import PartitionInfo
from penstock.platform import logging
from penstock.train import checkpoint_init, checkpoint_reader, remap
from penstock.train.checkpoint_init import is_variable


class _VocabInfo(NamedTuple):
    new_vocab: str
    new_vocab_size: int
    num_oov_buckets: int
    old_vocab: str
    old_vocab_size: int
    backup_initializer: Any
    axis: int


@export("train.VocabInfo", "estimator.VocabInfo")
class VocabInfo(_VocabInfo):
    """The vocabularies before and after, for warm-starting a variable that has a row or column for each word.

    Args:
      new_vocab: a file with one word per line.
      new_vocab_size: how many of them are used.
      num_oov_buckets: how many rows for other words there are behind them.
      old_vocab: the file of the checkpoint's vocabulary.
      old_vocab_size: how many of them are used; -1 for all.
      backup_initializer: makes the values of new words; zeros by default.
      axis: 0 if rows stand for words, 1 if columns do.

    Raises:
      ValueError: for another axis.

    >>> import penstock as tf
    >>> info = tf.estimator.VocabInfo("new.txt", new_vocab_size=3, num_oov_buckets=1, old_vocab="old.txt")
    >>> info.old_vocab_size, info.axis
    (-1, 0)
    >>> tf.estimator.VocabInfo("new.txt", 3, 1, "old.txt", axis=2)
    Traceback (most recent call last):
      ...
    ValueError: The only supported values for the axis argument are 0 and 1.  Provided axis: 2
    """

    def __new__(
        cls,
        new_vocab: str,
        new_vocab_size: int,
        num_oov_buckets: int,
        old_vocab: str,
        old_vocab_size: int = -1,
        backup_initializer: Any = None,
        axis: int = 0,
    ) -> VocabInfo:
        if axis not in (0, 1):
            raise ValueError(f"The only supported values for the axis argument are 0 and 1.  Provided axis: {axis}")
        return super().__new__(
            cls, new_vocab, new_vocab_size, num_oov_buckets, old_vocab, old_vocab_size, backup_initializer, axis
        )


def _name_of(parts: list[Any]) -> str:
    names = saveable.op_list_to_dict(parts)
    if len(names) > 1:
        raise TypeError(f"`var` = {parts} passed as arg violates the constraints.  name_to_var_dict = {names}")
    return next(iter(names))


def _grouped(vars_to_warm_start: Any) -> dict[str, list[Any]]:
    """Names in checkpoints → the variable, or the parts of it."""
    graph = get_default_graph()
    if isinstance(vars_to_warm_start, str) or vars_to_warm_start is None:
        logging.info("Warm-starting variables only in TRAINABLE_VARIABLES.")
        found = graph.get_collection(GraphKeys.TRAINABLE_VARIABLES, scope=vars_to_warm_start)
    elif not isinstance(vars_to_warm_start, list):
        raise ValueError(f"`vars_to_warm_start must be a `list` or `str`.  Given type is {type(vars_to_warm_start)}")
    elif all(isinstance(v, str) for v in vars_to_warm_start):
        found = []
        for scope in vars_to_warm_start:
            found += graph.get_collection(GraphKeys.GLOBAL_VARIABLES, scope=scope)
    elif all(is_variable(v) for v in vars_to_warm_start):
        found = vars_to_warm_start
    else:
        raise ValueError(
            "If `vars_to_warm_start` is a list, it must be all `Variable` or all `str`.  Given types are "
            f"{[type(v) for v in vars_to_warm_start]}"
        )
    grouped: dict[str, list[Any]] = {}
    for v in found:
        grouped.setdefault(_name_of(v if isinstance(v, list) else [v]), []).append(v)
    return grouped


def _renames_by_objects(path: str, names: Iterable[Any]) -> dict[str, str]:
    filename = checkpoint_reader.checkpoint_filename(path)
    if filename is None:
        return {}
    try:
        keys = checkpoint_reader.object_graph_key_mapping(filename)
    except errors.NotFoundError:
        return {}
    missing = set(names) - set(keys)
    if missing:
        raise ValueError(
            "Attempting to warm-start from an object-based checkpoint, but found that the checkpoint did not contain values "
            f"for all variables. The following variables were missing: {missing}"
        )
    return {name: keys[name] for name in names}


@export("train.warm_start")
def warm_start(
    ckpt_to_initialize_from: str,
    vars_to_warm_start: Any = ".*",
    var_name_to_vocab_info: Mapping[str, VocabInfo] | None = None,
    var_name_to_prev_var_name: Mapping[str, str] | None = None,
) -> None:
    """Replaces the initializers of variables by ones that take values from a checkpoint.

    Args:
      ckpt_to_initialize_from: a checkpoint, or a folder whose latest one is taken.
      vars_to_warm_start: a regular expression for names of trainable variables, a list of those for all variables, a list
        of variables, or None for only those in `var_name_to_vocab_info`.
      var_name_to_vocab_info: for variables whose vocabulary changed.
      var_name_to_prev_var_name: for variables that have another name in the checkpoint.

    Raises:
      ValueError: if a name in the last two arguments is not used.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     sess.run(tf.get_variable("weights", initializer=[1.0, 2.0]).initializer)
    ...     path = tf.train.Saver().save(sess, "./before")
    >>> v = tf.get_variable("weights", [2])
    >>> tf.train.warm_start(path)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.global_variables_initializer())
    ...     print(sess.run(v))
    [1. 2.]
    """
    logging.info("Warm-starting from: %s", ckpt_to_initialize_from)
    grouped = _grouped(vars_to_warm_start)
    vocabularies = dict(var_name_to_vocab_info or {})
    previous = dict(var_name_to_prev_var_name or _renames_by_objects(ckpt_to_initialize_from, grouped))
    unused = {"var_name_to_prev_var_name": set(previous), "var_name_to_vocab_info": set(vocabularies)}
    plain: dict[str, Any] = {}
    count = 0
    for name, parts in grouped.items():
        old_name = previous.get(name)
        if old_name:
            unused["var_name_to_prev_var_name"].discard(name)
        vocabulary = vocabularies.get(name)
        if vocabulary is not None:
            unused["var_name_to_vocab_info"].discard(name)
            _warm_start_with_vocabulary(parts, vocabulary, ckpt_to_initialize_from, old_name or name)
        elif vars_to_warm_start:
            plain[old_name or name] = parts[0] if len(parts) == 1 and is_variable(parts[0]) else _flat(parts)
        else:
            continue
        count += 1
        logging.debug("Warm-starting variable: %s; prev_var_name: %s", name, old_name or "Unchanged")
    checkpoint_init.init_from_checkpoint(ckpt_to_initialize_from, plain)
    logging.info("Warm-started %d variables.", count)
    for argument, names in unused.items():
        if names:
            raise ValueError(
                f"You provided the following variables in {argument} that were not used: {names}.  Perhaps you misspelled "
                f"them?  Here is the list of viable variable names: {grouped.keys()}"
            )


def _flat(parts: list[Any]) -> list[Any]:
    """The variables in a list of variables, lists and partitioned variables."""
    flat: list[Any] = []
    for part in parts:
        flat.extend(part if isinstance(part, (list, PartitionedVariable)) else [part])
    return flat


def _warm_start_with_vocabulary(parts: list[Any], info: VocabInfo, checkpoint: str, old_name: str) -> None:
    parts = _flat(parts)
    rows = sum(part.get_shape().as_list()[0] for part in parts)
    path = checkpoint_reader.checkpoint_filename(checkpoint)
    assert path is not None
    for part in parts:
        shape = part.get_shape().as_list()
        slice_info = part._get_save_slice_info()
        where = PartitionInfo(slice_info.full_shape, slice_info.var_offset) if slice_info else None
        files = (info.old_vocab, info.new_vocab)
        by_row = info.axis == 0
        initialize = remap.load_and_remap_matrix_initializer(
            path,
            old_name,
            new_row_vocab_size=info.new_vocab_size if by_row else rows,
            new_col_vocab_size=shape[1] if by_row else info.new_vocab_size,
            old_row_vocab_size=info.old_vocab_size if by_row else -1,
            old_row_vocab_file=files[0] if by_row else None,
            new_row_vocab_file=files[1] if by_row else None,
            old_col_vocab_file=None if by_row else files[0],
            new_col_vocab_file=None if by_row else files[1],
            num_row_oov_buckets=info.num_oov_buckets if by_row else 0,
            num_col_oov_buckets=0 if by_row else info.num_oov_buckets,
            initializer=info.backup_initializer,
        )
        value = initialize(shape, partition_info=where)
        assigned = assign(part, value)
        part._initializer_op = getattr(assigned, "op", assigned)
