"""Assertions about tensors: comparisons, ranks, shapes and types, checked at once where everything is known.

What cannot be decided while the graph is built becomes an `Assert` operation, which runs only if something depends on it:
put the result into `tf.control_dependencies`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph.composite import SparseTensor
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.inference import constant_value
from penstock.graph.operation import Operation, Tensor

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


def _assert_static(condition: Any, data: Sequence[Any]) -> None:
    """Raises if a condition that is known already does not hold."""
    if condition:
        return
    texts = []
    for item in data:
        known = constant_value(item) if isinstance(item, Tensor) else item
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
        x_value, y_value = constant_value(x), constant_value(y)
        if x_value is not None and y_value is not None:
            _assert_static(np.all(known(x_value, y_value)), data)
        return tf.Assert(condition, data, summarize=summarize)


def _comparison(symbol: str, function: str, test: str, known: Callable) -> Callable:
    def check(
        x: Any, y: Any, data: Any = None, summarize: Any = None, message: str | None = None, name: str | None = None
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
    """
    return check


_not_equal_to = _comparison("==", "assert_equal", "equal", np.equal)


@export("assert_equal", "debugging.assert_equal")
def assert_equal(
    x: Any, y: Any, data: Any = None, summarize: Any = None, message: str | None = None, name: str | None = None
) -> Operation:
    """Asserts that `x == y` holds for all elements (after broadcasting); as `tf.assert_less`.

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
    _comparison("!=", "assert_none_equal", "not_equal", np.not_equal)
)
assert_less = export("assert_less", "debugging.assert_less")(_comparison("<", "assert_less", "less", np.less))
assert_less_equal = export("assert_less_equal", "debugging.assert_less_equal")(
    _comparison("<=", "assert_less_equal", "less_equal", np.less_equal)
)
assert_greater = export("assert_greater", "debugging.assert_greater")(
    _comparison(">", "assert_greater", "greater", np.greater)
)
assert_greater_equal = export("assert_greater_equal", "debugging.assert_greater_equal")(
    _comparison(">=", "assert_greater_equal", "greater_equal", np.greater_equal)
)


def _sign(symbol: str, function: str, compare: Callable, zero_first: bool) -> Callable:
    def check(
        x: Any, data: Any = None, summarize: Any = None, message: str | None = None, name: str | None = None
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
    """
    return check


assert_negative = export("assert_negative", "debugging.assert_negative")(
    _sign("<", "assert_negative", assert_less, False)
)
assert_positive = export("assert_positive", "debugging.assert_positive")(
    _sign(">", "assert_positive", assert_less, True)
)
assert_non_negative = export("assert_non_negative", "debugging.assert_non_negative")(
    _sign(">=", "assert_non_negative", assert_less_equal, True)
)
assert_non_positive = export("assert_non_positive", "debugging.assert_non_positive")(
    _sign("<=", "assert_non_positive", assert_less_equal, False)
)


@export("assert_near", "debugging.assert_near")
def assert_near(
    x: Any,
    y: Any,
    rtol: Any = None,
    atol: Any = None,
    data: Any = None,
    summarize: Any = None,
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


# -- ranks ------------------------------------------------------------------------------------------------------------------


def _ranks(
    x: Tensor,
    ranks: Sequence[Tensor],
    what: str,
    holds: Callable,
    test: Callable,
    data: Any,
    summarize: Any,
    message: str,
    shown: Callable,
) -> Operation:
    """Asserts something about the rank of `x`: `holds(rank, wanted)` if all is known, else `test(rank, wanted)`."""
    for rank in ranks:
        assert_type(rank, dtypes.int32)
    known = [constant_value(rank) for rank in ranks]
    if all(k is not None for k in known):
        if any(k.ndim for k in known):
            raise ValueError("Rank must be a scalar.")
        actual = x.shape.ndims
        if actual is not None:
            if not holds(actual, known):
                raise ValueError(
                    f"{message}.  Tensor {x.name} must have rank {what}{shown(known)}.  Received rank {actual}, shape "
                    f"{x.shape}"
                )
            return tf.no_op(name="static_checks_determined_all_ok")
    condition = test(tf.rank(x), ranks)
    for rank, value in zip(ranks, known, strict=True):
        if value is None:
            scalar = assert_rank(rank, 0, data=["Rank must be a scalar. Received rank: ", rank])
            condition = with_dependencies([scalar], condition)
    return tf.Assert(condition, data, summarize=summarize)


def _one_rank(function: str, what: str, holds: Callable, test: str) -> Callable:
    def check(
        x: Any, rank: Any, data: Any = None, summarize: Any = None, message: str | None = None, name: str | None = None
    ) -> Operation:
        with name_scope(name, function, [x, rank, *(data or [])]):
            x = convert_to_tensor(x, name="x")
            rank = convert_to_tensor(rank, name="rank")
            said = message or ""
            if data is None:
                data = [said, f"Tensor {x.name} must have rank{' ' + what.strip() if what else ''}", rank]
                data += ["Received shape: ", tf.shape(x)]
            return _ranks(
                x,
                [rank],
                what,
                lambda actual, wanted: holds(actual, wanted[0]),
                lambda actual, wanted: getattr(tf, test)(actual, wanted[0]),
                data,
                summarize,
                said,
                lambda wanted: str(int(wanted[0])),
            )

    check.__name__ = check.__qualname__ = function
    check.__doc__ = f"""Asserts that `x` has rank {what}`rank`.

    Args:
      x: a tensor.
      rank: a scalar integer.
      data: the tensors to print if it does not hold; a message and the shape of `x` by default.
      summarize: print this many elements of each tensor.
      message: printed before the default message.
      name: a name for the operations.

    Returns:
      An operation that raises `InvalidArgumentError` if it does not hold.

    Raises:
      ValueError: at once, if the ranks are known and it does not hold.
    """
    return check


assert_rank = export("assert_rank", "debugging.assert_rank")(
    _one_rank("assert_rank", "", lambda actual, wanted: actual == wanted, "equal")
)
assert_rank_at_least = export("assert_rank_at_least", "debugging.assert_rank_at_least")(
    _one_rank("assert_rank_at_least", "at least ", lambda actual, wanted: actual >= wanted, "greater_equal")
)


def _any_equal(rank: Tensor, wanted: Sequence[Tensor]) -> Tensor:
    if not wanted:
        return convert_to_tensor(False)
    result = tf.equal(wanted[0], rank)
    for one in wanted[1:]:
        result = tf.logical_or(result, tf.equal(one, rank))
    return result


@export("assert_rank_in", "debugging.assert_rank_in")
def assert_rank_in(
    x: Any, ranks: Any, data: Any = None, summarize: Any = None, message: str | None = None, name: str | None = None
) -> Operation:
    """Asserts that the rank of `x` is one of `ranks`.

    Args:
      x: a tensor.
      ranks: scalar integers.
      data: the tensors to print if it does not hold; a message and the shape of `x` by default.
      summarize: print this many elements of each tensor.
      message: printed before the default message.
      name: a name for the operations.

    Returns:
      An operation that raises `InvalidArgumentError` if it does not hold.

    Raises:
      ValueError: at once, if the ranks are known and it does not hold.
    """
    with name_scope(name, "assert_rank_in", [x, *ranks, *(data or [])]):
        x = convert_to_tensor(x, name="x")
        ranks = [convert_to_tensor(rank, name="rank") for rank in ranks]
        said = message or ""
        if data is None:
            data = [said, f"Tensor {x.name} must have rank in", *ranks, "Received shape: ", tf.shape(x)]
        return _ranks(
            x,
            ranks,
            "in ",
            lambda actual, wanted: actual in wanted,
            _any_equal,
            data,
            summarize,
            said,
            lambda wanted: str(tuple(int(w) for w in wanted)),
        )


@export("assert_scalar", "debugging.assert_scalar")
def assert_scalar(tensor: Any, name: str | None = None, message: str | None = None) -> Tensor:
    """Returns `tensor`, after asserting that its static shape is that of a scalar.

    Raises:
      ValueError: it is not, or the shape is unknown.
    """
    with name_scope(name, "assert_scalar", [tensor]) as scope:
        tensor = convert_to_tensor(tensor, name=scope)
        if tensor.shape.ndims != 0:
            raise ValueError(f"{message or ''}Expected scalar shape for {tensor.name}, saw shape: {tensor.shape}.")
        return tensor


# -- types ------------------------------------------------------------------------------------------------------------------


@export("assert_type", "debugging.assert_type")
def assert_type(tensor: Any, tf_type: Any, message: str | None = None, name: str | None = None) -> Operation:
    """Asserts that a tensor has a type.

    Raises:
      TypeError: it has another one.
    """
    with name_scope(name, "assert_type", [tensor]):
        tensor = convert_to_tensor(tensor, name="tensor")
        if tensor.dtype != tf_type:
            raise TypeError(f"{message or ''}  {tensor.name} must be of type {tf_type}")
        return tf.no_op("statically_determined_correct_type")


@export("assert_integer", "debugging.assert_integer")
def assert_integer(x: Any, message: str | None = None, name: str | None = None) -> Operation:
    """Asserts that `x` is of an integer type.

    Raises:
      TypeError: it is not.
    """
    with name_scope(name, "assert_integer", [x]):
        x = convert_to_tensor(x, name="x")
        if not x.dtype.is_integer:
            raise TypeError(f'{message or ""}  Expected "x" to be integer type.  Found: {x.name} of dtype {x.dtype!r}')
        return tf.no_op("statically_determined_was_integer")


@export("assert_same_float_dtype", "debugging.assert_same_float_dtype")
def assert_same_float_dtype(tensors: Any = None, dtype: Any = None) -> dtypes.DType:
    """Returns the one floating-point type that `tensors` (and `dtype`) have; float32 if there are none.

    Raises:
      ValueError: the types differ, or are not floating point.
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
            raise ValueError(
                f"{getattr(item, 'name', item)}, type={base!r}, must be of the same type ({dtype!r}){where}."
            )
    if not dtype:
        return dtypes.float32
    if not dtype.is_floating:
        raise ValueError(f"Expected floating point type, got {dtype!r}.")
    return dtype


@export("assert_proper_iterable", "debugging.assert_proper_iterable")
def assert_proper_iterable(values: Any) -> None:
    """Asserts that `values` is a collection of things, not a tensor, array or string.

    Raises:
      TypeError: it is not.
    """
    if isinstance(values, (Tensor, SparseTensor, np.ndarray, bytes, str)):
        raise TypeError(f'Expected argument "values" to be a "proper" iterable.  Found: {type(values)}')
    if not hasattr(values, "__iter__"):
        raise TypeError(f'Expected argument "values" to be iterable.  Found: {type(values)}')


@export("is_numeric_tensor", "debugging.is_numeric_tensor")
def is_numeric_tensor(tensor: Any) -> bool:
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
def is_non_decreasing(x: Any, name: str | None = None) -> Tensor:
    """Computes whether no element is less than the one before it, in row-major order."""
    with name_scope(name, "is_non_decreasing", [x]):
        d = _differences(x)
        return tf.reduce_all(tf.less_equal(convert_to_tensor(0, d.dtype), d))


@export("is_strictly_increasing", "debugging.is_strictly_increasing", "math.is_strictly_increasing")
def is_strictly_increasing(x: Any, name: str | None = None) -> Tensor:
    """Computes whether each element is greater than the one before it, in row-major order."""
    with name_scope(name, "is_strictly_increasing", [x]):
        d = _differences(x)
        return tf.reduce_all(tf.less(convert_to_tensor(0, d.dtype), d))


# -- shapes -----------------------------------------------------------------------------------------------------------------


class _Sizes(NamedTuple):
    tensor: Tensor
    inner_only: bool  # the symbols are for the last dimensions
    actual: Any
    symbols: tuple


def _is_number(size: Any) -> bool:
    try:
        int(size)
    except (ValueError, TypeError):
        return False
    return True


def _actual_sizes(x: Tensor) -> Any:
    dynamic = tf.shape(x)
    if x.shape.ndims == 0:
        return (1,)
    if x.shape.ndims is not None:
        return [dynamic[i] if d is None else d for i, d in enumerate(x.shape.as_list())]
    return tf.cond(tf.equal(tf.rank(x), 0), lambda: tf.constant([1]), lambda: dynamic)


def _parsed(tensor: Tensor, symbols: Any, message: str) -> _Sizes:
    if not (hasattr(symbols, "__iter__") or hasattr(symbols, "__getitem__")):
        raise ValueError(
            f"{message}.  Tensor {tensor.name}.  Specified shape must be an iterable.  An iterable has the attribute "
            f"`__iter__` or `__getitem__`.  Received specified shape: {symbols}"
        )
    symbols = tuple(symbols)
    for i, symbol in enumerate(symbols):
        if symbol in (Ellipsis, "*") and i:
            raise ValueError(
                f"{message}.  Tensor {tensor.name} specified shape index {i}.  Symbol `...` or `*` for a variable number "
                "of unspecified dimensions is only allowed as the first entry"
            )
    inner = bool(symbols) and symbols[0] in (Ellipsis, "*")
    return _Sizes(tensor, inner, _actual_sizes(tensor), (symbols[1:] if inner else symbols) or (1,))


@export("debugging.assert_shapes")
def assert_shapes(
    shapes: Any, data: Any = None, summarize: Any = None, message: str | None = None, name: str | None = None
) -> Operation:
    """Asserts that tensors have shapes that fit together.

    Args:
      shapes: pairs (or a dictionary) of a tensor and its shape: numbers, names for sizes that must be the same everywhere,
        None or '.' for any size, and `...` or '*' in front for any number of dimensions.
      data: the tensors to print if it does not hold.
      summarize: print this many elements of each tensor.
      message: printed before the default message.
      name: a name for the operations.

    Raises:
      ValueError: at once, if the shapes are known and do not fit.
    """
    said = message or ""
    pairs = shapes.items() if isinstance(shapes, dict) else shapes
    with name_scope(name, "assert_shapes", [data]):
        every = [_parsed(convert_to_tensor(x), s, said) for x, s in pairs if s is not None]
        ranks = []
        arguments = {"data": data, "summarize": summarize, "message": said, "name": name}
        for sizes in every:
            rank = len(sizes.symbols)
            if sizes.inner_only:
                if rank > 1:
                    ranks.append(assert_rank_at_least(sizes.tensor, rank, **arguments))
            elif rank <= 1:  # a scalar passes for a vector of one element
                ranks.append(assert_rank_in(sizes.tensor, [0, 1], **arguments))
            else:
                ranks.append(assert_rank(sizes.tensor, rank, **arguments))
        first: dict[Any, tuple[Any, Tensor, int]] = {}
        checks = []
        for sizes in every:
            for i, symbol in enumerate(sizes.symbols):
                axis = i - len(sizes.symbols) if sizes.inner_only else i
                if symbol is None or (isinstance(symbol, str) and symbol == "."):
                    continue
                if _is_number(symbol):
                    wanted, why = int(symbol), "Specified explicitly"
                elif symbol in first:
                    wanted, other, other_axis = first[symbol]
                    why = f"Specified by tensor {other.name} dimension {other_axis}"
                else:
                    first[symbol] = (sizes.actual[axis], sizes.tensor, axis)
                    continue
                check = _size_check(sizes.tensor, axis, sizes.actual[axis], wanted, why, data, summarize, said)
                if check is not None:
                    checks.append(check)
        with control_dependencies(ranks):
            return tf.group(*checks)


def _size_check(
    x: Tensor, axis: int, actual: Any, wanted: Any, why: str, data: Any, summarize: Any, message: str
) -> Operation | None:
    if _is_number(actual) and _is_number(wanted):
        if int(actual) != int(wanted):
            raise ValueError(
                f"{message}.  {why}.  Tensor {x.name} dimension {axis} must have size {wanted}.  Received size {actual}, "
                f"shape {x.shape}"
            )
        return None
    if data is None:
        data = [message, why, f"Tensor {x.name} dimension", axis, "must have size", wanted]
        data += ["Received shape: ", tf.shape(x)]
    return tf.Assert(tf.equal(convert_to_tensor(actual), convert_to_tensor(wanted)), data, summarize=summarize)
