"""Bijectors that are networks: masked autoregressive flows and real NVP, with the networks that they are used with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.contrib.distributions.bijectors.base import Bijector
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike
from penstock.layers.core import Dense
from penstock.ops.state.variable_scope_defaults import get_variable_scope


def _last_size(x: Tensor) -> int:
    size = x.shape.with_rank_at_least(1).as_list()[-1]
    if size is None:
        raise NotImplementedError("Rightmost dimension must be known prior to graph execution.")
    return size


def _moved(x: Tensor, shift: TensorLike, log_scale: TensorLike) -> Tensor:
    x = x if log_scale is None else x * tf.exp(log_scale)
    return x if shift is None else x + shift


def _moved_back(y: Tensor, shift: TensorLike, log_scale: Any) -> Tensor:
    y = y if shift is None else y - shift
    return y if log_scale is None else y * tf.exp(-log_scale)


@export("contrib.distributions.bijectors.MaskedAutoregressiveFlow")
class MaskedAutoregressiveFlow(Bijector):
    """y[i] = x[i] exp(log_scale[i]) + shift[i], where both depend on the y before i only.

    The inverse takes one call of the network, the function itself as many as there are elements.

    Args:
      shift_and_log_scale_fn: a function of y that gives shift and logarithm of the scale, either of which may be None,
        such as `masked_autoregressive_default_template` makes.
      is_constant_jacobian, validate_args, name: as for `Bijector`.
      unroll_loop: whether the function is made without a loop.

    >>> import penstock as tf
    >>> bj = tf.contrib.distributions.bijectors
    >>> with tf.Graph().as_default():
    ...     flow = bj.MaskedAutoregressiveFlow(bj.masked_autoregressive_default_template([8]))
    ...     print(flow.forward(tf.zeros([5, 3])).shape)
    (5, 3)
    """

    def __init__(
        self,
        shift_and_log_scale_fn: Callable,
        is_constant_jacobian: bool = False,
        validate_args: bool = False,
        unroll_loop: bool = False,
        name: str | None = None,
    ) -> None:
        self._shift_and_log_scale_fn = shift_and_log_scale_fn
        self._unroll_loop = unroll_loop
        super().__init__(
            forward_min_event_ndims=1,
            is_constant_jacobian=is_constant_jacobian,
            validate_args=validate_args,
            name=name or "masked_autoregressive_flow",
        )

    def _forward(self, x: Tensor) -> Tensor:
        size = x.shape.with_rank_at_least(1).as_list()[-1]
        y = tf.zeros_like(x, name="y0")
        if self._unroll_loop:
            if size is None:
                raise ValueError(
                    "The final dimension of `x` must be known at graph construction time if `unroll_loop=True`. "
                    f"`x.shape: {x.shape!r}`"
                )
            for _ in range(size):
                y = _moved(x, *self._shift_and_log_scale_fn(y))
            return y
        self._shift_and_log_scale_fn(y)  # makes the variables, which the loop must not

        def turn(i: Any, y: TensorLike) -> tuple[Any, Any]:
            with tf.variable_scope(get_variable_scope()):
                return i + 1, _moved(x, *self._shift_and_log_scale_fn(y))

        count = tf.shape(x)[-1]
        return tf.while_loop(lambda i, _: i < count, turn, (0, y), maximum_iterations=size)[1]

    def _inverse(self, y: Tensor) -> Tensor:
        return _moved_back(y, *self._shift_and_log_scale_fn(y))

    def _inverse_log_det_jacobian(self, y: Tensor) -> Tensor:
        _, log_scale = self._shift_and_log_scale_fn(y)
        if log_scale is None:
            return tf.constant(0.0, dtype=y.dtype, name="ildj")
        return -tf.reduce_sum(log_scale, axis=-1)


def _mask(blocks: int, rows: int, columns: int, exclusive: bool, dtype: Any) -> np.ndarray:
    """[rows, columns]: block i of the columns sees the blocks of rows before it, and its own unless `exclusive`."""
    mask = np.zeros([rows, columns], dtype)
    height, width = rows // blocks, columns // blocks
    for i in range(blocks):
        mask[i * height : (i + 1) * height, (i + exclusive) * width :] = 1
    return mask


@export("contrib.distributions.bijectors.masked_dense")
def masked_dense(
    inputs: Any,
    units: int,
    num_blocks: int | None = None,
    exclusive: bool = False,
    kernel_initializer: Any = None,
    reuse: bool | None = None,
    name: str | None = None,
    *args: Any,
    **kwargs: Any,
) -> Tensor:
    """A fully connected layer in which a block of outputs sees only the blocks of inputs before it, and its own.

    Args:
      inputs: [..., size].
      units: the size of the result's last axis.
      num_blocks: how many blocks.
      exclusive: whether a block does not see its own.
      kernel_initializer: the initializer, `tf.glorot_normal_initializer` by default.
      reuse, name: as for `tf.layers.dense`, as are further arguments.

    Raises:
      NotImplementedError: the last size is not known.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     print(tf.contrib.distributions.bijectors.masked_dense(tf.zeros([5, 3]), 6, num_blocks=3).shape)
    (5, 6)
    """
    dtype = inputs.dtype.base_dtype
    size = _last_size(inputs)
    mask = _mask(num_blocks or 1, size, units, exclusive, np.float32)
    first = tf.glorot_normal_initializer() if kernel_initializer is None else kernel_initializer

    def masked(shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        return mask * first(shape, dtype, partition_info)

    with name_scope(name, "masked_dense", [inputs, units, num_blocks]):
        kind: Any = Dense
        layer = kind(
            units,
            *args,
            kernel_initializer=masked,
            kernel_constraint=lambda x: mask * x,
            name=name,
            dtype=dtype,
            _scope=name,
            _reuse=reuse,
            **kwargs,
        )
        return layer.apply(inputs)


@export("contrib.distributions.bijectors.masked_autoregressive_default_template")
def masked_autoregressive_default_template(
    hidden_layers: Sequence[int],
    shift_only: bool = False,
    activation: Callable | None = None,
    log_scale_min_clip: float = -5.0,
    log_scale_max_clip: float = 3.0,
    log_scale_clip_gradient: bool = False,
    name: str | None = None,
    *args: Any,
    **kwargs: Any,
) -> Callable:
    """A network for `MaskedAutoregressiveFlow`: masked layers, the same at each call.

    Args:
      hidden_layers: the sizes of the layers before the last.
      shift_only: whether there is no scale.
      activation: a function after each of those layers, `tf.nn.relu` by default.
      log_scale_min_clip, log_scale_max_clip: limits of the logarithm of the scale.
      log_scale_clip_gradient: whether gradients stop at the limits.
      name: the name of the template.
      *args, **kwargs: further arguments of `masked_dense`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     network = tf.contrib.distributions.bijectors.masked_autoregressive_default_template([8])
    ...     shift, log_scale = network(tf.zeros([5, 3]))
    ...     print(shift.shape, log_scale.shape)
    (5, 3) (5, 3)
    """
    name = name or "masked_autoregressive_default_template"
    act = (lambda x: tf.nn.relu(x)) if activation is None else activation
    dense: Any = masked_dense
    with name_scope(name, values=[log_scale_min_clip, log_scale_max_clip]):

        def network(x: Any) -> tuple[Any, Any]:
            size = _last_size(x)
            shape = np.int32(x.shape.as_list()) if x.shape.is_fully_defined() else tf.shape(x)
            for i, units in enumerate(hidden_layers):
                settings = {"num_blocks": size, "exclusive": i == 0, "activation": act}
                x = dense(*args, inputs=x, units=units, **settings, **kwargs)
            last = (1 if shift_only else 2) * size
            x = dense(*args, inputs=x, units=last, num_blocks=size, activation=None, **kwargs)
            if shift_only:
                return tf.reshape(x, shape=shape), None
            shift, log_scale = tf.unstack(tf.reshape(x, shape=tf.concat([shape, [2]], axis=0)), num=2, axis=-1)
            clipped = tf.clip_by_value(log_scale, log_scale_min_clip, log_scale_max_clip)
            if not log_scale_clip_gradient:
                clipped = log_scale + tf.stop_gradient(clipped - log_scale)
            return shift, clipped

        return tf.make_template(name, network)


@export("contrib.distributions.bijectors.RealNVP")
class RealNVP(Bijector):
    """The first elements stay; the rest is moved and scaled by what a network says of the first.

    Args:
      num_masked: how many stay.
      shift_and_log_scale_fn: a function of those and of the number of the rest that gives shift and logarithm of the
        scale, either of which may be None, such as `real_nvp_default_template` makes.
      is_constant_jacobian, validate_args, name: as for `Bijector`.

    Raises:
      ValueError: `num_masked` is not positive, or not less than the size of an event.

    >>> import penstock as tf
    >>> bj = tf.contrib.distributions.bijectors
    >>> with tf.Graph().as_default():
    ...     print(bj.RealNVP(2, bj.real_nvp_default_template([8])).forward(tf.zeros([5, 3])).shape)
    (5, 3)
    """

    def __init__(
        self,
        num_masked: int,
        shift_and_log_scale_fn: Callable,
        is_constant_jacobian: bool = False,
        validate_args: bool = False,
        name: str | None = None,
    ) -> None:
        if num_masked <= 0:
            raise ValueError("num_masked must be a positive integer.")
        self._num_masked = num_masked
        self._shift_and_log_scale_fn = shift_and_log_scale_fn
        super().__init__(
            forward_min_event_ndims=1,
            is_constant_jacobian=is_constant_jacobian,
            validate_args=validate_args,
            name=name or "real_nvp",
        )

    def _parts(self, x: Tensor) -> tuple[Tensor, Tensor, Any, Any]:
        size = _last_size(x)
        if self._num_masked >= size:
            raise ValueError("Number of masked units must be smaller than the event size.")
        kept, rest = x[:, : self._num_masked], x[:, self._num_masked :]
        return kept, rest, *self._shift_and_log_scale_fn(kept, size - self._num_masked)

    def _forward(self, x: Tensor) -> Tensor:
        kept, rest, shift, log_scale = self._parts(x)
        return tf.concat([kept, _moved(rest, shift, log_scale)], axis=-1)

    def _inverse(self, y: Tensor) -> Tensor:
        kept, rest, shift, log_scale = self._parts(y)
        return tf.concat([kept, _moved_back(rest, shift, log_scale)], axis=-1)

    def _inverse_log_det_jacobian(self, y: Tensor) -> Tensor:
        log_scale = self._parts(y)[3]
        if log_scale is None:
            return tf.constant(0.0, dtype=y.dtype, name="ildj")
        return -tf.reduce_sum(log_scale, axis=-1)

    def _forward_log_det_jacobian(self, x: Tensor) -> Tensor:
        log_scale = self._parts(x)[3]
        if log_scale is None:
            return tf.constant(0.0, dtype=x.dtype, name="fldj")
        return tf.reduce_sum(log_scale, axis=-1)


@export("contrib.distributions.bijectors.real_nvp_default_template")
def real_nvp_default_template(
    hidden_layers: Sequence[int],
    shift_only: bool = False,
    activation: Callable | None = None,
    name: str | None = None,
    *args: Any,
    **kwargs: Any,
) -> Callable:
    """A network for `RealNVP`: fully connected layers, the same at each call.

    Args:
      hidden_layers: the sizes of the layers before the last.
      shift_only: whether there is no scale.
      activation: a function after each of those layers, `tf.nn.relu` by default.
      name: a name for the operations.
      *args, **kwargs: further arguments of `tf.layers.dense`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     network = tf.contrib.distributions.bijectors.real_nvp_default_template([8])
    ...     print([t.shape.as_list() for t in network(tf.zeros([5, 3]), 2)])
    [[5, 2], [5, 2]]
    """
    act = (lambda x: tf.nn.relu(x)) if activation is None else activation
    with name_scope(name, "real_nvp_default_template"):

        def network(x: TensorLike, output_units: int) -> tuple[Any, Any]:
            for units in hidden_layers:
                x = tf.layers.dense(*args, inputs=x, units=units, activation=act, **kwargs)
            last = (1 if shift_only else 2) * output_units
            x = tf.layers.dense(*args, inputs=x, units=last, activation=None, **kwargs)
            if shift_only:
                return x, None
            shift, log_scale = tf.split(x, 2, axis=-1)
            return shift, log_scale

        return tf.make_template("real_nvp_default_template", network)
