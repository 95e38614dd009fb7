"""Operations with effects, run in the order in which they were made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

from penstock._namespace import find
from penstock.compat.inside_names import CONSTANTS
from penstock.graph import dtypes, nest
from penstock.graph.composite import IndexedSlices, SparseTensor
from penstock.graph.operation import Operation
from penstock.util import tf_decorator

__all__ = ["AutomaticControlDependencies", "automatic_control_dependencies", "op_is_stateful"]

# Operations with a state that nobody observes.
_FREE = frozenset(name for names in CONSTANTS["python.framework.auto_control_deps"].values() for name in names)


def op_is_stateful(op: Operation) -> bool:
    """Whether an operation has an effect that others can see."""
    return bool(op.op_def.is_stateful) and op.type not in _FREE


class AutomaticControlDependencies:
    """A block: uses of the same resource in it run one after the other, and what is marked as returned after all effects."""

    def __init__(self) -> None:
        self.ops_which_must_run: set[Operation] = set()
        self._returned: list[Any] = []

    def mark_as_return(self, tensor: Any) -> Any:
        """A tensor, sparse tensor, IndexedSlices or TensorArray with the same value that waits for the effects."""
        identity = find("identity")
        if isinstance(tensor, (IndexedSlices, SparseTensor)):
            values, indices = identity(tensor.values), identity(tensor.indices)
            self._returned += [indices, values]
            if isinstance(tensor, IndexedSlices):
                return IndexedSlices(values, indices, dense_shape=tensor.dense_shape)
            return SparseTensor(indices, values, tensor.dense_shape)
        if isinstance(tensor, find("TensorArray")):
            from penstock.compat.internal.python.ops.tensor_array_ops import build_ta_with_new_flow

            flow = identity(tensor.flow)
            self._returned.append(flow)
            return build_ta_with_new_flow(tensor, flow)
        tensor = identity(tensor)
        self._returned.append(tensor)
        return tensor

    def __enter__(self) -> Self:
        self._graph = find("get_default_graph")()
        self._count = len(self._graph.get_operations())
        return self

    def __exit__(self, *unused: object) -> None:
        if self._graph is not find("get_default_graph")():
            raise RuntimeError("Graph changed while trying to add control dependencies.")
        last: dict[Any, Operation] = {}  # resource, or None for effects without one -> the last operation on it
        for op in self._graph.get_operations()[self._count :]:
            stateful = op_is_stateful(op)
            if stateful:
                self.ops_which_must_run.add(op)
            resources = dict.fromkeys(tensor for tensor in op.inputs if tensor.dtype == dtypes.resource)
            before = [last[tensor] for tensor in resources if tensor in last]
            if stateful and not resources:
                before += [last[None]] if None in last else []
                last[None] = op
            last.update(dict.fromkeys(resources, op))
            op._add_control_inputs(list(dict.fromkeys(before)))
        for tensor in self._returned:
            tensor.op._add_control_inputs(sorted(self.ops_which_must_run, key=lambda op: op._id))


def automatic_control_dependencies(f: Callable[..., Any]) -> Callable[..., Any]:
    """A decorator: what the function returns waits for all effects in it, which run in the order of the program."""

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        with AutomaticControlDependencies() as dependencies:
            result = f(*args, **kwargs)
            return nest.map_structure(dependencies.mark_as_return, result)

    return tf_decorator.make_decorator(f, wrapper)
