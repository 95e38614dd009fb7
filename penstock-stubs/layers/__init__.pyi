"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import experimental as experimental
from penstock.layers.base import Layer as Layer
from penstock.layers.convolutional import Conv1D as Conv1D
from penstock.layers.convolutional import Conv2D as Conv2D
from penstock.layers.convolutional import Conv3D as Conv3D
from penstock.layers.convolutional import conv1d as conv1d
from penstock.layers.convolutional import conv2d as conv2d
from penstock.layers.convolutional import conv3d as conv3d
from penstock.layers.core import Dense as Dense
from penstock.layers.core import Dropout as Dropout
from penstock.layers.core import Flatten as Flatten
from penstock.layers.core import dense as dense
from penstock.layers.core import dropout as dropout
from penstock.layers.core import flatten as flatten
from penstock.layers.input_spec import InputSpec as InputSpec
from penstock.layers.normalization import BatchNormalization as BatchNormalization
from penstock.layers.normalization import batch_normalization as batch_normalization
from penstock.layers.pooling import AveragePooling1D as AveragePooling1D
from penstock.layers.pooling import AveragePooling2D as AveragePooling2D
from penstock.layers.pooling import AveragePooling3D as AveragePooling3D
from penstock.layers.pooling import MaxPooling1D as MaxPooling1D
from penstock.layers.pooling import MaxPooling2D as MaxPooling2D
from penstock.layers.pooling import MaxPooling3D as MaxPooling3D
from penstock.layers.pooling import average_pooling1d as average_pooling1d
from penstock.layers.pooling import average_pooling2d as average_pooling2d
from penstock.layers.pooling import average_pooling3d as average_pooling3d
from penstock.layers.pooling import max_pooling1d as max_pooling1d
from penstock.layers.pooling import max_pooling2d as max_pooling2d
from penstock.layers.pooling import max_pooling3d as max_pooling3d
from penstock.layers.separable import SeparableConv1D as SeparableConv1D
from penstock.layers.separable import SeparableConv2D as SeparableConv2D
from penstock.layers.separable import separable_conv1d as separable_conv1d
from penstock.layers.separable import separable_conv2d as separable_conv2d
from penstock.layers.transposed import Conv2DTranspose as Conv2DTranspose
from penstock.layers.transposed import Conv3DTranspose as Conv3DTranspose
from penstock.layers.transposed import conv2d_transpose as conv2d_transpose
from penstock.layers.transposed import conv3d_transpose as conv3d_transpose

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
