"""Sparse tensors as strings (or variants) for queues and files, and the maps that keep sparse tensors by handle.

A sparse tensor is written as three `TensorProto`s: indices, values, shape. Many at once are the rows of one tensor, and
reading many puts them together again.
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from penstock import protos
from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.composite import SparseTensor
from penstock.graph.handles import ResourceHandle
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import no_gradient, op
from penstock.graph.stack import current_graph
from penstock.graph.tensor_proto import make_ndarray
from penstock.graph.typing import DTypeLike, TensorLike
from penstock.ops.sparse import index_rows as sparse_rows
from penstock.ops.sparse.conversion import as_sparse
from penstock.ops.sparse.index_rows import bracketed
from penstock.storage.table import varint

Parts = tuple[np.ndarray, np.ndarray, np.ndarray]

# -- one tensor as bytes --------------------------------------------------------------------------------------------------


def _proto(array: np.ndarray, dtype: dtypes.DType) -> bytes:
    """A serialized TensorProto with its values as bytes, which is how 1.x's runtime writes every type."""
    proto = protos.TensorProto(dtype=dtype.as_datatype_enum)
    proto.tensor_shape.SetInParent()
    for dim in array.shape:
        proto.tensor_shape.dim.add(size=dim)
    if dtype is dtypes.string:
        items = [bytes(v) for v in array.ravel()]
        proto.tensor_content = b"".join([*(varint(len(v)) for v in items), *items])
    else:
        proto.tensor_content = np.ascontiguousarray(array).tobytes()
    return proto.SerializeToString()


def _written(parts: Parts, dtype: dtypes.DType, out_type: dtypes.DType) -> list[Any]:
    if out_type is dtypes.variant:
        return [np.array(part) for part in parts]
    return [_proto(part, t) for part, t in zip(parts, (dtypes.int64, dtype, dtypes.int64))]


def _read(item: TensorLike, wanted: dtypes.DType, what: str) -> np.ndarray:
    if isinstance(item, np.ndarray):
        array = item
    else:
        proto = protos.TensorProto()
        try:
            proto.ParseFromString(item)
            array = make_ndarray(proto)
        except Exception:  # noqa: BLE001 - whatever is wrong with the bytes, 1.x says this
            raise errors.invalid(f"Could not parse {what}") from None
    if array.dtype != wanted.storage:
        word = "Expected" if what == "serialized_sparse[0]" else "Requested SparseTensor of type"
        raise errors.invalid(
            f"{word} {wanted.name} but SparseTensor[0].values.dtype() == {dtypes.as_dtype(array.dtype).name}"
            if what.endswith("[1]")
            else f"{what} must have type {wanted.name}"
        )
    return array


def _objects(items: list, shape: tuple[int, ...]) -> np.ndarray:
    out = np.empty(len(items), object)
    for i, item in enumerate(items):
        out[i] = item
    return out.reshape(shape)


# -- writing --------------------------------------------------------------------------------------------------------------


@op("SerializeSparse", shape=rule.ranked(2, 1, 1, out=rule.fixed([3])), host=True)
def _serialize_sparse(xp, sparse_indices, sparse_values, sparse_shape, *, T, out_type):
    sparse_rows.check_parts(sparse_indices, sparse_values, sparse_shape)
    return _objects(_written((sparse_indices, sparse_values, sparse_shape), T, out_type), (3,))


def _rows_of(parts: Parts) -> list[Parts]:
    """The rows of a sparse tensor as sparse tensors of their own."""
    indices, values, shape = parts
    sparse_rows.check_parts(indices, values, shape)
    if len(shape) < 2:
        raise errors.invalid(f"Rank of input SparseTensor should be > 1, but saw rank: {len(shape)}")
    outside = ((indices < 0) | (indices >= shape)).any(1)
    if outside.any():
        at = int(outside.argmax())
        raise errors.invalid(
            f"indices[{at}] = {bracketed(indices[at])} is out of bounds: need 0 <= index < {bracketed(shape)}"
        )
    order = np.argsort(indices[:, 0], kind="stable")
    ends = np.searchsorted(indices[order, 0], np.arange(1, int(shape[0]) + 1))
    rows = []
    start = 0
    for end in ends:
        mine = order[start:end]
        rows.append((indices[mine, 1:], values[mine], shape[1:]))
        start = end
    return rows


@op("SerializeManySparse", shape=rule.ranked(2, 1, 1, out=rule.fixed([None, 3])), host=True)
def _serialize_many_sparse(xp, sparse_indices, sparse_values, sparse_shape, *, T, out_type):
    rows = _rows_of((sparse_indices, sparse_values, sparse_shape))
    return _objects([item for row in rows for item in _written(row, T, out_type)], (len(rows), 3))


def _serializer(op_type: str, spelling: str, summary: str, shape: str) -> Any:
    def serialize(sp_input: TensorLike, name: str | None = None, out_type: DTypeLike = dtypes.string) -> Tensor:
        sp_input = as_sparse(sp_input)
        return apply(
            op_type,
            name,
            sparse_indices=sp_input.indices,
            sparse_values=sp_input.values,
            sparse_shape=sp_input.dense_shape,
            out_type=out_type,
        )

    serialize.__name__ = serialize.__qualname__ = spelling
    serialize.__doc__ = f"""{summary}

    Args:
      sp_input: the SparseTensor.
      name: a name for the operation.
      out_type: tf.string or tf.variant.

    >>> import penstock as tf
    >>> given = tf.SparseTensor([[0, 1], [1, 0]], [5, 6], [2, 3])
    >>> tf.Session().run(tf.{spelling}(given)).shape
    {shape}
    """
    return serialize


serialize_sparse = export("serialize_sparse", "io.serialize_sparse")(
    _serializer(
        "SerializeSparse",
        "serialize_sparse",
        "Writes a SparseTensor as a vector of 3 strings (or variants).",
        "(3,)",
    )
)
serialize_many_sparse = export("serialize_many_sparse", "io.serialize_many_sparse")(
    _serializer(
        "SerializeManySparse",
        "serialize_many_sparse",
        "Writes each row of a SparseTensor as 3 strings (or variants): a matrix [rows, 3].",
        "(2, 3)",
    )
)


# -- reading --------------------------------------------------------------------------------------------------------------


def _joined(items: list[Parts], lead: tuple[int, ...]) -> Parts:
    """Sparse tensors of one rank as the elements of a larger one, whose first dimensions are `lead`."""
    rank = len(items[0][2]) if items else 0
    shape = np.zeros(rank, np.int64)
    rows, values = [], []
    for i, (indices, vals, dims) in enumerate(items):
        if len(dims) != rank:
            raise errors.invalid(
                f"Inconsistent rank across SparseTensors: rank prior to SparseTensor[{i}] was: {rank} but rank of "
                f"SparseTensor[{i}] is: {len(dims)}"
            )
        shape = np.maximum(shape, dims)
        at = np.asarray(np.unravel_index(i, lead), np.int64) if lead else np.zeros(0, np.int64)
        rows.append(np.concatenate([np.tile(at, (len(indices), 1)), indices], axis=1))
        values.append(vals)
    return np.concatenate(rows), np.concatenate(values), np.concatenate([np.asarray(lead, np.int64), shape])


def _deserialized(serialized: np.ndarray, dtype: dtypes.DType) -> Parts:
    lead = serialized.shape[:-1]
    items = []
    for i, row in enumerate(serialized.reshape(-1, 3)):
        indices = _read(row[0], dtypes.int64, "serialized_sparse[0]")
        values = _read(row[1], dtype.base_dtype, "serialized_sparse[1]")
        shape = _read(row[2], dtypes.int64, "serialized_sparse[2]")
        if indices.ndim != 2:
            raise errors.invalid(
                f"Expected serialized_sparse[{i}, 0] to represent an index matrix but received shape "
                f"{bracketed(indices.shape)}"
            )
        if values.ndim != 1:
            raise errors.invalid(
                f"Expected serialized_sparse[{i}, 1] to represent a values vector but received shape "
                f"{bracketed(values.shape)}"
            )
        if shape.ndim != 1:
            raise errors.invalid(
                f"Expected serialized_sparse[{i}, 2] to represent a shape vector but received shape "
                f"{bracketed(shape.shape)}"
            )
        sparse_rows.check_parts(indices, values, shape)
        items.append((indices, values, shape))
    if not items:
        rank = 0
        return (
            np.zeros((0, len(lead) + rank), np.int64),
            np.zeros(0, dtype.storage),
            np.asarray(lead, np.int64),
        )
    return _joined(items, lead)


_SPARSE = rule.fixed([None, None], [None], [None])


def _deserialize_rule(c):
    rule.with_value(rule.dim(rule.with_rank_at_least(c.shape(0), 1), -1), 3)
    return _SPARSE(c)


@op("DeserializeSparse", shape=_deserialize_rule, host=True)
def _deserialize_sparse(xp, serialized_sparse, *, dtype):
    if np.ndim(serialized_sparse) < 1:
        raise errors.invalid("Serialized sparse should have non-zero rank ")
    if np.shape(serialized_sparse)[-1] != 3:
        raise errors.invalid(
            f"Serialized sparse should have 3 as the last dimension {bracketed(np.shape(serialized_sparse))}"
        )
    return _deserialized(serialized_sparse, dtype)


def _deserialize_many_rule(c):
    rule.with_rank(c.shape(0), 2)
    return _deserialize_rule(c)


@op("DeserializeManySparse", shape=_deserialize_many_rule, host=True)
def _deserialize_many_sparse(xp, serialized_sparse, *, dtype):
    if np.ndim(serialized_sparse) != 2:
        raise errors.invalid(
            f"Serialized sparse should be a matrix but received shape {bracketed(np.shape(serialized_sparse))}"
        )
    if serialized_sparse.shape[0] < 1:
        raise errors.invalid("Must have at least 1 serialized SparseTensor, but input matrix has 0 rows")
    if serialized_sparse.shape[1] != 3:
        raise errors.invalid(
            f"Serialized sparse should have 3 columns but received shape {bracketed(serialized_sparse.shape)}"
        )
    return _deserialized(serialized_sparse, dtype)


def _read_function(op_type: str, spelling: str, summary: str) -> Any:
    def deserialize(serialized_sparse: TensorLike, dtype: DTypeLike, rank: int | None = None, name: str | None = None):
        indices, values, shape = apply(op_type, name, serialized_sparse=serialized_sparse, dtype=dtype)
        indices.set_shape([None, rank])
        shape.set_shape([rank])
        return SparseTensor(indices, values, shape)

    deserialize.__name__ = deserialize.__qualname__ = spelling
    deserialize.__doc__ = (
        summary
        + """

    Args:
      serialized_sparse: what `serialize_sparse` or `serialize_many_sparse` made.
      dtype: the type of the values.
      rank: the rank of the result, if it is known.
      name: a name for the operation.

    >>> import penstock as tf
    >>> written = tf.serialize_many_sparse(tf.SparseTensor([[0, 1], [1, 0]], [5, 6], [2, 3]))
    >>> tf.Session().run(tf.deserialize_many_sparse(tf.reverse(written, [0]), tf.int32)).values  # rows in reverse
    array([6, 5], dtype=int32)
    """
    )
    return deserialize


deserialize_sparse = _read_function("DeserializeSparse", "deserialize_sparse", "Reads SparseTensors from strings.")
deserialize_many_sparse = export("deserialize_many_sparse", "io.deserialize_many_sparse")(
    _read_function(
        "DeserializeManySparse",
        "deserialize_many_sparse",
        "Reads many SparseTensors, one from each row of 3 strings, and makes them the rows of one.",
    )
)


# -- maps -----------------------------------------------------------------------------------------------------------------


class SparseTensorsMap:
    """Sparse tensors by number; each is taken out once."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._lock = threading.Lock()
        self._next = 0
        self._items: dict[int, Parts] = {}

    def add(self, parts: Parts) -> int:
        with self._lock:
            handle, self._next = self._next, self._next + 1
            self._items[handle] = parts
            return handle

    def take(self, handles: list[int]) -> list[Parts]:
        with self._lock:
            for handle in handles:
                if handle not in self._items:
                    raise errors.invalid(f"Unable to find SparseTensor: {handle} in map: {self.name}")
            return [self._items.pop(handle) for handle in handles]


def _map(ctx: Any, container: str, shared_name: str, create: bool = True) -> SparseTensorsMap:
    name = shared_name or ctx.op.name
    handle = ResourceHandle("SparseTensorsMap", container, name)
    if create:
        return ctx.resources.get_or_create(handle, lambda: SparseTensorsMap(name))
    found = ctx.resources.get(handle)
    if found is None:
        from penstock.graph import errors

        raise errors.NotFoundError(None, None, f"Resource {container or 'localhost'}/{name} does not exist.")
    return found


@op("AddSparseToTensorsMap", shape=rule.ranked(2, 1, 1, out=rule.scalar), host=True)
def _add_sparse(xp, sparse_indices, sparse_values, sparse_shape, *, container, shared_name, ctx):
    sparse_rows.check_parts(sparse_indices, sparse_values, sparse_shape)
    for size in sparse_shape:
        if size < 0:
            raise errors.invalid(f"Dimension {size} must be >= 0")
    parts = sparse_indices, sparse_values, sparse_shape
    return np.int64(_map(ctx, container, shared_name).add(parts))


@op("AddManySparseToTensorsMap", shape=rule.ranked(2, 1, 1, out=rule.fixed([None])), host=True)
def _add_many_sparse(xp, sparse_indices, sparse_values, sparse_shape, *, container, shared_name, ctx):
    rows = _rows_of((sparse_indices, sparse_values, sparse_shape))
    kept = _map(ctx, container, shared_name)
    return np.asarray([kept.add(row) for row in rows], np.int64)


@op("TakeManySparseFromTensorsMap", shape=rule.ranked(1, out=_SPARSE), host=True)
def _take_many_sparse(xp, sparse_handles, *, dtype, container, shared_name, ctx):
    if np.ndim(sparse_handles) != 1:
        raise errors.invalid(
            f"sparse_handles should be a vector but received shape {bracketed(np.shape(sparse_handles))}"
        )
    if not len(sparse_handles):
        raise errors.invalid("Must have at least 1 serialized SparseTensor, but input matrix has 0 rows")
    items = _map(ctx, container, shared_name, create=False).take([int(h) for h in sparse_handles])
    for i, (_, values, _) in enumerate(items):
        if values.dtype != dtype.storage:
            raise errors.invalid(
                f"Requested SparseTensor of type {dtype.name} but SparseTensor[{i}].values.dtype() == "
                f"{dtypes.as_dtype(values.dtype).name}"
            )
    return _joined(items, (len(items),))


no_gradient(
    "SerializeSparse",
    "SerializeManySparse",
    "DeserializeSparse",
    "DeserializeManySparse",
    "AddSparseToTensorsMap",
    "AddManySparseToTensorsMap",
    "TakeManySparseFromTensorsMap",
)


def _adder(op_type: str, spelling: str, summary: str) -> Any:
    def add(
        sp_input: Any, container: str | None = None, shared_name: str | None = None, name: str | None = None
    ) -> Tensor:
        sp_input = as_sparse(sp_input)
        return apply(
            op_type,
            name,
            sparse_indices=sp_input.indices,
            sparse_values=sp_input.values,
            sparse_shape=sp_input.dense_shape,
            container=container,
            shared_name=shared_name,
        )

    add.__name__ = add.__qualname__ = spelling
    add.__doc__ = summary
    return add


add_sparse_to_tensors_map = _adder(
    "AddSparseToTensorsMap", "add_sparse_to_tensors_map", "Keeps a SparseTensor and returns its handle, an int64."
)
add_many_sparse_to_tensors_map = _adder(
    "AddManySparseToTensorsMap",
    "add_many_sparse_to_tensors_map",
    "Keeps each row of a SparseTensor and returns their handles.",
)


def take_many_sparse_from_tensors_map(
    sparse_map_op: Operation, sparse_handles: TensorLike, rank: int | None = None, name: str | None = None
) -> SparseTensor:
    """Takes the SparseTensors of some handles out of the map of the operation that added them."""
    if not isinstance(sparse_map_op, Operation):
        raise TypeError("sparse_map_op be an Operation")
    if sparse_map_op.type not in ("AddSparseToTensorsMap", "AddManySparseToTensorsMap"):
        raise TypeError(
            "sparse_map_op must be one of AddSparseToTensorsMap or AddSparseToTensorsMap. Instead, found "
            f"`{sparse_map_op.type}`."
        )
    shared_name = sparse_map_op.get_attr("shared_name") or sparse_map_op.name
    if isinstance(shared_name, bytes):
        shared_name = shared_name.decode()
    with current_graph().colocate_with(sparse_map_op):
        indices, values, shape = apply(
            "TakeManySparseFromTensorsMap",
            name,
            sparse_handles=sparse_handles,
            dtype=sparse_map_op.get_attr("T"),
            container=sparse_map_op.get_attr("container"),
            shared_name=shared_name,
        )
    indices.set_shape([None, rank])
    shape.set_shape([rank])
    return SparseTensor(indices, values, shape)
