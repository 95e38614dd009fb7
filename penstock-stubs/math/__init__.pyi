"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.arrays.reshaping import invert_permutation as invert_permutation
from penstock.ops.arrays.sorting import in_top_k as in_top_k
from penstock.ops.arrays.sorting import top_k as top_k
from penstock.ops.checks.values import is_non_decreasing as is_non_decreasing
from penstock.ops.checks.values import is_strictly_increasing as is_strictly_increasing
from penstock.ops.math.arithmetic import accumulate_n as accumulate_n
from penstock.ops.math.arithmetic import add as add
from penstock.ops.math.arithmetic import add_n as add_n
from penstock.ops.math.arithmetic import atan2 as atan2
from penstock.ops.math.arithmetic import div_no_nan as divide_no_nan
from penstock.ops.math.arithmetic import divide as divide
from penstock.ops.math.arithmetic import floordiv as floordiv
from penstock.ops.math.arithmetic import floormod as floormod
from penstock.ops.math.arithmetic import floormod as mod
from penstock.ops.math.arithmetic import maximum as maximum
from penstock.ops.math.arithmetic import minimum as minimum
from penstock.ops.math.arithmetic import multiply as multiply
from penstock.ops.math.arithmetic import multiply_no_nan as multiply_no_nan
from penstock.ops.math.arithmetic import nextafter as nextafter
from penstock.ops.math.arithmetic import pow as pow
from penstock.ops.math.arithmetic import reciprocal_no_nan as reciprocal_no_nan
from penstock.ops.math.arithmetic import scalar_mul as scalar_mul
from penstock.ops.math.arithmetic import squared_difference as squared_difference
from penstock.ops.math.arithmetic import subtract as subtract
from penstock.ops.math.arithmetic import truediv as truediv
from penstock.ops.math.arithmetic import xdivy as xdivy
from penstock.ops.math.arithmetic import xlogy as xlogy
from penstock.ops.math.comparison import equal as equal
from penstock.ops.math.comparison import greater as greater
from penstock.ops.math.comparison import greater_equal as greater_equal
from penstock.ops.math.comparison import less as less
from penstock.ops.math.comparison import less_equal as less_equal
from penstock.ops.math.comparison import logical_and as logical_and
from penstock.ops.math.comparison import logical_or as logical_or
from penstock.ops.math.comparison import logical_xor as logical_xor
from penstock.ops.math.comparison import not_equal as not_equal
from penstock.ops.math.complex_numbers import angle as angle
from penstock.ops.math.complex_numbers import conj as conj
from penstock.ops.math.complex_numbers import imag as imag
from penstock.ops.math.complex_numbers import real as real
from penstock.ops.math.cumulative import cumprod as cumprod
from penstock.ops.math.cumulative import cumsum as cumsum
from penstock.ops.math.cumulative import cumulative_logsumexp as cumulative_logsumexp
from penstock.ops.math.ranges import bincount as bincount
from penstock.ops.math.reduction import argmax as argmax
from penstock.ops.math.reduction import argmin as argmin
from penstock.ops.math.reduction import count_nonzero as count_nonzero
from penstock.ops.math.reduction import reduce_all as reduce_all
from penstock.ops.math.reduction import reduce_any as reduce_any
from penstock.ops.math.reduction import reduce_euclidean_norm as reduce_euclidean_norm
from penstock.ops.math.reduction import reduce_logsumexp as reduce_logsumexp
from penstock.ops.math.reduction import reduce_max as reduce_max
from penstock.ops.math.reduction import reduce_mean as reduce_mean
from penstock.ops.math.reduction import reduce_min as reduce_min
from penstock.ops.math.reduction import reduce_prod as reduce_prod
from penstock.ops.math.reduction import reduce_std as reduce_std
from penstock.ops.math.reduction import reduce_sum as reduce_sum
from penstock.ops.math.reduction import reduce_variance as reduce_variance
from penstock.ops.math.segment import segment_max as segment_max
from penstock.ops.math.segment import segment_mean as segment_mean
from penstock.ops.math.segment import segment_min as segment_min
from penstock.ops.math.segment import segment_prod as segment_prod
from penstock.ops.math.segment import segment_sum as segment_sum
from penstock.ops.math.segment import unsorted_segment_max as unsorted_segment_max
from penstock.ops.math.segment import unsorted_segment_mean as unsorted_segment_mean
from penstock.ops.math.segment import unsorted_segment_min as unsorted_segment_min
from penstock.ops.math.segment import unsorted_segment_prod as unsorted_segment_prod
from penstock.ops.math.segment import unsorted_segment_sqrt_n as unsorted_segment_sqrt_n
from penstock.ops.math.segment import unsorted_segment_sum as unsorted_segment_sum
from penstock.ops.math.special import bessel_i0 as bessel_i0
from penstock.ops.math.special import bessel_i0e as bessel_i0e
from penstock.ops.math.special import bessel_i1 as bessel_i1
from penstock.ops.math.special import bessel_i1e as bessel_i1e
from penstock.ops.math.special import betainc as betainc
from penstock.ops.math.special import digamma as digamma
from penstock.ops.math.special import erf as erf
from penstock.ops.math.special import erfc as erfc
from penstock.ops.math.special import igamma as igamma
from penstock.ops.math.special import igammac as igammac
from penstock.ops.math.special import lbeta as lbeta
from penstock.ops.math.special import lgamma as lgamma
from penstock.ops.math.special import polygamma as polygamma
from penstock.ops.math.special import polyval as polyval
from penstock.ops.math.special import zeta as zeta
from penstock.ops.math.unary import abs as abs
from penstock.ops.math.unary import acos as acos
from penstock.ops.math.unary import acosh as acosh
from penstock.ops.math.unary import asin as asin
from penstock.ops.math.unary import asinh as asinh
from penstock.ops.math.unary import atan as atan
from penstock.ops.math.unary import atanh as atanh
from penstock.ops.math.unary import ceil as ceil
from penstock.ops.math.unary import cos as cos
from penstock.ops.math.unary import cosh as cosh
from penstock.ops.math.unary import exp as exp
from penstock.ops.math.unary import expm1 as expm1
from penstock.ops.math.unary import floor as floor
from penstock.ops.math.unary import is_finite as is_finite
from penstock.ops.math.unary import is_inf as is_inf
from penstock.ops.math.unary import is_nan as is_nan
from penstock.ops.math.unary import log as log
from penstock.ops.math.unary import log1p as log1p
from penstock.ops.math.unary import logical_not as logical_not
from penstock.ops.math.unary import negative as negative
from penstock.ops.math.unary import reciprocal as reciprocal
from penstock.ops.math.unary import rint as rint
from penstock.ops.math.unary import round as round
from penstock.ops.math.unary import rsqrt as rsqrt
from penstock.ops.math.unary import sigmoid as sigmoid
from penstock.ops.math.unary import sign as sign
from penstock.ops.math.unary import sin as sin
from penstock.ops.math.unary import sinh as sinh
from penstock.ops.math.unary import sqrt as sqrt
from penstock.ops.math.unary import square as square
from penstock.ops.math.unary import tan as tan
from penstock.ops.math.unary import tanh as tanh
from penstock.ops.metrics.confusion import confusion_matrix as confusion_matrix
from penstock.ops.nn.activations import log_sigmoid as log_sigmoid
from penstock.ops.nn.activations import log_softmax as log_softmax
from penstock.ops.nn.activations import softmax as softmax
from penstock.ops.nn.activations import softplus as softplus
from penstock.ops.nn.activations import softsign as softsign
from penstock.ops.nn.functions import zero_fraction as zero_fraction
from penstock.ops.nn.normalization import l2_normalize as l2_normalize

__all__ = [
    "abs",
    "accumulate_n",
    "acos",
    "acosh",
    "add",
    "add_n",
    "angle",
    "argmax",
    "argmin",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "bessel_i0",
    "bessel_i0e",
    "bessel_i1",
    "bessel_i1e",
    "betainc",
    "bincount",
    "ceil",
    "confusion_matrix",
    "conj",
    "cos",
    "cosh",
    "count_nonzero",
    "cumprod",
    "cumsum",
    "cumulative_logsumexp",
    "digamma",
    "divide",
    "divide_no_nan",
    "equal",
    "erf",
    "erfc",
    "exp",
    "expm1",
    "floor",
    "floordiv",
    "floormod",
    "greater",
    "greater_equal",
    "igamma",
    "igammac",
    "imag",
    "in_top_k",
    "invert_permutation",
    "is_finite",
    "is_inf",
    "is_nan",
    "is_non_decreasing",
    "is_strictly_increasing",
    "l2_normalize",
    "lbeta",
    "less",
    "less_equal",
    "lgamma",
    "log",
    "log1p",
    "log_sigmoid",
    "log_softmax",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "maximum",
    "minimum",
    "mod",
    "multiply",
    "multiply_no_nan",
    "negative",
    "nextafter",
    "not_equal",
    "polygamma",
    "polyval",
    "pow",
    "real",
    "reciprocal",
    "reciprocal_no_nan",
    "reduce_all",
    "reduce_any",
    "reduce_euclidean_norm",
    "reduce_logsumexp",
    "reduce_max",
    "reduce_mean",
    "reduce_min",
    "reduce_prod",
    "reduce_std",
    "reduce_sum",
    "reduce_variance",
    "rint",
    "round",
    "rsqrt",
    "scalar_mul",
    "segment_max",
    "segment_mean",
    "segment_min",
    "segment_prod",
    "segment_sum",
    "sigmoid",
    "sign",
    "sin",
    "sinh",
    "softmax",
    "softplus",
    "softsign",
    "sqrt",
    "square",
    "squared_difference",
    "subtract",
    "tan",
    "tanh",
    "top_k",
    "truediv",
    "unsorted_segment_max",
    "unsorted_segment_mean",
    "unsorted_segment_min",
    "unsorted_segment_prod",
    "unsorted_segment_sqrt_n",
    "unsorted_segment_sum",
    "xdivy",
    "xlogy",
    "zero_fraction",
    "zeta",
]
