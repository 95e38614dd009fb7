"""Layers and cells whose kernels have masks, for `Pruning`: with the variables `mask` and `threshold` beside the kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export, export_value
from penstock.contrib.framework import add_arg_scope
from penstock.contrib.layers.layers import _RENAMED, _XAVIER, ZEROS, _layer, _relu, model_variable_getter
from penstock.contrib.model_pruning import pruning
from penstock.graph.typing import (
    CollectionsLike,
    InitializerLike,
    NestedTensors,
    ScopeLike,
    ShapeLike,
    SizesLike,
    TensorLike,
    TensorOrVariable,
)
from penstock.layers.convolutional import Conv2D
from penstock.layers.core import Dense
from penstock.rnn.lstm import BasicLSTMCell, LSTMCell


class _Masked:
    """Puts a mask on the kernel of a layer that this class stands before."""

    _KERNEL = "kernel"

    def build(self: Any, input_shape: ShapeLike) -> None:
        super().build(input_shape)  # type: ignore[misc]
        kernel = getattr(self, self._KERNEL)
        self.built = False
        rest = {"trainable": False, "dtype": self.dtype}
        self._mask = self.add_variable(name="mask", shape=kernel.shape, initializer=tf.ones_initializer(), **rest)
        self._threshold = self.add_variable(name="threshold", shape=[], initializer=tf.zeros_initializer(), **rest)
        self._masked_kernel = tf.multiply(self._mask, kernel, pruning._MASKED_NAME)
        pruning.collect(self._threshold, self._mask, self._masked_kernel, kernel)
        self.built = True

    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        whole, masked = getattr(self, self._KERNEL), self._masked_kernel
        if masked.graph is not tf.get_default_graph():  # made in the body of a loop that is over
            masked = tf.multiply(self._mask, whole, pruning._MASKED_NAME)
        setattr(self, self._KERNEL, masked)
        try:
            return super().call(*args, **kwargs)  # type: ignore[misc]
        finally:
            setattr(self, self._KERNEL, whole)


class _MaskedDense(_Masked, Dense):
    pass


class _MaskedConv2D(_Masked, Conv2D):
    pass


@export("contrib.model_pruning.masked_fully_connected")
@add_arg_scope
def masked_fully_connected(
    inputs: NestedTensors,
    num_outputs: int,
    activation_fn: Callable | None = _relu,
    normalizer_fn: Callable | None = None,
    normalizer_params: dict[str, Any] | None = None,
    weights_initializer: InitializerLike = _XAVIER,
    weights_regularizer: Callable | None = None,
    biases_initializer: InitializerLike = ZEROS,
    biases_regularizer: Callable | None = None,
    reuse: bool | None = None,
    variables_collections: CollectionsLike | None = None,
    outputs_collections: CollectionsLike | None = None,
    trainable: bool = True,
    scope: ScopeLike | None = None,
) -> Any:
    """`tf.contrib.layers.fully_connected` with a mask on its weights; the arguments are the same.

    Args:
      inputs: a tensor of rank 2 or more, whose last size is known.
      num_outputs: the size of the result's last axis.
      activation_fn, normalizer_fn, normalizer_params, weights_initializer, weights_regularizer, biases_initializer,
        biases_regularizer, reuse, variables_collections, outputs_collections, trainable, scope: see there.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     y = tf.contrib.model_pruning.masked_fully_connected(tf.zeros([2, 3]), 4)
    ...     print(sorted(v.op.name.split("/")[1] for v in tf.global_variables()))
    ['biases', 'mask', 'threshold', 'weights']
    """
    given = locals()
    if not isinstance(num_outputs, int):
        raise ValueError(f"num_outputs should be int or long, got {num_outputs}.")
    getter = model_variable_getter(_RENAMED)
    with tf.variable_scope(scope, "fully_connected", [inputs], reuse=reuse, custom_getter=getter) as entered:
        return _layer(_MaskedDense, tf.convert_to_tensor(inputs), entered, given, units=num_outputs)


@export("contrib.model_pruning.masked_convolution")
@add_arg_scope
def masked_convolution(
    inputs: TensorOrVariable,
    num_outputs: int,
    kernel_size: SizesLike,
    stride: SizesLike = 1,
    padding: str = "SAME",
    data_format: str | None = None,
    rate: TensorLike = 1,
    activation_fn: Callable | None = _relu,
    normalizer_fn: Callable | None = None,
    normalizer_params: dict[str, Any] | None = None,
    weights_initializer: InitializerLike | None = _XAVIER,
    weights_regularizer: Callable | None = None,
    biases_initializer: InitializerLike | None = ZEROS,
    biases_regularizer: Callable | None = None,
    reuse: bool | None = None,
    variables_collections: object = None,
    outputs_collections: object = None,
    trainable: bool = True,
    scope: object = None,
) -> Any:
    """`tf.contrib.layers.conv2d` with a mask on its weights; the arguments are the same.

    Args:
      inputs: images `[batch, height, width, channels]`.
      num_outputs: how many channels the result has.
      kernel_size, stride, rate: integers, or one for each spatial axis.
      padding: "SAME" or "VALID".
      data_format: "NHWC", or "NCHW" for channels first.
      activation_fn, normalizer_fn, normalizer_params, weights_initializer, weights_regularizer, biases_initializer,
        biases_regularizer, reuse, variables_collections, outputs_collections, trainable, scope: see there.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     y = tf.contrib.model_pruning.masked_conv2d(tf.zeros([2, 8, 8, 3]), 4, [3, 3])
    ...     print(y.shape.as_list(), tf.contrib.model_pruning.get_masks()[0].op.name)
    [2, 8, 8, 4] Conv/mask
    """
    given = locals()
    formats = {None: "channels_last", "NHWC": "channels_last", "NCHW": "channels_first"}
    getter = model_variable_getter(_RENAMED)
    with tf.variable_scope(scope, "Conv", [inputs], reuse=reuse, custom_getter=getter) as entered:
        inputs = tf.convert_to_tensor(inputs)
        if inputs.shape.ndims != 4:
            raise ValueError("Sparse Convolution not supported for input with rank", inputs.shape.ndims)
        if data_format not in formats:
            raise ValueError("Unsupported data format", data_format)
        settings = {"filters": num_outputs, "kernel_size": kernel_size, "strides": stride, "padding": padding}
        layout = {"data_format": formats[data_format], "dilation_rate": rate}
        return _layer(_MaskedConv2D, inputs, entered, given, **settings, **layout)


masked_conv2d = export_value(masked_convolution, "contrib.model_pruning.masked_conv2d")


@export("contrib.model_pruning.MaskedBasicLSTMCell")
class MaskedBasicLSTMCell(_Masked, BasicLSTMCell):
    """`tf.nn.rnn_cell.BasicLSTMCell` with a mask on its kernel; the arguments are the same.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell = tf.contrib.model_pruning.MaskedBasicLSTMCell(4)
    ...     _ = tf.nn.dynamic_rnn(cell, tf.zeros([2, 3, 5]), dtype=tf.float32)
    ...     print([m.op.name for m in tf.contrib.model_pruning.get_masks()])
    ['rnn/masked_basic_lstm_cell/mask']
    """

    _KERNEL = "_kernel"


@export("contrib.model_pruning.MaskedLSTMCell")
class MaskedLSTMCell(_Masked, LSTMCell):
    """`tf.nn.rnn_cell.LSTMCell` with a mask on its kernel; the arguments are the same.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell = tf.contrib.model_pruning.MaskedLSTMCell(4)
    ...     _ = tf.nn.dynamic_rnn(cell, tf.zeros([2, 3, 5]), dtype=tf.float32)
    ...     print([m.op.name for m in tf.contrib.model_pruning.get_masks()])
    ['rnn/masked_lstm_cell/mask']
    """

    _KERNEL = "_kernel"
