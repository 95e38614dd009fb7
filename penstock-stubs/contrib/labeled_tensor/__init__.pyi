"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import nn as nn
from penstock.contrib.labeled_tensor.axes import Axes as Axes
from penstock.contrib.labeled_tensor.axes import Axis as Axis
from penstock.contrib.labeled_tensor.axes import AxisOrderError as AxisOrderError
from penstock.contrib.labeled_tensor.axes import as_axis as as_axis
from penstock.contrib.labeled_tensor.axes import axis_order_scope as axis_order_scope
from penstock.contrib.labeled_tensor.elementwise import define_binary_op as define_binary_op
from penstock.contrib.labeled_tensor.elementwise import define_unary_op as define_unary_op
from penstock.contrib.labeled_tensor.flows import batch as batch
from penstock.contrib.labeled_tensor.flows import foldl as foldl
from penstock.contrib.labeled_tensor.flows import map_fn as map_fn
from penstock.contrib.labeled_tensor.flows import random_crop as random_crop
from penstock.contrib.labeled_tensor.flows import shuffle_batch as shuffle_batch
from penstock.contrib.labeled_tensor.inputs import FixedLenFeature as FixedLenFeature
from penstock.contrib.labeled_tensor.inputs import ReshapeCoder as ReshapeCoder
from penstock.contrib.labeled_tensor.inputs import parse_example as parse_example
from penstock.contrib.labeled_tensor.inputs import parse_single_example as parse_single_example
from penstock.contrib.labeled_tensor.inputs import placeholder as placeholder
from penstock.contrib.labeled_tensor.labeled import LabeledTensor as LabeledTensor
from penstock.contrib.labeled_tensor.labeled import align as align
from penstock.contrib.labeled_tensor.labeled import check_axis_order as check_axis_order
from penstock.contrib.labeled_tensor.labeled import convert_to_labeled_tensor as convert_to_labeled_tensor
from penstock.contrib.labeled_tensor.labeled import expand_dims as expand_dims
from penstock.contrib.labeled_tensor.labeled import identity as identity
from penstock.contrib.labeled_tensor.labeled import impose_axis_order as impose_axis_order
from penstock.contrib.labeled_tensor.labeled import slice_function as slice
from penstock.contrib.labeled_tensor.labeled import transpose as transpose
from penstock.contrib.labeled_tensor.shaping import concat as concat
from penstock.contrib.labeled_tensor.shaping import pack as pack
from penstock.contrib.labeled_tensor.shaping import pad as pad
from penstock.contrib.labeled_tensor.shaping import rename_axis as rename_axis
from penstock.contrib.labeled_tensor.shaping import reshape as reshape
from penstock.contrib.labeled_tensor.shaping import select as select
from penstock.contrib.labeled_tensor.shaping import squeeze as squeeze
from penstock.contrib.labeled_tensor.shaping import tile as tile
from penstock.contrib.labeled_tensor.shaping import unpack as unpack
from penstock.contrib.labeled_tensor.values import boolean_mask as boolean_mask
from penstock.contrib.labeled_tensor.values import cast as cast
from penstock.contrib.labeled_tensor.values import constant as constant
from penstock.contrib.labeled_tensor.values import define_reduce_op as define_reduce_op
from penstock.contrib.labeled_tensor.values import matmul as matmul
from penstock.contrib.labeled_tensor.values import ones_like as ones_like
from penstock.contrib.labeled_tensor.values import verify_tensor_all_finite as verify_tensor_all_finite
from penstock.contrib.labeled_tensor.values import where as where
from penstock.contrib.labeled_tensor.values import zeros_like as zeros_like
from builtins import str as _str
from penstock.contrib.labeled_tensor.elementwise import TensorLike as _TensorLike
from penstock.contrib.labeled_tensor.labeled import LabeledTensor as _LabeledTensor
from penstock.contrib.labeled_tensor.values import AxisLike as _AxisLike
from penstock.contrib.labeled_tensor.values import TensorLike as _TensorLike_4
from typing import Any as _Any

def abs(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.abs` of a labeled tensor, which keeps its axes."""
def acos(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.acos` of a labeled tensor, which keeps its axes."""
def add(labeled_tensor_0: _Any, labeled_tensor_1: _Any, name: _str | None = ...) -> _LabeledTensor:
    """`tf.add` of two labeled tensors, which are aligned by the names of their axes first."""
def asin(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.asin` of a labeled tensor, which keeps its axes."""
def atan(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.atan` of a labeled tensor, which keeps its axes."""
def ceil(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.ceil` of a labeled tensor, which keeps its axes."""
def cos(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.cos` of a labeled tensor, which keeps its axes."""
def digamma(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.digamma` of a labeled tensor, which keeps its axes."""
def div(labeled_tensor_0: _Any, labeled_tensor_1: _Any, name: _str | None = ...) -> _LabeledTensor:
    """`tf.div` of two labeled tensors, which are aligned by the names of their axes first."""
def equal(labeled_tensor_0: _Any, labeled_tensor_1: _Any, name: _str | None = ...) -> _LabeledTensor:
    """`tf.equal` of two labeled tensors, which are aligned by the names of their axes first."""
def erf(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.erf` of a labeled tensor, which keeps its axes."""
def erfc(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.erfc` of a labeled tensor, which keeps its axes."""
def exp(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.exp` of a labeled tensor, which keeps its axes."""
def floor(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.floor` of a labeled tensor, which keeps its axes."""
def greater(labeled_tensor_0: _Any, labeled_tensor_1: _Any, name: _str | None = ...) -> _LabeledTensor:
    """`tf.greater` of two labeled tensors, which are aligned by the names of their axes first."""
def greater_equal(labeled_tensor_0: _Any, labeled_tensor_1: _Any, name: _str | None = ...) -> _LabeledTensor:
    """`tf.greater_equal` of two labeled tensors, which are aligned by the names of their axes first."""
def igamma(labeled_tensor_0: _Any, labeled_tensor_1: _Any, name: _str | None = ...) -> _LabeledTensor:
    """`tf.igamma` of two labeled tensors, which are aligned by the names of their axes first."""
def igammac(labeled_tensor_0: _Any, labeled_tensor_1: _Any, name: _str | None = ...) -> _LabeledTensor:
    """`tf.igammac` of two labeled tensors, which are aligned by the names of their axes first."""
def less(labeled_tensor_0: _Any, labeled_tensor_1: _Any, name: _str | None = ...) -> _LabeledTensor:
    """`tf.less` of two labeled tensors, which are aligned by the names of their axes first."""
def less_equal(labeled_tensor_0: _Any, labeled_tensor_1: _Any, name: _str | None = ...) -> _LabeledTensor:
    """`tf.less_equal` of two labeled tensors, which are aligned by the names of their axes first."""
def lgamma(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.lgamma` of a labeled tensor, which keeps its axes."""
def log(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.log` of a labeled tensor, which keeps its axes."""
def logical_and(labeled_tensor_0: _Any, labeled_tensor_1: _Any, name: _str | None = ...) -> _LabeledTensor:
    """`tf.logical_and` of two labeled tensors, which are aligned by the names of their axes first."""
def logical_not(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.logical_not` of a labeled tensor, which keeps its axes."""
def logical_or(labeled_tensor_0: _Any, labeled_tensor_1: _Any, name: _str | None = ...) -> _LabeledTensor:
    """`tf.logical_or` of two labeled tensors, which are aligned by the names of their axes first."""
def logical_xor(labeled_tensor_0: _Any, labeled_tensor_1: _Any, name: _str | None = ...) -> _LabeledTensor:
    """`tf.logical_xor` of two labeled tensors, which are aligned by the names of their axes first."""
def maximum(labeled_tensor_0: _Any, labeled_tensor_1: _Any, name: _str | None = ...) -> _LabeledTensor:
    """`tf.maximum` of two labeled tensors, which are aligned by the names of their axes first."""
def minimum(labeled_tensor_0: _Any, labeled_tensor_1: _Any, name: _str | None = ...) -> _LabeledTensor:
    """`tf.minimum` of two labeled tensors, which are aligned by the names of their axes first."""
def mod(labeled_tensor_0: _Any, labeled_tensor_1: _Any, name: _str | None = ...) -> _LabeledTensor:
    """`tf.mod` of two labeled tensors, which are aligned by the names of their axes first."""
def mul(labeled_tensor_0: _Any, labeled_tensor_1: _Any, name: _str | None = ...) -> _LabeledTensor:
    """`tf.mul` of two labeled tensors, which are aligned by the names of their axes first."""
def neg(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.neg` of a labeled tensor, which keeps its axes."""
def not_equal(labeled_tensor_0: _Any, labeled_tensor_1: _Any, name: _str | None = ...) -> _LabeledTensor:
    """`tf.not_equal` of two labeled tensors, which are aligned by the names of their axes first."""
def polygamma(labeled_tensor_0: _Any, labeled_tensor_1: _Any, name: _str | None = ...) -> _LabeledTensor:
    """`tf.polygamma` of two labeled tensors, which are aligned by the names of their axes first."""
def pow(labeled_tensor_0: _Any, labeled_tensor_1: _Any, name: _str | None = ...) -> _LabeledTensor:
    """`tf.pow` of two labeled tensors, which are aligned by the names of their axes first."""
def reciprocal(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.reciprocal` of a labeled tensor, which keeps its axes."""
def reduce_all(labeled_tensor: _LabeledTensor | _TensorLike_4, axes: _AxisLike | None = ..., name: _str | None = ...) -> _LabeledTensor:
    """`tf.reduce_all` over axes of a labeled tensor."""
def reduce_any(labeled_tensor: _LabeledTensor | _TensorLike_4, axes: _AxisLike | None = ..., name: _str | None = ...) -> _LabeledTensor:
    """`tf.reduce_any` over axes of a labeled tensor."""
def reduce_logsumexp(labeled_tensor: _LabeledTensor | _TensorLike_4, axes: _AxisLike | None = ..., name: _str | None = ...) -> _LabeledTensor:
    """`tf.reduce_logsumexp` over axes of a labeled tensor."""
def reduce_max(labeled_tensor: _LabeledTensor | _TensorLike_4, axes: _AxisLike | None = ..., name: _str | None = ...) -> _LabeledTensor:
    """`tf.reduce_max` over axes of a labeled tensor."""
def reduce_mean(labeled_tensor: _LabeledTensor | _TensorLike_4, axes: _AxisLike | None = ..., name: _str | None = ...) -> _LabeledTensor:
    """`tf.reduce_mean` over axes of a labeled tensor."""
def reduce_min(labeled_tensor: _LabeledTensor | _TensorLike_4, axes: _AxisLike | None = ..., name: _str | None = ...) -> _LabeledTensor:
    """`tf.reduce_min` over axes of a labeled tensor."""
def reduce_prod(labeled_tensor: _LabeledTensor | _TensorLike_4, axes: _AxisLike | None = ..., name: _str | None = ...) -> _LabeledTensor:
    """`tf.reduce_prod` over axes of a labeled tensor."""
def reduce_sum(labeled_tensor: _LabeledTensor | _TensorLike_4, axes: _AxisLike | None = ..., name: _str | None = ...) -> _LabeledTensor:
    """`tf.reduce_sum` over axes of a labeled tensor."""
def round(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.round` of a labeled tensor, which keeps its axes."""
def rsqrt(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.rsqrt` of a labeled tensor, which keeps its axes."""
def sigmoid(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.sigmoid` of a labeled tensor, which keeps its axes."""
def sign(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.sign` of a labeled tensor, which keeps its axes."""
def sin(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.sin` of a labeled tensor, which keeps its axes."""
def sqrt(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.sqrt` of a labeled tensor, which keeps its axes."""
def square(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.square` of a labeled tensor, which keeps its axes."""
def squared_difference(labeled_tensor_0: _Any, labeled_tensor_1: _Any, name: _str | None = ...) -> _LabeledTensor:
    """`tf.squared_difference` of two labeled tensors, which are aligned by the names of their axes first."""
def sub(labeled_tensor_0: _Any, labeled_tensor_1: _Any, name: _str | None = ...) -> _LabeledTensor:
    """`tf.sub` of two labeled tensors, which are aligned by the names of their axes first."""
def tan(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.tan` of a labeled tensor, which keeps its axes."""
def tanh(labeled_tensor: _LabeledTensor | _TensorLike, name: _str | None = ...) -> _LabeledTensor:
    """`tf.tanh` of a labeled tensor, which keeps its axes."""
def zeta(labeled_tensor_0: _Any, labeled_tensor_1: _Any, name: _str | None = ...) -> _LabeledTensor:
    """`tf.zeta` of two labeled tensors, which are aligned by the names of their axes first."""

__all__ = [
    "Axes",
    "Axis",
    "AxisOrderError",
    "FixedLenFeature",
    "LabeledTensor",
    "ReshapeCoder",
    "abs",
    "acos",
    "add",
    "align",
    "as_axis",
    "asin",
    "atan",
    "axis_order_scope",
    "batch",
    "boolean_mask",
    "cast",
    "ceil",
    "check_axis_order",
    "concat",
    "constant",
    "convert_to_labeled_tensor",
    "cos",
    "define_binary_op",
    "define_reduce_op",
    "define_unary_op",
    "digamma",
    "div",
    "equal",
    "erf",
    "erfc",
    "exp",
    "expand_dims",
    "floor",
    "foldl",
    "greater",
    "greater_equal",
    "identity",
    "igamma",
    "igammac",
    "impose_axis_order",
    "less",
    "less_equal",
    "lgamma",
    "log",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "map_fn",
    "matmul",
    "maximum",
    "minimum",
    "mod",
    "mul",
    "neg",
    "nn",
    "not_equal",
    "ones_like",
    "pack",
    "pad",
    "parse_example",
    "parse_single_example",
    "placeholder",
    "polygamma",
    "pow",
    "random_crop",
    "reciprocal",
    "reduce_all",
    "reduce_any",
    "reduce_logsumexp",
    "reduce_max",
    "reduce_mean",
    "reduce_min",
    "reduce_prod",
    "reduce_sum",
    "rename_axis",
    "reshape",
    "round",
    "rsqrt",
    "select",
    "shuffle_batch",
    "sigmoid",
    "sign",
    "sin",
    "slice",
    "sqrt",
    "square",
    "squared_difference",
    "squeeze",
    "sub",
    "tan",
    "tanh",
    "tile",
    "transpose",
    "unpack",
    "verify_tensor_all_finite",
    "where",
    "zeros_like",
    "zeta",
]
