"""Complex numbers: making them, their parts, conjugate, angle and absolute value."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import gradient, op
from penstock.graph.typing import Array, TensorLike
from penstock.ops.backend import lax
from penstock.ops.common.definitions import broadcasting
from penstock.ops.common.gradient_helpers import constant_like, unbroadcast, zeros_like

# -- kernels --------------------------------------------------------------------------------------------


@broadcasting("Complex")
def _complex(xp: ModuleType, real: Array, imag: Array) -> Any:
    # Not real + 1j * imag: that turns an infinite part into NaN.
    kind = np.complex128 if real.dtype == np.float64 else np.complex64
    if xp is not np:
        return lax.complex_number(real, imag)
    made = np.empty(np.broadcast_shapes(np.shape(real), np.shape(imag)), kind)
    made.real, made.imag = real, imag
    return made


@op("Real", shape=rule.same)
def _real(xp: ModuleType, input: Array) -> Any:
    return xp.real(input)


@op("Imag", shape=rule.same)
def _imag(xp: ModuleType, input: Array) -> Any:
    return xp.imag(input)


@op("Conj", shape=rule.same)
def _conj(xp: ModuleType, input: Array) -> Any:
    return xp.conjugate(input)


@op("Angle", shape=rule.same)
def _angle(xp: ModuleType, input: Array) -> Any:
    return xp.angle(input)


@op("ComplexAbs", shape=rule.same)
def _complex_abs(xp: ModuleType, x: Array) -> Any:
    return xp.abs(x)


# -- gradients ------------------------------------------------------------------------------------------


@gradient("Complex")
def _complex_gradient(op: Operation, d: Tensor) -> tuple[Tensor, Tensor]:
    return unbroadcast(op.inputs[0], op.inputs[1], real(d), imag(d))


@gradient("Real")
def _real_gradient(op: Operation, d: Tensor) -> Tensor:
    return complex(d, constant_like(0, d))


@gradient("Imag")
def _imag_gradient(op: Operation, d: Tensor) -> Tensor:
    return complex(constant_like(0, d), d)


@gradient("Conj")
def _conj_gradient(op: Operation, d: Tensor) -> Tensor:
    return conj(d)


@gradient("Angle")
def _angle_gradient(op: Operation, d: Tensor) -> Tensor:
    x = op.inputs[0]
    turned = apply("Reciprocal", x=complex(imag(x), real(x)))
    return -complex(d, constant_like(0, d)) * turned


@gradient("ComplexAbs")
def _complex_abs_gradient(op: Operation, d: Tensor) -> Tensor:
    return complex(d, zeros_like(d)) * apply("Sign", x=op.inputs[0])


# -- public functions -------------------------------------------------------------------------------------


@export("complex", "dtypes.complex")
def complex(real: TensorLike, imag: TensorLike, name: str | None = None) -> Tensor:  # noqa: A001 - the public name
    """Complex numbers with the given real and imaginary parts.

    Args:
      real: float32 or float64.
      imag: of the same type.
      name: a name for the operation.

    Raises:
      TypeError: for other types.

    >>> import penstock as tf
    >>> tf.Session().run(tf.complex([2.25, 3.25], [4.75, 5.75]))
    array([2.25+4.75j, 3.25+5.75j], dtype=complex64)
    """
    real = convert_to_tensor(real, name="real")
    imag = convert_to_tensor(imag, name="imag", dtype_hint=real.dtype.base_dtype)
    with name_scope(name, "Complex", [real, imag]) as scope:
        kinds = (real.dtype.base_dtype, imag.dtype.base_dtype)
        if kinds == (dtypes.float64, dtypes.float64):
            result = dtypes.complex128
        elif kinds == (dtypes.float32, dtypes.float32):
            result = dtypes.complex64
        else:
            raise TypeError(f"real and imag have incorrect types: {kinds[0].name} {kinds[1].name}")
        return apply("Complex", scope, real=real, imag=imag, Tout=result)


@export("real", "math.real")
def real(input: TensorLike, name: str | None = None) -> Tensor:
    """The real part of each element; a real tensor is returned as it is.

    >>> import penstock as tf
    >>> tf.Session().run(tf.real([2.25 + 4.75j, 3.5]))
    array([2.25, 3.5 ])
    """
    with name_scope(name, "Real", [input]) as scope:
        input = convert_to_tensor(input, name="input")
        if not input.dtype.is_complex:
            return input
        return apply("Real", scope, input=input, Tout=input.dtype.real_dtype)


@export("imag", "math.imag")
def imag(input: TensorLike, name: str | None = None) -> Tensor:
    """The imaginary part of each element; zeros for a real tensor.

    >>> import penstock as tf
    >>> tf.Session().run(tf.imag([2.25 + 4.75j, 3.5]))
    array([4.75, 0.  ])
    """
    with name_scope(name, "Imag", [input]) as scope:
        input = convert_to_tensor(input, name="input")
        if not input.dtype.is_complex:
            return zeros_like(input)
        return apply("Imag", scope, input=input, Tout=input.dtype.real_dtype)


@export("angle", "math.angle")
def angle(input: TensorLike, name: str | None = None) -> Tensor:
    """The argument of each complex number; zeros for a real tensor, as in 1.15, whatever the sign.

    >>> import penstock as tf
    >>> tf.Session().run(tf.angle([1j, -1.0, 1.0])).round(4)
    array([1.5708, 3.1416, 0.    ])
    """
    with name_scope(name, "Angle", [input]) as scope:
        input = convert_to_tensor(input, name="input")
        if not input.dtype.is_complex:
            return zeros_like(input)
        return apply("Angle", scope, input=input, Tout=input.dtype.real_dtype)


@export("conj", "math.conj")
def conj(x: TensorLike, name: str | None = None) -> Tensor:
    """The complex conjugate of each element; a real tensor is returned as it is.

    Raises:
      TypeError: if `x` is not numeric.

    >>> import penstock as tf
    >>> tf.Session().run(tf.conj([2.25 + 4.75j, 3.5]))
    array([2.25-4.75j, 3.5 -0.j  ])
    """
    if isinstance(x, Tensor) and x.dtype.is_floating:
        return x
    with name_scope(name, "Conj", [x]) as scope:
        x = convert_to_tensor(x, name="x")
        if x.dtype.is_complex or x.dtype.base_dtype is dtypes.variant:
            return apply("Conj", scope, input=x)
        if x.dtype.is_floating or x.dtype.is_integer:
            return x
        raise TypeError(f"Expected numeric or variant tensor, got dtype {x.dtype!r}")
