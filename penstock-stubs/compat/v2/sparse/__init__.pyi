"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.graph.composite import SparseTensor as SparseTensor
from penstock.ops.arrays.selecting import sparse_mask as mask
from penstock.ops.sparse.arithmetic import sparse_tensor_dense_matmul as sparse_dense_matmul
from penstock.ops.sparse.concat_and_slice import sparse_fill_empty_rows as fill_empty_rows
from penstock.ops.sparse.concat_and_slice import sparse_slice as slice
from penstock.ops.sparse.conversion import from_dense as from_dense
from penstock.ops.sparse.conversion import sparse_eye as eye
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
from builtins import str as _str
from penstock.graph.composite import SparseTensor as _SparseTensor
from typing import Any as _Any

def add(a: _Any, b: _Any, threshold: _Any = ...) -> _Any:
    """`tf.sparse.add` with the arguments of 2.x."""
def concat(axis: _Any, sp_inputs: _Any, expand_nonconcat_dims: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.sparse.concat` with the arguments of 2.x."""
def maximum(sp_a: _SparseTensor, sp_b: _SparseTensor, name: _str | None = ...) -> _SparseTensor:
    """The elementwise maximum of two SparseTensors of one shape; what is not there counts as 0."""
def minimum(sp_a: _SparseTensor, sp_b: _SparseTensor, name: _str | None = ...) -> _SparseTensor:
    """The elementwise minimum of two SparseTensors of one shape; what is not there counts as 0."""
def reduce_max(sp_input: _Any, axis: _Any = ..., keepdims: _bool | None = ..., output_is_sparse: _bool = ..., name: _str | None = ...) -> _Any:
    """`tf.sparse.reduce_max` with the arguments of 2.x."""
def reduce_sum(sp_input: _Any, axis: _Any = ..., keepdims: _bool | None = ..., output_is_sparse: _bool = ..., name: _str | None = ...) -> _Any:
    """`tf.sparse.reduce_sum` with the arguments of 2.x."""
def segment_mean(data: _Any, indices: _Any, segment_ids: _Any, num_segments: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.sparse.segment_mean` with the arguments of 2.x."""
def segment_sqrt_n(data: _Any, indices: _Any, segment_ids: _Any, num_segments: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.sparse.segment_sqrt_n` with the arguments of 2.x."""
def segment_sum(data: _Any, indices: _Any, segment_ids: _Any, num_segments: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.sparse.segment_sum` with the arguments of 2.x."""
def split(sp_input: _Any = ..., num_split: _Any = ..., axis: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.sparse.split` with the arguments of 2.x."""

__all__ = [
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
    "maximum",
    "minimum",
    "reduce_max",
    "reduce_sum",
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
