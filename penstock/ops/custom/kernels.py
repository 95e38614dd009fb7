"""Kernels in C++: which of them an operation takes, one object of it for each session, and its calls.

Arrays are lent in both directions. A kernel reads NumPy's memory, and writes into an array of the expected shape; if it
makes another one, the result is a view of the library's memory, which is freed with the last view.
"""

from __future__ import annotations

import ctypes
import itertools
import threading
import weakref
from typing import Any

import numpy as np

from penstock.graph import dtypes, errors
from penstock.graph.handles import ResourceHandle
from penstock.graph.opdef_proto import dtype_text
from penstock.graph.operation import Operation
from penstock.ops.backend import memory
from penstock.ops.custom import interface, nodes

_steps = itertools.count(1)


class Registration:
    """A kernel that a library has."""

    def __init__(self, library: Any, kernel: interface.Kernel) -> None:
        self.library = library
        self.op = kernel.op.decode()
        self.device = kernel.device.decode()
        self.label = kernel.label.decode()
        self.priority = kernel.priority
        self.kinds = kernel.kinds
        self.factory = kernel.factory
        self.constraints: dict[str, list[int]] = {}
        for text in interface.texts(kernel.constraints):
            name, _, numbers = text.partition("=")
            self.constraints[name] = [int(n) for n in numbers.split(",") if n]

    def fits(self, op: Operation) -> bool:
        if self.device not in ("CPU", "DEFAULT") or self.label != op._attrs.get("_kernel", ""):
            return False
        for name, allowed in self.constraints.items():
            value = op._attrs.get(name)
            for dtype in value if isinstance(value, (list, tuple)) else [value]:
                if dtype is not None and dtype.as_datatype_enum not in allowed:
                    return False
        return True

    def describe(self) -> str:
        """As 1.15 lists a kernel in its errors."""
        parts = [f"device='{self.device}'"]
        for name, allowed in self.constraints.items():
            parts.append(f"{name} in [{', '.join(f'DT_{dtype_text(dtypes.as_dtype(n)).upper()}' for n in allowed)}]")
        if self.label:
            parts.append(f"label='{self.label}'")
        return "; ".join(parts)


_registered: dict[str, list[Registration]] = {}


def register(registration: Registration) -> None:
    """Makes a kernel known."""
    _registered.setdefault(registration.op, []).append(registration)


def may_wait(op_type: str) -> bool:
    """Whether a kernel of an operation type is asynchronous."""
    return any(r.kinds & interface.ASYNCHRONOUS for r in _registered.get(op_type, ()))


def is_reader(op_type: str) -> bool:
    """Whether the kernels of an operation type are readers."""
    return any(r.kinds & interface.READER for r in _registered.get(op_type, ()))


def choose(op: Operation) -> Registration:
    """The kernel for an operation.

    Raises:
      tf.errors.InvalidArgumentError: there is none.
      tf.errors.UnimplementedError: there are only kernels for a GPU.
    """
    registered = _registered.get(op.type, [])
    fitting = [r for r in registered if r.fits(op)]
    if fitting:
        best = max(r.priority for r in fitting)
        found = [r for r in fitting if r.priority == best]
        if len(found) > 1:
            raise errors.InvalidArgumentError(
                None,
                None,
                f"Multiple OpKernel registrations match NodeDef at the same priority '{{{{node {op.name}}}}}': "
                f"'{found[0].describe()}' and '{found[1].describe()}'",
            )
        return found[0]
    # 1.15 lists them in this order.
    listed = "\n".join(sorted(f"  {r.describe()}" for r in registered)) or "  <no registered kernels>"
    types = ", ".join(
        f"{n}=DT_{dtype_text(v).upper()}" for n, v in sorted(op._attrs.items()) if isinstance(v, dtypes.DType)
    )
    text = (
        f"No OpKernel was registered to support Op '{op.type}' used by {{{{node {op.name}}}}} with these attrs: [{types}]\n"
        f"Registered devices: [CPU, XLA_CPU]\nRegistered kernels:\n{listed}"
    )
    if registered and all(r.device == "GPU" for r in registered):
        raise errors.UnimplementedError(
            None, None, f"{text}\nKernels for GPUs are not supported: only those for the CPU run."
        )
    raise errors.InvalidArgumentError(None, None, text)


class Resources:
    """What a library keeps for one session: resources, and the kernels of its operations."""

    def __init__(self, library: Any) -> None:
        self.library = library
        # A library whose sources never name a ResourceMgr has none.
        self.address = library.new_resources() if library.new_resources else None
        self.kernels: dict[Operation, Kernel] = {}
        self.lock = threading.Lock()
        self._running = 0
        self._ended = False

    def kernel_for(self, op: Operation, registration: Registration) -> Kernel:
        with self.lock:
            found = self.kernels.get(op)
            if found is None:
                found = self.kernels[op] = Kernel(op, registration, self)
            return found

    def shut_down(self) -> None:
        """The session has ended."""
        self._ended = True
        if self.address:
            self.library.clear_resources(self.address, None)

    def __del__(self) -> None:
        for kernel in getattr(self, "kernels", {}).values():
            kernel.delete()
        address, self.address = getattr(self, "address", None), None
        if address:
            self.library.delete_resources(address)


class Kernel:
    """A kernel object of one operation in one session."""

    def __init__(self, op: Operation, registration: Registration, resources: Resources) -> None:
        library = registration.library
        self._run, self.library = library.run, library
        self._waits = bool(registration.kinds & interface.ASYNCHRONOUS)
        self._resources = weakref.proxy(resources)
        self.resources_address = resources.address
        self.for_programs: Any = None  # what XLA's programs know it by: see `programs.py`
        node = nodes.describe(op)
        self.input_types, self.output_types = node.input_types, node.output_types
        n_in, n_out = len(node.input_types), len(node.output_types)
        made = interface.Node(
            node.message,
            len(node.message),
            registration.device.encode(),
            node.input_args,
            node.output_args,
            n_in,
            n_out,
            (ctypes.c_int32 * max(1, n_in))(*node.input_types),
            (ctypes.c_int32 * max(1, n_out))(*node.output_types),
            resources.address,
        )
        status = interface.Status()
        self.address = library.new_kernel(registration.factory, ctypes.byref(made), ctypes.byref(status))
        if not self.address:
            raise nodes.error_of(library, status)
        self._name = op.name
        self.storage = [t.dtype.base_dtype.storage for t in op._outputs]
        self._refs = [i for i, dtype in enumerate(node.input_types) if dtype > 100 and dtype % 100 != nodes.STRING]
        # With references as inputs, those that are outputs are the variables themselves: the plan reads these.
        self._results = [i for i in range(n_out) if not (self._refs and node.output_types[i] > 100)]
        self._single = len(self._results) + len(self._refs) == 1 and not any(a.is_list for a in op.op_def.outputs)
        shapes = [t.shape for t in op._outputs]
        self._shapes: list[tuple[int, ...] | None] = [
            tuple(s.as_list()) if s.is_fully_defined() else None  # type: ignore[arg-type]
            for s in shapes
        ]
        self._free: list[_Frame] = []

    def delete(self) -> None:
        address, self.address = self.address, None
        if address:
            self.library.delete_kernel(address)

    def __call__(self, flat: list[Any], cancel: Any) -> Any:
        try:
            frame = self._free.pop()
        except IndexError:
            frame = _Frame(self)
        kept: list[Any] = []
        changed: dict[int, np.ndarray] = {}
        for i in self._refs:
            flat[i] = changed[i] = np.array(flat[i])
        frame.set_inputs(flat, kept)
        frame.offer_outputs(self._shapes)
        call = frame.call
        if self._waits and cancel is not None:
            step = call.step = next(_steps)
            forget = cancel.on_cancel(lambda: self.library.cancel(self.address, step))
            try:
                self._run(frame.pointer)
            finally:
                forget()
        else:
            call.step = next(_steps)
            self._run(frame.pointer)
        if call.status.code:
            error = nodes.error_of(self.library, call.status)
            call.status.code = 0
            raise error
        results = [self._new_value(frame, i, changed[i]) for i in self._refs]
        results += [self._output(frame, i, flat) for i in self._results]
        frame.forget()
        self._free.append(frame)
        if self._single:
            return results[0]
        return tuple(results)

    def _output(self, frame: _Frame, i: int, flat: list[Any]) -> Any:
        tensor = frame.outputs[i]
        if tensor.dtype == 0:
            raise errors.InternalError(None, None, f"Missing {i}-th output from {{{{node {self._name}}}}}")
        held = frame.held[i]
        if not held:
            return frame.offered[i]
        value = self._held(tensor, held, self.storage[i], self.output_types[i])
        if self._shapes[i] is None or self._shapes[i] != value.shape:
            self._shapes[i] = value.shape  # perhaps the next one is as large
        return value

    def _new_value(self, frame: _Frame, i: int, before: np.ndarray) -> Any:
        held = frame.held[len(self.output_types) + i]
        return self._held(frame.refs[i], held, before.dtype, self.input_types[i]) if held else before

    def _held(self, tensor: interface.Tensor, held: int, storage: Any, dtype: int) -> np.ndarray:
        """A tensor of the library as an array."""
        library = self.library
        shape = (
            tuple(ctypes.cast(tensor.dims, ctypes.POINTER(ctypes.c_int64 * tensor.rank)).contents)
            if tensor.rank
            else ()
        )
        size = int(np.prod(shape, dtype=np.int64))
        if dtype % 100 in (nodes.STRING, nodes.RESOURCE):
            value = _objects(library, held, size, shape)
            library.release_tensor(held)
            return value
        if dtype % 100 == nodes.VARIANT:
            library.release_tensor(held)
            raise errors.UnimplementedError(None, None, "Variants cannot leave the library that made them.")
        if size == 0:
            library.release_tensor(held)
            return np.empty(shape, storage)
        memory_of = ctypes.cast(tensor.data, ctypes.POINTER(ctypes.c_char * (size * storage.itemsize))).contents
        weakref.finalize(memory_of, library.release_tensor, held).atexit = False
        return np.frombuffer(memory_of, storage).reshape(shape)


class LibraryHandle(bytes):
    """The handle of a resource that lives in a library, as the library has written it."""


def _objects(library: Any, held: int, size: int, shape: tuple[int, ...]) -> np.ndarray:
    lengths = np.empty(size, np.int64)
    library.string_lengths(held, memory.address(lengths))
    data = np.empty(int(lengths.sum()) or 1, np.uint8)
    library.string_bytes(held, memory.address(data))
    raw = data.tobytes()
    value = np.empty(size, object)
    ends = np.cumsum(lengths).tolist()
    for i, (length, end) in enumerate(zip(lengths.tolist(), ends, strict=True)):
        value[i] = raw[end - length : end]
    return value.reshape(shape)


class _Frame:
    """The structures of one call, which are used again: most calls have the types and shapes of the one before."""

    def __init__(self, kernel: Kernel) -> None:
        n_in, n_out = len(kernel.input_types), len(kernel.output_types)
        self._input_types, self._output_types = kernel.input_types, kernel.output_types
        self.storage = kernel.storage
        self.inputs = (interface.Tensor * max(1, n_in))()
        self.outputs = (interface.Tensor * max(1, n_out))()
        self.refs = (interface.Tensor * max(1, n_in))()
        self.held = (ctypes.c_void_p * max(1, n_in + n_out))()
        self.call = interface.Call(
            kernel.address, kernel.resources_address, 0, n_in, n_out, self.inputs, self.outputs, self.refs, self.held
        )
        self.pointer = ctypes.pointer(self.call)
        self._plain = [dtype % 100 not in (nodes.STRING, nodes.RESOURCE, nodes.VARIANT) for dtype in kernel.input_types]
        self._input_shapes: list[Any] = [None] * n_in
        self._output_shapes: list[Any] = [None] * n_out
        self._dims: list[Any] = [None] * (n_in + n_out)
        self._input_views = [self.inputs[i] for i in range(n_in)]
        self._output_views = [self.outputs[i] for i in range(n_out)]
        self.offered: list[np.ndarray | None] = [None] * n_out
        self._by_numbers = [
            dtype % 100 not in (nodes.STRING, nodes.RESOURCE, nodes.VARIANT) for dtype in kernel.output_types
        ]

    def set_inputs(self, flat: list[Any], kept: list[Any]) -> None:
        for i, value in enumerate(flat):
            view = self._input_views[i]
            if not self._plain[i]:
                nodes.fill(view, self._input_types[i], value, kept)
                continue
            if type(value) is not np.ndarray or not value.flags.c_contiguous:
                value = np.asarray(value, order="C")
            kept.append(value)
            if value.shape != self._input_shapes[i]:
                dims = self._dims[i] = np.array(value.shape, np.int64)
                self._input_shapes[i] = value.shape
                view.dtype, view.rank, view.dims = self._input_types[i], value.ndim, memory.address(dims)
            view.data = memory.address(value)

    def offer_outputs(self, shapes: list[tuple[int, ...] | None]) -> None:
        """Arrays for results whose shapes are known, or were the last time."""
        n_in = len(self._input_types)
        for i, shape in enumerate(shapes):
            view = self._output_views[i]
            if shape is None or not self._by_numbers[i]:
                view.data = None
                continue
            array = self.offered[i] = memory.empty(shape, self.storage[i])
            dims = self._dims[n_in + i]
            if dims is None or shape != self._output_shapes[i]:
                dims = self._dims[n_in + i] = np.array(shape, np.int64)
                self._output_shapes[i] = shape
            view.rank, view.dims, view.data = len(shape), memory.address(dims), memory.address(array)

    def forget(self) -> None:
        for i in range(len(self.held)):
            if self.held[i]:
                self.held[i] = None
        for i in range(len(self.offered)):
            self.offered[i] = None


_shared: weakref.WeakKeyDictionary[Any, dict[int, Resources]] = weakref.WeakKeyDictionary()


def of(ctx: Any) -> tuple[Registration, Kernel]:
    """The kernel of `ctx.op` in its session, and where it comes from."""
    kernel, _ = in_session(ctx.op, ctx.resources)
    return chosen[ctx.op], kernel


def in_session(op: Operation, store: Any) -> tuple[Kernel, Resources]:
    """The kernel of an operation in the session that has this store, and what it lives in."""
    registration = chosen.get(op)
    if registration is None:
        registration = chosen[op] = choose(op)
    found = _shared.get(store)
    resources = None if found is None else found.get(id(registration.library))
    if resources is None or resources._ended:
        handle = ResourceHandle("custom operations", "\0custom", str(id(registration.library)))
        resources = store.get_or_create(handle, lambda: Resources(registration.library))
        _shared.setdefault(store, {})[id(registration.library)] = resources
    kernel = resources.kernels.get(op)
    if kernel is None:
        kernel = resources.kernel_for(op, registration)
    return kernel, resources


def run(ctx: Any, flat: list[Any]) -> Any:
    """Runs the kernel of `ctx.op`."""
    return in_session(ctx.op, ctx.resources)[0](flat, ctx.cancel)


chosen: weakref.WeakKeyDictionary[Operation, Registration] = weakref.WeakKeyDictionary()
