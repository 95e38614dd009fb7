"""`SymbolicGradient`: the gradient of a call of a function that is known by its name.

The operation takes the arguments of the function and the gradients of its results. What it runs is built when a plan asks
for it: the function's own gradient if it has one, else its body once more, with the gradients behind it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from penstock._namespace import find
from penstock.graph import function_def
from penstock.graph.build import apply
from penstock.graph.composite import IndexedSlices
from penstock.graph.convert import convert_to_tensor
from penstock.graph.function import FuncGraph
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import op
from penstock.graph.tensor_shape import TensorShape

if TYPE_CHECKING:
    from penstock.graph.graph import Graph
    from penstock.graph.inference import Context


def _shapes(c: Context) -> list[TensorShape]:
    """A gradient has the shape of its argument."""
    return [
        c.shape(i) if c.op._inputs[i].dtype == tensor.dtype else TensorShape(None)
        for i, tensor in enumerate(c.op._outputs)
    ]


def gradient_body(caller: Operation, name: str) -> FuncGraph | None:
    """The function that the `SymbolicGradient` operation `caller` of function `name` runs; None if there is none."""
    graph = caller.graph
    own = graph._gradient_functions.get(name)
    if own is not None:
        return graph._get_function(own)
    forward = graph._get_function(name)
    if forward is None:
        return None
    if forward.gradient_body is None:
        forward.gradient_body = _built(forward, graph)
    return forward.gradient_body


def _built(forward: FuncGraph, graph: Graph) -> FuncGraph:
    from penstock.ops.gradients.backpropagation import walk

    root = graph.outermost if isinstance(graph, FuncGraph) else graph
    body = function_def.from_proto(function_def.to_proto(forward), root)
    body.name = f"SymbolicGradient[{forward.name}]"
    for mine, given in zip(body.inputs, forward.inputs, strict=True):
        mine._shape = given.shape
    arguments = list(body.inputs)
    with body.as_default():
        for tensor in body.outputs:
            body.add_input(tensor.dtype.base_dtype, tensor.shape, "dy")
        results = zip(body.outputs, body.inputs[len(arguments) :], strict=True)
        pairs = [(y, dy) for y, dy in results if y.dtype.base_dtype.is_floating or y.dtype.base_dtype.is_complex]
        ys, starts = [y for y, _ in pairs], [dy for _, dy in pairs]
        found = walk(ys, arguments, starts, src_graph=body) if ys else [None] * len(arguments)
        body.outputs = [_tensor(g, argument) for g, argument in zip(found, arguments, strict=True)]
    body.control_outputs = []  # a gradient repeats no effects
    return body


def _tensor(gradient: Tensor, argument: Any) -> Tensor:
    if gradient is None:
        if argument.dtype.base_dtype.name == "resource":
            return convert_to_tensor(0.0)
        return find("zeros_like")(argument)
    dense = convert_to_tensor(gradient) if isinstance(gradient, IndexedSlices) else gradient
    return apply("Identity", input=dense)


@op("SymbolicGradient", calls=("f",), shape=_shapes)
def _symbolic_gradient(xp, input, *, ctx):
    return ctx.call("f", input)
