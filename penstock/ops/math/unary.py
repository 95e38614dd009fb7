"""Functions of one tensor, element by element: signs, powers, exponentials, trigonometry, rounding, tests.

Kernels, gradients and public functions of each family stand together. Complex inputs follow 1.x: the gradient uses the
conjugate of the derivative.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.composite import SparseTensor
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import get_default_graph, name_scope
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import gradient, no_gradient, op
from penstock.graph.typing import Array, TensorLike
from penstock.ops.backend import lax
from penstock.ops.common.definitions import function, sparse_aware, unary
from penstock.ops.common.gradient_helpers import conj, constant_like, zeros_like
from penstock.ops.math import vectorized

# -- kernels --------------------------------------------------------------------------------------------

for _name, _ufunc in {
    "Abs": np.abs,
    "Neg": np.negative,
    "Square": np.square,
    "Exp": np.exp,
    "Expm1": np.expm1,
    "Log": np.log,
    "Log1p": np.log1p,
    "Sinh": np.sinh,
    "Cosh": np.cosh,
    "Tanh": np.tanh,
    "Asinh": np.arcsinh,
    "Acosh": np.arccosh,
    "Atanh": np.arctanh,
    "Floor": np.floor,
    "Ceil": np.ceil,
    "Rint": np.rint,
    "IsNan": np.isnan,
    "IsInf": np.isinf,
    "IsFinite": np.isfinite,
    "LogicalNot": np.logical_not,
}.items():
    unary(_name, _ufunc)


@op("Sqrt", shape=rule.same)
def _sqrt(xp: ModuleType, x: Array) -> Any:
    return lax.complex_root(x) if xp is not np and x.dtype.kind == "c" else xp.sqrt(x)


# The compiled tier has these in a form that is fast for large arrays.
for _name, _ufunc, _fast in (
    ("Sin", np.sin, vectorized.sin),
    ("Cos", np.cos, vectorized.cos),
):
    unary(_name, _ufunc, compiled=_fast)


def _of_floats(op_type: str, ufunc: Callable, compiled: Callable | None = None) -> None:
    """As `unary`, for operations that may be made with integers, which 1.x cannot run."""

    def kernel(xp: ModuleType, x: Array) -> Any:
        if x.dtype.kind in "iu":
            raise errors.invalid(f"{op_type} is not defined for integers, but got {x.dtype.name}.")
        return ufunc(x) if xp is np else (compiled or getattr(xp, ufunc.__name__))(x)

    op(op_type, shape=rule.same)(kernel)


def _reciprocal(x: Any) -> Any:
    """1 / x in the compiled tier."""
    return lax.complex_reciprocal(x) if x.dtype.kind == "c" else 1 / x


for _name, _ufunc, _compiled in (
    ("Reciprocal", np.reciprocal, _reciprocal),
    ("Inv", np.reciprocal, _reciprocal),
    ("Asin", np.arcsin, None),
    ("Acos", np.arccos, None),
    ("Tan", np.tan, vectorized.tan),
    ("Atan", np.arctan, vectorized.arctan),
):
    _of_floats(_name, _ufunc, _compiled)


@op("Sign", shape=rule.same)
def _sign(xp: ModuleType, x: Array) -> Any:
    found = xp.sign(x)
    if np.dtype(x.dtype).kind in "iuc":
        return found
    # NaN is neither negative nor positive: 0, as in 1.x, also in the gradient of a norm.
    if xp is np and x.ndim:
        found[found != found] = 0
        return found
    return xp.where(found == found, found, found.dtype.type(0))


@op("Round", shape=rule.same)
def _round(xp: ModuleType, x: Array) -> Any:
    if x.dtype.kind == "c":
        raise errors.invalid(f"Round is not defined for complex numbers, but got {x.dtype.name}.")
    # Half to even, as 1.x. NumPy's rint makes floats of integers.
    return +x if x.dtype.kind in "iu" else xp.rint(x)


@op("Rsqrt", shape=rule.same)
def _rsqrt(xp: ModuleType, x: Array) -> Any:
    if x.dtype.kind != "c":
        return 1 / np.sqrt(x) if xp is np else vectorized.reciprocal_root(x)
    root = _sqrt(xp, x)
    endless = xp.isinf(root)  # also if the other part is NaN
    return xp.where(endless, _zero_below(xp, root), 1 / xp.where(endless, x.dtype.type(1), root))


def _zero_below(xp: ModuleType, root: Any) -> Any:
    """One over an infinite complex number: a zero with its signs, the imaginary one turned."""
    real, imag = (xp.copysign(root.real.dtype.type(0), part) for part in (root.real, -root.imag))
    if xp is not np:
        return lax.complex_number(real, imag)
    zero = np.empty_like(root)
    zero.real, zero.imag = real, imag
    return zero


@op("Sigmoid", shape=rule.same)
def _sigmoid(xp: ModuleType, x: Array) -> Any:
    if xp is not np or not x.ndim:
        return 1 / (1 + xp.exp(-x))
    result = np.negative(x)
    np.exp(result, result)
    result += 1
    return np.divide(1, result, result)


# -- gradient operations: functions of the forward output y and the gradient dy ---------------------------


@op("TanhGrad", shape=rule.same)
def _tanh_grad(xp: ModuleType, y: Array, dy: Array) -> Any:
    return dy * (1 - y * y)


@op("SigmoidGrad", shape=rule.same)
def _sigmoid_grad(xp: ModuleType, y: Array, dy: Array) -> Any:
    return dy * y * (1 - y)


# 1.x gives 0 where dy is 0, though y may be infinite: sqrt at 0 inside of tf.where would otherwise spread NaN.
@op("SqrtGrad", shape=rule.same)
def _sqrt_grad(xp: ModuleType, y: Array, dy: Array) -> Any:
    c = 2 * xp.conjugate(y)
    quotient = lax.complex_quotient(dy, c) if xp is not np and dy.dtype.kind == "c" else dy / c
    return xp.where(dy == 0, dy, quotient)


@op("RsqrtGrad", shape=rule.same)
def _rsqrt_grad(xp: ModuleType, y: Array, dy: Array) -> Any:
    c = xp.conjugate(y)
    # In the order of 1.x, which decides where complex numbers are infinite.
    return xp.where(dy == 0, dy, (dy * (c * c.dtype.type(-0.5))) * (c * c))


@op(("ReciprocalGrad", "InvGrad"), shape=rule.same)
def _reciprocal_grad(xp: ModuleType, y: Array, dy: Array) -> Any:
    c = xp.conjugate(y)
    return xp.where(dy == 0, dy, -(c * c) * dy)


# -- public functions -------------------------------------------------------------------------------------

# What the docstrings show: an expression, and its value (the second table: to 3 digits).
_EXACT = {
    "Neg": ("tf.negative([1.0, -2.5])", "[-1. ,  2.5]"),
    "Sign": ("tf.sign([-2.5, 0.0, 3.0])", "[-1.,  0.,  1.]"),
    "Square": ("tf.square([-1.5, 2.0])", "[2.25, 4.  ]"),
    "Sqrt": ("tf.sqrt([4.0, 0.25])", "[2. , 0.5]"),
    "Rsqrt": ("tf.rsqrt([4.0, 0.25])", "[0.5, 2. ]"),
    "Reciprocal": ("tf.reciprocal([4.0, 0.5])", "[0.25, 2.  ]"),
    "Inv": ("tf.inv([4.0, 0.5])", "[0.25, 2.  ]"),
    "Expm1": ("tf.expm1([0.0, 1e-10])", "[0.e+00, 1.e-10]"),
    "Log1p": ("tf.log1p([0.0, 1e-10])", "[0.e+00, 1.e-10]"),
    "Floor": ("tf.floor([-1.5, 1.5])", "[-2.,  1.]"),
    "Ceil": ("tf.ceil([-1.5, 1.5])", "[-1.,  2.]"),
    "Rint": ("tf.rint([0.5, 1.5, -2.25])", "[ 0.,  2., -2.]"),
    "IsNan": ('tf.is_nan([1.0, float("inf"), float("nan")])', "[False, False,  True]"),
    "IsInf": ('tf.is_inf([1.0, float("inf"), float("nan")])', "[False,  True, False]"),
    "IsFinite": ('tf.is_finite([1.0, float("inf"), float("nan")])', "[ True, False, False]"),
    "LogicalNot": ("tf.logical_not([True, False])", "[False,  True]"),
}
_ROUNDED = {
    "Exp": ("tf.exp([0.0, 1.0])", "[1.   , 2.718]"),
    "Log": ("tf.log([1.0, 10.0])", "[0.   , 2.303]"),
    "Sin": ("tf.sin([0.0, 0.5])", "[0.   , 0.479]"),
    "Cos": ("tf.cos([0.0, 0.5])", "[1.   , 0.878]"),
    "Tan": ("tf.tan([0.0, 0.5])", "[0.   , 0.546]"),
    "Asin": ("tf.asin([0.0, 1.0])", "[0.   , 1.571]"),
    "Acos": ("tf.acos([1.0, 0.0])", "[0.   , 1.571]"),
    "Atan": ("tf.atan([0.0, 1.0])", "[0.   , 0.785]"),
    "Sinh": ("tf.sinh([0.0, 1.0])", "[0.   , 1.175]"),
    "Cosh": ("tf.cosh([0.0, 1.0])", "[1.   , 1.543]"),
    "Tanh": ("tf.tanh([0.0, 0.5])", "[0.   , 0.462]"),
    "Asinh": ("tf.asinh([0.0, 1.0])", "[0.   , 0.881]"),
    "Acosh": ("tf.acosh([1.0, 2.0])", "[0.   , 1.317]"),
    "Atanh": ("tf.atanh([0.0, 0.5])", "[0.   , 0.549]"),
    "Sigmoid": ("tf.sigmoid([0.0, 2.0])", "[0.5  , 0.881]"),
}


def _function(op_type: str, summary: str, *parameters: str) -> Callable:
    """A public function with its example."""
    call, value = _EXACT.get(op_type) or _ROUNDED[op_type]
    digits = ".round(3)" if op_type in _ROUNDED else ""
    kind = "" if "True" in value else ", dtype=float32"
    shown = f">>> tf.Session().run({call}){digits}\narray({value}{kind})"
    return function(op_type, summary, *parameters, example=shown)


negative = export("negative", "math.negative", "neg")(sparse_aware(_function("Neg", "-x, element by element.", "x")))
sign = export("sign", "math.sign")(
    sparse_aware(_function("Sign", "-1, 0 or 1 for negative, zero and positive elements; x / |x| if complex.", "x"))
)
square = export("square", "math.square")(sparse_aware(_function("Square", "x * x, element by element.", "x")))
sqrt = export("sqrt", "math.sqrt")(sparse_aware(_function("Sqrt", "The square root of each element.", "x")))
rsqrt = export("rsqrt", "math.rsqrt")(_function("Rsqrt", "1 / sqrt(x), element by element.", "x"))
reciprocal = export("reciprocal", "math.reciprocal")(_function("Reciprocal", "1 / x, element by element.", "x"))
inv = export("inv")(_function("Inv", "1 / x, element by element (the name of 0.9).", "x"))
exp = export("exp", "math.exp")(_function("Exp", "e to the power of each element.", "x"))
expm1 = export("expm1", "math.expm1")(_function("Expm1", "exp(x) - 1, exact for small x.", "x"))
log = export("log", "math.log")(_function("Log", "The natural logarithm of each element.", "x"))
log1p = export("log1p", "math.log1p")(_function("Log1p", "log(1 + x), exact for small x.", "x"))
sin = export("sin", "math.sin")(_function("Sin", "The sine of each element.", "x"))
cos = export("cos", "math.cos")(_function("Cos", "The cosine of each element.", "x"))
tan = export("tan", "math.tan")(_function("Tan", "The tangent of each element.", "x"))
asin = export("asin", "math.asin")(_function("Asin", "The inverse sine of each element.", "x"))
acos = export("acos", "math.acos")(_function("Acos", "The inverse cosine of each element.", "x"))
atan = export("atan", "math.atan")(_function("Atan", "The inverse tangent of each element.", "x"))
sinh = export("sinh", "math.sinh")(_function("Sinh", "The hyperbolic sine of each element.", "x"))
cosh = export("cosh", "math.cosh")(_function("Cosh", "The hyperbolic cosine of each element.", "x"))
tanh = export("tanh", "math.tanh", "nn.tanh")(
    sparse_aware(_function("Tanh", "The hyperbolic tangent of each element.", "x"))
)
asinh = export("asinh", "math.asinh")(_function("Asinh", "The inverse hyperbolic sine of each element.", "x"))
acosh = export("acosh", "math.acosh")(_function("Acosh", "The inverse hyperbolic cosine of each element.", "x"))
atanh = export("atanh", "math.atanh")(_function("Atanh", "The inverse hyperbolic tangent of each element.", "x"))
sigmoid = export("sigmoid", "math.sigmoid", "nn.sigmoid")(_function("Sigmoid", "1 / (1 + exp(-x)).", "x"))
floor = export("floor", "math.floor")(_function("Floor", "The largest integers not greater than x.", "x"))
ceil = export("ceil", "math.ceil")(_function("Ceil", "The smallest integers not less than x.", "x"))
rint = export("rint", "math.rint")(_function("Rint", "The nearest integers; halves go to the even one.", "x"))
is_nan = export("is_nan", "math.is_nan", "debugging.is_nan")(_function("IsNan", "True where x is NaN.", "x"))
is_inf = export("is_inf", "math.is_inf", "debugging.is_inf")(_function("IsInf", "True where x is infinite.", "x"))
is_finite = export("is_finite", "math.is_finite", "debugging.is_finite")(
    _function("IsFinite", "True where x is neither infinite nor NaN.", "x")
)
logical_not = export("logical_not", "math.logical_not")(_function("LogicalNot", "not x, element by element.", "x"))


@export("abs", "math.abs")
def abs(x: TensorLike, name: str | None = None) -> Any:  # noqa: A001 - the public name
    """The absolute value of each element; of complex numbers, a real tensor.

    Args:
      x: a tensor or SparseTensor.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.abs([-2.25, 3.25]))
    array([2.25, 3.25], dtype=float32)
    """
    if isinstance(x, SparseTensor):
        get_default_graph().unique_name(name or "Abs")  # as in `sparse_aware`
        return SparseTensor(x.indices, abs(x.values, name), x.dense_shape)
    with name_scope(name, "Abs", [x]) as scope:
        x = convert_to_tensor(x, name="x")
        if x.dtype.is_complex:
            return apply("ComplexAbs", scope, x=x, Tout=x.dtype.real_dtype)
        return apply("Abs", scope, x=x)


@export("complex_abs")
def complex_abs(x: TensorLike, name: str | None = None) -> Tensor:
    """The absolute value of complex numbers (the name of 0.9; `tf.abs` takes them too).

    >>> import penstock as tf
    >>> tf.Session().run(tf.complex_abs([3 + 4j]))
    array([5.])
    """
    with name_scope(name, "ComplexAbs", [x]) as scope:
        x = convert_to_tensor(x, name="x")
        return apply("ComplexAbs", scope, x=x, Tout=x.dtype.real_dtype)


@export("round", "math.round")
def round(x: TensorLike, name: str | None = None) -> Tensor:  # noqa: A001 - the public name
    """The nearest integers, halves to even, with the type of `x`.

    >>> import penstock as tf
    >>> tf.Session().run(tf.round([0.9, 2.5, 2.3, 1.5, -4.5]))
    array([ 1.,  2.,  2.,  2., -4.], dtype=float32)
    """
    x = convert_to_tensor(x, name="x")
    if x.dtype.is_integer:
        return x
    return apply("Round", name, x=x)


# -- gradients ------------------------------------------------------------------------------------------


def _reciprocal_of(x: Tensor) -> Tensor:
    return apply("Reciprocal", x=x)


def _one_minus_square(x: Tensor) -> Tensor:
    return apply("Sub", x=constant_like(1, x), y=apply("Square", x=x))


# Operation → gradient from (conjugated input x, output gradient dy).
_FROM_INPUT = {
    "Neg": lambda x, dy: -dy,
    "Square": lambda x, dy: apply("Mul", x=dy, y=apply("Mul", x=x, y=constant_like(2, x))),
    "Expm1": lambda x, dy: dy * exp(x),
    "Log": lambda x, dy: dy * _reciprocal_of(x),
    "Log1p": lambda x, dy: dy * _reciprocal_of(1 + x),
    "Sin": lambda x, dy: dy * cos(x),
    "Cos": lambda x, dy: -dy * sin(x),
    "Tan": lambda x, dy: dy * square(_reciprocal_of(cos(x))),
    "Asin": lambda x, dy: dy * _reciprocal_of(sqrt(_one_minus_square(x))),
    "Acos": lambda x, dy: -dy * _reciprocal_of(sqrt(_one_minus_square(x))),
    "Atan": lambda x, dy: dy * _reciprocal_of(1 + square(x)),
    "Sinh": lambda x, dy: dy * cosh(x),
    "Cosh": lambda x, dy: dy * sinh(x),
    "Atanh": lambda x, dy: dy * _reciprocal_of(_one_minus_square(x)),
}
# Operation → gradient from (output y, output gradient dy); those with a Grad operation of their own use it.
_FROM_OUTPUT = {
    "Exp": lambda y, dy: dy * conj(y),
    "Sqrt": lambda y, dy: apply("SqrtGrad", y=y, dy=dy),
    "Rsqrt": lambda y, dy: apply("RsqrtGrad", y=y, dy=dy),
    "Inv": lambda y, dy: apply("ReciprocalGrad", y=y, dy=dy),
    "Reciprocal": lambda y, dy: apply("ReciprocalGrad", y=y, dy=dy),
    "Tanh": lambda y, dy: apply("TanhGrad", y=conj(y), dy=dy),
    "Sigmoid": lambda y, dy: apply("SigmoidGrad", y=conj(y), dy=dy),
    "Asinh": lambda y, dy: dy / cosh(conj(y)),
    "Acosh": lambda y, dy: dy / sinh(conj(y)),
}


def _register_gradients() -> None:
    for name, from_input in _FROM_INPUT.items():
        gradient(name)(lambda op, dy, f=from_input: f(conj(op.inputs[0]), dy))
    for name, from_output in _FROM_OUTPUT.items():
        gradient(name)(lambda op, dy, f=from_output: f(op.outputs[0], dy))


_register_gradients()


@gradient("Abs")
def _abs_gradient(op: Operation, dy: Tensor) -> Tensor:
    return dy * sign(op.inputs[0])


@gradient("Sign")
def _sign_gradient(op: Operation, dy: Tensor) -> Tensor:
    return zeros_like(op.inputs[0])


@gradient("Floor", "Ceil", "Round", "Rint")
def _step_gradient(op: Operation, dy: Tensor) -> None:
    return None


no_gradient("IsNan", "IsInf", "IsFinite", "LogicalNot")


@gradient("TanhGrad")
def _tanh_grad_gradient(op: Operation, d: Tensor) -> tuple[Tensor, Tensor]:
    y, dy = conj(op.inputs[0]), conj(op.inputs[1])
    return d * -2.0 * dy * y, apply("TanhGrad", y=y, dy=d)


@gradient("SigmoidGrad")
def _sigmoid_grad_gradient(op: Operation, d: Tensor) -> tuple[Tensor, Tensor]:
    y, dy = conj(op.inputs[0]), conj(op.inputs[1])
    product = d * dy
    return product - 2.0 * product * y, apply("SigmoidGrad", y=y, dy=d)


@gradient("SqrtGrad")
def _sqrt_grad_gradient(op: Operation, d: Tensor) -> tuple[Tensor, Tensor]:
    ratio = d / op.inputs[0]
    return -conj(ratio) * op.outputs[0], 0.5 * ratio


@gradient("RsqrtGrad")
def _rsqrt_grad_gradient(op: Operation, d: Tensor) -> tuple[Tensor, Tensor]:
    y, dy = conj(op.inputs[0]), op.inputs[1]
    return -1.5 * conj(d) * dy * square(y), apply("RsqrtGrad", y=y, dy=d)


@gradient("ReciprocalGrad", "InvGrad")
def _reciprocal_grad_gradient(op: Operation, d: Tensor) -> tuple[Tensor, Tensor]:
    y, dy = conj(op.inputs[0]), op.inputs[1]
    return conj(d) * -2.0 * dy * y, apply("ReciprocalGrad", y=y, dy=d)
