"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import app as app
from . import audio as audio
from . import autograph as autograph
from . import bitwise as bitwise
from . import compat as compat
from . import config as config
from . import contrib as contrib
from . import data as data
from . import debugging as debugging
from . import distribute as distribute
from . import distributions as distributions
from . import dtypes as dtypes
from . import errors as errors
from . import estimator as estimator
from . import experimental as experimental
from . import feature_column as feature_column
from . import flags as flags
from . import gfile as gfile
from . import graph_util as graph_util
from . import image as image
from . import initializers as initializers
from . import io as io
from . import keras as keras
from . import layers as layers
from . import linalg as linalg
from . import lite as lite
from . import logging as logging
from . import lookup as lookup
from . import losses as losses
from . import manip as manip
from . import math as math
from . import metrics as metrics
from . import nest as nest
from . import nn as nn
from . import profiler as profiler
from . import python_io as python_io
from . import pywrap_tensorflow as pywrap_tensorflow
from . import quantization as quantization
from . import queue as queue
from . import ragged as ragged
from . import random as random
from . import raw_ops as raw_ops
from . import resource_loader as resource_loader
from . import saved_model as saved_model
from . import sets as sets
from . import signal as signal
from . import sparse as sparse
from . import spectral as spectral
from . import strings as strings
from . import summary as summary
from . import sysconfig as sysconfig
from . import test as test
from . import tpu as tpu
from . import train as train
from . import user_ops as user_ops
from . import version as version
from . import xla as xla
from penstock.autograph.functions import function as function
from penstock.autograph.wrapped import wrap_function as wrap_function
from penstock.compat.modes import NotDifferentiable as no_gradient
from penstock.compat.modes import control_flow_v2_enabled as control_flow_v2_enabled
from penstock.compat.modes import disable_control_flow_v2 as disable_control_flow_v2
from penstock.compat.modes import disable_eager_execution as disable_eager_execution
from penstock.compat.modes import disable_v2_behavior as disable_v2_behavior
from penstock.compat.modes import enable_control_flow_v2 as enable_control_flow_v2
from penstock.compat.modes import executing_eagerly as executing_eagerly
from penstock.compat.tensorflow import install as install
from penstock.compat.tensorflow import uninstall as uninstall
from penstock.data.various import OptionalStructure as OptionalSpec
from penstock.data.vectorized_map import vectorized_map as vectorized_map
from penstock.graph.collections_of_graph import add_to_collection as add_to_collection
from penstock.graph.collections_of_graph import add_to_collections as add_to_collections
from penstock.graph.collections_of_graph import get_collection as get_collection
from penstock.graph.collections_of_graph import get_collection_ref as get_collection_ref
from penstock.graph.composite import IndexedSlices as IndexedSlices
from penstock.graph.composite import IndexedSlicesValue as IndexedSlicesValue
from penstock.graph.composite import SparseTensor as SparseTensor
from penstock.graph.composite import SparseTensorValue as SparseTensorValue
from penstock.graph.composite import convert_to_tensor_or_sparse_tensor as convert_to_tensor_or_sparse_tensor
from penstock.graph.convert import constant as constant
from penstock.graph.convert import constant as constant_v1
from penstock.graph.convert import convert_to_tensor as convert_to_tensor
from penstock.graph.convert import convert_to_tensor_or_indexed_slices as convert_to_tensor_or_indexed_slices
from penstock.graph.convert import is_tensor as is_tensor
from penstock.graph.convert import register_dense_tensor_like_type as register_dense_tensor_like_type
from penstock.graph.convert import register_tensor_conversion_function as register_tensor_conversion_function
from penstock.graph.device import DeviceSpec as DeviceSpec
from penstock.graph.dtypes import DType as DType
from penstock.graph.dtypes import QUANTIZED_DTYPES as QUANTIZED_DTYPES
from penstock.graph.dtypes import as_dtype as as_dtype
from penstock.graph.dtypes import bfloat16 as bfloat16
from penstock.graph.dtypes import bfloat16_ref as bfloat16_ref
from penstock.graph.dtypes import bool as bool
from penstock.graph.dtypes import bool_ref as bool_ref
from penstock.graph.dtypes import complex128 as complex128
from penstock.graph.dtypes import complex128_ref as complex128_ref
from penstock.graph.dtypes import complex64 as complex64
from penstock.graph.dtypes import complex64_ref as complex64_ref
from penstock.graph.dtypes import double as double
from penstock.graph.dtypes import float16 as float16
from penstock.graph.dtypes import float16_ref as float16_ref
from penstock.graph.dtypes import float32 as float32
from penstock.graph.dtypes import float32_ref as float32_ref
from penstock.graph.dtypes import float64 as float64
from penstock.graph.dtypes import float64_ref as float64_ref
from penstock.graph.dtypes import half as half
from penstock.graph.dtypes import int16 as int16
from penstock.graph.dtypes import int16_ref as int16_ref
from penstock.graph.dtypes import int32 as int32
from penstock.graph.dtypes import int32_ref as int32_ref
from penstock.graph.dtypes import int64 as int64
from penstock.graph.dtypes import int64_ref as int64_ref
from penstock.graph.dtypes import int8 as int8
from penstock.graph.dtypes import int8_ref as int8_ref
from penstock.graph.dtypes import qint16 as qint16
from penstock.graph.dtypes import qint16_ref as qint16_ref
from penstock.graph.dtypes import qint32 as qint32
from penstock.graph.dtypes import qint32_ref as qint32_ref
from penstock.graph.dtypes import qint8 as qint8
from penstock.graph.dtypes import qint8_ref as qint8_ref
from penstock.graph.dtypes import quint16 as quint16
from penstock.graph.dtypes import quint16_ref as quint16_ref
from penstock.graph.dtypes import quint8 as quint8
from penstock.graph.dtypes import quint8_ref as quint8_ref
from penstock.graph.dtypes import resource as resource
from penstock.graph.dtypes import resource_ref as resource_ref
from penstock.graph.dtypes import string as string
from penstock.graph.dtypes import string_ref as string_ref
from penstock.graph.dtypes import uint16 as uint16
from penstock.graph.dtypes import uint16_ref as uint16_ref
from penstock.graph.dtypes import uint32 as uint32
from penstock.graph.dtypes import uint32_ref as uint32_ref
from penstock.graph.dtypes import uint64 as uint64
from penstock.graph.dtypes import uint64_ref as uint64_ref
from penstock.graph.dtypes import uint8 as uint8
from penstock.graph.dtypes import uint8_ref as uint8_ref
from penstock.graph.dtypes import variant as variant
from penstock.graph.dtypes import variant_ref as variant_ref
from penstock.graph.equality import disable_tensor_equality as disable_tensor_equality
from penstock.graph.equality import enable_tensor_equality as enable_tensor_equality
from penstock.graph.errors import OpError as OpError
from penstock.graph.graph import Graph as Graph
from penstock.graph.graph import colocate_with as colocate_with
from penstock.graph.graph import container as container
from penstock.graph.graph import control_dependencies as control_dependencies
from penstock.graph.graph import device as device
from penstock.graph.graph import get_default_graph as get_default_graph
from penstock.graph.graph import get_default_session as get_default_session
from penstock.graph.graph import init_scope as init_scope
from penstock.graph.graph import name_scope as name_scope
from penstock.graph.graph import op_scope as op_scope
from penstock.graph.graph import reset_default_graph as reset_default_graph
from penstock.graph.importer import import_graph_def as import_graph_def
from penstock.graph.inference import get_static_value as get_static_value
from penstock.graph.keys import GraphKeys as GraphKeys
from penstock.graph.operation import Operation as Operation
from penstock.graph.operation import Tensor as Tensor
from penstock.graph.tensor_proto import make_tensor_proto as make_tensor_proto
from penstock.graph.tensor_proto import make_user_ndarray as make_ndarray
from penstock.graph.tensor_shape import Dimension as Dimension
from penstock.graph.tensor_shape import TensorShape as TensorShape
from penstock.graph.tensor_shape import dimension_at_index as dimension_at_index
from penstock.graph.tensor_shape import dimension_value as dimension_value
from penstock.graph.tensor_shape import disable_v2_tensorshape as disable_v2_tensorshape
from penstock.graph.tensor_shape import enable_v2_tensorshape as enable_v2_tensorshape
from penstock.graph.type_spec import IndexedSlicesSpec as IndexedSlicesSpec
from penstock.graph.type_spec import SparseTensorSpec as SparseTensorSpec
from penstock.graph.type_spec import TensorSpec as TensorSpec
from penstock.graph.type_spec import TypeSpec as TypeSpec
from penstock.ops.arrays.basic import add_check_numerics_ops as add_check_numerics_ops
from penstock.ops.arrays.basic import check_numerics as check_numerics
from penstock.ops.arrays.basic import ensure_shape as ensure_shape
from penstock.ops.arrays.basic import guarantee_const as guarantee_const
from penstock.ops.arrays.basic import identity as identity
from penstock.ops.arrays.basic import identity_n as identity_n
from penstock.ops.arrays.basic import no_op as no_op
from penstock.ops.arrays.basic import placeholder as placeholder
from penstock.ops.arrays.basic import placeholder_with_default as placeholder_with_default
from penstock.ops.arrays.basic import rank as rank
from penstock.ops.arrays.basic import shape as shape
from penstock.ops.arrays.basic import shape_n as shape_n
from penstock.ops.arrays.basic import size as size
from penstock.ops.arrays.basic import sparse_placeholder as sparse_placeholder
from penstock.ops.arrays.basic import stop_gradient as stop_gradient
from penstock.ops.arrays.basic import verify_tensor_all_finite as verify_tensor_all_finite
from penstock.ops.arrays.casting import cast as cast
from penstock.ops.arrays.casting import saturate_cast as saturate_cast
from penstock.ops.arrays.diagonal import batch_matrix_band_part as batch_matrix_band_part
from penstock.ops.arrays.diagonal import batch_matrix_diag as batch_matrix_diag
from penstock.ops.arrays.diagonal import batch_matrix_diag_part as batch_matrix_diag_part
from penstock.ops.arrays.diagonal import batch_matrix_set_diag as batch_matrix_set_diag
from penstock.ops.arrays.diagonal import eye as eye
from penstock.ops.arrays.diagonal import matrix_band_part as matrix_band_part
from penstock.ops.arrays.diagonal import matrix_diag as matrix_diag
from penstock.ops.arrays.diagonal import matrix_diag_part as matrix_diag_part
from penstock.ops.arrays.diagonal import matrix_set_diag as matrix_set_diag
from penstock.ops.arrays.filled import fill as fill
from penstock.ops.arrays.filled import ones as ones
from penstock.ops.arrays.filled import ones_like as ones_like
from penstock.ops.arrays.filled import zeros as zeros
from penstock.ops.arrays.filled import zeros_like as zeros_like
from penstock.ops.arrays.fingerprint import fingerprint as fingerprint
from penstock.ops.arrays.fingerprint import timestamp as timestamp
from penstock.ops.arrays.gather import batch_gather as batch_gather
from penstock.ops.arrays.gather import gather as gather
from penstock.ops.arrays.gather import gather_nd as gather_nd
from penstock.ops.arrays.gather import scatter_nd as scatter_nd
from penstock.ops.arrays.joining import concat as concat
from penstock.ops.arrays.joining import concat_v2 as concat_v2
from penstock.ops.arrays.joining import split as split
from penstock.ops.arrays.joining import split_v as split_v
from penstock.ops.arrays.masks import one_hot as one_hot
from penstock.ops.arrays.masks import sequence_mask as sequence_mask
from penstock.ops.arrays.padding import pad as pad
from penstock.ops.arrays.padding import reverse as reverse
from penstock.ops.arrays.padding import reverse as reverse_v2
from penstock.ops.arrays.padding import reverse_sequence as reverse_sequence
from penstock.ops.arrays.padding import roll as roll
from penstock.ops.arrays.reshaping import batch_matrix_transpose as batch_matrix_transpose
from penstock.ops.arrays.reshaping import broadcast_dynamic_shape as broadcast_dynamic_shape
from penstock.ops.arrays.reshaping import broadcast_static_shape as broadcast_static_shape
from penstock.ops.arrays.reshaping import expand_dims as expand_dims
from penstock.ops.arrays.reshaping import matrix_transpose as matrix_transpose
from penstock.ops.arrays.reshaping import reshape as reshape
from penstock.ops.arrays.reshaping import squeeze as squeeze
from penstock.ops.arrays.reshaping import transpose as transpose
from penstock.ops.arrays.selecting import boolean_mask as boolean_mask
from penstock.ops.arrays.selecting import dynamic_stitch as dynamic_stitch
from penstock.ops.arrays.selecting import parallel_dynamic_stitch as parallel_dynamic_stitch
from penstock.ops.arrays.selecting import repeat as repeat
from penstock.ops.arrays.selecting import select as select
from penstock.ops.arrays.selecting import sparse_mask as sparse_mask
from penstock.ops.arrays.selecting import where as where
from penstock.ops.arrays.selecting import where_v2 as where_v2
from penstock.ops.arrays.slicing import _public_slice as slice
from penstock.ops.arrays.slicing import newaxis as newaxis
from penstock.ops.arrays.slicing import strided_slice as strided_slice
from penstock.ops.arrays.sorting import argsort as argsort
from penstock.ops.arrays.sorting import searchsorted as searchsorted
from penstock.ops.arrays.sorting import sort as sort
from penstock.ops.arrays.space_to_depth import batch_to_space as batch_to_space
from penstock.ops.arrays.space_to_depth import batch_to_space_nd as batch_to_space_nd
from penstock.ops.arrays.space_to_depth import depth_to_space as depth_to_space
from penstock.ops.arrays.space_to_depth import required_space_to_batch_paddings as required_space_to_batch_paddings
from penstock.ops.arrays.space_to_depth import space_to_batch as space_to_batch
from penstock.ops.arrays.space_to_depth import space_to_batch_nd as space_to_batch_nd
from penstock.ops.arrays.space_to_depth import space_to_depth as space_to_depth
from penstock.ops.arrays.stacking import pack as pack
from penstock.ops.arrays.stacking import parallel_stack as parallel_stack
from penstock.ops.arrays.stacking import stack as stack
from penstock.ops.arrays.stacking import unpack as unpack
from penstock.ops.arrays.stacking import unstack as unstack
from penstock.ops.arrays.tensor_diagonal import diag as diag
from penstock.ops.arrays.tensor_diagonal import diag_part as diag_part
from penstock.ops.arrays.tiling import meshgrid as meshgrid
from penstock.ops.arrays.unique import setdiff1d as listdiff
from penstock.ops.arrays.unique import setdiff1d as setdiff1d
from penstock.ops.arrays.unravel import unravel_index as unravel_index
from penstock.ops.checks.shapes import assert_rank_in as assert_rank_in
from penstock.ops.checks.shapes import assert_scalar as assert_scalar
from penstock.ops.checks.values import assert_equal as assert_equal
from penstock.ops.checks.values import assert_integer as assert_integer
from penstock.ops.checks.values import assert_near as assert_near
from penstock.ops.checks.values import assert_proper_iterable as assert_proper_iterable
from penstock.ops.checks.values import assert_same_float_dtype as assert_same_float_dtype
from penstock.ops.checks.values import assert_type as assert_type
from penstock.ops.checks.values import is_non_decreasing as is_non_decreasing
from penstock.ops.checks.values import is_numeric_tensor as is_numeric_tensor
from penstock.ops.checks.values import is_strictly_increasing as is_strictly_increasing
from penstock.ops.control.functions import case as case
from penstock.ops.control.functions import cond as cond
from penstock.ops.control.functions import while_loop as while_loop
from penstock.ops.control.grouping import group as group
from penstock.ops.control.grouping import tuple_ as tuple
from penstock.ops.control.grouping import with_dependencies as with_dependencies
from penstock.ops.control.map_and_scan import foldl as foldl
from penstock.ops.control.map_and_scan import foldr as foldr
from penstock.ops.control.map_and_scan import map_fn as map_fn
from penstock.ops.control.map_and_scan import scan as scan
from penstock.ops.control.py_func import numpy_function as numpy_function
from penstock.ops.control.py_func import py_func as py_func
from penstock.ops.control.py_func import py_function as py_function
from penstock.ops.control.switch_case import switch_case as switch_case
from penstock.ops.control.tensor_array import TensorArray as TensorArray
from penstock.ops.control.tensor_array_spec import TensorArraySpec as TensorArraySpec
from penstock.ops.custom.libraries import load_file_system_library as load_file_system_library
from penstock.ops.custom.libraries import load_library as load_library
from penstock.ops.custom.libraries import load_op_library as load_op_library
from penstock.ops.gradients.backpropagation import AggregationMethod as AggregationMethod
from penstock.ops.gradients.backpropagation import UnconnectedGradients as UnconnectedGradients
from penstock.ops.gradients.backpropagation import gradients as gradients
from penstock.ops.gradients.backpropagation import hessians as hessians
from penstock.ops.gradients.custom import NotDifferentiable as NoGradient
from penstock.ops.gradients.custom import NotDifferentiable as NotDifferentiable
from penstock.ops.gradients.custom import RegisterGradient as RegisterGradient
from penstock.ops.gradients.custom import RegisterShape as RegisterShape
from penstock.ops.gradients.custom import custom_gradient as custom_gradient
from penstock.ops.gradients.custom import grad_pass_through as grad_pass_through
from penstock.ops.gradients.custom import recompute_grad as recompute_grad
from penstock.ops.gradients.tape import GradientTape as GradientTape
from penstock.ops.image.codec import decode_jpeg as decode_jpeg
from penstock.ops.image.patches import extract_image_patches as extract_image_patches
from penstock.ops.io.csv_records import decode_csv as decode_csv
from penstock.ops.io.decoding import as_string as as_string
from penstock.ops.io.decoding import decode_base64 as decode_base64
from penstock.ops.io.decoding import decode_compressed as decode_compressed
from penstock.ops.io.decoding import decode_raw as decode_raw
from penstock.ops.io.decoding import encode_base64 as encode_base64
from penstock.ops.io.decoding import parse_tensor as parse_tensor
from penstock.ops.io.decoding import serialize_tensor as serialize_tensor
from penstock.ops.io.decoding import string_to_number as string_to_number
from penstock.ops.io.files import matching_files as matching_files
from penstock.ops.io.files import read_file as read_file
from penstock.ops.io.files import write_file as write_file
from penstock.ops.io.parsing_features import FixedLenFeature as FixedLenFeature
from penstock.ops.io.parsing_features import FixedLenSequenceFeature as FixedLenSequenceFeature
from penstock.ops.io.parsing_features import SparseFeature as SparseFeature
from penstock.ops.io.parsing_features import VarLenFeature as VarLenFeature
from penstock.ops.io.parsing_features import parse_example as parse_example
from penstock.ops.io.parsing_features import parse_single_example as parse_single_example
from penstock.ops.io.parsing_features import parse_single_sequence_example as parse_single_sequence_example
from penstock.ops.io.printing import Assert as Assert
from penstock.ops.io.printing import Print as Print
from penstock.ops.io.printing import print_v2 as print
from penstock.ops.io.readers import FixedLengthRecordReader as FixedLengthRecordReader
from penstock.ops.io.readers import IdentityReader as IdentityReader
from penstock.ops.io.readers import LMDBReader as LMDBReader
from penstock.ops.io.readers import ReaderBase as ReaderBase
from penstock.ops.io.readers import TFRecordReader as TFRecordReader
from penstock.ops.io.readers import TextLineReader as TextLineReader
from penstock.ops.io.readers import WholeFileReader as WholeFileReader
from penstock.ops.linalg.decompositions import self_adjoint_eig as batch_self_adjoint_eig
from penstock.ops.linalg.decompositions import self_adjoint_eig as self_adjoint_eig
from penstock.ops.linalg.decompositions import self_adjoint_eigvals as batch_self_adjoint_eigvals
from penstock.ops.linalg.decompositions import self_adjoint_eigvals as self_adjoint_eigvals
from penstock.ops.linalg.decompositions import svd as batch_svd
from penstock.ops.linalg.decompositions import svd as svd
from penstock.ops.linalg.einsum import einsum as einsum
from penstock.ops.linalg.functions import matrix_solve_ls as batch_matrix_solve_ls
from penstock.ops.linalg.functions import matrix_solve_ls as matrix_solve_ls
from penstock.ops.linalg.functions import norm as norm
from penstock.ops.linalg.matmul import batch_matmul as batch_matmul
from penstock.ops.linalg.matmul import matmul as matmul
from penstock.ops.linalg.matmul import tensordot as tensordot
from penstock.ops.linalg.matmul import trace as trace
from penstock.ops.linalg.solve import cholesky_solve as batch_cholesky_solve
from penstock.ops.linalg.solve import cholesky_solve as cholesky_solve
from penstock.ops.lookup.tables import initialize_all_tables as initialize_all_tables
from penstock.ops.lookup.tables import tables_initializer as tables_initializer
from penstock.ops.losses.ctc import ctc_loss_of_cudnn as ctc_loss_v2
from penstock.ops.math.argmax import arg_max as arg_max
from penstock.ops.math.argmax import arg_min as arg_min
from penstock.ops.math.arithmetic import accumulate_n as accumulate_n
from penstock.ops.math.arithmetic import add_n as add_n
from penstock.ops.math.arithmetic import pow as pow
from penstock.ops.math.arithmetic import scalar_mul as scalar_mul
from penstock.ops.math.clip import clip_by_average_norm as clip_by_average_norm
from penstock.ops.math.clip import clip_by_global_norm as clip_by_global_norm
from penstock.ops.math.clip import clip_by_norm as clip_by_norm
from penstock.ops.math.clip import clip_by_value as clip_by_value
from penstock.ops.math.clip import global_norm as global_norm
from penstock.ops.math.comparison import logical_xor as logical_xor
from penstock.ops.math.complex_numbers import angle as angle
from penstock.ops.math.complex_numbers import complex as complex
from penstock.ops.math.complex_numbers import conj as conj
from penstock.ops.math.complex_numbers import imag as imag
from penstock.ops.math.complex_numbers import real as real
from penstock.ops.math.cumulative import cumprod as cumprod
from penstock.ops.math.cumulative import cumsum as cumsum
from penstock.ops.math.division import div as div
from penstock.ops.math.division import div_no_nan as div_no_nan
from penstock.ops.math.division import divide as divide
from penstock.ops.math.division import floordiv as floordiv
from penstock.ops.math.division import truediv as truediv
from penstock.ops.math.ranges import bincount as bincount
from penstock.ops.math.ranges import histogram_fixed_width as histogram_fixed_width
from penstock.ops.math.ranges import histogram_fixed_width_bins as histogram_fixed_width_bins
from penstock.ops.math.ranges import range as range
from penstock.ops.math.reduction import count_nonzero as count_nonzero
from penstock.ops.math.reduction import reduce_logsumexp as reduce_logsumexp
from penstock.ops.math.segment import sparse_segment_mean as sparse_segment_mean
from penstock.ops.math.segment import sparse_segment_sqrt_n as sparse_segment_sqrt_n
from penstock.ops.math.segment import sparse_segment_sum as sparse_segment_sum
from penstock.ops.math.segment import unsorted_segment_mean as unsorted_segment_mean
from penstock.ops.math.segment import unsorted_segment_sqrt_n as unsorted_segment_sqrt_n
from penstock.ops.math.special import lbeta as lbeta
from penstock.ops.math.unary import abs as abs
from penstock.ops.math.unary import complex_abs as complex_abs
from penstock.ops.math.unary import round as round
from penstock.ops.metrics.confusion import confusion_matrix as confusion_matrix
from penstock.ops.nn.activations import log_sigmoid as log_sigmoid
from penstock.ops.nn.volume_patches import extract_volume_patches as extract_volume_patches
from penstock.ops.quantized.arithmetic import quantized_concat as quantized_concat
from penstock.ops.quantized.conversion import dequantize as dequantize
from penstock.ops.quantized.conversion import quantize as quantize
from penstock.ops.quantized.conversion import quantize_v2 as quantize_v2
from penstock.ops.queues.accumulators import ConditionalAccumulator as ConditionalAccumulator
from penstock.ops.queues.accumulators import ConditionalAccumulatorBase as ConditionalAccumulatorBase
from penstock.ops.queues.accumulators import SparseConditionalAccumulator as SparseConditionalAccumulator
from penstock.ops.queues.batching import batch_function as nondifferentiable_batch_function
from penstock.ops.queues.queues import FIFOQueue as FIFOQueue
from penstock.ops.queues.queues import PaddingFIFOQueue as PaddingFIFOQueue
from penstock.ops.queues.queues import PriorityQueue as PriorityQueue
from penstock.ops.queues.queues import QueueBase as QueueBase
from penstock.ops.queues.queues import RandomShuffleQueue as RandomShuffleQueue
from penstock.ops.ragged.spec import RaggedTensorSpec as RaggedTensorSpec
from penstock.ops.ragged.tensor import RaggedTensor as RaggedTensor
from penstock.ops.random.functions import multinomial as multinomial
from penstock.ops.random.functions import random_crop as random_crop
from penstock.ops.random.functions import random_gamma as random_gamma
from penstock.ops.random.functions import random_normal as random_normal
from penstock.ops.random.functions import random_poisson as random_poisson
from penstock.ops.random.functions import random_shuffle as random_shuffle
from penstock.ops.random.functions import random_uniform as random_uniform
from penstock.ops.random.functions import truncated_normal as truncated_normal
from penstock.ops.random.seed import get_seed as get_seed
from penstock.ops.random.seed import set_random_seed as set_random_seed
from penstock.ops.sparse.arithmetic import sparse_add as sparse_add
from penstock.ops.sparse.arithmetic import sparse_tensor_dense_matmul as sparse_tensor_dense_matmul
from penstock.ops.sparse.concat_and_slice import sparse_concat as sparse_concat
from penstock.ops.sparse.concat_and_slice import sparse_fill_empty_rows as sparse_fill_empty_rows
from penstock.ops.sparse.concat_and_slice import sparse_slice as sparse_slice
from penstock.ops.sparse.concat_and_slice import sparse_split as sparse_split
from penstock.ops.sparse.conversion import sparse_merge as sparse_merge
from penstock.ops.sparse.conversion import sparse_retain as sparse_retain
from penstock.ops.sparse.conversion import sparse_tensor_to_dense as sparse_tensor_to_dense
from penstock.ops.sparse.conversion import sparse_to_dense as sparse_to_dense
from penstock.ops.sparse.conversion import sparse_to_indicator as sparse_to_indicator
from penstock.ops.sparse.reduction import sparse_softmax as sparse_softmax
from penstock.ops.sparse.reshaping import sparse_reorder as sparse_reorder
from penstock.ops.sparse.reshaping import sparse_reset_shape as sparse_reset_shape
from penstock.ops.sparse.reshaping import sparse_reshape as sparse_reshape
from penstock.ops.sparse.reshaping import sparse_transpose as sparse_transpose
from penstock.ops.state.critical_section import CriticalSection as CriticalSection
from penstock.ops.state.initializers import Constant as constant_initializer
from penstock.ops.state.initializers import GlorotNormal as glorot_normal_initializer
from penstock.ops.state.initializers import GlorotUniform as glorot_uniform_initializer
from penstock.ops.state.initializers import Ones as ones_initializer
from penstock.ops.state.initializers import Orthogonal as orthogonal_initializer
from penstock.ops.state.initializers import RandomNormal as random_normal_initializer
from penstock.ops.state.initializers import RandomUniform as random_uniform_initializer
from penstock.ops.state.initializers import TruncatedNormal as truncated_normal_initializer
from penstock.ops.state.initializers import UniformUnitScaling as uniform_unit_scaling_initializer
from penstock.ops.state.initializers import VarianceScaling as variance_scaling_initializer
from penstock.ops.state.initializers import Zeros as zeros_initializer
from penstock.ops.state.module import Module as Module
from penstock.ops.state.partitioners import create_partitioned_variables as create_partitioned_variables
from penstock.ops.state.partitioners import fixed_size_partitioner as fixed_size_partitioner
from penstock.ops.state.partitioners import min_max_variable_partitioner as min_max_variable_partitioner
from penstock.ops.state.partitioners import variable_axis_size_partitioner as variable_axis_size_partitioner
from penstock.ops.state.session_handles import delete_session_tensor as delete_session_tensor
from penstock.ops.state.session_handles import get_session_handle as get_session_handle
from penstock.ops.state.session_handles import get_session_tensor as get_session_tensor
from penstock.ops.state.template import make_template as make_template
from penstock.ops.state.variable_functions import all_variables as all_variables
from penstock.ops.state.variable_functions import assert_variables_initialized as assert_variables_initialized
from penstock.ops.state.variable_functions import assign as assign
from penstock.ops.state.variable_functions import assign_add as assign_add
from penstock.ops.state.variable_functions import assign_sub as assign_sub
from penstock.ops.state.variable_functions import batch_scatter_update as batch_scatter_update
from penstock.ops.state.variable_functions import count_up_to as count_up_to
from penstock.ops.state.variable_functions import global_variables as global_variables
from penstock.ops.state.variable_functions import global_variables_initializer as global_variables_initializer
from penstock.ops.state.variable_functions import initialize_all_variables as initialize_all_variables
from penstock.ops.state.variable_functions import initialize_local_variables as initialize_local_variables
from penstock.ops.state.variable_functions import initialize_variables as initialize_variables
from penstock.ops.state.variable_functions import is_variable_initialized as is_variable_initialized
from penstock.ops.state.variable_functions import local_variables as local_variables
from penstock.ops.state.variable_functions import local_variables_initializer as local_variables_initializer
from penstock.ops.state.variable_functions import model_variables as model_variables
from penstock.ops.state.variable_functions import moving_average_variables as moving_average_variables
from penstock.ops.state.variable_functions import report_uninitialized_variables as report_uninitialized_variables
from penstock.ops.state.variable_functions import trainable_variables as trainable_variables
from penstock.ops.state.variable_functions import variables_initializer as variables_initializer
from penstock.ops.state.variable_scope import get_local_variable as get_local_variable
from penstock.ops.state.variable_scope import get_variable as get_variable
from penstock.ops.state.variable_scope import variable_op_scope as variable_op_scope
from penstock.ops.state.variable_scope import variable_scope as variable_scope
from penstock.ops.state.variable_scope_defaults import AUTO_REUSE as AUTO_REUSE
from penstock.ops.state.variable_scope_defaults import VariableScope as VariableScope
from penstock.ops.state.variable_scope_defaults import disable_resource_variables as disable_resource_variables
from penstock.ops.state.variable_scope_defaults import enable_resource_variables as enable_resource_variables
from penstock.ops.state.variable_scope_defaults import get_variable_scope as get_variable_scope
from penstock.ops.state.variable_scope_defaults import no_regularizer as no_regularizer
from penstock.ops.state.variable_scope_defaults import resource_variables_enabled as resource_variables_enabled
from penstock.ops.state.variables import Variable as Variable
from penstock.ops.state.variables import VariableAggregation as VariableAggregation
from penstock.ops.state.variables import VariableSynchronization as VariableSynchronization
from penstock.ops.state.variables import variable_creator_scope as variable_creator_scope
from penstock.ops.text.edit_distance import edit_distance as edit_distance
from penstock.ops.text.split import string_split as string_split
from penstock.ops.text.strings import reduce_join as reduce_join
from penstock.ops.text.strings import regex_replace as regex_replace
from penstock.ops.text.strings import substr as substr
from penstock.ops.text.strings import to_hash_bucket as string_to_hash_bucket
from penstock.platform.logging import get_logger as get_logger
from penstock.platform.sysconfig import COMPILER_VERSION as COMPILER_VERSION
from penstock.platform.sysconfig import COMPILER_VERSION as __compiler_version__
from penstock.platform.sysconfig import CXX11_ABI_FLAG as CXX11_ABI_FLAG
from penstock.platform.sysconfig import GIT_VERSION as GIT_VERSION
from penstock.platform.sysconfig import GIT_VERSION as __git_version__
from penstock.platform.sysconfig import GRAPH_DEF_VERSION as GRAPH_DEF_VERSION
from penstock.platform.sysconfig import GRAPH_DEF_VERSION_MIN_CONSUMER as GRAPH_DEF_VERSION_MIN_CONSUMER
from penstock.platform.sysconfig import GRAPH_DEF_VERSION_MIN_PRODUCER as GRAPH_DEF_VERSION_MIN_PRODUCER
from penstock.platform.sysconfig import MONOLITHIC_BUILD as MONOLITHIC_BUILD
from penstock.platform.sysconfig import VERSION as VERSION
from penstock.platform.sysconfig import VERSION as __version__
from penstock.protos import AttrValue as AttrValue
from penstock.protos import ConfigProto as ConfigProto
from penstock.protos import Event as Event
from penstock.protos import GPUOptions as GPUOptions
from penstock.protos import GraphDef as GraphDef
from penstock.protos import GraphOptions as GraphOptions
from penstock.protos import HistogramProto as HistogramProto
from penstock.protos import LogMessage as LogMessage
from penstock.protos import MetaGraphDef as MetaGraphDef
from penstock.protos import NameAttrList as NameAttrList
from penstock.protos import NodeDef as NodeDef
from penstock.protos import OptimizerOptions as OptimizerOptions
from penstock.protos import RunMetadata as RunMetadata
from penstock.protos import RunOptions as RunOptions
from penstock.protos import SessionLog as SessionLog
from penstock.protos import Summary as Summary
from penstock.protos import SummaryMetadata as SummaryMetadata
from penstock.protos import TensorInfo as TensorInfo
from penstock.runtime.session.session import InteractiveSession as InteractiveSession
from penstock.runtime.session.session import Session as Session
from penstock.summary.ops import audio_summary as audio_summary
from penstock.summary.ops import histogram_summary as histogram_summary
from penstock.summary.ops import image_summary as image_summary
from penstock.summary.ops import merge_all_summaries as merge_all_summaries
from penstock.summary.ops import merge_summary as merge_summary
from penstock.summary.ops import scalar_summary as scalar_summary
from penstock.train.collection_defs import register_proto_function as register_proto_function
from penstock.train.device_setter import replica_device_setter as replica_device_setter
from builtins import bool as _bool
from builtins import bytes as _bytes
from builtins import float as _float
from builtins import int as _int
from builtins import list as _list
from builtins import str as _str
from penstock.graph.composite import SparseTensor as _SparseTensor
from penstock.graph.operation import Operation as _Operation
from penstock.graph.operation import Tensor as _Tensor
from penstock.ops.arrays.casting import TensorLike as _TensorLike_24
from penstock.ops.arrays.gather import TensorLike as _TensorLike_23
from penstock.ops.checks.shapes import TensorLike as _TensorLike_8
from penstock.ops.checks.values import TensorLike as _TensorLike_6
from penstock.ops.math.argmax import AxisLike as _AxisLike
from penstock.ops.math.argmax import DTypeLike as _DTypeLike
from penstock.ops.math.argmax import TensorLike as _TensorLike
from penstock.ops.math.reduction import AxisLike as _AxisLike_17
from penstock.ops.math.special import TensorLike as _TensorLike_14
from penstock.ops.math.unary import TensorLike as _TensorLike_16
from penstock.ops.sparse.reduction import AxisLike as _AxisLike_21
from penstock.ops.sparse.serialization import DTypeLike as _DTypeLike_11
from penstock.ops.sparse.serialization import TensorLike as _TensorLike_10
from penstock.ops.state.variable_functions import TensorLike as _TensorLike_19
from penstock.ops.state.variable_functions import Variable as _Variable
from typing import Any as _Any

__penstock__: str

def acos(x: _Any, name: _str | None = ...) -> _Tensor:
    """The inverse cosine of each element."""
def acosh(x: _Any, name: _str | None = ...) -> _Tensor:
    """The inverse hyperbolic cosine of each element."""
def add(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x + y, element by element; joins strings."""
def argmax(input: _TensorLike, axis: _AxisLike | None = ..., name: _str | None = ..., dimension: _AxisLike | None = ..., output_type: _DTypeLike = ...) -> _Tensor:
    """The index of the greatest element along an axis; of the first one if there are several."""
def argmin(input: _TensorLike, axis: _AxisLike | None = ..., name: _str | None = ..., dimension: _AxisLike | None = ..., output_type: _DTypeLike = ...) -> _Tensor:
    """The index of the smallest element along an axis; of the first one if there are several."""
def asin(x: _Any, name: _str | None = ...) -> _Tensor:
    """The inverse sine of each element."""
def asinh(x: _Any, name: _str | None = ...) -> _Tensor:
    """The inverse hyperbolic sine of each element."""
def assert_greater(x: _TensorLike_6 | None, y: _TensorLike_6 | None, data: _Any = ..., summarize: _Any = ..., message: _str | None = ..., name: _str | None = ...) -> _Operation:
    """Asserts that `x > y` holds for all elements (after broadcasting)."""
def assert_greater_equal(x: _TensorLike_6 | None, y: _TensorLike_6 | None, data: _Any = ..., summarize: _Any = ..., message: _str | None = ..., name: _str | None = ...) -> _Operation:
    """Asserts that `x >= y` holds for all elements (after broadcasting)."""
def assert_less(x: _TensorLike_6 | None, y: _TensorLike_6 | None, data: _Any = ..., summarize: _Any = ..., message: _str | None = ..., name: _str | None = ...) -> _Operation:
    """Asserts that `x < y` holds for all elements (after broadcasting)."""
def assert_less_equal(x: _TensorLike_6 | None, y: _TensorLike_6 | None, data: _Any = ..., summarize: _Any = ..., message: _str | None = ..., name: _str | None = ...) -> _Operation:
    """Asserts that `x <= y` holds for all elements (after broadcasting)."""
def assert_negative(x: _TensorLike_6, data: _TensorLike_6 | None = ..., summarize: _TensorLike_6 | None = ..., message: _str | None = ..., name: _str | None = ...) -> _Operation:
    """Asserts that `x < 0` holds for all elements."""
def assert_non_negative(x: _TensorLike_6, data: _TensorLike_6 | None = ..., summarize: _TensorLike_6 | None = ..., message: _str | None = ..., name: _str | None = ...) -> _Operation:
    """Asserts that `x >= 0` holds for all elements."""
def assert_non_positive(x: _TensorLike_6, data: _TensorLike_6 | None = ..., summarize: _TensorLike_6 | None = ..., message: _str | None = ..., name: _str | None = ...) -> _Operation:
    """Asserts that `x <= 0` holds for all elements."""
def assert_none_equal(x: _TensorLike_6 | None, y: _TensorLike_6 | None, data: _Any = ..., summarize: _Any = ..., message: _str | None = ..., name: _str | None = ...) -> _Operation:
    """Asserts that `x != y` holds for all elements (after broadcasting)."""
def assert_positive(x: _TensorLike_6, data: _TensorLike_6 | None = ..., summarize: _TensorLike_6 | None = ..., message: _str | None = ..., name: _str | None = ...) -> _Operation:
    """Asserts that `x > 0` holds for all elements."""
def assert_rank(x: _TensorLike_8, rank: _Any, data: _Any = ..., summarize: _TensorLike_8 | None = ..., message: _str | None = ..., name: _str | None = ...) -> _Operation:
    """Asserts that `x` has rank `rank`."""
def assert_rank_at_least(x: _TensorLike_8, rank: _Any, data: _Any = ..., summarize: _TensorLike_8 | None = ..., message: _str | None = ..., name: _str | None = ...) -> _Operation:
    """Asserts that `x` has rank at least `rank`."""
def atan(x: _Any, name: _str | None = ...) -> _Tensor:
    """The inverse tangent of each element."""
def atan2(y: _Any, x: _Any, name: _str | None = ...) -> _Tensor:
    """The angle of the point (x, y), in [-pi, pi]."""
def atanh(x: _Any, name: _str | None = ...) -> _Tensor:
    """The inverse hyperbolic tangent of each element."""
def batch_cholesky(input: _Any, name: _str | None = ...) -> _Tensor:
    """The lower triangular L with L·Lᴴ = A, for symmetric positive definite matrices."""
def batch_fft(input: _Any, name: _str | None = ...) -> _Tensor:
    """The Fourier transform over the last dimension."""
def batch_fft2d(input: _Any, name: _str | None = ...) -> _Tensor:
    """The Fourier transform over the last 2 dimensions."""
def batch_fft3d(input: _Any, name: _str | None = ...) -> _Tensor:
    """The Fourier transform over the last 3 dimensions."""
def batch_ifft(input: _Any, name: _str | None = ...) -> _Tensor:
    """The inverse Fourier transform over the last dimension."""
def batch_ifft2d(input: _Any, name: _str | None = ...) -> _Tensor:
    """The inverse Fourier transform over the last 2 dimensions."""
def batch_ifft3d(input: _Any, name: _str | None = ...) -> _Tensor:
    """The inverse Fourier transform over the last 3 dimensions."""
def batch_matrix_determinant(input: _Any, name: _str | None = ...) -> _Tensor:
    """The determinants of square matrices."""
def batch_matrix_inverse(input: _Any, adjoint: _bool = ..., name: _str | None = ...) -> _Tensor:
    """The inverses of square matrices (or of their adjoints)."""
def batch_matrix_solve(matrix: _Any, rhs: _Any, adjoint: _bool = ..., name: _str | None = ...) -> _Tensor:
    """X with A·X = B, for invertible matrices."""
def batch_matrix_triangular_solve(matrix: _Any, rhs: _Any, lower: _bool = ..., adjoint: _bool = ..., name: _str | None = ...) -> _Tensor:
    """X with A·X = B, for triangular matrices."""
def betainc(a: _Any, b: _Any, x: _Any, name: _str | None = ...) -> _Tensor:
    """The regularized incomplete beta function I_x(a, b)."""
def bitcast(input: _Any, type: _Any, name: _str | None = ...) -> _Tensor:
    """The same bits as elements of another type; one of another size adds or takes the last axis."""
def broadcast_to(input: _Any, shape: _Any, name: _str | None = ...) -> _Tensor:
    """Repeats a tensor along axes of length 1, and along new ones in front, until it has `shape`."""
def ceil(x: _Any, name: _str | None = ...) -> _Tensor:
    """The smallest integers not less than x."""
def cholesky(input: _Any, name: _str | None = ...) -> _Tensor:
    """The lower triangular L with L·Lᴴ = A, for symmetric positive definite matrices."""
def cos(x: _Any, name: _str | None = ...) -> _Tensor:
    """The cosine of each element."""
def cosh(x: _Any, name: _str | None = ...) -> _Tensor:
    """The hyperbolic cosine of each element."""
def cross(a: _Any, b: _Any, name: _str | None = ...) -> _Tensor:
    """The cross products of vectors of length 3, in the last axis."""
def decode_json_example(json_examples: _Any, name: _str | None = ...) -> _Tensor:
    """Makes serialized `Example` messages from their form in JSON."""
def deserialize_many_sparse(serialized_sparse: _TensorLike_10, dtype: _DTypeLike_11, rank: _int | None = ..., name: _str | None = ...) -> _Any:
    """Reads many SparseTensors, one from each row of 3 strings, and makes them the rows of one."""
def digamma(x: _Any, name: _str | None = ...) -> _Tensor:
    """The derivative of log(gamma(x))."""
def dynamic_partition(data: _Any, partitions: _Any, num_partitions: _int, name: _str | None = ...) -> _list[_Tensor]:
    """Deals the rows of `data` out to `num_partitions` tensors; `partitions` has the number of the tensor of each."""
def equal(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x == y, element by element."""
def erf(x: _TensorLike_14, name: _str | None = ...) -> _Any:
    """The error function of each element."""
def erfc(x: _Any, name: _str | None = ...) -> _Tensor:
    """1 - erf(x), exact where erf is near 1."""
def exp(x: _Any, name: _str | None = ...) -> _Tensor:
    """e to the power of each element."""
def expm1(x: _Any, name: _str | None = ...) -> _Tensor:
    """exp(x) - 1, exact for small x."""
def fake_quant_with_min_max_args(inputs: _Any, min: _float = ..., max: _float = ..., num_bits: _int = ..., narrow_range: _bool = ..., name: _str | None = ...) -> _Tensor:
    """Rounds numbers to those that `num_bits` bits can hold between two constants."""
def fake_quant_with_min_max_args_gradient(gradients: _Any, inputs: _Any, min: _float = ..., max: _float = ..., num_bits: _int = ..., narrow_range: _bool = ..., name: _str | None = ...) -> _Tensor:
    """The gradient of `fake_quant_with_min_max_args`."""
def fake_quant_with_min_max_vars(inputs: _Any, min: _Any, max: _Any, num_bits: _int = ..., narrow_range: _bool = ..., name: _str | None = ...) -> _Tensor:
    """Rounds numbers to those that `num_bits` bits can hold between two scalars."""
def fake_quant_with_min_max_vars_gradient(gradients: _Any, inputs: _Any, min: _Any, max: _Any, num_bits: _int = ..., narrow_range: _bool = ..., name: _str | None = ...) -> _Any:
    """The gradient of `fake_quant_with_min_max_vars`."""
def fake_quant_with_min_max_vars_per_channel(inputs: _Any, min: _Any, max: _Any, num_bits: _int = ..., narrow_range: _bool = ..., name: _str | None = ...) -> _Tensor:
    """Rounds numbers to those that `num_bits` bits can hold, with a range for each element of the last axis."""
def fake_quant_with_min_max_vars_per_channel_gradient(gradients: _Any, inputs: _Any, min: _Any, max: _Any, num_bits: _int = ..., narrow_range: _bool = ..., name: _str | None = ...) -> _Any:
    """The gradient of `fake_quant_with_min_max_vars_per_channel`."""
def fft(input: _Any, name: _str | None = ...) -> _Tensor:
    """The Fourier transform over the last dimension."""
def fft2d(input: _Any, name: _str | None = ...) -> _Tensor:
    """The Fourier transform over the last 2 dimensions."""
def fft3d(input: _Any, name: _str | None = ...) -> _Tensor:
    """The Fourier transform over the last 3 dimensions."""
def floor(x: _Any, name: _str | None = ...) -> _Tensor:
    """The largest integers not greater than x."""
def floor_div(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x / y, rounded toward negative infinity."""
def floormod(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """The remainder of floor division; it has the sign of y."""
def greater(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x > y, element by element."""
def greater_equal(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x >= y, element by element."""
def ifft(input: _Any, name: _str | None = ...) -> _Tensor:
    """The inverse Fourier transform over the last dimension."""
def ifft2d(input: _Any, name: _str | None = ...) -> _Tensor:
    """The inverse Fourier transform over the last 2 dimensions."""
def ifft3d(input: _Any, name: _str | None = ...) -> _Tensor:
    """The inverse Fourier transform over the last 3 dimensions."""
def igamma(a: _Any, x: _Any, name: _str | None = ...) -> _Tensor:
    """The lower regularized incomplete gamma function P(a, x)."""
def igammac(a: _Any, x: _Any, name: _str | None = ...) -> _Tensor:
    """The upper regularized incomplete gamma function Q(a, x)."""
def inv(x: _Any, name: _str | None = ...) -> _Tensor:
    """1 / x, element by element (the name of 0.9)."""
def invert_permutation(x: _Any, name: _str | None = ...) -> _Tensor:
    """Where each of the numbers 0 to n - 1 stands in a permutation of them: `y[x[i]] = i`."""
def is_finite(x: _Any, name: _str | None = ...) -> _Tensor:
    """True where x is neither infinite nor NaN."""
def is_inf(x: _Any, name: _str | None = ...) -> _Tensor:
    """True where x is infinite."""
def is_nan(x: _Any, name: _str | None = ...) -> _Tensor:
    """True where x is NaN."""
def less(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x < y, element by element."""
def less_equal(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x <= y, element by element."""
def lgamma(x: _Any, name: _str | None = ...) -> _Tensor:
    """log(|gamma(x)|), element by element."""
def lin_space(start: _Any, stop: _Any, num: _Any, name: _str | None = ...) -> _Tensor:
    """`num` evenly spaced numbers from `start` to `stop`, both included."""
def linspace(start: _Any, stop: _Any, num: _Any, name: _str | None = ...) -> _Tensor:
    """`num` evenly spaced numbers from `start` to `stop`, both included."""
def log(x: _Any, name: _str | None = ...) -> _Tensor:
    """The natural logarithm of each element."""
def log1p(x: _Any, name: _str | None = ...) -> _Tensor:
    """log(1 + x), exact for small x."""
def log_matrix_determinant(input: _Any, name: _str | None = ...) -> _Any:
    """The signs and the logarithms of the magnitudes of determinants."""
def logical_and(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x and y, element by element."""
def logical_not(x: _Any, name: _str | None = ...) -> _Tensor:
    """not x, element by element."""
def logical_or(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x or y, element by element."""
def matrix_determinant(input: _Any, name: _str | None = ...) -> _Tensor:
    """The determinants of square matrices."""
def matrix_inverse(input: _Any, adjoint: _bool = ..., name: _str | None = ...) -> _Tensor:
    """The inverses of square matrices (or of their adjoints)."""
def matrix_solve(matrix: _Any, rhs: _Any, adjoint: _bool = ..., name: _str | None = ...) -> _Tensor:
    """X with A·X = B, for invertible matrices."""
def matrix_square_root(input: _Any, name: _str | None = ...) -> _Tensor:
    """B with B·B = A, for invertible matrices."""
def matrix_triangular_solve(matrix: _Any, rhs: _Any, lower: _bool = ..., adjoint: _bool = ..., name: _str | None = ...) -> _Tensor:
    """X with A·X = B, for triangular matrices."""
def maximum(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """The greater of x and y."""
def minimum(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """The smaller of x and y."""
def mod(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """The remainder of floor division; it has the sign of y."""
def mul(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x * y, element by element."""
def multiply(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x * y, element by element."""
def neg(x: _TensorLike_16, name: _str | None = ...) -> _Any:
    """-x, element by element."""
def negative(x: _TensorLike_16, name: _str | None = ...) -> _Any:
    """-x, element by element."""
def not_equal(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x != y, element by element."""
def polygamma(a: _Any, x: _Any, name: _str | None = ...) -> _Tensor:
    """The derivative of order `a` of digamma, at `x`."""
def qr(input: _Any, full_matrices: _bool = ..., name: _str | None = ...) -> _Any:
    """Orthogonal Q and upper triangular R with Q·R = A."""
def realdiv(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x / y for floating-point types."""
def reciprocal(x: _Any, name: _str | None = ...) -> _Tensor:
    """1 / x, element by element."""
def reduce_all(input_tensor: _Any, axis: _int | None = ..., keepdims: _bool | None = ..., name: _str | None = ..., reduction_indices: _AxisLike_17 | None = ..., keep_dims: _bool | None = ...) -> _Tensor:
    """True where all elements over `axis` are."""
def reduce_any(input_tensor: _Any, axis: _int | None = ..., keepdims: _bool | None = ..., name: _str | None = ..., reduction_indices: _AxisLike_17 | None = ..., keep_dims: _bool | None = ...) -> _Tensor:
    """True where any element over `axis` is."""
def reduce_max(input_tensor: _Any, axis: _int | None = ..., keepdims: _bool | None = ..., name: _str | None = ..., reduction_indices: _AxisLike_17 | None = ..., keep_dims: _bool | None = ...) -> _Tensor:
    """The greatest of the elements of a tensor over `axis`."""
def reduce_mean(input_tensor: _Any, axis: _int | None = ..., keepdims: _bool | None = ..., name: _str | None = ..., reduction_indices: _AxisLike_17 | None = ..., keep_dims: _bool | None = ...) -> _Tensor:
    """The mean of the elements of a tensor over `axis`; integers give integers."""
def reduce_min(input_tensor: _Any, axis: _int | None = ..., keepdims: _bool | None = ..., name: _str | None = ..., reduction_indices: _AxisLike_17 | None = ..., keep_dims: _bool | None = ...) -> _Tensor:
    """The smallest of the elements of a tensor over `axis`."""
def reduce_prod(input_tensor: _Any, axis: _int | None = ..., keepdims: _bool | None = ..., name: _str | None = ..., reduction_indices: _AxisLike_17 | None = ..., keep_dims: _bool | None = ...) -> _Tensor:
    """The product of the elements of a tensor over `axis`."""
def reduce_sum(input_tensor: _Any, axis: _int | None = ..., keepdims: _bool | None = ..., name: _str | None = ..., reduction_indices: _AxisLike_17 | None = ..., keep_dims: _bool | None = ...) -> _Tensor:
    """The sum of the elements of a tensor over `axis`."""
def rint(x: _Any, name: _str | None = ...) -> _Tensor:
    """The nearest integers; halves go to the even one."""
def rsqrt(x: _Any, name: _str | None = ...) -> _Tensor:
    """1 / sqrt(x), element by element."""
def scatter_add(ref: _Variable, indices: _TensorLike_19, updates: _TensorLike_19, use_locking: _bool = ..., name: _str | None = ...) -> _Any:
    """Adds to rows of a variable; duplicate indices add up."""
def scatter_div(ref: _Variable, indices: _TensorLike_19, updates: _TensorLike_19, use_locking: _bool = ..., name: _str | None = ...) -> _Any:
    """Divides rows of a variable."""
def scatter_max(ref: _Variable, indices: _TensorLike_19, updates: _TensorLike_19, use_locking: _bool = ..., name: _str | None = ...) -> _Any:
    """Takes the maximum of rows of a variable and updates."""
def scatter_min(ref: _Variable, indices: _TensorLike_19, updates: _TensorLike_19, use_locking: _bool = ..., name: _str | None = ...) -> _Any:
    """Takes the minimum of rows of a variable and updates."""
def scatter_mul(ref: _Variable, indices: _TensorLike_19, updates: _TensorLike_19, use_locking: _bool = ..., name: _str | None = ...) -> _Any:
    """Multiplies rows of a variable."""
def scatter_nd_add(ref: _Variable, indices: _TensorLike_19, updates: _TensorLike_19, use_locking: _bool = ..., name: _str | None = ...) -> _Any:
    """Adds to slices of a variable."""
def scatter_nd_sub(ref: _Variable, indices: _TensorLike_19, updates: _TensorLike_19, use_locking: _bool = ..., name: _str | None = ...) -> _Any:
    """Subtracts from slices of a variable."""
def scatter_nd_update(ref: _Variable, indices: _TensorLike_19, updates: _TensorLike_19, use_locking: _bool = ..., name: _str | None = ...) -> _Any:
    """Replaces slices of a variable."""
def scatter_sub(ref: _Variable, indices: _TensorLike_19, updates: _TensorLike_19, use_locking: _bool = ..., name: _str | None = ...) -> _Any:
    """Subtracts from rows of a variable."""
def scatter_update(ref: _Variable, indices: _TensorLike_19, updates: _TensorLike_19, use_locking: _bool = ..., name: _str | None = ...) -> _Any:
    """Replaces rows of a variable."""
def segment_max(data: _Any, segment_ids: _Any, name: _str | None = ...) -> _Tensor:
    """The greatest element of each segment of rows; ids are sorted, those that do not occur give 0."""
def segment_mean(data: _Any, segment_ids: _Any, name: _str | None = ...) -> _Tensor:
    """The mean of each segment of rows; ids are sorted, those that do not occur give 0."""
def segment_min(data: _Any, segment_ids: _Any, name: _str | None = ...) -> _Tensor:
    """The least element of each segment of rows; ids are sorted, those that do not occur give 0."""
def segment_prod(data: _Any, segment_ids: _Any, name: _str | None = ...) -> _Tensor:
    """The product of each segment of rows; ids are sorted, those that do not occur give 1."""
def segment_sum(data: _Any, segment_ids: _Any, name: _str | None = ...) -> _Tensor:
    """The sum of each segment of rows; ids are sorted, those that do not occur give 0."""
def serialize_many_sparse(sp_input: _TensorLike_10, name: _str | None = ..., out_type: _DTypeLike_11 = ...) -> _Tensor:
    """Writes each row of a SparseTensor as 3 strings (or variants): a matrix [rows, 3]."""
def serialize_sparse(sp_input: _TensorLike_10, name: _str | None = ..., out_type: _DTypeLike_11 = ...) -> _Tensor:
    """Writes a SparseTensor as a vector of 3 strings (or variants)."""
def sigmoid(x: _Any, name: _str | None = ...) -> _Tensor:
    """1 / (1 + exp(-x))."""
def sign(x: _TensorLike_16, name: _str | None = ...) -> _Any:
    """-1, 0 or 1 for negative, zero and positive elements; x / |x| if complex."""
def sin(x: _Any, name: _str | None = ...) -> _Tensor:
    """The sine of each element."""
def sinh(x: _Any, name: _str | None = ...) -> _Tensor:
    """The hyperbolic sine of each element."""
def sparse_matmul(a: _Any, b: _Any, transpose_a: _bool = ..., transpose_b: _bool = ..., a_is_sparse: _bool = ..., b_is_sparse: _bool = ..., name: _str | None = ...) -> _Tensor:
    """The product of two matrices that have many zeros."""
def sparse_maximum(sp_a: _SparseTensor, sp_b: _SparseTensor, name: _str | None = ...) -> _SparseTensor:
    """The elementwise maximum of two SparseTensors of one shape; what is not there counts as 0."""
def sparse_minimum(sp_a: _SparseTensor, sp_b: _SparseTensor, name: _str | None = ...) -> _SparseTensor:
    """The elementwise minimum of two SparseTensors of one shape; what is not there counts as 0."""
def sparse_reduce_max(sp_input: _SparseTensor, axis: _int | None = ..., keepdims: _bool | None = ..., reduction_axes: _AxisLike_21 | None = ..., keep_dims: _bool | None = ...) -> _Any:
    """The maximum of the elements of a SparseTensor over `axis`, as a dense tensor."""
def sparse_reduce_max_sparse(sp_input: _SparseTensor, axis: _int | None = ..., keepdims: _bool | None = ..., reduction_axes: _AxisLike_21 | None = ..., keep_dims: _bool | None = ...) -> _Any:
    """The maximum of the elements of a SparseTensor over `axis`, as a SparseTensor."""
def sparse_reduce_sum(sp_input: _SparseTensor, axis: _int | None = ..., keepdims: _bool | None = ..., reduction_axes: _AxisLike_21 | None = ..., keep_dims: _bool | None = ...) -> _Any:
    """The sum of the elements of a SparseTensor over `axis`, as a dense tensor."""
def sparse_reduce_sum_sparse(sp_input: _SparseTensor, axis: _int | None = ..., keepdims: _bool | None = ..., reduction_axes: _AxisLike_21 | None = ..., keep_dims: _bool | None = ...) -> _Any:
    """The sum of the elements of a SparseTensor over `axis`, as a SparseTensor."""
def sparse_segment_mean_grad(grad: _Any, indices: _Any, segment_ids: _Any, output_dim0: _Any, name: _str | None = ...) -> _Tensor:
    """The gradient of `tf.sparse_segment_mean` with `output_dim0` rows of data."""
def sparse_segment_sqrt_n_grad(grad: _Any, indices: _Any, segment_ids: _Any, output_dim0: _Any, name: _str | None = ...) -> _Tensor:
    """The gradient of `tf.sparse_segment_sqrt_n` with `output_dim0` rows of data."""
def sqrt(x: _TensorLike_16, name: _str | None = ...) -> _Any:
    """The square root of each element."""
def square(x: _TensorLike_16, name: _str | None = ...) -> _Any:
    """x * x, element by element."""
def squared_difference(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """(x - y)^2, element by element."""
def string_join(inputs: _Any, separator: _str | _bytes = ..., name: _str | None = ...) -> _Tensor:
    """Joins strings at the same position of several tensors; scalars are repeated."""
def string_strip(input: _Any, name: _str | None = ...) -> _Tensor:
    """Removes white space at both ends of strings."""
def string_to_hash_bucket_fast(input: _Any, num_buckets: _int, name: _str | None = ...) -> _Tensor:
    """Hashes strings to numbers below `num_buckets` by FarmHash; the hash never changes."""
def string_to_hash_bucket_strong(input: _Any, num_buckets: _int, key: _Any, name: _str | None = ...) -> _Tensor:
    """Hashes strings to numbers below `num_buckets` by SipHash with a secret key, a list of two integers."""
def sub(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x - y, element by element."""
def subtract(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x - y, element by element."""
def tan(x: _Any, name: _str | None = ...) -> _Tensor:
    """The tangent of each element."""
def tanh(x: _TensorLike_16, name: _str | None = ...) -> _Any:
    """The hyperbolic tangent of each element."""
def tensor_scatter_add(tensor: _TensorLike_23, indices: _TensorLike_23, updates: _TensorLike_23, name: _str | None = ...) -> _Tensor:
    """Returns a copy of `tensor`, with `updates` added at the rows of `indices`."""
def tensor_scatter_nd_add(tensor: _TensorLike_23, indices: _TensorLike_23, updates: _TensorLike_23, name: _str | None = ...) -> _Tensor:
    """Returns a copy of `tensor`, with `updates` added at the rows of `indices`."""
def tensor_scatter_nd_sub(tensor: _TensorLike_23, indices: _TensorLike_23, updates: _TensorLike_23, name: _str | None = ...) -> _Tensor:
    """Returns a copy of `tensor`, with `updates` subtracted at the rows of `indices`."""
def tensor_scatter_nd_update(tensor: _TensorLike_23, indices: _TensorLike_23, updates: _TensorLike_23, name: _str | None = ...) -> _Tensor:
    """Returns a copy of `tensor`, with `updates` put in at the rows of `indices`."""
def tensor_scatter_sub(tensor: _TensorLike_23, indices: _TensorLike_23, updates: _TensorLike_23, name: _str | None = ...) -> _Tensor:
    """Returns a copy of `tensor`, with `updates` subtracted at the rows of `indices`."""
def tensor_scatter_update(tensor: _TensorLike_23, indices: _TensorLike_23, updates: _TensorLike_23, name: _str | None = ...) -> _Tensor:
    """Returns a copy of `tensor`, with `updates` put in at the rows of `indices`."""
def tile(input: _Any, multiples: _Any, name: _str | None = ...) -> _Tensor:
    """Repeats a tensor along its dimensions, each as often as `multiples` says."""
def to_bfloat16(x: _TensorLike_24, name: _str = ...) -> _Any:
    """Casts a tensor to type `bfloat16`; use `tf.cast` instead."""
def to_complex128(x: _TensorLike_24, name: _str = ...) -> _Any:
    """Casts a tensor to type `complex128`; use `tf.cast` instead."""
def to_complex64(x: _TensorLike_24, name: _str = ...) -> _Any:
    """Casts a tensor to type `complex64`; use `tf.cast` instead."""
def to_double(x: _TensorLike_24, name: _str = ...) -> _Any:
    """Casts a tensor to type `float64`; use `tf.cast` instead."""
def to_float(x: _TensorLike_24, name: _str = ...) -> _Any:
    """Casts a tensor to type `float32`; use `tf.cast` instead."""
def to_int32(x: _TensorLike_24, name: _str = ...) -> _Any:
    """Casts a tensor to type `int32`; use `tf.cast` instead."""
def to_int64(x: _TensorLike_24, name: _str = ...) -> _Any:
    """Casts a tensor to type `int64`; use `tf.cast` instead."""
def truncatediv(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x / y; that of integers is rounded toward zero."""
def truncatemod(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """The remainder of division toward zero; it has the sign of x."""
def unique(x: _Any, out_idx: _Any = ..., name: _str | None = ...) -> _Any:
    """The different elements of a vector in the order in which they come first, and which of them each one is."""
def unique_with_counts(x: _Any, out_idx: _Any = ..., name: _str | None = ...) -> _Any:
    """As `tf.unique`, and how often each of the different elements occurs."""
def unsorted_segment_max(data: _Any, segment_ids: _Any, num_segments: _Any, name: _str | None = ...) -> _Tensor:
    """The greatest element of each segment of rows; rows with a negative id are left out, empty segments are the type's least number."""
def unsorted_segment_min(data: _Any, segment_ids: _Any, num_segments: _Any, name: _str | None = ...) -> _Tensor:
    """The least element of each segment of rows; rows with a negative id are left out, empty segments are the type's greatest number."""
def unsorted_segment_prod(data: _Any, segment_ids: _Any, num_segments: _Any, name: _str | None = ...) -> _Tensor:
    """The product of each segment of rows; rows with a negative id are left out, empty segments are 1."""
def unsorted_segment_sum(data: _Any, segment_ids: _Any, num_segments: _Any, name: _str | None = ...) -> _Tensor:
    """The sum of each segment of rows; rows with a negative id are left out, empty segments are 0."""
def zeta(x: _Any, q: _Any, name: _str | None = ...) -> _Tensor:
    """The Hurwitz zeta function: the sum of (q + n)^-x."""

__all__ = [
    "AUTO_REUSE",
    "AggregationMethod",
    "Assert",
    "AttrValue",
    "COMPILER_VERSION",
    "CXX11_ABI_FLAG",
    "ConditionalAccumulator",
    "ConditionalAccumulatorBase",
    "ConfigProto",
    "CriticalSection",
    "DType",
    "DeviceSpec",
    "Dimension",
    "Event",
    "FIFOQueue",
    "FixedLenFeature",
    "FixedLenSequenceFeature",
    "FixedLengthRecordReader",
    "GIT_VERSION",
    "GPUOptions",
    "GRAPH_DEF_VERSION",
    "GRAPH_DEF_VERSION_MIN_CONSUMER",
    "GRAPH_DEF_VERSION_MIN_PRODUCER",
    "GradientTape",
    "Graph",
    "GraphDef",
    "GraphKeys",
    "GraphOptions",
    "HistogramProto",
    "IdentityReader",
    "IndexedSlices",
    "IndexedSlicesSpec",
    "IndexedSlicesValue",
    "InteractiveSession",
    "LMDBReader",
    "LogMessage",
    "MONOLITHIC_BUILD",
    "MetaGraphDef",
    "Module",
    "NameAttrList",
    "NoGradient",
    "NodeDef",
    "NotDifferentiable",
    "OpError",
    "Operation",
    "OptimizerOptions",
    "OptionalSpec",
    "PaddingFIFOQueue",
    "Print",
    "PriorityQueue",
    "QUANTIZED_DTYPES",
    "QueueBase",
    "RaggedTensor",
    "RaggedTensorSpec",
    "RandomShuffleQueue",
    "ReaderBase",
    "RegisterGradient",
    "RegisterShape",
    "RunMetadata",
    "RunOptions",
    "Session",
    "SessionLog",
    "SparseConditionalAccumulator",
    "SparseFeature",
    "SparseTensor",
    "SparseTensorSpec",
    "SparseTensorValue",
    "Summary",
    "SummaryMetadata",
    "TFRecordReader",
    "Tensor",
    "TensorArray",
    "TensorArraySpec",
    "TensorInfo",
    "TensorShape",
    "TensorSpec",
    "TextLineReader",
    "TypeSpec",
    "UnconnectedGradients",
    "VERSION",
    "VarLenFeature",
    "Variable",
    "VariableAggregation",
    "VariableScope",
    "VariableSynchronization",
    "WholeFileReader",
    "__compiler_version__",
    "__git_version__",
    "__penstock__",
    "__version__",
    "abs",
    "accumulate_n",
    "acos",
    "acosh",
    "add",
    "add_check_numerics_ops",
    "add_n",
    "add_to_collection",
    "add_to_collections",
    "all_variables",
    "angle",
    "app",
    "arg_max",
    "arg_min",
    "argmax",
    "argmin",
    "argsort",
    "as_dtype",
    "as_string",
    "asin",
    "asinh",
    "assert_equal",
    "assert_greater",
    "assert_greater_equal",
    "assert_integer",
    "assert_less",
    "assert_less_equal",
    "assert_near",
    "assert_negative",
    "assert_non_negative",
    "assert_non_positive",
    "assert_none_equal",
    "assert_positive",
    "assert_proper_iterable",
    "assert_rank",
    "assert_rank_at_least",
    "assert_rank_in",
    "assert_same_float_dtype",
    "assert_scalar",
    "assert_type",
    "assert_variables_initialized",
    "assign",
    "assign_add",
    "assign_sub",
    "atan",
    "atan2",
    "atanh",
    "audio",
    "audio_summary",
    "autograph",
    "batch_cholesky",
    "batch_cholesky_solve",
    "batch_fft",
    "batch_fft2d",
    "batch_fft3d",
    "batch_gather",
    "batch_ifft",
    "batch_ifft2d",
    "batch_ifft3d",
    "batch_matmul",
    "batch_matrix_band_part",
    "batch_matrix_determinant",
    "batch_matrix_diag",
    "batch_matrix_diag_part",
    "batch_matrix_inverse",
    "batch_matrix_set_diag",
    "batch_matrix_solve",
    "batch_matrix_solve_ls",
    "batch_matrix_transpose",
    "batch_matrix_triangular_solve",
    "batch_scatter_update",
    "batch_self_adjoint_eig",
    "batch_self_adjoint_eigvals",
    "batch_svd",
    "batch_to_space",
    "batch_to_space_nd",
    "betainc",
    "bfloat16",
    "bfloat16_ref",
    "bincount",
    "bitcast",
    "bitwise",
    "bool",
    "bool_ref",
    "boolean_mask",
    "broadcast_dynamic_shape",
    "broadcast_static_shape",
    "broadcast_to",
    "case",
    "cast",
    "ceil",
    "check_numerics",
    "cholesky",
    "cholesky_solve",
    "clip_by_average_norm",
    "clip_by_global_norm",
    "clip_by_norm",
    "clip_by_value",
    "colocate_with",
    "compat",
    "complex",
    "complex128",
    "complex128_ref",
    "complex64",
    "complex64_ref",
    "complex_abs",
    "concat",
    "concat_v2",
    "cond",
    "config",
    "confusion_matrix",
    "conj",
    "constant",
    "constant_initializer",
    "constant_v1",
    "container",
    "contrib",
    "control_dependencies",
    "control_flow_v2_enabled",
    "convert_to_tensor",
    "convert_to_tensor_or_indexed_slices",
    "convert_to_tensor_or_sparse_tensor",
    "cos",
    "cosh",
    "count_nonzero",
    "count_up_to",
    "create_partitioned_variables",
    "cross",
    "ctc_loss_v2",
    "cumprod",
    "cumsum",
    "custom_gradient",
    "data",
    "debugging",
    "decode_base64",
    "decode_compressed",
    "decode_csv",
    "decode_jpeg",
    "decode_json_example",
    "decode_raw",
    "delete_session_tensor",
    "depth_to_space",
    "dequantize",
    "deserialize_many_sparse",
    "device",
    "diag",
    "diag_part",
    "digamma",
    "dimension_at_index",
    "dimension_value",
    "disable_control_flow_v2",
    "disable_eager_execution",
    "disable_resource_variables",
    "disable_tensor_equality",
    "disable_v2_behavior",
    "disable_v2_tensorshape",
    "distribute",
    "distributions",
    "div",
    "div_no_nan",
    "divide",
    "double",
    "dtypes",
    "dynamic_partition",
    "dynamic_stitch",
    "edit_distance",
    "einsum",
    "enable_control_flow_v2",
    "enable_resource_variables",
    "enable_tensor_equality",
    "enable_v2_tensorshape",
    "encode_base64",
    "ensure_shape",
    "equal",
    "erf",
    "erfc",
    "errors",
    "estimator",
    "executing_eagerly",
    "exp",
    "expand_dims",
    "experimental",
    "expm1",
    "extract_image_patches",
    "extract_volume_patches",
    "eye",
    "fake_quant_with_min_max_args",
    "fake_quant_with_min_max_args_gradient",
    "fake_quant_with_min_max_vars",
    "fake_quant_with_min_max_vars_gradient",
    "fake_quant_with_min_max_vars_per_channel",
    "fake_quant_with_min_max_vars_per_channel_gradient",
    "feature_column",
    "fft",
    "fft2d",
    "fft3d",
    "fill",
    "fingerprint",
    "fixed_size_partitioner",
    "flags",
    "float16",
    "float16_ref",
    "float32",
    "float32_ref",
    "float64",
    "float64_ref",
    "floor",
    "floor_div",
    "floordiv",
    "floormod",
    "foldl",
    "foldr",
    "function",
    "gather",
    "gather_nd",
    "get_collection",
    "get_collection_ref",
    "get_default_graph",
    "get_default_session",
    "get_local_variable",
    "get_logger",
    "get_seed",
    "get_session_handle",
    "get_session_tensor",
    "get_static_value",
    "get_variable",
    "get_variable_scope",
    "gfile",
    "global_norm",
    "global_variables",
    "global_variables_initializer",
    "glorot_normal_initializer",
    "glorot_uniform_initializer",
    "grad_pass_through",
    "gradients",
    "graph_util",
    "greater",
    "greater_equal",
    "group",
    "guarantee_const",
    "half",
    "hessians",
    "histogram_fixed_width",
    "histogram_fixed_width_bins",
    "histogram_summary",
    "identity",
    "identity_n",
    "ifft",
    "ifft2d",
    "ifft3d",
    "igamma",
    "igammac",
    "imag",
    "image",
    "image_summary",
    "import_graph_def",
    "init_scope",
    "initialize_all_tables",
    "initialize_all_variables",
    "initialize_local_variables",
    "initialize_variables",
    "initializers",
    "install",
    "int16",
    "int16_ref",
    "int32",
    "int32_ref",
    "int64",
    "int64_ref",
    "int8",
    "int8_ref",
    "inv",
    "invert_permutation",
    "io",
    "is_finite",
    "is_inf",
    "is_nan",
    "is_non_decreasing",
    "is_numeric_tensor",
    "is_strictly_increasing",
    "is_tensor",
    "is_variable_initialized",
    "keras",
    "layers",
    "lbeta",
    "less",
    "less_equal",
    "lgamma",
    "lin_space",
    "linalg",
    "linspace",
    "listdiff",
    "lite",
    "load_file_system_library",
    "load_library",
    "load_op_library",
    "local_variables",
    "local_variables_initializer",
    "log",
    "log1p",
    "log_matrix_determinant",
    "log_sigmoid",
    "logging",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "lookup",
    "losses",
    "make_ndarray",
    "make_template",
    "make_tensor_proto",
    "manip",
    "map_fn",
    "matching_files",
    "math",
    "matmul",
    "matrix_band_part",
    "matrix_determinant",
    "matrix_diag",
    "matrix_diag_part",
    "matrix_inverse",
    "matrix_set_diag",
    "matrix_solve",
    "matrix_solve_ls",
    "matrix_square_root",
    "matrix_transpose",
    "matrix_triangular_solve",
    "maximum",
    "merge_all_summaries",
    "merge_summary",
    "meshgrid",
    "metrics",
    "min_max_variable_partitioner",
    "minimum",
    "mod",
    "model_variables",
    "moving_average_variables",
    "mul",
    "multinomial",
    "multiply",
    "name_scope",
    "neg",
    "negative",
    "nest",
    "newaxis",
    "nn",
    "no_gradient",
    "no_op",
    "no_regularizer",
    "nondifferentiable_batch_function",
    "norm",
    "not_equal",
    "numpy_function",
    "one_hot",
    "ones",
    "ones_initializer",
    "ones_like",
    "op_scope",
    "orthogonal_initializer",
    "pack",
    "pad",
    "parallel_dynamic_stitch",
    "parallel_stack",
    "parse_example",
    "parse_single_example",
    "parse_single_sequence_example",
    "parse_tensor",
    "placeholder",
    "placeholder_with_default",
    "polygamma",
    "pow",
    "print",
    "profiler",
    "py_func",
    "py_function",
    "python_io",
    "pywrap_tensorflow",
    "qint16",
    "qint16_ref",
    "qint32",
    "qint32_ref",
    "qint8",
    "qint8_ref",
    "qr",
    "quantization",
    "quantize",
    "quantize_v2",
    "quantized_concat",
    "queue",
    "quint16",
    "quint16_ref",
    "quint8",
    "quint8_ref",
    "ragged",
    "random",
    "random_crop",
    "random_gamma",
    "random_normal",
    "random_normal_initializer",
    "random_poisson",
    "random_shuffle",
    "random_uniform",
    "random_uniform_initializer",
    "range",
    "rank",
    "raw_ops",
    "read_file",
    "real",
    "realdiv",
    "reciprocal",
    "recompute_grad",
    "reduce_all",
    "reduce_any",
    "reduce_join",
    "reduce_logsumexp",
    "reduce_max",
    "reduce_mean",
    "reduce_min",
    "reduce_prod",
    "reduce_sum",
    "regex_replace",
    "register_dense_tensor_like_type",
    "register_proto_function",
    "register_tensor_conversion_function",
    "repeat",
    "replica_device_setter",
    "report_uninitialized_variables",
    "required_space_to_batch_paddings",
    "reset_default_graph",
    "reshape",
    "resource",
    "resource_loader",
    "resource_ref",
    "resource_variables_enabled",
    "reverse",
    "reverse_sequence",
    "reverse_v2",
    "rint",
    "roll",
    "round",
    "rsqrt",
    "saturate_cast",
    "saved_model",
    "scalar_mul",
    "scalar_summary",
    "scan",
    "scatter_add",
    "scatter_div",
    "scatter_max",
    "scatter_min",
    "scatter_mul",
    "scatter_nd",
    "scatter_nd_add",
    "scatter_nd_sub",
    "scatter_nd_update",
    "scatter_sub",
    "scatter_update",
    "searchsorted",
    "segment_max",
    "segment_mean",
    "segment_min",
    "segment_prod",
    "segment_sum",
    "select",
    "self_adjoint_eig",
    "self_adjoint_eigvals",
    "sequence_mask",
    "serialize_many_sparse",
    "serialize_sparse",
    "serialize_tensor",
    "set_random_seed",
    "setdiff1d",
    "sets",
    "shape",
    "shape_n",
    "sigmoid",
    "sign",
    "signal",
    "sin",
    "sinh",
    "size",
    "slice",
    "sort",
    "space_to_batch",
    "space_to_batch_nd",
    "space_to_depth",
    "sparse",
    "sparse_add",
    "sparse_concat",
    "sparse_fill_empty_rows",
    "sparse_mask",
    "sparse_matmul",
    "sparse_maximum",
    "sparse_merge",
    "sparse_minimum",
    "sparse_placeholder",
    "sparse_reduce_max",
    "sparse_reduce_max_sparse",
    "sparse_reduce_sum",
    "sparse_reduce_sum_sparse",
    "sparse_reorder",
    "sparse_reset_shape",
    "sparse_reshape",
    "sparse_retain",
    "sparse_segment_mean",
    "sparse_segment_mean_grad",
    "sparse_segment_sqrt_n",
    "sparse_segment_sqrt_n_grad",
    "sparse_segment_sum",
    "sparse_slice",
    "sparse_softmax",
    "sparse_split",
    "sparse_tensor_dense_matmul",
    "sparse_tensor_to_dense",
    "sparse_to_dense",
    "sparse_to_indicator",
    "sparse_transpose",
    "spectral",
    "split",
    "split_v",
    "sqrt",
    "square",
    "squared_difference",
    "squeeze",
    "stack",
    "stop_gradient",
    "strided_slice",
    "string",
    "string_join",
    "string_ref",
    "string_split",
    "string_strip",
    "string_to_hash_bucket",
    "string_to_hash_bucket_fast",
    "string_to_hash_bucket_strong",
    "string_to_number",
    "strings",
    "sub",
    "substr",
    "subtract",
    "summary",
    "svd",
    "switch_case",
    "sysconfig",
    "tables_initializer",
    "tan",
    "tanh",
    "tensor_scatter_add",
    "tensor_scatter_nd_add",
    "tensor_scatter_nd_sub",
    "tensor_scatter_nd_update",
    "tensor_scatter_sub",
    "tensor_scatter_update",
    "tensordot",
    "test",
    "tile",
    "timestamp",
    "to_bfloat16",
    "to_complex128",
    "to_complex64",
    "to_double",
    "to_float",
    "to_int32",
    "to_int64",
    "tpu",
    "trace",
    "train",
    "trainable_variables",
    "transpose",
    "truediv",
    "truncated_normal",
    "truncated_normal_initializer",
    "truncatediv",
    "truncatemod",
    "tuple",
    "uint16",
    "uint16_ref",
    "uint32",
    "uint32_ref",
    "uint64",
    "uint64_ref",
    "uint8",
    "uint8_ref",
    "uniform_unit_scaling_initializer",
    "uninstall",
    "unique",
    "unique_with_counts",
    "unpack",
    "unravel_index",
    "unsorted_segment_max",
    "unsorted_segment_mean",
    "unsorted_segment_min",
    "unsorted_segment_prod",
    "unsorted_segment_sqrt_n",
    "unsorted_segment_sum",
    "unstack",
    "user_ops",
    "variable_axis_size_partitioner",
    "variable_creator_scope",
    "variable_op_scope",
    "variable_scope",
    "variables_initializer",
    "variance_scaling_initializer",
    "variant",
    "variant_ref",
    "vectorized_map",
    "verify_tensor_all_finite",
    "version",
    "where",
    "where_v2",
    "while_loop",
    "with_dependencies",
    "wrap_function",
    "write_file",
    "xla",
    "zeros",
    "zeros_initializer",
    "zeros_like",
    "zeta",
]
