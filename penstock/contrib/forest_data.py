"""Features and labels as random forests take them: columns side by side as numbers, and what each column was."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock.graph import dtypes, opdef
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.registry import no_gradient, op
from penstock.graph.typing import TensorLike
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.graph.dtypes import DType


DATA_FLOAT = 0
DATA_CATEGORICAL = 1
DTYPE_TO_FTYPE = {
    dtypes.string: DATA_CATEGORICAL,
    dtypes.int32: DATA_CATEGORICAL,
    dtypes.int64: DATA_CATEGORICAL,
    dtypes.float32: DATA_FLOAT,
    dtypes.float64: DATA_FLOAT,
}

_FACTOR, _SEED, _MASK = 0xC6A4A7935BD1E995, 0xC70F6907, (1 << 64) - 1


def _string_hash(text: bytes) -> int:
    """The hash of a `std::string` in GCC's library: MurmurHash 64A with its own seed."""

    def mixed(value: int) -> int:
        value = value * _FACTOR & _MASK
        return (value ^ value >> 47) * _FACTOR & _MASK

    state = _SEED ^ (len(text) * _FACTOR & _MASK)
    whole = len(text) & ~7
    for start in range(0, whole, 8):
        state = (state ^ mixed(int.from_bytes(text[start : start + 8], "little"))) * _FACTOR & _MASK
    if whole < len(text):
        state = (state ^ int.from_bytes(text[whole:], "little")) * _FACTOR & _MASK
    state = (state ^ state >> 47) * _FACTOR & _MASK
    return state ^ state >> 47


@op(
    "ReinterpretStringToFloat",
    shape=rule.same,
    host=True,
    sig=opdef.parse_signature(["input_data: string"], ["output_data: float"]),
)
def _reinterpret_string_to_float(xp, input_data):
    numbers = np.array([_string_hash(text) for text in input_data.ravel().tolist()], np.uint64)
    return numbers.astype(np.float32).reshape(input_data.shape)


no_gradient("ReinterpretStringToFloat")


def CastToFloat(tensor: Tensor) -> Tensor:  # noqa: N802 - the 1.x spelling
    """Numbers for a tensor; those of strings mean nothing, but are equal where the strings are."""
    if tensor.dtype == dtypes.string:
        return apply("ReinterpretStringToFloat", input_data=tensor)
    return tf.cast(tensor, tf.float32) if tensor.dtype.is_integer else tensor


class DataColumn:
    """One feature: its name, whether it was categories or numbers, and how many columns it has."""

    def __init__(self) -> None:
        self.name: Any = ""
        self.original_type: Any = ""
        self.size: Any = 0

    def SerializeToString(self) -> str:  # noqa: N802
        """What it is, as text."""
        return f"name: {self.name} original_type: {self.original_type} size: {self.size}"


class DataColumnCollection:
    """The features of one kind."""

    def __init__(self) -> None:
        self.cols: list[DataColumn] = []

    def add(self) -> DataColumn:
        """A new one."""
        self.cols.append(DataColumn())
        return self.cols[-1]

    def size(self) -> int:
        """How many there are."""
        return len(self.cols)

    def SerializeToString(self) -> str:  # noqa: N802
        """What they are, as text."""
        return "".join(f"{{{column.SerializeToString()}}}" for column in self.cols)


class TensorForestDataSpec:
    """The features that a forest is made of."""

    def __init__(self) -> None:
        self.sparse = DataColumnCollection()
        self.dense = DataColumnCollection()
        self.dense_features_size: Any = 0

    def SerializeToString(self) -> str:  # noqa: N802
        """What they are, as text."""
        return (
            f"dense_features_size: {int(self.dense_features_size)} dense: [{self.dense.SerializeToString()}] "
            f"sparse: [{self.sparse.SerializeToString()}]"
        )


def GetColumnName(column_key: Any, col_num: int) -> str:  # noqa: N802
    """The name of a feature: its key, the name of a column object, or its number."""
    return column_key if isinstance(column_key, str) else getattr(column_key, "column_name", str(col_num))


def _described(column: DataColumn, name: str, dtype: DType, size: Any) -> None:
    column.name, column.original_type, column.size = name, DTYPE_TO_FTYPE[dtype], size


def ParseDataTensorOrDict(data: Any) -> tuple[Any, Any, TensorForestDataSpec]:  # noqa: N802
    """Features side by side.

    Args:
      data: a tensor, a sparse tensor, or a dictionary of them.

    Returns:
      A tensor of all dense features, a sparse tensor of all sparse ones (each None if there are none), and what they are.
    """
    spec = TensorForestDataSpec()
    if isinstance(data, tf.SparseTensor):
        _described(spec.sparse.add(), "sparse_features", data.dtype, -1)
        return None, data, spec
    if not isinstance(data, Mapping):
        tensor = tf.convert_to_tensor(data)
        _described(spec.dense.add(), "dense_features", tensor.dtype, tensor.shape[1])
        spec.dense_features_size = tensor.shape[1]
        return tensor, None, spec
    dense: list[Tensor] = []
    sparse: list[Any] = []
    for key in sorted(data):
        given = data[key]
        if not isinstance(given, tf.SparseTensor):
            size = 1 if given.shape.ndims == 1 else given.shape[1].value
            _described(spec.dense.add(), GetColumnName(key, len(dense)), given.dtype, size)
            dense.append(CastToFloat(given))
        elif given.dtype == tf.float32:
            logging.info("TensorForest does not support sparse continuous.")
        else:
            if not spec.sparse.size():
                _described(spec.sparse.add(), "all_sparse", tf.string, -1)
            sparse.append(tf.SparseTensor(given.indices, CastToFloat(given.values), given.dense_shape))
    if dense:
        spec.dense_features_size = sum(column.size for column in spec.dense.cols)
    together = tf.concat(dense, 1) if dense else None
    sparse_together = tf.sparse.concat(1, sparse) if sparse else None
    logging.info(spec.SerializeToString())
    return together, sparse_together, spec


def ParseLabelTensorOrDict(labels: TensorLike) -> Tensor:  # noqa: N802
    """Labels as numbers, those of a dictionary side by side; what a sparse tensor does not hold is -1."""
    if isinstance(labels, Mapping):
        return tf.cast(tf.concat([labels[key] for key in sorted(labels)], 1), tf.float32)
    if isinstance(labels, tf.SparseTensor):
        labels = tf.sparse.to_dense(labels, default_value=-1)
    return tf.cast(labels, tf.float32)
