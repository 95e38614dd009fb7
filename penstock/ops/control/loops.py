"""The operation While and its gradient.

The interpreter calls the body in a Python loop, XLA gets a native one. The gradient of a loop is a loop that runs backwards over
the values that the forward loop has kept in lists; what has to be kept is found while the gradient is built, and added to
the forward operation then.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.graph import dtypes, opdef, stack
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.function import FuncGraph
from penstock.graph.graph import name_scope
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import gradient, op
from penstock.graph.tensor_shape import TensorShape
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



def _while_shapes(c: Context) -> list[TensorShape]:
    declared = c.attr("output_shapes")
    return list(declared) if declared else list(c.shapes)


def varying(body: FuncGraph) -> list[int]:
    """The inputs that the body of a loop changes; the others are passed through."""
    return [i for i, (a, b) in enumerate(zip(body.inputs, body.outputs, strict=True)) if a is not b]


# The private attribute of a loop whose iterations count one by one: if one fails, variables keep what those before have done.
_KEEPS = "_keeps_whole_iterations"


def keep_whole_iterations(result: Tensor) -> None:
    """Has the loop that a tensor comes from leave variables as they were before the iteration that fails, not before the run."""
    loop = result.op
    while loop.type not in ("While", "StatelessWhile"):
        loop = loop.inputs[0].op
    loop._attrs[_KEEPS] = True


@op(("While", "StatelessWhile"), calls=("cond", "body"), shape=_while_shapes)
def _while(xp, input, *, ctx):
    changed = varying(ctx.functions["body"].graph)
    if xp is np:
        keeps = ctx.op._attrs.get(_KEEPS) and ctx.run is not None
        before = dict(ctx.state) if keeps else {}
        values = list(input)
        try:
            while True:
                go = ctx.call("cond", values)[0]
                if not truth(predicate(ctx.op, go)):
                    return values
                outputs = ctx.call("body", values)
                for i in changed:
                    values[i] = outputs[i]
        except BaseException:
            if keeps:
                ctx.run.kept = {key: value for key, value in ctx.state.items() if value is not before.get(key)}
            raise
    from penstock.ops.control import compute_xla as control_xla

    bound = trip_bound(ctx.functions["cond"].graph, ctx.functions["body"].graph, input)
    return control_xla.while_loop(ctx, input, changed, bound, functools.partial(predicate, ctx.op))


def trip_bound(cond: FuncGraph, body: FuncGraph, values: list[Any]) -> int | None:
    """How often a loop can turn at most, if its condition compares a counter with a known limit."""

    def known(tensor: Tensor) -> Any:
        tensor = _through_identities(tensor)
        if tensor.op.type == "Const":
            return tensor.op._attrs["value"]
        if tensor in cond.inputs:
            i = cond.inputs.index(tensor)
            if body.outputs[i] is body.inputs[i] and isinstance(values[i], (np.ndarray, np.generic)):
                return np.asarray(values[i])
        return None

    def counter(tensor: Tensor) -> tuple[Any, int] | None:
        """Start and step of a loop variable that grows by a constant."""
        tensor = _through_identities(tensor)
        if tensor not in cond.inputs:
            return None
        i = cond.inputs.index(tensor)
        start = values[i]
        after = _through_identities(body.outputs[i])
        if not isinstance(start, (np.ndarray, np.generic)) or after.op.type not in ("Add", "AddV2", "Sub"):
            return None
        a, b = (_through_identities(t) for t in after.op._inputs)
        if a is not body.inputs[i]:
            if after.op.type == "Sub":
                return None
            a, b = b, a
        if a is not body.inputs[i] or b.op.type != "Const":
            return None
        step = b.op._attrs["value"]
        return start, -step if after.op.type == "Sub" else step

    def bound(tensor: Tensor) -> int | None:
        tensor = _through_identities(tensor)
        kind = tensor.op.type
        if kind == "LogicalAnd":
            found = [b for b in map(bound, tensor.op._inputs) if b is not None]
            return min(found) if found else None
        if kind not in ("Less", "LessEqual", "Greater", "GreaterEqual"):
            return None
        left, right = tensor.op._inputs
        count, limit = counter(left), known(right)
        sign = 1 if kind.startswith("Less") else -1
        if count is None or limit is None:
            count, limit, sign = counter(right), known(left), -sign
        if count is None or limit is None:
            return None
        start, step = (np.asarray(v) for v in count)
        if start.size != 1 or step.size != 1 or limit.size != 1 or float(step.ravel()[0]) * sign <= 0:
            return None
        distance = (float(limit.ravel()[0]) - float(start.ravel()[0])) * sign
        turns = distance / abs(float(step.ravel()[0]))
        turns = np.floor(turns) + 1 if kind.endswith("Equal") else np.ceil(turns)
        return max(0, int(turns)) if np.isfinite(turns) and turns < 2**31 else None

    return bound(cond.outputs[0])


def _through_identities(tensor: Tensor) -> Tensor:
    while tensor.op.type == "Identity" and not tensor.op._control_inputs:
        tensor = tensor.op._inputs[0]
    return tensor


def make_while(
    cond: FuncGraph,
    body: FuncGraph,
    inputs: list[Tensor],
    shapes: list[TensorShape],
    name: str,
    parallel_iterations: int = 10,
) -> Operation:
    """Creates the While operation; `inputs` are the loop variables, the captures of both functions are added."""
    n = len(inputs)
    captured = list(dict.fromkeys(cond.captured_inputs(n) + body.captured_inputs(n)))
    for graph in (cond, body):
        inner = {}
        for outer, t in graph.captures.items():
            inner[outer] = t
        graph.inputs = graph.inputs[:n]
        for outer in captured:
            if outer in inner and inner[outer].op.type == "Placeholder":
                graph.inputs.append(inner[outer])
            else:
                graph.captures[outer] = graph.add_input(outer.dtype, outer.shape, outer.op.name.rpartition("/")[2])
    body.outputs = body.outputs[:n] + body.inputs[n:]
    graph = stack.current_graph()
    all_inputs = inputs + captured
    attrs: dict[str, Any] = {
        "T": [t.dtype.base_dtype for t in all_inputs],
        "cond": cond.name,
        "body": body.name,
        "output_shapes": shapes + [t.shape for t in captured],
        "parallel_iterations": parallel_iterations,
    }
    if cond.outputs[0].shape.ndims is None:
        attrs["_scalar"] = True
    kind = "While" if is_stateful(cond) or is_stateful(body) else "StatelessWhile"
    with graph.control_dependencies([*cond.outer_controls, *body.outer_controls]):
        return graph._create(opdef.get(kind), all_inputs, attrs, name)


_MOVED = ("Shape", "Size", "Rank")


class _LoopGradientBody(GradientBody):
    """Reads the values of turn `index` of the forward loop from lists that the loop fills."""

    def __init__(self, name: str, loop: Operation, forward: FuncGraph, cond: FuncGraph) -> None:
        super().__init__(name, forward)
        self.loop = loop
        self.cond = cond
        self.index: Tensor | None = None
        self.made: set[str] = set()  # what 1.15 makes once for each loop
        self.only_shaped: set[Tensor] = set()  # tensors of which 1.15 has brought only the shape here so far
        self._shaping = False

    def _from_other_graph(self, tensor: Tensor, op_def: Any) -> Tensor:
        """1.15 takes shapes in the forward loop and keeps these instead of the tensors; we only count it so."""
        if op_def.name not in _MOVED or tensor.graph is not self.forward or tensor.op.type == "Const":
            return super()._from_other_graph(tensor, op_def)
        self._note_kept_shape(tensor)
        return self._uncounted(tensor)

    def _uncounted(self, tensor: Tensor) -> Tensor:
        if tensor.graph is not self.forward:
            return super()._uncounted(tensor)
        if tensor not in self.translated:
            self.only_shaped.add(tensor)
        self._shaping = True
        try:
            return self.capture(tensor)
        finally:
            self._shaping = False

    def _note_kept_shape(self, tensor: Tensor) -> None:
        if tensor.graph is self.forward:
            self._note_brought(self.operations_for_stack())

    def capture(self, tensor: Tensor, name: str | None = None) -> Tensor:
        found = super().capture(tensor, name)
        if not self._shaping and tensor in self.only_shaped:
            self.only_shaped.remove(tensor)
            operations = self.operations_for(tensor)
            self._note_brought(1 if operations is None else operations)
        return found

    def _note_brought(self, operations: int) -> None:
        self._count(operations)
        self._brought += operations

    def operations_for(self, tensor: Tensor) -> int | None:
        if self._shaping:
            return 0
        if tensor.op.type == "Const" or self.is_fixed(tensor):
            return None
        return self.operations_for_stack()

    def operations_for_stack(self) -> int:
        """What 1.15 makes to keep a value of each turn: a stack that enters both loops, is pushed to and popped from."""
        depth = 0
        graph: Any = self
        while isinstance(graph, FuncGraph):
            depth += isinstance(graph, _LoopGradientBody)
            graph = graph.outer_graph
        return 4 + 2 * depth + self.first_use("b_sync")

    def first_use(self, what: str) -> int:
        """1 if this loop's gradient needs the operation for the first time."""
        if what in self.made:
            return 0
        self.made.add(what)
        return 1

    def is_fixed(self, tensor: Tensor) -> bool:
        """Whether a tensor of the forward body is the same in all turns."""
        tensor = _through_identities(tensor)
        if tensor not in self.forward.inputs:
            return False
        return self.forward.outputs[self.forward.inputs.index(tensor)] is tensor

    def translate(self, tensor: Tensor) -> Tensor:
        if tensor in self.forward.inputs:
            i = self.forward.inputs.index(tensor)
            if self.forward.outputs[i] is tensor:  # the same in all turns
                return super().capture(self.loop._inputs[i])
        stored = super().capture(self.accumulator(tensor))
        dims = tensor.shape._dims
        shape = np.asarray(-1 if dims is None else [-1 if d is None else d for d in dims], np.int32)
        value = apply(
            "TensorListGetItem",
            input_handle=stored,
            index=self.index,
            element_shape=shape,
            element_dtype=tensor.dtype.base_dtype,
        )
        value._shape = tensor.shape
        return value

    def accumulator(self, tensor: Tensor) -> Tensor:
        """The output of the forward loop that holds the values of `tensor` in all turns."""
        kept = self.forward.kept
        if tensor not in kept:
            loop = self.loop
            dtype = tensor.dtype.base_dtype
            with loop.graph.as_default(), loop.graph.control_dependencies(None), name_scope("accumulator"):
                empty = apply(
                    "EmptyTensorList",
                    element_shape=np.asarray(-1, np.int32),
                    max_num_elements=np.asarray(-1, np.int32),
                    element_dtype=dtype,
                )
            inner = extend_loop(loop, self.cond, self.forward, empty)
            with self.forward.as_default(), self.forward.control_dependencies(None):
                pushed = apply("TensorListPushBack", input_handle=inner, tensor=tensor)
            self.forward.outputs.append(pushed)
            kept[tensor] = loop._outputs[-1]
        return kept[tensor]


def extend_loop(loop: Operation, cond: FuncGraph, body: FuncGraph, initial: Tensor) -> Tensor:
    """Adds a loop variable to an existing loop and returns its parameter; the caller appends the body's output."""
    shape = TensorShape([]) if initial.dtype == dtypes.variant else initial.shape
    cond.add_input(initial.dtype, shape, "kept")
    parameter = body.add_input(initial.dtype, shape, "kept")
    loop._inputs.append(initial)
    initial._consumers.append(loop)
    loop._attrs["T"].append(initial.dtype)
    if loop._attrs["output_shapes"]:
        loop._attrs["output_shapes"].append(shape)
    add_output(loop, initial.dtype, shape)
    return parameter


def _trip_count(loop: Operation, cond: FuncGraph, body: FuncGraph) -> Tensor:
    """The output of a loop that tells how often it has turned; added on first use."""
    found = body.turns
    if found is None:
        with loop.graph.as_default(), loop.graph.control_dependencies(None):
            zero = convert_to_tensor(np.asarray(0, np.int32), name="turns")
        counter = extend_loop(loop, cond, body, zero)
        with body.as_default(), body.control_dependencies(None):
            body.outputs.append(apply("AddV2", x=counter, y=np.asarray(1, np.int32)))
        found = body.turns = loop._outputs[-1]
    return found


def _backwards(op: Operation, body: FuncGraph, start: list[Tensor]) -> Operation:
    """The loop of a gradient: its turn, how often it turns, and what `body` makes of the rest of `start`."""
    start = [convert_to_tensor(t) for t in [np.asarray(0, np.int32), *start]]
    stop = FuncGraph(f"{op.name}_grad_cond")
    parameters = [stop.add_input(t.dtype.base_dtype, t.shape, "arg") for t in start]
    with stop.as_default():
        stop.outputs = [apply("Less", x=parameters[0], y=parameters[1])]
    for graph in (stop, body):
        graph.outermost._functions[graph.name] = graph
    return make_while(stop, body, start, [t.shape for t in start], f"{op.name.rpartition('/')[2]}_grad")


# What 1.15 makes for the gradient of a loop: a counter forwards (8) and one backwards (10); for each variable Enter, Merge,
# Switch, NextIteration and Exit; for each captured tensor a sum, with an addition more. Later random operations count them.
_COUNTERS = 18
_PER_VARIABLE = 5
_PER_SUM = 6


def _is_handle(tensor: Tensor) -> bool:
    return tensor.dtype.base_dtype == dtypes.resource


def _no_gradient_yet(tensor: Tensor) -> Tensor:
    """Zeros like a captured tensor, or like the variable behind a captured handle."""
    if _is_handle(tensor):
        tensor = apply("ReadVariableOp", resource=tensor, dtype=_variable_dtype(tensor))
    return apply("ZerosLike", x=tensor)


def _variable_dtype(handle: Tensor) -> dtypes.DType:
    from penstock.ops.state.kernels import handle_dtype  # late: variables are made of more than loops know

    return handle_dtype(handle) or dtypes.float32


@gradient("While", "StatelessWhile")
def _while_gradient(op, *output_grads):
    from penstock.ops.gradients.backpropagation import current_walk, walk

    current = stack.current_graph()
    asking = current_walk()
    asked = asking.wants(op)
    body: FuncGraph = op.graph._get_function(op._attrs["body"])
    cond: FuncGraph = op.graph._get_function(op._attrs["cond"])
    n = len(op._inputs)
    changed = [
        i
        for i in varying(body)
        if differentiable(body.inputs[i]) or (is_list(body.inputs[i]) and (asked[i] or output_grads[i] is not None))
    ]
    fixed = [
        i
        for i in range(n)
        if asked[i]
        and i not in set(varying(body))
        and (differentiable(body.inputs[i]) or is_list(body.inputs[i]) or _is_handle(body.inputs[i]))
    ]
    with current._counted_as(_COUNTERS):
        turns = _trip_count(op, cond, body)
        if isinstance(current, FuncGraph):
            turns = current.capture(turns)
    incoming = [dense(output_grads[i]) if output_grads[i] is not None else zeros_like(op._outputs[i]) for i in changed]
    current._count((_PER_VARIABLE + 3 * asking.gate) * len(changed))
    back = _LoopGradientBody(f"{op.name}_grad_body", op, body, cond)
    turn = back.add_input(dtypes.int32, TensorShape([]), "turn")
    count = back.add_input(dtypes.int32, TensorShape([]), "count")
    grads = [
        back.add_input(g.dtype.base_dtype, g.shape if not is_list(g) else TensorShape([]), "grad") for g in incoming
    ]
    with back.as_default():
        back.index = apply("Sub", x=apply("Sub", x=count, y=np.asarray(1, np.int32)), y=turn)
        back.begin_inlined()
        back._count(-len(grads))  # identities of them
        # Body outputs that are inputs of others' gradients only (swaps) need no case of their own.
        results = walk(
            [body.outputs[i] for i in changed],
            [body.inputs[i] for i in changed + fixed],
            grads,
            gate=asking.gate,
            src_graph=body,
        )
        results = [dense(r) for r in results]
        for grad, result in zip(grads, results[: len(changed)], strict=True):
            if result is None:  # 1.15 makes zeros
                back._count(1 if grad.shape.is_fully_defined() else 3)
        for result in results[len(changed) :]:
            if result is not None:
                back._count(_PER_SUM + (1 if is_list(result) or result.shape.is_fully_defined() else 3))
        back.end_inlined()
        outputs = [apply("AddV2", x=turn, y=np.asarray(1, np.int32)), count]
        for grad, result in zip(grads, results[: len(changed)], strict=True):
            outputs.append(result if result is not None else apply("ZerosLike", x=grad))
        sums = []
        used = [i for i, r in zip(fixed, results[len(changed) :], strict=True) if r is not None]
        for i, result in zip(fixed, results[len(changed) :], strict=True):
            if i in used:
                shape = result.shape if _is_handle(body.inputs[i]) else body.inputs[i].shape
                total = FuncGraph.add_input(back, result.dtype.base_dtype, shape, "sum")
                sums.append(total)
                outputs.append(apply("AddN", inputs=[total, result]))
    captures = [t for t in back.inputs if t not in (turn, count, *grads, *sums)]
    back.inputs = [turn, count, *grads, *sums, *captures]
    back.outputs = outputs
    with current._counted_as(0):
        loop = _backwards(op, back, [turns, *incoming, *[_no_gradient_yet(op._inputs[i]) for i in used]])
    found: list[Any] = [None] * len(op._inputs)
    for position, i in enumerate(changed):
        found[i] = loop._outputs[2 + position]
    for position, i in enumerate(used):
        found[i] = loop._outputs[2 + len(changed) + position]
    return found[:n] + [None] * (len(op._inputs) - n)
