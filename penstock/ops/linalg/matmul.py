"""Products of matrices: MatMul, the batched forms, `tf.matmul`, `tf.tensordot` and `tf.linalg.matvec`.

Half-precision products are made in float32 by NumPy, which has no fast routine for them; XLA has.
"""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import dtypes, errors, stack
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.inference import Context
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import Array, AxisLike, TensorLike
from penstock.ops.backend import blas, lax
from penstock.ops.common.definitions import brackets, function
from penstock.ops.common.gradient_helpers import cast, conj, reshape, shape_of
from penstock.ops.linalg import matmul_native as products_native
from penstock.ops.linalg import matmul_small_native as small_products

_HALF = (np.dtype(np.float16), dtypes.bfloat16.storage)

# -- shapes ---------------------------------------------------------------------------------------------


def _matmul_shape(c: Context) -> list[TensorShape]:
    a = rule.with_rank(c.shape(0), 2).as_list()
    b = rule.with_rank(c.shape(1), 2).as_list()
    if c.attr("transpose_a"):
        a.reverse()
    if c.attr("transpose_b"):
        b.reverse()
    rule.merge_dims(a[1], b[0])
    return [TensorShape([a[0], b[1]])]


def _batch_matmul_shape(c: Context) -> list[TensorShape]:
    x, y = (rule.with_rank_at_least(s, 2) for s in c.shapes)
    a, b = ([rule.dim(s, -2), rule.dim(s, -1)] for s in (x, y))
    if c.attr("adj_x"):
        a.reverse()
    if c.attr("adj_y"):
        b.reverse()
    if c.op.type == "BatchMatMul":
        batch = rule.merge(x[:-2], y[:-2])
        rule.merge_dims(a[1], b[0])
    else:  # checks the other way round
        rule.merge_dims(a[1], b[0])
        batch = rule.broadcast_shapes(x[:-2], y[:-2])
    return [batch.concatenate(TensorShape([a[0], b[1]]))]


# -- kernels --------------------------------------------------------------------------------------------


def _product(xp: ModuleType, a: Array, b: Array) -> Any:
    if xp is np and a.dtype in _HALF:
        return blas.matmul(a.astype(np.float32), b.astype(np.float32)).astype(a.dtype)
    return blas.matmul(a, b) if xp is np else xp.matmul(a, b)


@op("MatMul", shape=_matmul_shape)
def _matmul(xp: ModuleType, a: Array, b: Array, *, transpose_a: bool, transpose_b: bool) -> Any:
    small = None if xp is np else small_products.product(xp.asarray(a), xp.asarray(b), transpose_a, transpose_b)
    if small is not None and a.ndim == 2:
        return small
    if transpose_b:
        b = b.T
    try:
        if transpose_a and xp is not np and a.ndim == b.ndim == 2:
            return lax.transposed_matmul(a, b)
        if transpose_a:
            a = a.T
        if a.ndim == b.ndim == 2:
            made = None if xp is np or transpose_b else products_native.of_few_rows(a, b)
            return _product(xp, a, b) if made is None else made
    except (ValueError, TypeError):
        before = a.T if transpose_a and xp is np else a
        if before.shape[0 if transpose_a else 1] == b.shape[0]:
            raise
        _incompatible(before, b.T if transpose_b else b)
    i, bad = (0, a) if a.ndim != 2 else (1, b)
    text = f"In[{i}] is not a matrix. Instead it has shape {brackets(bad.shape)}"
    raise errors.InvalidArgumentError(None, None, text)


def _incompatible(a: Any, b: Any) -> None:
    text = f"Matrix size-incompatible: In[0]: {brackets(a.shape)}, In[1]: {brackets(b.shape)}"
    raise errors.InvalidArgumentError(None, None, text) from None


@op("SparseMatMul", shape=_matmul_shape)
def _sparse_matmul(xp: ModuleType, a: Array, b: Array, *, transpose_a: bool, transpose_b: bool) -> Any:
    # The hints about zeros serve no purpose here. Either input may be bfloat16; the result is float32.
    a, b = a.astype(np.float32), b.astype(np.float32)
    return _matmul(xp, a, b, transpose_a=transpose_a, transpose_b=transpose_b)


@op(("BatchMatMul", "BatchMatMulV2"), shape=_batch_matmul_shape)
def _batch_matmul(xp: ModuleType, x: Array, y: Array, *, adj_x: bool, adj_y: bool) -> Any:
    if x.ndim < 2 or y.ndim < 2:
        i, t = (0, x) if x.ndim < 2 else (1, y)
        raise errors.InvalidArgumentError(None, None, f"In[{i}] ndims must be >= 2: {t.ndim}")
    a = _adjoint(xp, x) if adj_x else x
    b = _adjoint(xp, y) if adj_y else y
    small = (
        None if xp is np or x.dtype.kind == "c" else small_products.product(xp.asarray(x), xp.asarray(y), adj_x, adj_y)
    )
    if small is not None:
        return small
    try:
        return _product(xp, a, b)
    except (ValueError, TypeError):
        shapes = brackets(x.shape), brackets(y.shape)
        text = "In[0] and In[1] must have compatible batch dimensions: {} vs. {}".format(*shapes)
        if a.shape[-1] != b.shape[-2]:
            text = (
                f"In[0] mismatch In[1] shape: {a.shape[-1]} vs. {b.shape[-2]}: {' '.join(shapes)} {adj_x:d} {adj_y:d}"
            )
        raise errors.InvalidArgumentError(None, None, text) from None


def _adjoint(xp: ModuleType, x: Array) -> Any:
    x = xp.swapaxes(x, -1, -2)
    return xp.conjugate(x) if x.dtype.kind == "c" else x


# -- gradients ------------------------------------------------------------------------------------------

# (transposed first, transposed second) → for each input, (left factor, right factor, their transpositions), where
# a and b are the inputs and d is the gradient.
_GRADIENTS = {
    (False, False): (("d", "b", False, True), ("a", "d", True, False)),
    (False, True): (("d", "b", False, False), ("d", "a", True, False)),
    (True, False): (("b", "d", False, True), ("a", "d", False, False)),
    (True, True): (("b", "d", True, True), ("d", "a", True, True)),
}


@gradient("MatMul")
def _matmul_gradient(op: Operation, d: Tensor) -> tuple[Tensor, ...]:
    factors = {"a": conj(op.inputs[0]), "b": conj(op.inputs[1]), "d": d}
    return tuple(
        apply("MatMul", a=factors[left], b=factors[right], transpose_a=t_left, transpose_b=t_right)
        for left, right, t_left, t_right in _GRADIENTS[op._attrs["transpose_a"], op._attrs["transpose_b"]]
    )


@gradient("SparseMatMul")
def _sparse_matmul_gradient(op: Operation, d: Tensor) -> tuple[Tensor, ...]:
    a, b = op.inputs
    factors = {"a": a, "b": b, "d": d}
    sparse = {"a": op._attrs["a_is_sparse"], "b": op._attrs["b_is_sparse"], "d": d.op.type == "ReluGrad"}
    results = []
    table = _GRADIENTS[op._attrs["transpose_a"], op._attrs["transpose_b"]]
    for x, (left, right, t_left, t_right) in zip((a, b), table):
        made = apply(
            "SparseMatMul",
            a=factors[left],
            b=factors[right],
            transpose_a=t_left,
            transpose_b=t_right,
            a_is_sparse=sparse[left],
            b_is_sparse=sparse[right],
        )
        results.append(cast(made, x.dtype))
    return tuple(results)


@gradient("BatchMatMul", "BatchMatMulV2")
def _batch_matmul_gradient(op: Operation, d: Tensor) -> tuple[Tensor, ...]:
    x, y = op.inputs
    factors = {"a": x, "b": y, "d": d}
    dx, dy = (
        apply(op.type, x=factors[left], y=factors[right], adj_x=t_left, adj_y=t_right)
        for left, right, t_left, t_right in _GRADIENTS[op._attrs["adj_x"], op._attrs["adj_y"]]
    )
    if op.type == "BatchMatMul" or _same_batch(x, y):
        if op.type == "BatchMatMulV2" and not (x.shape.is_fully_defined() and x.shape == y.shape):
            stack.current_graph()._count(15)  # 1.15 sums over no axes
        return dx, dy
    sx, sy = shape_of(x), shape_of(y)

    def batch(shape: Tensor) -> Tensor:
        return apply("StridedSlice", input=shape, begin=[0], end=[-2], strides=[1], begin_mask=1)

    rx, ry = apply("BroadcastGradientArgs", s0=batch(sx), s1=batch(sy))
    return (
        reshape(apply("Sum", input=dx, reduction_indices=rx), sx),
        reshape(apply("Sum", input=dy, reduction_indices=ry), sy),
    )


def _same_batch(x: Tensor, y: Tensor) -> bool:
    m, n = x.shape, y.shape
    if m.ndims is None or n.ndims is None:
        return False
    return m.ndims == n.ndims == 2 or (m[:-2].is_fully_defined() and m[:-2].as_list() == n[:-2].as_list())


# -- public functions -------------------------------------------------------------------------------------


@export("matmul", "linalg.matmul")
def matmul(
    a: TensorLike,
    b: TensorLike,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    name: str | None = None,
) -> Tensor:
    """The product of matrices `a` and `b`; of two batches of them, if there are more than two dimensions.

    Args:
      a: tensor of rank 2 or more.
      b: tensor of the same type.
      transpose_a, transpose_b: whether a factor is transposed first.
      adjoint_a, adjoint_b: whether it is transposed and conjugated first.
      a_is_sparse, b_is_sparse: hints that a factor has many zeros.
      name: a name for the operation.

    Raises:
      ValueError: if a factor is to be both transposed and adjoint.

    >>> import penstock as tf
    >>> tf.Session().run(tf.matmul([[1, 2], [3, 4]], [[1], [10]]))
    array([[21],
           [43]], dtype=int32)
    """
    with name_scope(name, "MatMul", [a, b]) as scope:
        if transpose_a and adjoint_a:
            raise ValueError("Only one of transpose_a and adjoint_a can be True.")
        if transpose_b and adjoint_b:
            raise ValueError("Only one of transpose_b and adjoint_b can be True.")
        a = convert_to_tensor(a, name="a")
        b = convert_to_tensor(b, name="b", dtype_hint=a.dtype.base_dtype)
        may_be_batch = any(t.shape.ndims is None or t.shape.ndims > 2 for t in (a, b))
        if may_be_batch and not a_is_sparse and not b_is_sparse:
            # The batched operation has only adjoints.
            if transpose_a:
                a, adjoint_a = conj(a), True
            if transpose_b:
                b, adjoint_b = conj(b), True
            return apply("BatchMatMulV2", scope, x=a, y=b, adj_x=adjoint_a, adj_y=adjoint_b)
        if adjoint_a:
            a, transpose_a = conj(a), True
        if adjoint_b:
            b, transpose_b = conj(b), True
        kinds = (dtypes.bfloat16, dtypes.float32)
        types = (a.dtype.base_dtype, b.dtype.base_dtype)
        sparse = (a_is_sparse or b_is_sparse) and types[0] in kinds and types[1] in kinds
        # Products of bfloat16 with float32 have no other operation.
        if sparse or (types[0] is not types[1] and types[0] in kinds and types[1] in kinds):
            result = apply(
                "SparseMatMul",
                scope,
                a=a,
                b=b,
                transpose_a=transpose_a,
                transpose_b=transpose_b,
                a_is_sparse=a_is_sparse,
                b_is_sparse=b_is_sparse,
            )
            return cast(result, dtypes.bfloat16) if types == (dtypes.bfloat16, dtypes.bfloat16) else result
        return apply("MatMul", scope, a=a, b=b, transpose_a=transpose_a, transpose_b=transpose_b)


@export("batch_matmul")
def batch_matmul(
    x: TensorLike, y: TensorLike, adj_x: bool = False, adj_y: bool = False, name: str | None = None
) -> Tensor:
    """The products of two batches of matrices (the name of 0.9; `tf.matmul` does it too).

    Args:
      x: matrices, [..., m, k].
      y: matrices, [..., k, n].
      adj_x, adj_y: whether to take the adjoints of the matrices.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.batch_matmul([[[1.0, 2.0]], [[3.0, 4.0]]], [[[5.0], [6.0]], [[7.0], [8.0]]])).tolist()
    [[[17.0]], [[53.0]]]
    """
    return apply("BatchMatMul", name, x=x, y=y, adj_x=adj_x, adj_y=adj_y)


sparse_matmul = export("sparse_matmul")(
    function(
        "SparseMatMul",
        "The product of two matrices that have many zeros.",
        "a",
        "b",
        "transpose_a",
        "transpose_b",
        "a_is_sparse",
        "b_is_sparse",
        example=""">>> a, b = [[0.0, 2.0], [3.0, 0.0]], [[1.0], [4.0]]
>>> tf.Session().run(tf.sparse_matmul(a, b, a_is_sparse=True)).tolist()
[[8.0], [3.0]]""",
    )
)


@export("linalg.matvec")
def matvec(
    a: TensorLike,
    b: TensorLike,
    transpose_a: bool = False,
    adjoint_a: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    name: str | None = None,
) -> Tensor:
    """The product of a matrix and a vector, or of batches of them.

    Args:
      a: matrices `[..., m, n]`.
      b: vectors `[..., n]` of the type of `a`.
      transpose_a: whether to transpose the matrices before.
      adjoint_a: whether to transpose and conjugate them before.
      a_is_sparse, b_is_sparse: a hint that most elements are 0.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.linalg.matvec([[1, 2], [3, 4]], [1, 10]))
    array([21, 43], dtype=int32)
    """
    with name_scope(name, "MatVec", [a, b]):
        column = apply("ExpandDims", input=b, dim=-1)
        product = matmul(a, column, transpose_a, False, adjoint_a, False, a_is_sparse, b_is_sparse)
        return apply("Squeeze", input=product, squeeze_dims=[-1])


@export("trace", "linalg.trace")
def trace(x: TensorLike, name: str | None = None) -> Tensor:
    """The sum along the main diagonal of each inner-most matrix.

    >>> import penstock as tf
    >>> tf.Session().run(tf.trace([[1, 2], [3, 4]]))
    np.int32(5)
    """
    with name_scope(name, "Trace", [x]) as scope:
        diagonal = apply("MatrixDiagPart", "diag_part", input=convert_to_tensor(x, name="x"))
        return apply("Sum", scope, input=diagonal, reduction_indices=[-1])


@export("tensordot", "linalg.tensordot")
def tensordot(a: TensorLike, b: TensorLike, axes: AxisLike, name: str | None = None) -> Tensor:
    """The sum of products of `a` and `b` over the given axes; the other axes of `a`, then of `b`, remain.

    Args:
      a: a tensor.
      b: a tensor of the same type.
      axes: a number N (the last N axes of `a` and the first N of `b`), or two lists of axes.
      name: a name for the operation.

    Raises:
      ValueError: if `axes` is malformed.
      IndexError: if an axis is out of range.

    >>> import penstock as tf
    >>> tf.Session().run(tf.tensordot([1, 2], [[3, 4], [5, 6]], 1))
    array([13, 16], dtype=int32)
    """
    with name_scope(name, "Tensordot", [a, b, axes]) as scope:
        a = convert_to_tensor(a, name="a")
        b = convert_to_tensor(b, name="b")
        a_axes, b_axes = _contracted(a, axes)
        left, a_free, a_static = _as_matrix(a, a_axes, last=True)
        right, b_free, b_static = _as_matrix(b, b_axes, last=False)
        product = matmul(left, right)
        if isinstance(a_free, list) and isinstance(b_free, list):
            return apply("Reshape", scope, tensor=product, shape=np.asarray(a_free + b_free, np.int32))
        free = [convert_to_tensor(f, dtypes.int32) for f in (a_free, b_free)]
        result = apply("Reshape", scope, tensor=product, shape=find("concat")(free, 0))
        if a_static is not None and b_static is not None:
            result.set_shape(a_static + b_static)
        return result


def _contracted(a: Tensor, axes: AxisLike) -> tuple[Any, Any]:
    """The axes to contract, of `a` and of `b`, as lists or tensors."""
    if isinstance(axes, (int, np.integer)):
        if axes < 0:
            raise ValueError("'axes' must be at least 0.")
        rank = a.shape.ndims
        if rank is not None:
            if axes > rank:
                raise ValueError(f"'axes' must not be larger than the number of dimensions of tensor {a}.")
            return list(range(rank - axes, rank)), list(range(axes))
        dynamic, range_ = find("rank")(a), find("range")
        return range_(dynamic - axes, dynamic, dtype=dtypes.int32), range_(axes, dtype=dtypes.int32)
    if isinstance(axes, (list, tuple, np.ndarray)):
        if len(axes) != 2:
            raise ValueError("'axes' must be an integer or have length 2.")
        pair = [axis.tolist() if isinstance(axis, np.ndarray) else axis for axis in axes]
        pair = [[int(p)] if isinstance(p, (int, np.integer)) else p for p in pair]
        if all(isinstance(p, (list, tuple)) for p in pair):
            if len(pair[0]) != len(pair[1]):
                raise ValueError(f"Different number of contraction axes 'a' and 'b', {len(pair[0])} != {len(pair[1])}.")
            return list(pair[0]), list(pair[1])
        return pair[0], pair[1]
    both = convert_to_tensor(axes, dtypes.int32, name="axes")
    return both[0], both[1]


def _as_matrix(x: Tensor, axes: int, last: bool) -> tuple[Tensor, Any, Any]:
    """`x` as a matrix whose columns (or rows) run over the contracted axes, with the shape of the other axes.

    Returns:
      The matrix, the lengths of the free axes as a list (all known) or tensor, and as a list with None (or None).
    """
    rank = x.shape.ndims
    if rank is not None and isinstance(axes, (list, tuple)):
        dims = x.shape.as_list()
        for axis in axes:
            if not -rank <= axis < rank:
                raise IndexError(f"list index out of range: axis {axis} of a tensor of rank {rank}")
        axes = [axis % rank for axis in axes]
        free = [i for i in range(rank) if i not in axes]
        lengths = [dims[i] for i in free]
        if None not in dims:
            perm = free + axes if last else axes + free
            moved = apply("Transpose", "transpose", x=x, perm=np.asarray(perm, np.int32))
            sizes = [math.prod(dims[i] or 0 for i in group) for group in (free, axes)]
            return reshape(moved, np.asarray(sizes if last else sizes[::-1], np.int32)), lengths, lengths
        contracted: Any = convert_to_tensor(np.asarray(axes, np.int32), name="axes")
        free_axes: Any = convert_to_tensor(np.asarray(free, np.int32), name="free")
        shape_tensor, static = find("shape")(x), lengths
    else:
        shape_tensor, static = find("shape")(x), None
        dynamic = find("rank")(x)
        contracted = convert_to_tensor(axes, dtypes.int32, name="axes")
        contracted = find("where")(contracted >= 0, contracted, contracted + dynamic)
        free_axes, _ = find("setdiff1d")(find("range")(dynamic), contracted)
    gather, product = find("gather"), find("reduce_prod")
    free_shape = gather(shape_tensor, free_axes)
    summed_shape = gather(shape_tensor, contracted)
    counts = [product(free_shape), product(summed_shape)]
    order = find("concat")([free_axes, contracted] if last else [contracted, free_axes], 0)
    flat = find("stack")(counts if last else counts[::-1])
    return reshape(apply("Transpose", "transpose", x=x, perm=order), flat), free_shape, static
