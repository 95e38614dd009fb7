"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.backend.arrays import arange as arange
from penstock.keras.backend.arrays import batch_flatten as batch_flatten
from penstock.keras.backend.arrays import concatenate as concatenate
from penstock.keras.backend.arrays import expand_dims as expand_dims
from penstock.keras.backend.arrays import flatten as flatten
from penstock.keras.backend.arrays import gather as gather
from penstock.keras.backend.arrays import one_hot as one_hot
from penstock.keras.backend.arrays import permute_dimensions as permute_dimensions
from penstock.keras.backend.arrays import repeat as repeat
from penstock.keras.backend.arrays import repeat_elements as repeat_elements
from penstock.keras.backend.arrays import reshape as reshape
from penstock.keras.backend.arrays import resize_images as resize_images
from penstock.keras.backend.arrays import resize_volumes as resize_volumes
from penstock.keras.backend.arrays import reverse as reverse
from penstock.keras.backend.arrays import spatial_2d_padding as spatial_2d_padding
from penstock.keras.backend.arrays import spatial_3d_padding as spatial_3d_padding
from penstock.keras.backend.arrays import squeeze as squeeze
from penstock.keras.backend.arrays import stack as stack
from penstock.keras.backend.arrays import temporal_padding as temporal_padding
from penstock.keras.backend.arrays import tile as tile
from penstock.keras.backend.arrays import transpose as transpose
from penstock.keras.backend.configuration import backend as backend
from penstock.keras.backend.configuration import cast_to_floatx as cast_to_floatx
from penstock.keras.backend.configuration import epsilon as epsilon
from penstock.keras.backend.configuration import floatx as floatx
from penstock.keras.backend.configuration import image_data_format as image_data_format
from penstock.keras.backend.configuration import set_epsilon as set_epsilon
from penstock.keras.backend.configuration import set_floatx as set_floatx
from penstock.keras.backend.configuration import set_image_data_format as set_image_data_format
from penstock.keras.backend.control import foldl as foldl
from penstock.keras.backend.control import foldr as foldr
from penstock.keras.backend.control import in_test_phase as in_test_phase
from penstock.keras.backend.control import in_train_phase as in_train_phase
from penstock.keras.backend.control import map_fn as map_fn
from penstock.keras.backend.control import switch as switch
from penstock.keras.backend.convolutional import bias_add as bias_add
from penstock.keras.backend.convolutional import conv1d as conv1d
from penstock.keras.backend.convolutional import conv2d as conv2d
from penstock.keras.backend.convolutional import conv2d_transpose as conv2d_transpose
from penstock.keras.backend.convolutional import conv3d as conv3d
from penstock.keras.backend.convolutional import local_conv1d as local_conv1d
from penstock.keras.backend.convolutional import local_conv2d as local_conv2d
from penstock.keras.backend.convolutional import pool2d as pool2d
from penstock.keras.backend.convolutional import pool3d as pool3d
from penstock.keras.backend.convolutional import separable_conv2d as separable_conv2d
from penstock.keras.backend.execution import batch_get_value as batch_get_value
from penstock.keras.backend.execution import batch_set_value as batch_set_value
from penstock.keras.backend.execution import eval as eval
from penstock.keras.backend.execution import function as function
from penstock.keras.backend.execution import get_value as get_value
from penstock.keras.backend.execution import gradients as gradients
from penstock.keras.backend.execution import print_tensor as print_tensor
from penstock.keras.backend.execution import set_value as set_value
from penstock.keras.backend.execution import stop_gradient as stop_gradient
from penstock.keras.backend.mathematics import abs as abs
from penstock.keras.backend.mathematics import all as all
from penstock.keras.backend.mathematics import any as any
from penstock.keras.backend.mathematics import argmax as argmax
from penstock.keras.backend.mathematics import argmin as argmin
from penstock.keras.backend.mathematics import batch_dot as batch_dot
from penstock.keras.backend.mathematics import clip as clip
from penstock.keras.backend.mathematics import cos as cos
from penstock.keras.backend.mathematics import cumprod as cumprod
from penstock.keras.backend.mathematics import cumsum as cumsum
from penstock.keras.backend.mathematics import dot as dot
from penstock.keras.backend.mathematics import equal as equal
from penstock.keras.backend.mathematics import exp as exp
from penstock.keras.backend.mathematics import greater as greater
from penstock.keras.backend.mathematics import greater_equal as greater_equal
from penstock.keras.backend.mathematics import less as less
from penstock.keras.backend.mathematics import less_equal as less_equal
from penstock.keras.backend.mathematics import log as log
from penstock.keras.backend.mathematics import max as max
from penstock.keras.backend.mathematics import maximum as maximum
from penstock.keras.backend.mathematics import mean as mean
from penstock.keras.backend.mathematics import min as min
from penstock.keras.backend.mathematics import minimum as minimum
from penstock.keras.backend.mathematics import not_equal as not_equal
from penstock.keras.backend.mathematics import pow as pow
from penstock.keras.backend.mathematics import prod as prod
from penstock.keras.backend.mathematics import round as round
from penstock.keras.backend.mathematics import sign as sign
from penstock.keras.backend.mathematics import sin as sin
from penstock.keras.backend.mathematics import sqrt as sqrt
from penstock.keras.backend.mathematics import square as square
from penstock.keras.backend.mathematics import std as std
from penstock.keras.backend.mathematics import sum as sum
from penstock.keras.backend.mathematics import var as var
from penstock.keras.backend.neural import batch_normalization as batch_normalization
from penstock.keras.backend.neural import binary_crossentropy as binary_crossentropy
from penstock.keras.backend.neural import categorical_crossentropy as categorical_crossentropy
from penstock.keras.backend.neural import dropout as dropout
from penstock.keras.backend.neural import elu as elu
from penstock.keras.backend.neural import hard_sigmoid as hard_sigmoid
from penstock.keras.backend.neural import in_top_k as in_top_k
from penstock.keras.backend.neural import l2_normalize as l2_normalize
from penstock.keras.backend.neural import normalize_batch_in_training as normalize_batch_in_training
from penstock.keras.backend.neural import relu as relu
from penstock.keras.backend.neural import sigmoid as sigmoid
from penstock.keras.backend.neural import softmax as softmax
from penstock.keras.backend.neural import softplus as softplus
from penstock.keras.backend.neural import softsign as softsign
from penstock.keras.backend.neural import sparse_categorical_crossentropy as sparse_categorical_crossentropy
from penstock.keras.backend.neural import tanh as tanh
from penstock.keras.backend.random_numbers import random_binomial as random_binomial
from penstock.keras.backend.random_numbers import random_normal as random_normal
from penstock.keras.backend.random_numbers import random_uniform as random_uniform
from penstock.keras.backend.random_numbers import truncated_normal as truncated_normal
from penstock.keras.backend.recurrent import rnn as rnn
from penstock.keras.backend.sequences import ctc_batch_cost as ctc_batch_cost
from penstock.keras.backend.sequences import ctc_decode as ctc_decode
from penstock.keras.backend.sequences import ctc_label_dense_to_sparse as ctc_label_dense_to_sparse
from penstock.keras.backend.sessions import clear_session as clear_session
from penstock.keras.backend.sessions import get_uid as get_uid
from penstock.keras.backend.sessions import learning_phase as learning_phase
from penstock.keras.backend.sessions import learning_phase_scope as learning_phase_scope
from penstock.keras.backend.sessions import manual_variable_initialization as manual_variable_initialization
from penstock.keras.backend.sessions import reset_uids as reset_uids
from penstock.keras.backend.sessions import set_learning_phase as set_learning_phase
from penstock.keras.backend.variables import cast as cast
from penstock.keras.backend.variables import constant as constant
from penstock.keras.backend.variables import count_params as count_params
from penstock.keras.backend.variables import dtype as dtype
from penstock.keras.backend.variables import eye as eye
from penstock.keras.backend.variables import int_shape as int_shape
from penstock.keras.backend.variables import is_sparse as is_sparse
from penstock.keras.backend.variables import moving_average_update as moving_average_update
from penstock.keras.backend.variables import ndim as ndim
from penstock.keras.backend.variables import ones as ones
from penstock.keras.backend.variables import ones_like as ones_like
from penstock.keras.backend.variables import placeholder as placeholder
from penstock.keras.backend.variables import random_normal_variable as random_normal_variable
from penstock.keras.backend.variables import random_uniform_variable as random_uniform_variable
from penstock.keras.backend.variables import shape as shape
from penstock.keras.backend.variables import to_dense as to_dense
from penstock.keras.backend.variables import update as update
from penstock.keras.backend.variables import update_add as update_add
from penstock.keras.backend.variables import update_sub as update_sub
from penstock.keras.backend.variables import variable as variable
from penstock.keras.backend.variables import zeros as zeros
from penstock.keras.backend.variables import zeros_like as zeros_like

__all__ = [
    "abs",
    "all",
    "any",
    "arange",
    "argmax",
    "argmin",
    "backend",
    "batch_dot",
    "batch_flatten",
    "batch_get_value",
    "batch_normalization",
    "batch_set_value",
    "bias_add",
    "binary_crossentropy",
    "cast",
    "cast_to_floatx",
    "categorical_crossentropy",
    "clear_session",
    "clip",
    "concatenate",
    "constant",
    "conv1d",
    "conv2d",
    "conv2d_transpose",
    "conv3d",
    "cos",
    "count_params",
    "ctc_batch_cost",
    "ctc_decode",
    "ctc_label_dense_to_sparse",
    "cumprod",
    "cumsum",
    "dot",
    "dropout",
    "dtype",
    "elu",
    "epsilon",
    "equal",
    "eval",
    "exp",
    "expand_dims",
    "eye",
    "flatten",
    "floatx",
    "foldl",
    "foldr",
    "function",
    "gather",
    "get_uid",
    "get_value",
    "gradients",
    "greater",
    "greater_equal",
    "hard_sigmoid",
    "image_data_format",
    "in_test_phase",
    "in_top_k",
    "in_train_phase",
    "int_shape",
    "is_sparse",
    "l2_normalize",
    "learning_phase",
    "learning_phase_scope",
    "less",
    "less_equal",
    "local_conv1d",
    "local_conv2d",
    "log",
    "manual_variable_initialization",
    "map_fn",
    "max",
    "maximum",
    "mean",
    "min",
    "minimum",
    "moving_average_update",
    "ndim",
    "normalize_batch_in_training",
    "not_equal",
    "one_hot",
    "ones",
    "ones_like",
    "permute_dimensions",
    "placeholder",
    "pool2d",
    "pool3d",
    "pow",
    "print_tensor",
    "prod",
    "random_binomial",
    "random_normal",
    "random_normal_variable",
    "random_uniform",
    "random_uniform_variable",
    "relu",
    "repeat",
    "repeat_elements",
    "reset_uids",
    "reshape",
    "resize_images",
    "resize_volumes",
    "reverse",
    "rnn",
    "round",
    "separable_conv2d",
    "set_epsilon",
    "set_floatx",
    "set_image_data_format",
    "set_learning_phase",
    "set_value",
    "shape",
    "sigmoid",
    "sign",
    "sin",
    "softmax",
    "softplus",
    "softsign",
    "sparse_categorical_crossentropy",
    "spatial_2d_padding",
    "spatial_3d_padding",
    "sqrt",
    "square",
    "squeeze",
    "stack",
    "std",
    "stop_gradient",
    "sum",
    "switch",
    "tanh",
    "temporal_padding",
    "tile",
    "to_dense",
    "transpose",
    "truncated_normal",
    "update",
    "update_add",
    "update_sub",
    "var",
    "variable",
    "zeros",
    "zeros_like",
]
