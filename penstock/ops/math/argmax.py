"""Which element is the largest or the smallest along an axis: `tf.argmax`, `tf.argmin` and their old forms."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.inference import Context
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import Array, AxisLike, DTypeLike, TensorLike
from penstock.ops.common.definitions import brackets
from penstock.ops.math import reduction_native as reductions_native
from penstock.ops.math import vectorized
from penstock.util import deprecation


def _arg_shape(c: Context) -> list[TensorShape]:
    rule.with_rank(c.shape(1), 0)
    shape, axis = c.shape(0), c.const(1)
    if shape.ndims is None:
        return [rule.UNKNOWN]
    rank = shape.ndims
    if rank <= 1:
        return [rule.SCALAR]
    if axis is None:
        return [TensorShape([None] * (rank - 1))]
    if not -rank <= int(axis) < rank:
        raise ValueError(
            f"Dimension ({int(axis)}) must be in the range [{-rank}, {rank}), where {rank} is the number of dimensions "
            "in the input."
        )
    dims = shape.as_list()
    return [TensorShape([d for i, d in enumerate(dims) if i != int(axis) % rank])]


def _arg_kernel(which: str) -> Callable:
    worst = -np.inf if which == "argmax" else np.inf

    def kernel(xp: ModuleType, input: Array, dimension: int, *, output_type: dtypes.DType) -> Any:
        rank, axis = np.ndim(input), int(dimension)
        if not -rank <= axis < rank:
            text = f"Expected dimension in the range [{-rank}, {rank}), but got {axis}"
            raise errors.InvalidArgumentError(None, None, text)
        if input.shape[axis] == 0:
            text = f"Reduction axis {axis} is empty in shape {brackets(input.shape)}"
            raise errors.InvalidArgumentError(None, None, text)
        wanted = output_type.as_numpy_dtype
        if xp is not np:
            places = reductions_native.arg_extreme(which, xp, input, axis, wanted)
            if places is not None:
                return places
        if input.dtype.kind not in "iub" and (
            xp is not np or (input.size and np.isnan(np.maximum.reduce(input, None)))
        ):
            # NumPy and XLA find NaN; 1.x passes over it.
            input = xp.where(xp.isnan(input), input.dtype.type(worst), input)
        found = getattr(input, which)(axis) if xp is np else vectorized.arg_extreme(which, input, axis)
        return found.astype(wanted)

    kernel.__module__ = __name__
    return kernel


op("ArgMax", shape=_arg_shape, static=("dimension",))(_arg_kernel("argmax"))


op("ArgMin", shape=_arg_shape, static=("dimension",))(_arg_kernel("argmin"))


@gradient("ArgMax", "ArgMin")
def _no_gradient(op: Operation, d: Tensor) -> tuple[None, None]:
    return None, None


def _arg_function(op_type: str, spelling: str, word: str, result: str) -> Callable:
    def arg(
        input: TensorLike,
        axis: AxisLike | None = None,
        name: str | None = None,
        dimension: AxisLike | None = None,
        output_type: DTypeLike = dtypes.int64,
    ) -> Tensor:
        axis = deprecation.deprecated_argument_lookup("axis", axis, "dimension", dimension)
        return apply(op_type, name, input=input, dimension=0 if axis is None else axis, output_type=output_type)

    arg.__name__ = arg.__qualname__ = spelling
    arg.__doc__ = f"""The index of the {word} element along an axis; of the first one if there are several.

    Args:
      input: the tensor.
      axis: the axis, 0 by default.
      name: a name for the operation.
      dimension: the old name of `axis`.
      output_type: tf.int32 or tf.int64.

    >>> import penstock as tf
    >>> tf.Session().run(tf.{spelling}([[1, 7, 3], [9, 2, 4]], axis=1)).tolist()
    {result}
    """
    return arg


argmax = export("argmax", "math.argmax")(_arg_function("ArgMax", "argmax", "greatest", "[1, 0]"))


argmin = export("argmin", "math.argmin")(_arg_function("ArgMin", "argmin", "smallest", "[0, 1]"))


@export("arg_max")
def arg_max(
    input: TensorLike, dimension: AxisLike, output_type: DTypeLike = dtypes.int64, name: str | None = None
) -> Tensor:
    """The old name of `tf.argmax`.

    Args:
      input: the tensor.
      dimension: the dimension along which to look; negative ones count from the end.
      output_type: the type of the positions, `tf.int32` or `tf.int64`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.arg_max([[1, 7, 3], [9, 2, 4]], 1)).tolist()
    [1, 0]
    """
    return apply("ArgMax", name, input=input, dimension=dimension, output_type=output_type)


@export("arg_min")
def arg_min(
    input: TensorLike, dimension: AxisLike, output_type: DTypeLike = dtypes.int64, name: str | None = None
) -> Tensor:
    """The old name of `tf.argmin`.

    Args:
      input: the tensor.
      dimension: the dimension along which to look; negative ones count from the end.
      output_type: the type of the positions, `tf.int32` or `tf.int64`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.arg_min([[1, 7, 3], [9, 2, 4]], 1)).tolist()
    [0, 1]
    """
    return apply("ArgMin", name, input=input, dimension=dimension, output_type=output_type)
