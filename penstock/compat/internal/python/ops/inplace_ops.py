"""Tensors with some rows replaced, added to or subtracted from; the tensor given stays as it is."""

from collections.abc import Callable
from typing import Any

from penstock._namespace import find
from penstock.graph import convert, dtypes
from penstock.graph.build import apply
from penstock.graph.operation import Tensor

__all__ = [
    "alias_inplace_add",
    "alias_inplace_sub",
    "alias_inplace_update",
    "empty_like",
    "inplace_add",
    "inplace_sub",
    "inplace_update",
]


def _rows(op_type: str, x: Any, i: Any, v: Any) -> Tensor:
    """Applies an operation to row or rows `i` of `x`, or to all of it if `i` is None."""
    x = convert.convert_to_tensor(x)
    v = convert.convert_to_tensor(v, x.dtype)
    if i is None:
        flat = apply(op_type, x=find("reshape")(x, [1, -1]), i=[0], v=find("reshape")(v, [1, -1]))
        return find("reshape")(flat, find("shape")(x))
    i = find("cast")(i, dtypes.int32)
    if i.shape.ndims == 0:
        i, v = find("reshape")(i, [1]), find("expand_dims")(v, 0)
    return apply(op_type, x=x, i=i, v=v)


def _function(name: str, op_type: str, what: str) -> Callable[[Any, Any, Any], Tensor]:
    def call(x: Any, i: Any, v: Any) -> Tensor:
        return _rows(op_type, x, i, v)

    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"""A tensor like `x`, {what}.

    Args:
      x: the tensor.
      i: the number of a row, a vector of numbers, or None for all of `x`.
      v: a value of the shape of what is meant.
    """
    return call


# 1.15 writes into the memory of `x` in the first three; a graph sees the same values through what they return.
alias_inplace_update = _function("alias_inplace_update", "InplaceUpdate", "rows replaced by `v`")
alias_inplace_add = _function("alias_inplace_add", "InplaceAdd", "`v` added to rows")
alias_inplace_sub = _function("alias_inplace_sub", "InplaceSub", "`v` subtracted from rows")
inplace_update = _function("inplace_update", "InplaceUpdate", "rows replaced by `v`")
inplace_add = _function("inplace_add", "InplaceAdd", "`v` added to rows")
inplace_sub = _function("inplace_sub", "InplaceSub", "`v` subtracted from rows")


def empty_like(x: Any, init: bool | None = None) -> Tensor:
    """A tensor of the shape and type of `x` with values that mean nothing; zeros if `init` is true."""
    x = convert.convert_to_tensor(x)
    return apply("Empty", shape=find("shape")(x), dtype=x.dtype, init=bool(init))
