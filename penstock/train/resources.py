"""Resources other than variables (tree ensembles and the like) that a graph registers, so that training initializes them.

A resource has a handle, an operation that creates it and a tensor that says whether it is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from penstock._namespace import find
from penstock.graph import dtypes
from penstock.graph.collections_of_graph import add_to_collection, get_collection
from penstock.graph.convert import constant
from penstock.graph.graph import device, name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Operation, Tensor
from penstock.ops.arrays.basic import no_op
from penstock.ops.arrays.selecting import boolean_mask
from penstock.ops.arrays.stacking import stack
from penstock.ops.control.grouping import group


class _Resource(NamedTuple):
    handle: Tensor
    create: Any
    is_initialized: Tensor


def register_resource(handle: Tensor, create_op: Any, is_initialized_op: Tensor, is_shared: bool = True) -> None:
    """Registers a resource of the default graph; a shared one is part of the model, another of this process."""
    key = GraphKeys.RESOURCES if is_shared else GraphKeys.LOCAL_RESOURCES
    add_to_collection(key, _Resource(handle, create_op, is_initialized_op))


def shared_resources() -> list[Any]:
    """The resources of the model."""
    return get_collection(GraphKeys.RESOURCES)


def local_resources() -> list[Any]:
    """The resources of this process."""
    return get_collection(GraphKeys.LOCAL_RESOURCES)


def initialize_resources(resource_list: Sequence[Any], name: str = "init") -> Operation:
    """An operation that creates resources."""
    if resource_list:
        return group(*[r.create for r in resource_list], name=name)
    return no_op(name=name)


def report_uninitialized_resources(
    resource_list: Sequence[Any] | None = None, name: str = "report_uninitialized_resources"
) -> Tensor:
    """A tensor with the names of the resources that are not there yet."""
    if resource_list is None:
        resource_list = shared_resources() + local_resources()
    with name_scope(name), device("/cpu:0"):
        if not resource_list:
            return constant([], dtype=dtypes.string)
        missing = find("logical_not")(stack([r.is_initialized for r in resource_list]))
        return boolean_mask(constant([r.handle.name for r in resource_list]), missing)
