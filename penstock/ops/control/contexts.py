"""Contexts that programs put operations into: each is told of the operations made while it is the current one."""

from __future__ import annotations

from typing import Any

from penstock.graph import stack
from penstock.graph.operation import Operation, Tensor


class ControlFlowContext:
    """The base of contexts: each operation made between `Enter` and `Exit` is told to `AddOp`, and is in it from then on."""

    def __init__(self, values_def: Any = None, import_scope: str | None = None) -> None:
        self._nested_contexts: list[ControlFlowContext] = []
        self._outer_context: Any = stack.current_graph()._get_control_flow_context()
        if isinstance(self._outer_context, ControlFlowContext):
            self._outer_context._nested_contexts.append(self)
        self._context_stack: list[Any] = []
        self._values: set[str] = set()
        self._external_values: dict[str, Tensor] = {}
        self._name: str | None = None
        if values_def is not None:
            prefix = f"{import_scope}/" if import_scope else ""
            self._values = {prefix + value for value in values_def.values}

    @property
    def name(self) -> str | None:
        return self._name

    @property
    def outer_context(self) -> Any:
        """The context around this one."""
        return self._outer_context

    @property
    def grad_state(self) -> Any:
        raise NotImplementedError("Abstract method")

    @property
    def back_prop(self) -> Any:
        raise NotImplementedError("Abstract method")

    def AddName(self, name: str) -> None:  # noqa: N802
        """Notes that a tensor of that name is in the context."""
        self._values.add(name)

    def Enter(self) -> None:  # noqa: N802
        """Makes this the context of new operations."""
        graph = stack.current_graph()
        self._context_stack.append(graph._get_control_flow_context())
        graph._set_control_flow_context(self)

    def Exit(self) -> None:  # noqa: N802
        """Goes back to the context before."""
        stack.current_graph()._set_control_flow_context(self._context_stack.pop())

    def __enter__(self) -> Any:
        self.Enter()
        return self

    def __exit__(self, *error: Any) -> None:
        self.Exit()

    def EnterGradientContext(self) -> None:  # noqa: N802
        """Makes the context around this one that of the gradients of what is in it."""
        if self._outer_context:
            self._outer_context.EnterGradientContext()

    def ExitGradientContext(self) -> None:  # noqa: N802
        """Ends what `EnterGradientContext` began."""
        if self._outer_context:
            self._outer_context.ExitGradientContext()

    def AddOp(self, op: Operation) -> None:  # noqa: N802
        """Called for each new operation."""
        raise NotImplementedError("Abstract method")

    def AddValue(self, val: Tensor) -> Tensor:  # noqa: N802
        """Called for each tensor from outside."""
        raise NotImplementedError("Abstract method")

    def IsWhileContext(self) -> bool:  # noqa: N802
        return False

    def IsCondContext(self) -> bool:  # noqa: N802
        return False

    def IsXLAContext(self) -> bool:  # noqa: N802
        return False

    def __str__(self) -> str:
        return str(self.name)


class XLAControlFlowContext(ControlFlowContext):
    """The base of contexts of what is compiled as a whole."""

    def __init__(self) -> None:
        super().__init__()
        self._name = "XLAControlFlowContext"

    def IsXLAContext(self) -> bool:  # noqa: N802
        return True

    def AddOp(self, op: Operation) -> None:  # noqa: N802
        """Nothing is to be done for an operation."""

    def AddValue(self, val: Tensor) -> Tensor:  # noqa: N802
        """Tensors from outside are used as they are."""
        return val
