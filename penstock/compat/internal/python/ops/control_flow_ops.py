"""Contexts that programs put operations into, and the conditionals of dataflow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock.graph.operation import Tensor
from penstock.graph.typing import Array
from penstock.ops.control.contexts import ControlFlowContext, XLAControlFlowContext
from penstock.ops.control.functions import _case_pairs
from penstock.ops.control.switches import merge, switch
from penstock.ops.control.switches import switch_ref_or_tensor as _SwitchRefOrTensor  # noqa: N812

__all__ = ["ControlFlowContext", "XLAControlFlowContext", "_SwitchRefOrTensor", "_case_helper", "merge", "switch"]


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


def _deferred(
    cond_fn: Callable, pred: Array, true_fn: Callable, false_fn: Callable, options: dict[str, Any]
) -> Callable:
    return lambda: cond_fn(pred, true_fn=true_fn, false_fn=false_fn, **options)
