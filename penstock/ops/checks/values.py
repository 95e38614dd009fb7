"""Assertions about values and types of tensors, checked at once where everything is known. Shapes: `check_shapes.py`.

What cannot be decided while the graph is built becomes an `Assert` operation, which runs only if something depends on it:
put the result into `tf.control_dependencies`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph.composite import SparseTensor
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.inference import constant_value
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import DTypeLike, TensorLike

if TYPE_CHECKING:
    from penstock.graph.dtypes import DType


_NUMERIC = frozenset(
    getattr(dtypes, n)
    for n in "float16 float32 float64 int8 int16 int32 int64 uint8 qint8 qint32 quint8 complex64".split()
)


def with_dependencies(dependencies: Sequence[Any], output: Tensor, name: str | None = None) -> Tensor:
    """`output`, available only after `dependencies` have run."""
    with name_scope(name, "control_dependency", [*dependencies, output]) as name:
        with tf.colocate_with(output), control_dependencies(dependencies):
            return tf.identity(output, name=name)


# -- comparisons ----------------------------------------------------------------------------------------------------------


# What 1.15 looked through for a constant. Penstock knows more values without a run, but an assertion must not fail where
# it stands when there it failed in a run: it may stand in a branch that is never taken.
_SEEN_THROUGH = {"Cast", "Concat", "ConcatOffset", "ConcatV2", "Equal", "Fill", "NotEqual", "Pack", "Range"}


def _constant(tensor: Tensor) -> np.ndarray | None:
    """The value of a tensor that 1.15 knew without a run, else None."""
    found, waiting = constant_value(tensor), [tensor]
    while waiting and found is not None:
        op = waiting.pop().op
        if op.type in _SEEN_THROUGH:
            waiting.extend(op.inputs)
        elif op.type not in ("Const", "Rank", "Shape", "Size"):
            return None
    return found


def _assert_static(condition: TensorLike, data: Sequence[Any]) -> None:
    """Raises if a condition that is known already does not hold."""
    if condition:
        return
    texts = []
    for item in data:
        known = _constant(item) if isinstance(item, Tensor) else item
        texts.append(str(item if known is None else known))
    raise errors.InvalidArgumentError(None, None, "\n".join(texts))


def _compare(
    symbol: str,
    function: str,
    test: str,
    known: Callable,
    x: Any,
    y: Any,
    data: Any,
    summarize: Any,
    message: Any,
    name: str | None,
) -> Operation:
    with name_scope(name, function, [x, y, data]):
        x = convert_to_tensor(x, name="x")
        y = convert_to_tensor(y, name="y")
        if data is None:
            data = [
                f"Condition x {symbol} y did not hold element-wise:",
                f"x ({x.name}) = ",
                x,
                f"y ({y.name}) = ",
                y,
            ]
        if message is not None:
            data = [message, *data]
        condition = tf.reduce_all(getattr(tf, test)(x, y))
        x_value, y_value = _constant(x), _constant(y)
        if x_value is not None and y_value is not None:
            _assert_static(np.all(known(x_value, y_value)), data)
        return tf.Assert(condition, data, summarize=summarize)


def _comparison(symbol: str, function: str, test: str, known: Callable, wrong: str) -> Callable:
    """An assertion about two tensors; `wrong` are arguments for which it does not hold."""

    def check(
        x: TensorLike | None,
        y: TensorLike | None,
        data: Any = None,
        summarize: Any = None,
        message: str | None = None,
        name: str | None = None,
    ) -> Operation:
        return _compare(symbol, function, test, known, x, y, data, summarize, message, name)

    check.__name__ = check.__qualname__ = function
    check.__doc__ = f"""Asserts that `x {symbol} y` holds for all elements (after broadcasting).

    Args:
      x: a tensor.
      y: a tensor of the same type.
      data: the tensors to print if it does not hold; a message and both tensors by default.
      summarize: print this many elements of each tensor.
      message: printed before the default message.
      name: a name for the operations.

    Returns:
      An operation that raises `InvalidArgumentError` if it does not hold.

    Raises:
      InvalidArgumentError: at once, if both values are known and it does not hold.

    >>> import penstock as tf
    >>> tf.{function}({wrong})
    Traceback (most recent call last):
        ...
    penstock.graph.errors.InvalidArgumentError: Condition x {symbol} y did not hold element-wise:
    """
    return check


_not_equal_to = _comparison("==", "assert_equal", "equal", np.equal, "[1, 2], [1, 3]")


@export("assert_equal", "debugging.assert_equal")
def assert_equal(
    x: TensorLike,
    y: TensorLike,
    data: TensorLike | None = None,
    summarize: TensorLike | None = None,
    message: str | None = None,
    name: str | None = None,
) -> Operation:
    """Asserts that `x == y` holds for all elements (after broadcasting); as `tf.assert_less`.

    Args:
      x, y: tensors that can be compared and broadcast with each other.
      data: tensors to print if the check fails; by default the message and both tensors.
      summarize: how many elements of each of them to print.
      message: what to put before the text of the error.
      name: a name for the operation.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     tf.assert_equal([1, 2], [1, 3], data=["lengths differ"])
    Traceback (most recent call last):
      ...
    penstock.graph.errors.InvalidArgumentError: lengths differ
    """
    with name_scope(name, "assert_equal", [x, y, data]):
        if x is y:  # also when it holds NaN
            return tf.no_op()
    return _not_equal_to(x, y, data, summarize, message, name)


assert_none_equal = export("assert_none_equal", "debugging.assert_none_equal")(
    _comparison("!=", "assert_none_equal", "not_equal", np.not_equal, "[1, 2], [3, 2]")
)
assert_less = export("assert_less", "debugging.assert_less")(
    _comparison("<", "assert_less", "less", np.less, "[1, 2], [2, 2]")
)
assert_less_equal = export("assert_less_equal", "debugging.assert_less_equal")(
    _comparison("<=", "assert_less_equal", "less_equal", np.less_equal, "[1, 2, 3], 2")
)
assert_greater = export("assert_greater", "debugging.assert_greater")(
    _comparison(">", "assert_greater", "greater", np.greater, "[2, 3], [1, 3]")
)
assert_greater_equal = export("assert_greater_equal", "debugging.assert_greater_equal")(
    _comparison(">=", "assert_greater_equal", "greater_equal", np.greater_equal, "[1, 2, 3], 2")
)


def _sign(symbol: str, function: str, compare: Callable, zero_first: bool, wrong: str) -> Callable:
    """An assertion about one tensor and 0; `wrong` is a tensor for which it does not hold."""

    def check(
        x: TensorLike,
        data: TensorLike | None = None,
        summarize: TensorLike | None = None,
        message: str | None = None,
        name: str | None = None,
    ) -> Operation:
        with name_scope(name, function, [x, data]):
            x = convert_to_tensor(x, name="x")
            if data is None:
                said = [f"Condition x {symbol} 0 did not hold element-wise:", f"x ({x.name}) = "]
                if symbol == "<=":  # 1.15 forgets a comma here
                    said = ["".join(said)]
                data = [message or "", *said, x]
            zero = convert_to_tensor(0, x.dtype.base_dtype)
            return compare(zero, x, data, summarize) if zero_first else compare(x, zero, data, summarize)

    check.__name__ = check.__qualname__ = function
    check.__doc__ = f"""Asserts that `x {symbol} 0` holds for all elements.

    Args:
      x: a numeric tensor.
      data: the tensors to print if it does not hold; a message and `x` by default.
      summarize: print this many elements of each tensor.
      message: printed before the default message.
      name: a name for the operations.

    Returns:
      An operation that raises `InvalidArgumentError` if it does not hold.

    Raises:
      InvalidArgumentError: at once, if the value is known and it does not hold.

    >>> import penstock as tf
    >>> tf.{function}({wrong})
    Traceback (most recent call last):
        ...
    penstock.graph.errors.InvalidArgumentError: Condition x {symbol} 0 did not hold element-wise:
    """
    return check


assert_negative = export("assert_negative", "debugging.assert_negative")(
    _sign("<", "assert_negative", assert_less, False, "[-1, 0]")
)
assert_positive = export("assert_positive", "debugging.assert_positive")(
    _sign(">", "assert_positive", assert_less, True, "[1, 0]")
)
assert_non_negative = export("assert_non_negative", "debugging.assert_non_negative")(
    _sign(">=", "assert_non_negative", assert_less_equal, True, "[0, -1]")
)
assert_non_positive = export("assert_non_positive", "debugging.assert_non_positive")(
    _sign("<=", "assert_non_positive", assert_less_equal, False, "[0, 1]")
)


@export("assert_near", "debugging.assert_near")
def assert_near(
    x: TensorLike,
    y: TensorLike,
    rtol: Any = None,
    atol: Any = None,
    data: TensorLike | None = None,
    summarize: TensorLike | None = None,
    message: str | None = None,
    name: str | None = None,
) -> Operation:
    """Asserts that `|x - y| < atol + rtol * |y|` holds for all elements.

    Args:
      x: a floating-point tensor.
      y: a tensor of the same type.
      rtol: the relative tolerance, 10 times the type's epsilon by default.
      atol: the absolute tolerance, likewise.
      data: the tensors to print if it does not hold.
      summarize: print this many elements of each tensor.
      message: printed before the default message.
      name: a name for the operations.

    Returns:
      An operation that raises `InvalidArgumentError` if it does not hold.

    >>> import penstock as tf
    >>> tf.Session().run(tf.assert_near([1.0, 2.0], [1.0, 2.1], atol=0.125))
    >>> tf.Session().run(tf.assert_near([1.0, 2.0], [1.0, 2.1]))
    Traceback (most recent call last):
        ...
    penstock.graph.errors.InvalidArgumentError: assertion failed: [] [x and y not equal to tolerance ...
    """
    with name_scope(name, "assert_near", [x, y, rtol, atol, data]):
        x = convert_to_tensor(x, name="x")
        dtype = x.dtype.base_dtype
        y = convert_to_tensor(y, dtype, name="y")
        epsilon = 2.0**-7 if dtype == dtypes.bfloat16 else np.finfo(dtype.as_numpy_dtype).eps
        rtol = convert_to_tensor(10 * epsilon if rtol is None else rtol, dtype, name="rtol")
        atol = convert_to_tensor(10 * epsilon if atol is None else atol, dtype, name="atol")
        if data is None:
            data = [
                message or "",
                f"x and y not equal to tolerance rtol = {rtol}, atol = {atol}",
                f"x ({x.name}) = ",
                x,
                f"y ({y.name}) = ",
                y,
            ]
        tolerance = atol + rtol * tf.abs(y)
        condition = tf.reduce_all(tf.less(tf.abs(x - y), tolerance))
        return tf.Assert(condition, data, summarize=summarize)


# -- types ------------------------------------------------------------------------------------------------------------------


@export("assert_type", "debugging.assert_type")
def assert_type(
    tensor: TensorLike, tf_type: DTypeLike, message: str | None = None, name: str | None = None
) -> Operation:
    """Asserts that a tensor has a type.

    Args:
      tensor: a tensor.
      tf_type: the type.
      message: printed before the default message.
      name: a name for the operation.

    Returns:
      An operation that does nothing.

    Raises:
      TypeError: it has another one.

    >>> import penstock as tf
    >>> tf.assert_type([1.0, 2.0], tf.int32)
    Traceback (most recent call last):
        ...
    TypeError: assert_type/tensor:0 must be of type <dtype: 'int32'>
    """
    with name_scope(name, "assert_type", [tensor]):
        tensor = convert_to_tensor(tensor, name="tensor")
        if tensor.dtype != tf_type:
            raise TypeError(f"{message or ''}  {tensor.name} must be of type {tf_type}")
        return tf.no_op("statically_determined_correct_type")


@export("assert_integer", "debugging.assert_integer")
def assert_integer(x: TensorLike, message: str | None = None, name: str | None = None) -> Operation:
    """Asserts that `x` is of an integer type.

    Args:
      x: a tensor.
      message: printed before the default message.
      name: a name for the operation.

    Returns:
      An operation that does nothing.

    Raises:
      TypeError: it is not.

    >>> import penstock as tf
    >>> tf.assert_integer([1.0, 2.0])
    Traceback (most recent call last):
        ...
    TypeError: Expected "x" to be integer type.  Found: assert_integer/x:0 of dtype <dtype: 'float32'>
    """
    with name_scope(name, "assert_integer", [x]):
        x = convert_to_tensor(x, name="x")
        if not x.dtype.is_integer:
            raise TypeError(f'{message or ""}  Expected "x" to be integer type.  Found: {x.name} of dtype {x.dtype}')
        return tf.no_op("statically_determined_was_integer")


@export("assert_same_float_dtype", "debugging.assert_same_float_dtype")
def assert_same_float_dtype(tensors: Sequence[Any] | None = None, dtype: DType | None = None) -> dtypes.DType:
    """Returns the one floating-point type that `tensors` (and `dtype`) have; float32 if there are none.

    Args:
      tensors: the tensors, or None.
      dtype: the type that all of them shall have; that of the first one by default.

    Raises:
      ValueError: the types differ, or are not floating point.

    >>> import penstock as tf
    >>> tf.assert_same_float_dtype([tf.constant(1.0, tf.float64), None])
    tf.float64
    """
    source = None
    for item in tensors or ():
        if item is None:
            continue
        base = item.dtype.base_dtype
        if not dtype:
            dtype, source = base, getattr(item, "name", str(item))
        elif dtype != base:
            where = f" as {source}" if source else ""
            raise ValueError(f"{getattr(item, 'name', item)}, type={base}, must be of the same type ({dtype}){where}.")
    if not dtype:
        return dtypes.float32
    if not dtype.is_floating:
        raise ValueError(f"Expected floating point type, got {dtype}.")
    return dtype


@export("assert_proper_iterable", "debugging.assert_proper_iterable")
def assert_proper_iterable(values: TensorLike) -> None:
    """Asserts that `values` is a collection of things, not a tensor, array or string.

    Raises:
      TypeError: it is not.

    >>> import penstock as tf
    >>> tf.assert_proper_iterable([1, 2])
    >>> tf.assert_proper_iterable("text")
    Traceback (most recent call last):
        ...
    TypeError: Expected argument "values" to be a "proper" iterable.  Found: <class 'str'>
    """
    if isinstance(values, (Tensor, SparseTensor, np.ndarray, bytes, str)):
        raise TypeError(f'Expected argument "values" to be a "proper" iterable.  Found: {type(values)}')
    if not hasattr(values, "__iter__"):
        raise TypeError(f'Expected argument "values" to be iterable.  Found: {type(values)}')


@export("is_numeric_tensor", "debugging.is_numeric_tensor")
def is_numeric_tensor(tensor: TensorLike) -> bool:
    """Says whether `tensor` is a tensor of numbers.

    >>> import penstock as tf
    >>> tf.is_numeric_tensor(tf.constant(1.0)), tf.is_numeric_tensor(1.0)
    (True, False)
    """
    return isinstance(tensor, Tensor) and tensor.dtype.base_dtype in _NUMERIC


# -- order ------------------------------------------------------------------------------------------------------------------


def _differences(x: Any) -> Tensor:
    """The difference of each element (in row-major order) and the one before it."""
    x = tf.reshape(x, [-1])
    if not is_numeric_tensor(x):
        raise TypeError(f"Expected x to be numeric, instead found: {x}")
    short = tf.less(tf.size(x), 2)
    last = tf.shape(x) - 1
    return tf.cond(
        short,
        lambda: convert_to_tensor([], x.dtype),
        lambda: tf.strided_slice(x, [1], [1] + last) - tf.strided_slice(x, [0], last),
    )


@export("is_non_decreasing", "debugging.is_non_decreasing", "math.is_non_decreasing")
def is_non_decreasing(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes whether no element is less than the one before it, in row-major order.

    >>> import penstock as tf
    >>> tf.Session().run(tf.is_non_decreasing([1, 1, 2]))
    np.True_
    """
    with name_scope(name, "is_non_decreasing", [x]):
        d = _differences(x)
        return tf.reduce_all(tf.less_equal(convert_to_tensor(0, d.dtype), d))


@export("is_strictly_increasing", "debugging.is_strictly_increasing", "math.is_strictly_increasing")
def is_strictly_increasing(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes whether each element is greater than the one before it, in row-major order.

    >>> import penstock as tf
    >>> tf.Session().run(tf.is_strictly_increasing([1, 1, 2]))
    np.False_
    """
    with name_scope(name, "is_strictly_increasing", [x]):
        d = _differences(x)
        return tf.reduce_all(tf.less(convert_to_tensor(0, d.dtype), d))
