"""What the blocks around new operations give them: names, control dependencies, devices, containers, attributes."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from typing import Any

from penstock.graph import device as devices
from penstock.graph.elements import Elements
from penstock.graph.operation import Operation, Tensor

VALID_OP_NAME = re.compile(r"^[A-Za-z0-9.][A-Za-z0-9_.\-/]*$")
_VALID_SCOPE_NAME = re.compile(r"^[A-Za-z0-9_.\-/]*$")

# The attributes of `Scopes` that blocks change.
_BLOCKS = (
    "_name_stack",
    "_controllers",
    "_device_stack",
    "_colocation_stack",
    "_container",
    "_gradient_override",
    "_kernel_labels",
    "_attr_scope",
    "_original_op",
    "_control_flow_context",
)


class _Controller:
    """One `control_dependencies` block; None as inputs means: forget the blocks and the control flow context around."""

    def __init__(self, graph: Scopes, control_inputs: list[Operation] | None) -> None:
        self.graph = graph
        self.new_stack = control_inputs is None
        self.control_inputs = control_inputs or []
        self.seen: set[Operation] = set()
        self.old_stack: list[_Controller] | None = None
        self.old_context: Any = None

    def __enter__(self) -> None:
        if self.new_stack:
            self.old_stack = self.graph._controllers
            self.graph._controllers = []
            self.old_context = self.graph._control_flow_context
            self.graph._control_flow_context = None
        self.graph._controllers.append(self)

    def __exit__(self, *unused: Any) -> None:
        if self.graph._controllers and self.graph._controllers[-1] is self:
            self.graph._controllers.pop()
        if self.new_stack:
            assert self.old_stack is not None
            self.graph._controllers = self.old_stack
            self.graph._control_flow_context = self.old_context


class Scopes(Elements):
    """The part of a `Graph` that knows which blocks are open."""

    def __init__(self) -> None:
        super().__init__()
        self._names_in_use: dict[str, int] = {}
        self._name_stack = ""
        self._controllers: list[_Controller] = []
        self._device_stack: list[Any] = []
        self._colocation_stack: list[Operation] = []
        self._container = ""
        self._gradient_override: dict[str, str] = {}
        self._kernel_labels: dict[str, str] = {}
        self._attr_scope: dict[str, Any] = {}
        self._original_op: Operation | None = None
        self._control_flow_context: Any = None

    # -- threads that take turns --------------------------------------------------------------------

    def _open_blocks(self) -> dict[str, Any]:
        """What the blocks that are open now say: replicas that build one graph in turns keep it while they wait."""
        return {name: getattr(self, name) for name in _BLOCKS}

    def _reopen(self, blocks: dict[str, Any]) -> None:
        """Makes blocks that `_open_blocks` returned the open ones again."""
        for name, value in blocks.items():
            setattr(self, name, value)

    def _blocks_of_new_thread(self) -> dict[str, Any]:
        """What a replica begins with: devices, control dependencies and colocation of the blocks around, no name scope."""
        blocks = self._open_blocks()
        blocks["_name_stack"] = ""
        for name in ("_controllers", "_device_stack", "_colocation_stack"):
            blocks[name] = list(blocks[name])
        return blocks

    # -- names ------------------------------------------------------------------------------------

    def unique_name(self, name: str, mark_as_used: bool = True) -> str:
        """Returns a name that no operation or scope has: `name`, or `name_1`, `name_2`, ..."""
        if self._name_stack:
            name = f"{self._name_stack}/{name}"
        key = name.lower()  # names differ by more than case, so that they may become file names
        used = self._names_in_use
        i = used.get(key, 0)
        if mark_as_used:
            used[key] = i + 1
        if i > 0:
            base = key
            while key in used:
                key = f"{base}_{i}"
                i += 1
            if mark_as_used:
                used[key] = 1
            name = f"{name}_{i - 1}"
        return name

    @contextlib.contextmanager
    def name_scope(self, name: str | None) -> Iterator[str]:
        """Puts a prefix before the names of the operations made in the block."""
        if name:
            if isinstance(name, bytes):
                name = name.decode()
            pattern = _VALID_SCOPE_NAME if self._name_stack else VALID_OP_NAME
            if not pattern.match(name):
                raise ValueError(f"'{name}' is not a valid scope name")
        old = self._name_stack
        if not name:
            new = ""
        elif name[-1] == "/":
            new = name[:-1]
        else:
            new = self.unique_name(name)
        self._name_stack = new
        try:
            yield f"{new}/" if new else ""
        finally:
            self._name_stack = old

    def get_name_scope(self) -> str:
        """The current name scope, without a trailing slash."""
        return self._name_stack

    # -- scopes -----------------------------------------------------------------------------------

    def control_dependencies(self, control_inputs: Sequence[Any] | None) -> contextlib.AbstractContextManager[None]:
        """Operations made in the block run only after all of `control_inputs`; None forgets the blocks around."""
        if control_inputs is None:
            return _Controller(self, None)
        ops: list[Operation] = []
        for item in control_inputs:
            if not isinstance(item, (Tensor, Operation)):
                is_operation = hasattr(item, "_handle") or not hasattr(item, "_as_graph_element")
                if is_operation and getattr(item, "op", None) is not None:
                    item = item.op  # IndexedSlices and resource variables
                else:
                    item = self._enclosing_element(item)
            op = item.op if isinstance(item, Tensor) else item
            if not isinstance(op, Operation):
                raise TypeError(f"Control input must be Operation or Tensor: {item}")
            if op.graph is not self:
                if not self._note_outer_control(op):
                    raise ValueError(f"Operation {op!r} is not an element of this graph.")
                continue
            if op not in ops:
                ops.append(op)
        return _Controller(self, ops)

    def _enclosing_element(self, item: object) -> Any:
        return self.as_graph_element(item)

    def _note_outer_control(self, op: Operation) -> bool:
        return False

    def _current_control_dependencies(self) -> set[Operation]:
        return {op for controller in self._controllers for op in controller.control_inputs}

    @contextlib.contextmanager
    def device(self, device_name_or_function: Any) -> Iterator[None]:
        """Assigns the operations made in the block to a device: a string, a DeviceSpec, a function or None."""
        spec = device_name_or_function
        if spec is None or (callable(spec) and not isinstance(spec, (str, devices.DeviceSpec))):
            function = spec
        else:
            function = devices.merge_device(spec)
        self._device_stack.append(function)
        try:
            yield
        finally:
            self._device_stack.pop()

    @contextlib.contextmanager
    def colocate_with(self, op: Any, ignore_existing: bool = False) -> Iterator[None]:
        """Places the operations made in the block where `op` is placed."""
        if op is None and not ignore_existing:
            raise ValueError("Trying to reset colocation (op is None) but ignore_existing is not True")
        if op is not None and not isinstance(op, Operation):
            from penstock.graph import convert

            handle = getattr(op, "handle", None)
            if isinstance(handle, Tensor):  # a resource variable: reading it would add operations
                op = convert._into_current(handle).op
            else:
                op = convert.convert_to_tensor_or_indexed_slices(op, as_ref=True).op
        device_stack, self._device_stack = self._device_stack, []
        colocations = self._colocation_stack
        if ignore_existing:
            self._colocation_stack = []
        if op is not None:
            self._colocation_stack = [*self._colocation_stack, op]
        try:
            yield
        finally:
            self._device_stack = device_stack
            self._colocation_stack = colocations

    def _colocate_with_for_gradient(self, op: Operation, gradient_uid: Any, ignore_existing: bool = False) -> Any:
        return self.colocate_with(op, ignore_existing)

    @contextlib.contextmanager
    def container(self, container_name: str) -> Iterator[str]:
        """Puts the resources of stateful operations made in the block into a container."""
        old, self._container = self._container, container_name
        try:
            yield container_name
        finally:
            self._container = old

    @contextlib.contextmanager
    def gradient_override_map(self, op_type_map: dict[str, str]) -> Iterator[None]:
        """Operations made in the block use the gradient registered under another type."""
        if not isinstance(op_type_map, dict):
            raise TypeError("op_type_map must be a dictionary mapping strings to strings")
        for key, value in op_type_map.items():
            if not (isinstance(key, str) and isinstance(value, str)):
                raise TypeError("op_type_map must be a dictionary mapping strings to strings")
        old = self._gradient_override
        self._gradient_override = {**old, **op_type_map}
        try:
            yield
        finally:
            self._gradient_override = old

    @contextlib.contextmanager
    def _kernel_label_map(self, labels: dict[str, str]) -> Iterator[None]:
        old = self._kernel_labels
        self._kernel_labels = {**old, **labels}
        try:
            yield
        finally:
            self._kernel_labels = old

    @contextlib.contextmanager
    def _attr_scope_map(self, attrs: dict[str, Any]) -> Iterator[None]:
        old = self._attr_scope
        self._attr_scope = {**old, **attrs}
        try:
            yield
        finally:
            self._attr_scope = old

    @contextlib.contextmanager
    def original_op(self, op: Operation) -> Iterator[None]:
        """Notes that operations made in the block stand in for `op`; used for gradients."""
        old, self._original_op = self._original_op, op
        try:
            yield
        finally:
            self._original_op = old

    _original_op_scope = original_op

    # -- what a new operation gets of them ---------------------------------------------------------

    def _get_control_flow_context(self) -> Any:
        """The context that new operations are in, if a program has set one."""
        return self._control_flow_context

    def _set_control_flow_context(self, ctx: Any) -> None:
        self._control_flow_context = ctx

    def _controls_for(self, inputs: list[Tensor]) -> list[Operation]:
        """The control inputs that the blocks around add, less those that an input makes certain already."""
        found: list[Operation] = []
        for controller in self._controllers:
            # An input made inside of the block depends on the block's operations already.
            if not any(t.op in controller.seen for t in inputs):
                found.extend(c for c in controller.control_inputs if c not in found)
        if found:
            direct = {t.op for t in inputs}
            found = [c for c in found if c not in direct]
        return found

    def _apply_device_functions(self, op: Operation) -> None:
        """Asks the blocks around for a device, the innermost first. The package `keras` asks with an object of its own."""
        set_device = getattr(op, "_set_device_from_string", op._set_device)
        for function in reversed(self._device_stack):
            if function is None:
                break
            set_device(function(op))

    def _apply_scopes(self, op: Operation) -> None:
        if self._device_stack:
            self._apply_device_functions(op)
        if self._colocation_stack:
            groups: set[bytes] = set()
            for other in self._colocation_stack:
                groups.update(other.colocation_groups())
                if other.device:
                    op._device = other.device
            op._attrs["_class"] = sorted(groups)
        if self._original_op is not None:
            op._original_op = self._original_op
        if self._control_flow_context is not None:
            op._control_flow_context = self._control_flow_context
            add = getattr(self._control_flow_context, "AddOp", None)
            if add is not None:
                add(op)
        if self._container and op.op_def.is_stateful and op._attrs.get("container") == "":
            op._attrs["container"] = self._container
        if self._gradient_override:
            mapped = self._gradient_override.get(op.type)
            if mapped is not None:
                op._attrs["_gradient_op_type"] = mapped.encode()
        if self._kernel_labels:
            label = self._kernel_labels.get(op.type)
            if label is not None:
                op._attrs["_kernel"] = label.encode()
        for key, value in self._attr_scope.items():
            if key not in op._attrs:
                value = value(op) if callable(value) else value
                if value is not None:
                    op._attrs[key] = value
