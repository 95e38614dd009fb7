"""Tables made from vocabularies: ids of words and words of ids, from vectors and files (`tf.contrib.lookup`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from penstock._namespace import export, find
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, TensorLike
from penstock.ops.lookup.initializers import (
    KeyValueTensorInitializer,
    TextFileIdTableInitializer,
    TextFileIndex,
    TextFileStringTableInitializer,
)
from penstock.ops.lookup.tables import FastHashSpec, IdTableWithHashBuckets, StaticHashTable


@export("contrib.lookup.index_table_from_file")
def index_table_from_file(
    vocabulary_file: Any = None,
    num_oov_buckets: int = 0,
    vocab_size: int | None = None,
    default_value: object = -1,
    hasher_spec: Any = FastHashSpec,
    key_dtype: DTypeLike = dtypes.string,
    name: str | None = None,
    key_column_index: int = TextFileIndex.WHOLE_LINE,
    value_column_index: int = TextFileIndex.LINE_NUMBER,
    delimiter: str = "\t",
) -> Any:
    r"""Makes a table of the numbers of the lines of a file, by what is in them.

    Args:
      vocabulary_file: the file.
      num_oov_buckets: how many buckets there are for keys that are not in the file.
      vocab_size: how many lines to read; all by default.
      default_value: the id of keys that are not in the file, if there are no buckets.
      hasher_spec: the hash function of the buckets.
      key_dtype: the type of the keys, string or an integer.
      name: a name for the operations.
      key_column_index, value_column_index: columns of the file, or values of `TextFileIndex`.
      delimiter: the character between columns.

    Raises:
      ValueError: without a file, or for a size that is not possible.
      TypeError: for another type of keys.

    >>> import penstock as tf
    >>> with open("words.txt", "w") as file:
    ...     _ = file.write("to\nbe\n")
    >>> table = tf.contrib.lookup.index_table_from_file("words.txt", num_oov_buckets=1)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.tables_initializer())
    ...     print(sess.run(table.lookup(tf.constant(["be", "to", "or"]))))
    [1 0 2]
    """
    if vocabulary_file is None or (isinstance(vocabulary_file, str) and not vocabulary_file):
        raise ValueError("vocabulary_file must be specified and must not be empty.")
    _check_buckets(num_oov_buckets)
    if vocab_size is not None and vocab_size < 1:
        shown = vocabulary_file
        if isinstance(shown, Tensor):
            known = constant_value(shown)
            shown = "?" if known is None else known
        raise ValueError(f"vocab_size must be greater than 0, got {vocab_size}. vocabulary_file: {shown}")
    key_dtype = dtypes.as_dtype(key_dtype)
    _check_vocabulary_type(key_dtype)
    with name_scope(name, "string_to_index"):
        with name_scope(None, "hash_table"):
            initializer = TextFileIdTableInitializer(
                vocabulary_file,
                vocab_size=vocab_size,
                key_dtype=dtypes.int64 if key_dtype.is_integer else key_dtype,
                name="table_init",
                key_column_index=key_column_index,
                value_column_index=value_column_index,
                delimiter=delimiter,
            )
            table = StaticHashTable(initializer, default_value)
        return _bucketed(table, num_oov_buckets, hasher_spec, key_dtype)


def _check_buckets(count: int) -> None:
    if count < 0:
        raise ValueError(f"num_oov_buckets must be greater or equal than 0, got {count}.")


def _check_vocabulary_type(dtype: dtypes.DType) -> None:
    if not dtype.is_integer and dtype.base_dtype != dtypes.string:
        raise TypeError("Only integer and string keys are supported.")


def _bucketed(table: object, buckets: int, spec: Any, dtype: DTypeLike) -> Any:
    return IdTableWithHashBuckets(table, buckets, spec, key_dtype=dtype) if buckets else table


@export("contrib.lookup.index_table_from_tensor")
def index_table_from_tensor(
    mapping: object,
    num_oov_buckets: int = 0,
    default_value: object = -1,
    hasher_spec: Any = FastHashSpec,
    dtype: DTypeLike = dtypes.string,
    name: str | None = None,
) -> Any:
    """Makes a table of the positions of keys in a vector.

    Args:
      mapping: the vector, of strings or integers.
      num_oov_buckets: how many buckets there are for keys that are not in it.
      default_value: the id of keys that are not in it, if there are no buckets.
      hasher_spec: the hash function of the buckets.
      dtype: the type of the keys.
      name: a name for the operations.

    Raises:
      ValueError: without a vector, or if its type is another.
      TypeError: for a type of keys that is not supported.

    >>> import penstock as tf
    >>> table = tf.contrib.lookup.index_table_from_tensor(["to", "be"], default_value=-1)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.tables_initializer())
    ...     print(sess.run(table.lookup(tf.constant(["be", "to", "or"]))))
    [ 1  0 -1]
    """
    if mapping is None:
        raise ValueError("mapping must be specified.")
    _check_buckets(num_oov_buckets)
    dtype = dtypes.as_dtype(dtype)
    _check_vocabulary_type(dtype)
    with name_scope(name, "string_to_index"):
        keys = convert_to_tensor(mapping)
        if keys.dtype.is_integer != dtype.is_integer:
            raise ValueError(f"Expected {'integer' if dtype.is_integer else 'non-integer'}, got {keys.dtype}.")
        if not dtype.is_integer and keys.dtype.base_dtype != dtype:
            raise ValueError(f"Expected {dtype}, got {keys.dtype}.")
        values = find("cast")(find("range")(find("size")(keys)), dtypes.int64)
        with name_scope(None, "hash_table"):
            keys = find("cast")(keys, dtypes.int64) if keys.dtype.is_integer else keys
            initializer = KeyValueTensorInitializer(keys, values, keys.dtype.base_dtype, dtypes.int64, "table_init")
            table = StaticHashTable(initializer, default_value)
        return _bucketed(table, num_oov_buckets, hasher_spec, dtype)


@export("contrib.lookup.index_to_string_table_from_file")
def index_to_string_table_from_file(
    vocabulary_file: Any,
    vocab_size: int | None = None,
    default_value: object = "UNK",
    name: str | None = None,
    key_column_index: int = TextFileIndex.LINE_NUMBER,
    value_column_index: int = TextFileIndex.WHOLE_LINE,
    delimiter: str = "\t",
) -> StaticHashTable:
    r"""Makes a table of the lines of a file, by their numbers.

    Args:
      vocabulary_file: the file.
      vocab_size: how many lines to read; all by default.
      default_value: the string for numbers that are not there.
      name: a name for the operations.
      key_column_index, value_column_index: columns of the file, or values of `TextFileIndex`.
      delimiter: the character between columns.

    Raises:
      ValueError: without a file, or for a size that is not possible.

    >>> import penstock as tf
    >>> with open("words.txt", "w") as file:
    ...     _ = file.write("to\nbe\n")
    >>> table = tf.contrib.lookup.index_to_string_table_from_file("words.txt")
    >>> with tf.Session() as sess:
    ...     sess.run(tf.tables_initializer())
    ...     print(sess.run(table.lookup(tf.constant([1, 0, 7], tf.int64))))
    [b'be' b'to' b'UNK']
    """
    if vocabulary_file is None or (isinstance(vocabulary_file, str) and not vocabulary_file):
        raise ValueError("vocabulary_file must be specified and must not be empty.")
    if vocab_size is not None and vocab_size < 1:
        raise ValueError(f"vocab_size must be greater than 0, got {vocab_size}.")
    with name_scope(name, "index_to_string"):
        initializer = TextFileStringTableInitializer(
            vocabulary_file, key_column_index, value_column_index, vocab_size, delimiter, "table_init"
        )
        return StaticHashTable(initializer, default_value)


@export("contrib.lookup.index_to_string_table_from_tensor")
def index_to_string_table_from_tensor(
    mapping: Mapping[Any, Any], default_value: object = "UNK", name: str | None = None
) -> StaticHashTable:
    """Makes a table of the strings of a vector, by their positions.

    Args:
      mapping: a vector of strings.
      default_value: the string for positions that are not there.
      name: a name for the operations.

    Raises:
      ValueError: without a vector.

    >>> import penstock as tf
    >>> table = tf.contrib.lookup.index_to_string_table_from_tensor(["to", "be"], default_value="?")
    >>> with tf.Session() as sess:
    ...     sess.run(tf.tables_initializer())
    ...     print(sess.run(table.lookup(tf.constant([1, 7], tf.int64))))
    [b'be' b'?']
    """
    if mapping is None:
        raise ValueError("mapping must be specified.")
    with name_scope(name, "index_to_string"):
        values = convert_to_tensor(mapping, dtypes.string)
        keys = find("cast")(find("range")(find("size")(values)), dtypes.int64)
        initializer = KeyValueTensorInitializer(keys, values, dtypes.int64, dtypes.string, "table_init")
        return StaticHashTable(initializer, default_value)


@export("contrib.lookup.string_to_index_table_from_file")
def string_to_index_table_from_file(
    vocabulary_file: Any = None,
    num_oov_buckets: int = 0,
    vocab_size: int | None = None,
    default_value: TensorLike = -1,
    hasher_spec: Any = FastHashSpec,
    name: str | None = None,
) -> Any:
    r"""An old name of `index_table_from_file`.

    Args:
      vocabulary_file: a file with a word in each line; the number of the line, from 0, is that of the word.
      num_oov_buckets: how many more numbers there are for words that are not known, by their hash.
      vocab_size: how many lines of it to use; all by default.
      default_value: the number of words that are not known, if there are no such buckets.
      hasher_spec: the hash, `tf.contrib.lookup.FastHashSpec` or a `StrongHashSpec` with a key.
      name: a name for the table.

    >>> import penstock as tf
    >>> with open("words.txt", "w") as file:
    ...     _ = file.write("to\nbe\n")
    >>> table = tf.contrib.lookup.string_to_index_table_from_file("words.txt")
    >>> with tf.Session() as sess:
    ...     sess.run(tf.tables_initializer())
    ...     print(sess.run(table.lookup(tf.constant(["be", "or"]))))
    [ 1 -1]
    """
    return index_table_from_file(
        vocabulary_file, num_oov_buckets, vocab_size, default_value, hasher_spec, dtypes.string, name
    )


@export("contrib.lookup.string_to_index_table_from_tensor")
def string_to_index_table_from_tensor(
    mapping: object,
    num_oov_buckets: int = 0,
    default_value: TensorLike = -1,
    hasher_spec: Any = FastHashSpec,
    name: str | None = None,
) -> Any:
    """An old name of `index_table_from_tensor`, for strings.

    Args:
      mapping: 1-D, the words; their places are their numbers.
      num_oov_buckets: how many more numbers there are for words that are not known, by their hash.
      default_value: the number of words that are not known, if there are no such buckets.
      hasher_spec: the hash, `tf.contrib.lookup.FastHashSpec` or a `StrongHashSpec` with a key.
      name: a name for the table.

    >>> import penstock as tf
    >>> table = tf.contrib.lookup.string_to_index_table_from_tensor(["to", "be"])
    >>> with tf.Session() as sess:
    ...     sess.run(tf.tables_initializer())
    ...     print(sess.run(table.lookup(tf.constant(["be", "or"]))))
    [ 1 -1]
    """
    with name_scope(name, "string_to_index") as scope:
        mapping = convert_to_tensor(mapping)
    if mapping.dtype.base_dtype != dtypes.string:
        raise ValueError("string_to_index_table_from_tensor requires string.")
    return index_table_from_tensor(mapping, num_oov_buckets, default_value, hasher_spec, name=scope)


@export("contrib.lookup.string_to_index")
def string_to_index(
    tensor: TensorLike, mapping: Mapping[Any, Any], default_value: TensorLike = -1, name: str | None = None
) -> Any:
    """The positions of strings in a vector; its table must be initialized.

    Args:
      tensor: strings.
      mapping: a vector of strings.
      default_value: the position of strings that are not in it.
      name: a name for the operations.

    >>> import penstock as tf
    >>> ids = tf.contrib.lookup.string_to_index(tf.constant(["be", "or"]), mapping=["to", "be"])
    >>> with tf.Session() as sess:
    ...     sess.run(tf.tables_initializer())
    ...     print(sess.run(ids))
    [ 1 -1]
    """
    return index_table_from_tensor(mapping, default_value=default_value, name=name).lookup(tensor)


@export("contrib.lookup.index_to_string")
def index_to_string(
    tensor: TensorLike, mapping: Mapping[Any, Any], default_value: TensorLike = "UNK", name: str | None = None
) -> Any:
    """The strings at positions of a vector; its table must be initialized.

    Args:
      tensor: positions, int64.
      mapping: a vector of strings.
      default_value: the string for positions that are not there.
      name: a name for the operations.

    >>> import penstock as tf
    >>> words = tf.contrib.lookup.index_to_string(tf.constant([1, 7], tf.int64), mapping=["to", "be"])
    >>> with tf.Session() as sess:
    ...     sess.run(tf.tables_initializer())
    ...     print(sess.run(words))
    [b'be' b'UNK']
    """
    return index_to_string_table_from_tensor(mapping, default_value, name).lookup(tensor)
