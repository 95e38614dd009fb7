"""Small array operations that graphs of 1.x contain: data formats, rows put into arrays, comparisons packed into bits."""

from __future__ import annotations

import numpy as np

from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.registry import check, no_gradient, op
from penstock.ops.backend import arrays
from penstock.ops.common import memory_check

no_gradient("DataFormatDimMap", "DataFormatVecPermute", "InplaceUpdate", "InplaceAdd", "InplaceSub", "Empty",
            "CompareAndBitpack")  # fmt: skip


def _order(source: str, target: str) -> list[int]:
    """Where each letter of one format stands in another."""
    if len(source) not in (4, 5) or sorted(source) != sorted(target):
        raise errors.invalid(f"Formats must name the same dimensions, four or five, got {source} and {target}")
    return [target.index(letter) for letter in source]


@op("DataFormatDimMap", shape=rule.same)
def _dim_map(xp, x, *, src_format, dst_format):
    order = np.asarray(_order(src_format, dst_format), x.dtype)
    check(
        xp.all((x >= -len(order)) & (x < len(order))),
        errors.InvalidArgumentError,
        lambda: f"Dimensions must be in [-{len(order)}, {len(order)})",
    )
    return xp.asarray(order)[xp.asarray(x) % len(order)]


@op("DataFormatVecPermute", shape=rule.same)
def _vec_permute(xp, x, *, src_format, dst_format):
    order = _order(src_format, dst_format)
    if x.ndim not in (1, 2):
        raise errors.invalid(f"input must be a vector or 2D tensor, but got shape {list(x.shape)}")
    if x.shape[0] != len(order) or (x.ndim == 2 and x.shape[1] != 2):
        raise errors.invalid(
            f"input must have {len(order)} rows, and two columns if it is a matrix, but got {list(x.shape)}"
        )
    return xp.asarray(x)[np.argsort(order)]


# -- rows put into arrays. 1.x wrote into the array itself; here the result is a new one ----------------------------------------


def _inplace(name: str, how: str) -> None:
    @op(name, shape=rule.same)
    def kernel(xp, x, i, v):
        if i.ndim != 1:
            raise errors.invalid(f"i must be a vector. {list(i.shape)}")
        if x.ndim != v.ndim:
            raise errors.invalid(f"x and v shape doesn't match (ranks differ): {list(x.shape)} vs. {list(v.shape)}")
        if x.shape[1:] != v.shape[1:]:
            raise errors.invalid(f"x and v shape doesn't match at some index: {list(x.shape)} vs. {list(v.shape)}")
        if i.shape[0] != v.shape[0]:
            raise errors.invalid(f"i and x shape doesn't match at index 0: {list(i.shape)} vs. {list(v.shape)}")
        return arrays.scatter(xp, x, (xp.asarray(i) % max(x.shape[0], 1),), v, how)


for _name, _how in (("InplaceUpdate", "update"), ("InplaceAdd", "add"), ("InplaceSub", "sub")):
    _inplace(_name, _how)


@op("Empty", shape=rule.from_input(0), static=("shape",))
def _empty(xp, shape, *, dtype):
    memory_check.check((int(d) for d in shape), dtype.storage)
    if dtype.name == "string":
        return np.full(tuple(int(d) for d in shape), b"", object)
    return xp.zeros(tuple(int(d) for d in shape), dtype.storage)


# -- comparisons as bits ----------------------------------------------------------------------------------------------------


def _packed_shape(c):
    x = rule.with_rank_at_least(c.shape(0), 1)
    rule.check_scalars(c, 1)
    if x.ndims is None:
        return [None]
    *outer, last = x.as_list()
    return [[*outer, rule.divided(last, 8)]]


@op("CompareAndBitpack", shape=_packed_shape)
def _bitpack(xp, x, threshold):
    if x.ndim < 1:
        raise errors.invalid("Input should be at least a vector, but saw a scalar.")
    if np.ndim(threshold):
        raise errors.invalid("Compare must be a scalar, but saw shape: " + str(list(threshold.shape)))
    if x.shape[-1] % 8:
        raise errors.invalid(f"Inner dimension of input should be divisible by 8, but saw shape: {list(x.shape)}")
    bits = (xp.asarray(x) > threshold).reshape(*x.shape[:-1], x.shape[-1] // 8, 8).astype(np.uint8)
    return (bits << np.arange(7, -1, -1, dtype=np.uint8)).sum(axis=-1, dtype=np.uint8)
