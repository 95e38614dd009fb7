"""Tables that map keys to values: their state, and the operations that fill, ask and change them.

The operations come twice in 1.x: with handles that are resources (V2) and with handles that are string references.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.dtypes import DType, string, type_text
from penstock.graph.registry import no_gradient, op
from penstock.graph.typing import Array
from penstock.graph.values import as_bytes, object_array
from penstock.ops.common.definitions import brackets
from penstock.ops.io.decoding import READERS
from penstock.ops.state import named_state
from penstock.ops.text.strings import flat


def _unsupported(message: str) -> errors.UnimplementedError:
    return errors.UnimplementedError(None, None, message)


class Table:
    """Keys and values; `fixed` ones are filled once, by an initializer, and cannot change afterwards."""

    def __init__(self, key_dtype: DType, value_dtype: DType, shape: tuple[int, ...] = (), fixed: bool = False) -> None:
        self.key_dtype = key_dtype
        self.value_dtype = value_dtype
        self.shape = shape
        self.fixed = fixed
        self.ready = not fixed
        self.key_shape: tuple[int, ...] = ()
        self.forbidden: dict[Any, str] = {}
        self.entries: dict[Any, Any] = {}
        self.lock = threading.Lock()

    def check_types(self, keys: DType | None, values: DType | None) -> None:
        """Raises InvalidArgumentError if a tensor has not the type of the table."""
        for given, own in ((keys, self.key_dtype), (values, self.value_dtype)):
            if given is not None and given != own:
                raise errors.invalid(
                    f"Signature mismatch, have: resource, {_shown(keys)}, {_shown(values)}-> expected: resource, "
                    f"{_shown(self.key_dtype)}, {_shown(self.value_dtype)}->"
                )

    def check_ready(self) -> None:
        if not self.ready:
            raise errors.FailedPreconditionError(None, None, "Table not initialized.")

    def keys_of(self, keys: Any) -> list[Any]:
        """Keys as what dictionaries can hold."""
        if not self.key_shape:
            found = keys.ravel().tolist() if isinstance(keys, np.ndarray) else [keys.item() if np.ndim(keys) == 0 and
                    hasattr(keys, "item") else keys]  # fmt: skip
        else:
            found = list(map(tuple, np.asarray(keys).reshape(-1, *self.key_shape).tolist()))
        if self.forbidden:
            for key, word in self.forbidden.items():
                if key in found:
                    raise errors.invalid(f"Using the {word} as a table key is not allowed")
        return found

    def rows_of(self, values: Array, count: int) -> list[Any]:
        array = np.asarray(values)
        return array.reshape(count, *self.shape).tolist() if not self.shape else list(array.reshape(count, *self.shape))

    def find(self, keys: Any, default: Any) -> np.ndarray:
        """The values of keys, `default` for those that are not there."""
        self.check_ready()
        shape = np.shape(keys)[: np.ndim(keys) - len(self.key_shape)]
        if not self.shape:
            if np.size(default) != 1 or np.ndim(default) > 1:
                raise errors.invalid(f"Expected shape [] or [1] for default value, got {brackets(np.shape(default))}")
            other = flat(default)[0] if self.value_dtype is string else np.ravel(default)[0].item()
            get = self.entries.get
            found = [get(key, other) for key in self.keys_of(keys)]
            if self.value_dtype is string:
                return object_array(found, shape)
            return np.array(found, self.value_dtype.storage).reshape(shape)
        if np.shape(default) != self.shape:
            raise errors.invalid(
                f"Expected shape {brackets(self.shape)} for default value, got {brackets(np.shape(default))}"
            )
        rows = [self.entries.get(key, default) for key in self.keys_of(keys)]
        out = np.empty((len(rows), *self.shape), self.value_dtype.storage)
        for i, row in enumerate(rows):
            out[i] = row
        return out.reshape((*shape, *self.shape))

    def insert(self, keys: Sequence[Any], values: Any) -> None:
        """Sets the values of keys."""
        if self.fixed:
            raise _unsupported("Insert not supported by InitializableLookupTable implementations")
        self.check_shapes(keys, values)
        found = self.keys_of(keys)
        with self.lock:
            self.entries.update(zip(found, self.rows_of(values, len(found))))

    def check_shapes(self, keys: Any, values: Any) -> None:
        wanted = (*np.shape(keys)[: np.ndim(keys) - len(self.key_shape)], *self.shape)
        if np.shape(values) != wanted:
            raise errors.invalid(f"Expected shape {brackets(wanted)} for value, got {brackets(np.shape(values))}")

    def remove(self, keys: Array) -> None:
        if self.fixed:
            raise _unsupported("Remove not supported by InitializableLookupTable implementations")
        with self.lock:
            for key in self.keys_of(keys):
                self.entries.pop(key, None)

    def fill(self, keys: object, values: Array) -> None:
        """Makes the entries all there is: restores a table that can change, initializes one that cannot."""
        self.check_shapes(keys, values)
        with self.lock:
            if not self.fixed:
                banned, self.forbidden = self.forbidden, {}
                found = self.keys_of(keys)
                self.forbidden = banned
                rows = self.rows_of(values, len(found))
                self.entries = {k: v for k, v in zip(found, rows) if k not in banned}
                return
            found = self.keys_of(keys)
            self._initialize(list(zip(found, self.rows_of(values, len(found)))))

    def initialize(self, pairs: list[tuple[Any, Any]]) -> None:
        """Fills a table that cannot change."""
        with self.lock:
            self._initialize(pairs)

    def _initialize(self, pairs: list[tuple[Any, Any]]) -> None:
        entries = dict(pairs)
        if len(entries) < len(pairs):
            seen: dict[Any, Any] = {}
            for key, value in pairs:
                if seen.setdefault(key, value) != value:
                    raise errors.FailedPreconditionError(
                        None,
                        None,
                        f"HashTable has different value for same key. Key {_plain(key)} has {_plain(seen[key])} and "
                        f"trying to add value {_plain(value)}",
                    )
        if self.ready:
            if entries != self.entries:
                raise errors.FailedPreconditionError(None, None, "Table was already initialized with different data.")
            return
        self.entries = entries
        self.ready = True

    def export(self) -> tuple[np.ndarray, np.ndarray]:
        """All keys and values."""
        self.check_ready()
        with self.lock:
            keys, values = list(self.entries), list(self.entries.values())
        return _stacked(keys, self.key_dtype, self.key_shape), _stacked(values, self.value_dtype, self.shape)


def _stacked(items: list, dtype: DType, shape: tuple[int, ...]) -> np.ndarray:
    if dtype is string and not shape:
        return object_array(items, (len(items),))
    return np.array(items, dtype.storage).reshape((len(items), *shape))


def _plain(value: Array) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)


def _shown(dtype: DType | None) -> str:
    return "?" if dtype is None else type_text(dtype)


# -- making tables ----------------------------------------------------------------------------------------------------


def _make(ctx: Any, make: Any) -> np.ndarray:
    attrs = ctx.op._attrs
    handle, table = named_state.state_of(ctx, "table", lambda name: make())
    if not isinstance(table, Table) or (table.key_dtype, table.value_dtype) != (
        attrs["key_dtype"],
        attrs["value_dtype"],
    ):
        raise errors.invalid(
            f"Conflicting key/value dtypes {_shown(attrs['key_dtype'])}->{_shown(attrs['value_dtype'])} with "
            f"{_shown(table.key_dtype)}-{_shown(table.value_dtype)} for table {handle.name}"
        )
    return named_state.boxed(handle, ctx.op._outputs[0].dtype._is_ref_dtype)


def _handle_rule(c):
    return [[2]] if c.op._outputs[0].dtype._is_ref_dtype else [[]]


@op(("HashTable", "HashTableV2"), shape=_handle_rule, host=True)
def _hash_table(xp, *, key_dtype, value_dtype, ctx):
    return _make(ctx, lambda: Table(key_dtype, value_dtype, fixed=True))


@op(("MutableHashTable", "MutableHashTableV2"), shape=_handle_rule, host=True)
def _mutable_hash_table(xp, *, key_dtype, value_dtype, ctx):
    return _make(ctx, lambda: Table(key_dtype, value_dtype))


@op(("MutableHashTableOfTensors", "MutableHashTableOfTensorsV2"), shape=_handle_rule, host=True)
def _table_of_tensors(xp, *, key_dtype, value_dtype, value_shape, ctx):
    return _make(ctx, lambda: Table(key_dtype, value_dtype, tuple(value_shape.as_list())))


# -- filling and asking -----------------------------------------------------------------------------------------------


def _check_handle(c) -> None:
    if c.op._inputs[0].dtype.is_ref_dtype:
        rule.with_value(rule.dim(rule.with_rank(c.shape(0), 1), 0), 2)
    else:
        rule.check_scalars(c, 0)


def _asked(*results: Any) -> rule.Rule:
    """For operations on a table whose outputs have fixed shapes."""

    def shapes(c):
        _check_handle(c)
        return list(results)

    return shapes


def _import_rule(c):
    _check_handle(c)
    keys = rule.with_rank(c.shape(1), 1)
    if c.op.type.startswith("Initialize"):
        rule.merge(keys, c.shape(2))
    elif c.shape(2).ndims is not None:
        rule.merge(keys, c.shape(2)[:1])
    return []


@op(("LookupTableImport", "LookupTableImportV2", "InitializeTable", "InitializeTableV2"), shape=_import_rule, host=True)
def _import(xp, handle, keys, values, *, ctx):
    table: Table = named_state.find(ctx, handle)
    table.check_types(ctx.op.inputs[1].dtype.base_dtype, ctx.op.inputs[2].dtype.base_dtype)
    table.fill(keys, values)


@op(("LookupTableInsert", "LookupTableInsertV2"), shape=_asked(), host=True)
def _insert(xp, handle, keys, values, *, ctx):
    table: Table = named_state.find(ctx, handle)
    table.check_types(ctx.op.inputs[1].dtype.base_dtype, ctx.op.inputs[2].dtype.base_dtype)
    table.insert(keys, values)


def _remove_rule(c):
    _check_handle(c)
    rule.with_rank_at_least(c.shape(1), 1)
    return []


@op("LookupTableRemoveV2", shape=_remove_rule, host=True)
def _remove(xp, handle, keys, *, ctx):
    table: Table = named_state.find(ctx, handle)
    table.check_types(ctx.op.inputs[1].dtype.base_dtype, None)
    table.remove(keys)


def _find_rule(c):
    _check_handle(c)
    rule.with_rank_at_most(c.shape(2), 1)
    maker, keys = c.op.inputs[0].op, c.shape(1)
    if "OfTensors" in maker.type:
        return [keys.concatenate(maker.get_attr("value_shape"))]
    if "Dense" in maker.type:
        key = maker.inputs[0].shape
        if keys.ndims is None or key.ndims is None or keys.ndims < key.ndims:
            return [rule.UNKNOWN]
        return [keys[: keys.ndims - key.ndims].concatenate(maker.get_attr("value_shape"))]
    # Only where values are scalars is the shape that of the keys; the table is not known here.
    return [keys if c.shape(2).ndims == 0 else rule.UNKNOWN]


@op(("LookupTableFind", "LookupTableFindV2"), shape=_find_rule, host=True)
def _find(xp, handle, keys, default, *, ctx):
    table: Table = named_state.find(ctx, handle)
    table.check_types(ctx.op.inputs[1].dtype.base_dtype, ctx.op.inputs[2].dtype.base_dtype)
    return table.find(keys, default)


@op(("LookupTableSize", "LookupTableSizeV2"), shape=_asked([]), host=True)
def _size(xp, handle, *, ctx):
    table: Table = named_state.find(ctx, handle)
    table.check_ready()
    return np.int64(len(table.entries))


def _export_rule(c):
    _check_handle(c)
    maker = c.op.inputs[0].op
    return [[None], [None, *maker._attrs["value_shape"].as_list()] if "OfTensors" in maker.type else None]


@op(("LookupTableExport", "LookupTableExportV2"), shape=_export_rule, host=True)
def _export(xp, handle, *, Tkeys, Tvalues, ctx):
    table: Table = named_state.find(ctx, handle)
    table.check_types(Tkeys, Tvalues)
    return table.export()


# -- files ------------------------------------------------------------------------------------------------------------


def _column(lines: list[bytes], index: int, dtype: DType, delimiter: bytes, path: str) -> list[Any]:
    """The keys or values in a file: -1 stands for the number of a line, -2 for the whole of it."""
    if index == -1:
        return list(range(len(lines)))
    out: list[Any] = []
    for number, line in enumerate(lines):
        text = line
        if index >= 0:
            fields = line.split(delimiter)
            if index >= len(fields):
                raise errors.invalid(
                    f"Invalid number of columns in {path} line {number} ({_plain(line)}) : expected {index + 1} got "
                    f"{len(fields)}"
                )
            text = fields[index]
        value = text if dtype is string else READERS[dtype](text)
        if value is None:
            raise errors.invalid(f"Field {_plain(text)} in line {number} is not a valid {_shown(dtype)}.")
        out.append(value)
    return out


def _file_rule(c):
    _check_handle(c)
    rule.check_scalars(c, 1)
    return []


@op(("InitializeTableFromTextFile", "InitializeTableFromTextFileV2"), shape=_file_rule, host=True)
def _from_file(xp, handle, filename, *, key_index, value_index, vocab_size, delimiter, ctx):
    table: Table = named_state.find(ctx, handle)
    path = flat(filename)[0].decode()
    try:
        with open(path.removeprefix("file://"), "rb") as file:
            lines = file.read().split(b"\n")
    except OSError as error:
        raise errors.NotFoundError(None, None, f"{path}; {error.strerror}") from None
    if lines and not lines[-1]:
        lines.pop()
    ends = itertools.accumulate(len(line) + 1 for line in lines)
    lines = [line.removesuffix(b"\r") for line in lines]
    for line, end in zip(lines if vocab_size < 0 else lines[:vocab_size], ends):
        if not line:
            raise errors.invalid(f"Invalid content in {path}: empty line found at position {end}.")
    if vocab_size >= 0:
        if len(lines) < vocab_size:
            raise errors.invalid(f"Invalid vocab_size in {path}: expected {vocab_size} but got {len(lines)}")
        lines = lines[:vocab_size]
    separator = as_bytes(delimiter)
    if len(separator) != 1:
        raise errors.invalid(f"Delimiter should be only 1 char: {_plain(separator)}")
    keys = _column(lines, key_index, table.key_dtype, separator, path)
    table.initialize(list(zip(keys, _column(lines, value_index, table.value_dtype, separator, path))))


no_gradient("LookupTableFind", "LookupTableFindV2", "LookupTableInsert", "LookupTableInsertV2", "LookupTableSize",
            "LookupTableSizeV2", "HashTable", "HashTableV2", "InitializeTable", "InitializeTableV2",
            "InitializeTableFromTextFile", "InitializeTableFromTextFileV2", "MutableDenseHashTable",
            "MutableDenseHashTableV2", "MutableHashTable", "MutableHashTableV2", "MutableHashTableOfTensors",
            "MutableHashTableOfTensorsV2")  # fmt: skip
