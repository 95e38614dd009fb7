"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.graph.composite import SparseTensor as SparseTensor
from penstock.ops.arrays.basic import sparse_placeholder as placeholder
from penstock.ops.arrays.selecting import sparse_mask as mask
from penstock.ops.math.segment import sparse_segment_mean as segment_mean
from penstock.ops.math.segment import sparse_segment_sqrt_n as segment_sqrt_n
from penstock.ops.math.segment import sparse_segment_sum as segment_sum
from penstock.ops.queues.accumulators import SparseConditionalAccumulator as SparseConditionalAccumulator
from penstock.ops.sparse.arithmetic import sparse_add as add
from penstock.ops.sparse.arithmetic import sparse_tensor_dense_matmul as matmul
from penstock.ops.sparse.arithmetic import sparse_tensor_dense_matmul as sparse_dense_matmul
from penstock.ops.sparse.concat_and_slice import sparse_concat as concat
from penstock.ops.sparse.concat_and_slice import sparse_fill_empty_rows as fill_empty_rows
from penstock.ops.sparse.concat_and_slice import sparse_slice as slice
from penstock.ops.sparse.concat_and_slice import sparse_split as split
from penstock.ops.sparse.conversion import from_dense as from_dense
from penstock.ops.sparse.conversion import sparse_eye as eye
from penstock.ops.sparse.conversion import sparse_merge as merge
from penstock.ops.sparse.conversion import sparse_retain as retain
from penstock.ops.sparse.conversion import sparse_tensor_to_dense as to_dense
from penstock.ops.sparse.conversion import sparse_to_indicator as to_indicator
from penstock.ops.sparse.cross import sparse_cross as cross
from penstock.ops.sparse.cross import sparse_cross_hashed as cross_hashed
from penstock.ops.sparse.reduction import sparse_softmax as softmax
from penstock.ops.sparse.reshaping import sparse_expand_dims as expand_dims
from penstock.ops.sparse.reshaping import sparse_reorder as reorder
from penstock.ops.sparse.reshaping import sparse_reset_shape as reset_shape
from penstock.ops.sparse.reshaping import sparse_reshape as reshape
from penstock.ops.sparse.reshaping import sparse_transpose as transpose
from builtins import bool as _bool
from builtins import int as _int
from builtins import str as _str
from penstock.graph.composite import SparseTensor as _SparseTensor
from penstock.ops.sparse.reduction import AxisLike as _AxisLike
from typing import Any as _Any

def maximum(sp_a: _SparseTensor, sp_b: _SparseTensor, name: _str | None = ...) -> _SparseTensor:
    """The elementwise maximum of two SparseTensors of one shape; what is not there counts as 0."""
def minimum(sp_a: _SparseTensor, sp_b: _SparseTensor, name: _str | None = ...) -> _SparseTensor:
    """The elementwise minimum of two SparseTensors of one shape; what is not there counts as 0."""
def reduce_max(sp_input: _SparseTensor, axis: _int | None = ..., keepdims: _bool | None = ..., reduction_axes: _AxisLike | None = ..., keep_dims: _bool | None = ...) -> _Any:
    """The maximum of the elements of a SparseTensor over `axis`, as a dense tensor."""
def reduce_max_sparse(sp_input: _SparseTensor, axis: _int | None = ..., keepdims: _bool | None = ..., reduction_axes: _AxisLike | None = ..., keep_dims: _bool | None = ...) -> _Any:
    """The maximum of the elements of a SparseTensor over `axis`, as a SparseTensor."""
def reduce_sum(sp_input: _SparseTensor, axis: _int | None = ..., keepdims: _bool | None = ..., reduction_axes: _AxisLike | None = ..., keep_dims: _bool | None = ...) -> _Any:
    """The sum of the elements of a SparseTensor over `axis`, as a dense tensor."""
def reduce_sum_sparse(sp_input: _SparseTensor, axis: _int | None = ..., keepdims: _bool | None = ..., reduction_axes: _AxisLike | None = ..., keep_dims: _bool | None = ...) -> _Any:
    """The sum of the elements of a SparseTensor over `axis`, as a SparseTensor."""

__all__ = [
    "SparseConditionalAccumulator",
    "SparseTensor",
    "add",
    "concat",
    "cross",
    "cross_hashed",
    "expand_dims",
    "eye",
    "fill_empty_rows",
    "from_dense",
    "mask",
    "matmul",
    "maximum",
    "merge",
    "minimum",
    "placeholder",
    "reduce_max",
    "reduce_max_sparse",
    "reduce_sum",
    "reduce_sum_sparse",
    "reorder",
    "reset_shape",
    "reshape",
    "retain",
    "segment_mean",
    "segment_sqrt_n",
    "segment_sum",
    "slice",
    "softmax",
    "sparse_dense_matmul",
    "split",
    "to_dense",
    "to_indicator",
    "transpose",
]
