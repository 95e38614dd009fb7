"""The operations behind control flow: If, Case, While, PartitionedCall, and their gradients.

Bodies are function graphs. The interpreter calls them in a Python loop, XLA gets native conditionals and loops. The
gradient of a loop is a loop that runs backwards over the values that the forward loop has kept in lists; what has to be
kept is found while the gradient is built, and added to the forward operation then.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock.graph import dtypes, errors, opdef, stack
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.composite import IndexedSlices
from penstock.graph.convert import convert_to_tensor
from penstock.graph.function import FuncGraph
from penstock.graph.graph import name_scope
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import gradient, op
from penstock.graph.tensor_shape import TensorShape

# -- conditionals ---------------------------------------------------------------------------------------


def _branch_shapes(c: Any) -> list[TensorShape]:
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


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


@op(("If", "StatelessIf"), calls=("then_branch", "else_branch"), shape=_branch_shapes)
def _if(xp, cond, input, *, ctx):
    if xp is np:
        return ctx.call("then_branch" if _truth(cond) else "else_branch", input)
    from penstock.ops.backend import control_xla

    if isinstance(cond, (np.ndarray, np.generic)):
        return ctx.call("then_branch" if _truth(cond) else "else_branch", input)
    owners = ctx.op._attrs.get("_owners") or [None] * len(ctx.op._outputs)
    flat = cond.reshape(()) if cond.size == 1 else cond.any()
    index = xp.where(flat.astype(bool), 0, 1)
    return control_xla.branch(index, ctx, ["then_branch", "else_branch"], input, owners)


def _truth(cond: Any) -> bool:
    """A non-scalar condition is true if it has elements; a string if it is not empty."""
    value = np.asarray(cond)
    if value.ndim:
        return value.size > 0
    item = value[()]
    return len(item) > 0 if isinstance(item, (bytes, str)) else bool(item)


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
    from penstock.ops.backend import control_xla

    index = xp.where((branch_index >= 0) & (branch_index < n), branch_index, n - 1)
    return control_xla.branch(index, ctx, names, input, [None] * len(ctx.op._outputs))


@op(("PartitionedCall", "StatefulPartitionedCall"), calls=("f",), shape=rule.unknown)
def _call(xp, args, *, ctx):
    return ctx.call("f", args)


# -- loops ---------------------------------------------------------------------------------------


def _while_shapes(c: Any) -> list[TensorShape]:
    declared = c.attr("output_shapes")
    return list(declared) if declared else list(c.shapes)


def varying(body: FuncGraph) -> list[int]:
    """The inputs that the body of a loop changes; the others are passed through."""
    return [i for i, (a, b) in enumerate(zip(body.inputs, body.outputs, strict=True)) if a is not b]


@op(("While", "StatelessWhile"), calls=("cond", "body"), shape=_while_shapes)
def _while(xp, input, *, ctx):
    changed = varying(ctx.functions["body"].graph)
    if xp is np:
        values = list(input)
        while True:
            go = ctx.call("cond", values)[0]
            if not _truth(go):
                return values
            outputs = ctx.call("body", values)
            for i in changed:
                values[i] = outputs[i]
    from penstock.ops.backend import control_xla

    bound = trip_bound(ctx.functions["cond"].graph, ctx.functions["body"].graph, input)
    return control_xla.while_loop(ctx, input, changed, bound)


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
    attrs = {
        "T": [t.dtype.base_dtype for t in all_inputs],
        "cond": cond.name,
        "body": body.name,
        "output_shapes": shapes + [t.shape for t in captured],
        "parallel_iterations": parallel_iterations,
    }
    kind = "While" if _is_stateful(cond) or _is_stateful(body) else "StatelessWhile"
    with graph.control_dependencies([*cond.outer_controls, *body.outer_controls]):
        return graph._create(opdef.get(kind), all_inputs, attrs, name)


def _is_stateful(graph: FuncGraph) -> bool:
    return any(
        o.op_def.is_stateful or (o._inputs and any(t.dtype._is_ref_dtype for t in o._inputs)) for o in graph._operations
    )


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
    attrs = {
        "Tcond": pred.dtype.base_dtype,
        "Tin": [t.dtype.base_dtype for t in captured],
        "Tout": [t.dtype.base_dtype for t in then.outputs],
        "then_branch": then.name,
        "else_branch": other.name,
        "output_shapes": [
            a.shape.most_specific_compatible_shape(b.shape) for a, b in zip(then.outputs, other.outputs, strict=True)
        ],
    }
    kind = "If" if _is_stateful(then) or _is_stateful(other) else "StatelessIf"
    with graph.control_dependencies([*then.outer_controls, *other.outer_controls]):
        return graph._create(opdef.get(kind), [pred, *captured], attrs, name)


# -- gradients ---------------------------------------------------------------------------------------


def add_output(op: Operation, dtype: dtypes.DType, shape: TensorShape) -> Tensor:
    """Appends an output to an existing operation."""
    tensor = Tensor(op, len(op._outputs), dtype)
    tensor._shape = shape
    op._outputs.append(tensor)
    op.graph._mutations += 1
    root = op.graph
    while isinstance(root, FuncGraph):
        root = root.outer_graph
    root._mutations += 1
    return tensor


class _GradientBody(FuncGraph):
    """The body of a gradient. Tensors of the forward body that it uses are translated by `translate`."""

    def __init__(self, name: str, forward: FuncGraph) -> None:
        super().__init__(name)
        self.forward = forward
        self.translated: dict[Tensor, Tensor] = {}

    def capture(self, tensor: Tensor, name: str | None = None) -> Tensor:
        if tensor.graph is self.forward:
            found = self.translated.get(tensor)
            if found is None:
                if tensor.op.type == "Const":
                    with self.control_dependencies(None), self.as_default():
                        name = tensor.op.name.rpartition("/")[2]
                        found = self._create(tensor.op.op_def, [], dict(tensor.op._attrs), name)._outputs[0]
                else:
                    with self.control_dependencies(None), self.as_default():
                        found = self.translate(tensor)
                self.translated[tensor] = found
            return found
        return super().capture(tensor, name)

    def translate(self, tensor: Tensor) -> Tensor:
        raise NotImplementedError

    def _note_outer_control(self, op: Operation) -> bool:
        return True


class _LoopGradientBody(_GradientBody):
    """Reads the values of turn `index` of the forward loop from lists that the loop fills."""

    def __init__(self, name: str, loop: Operation, forward: FuncGraph, cond: FuncGraph) -> None:
        super().__init__(name, forward)
        self.loop = loop
        self.cond = cond
        self.index: Tensor | None = None

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


def _differentiable(tensor: Tensor) -> bool:
    base = tensor.dtype.base_dtype
    return base.is_floating or base.is_complex


def _is_list(tensor: Tensor) -> bool:
    return tensor.dtype.base_dtype == dtypes.variant


def _zeros_like(tensor: Tensor) -> Tensor:
    return apply("ZerosLike", x=tensor)


def _dense(grad: Any) -> Any:
    return convert_to_tensor(grad) if isinstance(grad, IndexedSlices) else grad


@gradient("While", "StatelessWhile")
def _while_gradient(op, *output_grads):
    from penstock.ops.gradients import walk

    body: FuncGraph = op.graph._get_function(op._attrs["body"])
    cond: FuncGraph = op.graph._get_function(op._attrs["cond"])
    n = len(op._inputs)
    changed = [
        i
        for i in varying(body)
        if _differentiable(body.inputs[i]) or (_is_list(body.inputs[i]) and output_grads[i] is not None)
    ]
    fixed = [
        i
        for i in range(n)
        if i not in set(varying(body)) and (_differentiable(body.inputs[i]) or _is_list(body.inputs[i]))
    ]
    turns = _trip_count(op, cond, body)
    incoming = [
        _dense(output_grads[i]) if output_grads[i] is not None else _zeros_like(op._outputs[i]) for i in changed
    ]
    back = _LoopGradientBody(f"{op.name}_grad_body", op, body, cond)
    turn = back.add_input(dtypes.int32, TensorShape([]), "turn")
    count = back.add_input(dtypes.int32, TensorShape([]), "count")
    grads = [
        back.add_input(g.dtype.base_dtype, g.shape if not _is_list(g) else TensorShape([]), "grad") for g in incoming
    ]
    with back.as_default():
        back.index = apply("Sub", x=apply("Sub", x=count, y=np.asarray(1, np.int32)), y=turn)
        # Body outputs that are inputs of others' gradients only (swaps) need no case of their own.
        results = walk(
            [body.outputs[i] for i in changed],
            [body.inputs[i] for i in changed + fixed],
            grads,
            src_graph=body,
        )
        results = [_dense(r) for r in results]
        outputs = [apply("AddV2", x=turn, y=np.asarray(1, np.int32)), count]
        for grad, result in zip(grads, results[: len(changed)], strict=True):
            outputs.append(result if result is not None else apply("ZerosLike", x=grad))
        sums = []
        used = [i for i, r in zip(fixed, results[len(changed) :], strict=True) if r is not None]
        for i, result in zip(fixed, results[len(changed) :], strict=True):
            if i in used:
                total = FuncGraph.add_input(back, result.dtype.base_dtype, body.inputs[i].shape, "sum")
                sums.append(total)
                outputs.append(apply("AddN", inputs=[total, result]))
    captures = [t for t in back.inputs if t not in (turn, count, *grads, *sums)]
    back.inputs = [turn, count, *grads, *sums, *captures]
    back.outputs = outputs
    totals = [apply("ZerosLike", x=op._inputs[i]) for i in used]
    start = [convert_to_tensor(np.asarray(0, np.int32)), turns, *incoming, *totals]
    start = [convert_to_tensor(t) for t in start]
    stop = FuncGraph(f"{op.name}_grad_cond")
    parameters = [stop.add_input(t.dtype.base_dtype, t.shape, "arg") for t in start]
    with stop.as_default():
        stop.outputs = [apply("Less", x=parameters[0], y=parameters[1])]
    for graph in (stop, back):
        graph.outermost._functions[graph.name] = graph
    shapes = [t.shape for t in start]
    loop = make_while(stop, back, start, shapes, f"{op.name.rpartition('/')[2]}_grad")
    found: list[Any] = [None] * len(op._inputs)
    for position, i in enumerate(changed):
        found[i] = loop._outputs[2 + position]
    for position, i in enumerate(used):
        found[i] = loop._outputs[2 + len(changed) + position]
    return found[:n] + [None] * (len(op._inputs) - n)


class _BranchGradient(_GradientBody):
    """Reads intermediate values of a branch from outputs that are added to the forward If for them."""

    def __init__(self, name: str, conditional: Operation, forward: FuncGraph, other: FuncGraph, which: int) -> None:
        super().__init__(name, forward)
        self.conditional = conditional
        self.other = other
        self.which = which

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
    from penstock.ops.gradients import walk

    branches = [op.graph._get_function(op._attrs[a]) for a in ("then_branch", "else_branch")]
    n_inputs = len(op._inputs) - 1
    ys = [i for i, g in enumerate(output_grads) if g is not None]
    grads = {i: _dense(output_grads[i]) for i in ys}
    sources = [i for i in range(n_inputs) if _differentiable(op._inputs[1 + i]) or _is_list(op._inputs[1 + i])]
    graphs, found = [], []
    for which, forward in enumerate(branches):
        graph = _BranchGradient(
            f"{op.name}_grad_{'then' if which == 0 else 'else'}", op, forward, branches[1 - which], which
        )
        with graph.as_default():
            results = walk(
                [forward.outputs[i] for i in ys],
                [forward.inputs[i] for i in sources],
                [graph.capture(grads[i]) for i in ys],
                src_graph=forward,
            )
        graphs.append(graph)
        found.append([_in_graph(graph, r) for r in results])
    wanted = [k for k in range(len(sources)) if found[0][k] is not None or found[1][k] is not None]
    for graph, forward, results in zip(graphs, branches, found, strict=True):
        with graph.as_default():
            graph.outputs = []
            for k in wanted:
                result = results[k]
                if result is None:
                    result = _zeros_like(graph.capture(forward.inputs[sources[k]]))
                elif result.op.type == "Placeholder":
                    result = apply("Identity", input=result)
                graph.outputs.append(result)
        graph.outermost._functions[graph.name] = graph
    answer: list[Any] = [None] * len(op._inputs)
    if not wanted:
        return answer
    pred = convert_to_tensor(op._inputs[0])
    made = make_if(pred, graphs[0], graphs[1], f"{op.name.rpartition('/')[2]}_grad")
    for position, k in enumerate(wanted):
        answer[1 + sources[k]] = made._outputs[position]
    return answer


def _in_graph(graph: FuncGraph, result: Any) -> Any:
    if result is None:
        return None
    with graph.as_default():
        result = _dense(result)
        return graph.capture(result) if result.graph is not graph else result


@gradient("PartitionedCall", "StatefulPartitionedCall")
def _call_gradient(op, *output_grads):
    """The gradient of a call recomputes the function: its body is built anew inside of the gradient."""
    from penstock.ops.gradients import walk

    forward: FuncGraph = op.graph._get_function(op._attrs["f"])
    graph = _CallGradient(f"{op.name}_grad", op, forward)
    ys = [i for i, g in enumerate(output_grads) if g is not None]
    with graph.as_default():
        results = walk(
            [forward.outputs[i] for i in ys],
            list(forward.inputs),
            [graph.capture(_dense(output_grads[i])) for i in ys],
            src_graph=forward,
        )
    results = [_in_graph(graph, r) for r in results]
    wanted = [i for i, r in enumerate(results) if r is not None]
    with graph.as_default():
        graph.outputs = [apply("Identity", input=results[i]) for i in wanted]
    graph.outermost._functions[graph.name] = graph
    inputs = graph.captured_inputs(0)
    current = stack.current_graph()
    attrs = {
        "Tin": [t.dtype.base_dtype for t in inputs],
        "Tout": [t.dtype.base_dtype for t in graph.outputs],
        "f": graph.name,
        "config": "",
        "config_proto": "",
        "executor_type": "",
    }
    called = current._create(opdef.get(op.type), inputs, attrs, f"{op.name.rpartition('/')[2]}_grad")
    answer: list[Any] = [None] * len(op._inputs)
    for tensor, i in zip(called._outputs, wanted, strict=True):
        tensor._shape = graph.outputs[tensor.value_index].shape
        answer[i] = tensor
    return answer


class _CallGradient(_GradientBody):
    """Intermediate values of a called function are computed again."""

    def __init__(self, name: str, call: Operation, forward: FuncGraph) -> None:
        super().__init__(name, forward)
        self.called = call

    def translate(self, tensor: Tensor) -> Tensor:
        if tensor in self.forward.inputs:
            return super().capture(self.called._inputs[self.forward.inputs.index(tensor)])
        op = tensor.op
        if op.op_def.is_stateful:
            raise errors.UnimplementedError(
                None, op, f"The gradient of {self.called.name} needs {tensor.name}, which cannot be computed twice."
            )
        inputs = [self.capture(t) for t in op._inputs]
        copy = self._create(op.op_def, inputs, dict(op._attrs), op.name.rpartition("/")[2])
        for old, new in zip(op._outputs, copy._outputs, strict=True):
            self.translated[old] = new
        return copy._outputs[tensor.value_index]
