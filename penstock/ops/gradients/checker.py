"""`tf.test.compute_gradient`: the Jacobian that the gradient functions give, beside the one that differences give."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock._namespace import export
from penstock.graph import convert, dtypes, stack
from penstock.graph.build import apply
from penstock.graph.composite import IndexedSlices
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorOrVariable
from penstock.ops.gradients.backpropagation import gradients

if TYPE_CHECKING:
    from penstock.graph.dtypes import DType


_ALLOWED = tuple(
    dtypes.as_dtype(name) for name in ("float16", "bfloat16", "float32", "float64", "complex64", "complex128")
)


@export("test.compute_gradient")
def compute_gradient(
    x: Any,
    x_shape: Any,
    y: Tensor,
    y_shape: Sequence[int] | None,
    x_init_value: Any = None,
    delta: float = 1e-3,
    init_targets: Sequence[Any] | None = None,
    extra_feed_dict: dict | None = None,
) -> Any:
    """Computes the Jacobian of `y` by `x` in two ways, in the default session.

    Complex numbers count as two real ones, so their dimension of the Jacobian is twice as large.

    Args:
      x: a tensor or list of tensors.
      x_shape: its shape, or the list of shapes.
      y: a tensor.
      y_shape: its shape.
      x_init_value: where to compute: an array (or list of arrays), random by default.
      delta: how far to go in each direction for the differences.
      init_targets: operations to run before.
      extra_feed_dict: values of other tensors.

    Returns:
      The Jacobian by gradients and the one by differences, each [elements of x, elements of y]; for a list of x a list
      of such pairs.

    >>> import penstock as tf
    >>> with tf.Session():
    ...     x = tf.constant([1.0, 2.0])
    ...     tf.test.compute_gradient(x, [2], 3.0 * x, [2])[0].tolist()
    [[3.0, 0.0], [0.0, 3.0]]
    """
    extra = extra_feed_dict or {}
    if not isinstance(x, list):
        _run(init_targets)
        dx, dy = _gradient(x, y, y_shape)
        return _compare(x, x_shape, dx, y, y_shape, dy, x_init_value, delta, extra)
    pairs = [_gradient(xi, y, y_shape) for xi in x]
    _run(init_targets)
    values = [None] * len(x) if x_init_value is None else x_init_value
    return [
        _compare(xi, shape, dx, y, y_shape, dy, value, delta, extra)
        for xi, shape, (dx, dy), value in zip(x, x_shape, pairs, values)
    ]


@export("test.compute_gradient_error")
def compute_gradient_error(
    x: Any,
    x_shape: Sequence[int],
    y: Tensor,
    y_shape: Sequence[int],
    x_init_value: Any = None,
    delta: float = 1e-3,
    init_targets: Sequence[Any] | None = None,
    extra_feed_dict: dict | None = None,
) -> float:
    """Computes the largest difference between the two Jacobians of `tf.test.compute_gradient`.

    Args:
      x, x_shape, y, y_shape, x_init_value, delta, init_targets, extra_feed_dict: as there.

    >>> import penstock as tf
    >>> with tf.Session():
    ...     x = tf.constant([1.0, 2.0])
    ...     bool(tf.test.compute_gradient_error(x, [2], x * x, [2]) < 1e-2)
    True
    """
    found = compute_gradient(x, x_shape, y, y_shape, x_init_value, delta, init_targets, extra_feed_dict)
    error: Any = np.float64(0)
    for exact, measured in [found] if isinstance(found, tuple) else found:
        if exact.size or measured.size:
            error = np.maximum(error, np.fabs(exact - measured).max())
    return error


def _run(targets: Sequence[Any] | None) -> None:
    if targets is not None:
        assert isinstance(targets, (list, tuple))
        for target in targets:
            target.run()


def _gradient(x: Tensor, y: Tensor, y_shape: Sequence[int] | None) -> tuple[Any, Tensor]:
    with x.graph.as_default():
        ones = convert.constant(1.0, shape=y_shape, dtype=y.dtype)
        # Fed is `ones`; an identity between, so that a gradient is never the fed tensor itself.
        dy = apply("Identity", input=ones)
    (dx,) = gradients(y, x, dy)
    return dx, ones


def _compare(
    x: TensorOrVariable,
    x_shape: Any,
    dx: Any,
    y: TensorOrVariable,
    y_shape: Any,
    dy: Any,
    value: Any,
    delta: float,
    extra: dict,
) -> Any:
    for what, t in (("x", x), ("y", y)):
        assert t.dtype.base_dtype in _ALLOWED, f"Don't support type {t.dtype.name} for {what}"
    if value is not None:
        assert list(x_shape) == list(value.shape), f"x_shape = {x_shape}, init_data shape = {list(value.shape)}"
    else:
        value = np.random.random_sample(x_shape).astype(x.dtype.as_numpy_dtype)
        if x.dtype.is_complex:
            value.imag = np.random.random_sample(x_shape)
    exact = _by_gradients(x, x_shape, value, y_shape, dy, dx, extra)
    return exact, _by_differences(x, x_shape, value, y, y_shape, delta, extra)


def _size(shape: Sequence[int], dtype: DType) -> int:
    return math.prod(shape if not isinstance(shape, int) else (shape,)) * (2 if dtype.is_complex else 1)


def _by_gradients(
    x: TensorOrVariable, x_shape: Any, value: Any, y_shape: Any, dy: Any, dx: Any, extra: dict
) -> np.ndarray:
    session = stack.sessions.current()
    columns = _size(y_shape, dy.dtype)
    jacobian = np.zeros((_size(x_shape, x.dtype), columns), x.dtype.real_dtype.as_numpy_dtype)
    seed = np.zeros(y_shape, dy.dtype.as_numpy_dtype)
    parts = seed.reshape(-1).view(dy.dtype.real_dtype.as_numpy_dtype)
    feeds = {**extra, x: value, dy: seed}
    row = _size(x_shape[1:], x.dtype) if isinstance(dx, IndexedSlices) else 0
    for column in range(columns):
        parts[column] = 1
        if isinstance(dx, IndexedSlices):
            indices, values = session.run([dx.indices, dx.values], feeds)
            for i, v in zip(indices, values, strict=True):
                jacobian[i * row : (i + 1) * row, column] += np.ravel(v).view(jacobian.dtype)
        else:
            assert isinstance(dx, Tensor), f"dx = {dx}"
            found = np.asarray(session.run(dx, feeds))
            jacobian[:, column] = found.ravel().view(jacobian.dtype)
        parts[column] = 0
    if not columns:
        found = session.run(dx, feeds)
        if found.shape != value.shape:
            raise ValueError(f"Empty gradient has wrong shape: expected {value.shape}, got {found.shape}")
        if np.any(found):
            raise ValueError("Empty tensor with nonzero gradients")
    return jacobian


def _by_differences(
    x: TensorOrVariable,
    x_shape: Sequence[int],
    value: object,
    y: TensorOrVariable,
    y_shape: Sequence[int],
    delta: float,
    extra: dict,
) -> np.ndarray:
    session = stack.sessions.current()
    if y.dtype.base_dtype == dtypes.bfloat16:  # too coarse to take differences of
        y = apply("Cast", x=y, DstT=dtypes.float32)
    x_type, y_type = x.dtype.real_dtype.as_numpy_dtype, y.dtype.real_dtype.as_numpy_dtype
    value = np.asarray(value, x.dtype.as_numpy_dtype)
    step = np.asarray(2 * delta, y_type)[()]
    jacobian = np.zeros((_size(x_shape, x.dtype), _size(y_shape, y.dtype)), x_type)
    for row in range(len(jacobian)):
        sides = []
        for shift in (delta, -delta):
            moved = value.copy()
            moved.reshape(-1).view(x_type)[row] += shift
            sides.append(np.asarray(session.run(y, {**extra, x: moved})))
        jacobian[row, :] = np.asarray((sides[0] - sides[1]) / step).ravel().view(y_type)
    return jacobian
