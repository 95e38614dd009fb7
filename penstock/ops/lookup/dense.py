"""Dense tables: those whose keys and values lie in buckets, as 1.x exports them and writes them into checkpoints.

What is asked is answered from a dictionary. Where an entry lies matters to others: a checkpoint holds all buckets, the
empty ones too, and 1.x searches in them by hash, so entries are placed as it does. A free bucket has the empty key; one
whose entry was removed has the deleted key, and its old value.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.dtypes import DType, string
from penstock.graph.registry import op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.values import object_array
from penstock.ops.common.definitions import brackets
from penstock.ops.lookup.kernels import Table, _handle_rule, _make
from penstock.ops.text.hashing import hash64

_EMPTY, _TAKEN, _DELETED = 0, 1, 2


def _hashes(keys: list[Any], vectors: bool) -> list[int]:
    """The hash of each key: numbers are their own, strings have the runtime's, vectors those of their parts together."""
    result = np.zeros(len(keys), np.uint64)
    columns = list(zip(*keys)) if vectors else [keys]
    for column in columns:
        words = isinstance(column[0], bytes)
        part = (hash64(list(column)) if words else np.array(column, np.int64)).astype(np.uint64)
        if len(columns) > 1:
            shifted = (result << np.uint64(10)) + (result >> np.uint64(4))
            part = result ^ (part + np.uint64(0x9E3779B97F4A7800) + shifted)
        result = part
    return result.tolist()


class DenseTable(Table):
    """A table with buckets; keys and values are scalars or vectors."""

    def __init__(
        self,
        key_dtype: DType,
        value_dtype: DType,
        shape: tuple[int, ...],
        special: dict[str, Any],
        buckets: int,
        max_load: float,
    ) -> None:
        super().__init__(key_dtype, value_dtype, shape)
        if not 0 < max_load <= 1:
            raise errors.invalid(f"max_load_factor must be between 0 and 1, got: {max_load:g}")
        self._special = {word: np.asarray(key) for word, key in special.items()}
        shapes = [key.shape for key in self._special.values()]
        if shapes[-1] != shapes[0]:
            both = " and ".join(map(brackets, shapes))
            raise errors.invalid(f"Empty and deleted keys must have same shape, got shapes: {both}")
        for shown, given in (("key", shapes[0]), ("value", shape)):
            if len(given) > 1:
                raise errors.invalid(f"Empty {shown} must be a scalar or a vector, got shape {brackets(given)}")
        self.key_shape = shapes[0]
        for word, key in self._special.items():
            self.forbidden[Table.keys_of(self, key)[0]] = word
        self._first_buckets, self._max_load = buckets, np.float32(max_load)
        self._clear(buckets)

    def _clear(self, buckets: int) -> None:
        if buckets < 4 or buckets & (buckets - 1):
            raise errors.invalid(f"Number of buckets must be at least 4 and a power of 2, got: {buckets}")
        self._state = bytearray(buckets)
        self._places: dict[Any, int] = {}
        self._removed: dict[int, Any] = {}

    def _place(self, keys: Iterable[Any]) -> None:
        """Gives each key that has none a bucket: the first free one of those that its hash leads to."""
        new = [key for key in dict.fromkeys(keys) if key not in self._places]
        if not new:
            return
        state, mask = self._state, len(self._state) - 1
        for key, place in zip(new, _hashes(new, bool(self.key_shape))):
            place, probes = place & mask, 0
            while state[place] == _TAKEN:
                probes += 1
                place = (place + probes) & mask
            if state[place] == _DELETED:
                del self._removed[place]
            state[place] = _TAKEN
            self._places[key] = place

    def _make_room(self, count: int) -> None:
        """Doubles the buckets as long as so many more entries would be too many."""
        buckets = len(self._state)
        while len(self._places) + count > np.float32(buckets) * self._max_load:
            buckets *= 2
        if buckets > len(self._state):
            in_order = sorted(self._places, key=self._places.__getitem__)
            self._clear(buckets)
            self._place(in_order)

    def insert(self, keys: Sequence[Any], values: Any) -> None:
        """Sets the values of keys."""
        self.check_shapes(keys, values)
        found = self.keys_of(keys)
        with self.lock:
            self._make_room(len(found))  # as if all of them were new, as in 1.x
            self._place(found)
            self.entries.update(zip(found, self.rows_of(values, len(found))))

    def remove(self, keys: Any) -> None:
        """Forgets keys; their buckets stay marked."""
        found = self.keys_of(keys)
        with self.lock:
            for key in found:
                if key in self._places:
                    place = self._places.pop(key)
                    self._state[place] = _DELETED
                    self._removed[place] = self.entries.pop(key)

    def _rows(self, items: list[Any], dtype: DType, size: int) -> np.ndarray:
        if dtype is string:
            flat = [part for item in items for part in np.ravel(np.array(item, object))]
            return object_array(flat, (len(items), size))
        return np.array(items, dtype.storage).reshape(len(items), size)

    def export(self) -> tuple[np.ndarray, np.ndarray]:
        """The keys and values of all buckets, as matrices."""
        with self.lock:
            buckets = len(self._state)
            sizes = [int(np.prod(shape, dtype=int)) for shape in (self.key_shape, self.shape)]
            special = [self._special[word].reshape(1, -1) for word in self._special]
            keys = np.repeat(special[0], buckets, 0)
            if self.value_dtype is string:
                values = np.full((buckets, sizes[1]), b"", object)
            else:
                values = np.zeros((buckets, sizes[1]), self.value_dtype.storage)
            for places, key, rows in (
                ([self._places[key] for key in self.entries], None, list(self.entries.values())),
                (list(self._removed), special[-1], list(self._removed.values())),
            ):
                if places:
                    keys[places] = self._rows(list(self.entries), self.key_dtype, sizes[0]) if key is None else key
                    values[places] = self._rows(rows, self.value_dtype, sizes[1])
        return keys, values

    def fill(self, keys: Any, values: Any) -> None:
        """Makes what was exported all there is; bare entries, as this package once wrote them, find new places."""
        count = len(keys) if np.ndim(keys) else 0
        wanted = (count, *(self.shape or (1,)))
        bare = np.shape(keys) == (count,) and not self.key_shape
        if np.shape(keys) != (count, *(self.key_shape or (1,))) and not bare:
            raise errors.invalid(f"Input key shape {brackets(np.shape(keys))} must be that of the table's keys")
        if np.shape(values) != wanted and np.shape(values) != (count, *self.shape):
            raise errors.invalid(f"Expected shape {brackets(wanted)} for value, got {brackets(np.shape(values))}")
        flat = np.reshape(keys, (count, int(np.prod(self.key_shape, dtype=int))))
        kinds = np.full(count, _TAKEN, np.uint8)
        for word, special in self._special.items():
            kinds[(flat == special.reshape(1, -1)).all(1)] = _EMPTY if word == "empty_key" else _DELETED
        taken, removed = (np.flatnonzero(kinds == kind) for kind in (_TAKEN, _DELETED))
        live = flat[taken].tolist()
        found = list(map(tuple, live)) if self.key_shape else [key for (key,) in live]
        with self.lock:
            self.entries = dict(zip(found, self.rows_of(values[taken], len(taken))))
            # A table with buckets always has an empty one.
            if count >= 4 and not count & (count - 1) and (kinds == _EMPTY).any():
                self._state = bytearray(kinds)
                self._places = dict(zip(found, taken.tolist()))
                self._removed = dict(zip(removed.tolist(), self.rows_of(values[removed], len(removed))))
                return
            self._clear(self._first_buckets)
            self._make_room(len(self.entries))
            self._place(self.entries)


def _dense(ctx: Any, key_dtype: DType, value_dtype: DType, value_shape: TensorShape, **special: Any) -> np.ndarray:
    attrs = ctx.op._attrs
    shape: Any = tuple(value_shape.as_list())
    buckets, load = attrs["initial_num_buckets"], attrs["max_load_factor"]
    return _make(ctx, lambda: DenseTable(key_dtype, value_dtype, shape, special, buckets, load))


@op("MutableDenseHashTable", shape=_handle_rule, host=True)
def _dense_table(xp, empty_key, *, key_dtype, value_dtype, value_shape, ctx):
    return _dense(ctx, key_dtype, value_dtype, value_shape, empty_key=empty_key)


def _dense_rule(c):
    rule.with_rank_at_most(c.shape(0), 1)
    return [[]]


@op("MutableDenseHashTableV2", shape=_dense_rule, host=True)
def _dense_table_v2(xp, empty_key, deleted_key, *, key_dtype, value_dtype, value_shape, ctx):
    if np.array_equal(empty_key, deleted_key):
        raise errors.invalid("Empty and deleted keys cannot be equal")
    return _dense(ctx, key_dtype, value_dtype, value_shape, empty_key=empty_key, deleted_key=deleted_key)
