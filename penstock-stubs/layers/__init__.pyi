"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.engine.input_spec import InputSpec as InputSpec
from . import experimental as experimental
from penstock.layers.base import Layer as Layer
from penstock.layers.convolutional import Conv1D as Conv1D
from penstock.layers.convolutional import Conv2D as Conv2D
from penstock.layers.convolutional import Conv3D as Conv3D
from penstock.layers.core import Dense as Dense
from penstock.layers.core import Dropout as Dropout
from penstock.layers.core import Flatten as Flatten
from penstock.layers.core import dropout as dropout
from penstock.layers.core import flatten as flatten
from penstock.layers.normalization import BatchNormalization as BatchNormalization
from penstock.layers.normalization import batch_normalization as batch_normalization
from penstock.layers.pooling import AveragePooling1D as AveragePooling1D
from penstock.layers.pooling import AveragePooling2D as AveragePooling2D
from penstock.layers.pooling import AveragePooling3D as AveragePooling3D
from penstock.layers.pooling import MaxPooling1D as MaxPooling1D
from penstock.layers.pooling import MaxPooling2D as MaxPooling2D
from penstock.layers.pooling import MaxPooling3D as MaxPooling3D
from penstock.layers.separable import SeparableConv1D as SeparableConv1D
from penstock.layers.separable import SeparableConv2D as SeparableConv2D
from penstock.layers.transposed import Conv2DTranspose as Conv2DTranspose
from penstock.layers.transposed import Conv3DTranspose as Conv3DTranspose
from builtins import bool as _bool
from builtins import int as _int
from builtins import str as _str
from collections.abc import Callable as _Callable
from penstock.graph.operation import Tensor as _Tensor
from penstock.layers.convolutional import InitializerLike as _InitializerLike
from penstock.layers.core import InitializerLike as _InitializerLike_10
from penstock.layers.pooling import SizesLike as _SizesLike
from penstock.layers.separable import InitializerLike as _InitializerLike_12
from penstock.layers.separable import SizesLike as _SizesLike_11
from penstock.layers.transposed import InitializerLike as _InitializerLike_9
from penstock.layers.transposed import SizesLike as _SizesLike_8
from typing import Any as _Any

def average_pooling1d(inputs: _Any, pool_size: _SizesLike, strides: _SizesLike, padding: _str = ..., data_format: _str = ..., name: _str | None = ...) -> _Tensor:
    """Takes the average over windows of sequences `[batch, length, channels]`. (deprecated)"""
def average_pooling2d(inputs: _Any, pool_size: _SizesLike, strides: _SizesLike, padding: _str = ..., data_format: _str = ..., name: _str | None = ...) -> _Tensor:
    """Takes the average over windows of images `[batch, height, width, channels]`. (deprecated)"""
def average_pooling3d(inputs: _Any, pool_size: _SizesLike, strides: _SizesLike, padding: _str = ..., data_format: _str = ..., name: _str | None = ...) -> _Tensor:
    """Takes the average over windows of volumes `[batch, depth, height, width, channels]`. (deprecated)"""
def conv1d(inputs: _Any, filters: _int, kernel_size: _Any, strides: _Any = ..., padding: _Any = ..., data_format: _str = ..., dilation_rate: _Any = ..., activation: _Callable[..., _Any] | None = ..., use_bias: _bool = ..., kernel_initializer: _InitializerLike | None = ..., bias_initializer: _InitializerLike = ..., kernel_regularizer: _Callable | None = ..., bias_regularizer: _Callable | None = ..., activity_regularizer: _Callable | None = ..., kernel_constraint: _Callable | None = ..., bias_constraint: _Callable | None = ..., trainable: _bool = ..., name: _str | None = ..., reuse: _Any = ...) -> _Tensor:
    """Convolves sequences. (deprecated)"""
def conv2d(inputs: _Any, filters: _int, kernel_size: _Any, strides: _Any = ..., padding: _Any = ..., data_format: _str = ..., dilation_rate: _Any = ..., activation: _Callable[..., _Any] | None = ..., use_bias: _bool = ..., kernel_initializer: _InitializerLike | None = ..., bias_initializer: _InitializerLike = ..., kernel_regularizer: _Callable | None = ..., bias_regularizer: _Callable | None = ..., activity_regularizer: _Callable | None = ..., kernel_constraint: _Callable | None = ..., bias_constraint: _Callable | None = ..., trainable: _bool = ..., name: _str | None = ..., reuse: _Any = ...) -> _Tensor:
    """Convolves images. (deprecated)"""
def conv2d_transpose(inputs: _Any, filters: _int, kernel_size: _SizesLike_8, strides: _SizesLike_8 = ..., padding: _str = ..., data_format: _str = ..., activation: _Callable[..., _Any] | None = ..., use_bias: _bool = ..., kernel_initializer: _InitializerLike_9 | None = ..., bias_initializer: _InitializerLike_9 = ..., kernel_regularizer: _Callable | None = ..., bias_regularizer: _Callable | None = ..., activity_regularizer: _Callable | None = ..., kernel_constraint: _Callable | None = ..., bias_constraint: _Callable | None = ..., trainable: _bool = ..., name: _str | None = ..., reuse: _Any = ...) -> _Tensor:
    """Applies the transpose of a convolution of images. (deprecated)"""
def conv3d(inputs: _Any, filters: _int, kernel_size: _Any, strides: _Any = ..., padding: _Any = ..., data_format: _str = ..., dilation_rate: _Any = ..., activation: _Callable[..., _Any] | None = ..., use_bias: _bool = ..., kernel_initializer: _InitializerLike | None = ..., bias_initializer: _InitializerLike = ..., kernel_regularizer: _Callable | None = ..., bias_regularizer: _Callable | None = ..., activity_regularizer: _Callable | None = ..., kernel_constraint: _Callable | None = ..., bias_constraint: _Callable | None = ..., trainable: _bool = ..., name: _str | None = ..., reuse: _Any = ...) -> _Tensor:
    """Convolves volumes. (deprecated)"""
def conv3d_transpose(inputs: _Any, filters: _int, kernel_size: _SizesLike_8, strides: _SizesLike_8 = ..., padding: _str = ..., data_format: _str = ..., activation: _Callable[..., _Any] | None = ..., use_bias: _bool = ..., kernel_initializer: _InitializerLike_9 | None = ..., bias_initializer: _InitializerLike_9 = ..., kernel_regularizer: _Callable | None = ..., bias_regularizer: _Callable | None = ..., activity_regularizer: _Callable | None = ..., kernel_constraint: _Callable | None = ..., bias_constraint: _Callable | None = ..., trainable: _bool = ..., name: _str | None = ..., reuse: _Any = ...) -> _Tensor:
    """Applies the transpose of a convolution of volumes. (deprecated)"""
def dense(inputs: _Any, units: _int, activation: _Callable[..., _Any] | None = ..., use_bias: _bool = ..., kernel_initializer: _InitializerLike_10 | None = ..., bias_initializer: _InitializerLike_10 | None = ..., kernel_regularizer: _Callable | None = ..., bias_regularizer: _Callable | None = ..., activity_regularizer: _Callable | None = ..., kernel_constraint: _Callable | None = ..., bias_constraint: _Callable | None = ..., trainable: _bool = ..., name: _str | None = ..., reuse: _Any = ...) -> _Tensor:
    """Applies a fully connected layer to the last axis. (deprecated)"""
def max_pooling1d(inputs: _Any, pool_size: _SizesLike, strides: _SizesLike, padding: _str = ..., data_format: _str = ..., name: _str | None = ...) -> _Tensor:
    """Takes the maximum over windows of sequences `[batch, length, channels]`. (deprecated)"""
def max_pooling2d(inputs: _Any, pool_size: _SizesLike, strides: _SizesLike, padding: _str = ..., data_format: _str = ..., name: _str | None = ...) -> _Tensor:
    """Takes the maximum over windows of images `[batch, height, width, channels]`. (deprecated)"""
def max_pooling3d(inputs: _Any, pool_size: _SizesLike, strides: _SizesLike, padding: _str = ..., data_format: _str = ..., name: _str | None = ...) -> _Tensor:
    """Takes the maximum over windows of volumes `[batch, depth, height, width, channels]`. (deprecated)"""
def separable_conv1d(inputs: _Any, filters: _int, kernel_size: _SizesLike_11, strides: _SizesLike_11 = ..., padding: _str = ..., data_format: _str = ..., dilation_rate: _SizesLike_11 = ..., depth_multiplier: _int = ..., activation: _Callable[..., _Any] | None = ..., use_bias: _bool = ..., depthwise_initializer: _Any = ..., pointwise_initializer: _Any = ..., bias_initializer: _InitializerLike_12 = ..., depthwise_regularizer: _Callable | None = ..., pointwise_regularizer: _Callable | None = ..., bias_regularizer: _Callable | None = ..., activity_regularizer: _Callable | None = ..., depthwise_constraint: _Callable | None = ..., pointwise_constraint: _Callable | None = ..., bias_constraint: _Callable | None = ..., trainable: _bool = ..., name: _str | None = ..., reuse: _Any = ...) -> _Tensor:
    """Applies a separable convolution to sequences. (deprecated)"""
def separable_conv2d(inputs: _Any, filters: _int, kernel_size: _SizesLike_11, strides: _SizesLike_11 = ..., padding: _str = ..., data_format: _str = ..., dilation_rate: _SizesLike_11 = ..., depth_multiplier: _int = ..., activation: _Callable[..., _Any] | None = ..., use_bias: _bool = ..., depthwise_initializer: _Any = ..., pointwise_initializer: _Any = ..., bias_initializer: _InitializerLike_12 = ..., depthwise_regularizer: _Callable | None = ..., pointwise_regularizer: _Callable | None = ..., bias_regularizer: _Callable | None = ..., activity_regularizer: _Callable | None = ..., depthwise_constraint: _Callable | None = ..., pointwise_constraint: _Callable | None = ..., bias_constraint: _Callable | None = ..., trainable: _bool = ..., name: _str | None = ..., reuse: _Any = ...) -> _Tensor:
    """Applies a separable convolution to images. (deprecated)"""

__all__ = [
    "AveragePooling1D",
    "AveragePooling2D",
    "AveragePooling3D",
    "BatchNormalization",
    "Conv1D",
    "Conv2D",
    "Conv2DTranspose",
    "Conv3D",
    "Conv3DTranspose",
    "Dense",
    "Dropout",
    "Flatten",
    "InputSpec",
    "Layer",
    "MaxPooling1D",
    "MaxPooling2D",
    "MaxPooling3D",
    "SeparableConv1D",
    "SeparableConv2D",
    "average_pooling1d",
    "average_pooling2d",
    "average_pooling3d",
    "batch_normalization",
    "conv1d",
    "conv2d",
    "conv2d_transpose",
    "conv3d",
    "conv3d_transpose",
    "dense",
    "dropout",
    "experimental",
    "flatten",
    "max_pooling1d",
    "max_pooling2d",
    "max_pooling3d",
    "separable_conv1d",
    "separable_conv2d",
]
