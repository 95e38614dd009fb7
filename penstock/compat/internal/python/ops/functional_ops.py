"""Functions of the graph as branches and bodies: the operations If, While and For, and SymbolicGradient."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from penstock._namespace import find
from penstock.graph import convert, dtypes, stack
from penstock.graph.build import apply
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import NestedTensors, TensorLike, TensorOrVariable
from penstock.ops.control.defined_functions import DefinedFunction, Defun

__all__ = ["For", "Gradient", "If", "While"]


def _added(function: DefinedFunction) -> str:
    function.add_to_graph(stack.current_graph())
    return function.name


def _types(function: DefinedFunction) -> list[Any]:
    return [dtypes.as_dtype(arg.type) for arg in function.definition.signature.output_arg]


def If(cond: TensorLike, inputs: NestedTensors, then_branch: Any, else_branch: Any, name: str | None = None) -> Any:  # noqa: N802
    """`then_branch(inputs)` if `cond` is true, else `else_branch(inputs)`; both are functions made by `Defun`.

    Raises:
      ValueError: they return different types.
    """
    given = [convert.convert_to_tensor(x) for x in (inputs if isinstance(inputs, (list, tuple)) else [inputs])]
    kind = "If" if then_branch.stateful_ops or else_branch.stateful_ops else "StatelessIf"
    types = _types(then_branch)
    if types != _types(else_branch):
        raise ValueError("then_branch and else_branch must return the same types")
    return apply(
        kind,
        name=name,
        cond=cond,
        input=given,
        Tout=types,
        then_branch=_added(then_branch),
        else_branch=_added(else_branch),
    )


def While(  # noqa: N802
    input_: Sequence[Any], cond: Any, body: Any, name: str | None = None, hostmem: Sequence[int] | None = None
) -> Any:
    """Repeats `body` on a list of values while `cond` of them is true; both are functions made by `Defun`.

    Raises:
      ValueError: the body captures a tensor and does not return it.
    """
    given = [convert.convert_to_tensor(x) for x in input_]
    if body.captured_inputs:
        raise ValueError("Captured inputs of a body cannot be passed on: give them as arguments.")
    if cond.captured_inputs:
        raise ValueError("Captured inputs of a condition cannot be passed on: give them as arguments.")
    kind = "While" if cond.stateful_ops or body.stateful_ops else "StatelessWhile"
    made = apply(kind, name=name, input=given, cond=_added(cond), body=_added(body))
    if hostmem:
        op = (made[0] if isinstance(made, (list, tuple)) else made).op
        op._attrs["_input_hostmem"] = list(hostmem)
        op._attrs["_output_hostmem"] = list(hostmem)
    return made


def For(  # noqa: N802
    start: TensorLike,
    limit: TensorLike,
    delta: TensorLike,
    inputs: Sequence[Any],
    body: Any,
    name: str | None = None,
    hostmem: Sequence[int] | None = None,
    rewrite_with_while: bool | None = None,
) -> list[Any]:
    """`for i in range(start, limit, delta): inputs = body(i, *inputs)`, for a function made by `Defun`.

    Raises:
      ValueError: `start`, `limit` and `delta` are not of the same type.
    """
    first, end, step = (convert.convert_to_tensor(x) for x in (start, limit, delta))
    given = [convert.convert_to_tensor(x) for x in inputs]
    types = [t.dtype.base_dtype for t in given]
    extra = list(body.captured_inputs)
    carried = [dtypes.int32, dtypes.int32, dtypes.int32, dtypes.int32, *types, *(t.dtype.base_dtype for t in extra)]

    @Defun(*carried, func_name=f"{body.name}_Cond")
    def going(turn: TensorLike, turns: TensorLike, *others: object) -> Any:
        return find("less")(turn, turns)

    @Defun(*carried, func_name=f"{body.name}_Body")
    def turned(turn: TensorOrVariable, turns: Any, begin: Any, by: Any, *others: Any) -> Any:
        from penstock.ops.control.defined_functions import call

        body.add_to_graph(stack.current_graph())
        results, _ = call(body.definition.signature, begin + turn * by, *others)
        after = (
            list(results) if isinstance(results, tuple) else [results] if body.definition.signature.output_arg else []
        )
        return [turn + 1, turns, begin, by, *after, *others[len(given) :]]

    count = find("maximum")((end - first + step - find("sign")(step)) // step, 0)
    found = While([convert.constant(0), count, first, step, *given, *extra], going, turned, name, hostmem)
    results = list(found[4 : 4 + len(given)])
    for tensor, argument in zip(results, given, strict=True):
        if isinstance(argument.shape, TensorShape) and tensor.shape.ndims is None:
            tensor.set_shape(argument.shape)
    return results


def Gradient(inputs: Sequence[Any], f: Any, name: str | None = None) -> Any:  # noqa: N802
    """The gradient of a function made by `Defun`: `inputs` are its arguments and the gradients of its results."""
    types = [dtypes.as_dtype(arg.type) for arg in f.definition.signature.input_arg]
    return apply("SymbolicGradient", name=name, input=list(inputs), Tout=types, f=_added(f))
