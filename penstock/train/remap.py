"""Initializers that take a matrix from a checkpoint whose rows or columns stand for other words, or the same in another order."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from penstock._namespace import export, find
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike
from penstock.ops.state import initializers


@export("contrib.framework.load_and_remap_matrix")
def load_and_remap_matrix(
    ckpt_path: str,
    old_tensor_name: str,
    new_row_vocab_offset: int,
    num_rows_to_load: int,
    new_col_vocab_size: int,
    initializer: Callable,
    old_row_vocab_size: int = -1,
    old_row_vocab_file: str | None = None,
    new_row_vocab_file: str | None = None,
    old_col_vocab_file: str | None = None,
    new_col_vocab_file: str | None = None,
    num_row_oov_buckets: int = 0,
    num_col_oov_buckets: int = 0,
    max_rows_in_memory: int = -1,
) -> Tensor:
    """Makes a tensor of a matrix in a checkpoint, with rows and columns as new vocabularies list them.

    Args:
      ckpt_path: the checkpoint.
      old_tensor_name: the name of the matrix there.
      new_row_vocab_offset: the line of the new vocabulary of the first row to load.
      num_rows_to_load: the number of rows to load.
      new_col_vocab_size: the number of columns.
      initializer: makes the values of words that the old vocabulary does not have, from a shape.
      old_row_vocab_size: how many words of the old vocabulary count; -1 for all.
      old_row_vocab_file, new_row_vocab_file: files with one word per line, both or none.
      old_col_vocab_file, new_col_vocab_file: the same for columns.
      num_row_oov_buckets, num_col_oov_buckets: rows and columns that are added at the end.
      max_rows_in_memory: accepted.

    Raises:
      ValueError: if only one of two vocabularies is given, or none at all.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     matrix = tf.Variable([[1.0], [2.0]], name="matrix")
    ...     sess.run(matrix.initializer)
    ...     path = tf.train.Saver().save(sess, "./words")
    >>> _ = open("old.txt", "w").write("cat\\ndog\\n"), open("new.txt", "w").write("dog\\nbird\\ncat\\n")
    >>> rows = tf.contrib.framework.load_and_remap_matrix(
    ...     path, "matrix", 0, 3, 1, tf.zeros_initializer(), old_row_vocab_file="old.txt", new_row_vocab_file="new.txt"
    ... )
    >>> tf.Session().run(rows).tolist()
    [[2.0], [0.0], [1.0]]
    """
    for what, old, new in (
        ("row", old_row_vocab_file, new_row_vocab_file),
        ("col", old_col_vocab_file, new_col_vocab_file),
    ):
        if bool(old) != bool(new):
            raise ValueError(
                f"old_{what}_vocab_file and new_{what}_vocab_file must both be specified or left unspecified. "
                f"old_{what}_vocab_file='{old}', new_{what}_vocab_file='{new}'"
            )
    if not (new_row_vocab_file or new_col_vocab_file):
        raise ValueError(
            "Must provide either row or column vocab files. If no remapping is necessary, consider using "
            "`tf.contrib.framework.init_from_checkpoint` instead."
        )
    rows_present: Any = num_rows_to_load
    if new_row_vocab_file:
        rows, rows_present = apply(
            "GenerateVocabRemapping",
            new_vocab_file=new_row_vocab_file,
            old_vocab_file=old_row_vocab_file,
            new_vocab_offset=new_row_vocab_offset,
            num_new_vocab=num_rows_to_load,
            old_vocab_size=old_row_vocab_size,
        )
    else:
        end = new_row_vocab_offset + num_rows_to_load
        rows = find("range")(new_row_vocab_offset, end, dtype=dtypes.int64)
    columns: Any = []
    columns_present: Any = new_col_vocab_size
    if new_col_vocab_file:
        columns, columns_present = apply(
            "GenerateVocabRemapping",
            new_vocab_file=new_col_vocab_file,
            old_vocab_file=old_col_vocab_file,
            new_vocab_offset=0,
            num_new_vocab=new_col_vocab_size,
        )
    missing = num_rows_to_load * new_col_vocab_size - rows_present * columns_present
    result = apply(
        "LoadAndRemapMatrix",
        ckpt_path=ckpt_path,
        old_tensor_name=old_tensor_name,
        row_remapping=rows,
        col_remapping=columns,
        initializing_values=initializer([missing, 1]),
        num_rows=num_rows_to_load,
        num_cols=new_col_vocab_size,
        max_rows_in_memory=max_rows_in_memory,
    )
    concat = find("concat")
    if num_row_oov_buckets > 0:
        result = concat([result, initializer([num_row_oov_buckets, new_col_vocab_size])], 0)
    if num_col_oov_buckets > 0:
        result = concat([result, initializer([num_rows_to_load + num_row_oov_buckets, num_col_oov_buckets])], 1)
    return result


@export("contrib.framework.load_and_remap_matrix_initializer")
def load_and_remap_matrix_initializer(
    ckpt_path: str,
    old_tensor_name: str,
    new_row_vocab_size: int,
    new_col_vocab_size: int,
    old_row_vocab_size: int = -1,
    old_row_vocab_file: str | None = None,
    new_row_vocab_file: str | None = None,
    old_col_vocab_file: str | None = None,
    new_col_vocab_file: str | None = None,
    num_row_oov_buckets: int = 0,
    num_col_oov_buckets: int = 0,
    initializer: Callable | None = None,
    max_rows_in_memory: int = -1,
) -> Callable:
    """Returns an initializer for a variable, or the parts of one, that calls `load_and_remap_matrix`.

    Args:
      ckpt_path: the path of the checkpoint.
      old_tensor_name: the name of the matrix in the checkpoint.
      new_row_vocab_size: how many words of the new file of rows count.
      new_col_vocab_size: the same for columns.
      old_row_vocab_size: how many words of the old file of rows count; all if it is -1.
      old_row_vocab_file, new_row_vocab_file: files with a word for each row, before and now; both, or none if rows
        stay.
      old_col_vocab_file, new_col_vocab_file: the same for columns.
      num_row_oov_buckets, num_col_oov_buckets: how many rows and columns follow for words that are in no vocabulary.
      initializer: what gives the values of rows and columns that are new.
      max_rows_in_memory: how many rows of the old matrix to read at once; all if it is -1.

    Raises:
      TypeError: if `initializer` (zeros by default) is not callable.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     matrix = tf.Variable([[1.0], [2.0]], name="matrix")
    ...     sess.run(matrix.initializer)
    ...     path = tf.train.Saver().save(sess, "./words")
    >>> _ = open("old.txt", "w").write("cat\\ndog\\n"), open("new.txt", "w").write("dog\\nbird\\ncat\\n")
    >>> initializer = tf.contrib.framework.load_and_remap_matrix_initializer(
    ...     path, "matrix", 3, 1, old_row_vocab_file="old.txt", new_row_vocab_file="new.txt"
    ... )
    >>> v = tf.get_variable("remapped", [3, 1], initializer=initializer)
    >>> with tf.Session() as sess:
    ...     sess.run(v.initializer)
    ...     print(sess.run(v).tolist())
    [[2.0], [0.0], [1.0]]
    """
    make = initializers.Zeros() if initializer is None else initializer
    if not callable(make):
        raise TypeError(f"initializer must be callable, instead of being {make} of type {type(make)}.")

    def initialize(shape: Sequence[int], dtype: DTypeLike = dtypes.float32, partition_info: Any = None) -> Any:
        if dtype != dtypes.float32:
            raise TypeError(f"Currently, only float32 is supported. Received dtype: {dtype}")
        if len(shape) != 2:
            raise ValueError(f"Expected 2-dim shape, but received: {shape}")
        if shape[0] <= 0:
            raise ValueError(f"Expected 1st dim of shape to be > 0, but received shape: {shape}")
        columns = new_col_vocab_size + num_col_oov_buckets
        if shape[1] != columns:
            raise ValueError(
                f"Expected 2nd dim of shape to be new_col_vocab_size ({new_col_vocab_size}) + num_col_oov_buckets "
                f"({num_col_oov_buckets}) = {columns}, but received shape: {shape}"
            )
        offset = 0 if partition_info is None else partition_info.single_offset(shape)
        total = new_row_vocab_size + num_row_oov_buckets
        if offset + shape[0] > total:
            raise ValueError(
                f"Trying to initialize {shape[0]} additional rows after {offset} rows have already been initialized, which "
                f"would exceed expected total row count of new_row_vocab_size ({new_row_vocab_size}) + "
                f"num_row_oov_buckets ({num_row_oov_buckets}) = {total}."
            )
        buckets = min(shape[0], max(0, offset + shape[0] - new_row_vocab_size))
        if offset > new_row_vocab_size:  # a part that has nothing but buckets
            return make(shape)
        return load_and_remap_matrix(
            ckpt_path,
            old_tensor_name,
            offset,
            shape[0] - buckets,
            new_col_vocab_size,
            make,
            old_row_vocab_size,
            old_row_vocab_file,
            new_row_vocab_file,
            old_col_vocab_file,
            new_col_vocab_file,
            buckets,
            num_col_oov_buckets,
            max_rows_in_memory,
        )

    return initialize


@export("contrib.framework.load_embedding_initializer")
def load_embedding_initializer(
    ckpt_path: str,
    embedding_tensor_name: str,
    new_vocab_size: int,
    embedding_dim: int,
    old_vocab_file: str,
    new_vocab_file: str,
    old_vocab_size: int = -1,
    num_oov_buckets: int = 0,
    initializer: Callable | None = None,
    max_rows_in_memory: int = -1,
) -> Callable:
    """Returns an initializer for an embedding whose vocabulary changed; new words get small random values.

    Args:
      ckpt_path: the path of the checkpoint.
      embedding_tensor_name: the name of the embedding in the checkpoint.
      new_vocab_size: how many words of the new file count.
      embedding_dim: the number of columns.
      old_vocab_file, new_vocab_file: files with a word for each row, before and now.
      old_vocab_size: how many words of the old file count; all if it is -1.
      num_oov_buckets: how many rows follow for words that are in no vocabulary.
      initializer: what gives the rows of new words; small random numbers by default.
      max_rows_in_memory: how many rows of the old matrix to read at once; all if it is -1.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     matrix = tf.Variable([[1.0, 1.5], [2.0, 2.5]], name="embedding")
    ...     sess.run(matrix.initializer)
    ...     path = tf.train.Saver().save(sess, "./words")
    >>> _ = open("old.txt", "w").write("cat\\ndog\\n"), open("new.txt", "w").write("dog\\ncat\\n")
    >>> initializer = tf.contrib.framework.load_embedding_initializer(path, "embedding", 2, 2, "old.txt", "new.txt")
    >>> v = tf.get_variable("remapped", [2, 2], initializer=initializer)
    >>> with tf.Session() as sess:
    ...     sess.run(v.initializer)
    ...     print(sess.run(v).tolist())
    [[2.0, 2.5], [1.0, 1.5]]
    """
    if initializer is None:
        initializer = initializers.TruncatedNormal(stddev=1.0 / math.sqrt(embedding_dim))
    return load_and_remap_matrix_initializer(
        ckpt_path,
        embedding_tensor_name,
        new_vocab_size,
        embedding_dim,
        old_row_vocab_size=old_vocab_size,
        old_row_vocab_file=old_vocab_file,
        new_row_vocab_file=new_vocab_file,
        num_row_oov_buckets=num_oov_buckets,
        initializer=initializer,
        max_rows_in_memory=max_rows_in_memory,
    )
