"""Variables, constants and placeholders, and what is known about a tensor: shape, rank, type, whether it is sparse."""

from __future__ import annotations

from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export, find
from penstock.graph import dtypes, nest
from penstock.graph.composite import SparseTensor
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike, TensorOrVariable
from penstock.keras.backend.configuration import floatx
from penstock.keras.backend.sessions import get_graph, track_variable
from penstock.keras.typing import ConstraintLike
from penstock.ops.state.variables import Variable


@export("keras.backend.is_sparse")
def is_sparse(tensor: object) -> bool:
    """Says whether a tensor is a sparse one.

    >>> from penstock.keras import backend as K
    >>> K.is_sparse(K.placeholder((2, 2), sparse=True)), K.is_sparse(K.placeholder((2, 2)))
    (True, False)
    """
    return isinstance(tensor, SparseTensor)


@export("keras.backend.to_dense")
def to_dense(tensor: TensorLike) -> Any:
    """A sparse tensor as a dense one; others as they are.

    >>> import penstock as tf
    >>> K = tf.keras.backend
    >>> K.eval(K.to_dense(tf.SparseTensor([[0, 1]], [5.0], [1, 3])))
    array([[0., 5., 0.]], dtype=float32)
    """
    return tf.sparse.to_dense(tensor) if is_sparse(tensor) else tensor


@export("keras.backend.variable")
def variable(
    value: Any, dtype: DTypeLike | None = None, name: str | None = None, constraint: ConstraintLike | None = None
) -> Any:
    """Makes a variable that Keras initializes.

    Args:
      value: the initial value; a sparse matrix of SciPy becomes a sparse tensor.
      dtype: the type, `floatx` by default.
      name: a name.
      constraint: a function that is applied to the value after each step of an optimizer.

    >>> from penstock.keras import backend as K
    >>> v = K.variable([[1, 2], [3, 4]], name="example")
    >>> v.name, K.get_value(v)
    ('example:0', array([[1., 2.],
           [3., 4.]], dtype=float32))
    """
    if dtype is None:
        dtype = floatx()
    if hasattr(value, "tocoo"):
        found = value.tocoo()
        sparse: Any = SparseTensor(np.stack([found.row, found.col], 1).astype(np.int64), found.data, found.shape)
        sparse._keras_shape = found.shape
        return sparse
    made = tf.Variable(value, dtype=dtypes.as_dtype(dtype), name=name, constraint=constraint, use_resource=True)
    if isinstance(value, np.ndarray):
        made._keras_shape = value.shape
    elif hasattr(value, "shape"):
        made._keras_shape = int_shape(value)
    track_variable(made)
    return made


@export("keras.backend.constant")
def constant(
    value: TensorLike, dtype: DTypeLike | None = None, shape: ShapeLike | None = None, name: str | None = None
) -> Tensor:
    """A constant of `floatx`, or of another type.

    Args:
      value: a number, or a list of them.
      dtype: the type, as a string; that of `floatx()` by default.
      shape: the shape, which one number fills.
      name: a name for the operation.

    >>> from penstock.keras import backend as K
    >>> K.constant([1, 2])
    <tf.Tensor 'Const:0' shape=(2,) dtype=float32>
    """
    return find("compat.v2.constant")(value, floatx() if dtype is None else dtype, shape, name)


def is_keras_tensor(x: object) -> bool:
    """Says whether a tensor came out of a layer or of `Input`.

    Raises:
      ValueError: it is no tensor.
    """
    if not isinstance(x, (Tensor, Variable, SparseTensor)):
        raise ValueError(
            "Unexpectedly found an instance of type `" + str(type(x)) + "`. Expected a symbolic tensor instance."
        )
    return hasattr(x, "_keras_history")


@export("keras.backend.placeholder")
def placeholder(
    shape: Any = None,
    ndim: int | None = None,
    dtype: Any = None,
    sparse: bool = False,
    name: str | None = None,
    ragged: bool = False,
) -> Any:
    """Makes a placeholder.

    Args:
      shape: its shape, None where a size is not known.
      ndim: the number of axes, where there is no shape.
      dtype: the type, `floatx` by default.
      sparse: whether it takes sparse tensors.
      name: a name.
      ragged: whether it takes ragged tensors.

    Raises:
      ValueError: it would be sparse and ragged.

    >>> from penstock.keras import backend as K
    >>> K.placeholder((2, None))
    <tf.Tensor 'Placeholder:0' shape=(2, ?) dtype=float32>
    """
    if sparse and ragged:
        raise ValueError("Cannot set both sparse and ragged to True when creating a placeholder.")
    if dtype is None:
        dtype = floatx()
    if not shape and ndim:
        shape = (None,) * ndim
    with get_graph().as_default():
        if sparse:
            return tf.sparse_placeholder(dtype, shape=shape, name=name)
        if ragged:
            known = [i for i in range(1, len(shape)) if shape[i] is not None]
            rank = (known[0] if known else len(shape)) - 1
            return tf.ragged.placeholder(dtype=dtype, ragged_rank=rank, value_shape=shape[rank + 1 :], name=name)
        return tf.placeholder(dtype, shape=shape, name=name)


def is_placeholder(x: Any) -> bool:
    """Says whether a tensor, or a part of a sparse or ragged one, is a placeholder."""
    try:
        if not isinstance(x, Tensor) and nest.is_sequence_or_composite(x):
            return any(is_placeholder(c) for c in nest.flatten(x, expand_composites=True))
        return x.op.type == "Placeholder"
    except AttributeError:
        return False


def freezable_variable(value: TensorLike, shape: ShapeLike | None = None, name: str | None = None) -> Tensor:
    """A placeholder with a default whose value is remembered beside it, for switches such as `trainable`."""
    made: Any = tf.placeholder_with_default(value, shape=shape, name=name)
    made._initial_value = made._current_value = value

    def update_value(new_value: TensorLike) -> None:
        made._current_value = new_value

    made.update_value = update_value
    made.get_value = lambda: made._current_value
    return made


# -- what is known about a tensor -------------------------------------------------------------------------------------


@export("keras.backend.shape")
def shape(x: TensorLike) -> Tensor:
    """The shape as a tensor.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.shape(K.zeros((2, 3))))
    array([2, 3], dtype=int32)
    """
    return tf.shape(x)


@export("keras.backend.int_shape")
def int_shape(x: TensorOrVariable) -> tuple | None:
    """The known shape as a tuple with None for sizes that are not known, or None if nothing is known.

    >>> from penstock.keras import backend as K
    >>> K.int_shape(K.placeholder((None, 3)))
    (None, 3)
    """
    try:
        found = x.shape
        return found if isinstance(found, tuple) else tuple(found.as_list())
    except ValueError:
        return None


@export("keras.backend.ndim")
def ndim(x: TensorOrVariable) -> int | None:
    """The number of axes, or None.

    >>> from penstock.keras import backend as K
    >>> K.ndim(K.placeholder((None, 3)))
    2
    """
    return x.shape.ndims


@export("keras.backend.dtype")
def dtype(x: TensorOrVariable) -> str:
    """The type, as text.

    >>> from penstock.keras import backend as K
    >>> K.dtype(K.variable([1], dtype="int32"))
    'int32'
    """
    return x.dtype.base_dtype.name


@export("keras.backend.count_params")
def count_params(x: Any) -> Any:
    """The number of elements.

    >>> from penstock.keras import backend as K
    >>> K.count_params(K.zeros((2, 3)))
    np.int64(6)
    """
    return np.prod(x.shape.as_list())


# -- variables with certain values ------------------------------------------------------------------------------------


def _filled(value: Tensor, dtype: DTypeLike, name: str | None) -> Any:
    """A variable that starts with the tensor `value`; the tensor itself if its size is not known or zero."""
    if all(value.shape.as_list()):
        return variable(value, dtype=dtype, name=name)
    return value


@export("keras.backend.zeros")
def zeros(shape: Any, dtype: DTypeLike | None = None, name: str | None = None) -> Any:
    """A variable of zeros; a tensor if a size is not known.

    Args:
      shape: the shape, a tuple of integers.
      dtype: the type, as a string; that of `floatx()` by default.
      name: a name for the variable.

    >>> from penstock.keras import backend as K
    >>> K.get_value(K.zeros((2, 2)))
    array([[0., 0.],
           [0., 0.]], dtype=float32)
    """
    dtype = floatx() if dtype is None else dtype
    with tf.init_scope():
        return _filled(tf.zeros(shape=shape, dtype=dtypes.as_dtype(dtype), name=name), dtype, name)


@export("keras.backend.ones")
def ones(shape: ShapeLike, dtype: DTypeLike | None = None, name: str | None = None) -> Any:
    """A variable of ones; a tensor if a size is not known.

    Args:
      shape: the shape, a tuple of integers.
      dtype: the type, as a string; that of `floatx()` by default.
      name: a name for the variable.

    >>> from penstock.keras import backend as K
    >>> K.get_value(K.ones((2,)))
    array([1., 1.], dtype=float32)
    """
    dtype = floatx() if dtype is None else dtype
    with tf.init_scope():
        return _filled(tf.ones(shape=shape, dtype=dtypes.as_dtype(dtype), name=name), dtype, name)


@export("keras.backend.eye")
def eye(size: int, dtype: DTypeLike | None = None, name: str | None = None) -> Any:
    """A variable that starts as the identity matrix.

    Args:
      size: the number of rows, which is that of columns.
      dtype: the type, as a string; that of `floatx()` by default.
      name: a name for the variable.

    >>> from penstock.keras import backend as K
    >>> K.get_value(K.eye(2))
    array([[1., 0.],
           [0., 1.]], dtype=float32)
    """
    dtype = floatx() if dtype is None else dtype
    return variable(tf.eye(size, dtype=dtypes.as_dtype(dtype)), dtype, name)


@export("keras.backend.zeros_like")
def zeros_like(x: TensorLike, dtype: DTypeLike | None = None, name: str | None = None) -> Tensor:
    """Zeros of the shape of `x`.

    Args:
      x: a tensor or variable.
      dtype: the type; that of `x` by default.
      name: a name for the operation.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.zeros_like(K.constant([1, 2])))
    array([0., 0.], dtype=float32)
    """
    return tf.zeros_like(x, dtype=dtype, name=name)


@export("keras.backend.ones_like")
def ones_like(x: TensorLike, dtype: DTypeLike | None = None, name: str | None = None) -> Tensor:
    """Ones of the shape of `x`.

    Args:
      x: a tensor or variable.
      dtype: the type; that of `x` by default.
      name: a name for the operation.

    >>> from penstock.keras import backend as K
    >>> K.eval(K.ones_like(K.constant([1, 2])))
    array([1., 1.], dtype=float32)
    """
    return tf.ones_like(x, dtype=dtype, name=name)


def identity(x: TensorLike, name: str | None = None) -> Tensor:
    """A tensor with the same value."""
    return tf.identity(x, name=name)


@export("keras.backend.random_uniform_variable")
def random_uniform_variable(
    shape: ShapeLike,
    low: float,
    high: float,
    dtype: DTypeLike | None = None,
    name: str | None = None,
    seed: int | None = None,
) -> Any:
    """A variable that starts with numbers between `low` and `high`, equally probable; NumPy chooses a seed if there is none.

    Args:
      shape: the shape, a tuple of integers.
      low, high: the limits.
      dtype: the type, as a string; that of `floatx()` by default.
      name: a name for the variable.
      seed: the seed.

    >>> from penstock.keras import backend as K
    >>> x = K.get_value(K.random_uniform_variable((1000,), 2.0, 3.0, seed=1))
    >>> x.min() >= 2, x.max() < 3
    (np.True_, np.True_)
    """
    dtype = floatx() if dtype is None else dtype
    seed = np.random.randint(int(10e8)) if seed is None else seed
    value = tf.random_uniform_initializer(low, high, dtype=dtypes.as_dtype(dtype), seed=seed)(shape)
    return variable(value, dtype=dtype, name=name)


@export("keras.backend.random_normal_variable")
def random_normal_variable(
    shape: ShapeLike,
    mean: float,
    scale: float,
    dtype: DTypeLike | None = None,
    name: str | None = None,
    seed: int | None = None,
) -> Any:
    """A variable that starts with normally distributed numbers; NumPy chooses a seed if there is none.

    Args:
      shape: the shape, a tuple of integers.
      mean: the mean.
      scale: the standard deviation.
      dtype: the type, as a string; that of `floatx()` by default.
      name: a name for the variable.
      seed: the seed.

    >>> from penstock.keras import backend as K
    >>> x = K.get_value(K.random_normal_variable((10000,), 5.0, 2.0, seed=1))
    >>> print(x.mean().round(1), x.std().round(1))
    5.0 2.0
    """
    dtype = floatx() if dtype is None else dtype
    seed = np.random.randint(int(10e8)) if seed is None else seed
    value = tf.random_normal_initializer(mean, scale, dtype=dtypes.as_dtype(dtype), seed=seed)(shape)
    return variable(value, dtype=dtype, name=name)


# -- updates ----------------------------------------------------------------------------------------------------------


@export("keras.backend.cast")
def cast(x: TensorLike, dtype: DTypeLike) -> Any:
    """A tensor in another type.

    Args:
      x: a tensor or variable.
      dtype: the type, as a string such as "float32".

    >>> from penstock.keras import backend as K
    >>> K.cast(K.constant([1.0]), "int32").dtype
    tf.int32
    """
    return tf.cast(x, dtype)


@export("keras.backend.update")
def update(x: TensorLike, new_x: TensorLike) -> Any:
    """An operation that gives a variable another value.

    Args:
      x: the variable.
      new_x: the new value, of its shape.

    >>> from penstock.keras import backend as K
    >>> v = K.variable(1.0)
    >>> K.get_session().run(K.update(v, 5.0))
    np.float32(5.0)
    """
    return tf.assign(x, new_x)


@export("keras.backend.update_add")
def update_add(x: TensorLike, increment: TensorLike) -> Any:
    """An operation that adds to a variable.

    Args:
      x: the variable.
      increment: what to add, of its shape.

    >>> from penstock.keras import backend as K
    >>> v = K.variable(1.0)
    >>> K.get_session().run(K.update_add(v, 5.0))
    np.float32(6.0)
    """
    return tf.assign_add(x, increment)


@export("keras.backend.update_sub")
def update_sub(x: TensorLike, decrement: TensorLike) -> Any:
    """An operation that subtracts from a variable.

    Args:
      x: the variable.
      decrement: what to subtract, of its shape.

    >>> from penstock.keras import backend as K
    >>> v = K.variable(1.0)
    >>> K.get_session().run(K.update_sub(v, 5.0))
    np.float32(-4.0)
    """
    return tf.assign_sub(x, decrement)


@export("keras.backend.moving_average_update")
def moving_average_update(x: TensorLike, value: TensorLike, momentum: TensorLike) -> Any:
    """An operation that moves the average `x` towards `value`, corrected for its start at zero.

    Args:
      x: the variable with the average.
      value: the new value, of its shape.
      momentum: how much of the old average stays, from 0 to 1.

    >>> from penstock.keras import backend as K
    >>> average = K.variable(0.0)
    >>> moved = K.moving_average_update(average, K.constant(8.0), 0.5)
    >>> import penstock as tf
    >>> session = tf.Session()
    >>> session.run(tf.global_variables_initializer())
    >>> session.run(moved)
    np.float32(8.0)
    """
    from penstock.train import moving_averages

    return moving_averages.assign_moving_average(x, value, momentum, zero_debias=True)
