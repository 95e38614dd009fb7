"""XLA's operations by their names in XLA: `tensorflow.compiler.tf2xla.python.xla`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from penstock._namespace import find
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike
from penstock.ops.arrays import xla_operations  # noqa: F401 - declares the operations

_UNARY = """abs conj cos ceil digamma erf erfc exp expm1 floor imag is_finite lgamma log log1p logical_not neg real round
    sin sign tanh""".split()
_NAMES_HERE = {
    "ceil": "math.ceil",
    "neg": "negative",
    "log": "math.log",
    "log1p": "math.log1p",
    "lgamma": "math.lgamma",
}
_BINARY = {
    "add": "add",
    "sub": "subtract",
    "mul": "multiply",
    "div": "div",
    "rem": "truncatemod",
    "max": "maximum",
    "min": "minimum",
    "atan2": "atan2",
    "complex": "complex",
    "logical_and": "logical_and",
    "logical_or": "logical_or",
    "logical_xor": "logical_xor",
    "eq": "equal",
    "ne": "not_equal",
    "ge": "greater_equal",
    "gt": "greater",
    "le": "less_equal",
    "lt": "less",
    "pow": "pow",
    "shift_left": "bitwise.left_shift",
}
_OTHERS = """bitcast_convert_type broadcast clamp concatenate convert_element_type dot dynamic_slice dynamic_update_slice
    key_value_sort pad random_normal random_uniform recv replica_id reshape rev select send shift_right_arithmetic
    shift_right_logical slice sort transpose""".split()
__all__ = sorted([*_UNARY, *_BINARY, *_OTHERS])  # noqa: PLE0605


def _unary(name: str) -> Callable:
    def function(x: object, name: str | None = None) -> Tensor:
        return find(public)(x, name=name)

    public = _NAMES_HERE.get(name, name)
    try:
        find(public)
    except AttributeError:
        public = f"math.{name}"
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"As `tf.{public}`."
    return function


def _broadcasting(name: str, compute: Callable, doc: str) -> Callable:
    """A function of two tensors, of which one may have fewer dimensions: those that `broadcast_dims` lists."""

    def function(x: object, y: object, broadcast_dims: Sequence[int] | None = None, name: str | None = None) -> Tensor:
        dims = find("constant")(list(broadcast_dims or ()), dtypes.int64)
        wide = apply("XlaBroadcastHelper", lhs=x, rhs=y, broadcast_dims=dims)
        return compute(*wide, name=name)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc
    return function


def _shifted(x: Tensor, y: Tensor, signed: bool, name: str | None) -> Tensor:
    """A shift to the right of numbers as signed or unsigned ones, whatever their type."""
    bare = x.dtype.name.removeprefix("u")
    wanted = dtypes.as_dtype(bare if signed else f"u{bare}")
    cast = find("cast")
    return cast(find("bitwise.right_shift")(cast(x, wanted), cast(y, wanted), name=name), x.dtype)


for _name in _UNARY:
    globals()[_name] = _unary(_name)
for _name, _public in _BINARY.items():
    globals()[_name] = _broadcasting(
        _name, lambda x, y, name=None, _public=_public: find(_public)(x, y, name=name), f"As `tf.{_public}`."
    )
shift_right_logical = _broadcasting(
    "shift_right_logical",
    lambda x, y, name=None: _shifted(x, y, False, name),
    "A shift to the right that fills with zeros.",
)
shift_right_arithmetic = _broadcasting(
    "shift_right_arithmetic",
    lambda x, y, name=None: _shifted(x, y, True, name),
    "A shift to the right that keeps the sign.",
)


def transpose(x: object, y: object, name: str | None = None) -> Tensor:
    """A tensor with its dimensions in another order."""
    return find("transpose")(x, y, name=name)


def rev(x: object, y: object, name: str | None = None) -> Tensor:
    """A tensor reversed along dimensions."""
    return find("reverse")(x, y, name=name)


def bitcast_convert_type(input: TensorLike, type: object, name: str | None = None) -> Tensor:
    """The bits of a tensor as another type."""
    return find("bitcast")(input, type, name=name)


def broadcast(x: Any, dims: Sequence[int], name: str | None = None) -> Tensor:
    """A tensor repeated along new dimensions before its own."""
    x = find("convert_to_tensor")(x)
    return find("broadcast_to")(x, find("concat")([list(dims), find("shape")(x)], axis=0), name=name)


def clamp(a: Any, x: Any, b: Any, name: str | None = None) -> Tensor:
    """A tensor with values between `a` and `b`."""
    return globals()["min"](globals()["max"](a, x, name=name), b, name=name)


def concatenate(values: Sequence[Any], axis: int, name: str = "concat") -> Tensor:
    """Tensors one after the other along a dimension."""
    return find("concat")(values, axis, name)


def convert_element_type(x: object, dtype: DTypeLike, name: str | None = None) -> Tensor:
    """A tensor with values of another type."""
    return find("cast")(x, dtype, name)


def dot(lhs: object, rhs: object, name: str | None = None) -> Tensor:
    """The products of rows of one tensor and columns of another."""
    return find("tensordot")(lhs, rhs, axes=1, name=name)


def dynamic_slice(input: TensorLike, start_indices: object, size_indices: object, name: str | None = None) -> Tensor:
    """A part of a tensor; the start is moved so that the part is inside."""
    return apply("XlaDynamicSlice", name, input=input, start_indices=start_indices, size_indices=size_indices)


def dynamic_update_slice(input: TensorLike, update: object, indices: TensorLike, name: str | None = None) -> Tensor:
    """A tensor with another part; the start is moved so that the part is inside."""
    return apply("XlaDynamicUpdateSlice", name, input=input, update=update, indices=indices)


def pad(
    input: TensorLike,
    padding_value: object,
    padding_low: object,
    padding_high: object,
    padding_interior: object,
    name: str | None = None,
) -> Tensor:
    """A tensor with more elements before, after and between its own; negative numbers take elements away."""
    return apply(
        "XlaPad",
        name,
        input=input,
        padding_value=padding_value,
        padding_low=padding_low,
        padding_high=padding_high,
        padding_interior=padding_interior,
    )


def random_normal(mu: Any, sigma: object, dims: object, name: str | None = None) -> Tensor:
    """Random numbers of a normal distribution."""
    mu = find("convert_to_tensor")(mu)
    return find("random_normal")(dims, mean=mu, stddev=sigma, dtype=mu.dtype, name=name)


def random_uniform(minval: Any, maxval: object, dims: object, name: str | None = None) -> Tensor:
    """Random numbers between two values."""
    minval = find("convert_to_tensor")(minval)
    return find("random_uniform")(dims, minval, maxval, dtype=minval.dtype, name=name)


def reshape(x: Any, new_sizes: object, dimensions: object = None, name: str | None = None) -> Tensor:
    """A tensor with another shape, its dimensions first brought into another order."""
    if dimensions is not None:
        x = find("transpose")(x, dimensions)
    return find("reshape")(x, new_sizes, name=name)


def select(condition: TensorLike, x: object, y: object, name: str | None = None) -> Tensor:
    """The elements of one tensor where a condition holds, of another where it does not."""
    return find("where")(condition, x, y, name)


def slice(x: Tensor, start_dims: Sequence[int], limit_dims: Sequence[int], strides: Sequence[int]) -> Tensor:
    """A part of a tensor from starts to limits, by steps."""
    import builtins

    return x[tuple(map(builtins.slice, start_dims, limit_dims, strides))]


def sort(input: TensorLike, name: str | None = None) -> Tensor:
    """A tensor sorted along its last dimension."""
    return apply("XlaSort", name, input=input)


def key_value_sort(keys: TensorLike, values: object, name: str | None = None) -> Any:
    """Keys sorted along their last dimension, and values in the same order."""
    return apply("XlaKeyValueSort", name, keys=keys, values=values)


def replica_id(name: str | None = None) -> Tensor:
    """The number of this replica: 0."""
    return apply("XlaReplicaId", name)


def send(tensor: TensorLike, tensor_name: str, name: str | None = None) -> Operation:
    """Gives a tensor to another computation of XLA; no run here can."""
    return apply("XlaSend", name, tensor=tensor, tensor_name=tensor_name)


def recv(dtype: DTypeLike, tensor_name: str, shape: ShapeLike, name: str | None = None) -> Tensor:
    """Takes a tensor of another computation of XLA; no run here can."""
    return apply("XlaRecv", name, dtype=dtype, tensor_name=tensor_name, shape=shape)
