"""Slots: variables that belong to another one, such as a momentum or a moving average, with names below its name."""

from __future__ import annotations

from typing import Any

from penstock._namespace import find
from penstock.graph import replication
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, InitializerLike, ShapeLike
from penstock.ops.state import (
    initializers,
    ref_variable,
    resource_variable,
    variable_scope,
    variable_scope_defaults,
    variables,
)
from penstock.ops.state.initial_values import initialized_value
from penstock.ops.state.partitioned_variable import SaveSliceInfo


def _create_slot_var(
    primary: Any, value: object, validate_shape: bool, shape: ShapeLike | None, dtype: DTypeLike | None
) -> Any:
    scope = variable_scope_defaults.get_variable_scope()
    # A slot is never cut on its own: it follows the variable it belongs to.
    partitioner = scope.partitioner
    scope.set_partitioner(None)
    use_resource = None
    if resource_variable.is_resource_variable(primary):
        use_resource = True
    elif isinstance(primary, ref_variable.RefVariable):
        use_resource = False
    slot = variable_scope.get_variable(
        "",
        initializer=value,
        trainable=False,
        use_resource=use_resource,
        shape=shape if callable(value) else None,
        dtype=dtype,
        validate_shape=validate_shape,
    )
    scope.set_partitioner(partitioner)
    if isinstance(primary, variables.Variable) and primary._save_slice_info:
        info = primary._save_slice_info
        name = slot.name[len(f"{primary.op.name}/") : -2]
        shape, offset, size = (list(part or ()) for part in (info.full_shape, info.var_offset, info.var_shape))
        slot._set_save_slice_info(SaveSliceInfo(f"{info.full_name}/{name}", shape, offset, size))
    return slot


def _create(
    primary: Any,
    value: object,
    name: str,
    colocate: bool,
    validate_shape: bool,
    shape: ShapeLike | None,
    dtype: DTypeLike | None,
) -> Any:
    with variable_scope.variable_scope(None, f"{primary.op.name}/{name}"):
        if not colocate:
            return _create_slot_var(primary, value, validate_shape, shape, dtype)
        with replication.variables_beside(primary, lambda: primary.op):
            return _create_slot_var(primary, value, validate_shape, shape, dtype)


def create_slot(primary: Any, val: Any, name: str, colocate_with_primary: bool = True) -> Any:
    """Makes a slot of `primary` with the initial value `val`, a tensor."""
    return _create(primary, val, name, colocate_with_primary, val.get_shape().is_fully_defined(), None, None)


def create_slot_with_initializer(
    primary: Any,
    initializer: InitializerLike,
    shape: TensorShape,
    dtype: DTypeLike,
    name: str,
    colocate_with_primary: bool = True,
) -> Any:
    """Makes a slot of `primary` of a shape and type of its own."""
    return _create(primary, initializer, name, colocate_with_primary, shape.is_fully_defined(), shape, dtype)


def create_zeros_slot(
    primary: Any, name: str, dtype: DTypeLike | None = None, colocate_with_primary: bool = True
) -> Any:
    """Makes a slot of `primary` that has its shape and starts at 0."""
    dtype = primary.dtype if dtype is None else dtype
    shape = primary.get_shape()
    if shape.is_fully_defined():
        return create_slot_with_initializer(primary, initializers.Zeros(), shape, dtype, name, colocate_with_primary)
    value = initialized_value(primary) if isinstance(primary, variables.Variable) else primary
    zeros = find("zeros")(find("shape")(value), dtype=dtype)
    return create_slot(primary, zeros, name, colocate_with_primary)
