"""`tf.RaggedTensorSpec`: what a ragged tensor is, without its values."""

from __future__ import annotations

from typing import Any

from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape, dimension_at_index
from penstock.graph.type_spec import TensorSpec, TypeSpec, register_spec
from penstock.graph.typing import DTypeLike, ShapeLike
from penstock.ops.ragged.tensor import RaggedTensor, is_ragged
from penstock.ops.ragged.value import RaggedTensorValue


@export("RaggedTensorSpec")
class RaggedTensorSpec(TypeSpec):
    """Describes a RaggedTensor: its shape, the type of its elements, how many dimensions are ragged.

    Args:
      shape: the shape, with None for ragged dimensions.
      dtype: the type of the elements.
      ragged_rank: how many dimensions are ragged; by default all except for the first.
      row_splits_dtype: int32 or int64.

    Raises:
      ValueError: there are not so many dimensions, or neither rank is known.

    >>> import penstock as tf
    >>> tf.RaggedTensorSpec([None, None], tf.int32).is_compatible_with(tf.ragged.constant([[1], [2, 3]]))
    True
    """

    def __init__(
        self,
        shape: ShapeLike | None = None,
        dtype: DTypeLike = dtypes.float32,
        ragged_rank: int | None = None,
        row_splits_dtype: DTypeLike = dtypes.int64,
    ) -> None:
        self._shape = TensorShape(shape)
        self._dtype = dtypes.as_dtype(dtype)
        self._row_splits_dtype = dtypes.as_dtype(row_splits_dtype)
        rank = self._shape.ndims
        if ragged_rank is None:
            if rank is None:
                raise ValueError("Must specify ragged_rank or a shape with a known rank.")
            ragged_rank = rank - 1
        if not isinstance(ragged_rank, int):
            raise TypeError("ragged_rank must be an int")
        if rank is not None and ragged_rank >= rank:
            raise ValueError("ragged_rank must be less than rank.")
        self._ragged_rank = ragged_rank

    @property
    def value_type(self) -> Any:
        """`tf.RaggedTensor`, or `tf.Tensor` if no dimension is ragged."""
        return RaggedTensor if self._ragged_rank > 0 else Tensor

    @classmethod
    def from_value(cls, value: Any) -> RaggedTensorSpec:
        """The spec of a RaggedTensor or RaggedTensorValue."""
        return cls(value.shape, value.flat_values.dtype, value.ragged_rank, value.row_splits.dtype)

    def _serialize(self) -> tuple[Any, ...]:
        return self._shape, self._dtype, self._ragged_rank, self._row_splits_dtype

    @property
    def _component_specs(self) -> list[TensorSpec]:
        if self._ragged_rank == 0:
            return [TensorSpec(self._shape, self._dtype)]
        inner = self._shape[self._ragged_rank + 1 :] if self._shape.ndims is not None else TensorShape(None)
        rows = dimension_at_index(self._shape, 0) + 1
        splits = [TensorSpec([rows], self._row_splits_dtype)]
        splits += [TensorSpec([None], self._row_splits_dtype)] * (self._ragged_rank - 1)
        return [TensorSpec(TensorShape([None]).concatenate(inner), self._dtype), *splits]

    def _to_components(self, value: Any) -> list[Any]:
        return [value.flat_values, *value.nested_row_splits] if is_ragged(value) else [value]

    def _from_components(self, components: Any) -> Any:
        result, *nested_splits = components
        kind = RaggedTensor if isinstance(result, Tensor) else RaggedTensorValue
        for splits in reversed(nested_splits):
            result = kind(result, splits, internal=True) if kind is RaggedTensor else kind(result, splits)
        return result


register_spec(RaggedTensorValue, RaggedTensorSpec.from_value)


@export("data.experimental.RaggedTensorStructure")
def ragged_tensor_structure(dtype: DTypeLike, shape: ShapeLike, ragged_rank: int) -> RaggedTensorSpec:
    """An old name of `tf.RaggedTensorSpec`, with the arguments in another order.

    Args:
      dtype: the type of the values.
      shape: the shape, with None for ragged dimensions.
      ragged_rank: how many of the dimensions are ragged.

    >>> import penstock as tf
    >>> tf.data.experimental.RaggedTensorStructure(tf.int32, [2, None], 1)
    RaggedTensorSpec(TensorShape([Dimension(2), Dimension(None)]), tf.int32, 1, tf.int64)
    """
    return RaggedTensorSpec(shape, dtype, ragged_rank)
