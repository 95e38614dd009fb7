"""Conversion between element types: the Cast operation, `tf.cast`, `tf.saturate_cast` and `tf.to_float` and its kin.

Floating-point numbers that an integer type cannot hold become what the CPU's conversion instruction gives, in both
tiers: XLA saturates by itself, so the compiled tier puts the same value in.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.composite import IndexedSlices, SparseTensor
from penstock.graph.convert import constant, convert_to_tensor
from penstock.graph.dtypes import DType
from penstock.graph.graph import name_scope
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import gradient, op
from penstock.graph.typing import Array, DTypeLike, TensorLike
from penstock.util import deprecation

# -- kernel ---------------------------------------------------------------------------------------------

# Mantissa bits; a cast with Truncate drops the bits that the result has no room for.
_MANTISSA = {np.dtype(np.float64): 52, np.dtype(np.float32): 23, np.dtype(np.float16): 10}
_MANTISSA[dtypes.bfloat16.storage] = 7


@op("Cast", shape=rule.same)
def _cast(xp: ModuleType, x: Array, *, SrcT: DType, DstT: DType, Truncate: bool) -> Any:  # noqa: N803 - names of attributes
    source, target = SrcT.storage, DstT.storage
    if source == target:
        return x[...]
    if SrcT.name == "string" or DstT.name == "string":
        names = (dtypes.type_text(t) for t in (SrcT, DstT))
        raise errors.UnimplementedError(None, None, "Cast {} to {} is not supported".format(*names))
    if SrcT.is_complex and not DstT.is_complex:
        x = x.real
        source = x.dtype
    if DstT.is_bool:
        return x != source.type(0)
    if source in _MANTISSA:
        if target.kind in "iu":
            return _float_to_int(xp, x, target)
        if Truncate and target in _MANTISSA and _MANTISSA[target] < _MANTISSA[source]:
            x = _without_low_bits(xp, x, _MANTISSA[source] - _MANTISSA[target])
    return x.astype(target)


def _float_to_int(xp: ModuleType, x: Array, target: np.dtype) -> Any:
    """As cvttss2si and its relatives: what does not fit becomes the smallest number, then high bits are dropped."""
    if target.itemsize < 4:
        return _float_to_signed(xp, x, np.int32).astype(target)
    if target == np.uint32:
        return _float_to_signed(xp, x, np.int64).astype(target)
    if target == np.uint64:
        if xp is np:
            return x.astype(target)
        wide = x if x.dtype.itemsize > 2 else x.astype(np.float32)  # float16 ends before 2**63
        big = wide >= 2.0**63
        low = _float_to_signed(xp, xp.where(big, wide - 2.0**63, wide), np.int64).astype(np.uint64)
        return xp.where(big, low ^ np.uint64(2**63), low)
    return _float_to_signed(xp, x, target)


def _float_to_signed(xp: ModuleType, x: Array, target: Array) -> Any:
    converted = x.astype(target)
    if xp is np:
        return converted
    info = np.iinfo(target)
    limit = 2.0 ** (info.bits - 1)
    wide = x if x.dtype.itemsize > 2 else x.astype(np.float32)
    return xp.where((wide >= -limit) & (wide < limit), converted, np.array(info.min, target))


def _without_low_bits(xp: ModuleType, x: Array, count: int) -> Any:
    bits = np.dtype(f"u{x.dtype.itemsize}").type
    kept = (x.view(bits) & ~bits((1 << count) - 1)).view(x.dtype)
    return xp.where(xp.isnan(x), x, kept)


_DIFFERENTIABLE = {
    dtypes.float16,
    dtypes.float32,
    dtypes.float64,
    dtypes.bfloat16,
    dtypes.complex64,
    dtypes.complex128,
}


@gradient("Cast")
def _cast_gradient(op: Operation, d: Tensor) -> Tensor | None:
    source, target = op.inputs[0].dtype.base_dtype, d.dtype.base_dtype
    if source in _DIFFERENTIABLE and target in _DIFFERENTIABLE:
        return cast(d, source)
    return None


# -- public functions -------------------------------------------------------------------------------------


@export("cast", "dtypes.cast")
def cast(x: TensorLike, dtype: DTypeLike, name: str | None = None) -> Any:
    """Converts the elements of a tensor to another type.

    Args:
      x: a Tensor, SparseTensor or IndexedSlices.
      dtype: the new type. Floating-point numbers lose their fraction when they become integers.
      name: a name for the operation.

    Returns:
      The converted tensor; `x` itself if it has the type already.

    Raises:
      TypeError: if `x` cannot be cast to the `dtype`.

    >>> import penstock as tf
    >>> tf.Session().run(tf.cast([1.8, 2.2], tf.int32))
    array([1, 2], dtype=int32)
    """
    base = dtypes.as_dtype(dtype).base_dtype
    if isinstance(x, Tensor) and x.dtype.base_dtype is base:
        return convert_to_tensor(x)
    with name_scope(name, "Cast", [x]) as scope:
        if isinstance(x, SparseTensor):
            return SparseTensor(x.indices, cast(x.values, base, scope), x.dense_shape)
        if isinstance(x, IndexedSlices):
            return IndexedSlices(cast(x.values, base, scope), x.indices, x.dense_shape)
        x = convert_to_tensor(x, name="x")
        if x.dtype.base_dtype is base:
            return x
        return apply("Cast", scope, x=x, DstT=base)


@export("saturate_cast", "dtypes.saturate_cast")
def saturate_cast(value: TensorLike, dtype: DTypeLike, name: str | None = None) -> Tensor:
    """As `tf.cast`, but values out of range become the nearest value that the type can hold.

    Args:
      value: the tensor.
      dtype: the type of the result.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.saturate_cast([-3.0, 300.0], tf.uint8))
    array([  0, 255], dtype=uint8)
    """
    with name_scope(name, "saturate_cast", [value]) as scope:
        value = convert_to_tensor(value, name="value")
        target = dtypes.as_dtype(dtype).base_dtype
        source = value.dtype.base_dtype
        low, high = _exact(target.min), _exact(target.max)
        lowest, highest = _exact(source.min), _exact(source.max)
        if not source.is_floating and source not in (dtypes.int32, dtypes.int64):
            # 1.15 has no Maximum and Minimum of such types, and fails.
            if lowest < low or highest > high:
                least, most = constant(max(low, lowest), source), constant(min(high, highest), source)
                value = apply("ClipByValue", t=value, clip_value_min=least, clip_value_max=most)
        else:
            if lowest < low:
                value = apply("Maximum", x=value, y=constant(_inside(low, source), source, name="min"))
            if highest > high:
                value = apply("Minimum", x=value, y=constant(_inside(high, source), source, name="max"))
        return cast(value, target, scope)


def _exact(bound: Any) -> int | float:
    return int(bound) if isinstance(bound, (int, np.integer)) else float(bound)


def _inside(bound: int | float, dtype: DType) -> Any:
    """The number of type `dtype` nearest to `bound` that is not beyond it: float32 has no 2**31 - 1."""
    near = dtype.as_numpy_dtype(bound)
    if dtype.is_floating and abs(float(near)) > abs(bound):
        near = np.nextafter(near, dtype.as_numpy_dtype(0))
    return near


def _converter(spelling: str, title: str, dtype: DType, shown: str) -> Callable:
    @deprecation.deprecated(None, "Use `tf.cast` instead.")
    def convert(x: TensorLike, name: str = title) -> Any:
        return cast(x, dtype, name=name)

    convert.__name__ = convert.__qualname__ = spelling
    convert.__doc__ = f"""Casts a tensor to type `{dtype.name}`; use `tf.cast` instead.

    Args:
      x: a Tensor, SparseTensor or IndexedSlices.
      name: a name for the operation.

    Raises:
      TypeError: if `x` cannot be cast.

    >>> import penstock as tf
    >>> tf.Session().run(tf.{spelling}([1.75, -2.5])).tolist()
    {shown}
    """
    return convert


to_float = export("to_float")(_converter("to_float", "ToFloat", dtypes.float32, "[1.75, -2.5]"))
to_double = export("to_double")(_converter("to_double", "ToDouble", dtypes.float64, "[1.75, -2.5]"))
to_int32 = export("to_int32")(_converter("to_int32", "ToInt32", dtypes.int32, "[1, -2]"))
to_int64 = export("to_int64")(_converter("to_int64", "ToInt64", dtypes.int64, "[1, -2]"))
to_bfloat16 = export("to_bfloat16")(_converter("to_bfloat16", "ToBFloat16", dtypes.bfloat16, "[1.75, -2.5]"))
to_complex64 = export("to_complex64")(
    _converter("to_complex64", "ToComplex64", dtypes.complex64, "[(1.75+0j), (-2.5+0j)]")
)
to_complex128 = export("to_complex128")(
    _converter("to_complex128", "ToComplex128", dtypes.complex128, "[(1.75+0j), (-2.5+0j)]")
)
