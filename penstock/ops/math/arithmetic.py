"""Arithmetic of two tensors with broadcasting: sums, products, the divisions of 1.x, powers, and sums of many tensors.

Division by an integer zero and negative integer powers are errors, as in 1.x; everything else follows IEEE or wraps.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.composite import IndexedSlices
from penstock.graph.convert import convert_n_to_tensor_or_indexed_slices, convert_to_tensor
from penstock.graph.graph import counted_as, name_scope
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import check, gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import Array, DTypeLike, NestedTensors, ShapeLike, TensorLike
from penstock.ops.common.definitions import binary, binary_operator, brackets, broadcasting, function, function_of_two
from penstock.ops.common.gradient_helpers import conj, ones_where_nonzero, select, unbroadcast, zeros_like
from penstock.ops.control import tensor_list_values as lists
from penstock.ops.math import vectorized

# -- kernels --------------------------------------------------------------------------------------------

binary_operator("AddV2", operator.add)
binary_operator("Sub", operator.sub)
binary_operator("Mul", operator.mul)
binary("Atan2", np.arctan2, compiled=vectorized.arctan2)
binary("NextAfter", np.nextafter)


# As in 1.x the first is taken unless the second is beyond it: what is no number stays if it is the first, and is passed over if
# it is the second.
@broadcasting("Maximum")
def _maximum(xp: ModuleType, x: Array, y: Array) -> Any:
    return xp.maximum(x, y) if x.dtype.kind in "iu" else xp.where(x < y, y, x)


@broadcasting("Minimum")
def _minimum(xp: ModuleType, x: Array, y: Array) -> Any:
    return xp.minimum(x, y) if x.dtype.kind in "iu" else xp.where(y < x, y, x)


@broadcasting("Add")
def _add(xp: ModuleType, x: Array, y: Array) -> Any:
    result = x + y
    # A 0-d array of strings gives up its element.
    return np.array(result, object) if type(result) is bytes else result


@broadcasting("MulNoNan")
def _mul_no_nan(xp: ModuleType, x: Array, y: Array) -> Any:
    return xp.where(y == 0, y.dtype.type(0), x * y)


@broadcasting("Xlogy")
def _xlogy(xp: ModuleType, x: Array, y: Array) -> Any:
    return xp.where(x == 0, x.dtype.type(0), x * xp.log(y))


@broadcasting("Pow")
def _pow(xp: ModuleType, x: Array, y: Array) -> Any:
    if x.dtype.kind == "i":
        check((y >= 0).all(), errors.InvalidArgumentError, "Integers to negative integer powers are not allowed")
    if xp is np and x.dtype.kind == "f" and y.size == 1 and y.ndim <= x.ndim and x.size > 1:
        # NumPy takes 30 ns for each number; XLA writes these powers as products, too.
        exponent = y.item()
        if exponent == 2:
            return x * x
        if exponent == 3:
            return x * x * x
    return xp.power(x, y)


@broadcasting("SquaredDifference")
def _squared_difference(xp: ModuleType, x: Array, y: Array) -> Any:
    d = x - y
    return d * xp.conjugate(d) if d.dtype.kind == "c" else d * d


@op("AccumulateNV2", shape=rule.from_attr("shape"))
@op("AddN", shape=lambda c: [rule.merged_from_last(c.shapes)])
def _add_n(xp: ModuleType, inputs: list[Any]) -> Any:
    if lists.is_list(inputs[0]):
        return functools.reduce(lists.add, inputs[1:], inputs[0])
    first = inputs[0]
    for i, other in enumerate(inputs):
        if other.shape != first.shape:
            text = (
                "Inputs to operation AddN must have the same size and shape.  "
                f"Input 0: {brackets(first.shape)} != input {i}: {brackets(other.shape)}"
            )
            raise errors.InvalidArgumentError(None, None, text)
    if len(inputs) == 1:
        return first[...]
    total = first + inputs[1]
    for other in inputs[2:]:
        if type(total) is np.ndarray:
            total += other  # ours since the first sum
        else:
            total = total + other
    return total


# -- gradients ------------------------------------------------------------------------------------------


@gradient("Add", "AddV2")
def _add_gradient(op: Operation, d: Tensor) -> tuple[Tensor, Tensor]:
    return unbroadcast(op.inputs[0], op.inputs[1], d, d, quick=True)


@gradient("Sub")
def _sub_gradient(op: Operation, d: Tensor) -> tuple[Tensor, Tensor]:
    return unbroadcast(op.inputs[0], op.inputs[1], d, -d, quick=True)


@gradient("Mul")
def _mul_gradient(op: Operation, d: Tensor) -> tuple[Tensor, Tensor]:
    x, y = op.inputs
    return unbroadcast(x, y, apply("Mul", x=d, y=conj(y)), apply("Mul", x=conj(x), y=d), quick=True)


@gradient("MulNoNan")
def _mul_no_nan_gradient(op: Operation, d: Tensor) -> tuple[Tensor, Tensor]:
    x, y = op.inputs
    return unbroadcast(x, y, apply("MulNoNan", x=d, y=y), apply("MulNoNan", x=x, y=d))


@gradient("Xlogy")
def _xlogy_gradient(op: Operation, d: Tensor) -> tuple[Tensor, Tensor]:
    x, y = op.inputs
    return unbroadcast(x, y, d * apply("Xlogy", x=ones_where_nonzero(x), y=y), d * apply("Xdivy", x=x, y=y))


@gradient("Pow")
def _pow_gradient(op: Operation, d: Tensor) -> tuple[Tensor, Tensor]:
    x, y = op.inputs
    with counted_as(23):
        cx, cy, cz = conj(x), conj(y), conj(op.outputs[0])
        # No singularity where the power is constant in y: log is taken of 1 where x is not positive.
        zeros = zeros_like(cx)
        usable = apply("NotEqual", x=cx, y=zeros) if cx.dtype.is_complex else apply("Greater", x=cx, y=zeros)
        safe = select(usable, cx, apply("OnesLike", x=cx))
        log_x = select(usable, apply("Log", x=safe), zeros)
        return unbroadcast(x, y, d * cy * apply("Pow", x=cx, y=cy - 1), d * cz * log_x)


@gradient("SquaredDifference")
def _squared_difference_gradient(op: Operation, d: Tensor) -> tuple[Tensor, Tensor]:
    x, y = op.inputs
    dx = 2.0 * d * (x - y)
    return unbroadcast(x, y, dx, -dx)


@gradient("Maximum", "Minimum")
def _choice_gradient(op: Operation, d: Tensor) -> tuple[Tensor, Tensor]:
    x, y = op.inputs
    with counted_as(13):
        first = apply("GreaterEqual" if op.type == "Maximum" else "LessEqual", x=x, y=y)
        zeros = zeros_like(d)
        return unbroadcast(x, y, select(first, d, zeros), select(first, zeros, d))


@gradient("Atan2")
def _atan2_gradient(op: Operation, d: Tensor) -> tuple[Tensor, Tensor]:
    y, x = op.inputs
    scaled = d / (apply("Square", x=y) + apply("Square", x=x))
    return unbroadcast(y, x, x * scaled, -y * scaled)


@gradient("NextAfter")
def _nextafter_gradient(op: Operation, d: Tensor) -> tuple[Tensor, Tensor]:
    # The result follows x1 one to one and does not depend on x2.
    return unbroadcast(op.inputs[0], op.inputs[1], d, zeros_like(d))


@gradient("AddN", "AccumulateNV2")
def _add_n_gradient(op: Operation, d: Tensor) -> list[Tensor]:
    return [d] * len(op.inputs)


# -- public functions -------------------------------------------------------------------------------------


add = export("add", "math.add")(
    function_of_two("Add", "x + y, element by element; joins strings.", "tf.add([1, 2], 10)", "array([11, 12], dtype=int32)")
)
subtract = export("subtract", "math.subtract", "sub")(
    function_of_two("Sub", "x - y, element by element.", "tf.subtract([5, 7], [1, 2])", "array([4, 5], dtype=int32)")
)
multiply = export("multiply", "math.multiply", "mul")(
    function_of_two("Mul", "x * y, element by element.", "tf.multiply([5, 7], [1, 2])", "array([ 5, 14], dtype=int32)")
)
maximum = export("maximum", "math.maximum")(
    function_of_two("Maximum", "The greater of x and y.", "tf.maximum([1, 5], [4, 2])", "array([4, 5], dtype=int32)")
)
minimum = export("minimum", "math.minimum")(
    function_of_two("Minimum", "The smaller of x and y.", "tf.minimum([1, 5], [4, 2])", "array([1, 2], dtype=int32)")
)
atan2 = export("atan2", "math.atan2")(
    function(
        "Atan2", "The angle of the point (x, y), in [-pi, pi].", "y", "x",
        example=">>> tf.Session().run(tf.atan2([1.0, 0.0], [0.0, -1.0])).round(2)\narray([1.57, 3.14], dtype=float32)",
    )
)  # fmt: skip
nextafter = export("math.nextafter")(
    function(
        "NextAfter", "The next number from x1 toward x2.", "x1", "x2",
        example=">>> tf.Session().run(tf.math.nextafter(1.0, 2.0))\nnp.float32(1.0000001)",
    )
)  # fmt: skip
squared_difference = export("squared_difference", "math.squared_difference")(
    function_of_two(
        "SquaredDifference",
        "(x - y)^2, element by element.",
        "tf.squared_difference([1, 6], 3)",
        "array([4, 9], dtype=int32)",
    )
)
xlogy = export("math.xlogy")(
    function(
        "Xlogy", "x * log(y), and 0 where x is 0.", "x", "y",
        example=">>> print(tf.Session().run(tf.math.xlogy([0.0, 2.0], [0.0, 3.0])).round(2))\n[0.  2.2]",
    )
)  # fmt: skip


@export("math.multiply_no_nan")
def multiply_no_nan(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x * y, and 0 where y is 0, even if x is infinite or NaN.

    Args:
      x: a tensor of a floating-point type.
      y: a tensor of the type of `x`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.math.multiply_no_nan([float("inf"), 2.0], [0.0, 3.0]))
    array([0., 6.], dtype=float32)
    """
    with name_scope(name, "multiply_no_nan", [x, y]) as scope:
        x = convert_to_tensor(x, name="x")
        return apply("MulNoNan", scope, x=x, y=convert_to_tensor(y, name="y", dtype=x.dtype.base_dtype))


@export("pow", "math.pow")
def pow(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:  # noqa: A001 - the public name
    """x to the power of y, element by element.

    Args:
      x: the base, a tensor of numbers.
      y: the exponent, of the type of `x`; of integers it must not be negative.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.pow([[2, 2], [3, 3]], [[8, 16], [2, 3]]))
    array([[  256, 65536],
           [    9,    27]], dtype=int32)
    """
    with name_scope(name, "Pow", [x]) as scope:
        return apply("Pow", scope, x=x, y=y)


@export("scalar_mul", "math.scalar_mul")
def scalar_mul(scalar: Any, x: Any, name: str | None = None) -> Any:
    """A scalar times a tensor or IndexedSlices.

    Args:
      scalar: a number, or a 0-D tensor.
      x: the tensor or IndexedSlices.
      name: a name for the operation.

    Raises:
      ValueError: if `scalar` is not a 0-D tensor.

    >>> import penstock as tf
    >>> tf.Session().run(tf.scalar_mul(3.0, tf.constant([1.0, 2.0])))
    array([3., 6.], dtype=float32)
    """
    scalar = convert_to_tensor(scalar, dtype=x.dtype.base_dtype, name="scalar")
    if scalar.shape.ndims not in (None, 0):
        raise ValueError(f"Only scalar multiply works, got shape {scalar.shape}")
    if isinstance(x, IndexedSlices):
        return IndexedSlices(apply("Mul", name, x=scalar, y=x.values), x.indices, x.dense_shape)
    return apply("Mul", name, x=scalar, y=x)


@export("add_n", "math.add_n")
def add_n(inputs: NestedTensors, name: str | None = None) -> Any:
    """The sum of a list of tensors (or IndexedSlices) of one shape and type.

    Raises:
      ValueError: if the shapes or types differ, or the list is empty.

    >>> import penstock as tf
    >>> tf.Session().run(tf.add_n([tf.constant([1, 2]), tf.constant([10, 20])]))
    array([11, 22], dtype=int32)
    """
    message = "inputs must be a list of at least one Tensor/IndexedSlices with the same dtype and shape"
    if not inputs or not isinstance(inputs, (list, tuple)):
        raise ValueError(message)
    inputs = convert_n_to_tensor_or_indexed_slices(inputs)
    if not all(isinstance(x, (Tensor, IndexedSlices)) for x in inputs):
        raise ValueError(message)
    if len(inputs) == 1:
        first = inputs[0]
        values = convert_to_tensor(first) if isinstance(first, IndexedSlices) else first
        return apply("Identity", name, input=values) if name else values
    return apply("AddN", name, inputs=[convert_to_tensor(x) for x in inputs])


@export("accumulate_n", "math.accumulate_n")
def accumulate_n(
    inputs: Sequence[Any],
    shape: ShapeLike | None = None,
    tensor_dtype: DTypeLike | None = None,
    name: str | None = None,
) -> Tensor:
    """The sum of a list of tensors of one shape and type.

    Args:
      inputs: the tensors.
      shape: their shape; inferred by default.
      tensor_dtype: their type, checked if given.
      name: a name for the operation.

    Raises:
      ValueError: if shapes and types do not agree and cannot be inferred.

    >>> import penstock as tf
    >>> tf.Session().run(tf.accumulate_n([tf.constant([1, 2]), tf.constant([10, 20]), tf.constant([100, 200])]))
    array([111, 222], dtype=int32)
    """
    message = "inputs must be a list of at least one Tensor with the same dtype and shape"
    if not inputs or not isinstance(inputs, (list, tuple)):
        raise ValueError(message)
    inputs = convert_n_to_tensor_or_indexed_slices(inputs)
    if not all(isinstance(x, Tensor) and x.dtype.base_dtype is inputs[0].dtype.base_dtype for x in inputs):
        raise ValueError(message)
    merged = TensorShape(shape) if shape is not None else TensorShape(None)
    for x in inputs:
        merged = merged.merge_with(x.shape)
    wanted = inputs[0].dtype.base_dtype if tensor_dtype is None else dtypes.as_dtype(tensor_dtype)
    if wanted is not inputs[0].dtype.base_dtype:
        raise TypeError(f"tensor_dtype is {tensor_dtype}, but input is of type {inputs[0].dtype}")
    if len(inputs) == 1:
        return apply("Identity", name, input=inputs[0]) if name else inputs[0]
    return apply("AccumulateNV2", name, inputs=list(inputs), shape=merged)
