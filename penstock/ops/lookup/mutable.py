"""Tables that change while a graph runs: `tf.contrib.lookup.MutableHashTable` and dense ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from penstock._namespace import export
from penstock.graph.build import apply
from penstock.graph.collections_of_graph import add_to_collection
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import colocate_with, name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import TensorLike
from penstock.ops.lookup.tables import LookupInterface


class _MutableTable(LookupInterface):
    """What tables that can change have in common."""

    _default_value: Tensor

    def lookup(self, keys: object, name: str | None = None) -> Tensor:
        """The values of keys; the default value for those that are not there."""
        with name_scope(name, f"{self.name}_lookup_table_find", (self.resource_handle, keys, self._default_value)):
            keys = convert_to_tensor(keys, self._key_dtype, name="keys")
            with colocate_with(self.resource_handle):
                return apply(
                    "LookupTableFindV2",
                    None,
                    table_handle=self.resource_handle,
                    keys=keys,
                    default_value=self._default_value,
                )

    def insert(self, keys: Iterable[Any], values: Any, name: str | None = None) -> Operation:
        """Makes an operation that sets the values of keys."""
        with name_scope(name, f"{self.name}_lookup_table_insert", [self.resource_handle, keys, values]):
            keys = convert_to_tensor(keys, self._key_dtype, name="keys")
            values = convert_to_tensor(values, self._value_dtype, name="values")
            with colocate_with(self.resource_handle):
                return apply("LookupTableInsertV2", None, table_handle=self.resource_handle, keys=keys, values=values)

    def remove(self, keys: Any, name: str | None = None) -> Operation:
        """Makes an operation that removes keys; those that are not there are ignored."""
        if keys.dtype != self._key_dtype:
            raise TypeError(f"Signature mismatch. Keys must be dtype {self._key_dtype}, got {keys.dtype}.")
        with name_scope(name, f"{self.name}_lookup_table_remove", (self.resource_handle, keys, self._default_value)):
            return apply("LookupTableRemoveV2", None, table_handle=self.resource_handle, keys=keys)

    def export(self, name: str | None = None) -> tuple[Tensor, Tensor]:
        """All keys and all values."""
        with name_scope(name, f"{self.name}_lookup_table_export_values", [self.resource_handle]):
            with colocate_with(self.resource_handle):
                keys, values = apply(
                    "LookupTableExportV2",
                    None,
                    table_handle=self.resource_handle,
                    Tkeys=self._key_dtype,
                    Tvalues=self._value_dtype,
                )
        return keys, values

    def _make_saveable(self, name: str) -> None:
        add_to_collection(GraphKeys.SAVEABLE_OBJECTS, _saveable(self, name))

    def _gather_saveables_for_checkpoint(self) -> dict[str, Any]:
        return {"table": lambda name=self._table_name or "table": _saveable(self, name)}


def _saveable(table: _MutableTable, name: str) -> Any:
    from penstock.ops.state.saveable import SaveableObject, SaveSpec

    class Saveable(SaveableObject):
        """The keys and values of a table in a checkpoint."""

        def restore(self, restored_tensors: list[Tensor], restored_shapes: Any) -> Operation:
            """Fills the table with what was saved."""
            with name_scope(None, f"{self.name}_table_restore"), colocate_with(self.op.resource_handle):
                keys, values = restored_tensors
                return apply("LookupTableImportV2", None, table_handle=table.resource_handle, keys=keys, values=values)

    keys, values = table.export()
    return Saveable(table, [SaveSpec(keys, "", f"{name}-keys"), SaveSpec(values, "", f"{name}-values")], name)


@export("contrib.lookup.MutableHashTable")
class MutableHashTable(_MutableTable):
    """A table that can change.

    Args:
      key_dtype: the type of the keys.
      value_dtype: the type of the values.
      default_value: the value of keys that are not there; values have its shape.
      name: a name for the table.
      checkpoint: whether `tf.train.Saver` saves it.
      shared_name: a name under which sessions share the table.

    >>> import penstock as tf
    >>> table = tf.contrib.lookup.MutableHashTable(tf.string, tf.int64, -1)
    >>> with tf.Session() as sess:
    ...     sess.run(table.insert(tf.constant(["a", "b"]), tf.constant([10, 20], tf.int64)))
    ...     sess.run(table.remove(tf.constant(["a"])))
    ...     print(sess.run(table.lookup(tf.constant(["a", "b"]))))
    [-1 20]
    """

    def __init__(
        self,
        key_dtype: Any,
        value_dtype: Any,
        default_value: Any,
        name: str = "MutableHashTable",
        checkpoint: bool = True,
        shared_name: str | None = None,
    ) -> None:
        super().__init__(key_dtype, value_dtype)
        self._default_value = convert_to_tensor(default_value, value_dtype)
        shape = self._default_value.get_shape()
        common = {
            "shared_name": shared_name or "",
            "use_node_name_sharing": checkpoint and shared_name is None,
            "key_dtype": self._key_dtype,
            "value_dtype": self._value_dtype,
        }
        if shape.ndims == 0:
            self._resource_handle = apply("MutableHashTableV2", name, **common)
        else:
            self._resource_handle = apply("MutableHashTableOfTensorsV2", name, value_shape=shape, **common)
        self._table_name = self._resource_handle.op.name.split("/")[-1]
        if checkpoint:
            self._make_saveable(name)


@export("contrib.lookup.MutableDenseHashTable", "lookup.experimental.DenseHashTable")
class DenseHashTable(_MutableTable):
    """A table that can change, with two keys that stand for free and for deleted places.

    Args:
      key_dtype: the type of the keys.
      value_dtype: the type of the values.
      default_value: the value of keys that are not there; values have its shape.
      empty_key: a key that is not used; keys have its shape.
      deleted_key: another one.
      initial_num_buckets: how many places there are at first, a power of two; 131072 by default. `export` and checkpoints
        have all of them.
      name: a name for the table.
      checkpoint: whether `tf.train.Saver` saves it.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     table = tf.contrib.lookup.MutableDenseHashTable(tf.int64, tf.int64, -1, 0, -2, initial_num_buckets=4)
    ...     _ = session.run(table.insert([2, 5], [20, 50]))
    ...     session.run(table.lookup([5, 6])).tolist(), session.run(table.export()[0])[:, 0].tolist()
    ([50, -1], [0, 5, 2, 0])
    """

    def __init__(
        self,
        key_dtype: Any,
        value_dtype: Any,
        default_value: Any,
        empty_key: Any,
        deleted_key: Any,
        initial_num_buckets: int | None = None,
        name: str = "MutableDenseHashTable",
        checkpoint: bool = True,
    ) -> None:
        super().__init__(key_dtype, value_dtype)
        self._default_value = convert_to_tensor(default_value, value_dtype, name="default_value")
        self._resource_handle = apply(
            "MutableDenseHashTableV2",
            name,
            empty_key=convert_to_tensor(empty_key, key_dtype, name="empty_key"),
            deleted_key=convert_to_tensor(deleted_key, key_dtype, name="deleted_key"),
            shared_name="",
            use_node_name_sharing=checkpoint,
            value_dtype=self._value_dtype,
            value_shape=self._default_value.get_shape(),
            initial_num_buckets=initial_num_buckets,
        )
        self._table_name = self._resource_handle.op.name.split("/")[-1]
        if checkpoint:
            self._make_saveable(name)

    def insert_or_assign(self, keys: Sequence[Any], values: TensorLike, name: str | None = None) -> Operation:
        """Makes an operation that sets the values of keys."""
        return self.insert(keys, values, name)

    def erase(self, keys: Sequence[Any], name: str | None = None) -> Operation:
        """Makes an operation that removes keys."""
        return self.remove(keys, name)
