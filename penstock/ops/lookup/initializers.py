"""Where the entries of tables come from: tensors and text files."""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING, Any

from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.collections_of_graph import add_to_collection
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import DTypeLike
from penstock.ops.state.trackable import Trackable, TrackableAsset

if TYPE_CHECKING:
    from penstock.graph.dtypes import DType


def _check_types(table: Any, key_dtype: DType, value_dtype: DType) -> None:
    if key_dtype.base_dtype != table.key_dtype:
        raise TypeError(f"Invalid key dtype, expected {table.key_dtype} but got {key_dtype}.")
    if value_dtype.base_dtype != table.value_dtype:
        raise TypeError(f"Invalid value dtype, expected {table.value_dtype} but got {value_dtype}.")


@export("contrib.lookup.TableInitializerBase")
class TableInitializerBase(Trackable, abc.ABC):
    """Where the entries of a table come from; a subclass has `initialize(table)`, which returns the operation for it.

    >>> import penstock as tf
    >>> issubclass(tf.contrib.lookup.TextFileInitializer, tf.contrib.lookup.TableInitializerBase)
    True
    """

    def __init__(self, key_dtype: DTypeLike, value_dtype: DTypeLike) -> None:
        self._key_dtype = dtypes.as_dtype(key_dtype)
        self._value_dtype = dtypes.as_dtype(value_dtype)

    @property
    def key_dtype(self) -> dtypes.DType:
        """The type of the keys."""
        return self._key_dtype

    @property
    def value_dtype(self) -> dtypes.DType:
        """The type of the values."""
        return self._value_dtype

    @abc.abstractmethod
    def initialize(self, table: object) -> Operation:
        """Makes the operation that fills `table`."""

    @property
    def _shared_name(self) -> str:
        return ""


@export("lookup.KeyValueTensorInitializer", "contrib.lookup.KeyValueTensorInitializer")
class KeyValueTensorInitializer(TableInitializerBase):
    """Entries from a tensor of keys and a tensor of values.

    Args:
      keys: a tensor, or what becomes one.
      values: a tensor of the same shape.
      key_dtype, value_dtype: their types; by default those that the tensors have.
      name: a name for the operation.

    >>> import penstock as tf
    >>> entries = tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2], value_dtype=tf.int64)
    >>> table = tf.lookup.StaticHashTable(entries, default_value=0)
    >>> with tf.Session() as sess:
    ...     sess.run(table.initializer)
    ...     print(sess.run(table.lookup(tf.constant(["b", "z"]))))
    [2 0]
    """

    def __init__(
        self,
        keys: object,
        values: Any,
        key_dtype: DTypeLike | None = None,
        value_dtype: DTypeLike | None = None,
        name: str | None = None,
    ) -> None:
        self._keys = convert_to_tensor(keys, key_dtype, name="keys")
        self._values = convert_to_tensor(values, value_dtype, name="values")
        self._name = "key_value_init" if name is None else name
        super().__init__(self._keys.dtype, self._values.dtype)

    def initialize(self, table: Any) -> Operation:
        """Makes the operation that fills `table`.

        Raises:
          TypeError: if it has other types.
        """
        _check_types(table, self._keys.dtype, self._values.dtype)
        with name_scope(self._name, values=(table.resource_handle, self._keys, self._values)):
            made = apply(
                "LookupTableImportV2", None, table_handle=table.resource_handle, keys=self._keys, values=self._values
            )
        add_to_collection(GraphKeys.TABLE_INITIALIZERS, made)
        return made


@export("lookup.TextFileIndex", "contrib.lookup.TextFileIndex")
class TextFileIndex:
    """What of a line is a key or a value, besides the number of a column.

    Attributes:
      WHOLE_LINE: all of the line.
      LINE_NUMBER: its number, from 0.

    >>> import penstock as tf
    >>> tf.lookup.TextFileIndex.WHOLE_LINE, tf.lookup.TextFileIndex.LINE_NUMBER
    (-2, -1)
    """

    WHOLE_LINE = -2
    LINE_NUMBER = -1


@export("lookup.TextFileInitializer", "contrib.lookup.TextFileInitializer")
class TextFileInitializer(TableInitializerBase):
    r"""Entries from the lines of a text file.

    Args:
      filename: the file.
      key_dtype: the type of the keys.
      key_index: the column of the keys, or one of `TextFileIndex`.
      value_dtype: the type of the values.
      value_index: the column of the values, or one of `TextFileIndex`.
      vocab_size: how many lines to read; all by default.
      delimiter: the character between columns.
      name: a name for the operations.

    Raises:
      ValueError: for an index or a type that does not fit.

    >>> import penstock as tf
    >>> with open("numbers.txt", "w") as file:
    ...     _ = file.write("one 1\ntwo 2\n")
    >>> lines = tf.lookup.TextFileInitializer("numbers.txt", tf.string, 0, tf.int64, 1, delimiter=" ")
    >>> table = tf.lookup.StaticHashTable(lines, -1)
    >>> with tf.Session() as sess:
    ...     sess.run(table.initializer)
    ...     print(sess.run(table.lookup(tf.constant(["two", "three"]))))
    [ 2 -1]
    """

    def __init__(
        self,
        filename: Any,
        key_dtype: DTypeLike,
        key_index: int,
        value_dtype: DTypeLike,
        value_index: int,
        vocab_size: int | None = None,
        delimiter: str = "\t",
        name: str | None = None,
    ) -> None:
        if not isinstance(filename, Tensor) and not filename:
            raise ValueError(f"Filename required for {name}.")
        super().__init__(key_dtype, value_dtype)
        self._check("key", "Keys", key_index, self._key_dtype)
        self._check("value", "Values", value_index, self._value_dtype)
        if vocab_size is not None and vocab_size <= 0:
            raise ValueError(f"Invalid vocab_size {vocab_size}.")
        self._key_index = key_index
        self._value_index = value_index
        self._vocab_size = vocab_size
        self._delimiter = delimiter
        self._name = name
        self._filename_arg = filename
        self._filename = convert_to_tensor(filename, dtypes.string, name="asset_path")
        if not isinstance(filename, Tensor):
            self._track_trackable(TrackableAsset(self._filename), "_filename")

    @staticmethod
    def _check(word: str, plural: str, index: int, dtype: dtypes.DType) -> None:
        if index < -2:
            raise ValueError(f"Invalid {word} index {index}.")
        if index == TextFileIndex.LINE_NUMBER and dtype != dtypes.int64:
            raise ValueError(f"Signature mismatch. {plural} must be dtype {dtypes.int64}, got {dtype}.")
        if index == TextFileIndex.WHOLE_LINE:
            if word == "key" and not dtype.is_integer and dtype != dtypes.string:
                raise ValueError(f"Signature mismatch. Keys must be integer or string, got {dtype}.")
            if word == "value" and dtype != dtypes.string:
                raise ValueError(f"Signature mismatch. Values must be dtype {dtypes.string}, got {dtype}.")

    def initialize(self, table: Any) -> Operation:
        """Makes the operation that fills `table`.

        Raises:
          TypeError: if it has other types.
        """
        _check_types(table, self.key_dtype, self.value_dtype)
        with name_scope(self._name, "text_file_init", (table.resource_handle,)):
            made = apply(
                "InitializeTableFromTextFileV2",
                None,
                table_handle=table.resource_handle,
                filename=self._filename,
                key_index=self._key_index,
                value_index=self._value_index,
                vocab_size=-1 if self._vocab_size is None else self._vocab_size,
                delimiter=self._delimiter,
            )
        add_to_collection(GraphKeys.TABLE_INITIALIZERS, made)
        if self._filename.op.type == "Const":
            add_to_collection(GraphKeys.ASSET_FILEPATHS, self._filename)
        return made

    @property
    def _shared_name(self) -> str:
        size = f"{self._vocab_size}_" if self._vocab_size else ""
        return f"hash_table_{self._filename_arg}_{size}{self._key_index}_{self._value_index}"


@export("contrib.lookup.TextFileStringTableInitializer")
class TextFileStringTableInitializer(TextFileInitializer):
    r"""Strings by the numbers of their lines.

    Args:
      filename: the file.
      key_column_index, value_column_index: columns of the file, or values of `TextFileIndex`.
      vocab_size: how many lines to read; all by default.
      delimiter: the character between columns.
      name: a name for the operations.

    >>> import penstock as tf
    >>> with open("words.txt", "w") as file:
    ...     _ = file.write("to\nbe\n")
    >>> table = tf.contrib.lookup.HashTable(tf.contrib.lookup.TextFileStringTableInitializer("words.txt"), "?")
    >>> with tf.Session() as sess:
    ...     sess.run(table.init)
    ...     print(sess.run(table.lookup(tf.constant([1, 2], tf.int64))))
    [b'be' b'?']
    """

    def __init__(
        self,
        filename: Any,
        key_column_index: int = TextFileIndex.LINE_NUMBER,
        value_column_index: int = TextFileIndex.WHOLE_LINE,
        vocab_size: int | None = None,
        delimiter: str = "\t",
        name: str = "text_file_string_table_init",
    ) -> None:
        super().__init__(
            filename, dtypes.int64, key_column_index, dtypes.string, value_column_index, vocab_size, delimiter, name
        )


@export("contrib.lookup.TextFileIdTableInitializer")
class TextFileIdTableInitializer(TextFileInitializer):
    r"""The numbers of lines by what is in them.

    Args:
      filename: the file.
      key_column_index, value_column_index: columns of the file, or values of `TextFileIndex`.
      vocab_size: how many lines to read; all by default.
      delimiter: the character between columns.
      name: a name for the operations.
      key_dtype: the type of the keys, string or int64.

    >>> import penstock as tf
    >>> with open("words.txt", "w") as file:
    ...     _ = file.write("to\nbe\n")
    >>> table = tf.contrib.lookup.HashTable(tf.contrib.lookup.TextFileIdTableInitializer("words.txt"), -1)
    >>> with tf.Session() as sess:
    ...     sess.run(table.init)
    ...     print(sess.run(table.lookup(tf.constant(["be", "or"]))))
    [ 1 -1]
    """

    def __init__(
        self,
        filename: Any,
        key_column_index: int = TextFileIndex.WHOLE_LINE,
        value_column_index: int = TextFileIndex.LINE_NUMBER,
        vocab_size: int | None = None,
        delimiter: str = "\t",
        name: str = "text_file_id_table_init",
        key_dtype: DTypeLike = dtypes.string,
    ) -> None:
        super().__init__(
            filename, key_dtype, key_column_index, dtypes.int64, value_column_index, vocab_size, delimiter, name
        )
