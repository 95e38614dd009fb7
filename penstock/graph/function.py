"""FuncGraph: a graph that is the body of a function, called by operations such as If, While and PartitionedCall.

Tensors of the graphs around it that are used inside become captured inputs. Collections, functions and seeds are those
of the outer graph, so variables and summaries made inside are found from outside.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from penstock.graph import inference, opdef, stack
from penstock.graph.graph import Graph
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import DTypeLike


class FuncGraph(Graph):
    """The body of a function, being built inside of `outer_graph`."""

    def __init__(self, name: str, outer_graph: Graph | None = None) -> None:
        super().__init__()
        self.outer_graph: Graph = outer_graph if outer_graph is not None else stack.current_graph()
        root = self.outermost
        self.name = _unique_function_name(root, name)
        self.inputs: list[Tensor] = []  # arguments first, then captures, in the order of the caller's inputs
        self.outputs: list[Tensor] = []
        self.control_outputs: list[Operation] = []
        self.captures: dict[Tensor, Tensor] = {}
        self.kept: dict[Tensor, Tensor] = {}  # outputs of the calling operation that keep values for gradients
        self.turns: Tensor | None = None  # the output of the calling loop that counts its turns
        self.outer_controls: list[Operation] = []  # operations outside that something inside must wait for
        # What its definition says beyond the body; `python_grad_func` is its gradient, if a program gave one.
        self.description = ""
        self.out_names: list[str] | None = None
        self.def_attrs: dict[str, Any] = {}
        self.writes_shapes = self.writes_controls = True
        self.python_grad_func: Callable | None = None
        self.caller: Operation | None = None  # the only operation that calls it, if there can be no other
        self.gradient_body: FuncGraph | None = None  # what `SymbolicGradient` runs for it
        self.inlined = False  # being built, and part of the outer graph in 1.15
        self.entered: set[Any] | None = None  # what 1.15 has brought into the frame of this loop, if it is one
        self._collections = self.outer_graph._collections
        self._functions = root._functions
        self._gradient_functions = root._gradient_functions
        self._scoped = self.outer_graph._scoped
        self._seed = self.outer_graph._seed
        self._device_stack = list(self.outer_graph._device_stack)
        self._gradient_override = dict(self.outer_graph._gradient_override)

    @property
    def building_function(self) -> bool:
        return True

    @property
    def outermost(self) -> Graph:
        graph: Graph = self.outer_graph
        while isinstance(graph, FuncGraph):
            graph = graph.outer_graph
        return graph

    @property
    def _last_id(self) -> int:
        own = self._last + self._ahead
        return self.outer_graph._last_id + own if self.inlined else own

    def begin_inlined(self) -> None:
        """From here on, operations are numbered as if they were made in the outer graph: 1.15 had no functions there.

        Captured tensors count as one operation each (Switch or Enter), parameters as none.
        """
        outer = self.outer_graph
        self.inlined = outer.inlined if isinstance(outer, FuncGraph) else True
        self._count(-self._last)

    def end_inlined(self) -> None:
        """Ends the numbering together with the outer graph; what is made here later does not count."""
        if self.inlined:
            self.outer_graph._count(self._last + self._ahead)
            self.inlined = False

    def _count(self, operations: int) -> None:
        if self.inlined:  # in functions, as those of datasets, 1.15's control flow is functional too
            self._ahead += operations

    def note_entered(self, item: object) -> None:
        """Counts what 1.15 needs to bring something that is no tensor here (a TensorArray's handle) into this body."""
        if self.entered is None:
            self.entered = set()
        if self.inlined and item not in self.entered:
            self.entered.add(item)
            self._count(1)
            self._brought += 1

    def add_input(self, dtype: DTypeLike, shape: Any, name: str = "arg") -> Tensor:
        """Adds a parameter to the function."""
        with self.control_dependencies(None), self.as_default():
            op = self._create(opdef.get("Placeholder"), [], {"dtype": dtype, "shape": shape}, name, types=[dtype])  # type: ignore[arg-type]
        tensor = op._outputs[0]
        tensor._shape = shape
        self.inputs.append(tensor)
        return tensor

    def capture(self, tensor: Tensor, name: str | None = None) -> Tensor:
        """The parameter that stands for `tensor` of a graph around this one."""
        inner = self.captures.get(tensor)
        if inner is not None:
            return inner
        if tensor.graph is self:
            return tensor
        outer = tensor
        if outer.graph is not self.outer_graph:
            if not isinstance(self.outer_graph, FuncGraph):
                raise ValueError(f"{tensor} must be from the same graph as the function {self.name}.")
            outer = self.outer_graph.capture(tensor)
            if outer in self.captures:
                self.captures[tensor] = self.captures[outer]
                return self.captures[outer]
        if outer.op.type == "Const" and outer.op._attrs["value"].size <= 64 and outer.dtype.is_integer:
            # Shapes and axes: inside, shape rules see their values. (Gradients may be asked for floating-point ones.)
            with self.control_dependencies(None), self.as_default():
                value = {"value": outer.op._attrs["value"], "dtype": outer.op._attrs["dtype"]}
                inner = self._create(opdef.get("Const"), [], value, outer.op.name.rpartition("/")[2])._outputs[0]  # type: ignore[arg-type]
            self.captures[tensor] = inner
            self._count_capture(outer)
            return inner
        inner = self.add_input(outer.dtype, outer.shape, outer.op.name.rpartition("/")[2])
        if outer.dtype.is_integer and (known := inference.constant_value(outer)) is not None and known.size <= 64:
            inner._known = known  # what follows from shapes outside is known inside too
        self._count_capture(outer)
        self.captures[outer] = inner
        self.captures[tensor] = inner
        return inner

    def _count_capture(self, outer: Tensor) -> None:
        """The condition and the body of a loop are one frame: what one has brought into it, the other need not."""
        if self.entered is not None and outer in self.entered:
            self._count(-1)
            return
        self._brought += 1
        if self.entered is not None:
            self.entered.add(outer)

    def _from_other_graph(self, tensor: Tensor, op_def: Any) -> Tensor:
        return self.capture(tensor)

    def _note_outer_control(self, op: Operation) -> bool:
        self.outer_controls.append(op)
        return True

    def _enclosing_element(self, item: object) -> Any:
        graph: Graph = self
        while True:
            try:
                return graph.as_graph_element(item)
            except ValueError:
                if not isinstance(graph, FuncGraph):
                    raise
                graph = graph.outer_graph

    def captured_inputs(self, n_arguments: int) -> list[Tensor]:
        """The outer tensors for the inputs after the first `n_arguments`."""
        by_inner = {}
        for outer, inner in self.captures.items():
            if outer.graph is self.outer_graph:
                by_inner[inner] = outer
        return [by_inner[t] for t in self.inputs[n_arguments:]]


def _unique_function_name(root: Graph, name: str) -> str:
    taken = root._functions
    base = name.replace("/", "_")
    candidate, i = base, 0
    while candidate in taken:
        i += 1
        candidate = f"{base}_{i}"
    taken[candidate] = None
    return candidate


def build(
    name: str, function: Callable, arguments: Sequence[tuple[Any, Any, str]], outer: Graph | None = None
) -> tuple[FuncGraph, Any]:
    """Builds a FuncGraph by calling `function` with parameters of the given (dtype, shape, name).

    Returns the graph and what `function` returned; setting `outputs` is left to the caller.
    """
    body = FuncGraph(name, outer)
    parameters = [body.add_input(*argument) for argument in arguments]
    with body.as_default():
        result = function(*parameters)
    body.outermost._functions[body.name] = body
    return body, result
