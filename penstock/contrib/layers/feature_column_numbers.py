"""Columns of numbers of `tf.contrib.layers`: real values, and the buckets they fall into."""

from __future__ import annotations

import collections
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.layers.feature_column_base import ContribColumn, WideArguments, as_rank
from penstock.feature_column.base import CategoricalColumn, DenseColumn, IdWeightPair
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.composite import SparseTensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import TensorLike
from penstock.layers.base import ZEROS

if TYPE_CHECKING:
    from penstock.feature_column.base import FeatureTransformationCache
    from penstock.graph.dtypes import DType
    from penstock.graph.operation import Tensor


class _RealValuedColumn(
    ContribColumn,
    DenseColumn,
    collections.namedtuple("_RealValuedColumn", ["column_name", "dimension", "default_value", "dtype", "normalizer"]),
):
    """See `real_valued_column`."""

    _left_out = ("normalizer",)

    @property
    def name(self) -> str:
        """The feature's name."""
        return self.column_name

    @property
    def config(self) -> dict[str, Any]:
        """A dense feature."""
        default = None if self.default_value is None else list(self.default_value)
        return {self.column_name: tf.FixedLenFeature([self.dimension], self.dtype, default)}

    @property
    def normalizer_fn(self) -> Callable | None:
        """The function that is applied to the numbers."""
        return self.normalizer

    @property
    def variable_shape(self) -> TensorShape:
        """The numbers of one example."""
        return TensorShape([self.dimension])

    def _made(self, get: Callable) -> Any:
        tensor = get(self.name)
        return tf.cast(tensor if self.normalizer is None else self.normalizer(tensor), dtypes.float32)

    def get_dense_tensor(self, transformation_cache: FeatureTransformationCache, state_manager: Any) -> Any:
        """The numbers."""
        return transformation_cache.get(self, state_manager)

    def _to_dnn_input_layer(self, input_tensor: TensorLike, output_rank: int = 2) -> Any:
        return as_rank(input_tensor, output_rank, self.name)

    def _to_dense_tensor(self, input_tensor: TensorLike) -> Any:
        return input_tensor


@export("contrib.layers.real_valued_column")
def real_valued_column(
    column_name: str,
    dimension: int = 1,
    default_value: object = None,
    dtype: DType = dtypes.float32,
    normalizer: Callable | None = None,
) -> _RealValuedColumn:
    """A column of numbers.

    Args:
      column_name: the feature's name.
      dimension: how many numbers an example has.
      default_value: for examples without the feature: a number, or a list of `dimension` numbers.
      dtype: the type in which they are stored.
      normalizer: applied to the tensor.

    Raises:
      TypeError: the dimension is not an integer, or the default does not fit the type.
      ValueError: the dimension is not positive, the type not one of numbers, or the default of another length.

    >>> import penstock as tf
    >>> tf.contrib.layers.real_valued_column("age", default_value=3).config
    {'age': FixedLenFeature(shape=[1], dtype=tf.float32, default_value=[3.0])}
    """
    if dimension is None:
        raise TypeError(
            "dimension must be an integer. Use the _real_valued_var_len_column for variable length features."
            f"dimension: {dimension}, column_name: {column_name}"
        )
    if not isinstance(dimension, int):
        raise TypeError(f"dimension must be an integer. dimension: {dimension}, column_name: {column_name}")
    if dimension < 1:
        raise ValueError(f"dimension must be greater than 0. dimension: {dimension}, column_name: {column_name}")
    if not (dtype.is_integer or dtype.is_floating):
        raise ValueError(f"dtype must be convertible to float. dtype: {dtype}, column_name: {column_name}")
    if default_value is None:
        return _RealValuedColumn(column_name, dimension, None, dtype, normalizer)
    values = [default_value] * dimension if isinstance(default_value, (int, float)) else default_value
    if isinstance(values, list):
        if len(values) != dimension:
            raise ValueError(
                f"The length of default_value must be equal to dimension. default_value: {default_value}, dimension: "
                f"{dimension}, column_name: {column_name}"
            )
        allowed: Any = int if dtype.is_integer else (int, float)
        if all(isinstance(v, allowed) for v in values):
            values = values if dtype.is_integer else [float(v) for v in values]
            return _RealValuedColumn(column_name, dimension, tuple(values), dtype, normalizer)
    raise TypeError(
        f"default_value must be compatible with dtype. default_value: {default_value}, dtype: {dtype}, column_name: "
        f"{column_name}"
    )


class _BucketizedColumn(
    ContribColumn,
    DenseColumn,
    CategoricalColumn,
    collections.namedtuple("_BucketizedColumn", ["source_column", "boundaries"]),
):
    """See `bucketized_column`."""

    @property
    def name(self) -> str:
        """The source's with a suffix."""
        return f"{self.source_column.name}_bucketized"

    @property
    def length(self) -> int:
        """The buckets of one number."""
        return len(self.boundaries) + 1

    @property
    def num_buckets(self) -> int:
        """The buckets of all numbers."""
        return self.length * self.source_column.dimension

    @property
    def config(self) -> dict[str, Any]:
        """That of the source."""
        return self.source_column.config

    @property
    def variable_shape(self) -> TensorShape:
        """One-hot vectors, side by side."""
        return TensorShape([self.num_buckets])

    def _made(self, get: Callable) -> Tensor:
        source = get(self.source_column)
        return apply("Bucketize", "bucketize", input=source, boundaries=list(self.boundaries))

    def _to_dnn_input_layer(self, input_tensor: TensorLike, output_rank: int = 2) -> Tensor:
        if output_rank != 2:
            raise ValueError("BucketizedColumn currently only supports output_rank=2")
        one_hot = tf.one_hot(tf.cast(input_tensor, dtypes.int64), self.length, 1.0, 0.0, name="one_hot")
        return tf.reshape(one_hot, [-1, self.num_buckets], name="reshape")

    def to_sparse_tensor(self, input_tensor: TensorLike) -> SparseTensor:
        """The buckets as a sparse tensor; those of the second number follow those of the first."""
        width = self.source_column.dimension
        batch = tf.shape(input_tensor, name="shape")[0]
        if width > 1:
            spread = tf.tile(tf.expand_dims(tf.range(0, batch), 1, name="expand_dims"), [1, width], name="tile")
            rows = tf.reshape(spread, [-1], name="reshape")
            columns = tf.tile(tf.range(0, width), [batch], name="tile")
            values = tf.reshape(input_tensor, [-1], name="reshape") + self.length * columns
        else:
            rows = tf.range(0, batch)
            columns = tf.zeros([batch], dtype=dtypes.int32, name="zeros")
            values = tf.reshape(input_tensor, [-1], name="reshape")
        indices = tf.cast(tf.transpose(tf.stack((rows, columns))), dtypes.int64)
        return SparseTensor(indices, values, tf.cast(tf.stack([batch, width]), dtypes.int64))

    def _wide_embedding_lookup_arguments(self, input_tensor: TensorLike) -> Any:
        return WideArguments(self.to_sparse_tensor(input_tensor), None, self.num_buckets, ZEROS, "sum")

    def get_sparse_tensors(self, transformation_cache: FeatureTransformationCache, state_manager: Any) -> Any:
        """The buckets."""
        return IdWeightPair(self.to_sparse_tensor(transformation_cache.get(self, state_manager)), None)

    def get_dense_tensor(self, transformation_cache: FeatureTransformationCache, state_manager: Any) -> Tensor:
        """One-hot vectors."""
        return self._to_dnn_input_layer(transformation_cache.get(self, state_manager))


@export("contrib.layers.bucketized_column")
def bucketized_column(source_column: Any, boundaries: Any) -> _BucketizedColumn:
    """Numbers by the interval they are in.

    Args:
      source_column: a `real_valued_column`.
      boundaries: a sorted list or tuple; equal ones count once.

    Raises:
      TypeError: the source is another column.
      ValueError: the boundaries are not such a list.

    >>> import penstock as tf
    >>> age = tf.contrib.layers.real_valued_column("age")
    >>> tf.contrib.layers.bucketized_column(age, [18, 25, 65]).length
    4
    """
    if not isinstance(source_column, _RealValuedColumn):
        raise TypeError(f"source_column must be an instance of _RealValuedColumn. source_column: {source_column}")
    if not isinstance(boundaries, (list, tuple)) or not boundaries:
        raise ValueError(f"boundaries must be a non-empty list or tuple. boundaries: {boundaries}")
    if any(a > b for a, b in zip(boundaries, boundaries[1:])):
        raise ValueError(f"boundaries must be a sorted list. boundaries: {boundaries}")
    return _BucketizedColumn(source_column, tuple(dict.fromkeys(boundaries)))
