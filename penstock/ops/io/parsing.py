"""Examples to tensors: the operations that parse `tf.train.Example` and `SequenceExample`, a whole batch at a time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from penstock import protos
from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.registry import no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.values import as_bytes, object_array
from penstock.ops.backend import memory
from penstock.ops.common.definitions import brackets, function
from penstock.ops.io import parsing_forms as forms
from penstock.ops.io import parsing_native as examples_native
from penstock.ops.io import parsing_wire as wire
from penstock.ops.text.strings import flat

_KINDS = {dtypes.string: wire.BYTES, dtypes.float32: wire.FLOAT, dtypes.int64: wire.INT64}
_RUNTIME_NAMES = {dtypes.string: "string", dtypes.float32: "float", dtypes.int64: "int64"}


def _shown(shape: TensorShape) -> str:
    return "[" + ",".join("?" if d is None else str(d) for d in shape.as_list()) + "]"


def _keys(values: Any) -> list[bytes]:
    return [flat(v)[0] if isinstance(v, np.ndarray) else as_bytes(v) for v in values]


def _read(kind: int, payloads: Any, data: list[bytes]) -> tuple[Any, np.ndarray]:
    try:
        if isinstance(payloads, wire.Column):
            return payloads.decoded()
        return wire.decode(kind, payloads)
    except wire.Malformed:
        raise _unparsable(data[0]) from None


def _unparsable(data: bytes) -> Exception:
    return errors.invalid(f"Could not parse example input, value: '{data.decode(errors='replace')}'")


def _array(values: Any, kind: int) -> np.ndarray:
    return object_array(values, (len(values),)) if kind == wire.BYTES and isinstance(values, list) else values


def _spread(counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For rows with so many entries each: the row and the column of every entry."""
    total = int(counts.sum())
    rows = np.repeat(np.arange(len(counts)), counts)
    return rows, np.arange(total) - np.repeat(np.cumsum(counts) - counts, counts)


# From so many examples on, they are read all at once.
_TOGETHER = 8


class _Batch:
    """The features of all examples of a batch: one column for each key, as `wire` gives it."""

    def __init__(self, serialized: Any, columns: list[Any], names: list[bytes], single: bool) -> None:
        self.serialized = serialized
        self.columns = columns
        self.names = names
        self.single = single

    def where(self, key: bytes, i: int) -> str:
        text = key.decode(errors="replace")
        if self.single:
            return f"Key: {text}.  "
        return f"Name: {self.name(i)}, Key: {text}, Index: {i}.  "

    def name(self, i: int) -> str:
        return self.names[i].decode(errors="replace") if self.names else "<unknown>"

    def wrong_kind(self, column: Any, kind: int) -> tuple[int, int] | None:
        """The first example whose feature is of another kind, and that kind."""
        if isinstance(column, wire.Column):
            return None if column.kind == kind else (0, column.kind)
        return next(((i, f[0]) for i, f in enumerate(column) if f is not None and f[0] != kind), None)

    def sparse(self, column: Any, key: bytes, dtype: dtypes.DType) -> tuple[np.ndarray, np.ndarray]:
        """All values of a feature, and how many each example has."""
        kind = _KINDS[dtype]
        wrong = self.wrong_kind(column, kind)
        if wrong is not None:
            raise errors.invalid(
                f"{self.where(key, wrong[0])}Data types don't match. Expected type: {wire.NAMES[kind]}, Actual type: "
                f"{wire.NAMES[wrong[1]]}"
            )
        if not isinstance(column, wire.Column):
            column = [f[1] if f is not None else b"" for f in column]
        values, counts = _read(kind, column, self.serialized)
        return _array(values, kind), counts

    def dense(
        self, column: Any, key: bytes, dtype: dtypes.DType, shape: TensorShape, default: np.ndarray
    ) -> np.ndarray:
        """The values of a feature of one shape; examples without it have the default."""
        if isinstance(column, examples_native.Feature) and column.all_have(shape.num_elements()):
            dims: Any = shape.as_list()
            return column.values(shape=(column.size, *dims))
        kind = _KINDS[dtype]
        wrong = self.wrong_kind(column, kind)
        if wrong is not None:
            raise errors.invalid(
                f"{self.where(key, wrong[0])}Data types don't match. Data type: {wire.NAMES[wrong[1]]} but expected "
                f"type: {wire.NAMES[kind]}"
            )
        together = isinstance(column, wire.Column)
        present: Any
        if not together:
            present = [i for i, f in enumerate(column) if f is not None]
        elif isinstance(column, examples_native.Feature) and column.missing:
            present = np.flatnonzero(column.counts() >= 0).tolist()
        else:
            present = range(len(column))
        variable = bool(shape.ndims) and shape.as_list()[0] is None
        if len(present) < len(column) and not variable and not default.size and shape.num_elements():
            missing = next((i for i, k in enumerate(present) if i != k), len(present))
            start = "" if self.single else f"Name: {self.name(missing)}, "
            raise errors.invalid(
                f"{start}Feature: {key.decode(errors='replace')} (data type: {_RUNTIME_NAMES[dtype]}) is required but "
                "could not be found."
            )
        values, counts = _read(kind, column if together else [column[i][1] for i in present], self.serialized)
        if variable:
            return self._padded(_array(values, kind), counts, present, key, dtype, shape, default)
        size = shape.num_elements()
        if (counts != size).any():
            at = int(np.flatnonzero(counts != size)[0])
            if self.single:
                raise errors.invalid(f"{self.where(key, 0)}Can't parse serialized Example.")
            raise errors.invalid(
                f"{self.where(key, present[at])}Number of {_RUNTIME_NAMES[dtype]} values != expected.  Values size: "
                f"{counts[at]} but output shape: {_shown(shape)}"
            )
        dims = tuple(shape.as_list())
        rows = memory.reshape_owned(_array(values, kind), (len(present), *dims))
        if len(present) == len(column):
            return rows
        out = np.empty((len(column), *dims), rows.dtype)
        out[:] = default.reshape(dims) if default.size == size else default.ravel()[0] if default.size else 0
        out[present] = rows
        return out

    def _padded(
        self,
        values: np.ndarray,
        counts: np.ndarray,
        present: Any,
        key: bytes,
        dtype: dtypes.DType,
        shape: TensorShape,
        default: np.ndarray,
    ) -> np.ndarray:
        dims: Any = tuple(shape.as_list()[1:])
        stride = int(np.prod(dims, dtype=np.int64))
        wrong = np.flatnonzero(counts % stride) if stride else np.zeros(0, np.int64)
        if len(wrong):
            at = int(wrong[0])
            if self.single:
                raise errors.invalid(f"{self.where(key, 0)}Can't parse serialized Example.")
            raise errors.invalid(
                f"{self.where(key, present[at])}Number of {_RUNTIME_NAMES[dtype]} values is not a multiple of stride "
                f"length. Saw {counts[at]} values but output shape is: {_shown(shape)}"
            )
        steps = counts // max(stride, 1)
        longest = int(steps.max(initial=0))
        out = np.empty((len(self.serialized), longest, *dims), values.dtype)
        if (steps == longest).all() and len(present) == len(out):
            out[:] = values.reshape(out.shape)
            return out
        out[:] = default.ravel()[0] if default.size else (b"" if dtype is dtypes.string else 0)
        rows, at_ = _spread(steps)
        out[np.array(present, np.int64)[rows], at_] = values.reshape((len(rows), *dims))
        return out


def _scan(messages: Any, keys: list[bytes], types: list[dtypes.DType], names: list[bytes], single: bool) -> _Batch:
    index = {key: i for i, key in enumerate(keys)}
    if len(index) == len(keys):
        found = examples_native.scan(messages, keys, [_KINDS[t] for t in types])
        if found is not None:
            return _Batch([messages] if single else messages, found, names, single)
    serialized = flat(messages)
    if len(serialized) >= _TOGETHER:
        together: Any = forms.columns(serialized, index)
        if together is None:
            together = wire.in_step(serialized, index)
            if together is not None:
                forms.learn(serialized, index)
        if together is not None:
            missing = [None] * len(serialized)
            return _Batch(serialized, [together[index[key]] or missing for key in keys], names, single)
    rows = []
    for data in serialized:
        try:
            rows.append(wire.example(data, index))
        except wire.Malformed:
            raise _unparsable(data) from None
    columns = [list(c) for c in zip(*rows)] if rows else [[] for _ in index]
    return _Batch(serialized, [columns[index[key]] for key in keys], names, single)


def _sparse_outputs(batch: _Batch, keys: list[bytes], types: Sequence[Any], single: bool) -> list[list[np.ndarray]]:
    indices, values, shapes = [], [], []
    for key, dtype, column in zip(keys, types, batch.columns):
        if isinstance(column, examples_native.Feature):
            indices.append(np.empty((column.total, 2), np.int64))
            values.append(column.values(indices[-1]))
            shapes.append(np.array([column.longest] if single else [column.size, column.longest], np.int64))
            if single:
                indices[-1] = indices[-1][:, 1:].copy()
            continue
        found, counts = batch.sparse(column, key, dtype)
        values.append(found)
        if single:
            indices.append(np.arange(len(found))[:, None])
            shapes.append(np.array([len(found)], np.int64))
        else:
            indices.append(np.stack(_spread(counts), axis=1).astype(np.int64))
            shapes.append(np.array([len(counts), counts.max(initial=0)], np.int64))
    return [indices, values, shapes]


def _check_defaults(defaults: Any, shapes: Sequence[Any]) -> None:
    for i, (default, shape) in enumerate(zip(defaults, shapes)):
        size = np.size(default)
        if not size:
            continue
        if shape.ndims and shape.as_list()[0] is None:
            if size != 1:
                raise errors.invalid(
                    f"dense_shape[{i}] is a variable length shape: {_shown(shape)}, therefore def_value[{i}] must "
                    f"contain a single element (the padding element).  But its shape is: {brackets(np.shape(default))}"
                )
        elif not shape.is_compatible_with(np.shape(default)):
            raise errors.invalid(
                f"def_value[{i}].shape() == {brackets(np.shape(default))} is not compatible with dense_shapes_[{i}] == "
                f"{_shown(shape)}"
            )


def _parse_rule(c):
    n = c.attr("Nsparse")
    serialized = rule.with_rank(c.shape(0), 1)
    dense = [serialized.concatenate(s) for s in c.attr("dense_shapes")]
    return [[None, 2]] * n + [[None]] * n + [[2]] * n + dense


@op("ParseExample", shape=_parse_rule, host=True)
def _parse_example(
    xp, serialized, names, sparse_keys, dense_keys, dense_defaults, *, sparse_types, Tdense, dense_shapes
):  # fmt: skip
    if np.ndim(serialized) != 1:
        raise errors.invalid(f"Expected serialized to be a vector, got shape: {brackets(np.shape(serialized))}")
    if np.size(names) and np.shape(names) != np.shape(serialized):
        raise errors.invalid(
            f"Expected names have the same shape as serialized: name.shape={brackets(np.shape(names))}, "
            f"serialized.shape={brackets(np.shape(serialized))}"
        )
    _check_defaults(dense_defaults, dense_shapes)
    sparse, dense = _keys(sparse_keys), _keys(dense_keys)
    batch = _scan(serialized, sparse + dense, [*sparse_types, *Tdense], flat(names), False)
    indices, values, shapes = _sparse_outputs(batch, sparse, sparse_types, False)
    rows = batch.columns[len(sparse) :]
    filled = [batch.dense(*a) for a in zip(rows, dense, Tdense, dense_shapes, map(np.asarray, dense_defaults))]
    return (*indices, *values, *shapes, *filled)


def _single_rule(c):
    n = c.attr("num_sparse")
    rule.with_rank(c.shape(0), 0)
    return [[None, 1]] * n + [[None]] * n + [[1]] * n + list(c.attr("dense_shapes"))


@op("ParseSingleExample", shape=_single_rule, host=True)
def _parse_single_example(
    xp, serialized, dense_defaults, *, sparse_keys, sparse_types, dense_keys, Tdense, dense_shapes
):  # fmt: skip
    if np.ndim(serialized):
        raise errors.invalid(f"Expected serialized to be a scalar, got shape: {brackets(np.shape(serialized))}")
    _check_defaults(dense_defaults, dense_shapes)
    sparse, dense = _keys(sparse_keys), _keys(dense_keys)
    batch = _scan(serialized, sparse + dense, [*sparse_types, *Tdense], [], True)
    indices, values, shapes = _sparse_outputs(batch, sparse, sparse_types, True)
    rows = batch.columns[len(sparse) :]
    filled = [batch.dense(*a)[0, ...] for a in zip(rows, dense, Tdense, dense_shapes, map(np.asarray, dense_defaults))]
    return (*indices, *values, *shapes, *filled)


# -- JSON -------------------------------------------------------------------------------------------------------------


def _varint(value: int) -> bytes:
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def _field(number: int, data: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(data)) + data


def _unpacked(feature: Any) -> bytes:
    """A Feature as the JSON reader of the runtime writes it: each number with a tag of its own."""
    kind = feature.WhichOneof("kind")
    if kind == "bytes_list":
        return _field(1, b"".join(_field(1, v) for v in feature.bytes_list.value))
    if kind == "float_list":
        values = np.asarray(feature.float_list.value, "<f4")
        return _field(2, b"".join(b"\x0d" + v.tobytes() for v in values))
    if kind == "int64_list":
        return _field(3, b"".join(b"\x08" + _varint(v) for v in feature.int64_list.value))
    return b""


@op("DecodeJSONExample", shape=rule.same, host=True)
def _decode_json_example(xp, texts):
    from google.protobuf import json_format

    out = []
    for text in flat(texts):
        try:
            message = json_format.Parse(text, protos.Example())
            order = list((json.loads(text).get("features") or {}).get("feature") or {})
        except (json_format.ParseError, UnicodeDecodeError, ValueError) as error:
            raise errors.invalid(f"Error while parsing JSON: {error}") from None
        if not message.HasField("features"):
            out.append(b"")
            continue
        features = message.features.feature
        entries = [_field(1, _field(1, k.encode()) + _field(2, _unpacked(features[k]))) for k in order]
        out.append(_field(1, b"".join(entries)))
    return object_array(out, np.shape(texts))


no_gradient("ParseExample", "ParseSingleExample", "DecodeJSONExample")

decode_json_example = export("decode_json_example", "io.decode_json_example")(
    function(
        "DecodeJSONExample",
        "Makes serialized `Example` messages from their form in JSON.",
        "json_examples",
        example=""">>> text = '{"features": {"feature": {"x": {"int64List": {"value": ["3", "4"]}}}}}'
>>> example = tf.train.Example.FromString(tf.Session().run(tf.decode_json_example(text)))
>>> list(example.features.feature["x"].int64_list.value)
[3, 4]""",
    )
)
