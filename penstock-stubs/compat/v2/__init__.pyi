"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.autograph.functions import function as function
from penstock.compat.initializers2 import Constant as constant_initializer
from penstock.compat.initializers2 import Ones as ones_initializer
from penstock.compat.initializers2 import RandomNormal as random_normal_initializer
from penstock.compat.initializers2 import RandomUniform as random_uniform_initializer
from penstock.compat.initializers2 import Zeros as zeros_initializer
from penstock.compat.modes import NotDifferentiable as no_gradient
from penstock.compat.modes import executing_eagerly as executing_eagerly
from . import audio as audio
from . import autograph as autograph
from . import bitwise as bitwise
from . import compat as compat
from . import config as config
from . import data as data
from . import debugging as debugging
from . import distribute as distribute
from . import dtypes as dtypes
from . import errors as errors
from . import estimator as estimator
from . import experimental as experimental
from . import feature_column as feature_column
from . import graph_util as graph_util
from . import image as image
from . import initializers as initializers
from . import io as io
from . import keras as keras
from . import linalg as linalg
from . import lite as lite
from . import lookup as lookup
from . import losses as losses
from . import math as math
from . import metrics as metrics
from . import nest as nest
from . import nn as nn
from . import optimizers as optimizers
from . import quantization as quantization
from . import queue as queue
from . import ragged as ragged
from . import random as random
from . import saved_model as saved_model
from . import sets as sets
from . import signal as signal
from . import sparse as sparse
from . import strings as strings
from . import summary as summary
from . import sysconfig as sysconfig
from . import test as test
from . import tpu as tpu
from . import train as train
from . import version as version
from . import xla as xla
from penstock.compat.version2 import Variable as Variable
from penstock.compat.version2 import device as device
from penstock.compat.version2 import name_scope as name_scope
from penstock.compat.version2_classes import __version__ as __version__
from penstock.data.various import OptionalStructure as OptionalSpec
from penstock.data.vectorized_map import vectorized_map as vectorized_map
from penstock.graph.composite import IndexedSlices as IndexedSlices
from penstock.graph.composite import SparseTensor as SparseTensor
from penstock.graph.convert import is_tensor as is_tensor
from penstock.graph.convert import register_tensor_conversion_function as register_tensor_conversion_function
from penstock.graph.dtypes import DType as DType
from penstock.graph.dtypes import as_dtype as as_dtype
from penstock.graph.dtypes import bfloat16 as bfloat16
from penstock.graph.dtypes import bool as bool
from penstock.graph.dtypes import complex128 as complex128
from penstock.graph.dtypes import complex64 as complex64
from penstock.graph.dtypes import double as double
from penstock.graph.dtypes import float16 as float16
from penstock.graph.dtypes import float32 as float32
from penstock.graph.dtypes import float64 as float64
from penstock.graph.dtypes import half as half
from penstock.graph.dtypes import int16 as int16
from penstock.graph.dtypes import int32 as int32
from penstock.graph.dtypes import int64 as int64
from penstock.graph.dtypes import int8 as int8
from penstock.graph.dtypes import qint16 as qint16
from penstock.graph.dtypes import qint32 as qint32
from penstock.graph.dtypes import qint8 as qint8
from penstock.graph.dtypes import quint16 as quint16
from penstock.graph.dtypes import quint8 as quint8
from penstock.graph.dtypes import resource as resource
from penstock.graph.dtypes import string as string
from penstock.graph.dtypes import uint16 as uint16
from penstock.graph.dtypes import uint32 as uint32
from penstock.graph.dtypes import uint64 as uint64
from penstock.graph.dtypes import uint8 as uint8
from penstock.graph.dtypes import variant as variant
from penstock.graph.graph import Graph as Graph
from penstock.graph.graph import control_dependencies as control_dependencies
from penstock.graph.graph import init_scope as init_scope
from penstock.graph.importer import import_graph_def as import_graph_def
from penstock.graph.inference import get_static_value as get_static_value
from penstock.graph.operation import Operation as Operation
from penstock.graph.operation import Tensor as Tensor
from penstock.graph.tensor_proto import make_tensor_proto as make_tensor_proto
from penstock.graph.tensor_proto import make_user_ndarray as make_ndarray
from penstock.graph.tensor_shape import TensorShape as TensorShape
from penstock.graph.type_spec import IndexedSlicesSpec as IndexedSlicesSpec
from penstock.graph.type_spec import SparseTensorSpec as SparseTensorSpec
from penstock.graph.type_spec import TensorSpec as TensorSpec
from penstock.graph.type_spec import TypeSpec as TypeSpec
from penstock.ops.arrays.basic import ensure_shape as ensure_shape
from penstock.ops.arrays.basic import guarantee_const as guarantee_const
from penstock.ops.arrays.basic import identity as identity
from penstock.ops.arrays.basic import identity_n as identity_n
from penstock.ops.arrays.basic import no_op as no_op
from penstock.ops.arrays.basic import rank as rank
from penstock.ops.arrays.basic import shape_n as shape_n
from penstock.ops.arrays.basic import stop_gradient as stop_gradient
from penstock.ops.arrays.casting import cast as cast
from penstock.ops.arrays.casting import saturate_cast as saturate_cast
from penstock.ops.arrays.diagonal import eye as eye
from penstock.ops.arrays.filled import fill as fill
from penstock.ops.arrays.filled import ones as ones
from penstock.ops.arrays.filled import zeros as zeros
from penstock.ops.arrays.fingerprint import fingerprint as fingerprint
from penstock.ops.arrays.fingerprint import timestamp as timestamp
from penstock.ops.arrays.gather import scatter_nd as scatter_nd
from penstock.ops.arrays.joining import concat as concat
from penstock.ops.arrays.joining import split as split
from penstock.ops.arrays.masks import one_hot as one_hot
from penstock.ops.arrays.masks import sequence_mask as sequence_mask
from penstock.ops.arrays.padding import reverse as reverse
from penstock.ops.arrays.padding import roll as roll
from penstock.ops.arrays.reshaping import broadcast_dynamic_shape as broadcast_dynamic_shape
from penstock.ops.arrays.reshaping import broadcast_static_shape as broadcast_static_shape
from penstock.ops.arrays.reshaping import reshape as reshape
from penstock.ops.arrays.selecting import dynamic_stitch as dynamic_stitch
from penstock.ops.arrays.selecting import repeat as repeat
from penstock.ops.arrays.selecting import where_v2 as where
from penstock.ops.arrays.slicing import _public_slice as slice
from penstock.ops.arrays.slicing import newaxis as newaxis
from penstock.ops.arrays.slicing import strided_slice as strided_slice
from penstock.ops.arrays.sorting import argsort as argsort
from penstock.ops.arrays.sorting import searchsorted as searchsorted
from penstock.ops.arrays.sorting import sort as sort
from penstock.ops.arrays.space_to_depth import required_space_to_batch_paddings as required_space_to_batch_paddings
from penstock.ops.arrays.space_to_depth import space_to_batch_nd as space_to_batch_nd
from penstock.ops.arrays.stacking import parallel_stack as parallel_stack
from penstock.ops.arrays.stacking import stack as stack
from penstock.ops.arrays.stacking import unstack as unstack
from penstock.ops.arrays.tiling import meshgrid as meshgrid
from penstock.ops.arrays.unravel import unravel_index as unravel_index
from penstock.ops.control.grouping import group as group
from penstock.ops.control.map_and_scan import foldl as foldl
from penstock.ops.control.map_and_scan import foldr as foldr
from penstock.ops.control.map_and_scan import map_fn as map_fn
from penstock.ops.control.map_and_scan import scan as scan
from penstock.ops.control.py_func import numpy_function as numpy_function
from penstock.ops.control.py_func import py_function as py_function
from penstock.ops.control.switch_case import switch_case as switch_case
from penstock.ops.control.tensor_array import TensorArray as TensorArray
from penstock.ops.control.tensor_array_spec import TensorArraySpec as TensorArraySpec
from penstock.ops.custom.libraries import load_library as load_library
from penstock.ops.custom.libraries import load_op_library as load_op_library
from penstock.ops.gradients.backpropagation import AggregationMethod as AggregationMethod
from penstock.ops.gradients.backpropagation import UnconnectedGradients as UnconnectedGradients
from penstock.ops.gradients.custom import RegisterGradient as RegisterGradient
from penstock.ops.gradients.custom import custom_gradient as custom_gradient
from penstock.ops.gradients.custom import grad_pass_through as grad_pass_through
from penstock.ops.gradients.custom import recompute_grad as recompute_grad
from penstock.ops.gradients.tape import GradientTape as GradientTape
from penstock.ops.io.decoding import as_string as as_string
from penstock.ops.io.printing import Assert as Assert
from penstock.ops.io.printing import print_v2 as print
from penstock.ops.linalg.einsum import einsum as einsum
from penstock.ops.linalg.matmul import matmul as matmul
from penstock.ops.linalg.matmul import tensordot as tensordot
from penstock.ops.math.arithmetic import add_n as add_n
from penstock.ops.math.arithmetic import pow as pow
from penstock.ops.math.clip import clip_by_global_norm as clip_by_global_norm
from penstock.ops.math.clip import clip_by_norm as clip_by_norm
from penstock.ops.math.clip import clip_by_value as clip_by_value
from penstock.ops.math.complex_numbers import complex as complex
from penstock.ops.math.cumulative import cumsum as cumsum
from penstock.ops.math.division import divide as divide
from penstock.ops.math.division import truediv as truediv
from penstock.ops.math.ranges import histogram_fixed_width as histogram_fixed_width
from penstock.ops.math.ranges import histogram_fixed_width_bins as histogram_fixed_width_bins
from penstock.ops.math.ranges import range as range
from penstock.ops.math.unary import abs as abs
from penstock.ops.math.unary import round as round
from penstock.ops.nn.volume_patches import extract_volume_patches as extract_volume_patches
from penstock.ops.queues.batching import batch_function as nondifferentiable_batch_function
from penstock.ops.ragged.spec import RaggedTensorSpec as RaggedTensorSpec
from penstock.ops.ragged.tensor import RaggedTensor as RaggedTensor
from penstock.ops.state.critical_section import CriticalSection as CriticalSection
from penstock.ops.state.module import Module as Module
from penstock.ops.state.variables import VariableAggregation as VariableAggregation
from penstock.ops.state.variables import VariableSynchronization as VariableSynchronization
from penstock.ops.text.edit_distance import edit_distance as edit_distance
from penstock.platform.logging import get_logger as get_logger
from builtins import bool as _bool
from builtins import int as _int
from builtins import list as _list
from builtins import str as _str
from collections.abc import Callable as _Callable
from collections.abc import Sequence as _Sequence
from penstock.compat.version2 import AxisLike as _AxisLike
from penstock.compat.version2 import DTypeLike as _DTypeLike
from penstock.compat.version2 import NestedTensors as _NestedTensors
from penstock.compat.version2 import Tensor as _Tensor_6
from penstock.graph.operation import Tensor as _Tensor
from penstock.ops.arrays.gather import TensorLike as _TensorLike_11
from penstock.ops.math.unary import TensorLike as _TensorLike
from typing import Any as _Any

def acos(x: _Any, name: _str | None = ...) -> _Tensor:
    """The inverse cosine of each element."""
def acosh(x: _Any, name: _str | None = ...) -> _Tensor:
    """The inverse hyperbolic cosine of each element."""
def add(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x + y, element by element; joins strings."""
def argmax(input: _Any, axis: _Any = ..., output_type: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.argmax` with the arguments of 2.x."""
def argmin(input: _Any, axis: _Any = ..., output_type: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.argmin` with the arguments of 2.x."""
def asin(x: _Any, name: _str | None = ...) -> _Tensor:
    """The inverse sine of each element."""
def asinh(x: _Any, name: _str | None = ...) -> _Tensor:
    """The inverse hyperbolic sine of each element."""
def assert_equal(x: _Any, y: _Any, message: _str | None = ..., summarize: _int | None = ..., name: _str | None = ...) -> _Any:
    """`tf.debugging.assert_equal` with the arguments of 2.x."""
def assert_greater(x: _Any, y: _Any, message: _str | None = ..., summarize: _int | None = ..., name: _str | None = ...) -> _Any:
    """`tf.debugging.assert_greater` with the arguments of 2.x."""
def assert_less(x: _Any, y: _Any, message: _str | None = ..., summarize: _int | None = ..., name: _str | None = ...) -> _Any:
    """`tf.debugging.assert_less` with the arguments of 2.x."""
def assert_rank(x: _Any, rank: _Any, message: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.debugging.assert_rank` with the arguments of 2.x."""
def atan(x: _Any, name: _str | None = ...) -> _Tensor:
    """The inverse tangent of each element."""
def atan2(y: _Any, x: _Any, name: _str | None = ...) -> _Tensor:
    """The angle of the point (x, y), in [-pi, pi]."""
def atanh(x: _Any, name: _str | None = ...) -> _Tensor:
    """The inverse hyperbolic tangent of each element."""
def batch_to_space(input: _Any, block_shape: _Any, crops: _Any, name: _str | None = ...) -> _Any:
    """`tf.batch_to_space` with the arguments of 2.x."""
def bitcast(input: _Any, type: _Any, name: _str | None = ...) -> _Tensor:
    """The same bits as elements of another type; one of another size adds or takes the last axis."""
def boolean_mask(tensor: _Any, mask: _Any, axis: _Any = ..., name: _Any = ...) -> _Any:
    """`tf.boolean_mask` with the arguments of 2.x."""
def broadcast_to(input: _Any, shape: _Any, name: _str | None = ...) -> _Tensor:
    """Repeats a tensor along axes of length 1, and along new ones in front, until it has `shape`."""
def case(pred_fn_pairs: _Any, default: _Any = ..., exclusive: _Any = ..., strict: _Any = ..., name: _Any = ...) -> _Any:
    """`tf.case` with the arguments of 2.x."""
def cond(pred: _Any, true_fn: _Any = ..., false_fn: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.cond` with the arguments of 2.x."""
def constant(value: _Any, dtype: _DTypeLike | None = ..., shape: _Sequence[_int] | None = ..., name: _str = ...) -> _Tensor_6:
    """`tf.constant` with the arguments of 2.x."""
def convert_to_tensor(value: _Any, dtype: _Any = ..., dtype_hint: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.convert_to_tensor` with the arguments of 2.x."""
def cos(x: _Any, name: _str | None = ...) -> _Tensor:
    """The cosine of each element."""
def cosh(x: _Any, name: _str | None = ...) -> _Tensor:
    """The hyperbolic cosine of each element."""
def dynamic_partition(data: _Any, partitions: _Any, num_partitions: _int, name: _str | None = ...) -> _list[_Tensor]:
    """Deals the rows of `data` out to `num_partitions` tensors; `partitions` has the number of the tensor of each."""
def equal(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x == y, element by element."""
def exp(x: _Any, name: _str | None = ...) -> _Tensor:
    """e to the power of each element."""
def expand_dims(input: _Any, axis: _Any, name: _str | None = ...) -> _Any:
    """`tf.expand_dims` with the arguments of 2.x."""
def floor(x: _Any, name: _str | None = ...) -> _Tensor:
    """The largest integers not greater than x."""
def gather(params: _Any, indices: _Any, validate_indices: _Any = ..., axis: _Any = ..., batch_dims: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.gather` with the arguments of 2.x."""
def gather_nd(params: _Any, indices: _Any, batch_dims: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.gather_nd` with the arguments of 2.x."""
def gradients(ys: _Any, xs: _Any, grad_ys: _Any = ..., name: _str = ..., gate_gradients: _bool = ..., aggregation_method: _Any = ..., stop_gradients: _Any = ..., unconnected_gradients: _Any = ...) -> _list[_Any]:
    """`tf.gradients` with the arguments of 2.x."""
def greater(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x > y, element by element."""
def greater_equal(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x >= y, element by element."""
def hessians(ys: _Any, xs: _Any, gate_gradients: _Any = ..., aggregation_method: _Any = ..., name: _Any = ...) -> _Any:
    """`tf.hessians` with the arguments of 2.x."""
def less(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x < y, element by element."""
def less_equal(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x <= y, element by element."""
def linspace(start: _Any, stop: _Any, num: _Any, name: _str | None = ...) -> _Tensor:
    """`num` evenly spaced numbers from `start` to `stop`, both included."""
def logical_and(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x and y, element by element."""
def logical_not(x: _Any, name: _str | None = ...) -> _Tensor:
    """not x, element by element."""
def logical_or(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x or y, element by element."""
def matrix_square_root(input: _Any, name: _str | None = ...) -> _Tensor:
    """B with B·B = A, for invertible matrices."""
def maximum(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """The greater of x and y."""
def minimum(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """The smaller of x and y."""
def multiply(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x * y, element by element."""
def negative(x: _TensorLike, name: _str | None = ...) -> _Any:
    """-x, element by element."""
def norm(tensor: _Any, ord: _Any = ..., axis: _Any = ..., keepdims: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.norm` with the arguments of 2.x."""
def not_equal(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x != y, element by element."""
def ones_like(input: _Any, dtype: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.ones_like` with the arguments of 2.x."""
def pad(tensor: _Any, paddings: _Any, mode: _Any = ..., constant_values: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.pad` with the arguments of 2.x."""
def realdiv(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x / y for floating-point types."""
def reduce_all(input_tensor: _Any, axis: _AxisLike | None = ..., keepdims: _bool = ..., name: _str | None = ...) -> _Any:
    """`tf.reduce_all` with the arguments of 2.x."""
def reduce_any(input_tensor: _Any, axis: _AxisLike | None = ..., keepdims: _bool = ..., name: _str | None = ...) -> _Any:
    """`tf.reduce_any` with the arguments of 2.x."""
def reduce_logsumexp(input_tensor: _Any, axis: _AxisLike | None = ..., keepdims: _bool = ..., name: _str | None = ...) -> _Any:
    """`tf.reduce_logsumexp` with the arguments of 2.x."""
def reduce_max(input_tensor: _Any, axis: _AxisLike | None = ..., keepdims: _bool = ..., name: _str | None = ...) -> _Any:
    """`tf.reduce_max` with the arguments of 2.x."""
def reduce_mean(input_tensor: _Any, axis: _AxisLike | None = ..., keepdims: _bool = ..., name: _str | None = ...) -> _Any:
    """`tf.reduce_mean` with the arguments of 2.x."""
def reduce_min(input_tensor: _Any, axis: _AxisLike | None = ..., keepdims: _bool = ..., name: _str | None = ...) -> _Any:
    """`tf.reduce_min` with the arguments of 2.x."""
def reduce_prod(input_tensor: _Any, axis: _AxisLike | None = ..., keepdims: _bool = ..., name: _str | None = ...) -> _Any:
    """`tf.reduce_prod` with the arguments of 2.x."""
def reduce_sum(input_tensor: _Any, axis: _AxisLike | None = ..., keepdims: _bool = ..., name: _str | None = ...) -> _Any:
    """`tf.reduce_sum` with the arguments of 2.x."""
def reverse_sequence(input: _Any, seq_lengths: _Any, seq_axis: _Any = ..., batch_axis: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.reverse_sequence` with the arguments of 2.x."""
def scalar_mul(scalar: _Any, x: _Any, name: _str | None = ...) -> _Any:
    """`tf.scalar_mul` with the arguments of 2.x."""
def shape(input: _Any, out_type: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.shape` with the arguments of 2.x."""
def sigmoid(x: _Any, name: _str | None = ...) -> _Tensor:
    """1 / (1 + exp(-x))."""
def sign(x: _TensorLike, name: _str | None = ...) -> _Any:
    """-1, 0 or 1 for negative, zero and positive elements; x / |x| if complex."""
def sin(x: _Any, name: _str | None = ...) -> _Tensor:
    """The sine of each element."""
def sinh(x: _Any, name: _str | None = ...) -> _Tensor:
    """The hyperbolic sine of each element."""
def size(input: _Any, out_type: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.size` with the arguments of 2.x."""
def space_to_batch(input: _Any, block_shape: _Any, paddings: _Any, name: _str | None = ...) -> _Any:
    """`tf.nn.space_to_batch` with the arguments of 2.x."""
def sqrt(x: _TensorLike, name: _str | None = ...) -> _Any:
    """The square root of each element."""
def square(x: _TensorLike, name: _str | None = ...) -> _Any:
    """x * x, element by element."""
def squeeze(input: _Any, axis: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.squeeze` with the arguments of 2.x."""
def subtract(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x - y, element by element."""
def tan(x: _Any, name: _str | None = ...) -> _Tensor:
    """The tangent of each element."""
def tanh(x: _TensorLike, name: _str | None = ...) -> _Any:
    """The hyperbolic tangent of each element."""
def tensor_scatter_nd_add(tensor: _TensorLike_11, indices: _TensorLike_11, updates: _TensorLike_11, name: _str | None = ...) -> _Tensor:
    """Returns a copy of `tensor`, with `updates` added at the rows of `indices`."""
def tensor_scatter_nd_sub(tensor: _TensorLike_11, indices: _TensorLike_11, updates: _TensorLike_11, name: _str | None = ...) -> _Tensor:
    """Returns a copy of `tensor`, with `updates` subtracted at the rows of `indices`."""
def tensor_scatter_nd_update(tensor: _TensorLike_11, indices: _TensorLike_11, updates: _TensorLike_11, name: _str | None = ...) -> _Tensor:
    """Returns a copy of `tensor`, with `updates` put in at the rows of `indices`."""
def tile(input: _Any, multiples: _Any, name: _str | None = ...) -> _Tensor:
    """Repeats a tensor along its dimensions, each as often as `multiples` says."""
def transpose(a: _Any, perm: _Any = ..., conjugate: _Any = ..., name: _Any = ...) -> _Any:
    """`tf.transpose` with the arguments of 2.x."""
def truncatediv(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x / y; that of integers is rounded toward zero."""
def truncatemod(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """The remainder of division toward zero; it has the sign of x."""
def tuple(tensors: _Any, control_inputs: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.tuple` with the arguments of 2.x."""
def unique(x: _Any, out_idx: _Any = ..., name: _str | None = ...) -> _Any:
    """The different elements of a vector in the order in which they come first, and which of them each one is."""
def unique_with_counts(x: _Any, out_idx: _Any = ..., name: _str | None = ...) -> _Any:
    """As `tf.unique`, and how often each of the different elements occurs."""
def while_loop(cond: _Callable, body: _Callable, loop_vars: _NestedTensors, shape_invariants: _Any = ..., parallel_iterations: _int = ..., back_prop: _bool = ..., swap_memory: _bool = ..., maximum_iterations: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.while_loop` with the arguments of 2.x."""
def zeros_like(input: _Any, dtype: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.zeros_like` with the arguments of 2.x."""

__all__ = [
    "AggregationMethod",
    "Assert",
    "CriticalSection",
    "DType",
    "GradientTape",
    "Graph",
    "IndexedSlices",
    "IndexedSlicesSpec",
    "Module",
    "Operation",
    "OptionalSpec",
    "RaggedTensor",
    "RaggedTensorSpec",
    "RegisterGradient",
    "SparseTensor",
    "SparseTensorSpec",
    "Tensor",
    "TensorArray",
    "TensorArraySpec",
    "TensorShape",
    "TensorSpec",
    "TypeSpec",
    "UnconnectedGradients",
    "Variable",
    "VariableAggregation",
    "VariableSynchronization",
    "__version__",
    "abs",
    "acos",
    "acosh",
    "add",
    "add_n",
    "argmax",
    "argmin",
    "argsort",
    "as_dtype",
    "as_string",
    "asin",
    "asinh",
    "assert_equal",
    "assert_greater",
    "assert_less",
    "assert_rank",
    "atan",
    "atan2",
    "atanh",
    "audio",
    "autograph",
    "batch_to_space",
    "bfloat16",
    "bitcast",
    "bitwise",
    "bool",
    "boolean_mask",
    "broadcast_dynamic_shape",
    "broadcast_static_shape",
    "broadcast_to",
    "case",
    "cast",
    "clip_by_global_norm",
    "clip_by_norm",
    "clip_by_value",
    "compat",
    "complex",
    "complex128",
    "complex64",
    "concat",
    "cond",
    "config",
    "constant",
    "constant_initializer",
    "control_dependencies",
    "convert_to_tensor",
    "cos",
    "cosh",
    "cumsum",
    "custom_gradient",
    "data",
    "debugging",
    "device",
    "distribute",
    "divide",
    "double",
    "dtypes",
    "dynamic_partition",
    "dynamic_stitch",
    "edit_distance",
    "einsum",
    "ensure_shape",
    "equal",
    "errors",
    "estimator",
    "executing_eagerly",
    "exp",
    "expand_dims",
    "experimental",
    "extract_volume_patches",
    "eye",
    "feature_column",
    "fill",
    "fingerprint",
    "float16",
    "float32",
    "float64",
    "floor",
    "foldl",
    "foldr",
    "function",
    "gather",
    "gather_nd",
    "get_logger",
    "get_static_value",
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
    "identity",
    "identity_n",
    "image",
    "import_graph_def",
    "init_scope",
    "initializers",
    "int16",
    "int32",
    "int64",
    "int8",
    "io",
    "is_tensor",
    "keras",
    "less",
    "less_equal",
    "linalg",
    "linspace",
    "lite",
    "load_library",
    "load_op_library",
    "logical_and",
    "logical_not",
    "logical_or",
    "lookup",
    "losses",
    "make_ndarray",
    "make_tensor_proto",
    "map_fn",
    "math",
    "matmul",
    "matrix_square_root",
    "maximum",
    "meshgrid",
    "metrics",
    "minimum",
    "multiply",
    "name_scope",
    "negative",
    "nest",
    "newaxis",
    "nn",
    "no_gradient",
    "no_op",
    "nondifferentiable_batch_function",
    "norm",
    "not_equal",
    "numpy_function",
    "one_hot",
    "ones",
    "ones_initializer",
    "ones_like",
    "optimizers",
    "pad",
    "parallel_stack",
    "pow",
    "print",
    "py_function",
    "qint16",
    "qint32",
    "qint8",
    "quantization",
    "queue",
    "quint16",
    "quint8",
    "ragged",
    "random",
    "random_normal_initializer",
    "random_uniform_initializer",
    "range",
    "rank",
    "realdiv",
    "recompute_grad",
    "reduce_all",
    "reduce_any",
    "reduce_logsumexp",
    "reduce_max",
    "reduce_mean",
    "reduce_min",
    "reduce_prod",
    "reduce_sum",
    "register_tensor_conversion_function",
    "repeat",
    "required_space_to_batch_paddings",
    "reshape",
    "resource",
    "reverse",
    "reverse_sequence",
    "roll",
    "round",
    "saturate_cast",
    "saved_model",
    "scalar_mul",
    "scan",
    "scatter_nd",
    "searchsorted",
    "sequence_mask",
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
    "sparse",
    "split",
    "sqrt",
    "square",
    "squeeze",
    "stack",
    "stop_gradient",
    "strided_slice",
    "string",
    "strings",
    "subtract",
    "summary",
    "switch_case",
    "sysconfig",
    "tan",
    "tanh",
    "tensor_scatter_nd_add",
    "tensor_scatter_nd_sub",
    "tensor_scatter_nd_update",
    "tensordot",
    "test",
    "tile",
    "timestamp",
    "tpu",
    "train",
    "transpose",
    "truediv",
    "truncatediv",
    "truncatemod",
    "tuple",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "unique",
    "unique_with_counts",
    "unravel_index",
    "unstack",
    "variant",
    "vectorized_map",
    "version",
    "where",
    "while_loop",
    "xla",
    "zeros",
    "zeros_initializer",
    "zeros_like",
]
