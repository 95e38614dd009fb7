"""A user's function over elements as a function of the graph."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock.autograph.detection import is_straight
from penstock.data import structure
from penstock.graph import dtypes
from penstock.graph import function as functions
from penstock.graph.operation import Operation, Tensor

_QUIET = ("Dataset", "DatasetV2", "Iterator", "IteratorV2", "VarHandleOp", "V2")


class Traced:
    """The body of a function: its name, what it returns, and the tensors that it captured.

    Args:
      function: the user's function; a tuple is given to it as several arguments.
      what: the transformation, for names and messages, such as "map".
      element: the structure of its argument.
    """

    def __init__(self, function: Callable, what: str, element: Any) -> None:
        if not callable(function):
            raise ValueError(f"The function for Dataset.{what}() must be callable, not {function!r}")
        function = _converted(function)
        specs = structure.flatten(element)
        self.result: Any = None

        def body(*tensors: Tensor) -> list[Tensor]:
            nested = structure.from_tensors(element, list(tensors))
            returned = function(*nested) if type(nested) is tuple else function(nested)
            if isinstance(returned, list):
                returned = tuple(returned)
            try:
                self.result = structure.normalized(returned)
            except (ValueError, TypeError) as error:
                raise TypeError(
                    f"Unsupported return value from function passed to Dataset.{what}(): {returned}. ({error})"
                ) from error
            self.structure = structure.map_structure(structure.spec_of, self.result)
            return structure.to_tensors(self.result)

        name = f"Dataset_{what}_{getattr(function, '__name__', 'function')}".replace("<", "").replace(">", "")
        arguments = [(s.flat_type, s.flat_shape, f"args_{i}") for i, s in enumerate(specs)]
        graph, outputs = functions.build(name, body, arguments)
        graph.outputs = [graph.capture(t) for t in outputs]
        graph.control_outputs = [op for op in graph.get_operations() if _acts(op)]
        self.name = graph.name
        self.captured = graph.captured_inputs(len(arguments))

    @property
    def gives_boolean(self) -> bool:
        """Whether it may be the predicate of a filter."""
        found = self.structure
        return isinstance(found, structure.Spec) and found.dtype == dtypes.bool and found.shape.is_compatible_with([])


def _converted(function: Callable) -> Callable:
    """The function with `if`, `while` and `for` on tensors as operations."""
    if is_straight(function):
        return function
    from penstock.autograph.conversion import tf_convert  # brings a compiler

    return tf_convert(function)


def _acts(op: Operation) -> bool:
    """Whether an operation is run for what it does, though nobody may use its output."""
    if not op.op_def.is_stateful or "seed" in op._attrs:
        return False
    return not op.type.endswith(_QUIET) or not op._outputs
