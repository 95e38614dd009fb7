"""Labeled tensors of constants, others like one, sums and other reductions over named axes, and products of matrices."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.contrib.labeled_tensor import checks as tc
from penstock.contrib.labeled_tensor.axes import Axes, AxisLike, Scalar, as_axis, get_axis_order
from penstock.contrib.labeled_tensor.labeled import LabeledTensor, LabeledTensorLike, convert_to_labeled_tensor
from penstock.contrib.labeled_tensor.shaping import squeeze
from penstock.graph.dtypes import DType
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike

_Axes = tc.Union(Axes, tc.Collection(tc.Union(str, AxisLike)))


@export("contrib.labeled_tensor.constant")
@tc.accepts(tc.Union(np.ndarray, list, tuple, Scalar), tc.Optional(DType), tc.Optional(_Axes), tc.Optional(str))
def constant(
    value: Any, dtype: DType | None = None, axes: AxisLike | None = None, name: str | None = None
) -> LabeledTensor:
    """A constant with axes.

    Args:
      value: a number, a list or an array.
      dtype: its type; by default what the value says.
      axes: `Axes`, or axes, pairs that can be made into one, or names. If all have a size, a single number fills them.
      name: the name of the result.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> with tf.Session() as sess:
    ...     sess.run(lt.constant(7, axes=[("x", 2)]).tensor)
    array([7, 7], dtype=int32)
    """
    with name_scope(name, "lt_constant", [value]) as scope:
        axes = list(axes.values()) if isinstance(axes, Axes) else axes or []
        shape = None
        if not any(isinstance(axis, str) for axis in axes):
            axes = [as_axis(axis) for axis in axes]
            shape = [axis.size for axis in axes]
        return LabeledTensor(tf.constant(value, dtype=dtype, shape=shape, name=scope), axes)


def _like(
    function: Callable[..., Tensor],
    op_name: str,
    labeled_tensor: LabeledTensor | TensorLike,
    name: str | None,
    **kwargs: Any,
) -> LabeledTensor:
    """The result of a function that keeps the shape, with the same axes."""
    with name_scope(name, f"lt_{op_name}", [labeled_tensor]) as scope:
        labeled = convert_to_labeled_tensor(labeled_tensor)
        return LabeledTensor(function(labeled.tensor, name=scope, **kwargs), labeled.axes)


@export("contrib.labeled_tensor.zeros_like")
@tc.accepts(LabeledTensorLike, tc.Optional(DType), tc.Optional(str))
def zeros_like(
    labeled_tensor: LabeledTensor | TensorLike, dtype: DType | None = None, name: str | None = None
) -> LabeledTensor:
    """Zeros with the axes of a tensor.

    Args:
      labeled_tensor: a LabeledTensor.
      dtype: the type of the result; that of the tensor by default.
      name: a name for the operation.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> with tf.Session() as sess:
    ...     sess.run(lt.zeros_like(lt.constant([7, 8], axes=["x"])).tensor)
    array([0, 0], dtype=int32)
    """
    return _like(tf.zeros_like, "zeros_like", labeled_tensor, name, dtype=dtype)


@export("contrib.labeled_tensor.ones_like")
@tc.accepts(LabeledTensorLike, tc.Optional(DType), tc.Optional(str))
def ones_like(
    labeled_tensor: LabeledTensor | TensorLike, dtype: DType | None = None, name: str | None = None
) -> LabeledTensor:
    """Ones with the axes of a tensor.

    Args:
      labeled_tensor: a LabeledTensor.
      dtype: the type of the result; that of the tensor by default.
      name: a name for the operation.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> with tf.Session() as sess:
    ...     sess.run(lt.ones_like(lt.constant([7, 8], axes=["x"]), tf.float32).tensor)
    array([1., 1.], dtype=float32)
    """
    return _like(tf.ones_like, "ones_like", labeled_tensor, name, dtype=dtype)


@export("contrib.labeled_tensor.cast")
@tc.accepts(LabeledTensorLike, tc.Optional(DType), tc.Optional(str))
def cast(
    labeled_tensor: LabeledTensor | TensorLike, dtype: DType | None = None, name: str | None = None
) -> LabeledTensor:
    """The values in another type, with the same axes.

    Args:
      labeled_tensor: a LabeledTensor.
      dtype: the type of the result.
      name: a name for the operation.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> with tf.Session() as sess:
    ...     sess.run(lt.cast(lt.constant([7.5], axes=["x"]), tf.int32).tensor)
    array([7], dtype=int32)
    """
    return _like(tf.cast, "cast", labeled_tensor, name, dtype=dtype)


@export("contrib.labeled_tensor.verify_tensor_all_finite")
@tc.accepts(LabeledTensorLike, str, tc.Optional(str))
def verify_tensor_all_finite(
    labeled_tensor: LabeledTensor | TensorLike, message: str, name: str | None = None
) -> LabeledTensor:
    """The tensor; when it runs, an error with the message if a value is infinite or not a number.

    Args:
      labeled_tensor: a LabeledTensor.
      message: the text of the error.
      name: a name for the operation.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> with tf.Session() as sess:
    ...     sess.run(lt.verify_tensor_all_finite(lt.constant([1.0], axes=["x"]), "the loss exploded").tensor)
    array([1.], dtype=float32)
    """
    return _like(tf.verify_tensor_all_finite, "verify_tensor_all_finite", labeled_tensor, name, msg=message)


@export("contrib.labeled_tensor.boolean_mask")
@tc.accepts(LabeledTensorLike, LabeledTensorLike, tc.Optional(str))
def boolean_mask(
    labeled_tensor: LabeledTensor | TensorLike, mask: TensorLike, name: str | None = None
) -> LabeledTensor:
    """The slices of a tensor along its first axis for which a mask is true. That axis then has no labels.

    Args:
      labeled_tensor: the input.
      mask: booleans, whose only axis is the first of the input.
      name: the name of the result.

    Raises:
      NotImplementedError: if the mask has more axes.
      ValueError: if its axis is another one.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> x = lt.constant([7, 8, 9], axes=["x"])
    >>> with tf.Session() as sess:
    ...     sess.run(lt.boolean_mask(x, x > 7).tensor)
    array([8, 9], dtype=int32)
    """
    with name_scope(name, "lt_boolean_mask", [labeled_tensor, mask]) as scope:
        labeled, mask = convert_to_labeled_tensor(labeled_tensor), convert_to_labeled_tensor(mask)
        if len(mask.axes) > 1:
            raise NotImplementedError("LabeledTensor's boolean_mask currently only supports 1D masks")
        theirs, axes = next(iter(mask.axes.values())), list(labeled.axes.values())
        if theirs != axes[0]:
            raise ValueError(
                f"the first axis of the labeled tensor and the mask are not equal:\n{axes[0]!r}\n{theirs!r}"
            )
        chosen = tf.boolean_mask(labeled.tensor, mask.tensor, name=scope)
        return LabeledTensor(chosen, [axes[0].name, *axes[1:]])


@export("contrib.labeled_tensor.where")
@tc.accepts(LabeledTensorLike, LabeledTensorLike, LabeledTensorLike, tc.Optional(str))
def where(condition: TensorLike, x: TensorLike, y: TensorLike, name: str | None = None) -> LabeledTensor:
    """The values of `x` where a condition is true, else those of `y`.

    Args:
      condition: a LabeledTensor of bools.
      x, y: LabeledTensors with the same axes.
      name: a name for the operation.

    Raises:
      ValueError: if not all three have the same axes.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> x = lt.constant([7, 8, 9], axes=["x"])
    >>> with tf.Session() as sess:
    ...     sess.run(lt.where(x > 7, x, -x).tensor)
    array([-7,  8,  9], dtype=int32)
    """
    with name_scope(name, "lt_where", [condition, x, y]) as scope:
        condition, x, y = map(convert_to_labeled_tensor, (condition, x, y))
        if not condition.axes == x.axes == y.axes:
            raise ValueError("all inputs to `where` must have equal axes")
        return LabeledTensor(tf.where(condition.tensor, x.tensor, y.tensor, name=scope), x.axes)


# ---- over axes ----

ReduceAxis = tc.Union(str, tc.Tuple(str, Hashable))
ReduceAxes = tc.Optional(tc.Union(ReduceAxis, tc.Collection(ReduceAxis)))

_REDUCED = """`tf.{op_name}` over axes of a labeled tensor.

    Args:
      labeled_tensor: the input.
      axes: the names of axes, which are removed, or pairs of a name and a label (or None), which are kept with size 1; one of
        these or several. If not given, all are removed.
      name: the name of the result.

    Raises:
      ValueError: if the tensor does not have such an axis.
"""


@export("contrib.labeled_tensor.define_reduce_op")
@tc.accepts(str, Callable)
def define_reduce_op(op_name: str, reduce_fn: Callable[..., Tensor]) -> Callable[..., LabeledTensor]:
    """Makes a function of labeled tensors of one that reduces dimensions.

    Args:
      op_name: how it is called.
      reduce_fn: takes a tensor, a list of dimensions and `keepdims=True`.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> spread = lt.define_reduce_op("spread", tf.math.reduce_std)
    >>> list(spread(lt.LabeledTensor(tf.ones([2, 3]), ["x", "y"]), "x").axes)
    ['y']
    """

    @tc.accepts(LabeledTensorLike, ReduceAxes, tc.Optional(str))
    def op(
        labeled_tensor: LabeledTensor | TensorLike, axes: AxisLike | None = None, name: str | None = None
    ) -> LabeledTensor:
        with name_scope(name, f"lt_{op_name}", [labeled_tensor]) as scope:
            labeled = convert_to_labeled_tensor(labeled_tensor)
            if axes is None:
                axes = labeled.axes.keys()
            if isinstance(axes, (str, tuple)):
                axes = [axes]
            left: dict[str, Any] = {}
            for axis in axes:
                if isinstance(axis, str):
                    left[axis] = axis
                else:
                    left[axis[0]] = (axis[0], None if axis[1] is None else [axis[1]])
            for axis in left:
                if axis not in labeled.axes:
                    raise ValueError(f"Axis {axis} not in axes {labeled.axes}")
            dimensions = [at for at, axis in enumerate(labeled.axes) if axis in left]
            reduced = reduce_fn(labeled.tensor, dimensions, keepdims=True)
            kept = LabeledTensor(reduced, [left.get(axis.name, axis) for axis in labeled.axes.values()])
            return squeeze(kept, [axis for axis in axes if isinstance(axis, str)], name=scope)

    op.__doc__, op.__name__ = _REDUCED.format(op_name=op_name), op_name
    return op


_REDUCED_EXAMPLE = """
    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> x = lt.constant({value}, axes=["x", "y"])
    >>> with tf.Session() as sess:
    ...     print(sess.run(lt.{op_name}(x, "x").tensor))
    {gives}
    """


def _reduction(
    op_name: str, function: Callable[..., Tensor], gives: str, value: str = "[[1.0, 2.0], [3.0, 4.0]]"
) -> Any:
    op: Any = define_reduce_op(op_name, function)
    op.__doc__ += _REDUCED_EXAMPLE.format(op_name=op_name, value=value, gives=gives)
    return op


_TRUTHS = "[[True, False], [True, True]]"
reduce_all = export("contrib.labeled_tensor.reduce_all")(
    _reduction("reduce_all", tf.reduce_all, "[ True False]", _TRUTHS)
)
reduce_any = export("contrib.labeled_tensor.reduce_any")(
    _reduction("reduce_any", tf.reduce_any, "[ True  True]", _TRUTHS)
)
reduce_logsumexp = export("contrib.labeled_tensor.reduce_logsumexp")(
    _reduction("reduce_logsumexp", tf.reduce_logsumexp, "[3.126928 4.126928]")
)
reduce_max = export("contrib.labeled_tensor.reduce_max")(_reduction("reduce_max", tf.reduce_max, "[3. 4.]"))
reduce_mean = export("contrib.labeled_tensor.reduce_mean")(_reduction("reduce_mean", tf.reduce_mean, "[2. 3.]"))
reduce_min = export("contrib.labeled_tensor.reduce_min")(_reduction("reduce_min", tf.reduce_min, "[1. 2.]"))
reduce_prod = export("contrib.labeled_tensor.reduce_prod")(_reduction("reduce_prod", tf.reduce_prod, "[3. 8.]"))
reduce_sum = export("contrib.labeled_tensor.reduce_sum")(_reduction("reduce_sum", tf.reduce_sum, "[4. 6.]"))


@export("contrib.labeled_tensor.matmul")
@tc.accepts(LabeledTensorLike, LabeledTensorLike, tc.Optional(str))
def matmul(a: TensorLike, b: TensorLike, name: str | None = None) -> LabeledTensor:
    """The product of two matrices, of a matrix and a vector, or of two vectors, over the one axis that both have.

    The axes of the result are those of `a`, then those of `b`, or as the `axis_order_scope` wants them.

    Args:
      a, b: LabeledTensors with one or two axes.
      name: a name for the operation.

    Raises:
      NotImplementedError: if one has more than two axes, or both share several.
      ValueError: if one has none, they share none, or the one they share differs.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> a, b = lt.constant([[1.0, 2.0]], axes=["row", "x"]), lt.constant([3.0, 4.0], axes=["x"])
    >>> with tf.Session() as sess:
    ...     sess.run(lt.matmul(a, b).tensor)
    array([11.], dtype=float32)
    """
    with name_scope(name, "lt_matmul", [a, b]) as scope:
        a, b = convert_to_labeled_tensor(a), convert_to_labeled_tensor(b)
        ranks = f"inputs have ranks {len(a.axes)!r} and {len(b.axes)!r}"
        if len(a.axes) > 2 or len(b.axes) > 2:
            raise NotImplementedError(f"matmul currently requires inputs with rank 2 or less, but {ranks}")
        if not a.axes or not b.axes:
            raise ValueError(f"matmul currently requires inputs with at least rank 1, but {ranks}")
        common = set(a.axes) & set(b.axes)
        if len(common) > 1:
            raise NotImplementedError(
                f"matmul does not yet support summing over multiple shared axes: {common!r}. "
                "Use transpose and reshape to create a single shared axis to sum over."
            )
        if not common:
            raise ValueError(
                f"there must have exactly one axis in common between input to matmul: {a.axes.keys()!r}, {b.axes.keys()!r}"
            )
        shared = common.pop()
        if a.axes[shared] != b.axes[shared]:
            raise ValueError(
                f"axis {shared!r} does not match on input arguments: {a.axes[shared].value!r} vs {b.axes[shared].value!r}"
            )
        axes = [axis for labeled in (a, b) for axis in labeled.axes.values() if axis.name != shared]
        fixed = get_axis_order()
        if fixed is not None:
            names = [axis.name for axis in axes]
            if [axis for axis in fixed if axis in names] != names:
                a, b, axes = b, a, axes[::-1]
        vectors = [at for at, labeled in enumerate((a, b)) if len(labeled.axes) == 1]
        left = tf.reshape(a.tensor, (1, -1)) if 0 in vectors else a.tensor
        right = tf.reshape(b.tensor, (-1, 1)) if 1 in vectors else b.tensor
        product = tf.matmul(
            left,
            right,
            transpose_a=0 not in vectors and next(iter(a.axes)) == shared,
            transpose_b=1 not in vectors and list(b.axes)[1] == shared,
        )
        if vectors:
            product = tf.squeeze(product, vectors)
        return LabeledTensor(tf.identity(product, name=scope), axes)
