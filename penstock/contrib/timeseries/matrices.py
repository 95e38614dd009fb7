"""Products, powers and blocks of matrices, for models with a linear state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import penstock as tf
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, TensorLike


def block_diagonal(
    matrices: Sequence[TensorLike], dtype: DTypeLike = tf.float32, name: str = "block_diagonal"
) -> Tensor:
    """Matrices along the diagonal of a larger one.

    Args:
      matrices: the matrices.
      dtype: their type.
      name: the operation's name.
    """
    blocks = [convert_to_tensor(matrix, dtype=dtype) for matrix in matrices]
    rows, columns, batch = tf.Dimension(0), tf.Dimension(0), tf.TensorShape(None)
    for block in blocks:
        shape = block.get_shape().with_rank_at_least(2)
        batch = batch.merge_with(shape[:-2])
        rows += shape[-2]
        columns += shape[-1]
    width = tf.add_n([tf.shape(block)[-1] for block in blocks])
    before: TensorLike = 0
    padded = []
    for block in blocks:
        start, before = before, before + tf.shape(block)[-1]
        others = tf.zeros([tf.rank(block) - 1, 2], dtype=tf.int32)
        padded.append(tf.pad(tensor=block, paddings=tf.concat([others, [(start, width - before)]], axis=0)))
    blocked = tf.concat(padded, -2, name=name)
    blocked.set_shape(batch.concatenate((rows, columns)))
    return blocked


def batch_times_matrix(batch: TensorLike, matrix: TensorLike, adj_x: bool = False, adj_y: bool = False) -> Tensor:
    """Each matrix of a batch times the same matrix.

    Args:
      batch: matrices.
      matrix: the matrix.
      adj_x: whether those of the batch are transposed first.
      adj_y: whether the matrix is.
    """
    batch, matrix = convert_to_tensor(batch), convert_to_tensor(matrix)
    assert batch.get_shape().ndims == 3
    assert matrix.get_shape().ndims == 2
    if adj_x:
        batch = cast(Tensor, tf.transpose(batch, [0, 2, 1]))
    shape = tf.shape(batch)
    many, rows, _ = (shape[i] if size is None else size for i, size in enumerate(batch.get_shape().as_list()))
    axis = 0 if adj_y else 1
    known = matrix.get_shape().as_list()[axis]
    columns: TensorLike = tf.shape(matrix)[axis] if known is None else known
    flat = tf.reshape(batch, [-1, shape[2]])
    return tf.reshape(tf.matmul(flat, matrix, adjoint_b=adj_y), [many, rows, columns])


def matrix_times_batch(matrix: TensorLike, batch: TensorLike, adj_x: bool = False, adj_y: bool = False) -> Tensor:
    """The same matrix times each of a batch.

    Args:
      matrix: the matrix.
      batch: matrices.
      adj_x: whether the matrix is transposed first.
      adj_y: whether those of the batch are.
    """
    return tf.transpose(batch_times_matrix(batch=batch, matrix=matrix, adj_x=not adj_y, adj_y=not adj_x), [0, 2, 1])


def batch_matrix_pow(matrices: TensorLike, powers: TensorLike) -> Tensor:
    """Each matrix multiplied with itself so many times, by squares.

    Args:
      matrices: square matrices.
      powers: a whole number for each.
    """
    matrices = convert_to_tensor(matrices)
    powers = tf.cast(powers, dtype=tf.int32)
    shape = tf.shape(matrices)
    one = tf.expand_dims(tf.diag(tf.ones([shape[1]], dtype=matrices.dtype)), 0)
    ones = tf.tile(one, [shape[0], 1, 1])

    def goes_on(square: Tensor, left: Tensor, product: Tensor) -> Tensor:
        return tf.reduce_any(tf.greater(left, tf.ones_like(left)))

    def step(square: Tensor, left: Tensor, product: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        even = tf.equal(left % 2, tf.zeros(tf.shape(left), dtype=tf.int32))
        changes = tf.greater(left, 1)
        multiplied = tf.where(even, product, tf.matmul(product, square))
        return (
            tf.where(changes, tf.matmul(square, square), square),
            tf.where(changes, (left - left % 2) // 2, left),
            tf.where(changes, multiplied, product),
        )

    square, left, product = tf.while_loop(goes_on, step, [matrices, powers, ones])
    none = tf.equal(left, tf.zeros_like(left, dtype=tf.int32))
    return tf.where(none, ones, tf.matmul(square, product))


def matrix_to_powers(matrix: TensorLike, powers: TensorLike) -> Tensor:
    """One matrix multiplied with itself so many times, for each number.

    Args:
      matrix: a square matrix.
      powers: whole numbers.
    """
    return batch_matrix_pow(tf.tile(tf.expand_dims(matrix, 0), [tf.size(powers), 1, 1]), powers)


def power_sums_tensor(array_size: int | Tensor, power_matrix: TensorLike, multiplier: Tensor) -> Tensor:
    """The sums of A^i B (A^i)^T over i < N, for N from 0 to `array_size`.

    Args:
      array_size: the last N.
      power_matrix: A.
      multiplier: B.
    """
    count = tf.cast(array_size, tf.int32)
    power_matrix = convert_to_tensor(power_matrix)
    one = tf.eye(tf.shape(power_matrix)[0], dtype=power_matrix.dtype)
    one.set_shape(power_matrix.get_shape())
    powers = tf.scan(lambda power, _: tf.matmul(power, power_matrix), tf.range(count - 1), initializer=one)
    terms = tf.matmul(batch_times_matrix(powers, multiplier), powers, adjoint_b=True)
    sums = tf.cumsum(tf.concat([tf.expand_dims(multiplier, 0), terms], 0))
    return tf.concat([tf.expand_dims(tf.zeros_like(multiplier), 0), sums], 0)


def make_toeplitz_matrix(inputs: TensorLike, name: str | None = None) -> Tensor:
    """A symmetric matrix of blocks, of which each depends on how far it is from the diagonal.

    Args:
      inputs: the blocks of the first row.
      name: the operation's name.
    """
    many, size = tf.shape(inputs)[0], tf.shape(inputs)[1]
    lags = tf.reshape(tf.range(many), shape=[1, -1])
    blocks = tf.gather(inputs, tf.abs(lags - tf.transpose(lags)))
    output = tf.reshape(tf.transpose(blocks, [0, 2, 1, 3]), [size * many, size * many])
    return tf.identity(output, name=name)
