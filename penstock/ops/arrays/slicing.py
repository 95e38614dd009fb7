"""Slices: `tf.slice`, `tf.strided_slice`, `tensor[...]`, and assignment to slices of variables.

A slice whose bounds are known when the graph is built is a plain view. An index that is computed at run time
(`x[i]`) stays an index in the compiled program, so that no new program is needed for each value.
"""

from __future__ import annotations

import functools
import numbers
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from penstock._namespace import export, export_value, find
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.convert import _into_current, constant, convert_to_tensor
from penstock.graph.graph import counted_as, name_scope
from penstock.graph.inference import constant_value
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import check, gradient, op
from penstock.graph.tensor_shape import Dimension, TensorShape
from penstock.graph.typing import SizesLike, TensorLike
from penstock.ops.arrays.basic import rank, shape, shape_text
from penstock.ops.arrays.filled import ones_like, zeros_like
from penstock.ops.arrays.joining import concat
from penstock.ops.arrays.stacking import stack
from penstock.ops.backend import arrays

if TYPE_CHECKING:
    from penstock.ops.state.variables import Variable

newaxis = export_value(None, "newaxis")
_MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")


# -- slice ------------------------------------------------------------------------------------------------------------


def _slice_rule(c):
    given = c.shape(0)
    length = rule.dim(rule.merge(rule.with_rank(c.shape(1), 1), rule.with_rank(c.shape(2), 1)), 0)
    if length is not None:
        given = rule.with_rank(given, length)
    begin = c.const_as_shape(1)  # no shape, but partly known as one is
    partly = c.const_as_shape(2)
    sizes = c.const(2)
    if sizes is None:
        if partly.ndims is not None:
            rule.with_rank(begin, partly.ndims)
            return [partly]
        return [rule.UNKNOWN if given.ndims is None else TensorShape([None] * given.ndims)]
    starts = rule.with_rank(begin, len(sizes)).as_list()
    cuts = zip(given.as_list(), sizes.tolist(), starts)
    return [TensorShape([s if s >= 0 else rule.subtract(d, b) for d, s, b in cuts])]


def _slice_static(op: Operation) -> tuple[str, ...]:
    sizes = constant_value(op._inputs[2])
    return ("begin", "size") if sizes is None or (sizes < 0).any() else ("size",)


@op("Slice", shape=_slice_rule, static=_slice_static)
def _slice(xp, x, begin, size):
    sizes = size.tolist()
    if len(sizes) != x.ndim:
        raise errors.invalid(
            "Expected begin and size arguments to be 1-D tensors of size "
            f"{x.ndim}, but got shapes {shape_text(np.shape(begin))} and {shape_text(np.shape(size))} instead."
        )
    if not isinstance(begin, np.ndarray):
        inside = [(begin[i] >= 0) & (begin[i] + s <= d) for i, (s, d) in enumerate(zip(sizes, x.shape))]
        for ok in inside:
            check(ok, errors.InvalidArgumentError, "slice is out of range")
        return arrays.dynamic_slice(xp.asarray(x), [begin[i] for i in range(x.ndim)], sizes)
    index = []
    for i, (b, s, d) in enumerate(zip(begin.tolist(), sizes, x.shape)):
        if not 0 <= b <= d:
            raise errors.invalid(f"Expected begin[{i}] in [0, {d}], but got {b}")
        if s == -1:
            s = d - b
        elif not 0 <= s <= d - b:
            raise errors.invalid(f"Expected size[{i}] in [0, {d - b}], but got {s}")
        index.append(slice(b, b + s))
    return x[tuple(index)] if index else x[...]


@gradient("Slice")
def _slice_grad(op, grad):
    x, begin = op.inputs[:2]
    kind = begin.dtype.base_dtype
    count = rank(x)
    size = shape(op.outputs[0], out_type=kind)
    column = stack([count, 1])
    before = apply("Reshape", tensor=begin, shape=column)
    after = apply("Reshape", tensor=shape(x, out_type=kind) - size - begin, shape=column)
    return apply("Pad", input=grad, paddings=concat([before, after], 1)), None, None


def _public_slice(input_: Any, begin: TensorLike, size: TensorLike, name: str | None = None) -> Tensor:
    """Cuts a block out of a tensor.

    Args:
      input_: the tensor.
      begin: where the block begins in each dimension.
      size: its size; -1 means up to the end.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.slice([[1, 2, 3], [4, 5, 6]], [0, 1], [2, -1]))
    array([[2, 3],
           [5, 6]], dtype=int32)
    """
    return apply("Slice", name, input=input_, begin=begin, size=size)


_public_slice.__name__ = _public_slice.__qualname__ = "slice"
export("slice")(_public_slice)


# -- strided slice ----------------------------------------------------------------------------------------------------


class _Part(NamedTuple):
    """What one entry of a slice specification means."""

    kind: str  # "range", "index" or "new"
    entry: int  # position in begin, end and strides; -1 for dimensions that an ellipsis stands for
    axis: int  # dimension of the input; -1 for a new one


def _parts(count: int, dims: int, masks: dict[str, int]) -> list[_Part]:
    """Expands a specification of `count` entries for an input with `dims` dimensions."""
    new, shrink, ellipsis = masks["new_axis_mask"], masks["shrink_axis_mask"], masks["ellipsis_mask"]
    if ellipsis & (ellipsis - 1):
        raise errors.invalid("Multiple ellipses in slice spec not allowed")
    used = sum(1 for i in range(count) if not (new | ellipsis) >> i & 1)
    # The ellipsis wins over a new axis, that over an index.
    parts: list[_Part] = []
    axis = 0
    seen = False
    for i in range(count):
        if ellipsis >> i & 1:
            seen = True
            for _ in range(dims - used):
                parts.append(_Part("range", -1, axis))
                axis += 1
        elif new >> i & 1:
            parts.append(_Part("new", i, -1))
        else:
            if axis >= dims:
                raise errors.invalid(f"Index out of range using input dim {axis}; input has only {dims} dims")
            parts.append(_Part("index" if shrink >> i & 1 else "range", i, axis))
            axis += 1
    if not seen:
        parts.extend(_Part("range", -1, a) for a in range(axis, dims))
    return parts


def _bounds(begin: int, end: int, stride: int, extent: int, begin_masked: bool, end_masked: bool) -> tuple[int, int]:
    """Begin and end in a dimension, clamped as NumPy does; the end of a falling range may be -1."""
    low, high = (0, extent) if stride > 0 else (-1, extent - 1)

    def clamped(x: int) -> int:
        return min(max(x + extent if x < 0 else x, low), high)

    first = (low if stride > 0 else high) if begin_masked else clamped(begin)
    last = (high if stride > 0 else low) if end_masked else clamped(end)
    return first, last


def _masks(begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask) -> dict[str, int]:
    return dict(zip(_MASKS, (begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)))


def _strided_rule(c):
    given = c.shape(0)
    specs = [c.const(i) for i in (1, 2, 3)]
    masks = {m: c.attr(m) for m in _MASKS}
    begin, end, strides = (rule.with_rank(s, 1) for s in c.shapes[1:4])
    count = rule.dim(rule.merge(rule.merge(begin, end), strides), 0)
    if given.ndims is None or count is None or specs[2] is None:
        return [rule.UNKNOWN]
    try:
        parts = _parts(count, given.ndims, masks)
    except errors.InvalidArgumentError as error:
        raise ValueError(error.message) from None
    extents = given.as_list()
    dims: list[int | None] = []
    begin, end, strides = specs
    for kind, i, axis in parts:
        if kind == "new":
            dims.append(1)
            continue
        extent = extents[axis]
        if kind == "index":
            if begin is not None and extent is not None and not -extent <= int(begin[i]) < extent:
                raise ValueError(f"slice index {int(begin[i])} of dimension {axis} out of bounds.")
            continue
        if i < 0:
            dims.append(extent)
            continue
        no_begin, no_end = masks["begin_mask"] >> i & 1, masks["end_mask"] >> i & 1
        stride = int(strides[i])
        if stride == 0:
            raise ValueError(f"strides[{i}] must be non-zero")
        b = 0 if no_begin else None if begin is None else int(begin[i])
        e = 0 if no_end else None if end is None else int(end[i])
        if b is None or e is None:
            dims.append(None)
        elif extent is not None:
            dims.append(len(range(*_bounds(b, e, stride, extent, bool(no_begin), bool(no_end)), stride)))
        elif not no_begin and not no_end and (b < 0) == (e < 0):
            dims.append(None if _may_be_clamped(b, e, stride) else len(range(b, e, stride)))
        else:
            dims.append(None)
    return [TensorShape(dims)]


def _may_be_clamped(begin: int, end: int, stride: int) -> bool:
    """Whether a range of known bounds may be cut short by the length of a dimension that is not known."""
    return len(range(begin, end, stride)) > 0


def _strided_static(shape_input: str | None) -> Callable[[Operation], tuple[str, ...]]:
    """Inputs that must be known: not `begin` and `end`, if they only hold indices (`x[i]`) beside whole dimensions."""

    def static(op: Operation) -> tuple[str, ...]:
        always = ("strides",) if shape_input is None else ("strides", shape_input)
        a = op._attrs
        length = op._inputs[3].shape.as_list()[0] if op._inputs[3].shape.ndims == 1 else None
        if length is None:
            return (*always, "begin", "end")
        free = a["shrink_axis_mask"] | a["new_axis_mask"] | a["ellipsis_mask"] | (a["begin_mask"] & a["end_mask"])
        plain = all(free >> i & 1 for i in range(length))
        return always if plain else (*always, "begin", "end")

    return static


class _Cut(NamedTuple):
    """A slice as three steps: whole ranges by NumPy slices, then traced indices, then the final shape."""

    ranges: tuple[slice, ...]
    traced: dict[int, Any]  # dimension → index that is known at run time only
    middle: tuple[int, ...]  # shape after `ranges` (and with 1 for every index)
    shape: tuple[int, ...]


def _cut(dims: tuple[int, ...], begin, end, strides, masks: dict[str, int]) -> _Cut:
    known = isinstance(begin, np.ndarray)
    index: list[slice] = [slice(None)] * len(dims)
    traced: dict[int, Any] = {}
    middle = list(dims)
    out: list[int] = []
    for kind, i, axis in _parts(len(strides), len(dims), masks):
        if kind == "new":
            out.append(1)
            continue
        extent = dims[axis]
        if i < 0:
            out.append(extent)
            continue
        stride = int(strides[i])
        if stride == 0:
            raise errors.invalid(f"strides[{i}] must be non-zero")
        if kind == "index":
            if stride < 0:
                raise errors.invalid("only stride 1 allowed on non-range indexing.")
            middle[axis] = 1
            if known:
                at = int(begin[i])
                if not -extent <= at < extent:
                    raise errors.invalid(f"slice index {at} of dimension {axis} out of bounds.")
                index[axis] = slice(at % extent, at % extent + 1)
            else:
                at = begin[i]
                check((at >= -extent) & (at < extent), errors.InvalidArgumentError, "slice index out of bounds.")
                traced[axis] = (at + extent * (at < 0)).astype(at.dtype)
            continue
        no_begin, no_end = masks["begin_mask"] >> i & 1, masks["end_mask"] >> i & 1
        b = 0 if no_begin else int(begin[i])
        e = 0 if no_end else int(end[i])
        first, last = _bounds(b, e, stride, extent, bool(no_begin), bool(no_end))
        middle[axis] = len(range(first, last, stride))
        if not middle[axis]:
            index[axis] = slice(0, 0)
        else:
            index[axis] = slice(first, last if last >= 0 else None, stride)
        out.append(middle[axis])
    return _Cut(tuple(index), traced, tuple(middle), tuple(out))


@functools.lru_cache(4096)
def _known_cut(dims: tuple, begin: tuple, end: tuple, strides: tuple, masks: tuple) -> tuple[tuple, tuple]:
    """The ranges and the final shape of a slice; programs ask for the same few again and again."""
    cut = _cut(dims, np.asarray(begin, np.int64), np.asarray(end, np.int64), strides, _masks(*masks))
    return cut.ranges, cut.shape


def _starts(cut: _Cut) -> list[Any]:
    """Where the traced block begins in each dimension."""
    first = next(iter(cut.traced.values()))
    return [cut.traced.get(i, np.zeros((), first.dtype)) for i in range(len(cut.middle))]


@op("StridedSlice", shape=_strided_rule, static=_strided_static(None))
def _strided_slice(xp, x, begin, end, strides, *, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask):
    if xp is np and isinstance(begin, np.ndarray) and isinstance(end, np.ndarray) and isinstance(strides, np.ndarray):
        masks = (begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
        ranges, shape = _known_cut(x.shape, (*begin.tolist(),), (*end.tolist(),), (*strides.tolist(),), masks)
        return x[ranges].reshape(shape)
    cut = _cut(
        x.shape, begin, end, strides, _masks(begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    )
    if cut.traced:
        x = arrays.dynamic_slice(xp.asarray(x)[cut.ranges], _starts(cut), list(cut.middle))
    else:
        x = x[cut.ranges]
    return x.reshape(cut.shape)


def _write(xp, x, begin, end, strides, value, masks):
    """`x` with `value`, broadcast, in the place of a slice."""
    cut = _cut(x.shape, begin, end, strides, masks)
    if 0 in cut.shape:
        return x
    given = np.shape(value)
    if len(given) > len(cut.shape) or any(n not in (1, m) for n, m in zip(given[::-1], cut.shape[::-1])):
        told = f"sliced l-value shape {shape_text(cut.shape)} does not match r-value shape {shape_text(given)}."
        raise errors.UnimplementedError(None, None, told + " Automatic broadcasting not yet implemented.")
    value = xp.broadcast_to(value, cut.shape).reshape(cut.middle)
    if not cut.traced:
        return _set(xp, x, cut.ranges, value)
    block = xp.asarray(x)[cut.ranges]
    return _set(xp, x, cut.ranges, arrays.dynamic_update_slice(block, value, _starts(cut)))


def _set(xp, x, index, value):
    if xp is np:
        out = np.array(x)
        out[index] = value
        return out
    return xp.asarray(x).at[index].set(value)


@op("StridedSliceGrad", shape=rule.from_input(0), static=_strided_static("shape"))
def _strided_slice_grad(
    xp, dims, begin, end, strides, dy, *, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask
):
    masks = _masks(begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    blank = xp.zeros(tuple(int(d) for d in dims), dy.dtype)
    cut = _cut(blank.shape, begin, end, strides, masks)
    if tuple(dy.shape) != cut.shape:
        raise errors.invalid(f"shape of dy was {shape_text(dy.shape)} instead of {shape_text(cut.shape)}")
    return _write(xp, blank, begin, end, strides, dy, masks)


@op("TensorStridedSliceUpdate", shape=rule.same, static=_strided_static(None))
@op("StridedSliceAssign", shape=rule.same, static=_strided_static(None), updates=("ref",))
@op("ResourceStridedSliceAssign", static=_strided_static(None), updates=("ref",))
def _strided_slice_update(
    xp, x, begin, end, strides, value, *, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask
):
    masks = _masks(begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    return _write(xp, x, begin, end, strides, value, masks)


@gradient("StridedSlice")
def _strided_slice_gradient(op, grad):
    with counted_as(2):  # in 1.15 the same tensors are used again
        return _strided_slice_back(op, grad), None, None, None


def _strided_slice_back(op: Operation, grad: Tensor) -> Tensor:
    x, begin, end, strides = op.inputs
    dims: Any = shape(x, out_type=begin.dtype.base_dtype)
    known = [constant_value(t) for t in (dims, begin, end, strides)]
    for t in (begin, end, strides):
        _into_current(t)  # in the body of a gradient 1.15 has them as constants, which are counted
    parts: list[Any] = [t if v is None else v for t, v in zip((dims, begin, end, strides), known)]
    dims, begin, end, strides = parts
    masks = {m: op._attrs[m] for m in _MASKS}
    return apply("StridedSliceGrad", shape=dims, begin=begin, end=end, strides=strides, dy=grad, **masks)


@gradient("StridedSliceGrad")
def _strided_slice_grad_gradient(op, grad):
    _, begin, end, strides, _ = op.inputs
    masks = {m: op._attrs[m] for m in _MASKS}
    return None, None, None, None, strided_slice(grad, begin, end, strides, **masks)


@gradient("TensorStridedSliceUpdate")
def _tensor_strided_slice_update_grad(op, grad):
    _, begin, end, strides, value = op.inputs
    masks = {m: op._attrs[m] for m in _MASKS}
    dy = strided_slice(grad, begin, end, strides, **masks)
    where = {"begin": begin, "end": end, "strides": strides}
    dx = apply("TensorStridedSliceUpdate", input=grad, **where, value=zeros_like(dy), **masks)
    cut = shape(dy, out_type=begin.dtype.base_dtype)
    given = shape(value, out_type=cut.dtype.base_dtype)
    _, axes = apply("BroadcastGradientArgs", s0=cut, s1=given)
    dy = find("reduce_sum")(dy, axis=axes, keepdims=True)
    return dx, None, None, None, apply("Reshape", tensor=dy, shape=given)


# -- public -----------------------------------------------------------------------------------------------------------


class VariableSlice(Tensor):
    """A slice of a variable: a Tensor that can also be assigned to, `v[1:].assign([2.0, 3.0])`."""

    __slots__ = ()

    @property
    def assign(self) -> Callable:
        """`assign(value, name=None)` makes an operation that writes `value` into the slice."""
        return self._extra["assign"]


@export("strided_slice")
def strided_slice(
    input_: Any,
    begin: TensorLike,
    end: TensorLike,
    strides: SizesLike | None = None,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
    var: Variable | None = None,
    name: str | None = None,
) -> Tensor:
    """Cuts a slice with strides out of a tensor, as `input_[begin:end:strides, ...]`.

    Args:
      input_: the tensor.
      begin: the first index of each dimension.
      end: the index after the last.
      strides: the steps, 1 by default.
      begin_mask: bit i set: ignore `begin[i]`, begin at the start.
      end_mask: bit i set: ignore `end[i]`, go to the end.
      ellipsis_mask: bit i set: entry i stands for as many whole dimensions as needed.
      new_axis_mask: bit i set: entry i is a new dimension of length 1.
      shrink_axis_mask: bit i set: entry i is an index, its dimension disappears.
      var: the variable that the result can be assigned to by `result.assign`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.strided_slice([1, 2, 3, 4, 5], [0], [5], [2]))
    array([1, 3, 5], dtype=int32)
    """
    if strides is None:
        strides = ones_like(begin)
    masks = _masks(begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    made = apply("StridedSlice", name, input=input_, begin=begin, end=end, strides=strides, **masks)
    if var is None:
        return made

    parent = name or made.op.name

    def assign(val: TensorLike, name: str | None = None) -> Any:
        if name is None:
            name = f"{parent}_assign"  # in the scope of the slice, if it was made by brackets, as in 1.15
        return var._strided_slice_assign(begin=begin, end=end, strides=strides, value=val, name=name, **masks)

    made.__class__ = VariableSlice
    made._extra = {"assign": assign}
    return made


_WRONG_INDEX = (
    "Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar tf.int32/tf.int64 tensors are valid "
    "indices"
)


def _check_index(index: Any) -> None:
    if isinstance(index, (numbers.Integral, Dimension)):
        return
    dtype = getattr(index, "dtype", None)
    ok = dtype is not None and not (index.shape and len(index.shape) == 1)
    if ok:
        try:
            ok = dtypes.as_dtype(dtype).base_dtype in (dtypes.int32, dtypes.int64)
        except TypeError:
            ok = False
    if not ok:
        raise TypeError(f"{_WRONG_INDEX}, got {index!r}")


def getitem(tensor: TensorLike, slice_spec: Any, var: Variable | None = None) -> Tensor:
    """`Tensor.__getitem__`: integers, slices, `...`, `tf.newaxis`, scalar tensors, or a mask of bools.

    Args:
      tensor: the tensor.
      slice_spec: what stands in the brackets.
      var: the variable that is sliced, if it is one.

    Raises:
      TypeError: if an index is of another type.
    """
    mask = isinstance(slice_spec, bool) or getattr(slice_spec, "dtype", None) in (dtypes.bool, np.dtype(bool))
    if mask:
        return find("boolean_mask")(tensor=tensor, mask=slice_spec)
    if not isinstance(slice_spec, (list, tuple)):
        slice_spec = [slice_spec]
    begin: list[Any] = []
    end: list[Any] = []
    strides: list[Any] = []
    masks = dict.fromkeys(_MASKS, 0)

    def bound(value: TensorLike, values: list, mask: str | None, default: int, bit: int) -> None:
        if value is None or (isinstance(value, int) and value == sys.maxsize and mask is not None):
            values.append(default)
            if mask is not None:
                masks[mask] |= bit
        else:
            _check_index(value)
            values.append(value)

    for i, s in enumerate(slice_spec):
        bit = 1 << i
        if isinstance(s, slice):
            bound(s.start, begin, "begin_mask", 0, bit)
            bound(s.stop, end, "end_mask", 0, bit)
            bound(s.step, strides, None, 1, bit)
        elif s is Ellipsis or s is newaxis:
            masks["ellipsis_mask" if s is Ellipsis else "new_axis_mask"] |= bit
            begin.append(0)
            end.append(0)
            strides.append(1)
        else:
            _check_index(s)
            begin.append(s)
            end.append(s + 1)
            strides.append(1)
            masks["shrink_axis_mask"] |= bit
    with name_scope(None, "strided_slice", [tensor, *begin, *end, *strides]) as scope:
        if begin:
            packed = [stack(begin), stack(end), stack(strides)]
            if any(p.dtype == dtypes.int64 for p in packed):
                packed = [p if p.dtype == dtypes.int64 else apply("Cast", x=p, DstT=dtypes.int64) for p in packed]
        else:
            packed = [constant([], dtypes.int32)] * 3
        first, last, steps = packed
        return strided_slice(convert_to_tensor(tensor), first, last, steps, **masks, var=var, name=scope)
