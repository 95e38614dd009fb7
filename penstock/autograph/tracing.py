"""A Python function as the body of a function of the graph: how `tf.function` looks at it.

Tensors become parameters, whatever is used of the graph around it becomes a further one, variables are made outside.
Operations with an effect run in the order of the program (`order_effects`), as they would in Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from penstock._namespace import find
from penstock.graph import convert, nest, stack
from penstock.graph.composite import CompositeTensor, IndexedSlices, SparseTensor
from penstock.graph.function import FuncGraph
from penstock.graph.graph import Graph
from penstock.graph.operation import Operation, Tensor
from penstock.ops.control.defined_functions import DefinedBody

# Random operations of 1.x may run in any order, and not at all.
_UNORDERED = frozenset(
    """RandomUniform RandomUniformInt RandomStandardNormal ParameterizedTruncatedNormal TruncatedNormal RandomShuffle
    Multinomial RandomGamma RandomPoisson RandomPoissonV2 Placeholder VarHandleOp""".split()
)


_CONTROL_FLOW = frozenset(("If", "StatelessIf", "While", "StatelessWhile"))


class TracedBody(DefinedBody):
    """The body that a Python function makes. Variables that it makes are made in the graph around it."""

    def __init__(self, name: str, may_create: bool = True) -> None:
        super().__init__(name, capture_resource_var_by_value=False)
        self.writes_controls = True
        self._seed = self.outer_graph._seed
        self.may_create = may_create
        self.created: list[Any] = []
        self.structured_input_signature: Any = None
        self.structured_outputs: Any = None

    def _name_of_captured(self, tensor: Tensor) -> str:
        return tensor.op.name

    @property
    def variables(self) -> list[Any]:
        """The variables that it reads or writes."""
        used = {outer for outer, _ in self.captures.items()}
        keys = find("GraphKeys")
        root = self.outermost
        known: Iterable[Any] = [*root.get_collection(keys.GLOBAL_VARIABLES), *root.get_collection(keys.LOCAL_VARIABLES)]
        return list(dict.fromkeys(v for v in known if getattr(v, "handle", None) in used))

    @property
    def trainable_variables(self) -> list[Any]:
        return [v for v in self.variables if v.trainable]

    @property
    def external_captures(self) -> list[Tensor]:
        return list(self.extra_inputs)

    @property
    def internal_captures(self) -> list[Tensor]:
        return list(self.extra_args)

    def make_variable(self, next_creator: Callable, **kwargs: Any) -> Any:
        """Makes a variable in the graph around the function."""
        if not self.may_create:
            raise ValueError("tf.function-decorated function tried to create variables on non-first call.")
        outer = self.outermost
        value = kwargs.get("initial_value")
        if isinstance(value, Tensor) and value.graph is not outer:
            kwargs["initial_value"] = lift(value, outer)
        kwargs["use_resource"] = True
        with outer.as_default(), outer.control_dependencies(None):
            made = next_creator(**kwargs)
        self.created.append(made)
        return made


def lift(tensor: Tensor, graph: Graph) -> Tensor:
    """A copy of a tensor of a function's body, and of all that it is made of, in a graph around it.

    Raises:
      ValueError: it depends on an argument of the function.
    """
    copies: dict[Operation, Operation] = {}

    def copied(op: Operation) -> Operation:
        if op not in copies:
            if op.type == "Placeholder":
                raise ValueError(f"Unable to lift tensor {tensor} out of the function: it depends on {op.name}.")
            inputs = [copied(t.op)._outputs[t.value_index] for t in op._inputs]
            types = [t.dtype for t in op._outputs]
            copies[op] = graph._create(op.op_def, inputs, dict(op._attrs), op.name, types)
        return copies[op]

    with graph.as_default(), graph.control_dependencies(None):
        return copied(tensor.op)._outputs[tensor.value_index]


def order_effects(body: FuncGraph, first: int = 0) -> list[Operation]:
    """Makes each operation with an effect wait for the one before it that uses the same resource.

    Args:
      body: the body; its operations from the number `first` on are looked at.

    Returns:
      Those that must run even if no result needs them.
    """
    latest: dict[Any, Operation] = {}
    required: list[Operation] = []
    for op in body._operations[first:]:
        stateful = (op.op_def.is_stateful or body._is_function(op.type)) and op.type not in _UNORDERED
        if stateful:
            required.append(op)
        resources: list[Any] = list(dict.fromkeys(t for t in op._inputs if t.dtype.name == "resource"))
        if stateful and not resources:
            resources = [None]
        before = [latest[r] for r in resources if r in latest]
        if before:
            op._add_control_inputs([b for b in dict.fromkeys(before) if b is not op])
        latest.update(dict.fromkeys(resources, op))
    return required


def returned(value: Any) -> Any:
    """A result as its own tensor, so that it can wait for effects; other things than tensors stay."""
    identity = find("identity")
    if value is None:
        return None
    if isinstance(value, IndexedSlices):
        return IndexedSlices(identity(value.values), identity(value.indices), value.dense_shape)
    if isinstance(value, SparseTensor):
        return SparseTensor(identity(value.indices), identity(value.values), identity(value.dense_shape))
    if isinstance(value, find("TensorArray")):
        return value._with_flow(identity(value.flow))
    if isinstance(value, CompositeTensor):
        return value._from_components([identity(t) for t in value._to_components()])
    return identity(convert.convert_to_tensor(value))


def parts(value: Any) -> list[Tensor]:
    """The tensors of a result."""
    from penstock.ops.control.functions import _parts

    return [] if value is None else _parts(value)


def rebuilt(value: Any, tensors: list[Tensor]) -> Any:
    """A result like `value`, made of other tensors."""
    from penstock.ops.control.functions import _rebuilt

    return None if value is None else _rebuilt(value, tensors)


def trace(
    python_function: Callable, name: str, args: Any, kwargs: dict[str, Any], names: list[str], may_create: bool
) -> TracedBody:
    """Calls a Python function once, with placeholders for the tensors (and TensorSpecs) among its arguments.

    Args:
      python_function: the function.
      name: a name for it.
      args, kwargs: its arguments, in which each `TensorSpec` becomes a placeholder.
      names: the names of positional arguments.
      may_create: whether it may make variables.

    Raises:
      TypeError: it returns something that is not a tensor.
    """
    spec = find("TensorSpec")
    body = TracedBody(name, may_create)

    def placed(argument: str) -> Callable:
        def one(value: Any) -> Any:
            if not isinstance(value, spec):
                return value
            tensor = body.add_input(value.dtype, value.shape, value.name or argument)
            tensor.op._attrs["_user_specified_name"] = (value.name or argument).encode()
            return tensor

        return one

    labels = [*names, *(f"args_{i}" for i in range(len(names), len(args)))]
    with body.as_default(), find("variable_creator_scope")(body.make_variable):
        given = [nest.map_structure(placed(label), value) for label, value in zip(labels, args, strict=False)]
        named = {key: nest.map_structure(placed(key), kwargs[key]) for key in sorted(kwargs)}
        body.structured_input_signature = (tuple(args), dict(kwargs))
        result = python_function(*given, **named)
        body._making = ""
        result = _checked(result, python_function)
        body.structured_outputs = nest.map_structure(lambda v: _inside(body, v), result)
        leaves = nest.flatten(body.structured_outputs)
        body.outputs = [t for leaf in leaves for t in parts(leaf)]
        required = order_effects(body)
        for op in dict.fromkeys(t.op for t in body.outputs):
            if op.type == "Identity":
                op._add_control_inputs([r for r in required if r is not op])
        body.control_outputs = required
    return body


def _inside(body: TracedBody, value: Any) -> Any:
    if isinstance(value, Tensor) and value.graph is not body:
        value = body.capture(value)
    return returned(value)


def _checked(result: Any, function: Callable) -> Any:
    def one(value: Any) -> Any:
        if value is None or isinstance(value, (Tensor, CompositeTensor, IndexedSlices, SparseTensor)):
            return value
        if isinstance(value, Operation):
            return None
        if isinstance(value, find("TensorArray")):
            return value
        try:
            return convert.convert_to_tensor(value)
        except (TypeError, ValueError):
            raise TypeError(
                "To be compatible with tf.contrib.eager.defun, Python functions must return zero or more Tensors; in "
                f"compilation of {function}, found return value of type {type(value)}, which is not a Tensor."
            ) from None

    return nest.map_structure(one, result)


def call(body: TracedBody, inputs: list[Tensor], name: str | None = None) -> Any:
    """Adds an operation that calls `body`, and returns its results in the structure that the function returned."""
    from penstock.graph import opdef
    from penstock.ops.control.bodies import is_stateful
    from penstock.ops.control.conditionals import call_attributes

    graph = stack.current_graph()
    root = graph.outermost if isinstance(graph, FuncGraph) else graph
    known = root._functions.get(body.name)
    if known is None:
        root._functions[body.name] = body
    flat = [*inputs, *body.extra_inputs]
    # Conditionals and loops in functions are such operations of 1.15 as may have an effect.
    stateful = is_stateful(body) or any(op.type in _CONTROL_FLOW for op in body._operations)
    kind = "StatefulPartitionedCall" if stateful else "PartitionedCall"
    op = graph._create(opdef.get(kind), flat, call_attributes(body, flat), name or kind)
    for outer, shape in zip(op._outputs, _shapes(body, inputs), strict=True):
        outer._shape = shape
    leaves, position = [], 0
    for leaf in nest.flatten(body.structured_outputs):
        count = len(parts(leaf)) if leaf is not None else 0
        leaves.append(rebuilt(leaf, list(op._outputs[position : position + count])))
        position += count
    if not body.outputs and body.structured_outputs is None:
        return op
    return nest.pack_sequence_as(body.structured_outputs, leaves)


def _shapes(body: TracedBody, inputs: list[Tensor]) -> list[Any]:
    """The shapes of the results for arguments that may be known better than those it was looked at with."""
    from penstock.graph import function_def

    if all(given.shape._dims == inner.shape._dims for given, inner in zip(inputs, body.inputs, strict=False)):
        return [t.shape for t in body.outputs]
    message = function_def.to_proto(body)
    shapes = [t.shape for t in [*inputs, *body.inputs[len(inputs) :]]]
    for shape in shapes:
        message.attr["_input_shapes"].list.shape.add().CopyFrom(shape.as_proto())
    inferred = function_def.from_proto(message, body.outermost).outputs
    return [
        t.shape.merge_with(known.shape) if t.shape.is_compatible_with(known.shape) else t.shape
        for t, known in zip(inferred, body.outputs, strict=True)
    ]


def definition(body: TracedBody) -> Any:
    """The `FunctionDef` of a body."""
    from penstock.graph import function_def

    return function_def.to_proto(body)
