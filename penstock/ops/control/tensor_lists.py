"""TensorLists: variant tensors that hold lists of tensors. Loops keep intermediate values in them, `TensorArray` is built
on them. Gradients turn each operation into its counterpart (stack ↔ from-tensor, set ↔ get, push ↔ pop).
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.graph import dtypes, errors, stack
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.function import FuncGraph
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import check, gradient, no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike, TensorOrVariable
from penstock.ops.control import tensor_list_values as lists
from penstock.ops.control.tensor_list_values import ListValue, TracedList

if TYPE_CHECKING:
    from penstock.graph.inference import Context



def _dims(value: object) -> tuple[int, ...] | None:
    """Element shape given as a tensor: -1 or any unknown dimension means unknown."""
    value = np.asarray(value)
    if value.ndim == 0 or (value < 0).any():
        return None
    return tuple(int(d) for d in value)


def _element_shape(c: Any, position: int) -> TensorShape:
    try:
        return c.const_as_shape(position)
    except ValueError:
        return TensorShape(None)


def _given_shape(c: Context, i: int) -> TensorShape:
    """The shape of elements that input `i` holds; a scalar -1 says nothing, another scalar is refused as in 1.15."""
    if rule.with_rank_at_most(c.shape(i), 1).ndims != 0:
        return c.const_as_shape(i)
    value = c.const(i)
    if value is None and not c.blind:
        raise ValueError(
            "Received a shape scalar with unknown static value.  A static value of '-1' is required to represent an unknown "
            "shape."
        )
    if value is not None and value != -1:
        shown = f"Tensor<type: {value.dtype} shape: [] values: {value}>"
        raise ValueError(f"Received an invalid shape scalar with a static value that is not '-1': {shown}")
    return rule.UNKNOWN


def _new_list(shape_at: int) -> rule.Rule:
    """For operations that make a list of elements of the shape that an input holds."""

    def shapes(c: Any) -> list:
        _given_shape(c, shape_at)
        return [[]]

    return shapes


def _is_once(op: Operation) -> bool:
    """Whether an operation belongs to a `TensorArray`, whose elements are written once."""
    return bool(op._attrs.get("_once"))


def _written_twice(index: object) -> errors.InvalidArgumentError:
    text = f"TensorArray: Could not write to TensorArray index {index} because it has already been written to."
    return errors.InvalidArgumentError(None, None, text)


def _check_not_written(value: TracedList, index: Any) -> None:
    """Checks that the elements at `index`, which differ, are not there yet."""
    known = isinstance(value.written, np.ndarray) and isinstance(index, (np.ndarray, np.generic))
    if known:
        i = np.clip(index, 0, max(value.written.size - 1, 0))
        if value.written[i].any():
            raise _written_twice(np.ravel(index)[np.argmax(np.ravel(value.written[i]))])
    else:
        import jax.numpy as jnp

        free = jnp.logical_not(jnp.asarray(value.written)[index]).all()
        check(free, errors.InvalidArgumentError, "Could not write to TensorArray")


@op("EmptyTensorList", static=("element_shape", "max_num_elements"), shape=_new_list(0))
def _empty(xp, element_shape, max_num_elements, *, element_dtype):
    limit = int(max_num_elements)
    return lists.empty(xp, limit if limit >= 0 else None, element_dtype)


@op("TensorListReserve", static=("element_shape", "num_elements"), shape=_new_list(0), derived={"once": _is_once})
def _reserve(xp, element_shape, num_elements, *, element_dtype, once):
    n = int(num_elements)
    if n < 0:
        raise errors.InvalidArgumentError(
            None, None, f"The num_elements to reserve must be a non negative number, but got {n}"
        )
    return lists.reserved(xp, n, element_dtype, _dims(element_shape), element_dtype.storage, once)


@op("TensorListPushBack", shape=rule.scalar)
def _push(xp, input_handle, tensor):
    return input_handle.push(tensor)


@op("TensorListPopBack", static=("element_shape",), shape=lambda c: [rule.SCALAR, _element_shape(c, 1)])
def _pop(xp, input_handle, element_shape, *, element_dtype):
    if isinstance(input_handle, ListValue):
        if input_handle.length == 0:
            raise errors.InvalidArgumentError(None, None, "Trying to pop from an empty list.")
        last = input_handle.items[input_handle.length - 1]
        return ListValue(input_handle.items, input_handle.length - 1, input_handle.dtype_), _or_zeros(
            last, element_shape, element_dtype
        )
    size = input_handle.length - 1
    return TracedList(input_handle.buffer, size, input_handle.capacity), input_handle.get(size)


def _or_zeros(item: TensorLike, element_shape: ShapeLike, element_dtype: DTypeLike) -> Any:
    """An element that was never set reads as zeros, if its shape is known."""
    if item is not None:
        return item
    dims = _dims(element_shape)
    if dims is None:
        raise errors.InvalidArgumentError(
            None, None, "Trying to read an uninitialized tensor but element_shape is not fully defined"
        )
    return np.zeros(dims, element_dtype.storage)


@op("TensorListLength", shape=rule.scalar)
def _length(xp, input_handle):
    if isinstance(input_handle, ListValue):
        return np.asarray(input_handle.length, np.int32)
    return (
        np.asarray(input_handle.length, np.int32)
        if isinstance(input_handle.length, int)
        else xp.asarray(input_handle.length, np.int32)
    )


@op("TensorListGetItem", static=("element_shape",), shape=lambda c: [_element_shape(c, 2)])
def _get(xp, input_handle, index, element_shape, *, element_dtype):
    if isinstance(input_handle, ListValue):
        i = int(index)
        if not 0 <= i < input_handle.length:
            raise errors.InvalidArgumentError(
                None, None, f"Trying to access element {i} in a list with {input_handle.length} elements."
            )
        return _or_zeros(input_handle.items[i], element_shape, element_dtype)
    import jax.numpy as jnp

    check(
        jnp.logical_and(index >= 0, index < input_handle.length),
        errors.InvalidArgumentError,
        lambda: f"Trying to access element {index} in a list with {input_handle.length} elements.",
    )
    if input_handle.buffer is None:
        dims = _dims(element_shape)
        if dims is None:
            raise errors.InvalidArgumentError(None, None, "Trying to read from a list whose elements are not known")
        return jnp.zeros(dims, element_dtype.storage)
    return input_handle.get(index)


@op("TensorListSetItem", shape=rule.scalar, derived={"once": _is_once})
def _set(xp, input_handle, index, item, *, once):
    if isinstance(input_handle, ListValue):
        i = int(index)
        if i < 0:
            raise errors.InvalidArgumentError(None, None, f"Trying to modify element {i} in a list.")
        if i >= input_handle.length:
            if once:
                text = f"TensorArray: Tried to write to index {i} but array is not resizeable and size is: "
                raise errors.InvalidArgumentError(None, None, f"{text}{input_handle.length}")
            raise errors.InvalidArgumentError(
                None, None, f"Trying to modify element {i} in a list with {input_handle.length} elements."
            )
        if once and input_handle.items[i] is not None:
            raise _written_twice(i)
        return input_handle.replaced(i, item)
    check(
        xp.logical_and(xp.asarray(index) >= 0, xp.asarray(index) < input_handle.length),
        errors.InvalidArgumentError,
        lambda: f"Trying to modify element {index} in a list with {input_handle.length} elements.",
    )
    if once and input_handle.written is not None:
        _check_not_written(input_handle, index)
        input_handle = input_handle.noted(index)
    return input_handle.replaced(index, item)


@op("TensorListResize", static=("size",), shape=rule.ranked(None, 0, out=rule.scalar))
def _resize(xp, input_handle, size):
    n = int(size)
    if isinstance(input_handle, ListValue):
        items = input_handle.all()[:n]
        return ListValue(items + [None] * (n - len(items)), n, input_handle.dtype_)
    buffer = input_handle.buffer
    if buffer is not None:
        import jax

        buffer = jax.tree_util.tree_map(
            lambda b: xp.zeros((n, *b.shape[1:]), b.dtype).at[: b.shape[0]].set(b[:n]), buffer
        )
    written = input_handle.written
    if written is not None:
        on = np if isinstance(written, np.ndarray) else xp
        written = on.concatenate([written[:n], np.zeros(max(n - written.shape[0], 0), bool)])
    return TracedList(buffer, None, n, written)


def _stack_shape(c: Context) -> list[TensorShape]:
    n = c.attr("num_elements")
    inner = _element_shape(c, 1)
    return [TensorShape([n if n >= 0 else None]).concatenate(inner)]


@op("TensorListStack", static=("element_shape",), shape=_stack_shape)
def _stack(xp, input_handle, element_shape, *, element_dtype, num_elements):
    if isinstance(input_handle, ListValue):
        items = input_handle.all()
        shape = next((np.shape(i) for i in items if i is not None), _dims(element_shape))
        if shape is None:
            raise errors.InvalidArgumentError(
                None, None, "Tried to stack elements of an empty list with non-fully-defined element_shape"
            )
        if not items:
            return np.zeros((0, *shape), element_dtype.storage)
        if any(i is not None and np.shape(i) != shape for i in items):
            raise errors.InvalidArgumentError(
                None, None, "Tried to stack list which contains tensors of different shapes."
            )
        return np.stack([np.zeros(shape, element_dtype.storage) if i is None else i for i in items])
    return _whole(xp, input_handle, element_shape, element_dtype)


def _whole(xp: ModuleType, value: TracedList, element_shape: ShapeLike, element_dtype: Any) -> Any:
    """All elements of a list. A list that grew must be full: if it is not, the run is repeated in the interpreter."""
    if value.size is not None and value.capacity is not None:
        check(value.size == value.capacity, errors.InternalError, "the list is not full")
    if value.buffer is None:
        dims = _dims(element_shape)
        if dims is None:
            raise errors.InvalidArgumentError(None, None, "Tried to stack a list whose elements are not known")
        return xp.zeros((int(value.length), *dims), element_dtype.storage)
    return value.buffer[...]


def _from_tensor_rule(c):
    rule.merge(c.shape(0)[1:], _given_shape(c, 1))
    return [[]]


@op(
    "TensorListFromTensor",
    static=("element_shape",),
    shape=_from_tensor_rule,
    derived={"once": _is_once},
)
def _from_tensor(xp, tensor, element_shape, *, once):
    if xp is np and not lists.tracing():
        return ListValue([tensor[i] for i in range(tensor.shape[0])], tensor.shape[0])
    import jax.numpy as jnp

    lists.register_pytree()
    n = tensor.shape[0]
    return TracedList(jnp.asarray(tensor), None, n, np.ones(n, bool) if once else None)


@op("TensorListElementShape", host=True, shape=rule.unknown)
def _element_shape_op(xp, input_handle, *, shape_type):
    first = next((i for i in input_handle.all() if i is not None), None)
    return np.asarray(-1 if first is None else np.shape(first), shape_type.as_numpy_dtype)


@op("TensorListGather", static=("element_shape",), shape=lambda c: [c.shape(1).concatenate(_element_shape(c, 2))])
def _gather(xp, input_handle, indices, element_shape, *, element_dtype):
    if isinstance(input_handle, ListValue):
        picked = [_get(np, input_handle, i, element_shape, element_dtype=element_dtype) for i in np.ravel(indices)]
        if not picked:
            return np.zeros((0, *(_dims(element_shape) or ())), element_dtype.storage)
        return np.stack(picked)
    check(
        xp.all((indices >= 0) & (indices < input_handle.length)),
        errors.InvalidArgumentError,
        lambda: "Trying to gather elements outside of the list.",
    )
    return input_handle.buffer[indices]


@op(("TensorListScatter", "TensorListScatterV2"), static=("element_shape", "num_elements"), shape=_new_list(2))
def _scatter(xp, tensor, indices, element_shape, num_elements=-1):
    n = int(num_elements)
    if n < 0:
        n = int(np.max(indices)) + 1 if np.size(indices) else 0
    if xp is np and not lists.tracing():
        items: list[Any] = [None] * n
        for i, index in enumerate(np.ravel(indices)):
            if not 0 <= index < n:
                raise errors.InvalidArgumentError(None, None, f"TensorListScatter: index {index} is not in [0, {n})")
            items[int(index)] = tensor[i]
        return ListValue(items, n)
    import jax.numpy as jnp

    lists.register_pytree()
    buffer = jnp.zeros((n, *tensor.shape[1:]), tensor.dtype).at[indices].set(tensor)
    return TracedList(buffer, None, n)


def _is_fixed(op: Operation) -> bool:
    """Whether the array that an operation writes to keeps its size."""
    return bool(op._attrs.get("_fixed"))


def _scatter_into_rule(c):
    rule.with_rank_at_least(c.shape(1), 1)
    rule.with_rank(c.shape(2), 1)
    return [[]]


@op("TensorListScatterIntoExistingList", shape=_scatter_into_rule, derived={"once": _is_once, "fixed": _is_fixed})
def _scatter_into(xp, input_handle, tensor, indices, *, once, fixed):
    if isinstance(input_handle, ListValue):
        items = input_handle.all()
        largest = max(np.ravel(indices).tolist(), default=-1)
        if largest >= len(items):
            if fixed:
                text = f"Max scatter index must be < array size ({largest} vs. {len(items)})"
                raise errors.InvalidArgumentError(None, None, text)
            items += [None] * (largest + 1 - len(items))
        for i, index in enumerate(np.ravel(indices).tolist()):
            if once and items[index] is not None:
                raise _written_twice(index)
            items[index] = tensor[i]
        return ListValue(items, len(items), input_handle.dtype_)
    n = input_handle.capacity
    # A list that has to grow, or an index that comes twice, is the interpreter's.
    inside = xp.all((indices >= 0) & (indices < n)) if indices.size else np.True_
    check(inside, errors.InvalidArgumentError, lambda: f"Max scatter index must be < array size ({n})")
    if once and input_handle.written is not None and indices.size:
        ordered = xp.sort(xp.asarray(indices))
        check((ordered[1:] != ordered[:-1]).all(), errors.InvalidArgumentError, "Could not write to TensorArray")
        _check_not_written(input_handle, indices)
        input_handle = input_handle.noted(indices)
    buffer = input_handle.buffer
    if buffer is None:
        buffer = xp.zeros((n, *tensor.shape[1:]), tensor.dtype)
    return TracedList(buffer.at[indices].set(tensor), input_handle.size, n, input_handle.written)


def _concat_shape(c: Any) -> list[TensorShape]:
    element = _element_shape(c, 1)
    rest = element[1:] if element.ndims else TensorShape(None)
    return [TensorShape([None]).concatenate(rest), TensorShape([None])]


@op("TensorListConcatV2", host=True, shape=_concat_shape)
def _concat(xp, input_handle, element_shape, leading_dims, *, element_dtype):
    items = input_handle.all()
    shape = next((np.shape(i) for i in items if i is not None), None)
    parts = []
    for i, item in enumerate(items):
        if item is None:
            rows = int(leading_dims[i]) if i < len(leading_dims) else (shape or (0,))[0]
            item = np.zeros((rows, *(shape or (0,))[1:]), element_dtype.storage)
        parts.append(item)
    if not parts:
        dims = np.asarray(element_shape).ravel()
        return np.zeros((0, *[int(d) for d in dims[1:]]), element_dtype.storage), np.zeros((0,), np.int64)
    return np.concatenate(parts), np.asarray([p.shape[0] for p in parts], np.int64)


def _split_rule(c):
    tensor = rule.with_rank_at_least(c.shape(0), 1)
    rule.with_rank(c.shape(2), 1)
    rule.merge(TensorShape([None]).concatenate(tensor[1:]), _given_shape(c, 1))
    return [[]]


@op("TensorListSplit", host=True, shape=_split_rule)
def _split(xp, tensor, element_shape, lengths):
    if int(np.sum(lengths)) != tensor.shape[0]:
        raise errors.InvalidArgumentError(
            None,
            None,
            "Expected sum of lengths to be equal to values.shape[0], but sum of lengths is "
            f"{int(np.sum(lengths))} and value's shape is: {list(tensor.shape)} ",
        )
    ends = np.cumsum(lengths)
    return ListValue([tensor[e - n : e] for e, n in zip(ends, lengths, strict=True)])


# -- gradients ---------------------------------------------------------------------------------------


def _as_resource(function: Callable) -> Callable:
    """The gradient of an operation on an array counts as 1.15's: an array for the gradients, its flow, and one use of it."""

    @functools.wraps(function)
    def counted(op: Operation, *grads: Any) -> Any:
        graph = stack.current_graph()
        if isinstance(graph, FuncGraph):
            array = op.inputs[0]
            while array.op.type in ("TensorListSetItem", "TensorListResize", "Identity"):
                array = array.op.inputs[0]
            graph.note_entered(array)  # the handle
        with graph._counted_as(3):
            return function(op, *grads)

    return counted


@gradient("TensorListPushBack")
def _push_grad(op, dresult):
    return apply(
        "TensorListPopBack",
        input_handle=dresult,
        element_shape=_shape_tensor(op.inputs[1]),
        element_dtype=op.get_attr("element_dtype"),
    )


def _shape_tensor(tensor: TensorOrVariable) -> Any:
    if tensor.dtype == dtypes.variant:
        return np.zeros((0,), np.int32)
    if tensor.shape.is_fully_defined():
        return np.asarray(tensor.shape.as_list(), np.int32)
    return _dynamic_shape(tensor)


def _dynamic_shape(tensor: TensorLike) -> Tensor:
    """Its shape at run time; 1.15's arrays need none, so nothing is counted."""
    return apply("Shape", input=stack.current_graph()._uncounted(tensor))


@gradient("TensorListPopBack")
def _pop_grad(op, dlist, delement):
    if dlist is None:
        dlist = apply(
            "EmptyTensorList",
            element_shape=np.asarray(-1, np.int32),
            max_num_elements=-1,
            element_dtype=op.get_attr("element_dtype"),
        )
    if delement is None:
        delement = apply("ZerosLike", x=op.outputs[1])
    return apply("TensorListPushBack", input_handle=dlist, tensor=delement), None


@gradient("TensorListStack")
@_as_resource
def _stack_grad(op, dtensor):
    return apply("TensorListFromTensor", tensor=dtensor, element_shape=_element_shape_of(dtensor)), None


def _element_shape_of(tensor: TensorOrVariable) -> Any:
    shape = tensor.shape[1:]
    if shape.is_fully_defined():
        return np.asarray(shape.as_list(), np.int32).reshape(-1)
    return _dynamic_shape(tensor)[1:]


@gradient("TensorListFromTensor")
@_as_resource
def _from_tensor_grad(op, dlist):
    tensor = op.inputs[0]
    n = tensor.shape.as_list()[0] if tensor.shape.ndims is not None else None
    return apply(
        "TensorListStack",
        input_handle=dlist,
        element_shape=_element_shape_of(tensor),
        element_dtype=tensor.dtype,
        num_elements=-1 if n is None else n,
    ), None


@gradient("TensorListGetItem")
@_as_resource
def _get_grad(op, ditem):
    zeros = apply("ZerosLike", x=op.inputs[0])
    return apply("TensorListSetItem", input_handle=zeros, index=op.inputs[1], item=ditem), None, None


@gradient("TensorListSetItem")
@_as_resource
def _set_grad(op, dlist):
    item = op.inputs[2]
    shape = _shape_tensor(item)
    if op._attrs.get("_once"):
        # There was no element before, so nothing reads the gradient of what was overwritten. In a loop, the list of
        # gradients is then the same in all turns, and is not copied.
        list_grad = dlist
    else:
        zero = apply("ZerosLike", x=item)
        list_grad = apply("TensorListSetItem", input_handle=dlist, index=op.inputs[1], item=zero)
    element_grad = apply(
        "TensorListGetItem", input_handle=dlist, index=op.inputs[1], element_shape=shape, element_dtype=item.dtype
    )
    return list_grad, None, element_grad


@gradient("TensorListResize")
def _resize_grad(op, dlist):
    return apply(
        "TensorListResize", input_handle=dlist, size=apply("TensorListLength", input_handle=op.inputs[0])
    ), None


@gradient("TensorListGather")
@_as_resource
def _gather_grad(op, dtensor):
    size = apply("TensorListLength", input_handle=op.inputs[0])
    return (
        apply(
            "TensorListScatterV2",
            tensor=dtensor,
            indices=op.inputs[1],
            element_shape=_element_shape_of(dtensor),
            num_elements=size,
        ),
        None,
        None,
    )


@gradient("TensorListScatter", "TensorListScatterV2")
@_as_resource
def _scatter_grad(op, dlist):
    tensor = op.inputs[0]
    grad = apply(
        "TensorListGather",
        input_handle=dlist,
        indices=op.inputs[1],
        element_shape=_element_shape_of(tensor),
        element_dtype=tensor.dtype,
    )
    return (grad, None, None, None)[: len(op.inputs)]


@gradient("TensorListScatterIntoExistingList")
@_as_resource
def _scatter_into_grad(op, dlist):
    tensor = op.inputs[1]
    grad = apply(
        "TensorListGather",
        input_handle=dlist,
        indices=op.inputs[2],
        element_shape=_element_shape_of(tensor),
        element_dtype=tensor.dtype,
    )
    zeroed = apply(
        "TensorListScatterIntoExistingList",
        input_handle=dlist,
        tensor=apply("ZerosLike", x=tensor),
        indices=op.inputs[2],
    )
    return zeroed, grad, None


@gradient("TensorListConcatV2")
def _concat_grad(op, dtensor, unused):
    return apply("TensorListSplit", tensor=dtensor, element_shape=op.inputs[1], lengths=op.outputs[1]), None, None


@gradient("TensorListSplit")
def _split_grad(op, dlist):
    tensor = op.inputs[0]
    shape = [-1, *[d if d is not None else -1 for d in tensor.shape.as_list()[1:]]]
    return (
        apply(
            "TensorListConcatV2",
            input_handle=dlist,
            element_shape=np.asarray(shape, np.int32),
            leading_dims=op.inputs[2],
            element_dtype=tensor.dtype,
        )[0],
        None,
        None,
    )


no_gradient("EmptyTensorList", "TensorListReserve", "TensorListLength", "TensorListElementShape")
