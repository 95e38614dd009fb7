"""What a Saver saves: `SaveableObject`, those of variables, and how a list or dictionary of variables becomes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.graph import replication
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.device import DeviceSpec
from penstock.graph.graph import device
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike
from penstock.ops.state import resource_variable, variables
from penstock.ops.state.partitioned_variable import PartitionedVariable

if TYPE_CHECKING:
    from penstock.graph.operation import Operation
    from penstock.graph.tensor_shape import TensorShape
    from penstock.ops.state.variables import Variable

REF_VARIABLES = ("Variable", "VariableV2", "AutoReloadVariable")
_VARIABLES = (*REF_VARIABLES, "VarHandleOp", "ReadVariableOp")
# What objects that are no variables have to say which of their parts are saved (tables, iterators, layers).
_GATHER = "_gather_saveables_for_checkpoint"
_VALUE_KEY = "VARIABLE_VALUE"


def set_cpu0(device_string: str) -> str:
    """The CPU of the task that a device belongs to."""
    return DeviceSpec.from_string(device_string).replace(device_type="CPU", device_index=0).to_string()


class SaveSpec:
    """One tensor that is saved: `tensor` itself or a function that makes it, the slice it is, and its name there.

    Args:
      tensor: the tensor, or a function that returns it.
      slice_spec: "" for a whole tensor, else as in "10 20 0,5:-".
      name: its name in the checkpoint.
      dtype, device: required if `tensor` is a function.
    """

    def __init__(self, tensor: Any, slice_spec: str, name: str, dtype: Any = None, device: str | None = None) -> None:
        self._tensor = tensor
        self.slice_spec = slice_spec
        self.name = name
        if callable(tensor):
            if dtype is None or device is None:
                raise AssertionError(
                    "When passing a callable `tensor` to a SaveSpec, an explicit dtype and device must be provided."
                )
            self.dtype, self.device = dtype, device
        else:
            self.dtype, self.device = tensor.dtype, tensor.device

    @property
    def tensor(self) -> Any:
        """The tensor; a function is called each time."""
        return self._tensor() if callable(self._tensor) else self._tensor


class SaveableObject:
    """Something that is saved and restored by one or several tensors. Subclasses write `restore`.

    Args:
      op: what the tensors belong to; two saveables of one Saver must not share it.
      specs: a list of `SaveSpec`.
      name: the name in the checkpoint.
    """

    def __init__(self, op: Any, specs: list[SaveSpec], name: str) -> None:
        self.op = op
        self.specs = specs
        self.name = name

    @property
    def optional_restore(self) -> bool:
        """True if a checkpoint without it can be restored."""
        return False

    @property
    def device(self) -> str:
        """The device of the first tensor."""
        return self.specs[0].device

    def restore(self, restored_tensors: list[Tensor], restored_shapes: Any) -> Any:
        """Makes the operation that restores this from tensors; `restored_shapes` is a list when they are reshaped."""
        raise ValueError("Calling an abstract method.")


class ReferenceVariableSaveable(SaveableObject):
    """A variable that is a reference."""

    def __init__(self, var: Any, slice_spec: str, name: str) -> None:
        super().__init__(var, [SaveSpec(var, slice_spec, name, dtype=var.dtype)], name)

    def restore(self, restored_tensors: list[Tensor], restored_shapes: Any) -> Tensor:
        """Assigns the restored value, reshaped if asked to."""
        value = restored_tensors[0]
        if restored_shapes is not None:
            value = apply("Reshape", tensor=value, shape=_as_shape(restored_shapes[0]))
        known = restored_shapes is None and self.op.get_shape().is_fully_defined()
        ref = self.op._ref() if isinstance(self.op, variables.Variable) else self.op
        return apply("Assign", ref=ref, value=value, validate_shape=known)


class ResourceVariableSaveable(SaveableObject):
    """A variable behind a handle; `var` is the variable, or the tensor that reads it."""

    def __init__(self, var: Any, slice_spec: str, name: str) -> None:
        self._var_device = var.device
        self._var_shape = var.shape
        tensor: Tensor | Callable[[], Tensor]
        if isinstance(var, Tensor):
            self.handle_op = var.op.inputs[0]
            tensor = var
        elif resource_variable.is_resource_variable(var):
            self.handle_op = var.handle

            def read() -> Tensor:
                with device(var.device):
                    value = var.read_value()
                    with device("/device:CPU:0"):
                        return apply("Identity", input=value)

            tensor = read
        else:
            raise ValueError(f"Saveable is neither a resource variable nor a read operation. Got: {var!r}")
        super().__init__(var, [SaveSpec(tensor, slice_spec, name, dtype=var.dtype, device=var.device)], name)

    def restore(self, restored_tensors: list[Tensor], restored_shapes: Any) -> Operation:
        """Assigns the restored value, reshaped if asked to."""
        value = restored_tensors[0]
        if restored_shapes is not None:
            value = apply("Reshape", tensor=value, shape=_as_shape(restored_shapes[0]))
        with device(self._var_device):
            value = apply("Identity", input=value)
            self._var_shape.assert_is_compatible_with(value.shape)
            return apply("AssignVariableOp", resource=self.handle_op, value=value)


def _as_shape(shape: TensorShape) -> np.ndarray:
    return shape if isinstance(shape, Tensor) else np.array(shape.as_list(), np.int32)


def _is_variable_tensor(value: TensorLike) -> bool:
    return isinstance(value, Tensor) and value.op.type in _VARIABLES


def _has_saveables(value: object) -> bool:
    return hasattr(value, _GATHER) and (not isinstance(value, variables.Variable) or replication.is_distributed(value))


def _of_variable(variable: Variable, spec: str, name: str) -> SaveableObject:
    kind = ReferenceVariableSaveable if variable.op.type in REF_VARIABLES else ResourceVariableSaveable
    return kind(variable, spec, name)


def saveable_objects_for_op(op: Operation | None, name: str) -> Iterator[SaveableObject]:
    """The saveables of a variable, a list of slices, or an object that has saveables, under a name.

    Raises:
      TypeError: if the name is not a string, or `op` is no variable.
      ValueError: if slices do not belong together.
    """
    if not isinstance(name, str):
        raise TypeError(
            "names_to_saveables must be a dict mapping string names to trackable operations. Name is not a string: "
            f"{name}"
        )
    if isinstance(op, SaveableObject):
        yield op
    elif isinstance(op, (list, tuple, PartitionedVariable)):
        yield from _of_slices(list(op), name)
    elif _has_saveables(op):
        for attribute, factory in getattr(op, _GATHER)().items():
            full_name = name if attribute == _VALUE_KEY else f"{name}_{attribute}"
            part = factory(full_name) if callable(factory) else factory
            yield from saveable_objects_for_op(part, part.name)
    elif isinstance(op, resource_variable.BaseResourceVariable):
        yield ResourceVariableSaveable(op._graph_element, "", name)
    else:
        variable = _as_reference(op)
        if not _is_variable_tensor(variable):
            raise TypeError(
                "names_to_saveables must be a dict mapping string names to Tensors/Variables. Not a variable: "
                f"{variable}"
            )
        yield _of_variable(variable, "", name)


def _of_slices(parts: list[Any], name: str) -> Iterator[SaveableObject]:
    whole = None
    for variable in parts:
        if not isinstance(variable, variables.Variable):
            raise ValueError(f"Slices must all be Variables: {variable}")
        info = variable._save_slice_info
        if not info:
            raise ValueError(f"Slices must all be slices: {variable}")
        whole = info.full_name if whole is None else whole
        if whole != info.full_name:
            raise ValueError(f"Slices must all be from the same tensor: {whole} != {info.full_name}")
        yield _of_variable(variable, info.spec, name)


def _as_reference(value: object) -> Any:
    return value._ref() if isinstance(value, variables.Variable) else convert_to_tensor(value)


def op_list_to_dict(op_list: Iterable[Any], convert_variable_to_tensor: bool = True) -> dict[str, Any]:
    """The dictionary that a list of variables stands for: names in the checkpoint → variables or lists of slices.

    Raises:
      TypeError: if it is not a list, or something in it is not a variable.
      ValueError: if two have one name.
    """
    if not isinstance(op_list, (list, tuple, set)):
        raise TypeError(f"Variables to save should be passed in a dict or a list: {op_list}")
    result: dict[str, Any] = {}
    for var in sorted(op_list, key=lambda x: x.name):
        if isinstance(var, SaveableObject):
            result[var.name] = var
        elif isinstance(var, variables.Variable) and var._save_slice_info:
            name = var._save_slice_info.full_name
            assert name is not None
            if not isinstance(result.setdefault(name, []), list):
                raise ValueError(f"Mixing slices and non-slices with the same name: {name}")
            result[name].append(var)
        elif _has_saveables(var) and not isinstance(var, PartitionedVariable):
            parts = [factory() if callable(factory) else factory for factory in getattr(var, _GATHER)().values()]
            result.update(op_list_to_dict(parts))
        else:
            name = var.name
            if not isinstance(var, PartitionedVariable):
                var, name = _named(var, convert_variable_to_tensor)
            if name in result:
                raise ValueError(f"At least two variables have the same name: {name}")
            result[name] = var
    return result


def _named(var: Any, convert: bool) -> tuple[Any, str]:
    """A variable as the tensor that stands for it, and its name."""
    if convert:
        if isinstance(var, resource_variable.BaseResourceVariable):
            var = var._graph_element
        else:
            var = _as_reference(var)
        if not _is_variable_tensor(var):
            raise TypeError(f"Variable to save is not a Variable: {var}")
    return var, var.op.inputs[0].op.name if var.op.type == "ReadVariableOp" else var.op.name


def validate_and_slice_inputs(names_to_saveables: Mapping[str, Any] | Iterable[Any]) -> list[SaveableObject]:
    """The saveables of a dictionary or list of variables, by name.

    Raises:
      TypeError: if something is not a variable.
      ValueError: if a variable would be restored twice.
    """
    if not isinstance(names_to_saveables, dict):
        names_to_saveables = op_list_to_dict(names_to_saveables)
    saveables: list[SaveableObject] = []
    seen: set[int] = set()
    for name, op in sorted(names_to_saveables.items(), key=lambda item: item[0]):
        for saveable in saveable_objects_for_op(op, name):
            if id(saveable.op) in seen:
                raise ValueError(f"The same saveable will be restored with two names: {saveable.name}")
            saveables.append(saveable)
            seen.add(id(saveable.op))
    return saveables
