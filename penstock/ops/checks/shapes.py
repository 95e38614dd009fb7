"""Assertions about ranks and shapes of tensors, checked at once where everything is known, else by an `Assert` operation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.inference import constant_value
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import TensorLike
from penstock.ops.checks.values import assert_type, with_dependencies

# -- ranks ------------------------------------------------------------------------------------------------------------------


def _ranks(
    x: Tensor,
    ranks: Sequence[Tensor],
    what: str,
    holds: Callable,
    test: Callable,
    data: TensorLike,
    summarize: TensorLike | None,
    message: str,
    shown: Callable,
) -> Operation:
    """Asserts something about the rank of `x`: `holds(rank, wanted)` if all is known, else `test(rank, wanted)`."""
    for rank in ranks:
        assert_type(rank, dtypes.int32)
    known = [constant_value(rank) for rank in ranks]
    if not any(k is None for k in known):
        if any(np.ndim(k) for k in known):
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
    """An assertion that the rank is one, or is at least one; it holds for no scalar if that is 1."""

    def check(
        x: TensorLike,
        rank: Any,
        data: Any = None,
        summarize: TensorLike | None = None,
        message: str | None = None,
        name: str | None = None,
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

    >>> import penstock as tf
    >>> tf.{function}(7.0, 1)
    Traceback (most recent call last):
        ...
    ValueError: .  Tensor {function}/x:0 must have rank {what}1.  Received rank 0, shape ()
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
    x: TensorLike,
    ranks: Any,
    data: Any = None,
    summarize: TensorLike | None = None,
    message: str | None = None,
    name: str | None = None,
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

    >>> import penstock as tf
    >>> tf.assert_rank_in([[1, 2], [3, 4]], (0, 1))
    Traceback (most recent call last):
        ...
    ValueError: .  Tensor assert_rank_in/x:0 must have rank in (0, 1).  Received rank 2, shape (2, 2)
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
            lambda wanted: str(tuple(wanted)),
        )


@export("assert_scalar", "debugging.assert_scalar")
def assert_scalar(tensor: TensorLike, name: str | None = None, message: str | None = None) -> Tensor:
    """Returns `tensor`, after asserting that its static shape is that of a scalar.

    Args:
      tensor: the tensor.
      name: a name for the operation.
      message: what to put before the text of the error.

    Raises:
      ValueError: it is not, or the shape is unknown.

    >>> import penstock as tf
    >>> tf.assert_scalar([1, 2])
    Traceback (most recent call last):
        ...
    ValueError: Expected scalar shape for assert_scalar:0, saw shape: (2,).
    """
    with name_scope(name, "assert_scalar", [tensor]) as scope:
        tensor = convert_to_tensor(tensor, name=scope)
        if tensor.shape.ndims != 0:
            raise ValueError(f"{message or ''}Expected scalar shape for {tensor.name}, saw shape: {tensor.shape}.")
        return tensor


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

    >>> import penstock as tf
    >>> x, y = tf.zeros([4, 3]), tf.zeros([4, 2])
    >>> ok = tf.debugging.assert_shapes([(x, ("N", 3)), (y, ("N", "classes"))])
    >>> tf.debugging.assert_shapes([(x, ("N", "D")), (y, ("N", "D"))])
    Traceback (most recent call last):
        ...
    ValueError: .  Specified by tensor zeros:0 dimension 1.  Tensor zeros_1:0 dimension 1 must have size 3.
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
    x: Tensor,
    axis: int,
    actual: Any,
    wanted: Any,
    why: str,
    data: TensorLike | None,
    summarize: TensorLike | None,
    message: str,
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
