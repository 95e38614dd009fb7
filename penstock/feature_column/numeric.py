"""Columns of numbers: numeric, bucketized, and sequences of numbers."""

from __future__ import annotations

import collections
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.feature_column import base
from penstock.feature_column.base import CategoricalColumn, DenseColumn, IdWeightPair, SequenceDenseColumn
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.composite import SparseTensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, TensorLike

if TYPE_CHECKING:
    from penstock.feature_column.base import FeatureTransformationCache
    from penstock.graph.operation import Tensor


class NumericColumn(
    DenseColumn, collections.namedtuple("NumericColumn", ("key", "shape", "default_value", "dtype", "normalizer_fn"))
):
    """See `numeric_column`."""

    @property
    def name(self) -> str:
        """The feature's key."""
        return self.key

    @property
    def parents(self) -> list[Any]:
        """The feature's key."""
        return [self.key]

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """A dense feature."""
        return {self.key: tf.FixedLenFeature(self.shape, self.dtype, self.default_value)}

    @property
    def variable_shape(self) -> TensorShape:
        """The shape of one example's values."""
        return TensorShape(self.shape)

    def transform_feature(self, transformation_cache: FeatureTransformationCache, state_manager: Any) -> Any:
        """The numbers, normalized, as float32."""
        tensor = transformation_cache.get(self.key, state_manager)
        if isinstance(tensor, SparseTensor):
            raise ValueError(
                "The corresponding Tensor of numerical column must be a Tensor. SparseTensor is not supported. "
                f"key: {self.key}"
            )
        if self.normalizer_fn is not None:
            tensor = self.normalizer_fn(tensor)
        return tf.cast(tensor, dtypes.float32)

    def get_dense_tensor(self, transformation_cache: FeatureTransformationCache, state_manager: Any) -> Any:
        """The numbers."""
        return transformation_cache.get(self, state_manager)


@export("feature_column.numeric_column")
def numeric_column(
    key: str,
    shape: Sequence[int] = (1,),
    default_value: TensorLike | None = None,
    dtype: DTypeLike = dtypes.float32,
    normalizer_fn: Callable | None = None,
) -> NumericColumn:
    """A column of numbers.

    Args:
      key: the feature's name.
      shape: the shape of one example's numbers.
      default_value: for examples without the feature when they are parsed: a number, or numbers of the shape.
      dtype: the type in which they are stored.
      normalizer_fn: applied to the tensor, such as `lambda x: (x - 3.0) / 4.2`.

    Raises:
      TypeError: a dimension is not an integer, the default does not fit, or the normalizer is not a function.
      ValueError: a dimension is not positive, or the type not one of numbers.

    >>> import penstock as tf
    >>> price = tf.feature_column.numeric_column("price", normalizer_fn=lambda x: x / 10.0)
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     sess.run(tf.feature_column.input_layer({"price": [1.0, 5.0]}, [price])).round(2).tolist()
    [[0.10000000149011612], [0.5]]
    """
    shape = base.checked_shape(shape, key)
    base.check_number(dtype, key)
    default_value = base.checked_default(shape, default_value, dtype, key)
    base.check_normalizer(normalizer_fn)
    base.check_key(key)
    return NumericColumn(key, shape, default_value, dtype, normalizer_fn)


class BucketizedColumn(
    DenseColumn, CategoricalColumn, collections.namedtuple("BucketizedColumn", ("source_column", "boundaries"))
):
    """See `bucketized_column`."""

    @property
    def name(self) -> str:
        """The source's name with a suffix."""
        return f"{self.source_column.name}_bucketized"

    @property
    def parents(self) -> list[Any]:
        """The numeric column."""
        return [self.source_column]

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """That of the numeric column."""
        return self.source_column.parse_example_spec

    @property
    def variable_shape(self) -> TensorShape:
        """One-hot vectors, one for each number."""
        return TensorShape((*self.source_column.shape, len(self.boundaries) + 1))

    @property
    def num_buckets(self) -> int:
        """The buckets of all numbers."""
        return (len(self.boundaries) + 1) * self.source_column.shape[0]

    def transform_feature(self, transformation_cache: FeatureTransformationCache, state_manager: Any) -> Tensor:
        """The number of the bucket of each number."""
        source = transformation_cache.get(self.source_column, state_manager)
        return apply("Bucketize", input=source, boundaries=list(self.boundaries))

    def get_dense_tensor(self, transformation_cache: FeatureTransformationCache, state_manager: Any) -> Tensor:
        """One-hot vectors."""
        buckets = transformation_cache.get(self, state_manager)
        return tf.one_hot(tf.cast(buckets, dtypes.int64), depth=len(self.boundaries) + 1, on_value=1.0, off_value=0.0)

    def get_sparse_tensors(self, transformation_cache: FeatureTransformationCache, state_manager: Any) -> Any:
        """The buckets; those of the second number follow those of the first."""
        buckets = transformation_cache.get(self, state_manager)
        batch = tf.shape(buckets)[0]
        width = self.source_column.shape[0]
        rows = tf.reshape(tf.tile(tf.expand_dims(tf.range(0, batch), 1), [1, width]), (-1,))
        columns = tf.tile(tf.range(0, width), [batch])
        values = tf.reshape(buckets, (-1,)) + (len(self.boundaries) + 1) * columns
        indices = tf.cast(tf.transpose(tf.stack((rows, columns))), dtypes.int64)
        shape = tf.cast(tf.stack([batch, width]), dtypes.int64)
        return IdWeightPair(SparseTensor(indices, values, shape), None)


@export("feature_column.bucketized_column")
def bucketized_column(source_column: NumericColumn, boundaries: TensorLike) -> BucketizedColumn:
    """Numbers by the interval they are in; each interval includes its lower bound.

    Args:
      source_column: a one-dimensional `numeric_column`.
      boundaries: a sorted list; n of them make n + 1 buckets.

    Raises:
      ValueError: the source is not such a column, or the boundaries are not a sorted list.

    >>> import penstock as tf
    >>> price = tf.feature_column.numeric_column("price")
    >>> bucket = tf.feature_column.bucketized_column(price, [0.0, 10.0])
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     sess.run(tf.feature_column.input_layer({"price": [-1.0, 10.0]}, [bucket])).tolist()
    [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
    """
    if not isinstance(source_column, NumericColumn):
        raise ValueError(f"source_column must be a column generated with numeric_column(). Given: {source_column}")
    if len(source_column.shape) > 1:
        raise ValueError(f"source_column must be one-dimensional column. Given: {source_column}")
    if not boundaries:
        raise ValueError("boundaries must not be empty.")
    if not isinstance(boundaries, (list, tuple)) or any(a >= b for a, b in zip(boundaries, boundaries[1:])):
        raise ValueError("boundaries must be a sorted list.")
    return BucketizedColumn(source_column, tuple(boundaries))


class SequenceNumericColumn(
    SequenceDenseColumn,
    collections.namedtuple("SequenceNumericColumn", ("key", "shape", "default_value", "dtype", "normalizer_fn")),
):
    """See `sequence_numeric_column`."""

    @property
    def name(self) -> str:
        """The feature's key."""
        return self.key

    @property
    def parents(self) -> list[Any]:
        """The feature's key."""
        return [self.key]

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """A sparse feature."""
        return {self.key: tf.VarLenFeature(self.dtype)}

    @property
    def variable_shape(self) -> TensorShape:
        """The shape of one step."""
        return TensorShape(self.shape)

    @property
    def _variable_shape(self) -> TensorShape:
        return self.variable_shape

    def transform_feature(self, transformation_cache: FeatureTransformationCache, state_manager: Any) -> Any:
        """The sparse feature, normalized."""
        sparse = transformation_cache.get(self.key, state_manager)
        return sparse if self.normalizer_fn is None else self.normalizer_fn(sparse)

    def get_sequence_dense_tensor(self, transformation_cache: FeatureTransformationCache, state_manager: Any) -> Any:
        """The numbers, padded with the default."""
        sparse = transformation_cache.get(self, state_manager)
        dense = tf.sparse_tensor_to_dense(sparse, default_value=self.default_value)
        shape = tf.concat([tf.shape(dense)[:1], [-1], self.variable_shape.as_list()], axis=0)
        dense = tf.reshape(dense, shape=shape)
        elements = self.variable_shape.num_elements() if sparse.shape.ndims == 2 else 1
        return base.TensorSequenceLengthPair(dense, base.sequence_lengths(sparse, num_elements=elements))


@export("feature_column.sequence_numeric_column", "contrib.feature_column.sequence_numeric_column")
def sequence_numeric_column(
    key: str,
    shape: Sequence[int] = (1,),
    default_value: float = 0.0,
    dtype: DTypeLike = dtypes.float32,
    normalizer_fn: Callable | None = None,
) -> SequenceNumericColumn:
    """A column of sequences of numbers, for `tf.contrib.feature_column.sequence_input_layer`.

    Args:
      key: the feature's name; the feature is sparse.
      shape: the shape of one step.
      default_value: what shorter sequences are padded with.
      dtype: the type in which they are stored.
      normalizer_fn: applied to the sparse tensor.

    Raises:
      TypeError: a dimension is not an integer, or the normalizer is not a function.
      ValueError: a dimension is not positive, or the type not one of numbers.

    >>> import penstock as tf
    >>> tf.feature_column.sequence_numeric_column("x", shape=2).variable_shape.as_list()
    [2]
    """
    shape = base.checked_shape(shape, key)
    base.check_number(dtype, key)
    base.check_normalizer(normalizer_fn)
    return SequenceNumericColumn(key, shape, default_value, dtype, normalizer_fn)
