"""Arithmetic with sparse tensors: sums, products, minima and maxima, with their gradients."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.composite import SparseTensor, is_sparse_value
from penstock.graph.convert import convert_to_tensor
from penstock.graph.extension_points import implements
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.registry import check, gradient, no_gradient, op
from penstock.graph.typing import Array, TensorLike
from penstock.ops.backend import arrays
from penstock.ops.sparse import index_rows as sparse_rows
from penstock.ops.sparse import native as sparse_native
from penstock.ops.sparse.conversion import as_sparse
from penstock.ops.sparse.index_rows import bracketed
from penstock.util.deprecation import deprecated_argument_lookup

# -- two sparse tensors -------------------------------------------------------------------------------------------------


def _add_rule(c):
    shape = rule.with_rank(c.shape(2), 1)
    return [[None, shape.as_list()[0]], [None], shape]


def _check_pair(a_indices, a_values, a_shape, b_indices, b_values, b_shape):
    for indices in (a_indices, b_indices):
        if np.ndim(indices) != 2:
            raise errors.invalid(
                f"Input indices should be matrices but received shapes: {bracketed(np.shape(a_indices))} and "
                f"{bracketed(np.shape(b_indices))}"
            )
    sparse_rows.check_parts(a_indices, a_values, a_shape)
    sparse_rows.check_parts(b_indices, b_values, b_shape)
    if len(a_shape) != len(b_shape):
        raise errors.invalid(f"Ranks of input tensors must match, but saw ranks: {len(a_shape)} and {len(b_shape)}")


@op("SparseAdd", shape=_add_rule, host=True)
def _sparse_add(xp, a_indices, a_values, a_shape, b_indices, b_values, b_shape, thresh):
    found = sparse_native.added(a_indices, a_values, a_shape, b_indices, b_values, b_shape, thresh)
    if found is not None:
        return *found, a_shape[...]
    _check_pair(a_indices, a_values, a_shape, b_indices, b_values, b_shape)
    for d, (m, n) in enumerate(zip(a_shape, b_shape)):
        if m != n:
            raise errors.invalid(f"Input shapes must match: got {m} and {n} for dimension {d}")
    if np.ndim(thresh):
        raise errors.invalid(f"The magnitude threshold must be a scalar: got shape {bracketed(np.shape(thresh))}")
    rows, a_place, b_place = sparse_rows.union(a_indices, b_indices)
    total = np.zeros(len(rows), a_values.dtype)
    total[a_place] = a_values
    total[b_place] += b_values
    # Only sums are compared with the threshold, not what one tensor has alone.
    in_a, in_b = np.zeros(len(rows), bool), np.zeros(len(rows), bool)
    in_a[a_place] = True
    in_b[b_place] = True
    kept = ~(in_a & in_b) | (np.abs(total) >= thresh)
    return rows[kept], total[kept], a_shape[...]


def _add_grad_rule(c):
    return [[rule.with_rank(c.shape(i), 2).as_list()[0]] for i in (1, 2)]


@op("SparseAddGrad", shape=_add_grad_rule)
def _sparse_add_grad_kernel(xp, backprop_val_grad, a_indices, b_indices, sum_indices):
    for name, given in (("a_indices", a_indices), ("b_indices", b_indices), ("sum_indices", sum_indices)):
        if np.ndim(given) != 2:
            raise errors.invalid(f"Input {name} should be a matrix but received shape: {bracketed(np.shape(given))}")
    if np.shape(backprop_val_grad) != (sum_indices.shape[0],):
        raise errors.invalid(
            f"# elements in backprop_val_grad and # rows in sum_indices should match (#nnz of sum): got "
            f"{bracketed(np.shape(backprop_val_grad))} and {sum_indices.shape[0]}"
        )
    ranks = [given.shape[1] for given in (a_indices, b_indices, sum_indices)]
    if len(set(ranks)) > 1:
        told = ", ".join(map(str, ranks))
        raise errors.invalid(f"The densified operands should have the same ndims; for A, B, sum got: {told}")
    return tuple(sparse_rows.matched(xp, sum_indices, rows, backprop_val_grad) for rows in (a_indices, b_indices))


no_gradient("SparseAddGrad")


@gradient("SparseAdd")
def _sparse_add_gradient(op, *grads):
    a, b = apply(
        "SparseAddGrad",
        backprop_val_grad=grads[1],
        a_indices=op.inputs[0],
        b_indices=op.inputs[3],
        sum_indices=op.outputs[0],
    )
    a.set_shape(op.inputs[1].shape)
    b.set_shape(op.inputs[4].shape)
    return None, a, None, None, b, None, None


@export("sparse_add", "sparse.add")
def sparse_add(a: Any, b: Any, threshold: Any = None, thresh: Any = None) -> Any:
    """Adds two tensors, at least one of which is a SparseTensor.

    Args:
      a: a Tensor, SparseTensor or SparseTensorValue.
      b: the same.
      threshold: elements of a sparse sum with a smaller magnitude are left out.
      thresh: the old name of `threshold`.

    Returns:
      A SparseTensor if both are sparse, else a Tensor.

    Raises:
      TypeError: both are dense.

    >>> import penstock as tf
    >>> tf.Session().run(tf.sparse_add(tf.SparseTensor([[1]], [5], [3]), [1, 1, 1])).tolist()
    [1, 6, 1]
    """
    threshold = deprecated_argument_lookup("threshold", threshold, "thresh", thresh)
    sparse = [isinstance(x, SparseTensor) or is_sparse_value(x) for x in (a, b)]
    if not any(sparse):
        raise TypeError("At least one input should be SparseTensor; do you mean to use tf.add()?")
    if not all(sparse):
        if sparse[1]:
            a, b = b, a
        return apply("SparseTensorDenseAdd", a_indices=a.indices, a_values=a.values, a_shape=a.dense_shape, b=b)
    a, b = as_sparse(a), as_sparse(b)
    thresh = convert_to_tensor(
        0 if threshold is None else threshold, dtype=a.values.dtype.real_dtype.base_dtype, name="threshold"
    )
    indices, values, dims = apply(
        "SparseAdd",
        a_indices=a.indices,
        a_values=a.values,
        a_shape=a.dense_shape,
        b_indices=b.indices,
        b_values=b.values,
        b_shape=b.dense_shape,
        thresh=thresh,
    )
    a.get_shape().assert_is_compatible_with(b.get_shape())
    known = tf.broadcast_static_shape(a.get_shape(), b.get_shape())
    return SparseTensor(indices, values, known.as_list() if known.is_fully_defined() else dims)


_EXTREME = rule.ranked(2, 1, 1, 2, 1, 1, out=rule.fixed([None, None], [None]))


def _extremes(ufunc: Callable) -> Callable:
    def kernel(xp, a_indices, a_values, a_shape, b_indices, b_values, b_shape):
        _check_pair(a_indices, a_values, a_shape, b_indices, b_values, b_shape)
        if not np.array_equal(a_shape, b_shape):
            raise errors.invalid(f"Operands' shapes do not match: got {bracketed(a_shape)} and {bracketed(b_shape)}")
        rows, a_place, b_place = sparse_rows.union(a_indices, b_indices)
        a, b = np.zeros(len(rows), a_values.dtype), np.zeros(len(rows), a_values.dtype)
        a[a_place], b[b_place] = a_values, b_values
        return rows, ufunc(a, b)

    return kernel


op("SparseSparseMaximum", shape=_EXTREME, host=True)(_extremes(np.maximum))
op("SparseSparseMinimum", shape=_EXTREME, host=True)(_extremes(np.minimum))


@gradient("SparseSparseMaximum", "SparseSparseMinimum", "SparseDenseCwiseAdd")
def _no_sparse_gradient(op, *grads):
    raise NotImplementedError(f"Gradient for {op.type} is currently not implemented yet.")


def _extreme_function(word: str, op_type: str, result: str) -> Callable:
    def function(sp_a: SparseTensor, sp_b: SparseTensor, name: str | None = None) -> SparseTensor:
        with name_scope(name, op_type, [sp_a.indices, sp_a.values, sp_b.indices, sp_b.values]) as name:
            indices, values = apply(
                op_type,
                name,
                a_indices=sp_a.indices,
                a_values=sp_a.values,
                a_shape=sp_a.dense_shape,
                b_indices=sp_b.indices,
                b_values=sp_b.values,
                b_shape=sp_b.dense_shape,
            )
        return SparseTensor(indices, values, sp_a.dense_shape)

    function.__name__ = function.__qualname__ = f"sparse_{word}"
    function.__doc__ = f"""The elementwise {word} of two SparseTensors of one shape; what is not there counts as 0.

    Args:
      sp_a: a SparseTensor.
      sp_b: another one.
      name: a name for the operation.

    >>> import penstock as tf
    >>> a, b = tf.SparseTensor([[0], [1]], [-1, 2], [4]), tf.SparseTensor([[1], [3]], [-2, 3], [4])
    >>> tf.Session().run(tf.sparse_tensor_to_dense(tf.sparse_{word}(a, b)))
    array({result}, dtype=int32)
    """
    return function


sparse_maximum = export("sparse_maximum", "sparse.maximum")(
    _extreme_function("maximum", "SparseSparseMaximum", "[0, 2, 0, 3]")
)
sparse_minimum = export("sparse_minimum", "sparse.minimum")(
    _extreme_function("minimum", "SparseSparseMinimum", "[-1, -2,  0,  0]")
)


# -- a sparse and a dense tensor ----------------------------------------------------------------------------------------


@op("SparseTensorDenseAdd", shape=rule.same_as(3))
def _sparse_dense_add(xp, a_indices, a_values, a_shape, b):
    if xp is np:
        found = sparse_native.added_to(b, a_indices, a_values, a_shape)
        if found is not None:
            return found
    if np.ndim(a_indices) != 2:
        raise errors.invalid(f"Input a_indices should be a matrix but received shape: {bracketed(np.shape(a_indices))}")
    if np.ndim(a_values) != 1 or np.ndim(a_shape) != 1:
        raise errors.invalid(
            f"Inputs a_values and a_shape should be vectors but received shapes: {bracketed(np.shape(a_values))} and "
            f"{bracketed(np.shape(a_shape))}"
        )
    if len(a_shape) != b.ndim:
        raise errors.invalid(f"Two operands have different ranks; received: {len(a_shape)} and {b.ndim}")
    sparse_rows.check_parts(a_indices, a_values, a_shape)

    def differs() -> str:
        d = int(np.flatnonzero(np.asarray(a_shape) != np.asarray(b.shape))[0])
        return (
            f"Dimension {d} does not equal (no broadcasting is supported): sparse side {a_shape[d]} vs dense side "
            f"{b.shape[d]}"
        )

    def outside() -> str:
        d = int(np.argwhere((np.asarray(a_indices) < 0) | (np.asarray(a_indices) >= limits))[0, 1])
        return f"Sparse tensor has some invalid index on dimension {d}; dense tensor shape: {bracketed(b.shape)}"

    limits = np.asarray(b.shape, np.int64)
    check(xp.all(xp.asarray(a_shape) == limits), errors.InvalidArgumentError, differs)
    places = xp.asarray(a_indices)
    check(xp.all((places >= 0) & (places < limits)), errors.InvalidArgumentError, outside)
    index = tuple(a_indices[:, d] for d in range(b.ndim))
    return arrays.scatter(xp, b, index, a_values, "add")


@gradient("SparseTensorDenseAdd")
def _sparse_dense_add_grad(op, grad):
    return None, tf.gather_nd(grad, op.inputs[0]), None, grad


def _matmul_rule(c):
    rule.with_ranks(c, 2, 1)
    m, k = rule.with_rank(c.const_as_shape(2), 2).as_list()
    p, n = rule.with_rank(c.shape(3), 2).as_list()
    if c.attr("adjoint_a"):
        m, k = k, m
    if c.attr("adjoint_b"):
        p, n = n, p
    rule.merge_dims(k, p)
    return [[m, n]]


@op("SparseTensorDenseMatMul", shape=_matmul_rule, static=("a_shape",))
def _sparse_dense_matmul(xp, a_indices, a_values, a_shape, b, *, adjoint_a, adjoint_b):
    if xp is np:
        found = sparse_native.product(a_indices, a_values, a_shape, b, adjoint_a, adjoint_b)
        if found is not None:
            return found
    for name, given, rank, word in (
        ("b", b, 2, "matrix"),
        ("a_shape", a_shape, 1, "vector"),
        ("a_values", a_values, 1, "vector"),
        ("a_indices", a_indices, 2, "matrix"),
    ):
        if np.ndim(given) != rank:
            raise errors.invalid(f"Tensor '{name}' is not a {word}")
    if len(a_shape) != 2:
        raise errors.invalid("Tensor 'a_shape' must have 2 elements")
    if a_indices.shape[0] != a_values.shape[0]:
        raise errors.invalid("Number of rows of a_indices does not match number of entries in a_values")
    if a_indices.shape[1] != 2:
        raise errors.invalid("Number of columns of a_indices does not match number of entries in a_shape")
    rows, columns, values = a_indices[:, 0], a_indices[:, 1], a_values
    m, k = (int(d) for d in a_shape)
    if adjoint_a:
        rows, columns, m, k = columns, rows, k, m
        values = values.conj() if values.dtype.kind == "c" else values
    if adjoint_b:
        b = (b.conj() if b.dtype.kind == "c" else b).T
    if b.shape[0] != k:
        raise errors.invalid(
            f"Cannot multiply A and B because inner dimension does not match: {k} vs. {b.shape[0]}.  Did you forget a "
            f"transpose?  Dimensions of A: [{m}, {k}).  Dimensions of B: {bracketed(b.shape)}"
        )
    for word, found, limit in (("k", columns, k), ("m", rows, m)):
        ok = (found >= 0) & (found < limit)

        def message(ok: Any = ok, found: Any = found, word: str = word, limit: int = limit) -> str:
            i = int(np.argmin(ok))
            column = int((word == "k") != adjoint_a)
            return f"{word} ({found[i]}) from index[{i},{column}] out of bounds (>={limit})"

        check(xp.all(ok), errors.InvalidArgumentError, message)
    products = values[:, None] * xp.take(xp.asarray(b), columns, axis=0, mode="clip")
    return sparse_rows.sums(xp, products, rows, m)


@gradient("SparseTensorDenseMatMul")
def _sparse_dense_matmul_grad(op, grad):
    a_indices, a_values, a_shape, b = op.inputs
    adjoint_a, adjoint_b = op.get_attr("adjoint_a"), op.get_attr("adjoint_b")
    if a_values.dtype.is_complex:
        raise NotImplementedError("SparseTensorDenseMatMul op does not support complex gradients.")
    b_grad = apply(
        "SparseTensorDenseMatMul",
        a_indices=a_indices,
        a_values=a_values,
        a_shape=a_shape,
        b=grad,
        adjoint_a=not adjoint_a,
    )
    if adjoint_b:
        b_grad = tf.transpose(b_grad)
    rows, columns = a_indices[:, 0], a_indices[:, 1]
    left = tf.gather(grad, columns if adjoint_a else rows)
    right = tf.gather(tf.transpose(b) if adjoint_b else b, rows if adjoint_a else columns)
    return None, tf.reduce_sum(left * right, axis=1), None, b_grad


@export("sparse_tensor_dense_matmul", "sparse.matmul", "sparse.sparse_dense_matmul")
def sparse_tensor_dense_matmul(
    sp_a: TensorLike, b: TensorLike, adjoint_a: bool = False, adjoint_b: bool = False, name: str | None = None
) -> Tensor:
    """Multiplies a sparse matrix by a dense one.

    Args:
      sp_a: a SparseTensor or SparseTensorValue of rank 2.
      b: a matrix of the same type.
      adjoint_a: if True, the conjugate transpose of `sp_a` is used.
      adjoint_b: the same for `b`.
      name: a name for the operations.

    >>> import penstock as tf
    >>> a = tf.SparseTensor([[0, 1]], [2.0], [2, 2])
    >>> tf.Session().run(tf.sparse_tensor_dense_matmul(a, [[1.0, 2.0], [3.0, 4.0]])).tolist()
    [[6.0, 8.0], [0.0, 0.0]]
    """
    sp_a = as_sparse(sp_a)
    with name_scope(name, "SparseTensorDenseMatMul", [sp_a.indices, sp_a.values, b]):
        return apply(
            "SparseTensorDenseMatMul",
            a_indices=sp_a.indices,
            a_values=sp_a.values,
            a_shape=sp_a.dense_shape,
            b=convert_to_tensor(b, name="b"),
            adjoint_a=adjoint_a,
            adjoint_b=adjoint_b,
        )


def _elementwise(combine: Callable, native_way: int) -> Callable:
    def kernel(xp, sp_indices, sp_values, sp_shape, dense):
        if xp is np:
            found = sparse_native.with_dense(native_way, sp_indices, sp_values, sp_shape, dense)
            if found is not None:
                return found
        if np.ndim(sp_indices) != 2:
            raise errors.invalid(
                f"Input sp_indices should be a matrix but received shape: {bracketed(np.shape(sp_indices))}"
            )
        if np.ndim(sp_values) != 1 or np.ndim(sp_shape) != 1:
            raise errors.invalid(
                f"Inputs sp_values and sp_shape should be vectors but received shapes: "
                f"{bracketed(np.shape(sp_values))} and {bracketed(np.shape(sp_shape))}"
            )
        sparse_rows.check_parts(sp_indices, sp_values, sp_shape)
        rank, extra = len(sp_shape), len(sp_shape) - np.ndim(dense)

        def text() -> str:
            return (
                "SparseDenseBinaryOpShared broadcasts dense to sparse only; got incompatible shapes: "
                f"{bracketed(sp_shape)} vs. {bracketed(np.shape(dense))}"
            )

        if extra < 0:
            raise errors.invalid(text() if xp is np else "")
        limits = np.asarray(np.shape(dense), np.int64)
        ok = (limits == 1) | (xp.asarray(sp_shape)[extra:] == limits)
        check(xp.all(ok), errors.InvalidArgumentError, text)
        sparse_rows.check_bounds(
            xp,
            xp.asarray(sp_indices),
            sp_shape,
            "Provided indices are out-of-bounds w.r.t. dense side with broadcasted shape",
        )
        index = tuple(
            xp.zeros_like(sp_indices[:, d]) if limits[d - extra] == 1 else sp_indices[:, d] for d in range(extra, rank)
        )
        there = xp.asarray(dense)[index] if index else xp.broadcast_to(dense, np.shape(sp_values))
        return combine(xp, sp_values, there)

    return kernel


def _divided(xp: ModuleType, x: Array, y: Array) -> Any:
    if x.dtype.kind not in "iu":
        return x / y
    check(xp.all(y != 0), errors.InvalidArgumentError, "Integer division by zero")
    y = xp.where(y == 0, xp.ones_like(y), y)
    if x.dtype.kind == "u":
        return x // y
    quotient = xp.abs(x) // xp.abs(y)  # rounds toward 0, as C does
    return xp.where((x < 0) != (y < 0), -quotient, quotient).astype(x.dtype)


def _values_rule(c):
    return [rule.with_rank(c.shape(0), 2)[:1]]


op("SparseDenseCwiseMul", shape=_values_rule)(_elementwise(lambda xp, x, y: x * y, sparse_native.MULTIPLIED))
op("SparseDenseCwiseDiv", shape=_values_rule)(_elementwise(_divided, sparse_native.DIVIDED))
op("SparseDenseCwiseAdd", shape=_values_rule)(_elementwise(lambda xp, x, y: x + y, sparse_native.ADDED))


@gradient("SparseDenseCwiseMul", "SparseDenseCwiseDiv")
def _elementwise_grad(op, grad):
    indices, values, shape, y = op.inputs
    y_shape = tf.cast(tf.shape(y), dtypes.int64)
    extra = tf.expand_dims(tf.size(shape) - tf.size(y_shape), 0)
    scaling = shape // tf.concat([tf.ones(extra, dtypes.int64), y_shape], 0)
    places = tf.slice(indices // scaling, tf.concat([[0], extra], 0), [-1, -1])
    there = tf.gather_nd(y, places)
    if op.type == "SparseDenseCwiseMul":
        dx, dy = grad * there, grad * values
    else:
        dx, dy = grad / there, grad * (-values / tf.square(there))
    return None, dx, None, sparse_add(tf.zeros_like(y), SparseTensor(places, dy, y_shape))


def with_dense(op_type: str, sp: SparseTensor, dense: Any, name: str | None = None) -> SparseTensor:
    """A SparseTensor combined element by element with a dense tensor that broadcasts to it."""
    values = apply(op_type, name, sp_indices=sp.indices, sp_values=sp.values, sp_shape=sp.dense_shape, dense=dense)
    return SparseTensor(sp.indices, values, sp.dense_shape)


@implements("sparse_dense_mul")
def sparse_dense_mul(x: SparseTensor, y: TensorLike) -> SparseTensor:
    """`x * y` where `y` is dense and broadcasts to `x`."""
    with name_scope(None, "mul", [x.indices, x.values, x.dense_shape, y]) as name:
        return with_dense("SparseDenseCwiseMul", x, convert_to_tensor(y, dtype=x.dtype.base_dtype, name="y"), name)


@implements("sparse_dense_truediv")
def sparse_dense_truediv(x: SparseTensor, y: TensorLike) -> SparseTensor:
    """`x / y` where `y` is dense and broadcasts to `x`; integers give floating-point numbers."""
    with name_scope(None, "truediv", [x.indices, x.values, x.dense_shape, y]) as name:
        y = convert_to_tensor(y, name="y")
        if x.dtype.base_dtype is not y.dtype.base_dtype:
            raise TypeError(f"x and y must have the same dtype, got {x.dtype.base_dtype!r} != {y.dtype.base_dtype!r}")
        if x.dtype.is_integer:
            wide = dtypes.float32 if x.dtype.size <= 2 else dtypes.float64
            x, y = tf.cast(x, wide), tf.cast(y, wide)
        return with_dense("SparseDenseCwiseDiv", x, y, name)
