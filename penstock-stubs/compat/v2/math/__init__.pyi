"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.arrays.sorting import top_k as top_k
from penstock.ops.checks.values import is_non_decreasing as is_non_decreasing
from penstock.ops.checks.values import is_strictly_increasing as is_strictly_increasing
from penstock.ops.math.arithmetic import accumulate_n as accumulate_n
from penstock.ops.math.arithmetic import add_n as add_n
from penstock.ops.math.arithmetic import multiply_no_nan as multiply_no_nan
from penstock.ops.math.arithmetic import pow as pow
from penstock.ops.math.comparison import logical_xor as logical_xor
from penstock.ops.math.complex_numbers import angle as angle
from penstock.ops.math.complex_numbers import conj as conj
from penstock.ops.math.complex_numbers import imag as imag
from penstock.ops.math.complex_numbers import real as real
from penstock.ops.math.cumulative import cumprod as cumprod
from penstock.ops.math.cumulative import cumsum as cumsum
from penstock.ops.math.cumulative import cumulative_logsumexp as cumulative_logsumexp
from penstock.ops.math.division import div_no_nan as divide_no_nan
from penstock.ops.math.division import divide as divide
from penstock.ops.math.division import floordiv as floordiv
from penstock.ops.math.division import reciprocal_no_nan as reciprocal_no_nan
from penstock.ops.math.division import truediv as truediv
from penstock.ops.math.reduction import reduce_euclidean_norm as reduce_euclidean_norm
from penstock.ops.math.reduction import reduce_std as reduce_std
from penstock.ops.math.reduction import reduce_variance as reduce_variance
from penstock.ops.math.segment import unsorted_segment_mean as unsorted_segment_mean
from penstock.ops.math.segment import unsorted_segment_sqrt_n as unsorted_segment_sqrt_n
from penstock.ops.math.special import bessel_i0 as bessel_i0
from penstock.ops.math.special import bessel_i1 as bessel_i1
from penstock.ops.math.special import lbeta as lbeta
from penstock.ops.math.special import polyval as polyval
from penstock.ops.math.unary import abs as abs
from penstock.ops.math.unary import round as round
from penstock.ops.nn.activations import log_sigmoid as log_sigmoid
from penstock.ops.nn.functions import zero_fraction as zero_fraction
from builtins import bool as _bool
from builtins import str as _str
from penstock.compat.version2 import AxisLike as _AxisLike
from penstock.graph.operation import Tensor as _Tensor
from penstock.ops.math.special import TensorLike as _TensorLike
from penstock.ops.math.unary import TensorLike as _TensorLike_4
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
def atan(x: _Any, name: _str | None = ...) -> _Tensor:
    """The inverse tangent of each element."""
def atan2(y: _Any, x: _Any, name: _str | None = ...) -> _Tensor:
    """The angle of the point (x, y), in [-pi, pi]."""
def atanh(x: _Any, name: _str | None = ...) -> _Tensor:
    """The inverse hyperbolic tangent of each element."""
def bessel_i0e(x: _Any, name: _str | None = ...) -> _Tensor:
    """exp(-|x|) times the modified Bessel function of order 0."""
def bessel_i1e(x: _Any, name: _str | None = ...) -> _Tensor:
    """exp(-|x|) times the modified Bessel function of order 1."""
def betainc(a: _Any, b: _Any, x: _Any, name: _str | None = ...) -> _Tensor:
    """The regularized incomplete beta function I_x(a, b)."""
def bincount(arr: _Any, weights: _Any = ..., minlength: _Any = ..., maxlength: _Any = ..., dtype: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.math.bincount` with the arguments of 2.x."""
def ceil(x: _Any, name: _str | None = ...) -> _Tensor:
    """The smallest integers not less than x."""
def confusion_matrix(labels: _Any, predictions: _Any, num_classes: _Any = ..., weights: _Any = ..., dtype: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.math.confusion_matrix` with the arguments of 2.x."""
def cos(x: _Any, name: _str | None = ...) -> _Tensor:
    """The cosine of each element."""
def cosh(x: _Any, name: _str | None = ...) -> _Tensor:
    """The hyperbolic cosine of each element."""
def count_nonzero(input: _Any, axis: _Any = ..., keepdims: _Any = ..., dtype: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.math.count_nonzero` with the arguments of 2.x."""
def digamma(x: _Any, name: _str | None = ...) -> _Tensor:
    """The derivative of log(gamma(x))."""
def equal(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x == y, element by element."""
def erf(x: _TensorLike, name: _str | None = ...) -> _Any:
    """The error function of each element."""
def erfc(x: _Any, name: _str | None = ...) -> _Tensor:
    """1 - erf(x), exact where erf is near 1."""
def exp(x: _Any, name: _str | None = ...) -> _Tensor:
    """e to the power of each element."""
def expm1(x: _Any, name: _str | None = ...) -> _Tensor:
    """exp(x) - 1, exact for small x."""
def floor(x: _Any, name: _str | None = ...) -> _Tensor:
    """The largest integers not greater than x."""
def floormod(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """The remainder of floor division; it has the sign of y."""
def greater(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x > y, element by element."""
def greater_equal(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x >= y, element by element."""
def igamma(a: _Any, x: _Any, name: _str | None = ...) -> _Tensor:
    """The lower regularized incomplete gamma function P(a, x)."""
def igammac(a: _Any, x: _Any, name: _str | None = ...) -> _Tensor:
    """The upper regularized incomplete gamma function Q(a, x)."""
def in_top_k(targets: _Any, predictions: _Any, k: _Any, name: _str | None = ...) -> _Any:
    """`tf.nn.in_top_k` with the arguments of 2.x."""
def invert_permutation(x: _Any, name: _str | None = ...) -> _Tensor:
    """Where each of the numbers 0 to n - 1 stands in a permutation of them: `y[x[i]] = i`."""
def is_finite(x: _Any, name: _str | None = ...) -> _Tensor:
    """True where x is neither infinite nor NaN."""
def is_inf(x: _Any, name: _str | None = ...) -> _Tensor:
    """True where x is infinite."""
def is_nan(x: _Any, name: _str | None = ...) -> _Tensor:
    """True where x is NaN."""
def l2_normalize(x: _Any, axis: _Any = ..., epsilon: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.math.l2_normalize` with the arguments of 2.x."""
def less(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x < y, element by element."""
def less_equal(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x <= y, element by element."""
def lgamma(x: _Any, name: _str | None = ...) -> _Tensor:
    """log(|gamma(x)|), element by element."""
def log(x: _Any, name: _str | None = ...) -> _Tensor:
    """The natural logarithm of each element."""
def log1p(x: _Any, name: _str | None = ...) -> _Tensor:
    """log(1 + x), exact for small x."""
def log_softmax(logits: _Any, axis: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.nn.log_softmax` with the arguments of 2.x."""
def logical_and(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x and y, element by element."""
def logical_not(x: _Any, name: _str | None = ...) -> _Tensor:
    """not x, element by element."""
def logical_or(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x or y, element by element."""
def maximum(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """The greater of x and y."""
def minimum(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """The smaller of x and y."""
def mod(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """The remainder of floor division; it has the sign of y."""
def multiply(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x * y, element by element."""
def negative(x: _TensorLike_4, name: _str | None = ...) -> _Any:
    """-x, element by element."""
def nextafter(x1: _Any, x2: _Any, name: _str | None = ...) -> _Tensor:
    """The next number from x1 toward x2."""
def not_equal(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x != y, element by element."""
def polygamma(a: _Any, x: _Any, name: _str | None = ...) -> _Tensor:
    """The derivative of order `a` of digamma, at `x`."""
def reciprocal(x: _Any, name: _str | None = ...) -> _Tensor:
    """1 / x, element by element."""
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
def rint(x: _Any, name: _str | None = ...) -> _Tensor:
    """The nearest integers; halves go to the even one."""
def rsqrt(x: _Any, name: _str | None = ...) -> _Tensor:
    """1 / sqrt(x), element by element."""
def scalar_mul(scalar: _Any, x: _Any, name: _str | None = ...) -> _Any:
    """`tf.scalar_mul` with the arguments of 2.x."""
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
def sigmoid(x: _Any, name: _str | None = ...) -> _Tensor:
    """1 / (1 + exp(-x))."""
def sign(x: _TensorLike_4, name: _str | None = ...) -> _Any:
    """-1, 0 or 1 for negative, zero and positive elements; x / |x| if complex."""
def sin(x: _Any, name: _str | None = ...) -> _Tensor:
    """The sine of each element."""
def sinh(x: _Any, name: _str | None = ...) -> _Tensor:
    """The hyperbolic sine of each element."""
def softmax(logits: _Any, axis: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.nn.softmax` with the arguments of 2.x."""
def softplus(features: _Any, name: _str | None = ...) -> _Tensor:
    """log(1 + exp(x)), without overflow."""
def softsign(features: _Any, name: _str | None = ...) -> _Tensor:
    """x / (1 + |x|)."""
def sqrt(x: _TensorLike_4, name: _str | None = ...) -> _Any:
    """The square root of each element."""
def square(x: _TensorLike_4, name: _str | None = ...) -> _Any:
    """x * x, element by element."""
def squared_difference(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """(x - y)^2, element by element."""
def subtract(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x - y, element by element."""
def tan(x: _Any, name: _str | None = ...) -> _Tensor:
    """The tangent of each element."""
def tanh(x: _TensorLike_4, name: _str | None = ...) -> _Any:
    """The hyperbolic tangent of each element."""
def unsorted_segment_max(data: _Any, segment_ids: _Any, num_segments: _Any, name: _str | None = ...) -> _Tensor:
    """The greatest element of each segment of rows; rows with a negative id are left out, empty segments are the type's least number."""
def unsorted_segment_min(data: _Any, segment_ids: _Any, num_segments: _Any, name: _str | None = ...) -> _Tensor:
    """The least element of each segment of rows; rows with a negative id are left out, empty segments are the type's greatest number."""
def unsorted_segment_prod(data: _Any, segment_ids: _Any, num_segments: _Any, name: _str | None = ...) -> _Tensor:
    """The product of each segment of rows; rows with a negative id are left out, empty segments are 1."""
def unsorted_segment_sum(data: _Any, segment_ids: _Any, num_segments: _Any, name: _str | None = ...) -> _Tensor:
    """The sum of each segment of rows; rows with a negative id are left out, empty segments are 0."""
def xdivy(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x / y, and 0 where x is 0."""
def xlogy(x: _Any, y: _Any, name: _str | None = ...) -> _Tensor:
    """x * log(y), and 0 where x is 0."""
def zeta(x: _Any, q: _Any, name: _str | None = ...) -> _Tensor:
    """The Hurwitz zeta function: the sum of (q + n)^-x."""

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
