"""Lists of tensors, as operations of 2.x's control flow pass them on."""

from __future__ import annotations

from typing import Any

from penstock._namespace import find
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, TensorLike

__all__ = [
    "empty_tensor_list",
    "tensor_list_concat",
    "tensor_list_from_tensor",
    "tensor_list_gather",
    "tensor_list_get_item",
    "tensor_list_pop_back",
    "tensor_list_reserve",
    "tensor_list_scatter",
    "tensor_list_set_item",
    "tensor_list_split",
    "tensor_list_stack",
]


def _shape(shape: Any) -> Any:
    """A shape as operations take it: -1 for what is not known."""
    if isinstance(shape, Tensor):
        return shape
    if isinstance(shape, TensorShape):
        shape = None if shape.ndims is None else shape.as_list()
    if shape is None:
        return find("constant")(-1)
    sizes = [getattr(size, "value", size) for size in shape]
    return find("convert_to_tensor")([-1 if size is None else size for size in sizes], find("int32"))


def empty_tensor_list(
    element_shape: Any, element_dtype: DTypeLike, max_num_elements: Any = None, name: str | None = None
) -> Tensor:
    """A list without elements."""
    most = -1 if max_num_elements is None else max_num_elements
    return apply(
        "EmptyTensorList",
        name,
        element_shape=_shape(element_shape),
        max_num_elements=most,
        element_dtype=element_dtype,
    )


def tensor_list_reserve(
    element_shape: Any, num_elements: TensorLike, element_dtype: DTypeLike, name: str | None = None
) -> Tensor:
    """A list of a length, whose elements are not set."""
    return apply(
        "TensorListReserve",
        name,
        element_shape=_shape(element_shape),
        num_elements=num_elements,
        element_dtype=element_dtype,
    )


def tensor_list_from_tensor(tensor: TensorLike, element_shape: Any, name: str | None = None) -> Tensor:
    """The list of the rows of a tensor."""
    return apply("TensorListFromTensor", name, tensor=tensor, element_shape=_shape(element_shape))


def tensor_list_get_item(
    input_handle: TensorLike,
    index: TensorLike,
    element_dtype: DTypeLike,
    element_shape: Any = None,
    name: str | None = None,
) -> Tensor:
    """One element."""
    return apply(
        "TensorListGetItem",
        name,
        input_handle=input_handle,
        index=index,
        element_shape=_shape(element_shape),
        element_dtype=element_dtype,
    )


def tensor_list_pop_back(input_handle: TensorLike, element_dtype: DTypeLike, name: str | None = None) -> Any:
    """The list without its last element, and that element."""
    return apply(
        "TensorListPopBack", name, input_handle=input_handle, element_shape=_shape(None), element_dtype=element_dtype
    )


def tensor_list_gather(
    input_handle: TensorLike,
    indices: TensorLike,
    element_dtype: DTypeLike,
    element_shape: Any = None,
    name: str | None = None,
) -> Tensor:
    """Some elements, one under the other."""
    return apply(
        "TensorListGather",
        name,
        input_handle=input_handle,
        indices=indices,
        element_shape=_shape(element_shape),
        element_dtype=element_dtype,
    )


def tensor_list_scatter(
    tensor: TensorLike,
    indices: TensorLike,
    element_shape: Any = None,
    input_handle: TensorLike | None = None,
    name: str | None = None,
) -> Tensor:
    """A list with the rows of a tensor at some places; of another list if `input_handle` is one."""
    if input_handle is not None:
        return apply(
            "TensorListScatterIntoExistingList", name, input_handle=input_handle, tensor=tensor, indices=indices
        )
    return apply(
        "TensorListScatterV2",
        name,
        tensor=tensor,
        indices=indices,
        element_shape=_shape(element_shape),
        num_elements=-1,
    )


def tensor_list_set_item(
    input_handle: Any,
    index: Any,
    item: TensorLike,
    resize_if_index_out_of_bounds: bool = False,
    name: str | None = None,
) -> Tensor:
    """The list with another element at an index; longer if it is past the end and `resize_if_index_out_of_bounds`."""
    if resize_if_index_out_of_bounds:
        length = apply("TensorListLength", input_handle=input_handle)
        before = input_handle
        input_handle = find("cond")(
            index >= length,
            lambda: apply("TensorListResize", input_handle=before, size=index + 1),
            lambda: find("identity")(before),
        )
    return apply("TensorListSetItem", name, input_handle=input_handle, index=index, item=item)


def tensor_list_stack(
    input_handle: TensorLike,
    element_dtype: DTypeLike,
    num_elements: int = -1,
    element_shape: Any = None,
    name: str | None = None,
) -> Tensor:
    """All elements, one under the other."""
    return apply(
        "TensorListStack",
        name,
        input_handle=input_handle,
        element_shape=_shape(element_shape),
        element_dtype=element_dtype,
        num_elements=num_elements,
    )


def tensor_list_concat(
    input_handle: TensorLike, element_dtype: DTypeLike, element_shape: Any = None, name: str | None = None
) -> Tensor:
    """All elements, joined along their first dimension."""
    return apply(
        "TensorListConcatV2",
        name,
        input_handle=input_handle,
        element_shape=_shape(element_shape),
        leading_dims=find("constant")([], find("int64")),
        element_dtype=element_dtype,
    )[0]


def tensor_list_split(tensor: TensorLike, element_shape: Any, lengths: TensorLike, name: str | None = None) -> Tensor:
    """The list of parts of a tensor, of these lengths along its first dimension."""
    return apply("TensorListSplit", name, tensor=tensor, element_shape=_shape(element_shape), lengths=lengths)
