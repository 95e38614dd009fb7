"""Sequence examples to tensors: features of the context as in `parsing`, and feature lists, one feature for each step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.registry import no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.ops.common.definitions import brackets
from penstock.ops.io import parsing_wire as wire
from penstock.ops.io.parsing import (
    _KINDS,
    _RUNTIME_NAMES,
    _array,
    _Batch,
    _keys,
    _read,
    _shown,
    _sparse_outputs,
    _spread,
    _unparsable,
)
from penstock.ops.text.strings import flat


def _text(found: Any) -> str:
    """A feature as text, for errors."""
    if found is None:
        return ""
    values, _ = wire.decode(found[0], [found[1]])
    name = {wire.BYTES: "bytes_list", wire.FLOAT: "float_list", wire.INT64: "int64_list"}[found[0]]
    shown = [f'"{v.decode(errors="replace")}"' if isinstance(v, bytes) else f"{v:g}" for v in values]
    return name + " {\n" + "".join(f"  value: {v}\n" for v in shown) + "}\n"


class _Steps:
    """The feature lists of all examples of a batch: for each key and example the list of its features, or None."""

    def __init__(self, serialized: list[bytes], columns: list[list[Any]], names: list[str]) -> None:
        self.serialized = serialized
        self.columns = columns
        self.names = names

    def check(self, column: list[Any], key: bytes, dtype: dtypes.DType, word: str, empty: bool) -> None:
        kind = _KINDS[dtype]
        for i, steps in enumerate(column):
            for step, found in enumerate(steps or []):
                if (found is None and not empty) or (found is not None and found[0] != kind):
                    raise errors.invalid(
                        f"Name: {self.names[i]}, Feature {word}: {key.decode(errors='replace')}, Index: {step}.  Data "
                        f"types don't match. Expected type: {wire.NAMES[kind]}  Feature is: {_text(found)}"
                    )

    def read(self, column: list[Any], dtype: dtypes.DType) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """All values, how many each step has, and how many steps each example has."""
        kind = _KINDS[dtype]
        payloads = [b"" if f is None else f[1] for steps in column for f in steps or []]
        values, counts = _read(kind, payloads, self.serialized)
        lengths = np.fromiter((len(steps or []) for steps in column), np.int64, len(column))
        return _array(values, kind), counts, lengths

    def dense(
        self, column: list[Any], key: bytes, dtype: dtypes.DType, shape: TensorShape, may_miss: bool, batched: bool
    ) -> tuple[np.ndarray, np.ndarray]:
        """The values of all steps with zeros up to the longest example, and the numbers of steps."""
        text = key.decode(errors="replace")
        for i, steps in enumerate(column):
            if steps is None and not may_miss:
                raise errors.invalid(
                    f"Name: {self.names[i]}, Feature list '{text}' is required but could not be found.  Did you mean to "
                    "include it in feature_list_dense_missing_assumed_empty or feature_list_dense_defaults?"
                )
        self.check(column, key, dtype, "list", batched)
        values, counts, lengths = self.read(column, dtype)
        dims: Any = tuple(shape.as_list())
        size = shape.num_elements()
        if (counts != size).any():
            example, step = (part[int(np.flatnonzero(counts != size)[0])] for part in _spread(lengths))
            kind = "" if batched else f"{_RUNTIME_NAMES[dtype]} "
            wrong = counts[counts != size][0]
            raise errors.invalid(
                f"Name: {self.names[example]}, Key: {text}, Index: {step}.  Number of {kind}values != expected.  values "
                f"size: {wrong} but output shape: {_shown(shape)}"
            )
        longest = int(lengths.max(initial=0))
        out = np.empty((len(column), longest, *dims), values.dtype)
        out[:] = b"" if dtype is dtypes.string else 0
        out[_spread(lengths)] = values.reshape((len(counts), *dims))
        return out, lengths


def _scan(serialized: list[bytes], context: list[bytes], lists: list[bytes], names: list[str]) -> tuple[_Batch, _Steps]:
    first, second = ({k: i for i, k in enumerate(keys)} for keys in (context, lists))
    rows = []
    for data in serialized:
        try:
            rows.append(wire.sequence_example(data, first, second))
        except wire.Malformed:
            raise _unparsable(data) from None
    features = [[row[0][first[key]] for row in rows] for key in context]
    steps = [[row[1][second[key]] for row in rows] for key in lists]
    named = [n.encode() for n in names]
    return _Batch(serialized, features, named, False), _Steps(serialized, steps, names)


def _stepwise(steps: _Steps, keys: list[bytes], types: Sequence[Any], single: bool) -> list[list[np.ndarray]]:
    indices, values, shapes = [], [], []
    for key, dtype, column in zip(keys, types, steps.columns):
        steps.check(column, key, dtype, "List", True)
        found, counts, lengths = steps.read(column, dtype)
        example, step = _spread(lengths)
        row, place = _spread(counts)
        parts = [step[row], place] if single else [example[row], step[row], place]
        indices.append(np.stack(parts, axis=1).astype(np.int64))
        values.append(found)
        whole = [lengths.max(initial=0), counts.max(initial=0)]
        shapes.append(np.array(whole if single else [len(column), *whole], np.int64))
    return [indices, values, shapes]


def _context_types(batch: _Batch, keys: list[bytes], types: Sequence[Any]) -> None:
    """Sequence examples have words of their own for a context feature of another type."""
    for key, dtype, column in zip(keys, types, batch.columns):
        for i, found in enumerate(column):
            if found is not None and found[0] != _KINDS[dtype]:
                raise errors.invalid(
                    f"Name: {batch.names[i].decode()}, Context feature: {key.decode(errors='replace')}.  Data types "
                    f"don't match. Expected type: {_RUNTIME_NAMES[dtype]}  Feature is: {_text(found)}"
                )


def _context_dense(
    batch: _Batch, skip: int, keys: list[bytes], types: Iterable[Any], shapes: Iterable[Any], defaults: Any
) -> list:
    out = []
    for column, key, dtype, shape, default in zip(batch.columns[skip:], keys, types, shapes, defaults):
        for i, found in enumerate(column):
            if found is None and not np.size(default):
                raise errors.invalid(
                    f"Name: {batch.names[i].decode()}, Context feature '{key.decode(errors='replace')}' is required but "
                    "could not be found."
                )
        counts = _read(_KINDS[dtype], [b"" if f is None else f[1] for f in column], batch.serialized)[1]
        for i, (count, found) in enumerate(zip(counts, column)):
            if found is not None and count != shape.num_elements():
                raise errors.invalid(
                    f"Name: {batch.names[i].decode()}, Key: {key.decode(errors='replace')}, Index: {i}.  Number of "
                    f"{_RUNTIME_NAMES[dtype]} values != expected.  values size: {count} but output shape: {_shown(shape)}"
                )
        out.append(batch.dense(column, key, dtype, shape, np.asarray(default)))
    return out


def _single_rule(c):
    a, b = c.attr("Ncontext_sparse"), c.attr("Nfeature_list_sparse")
    lists = [TensorShape([None]).concatenate(s) for s in c.attr("feature_list_dense_shapes")]
    return [
        *([[None, 1]] * a + [[None]] * a + [[1]] * a),
        *c.attr("context_dense_shapes"),
        *([[None, 2]] * b + [[None]] * b + [[2]] * b),
        *lists,
    ]


@op("ParseSingleSequenceExample", shape=_single_rule, host=True)
def _parse_single(
    xp,
    serialized,
    missing,
    context_sparse_keys,
    context_dense_keys,
    list_sparse_keys,
    list_dense_keys,
    defaults,
    debug_name,
    *,
    context_sparse_types,
    Tcontext_dense,  # noqa: N803
    context_dense_shapes,
    feature_list_sparse_types,
    feature_list_dense_types,
    feature_list_dense_shapes,
):
    if np.ndim(serialized):
        raise errors.invalid(f"Expected serialized to be a scalar, got shape: {brackets(np.shape(serialized))}")
    if np.ndim(debug_name):
        raise errors.invalid(f"Expected debug_name to be a scalar, got shape: {brackets(np.shape(debug_name))}")
    if np.ndim(missing) != 1:
        raise errors.invalid(
            "Expected feature_list_dense_missing_assumed_empty to be a vector, got shape: "
            + brackets(np.shape(missing))
        )
    for i, (default, shape) in enumerate(zip(defaults, context_dense_shapes)):
        if np.size(default) and np.shape(default) != tuple(shape.as_list()):
            raise errors.invalid(
                f"def_value[{i}].shape() == {brackets(np.shape(default))} != context_dense_shapes_[{i}] == {_shown(shape)}"
            )
    sparse, dense = _keys(context_sparse_keys), _keys(context_dense_keys)
    list_sparse, list_dense = _keys(list_sparse_keys), _keys(list_dense_keys)
    names = [n.decode(errors="replace") for n in flat(debug_name)] or [""]
    batch, steps = _scan(flat(serialized), sparse + dense, list_sparse + list_dense, names)
    _context_types(batch, sparse + dense, [*context_sparse_types, *Tcontext_dense])
    context = _sparse_outputs(batch, sparse, context_sparse_types, True)
    filled = _context_dense(batch, len(sparse), dense, Tcontext_dense, context_dense_shapes, defaults)
    lists = _stepwise(steps, list_sparse, feature_list_sparse_types, True)
    may_miss = set(flat(missing)) if np.size(missing) else set()
    rows = steps.columns[len(list_sparse) :]
    rest = [
        steps.dense(column, key, dtype, shape, key in may_miss, False)[0][0]
        for column, key, dtype, shape in zip(rows, list_dense, feature_list_dense_types, feature_list_dense_shapes)
    ]
    return (*sum(context, []), *[f[0] for f in filled], *sum(lists, []), *rest)


def _batch_rule(c):
    a, b = c.attr("Ncontext_sparse"), c.attr("Nfeature_list_sparse")
    serialized = rule.with_rank(c.shape(0), 1)
    lists = [serialized.concatenate([None]).concatenate(s) for s in c.attr("feature_list_dense_shapes")]
    return [
        *([[None, 2]] * a + [[None]] * a + [[2]] * a),
        *[serialized.concatenate(s) for s in c.attr("context_dense_shapes")],
        *([[None, 3]] * b + [[None]] * b + [[3]] * b),
        *lists,
        *([serialized] * len(lists)),
    ]


@op("ParseSequenceExample", shape=_batch_rule, host=True)
def _parse_batch(
    xp,
    serialized,
    debug_name,
    defaults,
    *,
    feature_list_dense_missing_assumed_empty,
    context_sparse_keys,
    context_dense_keys,
    feature_list_sparse_keys,
    feature_list_dense_keys,
    context_sparse_types,
    Tcontext_dense,  # noqa: N803
    context_dense_shapes,
    feature_list_sparse_types,
    feature_list_dense_types,
    feature_list_dense_shapes,
):
    data = flat(serialized)
    sparse, dense = _keys(context_sparse_keys), _keys(context_dense_keys)
    list_sparse, list_dense = _keys(feature_list_sparse_keys), _keys(feature_list_dense_keys)
    names = [n.decode(errors="replace") for n in flat(debug_name)] or ["<unknown>"] * len(data)
    batch, steps = _scan(data, sparse + dense, list_sparse + list_dense, names)
    _context_types(batch, sparse + dense, [*context_sparse_types, *Tcontext_dense])
    context = _sparse_outputs(batch, sparse, context_sparse_types, False)
    filled = _context_dense(batch, len(sparse), dense, Tcontext_dense, context_dense_shapes, defaults)
    lists = _stepwise(steps, list_sparse, feature_list_sparse_types, False)
    may_miss = set(_keys(feature_list_dense_missing_assumed_empty))
    rows = steps.columns[len(list_sparse) :]
    rest = [
        steps.dense(column, key, dtype, shape, key in may_miss, True)
        for column, key, dtype, shape in zip(rows, list_dense, feature_list_dense_types, feature_list_dense_shapes)
    ]
    return (*sum(context, []), *filled, *sum(lists, []), *[r[0] for r in rest], *[r[1] for r in rest])


no_gradient("ParseSequenceExample", "ParseSingleSequenceExample")
