"""Contexts that programs put operations into."""

from collections.abc import Callable
from typing import Any

from penstock.graph import stack
from penstock.graph.operation import Operation, Tensor
from penstock.ops.control.functions import _case_pairs

__all__ = ["ControlFlowContext", "XLAControlFlowContext", "_case_helper"]


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


def _case_helper(
    cond_fn: Callable,
    pred_fn_pairs: Any,
    default: Callable | None,
    exclusive: bool,
    name: str | None,
    allow_python_preds: bool = False,
    **cond_kwargs: Any,
) -> Any:
    """`tf.case` with another function than `tf.cond` for each decision."""
    from penstock._namespace import find

    pairs = _case_pairs(pred_fn_pairs, exclusive)
    with find("name_scope")(name, "case", [p for p, _ in pairs if isinstance(p, Tensor)]):
        checks: list[Any] = []
        tensors = [p for p, _ in pairs if isinstance(p, Tensor)]
        if exclusive and tensors:
            count = find("reduce_sum")(find("cast")(find("stack")([p for p, _ in pairs]), "int32"))
            checks = [find("assert_less_equal")(count, 1)]
        if default is None:
            (last_pred, default), pairs = pairs[-1], pairs[:-1]
            if isinstance(last_pred, Tensor):
                checks.append(find("Assert")(last_pred, ["None of conditions evaluated as True"]))
        result = default
        for pred, function in reversed(pairs):
            result = _deferred(cond_fn, pred, function, result, cond_kwargs)
        with find("control_dependencies")(checks):
            return result()


def _deferred(cond_fn: Callable, pred: Any, true_fn: Callable, false_fn: Callable, options: dict[str, Any]) -> Callable:
    return lambda: cond_fn(pred, true_fn=true_fn, false_fn=false_fn, **options)
