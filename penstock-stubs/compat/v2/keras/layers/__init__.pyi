"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.engine.base_layer import Layer as Layer
from penstock.keras.engine.input_layer import Input as Input
from penstock.keras.engine.input_layer import InputLayer as InputLayer
from penstock.keras.engine.input_spec import InputSpec as InputSpec
from penstock.keras.layers.activation_layers import Activation as Activation
from penstock.keras.layers.activation_layers import ELU as ELU
from penstock.keras.layers.activation_layers import LeakyReLU as LeakyReLU
from penstock.keras.layers.activation_layers import PReLU as PReLU
from penstock.keras.layers.activation_layers import ReLU as ReLU
from penstock.keras.layers.activation_layers import Softmax as Softmax
from penstock.keras.layers.activation_layers import ThresholdedReLU as ThresholdedReLU
from penstock.keras.layers.attention import AdditiveAttention as AdditiveAttention
from penstock.keras.layers.attention import Attention as Attention
from penstock.keras.layers.convolutional import Conv1D as Conv1D
from penstock.keras.layers.convolutional import Conv1D as Convolution1D
from penstock.keras.layers.convolutional import Conv2D as Conv2D
from penstock.keras.layers.convolutional import Conv2D as Convolution2D
from penstock.keras.layers.convolutional import Conv3D as Conv3D
from penstock.keras.layers.convolutional import Conv3D as Convolution3D
from penstock.keras.layers.convolutional_recurrent import ConvLSTM2D as ConvLSTM2D
from penstock.keras.layers.core import Dense as Dense
from penstock.keras.layers.core import Dropout as Dropout
from penstock.keras.layers.core import Flatten as Flatten
from penstock.keras.layers.embeddings import Embedding as Embedding
from penstock.keras.layers.function import Lambda as Lambda
from penstock.keras.layers.layer_normalization import LayerNormalization as LayerNormalization
from penstock.keras.layers.local import LocallyConnected1D as LocallyConnected1D
from penstock.keras.layers.local import LocallyConnected2D as LocallyConnected2D
from penstock.keras.layers.merge import Add as Add
from penstock.keras.layers.merge import Average as Average
from penstock.keras.layers.merge import Concatenate as Concatenate
from penstock.keras.layers.merge import Dot as Dot
from penstock.keras.layers.merge import Maximum as Maximum
from penstock.keras.layers.merge import Minimum as Minimum
from penstock.keras.layers.merge import Multiply as Multiply
from penstock.keras.layers.merge import Subtract as Subtract
from penstock.keras.layers.merge import add as add
from penstock.keras.layers.merge import average as average
from penstock.keras.layers.merge import concatenate as concatenate
from penstock.keras.layers.merge import dot as dot
from penstock.keras.layers.merge import maximum as maximum
from penstock.keras.layers.merge import minimum as minimum
from penstock.keras.layers.merge import multiply as multiply
from penstock.keras.layers.merge import subtract as subtract
from penstock.keras.layers.noise import AlphaDropout as AlphaDropout
from penstock.keras.layers.noise import GaussianDropout as GaussianDropout
from penstock.keras.layers.noise import GaussianNoise as GaussianNoise
from penstock.keras.layers.pooling import AveragePooling1D as AveragePooling1D
from penstock.keras.layers.pooling import AveragePooling1D as AvgPool1D
from penstock.keras.layers.pooling import AveragePooling2D as AveragePooling2D
from penstock.keras.layers.pooling import AveragePooling2D as AvgPool2D
from penstock.keras.layers.pooling import AveragePooling3D as AveragePooling3D
from penstock.keras.layers.pooling import AveragePooling3D as AvgPool3D
from penstock.keras.layers.pooling import GlobalAveragePooling1D as GlobalAveragePooling1D
from penstock.keras.layers.pooling import GlobalAveragePooling1D as GlobalAvgPool1D
from penstock.keras.layers.pooling import GlobalAveragePooling2D as GlobalAveragePooling2D
from penstock.keras.layers.pooling import GlobalAveragePooling2D as GlobalAvgPool2D
from penstock.keras.layers.pooling import GlobalAveragePooling3D as GlobalAveragePooling3D
from penstock.keras.layers.pooling import GlobalAveragePooling3D as GlobalAvgPool3D
from penstock.keras.layers.pooling import GlobalMaxPooling1D as GlobalMaxPool1D
from penstock.keras.layers.pooling import GlobalMaxPooling1D as GlobalMaxPooling1D
from penstock.keras.layers.pooling import GlobalMaxPooling2D as GlobalMaxPool2D
from penstock.keras.layers.pooling import GlobalMaxPooling2D as GlobalMaxPooling2D
from penstock.keras.layers.pooling import GlobalMaxPooling3D as GlobalMaxPool3D
from penstock.keras.layers.pooling import GlobalMaxPooling3D as GlobalMaxPooling3D
from penstock.keras.layers.pooling import MaxPooling1D as MaxPool1D
from penstock.keras.layers.pooling import MaxPooling1D as MaxPooling1D
from penstock.keras.layers.pooling import MaxPooling2D as MaxPool2D
from penstock.keras.layers.pooling import MaxPooling2D as MaxPooling2D
from penstock.keras.layers.pooling import MaxPooling3D as MaxPool3D
from penstock.keras.layers.pooling import MaxPooling3D as MaxPooling3D
from penstock.keras.layers.recurrent import AbstractRNNCell as AbstractRNNCell
from penstock.keras.layers.recurrent import RNN as RNN
from penstock.keras.layers.recurrent import StackedRNNCells as StackedRNNCells
from penstock.keras.layers.recurrent_cells import SimpleRNNCell as SimpleRNNCell
from penstock.keras.layers.recurrent_layers import SimpleRNN as SimpleRNN
from penstock.keras.layers.resizing import Cropping1D as Cropping1D
from penstock.keras.layers.resizing import Cropping2D as Cropping2D
from penstock.keras.layers.resizing import Cropping3D as Cropping3D
from penstock.keras.layers.resizing import UpSampling1D as UpSampling1D
from penstock.keras.layers.resizing import UpSampling2D as UpSampling2D
from penstock.keras.layers.resizing import UpSampling3D as UpSampling3D
from penstock.keras.layers.resizing import ZeroPadding1D as ZeroPadding1D
from penstock.keras.layers.resizing import ZeroPadding2D as ZeroPadding2D
from penstock.keras.layers.resizing import ZeroPadding3D as ZeroPadding3D
from penstock.keras.layers.separable import DepthwiseConv2D as DepthwiseConv2D
from penstock.keras.layers.separable import SeparableConv1D as SeparableConv1D
from penstock.keras.layers.separable import SeparableConv1D as SeparableConvolution1D
from penstock.keras.layers.separable import SeparableConv2D as SeparableConv2D
from penstock.keras.layers.separable import SeparableConv2D as SeparableConvolution2D
from penstock.keras.layers.serialization import deserialize as deserialize
from penstock.keras.layers.serialization import serialize as serialize
from penstock.keras.layers.shaping import ActivityRegularization as ActivityRegularization
from penstock.keras.layers.shaping import Masking as Masking
from penstock.keras.layers.shaping import Permute as Permute
from penstock.keras.layers.shaping import RepeatVector as RepeatVector
from penstock.keras.layers.shaping import Reshape as Reshape
from penstock.keras.layers.spatial_dropout import SpatialDropout1D as SpatialDropout1D
from penstock.keras.layers.spatial_dropout import SpatialDropout2D as SpatialDropout2D
from penstock.keras.layers.spatial_dropout import SpatialDropout3D as SpatialDropout3D
from penstock.keras.layers.transposed import Conv2DTranspose as Conv2DTranspose
from penstock.keras.layers.transposed import Conv2DTranspose as Convolution2DTranspose
from penstock.keras.layers.transposed import Conv3DTranspose as Conv3DTranspose
from penstock.keras.layers.transposed import Conv3DTranspose as Convolution3DTranspose
from penstock.keras.layers.version2 import BatchNormalization as BatchNormalization
from penstock.keras.layers.version2 import GRU as GRU
from penstock.keras.layers.version2 import GRUCell as GRUCell
from penstock.keras.layers.version2 import LSTM as LSTM
from penstock.keras.layers.version2 import LSTMCell as LSTMCell
from penstock.keras.layers.wrappers import Bidirectional as Bidirectional
from penstock.keras.layers.wrappers import TimeDistributed as TimeDistributed
from penstock.keras.layers.wrappers import Wrapper as Wrapper

__all__ = [
    "AbstractRNNCell",
    "Activation",
    "ActivityRegularization",
    "Add",
    "AdditiveAttention",
    "AlphaDropout",
    "Attention",
    "Average",
    "AveragePooling1D",
    "AveragePooling2D",
    "AveragePooling3D",
    "AvgPool1D",
    "AvgPool2D",
    "AvgPool3D",
    "BatchNormalization",
    "Bidirectional",
    "Concatenate",
    "Conv1D",
    "Conv2D",
    "Conv2DTranspose",
    "Conv3D",
    "Conv3DTranspose",
    "ConvLSTM2D",
    "Convolution1D",
    "Convolution2D",
    "Convolution2DTranspose",
    "Convolution3D",
    "Convolution3DTranspose",
    "Cropping1D",
    "Cropping2D",
    "Cropping3D",
    "Dense",
    "DepthwiseConv2D",
    "Dot",
    "Dropout",
    "ELU",
    "Embedding",
    "Flatten",
    "GRU",
    "GRUCell",
    "GaussianDropout",
    "GaussianNoise",
    "GlobalAveragePooling1D",
    "GlobalAveragePooling2D",
    "GlobalAveragePooling3D",
    "GlobalAvgPool1D",
    "GlobalAvgPool2D",
    "GlobalAvgPool3D",
    "GlobalMaxPool1D",
    "GlobalMaxPool2D",
    "GlobalMaxPool3D",
    "GlobalMaxPooling1D",
    "GlobalMaxPooling2D",
    "GlobalMaxPooling3D",
    "Input",
    "InputLayer",
    "InputSpec",
    "LSTM",
    "LSTMCell",
    "Lambda",
    "Layer",
    "LayerNormalization",
    "LeakyReLU",
    "LocallyConnected1D",
    "LocallyConnected2D",
    "Masking",
    "MaxPool1D",
    "MaxPool2D",
    "MaxPool3D",
    "MaxPooling1D",
    "MaxPooling2D",
    "MaxPooling3D",
    "Maximum",
    "Minimum",
    "Multiply",
    "PReLU",
    "Permute",
    "RNN",
    "ReLU",
    "RepeatVector",
    "Reshape",
    "SeparableConv1D",
    "SeparableConv2D",
    "SeparableConvolution1D",
    "SeparableConvolution2D",
    "SimpleRNN",
    "SimpleRNNCell",
    "Softmax",
    "SpatialDropout1D",
    "SpatialDropout2D",
    "SpatialDropout3D",
    "StackedRNNCells",
    "Subtract",
    "ThresholdedReLU",
    "TimeDistributed",
    "UpSampling1D",
    "UpSampling2D",
    "UpSampling3D",
    "Wrapper",
    "ZeroPadding1D",
    "ZeroPadding2D",
    "ZeroPadding3D",
    "add",
    "average",
    "concatenate",
    "deserialize",
    "dot",
    "maximum",
    "minimum",
    "multiply",
    "serialize",
    "subtract",
]
