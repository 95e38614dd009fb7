"""The context of computations for TPUs: it marks each operation that is made in it, and keeps it apart from those outside."""

from __future__ import annotations

from typing import Any

from penstock.graph import stack
from penstock.graph.device import DeviceSpec
from penstock.graph.graph import control_dependencies
from penstock.graph.operation import Operation, Tensor
from penstock.ops.control.contexts import XLAControlFlowContext
from penstock.platform import logging

REPLICATE = "_tpu_replicate"
COMPILATION_STATUS = "_tpu_compilation_status"
OUTSIDE_COMPILATION = "_xla_outside_compilation"
_NO_INPUTS_FROM_PROGRAMS = {"Placeholder"}
_UNSUPPORTED = set(
    """AudioSummary AudioSummaryV2 HistogramSummary ImageSummary MergeSummary Print ScalarSummary TensorSummary
    TensorSummaryV2""".split()
)
_WARNED_OF = 5


class _Device:
    """Asks the blocks around for the device that an operation made now would get."""

    type = "FakeOp"

    def __init__(self) -> None:
        self.device = ""

    def _set_device(self, device: Any) -> None:
        self.device = device if isinstance(device, str) else device.to_string()


class TPUReplicateContext(XLAControlFlowContext):
    """What is made in it belongs to one computation for TPUs.

    Args:
      name: the name of the computation, which marks its operations.
      num_replicas: how many copies of it run.
      pivot: an operation that those without inputs wait for, so that they run where the computation does.
    """

    def __init__(self, name: str, num_replicas: int, pivot: Operation) -> None:
        super().__init__()
        self._name: str = name
        self._num_replicas = num_replicas
        self._pivot = pivot
        self._outer_devices: list[Any] | None = None
        self._inner_devices: list[Any] = []
        self._outside: str | None = None  # the cluster outside of compilation that is being built
        self._outside_count = 0
        self._host_compute_core: list[str] = []
        self._unsupported: list[Operation] = []
        self._replicated_vars: dict[str, Tensor] = {}

    def get_replicated_var_handle(self, name: str, vars_: Any) -> Tensor:
        """The handle that stands for those of a variable on each replica; made in the context around this one."""
        from penstock.contrib.tpu import tpu_ops

        if name not in self._replicated_vars:
            graph = stack.current_graph()
            inside = graph._get_control_flow_context()
            graph._set_control_flow_context(self._outer_context)
            try:
                handle = tpu_ops.tpu_replicated_input([v.handle for v in vars_], name=name + "/handle")
            finally:
                graph._set_control_flow_context(inside)
            self._replicated_vars[name] = handle
        return self._replicated_vars[name]

    def report_unsupported_operations(self) -> None:
        """Warns of operations that TPUs do not know."""
        found = self._unsupported
        if found:
            listed = "\n".join(f"  {op.type} ({op.name})" for op in found[:_WARNED_OF])
            logging.warning("%d unsupported operations found: \n%s", len(found), listed)
            if len(found) > _WARNED_OF:
                logging.warning("... and %d more", len(found) - _WARNED_OF)

    def HostComputeCore(self) -> list[str]:  # noqa: N802
        """Which core each part outside of compilation belongs to, where a program said so."""
        return self._host_compute_core

    # -- blocks ----------------------------------------------------------------------------------------

    def Enter(self) -> None:  # noqa: N802
        """Makes this the context of new operations; parts outside of compilation use the devices of the first time."""
        if not self._outer_devices:
            self._outer_devices = list(stack.current_graph()._device_stack)
        super().Enter()

    def ExitResult(self, result: Any) -> None:  # noqa: N802
        """Nothing is to be done for the tensors that leave the context."""

    def enter_outside_compilation(self) -> None:
        """What follows runs on the host.

        Raises:
          NotImplementedError: within another such block.
        """
        if self._outside:
            raise NotImplementedError("Cannot nest outside_compilation clusters")
        self._outside = str(self._outside_count)
        self._outside_count += 1
        graph = stack.current_graph()
        asked = _Device()
        graph._apply_device_functions(asked)
        place = DeviceSpec.from_string(asked.device)
        if place.device_type == "TPU_REPLICATED_CORE" and place.device_index is not None:
            self._host_compute_core.append(f"{self._outside}:{place.device_index}")
        self._inner_devices = graph._device_stack
        graph._device_stack = list(self._outer_devices or ())

    def exit_outside_compilation(self) -> None:
        """Ends the block that runs on the host."""
        if not self._outside:
            raise NotImplementedError("Attempted to exit outside_compilation scope when not in scope")
        self._outside = None
        stack.current_graph()._device_stack = self._inner_devices

    # -- operations ------------------------------------------------------------------------------------

    def AddOp(self, op: Operation) -> None:  # noqa: N802
        """Marks a new operation, and takes it out of the reach of feeds, fetches and control dependencies from outside.

        Raises:
          NotImplementedError: if it takes a reference to a variable.
          ValueError: if it is in another computation for TPUs.
        """
        if op.type in _NO_INPUTS_FROM_PROGRAMS:
            logging.error(
                "Operation of type %s (%s) is not supported on the TPU. Execution will fail if this op is used in the graph. ",
                op.type,
                op.name,
            )
        if op.type in _UNSUPPORTED:
            self._unsupported.append(op)
        if any(x.dtype._is_ref_dtype for x in op.inputs):
            raise NotImplementedError(
                f"Non-resource Variables are not supported inside TPU computations (operator name: {op.name})"
            )
        if REPLICATE in op._attrs:
            raise ValueError("TPU computations cannot be nested")
        op._attrs[REPLICATE] = self._name.encode()
        if self._outside:
            op._attrs[OUTSIDE_COMPILATION] = self._outside.encode()
        if self._num_replicas > 1 or not self._outside:
            op.graph.prevent_feeding(op)  # type: ignore[arg-type]
            op.graph.prevent_fetching(op)
        self._connect(op)
        names = [x.name for x in op.outputs]
        context: Any = self
        while context is not None:
            context._values.update(names)
            context = context._outer_context
        if self._outer_context:
            self._outer_context.AddInnerOp(op)

    def _connect(self, op: Operation) -> None:
        """Control dependencies on what is outside become ones on copies inside."""
        inside = [x for x in op.control_inputs if self._holds(x)]
        outside = [x for x in op.control_inputs if x not in inside]
        op._remove_all_control_inputs()
        op._add_control_inputs(inside)
        if not op.inputs:
            if not inside:
                op._add_control_input(self._pivot)
        else:
            for index, x in enumerate(list(op.inputs)):
                value = self.AddValue(x)
                if value is not x:
                    op._update_input(index, value)
        if outside:
            from penstock._namespace import find

            with control_dependencies(None):
                self.Enter()
                copies = [find("identity")(x.outputs[0]).op for x in outside if x.outputs]
                self.Exit()
            op._add_control_inputs(copies)

    def _holds(self, op: Operation) -> bool:
        context = op._get_control_flow_context()
        while context is not None:
            if context is self:
                return True
            context = context._outer_context
        return False

    def AddValue(self, val: Tensor) -> Tensor:  # noqa: N802
        """The tensor that stands for one from outside, in all contexts around."""
        if val.name in self._values:
            return self._external_values.get(val.name, val)
        result = val
        self._values.add(val.name)
        if self._outer_context:
            result = self._outer_context.AddValue(val)
            self._values.add(result.name)
        self._external_values[val.name] = result
        return result

    def AddInnerOp(self, op: Operation) -> None:  # noqa: N802
        """Marks an operation of a context within this one."""
        self.AddOp(op)
        if self._outer_context:
            self._outer_context.AddInnerOp(op)

    @property
    def grad_state(self) -> None:
        """Gradients are taken as anywhere."""

    @property
    def back_prop(self) -> bool:
        """No loop asks for values to be kept."""
        return False

    def GetControlPivot(self) -> Operation:  # noqa: N802
        """What operations without inputs wait for."""
        return self._pivot


_NOT_IN_INFERENCE = set(
    "ReadVariableOp AssignVariableOp AssignAddVariableOp AssignSubVariableOp VarHandleOp Variable VariableV2".split()
)


class TPUInferenceContext(XLAControlFlowContext):
    """Refuses variables within a computation that only infers."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name

    def AddOp(self, op: Operation) -> None:  # noqa: N802
        """Raises NotImplementedError for an operation on a variable."""
        if op.type in _NOT_IN_INFERENCE:
            raise NotImplementedError(
                f"Operation of type {op.type} ({op.name}) is not supported on the TPU for inference. Execution will fail "
                "if this op is used in the graph. Make sure your variables are using variable_scope."
            )
        if self._outer_context:
            self._outer_context.AddInnerOp(op)

    def AddValue(self, val: Tensor) -> Tensor:  # noqa: N802
        """The tensor as the contexts around have it."""
        return self._outer_context.AddValue(val) if self._outer_context else val

    def AddInnerOp(self, op: Operation) -> None:  # noqa: N802
        """As `AddOp`."""
        self.AddOp(op)

    @property
    def grad_state(self) -> None:
        """Gradients are taken as anywhere."""

    @property
    def back_prop(self) -> bool:
        """Nothing is kept for gradients."""
        return False


def context_around(kind: type) -> Any:
    """The innermost context of a kind that new operations are in, or None."""
    context = stack.current_graph()._get_control_flow_context()
    while context is not None and not isinstance(context, kind):
        context = context.outer_context
    return context
