"""Convolutions whose kernel is another one at each place: `LocallyConnected1D` and `LocallyConnected2D`.

Three implementations give the same result: a product for each place, one product with a large masked kernel, and one with a
sparse kernel.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph.typing import ShapeLike
from penstock.keras.engine.base_layer import Layer
from penstock.keras.engine.input_spec import InputSpec
from penstock.keras.layers.settings import keep, shown
from penstock.keras.typing import ActivationLike, ConstraintLike, InitializerLike, RegularizerLike
from penstock.keras.utils import conv_utils
from penstock.keras.utils.tf_utils import shape_type_conversion

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


class _LocallyConnected(Layer):
    _axes = 1

    def __init__(
        self,
        filters: int,
        kernel_size: int | Sequence[int],
        strides: int | Sequence[int] = 1,
        padding: str = "valid",
        data_format: str | None = None,
        activation: ActivationLike | None = None,
        use_bias: bool = True,
        kernel_initializer: InitializerLike | None = "glorot_uniform",
        bias_initializer: InitializerLike | None = "zeros",
        kernel_regularizer: RegularizerLike | None = None,
        bias_regularizer: RegularizerLike | None = None,
        activity_regularizer: RegularizerLike | None = None,
        kernel_constraint: ConstraintLike | None = None,
        bias_constraint: ConstraintLike | None = None,
        implementation: int = 1,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.filters = filters
        self.kernel_size = conv_utils.normalize_tuple(kernel_size, self._axes, "kernel_size")
        self.strides = conv_utils.normalize_tuple(strides, self._axes, "strides")
        self.padding = conv_utils.normalize_padding(padding)
        if self.padding != "valid" and implementation == 1:
            raise ValueError(
                f"Invalid border mode for LocallyConnected{self._axes}D "
                f'(only "valid" is supported if implementation is 1): {padding}'
            )
        self.data_format = conv_utils.normalize_data_format(data_format)
        keep(
            self,
            activation=activation,
            use_bias=use_bias,
            kernel_initializer=kernel_initializer,
            bias_initializer=bias_initializer,
            kernel_regularizer=kernel_regularizer,
            bias_regularizer=bias_regularizer,
            activity_regularizer=activity_regularizer,
            kernel_constraint=kernel_constraint,
            bias_constraint=bias_constraint,
        )
        self.implementation = implementation
        self.input_spec = InputSpec(ndim=self._axes + 2)

    def _places(self, shape: Sequence[int | None]) -> tuple[Any, Any]:
        """The sizes of the spatial axes, and the number of channels."""
        return (shape[2:], shape[1]) if self.data_format == "channels_first" else (shape[1:-1], shape[-1])

    def _lengths(self, sizes: Sequence[int | None]) -> tuple[Any, ...]:
        return tuple(
            conv_utils.conv_output_length(n, k, self.padding, s)
            for n, k, s in zip(sizes, self.kernel_size, self.strides)
        )

    def _check(self, sizes: ShapeLike, channels: Any, input_shape: ShapeLike) -> None:
        raise NotImplementedError

    @shape_type_conversion
    def build(self, input_shape: Any) -> None:
        """Makes `kernel` and `bias`."""
        sizes, channels = self._places(input_shape)
        self._check(sizes, channels, input_shape)
        lengths = self.output_lengths = self._lengths(sizes)
        first = self.data_format == "channels_first"
        shape: tuple[int, ...]
        if self.implementation == 1:
            shape = (
                int(np.prod(lengths)) if None not in lengths else None,  # type: ignore[assignment]
                int(np.prod(self.kernel_size)) * channels,
                self.filters,
            )
            self.kernel_shape = shape
        elif self.implementation == 2:
            shape = (channels, *sizes, self.filters, *lengths) if first else (*sizes, channels, *lengths, self.filters)
            self.kernel_shape = shape
            mask = conv_utils.conv_kernel_mask(tuple(sizes), self.kernel_size, self.strides, self.padding)
            n = self._axes
            self.kernel_mask = np.expand_dims(mask, (0, n + 1)) if first else np.expand_dims(mask, (n, 2 * n + 1))
        elif self.implementation == 3:
            self.kernel_shape = (
                int(np.prod(lengths)) * self.filters,
                int(np.prod(sizes)) * channels,
            )
            self.kernel_idxs = sorted(
                conv_utils.conv_kernel_idxs(
                    sizes, self.kernel_size, self.strides, self.padding, channels, self.filters, self.data_format
                )
            )
            shape = (len(self.kernel_idxs),)
        else:
            raise ValueError(f"Unrecognized implementation mode: {self.implementation}.")
        self.kernel = self.add_weight(
            shape=shape,
            initializer=self.kernel_initializer,
            name="kernel",
            regularizer=self.kernel_regularizer,
            constraint=self.kernel_constraint,
        )
        self.bias = None
        if self.use_bias:
            self.bias = self.add_weight(
                shape=(*lengths, self.filters),
                initializer=self.bias_initializer,
                name="bias",
                regularizer=self.bias_regularizer,
                constraint=self.bias_constraint,
            )
        self.input_spec = InputSpec(ndim=self._axes + 2, axes={1 if first else -1: channels})
        self.built = True

    @shape_type_conversion
    def compute_output_shape(self, input_shape: Any) -> tuple[Any, ...]:
        """The batch, the number of places, and the filters."""
        lengths = self._lengths(self._places(input_shape)[0])
        if self.data_format == "channels_first":
            return (input_shape[0], self.filters, *lengths)
        return (input_shape[0], *lengths, self.filters)

    def call(self, inputs: Any) -> Any:
        """Makes the operations."""
        K = tf.keras.backend
        if self.implementation == 1:
            output = K.local_conv(
                inputs, self.kernel, self.kernel_size, self.strides, self.output_lengths, self.data_format
            )
        else:
            rows = K.reshape(inputs, (K.shape(inputs)[0], -1))
            if self.implementation == 2:
                flat = tf.sparse_matmul(rows, self._masked_kernel(), b_is_sparse=True)
            else:
                flat = K.transpose(
                    tf.raw_ops.SparseTensorDenseMatMul(
                        a_indices=self.kernel_idxs,
                        a_values=self.kernel,
                        a_shape=self.kernel_shape,
                        b=rows,
                        adjoint_b=True,
                    )
                )
            sizes = self.compute_output_shape(inputs.shape).as_list()[1:]
            output = K.reshape(flat, [K.shape(flat)[0], *sizes])
        if self.use_bias:
            output = K.bias_add(output, self.bias, data_format=self.data_format)
        return self.activation(output)

    def _masked_kernel(self) -> Tensor:
        kernel = self.kernel_mask * self.kernel
        shape, half = tf.shape(kernel), kernel.shape.ndims // 2
        sizes, lengths = shape[:half], shape[half:]
        return tf.reshape(kernel, (tf.reduce_prod(sizes), tf.reduce_prod(lengths)))

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        names = (
            "filters kernel_size strides padding data_format activation use_bias kernel_initializer bias_initializer "
            "kernel_regularizer bias_regularizer activity_regularizer kernel_constraint bias_constraint implementation"
        )
        return {**super().get_config(), **shown(self, *names.split())}


@export("keras.layers.LocallyConnected1D")
class LocallyConnected1D(_LocallyConnected):
    """A convolution of sequences with another kernel at each place.

    Args:
      filters: the number of channels of the result.
      kernel_size, strides: the length of the kernel, and how far places are apart.
      padding: "valid", or "same" with the second and third implementation.
      data_format: "channels_last" or "channels_first".
      activation, use_bias: a function of the result, and whether a bias is added.
      kernel_initializer, bias_initializer, kernel_regularizer, bias_regularizer, activity_regularizer,
      kernel_constraint, bias_constraint: for the variables.
      implementation: 1, 2 or 3: by places, with a masked kernel, with a sparse kernel.

    >>> import penstock as tf
    >>> tf.keras.layers.LocallyConnected1D(4, 3)(tf.zeros([1, 8, 2])).shape.as_list()
    [1, 6, 4]
    """

    def _check(self, sizes: ShapeLike, channels: Any, input_shape: ShapeLike) -> None:
        if channels is None:
            raise ValueError("Axis 2 of input should be fully-defined. Found shape:", input_shape)


@export("keras.layers.LocallyConnected2D")
class LocallyConnected2D(_LocallyConnected):
    """A convolution of images with another kernel at each place.

    Args:
      filters: the number of channels of the result.
      kernel_size, strides: the size of the kernel, and how far places are apart.
      padding: "valid", or "same" with the second and third implementation.
      data_format: "channels_last" or "channels_first".
      activation, use_bias: a function of the result, and whether a bias is added.
      kernel_initializer, bias_initializer, kernel_regularizer, bias_regularizer, activity_regularizer,
      kernel_constraint, bias_constraint: for the variables.
      implementation: 1, 2 or 3: by places, with a masked kernel, with a sparse kernel.

    >>> import penstock as tf
    >>> tf.keras.layers.LocallyConnected2D(4, (3, 3))(tf.zeros([1, 5, 5, 2])).shape.as_list()
    [1, 3, 3, 4]
    """

    _axes = 2

    def __init__(
        self,
        filters: int,
        kernel_size: int | Sequence[int],
        strides: int | Sequence[int] = (1, 1),
        padding: str = "valid",
        data_format: str | None = None,
        activation: ActivationLike | None = None,
        use_bias: bool = True,
        kernel_initializer: InitializerLike | None = "glorot_uniform",
        bias_initializer: InitializerLike | None = "zeros",
        kernel_regularizer: RegularizerLike | None = None,
        bias_regularizer: RegularizerLike | None = None,
        activity_regularizer: RegularizerLike | None = None,
        kernel_constraint: ConstraintLike | None = None,
        bias_constraint: ConstraintLike | None = None,
        implementation: int = 1,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            filters,
            kernel_size,
            strides,
            padding=padding,
            data_format=data_format,
            activation=activation,
            use_bias=use_bias,
            kernel_initializer=kernel_initializer,
            bias_initializer=bias_initializer,
            kernel_regularizer=kernel_regularizer,
            bias_regularizer=bias_regularizer,
            activity_regularizer=activity_regularizer,
            kernel_constraint=kernel_constraint,
            bias_constraint=bias_constraint,
            implementation=implementation,
            **kwargs,
        )

    def _check(self, sizes: Any, channels: Any, input_shape: Any) -> None:
        if None in sizes:
            raise ValueError(
                "The spatial dimensions of the inputs to  a LocallyConnected2D layer should be fully-defined, but layer "
                f"received the inputs shape {input_shape}"
            )
