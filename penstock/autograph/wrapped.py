"""`tf.compat.v1.wrap_function`: code of 1.x as a function of the graph that keeps its variables, and parts of it.

What is wrapped is called once; its variables belong to the graph around it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from penstock._namespace import export, find
from penstock.autograph import functions, tracing
from penstock.graph import nest
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import NestedTensors

if TYPE_CHECKING:
    from penstock.protos import GraphDef


class WrappedFunction(functions.ConcreteFunction):
    """A function made of code of 1.x; `prune` makes another that computes other tensors of its body."""

    def prune(self, feeds: Any, fetches: Any, name: str | None = None, input_signature: Any = None) -> WrappedFunction:
        """A function from tensors of the body to others.

        Args:
          feeds: the tensors that become its arguments.
          fetches: the tensors, operations or names that it computes.
          name: a name for it.
          input_signature: accepted; the arguments are in the order of `feeds`.

        Raises:
          ValueError: a tensor is not of this function's body.
        """
        body = self.graph
        given = [_element(body, t) for t in nest.flatten(feeds)]
        wanted = nest.map_structure(lambda t: _element(body, t), fetches)
        for tensor in given:
            if tensor.graph is not body:
                raise ValueError(f"{tensor} is not a tensor of the function {self.name}.")
        return _pruned(self, given, wanted, name)


def _element(body: Any, item: Any) -> Any:
    return body.as_graph_element(item) if isinstance(item, str) else item


def _pruned(whole: WrappedFunction, given: list[Tensor], wanted: Any, name: str | None) -> WrappedFunction:
    """A body with copies of the operations between some tensors and others."""
    body = tracing.TracedBody(name or "pruned", may_create=False)
    extra = whole.graph.extra_inputs
    inner = dict(zip(whole.graph.extra_args, extra, strict=True))
    made: dict[Tensor, Tensor] = {}
    for tensor in given:
        made[tensor] = body.add_input(tensor.dtype.base_dtype, tensor.shape, tensor.op.name.rpartition("/")[2])
    built: dict[Operation, Operation] = {}

    def brought(tensor: Tensor) -> Tensor:
        if tensor in made:
            return made[tensor]
        if tensor in inner:
            made[tensor] = body.capture(inner[tensor])
        else:
            made[tensor] = rebuilt(tensor.op)._outputs[tensor.value_index]
        return made[tensor]

    def rebuilt(op: Operation) -> Operation:
        if op not in built:
            if op.type == "Placeholder":
                raise ValueError(f"Feeds must be given for {op.name}, which the fetches depend on.")
            inputs = [brought(t) for t in op._inputs]
            types = [t.dtype for t in op._outputs]
            with body.as_default():
                built[op] = body._create(op.op_def, inputs, dict(op._attrs), f"{op.name}/", types)
            before = [rebuilt(c) for c in op._control_inputs if c.type != "Placeholder"]
            built[op]._add_control_inputs(before)
        return built[op]

    targets = []

    def fetched(item: Any) -> Any:
        if isinstance(item, Operation):
            targets.append(rebuilt(item))
            return None
        return brought(item)

    body.structured_outputs = nest.map_structure(fetched, wanted)
    body.outputs = [t for t in nest.flatten(body.structured_outputs) if t is not None]
    body.control_outputs = targets
    body.structured_input_signature = (tuple(find("TensorSpec")(t.shape, t.dtype.base_dtype) for t in given), {})
    body.name = f"__inference_pruned_{functions._number()}"
    return WrappedFunction(body)


@export("wrap_function")
def wrap_function(fn: Callable, signature: Any, name: str | None = None) -> WrappedFunction:
    """Makes code of 1.x a function of the graph. It is called once, now; its variables stay.

    Args:
      fn: a Python function that makes operations.
      signature: a `tf.TensorSpec` for each of its arguments.
      name: a name for it.

    >>> import penstock as tf
    >>> double = tf.compat.v1.wrap_function(lambda x: 2 * x, [tf.TensorSpec([], tf.int32)])
    >>> tf.Session().run(double(tf.constant(4)))
    np.int32(8)
    """
    args = signature if isinstance(signature, (list, tuple)) else [signature]
    body = tracing.trace(fn, name or "wrapped_function", tuple(args), {}, [], True)
    body.name = f"__inference_{name or 'wrapped_function'}_{functions._number()}"
    return WrappedFunction(body)


def function_from_graph_def(graph_def: GraphDef, inputs: NestedTensors, outputs: Any) -> WrappedFunction:
    """The function that computes tensors of a `GraphDef` from others, told by name."""

    def imported() -> None:
        find("import_graph_def")(graph_def, name="")

    whole = wrap_function(imported, [])
    graph = whole.graph
    named = [nest.map_structure(graph.as_graph_element, names) for names in (inputs, outputs)]
    return whole.prune(*named)
