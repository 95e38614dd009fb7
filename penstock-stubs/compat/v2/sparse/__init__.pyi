"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.graph.composite import SparseTensor as SparseTensor
from penstock.ops.arrays.selecting import sparse_mask as mask
from penstock.ops.sparse.arithmetic import sparse_tensor_dense_matmul as sparse_dense_matmul
from penstock.ops.sparse.concat_and_slice import sparse_fill_empty_rows as fill_empty_rows
from penstock.ops.sparse.concat_and_slice import sparse_slice as slice
from penstock.ops.sparse.conversion import from_dense as from_dense
from penstock.ops.sparse.conversion import sparse_expand_dims as expand_dims
from penstock.ops.sparse.conversion import sparse_eye as eye
from penstock.ops.sparse.conversion import sparse_reorder as reorder
from penstock.ops.sparse.conversion import sparse_reset_shape as reset_shape
from penstock.ops.sparse.conversion import sparse_reshape as reshape
from penstock.ops.sparse.conversion import sparse_retain as retain
from penstock.ops.sparse.conversion import sparse_tensor_to_dense as to_dense
from penstock.ops.sparse.conversion import sparse_to_indicator as to_indicator
from penstock.ops.sparse.conversion import sparse_transpose as transpose
from penstock.ops.sparse.cross import sparse_cross as cross
from penstock.ops.sparse.cross import sparse_cross_hashed as cross_hashed
from penstock.ops.sparse.reduction import sparse_softmax as softmax
from builtins import str as _str
from penstock.graph.composite import SparseTensor as _SparseTensor

def maximum(sp_a: _SparseTensor, sp_b: _SparseTensor, name: _str | None = ...) -> _SparseTensor:
    """The elementwise maximum of two SparseTensors of one shape; what is not there counts as 0."""
def minimum(sp_a: _SparseTensor, sp_b: _SparseTensor, name: _str | None = ...) -> _SparseTensor:
    """The elementwise minimum of two SparseTensors of one shape; what is not there counts as 0."""

__all__ = [
    "SparseTensor",
    "cross",
    "cross_hashed",
    "expand_dims",
    "eye",
    "fill_empty_rows",
    "from_dense",
    "mask",
    "maximum",
    "minimum",
    "reorder",
    "reset_shape",
    "reshape",
    "retain",
    "slice",
    "softmax",
    "sparse_dense_matmul",
    "to_dense",
    "to_indicator",
    "transpose",
]
