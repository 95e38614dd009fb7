"""Ragged tensors as leaves of the elements of datasets.

One travels as a vector with one variant: batches of elements are then matrices of variants, which give a ragged tensor
with one more ragged dimension, and slices of a ragged tensor are rows of a matrix.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from penstock.data.structure import Spec
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, TensorLike
from penstock.ops.ragged.spec import RaggedTensorSpec
from penstock.ops.ragged.tensor import RaggedTensor, as_ragged_or_tensor

if TYPE_CHECKING:
    from penstock.graph.dtypes import DType



class RaggedSpec(Spec):
    """A leaf that is a ragged tensor. A row of one is dense, but travels in the same way: its ragged rank is 0."""

    def __init__(self, dtype: Any, shape: Any, ragged_rank: int, splits_dtype: DTypeLike) -> None:
        super().__init__(RaggedTensor if ragged_rank else Tensor, dtype, shape)
        self.ragged_rank = ragged_rank
        self.splits_dtype = splits_dtype

    @property
    def flat_type(self) -> DType:
        return dtypes.variant

    @property
    def flat_shape(self) -> TensorShape:
        return TensorShape(None)

    @property
    def public(self) -> RaggedTensorSpec:
        """What users see."""
        return self.legacy_class

    @property
    def legacy_class(self) -> RaggedTensorSpec:
        """What stands for it in `output_classes`."""
        return RaggedTensorSpec(self.shape, self.dtype, self.ragged_rank, self.splits_dtype)

    def with_shape(self, shape: Any) -> RaggedSpec:
        """Dimensions are added and taken away at the front, where they are ragged."""
        shape = TensorShape(shape)
        more = 0 if shape.ndims is None or self.shape.ndims is None else shape.ndims - self.shape.ndims
        return RaggedSpec(self.dtype, shape, self.ragged_rank + more, self.splits_dtype)

    def arrived(self, tensor: Tensor) -> Any:
        """The ragged tensor that travelled as `tensor`, or the dense row."""
        # A row keeps the dimension of size 1, as the one row of a ragged tensor.
        row = self.ragged_rank == 0
        nested_splits, values = apply(
            "RaggedTensorFromVariant",
            encoded_ragged=tensor if row else apply("Squeeze", input=tensor, squeeze_dims=[-1]),
            input_ragged_rank=-1,
            output_ragged_rank=self.ragged_rank or 1,
            Tvalues=self.dtype,
            Tsplits=self.splits_dtype,
        )
        known = self.shape.ndims is not None
        inner = self.shape[self.ragged_rank + 1 :] if known else TensorShape(None)
        values.set_shape(TensorShape([None]).concatenate(inner))
        if row:
            return values
        rows = self.shape[0].value if known else None
        nested_splits[0].set_shape([None if rows is None else rows + 1])
        return RaggedTensor.from_nested_row_splits(values, nested_splits, validate=False)

    def __repr__(self) -> str:
        return repr(self.legacy_class)


def spec_of(value: RaggedTensor) -> RaggedSpec:
    """The spec of a ragged tensor."""
    return RaggedSpec(value.dtype, value.shape, value.ragged_rank, value.row_splits.dtype)


def leaf(value: TensorLike, name: str) -> RaggedTensor:
    """A ragged tensor, or the value of one, as a leaf."""
    return as_ragged_or_tensor(value, name=name)


def travelling(value: RaggedTensor, batched: bool) -> Tensor:
    """The variants that a ragged tensor, or each of its rows, travels as."""
    splits = list(value.nested_row_splits)
    encoded = apply(
        "RaggedTensorToVariant",
        rt_nested_splits=splits,
        rt_dense_values=value.flat_values,
        batched_input=batched,
    )
    return apply("ExpandDims", input=encoded, dim=-1)


def from_legacy(dtype: DTypeLike, shape: TensorShape, spec: RaggedTensorSpec) -> RaggedSpec:
    """The spec for a type, a shape, and what stood in `output_classes`."""
    _, _, ragged_rank, splits_dtype = spec._serialize()
    return RaggedSpec(dtype, shape, ragged_rank, splits_dtype)
