"""Kernels in C++ inside of compiled programs: XLA calls them with its own buffers (`native/custom_kernel.c`).

That needs shapes that are known when the program is made: the shape function must tell those of the outputs. A kernel that fails,
or gives another shape, fails the run of the program; the interpreter then repeats it.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from penstock.graph import errors, registry
from penstock.graph.operation import Operation
from penstock.graph.tensor_shape import TensorShape
from penstock.ops.backend import memory, native_calls
from penstock.ops.custom import kernels, nodes, shapes

_MAX_TENSORS = 64  # of a call, as in custom_kernel.c


class _CustomKernel(ctypes.Structure):
    """The structure of this name in custom_kernel.c."""

    _fields_ = [
        ("run", ctypes.c_void_p),
        ("release", ctypes.c_void_p),
        ("release_tensor", ctypes.c_void_p),
        ("kernel", ctypes.c_void_p),
        ("resources", ctypes.c_void_p),
        ("types", ctypes.c_void_p),
        ("bytes", ctypes.c_void_p),
    ]


class InPrograms:
    """How the operations of a type take part in compiled programs.

    Args:
      definition: of the type.
      operations: of the library that defines it.
      shape_function: its address there; None if there is none.
    """

    def __init__(self, definition: Any, operations: Any, shape_function: int | None) -> None:
        self._operations, self._function = operations, shape_function
        arguments = (*definition.inputs, *definition.outputs)
        self._never = (
            shape_function is None
            or definition.is_stateful
            or not definition.inputs
            or not definition.outputs
            or any(arg.is_ref for arg in arguments)
            or "seed" in definition.attrs  # draws numbers, though it does not say so
        )

    def stays_outside(self, op: Operation) -> bool:
        """Whether an operation runs between programs: its kernel waits or keeps something, or XLA has no such arrays."""
        tensors = (*op._inputs, *op._outputs)
        if self._never or len(tensors) > _MAX_TENSORS or kernels.may_wait(op.type):
            return True
        if any(t.dtype.as_datatype_enum % 100 in (nodes.STRING, nodes.RESOURCE, nodes.VARIANT) for t in tensors):
            return True
        if all(t.shape.is_fully_defined() for t in op._inputs):
            return not all(t.shape.is_fully_defined() for t in op._outputs)
        return False

    def decisive(self, op: Operation) -> tuple[str, ...]:
        """The inputs whose values decide the shapes of the outputs."""
        if self.stays_outside(op):
            return ()
        assert self._function is not None
        asked = shapes.asked_for(self._operations, self._function, op, [t.shape for t in op._inputs])
        names, at = [], 0
        for arg in op.op_def.inputs:
            count = 1
            if arg.is_list:
                count = op._attrs[arg.number_attr] if arg.number_attr else len(op._attrs[arg.type_list_attr])
            if any(asked[at : at + count]):
                names.append(arg.name)
            at += count
        return tuple(names)

    def call(self, op: Operation, flat: list[Any]) -> Any:
        """The results of an operation in the program that is being traced.

        Raises:
          registry.NeedsHost: they cannot be computed there.
        """
        store = registry.trace.resources
        if store is None or not native_calls.xla_ready() or self.stays_outside(op):
            raise registry.NeedsHost(op.name)
        assert self._function is not None
        values = {i: np.asarray(v) for i, v in enumerate(flat) if isinstance(v, (np.ndarray, np.generic))}
        given = [TensorShape(np.shape(v)) for v in flat]
        found = shapes.infer(self._operations, self._function, op, given, values)
        if found is None:
            raise registry.NeedsHost(op.name)
        kernel, resources = kernels.in_session(op, store)
        registry.trace.kept.append(resources)
        types = [t.dtype.base_dtype.storage for t in op._outputs]
        sizes: list[tuple[int, ...]] = [tuple(shape.as_list()) for shape in found]  # type: ignore[arg-type]
        address = np.asarray(_described(kernel), np.int64)
        called = native_calls.call_xla(
            "custom_kernel", [(), *sizes], address, *flat, dtypes=[np.dtype(np.bool_), *types]
        )
        ok, *results = called
        registry.check(ok, errors.InternalError, f"{op.name} failed in a compiled program")
        return results[0] if len(results) == 1 and not any(a.is_list for a in op.op_def.outputs) else tuple(results)


def _described(kernel: kernels.Kernel) -> int:
    """The address of the structure by which custom_kernel.c knows a kernel; it lives as long as the kernel."""
    if kernel.for_programs is None:
        library = kernel.library
        types = np.array([*kernel.input_types, *kernel.output_types], np.int32)
        sizes = np.array([storage.itemsize for storage in kernel.storage], np.int64)
        made = _CustomKernel(
            *(_address(getattr(library, name)) for name in ("run", "release", "release_tensor")),
            kernel.address,
            kernel.resources_address,
            memory.address(types),
            memory.address(sizes),
        )
        kernel.for_programs = made, types, sizes
    return ctypes.addressof(kernel.for_programs[0])


def _address(function: Any) -> int | None:
    return ctypes.cast(function, ctypes.c_void_p).value
