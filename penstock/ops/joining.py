"""Operations that make one tensor of several, or several of one: concat, stack, split, unstack, tile, meshgrid.

`auto_pack` turns nested lists that contain tensors into one tensor, for `convert_to_tensor`.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply, public
from penstock.graph.composite import IndexedSlices
from penstock.graph.convert import constant, convert_to_tensor, is_dense_tensor_like
from penstock.graph.graph import name_scope
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.registry import check, gradient, no_gradient, op
from penstock.graph.tensor_shape import Dimension, TensorShape
from penstock.ops.basic import rank, shape, shape_n, shape_text, size, zeros
from penstock.ops.eras import renamed


def _invalid(text: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, text)


def _spaced(dims: Any) -> str:
    return "[" + " ".join(str(int(d)) for d in dims) + "]"


# -- concat -----------------------------------------------------------------------------------------------------------


def _concat_rule(first: int, last: int | None, axis_at: int) -> rule.Rule:
    def shapes(c):
        values = c.shapes[first:last]
        axis = c.const(axis_at)
        rank = next((s.ndims for s in values if s.ndims is not None), None)
        if rank is None:
            return [rule.UNKNOWN]
        if axis is None:
            for s in values:
                rule.with_rank(s, rank)
            return [TensorShape([None] * rank)]
        at = int(axis)
        if not -max(rank, 1) <= at < max(rank, 1):
            raise ValueError(f"Dimension {at} is not in the range [{-rank}, {rank})")
        if rank == 0:
            raise ValueError("Can't concatenate scalars (use tf.stack instead)")
        at %= rank
        total: int | None = 0
        dims = [None] * rank
        for s in values:
            known = rule.with_rank(s, rank).as_list()
            total = None if total is None or known[at] is None else total + known[at]
            known[at] = None
            dims = rule.merge(TensorShape(dims), TensorShape(known)).as_list()
        dims[at] = total
        return [TensorShape(dims)]

    return shapes


def _concatenate(xp, values, axis):
    rank = values[0].ndim
    at = int(axis)
    if not -rank <= at < rank:
        if rank == 0:
            raise _invalid("ConcatOp : Can't concatenate scalars (use tf.stack instead)")
        raise _invalid(f"ConcatOp : Expected concatenating dimensions in the range [{-rank}, {rank}), but got {at}")
    at %= rank
    first = values[0].shape
    for i, v in enumerate(values):
        if v.ndim != rank:
            raise _invalid(
                f"ConcatOp : Ranks of all input tensors should match: shape[0] = {shape_text(first)} vs. "
                f"shape[{i}] = {shape_text(v.shape)}"
            )
        if v.shape[:at] != first[:at] or v.shape[at + 1 :] != first[at + 1 :]:
            raise _invalid(
                f"ConcatOp : Dimensions of inputs should match: shape[0] = {shape_text(first)} vs. "
                f"shape[{i}] = {shape_text(v.shape)}"
            )
    return xp.concatenate(values, axis=at)


@op("ConcatV2", shape=_concat_rule(0, -1, -1), static=("axis",))
def _concat_v2(xp, values, axis):
    return _concatenate(xp, values, axis)


@op("Concat", shape=_concat_rule(1, None, 0), static=("concat_dim",))
def _concat(xp, axis, values):
    return _concatenate(xp, values, axis)


@op("ParallelConcat", shape=rule.from_attr("shape"))
def _parallel_concat(xp, values, *, shape):
    return xp.concatenate(values, axis=0)


@op("ConcatOffset", shape=lambda c: [c.shape(1)] * len(c.op._outputs), static=("concat_dim",))
def _concat_offset(xp, axis, shapes):
    dims = len(shapes[0])
    at = int(axis)
    if not -dims <= at < dims:
        raise _invalid(f"Concat dim is out of range: {at} vs. {dims}")
    at %= dims
    free = np.arange(dims) == at
    for i, s in enumerate(shapes):
        if len(s) != dims:
            raise _invalid(f"input {i} should contain {dims} elements, but got {len(s)}")
        check(
            xp.all((s == shapes[0]) | free),
            errors.InvalidArgumentError,
            lambda i=i, s=s: (
                f"All dimensions except {at} must match. Input {i} has shape {_spaced(s)} and doesn't match input 0 with "
                f"shape {_spaced(shapes[0])}."
            ),
        )
    offsets = []
    start = 0
    for s in shapes:
        begin = np.zeros(len(s), np.int32) if xp is np else xp.zeros(len(s), np.int32)
        if xp is np:
            begin[at] = start
        else:
            begin = begin.at[at].set(start)
        offsets.append(begin)
        start = start + s[at]
    return tuple(offsets)


no_gradient("ConcatOffset")


@gradient("ConcatV2")
def _concat_v2_grad(op, grad):
    return [*_concat_gradients(op.inputs[:-1], op.inputs[-1], grad), None]


@gradient("Concat")
def _concat_grad(op, grad):
    return [None, *_concat_gradients(op.inputs[1:], op.inputs[0], grad)]


def _concat_gradients(values: list[Tensor], axis: Tensor, grad: Any) -> list[Any]:
    if len(values) == 1:
        return [grad]
    if isinstance(grad, IndexedSlices):
        return _concat_sparse_gradients(values, axis, grad)
    at = axis % rank(values[0])
    sizes: Any = []
    for x in values:
        s = shape(x)
        if s.op.type != "Const":
            sizes = shape_n(values)
            break
        sizes.append(s)
    if len(sizes) > 16:
        # One split instead of many slices: the extents along the axis, as one vector.
        extents = apply("Slice", input=stack(sizes, axis=1), begin=stack([at, 0]), size=[1, -1])
        return split(grad, apply("Squeeze", input=extents), at)
    offsets = apply("ConcatOffset", concat_dim=at, shape=sizes)
    return [apply("Slice", input=grad, begin=b, size=s) for b, s in zip(offsets, sizes)]


def _concat_sparse_gradients(values: list[Tensor], axis: Tensor, grad: IndexedSlices) -> list[IndexedSlices]:
    known = constant_value(axis)
    if known is None:
        raise ValueError("Can only compute IndexedSlices gradient with statically-known concat_dim")
    at = int(known)
    if at < 0:
        if values[0].shape.ndims is None:
            raise ValueError(
                "Can only compute IndexedSlices gradient with negative concat_dim when first value rank is "
                "statically-known."
            )
        at %= values[0].shape.ndims
    sizes = [shape(x) for x in values]
    parts = []
    if at > 0:
        begin = zeros(shape(sizes[0]), dtypes.int32)
        mask = apply("OneHot", indices=at, depth=size(sizes[0]), on_value=1, off_value=0, axis=-1)
        for extent in sizes:
            rest = apply("Slice", input=extent, begin=[1], size=[-1])
            part = apply("Slice", input=grad.values, begin=begin, size=concat([[-1], rest], 0))
            parts.append(IndexedSlices(part, grad.indices, extent))
            begin = begin + extent * mask
        return parts
    start: Any = constant(0, grad.indices.dtype.base_dtype)
    for extent in sizes:
        rows = extent[0]  # type: ignore[index]
        if rows.dtype != grad.indices.dtype:
            rows = apply("Cast", x=rows, DstT=grad.indices.dtype.base_dtype)
        end = start + rows
        inside = apply("LogicalAnd", x=grad.indices >= start, y=grad.indices < end)  # type: ignore[operator]
        chosen = apply("Squeeze", input=apply("Where", input=inside), squeeze_dims=[1])
        gather = find("gather")
        indices = gather(grad.indices, chosen) - start
        parts.append(IndexedSlices(gather(grad.values, chosen), indices, extent))
        start = end
    return parts


def _is_axis(value: Any) -> bool:
    """True for what can only be an axis: a Python integer or a scalar integer tensor."""
    if isinstance(value, (int, np.integer)):
        return True
    return isinstance(value, Tensor) and value.shape.ndims == 0 and value.dtype.is_integer


@export("concat")
@renamed(concat_dim="axis")
def concat(values: Any, axis: Any, name: str = "concat") -> Tensor:
    """Concatenates tensors along one dimension. The 0.9 order `concat(axis, values)` is understood, too.

    Args:
      values: a list of tensors, of the same shape except along `axis`.
      axis: the dimension; negative ones count from the end.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.concat([[[1], [2]], [[3], [4]]], 1))
    array([[1, 3],
           [2, 4]], dtype=int32)
    """
    if _is_axis(values) and not _is_axis(axis):
        values, axis = axis, values
    if not isinstance(values, (list, tuple)):
        values = [values]
    if len(values) == 1:
        with name_scope(name):
            convert_to_tensor(axis, dtypes.int32, "concat_dim").shape.assert_has_rank(0)
            return find("identity")(values[0], name)
    return apply("ConcatV2", name, values=list(values), axis=axis)


# -- stack ------------------------------------------------------------------------------------------------------------


def _pack_rule(c):
    shape = rule.UNKNOWN
    for s in c.shapes:
        shape = rule.merge(shape, s)
    if shape.ndims is None:
        return [rule.UNKNOWN]
    axis = c.attr("axis")
    rank = shape.ndims + 1
    if not -rank <= axis < rank:
        raise ValueError(f"Invalid axis: {axis}; must be in [{-rank},{rank})")
    dims = shape.as_list()
    dims.insert(axis % rank, c.attr("N"))
    return [TensorShape(dims)]


@op("Pack", shape=_pack_rule)
def _pack(xp, values, *, axis):
    first = values[0].shape
    for i, v in enumerate(values):
        if v.shape != first:
            raise _invalid(
                f"Shapes of all inputs must match: values[0].shape = {shape_text(first)} != values[{i}].shape = "
                f"{shape_text(v.shape)}"
            )
    if xp is np and not first and values[0].dtype != object:
        return np.array(values, values[0].dtype)  # shapes are made of scalars, often; this takes a fifth of the time
    return xp.stack(values, axis=axis)


@gradient("Pack")
def _pack_grad(op, grad):
    return unstack(grad, num=op._attrs["N"], axis=op._attrs["axis"])


def _unpack_rule(c):
    shape = rule.with_rank_at_least(c.shape(0), 1)
    num, axis = c.attr("num"), c.attr("axis")
    if shape.ndims is None:
        return [rule.UNKNOWN] * num
    if not -shape.ndims <= axis < shape.ndims:
        raise ValueError(f"Invalid axis: {axis}; must be in [{-shape.ndims},{shape.ndims})")
    dims = shape.as_list()
    extent = dims.pop(axis)
    if extent is not None and extent != num:
        raise ValueError(f"Dimension must be {num} but is {extent}")
    return [TensorShape(dims)] * num


@op("Unpack", shape=_unpack_rule)
def _unpack(xp, value, *, num, axis):
    if not -value.ndim <= axis < value.ndim:
        raise _invalid(f"axis = {axis} not in [{-value.ndim}, {value.ndim})")
    if value.shape[axis] != num:
        raise _invalid(f"Input shape axis {axis} must equal {num}, got shape {shape_text(value.shape)}")
    before = (slice(None),) * (axis % value.ndim)
    return tuple(value[(*before, i, ...)] for i in range(num))


@gradient("Unpack")
def _unpack_grad(op, *grads):
    return stack(list(grads), axis=op._attrs["axis"])


def auto_pack(value: Any, dtype: Any, name: str) -> Any:
    """Packs nested lists that contain tensors into one tensor, of the first tensor's type unless `dtype` is given."""
    found = _first_dtype(value)
    if dtype is None:
        dtype = found
    elif dtypes.as_dtype(dtype).base_dtype != found:
        value = _cast_tensors(value, dtypes.as_dtype(dtype).base_dtype)
    return _pack_nested(value, dtypes.as_dtype(dtype).base_dtype, name or "packed")


def _first_dtype(value: Any) -> dtypes.DType | None:
    for item in value:
        found = item.dtype.base_dtype if is_dense_tensor_like(item) else None
        if found is None and isinstance(item, (list, tuple)):
            found = _first_dtype(item)
        if found is not None:
            return found
    return None


def _cast_tensors(value: Any, dtype: dtypes.DType) -> Any:
    if isinstance(value, (list, tuple)):
        return [_cast_tensors(item, dtype) for item in value]
    if is_dense_tensor_like(value) and value.dtype.base_dtype != dtype:
        return apply("Cast", x=value, DstT=dtype)
    return value


def _pack_nested(value: Any, dtype: dtypes.DType, name: str) -> Any:
    items = []
    with name_scope(name) as scope:
        for i, item in enumerate(value):
            if is_dense_tensor_like(item) and item.dtype.base_dtype != dtype:
                raise TypeError(
                    f"Cannot convert a list containing a tensor of dtype {item.dtype} to {dtype} (Tensor is: {item!r})"
                )
            items.append(_pack_nested(item, dtype, str(i)) if isinstance(item, (list, tuple)) else item)
        if not any(is_dense_tensor_like(item) for item in items):
            return items
        tensors = [
            convert_to_tensor(item) if is_dense_tensor_like(item) else constant(item, dtype, name=str(i))
            for i, item in enumerate(items)
        ]
        return apply("Pack", scope, values=tensors)


@export("stack")
def stack(values: Any, axis: int = 0, name: str = "stack") -> Tensor:
    """Stacks tensors of one shape into one with one more dimension.

    Args:
      values: a list of tensors.
      axis: where the new dimension goes.
      name: a name for the operation.

    Raises:
      ValueError: if `axis` is out of the range [-(R+1), R+1).

    >>> import penstock as tf
    >>> tf.Session().run(tf.stack([[1, 4], [2, 5], [3, 6]], axis=1))
    array([[1, 2, 3],
           [4, 5, 6]], dtype=int32)
    """
    if axis == 0:
        try:
            return convert_to_tensor(values, name=name)  # a list of constants becomes one constant
        except (TypeError, ValueError):
            pass
    dims = convert_to_tensor(values[0], name=name).shape.ndims
    if dims is not None and not -(dims + 1) <= axis < dims + 1:
        raise ValueError(f"axis = {axis} not in [{-(dims + 1)}, {dims + 1})")
    return apply("Pack", name, values=values, axis=axis)


@export("pack")
def pack(values: Any, axis: int = 0, name: str = "pack") -> Tensor:
    """The 0.9 name of `stack`."""
    return stack(values, axis, name)


@export("parallel_stack")
def parallel_stack(values: Sequence[Any], name: str = "parallel_stack") -> Tensor:
    """Stacks tensors whose shapes are known when the graph is built along a new first dimension."""
    with name_scope(name):
        first = convert_to_tensor(values[0])
        out = TensorShape([len(values)]).concatenate(first.shape)
        return apply("ParallelConcat", values=[apply("ExpandDims", input=v, dim=0) for v in values], shape=out)


@export("unstack")
def unstack(value: Any, num: int | None = None, axis: int = 0, name: str = "unstack") -> list[Tensor]:
    """Takes a tensor apart along one dimension, which the results do not have. The opposite of `stack`.

    Args:
      value: the tensor.
      num: the length of the dimension, needed only if it is not known when the graph is built.
      axis: the dimension.
      name: a name for the operation.

    Raises:
      ValueError: if `num` is not given and cannot be found out, or `axis` is out of range.
    """
    if num is None:
        value = convert_to_tensor(value)
        known = value.shape
        if known.ndims is not None:
            if not -known.ndims <= axis < known.ndims:
                raise ValueError(f"axis = {axis} not in [{-known.ndims}, {known.ndims})")
            num = known.as_list()[axis]
        if num is None:
            raise ValueError(f"Cannot infer num from shape {known}")
    return apply("Unpack", name, value=value, num=num, axis=axis)


@export("unpack")
def unpack(value: Any, num: int | None = None, axis: int = 0, name: str = "unpack") -> list[Tensor]:
    """The 0.9 name of `unstack`."""
    return unstack(value, num, axis, name)


# -- split ------------------------------------------------------------------------------------------------------------


def _split_rule(c):
    num = c.attr("num_split")
    shape = c.shape(1)
    axis = c.const(0)
    if shape.ndims is None:
        return [rule.UNKNOWN] * num
    if axis is None:
        return [TensorShape([None] * shape.ndims)] * num
    dims = shape.as_list()
    at = _checked_axis(int(axis), shape.ndims)
    if dims[at] is not None:
        if dims[at] % num:
            raise ValueError(f"Dimension size must be evenly divisible by {num} but is {dims[at]}")
        dims[at] //= num
    return [TensorShape(dims)] * num


def _checked_axis(axis: int, rank: int) -> int:
    if not -rank <= axis < rank:
        raise ValueError(f"Dimension {axis} is not in the range [{-rank}, {rank})")
    return axis % rank


@op("Split", shape=_split_rule, static=("split_dim",))
def _split(xp, axis, value, *, num_split):
    at = int(axis)
    if not -value.ndim <= at < value.ndim:
        raise _invalid(f"-input rank(-{value.ndim}) <= split_dim < input rank ({value.ndim}), but got {at}")
    extent = value.shape[at]
    if extent % num_split:
        raise _invalid(
            f"Number of ways to split should evenly divide the split dimension, but got split_dim {at} (size = "
            f"{extent}) and num_split {num_split}"
        )
    return _cut(value, at, [extent // num_split] * num_split)


def _cut(value: Any, axis: int, sizes: Sequence[int]) -> tuple:
    before = (slice(None),) * (axis % value.ndim)
    ends = list(itertools.accumulate(sizes))
    return tuple(value[(*before, slice(e - s, e))] for s, e in zip(sizes, ends))


@gradient("Split")
def _split_grad(op, *grads):
    return None, concat(list(grads), op.inputs[0])


def _split_v_rule(c):
    num = c.attr("num_split")
    shape = c.shape(0)
    sizes, axis = c.const(1), c.const(2)
    if shape.ndims is None:
        return [rule.UNKNOWN] * num
    if axis is None:
        return [TensorShape([None] * shape.ndims)] * num
    dims = shape.as_list()
    at = _checked_axis(int(axis), shape.ndims)
    parts: list[int | None] = [None] * num
    if sizes is not None:
        total = dims[at]
        parts = [None if s < 0 else int(s) for s in sizes]
        if parts.count(None) > 1:
            raise ValueError("size_splits can only have one -1")
        known = sum(s for s in parts if s is not None)
        if total is not None:
            if parts.count(None) == 1:
                parts[parts.index(None)] = total - known
            elif None not in parts and known != total:
                raise ValueError(f"can't split axis of size {total} into pieces of size {shape_text(parts)}")
            if known > total:
                raise ValueError(f"can't split axis of size {total} into pieces of size {shape_text(sizes)}")
    return [TensorShape([*dims[:at], p, *dims[at + 1 :]]) for p in parts]


@op("SplitV", shape=_split_v_rule, static=("size_splits", "split_dim"))
def _split_v(xp, value, size_splits, axis, *, num_split):
    at = int(axis)
    if not -value.ndim <= at < value.ndim:
        raise _invalid(f"-input rank(-{value.ndim}) <= split_dim < input rank ({value.ndim}), but got {at}")
    sizes = [int(s) for s in np.ravel(size_splits)]
    extent = value.shape[at]
    known = sum(s for s in sizes if s >= 0)
    if sizes.count(-1) > 1:
        raise _invalid("There can only be one -1 in size_splits.")
    if (known != extent and -1 not in sizes) or known > extent:
        raise _invalid(
            "Determined shape must either match input shape along split_dim exactly if fully specified, or be less "
            f"than the size of the input along split_dim if not fully specified.  Got: {known}"
        )
    return _cut(value, at, [extent - known if s == -1 else s for s in sizes])


@gradient("SplitV")
def _split_v_grad(op, *grads):
    return concat(list(grads), op.inputs[2]), None, None


@export("split")
@renamed(split_dim="axis", num_split="num_or_size_splits")
def split(
    value: Any, num_or_size_splits: Any, axis: Any = 0, num: int | None = None, name: str = "split"
) -> list[Tensor]:
    """Splits a tensor along one dimension. The 0.9 order `split(axis, num, value)` is understood, too.

    Args:
      value: the tensor.
      num_or_size_splits: the number of equal parts, or a list with the size of each.
      axis: the dimension.
      num: the number of parts, if `num_or_size_splits` is a tensor of unknown length.
      name: a name for the operation.

    Raises:
      ValueError: if the number of parts is not known.

    >>> import penstock as tf
    >>> a, b = tf.split([1, 2, 3, 4, 5], [2, 3])
    >>> tf.Session().run(b)
    array([3, 4, 5], dtype=int32)
    """
    if _is_axis(value) and not _is_axis(axis):
        value, axis = axis, value
    sizes = convert_to_tensor(num_or_size_splits)
    if isinstance(num_or_size_splits, (int, np.integer, Dimension)):
        return apply("Split", name, split_dim=axis, num_split=int(num_or_size_splits), value=value)
    if sizes.shape.ndims == 0:
        raise ValueError(
            "Rank-0 tensors are not supported as the num_or_size_splits argument to split. Argument provided: "
            f"{num_or_size_splits}"
        )
    if num is None:
        num = sizes.shape.as_list()[0] if sizes.shape.ndims else None
        if num is None:
            raise ValueError(f"Cannot infer num from shape {num_or_size_splits}")
    return apply("SplitV", name, value=value, size_splits=sizes, split_dim=axis, num_split=num)


# -- tile -------------------------------------------------------------------------------------------------------------


def _tile_rule(c):
    shape = c.shape(0)
    multiples = c.const_as_shape(1)
    if shape.ndims is None:
        return [TensorShape([None] * multiples.ndims) if multiples.ndims is not None else rule.UNKNOWN]
    if multiples.ndims is None:
        return [TensorShape([None] * shape.ndims)]
    rule.with_rank(shape, multiples.ndims)
    dims = zip(shape.as_list(), multiples.as_list())
    return [TensorShape([None if d is None or m is None else d * m for d, m in dims])]


@op("Tile", shape=_tile_rule, static=("multiples",))
def _tile(xp, x, multiples):
    if len(multiples) != x.ndim:
        raise _invalid(f"Expected multiples argument to be a vector of length {x.ndim} but got length {len(multiples)}")
    times = multiples.tolist()
    for i, m in enumerate(times):
        if m < 0:
            raise _invalid(f"Expected multiples[{i}] >= 0, but got {m}")
    if xp is np and times[-1:] != [1] and times[:-1] == [1] * (len(times) - 1) and x.shape[-1:] == (1,):
        return np.repeat(x, times[-1], axis=-1)
    return xp.tile(x, tuple(times))


@gradient("Tile")
def _tile_grad(op, grad):
    """Sums the copies: each tiled dimension is split in (copies, original), and the copies are added up."""
    multiples = op.inputs[1]
    extents = shape(op.inputs[0], out_type=multiples.dtype.base_dtype)
    pairs = apply("Reshape", tensor=find("transpose")(stack([multiples, extents])), shape=[-1])
    axes = find("range")(0, size(pairs), 2)
    if isinstance(grad, IndexedSlices):
        rows = apply("Cast", x=extents[0], DstT=grad.indices.dtype.base_dtype)
        folded = apply("FloorMod", x=grad.indices, y=rows)
        grad = apply("UnsortedSegmentSum", data=grad.values, segment_ids=folded, num_segments=rows)
        pairs = concat([constant([1], pairs.dtype.base_dtype), pairs[1:]], 0)
    summed = find("reduce_sum")(apply("Reshape", tensor=grad, shape=pairs), axes)
    summed.set_shape(op.inputs[0].shape)
    return summed, None


tile = export("tile", "manip.tile")(public("Tile", "input", "multiples"))


@export("meshgrid")
def meshgrid(*args: Any, **kwargs: Any) -> list[Tensor]:
    """Makes coordinate grids of 1-D tensors, as `numpy.meshgrid`.

    Args:
      *args: the coordinates along each dimension.
      **kwargs: `indexing`, 'xy' (default) or 'ij', and `name`.

    >>> import penstock as tf
    >>> x, y = tf.meshgrid([1, 2], [3, 4, 5])
    >>> x.shape.as_list()
    [3, 2]
    """
    indexing = kwargs.pop("indexing", "xy")
    name = kwargs.pop("name", "meshgrid")
    if kwargs:
        raise TypeError(f"'{next(iter(kwargs))}' is an invalid keyword argument for this function")
    if indexing not in ("xy", "ij"):
        raise ValueError("indexing parameter must be either 'xy' or 'ij'")
    with name_scope(name, "meshgrid", args):
        count = len(args)
        if not count:
            return []

        def along(i: int) -> tuple[int, ...]:
            return (1,) * i + (-1,) + (1,) * (count - i - 1)

        grids = [apply("Reshape", tensor=stack(x), shape=along(i)) for i, x in enumerate(args)]
        sizes = [size(x) for x in args]
        kind = convert_to_tensor(args[0]).dtype.base_dtype
        if indexing == "xy" and count > 1:
            grids[0] = apply("Reshape", tensor=grids[0], shape=(1, -1) + (1,) * (count - 2))
            grids[1] = apply("Reshape", tensor=grids[1], shape=(-1, 1) + (1,) * (count - 2))
            sizes[0], sizes[1] = sizes[1], sizes[0]
        factor = find("ones")(sizes, kind)
        return [grid * factor for grid in grids]
