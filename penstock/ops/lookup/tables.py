"""Tables for users: `tf.lookup` and `tf.contrib.lookup`, initialized once, with or without buckets for other keys."""

from __future__ import annotations

import collections
import functools
import uuid
from typing import TYPE_CHECKING, Any

from penstock._namespace import export, export_value, find
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.collections_of_graph import get_collection, get_collection_ref
from penstock.graph.composite import SparseTensor
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import DTypeLike, TensorOrVariable
from penstock.ops.state.trackable import CapturableResource, Trackable, is_saved
from penstock.ops.text import strings

if TYPE_CHECKING:
    from penstock.graph.dtypes import DType


@export("tables_initializer", "initializers.tables_initializer")
def tables_initializer(name: str = "init_all_tables") -> Operation:
    """Makes an operation that initializes all tables of the default graph.

    >>> import penstock as tf
    >>> table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2]), -1)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.tables_initializer())
    ...     print(sess.run(table.size()))
    2
    """
    initializers = get_collection(GraphKeys.TABLE_INITIALIZERS)
    return find("group")(*initializers, name=name) if initializers else find("no_op")(name=name)


@export("initialize_all_tables")
def initialize_all_tables(name: str = "init_all_tables") -> Operation:
    """An old name of `tf.tables_initializer`.

    >>> import penstock as tf
    >>> table = tf.contrib.lookup.index_table_from_tensor(["a", "b"])
    >>> with tf.Session() as sess:
    ...     sess.run(tf.initialize_all_tables())
    ...     print(sess.run(table.lookup(tf.constant(["b", "z"]))))
    [ 1 -1]
    """
    return tables_initializer(name)


@export("contrib.lookup.LookupInterface")
class LookupInterface:
    """What all tables have.

    Args:
      key_dtype: the type of the keys.
      value_dtype: the type of the values.

    >>> import penstock as tf
    >>> table = tf.contrib.lookup.MutableHashTable(tf.string, tf.int64, -1)
    >>> isinstance(table, tf.contrib.lookup.LookupInterface), table.key_dtype, table.value_dtype
    (True, tf.string, tf.int64)
    """

    _resource_handle: Any = None
    _table_name: str | None = None

    def __init__(self, key_dtype: Any, value_dtype: Any) -> None:
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

    @property
    def name(self) -> str | None:
        """The name of the table."""
        return self._table_name

    @property
    def resource_handle(self) -> Any:
        """The handle of the table."""
        return self._resource_handle

    def size(self, name: str | None = None) -> Tensor:
        """The number of entries."""
        with name_scope(name, f"{self.name}_Size", [self.resource_handle]):
            return apply("LookupTableSizeV2", None, table_handle=self.resource_handle)

    def lookup(self, keys: object, name: str | None = None) -> Any:
        """The values of keys."""
        raise NotImplementedError

    def _check_keys(self, keys: TensorOrVariable) -> None:
        if keys.dtype.base_dtype != self._key_dtype:
            raise TypeError(f"Signature mismatch. Keys must be dtype {self._key_dtype}, got {keys.dtype}.")


@export("contrib.lookup.InitializableLookupTableBase")
class InitializableLookupTableBase(LookupInterface, CapturableResource):
    """A table that an initializer fills once.

    Args:
      default_value: the value of keys that are not there.
      initializer: where the entries come from.

    >>> import penstock as tf
    >>> table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a"], [1.5]), 0.0)
    >>> isinstance(table, tf.contrib.lookup.InitializableLookupTableBase)
    True
    >>> with tf.Session() as sess:
    ...     sess.run(table.initializer)
    ...     print(*sess.run(table.export()))
    [b'a'] [1.5]
    """

    def __init__(self, default_value: Any, initializer: Any) -> None:
        super().__init__(initializer.key_dtype, initializer.value_dtype)
        self._default_value = convert_to_tensor(default_value, self._value_dtype)
        self._default_value.get_shape().merge_with([])
        self._initializer = initializer
        with self._default_value.graph.control_dependencies(None):
            self._resource_handle = self._create_resource()
            self._init_op = initializer.initialize(self)

        if is_saved(initializer):
            self._track_trackable(initializer, "_initializer")

    def _create_resource(self) -> Tensor:
        raise NotImplementedError

    def _initialize(self) -> Operation:
        """The same operation once more, for a function in a file: no collection of the graph gets it."""
        collections_ = [get_collection_ref(key) for key in (GraphKeys.TABLE_INITIALIZERS, GraphKeys.ASSET_FILEPATHS)]
        counts = [len(values) for values in collections_]
        made = self._initializer.initialize(self)
        for values, count in zip(collections_, counts, strict=True):
            del values[count:]
        return made

    @property
    def resource_handle(self) -> Any:
        """The handle of the table."""
        return self._resource_handle

    @property
    def default_value(self) -> Tensor:
        """The value of keys that are not there."""
        return self._default_value

    @property
    def initializer(self) -> Operation:
        """The operation that fills the table."""
        return self._init_op

    @property
    def init(self) -> Operation:
        """An old name of `initializer`."""
        return self._init_op

    def lookup(self, keys: Any, name: str | None = None) -> Any:
        """The values of keys, of their shape; of the keys of a `SparseTensor`, a `SparseTensor`.

        Raises:
          TypeError: if `keys` has another type than the table's keys.
        """
        tensor = keys.values if isinstance(keys, SparseTensor) else keys
        self._check_keys(keys)
        with name_scope(name, f"{self.name}_Lookup", (self.resource_handle, tensor, self._default_value)):
            values = apply(
                "LookupTableFindV2",
                None,
                table_handle=self.resource_handle,
                keys=tensor,
                default_value=self._default_value,
            )
        values.set_shape(tensor.get_shape())
        return SparseTensor(keys.indices, values, keys.dense_shape) if isinstance(keys, SparseTensor) else values

    def export(self, name: str | None = None) -> tuple[Tensor, Tensor]:
        """All keys and all values."""
        with name_scope(name, f"{self.name}_Export", [self.resource_handle]):
            keys, values = apply(
                "LookupTableExportV2",
                None,
                table_handle=self.resource_handle,
                Tkeys=self._key_dtype,
                Tvalues=self._value_dtype,
            )
        values.set_shape(keys.get_shape().concatenate(self._default_value.get_shape()))
        return keys, values


@export("lookup.StaticHashTable")
class StaticHashTable(InitializableLookupTableBase):
    """A table that is filled once.

    Args:
      initializer: where its entries come from.
      default_value: the value of keys that are not there.
      name: a name for the table.

    >>> import penstock as tf
    >>> table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2]), -1)
    >>> session = tf.Session()
    >>> session.run(tf.tables_initializer())
    >>> session.run(table.lookup(tf.constant(["b", "z"]))).tolist()
    [2, -1]
    """

    def __init__(self, initializer: Any, default_value: Any, name: str | None = None) -> None:
        self._shared_name = initializer._shared_name or f"hash_table_{uuid.uuid4()}"
        self._name = name or "hash_table"
        super().__init__(default_value, initializer)

    def _create_resource(self) -> Tensor:
        made = apply(
            "HashTableV2",
            self._name,
            shared_name=self._shared_name,
            key_dtype=self._initializer.key_dtype,
            value_dtype=self._initializer.value_dtype,
        )
        if self._table_name is None:
            self._table_name = made.op.name.split("/")[-1]
        return made


@export("contrib.lookup.HashTable")
class HashTable(StaticHashTable):
    """A table that is filled once; as `tf.lookup.StaticHashTable`, with a name under which sessions share it.

    Args:
      initializer: where its entries come from.
      default_value: the value of keys that are not there.
      shared_name: a name under which sessions share the table.
      name: a name for the table.

    >>> import penstock as tf
    >>> entries = tf.contrib.lookup.KeyValueTensorInitializer([1, 2], ["one", "two"], tf.int64, tf.string)
    >>> table = tf.contrib.lookup.HashTable(entries, "many")
    >>> with tf.Session() as sess:
    ...     sess.run(table.init)
    ...     print(sess.run(table.lookup(tf.constant([2, 3], tf.int64))))
    [b'two' b'many']
    """

    def __init__(
        self, initializer: Any, default_value: Any, shared_name: str | None = None, name: str | None = None
    ) -> None:
        self._shared_name = shared_name or ""
        self._name = name or "hash_table"
        InitializableLookupTableBase.__init__(self, default_value, initializer)


@export("contrib.lookup.HasherSpec")
class HasherSpec(collections.namedtuple("HasherSpec", ["hasher", "key"])):
    """Which hash function finds the bucket of a key that is not in a table.

    Args:
      hasher: "fasthash", "stronghash" or "legacy".
      key: the key of "stronghash", two integers; None for the others.

    >>> import penstock as tf
    >>> tf.contrib.lookup.FastHashSpec
    HasherSpec(hasher='fasthash', key=None)
    """

    __slots__ = ()


FastHashSpec = export_value(HasherSpec("fasthash", None), "contrib.lookup.FastHashSpec")


@export("contrib.lookup.StrongHashSpec")
class StrongHashSpec(HasherSpec):
    """SipHash, with a key of two integers.

    Args:
      key: a list of two integers.

    Raises:
      ValueError: if it does not have two elements.
      TypeError: if these are not integers.

    >>> import penstock as tf
    >>> spec = tf.contrib.lookup.StrongHashSpec([1, 2])
    >>> spec.hasher, spec.key
    ('stronghash', [1, 2])
    >>> table = tf.contrib.lookup.index_table_from_tensor(["a"], num_oov_buckets=2, hasher_spec=spec)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.tables_initializer())
    ...     print(sess.run(table.lookup(tf.constant(["a", "z"]))))
    [0 1]
    """

    __slots__ = ()

    def __new__(cls, key: Any) -> Any:
        if len(key) != 2:
            raise ValueError(f"key must have size 2, got {len(key)}.")
        if not all(isinstance(k, int) for k in key):
            raise TypeError(f"Invalid key {key}. Must be unsigned integer values.")
        return super().__new__(cls, "stronghash", key)


class _WithBuckets(LookupInterface, Trackable):
    """A table of ids, or none, with buckets for the keys that it does not have."""

    def __init__(self, table: Any, buckets: int, spec: HasherSpec, key_dtype: DTypeLike, name: str | None) -> None:
        super().__init__(key_dtype, dtypes.int64)
        self._table = table
        if is_saved(table):
            self._track_trackable(table, "_table")
        self._num_oov_buckets = buckets
        self._hasher_spec = spec
        self._table_name = name.split("/")[-1] if name else None

    @property
    def resource_handle(self) -> Any:
        """The handle of the table, or None."""
        return None if self._table is None else self._table.resource_handle

    @property
    def initializer(self) -> Operation:
        """The operation that fills the table."""
        if self._table is not None:
            return self._table.initializer
        with name_scope(None, "init"):
            return find("no_op")()

    @property
    def init(self) -> Operation:
        """An old name of `initializer`."""
        return self.initializer

    def size(self, name: str | None = None) -> Tensor:
        """The number of entries and buckets."""
        with name_scope(name, f"{self.name}_Size"):
            size = self._table.size() if self._table is not None else convert_to_tensor(0, dtypes.int64)
            return size + self._num_oov_buckets

    def _hash(self) -> Any:
        if self._hasher_spec.hasher == "fasthash":
            return strings.to_hash_bucket_fast
        if self._hasher_spec.hasher == "legacy":
            return strings.to_hash_bucket
        if self._hasher_spec.hasher == "stronghash":
            return functools.partial(strings.to_hash_bucket_strong, key=self._hasher_spec.key)
        raise ValueError(f"Unknown hasher {self._hasher_spec.hasher}")

    def lookup(self, keys: Any, name: str | None = None) -> Any:
        """The ids of keys; those that are not in the table get the id of a bucket.

        Raises:
          TypeError: if `keys` has another type than the table's keys.
        """
        self._check_keys(keys)
        values = keys.values if isinstance(keys, SparseTensor) else keys
        if self._table is not None and self._table.key_dtype == dtypes.int64:
            values = find("cast")(values, dtypes.int64)
        if not self._num_oov_buckets:
            ids = self._table.lookup(values, name=name)
        else:
            with name_scope(name, f"{self.name}_Lookup"):
                texts = values if values.dtype.base_dtype == dtypes.string else find("as_string")(values)
                ids = self._hash()(texts, num_buckets=self._num_oov_buckets, name="hash_bucket")
                if self._table is not None:
                    found = self._table.lookup(values)
                    buckets = find("add")(ids, self._table.size())
                    ids = find("where_v2")(find("not_equal")(found, self._table.default_value), found, buckets)
        return SparseTensor(keys.indices, ids, keys.dense_shape) if isinstance(keys, SparseTensor) else ids


def _key_type(source: Any, key_dtype: DTypeLike, shown: Any) -> DType:
    """The type of keys to look up, given that of the table's keys."""
    key_dtype = source.key_dtype if key_dtype is None else dtypes.as_dtype(key_dtype)
    supported = (dtypes.int64, dtypes.string)
    if source.key_dtype not in supported:
        raise TypeError(f"Invalid key dtype, expected one of {supported}, but got {shown or key_dtype}.")
    if source.key_dtype.is_integer != key_dtype.is_integer:
        wanted = "integer" if key_dtype.is_integer else "non-integer"
        raise TypeError(f"Invalid key dtype, expected {wanted} but got {source.key_dtype}.")
    if source.value_dtype != dtypes.int64:
        raise TypeError(f"Invalid value dtype, expected {dtypes.int64} but got {source.value_dtype}.")
    return key_dtype


def _check_key_type(key_dtype: DType) -> None:
    if not key_dtype.is_integer and key_dtype != dtypes.string:
        raise TypeError(f"Invalid key_dtype, expected integer or string, got {key_dtype}.")


@export("contrib.lookup.IdTableWithHashBuckets")
class IdTableWithHashBuckets(_WithBuckets):
    """A table of ids with buckets for the keys that it does not have.

    Args:
      table: the table, or None to hash everything.
      num_oov_buckets: how many buckets.
      hasher_spec: the hash function.
      name: a name for the operations.
      key_dtype: the type of keys, that of the table by default.

    >>> import penstock as tf
    >>> entries = tf.contrib.lookup.KeyValueTensorInitializer(["a", "b"], [0, 1], tf.string, tf.int64)
    >>> table = tf.contrib.lookup.IdTableWithHashBuckets(tf.contrib.lookup.HashTable(entries, -1), num_oov_buckets=1)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.tables_initializer())
    ...     print(sess.run(table.lookup(tf.constant(["b", "z"]))), sess.run(table.size()))
    [1 2] 3
    """

    def __init__(
        self,
        table: Any,
        num_oov_buckets: int,
        hasher_spec: Any = FastHashSpec,
        name: str | None = None,
        key_dtype: Any = None,
    ) -> None:
        name = name.rstrip("/") if name else name
        if table is not None:
            key_dtype = _key_type(table, key_dtype, None)
            name = name or table.name
        else:
            if num_oov_buckets <= 0:
                raise ValueError("oov_buckets must be > 0 if no table is supplied.")
            key_dtype = dtypes.string if key_dtype is None else dtypes.as_dtype(key_dtype)
            name = name or "hash_bucket"
        _check_key_type(key_dtype)
        if not isinstance(hasher_spec, HasherSpec):
            raise TypeError(f"hasher_spec must be of type HasherSpec, got {hasher_spec}")
        super().__init__(table, num_oov_buckets, hasher_spec, key_dtype, name)


@export("lookup.StaticVocabularyTable")
class StaticVocabularyTable(_WithBuckets):
    """A table of ids that is filled once, with buckets for the keys that it does not have.

    Args:
      initializer: where the entries come from, or None to hash everything.
      num_oov_buckets: how many buckets, at least one.
      lookup_key_dtype: the type of keys, that of the initializer by default.
      name: a name for the operations.

    Raises:
      ValueError: without a bucket.
      TypeError: for types of keys or ids that do not fit.

    >>> import penstock as tf
    >>> entries = tf.lookup.KeyValueTensorInitializer(["a", "b"], [0, 1], tf.string, tf.int64)
    >>> table = tf.lookup.StaticVocabularyTable(entries, num_oov_buckets=1)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.tables_initializer())
    ...     print(sess.run(table.lookup(tf.constant(["b", "z"]))))
    [1 2]
    """

    def __init__(
        self, initializer: Any, num_oov_buckets: int, lookup_key_dtype: Any = None, name: str | None = None
    ) -> None:
        if num_oov_buckets <= 0:
            raise ValueError("oov_buckets must be > 0.")
        name = name.rstrip("/") if name else name
        table = None
        if initializer:
            lookup_key_dtype = _key_type(initializer, lookup_key_dtype, initializer.key_dtype)
            table = StaticHashTable(initializer, default_value=-1)
            name = name or table.name
        else:
            lookup_key_dtype = dtypes.string
            name = name or "hash_bucket"
        _check_key_type(lookup_key_dtype)
        super().__init__(table, num_oov_buckets, FastHashSpec, lookup_key_dtype, name)
