"""`tensorflow.python.ops.linalg.linear_operator_util`: solvers whose batches are broadcast, and checks of linear operators."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike
from penstock.linalg import broadcasting

__all__ = [
    "assert_compatible_matrix_dimensions",
    "assert_is_batch_matrix",
    "assert_no_entries_with_modulus_zero",
    "assert_not_ref_type",
    "assert_zero_imag_part",
    "base_dtype",
    "broadcast_matrix_batch_dims",
    "cholesky_solve_with_broadcast",
    "convert_nonref_to_tensor",
    "dtype_name",
    "is_ref",
    "matrix_solve_with_broadcast",
    "matrix_triangular_solve_with_broadcast",
    "shape_tensor",
    "use_operator_or_provided_hint_unless_contradicting",
]


def assert_no_entries_with_modulus_zero(
    x: Any, message: str | None = None, name: str = "assert_no_entries_with_modulus_zero"
) -> Any:
    """An operation that fails if an element of `x` is 0."""
    with tf.name_scope(name, values=[x]):
        x = convert_to_tensor(x, name="x")
        return tf.assert_less(tf.zeros([], dtype=x.dtype.real_dtype), tf.abs(x), message=message)


def assert_zero_imag_part(x: Any, message: str | None = None, name: str = "assert_zero_imag_part") -> Operation:
    """An operation that fails if an element of `x` has an imaginary part."""
    with tf.name_scope(name, values=[x]):
        x = convert_to_tensor(x, name="x")
        if x.dtype.is_floating:
            return tf.no_op()
        return tf.assert_equal(tf.zeros([], dtype=x.dtype.real_dtype), tf.imag(x), message=message)


def assert_compatible_matrix_dimensions(operator: Any, x: TensorLike) -> Operation:
    """An operation that fails if `operator.matmul(x)` could not be computed."""
    return tf.assert_equal(tf.shape(x)[-2], operator.domain_dimension_tensor(), message="Dimensions are not compatible")


def assert_is_batch_matrix(tensor: Tensor) -> None:
    """Raises ValueError if `tensor` is known to have less than two dimensions."""
    if tensor.shape.ndims is not None and tensor.shape.ndims < 2:
        raise ValueError(f"Expected [batch] matrix to have at least two dimensions.  Found: {tensor}")


def shape_tensor(shape: ShapeLike, name: str | None = None) -> Tensor:
    """A shape as a tensor: int32 if it is a list of numbers, as it is otherwise."""
    dtype = tf.int32 if isinstance(shape, (tuple, list)) and all(isinstance(size, int) for size in shape) else None
    return convert_to_tensor(shape, dtype=dtype, name=name)


def broadcast_matrix_batch_dims(batch_matrices: Any, name: str | None = None) -> list[Tensor]:
    """Matrices with their batch dimensions broadcast to one shape."""
    return broadcasting.same_batch(batch_matrices, name)


def cholesky_solve_with_broadcast(chol: TensorLike, rhs: Any, name: str | None = None) -> Tensor:
    """`tf.cholesky_solve`, with batches broadcast."""
    with tf.name_scope(name or "CholeskySolveWithBroadcast", values=[chol, rhs]):
        return tf.cholesky_solve(*broadcasting.same_batch([chol, rhs]))


def matrix_solve_with_broadcast(matrix: Any, rhs: Any, adjoint: bool = False, name: str | None = None) -> Tensor:
    """`tf.matrix_solve`, with batches broadcast."""
    with tf.name_scope(name or "MatrixSolveWithBroadcast", values=[matrix, rhs]):
        matrix, rhs = broadcasting.same_batch([matrix, rhs])
        return tf.matrix_solve(matrix, rhs, adjoint=adjoint)


def matrix_triangular_solve_with_broadcast(
    matrix: Any, rhs: Any, lower: bool = True, adjoint: bool = False, name: str | None = None
) -> Tensor:
    """`tf.matrix_triangular_solve`, with batches broadcast."""
    with tf.name_scope(name or "MatrixTriangularSolve", values=[matrix, rhs]):
        matrix, rhs = broadcasting.same_batch([matrix, rhs])
        return tf.matrix_triangular_solve(matrix, rhs, lower=lower, adjoint=adjoint)


def use_operator_or_provided_hint_unless_contradicting(
    operator: Any, hint_attr_name: str, provided_hint_value: bool | None, message: str
) -> bool | None:
    """What an operator says of itself or what was given as a hint.

    Raises:
      ValueError: one says yes, the other no.
    """
    known = getattr(operator, hint_attr_name)
    if (known is False and provided_hint_value) or (known and provided_hint_value is False):
        raise ValueError(message)
    if known or provided_hint_value:
        return True
    return False if known is False or provided_hint_value is False else None


def base_dtype(dtype: DTypeLike) -> Any:
    """A type that is no reference."""
    return tf.as_dtype(dtype).base_dtype


def dtype_name(dtype: DTypeLike) -> str:
    """What a type is called."""
    return str(tf.as_dtype(dtype).name)


def is_ref(x: Any) -> bool:
    """Whether something can change between runs: a variable, or a module with a shape and a type."""
    return isinstance(x, tf.Variable) or (isinstance(x, tf.Module) and hasattr(x, "dtype") and hasattr(x, "shape"))


def assert_not_ref_type(x: Any, arg_name: str) -> None:
    """Refuses what can change between runs.

    Raises:
      TypeError: it can.
    """
    if is_ref(x):
        raise TypeError(f"Argument {arg_name} cannot be reference type. Found: {type(x)}")


def convert_nonref_to_tensor(
    value: Any, dtype: Any = None, dtype_hint: DTypeLike | None = None, name: str | None = None
) -> Any:
    """A value as a tensor; None and what can change between runs stay what they are.

    Raises:
      TypeError: what can change is of another type than `dtype`.
    """
    if value is None:
        return None
    if not is_ref(value):
        return tf.convert_to_tensor(value, dtype=dtype, dtype_hint=dtype_hint, name=name)
    if dtype is not None and base_dtype(dtype) != base_dtype(value.dtype):
        wanted, found = dtype_name(base_dtype(dtype)), dtype_name(base_dtype(value.dtype))
        raise TypeError(f'Mutable type must be of dtype "{wanted}" but is "{found}".')
    return value
