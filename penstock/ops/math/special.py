"""Special functions: error and gamma functions, the incomplete beta function, zeta, Bessel functions.

The computations are in `ops/math/special_kernels.py`, because NumPy lacks them; here are operations, gradients and names.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.inference import Context
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import Array, TensorLike
from penstock.ops.common.definitions import explain, function, sparse_aware
from penstock.ops.common.gradient_helpers import constant_like, select, unbroadcast, zeros_like
from penstock.ops.math import special_kernels as backend

# -- kernels --------------------------------------------------------------------------------------------


def _register(op_type: str, name: str, inputs: int) -> None:
    def one(xp: ModuleType, x: Array) -> Any:
        return backend.call(xp, name, x)

    def two(xp: ModuleType, a: Array, x: Array) -> Any:
        explain(a, x)
        return backend.call(xp, name, a, x)

    op(op_type, shape=rule.same if inputs == 1 else rule.broadcast)(one if inputs == 1 else two)


for _op_type, _name, _inputs in (
    ("Erf", "erf", 1),
    ("Erfc", "erfc", 1),
    ("Lgamma", "lgamma", 1),
    ("Digamma", "digamma", 1),
    ("BesselI0e", "bessel_i0e", 1),
    ("BesselI1e", "bessel_i1e", 1),
    ("Igamma", "igamma", 2),
    ("Igammac", "igammac", 2),
    ("IgammaGradA", "igamma_grad_a", 2),
    ("Zeta", "zeta", 2),
    ("Polygamma", "polygamma", 2),
):
    _register(_op_type, _name, _inputs)


def _betainc_shape(c: Context) -> list[TensorShape]:
    """Scalars go with every shape; the others must agree."""
    shape = rule.UNKNOWN
    if all(s.ndims == 0 for s in c.shapes):
        return [rule.SCALAR]
    for s in c.shapes:
        if s.ndims != 0:
            shape = rule.merge(shape, s)
    return [shape]


@op("Betainc", shape=_betainc_shape)
def _betainc(xp: ModuleType, a: Array, b: Array, x: Array) -> Any:
    explain(a, b)
    explain(a, x)
    explain(b, x)
    return backend.call(xp, "betainc", a, b, x)


# -- gradients ------------------------------------------------------------------------------------------


@gradient("Erf")
def _erf_gradient(op: Operation, d: Tensor) -> Tensor:
    x = op.inputs[0]
    return d * constant_like(2 / np.sqrt(np.pi), d) * apply("Exp", x=-apply("Square", x=x))


@gradient("Erfc")
def _erfc_gradient(op: Operation, d: Tensor) -> Tensor:
    x = op.inputs[0]
    return d * constant_like(-2 / np.sqrt(np.pi), d) * apply("Exp", x=-apply("Square", x=x))


@gradient("Lgamma")
def _lgamma_gradient(op: Operation, d: Tensor) -> Tensor:
    return d * apply("Digamma", x=op.inputs[0])


@gradient("Digamma")
def _digamma_gradient(op: Operation, d: Tensor) -> Tensor:
    x = op.inputs[0]
    return d * apply("Polygamma", a=constant_like(1, x), x=x)


@gradient("BesselI0e")
def _bessel_i0e_gradient(op: Operation, d: Tensor) -> Tensor:
    x = op.inputs[0]
    return d * (apply("BesselI1e", x=x) - apply("Sign", x=x) * op.outputs[0])


@gradient("BesselI1e")
def _bessel_i1e_gradient(op: Operation, d: Tensor) -> Tensor:
    x, y = op.inputs[0], op.outputs[0]
    # At 0 the formula divides 0 by 0; its limit there is 1/2.
    zeros = zeros_like(x)
    at_zero = apply("Equal", x=x, y=zeros)
    safe = select(at_zero, apply("OnesLike", x=x), x)
    slope = apply("BesselI0e", x=safe) - y * (apply("Sign", x=safe) + apply("Reciprocal", x=safe))
    return d * select(at_zero, zeros + constant_like(0.5, x), slope)


@gradient("Igamma")
def _igamma_gradient(op: Operation, d: Tensor) -> tuple[Tensor, Tensor]:
    a, x = op.inputs
    by_x = apply("Exp", x=-x + (a - 1) * apply("Log", x=x) - apply("Lgamma", x=a))
    return unbroadcast(a, x, d * apply("IgammaGradA", a=a, x=x), d * by_x)


@gradient("Igammac")
def _igammac_gradient(op: Operation, d: Tensor) -> tuple[Tensor, Tensor]:
    by_a, by_x = _igamma_gradient(op, d)
    return -by_a, -by_x


@gradient("Betainc")
def _betainc_gradient(op: Operation, d: Tensor) -> tuple[None, None, Tensor]:
    a, b, x = op.inputs
    log_beta = apply("Lgamma", x=a) + apply("Lgamma", x=b) - apply("Lgamma", x=a + b)
    density = apply("Exp", x=(b - 1) * apply("Log1p", x=-x) + (a - 1) * apply("Log", x=x) - log_beta)
    return None, None, unbroadcast(x, a + b, density * d, density * d)[0]


@gradient("Zeta")
def _zeta_gradient(op: Operation, d: Tensor) -> tuple[None, Tensor]:
    x, q = op.inputs
    by_q = -x * apply("Zeta", x=x + 1, q=q) * d
    return None, unbroadcast(x, q, by_q, by_q)[1]


@gradient("Polygamma")
def _polygamma_gradient(op: Operation, d: Tensor) -> tuple[None, Tensor]:
    n, x = op.inputs
    by_x = apply("Polygamma", a=n + 1, x=x) * d
    return None, unbroadcast(n, x, by_x, by_x)[1]


# -- public functions -------------------------------------------------------------------------------------

# What the docstrings show: an expression, and its value (the second table: to 3 digits).
_EXACT = {
    "Betainc": ("tf.betainc(2.0, 1.0, [0.0, 0.5, 1.0])", "[0.  , 0.25, 1.  ]"),
}
_ROUNDED = {
    "Erf": ("tf.erf([0.0, 1.0])", "[0.   , 0.843]"),
    "Erfc": ("tf.erfc([0.0, 1.0])", "[1.   , 0.157]"),
    "Lgamma": ("tf.lgamma([1.0, 4.0])", "[0.   , 1.792]"),
    "Digamma": ("tf.digamma([1.0, 2.0])", "[-0.577,  0.423]"),
    "Igamma": ("tf.igamma(1.0, [0.0, 1.0])", "[0.   , 0.632]"),
    "Igammac": ("tf.igammac(1.0, [0.0, 1.0])", "[1.   , 0.368]"),
    "Zeta": ("tf.zeta(2.0, [1.0, 2.0])", "[1.645, 0.645]"),
    "Polygamma": ("tf.polygamma([0.0, 1.0], 1.0)", "[-0.577,  1.645]"),
    "BesselI0e": ("tf.math.bessel_i0e([0.0, 1.0])", "[1.   , 0.466]"),
    "BesselI1e": ("tf.math.bessel_i1e([0.0, 1.0])", "[0.   , 0.208]"),
}


def _function(op_type: str, summary: str, *parameters: str) -> Callable:
    """A public function with its example."""
    call, value = _EXACT.get(op_type) or _ROUNDED[op_type]
    digits = ".round(3)" if op_type in _ROUNDED else ""
    shown = f">>> tf.Session().run({call}){digits}\narray({value}, dtype=float32)"
    return function(op_type, summary, *parameters, example=shown)


erf = export("erf", "math.erf")(sparse_aware(_function("Erf", "The error function of each element.", "x")))
erfc = export("erfc", "math.erfc")(_function("Erfc", "1 - erf(x), exact where erf is near 1.", "x"))
lgamma = export("lgamma", "math.lgamma")(_function("Lgamma", "log(|gamma(x)|), element by element.", "x"))
digamma = export("digamma", "math.digamma")(_function("Digamma", "The derivative of log(gamma(x)).", "x"))
igamma = export("igamma", "math.igamma")(
    _function("Igamma", "The lower regularized incomplete gamma function P(a, x).", "a", "x")
)
igammac = export("igammac", "math.igammac")(
    _function("Igammac", "The upper regularized incomplete gamma function Q(a, x).", "a", "x")
)
zeta = export("zeta", "math.zeta")(_function("Zeta", "The Hurwitz zeta function: the sum of (q + n)^-x.", "x", "q"))
polygamma = export("polygamma", "math.polygamma")(
    _function("Polygamma", "The derivative of order `a` of digamma, at `x`.", "a", "x")
)
betainc = export("betainc", "math.betainc")(
    _function("Betainc", "The regularized incomplete beta function I_x(a, b).", "a", "b", "x")
)
bessel_i0e = export("math.bessel_i0e")(
    _function("BesselI0e", "exp(-|x|) times the modified Bessel function of order 0.", "x")
)
bessel_i1e = export("math.bessel_i1e")(
    _function("BesselI1e", "exp(-|x|) times the modified Bessel function of order 1.", "x")
)


@export("math.bessel_i0")
def bessel_i0(x: TensorLike, name: str | None = None) -> Tensor:
    """The modified Bessel function of order 0.

    Args:
      x: a tensor of floating-point numbers.
      name: a name for the operations.

    >>> import penstock as tf
    >>> tf.Session().run(tf.math.bessel_i0([0.0, 1.0])).round(3)
    array([1.   , 1.266], dtype=float32)
    """
    with name_scope(name, "bessel_i0", [x]):
        return apply("Exp", x=find("abs")(x)) * bessel_i0e(x)


@export("math.bessel_i1")
def bessel_i1(x: TensorLike, name: str | None = None) -> Tensor:
    """The modified Bessel function of order 1.

    Args:
      x: a tensor of floating-point numbers.
      name: a name for the operations.

    >>> import penstock as tf
    >>> tf.Session().run(tf.math.bessel_i1([0.0, 1.0])).round(3)
    array([0.   , 0.565], dtype=float32)
    """
    with name_scope(name, "bessel_i1", [x]):
        return apply("Exp", x=find("abs")(x)) * bessel_i1e(x)


@export("lbeta", "math.lbeta")
def lbeta(x: TensorLike, name: str | None = None) -> Tensor:
    """log(|Beta(x)|) over the last axis: the sum of lgamma less lgamma of the sum.

    Args:
      x: a tensor of rank 1 or more.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.exp(tf.lbeta([2.0, 3.0]))).round(4)  # Beta(2, 3) is 1 / 12
    np.float32(0.0833)
    """
    with name_scope(name, "lbeta", [x]):
        x = convert_to_tensor(x, name="x")
        logs = apply("Sum", input=apply("Lgamma", x=x), reduction_indices=[-1])
        total = apply("Lgamma", x=apply("Sum", input=x, reduction_indices=[-1]))
        return logs - total


@export("math.polyval")
def polyval(coeffs: Any, x: TensorLike, name: str | None = None) -> Tensor:
    """The value of a polynomial at each element of `x`.

    Args:
      coeffs: a list of numbers or tensors; the first belongs to the highest power.
      x: a tensor.
      name: a name for the operations.

    >>> import penstock as tf
    >>> tf.Session().run(tf.math.polyval([1.0, 0.0, -1.0], 3.0))
    np.float32(8.0)
    """
    with name_scope(name, "polyval", [*coeffs, x]):
        x = convert_to_tensor(x, name="x")
        if not len(coeffs):
            return zeros_like(x)
        terms = [convert_to_tensor(c, x.dtype.base_dtype, name=f"coeff_{i}") for i, c in enumerate(coeffs)]
        value = terms[0]
        for term in terms[1:]:
            value = term + value * x
        return value
