"""The operations behind conditionals and calls, If, Case and PartitionedCall, and their gradients; loops: `control_loops.py`.

Bodies are function graphs. The interpreter calls one of them, XLA gets native conditionals. What a gradient needs of the
forward branch is found while it is built, and given out by the forward operation from then on.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock import protos
from penstock.graph import dtypes, opdef, stack
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.function import FuncGraph, _unique_function_name
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import TensorLike
from penstock.ops.common.gradient_helpers import zeros_like
from penstock.ops.control.bodies import (
    GradientBody,
    add_output,
    dense,
    differentiable,
    is_list,
    is_stateful,
    predicate,
    truth,
)

if TYPE_CHECKING:
    from penstock.graph.inference import Context



def _branch_shapes(c: Context) -> list[TensorShape]:
    declared = c.attr("output_shapes")
    if declared:
        return list(declared)
    names = [v for a in ("then_branch", "else_branch", "branches") if a in c.op._attrs for v in _as_list(c.attr(a))]
    bodies = [c.op.graph._get_function(name) for name in names]
    if not bodies or any(b is None for b in bodies):
        return rule.unknown(c)
    shapes = []
    for outputs in zip(*[b.outputs for b in bodies], strict=True):
        shape = outputs[0].shape
        for other in outputs[1:]:
            shape = shape.most_specific_compatible_shape(other.shape)
        shapes.append(shape)
    return shapes


def _as_list(value: TensorLike) -> list[Any]:
    return value if isinstance(value, list) else [value]


@op(("If", "StatelessIf"), calls=("then_branch", "else_branch"), shape=_branch_shapes)
def _if(xp, cond, input, *, ctx):
    cond = predicate(ctx.op, cond)
    if xp is np or isinstance(cond, (np.ndarray, np.generic)):
        return ctx.call("then_branch" if truth(cond) else "else_branch", input)
    from penstock.ops.control import compute_xla as control_xla

    owners = ctx.op._attrs.get("_owners") or [None] * len(ctx.op._outputs)
    index = xp.where(cond.astype(bool), 0, 1)
    return control_xla.branch(index, ctx, ["then_branch", "else_branch"], input, owners)


@op(
    "Case",
    calls=("branches",),
    shape=_branch_shapes,
    sig=opdef.parse_signature(
        ["branch_index: int32", "input: Tin"],
        ["output: Tout"],
        [
            "Tin: list(type) >= 0",
            "Tout: list(type) >= 0",
            "branches: list(func) >= 1",
            "output_shapes: list(shape) = []",
        ],
        is_stateful=True,
    ),
)
def _case(xp, branch_index, input, *, ctx):
    n = len(ctx.functions)
    names = [f"branches{i}" for i in range(n)]
    if xp is np or isinstance(branch_index, (np.ndarray, np.generic)):
        i = int(branch_index)
        return ctx.call(names[i if 0 <= i < n else n - 1], input)
    from penstock.ops.control import compute_xla as control_xla

    index = xp.where((branch_index >= 0) & (branch_index < n), branch_index, n - 1)
    return control_xla.branch(index, ctx, names, input, [None] * len(ctx.op._outputs))


@op(("PartitionedCall", "StatefulPartitionedCall"), calls=("f",), shape=rule.unknown)
def _call(xp, args, *, ctx):
    return ctx.call("f", args)


def make_if(pred: Tensor, then: FuncGraph, other: FuncGraph, name: str) -> Operation:
    """Creates the If operation from two functions without arguments; their captures become its inputs."""
    captured = list(dict.fromkeys(then.captured_inputs(0) + other.captured_inputs(0)))
    for graph in (then, other):
        inner = dict(graph.captures)
        graph.inputs = []
        for outer in captured:
            if outer in inner and inner[outer].op.type == "Placeholder":
                graph.inputs.append(inner[outer])
            else:
                graph.captures[outer] = graph.add_input(outer.dtype, outer.shape, outer.op.name.rpartition("/")[2])
    graph = stack.current_graph()
    attrs: dict[str, Any] = {
        "Tcond": pred.dtype.base_dtype,
        "Tin": [t.dtype.base_dtype for t in captured],
        "Tout": [t.dtype.base_dtype for t in then.outputs],
        "then_branch": then.name,
        "else_branch": other.name,
        "output_shapes": [
            a.shape.most_specific_compatible_shape(b.shape) for a, b in zip(then.outputs, other.outputs, strict=True)
        ],
    }
    if pred.shape.ndims is None:
        attrs["_scalar"] = True
    kind = "If" if is_stateful(then) or is_stateful(other) else "StatelessIf"
    with graph.control_dependencies([*then.outer_controls, *other.outer_controls]):
        return graph._create(opdef.get(kind), [pred, *captured], attrs, name)


class _BranchGradient(GradientBody):
    """Reads intermediate values of a branch from outputs that are added to the forward If for them."""

    def __init__(self, name: str, conditional: Operation, forward: FuncGraph, other: FuncGraph, which: int) -> None:
        super().__init__(name, forward)
        self.conditional = conditional
        self.other = other
        self.which = which

    def _count_capture(self, outer: Tensor) -> None:
        # Gradients of branches are no branches themselves in 1.15: what they use, they use as it is.
        self._count(-1)

    def operations_for(self, tensor: Tensor) -> int | None:
        loop = self.enclosing_loop()
        if loop is None:
            return 0
        if tensor.op.type == "Const":
            return None
        if tensor in self.forward.inputs:
            source = self.conditional._inputs[1 + self.forward.inputs.index(tensor)]
            if loop.is_fixed(source):
                return None
        # Two more than for the body of the loop: the stack goes through the conditional on both ways.
        return loop.operations_for_stack() + 2 + loop.first_use("f_sync")

    def enclosing_loop(self) -> Any:
        """The body of the gradient of the loop that the conditional is in, if it is in one."""
        graph: Any = self.outer_graph
        while isinstance(graph, _BranchGradient):
            graph = graph.outer_graph
        return graph if hasattr(graph, "operations_for_stack") else None

    def operations_for_zeros(self, tensor: Tensor) -> int:
        """How many operations 1.15 makes for the other branch, where a captured tensor has no gradient, and to merge both."""
        loop = self.enclosing_loop()
        if loop is None:
            return 6
        if tensor.shape.is_fully_defined():
            return 3
        return loop.operations_for_stack() + 6 + loop.first_use("f_sync")

    def translate(self, tensor: Tensor) -> Tensor:
        op = self.conditional
        if tensor in self.forward.inputs:
            return super().capture(op._inputs[1 + self.forward.inputs.index(tensor)])
        kept = self.forward.kept
        if tensor not in kept:
            dtype = tensor.dtype.base_dtype
            # The other branch gives something of the same type; nobody reads it.
            with self.other.as_default(), self.other.control_dependencies(None):
                if dtype == dtypes.variant:
                    stand_in = apply(
                        "EmptyTensorList",
                        element_shape=np.asarray(-1, np.int32),
                        max_num_elements=-1,
                        element_dtype=dtypes.float32,
                    )
                else:
                    dims = [0 if d is None else d for d in (tensor.shape._dims or ())]
                    value = np.full((), b"" if dtype.storage.kind == "O" else 0, dtype.storage)
                    stand_in = apply("Fill", dims=np.asarray(dims, np.int32), value=convert_to_tensor(value, dtype))
            self.other.outputs.append(stand_in)
            self.forward.outputs.append(tensor)
            owners = op._attrs.setdefault("_owners", [None] * len(op._outputs))
            owners.append(self.which)
            op._attrs["Tout"].append(dtype)
            if op._attrs["output_shapes"]:
                op._attrs["output_shapes"].append(tensor.shape)
            kept[tensor] = add_output(op, dtype, tensor.shape)
        return super().capture(kept[tensor])


@gradient("If", "StatelessIf")
def _if_gradient(op, *output_grads):
    from penstock.ops.gradients.backpropagation import BOTH_BRANCHES, current_walk, walk

    current = stack.current_graph()
    branches = [op.graph._get_function(op._attrs[a]) for a in ("then_branch", "else_branch")]
    asking = current_walk()
    asked = asking.wants(op)
    ys = [i for i, g in enumerate(output_grads) if g is not None]
    grads = {i: dense(output_grads[i]) for i in ys}
    sources = [
        i for i, x in enumerate(op._inputs[1:]) if asked[1 + i] and (differentiable(x) or is_list(x) or _is_handle(x))
    ]
    pred = op._inputs[0]
    if isinstance(current, FuncGraph):
        pred = current.capture(pred)
    current._count(len(ys) * (4 if asking.gate else 1))  # a Switch for each gradient, and a gate behind it
    graphs, found = [], []
    for which, forward in enumerate(branches):
        graph = _BranchGradient(
            f"{op.name}_grad_{'then' if which == 0 else 'else'}", op, forward, branches[1 - which], which
        )
        graph.begin_inlined()
        with graph.as_default(), graph._counted_as(0):
            starts = [graph.capture(grads[i]) for i in ys]
        with graph.as_default():
            given = len(starts)  # identities of them
            graph._count(-given)
            results = walk(
                [forward.outputs[i] for i in ys],
                [forward.inputs[i] for i in sources],
                starts,
                gate=asking.gate,
                src_graph=forward,
            )
        graphs.append(graph)
        found.append([_in_graph(graph, r) for r in results])
        for i, result in zip(sources, found[-1], strict=True):
            if result is not None and not _is_handle(op._inputs[1 + i]):
                graph._count(graph.operations_for_zeros(op._inputs[1 + i]))
        graph.end_inlined()
    wanted = [k for k in range(len(sources)) if found[0][k] is not None or found[1][k] is not None]
    for graph, forward, results in zip(graphs, branches, found, strict=True):
        with graph.as_default():
            graph.outputs = []
            for k in wanted:
                result = results[k]
                if result is None:
                    result = _zeros_for(graph.capture(forward.inputs[sources[k]]))
                elif result.op.type == "Placeholder":
                    result = apply("Identity", input=result)
                graph.outputs.append(result)
        graph.outermost._functions[graph.name] = graph
    answer: list[Any] = [None] * len(op._inputs)
    if not wanted:
        return answer
    with current._counted_as(0):
        made = make_if(pred, graphs[0], graphs[1], f"{op.name.rpartition('/')[2]}_grad")
    for position, k in enumerate(wanted):
        answer[1 + sources[k]] = made._outputs[position]
        if found[0][k] is not None and found[1][k] is not None:
            current._scoped.setdefault(BOTH_BRANCHES, set()).add(made._outputs[position])
    return answer


def _is_handle(tensor: Tensor) -> bool:
    return tensor.dtype.base_dtype == dtypes.resource


def _zeros_for(tensor: Tensor) -> Tensor:
    """Zeros like a tensor, or like the variable behind a handle."""
    if _is_handle(tensor):
        from penstock.ops.state.kernels import handle_dtype  # late: variables are made of more than branches know

        tensor = apply("ReadVariableOp", resource=tensor, dtype=handle_dtype(tensor) or dtypes.float32)
    return zeros_like(tensor)


def _in_graph(graph: FuncGraph, result: Any) -> Any:
    if result is None:
        return None
    with graph.as_default():
        result = dense(result)
        return graph.capture(result) if result.graph is not graph else result


@gradient("PartitionedCall", "StatefulPartitionedCall")
def _call_gradient(op, *output_grads):
    """The gradient of a call is a call: of a function that gets the values it needs from the first one."""
    from penstock.ops.gradients.backpropagation import current_walk, walk

    forward: FuncGraph = op.graph._get_function(op._attrs["f"])
    graph = _CallGradient(f"{op.name}_grad", op, forward)
    asked = current_walk().wants(op)
    sources = [i for i, wanted in enumerate(asked) if wanted]
    ys = [i for i, g in enumerate(output_grads) if g is not None]
    with graph.as_default():
        results = walk(
            [forward.outputs[i] for i in ys],
            [forward.inputs[i] for i in sources],
            [graph.capture(dense(output_grads[i])) for i in ys],
            src_graph=forward,
        )
    results = [_in_graph(graph, r) for r in results]
    wanted = [k for k, r in enumerate(results) if r is not None]
    with graph.as_default():
        graph.outputs = [apply("Identity", input=results[k]) for k in wanted]
    graph.outermost._functions[graph.name] = graph
    graph.note_kept()
    inputs = graph.captured_inputs(0)
    current = stack.current_graph()
    kind = "StatefulPartitionedCall" if is_stateful(graph) else "PartitionedCall"
    called = current._create(opdef.get(kind), inputs, call_attributes(graph, inputs), kind)
    answer: list[Any] = [None] * len(op._inputs)
    for tensor, k in zip(called._outputs, wanted, strict=True):
        tensor._shape = graph.outputs[tensor.value_index].shape
        answer[sources[k]] = tensor
    return answer


def call_attributes(body: FuncGraph, inputs: Sequence[Tensor]) -> dict[str, Any]:
    """The attributes of an operation that calls `body`."""
    return {
        "Tin": [t.dtype.base_dtype for t in inputs],
        "Tout": [t.dtype.base_dtype for t in body.outputs],
        "f": body.name,
        "config": "",
        "config_proto": "",
        "executor_type": "",
    }


class _CallGradient(GradientBody):
    """Reads intermediate values of a function from results that are added to the call for them.

    Other calls of the function are not changed: the call gets a function of its own, which returns more.
    """

    def __init__(self, name: str, call: Operation, forward: FuncGraph) -> None:
        super().__init__(name, forward)
        self.called = call

    def translate(self, tensor: Tensor) -> Tensor:
        op = self.called
        if tensor in self.forward.inputs:
            return super().capture(op._inputs[self.forward.inputs.index(tensor)])
        longer = self.longer()
        if tensor not in longer.kept:
            longer.outputs.append(tensor)
            op._attrs["Tout"] = [*op._attrs["Tout"], tensor.dtype.base_dtype]
            longer.kept[tensor] = add_output(op, tensor.dtype.base_dtype, tensor.shape)
        return super().capture(longer.kept[tensor])

    def longer(self) -> FuncGraph:
        """The function that the call runs, which is that call's own."""
        called = self.called.graph._get_function(self.called._attrs["f"])
        if called.caller is not self.called:
            body = copy.copy(called)
            body.caller = self.called
            body.outputs, body.kept, body.def_attrs = list(called.outputs), {}, dict(called.def_attrs)
            body.name = _unique_function_name(self.outermost, f"__forward_{called.name}")
            body.gradient_body = None
            self.outermost._functions[body.name] = body
            self.called._attrs["f"] = body.name
            called = body
        return called

    def note_kept(self) -> None:
        """Tells each of the two functions the name of the other."""
        forward = self.called.graph._get_function(self.called._attrs["f"])
        if forward.caller is self.called:
            self.def_attrs["forward_function_name"] = protos.AttrValue(s=forward.name.encode())
            forward.def_attrs["backward_function_name"] = protos.AttrValue(s=self.name.encode())
