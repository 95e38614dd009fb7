"""`tf.gradients`: walks back from ys to xs and asks the gradient function of every operation on the way.

Gradient functions are registered beside the kernels (`registry.gradient`); here is only the walk: which operations lie
between, when all gradients of an operation's outputs have arrived, and how several of them are added up. The names of
the operations that are made are those of 1.15. Function bodies are left through their captured inputs.
"""

from __future__ import annotations

import collections
import contextlib
import enum
import threading
from collections.abc import Sequence
from typing import Any

from penstock._namespace import export, find
from penstock.graph import convert, dtypes, registry, stack
from penstock.graph.attr_value import FunctionName
from penstock.graph.build import apply
from penstock.graph.composite import IndexedSlices
from penstock.graph.graph import Graph, name_scope
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import TensorLike, TensorOrVariable
from penstock.ops.gradients.values import (
    BACKPROPAGATABLE,
    TRAINABLE,
    as_tensor,
    captures_of,
    shape_of,
    sum_slices,
    zeros_for,
)


@export("AggregationMethod")
class AggregationMethod:
    """How several gradients of one tensor are added up.

    `ADD_N`, the default, is one `AddN` operation; `EXPERIMENTAL_TREE` adds pairs as they come;
    `EXPERIMENTAL_ACCUMULATE_N` uses `tf.accumulate_n` where the shape is known.

    >>> import penstock as tf
    >>> x = tf.constant(3.0)
    >>> tree = tf.AggregationMethod.EXPERIMENTAL_TREE
    >>> tf.Session().run(tf.gradients([x * x, 2.0 * x], x, aggregation_method=tree))
    [np.float32(8.0)]
    """

    ADD_N = 0
    DEFAULT = ADD_N
    EXPERIMENTAL_TREE = 1
    EXPERIMENTAL_ACCUMULATE_N = 2


@export("UnconnectedGradients")
class UnconnectedGradients(enum.Enum):
    """What `tf.gradients` returns for an x that no y depends on: `NONE` (None) or `ZERO` (zeros).

    >>> import penstock as tf
    >>> x, y = tf.constant(1.0), tf.constant(2.0)
    >>> tf.gradients(y, x)
    [None]
    >>> tf.Session().run(tf.gradients(y, x, unconnected_gradients=tf.UnconnectedGradients.ZERO))
    [np.float32(0.0)]
    """

    NONE = "none"
    ZERO = "zero"


@export("gradients")
def gradients(
    ys: TensorLike,
    xs: TensorLike,
    grad_ys: Any = None,
    name: str = "gradients",
    colocate_gradients_with_ops: bool = False,
    gate_gradients: bool = False,
    aggregation_method: int | None = None,
    stop_gradients: Any = None,
    unconnected_gradients: Any = UnconnectedGradients.NONE,
) -> list[Any]:
    """Adds operations that compute the derivatives of the sum of `ys` with respect to each of `xs`.

    Args:
      ys: a tensor or list of tensors.
      xs: a tensor or variable, or a list of them.
      grad_ys: the gradients of `ys` to begin with, ones by default.
      name: the name scope of the new operations.
      colocate_gradients_with_ops: whether to place them where the operations they belong to are placed.
      gate_gradients: whether all gradients of an operation must be there before any is used.
      aggregation_method: a constant of `tf.AggregationMethod`.
      stop_gradients: tensors not to go through.
      unconnected_gradients: a constant of `tf.UnconnectedGradients`.

    Returns:
      One Tensor, IndexedSlices or None for each of `xs`.

    Raises:
      LookupError: an operation between has no gradient function.
      ValueError: the arguments do not fit each other.
      TypeError: a gradient does not fit the type of its y.

    >>> import penstock as tf
    >>> x = tf.constant(3.0)
    >>> print(*tf.Session().run(tf.gradients(x * x, x)))
    6.0
    """
    return walk(
        ys,
        xs,
        grad_ys,
        name,
        colocate_gradients_with_ops,
        gate_gradients,
        aggregation_method,
        stop_gradients,
        unconnected_gradients,
    )


def walk(
    ys: TensorLike,
    xs: TensorLike,
    grad_ys: Any = None,
    name: str = "gradients",
    colocate: bool = False,
    gate: bool = False,
    aggregation_method: int | None = None,
    stop_gradients: Any = None,
    unconnected: Any = UnconnectedGradients.NONE,
    src_graph: Graph | None = None,
) -> list[Any]:
    """As `gradients`; `src_graph` is the function body that `ys` live in, if it is not the default graph.

    The gradient functions of If and While use it to build the body of a gradient in a graph of its own.
    """
    if src_graph is None:
        src_graph = stack.current_graph()
    try:
        unconnected = UnconnectedGradients(unconnected)
    except ValueError:
        raise ValueError(f"Unknown value for unconnected_gradients: {unconnected!r}") from None
    if aggregation_method not in (None, 0, 1, 2):
        raise ValueError(f"Invalid aggregation_method specified {aggregation_method}.")
    ys, xs = _as_list(ys), _as_list(xs)
    stops = [] if stop_gradients is None else _as_list(stop_gradients)
    grad_ys = [None] * len(ys) if grad_ys is None else _as_list(grad_ys)
    with name_scope(name, "gradients", [*ys, *xs, *stops, *grad_ys]):
        # 1.15 takes this name for its own use; later names depend on it.
        stack.current_graph().unique_name("uid")
        ys = [y if isinstance(y, (Tensor, IndexedSlices)) else _converted(y, f"y_{i}") for i, y in enumerate(ys)]
        xs = [_source(x, i) for i, x in enumerate(xs)]
        starts = _initial(grad_ys, ys, colocate)
        work = _Walk(src_graph, xs, colocate, gate, aggregation_method or AggregationMethod.DEFAULT)
        outer, _walks.current = _walks.current, work
        try:
            work.run(ys, starts, [_stop(s) for s in stops])
        finally:
            _walks.current = outer
    return [work.result(x, unconnected) for x in xs]


def _stop(value: Any) -> Operation:
    """The operation at which gradients end: of a reference variable itself, not of what was read of it."""
    return (value._ref() if hasattr(value, "_ref") else as_tensor(value)).op


class _Walks(threading.local):
    """The walk that is going on in this thread, for gradient functions that want to know what it asks for."""

    current: _Walk | None = None


_walks = _Walks()


def current_walk() -> _Walk:
    """The walk that asks for the gradient that is being made."""
    assert _walks.current is not None
    return _walks.current


def _as_list(x: TensorLike) -> list[Any]:
    return list(x) if isinstance(x, (list, tuple)) else [x]


def _converted(value: object, name: str) -> Any:
    return convert.convert_to_tensor_or_indexed_slices(value, name=name)


def _source(x: TensorLike, i: int) -> Any:
    """The tensor of one of `xs`: of a variable, its reference or handle; a tensor stays where it is."""
    if isinstance(x, (Tensor, IndexedSlices)):
        return x
    handle = getattr(x, "handle", None)
    if isinstance(handle, Tensor) and handle.dtype.base_dtype == dtypes.resource:
        return handle
    reference = x._ref() if hasattr(x, "_ref") else None
    if isinstance(reference, Tensor):
        return reference  # not converted: inside of a function's body that would capture it
    return convert.convert_to_tensor_or_indexed_slices(x, name=f"x_{i}", as_ref=True)


def _initial(grad_ys: list[Any], ys: list[Any], colocate: bool) -> list[Any]:
    """The gradients to begin with: those given, checked against the types of ys, or ones."""
    if len(grad_ys) != len(ys):
        raise ValueError(f"Passed {len(grad_ys)} grad_ys for {len(ys)} ys")
    given = [
        g if g is None or isinstance(g, (Tensor, IndexedSlices)) else _converted(g, f"grad_y_{i}")
        for i, g in enumerate(grad_ys)
    ]
    made: list[Any] = []
    for i, (y, g) in enumerate(zip(ys, given, strict=True)):
        with _placed(y.op, colocate):
            if g is None:
                if y.dtype.is_complex:
                    raise TypeError(f"Gradients of complex tensors must set grad_ys (y.dtype = {y.dtype!r})")
                shape = shape_of(y)
                one = convert.constant(1, dtype=y.dtype.base_dtype, name=f"grad_ys_{i}")
                made.append(apply("Fill", dims=shape, value=one))
                continue
            _check_type(y, g)
            if isinstance(g, IndexedSlices):
                parts = (("values", g.values), ("indices", g.indices), ("shape", g.dense_shape))
                made.append(
                    IndexedSlices(
                        *(  # type: ignore[arg-type]
                            apply("Identity", input=t, name=f"grad_ys_{i}_{part}") if isinstance(t, Tensor) else t
                            for part, t in parts
                        )
                    )
                )
            else:
                made.append(apply("Identity", input=g, name=f"grad_ys_{i}"))
    return made


def _check_type(y: TensorOrVariable, g: Any) -> None:
    kind = y.dtype.base_dtype
    if kind.is_floating or kind.is_integer:
        fits = g.dtype.is_floating or g.dtype.is_integer
        what, wanted = "real or integer-valued", "real or integer"
    elif kind.is_complex:
        fits, what, wanted = g.dtype.is_complex, "complex-valued", "real"
    elif kind == dtypes.variant:
        fits, what, wanted = g.dtype == dtypes.variant, "variant", "variant"
    elif kind == dtypes.resource:
        if g.dtype == dtypes.resource:
            raise TypeError(f"Input gradient {g} for resource tensor {y} should not be a resource")
        return
    else:
        raise TypeError(f"Tensor {y} with type {y.dtype.name} must be numeric to obtain a default gradient")
    if not fits:
        raise TypeError(
            f"Gradient type {g.dtype.name} generated for {what} tensor {y} with type {y.dtype.name} must be {wanted}"
        )


@contextlib.contextmanager
def _placed(op: Operation, colocate: bool) -> Any:
    if not colocate:
        yield
        return
    graph = stack.current_graph()
    if op.graph is not graph:  # an operation outside of the body being built
        yield
        return
    with graph.colocate_with(op):
        yield


class _Walk:
    """One call of `gradients`: what has arrived where, and what is still waited for."""

    def __init__(self, src_graph: Any, xs: list[Any], colocate: bool, gate: bool, method: int) -> None:
        self.graph = src_graph
        self.xs = xs
        self.colocate = colocate
        self.gate = gate
        self.method = method
        # operation → for each output: the list of gradients that arrived; once added up, a gradient or None
        self.grads: dict[Operation, list[Any]] = {}
        self.pending: collections.Counter[Operation] = collections.Counter()
        self.between: dict[Operation, None] = {}  # the operations on the ways from xs to ys
        # Bodies of functions around ys: captured tensor → placeholders inside, and back.
        self.inside: dict[Tensor, list[Tensor]] = {}
        self.outside: dict[Tensor, Tensor] = {}
        body = src_graph
        while getattr(body, "building_function", False):
            for outer, inner in captures_of(body):
                self.inside.setdefault(outer, []).append(inner)
                self.outside[inner] = outer
            body = body.outer_graph
        for x in xs:  # what we differentiate by is not looked through
            self.outside.pop(x, None)

    def wants(self, op: Operation) -> list[bool]:
        """For each input of an operation: whether the walk goes on there."""
        return [t.op in self.between for t in self.inputs(op)]

    # -- the graph as the walk sees it --------------------------------------------------------------

    def inputs(self, op: Operation) -> Sequence[Tensor]:
        if not self.outside:
            return op._inputs
        found = []
        for t in op._inputs:
            while t in self.outside:
                t = self.outside[t]
            found.append(t)
        return found

    def consumers(self, tensor: Tensor) -> list[Operation]:
        if tensor not in self.inside:
            return tensor._consumers
        found = list(tensor._consumers)
        for placeholder in self.inside[tensor]:
            found.extend(self.consumers(placeholder))
        return found

    def prepare(self, to_ops: list[Operation], from_ops: list[Operation]) -> set[Operation]:
        """Counts the gradients each operation between must wait for; returns those of `to_ops` that are reached."""
        reached: set[Operation] = set()
        queue = list(from_ops)
        while queue:
            op = queue.pop()
            if op in reached:
                continue
            reached.add(op)
            for output in op._outputs:
                if output._dtype.base_dtype in BACKPROPAGATABLE:
                    queue.extend(self.consumers(output))
        between = self.between
        waiting = collections.deque(to_ops)
        while waiting:
            op = waiting.popleft()
            if op in reached and op not in between:
                between[op] = None
                waiting.extend(t.op for t in self.inputs(op))
        for op in between:
            for t in self.inputs(op):
                if t.op in between:
                    self.pending[t.op] += 1
        return {op for op in to_ops if op in reached}

    # -- the walk ------------------------------------------------------------------------------------

    def run(self, ys: list[Any], starts: list[Any], stop_ops: list[Operation]) -> None:
        to_ops = [y.op for y in ys]
        from_ops = [x.op for x in self.xs]
        reached = self.prepare(to_ops, from_ops)
        for y, start in zip(ys, starts, strict=True):
            self.add(y.values if isinstance(y, IndexedSlices) else y, start)
        queue = collections.deque(op for op in dict.fromkeys(to_ops) if op in reached and self.pending[op] == 0)
        # An x that depends on no other x ends the walk: nothing is asked of what it is made from.
        stop = {op for op in from_ops if not any(self.pending[t.op] > 0 for t in self.inputs(op))}
        stop.update(stop_ops)
        while queue:
            op = queue.popleft()
            with _placed(op, self.colocate) if self.colocate else _NOTHING:
                out_grads = self.collect(op)
                in_grads = self.step(op, out_grads, op in stop)
                if in_grads is not None:
                    self.pass_on(op, in_grads)
            for t in self.inputs(op):
                source = t.op
                self.pending[source] -= 1
                if self.pending[source] == 0:
                    queue.append(source)

    def step(self, op: Operation, out_grads: list[Any], is_stop: bool) -> list[Any] | None:
        """The gradients of the inputs of one operation, None if there is nothing to pass on."""
        if is_stop or not op._inputs or all(g is None for g in out_grads):
            return None
        function, symbolic = self.function_of(op)
        if function is None:
            return None
        for i, g in enumerate(() if op.type in _FUNCTIONAL else out_grads):
            if g is None and (symbolic or op._outputs[i]._dtype.base_dtype in TRAINABLE):
                out_grads[i] = zeros_for(op._outputs[i])
        graph = stack.current_graph()
        with graph.name_scope(f"{op.name}_grad"):
            original, graph._original_op = graph._original_op, op
            try:
                in_grads = _as_list(function(op, *out_grads))
                # A While gets further inputs while its gradient is made.
                if op.type not in _FUNCTIONAL[2:] and len(in_grads) != len(op._inputs):
                    raise ValueError(
                        f"Num gradients {len(in_grads)} generated for op {op.node_def} do not match num inputs "
                        f"{len(op._inputs)}"
                    )
                gated = sum(g is not None for g in in_grads) if self.gate and op.type not in _FUNCTIONAL else 0
                if gated > 1 and self.graph is graph:
                    with graph.device(None), graph.colocate_with(None, ignore_existing=True):
                        in_grads = list(find("tuple")(in_grads))
                elif gated > 1:
                    graph._count(1 + gated)  # bodies run as a whole: a gate inside of one is only counted
            finally:
                graph._original_op = original
        return in_grads

    def function_of(self, op: Operation) -> tuple[Any, bool]:
        """The gradient function of an operation, and whether it is the symbolic gradient of a called function."""
        name = op._attrs.get("_gradient_op_type", op.type)
        if isinstance(name, bytes):
            name = name.decode()
        try:
            return registry.gradient_of(name), False
        except LookupError:
            called = op._attrs["f"] if op.type in ("PartitionedCall", "StatefulPartitionedCall") else op.type
            function = self.graph._get_function(called) or op.graph._get_function(called)
            if function is None:
                raise LookupError(f"No gradient defined for operation '{op.name}' (op type: {op.type})") from None
        own = getattr(function, "python_grad_func", None)
        return (own, False) if own is not None else (_symbolic(called), True)

    def pass_on(self, op: Operation, in_grads: list[Any]) -> None:
        for i, (t, g) in enumerate(zip(self.inputs(op), in_grads)):  # noqa: B905 - see While, above
            if g is None:
                continue
            if isinstance(g, Tensor):
                if t._dtype.base_dtype != dtypes.resource and g.shape._dims != t.shape._dims:
                    try:
                        g.set_shape(t.shape)
                    except ValueError:
                        raise ValueError(
                            "Incompatible shapes between op input and calculated input gradient.  Forward operation: "
                            f"{op.name}.  Input index: {i}. Original input shape: {t.shape}.  Calculated input "
                            f"gradient shape: {g.shape}"
                        ) from None
            elif not isinstance(g, IndexedSlices):
                raise TypeError("gradients have to be either all Tensors or all IndexedSlices")
            self.add(t, g)

    def add(self, tensor: Tensor, grad: TensorLike) -> None:
        op = tensor.op
        arrived = self.grads.get(op)
        if arrived is None:
            arrived = self.grads[op] = [[] for _ in op._outputs]
        arrived[tensor.value_index].append(grad)

    def collect(self, op: Operation) -> list[Any]:
        """Adds up what arrived for each output of `op`."""
        arrived = self.grads.get(op)
        if arrived is None:
            return [None] * len(op._outputs)
        for i, parts in enumerate(arrived):
            if not parts:
                arrived[i] = None
            elif len(parts) == 1:
                arrived[i] = parts[0]
                graph = stack.current_graph()
                if parts[0] in (both := graph._scoped.get(BOTH_BRANCHES, ())):
                    both.discard(parts[0])
                    graph._count(1)
            elif all(isinstance(p, Tensor) for p in parts):
                arrived[i] = self.sum(op, parts)
            else:
                arrived[i] = sum_slices(parts)
        # A copy: zeros put in for a gradient function are not what the walk found.
        return list(arrived)

    def sum(self, op: Operation, parts: list[Tensor]) -> Tensor:
        if self.method == AggregationMethod.EXPERIMENTAL_ACCUMULATE_N and len(parts) > 2:
            shape = parts[0].shape
            for part in parts[1:]:
                shape = shape.merge_with(part.shape)
            if shape.is_fully_defined():
                return find("accumulate_n")(parts)
        graph = stack.current_graph()
        if self.method != AggregationMethod.ADD_N:
            with graph.name_scope(f"{op.name}_gradient_sum"):
                total = parts[0]
                for part in parts[1:]:
                    total = apply("AddN", inputs=[total, part])
                return total
        by_device: dict[str, list[Tensor]] = {}
        for part in parts:
            by_device.setdefault(part.device, []).append(part)
        sums = []
        for name in sorted(by_device):
            group = by_device[name]
            if len(group) == 1:
                sums.append(group[0])
            elif group[0].graph is graph:
                with graph.colocate_with(group[0].op, ignore_existing=True):
                    sums.append(apply("AddN", inputs=group))
            else:
                sums.append(apply("AddN", inputs=group))
        return sums[0] if len(sums) == 1 else apply("AddN", inputs=sums)

    def result(self, x: Any, unconnected: UnconnectedGradients) -> Any:
        arrived = self.grads.get(x.op)
        found = (
            None
            if arrived is None
            else arrived[x.values.value_index if isinstance(x, IndexedSlices) else x.value_index]
        )
        if isinstance(found, list):  # its operation was never reached
            found = None
        if found is None and unconnected is UnconnectedGradients.ZERO:
            if x.dtype.base_dtype == dtypes.resource:
                return zeros_for(x)
            shape = x.shape
            if shape.is_fully_defined() and x.dtype.base_dtype != dtypes.variant:
                zero = convert.constant(0, x.dtype.base_dtype, shape=shape, name="zeros_like")
                return zero
            return zeros_for(x)
        return found


_FUNCTIONAL = ("If", "StatelessIf", "While", "StatelessWhile")
# Gradients of a conditional with a part from each branch: 1.15 adds two tensors there.
BOTH_BRANCHES = "gradients of both branches"
_NOTHING: Any = contextlib.nullcontext()


def _symbolic(called: str) -> Any:
    """The gradient of a call by a `SymbolicGradient` operation, for functions that are known by name only."""

    def function(op: Operation, *out_grads: Any) -> Any:
        types = [t.dtype.base_dtype for t in op._inputs]
        types = [dtypes.float32 if t == dtypes.resource else t for t in types]
        with_attributes = FunctionName(called, dict(op.node_def.attr))
        return apply("SymbolicGradient", input=[*op._inputs, *out_grads], Tout=types, f=with_attributes)

    return function


@export("hessians")
def hessians(
    ys: TensorLike,
    xs: TensorLike,
    name: str = "hessians",
    colocate_gradients_with_ops: bool = False,
    gate_gradients: bool = False,
    aggregation_method: int | None = None,
) -> list[Tensor]:
    """Adds operations that compute the second derivatives of the sum of `ys` with respect to each of `xs`.

    Args:
      ys: a tensor or list of tensors.
      xs: a tensor or list of tensors.
      name, colocate_gradients_with_ops, gate_gradients, aggregation_method: as in `tf.gradients`.

    Returns:
      For each x a tensor of its shape twice.

    >>> import penstock as tf
    >>> x = tf.constant([1.0, 2.0])
    >>> tf.Session().run(tf.hessians(tf.reduce_sum(x * x * x), x))[0].tolist()
    [[6.0, 0.0], [0.0, 12.0]]
    """
    xs = _as_list(xs)
    firsts = gradients(
        ys,
        xs,
        colocate_gradients_with_ops=colocate_gradients_with_ops,
        gate_gradients=gate_gradients,
        aggregation_method=aggregation_method,
    )
    found = []
    for first, x in zip(firsts, xs, strict=True):
        flat = find("reshape")(first, [-1])
        size = find("size")(x)
        rows = find("TensorArray")(x.dtype.base_dtype, size)
        body = lambda j, rows, flat=flat, x=x: (j + 1, rows.write(j, gradients(flat[j], x)[0]))  # noqa: E731
        _, rows = find("while_loop")(lambda j, _, size=size: j < size, body, [convert.constant(0, dtypes.int32), rows])
        shape = find("shape")(x)
        found.append(find("reshape")(rows.stack(), find("concat")((shape, shape), 0)))
    return found
